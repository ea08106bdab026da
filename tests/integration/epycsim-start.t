#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Beginning and end: bad input, signals, and nothing left mounted.

# shellcheck source=tests/integration/epycsim-lib.sh
. "$(dirname "$0")/epycsim-lib.sh"

mkdir "$TMP/empty" "$TMP/full"
: >"$TMP/full/file"

bad() # sentence regex argument... : exit 2, one line, nothing mounted
{
	local sentence=$1 regex=$2 rc said

	shift 2
	said=$("$epycsim" "$@" 2>&1 >/dev/null)
	rc=$?
	if [ $rc -eq 2 ] && [ "$(wc -l <<<"$said")" -eq 1 ] &&
		[[ $said =~ ^epycsim:\ .*$regex ]] &&
		! grep -q "$TMP" /proc/self/mountinfo; then
		ok "$sentence"
	else
		not_ok "$sentence" "status $rc: $said"
	fi
}

bad 'an unknown option' 'unknown option --frob' --frob "$TMP/empty"
bad 'an unknown short option' 'unknown option -x' -x "$TMP/empty"
bad 'an option without its value' 'needs a value' --scenario
bad 'no mount point' 'no mount point'
bad 'two mount points' 'one mount point' "$TMP/empty" "$TMP/full"
bad 'a mount point that does not exist' 'No such file' "$TMP/none"
bad 'a mount point that is a file' 'Not a directory' "$TMP/full/file"
bad 'a mount point that is not empty' 'not empty' "$TMP/full"
bad 'a scenario that does not exist' 'no scenario nosuch' --scenario nosuch "$TMP/empty"
bad 'a scenario file that does not exist' 'No such file' --scenario "$TMP/none.scenario" "$TMP/empty"
bad 'a scenario that is a folder' 'directory' --scenario "$TMP/" "$TMP/empty"
bad 'a descriptor that is not open' 'ready-fd 77' --ready-fd 77 "$TMP/empty"

sed 's/^cores_per_socket = .*/cores_per_socket = 0/' sim/scenarios/steady.scenario >"$TMP/broken.scenario"
line=$(grep -n ^cores_per_socket "$TMP/broken.scenario" | cut -d: -f1)
bad 'a broken scenario, with file, line and reason' "$TMP/broken.scenario:$line: .*cores_per_socket" --scenario "$TMP/broken.scenario" "$TMP/empty"
echo 'nonsense' >"$TMP/worse.scenario"
bad 'nonsense, with its line' "$TMP/worse.scenario:1: " --scenario "$TMP/worse.scenario" "$TMP/empty"

