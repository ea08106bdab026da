// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The power limit, and for how long it and PROCHOT hold a socket back
 *
 * The tiny machine has four cores of 1 W idle and 9 W busy and 20 W besides:
 * 24 W when all are idle, 56 W when all are busy.
 */
#include "tests/unit/sim/model_fixture.h"

#include <math.h>

#include "hw/hsmp_abi.h"

#define S NSEC_PER_SEC
#define MS NSEC_PER_MSEC
#define SEVEN "[hsmp]\nprotocol = 7\nmetric_table = 7V\n"

static void set_limit(struct machine *m, uint32_t milliwatt, uint64_t t)
{
	uint32_t args[HSMP_MAX_WORDS] = { milliwatt };

	assert_int_equal(
		machine_hsmp(m, 0, HSMP_SET_SOCKET_POWER_LIMIT, args, t),
		HSMP_STATUS_OK);
}

static uint32_t ask(struct machine *m, uint32_t id, uint32_t arg, uint64_t t)
{
	uint32_t args[HSMP_MAX_WORDS] = { arg };

	assert_int_equal(machine_hsmp(m, 0, id, args, t), HSMP_STATUS_OK);
	return args[0];
}

/* A 32-bit word of the table. */
static uint32_t table_word(const struct machine *m, size_t offset, uint64_t t)
{
	uint8_t table[600];
	uint32_t word;

	assert_int_equal(machine_metric_table(m, 0, t, table, sizeof(table)),
			 0);
	memcpy(&word, table + offset, sizeof(word));
	return word;
}

#define PROCHOT_MS 508
#define PPT_MS 512
#define THM_MS 516

static void demand_below_the_limit_is_left_alone(void **state)
{
	struct machine *m = tiny_machine("limit_w", "[power]\nlimit_w = 40");

	UNUSED(state);
	/* The demand is exactly 40 W. */
	assert_true(machine_pkg_w(m, 0, 0) == 40);
	assert_true(machine_pkg_j(m, 0, 10 * S) == 400);
	free(m);
}

static void demand_above_the_limit_is_cut_to_it(void **state)
{
	struct machine *m = tiny_machine("limit_w", "[power]\nlimit_w = 32");

	UNUSED(state);
	/* 32 W - 24 W leave 2 W to each core, a ceiling of 1/4. */
	assert_true(machine_pkg_w(m, 0, 0) == 32);
	assert_true(machine_core_w(m, 3, 0) == 3);
	assert_true(machine_pkg_j(m, 0, 10 * S) == 320);
	assert_true(machine_core_j(m, 0, 10 * S) == 30);
	assert_int_equal(machine_pkg_reg(m, 0, 1 * S), 32 * 65536);
	/* The clock follows the ceiling, the time awake does not. */
	assert_int_equal(machine_core_khz(m, 0, 0), 1500000);
	assert_true(machine_load(m, 0, 0) == 0.5);
	assert_int_equal(ask(m, HSMP_GET_C0_PERCENT, 0, S), 50);
	assert_int_equal(machine_idle_us(m, 0, IDLE_C2, 2 * S), 900000);
	free(m);
}

static void cores_below_the_ceiling_do_not_feel_it(void **state)
{
	struct machine *m = tiny_machine(
		"limit_w", "core 0 = constant 0.125\ncore 1 = constant 1\n"
			   "[power]\nlimit_w = 34");

	UNUSED(state);
	/*
	 * 10 W for loads of 1/8, 1, 1/2, 1/2, that is 5/4: 1/8 is below, the
	 * others share 9/8, a ceiling of 3/8.
	 */
	assert_true(machine_core_w(m, 0, 0) == 2);
	assert_true(machine_core_w(m, 1, 0) == 4);
	assert_true(machine_core_w(m, 2, 0) == 4);
	assert_true(machine_pkg_w(m, 0, 0) == 34);
	free(m);
}

static void peaks_decide_even_when_they_are_not_reached(void **state)
{
	struct machine *m =
		tiny_machine("all", "all = constant 0\n"
				    "core 0 = steps 0s:0.25 5s:1 repeat 10s");

	UNUSED(state);
	set_limit(m, 28000, 0);
	/* 4 W for the one core that does anything: a ceiling of 1/2. */
	assert_true(machine_core_w(m, 0, 1 * S) == 3);
	assert_true(machine_core_w(m, 0, 6 * S) == 5);
	/* 5 s of 3 W and 5 s of 5 W. */
	assert_true(machine_core_j(m, 0, 10 * S) == 40);
	assert_true(machine_core_j(m, 0, 1000 * S) == 4000);
	free(m);
}

