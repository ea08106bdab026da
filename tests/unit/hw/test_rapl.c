// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Energy counters
 *
 * Cases with numbers by hand, ESU 16 (65536 J in 32 bits) unless told otherwise.
 * test_rapl_walks.c has the laws.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/util.h"
#include "hw/rapl.h"

#define S NSEC_PER_SEC
#define MS NSEC_PER_MSEC
#define ESU 16
#define JOULE (UINT64_C(1) << ESU)
#define RANGE (UINT64_C(1) << 32)
#define T0 (1000 * S)
#define PKG RAPL_DEFAULT_PKG_MAX_MW

static uint128_t in_sum(uint128_t counts, unsigned int esu)
{
	return counts << (32 - esu);
}

static uint128_t joules(uint64_t n)
{
	return (uint128_t)n << 32;
}

static void assert_sum(const struct rapl_counter *c, uint128_t expected)
{
	assert_true(c->sum == expected);
}

static struct rapl_counter started(uint64_t raw)
{
	struct rapl_counter c = { 0 };

	assert_int_equal(rapl_counter_update(&c, ESU, raw, false, T0, PKG),
			 RAPL_STEP_FIRST);
	return c;
}

static void units_are_cut_as_documented(void **state)
{
	struct rapl_units u = rapl_units_decode(0x000A1003);

	(void)state;
	assert_int_equal(u.power, 3);
	assert_int_equal(u.energy, 16);
	assert_int_equal(u.time, 10);
	u = rapl_units_decode(UINT64_MAX);
	assert_int_equal(u.power, 15);
	assert_int_equal(u.energy, 31);
	assert_int_equal(u.time, 15);
	u = rapl_units_decode(0xFFFFFFFFFFF0E0F0);
	assert_int_equal(u.power, 0);
	assert_int_equal(u.energy, 0);
	assert_int_equal(u.time, 0);
}

static void a_unit_is_an_exact_power_of_two(void **state)
{
	double j = 1;

	(void)state;
	for (unsigned int esu = 0; esu < 32; esu++) {
		assert_true(rapl_unit_joule(esu) == j);
		j /= 2;
	}
	/* 15.2587890625 uJ */
	assert_true(rapl_unit_joule(16) == 15.2587890625e-6);
}

static void wrap_times_are_those_of_the_table(void **state)
{
	(void)state;
	assert_int_equal(rapl_wrap_ns(16, 1000), 65536 * S);
	assert_int_equal(rapl_wrap_ns(16, 100000), 655360 * MS);
	assert_int_equal(rapl_wrap_ns(16, 500000), 131072 * MS);
	/* 256 J at 256 W. */
	assert_int_equal(rapl_wrap_ns(24, 256000), S);
	assert_int_equal(rapl_wrap_ns(31, UINT32_MAX), 465);
	/* Longer than 584 years. */
	assert_true(rapl_wrap_ns(0, 1) == UINT64_MAX);
	assert_true(rapl_wrap_ns(0, 0) == UINT64_MAX);
	assert_int_equal(rapl_wrap_ns(0, 1000000), RANGE * MS);
}

static void sums_are_published_rounded_down(void **state)
{
	(void)state;
	assert_int_equal(rapl_sum_uj(0), 0);
	assert_int_equal(rapl_sum_uj(1), 0);
	/* The least sum that is a microjoule: 2^32 / 10^6 = 4294.97. */
	assert_int_equal(rapl_sum_uj(4294), 0);
	assert_int_equal(rapl_sum_uj(4295), 1);
	assert_int_equal(rapl_sum_uj(RANGE - 1), 999999);
	assert_int_equal(rapl_sum_uj(RANGE), 1000000);
	/* 65536 J and one count of 15.2587890625 uJ */
	assert_int_equal(rapl_sum_uj(in_sum(RANGE + 1, 16)), 65536000015);
	/* 18446744073709 J, the last whole one below 2^64 uJ, and the next. */
	assert_true(rapl_sum_uj((uint128_t)18446744073709 << 32) ==
		    UINT64_C(18446744073709000000));
	assert_int_equal(rapl_sum_uj((uint128_t)18446744073710 << 32), 448384);
}

static void the_first_sample_starts_the_sum(void **state)
{
	struct rapl_counter c = started(0xFFF00000);

	(void)state;
	assert_sum(&c, in_sum(0xFFF00000, ESU));
	assert_int_equal(c.bits, 32);
	/* 65520 J */
	assert_int_equal(rapl_sum_uj(c.sum), 65520000000);
	c = started(0x123456789AB);
	assert_int_equal(c.bits, 64);
	c = started(0);
	assert_sum(&c, 0);
	assert_int_equal(c.bits, 32);
}

