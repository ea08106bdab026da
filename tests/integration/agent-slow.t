#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Sources that take seconds: pmcd serves others meanwhile, the agent stays.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain

# longest SECONDS METRIC - Milliseconds of the slowest of some fetches.
# shellcheck disable=SC2016 # the inner shell expands
slow_source='
	for _ in 1 2 3 4 5; do
		pmval -t 1 -s 14 esmi.energy.pkg >/dev/null 2>&1 &
	done
	sleep 1
	echo "fault slow $1 latency_ms=3000" >"$JOULEPATH_SIM/epycsim/control"
	sleep 1
	worst=0
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		begin=$(date +%s%N)
		pminfo -f pmcd.numagents >/dev/null || echo "pmcd does not answer"
		ms=$((($(date +%s%N) - begin) / 1000000))
		if [ "$ms" -gt "$worst" ]; then worst=$ms; fi
		sleep 0.3
	done
	echo "worst $worst"
	echo "fault slow off" >"$JOULEPATH_SIM/epycsim/control"
	wait
	sleep 4
	pminfo -f esmi.energy.pkg esmi.power.socket
	grep -c timeout "${PCP_CONF%/*}/log/pmcd/pmcd.log"
'

for target in 'msr:*' 'hsmp:*'; do
	name=${target%:*}
	tools/with-sim milan-1p -- bash -c "$slow_source" slow "$target" >"$TMP/$name" 2>&1
	worst=$(sed -n 's/^worst //p' "$TMP/$name")
	diag "$target takes 3 s: the slowest of ten fetches of another agent took $worst ms"
	if [ -n "$worst" ] && [ "$worst" -lt 2000 ]; then
		ok "others are served within 2 s while $target takes 3 s and five clients ask"
	else
		not_ok "others are served within 2 s while $target takes 3 s and five clients ask" "$worst ms"
		diag <"$TMP/$name"
	fi
	is "$(grep -c 'inst \[0' "$TMP/$name")" 2 "all has values again when $target is quick again"
	is "$(tail -n 1 "$TMP/$name")" 0 "pmcd did not lose patience with the agent ($target)"
done
