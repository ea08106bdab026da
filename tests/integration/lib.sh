# shellcheck shell=bash
# shellcheck disable=SC2034 # variables are for the tests
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# DOC: What the tests of the whole chain share
#
# They run the real programs: epycsim under the kernel's FUSE, a private pmcd,
# PCP's own clients. Where one of these can't be, the test is skipped and says
# so. All temporary files, also those of with-sim, are below $TMP.
#
# Timing. Bounds are those of the requirement, whatever else the machine does:
# either a sample is compared with what was possible while it was taken
# (tests/ref/pcp_client.py), or the programs run in the real-time class, where
# that is allowed (steady_hand).

# shellcheck source=tests/lib/tap.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"

PYTHON=/usr/bin/python3
REF=$TOP/tests/ref
OUT=$O
[[ $OUT == /* ]] || OUT=$TOP/$OUT
export TMPDIR=$TMP PYTHONDONTWRITEBYTECODE=1
export LSAN_OPTIONS=suppressions=$TOP/tests/integration/lsan.supp:print_suppressions=0

# needs_built FILE... - What is not built is a failure, not a reason to skip.
needs_built()
{
	local f

	for f; do
		[[ -e $OUT/$f ]] || {
			not_ok "$OUT/$f is built"
			exit
		}
	done
}

# needs_chain - Skip the script where the chain can't run.
needs_chain()
{
	requires pminfo pmval dbpmda perl setsid
	[[ -e /dev/fuse ]] || skip_all '/dev/fuse is missing'
	"$PYTHON" -c 'import pcp' 2>/dev/null || skip_all 'python3-pcp is not installed'
	needs_built bin/epycsim bin/pmdaesmi gen/root_esmi
}

# sanitized - The build under test is slowed down by a sanitizer.
sanitized() { ldd "$OUT/bin/pmdaesmi" | grep -qE 'lib(a|t|ub)san'; }

# steady_hand COMMAND... - Run with real-time priority if we may.
steady_hand()
{
	if chrt -f 10 true 2>/dev/null; then
		chrt -f 10 "$@"
	else
		"$@"
	fi
}

# verdict_of FILE SENTENCE - The last line of a pcp_*.py is the statement.
verdict_of()
{
	local last

	last=$(tail -n 1 "$1")
	grep -v '^ok \|^bad ' "$1" | diag
	if [[ $last == ok\ * ]]; then
		ok "$2"
		diag "${last#ok }"
	else
		not_ok "$2" "${last:-no output}"
	fi
}

# statements_of FILE COUNT - Each "ok ..." or "bad ..." line is a statement of
# its own; there must be so many.
statements_of()
{
	local line

	while IFS= read -r line; do
		case $line in
		'ok '*) ok "${line#ok }" ;;
		'bad '*) not_ok "${line#bad }" ;;
		*) diag "$line" ;;
		esac
	done <"$1"
	is "$(grep -c '^ok \|^bad ' "$1")" "$2" 'all statements were made'
}

# leftovers - Processes, mounts and directories of ours that are still there.
leftovers()
{
	local d

	grep -F " $TMP/" /proc/self/mounts
	find "$TMP" -maxdepth 1 -name 'joulepath.*'
	for d in /proc/[0-9]*; do
		tr '\0' ' ' 2>/dev/null <"$d/cmdline" | grep -F "$TMP/joulepath."
	done
	return 0
}

# eventually SECONDS COMMAND... - Wait until a command succeeds.
eventually()
{
	local end=$((SECONDS + $1))

	shift
	until "$@"; do
		((SECONDS < end)) || return 1
		sleep 0.05
	done
}
