#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The tree is as clang-format leaves it (make format).

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/static/files.sh
. tests/static/files.sh
requires clang-format

unformatted() { clang-format --dry-run -Werror "$@" 2>&1 | grep error: | head -n 20; }

mapfile -t sources < <(c_files)
empty "$(unformatted "${sources[@]}")" "${#sources[@]} C files are formatted"
cp .clang-format "$TMP"
echo 'int  f( void ) {return 1;}' >"$TMP/bad.c"
like "$(unformatted "$TMP/bad.c")" bad.c "an unformatted file is seen"
