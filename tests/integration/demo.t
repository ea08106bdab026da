#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The demonstration comes to its end without a terminal, and what it shows on
# the simulated machine is what the scenario says: 46 W for the uncore and, for
# each of 8 cores, 0.4 W idle to 11 W busy make 74.6 W at 30 % and 129.8 W at
# 95 %.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain
requires pmrep pgrep
needs_built bin/hwdump
if "$OUT/bin/hwdump" --check >/dev/null; then
	skip_all 'this machine has a processor of its own to show'
fi

tools/demo >"$TMP/demo" 2>&1 </dev/null
is $? 0 'it succeeds without a terminal'
diag <"$TMP/demo"

# last_of HEADING COLUMN - In the last row of the table below a heading.
last_of()
{
	awk -v heading="$1" -v column="$2" '
		index($0, heading) { inside = 1; next }
		inside && /^[0-9:]+ / { value = $column }
		inside && /^$/ { exit }
		END { print value }' "$TMP/demo"
}

is "$(last_of '30 % busy' 2)" 74.6 "at 30 % the firmware's power is 74.6 W"
is "$(last_of '95 % busy' 2)" 129.8 'at 95 % it is 129.8 W'

# near GOT WANTED SENTENCE - Within 2 %.
near()
{
	if awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > 0.98 * b && a < 1.02 * b) }'; then
		ok "$3"
	else
		not_ok "$3" "$1"
	fi
}

near "$(last_of '30 % busy' 4)" 74.64 'the energy counter gives the same at 30 %'
near "$(last_of '95 % busy' 4)" 129.76 'and at 95 %'
like "$(cat "$TMP/demo")" 'ioctl GET_SOCKET_POWER [1-9]' 'the mailbox was asked by ioctl'
like "$(cat "$TMP/demo")" 'pread msr_safe [1-9]' 'registers were read by pread'
like "$(cat "$TMP/demo")" 'refused ioctls 0' 'nothing was refused'
empty "$(grep -P '\x1b' "$TMP/demo")" 'no escape sequences without a terminal'
empty "$(grep -iE 'error|No such|not found|usage' "$TMP/demo")" 'nothing goes wrong on the way'
empty "$(leftovers)" 'and nothing is left behind'

# A fresh Debian answers `make` with: command not found.
is "$(sed '/^sudo make/q' README.md | grep -c '^sudo apt-get update && sudo apt-get install make git\b')" 1 \
	'README.md names what is needed before the first make'
