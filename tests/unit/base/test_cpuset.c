// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: CPU sets
 *
 * The expected texts are those that Linux prints ("%*pbl") and accepts on its
 * command line (Documentation/admin-guide/kernel-parameters.rst, "cpu lists").
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpuset.h"
#include "base/util.h"

/* The longest text: every second CPU, "0,2,...,8190", and 4095 commas. */
#define LONGEST (5 * 1 + 45 * 2 + 450 * 3 + 3596 * 4 + 4095)

static void lists_are_read(void **state)
{
	static const struct {
		const char *text;
		const char *canonical;
		unsigned int count;
	} cases[] = {
		{ "", "", 0 },
		{ "\n", "", 0 },
		{ "0", "0", 1 },
		{ "0\n", "0", 1 },
		{ "0-3,8,10-11\n", "0-3,8,10-11", 7 },
		{ "0,1,2,3", "0-3", 4 },
		{ "3,2,1,0", "0-3", 4 },
		{ "0-3,2-5", "0-5", 6 },
		{ "7-7", "7", 1 },
		{ "0-1", "0-1", 2 },
		{ "63-64", "63-64", 2 },
		{ "0-127,128-255", "0-255", 256 },
		{ "8191", "8191", 1 },
		{ "0-8191", "0-8191", 8192 },
		{ "0008", "8", 1 },
		{ "0-7:1/2", "0,2,4,6", 4 },
		{ "0-7:2/4", "0-1,4-5", 4 },
		{ "1-8:2/3", "1-2,4-5,7-8", 6 },
		{ "0-6:3/4", "0-2,4-6", 6 },
		{ "0-7:4/4", "0-7", 8 },
		{ "0-3:1/18446744073709551615", "0", 1 },
		{ "8190-8191:1/2,0", "0,8190", 2 },
		{ "0-7:0/2", "", 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct cpuset set;
		char text[64];

		memset(&set, 0xff, sizeof(set));
		if (cpulist_parse(cases[i].text, &set))
			fail_msg("\"%s\" refused", cases[i].text);
		assert_int_equal(cpuset_count(&set), cases[i].count);
		assert_int_equal(cpulist_format(&set, text, sizeof(text)),
				 strlen(cases[i].canonical));
		assert_string_equal(text, cases[i].canonical);
	}
}

static void bad_lists_have_their_errno_and_touch_nothing(void **state)
{
	static const struct {
		const char *text;
		int err;
	} cases[] = {
		{ " ", -EINVAL },
		{ "\n\n", -EINVAL },
		{ ",", -EINVAL },
		{ "0,", -EINVAL },
		{ ",0", -EINVAL },
		{ "0,,1", -EINVAL },
		{ "0,\n", -EINVAL },
		{ "-1", -EINVAL },
		{ "1-", -EINVAL },
		{ "1-\n", -EINVAL },
		{ "1--2", -EINVAL },
		{ "3-2", -EINVAL },
		{ "0-3-5", -EINVAL },
		{ "0 - 3", -EINVAL },
		{ "0, 1", -EINVAL },
		{ "0-3 ", -EINVAL },
		{ "0x1", -EINVAL },
		{ "all", -EINVAL },
		{ "0-N", -EINVAL },
		{ "0\n1", -EINVAL },
		{ "0:1/2", -EINVAL },
		{ "0-7:", -EINVAL },
		{ "0-7:1", -EINVAL },
		{ "0-7:1/", -EINVAL },
		{ "0-7:/2", -EINVAL },
		{ "0-7:1/0", -EINVAL },
		{ "0-7:0/0", -EINVAL },
		{ "0-7:3/2", -EINVAL },
		{ "0-7:1/2/3", -EINVAL },
		{ "0-7:1/18446744073709551616", -EINVAL },
		{ "8192", -ERANGE },
		{ "0-8192", -ERANGE },
		{ "8192-8193", -ERANGE },
		{ "4294967296", -ERANGE },
		{ "18446744073709551616", -ERANGE },
		{ "0-18446744073709551616", -ERANGE },
		{ "0-3,99999999999999999999999", -ERANGE },
	};
	struct cpuset before;

	(void)state;
	memset(&before, 0x5a, sizeof(before));
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct cpuset set = before;
		int r = cpulist_parse(cases[i].text, &set);

		if (r != cases[i].err)
			fail_msg("\"%s\": %d", cases[i].text, r);
		assert_memory_equal(&set, &before, sizeof(set));
	}
}

