#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Every source says its licence in its first three lines.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/static/files.sh
. tests/static/files.sh

unlicensed()
{
	local f

	while IFS= read -r f; do
		head -n 3 "$f" |
			grep -q 'SPDX-License-Identifier: LGPL-2.1-or-later' ||
			printf '%s\n' "$f"
	done
}

sources()
{
	text_files | grep -E '\.([chst]|sh|mk|py|pl|service|rules)$|^Makefile$'
	scripts 'sh|bash|perl|python3?'
}

empty "$(sources | sort -u | unlicensed)" "every source says its licence"
echo 'int a;' >"$TMP/bad.c"
is "$(echo "$TMP/bad.c" | unlicensed)" "$TMP/bad.c" "a source without is seen"
