#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# with-sim and with-pcp: ready soon, the command's status, bad input, and
# nothing left behind, whatever ends them.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain

gone() { [[ -z $(leftovers) ]]; }

# nothing_left SENTENCE - Give the kernel's parent-death signal its moment.
nothing_left()
{
	eventually 5 gone
	empty "$(leftovers)" "$1"
}

# One line on stderr, exit 2, nothing left.
bad_input_is()
{
	local like=$1 said status

	shift
	said=$("$@" 2>&1 >/dev/null </dev/null)
	status=$?
	is "$status" 2 "exit status 2: $*"
	like "$said" "$like" "a reason: $like"
	is "$(wc -l <<<"$said")" 1 'in one line'
}

# --- the good case

# What is newer than this in the system's PCP at the end is our doing.
: >"$TMP/stamp"

tools/with-sim milan-2p --verbose -- true 2>"$TMP/verbose"
ready=$(sed -n 's/^with-sim: ready after \([0-9]*\) ms$/\1/p' "$TMP/verbose")
diag <"$TMP/verbose"
if sanitized; then
	skip 'milan-2p is ready within 2 s' 'a sanitizer slows it down'
elif ((${ready:-9999} <= 2000)); then
	ok 'milan-2p is ready within 2 s'
else
	not_ok 'milan-2p is ready within 2 s' "${ready:-never}"
fi

tools/with-sim milan-1p -- sh -c 'exit 7'
is $? 7 "the command's exit status is with-sim's"
is "$(echo through | tools/with-sim milan-1p -- cat)" through "the command has with-sim's stdin and stdout"
tools/with-sim milan-1p -- no-such-command 2>/dev/null
is $? 127 'a command that does not exist is 127'

umask 077
is "$(tools/with-sim milan-1p -- sh -c umask)" 0077 "the command has the caller's umask"
umask 022

# shellcheck disable=SC2016 # expanded by the inner shell
tools/with-sim milan-1p --port-file "$TMP/port" --log-dir "$TMP/logs" -- sh -c '
	echo "$PMCD_PORT" >"$TMP/inner_port"
	pminfo -h "localhost:$PMCD_PORT" -f pmcd.pid >"$TMP/tcp"
	pminfo -h "unix:$PMCD_SOCKET" -f pmcd.pid >"$TMP/unix"
	pminfo -f pmcd.pid >"$TMP/bare"
	pmrep -h local: -s 2 -t 0.2 esmi.power.socket >"$TMP/pmrep" 2>&1
	echo "log mandatory on 200 msec { esmi.power.socket }" >"$TMP/log_this"
	pmlogger -c "$TMP/log_this" -l "$TMP/pmlogger.log" -s 3 "$TMP/archive"
	pminfo -a "$TMP/archive" -f esmi.power.socket >"$TMP/logged" 2>&1
	ls "$JOULEPATH_SIM/dev" >"$TMP/dev"'
is "$(cat "$TMP/port")" "$(cat "$TMP/inner_port")" '--port-file has the port'
like "$(cat "$TMP/tcp")" 'value [0-9]+' 'clients reach pmcd by TCP'
is "$(cat "$TMP/tcp")" "$(cat "$TMP/unix")" 'and by its socket it is the same'
is "$(cat "$TMP/tcp")" "$(cat "$TMP/bare")" 'and without naming it'
like "$(cat "$TMP/pmrep")" 'socket0' 'pmrep works'
like "$(cat "$TMP/logged")" 'socket0"\] value [0-9]+' 'pmlogger works'
like "$(cat "$TMP/dev")" 'hsmp' 'JOULEPATH_SIM is the mount point'
if [[ -s $TMP/logs/pmcd/pmcd.log && -e $TMP/logs/pmcd/esmi.log ]]; then
	ok '--log-dir keeps the logs'
else
	not_ok '--log-dir keeps the logs' "$(find "$TMP/logs")"
fi
nothing_left 'nothing is left after a good end'
empty "$(find /etc/pcp.conf /etc/pcp /run/pcp /var/lib/pcp /var/log/pcp -newer "$TMP/stamp" 2>/dev/null)" \
	"the system's PCP was not touched"

# --- bad input

