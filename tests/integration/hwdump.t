#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# hwdump on a tree of plain files: two packages with ids 0 and 2, CPU 3
# offline, CPU 1 isolated. MSR nodes are sparse files, so that the reads are
# the real ones; /dev/hsmp is a plain file, which knows no ioctl.

. "$(dirname "$0")/../lib/tap.sh"

root=$TMP/root
cpus=$root/sys/devices/system/cpu
dump=$O/bin/hwdump
[ -x "$dump" ] || skip_all "$dump is not built"

file() # path text
{
	mkdir -p "$(dirname "$1")"
	printf '%s\n' "$2" >"$1"
}

# Eight bytes, the lowest first, at a register's offset.
msr() # cpu node register bytes-as-octal-escapes
{
	mkdir -p "$root/dev/cpu/$1"
	printf '%b' "$4" | dd of="$root/dev/cpu/$1/$2" bs=1 seek=$(($3)) \
		conv=notrunc status=none
}

cpu() # number package core l3
{
	local t=$cpus/cpu$1/topology c=$cpus/cpu$1/cache/index0

	file "$t/physical_package_id" "$2"
	file "$t/core_id" "$3"
	file "$t/die_id" 0
	file "$t/thread_siblings_list" "$1"
	file "$c/level" 3
	file "$c/id" "$4"
}

file "$cpus/present" 0-3
file "$cpus/online" 0-2
file "$cpus/isolated" 1
cpu 0 0 0 0
cpu 1 0 1 1
cpu 2 2 0 8
file "$cpus/cpu0/cpufreq/scaling_cur_freq" 2450000
file "$cpus/cpu0/cpufreq/scaling_governor" 'on demand'
file "$cpus/cpu0/cpuidle/state0/name" POLL
file "$cpus/cpu0/cpuidle/state0/time" 12
file "$cpus/cpu0/cpuidle/state1/name" 'C 2'
file "$cpus/cpu0/cpuidle/state1/time" 30
file "$cpus/cpu0/cpuidle/state1/usage" 7
file "$cpus/cpu0/cpuidle/state1/latency" 400
file "$cpus/cpu0/cpuidle/state1/disable" 0
file "$cpus/cpu0/cpuidle/state1/desc" 'ACPI IOPORT 0x414'
file "$cpus/cpufreq/boost" 1
file "$cpus/cpuidle/current_driver" acpi_idle
file "$root/sys/module/hsmp_common/version" 2.5
file "$root/sys/class/powercap/intel-rapl:0/name" package-2
file "$root/sys/class/powercap/intel-rapl:0/energy_uj" 123456789
file "$root/sys/class/powercap/intel-rapl:0/max_energy_range_uj" 65532610987
file "$root/sys/devices/system/node/node0/cpulist" 0-2
file "$root/sys/bus/pci/drivers/k10temp/0000:00:18.3/hwmon/hwmon3/temp1_input" \
	45125
file "$root/sys/bus/pci/drivers/k10temp/0000:00:19.3/hwmon/hwmon1/temp1_input" \
	-500
file "$root/dev/hsmp" ''
file "$root/proc/cpuinfo" 'processor	: 0
vendor_id	: AuthenticAMD
cpu family	: 25
model		: 17
model name	: AMD EPYC 9654
stepping	: 1
apicid		: 0

processor	: 2
apicid		: 64'
# Registers are neighbours, so in a plain file their bytes overlap. From 0299 on:
# 03 10 00 00 01, then zeros. Thus ESU is 10h = 16, the core's 029A 01000010h
# counts = 256.00024414 J, the package's 029B 00010000h counts = 1 J.
msr 0 msr_safe 0xC0010299 \
	'\0003\0020\0000\0000\0001\0000\0000\0000\0000\0000'
# The other package: only the unit, by the plain node; then the file ends.
msr 2 msr 0xC0010299 '\0003\0020\0012\0000\0000\0000\0000\0000'

# Attributes of cpufreq in order; those of a CPU that has none of them.
attributes='scaling_cur_freq scaling_governor scaling_driver
	scaling_available_governors scaling_min_freq scaling_max_freq
	cpuinfo_min_freq cpuinfo_max_freq cpuinfo_cur_freq
	scaling_available_frequencies bios_limit amd_pstate_max_freq
	amd_pstate_lowest_nonlinear_freq amd_pstate_highest_perf
	amd_pstate_prefcore_ranking amd_pstate_hw_prefcore
	energy_performance_preference energy_performance_available_preferences'
absent() # cpu first-attribute
{
	local a

	for a in $attributes; do
		if [ "$a" = "$2" ]; then set -- "$1" ''; fi
		if [ -z "$2" ]; then echo "$1.cpufreq.$a - ENOENT"; fi
	done
}

