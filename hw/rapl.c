// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Theory of the accumulator
 *
 * A register shows the true energy E, in counts, modulo its range R. Between
 * two samples the machine can have used between 0 and B counts, B being the
 * bound. The forward distance d = (raw - last) mod R is the least energy that
 * explains both values, d + R the next.
 *
 * - d > B: nothing explains the pair. If the register went back, it was
 *   started anew (reset), else one of the two values is wrong (implausible).
 * - d <= B < d + R: d is the only explanation, and it is exact. It was a wrap
 *   if the register went back.
 * - d + R <= B: more than one explanation, so nothing but a lower bound is
 *   known (late). After a step back even a reset explains it, by less.
 *
 * A value with a bit above 31 makes a register 64 bits wide only when it is
 * believed: a single wild read must not turn each later wrap into a reset.
 */
#include "hw/rapl.h"

#include "base/util.h"

/* Implausible samples in a row after which the bound is not believed. */
#define SUSPECT_MAX 3

/* Registers step each 1 ms, and time and register are not read in one go. */
#define ALLOWANCE_NS (10 * NSEC_PER_MSEC)

/* 146 years. Keeps the bound within 128 bits. */
#define INTERVAL_MAX_NS (UINT64_C(1) << 62)

#define SUM_SHIFT 32U

#define UJ_PER_J UINT64_C(1000000)
#define PJ_PER_UJ UINT64_C(1000000)
#define PJ_PER_J UINT64_C(1000000000000)

struct rapl_units rapl_units_decode(uint64_t reg)
{
	return (struct rapl_units){
		.power = (uint8_t)(reg & 0xF),
		.energy = (uint8_t)(reg >> 8 & 0x1F),
		.time = (uint8_t)(reg >> 16 & 0xF),
	};
}

double rapl_unit_joule(unsigned int esu)
{
	return 1.0 / (double)(UINT64_C(1) << (esu & 31));
}

static uint128_t counts_to_sum(uint64_t counts, unsigned int unit)
{
	if (unit == RAPL_UNIT_UJ)
		return ((uint128_t)counts << SUM_SHIFT) / UJ_PER_J;
	return (uint128_t)counts << (SUM_SHIFT - unit);
}

/* Most counts that twice the plausible power gives: mW x ns = 10^-12 J. */
static uint128_t bound_counts(unsigned int unit, uint64_t interval_ns,
			      uint32_t max_mw)
{
	uint64_t ns = MIN(interval_ns, INTERVAL_MAX_NS) + ALLOWANCE_NS;
	uint128_t pj = (uint128_t)2 * ns * max_mw;

	if (unit == RAPL_UNIT_UJ)
		return pj / PJ_PER_UJ;
	return (pj << unit) / PJ_PER_J;
}

static enum rapl_step first_sample(struct rapl_counter *c, unsigned int unit,
				   uint64_t raw, uint8_t bits, uint64_t now_ns)
{
	*c = (struct rapl_counter){
		.sum = counts_to_sum(raw, unit),
		.last_raw = raw,
		.last_ns = now_ns,
		.esu = (uint8_t)unit,
		.bits = bits,
	};
	return RAPL_STEP_FIRST;
}

/* What a step was, before anything is counted. */
static enum rapl_step judge(uint64_t last, uint64_t raw, uint128_t range,
			    uint128_t bound, uint64_t *ret_add)
{
	bool back = raw < last;
	uint128_t distance = back ? range - last + raw : raw - last;

	if (distance + range <= bound) {
		*ret_add = back ? raw : raw - last;
		return RAPL_STEP_LATE;
	}
	if (distance <= bound) {
		*ret_add = (uint64_t)distance;
		return back ? RAPL_STEP_WRAP : RAPL_STEP_NORMAL;
	}
	*ret_add = back ? 0 : raw - last;
	return back ? RAPL_STEP_RESET : RAPL_STEP_IMPLAUSIBLE;
}

/* Count a step; returns whether its energy is added. */
static bool settle(struct rapl_counter *c, enum rapl_step *step)
{
	switch (*step) {
	case RAPL_STEP_IMPLAUSIBLE:
		if (c->suspect >= SUSPECT_MAX) {
			*step = RAPL_STEP_NORMAL;
			return true;
		}
		c->suspect++;
		c->rejected++;
		return false;
	case RAPL_STEP_RESET:
		/* While the bound is known to be wrong, a wrap looks so too. */
		if (c->suspect < SUSPECT_MAX)
			c->suspect = 0;
		c->resets++;
		return false;
	case RAPL_STEP_WRAP:
		c->wraps++;
		break;
	case RAPL_STEP_LATE:
		c->lost++;
		break;
	case RAPL_STEP_FIRST:
	case RAPL_STEP_NORMAL:
		break;
	}
	c->suspect = 0;
	return true;
}

/* One sample of a source that goes round at a range; returns what it was. */
static enum rapl_step take(struct rapl_counter *c, unsigned int unit,
			   uint64_t raw, uint128_t range, uint64_t now_ns,
			   uint32_t max_mw, bool *ret_added)
{
	uint64_t interval = now_ns > c->last_ns ? now_ns - c->last_ns : 1;
	uint64_t add = 0;
	enum rapl_step step;

	if (unit != c->esu)
		step = RAPL_STEP_RESET;
	else
		step = judge(c->last_raw, raw, range,
			     bound_counts(unit, interval, max_mw), &add);
	*ret_added = settle(c, &step);
	if (*ret_added)
		c->sum += counts_to_sum(add, unit);
	c->esu = (uint8_t)unit;
	c->last_raw = raw;
	c->last_ns = MAX(c->last_ns, now_ns);
	return step;
}

enum rapl_step rapl_counter_update(struct rapl_counter *c, unsigned int esu,
				   uint64_t raw, bool wide, uint64_t now_ns,
				   uint32_t max_mw)
{
	enum rapl_step step;
	bool seen_wide, added;

	esu = MIN(esu, SUM_SHIFT);
	if (!c->bits)
		return first_sample(c, esu, raw, wide || raw >> 32 ? 64 : 32,
				    now_ns);
	if (wide)
		c->bits = 64;
	seen_wide = c->bits == 64 || (raw | c->last_raw) >> 32;
	step = take(c, esu, raw, (uint128_t)1 << (seen_wide ? 64 : 32), now_ns,
		    max_mw, &added);
	if (added && raw >> 32)
		c->bits = 64;
	return step;
}

enum rapl_step rapl_counter_update_uj(struct rapl_counter *c, uint64_t uj,
				      uint64_t range_uj, uint64_t now_ns,
				      uint32_t max_mw)
{
	bool added;

	if (!c->bits)
		return first_sample(c, RAPL_UNIT_UJ, uj, 32, now_ns);
	/* A value behind the range makes it wrong, not the arithmetic. */
	return take(c, RAPL_UNIT_UJ, uj,
		    MAX((uint128_t)range_uj, MAX(c->last_raw, uj)) + 1, now_ns,
		    max_mw, &added);
}

uint64_t rapl_sum_uj(uint128_t sum)
{
	uint64_t joules = (uint64_t)(sum >> SUM_SHIFT);
	uint64_t fraction = (uint64_t)sum & UINT32_MAX;

	return joules * 1000000 + (fraction * 1000000 >> SUM_SHIFT);
}

uint64_t rapl_wrap_ns(unsigned int esu, uint32_t mw)
{
	uint128_t pj = ((uint128_t)PJ_PER_J << 32) >> MIN(esu, SUM_SHIFT);
	uint128_t ns = pj / MAX(mw, 1U);

	return ns > UINT64_MAX ? UINT64_MAX : (uint64_t)ns;
}