static void formatting_counts_the_whole_text_and_terminates(void **state)
{
	char buf[12];
	struct cpuset set = { 0 };

	(void)state;
	cpuset_add(&set, 10);
	cpuset_add(&set, 11);
	cpuset_add(&set, 200);

	memset(buf, 'x', sizeof(buf));
	assert_int_equal(cpulist_format(&set, buf, 10), 9);
	assert_string_equal(buf, "10-11,200");
	assert_int_equal(buf[10], 'x');

	memset(buf, 'x', sizeof(buf));
	assert_int_equal(cpulist_format(&set, buf, 9), 9);
	assert_string_equal(buf, "10-11,20");
	assert_int_equal(buf[9], 'x');

	assert_int_equal(cpulist_format(&set, buf, 1), 9);
	assert_string_equal(buf, "");
	assert_int_equal(cpulist_format(&set, NULL, 0), 9);
}

static void the_longest_text_round_trips(void **state)
{
	struct cpuset again = { 0 };
	struct cpuset set = { 0 };
	char text[LONGEST + 1];

	(void)state;
	for (unsigned int cpu = 0; cpu < CPUSET_MAX; cpu += 2)
		cpuset_add(&set, cpu);
	assert_int_equal(cpulist_format(&set, text, sizeof(text)), LONGEST);
	assert_int_equal(strlen(text), LONGEST);
	assert_int_equal(cpulist_parse(text, &again), 0);
	assert_memory_equal(&set, &again, sizeof(set));
}

static void members_beyond_the_end_do_not_exist(void **state)
{
	struct cpuset set;

	(void)state;
	memset(&set, 0xff, sizeof(set));
	assert_true(cpuset_has(&set, 8191));
	assert_false(cpuset_has(&set, 8192));
	assert_false(cpuset_has(&set, UINT32_MAX));
	cpuset_del(&set, 8192);
	assert_int_equal(cpuset_count(&set), 8192);
	cpuset_del(&set, 8191);
	cpuset_del(&set, 0);
	assert_int_equal(cpuset_count(&set), 8190);

	memset(&set, 0, sizeof(set));
	cpuset_add(&set, 8192);
	cpuset_add(&set, UINT32_MAX);
	assert_int_equal(cpuset_count(&set), 0);
}

static void next_finds_the_smallest_member_from_there(void **state)
{
	struct cpuset set = { 0 };

	(void)state;
	assert_int_equal(cpuset_next(&set, 0), CPUSET_MAX);
	cpuset_add(&set, 0);
	cpuset_add(&set, 63);
	cpuset_add(&set, 64);
	cpuset_add(&set, 8191);
	assert_int_equal(cpuset_next(&set, 0), 0);
	assert_int_equal(cpuset_next(&set, 1), 63);
	assert_int_equal(cpuset_next(&set, 63), 63);
	assert_int_equal(cpuset_next(&set, 64), 64);
	assert_int_equal(cpuset_next(&set, 65), 8191);
	assert_int_equal(cpuset_next(&set, 8191), 8191);
	assert_int_equal(cpuset_next(&set, 8192), CPUSET_MAX);
	assert_int_equal(cpuset_next(&set, UINT32_MAX), CPUSET_MAX);
}

static void iteration_visits_each_member_once_in_order(void **state)
{
	static const unsigned int members[] = { 0, 1, 63, 64, 100, 4095, 8191 };
	struct cpuset set = { 0 };
	unsigned int cpu;
	size_t n = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(members); i++)
		cpuset_add(&set, members[i]);
	cpuset_for_each(cpu, &set)
	{
		assert_true(n < ARRAY_SIZE(members));
		assert_int_equal(cpu, members[n]);
		n++;
	}
	assert_int_equal(n, ARRAY_SIZE(members));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_are_read),
		cmocka_unit_test(bad_lists_have_their_errno_and_touch_nothing),
		cmocka_unit_test(
			formatting_counts_the_whole_text_and_terminates),
		cmocka_unit_test(the_longest_text_round_trips),
		cmocka_unit_test(members_beyond_the_end_do_not_exist),
		cmocka_unit_test(next_finds_the_smallest_member_from_there),
		cmocka_unit_test(iteration_visits_each_member_once_in_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
