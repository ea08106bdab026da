#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the agent does beside serving values: it gives up root, makes room for
# open files, refuses to be written to, labels its units, and says once in its
# log how the mailbox is. And the simulated machine's clock, on which all rates
# rest, runs as the real one does.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain
requires pmstore pgrep

agent_user=$(id -un)
if ((EUID == 0)) && id pcp >/dev/null 2>&1; then agent_user=pcp; fi

cat >"$TMP/clock.py" <<'END'
"""Model time over 5 s against this machine's clock. Each reading lies between
two of our own, so that the bounds hold on a busy machine."""
import time
from pcp_client import read_truth


def reading():
    before = time.monotonic()
    model = read_truth().time
    return before, model, time.monotonic()


first = reading()
time.sleep(5)
last = reading()
model = last[1] - first[1]
least = (last[0] - first[2]) * 0.998
most = (last[2] - first[0]) * 1.002
print("ok" if least <= model <= most else "bad",
      f"model {model:.4f} s, wanted {least:.4f} to {most:.4f} s")
END

# What the process is, and some seconds of fetches for its log.
cat >"$TMP/inside" <<'END'
pid=$(pgrep -P "$(pminfo -f pmcd.pid | sed -n 's/^ *value //p')")
PYTHONPATH=$REF "$PYTHON" "$TMP/clock.py" >"$TMP/clock" 2>&1 &
for i in 1 2 3 4 5; do
	pminfo -f esmi >/dev/null 2>&1
	sleep 1
done
wait
cat "/proc/$pid/task"/*/status >"$TMP/process"
cat "/proc/$pid/limits" >"$TMP/limits"
pmstore esmi.hsmp.timeouts 1 >"$TMP/pmstore" 2>&1
pmstore esmi.power.socket 1 >>"$TMP/pmstore" 2>&1
for metric in energy.pkg energy.unit power.socket energy.counter_bits c0_residency \
	temperature.socket clock.fclk topology.n_cores; do
	pminfo -l "esmi.$metric" >"$TMP/label.$metric" 2>&1
done
END
export REF PYTHON

# A group that the agent's user is not in, and a limit that is low but may be
# raised.
as=()
if ((EUID == 0)); then as=(setpriv '--groups=0,4'); fi
(
	ulimit -Sn 256
	"${as[@]}" tools/with-sim milan-1p --agent-user "$agent_user" \
		--log-dir "$TMP/logs" -- bash "$TMP/inside"
)
is $? 0 'an agent is started and looked at'

# --- privileges

# field NAME - All different values of it in the agent's threads.
field() { sed -n "s/^$1:[[:space:]]*//p" "$TMP/process" | tr '\t' ' ' | sed 's/ *$//' | sort -u; }

diag "$(grep -c ^Pid: "$TMP/process") threads"
if [[ $agent_user == pcp ]]; then
	uid=$(id -u pcp) gid=$(id -g pcp)
	is "$(field Uid)" "$uid $uid $uid $uid" 'with -U pcp all threads are pcp: real, effective, saved, file system'
	is "$(field Gid)" "$gid $gid $gid $gid" 'and so is their group'
	is "$(field Groups | tr ' ' '\n' | sort -n | xargs)" "$(id -G pcp | tr ' ' '\n' | sort -n | xargs)" 'and their other groups: none of root stays'
	for set in CapInh CapPrm CapEff CapAmb; do
		is "$(field $set)" 0000000000000000 "no capability is left in $set"
	done
else
	for sentence in 'with -U pcp all threads are pcp' 'no capability is left'; do
		skip "$sentence" 'not root, or there is no user pcp'
	done
fi

# --- open files

read -r soft hard < <(sed -n 's/^Max open files *\([^ ]*\) *\([^ ]*\) .*/\1 \2/p' "$TMP/limits")
if [[ $hard == 256 ]]; then
	skip 'the limit of open files is raised' 'the hard limit is too low to see it'
else
	is "$soft" "$hard" 'the limit of open files is raised to the hard one'
fi

# --- writing

n=$(grep -c 'No permission to perform requested operation' "$TMP/pmstore")
is "$n" 2 'pmstore is refused for want of permission'
diag <"$TMP/pmstore"

# --- labels of units, where PCP's own dimensions have no word for them

# units_are METRIC LABEL - Of the item; its instances inherit it.
units_are()
{
	is "$(grep -v '^ *inst ' "$TMP/label.$1" | grep -o '"units":"[^"]*"')" "${2:+\"units\":\"$2\"}" \
		"esmi.$1 has ${2:-no label of its unit}${2:+ as label of its unit}"
}
units_are energy.pkg uJ
units_are energy.unit J/count
units_are power.socket mW
units_are energy.counter_bits bits
units_are c0_residency %
units_are temperature.socket degC
units_are clock.fclk ''
units_are topology.n_cores ''

# --- the log

is "$(grep -c 'HSMP mailbox' "$TMP/logs/pmcd/esmi.log")" 1 'one line of the log is about the mailbox'
like "$(cat "$TMP/logs/pmcd/esmi.log")" 'Info: socket0: HSMP mailbox answers' 'it answers'

tools/with-sim hsmp-disabled --log-dir "$TMP/dead" -- \
	sh -c 'for i in 1 2 3 4 5; do pminfo -f esmi >/dev/null 2>&1; sleep 1; done'
is "$(grep -c 'HSMP mailbox' "$TMP/dead/pmcd/esmi.log")" 1 'of a mailbox that is dead one line, too, after five fetches'
like "$(cat "$TMP/dead/pmcd/esmi.log")" 'Warning: socket0: HSMP mailbox .*BIOS.*Advanced > AMD CBS > NBIO > SMU' \
	'with the way through the BIOS menus'

# --- the clock

verdict_of "$TMP/clock" "the simulated machine's clock keeps within 0.2 % over 5 s"