if unshare -m true 2>/dev/null; then
	# shellcheck disable=SC2016
	said=$(unshare -m sh -c '
		mkdir "$1/dev" && mount -t tmpfs none "$1/dev" &&
		mount --bind "$1/dev" /dev && "$2" "$1/empty" 2>&1
		echo "status $?"' sh "$TMP" "$(readlink -f "$epycsim")")
	like "$said" 'no /dev/fuse: .*modprobe fuse.*status 2' 'without /dev/fuse it names the cure'
else
	skip 'without /dev/fuse it names the cure' 'no mount namespaces here'
fi

# --- what only prints

is "$("$epycsim" --version)" "epycsim $(sed -n 's/^VERSION := //p' Makefile)" 'it tells its version'
like "$("$epycsim" --help)" '^usage: epycsim' 'it tells its usage'
is "$("$epycsim" --show steady)" "$(cat sim/scenarios/steady.scenario)" 'a scenario can be shown'
is "$("$epycsim" --list | awk '{ print $1 }' | sort | tr '\n' ' ')" "$(cd sim/scenarios && printf '%s\n' *.scenario | sed 's/.scenario$//' | sort | tr '\n' ' ')" 'scenarios are listed'
like "$("$epycsim" --help-scenario)" 'cores_per_socket' 'the keys of scenarios are explained'
mkdir "$TMP/own" && cp sim/scenarios/steady.scenario "$TMP/own/mine.scenario"
like "$(JOULEPATH_SCENARIOS=$TMP/own "$epycsim" --list)" 'mine' 'the folder in the environment is looked into'

# --- ready

sim_start
is "$(cat "$TMP/out")" "epycsim: milan-1p ready at $dir" 'the ready line names scenario and folder'
is "$(cd "$dir" && echo *)" 'dev epycsim proc sys' 'the tree is there'
said=$("$epycsim" "$dir" 2>&1)
is "$? $said" "2 epycsim: $dir: busy, something is mounted there" 'a busy mount point is refused'
first=$dir
sim_start --scenario sparse-ids
is "$(cat "$first/epycsim/status" "$dir/epycsim/status" | grep ^scenario | tr '\n' ' ')" 'scenario milan-1p scenario sparse-ids ' 'two run side by side'

mkdir "$TMP/fifo_m" && mkfifo "$TMP/fifo"
"$epycsim" --scenario milan-2p --ready-fd 9 "$TMP/fifo_m" 9>"$TMP/fifo" >/dev/null &
pid=$!
start=$(now_ms)
byte=$(head -c1 "$TMP/fifo" | wc -c)
diag "milan-2p is ready after $(($(now_ms) - start)) ms"
is "$byte" 1 'a byte comes by --ready-fd'
is "$(cat "$TMP/fifo_m/sys/devices/system/cpu/present")" 0-255 'and requests are served'
kill $pid
wait $pid
is "$? $(is_mounted "$TMP/fifo_m" && echo mounted)" '0 ' 'SIGTERM unmounts and ends with 0'

# --- the end

for sig in INT HUP; do
	# A background job of a script would ignore SIGINT.
	dir=$TMP/sig_$sig && mkdir "$dir"
	setsid env --default-signal=INT "$epycsim" "$dir" >"$TMP/out_$sig" &
	pid=$!
	while ! grep -q ready "$TMP/out_$sig"; do sleep 0.01; done
	kill -$sig $pid
	wait $pid
	is "$? $(is_mounted "$dir" && echo mounted)" '0 ' "SIG$sig unmounts and ends with 0"
done

sim_start --scenario hsmp-disabled
client hsmp "$dir/dev/hsmp" ro 4 0 1 0 >"$TMP/slow" &
asker=$!
control 'fault slow file:/proc/cpuinfo latency_ms=60000' \
	'fault stuck hsmp:TEST latency_ms=60000'
cat "$dir/proc/cpuinfo" >/dev/null 2>&1 &
reader=$!
client hsmp "$dir/dev/hsmp" ro 1 1 1 0 1 >/dev/null 2>&1 &
tester=$!
sleep 0.3
start=$(now_ms)
kill "$sim"
wait "$sim"
rc=$?
ms=$(($(now_ms) - start))
is "$rc $(is_mounted "$dir" && echo mounted)" '0 ' 'SIGTERM unmounts while threads are inside slow answers'
if [ $ms -lt 5000 ]; then ok 'at once'; else not_ok 'at once' "$ms ms"; fi
wait $asker $reader $tester
ok 'and those who waited got an answer'

sim_start
exec 8<"$dir/proc/cpuinfo"
cd "$dir/sys" || exit 1
kill "$sim"
wait "$sim"
is "$? $(is_mounted "$dir" && echo mounted)" '0 ' 'open files and a shell inside do not hold it up'
cd "$TOP" || exit 1
exec 8<&-

sim_start
umount "$dir"
wait "$sim"
is $? 0 'an unmount by somebody else ends it with 0'

sim_n=$((sim_n + 1))
dir=$TMP/m$sim_n
mkdir "$dir"
cleanup_fn sim_end $sim_n
for ((i = 0; i < 10; i++)); do
	sim_run || break
	kill "$sim"
	wait "$sim" || break
	is_mounted "$dir" && break
done
is $i 10 'ten starts and stops at one place leave no mount'
for ((i = 0; i < 10; i++)); do
	timeout --preserve-status "0.0${i}1" "$epycsim" "$dir" >/dev/null
	rc=$?
	# Before it has blocked the signal it just ends by it.
	if [ $rc -ne 0 ] && [ $rc -ne 143 ] || is_mounted "$dir"; then break; fi
done
is $i 10 'whenever the signal comes, no mount is left'
