#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Every shell script passes shellcheck, whatever it is called.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/static/files.sh
. tests/static/files.sh
requires shellcheck

check() { shellcheck -x -P SCRIPTDIR -P . "$@" 2>&1; }

mapfile -t shell < <({ scripts 'sh|bash|dash'; text_files | grep '\.sh$'; } | sort -u)
empty "$(check "${shell[@]}")" "shellcheck finds nothing in ${#shell[@]} scripts"
# shellcheck disable=SC2016 # that is the bad script's
printf '#!/bin/sh\nrm -rf $1/*\n' >"$TMP/bad.sh"
like "$(check "$TMP/bad.sh")" SC2086 "a defect is seen"
