// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Values of a scenario that are refused, each with its line and reason
 */
#include "tests/unit/sim/model_fixture.h"

static void each_required_key_is_missed(void **state)
{
	static const struct bad bad[] = {
		{ "name", "", 0, "name is missing in [machine]" },
		{ "cores_per_socket", "", 0,
		  "cores_per_socket is missing in [machine]" },
		{ "cores_per_ccd", "", 0,
		  "cores_per_ccd is missing in [machine]" },
		{ "core_idle_w", "", 0, "core_idle_w is missing in [power]" },
		{ "core_busy_w", "", 0, "core_busy_w is missing in [power]" },
		{ "uncore_w", "", 0, "uncore_w is missing in [power]" },
		{ "limit_w", "", 0, "limit_w is missing in [power]" },
		{ "limit_max_w", "", 0, "limit_max_w is missing in [power]" },
		{ "min_mhz", "", 0, "min_mhz is missing in [clock]" },
		{ "max_mhz", "", 0, "max_mhz is missing in [clock]" },
		{ "boost_limit_mhz", "", 0,
		  "boost_limit_mhz is missing in [clock]" },
		{ "all", "", 0, "all is missing in [load]" },
	};

	UNUSED(state);
	expect_all_bad(bad, ARRAY_SIZE(bad));
}

static void values_out_of_range_are_refused(void **state)
{
	static const struct bad bad[] = {
		{ NULL, "[machine]\nsockets = 0", 18,
		  "sockets: 0 is not a whole number in 1 to 8" },
		{ NULL, "[machine]\nsockets = 9", 18,
		  "sockets: 9 is not a whole number in 1 to 8" },
		{ NULL, "[machine]\nsockets = 1.5", 18,
		  "sockets: 1.5 is not a whole number in 1 to 8" },
		{ NULL, "[machine]\nsockets = -1", 18,
		  "sockets: -1 is not a whole number in 1 to 8" },
		{ NULL, "[machine]\nsockets =", 18,
		  "sockets:  is not a whole number in 1 to 8" },
		{ NULL, "[machine]\nsockets = 2 4", 18,
		  "sockets: 2 4 is not a whole number in 1 to 8" },
		{ NULL, "[machine]\nsockets = 18446744073709551617", 18,
		  "sockets: 18446744073709551617 is not a whole number in 1 "
		  "to 8" },
		{ NULL, "[hsmp]\nprotocol = 10", 18,
		  "protocol: 10 is not a whole number in 2 to 9" },
		{ NULL, "[hsmp]\nsmu_version = 0x100000000", 18,
		  "smu_version: 0x100000000 is not a whole number in 0 to "
		  "4294967295" },
		{ NULL, "[hsmp]\nmailbox_us = 90001", 18,
		  "mailbox_us: 90001 is not a whole number in 0 to 90000" },
		{ NULL, "[energy]\nesu = 32", 18,
		  "esu: 32 is not a whole number in 0 to 31" },
		{ NULL, "[energy]\ncore_start = x", 18,
		  "core_start: x is not a whole number of 64 bits, decimal or "
		  "0x..." },
		{ "core_idle_w", "[power]\ncore_idle_w = 0", 18,
		  "core_idle_w: 0 is not a number in 0.001 to 1000" },
		{ "uncore_w", "[power]\nuncore_w = 10000.5", 18,
		  "uncore_w: 10000.5 is not a number in 0 to 10000" },
		{ "uncore_w", "[power]\nuncore_w = nan", 18,
		  "uncore_w: nan is not a number in 0 to 10000" },
		{ "uncore_w", "[power]\nuncore_w = 1,5", 18,
		  "uncore_w: 1,5 is not a number in 0 to 10000" },
		{ NULL, "[thermal]\nambient_c = -41", 18,
		  "ambient_c: -41 is not a number in -40 to 100" },
		{ NULL, "[nodes]\nhsmp = maybe", 18,
		  "hsmp: maybe is neither yes nor no" },
		{ NULL, "[cpufreq]\ndriver =", 18, "driver: is empty" },
		{ NULL,
		  "[cpufreq]\ngovernor = 0123456789abcdef0123456789abcdef", 18,
		  "governor: longer than 31 characters" },
		{ NULL, "[machine]\noffline = 3-1", 18,
		  "offline: 3-1 is not a list of CPUs such as 2,5-7" },
		{ NULL, "[machine]\nisolated = x", 18,
		  "isolated: x is not a list of CPUs such as 2,5-7" },
		{ NULL, "[machine]\npackage_ids = 16", 18,
		  "package_ids: 16 is not up to 8 numbers in 0 to 15 such as "
		  "0,3" },
		{ NULL, "[machine]\npackage_ids = 0,1,2,3,4,5,6,7,8", 18,
		  "package_ids: 0,1,2,3,4,5,6,7,8 is not up to 8 numbers in 0 "
		  "to 15 such as 0,3" },
		{ NULL, "[machine]\npackage_ids = 0 1", 18,
		  "package_ids: ' 1' after the last number" },
	};

	UNUSED(state);
	expect_all_bad(bad, ARRAY_SIZE(bad));
}

