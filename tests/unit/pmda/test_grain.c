// SPDX-License-Identifier: LGPL-2.1-or-later
/* The rate limit of energy: average held, no swing for a regular client. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pmda/collect/grain.h"

#define MS NSEC_PER_MSEC
#define START (1000 * NSEC_PER_SEC)

static void the_first_sample_is_always_admitted(void **state)
{
	struct grain g = { 0 };

	(void)state;
	assert_true(grain_admit(&g, GRAIN_OTHERS_NS, START));
}

static void a_client_that_is_early_by_jitter_gets_each_sample(void **state)
{
	/* Each second, up to 20 ms early or late; a fixed pattern. */
	static const int jitter_ms[] = { 0, -20, 15, -7, 20, -20, 3, -1 };
	struct grain g = { 0 };

	(void)state;
	for (unsigned int i = 0; i < 1000; i++) {
		uint64_t now = START + i * NSEC_PER_SEC +
			       (uint64_t)(20 + jitter_ms[i % 8]) * MS;

		assert_true(grain_admit(&g, GRAIN_OTHERS_NS, now));
	}
}

static void a_fast_client_gets_one_sample_a_grain_on_average(void **state)
{
	struct grain g = { 0 };
	unsigned int n = 0;

	(void)state;
	for (uint64_t t = 0; t < 100 * NSEC_PER_SEC; t += MS)
		n += grain_admit(&g, GRAIN_OTHERS_NS, START + t);
	/* One at the start, then one a second, the last a quarter early. */
	assert_int_equal(n, 101);
}

static void samples_are_never_closer_than_three_quarters(void **state)
{
	struct grain g = { 0 };
	uint64_t last = 0;

	(void)state;
	for (uint64_t t = 0; t < 20 * NSEC_PER_SEC; t += MS) {
		if (!grain_admit(&g, GRAIN_OTHERS_NS, START + t))
			continue;
		if (last)
			assert_true(START + t - last >=
				    GRAIN_OTHERS_NS * 3 / 4);
		last = START + t;
	}
}

static void a_pause_does_not_save_up_samples(void **state)
{
	struct grain g = { 0 };
	unsigned int n = 0;

	(void)state;
	assert_true(grain_admit(&g, GRAIN_OTHERS_NS, START));
	for (unsigned int i = 0; i < 100; i++)
		n += grain_admit(&g, GRAIN_OTHERS_NS,
				 START + 3600 * NSEC_PER_SEC + i * MS);
	assert_int_equal(n, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_sample_is_always_admitted),
		cmocka_unit_test(
			a_client_that_is_early_by_jitter_gets_each_sample),
		cmocka_unit_test(
			a_fast_client_gets_one_sample_a_grain_on_average),
		cmocka_unit_test(samples_are_never_closer_than_three_quarters),
		cmocka_unit_test(a_pause_does_not_save_up_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
