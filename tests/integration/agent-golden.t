#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# All that the agent serves of each scenario, through a real pmcd, against
# hand-written lists (tests/fixtures/golden/agent, tests/ref/agent_golden.py), and
# what a list can't show: values that follow faults and commands.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain
if sanitized; then skip_all 'a sanitizer makes averages and ages wrong'; fi
export PYTHONPATH=$REF
LISTS=$TOP/tests/fixtures/golden/agent

# scenario_of NAME - Its file, in $REPLY.
scenario_of()
{
	REPLY=$TOP/sim/scenarios/$1.scenario
	[[ -e $REPLY ]] || REPLY=$TOP/tests/fixtures/scenarios/$1.scenario
}

# A platform has at least so many metrics with values.
declare -A least=([milan-1p]=70 [milan-2p]=70 [genoa-2p]=90 [turin-2p]=100 [venice-1p]=120)

for list in "$LISTS"/*.list; do
	name=$(basename "$list" .list)
	scenario_of "$name"
	sed -n 's/^dimms *= */dimms = /p' "$REPLY" >"$TMP/agent.conf"
	# All of sysfs by FUSE, at some 80 us a read, makes hundreds of CPUs slower
	# than any real machine.
	sysfs=fuse
	[[ $name != turin-2p ]] || sysfs=tmpfs
	tools/with-sim "$REPLY" --sysfs "$sysfs" --agent-config "$TMP/agent.conf" -- \
		"$PYTHON" "$REF/agent_golden.py" "$list" >"$TMP/verdict" 2>&1
	status=$?
	last=$(tail -n 1 "$TMP/verdict")
	if [[ $status == 0 && $last == 'checked 160 metrics, wrong: 0' ]]; then
		ok "$name: all 160 metrics are as listed"
	else
		not_ok "$name: all 160 metrics are as listed" "$(tail -n 30 "$TMP/verdict")"
	fi
	[[ ${least[$name]-} ]] || continue
	n=$(sed -n 's/ have values$//p' "$TMP/verdict")
	if ((${n:-0} >= least[$name])); then
		ok "$name: at least ${least[$name]} metrics have values"
	else
		not_ok "$name: at least ${least[$name]} metrics have values" "${n:-none}"
	fi
done

# Commands and faults, on the machine in which no two numbers are alike.
scenario_of distinct-2p
tools/with-sim "$REPLY" -- "$PYTHON" "$REF/golden_moves.py" >"$TMP/moves" 2>&1
is $? 0 'the machine can be moved about'
statements_of "$TMP/moves" 16
