# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared with run.sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# DOC: A simulated machine
#
# epycsim, mounted at $scratch/sim. What the user has to know about it is one
# exported variable, JOULEPATH_SIM.

sim_pid=

# sim_scenarios - Names that epycsim knows, separated by commas, in $REPLY.
sim_scenarios()
{
	REPLY=$("$out/bin/epycsim" --list 2>/dev/null |
		awk 'NF { printf "%s%s", sep, $1; sep = ", " }')
}

# sim_up SCENARIO [SYSFS] - Mount it and wait until it is ready.
sim_up()
{
	local scenario=$1 sysfs=${2:-fuse} begin end ready_fd

	[[ -e /dev/fuse ]] || give_up '/dev/fuse is missing: epycsim cannot mount'
	mkdir "$scratch/sim"
	# A file and not a pipe: a read from a pipe that times out just when the
	# word arrives swallows it.
	exec {ready_fd}>"$scratch/ready"
	now_ms
	begin=$REPLY
	end=$((begin + 10000))
	start "$scratch/sim.out" "$out/bin/epycsim" --scenario "$scenario" \
		--sysfs "$sysfs" \
		--ready-fd "$ready_fd" "$scratch/sim"
	sim_pid=$REPLY
	until [[ -s $scratch/ready ]]; do
		alive "$sim_pid" || sim_failed "$scenario"
		now_ms
		((REPLY < end)) || {
			show_log "$scratch/sim.out"
			give_up 'epycsim is not ready after 10 s'
		}
		sleep 0.01
	done
	exec {ready_fd}>&-
	export JOULEPATH_SIM=$scratch/sim
	now_ms
	note "$scenario mounted after $((REPLY - begin)) ms"
}

# sim_failed SCENARIO - epycsim has ended: its reason is ours.
sim_failed()
{
	local status reason

	# bash would announce a crash in its own words.
	wait "$sim_pid" 2>/dev/null
	status=$?
	sim_pid=
	# What it said before a signal ended it is no reason.
	((status < 128)) || give_up "epycsim ended with status $status while it mounted"
	reason=$(tail -n 1 "$scratch/sim.out")
	((status == 2)) || give_up "epycsim ended with status $status${reason:+: $reason}"
	sim_scenarios
	if [[ $1 != */* && $1 != *.scenario && ", $REPLY, " != *", $1, "* ]]; then
		bad_input "unknown scenario '$1', known are: $REPLY"
	fi
	bad_input "${reason:-epycsim refuses scenario $1}"
}

# sim_mounted - Ask the kernel's table: stat() fails where the server is dead.
sim_mounted()
{
	local at

	while read -r _ _ _ _ at _; do
		[[ $at == "$scratch/sim" ]] && return 0
	done </proc/self/mountinfo
	return 1
}

# sim_down - Unmount and wait for epycsim. One that was killed has not
# unmounted, whenever it was killed.
sim_down()
{
	local status

	if [[ -n $sim_pid ]]; then
		stop "$sim_pid"
		status=$?
		sim_pid=
		judge epycsim "$status" "$scratch/sim.out"
	fi
	if sim_mounted; then
		fusermount3 -u -z "$scratch/sim" 2>/dev/null ||
			umount -l "$scratch/sim"
	fi
}