bad_input_is "unknown scenario 'no-such', known are: .*milan-1p" tools/with-sim no-such -- true
printf '[machine]\nname = broken\ncores_per_socket = -4\n' >"$TMP/broken.scenario"
bad_input_is '3.*cores_per_socket' tools/with-sim "$TMP/broken.scenario" -- true
bad_input_is 'unknown option --nonsense' tools/with-sim milan-1p --nonsense -- true
bad_input_is 'no command' tools/with-sim milan-1p
bad_input_is 'no scenario' tools/with-sim -- true
bad_input_is 'no such user: nobody-like-this' tools/with-sim milan-1p --agent-user nobody-like-this -- true
bad_input_is "can't read the root directory" tools/with-pcp --root "$TMP/nowhere" -- true
bad_input_is '--root needs a value' tools/with-pcp --root
bad_input_is 'no command' tools/with-pcp
bad_input_is "can't read the agent's configuration .*nowhere" tools/with-pcp --agent-config "$TMP/nowhere" -- true
bad_input_is "can't read the agent's configuration .*nowhere" tools/with-sim milan-1p --agent-config "$TMP/nowhere" -- true

# --- a TMPDIR in which PCP can't live

mkdir "$TMP/a blank"
bad_input_is "TMPDIR has ' ' in its path" env TMPDIR="$TMP/a blank" tools/with-sim milan-1p -- true
# A Unix socket's path has up to 107 bytes; ours takes 35 of them.
for length in 72 73; do
	long=$TMP/$(printf '%*s' $((length - ${#TMP} - 1)) '' | tr ' ' x)
	mkdir "$long"
	if ((length == 72)); then
		like "$(TMPDIR=$long tools/with-sim milan-1p -- pminfo -f pmcd.pid 2>&1)" 'value [0-9]+' \
			'a TMPDIR of 72 bytes is short enough'
	else
		bad_input_is 'TMPDIR is too long for a Unix socket in it: 73 bytes, at most 72' \
			env TMPDIR="$long" tools/with-sim milan-1p -- true
	fi
done
said=$(TMPDIR=$TMP/nowhere tools/with-sim milan-1p -- true 2>&1)
is "$? $said" "125 with-sim: can't make a directory below $TMP/nowhere" 'a TMPDIR that is not there: the cause in one line'
mkdir "$TMP/disk"
if unshare -m true 2>/dev/null; then
	# shellcheck disable=SC2016 # expanded by the inner shell
	said=$(unshare -m sh -c 'mount -t tmpfs -o size=256k none "$TMP/disk" &&
		TMPDIR=$TMP/disk tools/with-sim milan-1p -- true; status=$?
		ls "$TMP/disk"; exit $status' 2>&1)
	is "$? $said" "125 with-sim: can't write 2 MiB below $TMP/disk: No space left on device" \
		'a full TMPDIR: the cause in one line, and nothing left in it'
else
	skip 'a full TMPDIR: the cause in one line, and nothing left in it' 'no mount namespaces here'
fi
nothing_left 'nothing is left after bad input'

# --- the agent or pmcd does not start

mkdir -p "$TMP/fake/bin" "$TMP/fake/gen"
cp "$OUT/gen/root_esmi" "$TMP/fake/gen/"
printf '#!/bin/sh\necho "the agent has its reasons: $*" >&2\nexit 1\n' >"$TMP/fake/bin/pmdaesmi"
chmod +x "$TMP/fake/bin/pmdaesmi"
said=$(O=$TMP/fake tools/with-pcp -- true 2>&1)
is $? 125 'exit status 125 if the agent does not start'
like "$said" 'pmdaesmi ended at its start' 'with a reason'
like "$said" 'the agent has its reasons' 'and the end of its log'
empty "$(grep -E 'reasons.* -c ' <<<"$said")" 'no configuration file was named to it'
: >"$TMP/a blank/agent.conf"
said=$(O=$TMP/fake tools/with-pcp --agent-config "$TMP/a blank/agent.conf" -- true 2>&1)
like "$said" 'reasons: .* -c [^ ]*/pmdaesmi\.conf' '--agent-config is handed to it as -c'
nothing_left 'nothing is left after that'

# --- a daemon that crashes

mkdir -p "$TMP/crash/bin"
ln -s "$OUT/gen" "$TMP/crash/gen"
ln -s "$OUT/bin/pmdaesmi" "$TMP/crash/bin/pmdaesmi"
cat >"$TMP/crash/bin/epycsim" <<END
#!/bin/bash
# Ends like one that crashed.
trap 'kill -TERM \$!; wait; kill -SEGV \$\$' TERM
"$OUT/bin/epycsim" "\$@" &
wait
END
chmod +x "$TMP/crash/bin/epycsim"
said=$(O=$TMP/crash tools/with-sim milan-1p -- true 2>&1)
is $? 125 'a simulator that crashes at its end turns success into 125'
like "$said" 'epycsim ended with status 139' 'and says so'
nothing_left 'nothing is left after that'

cat >"$TMP/crash/bin/epycsim" <<END
#!/bin/bash
# Killed when it has mounted and not yet said so.
"$OUT/bin/epycsim" --scenario "\$2" "\${!#}" >/dev/null &
until grep -qF " \${!#} " /proc/self/mounts; do sleep 0.01; done
kill -KILL \$! \$\$
END
said=$(O=$TMP/crash tools/with-sim milan-1p -- true 2>&1)
is $? 125 'a simulator that is killed while it mounts is 125'
is "$(grep '^with-sim' <<<"$said")" 'with-sim: epycsim ended with status 137 while it mounted' 'and says so in one line'
nothing_left 'nothing is left after that'

cat >"$TMP/victim" <<'END'
# victim WHO SIGNAL STATUS - End one of the three below us.
pmcd=$(pminfo -f pmcd.pid | sed -n 's/^ *value //p')
case $1 in
pmcd) pid=$pmcd ;;
pmdaesmi) pid=$(pgrep -P "$pmcd") ;;
epycsim) pid=$(pgrep -f "bin/epycsim .*$JOULEPATH_SIM") ;;
esac
kill "-$2" "$pid"
exit "$3"
END
# dies WHO SIGNAL REASON
dies()
{
	said=$(tools/with-sim milan-1p -- bash "$TMP/victim" "$1" "$2" 0 2>&1)
	is $? 125 "$1 that dies by SIG$2 under a command that succeeds is 125"
	like "$said" "with-sim: $1 .*$3" 'and it says which, and by what'
	nothing_left 'nothing is left after that'
}
dies pmcd KILL 'ended with status 137'
dies pmdaesmi KILL ended
dies pmdaesmi SEGV ended
dies epycsim KILL 'ended with status 137'
tools/with-sim milan-1p -- bash "$TMP/victim" pmdaesmi KILL 7 2>/dev/null
is $? 7 'a command that fails keeps its own status'
# Given time, pmcd tells more.
# shellcheck disable=SC2016 # expanded by the inner shell
said=$(tools/with-sim milan-1p -- bash -c 'bash "$TMP/victim" pmdaesmi KILL 0; sleep 0.5' 2>&1)
like "$said" 'with-sim: pmdaesmi ended while the command ran: signal\(9\)' 'what pmcd knows about the end is said'
# A pmcd that starts another one in time makes no difference: it has crashed.
# shellcheck disable=SC2016 # expanded by the inner shell
said=$(tools/with-sim milan-1p -- bash -c 'bash "$TMP/victim" pmdaesmi KILL 0
	sleep 0.5; bash "$TMP/victim" pmcd HUP 0; sleep 1; pminfo -f esmi.topology.n_cores' 2>&1)
is $? 125 'an agent that pmcd has replaced meanwhile is 125, too'
like "$said" 'with-sim: pmdaesmi ended while the command ran' 'and it says so'
nothing_left 'nothing is left after that'

# --- endings

# end_by SIGNAL - End a running with-sim; its exit status in $REPLY.
end_by()
{
	local pid

	rm -f "$TMP/inside"
	# A shell starts background commands with SIGINT ignored.
	# shellcheck disable=SC2016 # expanded by the inner shell
	env --default-signal=INT tools/with-sim milan-1p -- \
		sh -c ': >"$TMP/inside"; exec sleep 61' 2>/dev/null &
	pid=$!
	eventually 20 test -e "$TMP/inside"
	kill "-$1" "$pid"
	wait "$pid" 2>/dev/null
	REPLY=$?
}

for signal in INT:130 TERM:143 HUP:129; do
	end_by "${signal%:*}"
	is "$REPLY" "${signal#*:}" "SIG${signal%:*} ends it with ${signal#*:}"
	nothing_left "nothing is left after SIG${signal%:*}"
done

# shellcheck disable=SC2016 # expanded by the inner shell
tools/with-sim milan-1p -- sh -c 'kill -KILL $$'
is $? 137 'a command that is killed is 137'
nothing_left 'nothing is left after the command was killed'

end_by KILL
is "$REPLY" 137 'SIGKILL of with-sim itself'
# Only the directory stays: there is nobody to remove it.
more_than_directory() { leftovers | grep -v "^$TMP/joulepath\.[^/]*$"; }
only_directory() { ! more_than_directory >/dev/null; }
eventually 5 only_directory
empty "$(more_than_directory)" 'ends the daemons and unmounts, too'
command_gone() { ! pgrep -f '^sleep 61$' >/dev/null; }
eventually 5 command_gone
empty "$(pgrep -f '^sleep 61$')" 'and the command'
rm -rf --one-file-system "$TMP"/joulepath.*

# A terminal sends SIGINT to the command and to with-sim at once.
# shellcheck disable=SC2016 # expanded by the inner shell
"$PYTHON" - >"$TMP/tty" 2>&1 <<'END'
import os, pty, time
inside = os.path.join(os.environ["TMP"], "tty_inside")
pid, fd = pty.fork()
if pid == 0:
    os.execvp("tools/with-sim", [
        "with-sim", "milan-1p", "--", "sh", "-c",
        "trap 'pminfo -f pmcd.pid; exit 9' INT; : >$TMP/tty_inside;"
        "while :; do sleep 0.1; done"])
end = time.monotonic() + 20
while not os.path.exists(inside) and time.monotonic() < end:
    time.sleep(0.05)
os.write(fd, b"\x03")
text = b""
while True:
    try:
        more = os.read(fd, 4096)
    except OSError:
        break
    if not more:
        break
    text += more
print(text.decode())
print("status", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
END
like "$(cat "$TMP/tty")" 'value [0-9]+' 'after ctrl-C at a terminal the command still has its pmcd'
like "$(cat "$TMP/tty")" 'status 9' 'and its exit status counts'
nothing_left 'nothing is left after ctrl-C'

# --- side by side

pids=()
for i in 1 2 3 4; do
	tools/with-sim milan-1p -- pminfo -f esmi.topology.n_cores >"$TMP/side$i" 2>&1 &
	pids+=($!)
done
good=0
for i in 1 2 3 4; do
	wait "${pids[i - 1]}" && grep -q 'value 8' "$TMP/side$i" && good=$((good + 1))
done
is "$good" 4 'four run side by side'
nothing_left 'nothing is left of the four'

# --- a port that is taken between the look and pmcd

mkdir "$TMP/shim"
cat >"$TMP/shim/perl" <<'END'
#!/bin/sh
# The first answer is a port that somebody listens on.
if [ -e "$TMP/shim/port" ]; then
	cat "$TMP/shim/port"
	rm "$TMP/shim/port"
else
	exec /usr/bin/perl "$@"
fi
END
chmod +x "$TMP/shim/perl"
"$PYTHON" -c '
import os, socket, time
s = socket.socket()
s.bind(("127.0.0.1", 0))
s.listen()
path = os.environ["TMP"] + "/shim/port"
with open(path + ".new", "w") as f:
    f.write(str(s.getsockname()[1]))
os.rename(path + ".new", path)
time.sleep(60)' &
listener=$!
cleanup_fn kill "$listener"
eventually 5 test -s "$TMP/shim/port"
PATH=$TMP/shim:$PATH tools/with-pcp --root / -v -- true 2>"$TMP/taken"
is $? 0 'a port that was taken meanwhile is no failure'
like "$(cat "$TMP/taken")" 'was taken meanwhile' 'another one is tried'
nothing_left 'nothing is left after that'

# --- without privileges

chmod 755 "$TMP"
if ((EUID == 0)) && runuser -u nobody -- test -x "$TMP"; then
	mkdir -m 1777 "$TMP/open"
	# The tree may lie where only root may look.
	mkdir -p "$TMP/tree/tools" "$TMP/tree/build/bin" "$TMP/tree/build/gen"
	cp -r tools/with-pcp tools/lib "$TMP/tree/tools/"
	cp "$OUT/bin/pmdaesmi" "$TMP/tree/build/bin/"
	cp "$OUT/gen/root_esmi" "$TMP/tree/build/gen/"
	cp tests/integration/lsan.supp "$TMP/tree/"
	chmod -R a+rX "$TMP/tree"
	said=$(cd "$TMP/tree" && TMPDIR=$TMP/open O=build \
		LSAN_OPTIONS=${LSAN_OPTIONS/"$TOP/tests/integration"/"$TMP/tree"} \
		runuser -u nobody -- tools/with-pcp -- pminfo -f pmcd.pid 2>&1)
	like "$said" 'value [0-9]+' 'user nobody can have a private pmcd'
	empty "$(ls "$TMP/open")" 'nothing is left of it'
else
	skip 'user nobody can have a private pmcd' "not root, or nobody may not enter $TMP"
	skip 'nothing is left of it' 'the same'
fi
