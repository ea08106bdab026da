# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
#
# TAP for shell tests. A test is a bash script tests/*/NAME.t that begins with
#
#	. "$(dirname "$0")/../lib/tap.sh"
#
# and calls ok, not_ok, is, like for each statement, in the form of a sentence.
# The plan is printed at the end unless plan N was called; a script that dies
# half-way fails. It runs at the repository's root, $TMP is a folder of its
# own that vanishes at exit, after the functions given to cleanup_fn have run
# in reverse order, also after a failure or a signal.

set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
TOP=$PWD
# O is the build folder of the variant under test.
O=${O:-build}
TMP=$(mktemp -d "${TMPDIR:-/tmp}/joulepath-test.XXXXXX") || exit 1
export TOP O TMP

tap_n=0
tap_failed=0
tap_planned=
tap_done=
tap_cleanups=()

diag() # text... : a remark, or what comes by stdin
{
	if [ $# -gt 0 ]; then printf '%s\n' "$*"; else cat; fi | sed 's/^/# /'
}

plan() # N
{
	tap_planned=$1
	echo "1..$1"
}

ok() # sentence
{
	tap_n=$((tap_n + 1))
	echo "ok $tap_n - $1"
}

not_ok() # sentence [detail]
{
	tap_n=$((tap_n + 1))
	tap_failed=$((tap_failed + 1))
	echo "not ok $tap_n - $1"
	if [ $# -gt 1 ]; then diag "$2"; fi
}

is() # got wanted sentence
{
	if [ "$1" = "$2" ]; then ok "$3"; else
		not_ok "$3" "got:    $1"
		diag "wanted: $2"
	fi
}

like() # got extended-regex sentence
{
	if [[ $1 =~ $2 ]]; then ok "$3"; else
		not_ok "$3" "got:  $1"
		diag "like: $2"
	fi
}

empty() # text sentence : what a checker found, nothing in the good case
{
	if [ -z "$1" ]; then ok "$2"; else not_ok "$2" "$1"; fi
}

skip() # sentence why : one statement cannot be made here
{
	tap_n=$((tap_n + 1))
	echo "ok $tap_n - $1 # SKIP $2"
}

skip_all() # why : the whole script cannot run here
{
	tap_done=1
	echo "1..0 # SKIP $1"
	exit 0
}

requires() # command... : skip unless all of them exist
{
	local tool

	for tool in "$@"; do
		command -v "$tool" >/dev/null || skip_all "$tool is not installed"
	done
}

cleanup_fn() # command [argument...] : to be run at exit
{
	tap_cleanups+=("$(printf '%q ' "$@")")
}

build() # target... : make them in O; scripts that run at once take turns
{
	mkdir -p build
	flock build/.lock make -s --no-print-directory O="$O" "$@" >&2
}

tap_exit()
{
	local rc=$? i

	trap - EXIT INT TERM HUP
	for ((i = ${#tap_cleanups[@]} - 1; i >= 0; i--)); do
		eval "${tap_cleanups[i]}"
	done
	rm -rf "$TMP"
	[ -z "$tap_done" ] || exit "$rc"
	if [ "$rc" -ne 0 ]; then
		echo "not ok $((tap_n + 1)) - $0 ended early with status $rc"
		exit "$rc"
	fi
	[ -n "$tap_planned" ] || echo "1..$tap_n"
	[ "$tap_n" -gt 0 ] || exit 1
	[ "$tap_n" -eq "${tap_planned:-$tap_n}" ] || exit 1
	[ "$tap_failed" -eq 0 ] || exit 1
}
trap tap_exit EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
