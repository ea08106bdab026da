#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Every energy sum that the agent has of every scenario, against the truth over
# 10 s: registers of 32 and 64 bits, wraps, units of 2^-14 to 2^-24 J, Intel's
# registers, by MSR and by mailbox. The clock stands still while both are read,
# so errors are the agent's and nobody's lateness. Several machines run side by
# side.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain

# Machines at once: each is a simulator, a pmcd, an agent and a client.
SIDE_BY_SIDE=6

# energy SCENARIO FILE: the sources of the energies, then the verdict. Sources
# only then: until the mailbox was asked, registers are read.
energy()
{
	# shellcheck disable=SC2016 # the inner shell expands
	tools/with-sim "$1" -- bash -c '
		result=$("$0" "$1" exact 10 esmi.energy.core esmi.energy.pkg)
		pminfo -f esmi.energy.source | grep value
		echo "$result"
	' "$PYTHON" "$REF/pcp_energy.py" >"$2" 2>&1
}

# Turin and later have energy by mailbox; here it is denied (status FEh), so
# that the same machine is read by MSR.
by_msr=$TMP/venice-by-msr.scenario
{
	sed 's/^capabilities = yes/capabilities = no/' \
		sim/scenarios/venice-1p.scenario
	for id in 0x30 0x31 0x32; do
		printf '\n[fault no-%s]\ntarget = hsmp:%s\nstatus = 0xFE\n' $id $id
	done
} >"$by_msr"

# Scenario, how many sums there are (cores that may be asked and packages), and
# the sources (hardware.md 3, 1.8).
machines="
esu14 18 msr_batch
esu24 18 msr_batch
esu24-wide 18 msr_batch
genoa-2p 194 msr_batch
hsmp-disabled 9 msr_batch
icelake-2p 2 msr_batch
isolated-cpus 6 msr_batch
mi300a 100 msr_batch
milan-1p 9 msr_batch
milan-2p 130 msr_batch
nps4 34 msr_batch
old-kernel 33 msr_batch
rome 33 msr_batch
sparse-ids 10 msr_batch
steady 9 msr_batch
threadripper-7965wx 25 msr_batch
threadripper-7965wx-dead 25 msr_batch
trento 65 msr_batch
turin-2p 258 hsmp
venice-1p 97 hsmp
$by_msr 97 msr_batch
wide 5 msr_batch
wrap-1s 5 msr_batch
"

running=0
while read -r scenario _; do
	[ -n "$scenario" ] || continue
	energy "$scenario" "$TMP/$(basename "$scenario").out" &
	running=$((running + 1))
	if [ $running -ge $SIDE_BY_SIDE ]; then
		wait -n
		running=$((running - 1))
	fi
done <<<"$machines"
wait

while read -r scenario n source; do
	[ -n "$scenario" ] || continue
	out=$TMP/$(basename "$scenario").out
	name=$(basename "$scenario" .scenario)
	like "$(tail -n 1 "$out")" "^ok $n sums over 1[0-9]\\.[0-9]* s, " \
		"$name: $n energies over 10 s are within 0.1 % of the truth"
	diag <"$out"
	is "$(sed -n 's/.*value "\(.*\)"/\1/p' "$out" | sort -u)" "$source" \
		"$name: they come by $source"
done <<<"$machines"

known=$("$OUT/bin/epycsim" --list | cut -d' ' -f1 | sort)
is "$(awk 'NF { print $1 }' <<<"$machines" | grep -v / | sort)" "$known" \
	'that is every scenario there is'
