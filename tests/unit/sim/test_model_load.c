// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Loads: text, level and integral
 */
#include "tests/unit/sim/model_fixture.h"

#include <errno.h>
#include <math.h>

#include "sim/model/load.h"

#define S NSEC_PER_SEC

/* Busy seconds. */
static double busy_s(const struct load *load, uint64_t t_ns)
{
	return (double)load_busy(load, t_ns) / 0x1p60 / 1e9;
}

static void durations_have_six_units(void **state)
{
	static const struct {
		const char *text;
		uint64_t ns;
	} good[] = {
		{ "7ns", 7 },
		{ "300us", 300000 },
		{ "20ms", 20000000 },
		{ "1.5s", 1500000000 },
		{ "2min", 120 * S },
		{ "1h", 3600 * S },
		{ "0.1s", 100000000 },
		{ "0s", 0 },
		{ "1000000s", 1000000 * S },
		{ "0.4ns", 0 },
		{ "0.5ns", 1 },
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		const char *p = good[i].text;
		uint64_t ns = 99;

		assert_true(duration_parse(&p, &ns));
		assert_int_equal(ns, good[i].ns);
		assert_int_equal(*p, '\0');
	}
}

static void what_is_no_duration_leaves_cursor_and_output_alone(void **state)
{
	static const char *const bad[] = { "",	       "s",	 "5",
					   "-1s",      "5 s",	 "5m",
					   "1000001s", "1e300h", "nans" };

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		const char *p = bad[i];
		uint64_t ns = 99;

		assert_false(duration_parse(&p, &ns));
		assert_ptr_equal(p, bad[i]);
		assert_int_equal(ns, 99);
	}
}

static void each_shape_is_read(void **state)
{
	struct load load = load_of("  constant  0.25 ");

	UNUSED(state);
	/* A trailing blank would be left by a control command. */
	assert_int_equal(load.kind, LOAD_CONSTANT);
	assert_true(load.level == 0.25);
	load = load_of("sine 0.5 0.25 20s");
	assert_int_equal(load.kind, LOAD_SINE);
	assert_true(load.amplitude == 0.25);
	assert_int_equal(load.period_ns, 20 * S);
	load = load_of("steps 1s:0.1 5s:0.9 repeat 10s");
	assert_int_equal(load.kind, LOAD_STEPS);
	assert_int_equal(load.n_steps, 2);
	assert_int_equal(load.steps[1].at_ns, 5 * S);
	assert_true(load.steps[1].level == 0.9);
	assert_int_equal(load.repeat_ns, 10 * S);
	load = load_of("host");
	assert_int_equal(load.kind, LOAD_HOST);
	assert_true(load.level == 0);
}

static void a_bad_load_changes_nothing_but_the_error(void **state)
{
	struct load load = load_of("constant 0.5"), before = load;
	struct scenario_error err = { .line = 5 };

	UNUSED(state);
	assert_int_equal(load_parse("triangle 1", &load, &err), -EINVAL);
	assert_memory_equal(&load, &before, sizeof(load));
	assert_int_equal(err.line, 0);
	assert_string_equal(err.reason, "'triangle 1' is not constant, steps, "
					"sine or host");
	assert_int_equal(load_parse("x\ny\x1b[1m", &load, &err), -EINVAL);
	assert_string_equal(err.reason,
			    "'x?y?[1m' is not constant, steps, sine or host");
	err.line = 5;
	assert_int_equal(load_parse("constant 2", &load, &err), -EINVAL);
	assert_memory_equal(&load, &before, sizeof(load));
	assert_int_equal(err.line, 0);
}

static void thirty_two_steps_fit(void **state)
{
	char text[1024] = "steps";
	struct scenario_error err;
	struct load load;
	size_t len = 5;

	UNUSED(state);
	for (int i = 0; i < SCENARIO_MAX_STEPS; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len,
					" %ds:0.5", i);
	assert_int_equal(load_parse(text, &load, &err), 0);
	assert_int_equal(load.n_steps, SCENARIO_MAX_STEPS);
	(void)snprintf(text + len, sizeof(text) - len, " 99s:0.5");
	assert_int_equal(load_parse(text, &load, &err), -EINVAL);
	assert_string_equal(err.reason, "more than 32 steps");
}

static void a_constant_is_busy_for_its_share(void **state)
{
	struct load load = load_of("constant 0.75");

	UNUSED(state);
	assert_true(load_level(&load, 0) == 0.75);
	assert_true(load_level(&load, 12345) == 0.75);
	assert_true(load_busy(&load, 0) == 0);
	/* 0.75 x 2^60 x 4 ns */
	assert_true(load_busy(&load, 4) == (uint128_t)3 << 60);
	assert_true(busy_s(&load, 3600 * S) == 2700);
}

static void steps_hold_until_the_next_one(void **state)
{
	struct load load = load_of("steps 1s:0.5 3s:1 4s:0.25");

	UNUSED(state);
	assert_true(load_level(&load, 0) == 0);
	assert_true(load_level(&load, 1 * S - 1) == 0);
	assert_true(load_level(&load, 1 * S) == 0.5);
	assert_true(load_level(&load, 3 * S) == 1);
	assert_true(load_level(&load, 100 * S) == 0.25);
	assert_true(busy_s(&load, 1 * S) == 0);
	assert_true(busy_s(&load, 2 * S) == 0.5);
	assert_true(busy_s(&load, 3 * S) == 1);
	assert_true(busy_s(&load, 4 * S) == 2);
	assert_true(busy_s(&load, 8 * S) == 3);
}

