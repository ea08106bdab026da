// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Laws of the model's energies and registers
 *
 * The tiny machine: 4 cores from 1 W to 9 W, 20 W uncore, ESU 16, so at
 * constant load 0.5 a core takes 5 W and the package 40 W.
 */
#include "tests/unit/sim/model_fixture.h"

#include <errno.h>
#include <math.h>

#define S NSEC_PER_SEC
#define MS NSEC_PER_MSEC

static void constant_load_gives_power_times_time(void **state)
{
	struct machine *m = tiny_machine(NULL, "");

	UNUSED(state);
	assert_true(machine_core_w(m, 0, 77) == 5);
	assert_true(machine_pkg_w(m, 0, 77) == 40);
	assert_true(machine_core_j(m, 3, 0) == 0);
	assert_true(machine_core_j(m, 3, 10 * S) == 50);
	assert_true(machine_pkg_j(m, 0, 3600 * S) == 144000);
	assert_int_equal(machine_core_reg(m, 0, 1 * S), 5 * 65536);
	assert_int_equal(machine_pkg_reg(m, 0, 1 * S), 40 * 65536);
	free(m);
}

static void energies_of_a_sine_are_exact_after_an_hour(void **state)
{
	/* 3601 s = 514 periods of 7 s and 3 s. */
	struct machine *m = tiny_machine("all", "all = sine 0.5 0.25 7s");
	double phase = 2 * M_PI * 3 / 7;
	double busy = 0.5 * 3601 + 0.25 * 7 / (2 * M_PI) * (1 - cos(phase));
	double core = 3601 + 8 * busy;

	UNUSED(state);
	assert_true(fabs(machine_core_j(m, 1, 3601 * S) / core - 1) < 1e-13);
	core = 4 * core + 20 * 3601;
	assert_true(fabs(machine_pkg_j(m, 0, 3601 * S) / core - 1) < 1e-13);
	free(m);
}

static void registers_step_at_whole_milliseconds_only(void **state)
{
	struct machine *m = tiny_machine(NULL, "[energy]\nesu = 31");
	uint64_t at_7ms = machine_core_reg(m, 0, 7 * MS);

	UNUSED(state);
	/* floor(5 W x 7 ms x 2^31) */
	assert_int_equal(at_7ms, 75161927);
	assert_int_equal(machine_core_reg(m, 0, 8 * MS - 1), at_7ms);
	assert_true(machine_core_reg(m, 0, 8 * MS) > at_7ms);
	assert_int_equal(machine_core_reg(m, 0, MS - 1), 0);
	/* The true energy moves in between. */
	assert_true(machine_core_j(m, 0, 8 * MS - 1) >
		    machine_core_j(m, 0, 7 * MS));
	free(m);
}

static void a_fraction_of_a_count_is_cut_not_rounded(void **state)
{
	/* 5 W x 1 ms x 2^10 = 5.12 counts, x 3 = 15.36, x 39 = 199.68 */
	struct machine *m = tiny_machine(NULL, "[energy]\nesu = 10");

	UNUSED(state);
	assert_int_equal(machine_core_reg(m, 0, 1 * MS), 5);
	assert_int_equal(machine_core_reg(m, 0, 3 * MS), 15);
	assert_int_equal(machine_core_reg(m, 0, 39 * MS), 199);
	free(m);
}

static void registers_begin_at_their_start_and_wrap_at_their_width(void **state)
{
	struct machine *m = tiny_machine(NULL, "[energy]\n"
					       "core_start = 0xFFFFFFFF\n"
					       "pkg_start = 0xFFD80001");

	UNUSED(state);
	assert_int_equal(machine_core_reg(m, 0, 0), 0xFFFFFFFF);
	assert_int_equal(machine_pkg_reg(m, 0, 0), 0xFFD80001);
	/* 40 J = 0x280000 counts */
	assert_int_equal(machine_core_reg(m, 0, 1 * S), 5 * 65536 - 1);
	assert_int_equal(machine_pkg_reg(m, 0, 1 * S), 1);
	free(m);
	m = tiny_machine(NULL, "[energy]\nbits = 64\n"
			       "core_start = 0xFFFFFFFF\n"
			       "pkg_start = 0xFFFFFFFFFFFFFFFF");
	assert_int_equal(machine_core_reg(m, 0, 1 * S),
			 UINT64_C(0xFFFFFFFF) + UINT64_C(5) * 65536);
	assert_int_equal(machine_pkg_reg(m, 0, 1 * S), 40 * 65536 - 1);
	free(m);
}

