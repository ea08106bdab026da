#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# cppcheck. It reports what the cleanup attribute holds as leaked, which is left
# to -fanalyzer and LeakSanitizer, and readdir() as unsafe in threads, which it
# is not where each has its own stream (POSIX.1-2024 and glibc).

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/static/files.sh
. tests/static/files.sh
requires cppcheck

check()
{
	# From an empty build folder it reads all again; with one, changes.
	mkdir -p build/cppcheck
	cppcheck --quiet -j2 --std=c11 --library=posix,gnu -I. \
		--enable=warning,performance,portability --inline-suppr \
		--suppress=memleak --suppress=resourceLeak \
		--suppress=readdirCalled --suppress=missingIncludeSystem \
		--suppress=unknownMacro \
		--cppcheck-build-dir=build/cppcheck \
		-D_GNU_SOURCE -D__x86_64__ -D__linux__ \
		--template='{file}:{line}: {id}: {message}' \
		--error-exitcode=1 "$@" 2>&1
}

mapfile -t sources < <(c_sources | grep -v '^tests/')
empty "$(check "${sources[@]}")" "cppcheck finds nothing in ${#sources[@]} files"
echo 'int f(void) { int a[2] = { 0 }; return a[2]; }' >"$TMP/bad.c"
like "$(check "$TMP/bad.c")" arrayIndexOutOfBounds "a defect is seen"
