#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Spelling.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/static/files.sh
. tests/static/files.sh
requires codespell

# Names of ours that look like mistakes.
names='nd,ist,ans,trough'

check() { codespell --ignore-words-list "$names" "$@" 2>&1; }

mapfile -t texts < <(text_files)
empty "$(check "${texts[@]}")" "codespell finds nothing in ${#texts[@]} files"
# In two pieces, so that this file passes.
printf 'the number of occu%s\n' 'rences' >"$TMP/bad.txt"
like "$(check "$TMP/bad.txt")" occurrences "a mistake is seen"