cat >"$TMP/expected" <<'GOLDEN'
machine.model_name AMD_EPYC_9654 none
machine.vendor AuthenticAMD none
machine.family 25 none
machine.model 17 none
machine.stepping 1 none
machine.n_sockets 2 none
machine.n_cores 3 none
machine.n_cpus 4 none
machine.n_online 3 none
machine.n_ccds 3 none
machine.n_numa_nodes 1 none
machine.threads_per_core 1 none
machine.smt_active - ENODATA
machine.n_isolated 1 none
machine.msr_source msr none
machine.hsmp_driver_version 2.5 none
machine.cpufreq.boost 1 none
machine.amd_pstate.status - ENOENT
machine.amd_pstate.prefcore - ENOENT
machine.cpuidle.current_driver acpi_idle none
machine.cpuidle.current_governor - ENOENT
socket0.hsmp_index 0 none
socket0.first_cpu 0 none
socket0.reader 0 none
socket0.n_cores 2 none
socket0.n_cpus 2 none
socket0.n_ccds 2 none
socket0.hsmp.state driver-mismatch none
socket0.hsmp.protocol - ENOTTY
socket0.energy_esu 16 none
socket0.energy_unit_register 0x100001003 none
socket0.energy_pkg 1000000 uJ
socket0.energy_pkg.raw 65536 count
socket0.energy_pkg.msr_batch - ENOENT
socket0.energy_pkg.msr_safe 1000000 uJ
socket0.energy_pkg.msr - ENOENT
socket0.energy_pkg.hsmp - ENOTTY
socket0.energy_pkg.powercap - ENOENT
socket0.energy_pkg.powercap_range - ENOENT
socket0.energy_pkg.perf - ENOENT
socket0.k10temp.tctl 45125 millidegC
socket2.hsmp_index 1 none
socket2.first_cpu 2 none
socket2.reader 2 none
socket2.n_cores 1 none
socket2.n_cpus 1 none
socket2.n_ccds 1 none
socket2.hsmp.state driver-mismatch none
socket2.hsmp.protocol - ENOTTY
socket2.energy_esu 16 none
socket2.energy_unit_register 0xA1003 none
socket2.energy_pkg - EIO
socket2.energy_pkg.msr_batch - ENOENT
socket2.energy_pkg.msr_safe - ENOENT
socket2.energy_pkg.msr - EIO
socket2.energy_pkg.hsmp - ENOTTY
socket2.energy_pkg.powercap 123456789 uJ
socket2.energy_pkg.powercap_range 65532610987 uJ
socket2.energy_pkg.perf - ENOENT
socket2.k10temp.tctl -500 millidegC
cpu0.online 1 none
cpu0.no_ipi 0 none
cpu0.package_id 0 none
cpu0.core 0 none
cpu0.core_id 0 none
cpu0.die_id 0 none
cpu0.l3 0 none
cpu0.numa_node 0 none
cpu0.apicid 0 none
cpu0.ccd 0 none
cpu0.n_threads 1 none
cpu0.reader 0 none
cpu0.energy_core 256000244 uJ
cpu0.energy_core.raw 16777232 count
cpu0.energy_core.msr_safe 256000244 uJ
cpu0.cpufreq.scaling_cur_freq 2450000 kHz
cpu0.cpufreq.scaling_governor on_demand none
absent cpu0 scaling_driver
cpu0.idle.POLL.desc - ENOENT
cpu0.idle.POLL.time 12 us
cpu0.idle.POLL.usage - ENOENT
cpu0.idle.POLL.above - ENOENT
cpu0.idle.POLL.below - ENOENT
cpu0.idle.POLL.rejected - ENOENT
cpu0.idle.POLL.latency - ENOENT
cpu0.idle.POLL.residency - ENOENT
cpu0.idle.POLL.disable - ENOENT
cpu0.idle.C_2.desc ACPI_IOPORT_0x414 none
cpu0.idle.C_2.time 30 us
cpu0.idle.C_2.usage 7 count
cpu0.idle.C_2.above - ENOENT
cpu0.idle.C_2.below - ENOENT
cpu0.idle.C_2.rejected - ENOENT
cpu0.idle.C_2.latency 400 us
cpu0.idle.C_2.residency - ENOENT
cpu0.idle.C_2.disable 0 none
cpu0.idle_time 42 us
cpu1.online 1 none
cpu1.no_ipi 1 none
cpu1.package_id 0 none
cpu1.core 1 none
cpu1.core_id 1 none
cpu1.die_id 0 none
cpu1.l3 1 none
cpu1.numa_node 0 none
cpu1.apicid - ENODATA
cpu1.ccd 1 none
cpu1.n_threads 1 none
cpu1.reader - EBUSY
cpu1.energy_core - EBUSY
cpu1.energy_core.msr_batch - EBUSY
cpu1.energy_core.msr_safe - EBUSY
cpu1.energy_core.msr - EBUSY
absent cpu1 scaling_cur_freq
cpu1.idle_time - ENOENT
cpu2.online 1 none
cpu2.no_ipi 0 none
cpu2.package_id 2 none
cpu2.core 2 none
cpu2.core_id 0 none
cpu2.die_id 0 none
cpu2.l3 8 none
cpu2.numa_node 0 none
cpu2.apicid 64 none
cpu2.ccd 0 none
cpu2.n_threads 1 none
cpu2.reader 2 none
cpu2.energy_core - EIO
cpu2.energy_core.msr - EIO
absent cpu2 scaling_cur_freq
cpu2.idle_time - ENOENT
cpu3.online 0 none
cpu3.no_ipi 0 none
GOLDEN
while read -r line; do
	case $line in
	absent*) $line ;;
	*) echo "$line" ;;
	esac
