#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Every value that hwdump shows of every scenario, or why there is none, against
# lists that were written from the hardware's documentation and the scenarios:
# tests/fixtures/golden/hw, language in tests/ref/golden.py. The machine stands
# still at a time that the list says, so values are exact.
#
# GOLDEN_ONLY="milan-1p rome" takes these only, GOLDEN_SHOWN=N shows more
# differences.

# shellcheck source=tests/integration/epycsim-lib.sh
. "$(dirname "$0")/epycsim-lib.sh"

LISTS=tests/fixtures/golden/hw
hwdump=$O/bin/hwdump
build "$hwdump"
export PYTHONDONTWRITEBYTECODE=1
golden() { /usr/bin/python3 "$TOP/tests/ref/golden.py" "$@"; }

to_ns() # DURATION: whole s or ms
{
	case $1 in
	*[!0-9]ms | '') return 1 ;;
	*ms) echo $((${1%ms} * 1000000)) ;;
	*s) echo $((${1%s} * 1000000000)) ;;
	*) return 1 ;;
	esac
}

model_ns() { sed -n 's/^time_ns //p' "$dir/epycsim/truth"; }

# stop_at DURATION: the model's clock, on the nanosecond
stop_at()
{
	local at now

	at=$(to_ns "$1") || return 1
	control 'clock stop' || return 1
	now=$(model_ns)
	control "clock step $((at - now))ns" || return 1
	[ "$(model_ns)" -eq "$at" ]
}

# dump_of SCENARIO LIST FILE OPTION... : options of epycsim
dump_of()
{
	local options

	read -ra options <<<"$(golden --get "$2" options)"
	sim_start --scenario "$1" "${@:4}" || return 1
	stop_at "$(golden --get "$2" time)" || return 1
	# Plain files follow within 100 ms, if nobody else wants the machine.
	if [ $# -gt 3 ]; then sleep 1; fi
	"$hwdump" --root "$dir" ${options[@]+"${options[@]}"} >"$3" || return 1
	sim_end "$sim_n"
	unset "sim_pid_$sim_n"
}

# held SENTENCE LIST DUMP
held()
{
	local result

	if result=$(golden "$2" "$3"); then
		ok "$1"
		diag "${result#ok }"
	else
		not_ok "$1" "$result"
	fi
}

for scenario in $("$epycsim" --list | cut -d' ' -f1); do
	list=$LISTS/$scenario.list
	if [ -n "${GOLDEN_ONLY-}" ] && [[ " $GOLDEN_ONLY " != *" $scenario "* ]]; then
		continue
	fi
	sentence="$scenario is what its documentation says"
	if [ ! -f "$list" ]; then
		not_ok "$sentence" "there is no $list"
		continue
	fi
	dump=$TMP/$scenario.dump
	if ! dump_of "$scenario" "$list" "$dump"; then
		not_ok "$sentence" 'the dump failed'
	else
		held "$sentence" "$list" "$dump"
	fi
done
if [ -n "${GOLDEN_ONLY-}" ]; then exit 0; fi

# The largest machine again, its sysfs being plain files.
list=$LISTS/turin-2p.list
dump_of turin-2p "$list" "$TMP/tmpfs.dump" --sysfs tmpfs
is $? 0 'turin-2p with --sysfs tmpfs is dumped'
held 'turin-2p with --sysfs tmpfs is what its documentation says' "$list" \
	"$TMP/tmpfs.dump"

# A P-state of the fabric that was locked is one.
sim_start --scenario milan-1p
client hsmp "$dir/dev/hsmp" rw 0x0D 1 0 0 1 >"$TMP/lock"
is "$("$hwdump" --root "$dir" --only socket0.hsmp.SET_DF_PSTATE)" \
	'socket0.hsmp.SET_DF_PSTATE.apb_disabled 1 none
socket0.hsmp.SET_DF_PSTATE.pstate 1 none' 'a DF P-state that was locked is shown'

# What the lists can't do without being noticed. Each dump has one defect.
list=$LISTS/milan-1p.list
good=$TMP/milan-1p.dump
defect() # SENTENCE EXPECTED-LINE COMMAND... : the dump by a filter
{
	local sentence=$1 line=$2 result

	shift 2
	"$@" <"$good" >"$TMP/bad.dump"
	result=$(golden "$list" "$TMP/bad.dump")
	is "$? $(head -n 1 <<<"$result")" "1 $line" "$sentence"
}
defect 'a register that is off by one is found' \
	'cpu7.energy_core.raw: 1293535 count, wanted 1293534 count' \
	sed '/^cpu7.energy_core.raw /s/ 1293534 / 1293535 /'
defect 'a limit in watts is found' \
	'socket0.hsmp.GET_SOCKET_POWER_LIMIT.limit: 180 mW, wanted 180000 mW' \
	sed '/POWER_LIMIT.limit /s/180000/180/'
defect 'another unit is found' \
	'cpu0.cpufreq.scaling_max_freq: 4100000 MHz, wanted 4100000 kHz' \
	sed '/^cpu0.*scaling_max_freq /s/kHz/MHz/'
defect 'another errno is found' \
	'socket0.hsmp.GET_TEMP_MONITOR.temperature: - EPERM, wanted - ENOMSG' \
	sed '/TEMP_MONITOR/s/ENOMSG/EPERM/'
defect 'a value that should be absent is found' \
	'socket0.hsmp.GET_RAPL_UNITS.esu: 0 none, wanted - ENOMSG' \
	sed '/RAPL_UNITS.esu/s/ - ENOMSG/ 0 none/'
defect 'a text that differs is found' \
	'machine.msr_source: msr none, wanted msr_safe none' \
	sed '/msr_source/s/msr_safe/msr/'
defect 'a line that is missing is found' \
	'missing: socket0.hsmp.GET_PROC_HOT.prochot 0 none' \
	sed '/GET_PROC_HOT/d'
defect 'a line too much is found' 'unexpected: cpu8.online 1 none' \
	sed '1i cpu8.online 1 none'
defect 'a line that comes twice is found' 'twice: machine.n_cpus 8 none' \
	sed '/^machine.n_cpus /p'
: >"$TMP/empty.dump"
is "$(golden "$list" "$TMP/empty.dump" | tail -n 1)" \
	'bad 0 lines, 648 wanted, 648 differ' 'an empty dump is found'
printf 'a 1 none\n' >"$TMP/no-reason.list"
is "$(golden "$TMP/no-reason.list" "$TMP/empty.dump")" \
	'bad list: no-reason.list:1: NAME WHAT UNIT # REASON' \
	'a demand without a reason is refused'