static void a_step_forward_is_added(void **state)
{
	struct rapl_counter c = started(1000);

	(void)state;
	assert_int_equal(rapl_counter_update(&c, ESU, 1000 + 200 * JOULE, false,
					     T0 + S, PKG),
			 RAPL_STEP_NORMAL);
	assert_sum(&c, in_sum(1000 + 200 * JOULE, ESU));
	assert_int_equal(rapl_counter_update(&c, ESU, 1000 + 200 * JOULE, false,
					     T0 + 2 * S, PKG),
			 RAPL_STEP_NORMAL);
	assert_sum(&c, in_sum(1000 + 200 * JOULE, ESU));
	assert_int_equal(c.wraps + c.resets + c.rejected + c.lost, 0);
}

static void a_wrap_between_two_samples_counts_once(void **state)
{
	struct rapl_counter c = started(RANGE - 5);

	(void)state;
	assert_int_equal(rapl_counter_update(&c, ESU, 10, false, T0 + S, PKG),
			 RAPL_STEP_WRAP);
	/* From 2^32 - 5 to 10 are 15 counts, not 14. */
	assert_sum(&c, in_sum(RANGE + 10, ESU));
	assert_int_equal(c.wraps, 1);
	assert_int_equal(c.bits, 32);
}

static void a_step_back_that_no_wrap_explains_is_a_reset(void **state)
{
	struct rapl_counter c = started(RANGE / 2);
	uint128_t before = c.sum;

	(void)state;
	assert_int_equal(rapl_counter_update(&c, ESU, 10, false, T0 + S, PKG),
			 RAPL_STEP_RESET);
	assert_sum(&c, before);
	assert_int_equal(c.resets, 1);
	assert_int_equal(c.wraps, 0);
	/* It goes on from the new base. */
	assert_int_equal(rapl_counter_update(&c, ESU, 10 + JOULE, false,
					     T0 + 2 * S, PKG),
			 RAPL_STEP_NORMAL);
	assert_sum(&c, before + in_sum(JOULE, ESU));
}

/* 1000 W allow 2000 J in a second, and 20 J for 10 ms. */
static void the_bound_is_exact(void **state)
{
	struct rapl_counter c = started(0);
	struct rapl_counter d = c;

	(void)state;
	assert_int_equal(
		rapl_counter_update(&c, ESU, 2020 * JOULE, false, T0 + S, PKG),
		RAPL_STEP_NORMAL);
	assert_int_equal(rapl_counter_update(&d, ESU, 2020 * JOULE + 1, false,
					     T0 + S, PKG),
			 RAPL_STEP_IMPLAUSIBLE);
	assert_sum(&d, 0);
	assert_int_equal(d.rejected, 1);
	/* The same for a wrap. */
	c = started(RANGE - 2000 * JOULE);
	d = c;
	assert_int_equal(
		rapl_counter_update(&c, ESU, 20 * JOULE, false, T0 + S, PKG),
		RAPL_STEP_WRAP);
	assert_int_equal(rapl_counter_update(&d, ESU, 20 * JOULE + 1, false,
					     T0 + S, PKG),
			 RAPL_STEP_RESET);
}

static void no_time_between_samples_allows_ten_milliseconds(void **state)
{
	struct rapl_counter c = started(0);

	(void)state;
	assert_int_equal(
		rapl_counter_update(&c, ESU, 20 * JOULE, false, T0, PKG),
		RAPL_STEP_NORMAL);
	assert_int_equal(
		rapl_counter_update(&c, ESU, 40 * JOULE, false, T0 - S, PKG),
		RAPL_STEP_NORMAL);
	/* Time that went back does not stretch the next interval. */
	assert_int_equal(c.last_ns, T0);
	assert_int_equal(rapl_counter_update(&c, ESU, 60 * JOULE + JOULE, false,
					     T0 - S, PKG),
			 RAPL_STEP_IMPLAUSIBLE);
}

static void the_fourth_implausible_sample_is_believed(void **state)
{
	struct rapl_counter c = started(0);
	uint64_t raw = 0, t = T0;

	(void)state;
	for (int i = 0; i < 3; i++) {
		raw += 5000 * JOULE;
		t += S;
		assert_int_equal(
			rapl_counter_update(&c, ESU, raw, false, t, PKG),
			RAPL_STEP_IMPLAUSIBLE);
		assert_sum(&c, 0);
	}
	/* And each that follows, without a plausible one between. */
	for (uint64_t i = 1; i <= 3; i++) {
		raw += 5000 * JOULE;
		t += S;
		assert_int_equal(
			rapl_counter_update(&c, ESU, raw, false, t, PKG),
			RAPL_STEP_NORMAL);
		assert_sum(&c, joules(i * 5000));
	}
	assert_int_equal(c.rejected, 3);
	/* A plausible one starts the count anew. */
	assert_int_equal(rapl_counter_update(&c, ESU, raw, false, t + S, PKG),
			 RAPL_STEP_NORMAL);
	assert_int_equal(rapl_counter_update(&c, ESU, raw + 5000 * JOULE, false,
					     t + 2 * S, PKG),
			 RAPL_STEP_IMPLAUSIBLE);
	assert_int_equal(c.rejected, 4);
}

