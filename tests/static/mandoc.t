#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Manual pages have no mistakes that mandoc knows.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/static/files.sh
. tests/static/files.sh
requires mandoc

check() { mandoc -T lint -W warning "$@" 2>&1; }

mapfile -t pages < <(text_files | grep -E '^docs/man/.*\.[1-8]$')
if [ ${#pages[@]} -gt 0 ]; then
	empty "$(check "${pages[@]}")" "mandoc finds nothing in ${#pages[@]} pages"
else
	skip "manual pages are right" "there are none yet"
fi
printf '.Dd today\n.Dt BAD 1\n.Os\n.Sh NAME\n.Xx\n' >"$TMP/bad.1"
like "$(check "$TMP/bad.1")" bad.1 "a mistake is seen"
