#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A machine whose mailbox times out on every message, as one does where HSMP
# is disabled in the BIOS: the agent says so, serves everything else, and pmcd
# keeps it.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain

diag '60 s of fetching each second'
# shellcheck disable=SC2016 # expanded by the inner shell
tools/with-sim hsmp-disabled --log-dir "$TMP/logs" -- bash -c '
	begin=${EPOCHREALTIME/[.,]/}
	pminfo -f esmi >"$TMP/first" 2>&1
	echo $(((${EPOCHREALTIME/[.,]/} - begin) / 1000)) >"$TMP/first_ms"
	agent() { pgrep -P "$(pminfo -f pmcd.pid | sed -n "s/^ *value //p")"; }
	agent >"$TMP/pid_before"
	"$1" "$2/pcp_energy.py" hold 1 60
	status=$?
	agent >"$TMP/pid_after"
	pminfo -f esmi.hsmp.state >"$TMP/state"
	pminfo -f pmcd.agent.status >"$TMP/status"
	cp "$3/pmcd/pmcd.log" "$TMP/pmcd.log"
	exit $status' bash "$PYTHON" "$REF" "$TMP/logs" >"$TMP/hold" 2>&1

ms=$(cat "$TMP/first_ms")
diag "pminfo -f esmi: $ms ms"
if ((${ms:-9999} < 2000)); then
	ok 'pminfo -f esmi answers within 2 s, right after the start'
else
	not_ok 'pminfo -f esmi answers within 2 s, right after the start' "$ms ms"
fi
verdict_of "$TMP/hold" '60 fetches, one each second, are answered'
longest=$(sed -n 's/^ok .*longest \([0-9]*\) ms$/\1/p' "$TMP/hold")
if ((${longest:-9999} <= 1000)); then
	ok 'each within 1 s'
else
	not_ok 'each within 1 s' "$longest ms"
fi
for metric in energy.pkg energy.core amd_pstate.scaling_cur_freq cpuidle.c2_residency; do
	like "$(cat "$TMP/hold")" "with esmi\\.${metric/./\\.}: 60" "esmi.$metric has values in each fetch"
done
like "$(cat "$TMP/hold")" 'with esmi\.power\.socket: 0' 'esmi.power.socket never has one: absent, not 0'
like "$(cat "$TMP/state")" 'value "disabled-in-bios"' 'esmi.hsmp.state says disabled-in-bios'
is "$(cat "$TMP/pid_after")" "$(cat "$TMP/pid_before")" 'the agent is the same process as before'
like "$(cat "$TMP/status")" 'or "esmi"\] value 0' 'pmcd counts it as connected'
empty "$(grep -iE 'timeout|cleanup.*esmi' "$TMP/pmcd.log")" "pmcd's log tells of no timeout"
