#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# 2 x 128 cores with SMT, 512 CPUs: all metrics each second for 60 s. Sysfs is a
# tmpfs, as quick as a real one; the mailbox takes its scenario's 300 us a
# message. Bounds are the requirement's; what was measured is printed.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain
if sanitized; then skip_all 'a sanitizer takes its own time'; fi
export PYTHONPATH=$REF

sed -n 's/^dimms *= */dimms = /p' sim/scenarios/turin-2p.scenario >"$TMP/agent.conf"
steady_hand tools/with-sim turin-2p --sysfs tmpfs --agent-config "$TMP/agent.conf" --log-dir "$TMP/logs" -- \
	"$PYTHON" "$REF/pcp_scale.py" 60 >"$TMP/scale" 2>&1
is $? 0 '512 CPUs: 65 fetches of all metrics, one each second, are answered'
diag <"$TMP/scale"

# of KEY - Its number, in $REPLY; a large one if there is none.
of()
{
	REPLY=$(sed -n "s/^$1 //p" "$TMP/scale" | head -n 1)
	REPLY=${REPLY:-999999}
}

# below KEY BOUND SENTENCE
below()
{
	of "$1"
	if awk -v x="$REPLY" -v most="$2" 'BEGIN { exit !(x < most) }'; then
		ok "$3"
	else
		not_ok "$3" "$1 is $REPLY"
	fi
}

of fetches
is "$REPLY" 60 '60 fetches are measured'
of metrics_with_values
if ((REPLY >= 100 && REPLY < 999999)); then
	ok 'at least 100 metrics have values'
else
	not_ok 'at least 100 metrics have values' "$REPLY"
fi
of values
is "${REPLY% *}" "${REPLY#* }" 'each fetch brings as many values as the others'
below client_p99_ms 100 'p99 of the time of a fetch, as the client sees it, is below 100 ms'
below agent_p99_ms 100 'p99 by esmi.agent.fetch_time is below 100 ms'
below user_percent 5 "the agent's user time is below 5 % of one core"
below agent_cpu_percent 10 'by its own account it uses less than 10 % of one core'
of same_agent
is "$REPLY" 1 'the agent is the same process'
empty "$(grep -i timeout "$TMP/logs/pmcd/pmcd.log")" "pmcd's log tells of no timeout"
