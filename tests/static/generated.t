#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Committed files that are printed from tables are what the tables print.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/static/files.sh
. tests/static/files.sh
if [ ! -f pmda/gen.c ]; then skip_all "there is no metric table yet"; fi
requires gcc

stale() # committed printed
{
	diff -u "$1" "$2" 2>&1 | head -n 40
}

if build "$O/gen/METRICS.md"; then
	empty "$(stale docs/METRICS.md "$O/gen/METRICS.md")" \
		"docs/METRICS.md is fresh (else: make generated)"
else
	not_ok "METRICS.md can be printed"
fi
{ cat "$O/gen/METRICS.md"; echo 'one line more'; } >"$TMP/stale.md"
like "$(stale "$TMP/stale.md" "$O/gen/METRICS.md")" '-one line more' \
	"a stale file is seen"
