#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A package counter of 256 J at 256 W: it goes round each second. Whoever asks
# and however often, every sum is the truth. A lost turn would be 256 J too
# little, a spike 256 J too much; allowed is what the register's millisecond
# and the moment of the sample leave open (pcp_energy.py), under 2 J.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain

follow() # INTERVAL SECONDS
{
	tools/with-sim wrap-1s -- sh -c "
		'$PYTHON' '$REF/pcp_energy.py' follow $1 $2 esmi.energy.pkg
		status=\$?
		pminfo -f esmi.energy.wraps esmi.energy.lost_intervals esmi.energy.rejected_samples \
			esmi.energy.counter_bits >'$TMP/counts.$1'
		exit \$status" >"$TMP/follow.$1" 2>&1
}

value_of() # METRIC FILE
{
	sed -n "/^$1\$/,/^\$/s/.* value //p" "$2"
}

diag 'seven runs of 20 to 40 s, side by side'
follow 0.2 20 &
follow 0.5 20 &
follow 1 20 &
follow 3 21 &
follow 20 40 &
tools/with-sim wrap-1s -- sh -c "
	'$PYTHON' '$REF/pcp_energy.py' gap 30 esmi.energy.pkg
	status=\$?
	pminfo -f esmi.energy.lost_intervals >'$TMP/counts.gap'
	exit \$status" >"$TMP/gap" 2>&1 &
tools/with-sim wide -- sh -c "
	'$PYTHON' '$REF/pcp_energy.py' follow 0.5 16 esmi.energy.pkg
	status=\$?
	pminfo -f esmi.energy.counter_bits esmi.energy.wraps >'$TMP/counts.wide'
	exit \$status" >"$TMP/wide" 2>&1 &
wait

for interval in 0.2 0.5 1 3 20; do
	verdict_of "$TMP/follow.$interval" "fetched each $interval s: no spike, no loss"
	is "$(value_of esmi.energy.lost_intervals "$TMP/counts.$interval")" 0 "fetched each $interval s: no interval is counted as lost"
	is "$(value_of esmi.energy.rejected_samples "$TMP/counts.$interval")" 0 "fetched each $interval s: no sample is rejected"
	wraps=$(value_of esmi.energy.wraps "$TMP/counts.$interval")
	# One wrap a second for 20 s and more; cores' registers add theirs.
	if ((${wraps:-0} >= 19)); then
		ok "fetched each $interval s: the wraps are counted"
	else
		not_ok "fetched each $interval s: the wraps are counted" "${wraps:-none}"
	fi
done
is "$(value_of esmi.energy.counter_bits "$TMP/counts.1")" 32 'the register is known to be 32 bits wide'
verdict_of "$TMP/gap" 'after 30 s without any client: no loss'
is "$(value_of esmi.energy.lost_intervals "$TMP/counts.gap")" 0 'and no interval is counted as lost'

# It passes 2^32 ten seconds after the start.
verdict_of "$TMP/wide" 'a 64-bit register: every sum is the truth'
is "$(value_of esmi.energy.counter_bits "$TMP/counts.wide" | sort -u)" 64 'its width is known'
is "$(value_of esmi.energy.wraps "$TMP/counts.wide" | sort -u)" 0 'it does not wrap'