static void a_package_of_256_w_goes_round_each_second(void **state)
{
	struct machine *m = tiny_machine("uncore_w", "[power]\nuncore_w = 236\n"
						     "[energy]\nesu = 24\n"
						     "pkg_start = 1000");
	uint64_t quarter = UINT64_C(64) << 24;

	UNUSED(state);
	for (uint64_t i = 0; i < 40; i++) {
		uint64_t reg = machine_pkg_reg(m, 0, i * 250 * MS);

		assert_int_equal(reg, (1000 + i * quarter) & UINT32_MAX);
	}
	free(m);
}

static void a_count_is_exact_after_years(void **state)
{
	/*
	 * 1000 W for 400 days at ESU 31: 3.456e10 J x 2^31 = 7.4e19 counts,
	 * far beyond a double's 2^53. 3.456e10 x 2^31 modulo 2^32 is 0 since
	 * 3.456e10 is even; one ms more adds 2^31 counts (1 J).
	 */
	struct machine *m = tiny_machine("uncore_w", "[power]\nuncore_w = 980\n"
						     "[energy]\nesu = 31");
	uint64_t t = UINT64_C(400) * 24 * 3600 * S;

	UNUSED(state);
	assert_true(machine_pkg_w(m, 0, t) == 1000);
	assert_int_equal(machine_pkg_reg(m, 0, t), 0);
	assert_int_equal(machine_pkg_reg(m, 0, t + MS), UINT32_C(1) << 31);
	assert_true(machine_pkg_j(m, 0, t) == 3.456e10);
	free(m);
}

static void a_package_is_its_cores_and_the_uncore(void **state)
{
	struct machine *m = tiny_machine("all", "all = sine 0.5 0.25 8s\n"
						"core 1 = constant 0.75\n"
						"core 2 = steps 1s:1 3s:0 "
						"repeat 4s");

	UNUSED(state);
	for (uint64_t t = 0; t < 100 * S; t += 777777777) {
		double sum = 20 * (double)t / 1e9;
		double watt = 20;

		for (uint32_t i = 0; i < 4; i++) {
			sum += machine_core_j(m, i, t);
			watt += machine_core_w(m, i, t);
		}
		assert_true(fabs(machine_pkg_j(m, 0, t) - sum) <= sum * 1e-15);
		assert_true(fabs(machine_pkg_w(m, 0, t) - watt) < 1e-12);
	}
	free(m);
}

static void sockets_have_cores_of_their_own(void **state)
{
	struct machine *m = tiny_machine(NULL, "core 4-7 = constant 1\n"
					       "[machine]\nsockets = 2");

	UNUSED(state);
	assert_true(machine_pkg_w(m, 0, 0) == 40);
	assert_true(machine_pkg_w(m, 1, 0) == 56);
	assert_true(machine_pkg_j(m, 1, 10 * S) == 560);
	assert_int_equal(machine_pkg_reg(m, 1, 1 * S), 56 * 65536);
	free(m);
}

static void the_last_load_that_fits_a_core_counts(void **state)
{
	struct machine *m = tiny_machine(NULL, "core 0-2 = constant 0.25\n"
					       "core 1-3 = constant 0.75");

	UNUSED(state);
	assert_true(machine_load(m, 0, 0) == 0.25);
	assert_true(machine_load(m, 1, 0) == 0.75);
	assert_true(machine_load(m, 3, 0) == 0.75);
	free(m);
}

static void an_answer_does_not_depend_on_earlier_questions(void **state)
{
	struct machine *often = tiny_machine("all", "all = sine 0.5 0.5 3s");
	struct machine *once = tiny_machine("all", "all = sine 0.5 0.5 3s");
	uint64_t end = 7 * S + 123456;

	UNUSED(state);
	for (uint64_t t = 0; t < end; t += 999983) {
		(void)machine_pkg_reg(often, 0, t);
		(void)machine_pkg_j(often, 0, end - t);
	}
	assert_int_equal(machine_pkg_reg(often, 0, end),
			 machine_pkg_reg(once, 0, end));
	assert_true(machine_pkg_j(often, 0, end) ==
		    machine_pkg_j(once, 0, end));
	free(often);
	free(once);
}