static void values_that_contradict_each_other_are_refused(void **state)
{
	static const struct bad bad[] = {
		{ "cores_per_socket",
		  "[machine]\ncores_per_socket = 512\nsockets = 3", 18,
		  "cores_per_socket: 3 sockets x 512 cores x 1 threads are "
		  "more than 1024 CPUs" },
		{ "cores_per_ccd", "[machine]\ncores_per_ccd = 3", 18,
		  "cores_per_ccd: 3 does not divide cores_per_socket, 4" },
		{ NULL, "[machine]\nnodes_per_socket = 8", 18,
		  "nodes_per_socket: 8 does not divide cores_per_socket, 4" },
		{ NULL, "[machine]\npackage_ids = 0,1", 18,
		  "package_ids: 2 ids for 1 sockets" },
		{ NULL, "[machine]\nsockets = 3\npackage_ids = 0,1", 19,
		  "package_ids: 2 ids for 3 sockets" },
		{ NULL, "[machine]\nsockets = 2\npackage_ids = 3,0", 19,
		  "package_ids: 0 after 3 does not ascend" },
		{ NULL, "[machine]\nsockets = 2\npackage_ids = 3,3", 19,
		  "package_ids: 3 after 3 does not ascend" },
		{ NULL, "[machine]\noffline = 0", 18,
		  "offline: CPU 0 is always online" },
		{ NULL, "[machine]\noffline = 1,4", 18,
		  "offline: there is no CPU 4, the last is 3" },
		{ NULL, "[machine]\nisolated = 2-9", 18,
		  "isolated: there is no CPU 4, the last is 3" },
		{ NULL, "[machine]\nnohz_full = 77", 18,
		  "nohz_full: there is no CPU 77, the last is 3" },
		{ NULL, "[energy]\nbits = 48", 18,
		  "bits: 48 is neither 32 nor 64" },
		{ NULL, "[energy]\ncore_start = 0x100000000", 18,
		  "core_start: does not fit into 32 bits" },
		{ NULL, "[energy]\npkg_start = 4294967296", 18,
		  "pkg_start: does not fit into 32 bits" },
		{ "core_busy_w", "[power]\ncore_busy_w = 0.5", 18,
		  "core_busy_w: 0.5 is less than core_idle_w, 1" },
		{ "limit_w", "[power]\nlimit_w = 2401", 18,
		  "limit_w: 2401 is more than limit_max_w, 2400" },
		{ "max_mhz", "[clock]\nmax_mhz = 999", 18,
		  "max_mhz: 999 is less than min_mhz, 1000" },
		{ "boost_limit_mhz", "[clock]\nboost_limit_mhz = 3001", 18,
		  "boost_limit_mhz: 3001 is not in min_mhz to max_mhz, 1000 "
		  "to 3000" },
		{ "boost_limit_mhz", "[clock]\nboost_limit_mhz = 999", 18,
		  "boost_limit_mhz: 999 is not in min_mhz to max_mhz, 1000 to "
		  "3000" },
		{ NULL, "core 1 = host\ncore 2-4 = host", 18,
		  "core: there is no core 4, the last is 3" },
	};

	UNUSED(state);
	expect_all_bad(bad, ARRAY_SIZE(bad));
}

