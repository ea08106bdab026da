// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Registers of AMD and Intel, memory, and CPUs that come and go
 */
#include "tests/unit/sim/model_fixture.h"

#include "hw/hsmp_abi.h"

#define S NSEC_PER_SEC
#define MS NSEC_PER_MSEC
#define XEON                                                          \
	"[machine]\nvendor = GenuineIntel\nfamily = 6\nmodel = 106\n" \
	"[nodes]\nhsmp = no\n"

static uint64_t msr(const struct machine *m, uint32_t cpu, uint32_t reg,
		    uint64_t t)
{
	uint64_t value = 0;

	assert_int_equal(machine_msr(m, cpu, reg, t, &value), 0);
	return value;
}

static void no_msr(const struct machine *m, uint32_t reg)
{
	uint64_t value = 0x5A5A;

	assert_int_equal(machine_msr(m, 0, reg, S, &value), -EIO);
	assert_int_equal(value, 0x5A5A);
}

static void amd_has_three_registers(void **state)
{
	struct machine *m = tiny_machine(NULL, "core 1 = constant 1\n"
					       "[machine]\nsockets = 2\n"
					       "threads_per_core = 2");

	UNUSED(state);
	assert_int_equal(msr(m, 0, 0xC0010299, S), 0x000A1003);
	assert_int_equal(msr(m, 0, 0xC001029A, S), 5 * 65536);
	/* CPU 9 is the other thread of core 1. */
	assert_int_equal(msr(m, 1, 0xC001029A, S), 9 * 65536);
	assert_int_equal(msr(m, 9, 0xC001029A, S), 9 * 65536);
	assert_int_equal(msr(m, 3, 0xC001029B, S), 44 * 65536);
	assert_int_equal(msr(m, 12, 0xC001029B, S), 40 * 65536);
	no_msr(m, 0x606);
	no_msr(m, 0x611);
	no_msr(m, 0x614);
	no_msr(m, 0x619);
	no_msr(m, 0xC0010298);
	no_msr(m, 0xC001029C);
	free(m);
}

static void a_xeon_has_others(void **state)
{
	struct machine *m = tiny_machine(
		"limit_w", XEON "[energy]\nesu = 14\n[power]\nlimit_w = 205\n"
				"dram_idle_w = 4\ndram_busy_w = 12\n");

	UNUSED(state);
	/* PU 3, ESU 14, TU 10. */
	assert_int_equal(msr(m, 0, 0x606, S), 0x000A0E03);
	assert_int_equal(msr(m, 0, 0x611, S), 40 * 16384);
	/* 205 W and 2400 W in eighths of a watt. */
	assert_int_equal(msr(m, 0, 0x614, S), 1640 | UINT64_C(19200) << 32);
	/* 8 W in 2^-16 J, whatever 606h says. */
	assert_int_equal(msr(m, 0, 0x619, S), 8 * 65536);
	no_msr(m, 0xC0010299);
	no_msr(m, 0xC001029A);
	no_msr(m, 0xC001029B);
	no_msr(m, 0x639);
	free(m);
	/* Memory without a power has no register. */
	m = tiny_machine(NULL, XEON);
	no_msr(m, 0x619);
	free(m);
}

static void power_info_saturates(void **state)
{
	struct machine *m = tiny_machine("limit_max_w",
					 XEON "[power]\nlimit_max_w = 10000");

	UNUSED(state);
	assert_int_equal(msr(m, 0, 0x614, S), 16000 | UINT64_C(0x7FFF) << 32);
	free(m);
}

static void memory_works_as_the_average_core_does(void **state)
{
	struct machine *m = tiny_machine(
		"all", "all = constant 0\ncore 1-2 = constant 1\n" XEON
		       "[power]\ndram_idle_w = 4\ndram_busy_w = 12\n"
		       "[energy]\npkg_start = 0xFFFF0000");

	UNUSED(state);
	assert_true(machine_dram_w(m, 0, S) == 8);
	assert_true(machine_dram_j(m, 0, 10 * S) == 80);
	/* It begins where the package's does, and wraps at 32 bits. */
	assert_int_equal(machine_dram_reg(m, 0, S), 8 * 65536 - 0x10000);
	assert_int_equal(machine_dram_reg(m, 0, S + MS - 1),
			 machine_dram_reg(m, 0, S));
	machine_reset_counters(m, 2 * S);
	assert_int_equal(machine_dram_reg(m, 0, 2 * S), 0);
	assert_int_equal(machine_dram_reg(m, 0, 3 * S), 8 * 65536);
	assert_true(machine_dram_j(m, 0, 3 * S) == 24);
	free(m);
}

