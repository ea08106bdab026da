# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared with run.sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# DOC: A private pmcd
#
# A copy of pcp.conf that points every writable path of PCP into $scratch, a
# name space of pmcd's own metrics and ours, and a pmcd with these two agents.
# Nothing of the system's PCP is written, and its pmcd, if one runs, does not
# notice. Works alike on PCP 6 and 7, as root and as anybody else.
#
# Clients find this pmcd through PMCD_SOCKET (their default, "local:" and
# "unix:") and PMCD_PORT ("localhost").

pmcd_pid=
agent_pids=
agent_config=
pcp_serves=0
log_dir=

# pcp_find - Where PCP is: binadm, root_pmcd, pmcd_dso.
pcp_find()
{
	local conf=${PCP_DIR:-}/etc/pcp.conf dir

	[[ -r $conf ]] || give_up "$conf is missing: install pcp (make deps)"
	binadm=$(sed -n 's/^PCP_BINADM_DIR=//p' "$conf")
	[[ -x $binadm/pmcd ]] || give_up "$binadm/pmcd is missing: install pcp (make deps)"
	root_pmcd=
	# PCP 7 on Debian keeps the name spaces only below /usr.
	for dir in "$(sed -n 's/^PCP_VAR_DIR=//p' "$conf")/pmns" "${binadm%/*}/pmns"; do
		[[ -r $dir/root_pmcd ]] && root_pmcd=$dir/root_pmcd && break
	done
	[[ -n $root_pmcd ]] || give_up "root_pmcd is missing below ${binadm%/*} and /var/lib/pcp"
	pmcd_dso=
	for dir in "$(sed -n 's/^PCP_PMDAS_DIR=//p' "$conf")" "${binadm%/*}/pmdas"; do
		[[ -r $dir/pmcd/pmda_pmcd.so ]] && pmcd_dso=$dir/pmcd/pmda_pmcd.so && break
	done
	[[ -n $pmcd_dso ]] || give_up "pmda_pmcd.so is missing below ${binadm%/*} and /var/lib/pcp"
}

