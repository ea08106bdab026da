# shellcheck shell=bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# DOC: Running a command beside daemons that end with it
#
# Sourced by with-pcp, with-sim and demo. A script that sources it gets:
#
#   top, out	the source tree and the build variant (O=, default build)
#   fresh_dir	makes $scratch, a private directory, and arranges that it and
#		all daemons are gone when the script ends, whatever ends it
#   start	starts a daemon
#   stop	ends a daemon and waits for it
#   judge	looks how a daemon ended; one that crashed, or ended before its
#		time, makes a success of the command a 125
#   run		runs the user's command and returns its status
#
# Daemons live in a session of their own: a ctrl-C at the terminal is for the
# user's command, which may still need them to end in order. Should the script
# itself be killed with SIGKILL, the kernel sends all of them SIGTERM.
#
# Exit status: that of the command; 2 for bad input; 125 if the surroundings
# could not be made (as env and timeout do).

prog=${0##*/}
top=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd) || exit 125
out=${O:-build}
[[ $out == /* ]] || out=$top/$out
scratch=
verbose=0
broken=0
user_umask=$(umask)
# What fresh_dir sees to: the longest socket that all need, and what PCP's
# configuration, name space and logs take.
room_for_socket=/joulepath.XXXXXXXX/run/pmcd.socket
room_for_files=$((2 << 20))

# bad_input REASON - One line, exit 2.
bad_input()
{
	printf '%s: %s\n' "$prog" "$*" >&2
	exit 2
}

# give_up REASON - One line, exit 125.
give_up()
{
	printf '%s: %s\n' "$prog" "$*" >&2
	exit 125
}

# note TEXT - Progress for --verbose.
note()
{
	((verbose)) && printf '%s: %s\n' "$prog" "$*" >&2
	return 0
}

# now_ms - Milliseconds of the wall clock, in $REPLY (no process started).
now_ms()
{
	local now=$EPOCHREALTIME

	REPLY=$((${now/[.,]/} / 1000))
}

# need_built FILE... - The build's output must be there.
need_built()
{
	local f

	for f; do
		[[ -e $out/$f ]] || bad_input "$out/$f is missing: run make first"
	done
}

# option_value NAME "$@" - The value behind an option, in $REPLY.
option_value()
{
	(($# >= 3)) || bad_input "$1 needs a value"
	REPLY=$3
}

# can_hold_us DIR - Refuse a directory that PCP can't work in.
#
# pmcd.conf has no quoting, and clients name pmcd by unix:PATH, in lists.
can_hold_us()
{
	local LC_ALL=C unfit=$'[[:space:][:cntrl:]"\'`\\$&|;<>()*?#:,!{}]'
	local most=$((107 - ${#room_for_socket}))

	[[ ! $1 =~ $unfit ]] ||
		bad_input "TMPDIR has ${BASH_REMATCH[0]@Q} in its path, which PCP's files can't hold: ${1@Q}"
	((${#1} <= most)) ||
		bad_input "TMPDIR is too long for a Unix socket in it: ${#1} bytes, at most $most: $1"
}

fresh_dir()
{
	local base=${TMPDIR:-/tmp} made

	umask 022
	trap 'leave' EXIT
	trap 'exit 130' INT
	trap 'exit 129' HUP
	trap 'exit 143' TERM
	# As the kernel names it in its table of mounts.
	made=$(readlink -e -- "$base") || give_up "can't make a directory below $base"
	base=${made%/}
	can_hold_us "$base"
	made=$(mktemp -d -- "$base/joulepath.XXXXXXXX" 2>&1) ||
		give_up "can't make a directory below $base: ${made##*: }"
	scratch=$made
	# A full disk shows itself late and in many ways, so it is tried.
	made=$(head -c "$room_for_files" /dev/zero 2>&1 >"$scratch/room") ||
		give_up "can't write $((room_for_files >> 20)) MiB below $base: ${made##*: }"
	rm -f -- "$scratch/room"
	# Other users may talk to the pmcd inside.
	chmod 0755 "$scratch"
}

# remove_scratch - A mount that comes late, from a helper of a simulator that
# was killed, holds it up for a moment.
remove_scratch()
{
	local try

	for try in 1 2 3 4 5; do
		# Never descend into a tree that could not be unmounted.
		rm -rf --one-file-system -- "$scratch" 2>/dev/null && return
		note "$scratch can't be removed yet (try $try)"
		if declare -F sim_down >/dev/null; then sim_down; fi
		sleep 0.1
	done
	rm -rf --one-file-system -- "$scratch"
}

# leave - Undo everything, newest first. The parts define part_down functions.
leave()
{
	local status=$?

	trap '' INT HUP TERM
	trap - EXIT
	if declare -F pcp_down >/dev/null; then pcp_down; fi
	if declare -F sim_down >/dev/null; then sim_down; fi
	if [[ -n $scratch ]]; then remove_scratch; fi
	((status == 0 && broken)) && status=125
	exit "$status"
}

# start LOG COMMAND... - Start a daemon, its pid in $REPLY.
start()
{
	local log=$1

	shift
	setsid setpriv --pdeathsig TERM -- "$@" </dev/null >>"$log" 2>&1 &
	REPLY=$!
}

# alive PID... - At least one of these processes runs (a zombie does not).
alive()
{
	local pid stat

	for pid; do
		stat=
		{ read -r stat <"/proc/$pid/stat"; } 2>/dev/null
		# The state follows the name, which is in parentheses.
		stat=${stat##*) }
		[[ -n $stat && $stat != Z* ]] && return 0
	done
	return 1
}

# ended_within MS PID... - Wait until these processes have ended.
ended_within()
{
	local end

	now_ms
	end=$((REPLY + $1))
	shift
	while alive "$@"; do
		now_ms
		((REPLY < end)) || return 1
		sleep 0.01
	done
}

# stop PID - Ask to end, insist after 5 s; its exit status.
stop()
{
	kill -TERM "$1" 2>/dev/null
	if ! ended_within 5000 "$1"; then
		kill -KILL "$1" 2>/dev/null
		ended_within 2000 "$1"
	fi
	# bash would announce a crash in its own words.
	wait "$1" 2>/dev/null
}

# judge NAME STATUS LOG [WHY] - A daemon that crashed, that did otherwise what
# it should not (WHY), or that a sanitizer complains about, makes a success of
# the command a failure.
judge()
{
	local why=${4:-}

	(($2 == 0)) || why=${why:+$why, }"ended with status $2"
	if grep -qE '(Address|Leak|Thread|UndefinedBehavior)Sanitizer|: runtime error: ' "$3" 2>/dev/null; then
		why=${why:+$why, }'has a report of a sanitizer'
	fi
	[[ -n $why ]] || return 0
	broken=1
	printf '%s: %s %s\n' "$prog" "$1" "$why" >&2
	show_log "$3" 100
}

# children PID - The processes that PID started, in $REPLY.
children()
{
	REPLY=
	{ read -r REPLY <"/proc/$1/task/$1/children"; } 2>/dev/null ||
		REPLY=$(ps -o pid= --ppid "$1" 2>/dev/null | tr '\n' ' ')
}

# show_log FILE [LINES] - The end of a log, for an error message.
show_log()
{
	[[ -s $1 ]] || return 0
	{
		printf -- '--- the end of %s:\n' "${1##*/}"
		tail -n "${2:-30}" -- "$1"
	} >&2
}

# forward SIGNAL - Hand a signal to the command; it must not outlive SIGTERM.
forward()
{
	kill "-$1" "$command_pid" 2>/dev/null
	if [[ $1 != INT ]] && ! ended_within 5000 "$command_pid"; then
		kill -KILL "$command_pid" 2>/dev/null
	fi
}

# run COMMAND... - Run the user's command; its status is the script's.
#
# In the background, since a shell handles no trap while it waits for a
# command in the foreground; but in the terminal's process group, with the
# script's stdin and with the signals that bash ignores in the background.
run()
{
	local status

	trap 'forward INT' INT
	trap 'forward HUP' HUP
	trap 'forward TERM' TERM
	(
		umask "$user_umask"
		exec setpriv --pdeathsig TERM \
			env --default-signal=INT,QUIT "$@"
	) <&0 &
	command_pid=$!
	while alive "$command_pid"; do
		wait "$command_pid" 2>/dev/null
	done
	wait "$command_pid" 2>/dev/null
	status=$?
	trap '' INT HUP TERM
	return "$status"
}
