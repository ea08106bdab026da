#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The library on simulated machines, by what hwdump says of them while their
# clock stands still: every way to an energy gives the same, no register of an
# isolated or an offline CPU is touched by any, and what can't be told from
# what it seems to be is refused.

# shellcheck source=tests/integration/epycsim-lib.sh
. "$(dirname "$0")/epycsim-lib.sh"

dump=$O/bin/hwdump
build "$dump"
out=$TMP/dump
see() { "$dump" --root "$dir" "$@" >"$out"; }
says() { grep -cxF -e "$1" "$out"; }
value() { awk -v n="$1" '$1 == n { print $2 }' "$out"; }
frozen() # scenario...
{
	sim_start --scenario "$@"
	control 'clock stop'
}

# The values of one source by object, as "cpu0 123".
by() { sed -n "s/^\(cpu[0-9]*\|socket[0-9]*\)\.energy_$1 \([0-9]*\) uJ$/\1 \2/p" "$out"; }

frozen milan-2p
see --only cpu
is "$(by core.msr_safe | wc -l)" 128 'msr_safe has the energy of all cores'
is "$(by core.msr_batch)" "$(by core.msr_safe)" 'msr_batch says the same'
is "$(by core.msr)" "$(by core.msr_safe)" 'so does msr'
is "$(by core)" "$(by core.msr_safe)" 'and the best of them is one of them'
see --only socket
is "$(by pkg.msr_batch | wc -l)" 2 'packages come by msr_batch'
is "$(by pkg.msr_batch)" "$(by pkg.msr_safe)" 'and are the same by msr_safe'
sim_end "$sim_n"

# Each read of a register of these CPUs would be counted.
frozen isolated-cpus
see --only cpu
shy=$(sed -n 's/^cpu\([0-9]*\)\.no_ipi 1 none$/\1/p' "$out")
off=$(sed -n 's/^cpu\([0-9]*\)\.online 0 none$/\1/p' "$out")
like "$(echo "$shy" | xargs)" '^[0-9]+ [0-9 ]+$' 'some CPUs must not be disturbed'
for cpu in $shy $off; do
	control "fault watch$cpu msr@$cpu:* errno=EIO"
done
control 'fault watched msr@4:* errno=EIO'
see
is "$(grep -cE '^fault watch[0-9]+ .*calls 0 ' "$dir/epycsim/status")" \
	"$(echo "$shy" "$off" | wc -w)" \
	'no register of theirs is read, by any node'
like "$(cat "$dir/epycsim/status")" 'fault watched .*calls [1-9]' \
	'those of others are, and it is counted'
for cpu in 3 6 7; do
	is "$(says "cpu$cpu.energy_core - EBUSY")" 1 \
		"core of cpu$cpu, which has no free thread, has no energy"
done
like "$(value cpu5.energy_core)" '^[0-9]+$' 'one with a free thread has'
sim_end "$sim_n"

# CPUs that go and come back.
frozen milan-2p
control 'cpu 5 off' 'cpu 130 off'
see --only machine
is "$(value machine.n_online) $(value machine.n_cores)" '254 128' \
	'two CPUs went, their cores did not'
see --only cpu133
is "$(value cpu133.core) $(value cpu133.energy_core)" \
	"133 $(value cpu133.energy_core.msr_safe)" 'a sibling speaks for its core'
control 'cpu 5 on' 'cpu 130 on' 'smt off'
see --only machine
is "$(value machine.n_online) $(value machine.smt_active)" '128 0' \
	'SMT is off'
control 'smt on'
see --only machine
is "$(value machine.n_online) $(value machine.smt_active)" '256 1' \
	'and on again'
sim_end "$sim_n"

# Intel: 32-bit counters, DRAM in 2^-16 J whatever the unit register says.
frozen icelake-2p
see --only socket0
is "$(value socket0.energy_esu) $(value socket0.energy_dram_esu)" '14 16' \
	'Intel has two units'
for domain in pkg dram; do
	esu=14
	[ $domain = pkg ] || esu=16
	is "$(value socket0.energy_$domain)" \
		"$(($(value socket0.energy_$domain.raw) * 1000000 >> esu))" \
		"Intel $domain is its count times its unit"
done
is "$(says 'socket0.hsmp.state unsupported-cpu none')" 1 'Intel has no HSMP'
sim_end "$sim_n"

# The trap of kernels 6.9 to 6.11: a package for each CCD.
for kind in package die; do
	"$epycsim" --show milan-2p >"$TMP/$kind.scenario"
	printf '\n[nodes]\npowercap = %s\n' "$kind" >>"$TMP/$kind.scenario"
	frozen "$TMP/$kind.scenario"
	see --only socket
	case $kind in
	package)
		like "$(value socket1.energy_pkg.powercap)" '^[0-9]+$' \
			'one zone a package is read'
		;;
	die)
		is "$(says 'socket0.energy_pkg.powercap - EUCLEAN') $(says \
			'socket1.energy_pkg.powercap - EUCLEAN')" '1 1' \
			'one zone a CCD is refused'
		;;
	esac
	sim_end "$sim_n"
done
