// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Steps from one number to the next without torn reads
 *
 * A reader may see the text before a step, the text after it, or the one's
 * first 8 bytes with the other's rest: each of these must be a number that
 * neither runs back nor ahead.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/parse.h"
#include "sim/plain.h"

static void expect(const char *old, const char *want, enum plain_step step,
		   const char *text, unsigned int word)
{
	char ret[PLAIN_MOVING_MAX] = "";
	unsigned int got_word = 9;
	enum plain_step got = plain_step(old, strlen(old), want, strlen(want),
					 ret, &got_word);

	if (got != step)
		fail_msg("%s to %s: step %d", old, want, got);
	if (step == PLAIN_SAME)
		return;
	assert_memory_equal(ret, text, strlen(text));
	if (step == PLAIN_STORE)
		assert_int_equal(got_word, word);
}

static void short_numbers_are_stored_at_once(void **state)
{
	UNUSED(state);
	expect("1500000\n", "1500000\n", PLAIN_SAME, NULL, 0);
	expect("1500000\n", "3700000\n", PLAIN_STORE, "3700000\n", 0);
	expect("3700000\n", "1500000\n", PLAIN_STORE, "1500000\n", 0);
	expect("45\n", "46\n", PLAIN_STORE, "46\n", 0);
	expect("99999998\n", "99999999\n", PLAIN_STORE, "99999999\n", 0);
}

static void a_new_digit_lengthens_the_file_up_to_8(void **state)
{
	UNUSED(state);
	expect("9\n", "10\n", PLAIN_GROW, "10\n", 0);
	expect("999999\n", "1000017\n", PLAIN_GROW, "1000017\n", 0);
	expect("9999999\n", "10000012\n", PLAIN_GROW, "10000012\n", 0);
	/* Two digits more at once would show a beginning. */
	expect("9\n", "123\n", PLAIN_RENEW, "123\n", 0);
	expect("99999999\n", "100000000\n", PLAIN_RENEW, "100000000\n", 0);
	expect("10\n", "9\n", PLAIN_RENEW, "9\n", 0);
}

static void of_a_long_number_one_word_moves_at_a_time(void **state)
{
	UNUSED(state);
	/* Only the lower one. */
	expect("1234567800\n", "1234567811\n", PLAIN_STORE, "1234567811\n", 1);
	/* The upper one as far as the truth allows. */
	expect("1234567850\n", "1234567960\n", PLAIN_STORE, "1234567950\n", 0);
	expect("1234567850\n", "1234567940\n", PLAIN_SAME, NULL, 0);
	expect("1234567850\n", "1234568040\n", PLAIN_STORE, "1234567950\n", 0);
	expect("1999999999\n", "2000000098\n", PLAIN_SAME, NULL, 0);
	expect("1999999999\n", "2000000099\n", PLAIN_STORE, "2000000099\n", 0);
	/* Back in both words: a counter that wrapped. */
	expect("1234567850\n", "1234567740\n", PLAIN_RENEW, "1234567740\n", 0);
}

static uint64_t number(const char *text, size_t len)
{
	char buf[PLAIN_MOVING_MAX + 1];
	const char *p = buf;
	uint64_t v = 0;

	memcpy(buf, text, len);
	buf[len] = '\0';
	assert_true(parse_u64(&p, &v) && parse_end(p));
	return v;
}

static size_t print(uint64_t v, char text[PLAIN_MOVING_MAX])
{
	char buf[32];
	int n = snprintf(buf, sizeof(buf), "%llu\n", (unsigned long long)v);

	assert_true(n > 0 && n <= PLAIN_MOVING_MAX);
	memset(text, 0, PLAIN_MOVING_MAX);
	memcpy(text, buf, (size_t)n);
	return (size_t)n;
}

/* What a reader can see while a step is made: all are old or new numbers. */
static void check_step(const char *old, size_t len, const char *now,
		       uint64_t truth)
{
	char a[PLAIN_MOVING_MAX], b[PLAIN_MOVING_MAX];

	memcpy(a, old, sizeof(a));
	memcpy(a + 8, now + 8, sizeof(a) - 8);
	memcpy(b, now, sizeof(b));
	memcpy(b + 8, old + 8, sizeof(b) - 8);
	assert_in_range(number(a, len), number(old, len), truth);
	assert_in_range(number(b, len), number(old, len), truth);
}

static void a_counter_never_runs_back_nor_ahead_nor_far_behind(void **state)
{
	/* A microsecond counter, 100 ms a round, through many digits. */
	uint64_t truth = 5, shown = 5, seed = 1;
	char text[PLAIN_MOVING_MAX];
	size_t len = print(shown, text);

	UNUSED(state);
	for (int round = 0; round < 200000; round++) {
		char want[PLAIN_MOVING_MAX], next[PLAIN_MOVING_MAX];
		size_t want_len;
		unsigned int word;
		uint64_t lag = 1;

		seed = seed * UINT64_C(6364136223846793005) + 1;
		truth += round < 2000 ? seed >> 52 : 50000 + (seed >> 48);
		want_len = print(truth, want);
		switch (plain_step(text, len, want, want_len, next, &word)) {
		case PLAIN_SAME:
			break;
		case PLAIN_STORE:
			/* The other word stays. */
			assert_memory_equal(word ? next : next + 8,
					    word ? text : text + 8, 8);
			check_step(text, len, next, truth);
			memcpy(text, next, sizeof(text));
			break;
		case PLAIN_GROW:
		case PLAIN_RENEW:
			memcpy(text, next, sizeof(text));
			len = want_len;
			break;
		}
		assert_in_range(number(text, len), shown, truth);
		shown = number(text, len);
		for (size_t i = 8; i + 1 < len; i++)
			lag *= 10;
		/* One step of the upper word, and one round. */
		assert_true(truth - shown <= lag + 120000);
	}
	assert_true(truth > UINT64_C(10000000000));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(short_numbers_are_stored_at_once),
		cmocka_unit_test(a_new_digit_lengthens_the_file_up_to_8),
		cmocka_unit_test(of_a_long_number_one_word_moves_at_a_time),
		cmocka_unit_test(
			a_counter_never_runs_back_nor_ahead_nor_far_behind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
