#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A package that draws exactly 150 W: what clients compute from the energy
# counter. The four runs have a machine each and go side by side.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain

# pmval shows the counter's rate: microwatts.
run_pmval() # INTERVAL SAMPLES FILE
{
	steady_hand tools/with-sim steady -- \
		pmval -h local: -w 20 -f 1 -t "$1" -s "$2" esmi.energy.pkg >"$3" 2>&1
}

# each_within_2_percent FILE COUNT SENTENCE
each_within_2_percent()
{
	local summary

	summary=$(awk '
		/^ *[0-9.]+ *$/ {
			n++
			error = ($1 - 150e6) / 150e6 * 100
			if (error < 0) error = -error
			if (error > worst) worst = error
			if (error > 2) bad++
		}
		END { printf "%d values, %d outside, worst %.3f %%\n", n, bad, worst }' "$1")
	diag "$3: $summary"
	if [[ $summary =~ ^([0-9]+)\ values,\ 0\ outside && ${BASH_REMATCH[1]} -eq $2 ]]; then
		ok "$3"
	else
		not_ok "$3" "$summary"
		tail -n 40 "$1" | diag
	fi
}

diag 'four runs of 10 to 30 s, side by side'
run_pmval 1 30 "$TMP/slow" &
run_pmval 0.3 100 "$TMP/fast" &
tools/with-sim steady -- "$PYTHON" "$REF/pcp_energy.py" exact 10 esmi.energy.pkg >"$TMP/exact" 2>&1 &
tools/with-sim steady -- "$PYTHON" "$REF/pcp_energy.py" follow 10 10 esmi.energy.pkg >"$TMP/running" 2>&1 &
wait

each_within_2_percent "$TMP/slow" 30 'pmval at 1 s for 30 s: each value within 2 % of 150 W'
each_within_2_percent "$TMP/fast" 100 'pmval at 0.3 s for 30 s: each value within 2 % of 150 W'
verdict_of "$TMP/exact" 'energy over 10 s is within 0.1 % of the truth (stopped clock)'
verdict_of "$TMP/running" 'energy over 10 s is the truth, to the moment of the fetch (running clock)'

# All registers of a large machine, under a load that moves.
tools/with-sim milan-2p -- "$PYTHON" "$REF/pcp_energy.py" exact 5 esmi.energy.core >"$TMP/cores" 2>&1
verdict_of "$TMP/cores" 'energy of 128 cores over 5 s is within 0.1 % of the truth'

# Sums that are fetched together with what is slow and asked for the first
# time: 256 idle times and clocks, 128 messages. The first rate is the trap.
# shellcheck disable=SC2016 # the inner shell expands
tools/with-sim milan-2p -- bash -c '
	echo "load all constant 0.5" >"$JOULEPATH_SIM/epycsim/control"
	grep "^socket0 power_w" "$JOULEPATH_SIM/epycsim/truth"
	pmrep -h local: -t 1 -s 5 -o csv esmi.energy.pkg esmi.power.socket \
		esmi.boostlimit esmi.c0_residency esmi.amd_pstate.scaling_cur_freq
' >"$TMP/mixed" 2>&1
summary=$(awk -F, '
	/^socket0 power_w/ { split($0, words, " "); watt = words[3]; next }
	/^Time/ { for (i = 1; i <= NF; i++) if ($i ~ /energy.pkg[-[]socket0/) col = i; next }
	col && $col != "" {
		n++
		error = ($col / 1e6 - watt) / watt * 100
		if (error < 0) error = -error
		if (error > worst) worst = error
		if (error > 2) bad++
	}
	END { printf "%d rates, %d outside, worst %.3f %%", n, bad, worst }' "$TMP/mixed")
diag "beside slow metrics: $summary"
like "$summary" '^4 rates, 0 outside' 'a rate beside slow and cold metrics is within 2 % of the power, the first one too'
