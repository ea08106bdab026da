#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# sysfs as plain files: as quick as sysfs, never half of a value, gone at the
# end.

# shellcheck source=tests/integration/epycsim-lib.sh
. "$(dirname "$0")/epycsim-lib.sh"

# Values that were in one of the two trees only, or differed.
static_files() # folder
{
	(cd "$1/sys" && find . -type f ! -name time ! -name usage ! -name '*_cur_freq' \
		! -name temp1_input ! -name energy_uj ! -path '*hwmon[23]*' \
		! -path '*AMDI*' -exec md5sum {} + | sort -k2)
}
moving() { cat "$dir/sys/devices/system/cpu/cpu1/cpuidle/state2/time"; }

sim_start --scenario sparse-ids || exit 1
static_files "$dir" >"$TMP/fuse"
sim_start --scenario sparse-ids --sysfs tmpfs || exit 1
cpu=$dir/sys/devices/system/cpu
static_files "$dir" >"$TMP/plain"
is "$(diff "$TMP/fuse" "$TMP/plain" && wc -l <"$TMP/plain" | tr -d ' ')" "$(wc -l <"$TMP/fuse" | tr -d ' ')" 'plain files hold the same as the others'
is "$(stat -f -c %T "$cpu" "$dir/dev" "$dir/epycsim" "$dir/proc" | uniq -c | tr -s ' ' | cut -d' ' -f2 | tr '\n' ' ')" '1 3 ' 'only sysfs is plain'
is "$(stat -c %a "$cpu/online" "$cpu/cpu1/online" "$cpu/cpu0/cpufreq/cpuinfo_cur_freq" | tr '\n' ' ')" '444 644 400 ' 'with their modes'
is "$(client hsmp "$dir/dev/hsmp" ro 1 1 1 0 41 | cut -d' ' -f3)" 2a 'devices answer as ever'

before=$(moving)
sleep 0.5
after=$(moving)
if [ "$after" -gt "$before" ]; then ok 'values move'; else not_ok 'values move' "$before $after"; fi
control 'clock stop'
sleep 0.3
first=$(moving)
sleep 0.3
is "$(moving)" "$first" 'and stand with the clock'
control 'load all constant 0' 'clock step 200s'
sleep 0.5
if [ "$(moving)" -gt 150000000 ]; then ok 'they get their ninth digit'; else not_ok 'they get their ninth digit' "$(moving)"; fi
control 'clock run'

exec 7<"$cpu/cpu1/cpufreq/scaling_cur_freq"
control 'cpu 1 off'
is "$(names "$cpu/cpu1")" 'cpuidle online ' 'a CPU that goes takes its folders along'
is "$(cat <&7)" '' 'what was open there has nothing any more'
exec 7<&-
is "$(cat "$cpu/online" "$cpu/cpu9/topology/thread_siblings_list" "$cpu/cpu1/online" | tr '\n' ' ')" '0,2-4,6-15 9 0 ' 'and lists follow'
control 'cpu 1 on'
is "$(cat "$cpu/online" "$cpu/cpu1/topology/core_id" | tr '\n' ' ')" '0-4,6-15 1 ' 'it comes back'
is "$(find "$dir/sys" -name '*.new')" '' 'nothing is left over'
like "$(control "fault f file:/sys/* errno=EIO" 2>&1)" 'Invalid argument$' 'faults of plain files are refused'
like "$(cat "$dir/epycsim/error")" 'plain files' 'and explained'
control 'fault f file:/proc/stat errno=EIO'
is "$(client pread "$dir/proc/stat" 0 9)" EIO 'others are not'
kill "$sim"
wait "$sim"
is "$? $(is_mounted "$dir" && echo mounted) $(is_mounted "$dir/sys" && echo mounted)" '0  ' 'nothing stays mounted'
is "$(ls "$dir")" '' 'and nothing in the folder'

sed 's/^\[load\]/[fault f]\ntarget = file:\/sys\/devices\/*\nerrno = EIO\n[load]/' sim/scenarios/steady.scenario >"$TMP/faulty.scenario"
mkdir "$TMP/empty"
said=$("$epycsim" --scenario "$TMP/faulty.scenario" --sysfs tmpfs "$TMP/empty" 2>&1)
like "$? $said" '^2 epycsim: scenario .* has faults of files below /sys' 'a scenario with such faults is refused'
said=$("$epycsim" --sysfs ram "$TMP/empty" 2>&1)
is "$? $said" '2 epycsim: --sysfs ram is neither fuse nor tmpfs' 'so is another kind'

# --- the largest machine, hammered

start=$(now_ms)
sim_start --scenario turin-2p --sysfs tmpfs || exit 1
ms=$(($(now_ms) - start))
cpu=$dir/sys/devices/system/cpu
diag "512 CPUs are ready after $ms ms"
if [ $ms -lt 5000 ]; then ok '512 CPUs are ready in 5 s'; else not_ok '512 CPUs are ready in 5 s' $ms; fi
is "$(cat "$cpu/online") $(cat "$cpu/cpu511/topology/physical_package_id")" '0-511 1' 'all of them'
control 'load core 0 sine 0.5 0.4 1s' 'load core 1 constant 0' 'clock step 30min'
sleep 1
hammer=$(client hammer 6 "$cpu/cpu0/cpufreq/scaling_cur_freq" "$cpu/cpu1/cpuidle/state2/time" "$cpu/cpu1/cpuidle/state2/usage" "$cpu/cpu0/cpuidle/state1/time")
diag "reads, empty, least, greatest, back: $hammer"
read -r word reads empty low high _ <<<"$hammer"
is "$word" OK 'no read is torn'
if [ "$reads" -gt 100000 ] && [ "$empty" -lt 5 ]; then ok "of $reads"; else not_ok 'of many' "$hammer"; fi
# turin-2p's clock goes from min_mhz to max_mhz; the sine from a tenth of that.
min=$(cat "$cpu/cpu0/cpufreq/cpuinfo_min_freq") max=$(cat "$cpu/cpu0/cpufreq/cpuinfo_max_freq")
if [ "$low" -ge "$min" ] && [ "$high" -le "$max" ] && [ $((high - low)) -gt $(((max - min) / 2)) ]; then ok 'values are those of the load'; else not_ok 'values are those of the load' "$hammer"; fi
is "$(client hammer 3 "$cpu/cpu1/cpuidle/state2/time" "$cpu/cpu1/cpuidle/state2/usage" | cut -d' ' -f6)" 0 'counters never run back'
rounds=$(sed -n 's/^refresh_rounds //p' "$dir/epycsim/status")
us=$(sed -n 's/^refresh_cpu_us //p' "$dir/epycsim/status")
diag "a refresh of $(sed -n 's/^refresh_files //p' "$dir/epycsim/status") files takes $((us / rounds)) us"
if [ $((us / rounds)) -lt 20000 ]; then ok 'a refresh takes less than a fifth of a core'; else not_ok 'a refresh takes less than a fifth of a core' "$us us in $rounds rounds"; fi
umount -l "$dir"
wait "$sim"
is "$? $(is_mounted "$dir/sys" && echo mounted)" '0 ' 'an unmount by somebody else ends it'

for ((i = 0; i < 10; i++)); do
	mkdir -p "$TMP/quick"
	timeout --preserve-status "0.0${i}1" "$epycsim" --sysfs tmpfs "$TMP/quick" >/dev/null
	rc=$?
	if [ $rc -ne 0 ] && [ $rc -ne 143 ] || is_mounted "$TMP/quick" || is_mounted "$TMP/quick/sys"; then break; fi
done
is $i 10 'whenever the signal comes, no mount is left'
