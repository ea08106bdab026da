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

for file in METRICS.md HSMP.md; do
	if build "$O/gen/$file"; then
		empty "$(stale "docs/$file" "$O/gen/$file")" \
			"docs/$file is fresh (else: make generated)"
	else
		not_ok "$file can be printed"
	fi
done
{ cat "$O/gen/METRICS.md"; echo 'one line more'; } >"$TMP/stale.md"
like "$(stale "$TMP/stale.md" "$O/gen/METRICS.md")" '-one line more' \
	"a stale file is seen"
