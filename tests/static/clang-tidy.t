#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# clang-tidy with the checks of .clang-tidy, two files at a time. A file whose
# preprocessed text passed before is not looked at again.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/static/files.sh
. tests/static/files.sh
requires clang-tidy clang

cache=build/tidy
mkdir -p "$cache"
read -ra fuse < <(pkg-config --cflags fuse3 2>/dev/null)
flags=(-std=gnu11 -D_GNU_SOURCE -I. -pthread -DFUZZ_NAME='"none"'
	-DJOULEPATH_VERSION='"0"' "${fuse[@]}")

tidy() # file : prints findings
{
	local key out=$TMP/tidy.$BASHPID

	key=$({ cat .clang-tidy; clang "${flags[@]}" -E "$1"; } 2>&1 |
		sha256sum | cut -d' ' -f1)
	if [ -e "$cache/$key" ]; then return; fi
	if clang-tidy --quiet "$1" -- "${flags[@]}" >"$out" 2>/dev/null; then
		: >"$cache/$key"
	else
		# Notes tell the way there; clang-tidy FILE shows them.
		grep -E 'warning:|error:' "$out" ||
			echo "$1: clang-tidy fails"
	fi
}

tidy_all() # file...
{
	local f

	for f in "$@"; do
		while [ "$(jobs -pr | wc -l)" -ge 2 ]; do wait -n; done
		tidy "$f" &
	done
	wait
}

mapfile -t sources < <(c_sources)
empty "$(tidy_all "${sources[@]}" | sort -u | head -n 60)" \
	"clang-tidy finds nothing in ${#sources[@]} files"

cp .clang-tidy "$TMP"
cat >"$TMP/bad.c" <<'END'
int f(int a);
int f(int a)
{
	int *p = 0;

	if (a = 1)
		return *p;
	return 0;
}
END
like "$(tidy "$TMP/bad.c")" 'null pointer' "a defect is seen"
