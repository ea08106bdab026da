#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Disturbances that pass leave nothing behind: places that the firmware would
# not speak of at the start are found later, energy that was forbidden comes
# back, and the log names each cause once, however often CPUs come and go.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain

# Commands to the machine and fetches, as a sourced script.
cat >"$TMP/inside.sh" <<'END_INSIDE'
machine() { printf '%s\n' "$*" >>"$JOULEPATH_SIM/epycsim/control"; }
fetches() { for ((i = 0; i < $1; i++)); do pminfo -f esmi >/dev/null 2>&1; sleep 0.5; done; }
END_INSIDE

for errno in EBUSY EINTR ETIMEDOUT; do
	sed "s/^name *=.*/name = disturbed/" sim/scenarios/milan-1p.scenario >"$TMP/$errno.scenario"
	cat >>"$TMP/$errno.scenario" <<END_FAULT

[fault early]
target = hsmp:0x13
errno = $errno
END_FAULT
	(
		# shellcheck disable=SC2016
		tools/with-sim "$TMP/$errno.scenario" -- bash -c '
			. "$1"
			fetches 4
			machine fault early off
			fetches 30
			pminfo -f esmi.nbio.dpm_max' - "$TMP/inside.sh" >"$TMP/$errno.out" 2>&1
	) &
done
# shellcheck disable=SC2016
tools/with-sim milan-1p --log-dir "$TMP/logs" -- bash -c '
	. "$1"
	fetches 3
	machine driver unbind
	fetches 4
	for state in off on off on; do machine "cpu 3 $state"; fetches 4; done
	machine "fault no msr:* errno=EACCES"
	machine "fault nobatch file:/dev/cpu/msr_batch errno=EACCES"
	fetches 6
	machine "fault no off"
	machine "fault nobatch off"
	fetches 20' - "$TMP/inside.sh" >"$TMP/said" 2>&1
is $? 0 'a machine is disturbed in many ways'
diag <"$TMP/said"
wait
for errno in EBUSY EINTR ETIMEDOUT; do
	is "$(grep -c 'inst \[' "$TMP/$errno.out")" 4 "all NBIOs are found after $errno at the start"
	diag <"$TMP/$errno.out"
done
log=$TMP/logs/pmcd/esmi.log
is "$(grep -c 'HSMP mailbox has no device' "$log")" 1 'that the driver went is said once, though CPUs come and go'
is "$(grep -c 'no energy: not permitted' "$log")" 1 'so is that registers are forbidden'
diag <"$log"