done <"$TMP/expected" >"$TMP/golden"
"$dump" --root "$root" >"$TMP/out" 2>"$TMP/err"
is $? 0 'a tree is dumped'
empty "$(diff -u "$TMP/golden" "$TMP/out" 2>&1)" 'the dump is as expected'
empty "$(cat "$TMP/err")" 'nothing is said on stderr'
empty "$(grep -vE '^[^ ]+ ([^ ]+ [^ ]+|- E[A-Z0-9]+)$' "$TMP/out")" \
	'each line has three columns'
"$dump" --root "$root" | diff -q - "$TMP/out" >"$TMP/diff"
is $? 0 'a second dump of a machine at rest is the same'

# A part of it: the same lines, and nothing else is read.
for only in socket2 cpu0.idle machine.n_ cpu cpu1 cpu2.energy nothing; do
	"$dump" --root "$root" --only "$only" >"$TMP/part"
	grep -e "^$only" "$TMP/golden" | diff -q - "$TMP/part" >"$TMP/diff"
	is $? 0 "--only $only is what begins so"
done
"$dump" --root "$root" --only machine --record "$TMP/part.d" >"$TMP/part"
is "$(grep -cE 'cpuidle/state|energy_uj' "$TMP/part.d/capture")" 0 \
	'files that are not wanted are not read'

got=$("$dump" --root "$root" --check)
is "$? $got" '0 yes: energy of socket0 by msr_safe' 'a source of energy is found'
rm -r "${root:?}/dev"
got=$("$dump" --root "$root" --check)
is "$? $got" \
	'1 no: HSMP is no-device (ENOENT), energy registers give ENOENT' \
	'without sources the check says why'

# Bad use: one line, exit 2, nothing on stdout.
bad() # sentence expected-line args...
{
	local sentence=$1 line=$2 status
	shift 2
	"$dump" "$@" >"$TMP/out" 2>"$TMP/err"
	status=$?
	is "$status $(cat "$TMP/out")" '2 ' "$sentence: exit 2"
	like "$(cat "$TMP/err")" "^[^$IFS]*hwdump: $line\$" \
		"$sentence: one line says so"
}
bad 'a root that does not exist' "$TMP/none: No such file or directory" \
	--root "$TMP/none"
bad 'a root that is a file' "$TMP/golden: Not a directory" --root "$TMP/golden"
mkdir "$TMP/empty"
bad 'a root without CPUs' \
	"$TMP/empty: cannot read the CPU topology: No such file or directory" \
	--root "$TMP/empty"
bad 'an unknown option' "unrecognized option '--bogus'" --bogus
bad 'an option without its argument' "option '--root' requires an argument" \
	--root
bad 'an argument' "unexpected argument 'x'" x
bad 'a list with a letter' "bad list for --dimms: '0x80,x'" --dimms 0x80,x
bad 'a list that goes on' "bad list for --links: '1,'" --links 1,
bad 'a list of too large numbers' "bad list for --links: '4294967296'" \
	--links 4294967296
got=$("$dump" --root "$TMP/empty" --check)
like "$? $got" '^1 no: the CPU topology below .* can.t be read: No such' \
	'the check of a root without CPUs is a no'
if [ -c /dev/full ]; then
	"$dump" --root "$root" >/dev/full 2>"$TMP/err"
	is "$? $(cat "$TMP/err")" \
		'2 hwdump: cannot write: No space left on device' \
		'output that can not be written is a failure'
fi
like "$("$dump" --version)" '^hwdump [0-9]+\.[0-9]+\.[0-9]+$' 'it has a version'
like "$("$dump" --help)" '^Usage: hwdump ' 'it has a help'

# Odd trees.
mkdir "$TMP/odd"
for text in '' '0-' '99999999999999999999' '0-9000' '1,,2' $'0\n0'; do
	file "$TMP/odd/sys/devices/system/cpu/present" "$text"
	file "$TMP/odd/sys/devices/system/cpu/online" 0
	"$dump" --root "$TMP/odd" >"$TMP/out" 2>"$TMP/err"
	is "$? $(wc -l <"$TMP/err")" '2 1' "present = '${text@Q}' is refused"
done
rm "$TMP/odd/sys/devices/system/cpu/present"
mkfifo "$TMP/odd/sys/devices/system/cpu/present"
timeout 10 "$dump" --root "$TMP/odd" >"$TMP/out" 2>"$TMP/err"
is "$? $(wc -l <"$TMP/err")" '2 1' 'a FIFO does not hang it'
