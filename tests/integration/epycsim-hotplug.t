#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# CPUs, SMT and the HSMP driver that come and go, as a program sees it that has
# files open, and one that looks at once afterwards.

# shellcheck source=tests/integration/epycsim-lib.sh
. "$(dirname "$0")/epycsim-lib.sh"

sim_start --scenario sparse-ids || exit 1
cpu=$dir/sys/devices/system/cpu

# hold NAME PATH WHAT: a program that keeps PATH open; ask NAME asks it once
hold()
{
	mkfifo "$TMP/$1.in" "$TMP/$1.out"
	/usr/bin/python3 tests/integration/simclient.py held "$2" "$3" <"$TMP/$1.in" >"$TMP/$1.out" &
	eval "exec {in_$1}>$TMP/$1.in {out_$1}<$TMP/$1.out"
}
ask()
{
	local in=in_$1 out=out_$1 answer

	echo >&"${!in}"
	read -r -t 10 answer <&"${!out}"
	echo "$answer"
}

hold hsmp "$dir/dev/hsmp" hsmp
hold msr "$dir/dev/cpu/1/msr" pread:0xC001029B:8
hold safe "$dir/dev/cpu/1/msr_safe" pread:0xC001029B:8
hold freq "$cpu/cpu1/cpufreq/scaling_cur_freq" pread:0:64
hold cap "$dir/sys/class/hwmon/hwmon3/power1_cap" pread:0:64
all() { for f in hsmp msr safe freq cap; do ask $f; done | tr '\n' ' '; }
is "$(all)" 'OK 42 OK OK OK OK ' 'everything that is open answers'

# --- a CPU

find "$cpu" >/dev/null
control 'cpu 1 off'
is "$(names "$cpu/cpu1")" 'cpuidle online ' 'an offline CPU has no topology, cache, cpufreq, though the kernel knew them'
is "$(client open "$cpu/cpu1/topology/core_id" ro)" ENOENT 'nor are they found'
is "$([ -e "$cpu/cpu1/topology/core_id" ] && echo there)" '' 'not even by name'
is "$(cat "$cpu"/{online,offline,present,cpu1/online} | tr '\n' ' ')" '0,2-4,6-15 1,5 0-15 0 ' 'the lists say so'
is "$(cat "$cpu/cpu9/topology/thread_siblings_list")" 9 'its sibling is alone'
is "$(grep -c '^processor' "$dir/proc/cpuinfo") $(grep -c '^cpu1 ' "$dir/proc/stat")" '14 0' '/proc does not know it'
is "$(client open "$dir/dev/cpu/1/msr" ro)" ENXIO 'its registers do not open'
is "$(ask msr) $(ask safe) $(ask freq)" 'ENXIO ENXIO ENODEV' 'and what is open says that it is gone'
idle=$(cat "$cpu/cpu1/cpuidle/state2/time")
control 'clock step 10s'
is "$(cat "$cpu/cpu1/cpuidle/state2/time")" "$idle" 'its idle time stands still'
control 'cpu 1 on'
is "$(cat "$cpu/online") $(cat "$cpu/cpu1/topology/core_id")" '0-4,6-15 1' 'it comes back'
is "$(ask msr) $(ask safe) $(ask freq)" 'OK OK OK' 'with what is open'
control 'cpu 5 on'
is "$(cat "$cpu/online" "$cpu/cpu5/topology/physical_package_id" | tr '\n' ' ')" '0-15 3 ' 'a CPU that was offline from the start can come'
like "$(control 'cpu 0 off' 2>&1)" 'Invalid argument$' 'CPU 0 stays'

# --- SMT

control 'smt off'
is "$(cat "$cpu"/{online,smt/active,smt/control} | tr '\n' ' ')" '0-7 0 off ' 'without SMT there are first threads only'
is "$(find "$cpu" -name thread_siblings_list -exec cat {} + | sort -n | tr '\n' ' ')" '0 1 2 3 4 5 6 7 ' 'each alone'
control 'smt on'
is "$(cat "$cpu"/{online,smt/active,smt/control} | tr '\n' ' ')" '0-15 1 on ' 'and with it all'

# --- the driver

ls "$dir/dev" "$dir/sys/class/hwmon" >/dev/null
control 'driver unbind socket 1'
is "$(names "$dir/sys/class/hwmon")" 'hwmon0 hwmon1 hwmon2 ' "a socket's hwmon goes with its driver"
is "$(ask cap) $(ask hsmp)" 'ENODEV OK 42' 'what is open is ENODEV, the other socket answers'
is "$(client hsmp "$dir/dev/hsmp" ro 4 0 1 1 | cut -d' ' -f1)" ENODEV 'messages to it are ENODEV'
control 'driver unbind'
is "$(ls "$dir/dev")" cpu '/dev/hsmp vanishes with the last one'
is "$([ -e "$dir/dev/hsmp" ] && echo there)" '' 'at once'
is "$(client open "$dir/dev/hsmp" ro)" ENOENT 'so that it does not open'
is "$(ask hsmp)" ENODEV 'what is open is ENODEV'
is "$(ls "$dir/sys/devices/platform/AMDI0097:00")" modalias 'the device stays, without attributes'
control 'driver bind'
is "$(names "$dir/dev")" 'cpu hsmp ' 'it comes back'
is "$(all)" 'OK 42 OK OK OK OK ' 'and what was open all the time works again'

# --- the mailbox's pace

control 'mailbox 20ms'
ms=$(client parallel "$dir/dev/hsmp" 5 0 | cut -d' ' -f2)
if [ "$ms" -ge 100 ]; then ok 'messages take the time that they are told to'; else not_ok 'messages take the time that they are told to' "$ms"; fi
ms=$(client parallel "$dir/dev/hsmp" 10 0 1 | cut -d' ' -f2)
if [ "$ms" -ge 200 ] && [ "$ms" -lt 390 ]; then ok 'serial for a socket, side by side for two'; else not_ok 'serial for a socket, side by side for two' "$ms"; fi