static void repeated_steps_do_not_drift(void **state)
{
	/* One period: 2 s x 0.5 + 1 s x 1 = 2 s busy of 4 s. */
	struct load load = load_of("steps 1s:0.5 3s:1 repeat 4s");
	uint64_t periods = 5000000;

	UNUSED(state);
	assert_true(load_level(&load, 4 * S) == 0);
	assert_true(load_level(&load, 7 * S) == 1);
	assert_true(busy_s(&load, 4 * S) == 2);
	assert_true(busy_s(&load, 9 * S) == 4);
	assert_true(busy_s(&load, 10 * S) == 4.5);
	assert_true(load_busy(&load, periods * 4 * S) ==
		    periods * load_busy(&load, 4 * S));
}

static void a_sine_has_its_values_at_the_quarters(void **state)
{
	struct load load = load_of("sine 0.5 0.25 8s");

	UNUSED(state);
	assert_true(load_level(&load, 0) == 0.5);
	assert_true(fabs(load_level(&load, 2 * S) - 0.75) < 1e-15);
	assert_true(fabs(load_level(&load, 4 * S) - 0.5) < 1e-15);
	assert_true(fabs(load_level(&load, 6 * S) - 0.25) < 1e-15);
	/* Whole periods leave the mean, exactly. */
	assert_true(busy_s(&load, 8 * S) == 4);
	assert_true(busy_s(&load, 8000000 * S) == 4000000);
	/* Half a period: 2 s and A T / pi more, a quarter: half of that. */
	assert_true(fabs(busy_s(&load, 4 * S) - 2 - 2 / M_PI) < 1e-15);
	assert_true(fabs(busy_s(&load, 2 * S) - 1 - 1 / M_PI) < 1e-15);
}

static void a_sine_never_leaves_0_to_1(void **state)
{
	/* 0.1 and 0.9 are not binary fractions; their sum is more than 1. */
	static const char *const texts[] = { "sine 0.5 0.5 600s",
					     "sine 0.9 0.1 600s",
					     "sine 0.1 0.1 7ms" };

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct load load = load_of(texts[i]);

		for (uint64_t k = 0; k <= 4096; k++) {
			uint64_t t = load.period_ns * k / 4096;

			assert_true(load_level(&load, t) >= 0);
			assert_true(load_level(&load, t) <= 1);
		}
	}
}

/* Neither busy nor idle time may go back from a millisecond to the next. */
static void expect_monotonic(const struct load *load, uint64_t from_ns,
			     uint64_t n_ms)
{
	uint128_t last = load_busy(load, from_ns);

	for (uint64_t i = 1; i <= n_ms; i++) {
		uint64_t t = from_ns + i * NSEC_PER_MSEC;
		uint128_t busy = load_busy(load, t);

		assert_true(busy >= last);
		assert_true(busy - last <= (uint128_t)NSEC_PER_MSEC << 60);
		last = busy;
	}
}

static void a_sine_that_touches_0_and_1_never_steps_back(void **state)
{
	struct load slow = load_of("sine 0.5 0.5 600s");
	struct load odd = load_of("sine 0.9 0.1 10min");
	struct load fast = load_of("sine 0.1 0.1 7ms");
	/* As binary numbers, these are more than 1 together, by 1e-17. */
	struct load over = load_of("sine 0.99999998 0.00000002 600s");

	UNUSED(state);
	/* Round the highest and the lowest point of a late period. */
	expect_monotonic(&slow, 600000 * S + 149 * S, 2000);
	expect_monotonic(&slow, 600000 * S + 449 * S, 2000);
	expect_monotonic(&odd, 600000 * S + 149 * S, 2000);
	expect_monotonic(&odd, 600000 * S + 449 * S, 2000);
	expect_monotonic(&over, 149 * S, 2000);
	expect_monotonic(&fast, 600000 * S, 10000);
}

static void a_host_load_is_the_level_that_it_was_given(void **state)
{
	struct load load = load_of("host");

	UNUSED(state);
	assert_true(busy_s(&load, 5 * S) == 0);
	load.level = 0.5;
	assert_true(load_level(&load, 3) == 0.5);
	assert_true(busy_s(&load, 5 * S) == 2.5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(durations_have_six_units),
		cmocka_unit_test(
			what_is_no_duration_leaves_cursor_and_output_alone),
		cmocka_unit_test(each_shape_is_read),
		cmocka_unit_test(a_bad_load_changes_nothing_but_the_error),
		cmocka_unit_test(thirty_two_steps_fit),
		cmocka_unit_test(a_constant_is_busy_for_its_share),
		cmocka_unit_test(steps_hold_until_the_next_one),
		cmocka_unit_test(repeated_steps_do_not_drift),
		cmocka_unit_test(a_sine_has_its_values_at_the_quarters),
		cmocka_unit_test(a_sine_never_leaves_0_to_1),
		cmocka_unit_test(a_sine_that_touches_0_and_1_never_steps_back),
		cmocka_unit_test(a_host_load_is_the_level_that_it_was_given),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