# pcp_environment USER - Private configuration; exports what clients need.
#
# PCP's own user is the one that the agent becomes, as on an installed system:
# that user's clients are trusted by the agent, and pmlogger becomes it.
pcp_environment()
{
	local user=$1 group setting edits=()

	group=$(id -gn -- "$user")
	mkdir -p "$scratch"/{run,tmp,etc,arch,var/pmns,var/config/pmda} \
		"$scratch"/tmp/{pmlogger,pmie} "$log_dir"/{pmcd,pmlogger} ||
		give_up "can't make directories below $scratch and $log_dir"
	if ((EUID == 0)); then
		chown -- "$user:$group" "$scratch"/{arch,tmp,tmp/*} "$log_dir/pmlogger"
	fi
	for setting in "PCP_RUN_DIR=$scratch/run" "PCP_LOG_DIR=$log_dir" \
		"PCP_ARCHIVE_DIR=$scratch/arch" "PCP_TMP_DIR=$scratch/tmp" \
		"PCP_TMPFILE_DIR=$scratch/tmp" "PCP_VAR_DIR=$scratch/var" \
		"PCP_PMCDCONF_PATH=$scratch/etc/pmcd.conf" \
		"PCP_USER=$user" "PCP_GROUP=$group" \
		"PCP_PYTHON_PROG=/usr/bin/python3"; do
		edits+=(-e "s|^${setting%%=*}=.*|${setting//[&|\\]/\\&}|")
	done
	sed "${edits[@]}" "${PCP_DIR:-}/etc/pcp.conf" >"$scratch/pcp.conf" || give_up "can't write $scratch/pcp.conf"

	export PCP_CONF=$scratch/pcp.conf
	export PMCD_SOCKET=$scratch/run/pmcd.socket
	export PCP_DERIVED_CONFIG=
	# Another python3 earlier in PATH lacks PCP's modules.
	export PCP_PYTHON_PROG=/usr/bin/python3
	# pmcd complains about its own -p when PMCD_PORT is set as well.
	unset PMCD_PORT PMCD_HOST PCP_ENV_DONE

	"$binadm/pmnsmerge" -f "$root_pmcd" "$out/gen/root_esmi" \
		"$scratch/var/pmns/root" >"$scratch/pmnsmerge.out" 2>&1 ||
		give_up "pmnsmerge: $(tail -n 1 "$scratch/pmnsmerge.out")"
}

# pcp_configure ROOT USER - Write pmcd.conf: two agents.
#
# pmcd.conf has no quoting: the agent, its root and its configuration are named
# by links, so that blanks in their paths do no harm.
pcp_configure()
{
	ln -s "$out/bin/pmdaesmi" "$scratch/pmdaesmi"
	ln -s "$1" "$scratch/root"
	[[ -z $agent_config ]] || ln -s "$agent_config" "$scratch/pmdaesmi.conf"
	{
		printf 'pmcd\t2\tdso\tpmcd_init\t%s\n' "$pmcd_dso"
		printf 'esmi\t470\tpipe\tbinary\t%s -d 470 -l %s -U %s --root %s%s\n' \
			"$scratch/pmdaesmi" "$scratch/log/pmcd/esmi.log" "$2" \
			"$scratch/root" \
			"${agent_config:+ -c $scratch/pmdaesmi.conf}"
	} >"$scratch/etc/pmcd.conf"
}

# free_port - A TCP port that nobody listens on just now, in $REPLY.
free_port()
{
	REPLY=$(perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(
		LocalAddr => "127.0.0.1", LocalPort => 0, Listen => 1)
		or die "$!\n"; print $s->sockport') ||
		give_up "can't bind a port of 127.0.0.1"
}

# answers HOST METRIC - The value that a pmcd gives for a singular metric.
answers()
{
	PMCD_CONNECT_TIMEOUT=2 PMCD_REQUEST_TIMEOUT=5 \
		pminfo -h "$1" -f "$2" 2>/dev/null | sed -n 's/^ *value //p'
}

# agent_config_is FILE - What --agent-config says.
agent_config_is()
{
	[[ -f $1 && -r $1 ]] || bad_input "can't read the agent's configuration $1"
	agent_config=$(readlink -f -- "$1")
}

# pcp_logs - For an error message.
pcp_logs()
{
	show_log "$scratch/pmcd.out"
	show_log "$log_dir/pmcd/pmcd.log"
	show_log "$log_dir/pmcd/esmi.log"
}

# pcp_failed REASON - Reason and logs, exit 125.
pcp_failed()
{
	printf '%s: %s\n' "$prog" "$1" >&2
	pcp_logs
	exit 125
}

# pmcd_start PORT END - One try; 1 if the port was taken meanwhile.
pmcd_start()
{
	local port=$1 end=$2

	rm -f -- "$PMCD_SOCKET"
	start "$scratch/pmcd.out" env -C "$log_dir/pmcd" "$binadm/pmcd" \
		-f -A -U "$(id -un)" -i 127.0.0.1 -p "$port" \
		-s "$PMCD_SOCKET" -c "$scratch/etc/pmcd.conf" \
		-n "$scratch/var/pmns/root" -l "$log_dir/pmcd/pmcd.log"
	pmcd_pid=$REPLY
	until [[ $(answers "unix:$PMCD_SOCKET" pmcd.pid) == "$pmcd_pid" ]]; do
		alive "$pmcd_pid" || {
			grep -q 'Address already in use' "$log_dir/pmcd/pmcd.log" 2>/dev/null && return 1
			pcp_failed 'pmcd ended at its start'
		}
		now_ms
		((REPLY < end)) || pcp_failed 'pmcd does not answer'
		sleep 0.02
	done
	# Ours, and not somebody who took the port between our look and pmcd's.
	[[ $(answers "localhost:$port" pmcd.pid) == "$pmcd_pid" ]]
}

# agent_ready END - Wait until the agent answers.
agent_ready()
{
	local end=$1

	until [[ -n $(answers "unix:$PMCD_SOCKET" esmi.topology.n_sockets) ]]; do
		children "$pmcd_pid"
		# shellcheck disable=SC2086 # a list of pids
		alive $REPLY || pcp_failed 'pmdaesmi ended at its start'
		now_ms
		((REPLY < end)) || pcp_failed 'pmdaesmi does not answer'
		sleep 0.02
	done
	children "$pmcd_pid"
	agent_pids=$REPLY
	pcp_serves=1
}

# pcp_up ROOT AGENT_USER LOG_DIR - Start pmcd and wait until the agent answers.
pcp_up()
{
	local begin end try

	log_dir=${3:-$scratch/log}
	[[ $log_dir == "$scratch/log" ]] || ln -s "$log_dir" "$scratch/log"
	pcp_find
	pcp_environment "$2"
	pcp_configure "$1" "$2"
	now_ms
	begin=$REPLY
	end=$((begin + 1000 * ${WITH_PCP_DEADLINE:-15}))
	for try in 1 2 3 4 5; do
		free_port
		pmcd_port=$REPLY
		if pmcd_start "$pmcd_port" "$end"; then break; fi
		note "port $pmcd_port was taken meanwhile (try $try)"
		pcp_down
		((try < 5)) || pcp_failed 'no free port'
	done
	agent_ready "$end"
	export PMCD_PORT=$pmcd_port
	now_ms
	note "pmcd $pmcd_pid serves esmi.* on port $PMCD_PORT after $((REPLY - begin)) ms"
}

# agent_end WHY - Add to $1 how the agent has ended, in $REPLY; empty if well.
#
# Its parent is pmcd, which tells the status in its log, unless it had ended
# first. But libpcp closes a log with a line when the program exits, and with
# none when it crashes.
agent_end()
{
	local why=$1 log=$log_dir/pmcd/esmi.log

	if [[ -z $why && -e $log ]] && ! grep -q '^Log finished ' "$log"; then
		why='ended without closing its log'
	fi
	REPLY=$(sed -n 's/^Cleanup "esmi" agent (dom 470): *//p' "$log_dir/pmcd/pmcd.log" | tail -n 1)
	if [[ $REPLY =~ signal\([0-9]+\)|exit\([1-9][0-9]*\) ]]; then
		why=${why:-ended}": ${BASH_REMATCH[0]}"
	fi
	REPLY=$why
}

# lost_pmcd, lost_agent - Why it is no more though nobody has stopped it, in
# $REPLY. pmcd may have started another agent meanwhile; and without pmcd an
# agent ends, rightly.
lost_pmcd()
{
	REPLY=
	((pcp_serves)) && ! alive "$pmcd_pid" && REPLY='ended while the command ran'
}

lost_agent()
{
	local pid lost=

	if ((pcp_serves)) && alive "$pmcd_pid"; then
		for pid in $agent_pids; do
			alive "$pid" || lost='ended while the command ran'
		done
	fi
	REPLY=$lost
}

# pcp_down - Stop pmcd and wait until its agents are gone too.
pcp_down()
{
	local pmcd_why agent_why status

	[[ -n $pmcd_pid ]] || return 0
	lost_pmcd
	pmcd_why=$REPLY
	lost_agent
	agent_why=$REPLY
	children "$pmcd_pid"
	agent_pids="$agent_pids $REPLY"
	stop "$pmcd_pid"
	status=$?
	pmcd_pid=
	# They end when pmcd closes their pipe.
	# shellcheck disable=SC2086 # a list of pids
	if ! ended_within 3000 $agent_pids; then
		printf '%s: pmdaesmi had to be killed\n' "$prog" >&2
		kill -KILL $agent_pids 2>/dev/null
		ended_within 2000 $agent_pids
		broken=1
	fi
	agent_end "$agent_why"
	agent_why=$REPLY
	# What never served has been reported by who waited for it.
	if ((pcp_serves)); then
		judge pmcd "$status" "$log_dir/pmcd/pmcd.log" "$pmcd_why"
	else
		agent_why=
	fi
	judge pmdaesmi 0 "$log_dir/pmcd/esmi.log" "$agent_why"
	pcp_serves=0
	return 0
}