/* Its wraps look like resets then; that must not cost three samples more. */
static void a_bound_that_proved_wrong_stays_so_over_a_reset(void **state)
{
	struct rapl_counter c = started(0);
	uint64_t t = T0;

	(void)state;
	for (uint64_t i = 1; i <= 4; i++) {
		t += S;
		(void)rapl_counter_update(&c, ESU, i * 10000 * JOULE, false, t,
					  PKG);
	}
	assert_sum(&c, joules(10000));
	assert_int_equal(rapl_counter_update(&c, ESU, 5, false, t + S, PKG),
			 RAPL_STEP_RESET);
	assert_int_equal(rapl_counter_update(&c, ESU, 5 + 10000 * JOULE, false,
					     t + 2 * S, PKG),
			 RAPL_STEP_NORMAL);
	assert_sum(&c, joules(20000));
}

static void wild_reads_that_come_and_go_are_never_believed(void **state)
{
	struct rapl_counter c = started(100);
	uint64_t t = T0;

	(void)state;
	for (unsigned int i = 0; i < 50; i++) {
		t += S;
		assert_int_equal(rapl_counter_update(&c, ESU,
						     0x7777000000000000 + i,
						     false, t, PKG),
				 RAPL_STEP_IMPLAUSIBLE);
		t += S;
		assert_int_equal(
			rapl_counter_update(&c, ESU, 100, false, t, PKG),
			RAPL_STEP_RESET);
	}
	assert_sum(&c, in_sum(100, ESU));
	/* Nor is the register taken for a wide one. */
	assert_int_equal(c.bits, 32);
	assert_int_equal(c.rejected, 50);
	c.last_raw = RANGE - 1;
	assert_int_equal(rapl_counter_update(&c, ESU, 0, false, t + S, PKG),
			 RAPL_STEP_WRAP);
}

static void a_late_sample_adds_the_least(void **state)
{
	/* At 2000 W a turn takes 32.768 s. */
	struct rapl_counter c = started(1000);
	uint64_t t = T0 + 60 * S;

	(void)state;
	assert_int_equal(rapl_counter_update(&c, ESU, 1500, false, t, PKG),
			 RAPL_STEP_LATE);
	assert_sum(&c, in_sum(1500, ESU));
	assert_int_equal(c.lost, 1);
	/* After a step back it is the new value: it may be a reset. */
	t += 70 * S;
	assert_int_equal(rapl_counter_update(&c, ESU, 700, false, t, PKG),
			 RAPL_STEP_LATE);
	assert_sum(&c, in_sum(1500 + 700, ESU));
	assert_int_equal(c.lost, 2);
	assert_int_equal(c.wraps + c.resets, 0);
}

static void late_begins_where_one_more_turn_would_fit(void **state)
{
	/* 32.758 s + 10 ms at 2000 W are exactly one turn of 65536 J. */
	const uint64_t turn_ns = 32758 * MS;
	struct rapl_counter c;

	(void)state;
	c = started(1000);
	assert_int_equal(
		rapl_counter_update(&c, ESU, 1000, false, T0 + turn_ns, PKG),
		RAPL_STEP_LATE);
	c = started(1000);
	assert_int_equal(rapl_counter_update(&c, ESU, 1000, false,
					     T0 + turn_ns - 1, PKG),
			 RAPL_STEP_NORMAL);
	/* Half a turn further on, a second one fits only half a turn later. */
	c = started(0);
	assert_int_equal(rapl_counter_update(&c, ESU, RANGE / 2, false,
					     T0 + turn_ns + 16 * S, PKG),
			 RAPL_STEP_NORMAL);
	c = started(0);
	assert_int_equal(rapl_counter_update(&c, ESU, RANGE / 2, false,
					     T0 + turn_ns + 17 * S, PKG),
			 RAPL_STEP_LATE);
}

