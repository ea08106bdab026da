#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The comments of public headers name every parameter and member, and say what
# is returned; the Linux kernel's own checker decides.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/static/files.sh
. tests/static/files.sh
kernel_doc=$(find /usr/lib/linux-kbuild-*/scripts /usr/src/linux-*/scripts \
	-name kernel-doc 2>/dev/null | sort | tail -n 1)
[ -n "$kernel_doc" ] || skip_all "linux-kbuild, which ships kernel-doc, is not installed"

# Values of an enum may speak for themselves: firmware's numbers do.
check()
{
	"$kernel_doc" -none -v "$@" 2>&1 |
		grep -vE ': info: |Enum value .* not described|^[0-9]+ warnings'
}

mapfile -t headers < <(c_headers | grep -E '^(base|hw|sim/model|pmda)/')
empty "$(check "${headers[@]}")" "${#headers[@]} headers are documented"

cat >"$TMP/bad.h" <<'END'
/**
 * f() - Do it
 * @a:	The one
 *
 * Return: 0
 */
int f(int a, int b);
END
like "$(check "$TMP/bad.h")" "'b' not described" "a missing parameter is seen"
sed -e '/Return/d' -e 's/, int b//' "$TMP/bad.h" >"$TMP/bad2.h"
like "$(check "$TMP/bad2.h")" "[Rr]eturn" "a missing return value is seen"