static void memory_of_a_cut_socket_works_on(void **state)
{
	struct machine *m = tiny_machine(
		"limit_w", XEON "[power]\ndram_busy_w = 8\nlimit_w = 24");

	UNUSED(state);
	assert_true(machine_pkg_j(m, 0, S) == 24);
	assert_true(machine_dram_j(m, 0, S) == 4);
	free(m);
}

static void a_core_stops_with_its_last_thread(void **state)
{
	struct machine *m =
		tiny_machine(NULL, "[machine]\nthreads_per_core = 2");

	UNUSED(state);
	assert_int_equal(machine_set_online(m, 1, false, 1 * S), 0);
	assert_true(cpuset_has(&machine_scenario(m)->offline, 1));
	/* CPU 5 still runs it. */
	assert_true(machine_load(m, 1, 1 * S) == 0.5);
	assert_int_equal(machine_set_online(m, 5, false, 2 * S), 0);
	assert_true(machine_load(m, 1, 2 * S) == 0);
	assert_true(machine_pkg_w(m, 0, 2 * S) == 36);
	assert_true(machine_core_j(m, 1, 4 * S) == 2 * 5 + 2 * 1);
	assert_true(machine_pkg_j(m, 0, 4 * S) == 2 * 40 + 2 * 36);
	assert_int_equal(machine_set_online(m, 5, true, 4 * S), 0);
	assert_false(cpuset_has(&machine_scenario(m)->offline, 5));
	assert_true(machine_core_j(m, 1, 5 * S) == 10 + 2 + 5);
	assert_int_equal(machine_core_reg(m, 1, 5 * S), 17 * 65536);
	free(m);
}

static void what_drives_a_core_goes_on_while_it_is_away(void **state)
{
	struct machine *m =
		tiny_machine("all", "all = steps 0s:0 2s:1 4s:0.25");
	struct load load = load_of("constant 0.75");

	UNUSED(state);
	(void)machine_set_online(m, 3, false, 1 * S);
	(void)machine_set_online(m, 3, true, 3 * S);
	/* 1 W for 3 s, then 1 s of the step to 1, then 3 W. */
	assert_true(machine_core_j(m, 3, 5 * S) == 3 + 9 + 3);
	(void)machine_set_online(m, 3, false, 5 * S);
	machine_set_load(m, 3, 3, &load, 6 * S);
	assert_true(machine_core_j(m, 3, 7 * S) == 15 + 2);
	(void)machine_set_online(m, 3, true, 7 * S);
	assert_true(machine_core_j(m, 3, 8 * S) == 17 + 7);
	free(m);
}

static void an_absent_core_leaves_room_below_the_limit(void **state)
{
	struct machine *m = tiny_machine("limit_w", "[power]\nlimit_w = 36");

	UNUSED(state);
	assert_true(machine_core_w(m, 0, 0) == 4);
	(void)machine_set_online(m, 3, false, 1 * S);
	assert_true(machine_core_w(m, 0, 1 * S) == 5);
	assert_true(machine_pkg_w(m, 0, 1 * S) == 36);
	free(m);
}

static void cpus_that_cannot_go_or_are_not_there_are_refused(void **state)
{
	struct machine *m = tiny_machine(NULL, "");

	UNUSED(state);
	assert_int_equal(machine_set_online(m, 0, false, 0), -EINVAL);
	assert_int_equal(machine_set_online(m, 4, false, 0), -EINVAL);
	assert_int_equal(machine_set_online(m, 4, true, 0), -EINVAL);
	assert_int_equal(machine_set_online(m, 0, true, 0), 0);
	assert_int_equal(cpuset_count(&machine_scenario(m)->offline), 0);
	free(m);
}

static void the_mailbox_s_pace_can_be_changed(void **state)
{
	struct machine *m = tiny_machine(NULL, "");

	UNUSED(state);
	assert_int_equal(machine_scenario(m)->mailbox_us, 300);
	assert_int_equal(machine_set_mailbox_us(m, 90001), -EINVAL);
	assert_int_equal(machine_scenario(m)->mailbox_us, 300);
	assert_int_equal(machine_set_mailbox_us(m, 1000), 0);
	assert_int_equal(machine_scenario(m)->mailbox_us, 1000);
	free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(amd_has_three_registers),
		cmocka_unit_test(a_xeon_has_others),
		cmocka_unit_test(power_info_saturates),
		cmocka_unit_test(memory_works_as_the_average_core_does),
		cmocka_unit_test(memory_of_a_cut_socket_works_on),
		cmocka_unit_test(a_core_stops_with_its_last_thread),
		cmocka_unit_test(what_drives_a_core_goes_on_while_it_is_away),
		cmocka_unit_test(an_absent_core_leaves_room_below_the_limit),
		cmocka_unit_test(
			cpus_that_cannot_go_or_are_not_there_are_refused),
		cmocka_unit_test(the_mailbox_s_pace_can_be_changed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