static void a_wide_register_passes_2_to_the_32(void **state)
{
	struct rapl_counter c = started(RANGE - 10);

	(void)state;
	assert_int_equal(c.bits, 32);
	assert_int_equal(
		rapl_counter_update(&c, ESU, RANGE + 10, false, T0 + S, PKG),
		RAPL_STEP_NORMAL);
	assert_int_equal(c.bits, 64);
	assert_sum(&c, in_sum(RANGE + 10, ESU));
	assert_int_equal(c.wraps, 0);
	/* From now on nothing is late, and a step back is a reset. */
	assert_int_equal(rapl_counter_update(&c, ESU, RANGE + 20, false,
					     T0 + 1000000 * S, PKG),
			 RAPL_STEP_NORMAL);
	assert_int_equal(
		rapl_counter_update(&c, ESU, 5, false, T0 + 1000001 * S, PKG),
		RAPL_STEP_RESET);
	assert_int_equal(c.bits, 64);
}

static void a_register_known_to_be_wide_does_not_wrap_at_32_bits(void **state)
{
	struct rapl_counter c = { 0 };

	(void)state;
	assert_int_equal(rapl_counter_update(&c, ESU, RANGE - 1, true, T0, PKG),
			 RAPL_STEP_FIRST);
	assert_int_equal(c.bits, 64);
	assert_int_equal(rapl_counter_update(&c, ESU, 3, true, T0 + S, PKG),
			 RAPL_STEP_RESET);
	/* It may also become known later. */
	c = started(RANGE - 1);
	assert_int_equal(rapl_counter_update(&c, ESU, 3, true, T0 + S, PKG),
			 RAPL_STEP_RESET);
	assert_int_equal(c.bits, 64);
}

static void a_wide_register_can_wrap_too(void **state)
{
	struct rapl_counter c = started(UINT64_MAX - 4);

	(void)state;
	assert_int_equal(rapl_counter_update(&c, ESU, 5, false, T0 + S, PKG),
			 RAPL_STEP_WRAP);
	assert_sum(&c, in_sum((uint128_t)1 << 64, ESU) + in_sum(5, ESU));
}

static void another_unit_is_a_reset(void **state)
{
	struct rapl_counter c = started(1000);

	(void)state;
	assert_int_equal(
		rapl_counter_update(&c, ESU + 1, 1001, false, T0 + S, PKG),
		RAPL_STEP_RESET);
	assert_sum(&c, in_sum(1000, ESU));
	assert_int_equal(c.esu, ESU + 1);
	assert_int_equal(
		rapl_counter_update(&c, ESU + 1, 1003, false, T0 + 2 * S, PKG),
		RAPL_STEP_NORMAL);
	assert_sum(&c, in_sum(1000, ESU) + in_sum(2, ESU + 1));
}

static void nothing_overflows_at_the_ends(void **state)
{
	(void)state;
	for (unsigned int esu = 0; esu < 32; esu++) {
		struct rapl_counter c = { 0 };

		assert_int_equal(
			rapl_counter_update(&c, esu, 0, true, 0, UINT32_MAX),
			RAPL_STEP_FIRST);
		(void)rapl_counter_update(&c, esu, UINT64_MAX, true, UINT64_MAX,
					  UINT32_MAX);
		(void)rapl_counter_update(&c, esu, 0, true, 0, UINT32_MAX);
		(void)rapl_counter_update(&c, esu, UINT64_MAX, true, UINT64_MAX,
					  0);
		assert_true(c.sum <= in_sum((uint128_t)UINT64_MAX * 3, esu));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_are_cut_as_documented),
		cmocka_unit_test(a_unit_is_an_exact_power_of_two),
		cmocka_unit_test(wrap_times_are_those_of_the_table),
		cmocka_unit_test(sums_are_published_rounded_down),
		cmocka_unit_test(the_first_sample_starts_the_sum),
		cmocka_unit_test(a_step_forward_is_added),
		cmocka_unit_test(a_wrap_between_two_samples_counts_once),
		cmocka_unit_test(a_step_back_that_no_wrap_explains_is_a_reset),
		cmocka_unit_test(the_bound_is_exact),
		cmocka_unit_test(
			no_time_between_samples_allows_ten_milliseconds),
		cmocka_unit_test(the_fourth_implausible_sample_is_believed),
		cmocka_unit_test(
			a_bound_that_proved_wrong_stays_so_over_a_reset),
		cmocka_unit_test(
			wild_reads_that_come_and_go_are_never_believed),
		cmocka_unit_test(a_late_sample_adds_the_least),
		cmocka_unit_test(late_begins_where_one_more_turn_would_fit),
		cmocka_unit_test(a_wide_register_passes_2_to_the_32),
		cmocka_unit_test(
			a_register_known_to_be_wide_does_not_wrap_at_32_bits),
		cmocka_unit_test(a_wide_register_can_wrap_too),
		cmocka_unit_test(another_unit_is_a_reset),
		cmocka_unit_test(nothing_overflows_at_the_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