static void energy_adds_up_over_intervals(void **state)
{
	struct machine *m = tiny_machine("all", "all = steps 0s:0.25 700ms:1 "
						"repeat 1900ms");
	double sum = 0;

	UNUSED(state);
	/* All numbers are binary fractions of a joule here. */
	for (uint64_t i = 0; i < 1000; i++) {
		uint64_t t = i * 125 * MS;

		sum += machine_pkg_j(m, 0, t + 125 * MS) -
		       machine_pkg_j(m, 0, t);
	}
	assert_true(fabs(sum - machine_pkg_j(m, 0, 125 * S)) < 1e-9);
	free(m);
}

static void registers_never_go_back(void **state)
{
	struct machine *m = tiny_machine("all", "all = sine 0.5 0.5 5s\n"
						"[energy]\nbits = 64\n"
						"esu = 31");
	struct load load = load_of("sine 0.25 0.25 3s");
	uint64_t core = 0, pkg = 0;
	double joule = 0;

	UNUSED(state);
	for (uint64_t t = 0; t < 20 * S; t += 499979) {
		if (t / S % 4 == 2)
			machine_set_load(m, t / MS % 4, 3, &load, t);
		assert_true(machine_core_reg(m, 3, t) >= core);
		assert_true(machine_pkg_reg(m, 0, t) >= pkg);
		assert_true(machine_pkg_j(m, 0, t) >= joule);
		core = machine_core_reg(m, 3, t);
		pkg = machine_pkg_reg(m, 0, t);
		joule = machine_pkg_j(m, 0, t);
	}
	free(m);
}

static void a_change_of_load_goes_on_from_the_energy_so_far(void **state)
{
	struct machine *m = tiny_machine(NULL, "");
	struct load load = load_of("constant 1");
	double before = machine_core_j(m, 1, 2 * S);

	UNUSED(state);
	assert_int_equal(machine_set_load(m, 1, 2, &load, 2 * S), 0);
	assert_true(machine_core_j(m, 1, 2 * S) == before);
	assert_true(machine_core_j(m, 1, 3 * S) == before + 9);
	assert_true(machine_core_j(m, 2, 3 * S) == before + 9);
	assert_true(machine_core_j(m, 0, 3 * S) == before + 5);
	assert_true(machine_pkg_w(m, 0, 3 * S) == 48);
	assert_true(machine_pkg_j(m, 0, 3 * S) == 2 * 40 + 48);
	free(m);
}

static void a_change_within_a_millisecond_leaves_its_start_alone(void **state)
{
	struct machine *m = tiny_machine(NULL, "[energy]\nesu = 31");
	struct load full = load_of("constant 1"), none = load_of("constant 0");
	uint64_t core = machine_core_reg(m, 0, 10 * MS);
	uint64_t pkg = machine_pkg_reg(m, 0, 10 * MS);

	UNUSED(state);
	machine_set_load(m, 0, 0, &full, 10 * MS + 250000);
	machine_set_uncore_w(m, 0, 0, 10 * MS + 250000);
	machine_set_load(m, 0, 0, &none, 10 * MS + 500000);
	machine_set_uncore_w(m, 0, 40, 10 * MS + 500000);
	assert_int_equal(machine_core_reg(m, 0, 11 * MS - 1), core);
	assert_int_equal(machine_pkg_reg(m, 0, 11 * MS - 1), pkg);
	/* 5 W, 9 W, 1 W, 1 W in quarters of the ms are 4 W; floor(54 mJ). */
	assert_int_equal(machine_core_reg(m, 0, 11 * MS),
			 (uint64_t)(0.054 * 0x1p31));
	/* Uncore: 20, 0, 40, 40 W are 25 W; others 15 W. */
	assert_int_equal(machine_pkg_reg(m, 0, 11 * MS),
			 (uint32_t)(uint64_t)(0.444 * 0x1p31));
	free(m);
}