static void bad_details_of_machine_and_mailbox_are_refused(void **state)
{
	static const struct bad bad[] = {
		{ NULL, "[hsmp]\ndriver = E", 18,
		  "driver: E is none of A|B|C|D|OOT" },
		{ NULL, "[hsmp]\ndriver =", 18,
		  "driver:  is none of A|B|C|D|OOT" },
		{ NULL, "[hsmp]\ndriver = A|B", 18,
		  "driver: A|B is none of A|B|C|D|OOT" },
		{ NULL, "[hsmp]\nbinding = pci", 18,
		  "binding: pci is none of acpi|plat|none" },
		{ NULL, "[hsmp]\nbinding = acp", 18,
		  "binding: acp is none of acpi|plat|none" },
		{ NULL, "[nodes]\npowercap = core", 18,
		  "powercap: core is none of none|package|die" },
		{ NULL, "[cpufreq]\nboost = yes", 18,
		  "boost: yes is none of off|on" },
		{ NULL, "[hsmp]\nlinks = P1 G8", 18,
		  "links: P1 G8 is not a list of links P0 to P5, G0 to G7" },
		{ NULL, "[hsmp]\nlinks = P1,P3", 18,
		  "links: P1,P3 is not a list of links P0 to P5, G0 to G7" },
		{ NULL, "[hsmp]\ndimms = 0x80 0x100", 18,
		  "dimms: '0x80 0x100' is not up to 64 whole numbers in 0 to "
		  "255 with blanks between" },
		{ NULL, "[hsmp]\ndimms = 0x80,0x84", 18,
		  "dimms: ',0x84' after a number" },
		{ NULL, "[hsmp]\ndimms = 0x80 128", 18,
		  "dimms: 0x80 is there twice" },
		{ NULL, "[msr_safe]\nallow = 0x1FFFFFFFF", 18,
		  "allow: '0x1FFFFFFFF' is not up to 64 whole numbers in 0 to "
		  "4294967295 with blanks between" },
		{ NULL, "[hsmp]\nnbios = 17", 18,
		  "nbios: 17 is not a whole number in 1 to 16" },
		{ NULL, "[hsmp]\nmetric_table = 6", 18,
		  "metric_table: 6 needs protocol 6, not 2" },
		{ NULL, "[hsmp]\nmetric_table = 7V\nprotocol = 6", 18,
		  "metric_table: 7V needs protocol 7, not 6" },
		{ "cores_per_socket",
		  "[machine]\ncores_per_socket = 98\n[hsmp]\n"
		  "protocol = 6\nmetric_table = 6",
		  21, "metric_table: 6 has room for 96 cores" },
		{ "cores_per_socket",
		  "[machine]\ncores_per_socket = 18\n[hsmp]\n"
		  "protocol = 7\nmetric_table = 7V",
		  21, "metric_table: 7V has room for 8 CCDs of 32 cores" },
		{ NULL, "[cpufreq]\nlowest_nonlinear_mhz = 999", 18,
		  "lowest_nonlinear_mhz: 999 is not in min_mhz to max_mhz, "
		  "1000 to 3000" },
		{ NULL, "[machine]\nvendor = GenuineIntel", 0,
		  "hsmp: GenuineIntel has none, write hsmp = no" },
		{ NULL, "[power]\ndram_busy_w = 5", 18,
		  "dram_busy_w: only GenuineIntel has a register for it" },
		{ NULL,
		  "[machine]\nvendor = GenuineIntel\n[nodes]\nhsmp = no\n"
		  "[power]\ndram_idle_w = 5",
		  0, "dram_busy_w: 0 is less than dram_idle_w, 5" },
	};

	UNUSED(state);
	expect_all_bad(bad, ARRAY_SIZE(bad));
}

