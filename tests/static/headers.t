#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Every header compiles alone, and twice, under both compilers.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/static/files.sh
. tests/static/files.sh
flags=(-std=gnu11 -D_GNU_SOURCE -I. -Wall -Wextra -Werror -fsyntax-only -x c)
read -ra fuse < <(pkg-config --cflags fuse3 2>/dev/null)

# Prints the compiler's words about each header that fails.
failures() # compiler header...
{
	local compiler=$1 h
	shift
	for h in "$@"; do
		printf '#include "%s"\n#include "%s"\n' "$h" "$h" |
			"$compiler" "${flags[@]}" "${fuse[@]}" - 2>&1 |
			head -n 5
	done
}

# What needs a library's headers is looked at where they are installed.
wanted()
{
	local h

	c_headers | while IFS= read -r h; do
		case $h in
		sim/*) grep -q '<fuse' "$h" && [ ${#fuse[@]} -eq 0 ] ;;
		pmda/*) [ ! -d /usr/include/pcp ] ;;
		*) false ;;
		esac || printf '%s\n' "$h"
	done
}

mapfile -t headers < <(wanted)
echo 'struct a { uint32_t w; };' >"$TMP/bad.h"
for compiler in gcc clang; do
	if ! command -v $compiler >/dev/null; then
		skip "headers compile alone under $compiler" "not installed"
		continue
	fi
	empty "$(failures $compiler "${headers[@]}")" \
		"${#headers[@]} headers compile alone under $compiler"
	like "$(failures $compiler "$TMP/bad.h")" uint32_t \
		"a header that does not is seen by $compiler"
done
