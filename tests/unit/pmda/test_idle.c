// SPDX-License-Identifier: LGPL-2.1-or-later
/* C0 residency from idle times: which interval, which bounds. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/util.h"
#include "pmda/collect/idle.h"

#define START (1000 * NSEC_PER_SEC)

/* cmocka's own compares as float. */
#define assert_close(a, b, e) assert_true(fabs((a) - (b)) <= (e))

static struct idle_reading at(double second, double idle_second)
{
	return (struct idle_reading){
		.at_ns = START + (uint64_t)(second * 1e9),
		.idle_us = (uint64_t)(idle_second * 1e6),
	};
}

static void one_reading_is_no_interval(void **state)
{
	struct idle_window w = { 0 };
	double percent = -1;

	(void)state;
	assert_false(idle_window_add(&w, at(0, 5), 1, NSEC_PER_SEC, &percent));
	assert_true(percent == -1);
}

static void the_share_is_one_minus_idle_over_wall_time(void **state)
{
	struct idle_window w = { 0 };
	double percent;

	(void)state;
	(void)idle_window_add(&w, at(0, 0), 1, NSEC_PER_SEC, &percent);
	assert_true(idle_window_add(&w, at(2, 0.5), 1, NSEC_PER_SEC, &percent));
	assert_close(percent, 75.0, 1e-6);
}

static void two_threads_are_averaged(void **state)
{
	struct idle_window w = { 0 };
	double percent;

	(void)state;
	(void)idle_window_add(&w, at(0, 0), 2, NSEC_PER_SEC, &percent);
	/* One thread busy, one idle, for two seconds. */
	assert_true(idle_window_add(&w, at(2, 2), 2, NSEC_PER_SEC, &percent));
	assert_close(percent, 50.0, 1e-6);
}

static void a_young_reading_goes_back_to_the_older_base(void **state)
{
	struct idle_window w = { 0 };
	double percent;

	(void)state;
	(void)idle_window_add(&w, at(0, 0), 1, NSEC_PER_SEC, &percent);
	(void)idle_window_add(&w, at(10, 10), 1, NSEC_PER_SEC, &percent);
	/* 0.2 s of pure work since 10 s; over 10.2 s that is little. */
	assert_true(
		idle_window_add(&w, at(10.2, 10), 1, NSEC_PER_SEC, &percent));
	assert_close(percent, 100.0 * 0.2 / 10.2, 1e-3);
	/* The young reading is no base: the next one goes back to 10 s. */
	assert_true(
		idle_window_add(&w, at(11.5, 10), 1, NSEC_PER_SEC, &percent));
	assert_close(percent, 100.0, 1e-6);
}

static void before_the_first_second_a_tenth_is_enough(void **state)
{
	struct idle_window w = { 0 };
	double percent;

	(void)state;
	(void)idle_window_add(&w, at(0, 0), 1, NSEC_PER_SEC, &percent);
	assert_false(
		idle_window_add(&w, at(0.05, 0), 1, NSEC_PER_SEC, &percent));
	assert_true(
		idle_window_add(&w, at(0.2, 0.1), 1, NSEC_PER_SEC, &percent));
	assert_close(percent, 50.0, 1e-6);
}

static void a_leap_of_idle_time_is_bounded_to_zero(void **state)
{
	struct idle_window w = { 0 };
	double percent;

	(void)state;
	(void)idle_window_add(&w, at(0, 0), 1, NSEC_PER_SEC, &percent);
	/* The CPU wakes and the kernel adds a sleep of a minute. */
	assert_true(idle_window_add(&w, at(2, 60), 1, NSEC_PER_SEC, &percent));
	assert_true(percent == 0.0);
}

static void idle_time_that_went_back_counts_as_none(void **state)
{
	struct idle_window w = { 0 };
	double percent;

	(void)state;
	(void)idle_window_add(&w, at(0, 60), 1, NSEC_PER_SEC, &percent);
	assert_true(idle_window_add(&w, at(2, 0), 1, NSEC_PER_SEC, &percent));
	assert_true(percent == 100.0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_reading_is_no_interval),
		cmocka_unit_test(the_share_is_one_minus_idle_over_wall_time),
		cmocka_unit_test(two_threads_are_averaged),
		cmocka_unit_test(a_young_reading_goes_back_to_the_older_base),
		cmocka_unit_test(before_the_first_second_a_tenth_is_enough),
		cmocka_unit_test(a_leap_of_idle_time_is_bounded_to_zero),
		cmocka_unit_test(idle_time_that_went_back_counts_as_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