static void bad_loads_are_refused(void **state)
{
	static const struct bad bad[] = {
		{ "all", "all = 0.5", 17,
		  "all: '0.5' is not constant, steps, sine or host" },
		{ "all", "all =", 17,
		  "all: '' is not constant, steps, sine or host" },
		{ "all", "all = constant 1.1", 17,
		  "all: write constant LEVEL, a number in 0 to 1" },
		{ "all", "all = constant -0.1", 17,
		  "all: write constant LEVEL, a number in 0 to 1" },
		{ "all", "all = constant 0.1 0.2", 17,
		  "all: write constant LEVEL, a number in 0 to 1" },
		{ "all", "all = sine 0.5 0.3", 17,
		  "all: write sine MEAN AMPLITUDE PERIOD, e.g. sine 0.5 0.3 "
		  "20s" },
		{ "all", "all = sine 0.5 0.3 20", 17,
		  "all: write sine MEAN AMPLITUDE PERIOD, e.g. sine 0.5 0.3 "
		  "20s" },
		{ "all", "all = sine 0.5 0.6 20s", 17,
		  "all: a sine of 0.5 +- 0.6 leaves 0 to 1" },
		{ "all", "all = sine 0.25 0.5 20s", 17,
		  "all: a sine of 0.25 +- 0.5 leaves 0 to 1" },
		{ "all", "all = sine 0.75 0.5 20s", 17,
		  "all: a sine of 0.75 +- 0.5 leaves 0 to 1" },
		{ "all", "all = sine 0.5 0.3 999us", 17,
		  "all: the period of a sine is 1ms to 10min" },
		{ "all", "all = sine 0.5 0.3 601s", 17,
		  "all: the period of a sine is 1ms to 10min" },
		{ "all", "all = steps", 17,
		  "all: write steps TIME:LEVEL ... [repeat DURATION]" },
		{ "all", "all = steps repeat 5s", 17,
		  "all: 'repeat 5s' is not a step TIME:LEVEL such as 5s:0.9" },
		{ "all", "all = steps 5:0.9", 17,
		  "all: '5:0.9' is not a step TIME:LEVEL such as 5s:0.9" },
		{ "all", "all = steps 0s:0.1 5s:2", 17,
		  "all: '5s:2' is not a step TIME:LEVEL such as 5s:0.9" },
		{ "all", "all = steps 0s:0.1x", 17,
		  "all: '0s:0.1x' is not a step TIME:LEVEL such as 5s:0.9" },
		{ "all", "all = steps 5s:0.1 5s:0.2", 17,
		  "all: steps do not ascend in time" },
		{ "all", "all = steps 0s:0.1 repeat", 17,
		  "all: write repeat DURATION at the end" },
		{ "all", "all = steps 0s:0.1 repeat 5s 6s:1", 17,
		  "all: write repeat DURATION at the end" },
		{ "all", "all = steps 0s:0.1 5s:0.2 repeat 5s", 17,
		  "all: the steps repeat before the last one begins" },
		{ "all", "all = steps 0s:0.1 repeat 0s", 17,
		  "all: the steps repeat before the last one begins" },
		{ "all", "all = host 1", 17, "all: host takes no numbers" },
		{ NULL, "core 1 = constant", 17,
		  "core 1: write constant LEVEL, a number in 0 to 1" },
		{ NULL, "core = host", 17, "core: write core N or core N-M" },
		{ NULL, "core x = host", 17,
		  "core x: write core N or core N-M" },
		{ NULL, "core 1- = host", 17,
		  "core 1-: write core N or core N-M" },
		{ NULL, "core 2-1 = host", 17,
		  "core 2-1: write core N or core N-M" },
		{ NULL, "core 1 2 = host", 17,
		  "core 1 2: write core N or core N-M" },
	};

	UNUSED(state);
	expect_all_bad(bad, ARRAY_SIZE(bad));
}