/* Area of min(sin, 1/2) over a period of 2 pi: minus that of the caps. */
static void a_sine_is_cut_where_it_crosses(void **state)
{
	struct machine *m = tiny_machine("all", "all = constant 0\n"
						"core 2 = sine 0.5 0.5 8s");
	/*
	 * Above 0.75, sin > 1/2 from pi/6 to 5 pi/6: there the excess is
	 * 0.5 x (sqrt(3) - pi/3) of a radian.
	 */
	double excess = 0.5 * (sqrt(3) - M_PI / 3) * 8 / (2 * M_PI);
	double period = 8 + 8 * (4 - excess);

	UNUSED(state);
	set_limit(m, 30000, 0);
	assert_true(machine_core_w(m, 2, 2 * S) == 7);
	assert_true(fabs(machine_core_j(m, 2, 8 * S) - period) < 1e-9);
	assert_true(fabs(machine_core_j(m, 2, 8000 * S) - 1000 * period) <
		    1e-6);
	/* A quarter: half of the hump, and half of the way up to it. */
	assert_true(fabs(machine_core_j(m, 2, 2 * S) -
			 (2 + 8 * (1 + 4 / M_PI / 2 - excess / 2))) < 1e-9);
	free(m);
}

static void a_wide_hump_reaches_into_both_ends_of_a_period(void **state)
{
	struct machine *m = tiny_machine("all", "all = constant 0\n"
						"core 2 = sine 0.5 0.5 8s");
	/* Above 0.25, sin > -1/2 in 2/3 of the period. */
	double excess = 0.5 * (sqrt(3) + 2 * M_PI / 3) * 8 / (2 * M_PI);
	double period = 8 + 8 * (4 - excess);

	UNUSED(state);
	set_limit(m, 26000, 0);
	assert_true(machine_core_w(m, 2, 0) == 3);
	assert_true(fabs(machine_core_j(m, 2, 8 * S) - period) < 1e-9);
	assert_true(fabs(machine_core_j(m, 2, 80 * S) - 10 * period) < 1e-8);
	free(m);
}

static void what_cannot_be_held_back_stays(void **state)
{
	struct machine *m = tiny_machine("limit_w", "[power]\nlimit_w = 10");

	UNUSED(state);
	assert_true(machine_pkg_w(m, 0, 0) == 24);
	assert_true(machine_pkg_j(m, 0, 10 * S) == 240);
	assert_int_equal(machine_core_khz(m, 0, 0), 1000000);
	free(m);
}

static void a_new_limit_goes_on_from_the_energy_so_far(void **state)
{
	struct machine *m = tiny_machine(NULL, "[energy]\nesu = 31\n"
					       "bits = 64");
	uint64_t reg;

	UNUSED(state);
	set_limit(m, 32000, 2 * S);
	assert_true(machine_pkg_j(m, 0, 2 * S) == 80);
	assert_true(machine_pkg_j(m, 0, 3 * S) == 112);
	set_limit(m, 100000, 4 * S);
	assert_true(machine_pkg_j(m, 0, 5 * S) == 184);
	assert_int_equal(machine_pkg_reg(m, 0, 5 * S), UINT64_C(184) << 31);
	/* In the millisecond of a change, registers stay where they were. */
	reg = machine_core_reg(m, 1, 6 * S);
	set_limit(m, 26000, 6 * S + 400000);
	assert_int_equal(machine_core_reg(m, 1, 6 * S + 900000), reg);
	/* 0.4 ms of 5 W and 0.6 ms of 1.5 W are 2.9 mJ. */
	assert_int_equal(machine_core_reg(m, 1, 6 * S + MS),
			 reg + (uint64_t)(0.0029 * 0x1p31));
	free(m);
}