static void times_before_a_change_are_answered_as_at_it(void **state)
{
	struct machine *m = tiny_machine(NULL, "");
	struct load load = load_of("steps 1s:1");

	UNUSED(state);
	machine_set_load(m, 0, 3, &load, 2 * S);
	machine_set_uncore_w(m, 0, 30, 2 * S);
	assert_true(machine_core_j(m, 0, 1 * S) == 10);
	assert_true(machine_pkg_j(m, 0, 1 * S) == 80);
	assert_true(machine_load(m, 0, 0) == 1);
	assert_int_equal(machine_core_reg(m, 0, 1 * S), 10 * 65536);
	assert_int_equal(machine_pkg_reg(m, 0, 1 * S), 80 * 65536);
	/* A change whose time is before the last one happens at the last. */
	load = load_of("constant 0");
	machine_set_load(m, 0, 0, &load, 1 * S);
	assert_true(machine_core_j(m, 0, 3 * S) == 11);
	machine_set_uncore_w(m, 0, 10, 1 * S);
	assert_true(machine_pkg_j(m, 0, 3 * S) == 80 + 10 + 1 + 3 * 9);
	free(m);
}

static void the_uncore_changes_as_continuously(void **state)
{
	struct machine *m = tiny_machine(NULL, "[machine]\nsockets = 2");

	UNUSED(state);
	assert_int_equal(machine_set_uncore_w(m, 1, 100, 5 * S), 0);
	assert_true(machine_pkg_j(m, 1, 5 * S) == 200);
	assert_true(machine_pkg_j(m, 1, 6 * S) == 320);
	assert_true(machine_pkg_j(m, 0, 6 * S) == 240);
	assert_true(machine_pkg_w(m, 1, 6 * S) == 120);
	free(m);
}

static void what_does_not_exist_cannot_be_changed(void **state)
{
	struct machine *m = tiny_machine(NULL, "");
	struct load load = load_of("constant 1");

	UNUSED(state);
	assert_int_equal(machine_set_load(m, 4, 4, &load, 0), -EINVAL);
	assert_int_equal(machine_set_load(m, 0, 4, &load, 0), -EINVAL);
	assert_int_equal(machine_set_load(m, 2, 1, &load, 0), -EINVAL);
	assert_int_equal(machine_set_uncore_w(m, 1, 5, 0), -EINVAL);
	assert_int_equal(machine_set_uncore_w(m, 0, -1, 0), -EINVAL);
	assert_int_equal(machine_set_uncore_w(m, 0, 10001, 0), -EINVAL);
	assert_int_equal(machine_set_uncore_w(m, 0, (double)NAN, 0), -EINVAL);
	assert_true(machine_pkg_w(m, 0, 0) == 40);
	free(m);
}

static void a_reset_register_begins_at_zero_and_energy_goes_on(void **state)
{
	struct machine *m = tiny_machine(NULL, "[energy]\ncore_start = 5\n"
					       "pkg_start = 6");

	UNUSED(state);
	machine_reset_counters(m, 10 * S + 1);
	assert_int_equal(machine_core_reg(m, 0, 10 * S + 1), 0);
	assert_int_equal(machine_pkg_reg(m, 0, 10 * S + 1), 0);
	assert_int_equal(machine_core_reg(m, 0, 11 * S), 5 * 65536);
	assert_int_equal(machine_pkg_reg(m, 0, 11 * S), 40 * 65536);
	assert_true(machine_pkg_j(m, 0, 11 * S) == 440);
	/* Of a time before the reset, nothing is known any more. */
	assert_int_equal(machine_pkg_reg(m, 0, 9 * S), 0);
	assert_int_equal(machine_core_reg(m, 0, 9 * S), 0);
	free(m);
}