static void bad_faults_are_refused(void **state)
{
	static const struct bad bad[] = {
		{ NULL, "[fault]", 17,
		  "write [fault NAME], a name of 1 to 31 characters without "
		  "blanks" },
		{ NULL, "[fault a b]", 17,
		  "write [fault NAME], a name of 1 to 31 characters without "
		  "blanks" },
		{ NULL, "[fault 0123456789abcdef0123456789abcdef]", 17,
		  "write [fault NAME], a name of 1 to 31 characters without "
		  "blanks" },
		{ NULL, "[fault x]\ntarget = hsmp:*\nerrno = EIO\n[fault x]",
		  20, "fault x is there already, from line 17" },
		{ NULL, "[fault x]\nerrno = EIO", 17,
		  "fault x: target is missing" },
		{ NULL, "[fault x]\ntarget = hsmp:*", 17,
		  "fault x: nothing goes wrong: set errno, status, dead, "
		  "missing, forbidden or latency_ms" },
		{ NULL, "[fault x]\ntarget = hsmp:*\ndead = no", 17,
		  "fault x: nothing goes wrong: set errno, status, dead, "
		  "missing, forbidden or latency_ms" },
		{ NULL, "[fault x]\ntarget = usb:*", 18,
		  "target: usb:* is not hsmp:..., msr:... or file:/..." },
		{ NULL, "[fault x]\ntarget = hsmp", 18,
		  "target: hsmp is not hsmp:..., msr:... or file:/..." },
		{ NULL, "[fault x]\ntarget = hsmp@:*", 18,
		  "target: write hsmp:MESSAGE or hsmp@SOCKET:MESSAGE" },
		{ NULL, "[fault x]\ntarget = hsmp:GET_NOTHING", 18,
		  "target: GET_NOTHING is not a message, write e.g. "
		  "GET_SOCKET_POWER, 0x04 or *" },
		{ NULL, "[fault x]\ntarget = msr@1", 18,
		  "target: write msr:REGISTER or msr@CPU:REGISTER" },
		{ NULL, "[fault x]\ntarget = msr:0x1FFFFFFFF", 18,
		  "target: 0x1FFFFFFFF is not a register, write e.g. "
		  "0xC001029B or *" },
		{ NULL, "[fault x]\ntarget = msr:**", 18,
		  "target: ** is not a register, write e.g. 0xC001029B or *" },
		{ NULL, "[fault x]\ntarget = file:dev/hsmp", 18,
		  "target: write file:/PATH, below the mount point" },
		{ NULL, "[fault x]\ntarget = file@1:/dev/hsmp", 18,
		  "target: write file:/PATH, below the mount point" },
		{ NULL, "[fault x]\ntarget = hsmp:*\nerrno = EWHATEVER", 19,
		  "errno: EWHATEVER is not an errno such as EBUSY" },
		{ NULL, "[fault x]\ntarget = hsmp:*\nstatus = 0", 19,
		  "status: 0 is not a whole number in 1 to 255" },
		{ NULL, "[fault x]\ntarget = hsmp:*\nlatency_ms = 60001", 19,
		  "latency_ms: 60001 is not a number in 0 to 60000" },
		{ NULL, "[fault x]\ntarget = hsmp:*\nerrno = EIO\ndead = yes",
		  17,
		  "fault x: more than one of errno, status, dead, missing, "
		  "forbidden" },
		{ NULL, "[fault x]\ntarget = msr:*\ndead = yes", 17,
		  "fault x: status and dead need a target hsmp:..." },
		{ NULL, "[fault x]\ntarget = msr:*\nstatus = 0xFE", 17,
		  "fault x: status and dead need a target hsmp:..." },
		{ NULL, "[fault x]\ntarget = hsmp:*\nmissing = yes", 17,
		  "fault x: missing and forbidden need a target file:/..." },
		{ NULL, "[fault x]\ntarget = msr:*\nforbidden = yes", 17,
		  "fault x: missing and forbidden need a target file:/..." },
		{ NULL, "[fault x]\ntarget = hsmp@1:*\ndead = yes", 17,
		  "fault x: there is no socket 1, the last is 0" },
		{ NULL, "[fault x]\ntarget = msr@4:*\nerrno = EIO", 17,
		  "fault x: there is no CPU 4, the last is 3" },
		{ NULL, "[fault x]\ntarget = hsmp:*\nerrno = EIO\nerrno = EIO",
		  20, "errno: is there already, from line 19" },
		{ NULL, "[fault x]\ncolour = red", 18,
		  "colour: no such key in [fault]" },
	};

	UNUSED(state);
	expect_all_bad(bad, ARRAY_SIZE(bad));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_required_key_is_missed),
		cmocka_unit_test(values_out_of_range_are_refused),
		cmocka_unit_test(values_that_contradict_each_other_are_refused),
		cmocka_unit_test(
			bad_details_of_machine_and_mailbox_are_refused),
		cmocka_unit_test(bad_loads_are_refused),
		cmocka_unit_test(bad_faults_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
