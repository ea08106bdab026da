// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of energy counters
 *
 * The input is a series of samples of 20 bytes: any register value at any
 * time in any unit. Whatever comes, a sum never decreases, moves only where
 * the step says so and never by more than the bound that is documented, and
 * each step is counted once.
 */
#include "base/util.h"
#include "hw/rapl.h"
#include "tests/fuzz/fuzz.h"

#define SAMPLE 20
#define ALLOWANCE_NS UINT64_C(10000000)

static uint64_t get_u64(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static uint32_t get_u32(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static uint64_t counted(const struct rapl_counter *c)
{
	return c->wraps + c->resets + c->rejected + c->lost;
}

/* Most that may be added, in 2^-32 J, rounded up; not for huge intervals. */
static uint128_t most(const struct rapl_counter *before, uint64_t now_ns,
		      uint32_t max_mw)
{
	uint64_t ns = now_ns > before->last_ns ? now_ns - before->last_ns : 1;
	uint128_t pj = (uint128_t)2 * max_mw *
		       (MIN(ns, UINT64_C(1) << 58) + (uint128_t)ALLOWANCE_NS);

	return (pj << 32) / UINT64_C(1000000000000) + 1;
}

static void check_step(const struct rapl_counter *before,
		       const struct rapl_counter *c, enum rapl_step step,
		       uint64_t now_ns, uint32_t max_mw)
{
	uint128_t added = c->sum - before->sum;
	bool believed = step == RAPL_STEP_NORMAL && before->suspect >= 3;

	FUZZ_CHECK(c->sum >= before->sum);
	FUZZ_CHECK(c->bits >= before->bits);
	switch (step) {
	case RAPL_STEP_FIRST:
		FUZZ_CHECK(before->bits == 0);
		return;
	case RAPL_STEP_NORMAL:
		FUZZ_CHECK(counted(c) == counted(before));
		break;
	case RAPL_STEP_WRAP:
		FUZZ_CHECK(c->wraps == before->wraps + 1);
		break;
	case RAPL_STEP_RESET:
		FUZZ_CHECK(c->resets == before->resets + 1 && added == 0);
		break;
	case RAPL_STEP_IMPLAUSIBLE:
		FUZZ_CHECK(c->rejected == before->rejected + 1 && added == 0);
		FUZZ_CHECK(before->suspect < 3);
		break;
	case RAPL_STEP_LATE:
		FUZZ_CHECK(c->lost == before->lost + 1);
		break;
	}
	FUZZ_CHECK(step == RAPL_STEP_NORMAL ||
		   counted(c) == counted(before) + 1);
	if (!believed && now_ns - before->last_ns < UINT64_C(1) << 58)
		FUZZ_CHECK(added <= most(before, now_ns, max_mw));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rapl_counter c = { 0 };
	uint64_t now_ns = 0;

	for (; size >= SAMPLE; data += SAMPLE, size -= SAMPLE) {
		struct rapl_counter before = c;
		/* 0 to 2^63 ns on, or back where the top bit is set. */
		uint64_t ns = get_u64(data) >> (data[16] & 63);
		uint64_t raw = get_u64(data + 8) >> (data[17] & 63);
		unsigned int esu = data[18] & 0x1F;
		uint32_t max_mw = get_u32(data + 12);
		bool wide = data[18] & 0x80;
		enum rapl_step step;

		now_ns = data[19] & 1 ? now_ns - ns : now_ns + ns;
		if (data[19] & 2)
			raw = c.last_raw + (raw & 0xFFFF);
		if (data[19] & 4)
			esu = c.esu;
		step = rapl_counter_update(&c, esu, raw, wide, now_ns, max_mw);
		check_step(&before, &c, step, now_ns, max_mw);
		FUZZ_CHECK(c.bits == 32 || c.bits == 64);
		FUZZ_CHECK(c.last_raw == raw && c.esu == esu);
		FUZZ_CHECK(rapl_wrap_ns(esu, max_mw) > 0);
		FUZZ_CHECK(rapl_sum_uj(c.sum) ==
			   (uint64_t)((c.sum >> 32) * 1000000 +
				      ((uint64_t)c.sum & UINT32_MAX) * 1000000 /
					      (UINT64_C(1) << 32)));
	}
	return 0;
}