static void a_core_without_an_online_thread_has_no_load(void **state)
{
	struct machine *m = tiny_machine(NULL, "[machine]\n"
					       "threads_per_core = 2\n"
					       "offline = 1,2,6");
	struct load load = load_of("constant 1");

	UNUSED(state);
	/* Core 1 still has CPU 5; core 2 has neither CPU 2 nor CPU 6. */
	assert_true(machine_load(m, 1, 0) == 0.5);
	assert_true(machine_load(m, 2, 0) == 0);
	machine_set_load(m, 0, 3, &load, 1 * S);
	assert_true(machine_load(m, 2, 2 * S) == 0);
	assert_true(machine_core_j(m, 2, 2 * S) == 2);
	assert_true(machine_core_j(m, 1, 2 * S) == 14);
	assert_true(machine_pkg_w(m, 0, 2 * S) == 20 + 3 * 9 + 1);
	free(m);
}

static void
a_machine_tells_what_it_was_made_from_and_what_drives_it(void **state)
{
	struct machine *m = tiny_machine(NULL, "core 2 = host");
	struct load host = load_of("host");

	UNUSED(state);
	assert_string_equal(machine_scenario(m)->name, "tiny");
	assert_int_equal(machine_core_load(m, 1)->kind, LOAD_CONSTANT);
	assert_int_equal(machine_core_load(m, 2)->kind, LOAD_HOST);
	/* The simulator renews a host load's level. */
	host.level = 0.25;
	machine_set_load(m, 2, 2, &host, 4 * S);
	assert_int_equal(machine_core_load(m, 2)->kind, LOAD_HOST);
	assert_true(machine_core_j(m, 2, 8 * S) == 4 + 4 * 3);
	free(m);
}

static void the_unit_register_has_amd_s_layout(void **state)
{
	struct machine *m = tiny_machine(NULL, "");

	UNUSED(state);
	assert_int_equal(machine_unit_reg(m), 0x000A1003);
	free(m);
	m = tiny_machine(NULL, "[energy]\nesu = 24");
	assert_int_equal(machine_unit_reg(m), 0x000A1803);
	free(m);
}

static void a_machine_of_1024_cpus_keeps_its_books(void **state)
{
	struct machine *m = tiny_machine("cores_per_socket",
					 "[machine]\nsockets = 2\n"
					 "cores_per_socket = 256\n"
					 "threads_per_core = 2");

	UNUSED(state);
	/* 256 x 5 W + 20 W */
	assert_true(machine_pkg_j(m, 1, 3600 * S) == 1300.0 * 3600);
	assert_int_equal(machine_pkg_reg(m, 1, 3600 * S),
			 (UINT64_C(1300) * 3600 * 65536) & UINT32_MAX);
	assert_true(machine_core_j(m, 511, 3600 * S) == 18000);
	free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(constant_load_gives_power_times_time),
		cmocka_unit_test(energies_of_a_sine_are_exact_after_an_hour),
		cmocka_unit_test(registers_step_at_whole_milliseconds_only),
		cmocka_unit_test(a_fraction_of_a_count_is_cut_not_rounded),
		cmocka_unit_test(
			registers_begin_at_their_start_and_wrap_at_their_width),
		cmocka_unit_test(a_package_of_256_w_goes_round_each_second),
		cmocka_unit_test(a_count_is_exact_after_years),
		cmocka_unit_test(a_package_is_its_cores_and_the_uncore),
		cmocka_unit_test(sockets_have_cores_of_their_own),
		cmocka_unit_test(the_last_load_that_fits_a_core_counts),
		cmocka_unit_test(
			an_answer_does_not_depend_on_earlier_questions),
		cmocka_unit_test(energy_adds_up_over_intervals),
		cmocka_unit_test(registers_never_go_back),
		cmocka_unit_test(
			a_change_of_load_goes_on_from_the_energy_so_far),
		cmocka_unit_test(
			a_change_within_a_millisecond_leaves_its_start_alone),
		cmocka_unit_test(times_before_a_change_are_answered_as_at_it),
		cmocka_unit_test(the_uncore_changes_as_continuously),
		cmocka_unit_test(what_does_not_exist_cannot_be_changed),
		cmocka_unit_test(
			a_reset_register_begins_at_zero_and_energy_goes_on),
		cmocka_unit_test(a_core_without_an_online_thread_has_no_load),
		cmocka_unit_test(
			a_machine_tells_what_it_was_made_from_and_what_drives_it),
		cmocka_unit_test(the_unit_register_has_amd_s_layout),
		cmocka_unit_test(a_machine_of_1024_cpus_keeps_its_books),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