static void loads_and_uncore_move_the_ceiling(void **state)
{
	struct machine *m = tiny_machine("limit_w", "[power]\nlimit_w = 40");
	struct load busy = load_of("constant 1"), idle = load_of("constant 0");

	UNUSED(state);
	machine_set_load(m, 0, 0, &busy, 1 * S);
	/* 16 W for 1, 1/2, 1/2, 1/2: all are above 1/2. */
	assert_true(machine_core_w(m, 0, 1 * S) == 5);
	assert_true(machine_pkg_w(m, 0, 1 * S) == 40);
	machine_set_load(m, 1, 3, &idle, 2 * S);
	assert_true(machine_core_w(m, 0, 2 * S) == 9);
	assert_true(machine_set_uncore_w(m, 0, 32, 3 * S) == 0);
	/* 40 - 32 - 4 W are a ceiling of 1/2 for the one. */
	assert_true(machine_core_w(m, 0, 3 * S) == 5);
	assert_true(machine_core_j(m, 0, 4 * S) == 5 + 5 + 9 + 5);
	assert_true(machine_pkg_j(m, 0, 4 * S) == 40 + 40 + 32 + 40);
	free(m);
}

static void a_limit_is_of_one_socket(void **state)
{
	struct machine *m = tiny_machine(NULL, "[machine]\nsockets = 2");

	UNUSED(state);
	set_limit(m, 30000, 0);
	assert_true(machine_pkg_w(m, 0, 0) == 30);
	assert_true(machine_pkg_w(m, 1, 0) == 40);
	free(m);
}

static void the_frequency_limit_names_its_sources(void **state)
{
	struct machine *m = tiny_machine(NULL, SEVEN);

	UNUSED(state);
	/* 1.7: bit 4 OPN, 3 PPT, 7 HSMP agent, 1 PROCHOT. */
	assert_int_equal(ask(m, 0x19, 0, S), 3000 << 16 | 1 << 4);
	set_limit(m, 32000, S);
	/* A ceiling of 1/4 of the way from 1 to 3 GHz. */
	assert_int_equal(ask(m, 0x19, 0, 2 * S), 1500 << 16 | 1 << 3);
	assert_int_equal(ask(m, 0x10, 0, 2 * S), 1500);
	assert_int_equal(ask(m, 0x1A, 5, 2 * S), 1500);
	set_limit(m, 100000, 3 * S);
	(void)ask(m, HSMP_SET_BOOST_LIMIT_SOCKET, 2500, 3 * S);
	assert_int_equal(ask(m, 0x19, 0, 3 * S), 2500 << 16 | 1 << 7);
	/* One core that may go on is a limit of the part, not the agent's. */
	(void)ask(m, HSMP_SET_BOOST_LIMIT, 5 << 16 | 3000, 3 * S);
	assert_int_equal(ask(m, 0x19, 0, 3 * S), 3000 << 16 | 1 << 4);
	free(m);
}

static void heat_is_a_source_of_the_limit_too(void **state)
{
	struct machine *m = tiny_machine(NULL, SEVEN "[thermal]\n"
						     "prochot_c = 38");

	UNUSED(state);
	/* 28 + 40 W x 0.25 are 38 degrees. */
	assert_int_equal(ask(m, 0x19, 0, S), 1000 << 16 | 1 << 1);
	assert_int_equal(ask(m, 0x0B, 0, S), 1);
	set_limit(m, 39000, 2 * S);
	assert_int_equal(ask(m, 0x0B, 0, 4 * S), 0);
	assert_int_equal(ask(m, 0x19, 0, 4 * S) & 0xFFFF, 1 << 3);
	free(m);
}

static void held_time_counts_while_a_limit_is_in_force(void **state)
{
	struct machine *m = tiny_machine(NULL, SEVEN);

	UNUSED(state);
	assert_int_equal(table_word(m, PPT_MS, 10 * S), 0);
	set_limit(m, 32000, 10 * S);
	assert_int_equal(table_word(m, PPT_MS, 10 * S), 0);
	assert_int_equal(table_word(m, PPT_MS, 11 * S + MS / 2), 1000);
	set_limit(m, 100000, 12 * S + 500 * MS);
	assert_int_equal(table_word(m, PPT_MS, 99 * S), 2500);
	set_limit(m, 32000, 100 * S);
	assert_int_equal(table_word(m, PPT_MS, 101 * S), 3500);
	assert_int_equal(table_word(m, PROCHOT_MS, 101 * S), 0);
	free(m);
}

