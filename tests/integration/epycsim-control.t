#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The simulator told from outside: truth, clock, load, faults.

# shellcheck source=tests/integration/epycsim-lib.sh
. "$(dirname "$0")/epycsim-lib.sh"

CPU0=sys/devices/system/cpu/cpu0

truth() # line : its value
{
	sed -n "s/^$1 //p" "$dir/epycsim/truth"
}

register() # MSR of CPU 0 : decimal
{
	local hex

	hex=$(client pread "$dir/dev/cpu/0/msr" "$1" 8)
	hex=${hex#OK }
	echo $((16#${hex:6:2}${hex:4:2}${hex:2:2}${hex:0:2}))
}

everything() # all values that move, in one text
{
	cat "$dir/epycsim/truth" "$dir/proc/stat" "$dir/proc/cpuinfo" \
		"$dir/$CPU0/cpufreq/scaling_cur_freq" \
		"$dir/$CPU0/cpuidle/"state*/{time,usage} \
		"$dir/sys/class/hwmon/hwmon0/temp1_input"
	register 0xC001029A
	register 0xC001029B
	client hsmp "$dir/dev/hsmp" ro 4 0 1 0 | cut -d' ' -f3-
}

# The package takes exactly 150 W, a core 5.5 W.
sim_start --scenario steady || exit 1

control 'clock stop'
first=$(everything)
sleep 0.3
is "$(everything)" "$first" 'a stopped clock freezes all values'

t0=$(truth time_ns) j0=$(truth 'socket0 energy_j') c0=$(truth 'cpu3 energy_j')
r0=$(register 0xC001029B)
control 'clock step 1.5s'
is $(($(truth time_ns) - t0)) 1500000000 'a step is a step of model time'
is "$(echo "$(truth 'socket0 energy_j') $j0" | awk '{ printf "%.6f", $1 - $2 }')" 225.000000 'the package has taken 150 W for 1.5 s'
is "$(echo "$(truth 'cpu3 energy_j') $c0" | awk '{ printf "%.6f", $1 - $2 }')" 8.250000 'a core 5.5 W'
is $((($(register 0xC001029B) - r0) / 65536)) 225 'its register has counted that in 2^-16 J'
is "$(truth 'socket0 power_w')" 150.000000000 'truth knows the power'

control 'clock run'
t0=$(truth time_ns)
real0=$(now_ms)
sleep 0.5
model=$((($(truth time_ns) - t0) / 1000000)) real=$(($(now_ms) - real0))
if [ $((real - model)) -lt 100 ] && [ $((model - real)) -lt 100 ]; then
	ok 'a running clock runs as the real one does'
else
	not_ok 'a running clock runs as the real one does' "$model in $real ms"
fi

control 'clock stop' 'load core 0-3 constant 1' 'uncore 0 56'
is "$(truth 'cpu0 power_w')" 10.500000000 'a load moves the power of its cores'
is "$(truth 'cpu4 power_w')" 5.500000000 'and of no others'
is "$(truth 'socket0 power_w')" 120.000000000 'the uncore can be set'
control 'reset counters'
is "$(register 0xC001029B)" 0 'energy registers can be reset'
like "$(truth 'socket0 energy_j')" '^[1-9]' 'the truth goes on'

like "$(control 'load core 0-99 constant 1' 2>&1)" 'Invalid argument$' 'a wrong command is EINVAL'
is "$(cat "$dir/epycsim/error")" 'load: core 99 does not exist, the last is 7' 'and explained'
control 'clock stop'
is "$(cat "$dir/epycsim/error")" '' 'the explanation goes when the next command is right'
is "$(client open-nobody "$dir/epycsim/control" wo)" EACCES 'only root gives commands'
is "$(diff "$dir/epycsim/scenario" sim/scenarios/steady.scenario && echo same)" same 'the scenario can be read back'

# --- load of this machine: it is 1 at most, and busy loops drive it there

control 'load all host' 'clock run'
sh -c 'while :; do :; done' &
burn=$!
cleanup_fn kill $burn
busy=0
for ((i = 0; i < 50; i++)); do
	sleep 0.1
	busy=$(awk '/^cpu[0-9]+ power_w/ && $3 > m { m = $3 } END { print (m > 9) }' "$dir/epycsim/truth")
	[ "$busy" = 0 ] || break
done
is "$busy" 1 'a busy CPU of this machine moves a core that follows it'
is "$(awk '/^cpu[0-9]+ power_w/ && ($3 < 0.499 || $3 > 10.501)' "$dir/epycsim/truth")" '' 'no core is below idle or above busy'

# --- faults, live

hsmp() { client hsmp "$dir/dev/hsmp" ro 4 0 1 0 | cut -d' ' -f1; }
several() { for _ in 1 2 3 4 5 6; do hsmp; done | tr '\n' ' '; }

control 'fault f hsmp:GET_SOCKET_POWER errno=EBUSY every=3'
is "$(several)" 'OK OK EBUSY OK OK EBUSY ' 'each third call fails'
like "$(cat "$dir/epycsim/status")" 'fault f on calls 6 hits 2' 'status counts them'
control 'fault f off'
is "$(several)" 'OK OK OK OK OK OK ' 'a fault can be switched off'
control 'fault f hsmp:0x04 status=0xFD after=2 count=1'
is "$(several)" 'OK EREMOTEIO OK OK OK OK ' 'the firmware can refuse the second call'
control 'fault m msr@2:0xC001029A errno=EIO'
is "$(client pread "$dir/dev/cpu/2/msr" 0xC001029A 8)" EIO 'a register of a CPU can fault'
like "$(client pread "$dir/dev/cpu/3/msr" 0xC001029A 8)" '^OK' 'and others not'
stat "$dir/dev/cpu/4/msr_safe" >"$TMP/before"
control 'fault gone file:/dev/cpu/*/msr_safe missing=yes'
is "$(client open "$dir/dev/cpu/4/msr_safe" ro)" ENOENT 'a node can vanish, though the kernel knew its name'
is "$(ls "$dir/dev/cpu/4")" msr 'and is not listed'
control 'fault gone off'
is "$(client open "$dir/dev/cpu/4/msr_safe" ro)" OK 'and come back'
control "fault no file:/$CPU0/cpufreq forbidden=yes" 'fault shut file:/dev/hsmp forbidden=yes'
is "$(client open "$dir/dev/hsmp" ro)" EACCES 'a node can be closed, even to root'
control 'fault shut off' "fault e file:/$CPU0/cpufreq/scaling_cur_freq errno=EBUSY"
is "$(client pread "$dir/$CPU0/cpufreq/scaling_cur_freq" 0 99)" EBUSY 'a file can fail'

# A reader inside a long answer can be killed: it does not hang.
control 'fault slow file:/proc/cpuinfo latency_ms=60000'
cat "$dir/proc/cpuinfo" >"$TMP/cpuinfo" &
reader=$!
sleep 0.3
start=$(now_ms)
kill -KILL $reader
wait $reader 2>/dev/null
is $(($(now_ms) - start < 5000)) 1 'who waits for a slow answer can be killed'

control unmount
wait "$sim"
is $? 0 'the unmount command ends it with status 0'
is "$(is_mounted "$dir" && echo mounted)" '' 'and nothing stays mounted'
