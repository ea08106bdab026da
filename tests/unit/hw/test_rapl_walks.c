// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Energy counters on random walks
 *
 * A simulated register is sampled at random times, and its true energy is kept
 * beside it in 128 bits. What must hold is stated in terms of the truth, not
 * of the accumulator's arithmetic.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/util.h"
#include "hw/rapl.h"

#define S NSEC_PER_SEC
#define MS NSEC_PER_MSEC
#define RANGE (UINT64_C(1) << 32)

static uint128_t in_sum(uint128_t counts, unsigned int esu)
{
	return counts << (32 - esu);
}

static void assert_sum(const struct rapl_counter *c, uint128_t expected)
{
	assert_true(c->sum == expected);
}

/* A generator of our own: the same walks on every machine. */
static uint64_t rnd(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

static uint64_t rnd_below(uint64_t *seed, uint64_t n)
{
	return n ? rnd(seed) % n : 0;
}

/**
 * struct walk - A machine that is sampled
 * @seed:	State of the generator
 * @esu:	Unit of its register
 * @bits:	Width of its register
 * @max_mw:	It never uses more than twice as much
 * @offset:	What the register showed when @truth was 0
 * @truth:	Counts used since the start
 * @now_ns:	Time
 */
struct walk {
	uint64_t seed;
	unsigned int esu;
	unsigned int bits;
	uint32_t max_mw;
	uint64_t offset;
	uint128_t truth;
	uint64_t now_ns;
};

static uint64_t shown(const struct walk *w)
{
	uint128_t v = w->offset + w->truth;

	return w->bits == 64 ? (uint64_t)v : (uint32_t)v;
}

/* Counts that twice the plausible power can make in a time, rounded down. */
static uint128_t most(const struct walk *w, uint64_t ns)
{
	uint128_t pj = (uint128_t)2 * w->max_mw * ns;

	return pj * ((uint128_t)1 << w->esu) / UINT64_C(1000000000000);
}

/* Let it burn for a time, anything up to the most. */
static void burn(struct walk *w, uint64_t ns)
{
	uint128_t limit = most(w, ns);
	uint64_t share = rnd_below(&w->seed, 1001);

	w->truth += limit / 1000 * share;
	w->now_ns += ns;
}

static enum rapl_step sample(const struct walk *w, struct rapl_counter *c)
{
	return rapl_counter_update(c, w->esu, shown(w), false, w->now_ns,
				   w->max_mw);
}

static struct walk new_walk(uint64_t seed, unsigned int esu, unsigned int bits)
{
	struct walk w = { .seed = seed * 0x9E3779B97F4A7C15 + 1,
			  .esu = esu,
			  .bits = bits };

	for (int i = 0; i < 8; i++)
		(void)rnd(&w.seed);
	w.max_mw = 1 + (uint32_t)rnd_below(&w.seed, 2000000);
	w.offset = rnd(&w.seed);
	if (bits == 32)
		w.offset = (uint32_t)w.offset;
	/* Room, so that the walk does not go round 64 bits. */
	else
		w.offset >>= 2;
	w.now_ns = rnd_below(&w.seed, 1000000 * S);
	return w;
}

/*
 * Sampled so often that a whole turn can't fit into the bound, a sum is exact,
 * and the wraps are those of the truth.
 */
static void sums_are_exact_when_sampled_in_time(void **state)
{
	(void)state;
	for (unsigned int n = 0; n < 32 * 64; n++) {
		struct walk w = new_walk(n, n % 32, 32);
		struct rapl_counter c = { 0 };
		uint64_t turn_ns = rapl_wrap_ns(w.esu, 2 * w.max_mw);

		/* A turn shorter than the allowance can't be told apart. */
		if (turn_ns < 20 * MS)
			continue;
		assert_int_equal(sample(&w, &c), RAPL_STEP_FIRST);
		for (int i = 0; i < 300; i++) {
			uint64_t room = MIN(turn_ns - 11 * MS, 1000000 * S);

			burn(&w, rnd_below(&w.seed, room));
			assert_in_range(sample(&w, &c), RAPL_STEP_NORMAL,
					RAPL_STEP_WRAP);
			assert_sum(&c, in_sum(w.offset + w.truth, w.esu));
			assert_int_equal(
				c.wraps,
				(uint64_t)((w.offset + w.truth) >> 32));
		}
		assert_int_equal(c.lost + c.resets + c.rejected, 0);
		assert_int_equal(c.bits, 32);
	}
}

static void wide_sums_are_exact_at_any_interval(void **state)
{
	(void)state;
	for (unsigned int n = 0; n < 32 * 16; n++) {
		struct walk w = new_walk(n, n % 32, 64);
		struct rapl_counter c = { 0 };

		w.offset |= RANGE;
		w.truth = 0;
		assert_int_equal(sample(&w, &c), RAPL_STEP_FIRST);
		for (int i = 0; i < 200; i++) {
			burn(&w, rnd_below(&w.seed, 1000 * S));
			if (w.offset + w.truth > UINT64_MAX / 2)
				break;
			assert_int_equal(sample(&w, &c), RAPL_STEP_NORMAL);
			assert_sum(&c, in_sum(w.offset + w.truth, w.esu));
		}
	}
}

/*
 * Sampled at any time, with resets and wild reads: a sum never goes back and
 * is never more than the truth, as long as no wild read is believed.
 */
static void sums_are_never_more_than_the_truth(void **state)
{
	uint64_t steps[RAPL_STEP_LATE + 1] = { 0 };

	(void)state;
	for (unsigned int n = 0; n < 32 * 32; n++) {
		struct walk w = new_walk(n + 77777, n % 32, n & 1 ? 32 : 64);
		struct rapl_counter c = { 0 };
		uint128_t start, last;

		(void)sample(&w, &c);
		start = c.sum;
		last = c.sum;
		for (int i = 0; i < 200; i++) {
			uint64_t scale = UINT64_C(1) << rnd_below(&w.seed, 46);

			burn(&w, rnd_below(&w.seed, scale));
			if (rnd_below(&w.seed, 40) == 0)
				w.offset = (uint64_t)-w.truth;
			steps[sample(&w, &c)]++;
			assert_true(c.sum >= last);
			last = c.sum;
			/* A reset register may look like one that wrapped. */
			if (c.resets == 0 && c.wraps == 0 && c.lost == 0)
				assert_true(c.sum - start <=
					    in_sum(w.truth, w.esu));
		}
	}
	/* The walks reach everything. */
	assert_true(steps[RAPL_STEP_NORMAL] > 1000);
	assert_true(steps[RAPL_STEP_WRAP] > 100);
	assert_true(steps[RAPL_STEP_RESET] > 100);
	assert_true(steps[RAPL_STEP_LATE] > 1000);
}

/* Too late, and nothing else wrong: the sum is a lower bound of the truth. */
static void late_sums_are_lower_bounds(void **state)
{
	uint64_t lost = 0;

	(void)state;
	for (unsigned int n = 0; n < 32 * 32; n++) {
		struct walk w = new_walk(n + 4242, n % 32, 32);
		struct rapl_counter c = { 0 };
		uint128_t last_truth = 0, last_sum;

		(void)sample(&w, &c);
		for (int i = 0; i < 100; i++) {
			uint64_t turn_ns = rapl_wrap_ns(w.esu, 2 * w.max_mw);
			enum rapl_step step;

			burn(&w,
			     rnd_below(&w.seed,
				       MIN(5 * (turn_ns / 2), 1 << 30) + 2));
			last_sum = c.sum;
			step = sample(&w, &c);
			assert_true(c.sum - last_sum <=
				    in_sum(w.truth - last_truth, w.esu));
			/* What is not called late is exact. */
			if (step != RAPL_STEP_LATE)
				assert_true(
					c.sum - last_sum ==
					in_sum(w.truth - last_truth, w.esu));
			last_truth = w.truth;
		}
		lost += c.lost;
	}
	assert_true(lost > 1000);
}

/*
 * The judgement against its definition: how many whole turns, added to the
 * forward distance, stay within the bound.
 */
static void judgements_follow_the_number_of_explanations(void **state)
{
	uint64_t seed = 88172645463325252;

	(void)state;
	for (int i = 0; i < 300000; i++) {
		unsigned int esu = (unsigned int)rnd_below(&seed, 32);
		uint64_t scale = UINT64_C(1) << rnd_below(&seed, 45);
		uint64_t ns = rnd_below(&seed, scale) + 1;
		struct rapl_counter c = { 0 };
		struct walk w = { .esu = esu };
		uint128_t bound, distance, explanations;
		uint32_t from, to;
		enum rapl_step step;

		w.max_mw = 1 + (uint32_t)rnd_below(&seed, 1000000);
		from = (uint32_t)rnd(&seed);
		to = rnd(&seed) & 1 ? (uint32_t)rnd(&seed)
				    : from + (uint32_t)rnd_below(&seed, scale);
		bound = most(&w, ns + 10 * MS);
		distance = (uint32_t)(to - from);
		explanations =
			bound < distance ? 0 : (bound - distance) / RANGE + 1;
		(void)rapl_counter_update(&c, esu, from, false, 5, w.max_mw);
		step = rapl_counter_update(&c, esu, to, false, 5 + ns,
					   w.max_mw);
		if (explanations > 1)
			assert_int_equal(step, RAPL_STEP_LATE);
		else if (explanations == 1)
			assert_int_equal(step, to < from ? RAPL_STEP_WRAP
							 : RAPL_STEP_NORMAL);
		else
			assert_int_equal(step, to < from
						       ? RAPL_STEP_RESET
						       : RAPL_STEP_IMPLAUSIBLE);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_are_exact_when_sampled_in_time),
		cmocka_unit_test(wide_sums_are_exact_at_any_interval),
		cmocka_unit_test(sums_are_never_more_than_the_truth),
		cmocka_unit_test(late_sums_are_lower_bounds),
		cmocka_unit_test(judgements_follow_the_number_of_explanations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