static void prochot_counts_while_it_is_asserted(void **state)
{
	struct machine *m = tiny_machine(NULL, SEVEN "[thermal]\n"
						     "prochot_c = 38");
	struct load idle = load_of("constant 0"),
		    half = load_of("constant 0.5");

	UNUSED(state);
	assert_int_equal(table_word(m, PROCHOT_MS, 3 * S), 3000);
	assert_int_equal(table_word(m, THM_MS, 3 * S), 3000);
	machine_set_load(m, 0, 3, &idle, 4 * S);
	assert_int_equal(table_word(m, PROCHOT_MS, 50 * S), 4000);
	machine_set_load(m, 0, 3, &half, 60 * S);
	assert_int_equal(table_word(m, PROCHOT_MS, 61 * S), 5000);
	assert_int_equal(table_word(m, PPT_MS, 61 * S), 0);
	free(m);
}

static void prochot_under_a_changing_load_counts_by_the_second(void **state)
{
	struct machine *m =
		tiny_machine("all", "all = steps 0s:0 10s:1 repeat 20s\n" SEVEN
				    "[thermal]\nprochot_c = 40");
	uint32_t last = 0;

	UNUSED(state);
	/*
	 * 34 degrees at 24 W, 42 at 56 W; over a second, 40 degrees are
	 * 48 W, three quarters of a second after the step up. At 10 s the
	 * average is still cold, at 11 s it is hot, at 20 s still, at 21 s no
	 * longer: ten seconds a period.
	 */
	assert_int_equal(table_word(m, PROCHOT_MS, 10 * S), 0);
	assert_int_equal(table_word(m, PROCHOT_MS, 11 * S), 0);
	assert_int_equal(table_word(m, PROCHOT_MS, 11 * S + 500 * MS), 500);
	assert_int_equal(table_word(m, PROCHOT_MS, 21 * S), 10000);
	assert_int_equal(table_word(m, PROCHOT_MS, 30 * S), 10000);
	assert_int_equal(table_word(m, PROCHOT_MS, 600 * S), 299000);
	/* Later than 600 s the share counts: 299 of 600. */
	assert_int_equal(table_word(m, PROCHOT_MS, 1200 * S), 598000);
	for (uint64_t t = 590 * S; t < 620 * S; t += 333 * MS) {
		uint32_t now = table_word(m, PROCHOT_MS, t);

		assert_true(now >= last);
		last = now;
	}
	free(m);
}

static void cut_registers_never_go_back(void **state)
{
	struct machine *m = tiny_machine("all", "all = sine 0.5 0.5 1700ms\n"
						"core 1 = sine 0.4 0.4 1ms\n"
						"[energy]\nbits = 64\n"
						"esu = 31");
	uint64_t core[4] = { 0 }, pkg = 0;

	UNUSED(state);
	for (uint64_t t = 0; t < 20 * S; t += 499979) {
		if (t / S % 3 == 1 && t % S < MS)
			set_limit(m, (uint32_t)(24000 + t / MS % 30000), t);
		for (uint32_t i = 0; i < 4; i++) {
			assert_true(machine_core_reg(m, i, t) >= core[i]);
			core[i] = machine_core_reg(m, i, t);
		}
		assert_true(machine_pkg_reg(m, 0, t) >= pkg);
		pkg = machine_pkg_reg(m, 0, t);
	}
	free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(demand_below_the_limit_is_left_alone),
		cmocka_unit_test(demand_above_the_limit_is_cut_to_it),
		cmocka_unit_test(cores_below_the_ceiling_do_not_feel_it),
		cmocka_unit_test(peaks_decide_even_when_they_are_not_reached),
		cmocka_unit_test(a_sine_is_cut_where_it_crosses),
		cmocka_unit_test(
			a_wide_hump_reaches_into_both_ends_of_a_period),
		cmocka_unit_test(what_cannot_be_held_back_stays),
		cmocka_unit_test(a_new_limit_goes_on_from_the_energy_so_far),
		cmocka_unit_test(loads_and_uncore_move_the_ceiling),
		cmocka_unit_test(a_limit_is_of_one_socket),
		cmocka_unit_test(the_frequency_limit_names_its_sources),
		cmocka_unit_test(heat_is_a_source_of_the_limit_too),
		cmocka_unit_test(held_time_counts_while_a_limit_is_in_force),
		cmocka_unit_test(prochot_counts_while_it_is_asserted),
		cmocka_unit_test(
			prochot_under_a_changing_load_counts_by_the_second),
		cmocka_unit_test(cut_registers_never_go_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
