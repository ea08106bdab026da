// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Loads and their integrals
 *
 * See load.h. Shares are Q60 throughout; the amplitude of a sine is cut so
 * that its quantised form stays inside 0 to 1 whatever the rounding.
 */
#include "sim/model/load.h"

#include <math.h>

#include "base/util.h"

static uint64_t sine_amplitude(const struct load *load)
{
	uint64_t amplitude = share_from(load->amplitude);
	uint64_t level = share_from(load->level);

	return MIN(amplitude, MIN(level, SHARE_ONE - level));
}

/*
 * The integral of A sin(2 pi t / T) is A T / pi sin^2(pi t / T). The phase is
 * mirrored into the first half of the period, where the sine's relative error
 * is its argument's.
 */
static uint128_t sine_busy(const struct load *load, uint64_t t_ns)
{
	const long double pi = 3.14159265358979323846264338327950288L;
	uint64_t period = load->period_ns;
	uint64_t phase = t_ns % period;
	long double root, swing;

	phase = MIN(phase, period - phase);
	root = sinl(pi * (long double)phase / (long double)period);
	swing = (long double)sine_amplitude(load) * (long double)period / pi;
	return (uint128_t)share_from(load->level) * t_ns +
	       (uint128_t)(swing * root * root);
}

/*
 * What a sine's hump above the ceiling has in it. With psi, the angle from the
 * hump's middle, load minus ceiling is A cos(psi) - c where |psi| < w =
 * acos(c / A), of which A sin(psi) - c psi is the integral. @psi is clamped to
 * the hump.
 */
static long double hump(long double amplitude, long double above,
			long double width, long double psi)
{
	psi = fminl(fmaxl(psi, -width), width);
	return amplitude * sinl(psi) - above * psi;
}

/* Integral of a sine's part above a ceiling that cuts it. */
static uint128_t sine_excess(const struct load *load, uint64_t ceiling,
			     uint64_t t_ns)
{
	const long double pi = 3.14159265358979323846264338327950288L;
	long double amplitude = (long double)sine_amplitude(load);
	long double above = (long double)((int64_t)ceiling -
					  (int64_t)share_from(load->level));
	long double width = acosl(above / amplitude);
	long double scale = (long double)load->period_ns / (2 * pi);
	uint64_t phase = t_ns % load->period_ns;
	long double psi =
		2 * pi * (long double)phase / (long double)load->period_ns -
		pi / 2;
	/* A period begins in the middle of the way up to its hump; one that
	 * is wider than half a period reaches into both of its ends. */
	long double first = hump(amplitude, above, width, -pi / 2);
	long double whole = 2 * hump(amplitude, above, width, width);
	long double part = hump(amplitude, above, width, psi) - first +
			   hump(amplitude, above, width, psi - 2 * pi) +
			   hump(amplitude, above, width, width);

	part = fminl(fmaxl(part, 0), whole);
	return t_ns / load->period_ns * (uint128_t)(scale * whole) +
	       (uint128_t)(scale * part);
}

static uint128_t sine_capped(const struct load *load, uint64_t ceiling,
			     uint64_t t_ns)
{
	uint64_t amplitude = sine_amplitude(load);
	uint64_t level = share_from(load->level);
	uint128_t busy, excess;

	if (ceiling >= level + amplitude)
		return sine_busy(load, t_ns);
	if (ceiling <= level - amplitude)
		return (uint128_t)ceiling * t_ns;
	busy = sine_busy(load, t_ns);
	excess = sine_excess(load, ceiling, t_ns);
	busy = busy > excess ? busy - excess : 0;
	return MIN(busy, (uint128_t)ceiling * t_ns);
}

/* One pass through the steps, @t_ns from their beginning. */
static uint128_t pass_capped(const struct load *load, uint64_t ceiling,
			     uint64_t t_ns)
{
	uint128_t busy = 0;

	for (uint32_t i = 0; i < load->n_steps; i++) {
		const struct load_step *step = &load->steps[i];
		uint64_t end = t_ns;

		if (step->at_ns >= t_ns)
			break;
		if (i + 1 < load->n_steps)
			end = MIN(end, step[1].at_ns);
		busy += (uint128_t)MIN(share_from(step->level), ceiling) *
			(end - step->at_ns);
	}
	return busy;
}

static uint128_t steps_capped(const struct load *load, uint64_t ceiling,
			      uint64_t t_ns)
{
	uint64_t repeat = load->repeat_ns;

	if (repeat == 0)
		return pass_capped(load, ceiling, t_ns);
	return t_ns / repeat * pass_capped(load, ceiling, repeat) +
	       pass_capped(load, ceiling, t_ns % repeat);
}

static double steps_level(const struct load *load, uint64_t t_ns)
{
	double level = 0;

	if (load->repeat_ns)
		t_ns %= load->repeat_ns;
	for (uint32_t i = 0; i < load->n_steps; i++) {
		if (load->steps[i].at_ns > t_ns)
			break;
		level = load->steps[i].level;
	}
	return level;
}

static double sine_level(const struct load *load, uint64_t t_ns)
{
	double phase =
		(double)(t_ns % load->period_ns) / (double)load->period_ns;
	double level = load->level + load->amplitude * sin(2 * M_PI * phase);

	/* Of an instant, not integrated: rounding may stick out by an ulp. */
	return fmin(fmax(level, 0), 1);
}

double load_level(const struct load *load, uint64_t t_ns)
{
	switch (load->kind) {
	case LOAD_STEPS:
		return steps_level(load, t_ns);
	case LOAD_SINE:
		return sine_level(load, t_ns);
	case LOAD_CONSTANT:
	case LOAD_HOST:
		break;
	}
	return load->level;
}

uint128_t load_capped(const struct load *load, uint64_t ceiling, uint64_t t_ns)
{
	switch (load->kind) {
	case LOAD_STEPS:
		return steps_capped(load, ceiling, t_ns);
	case LOAD_SINE:
		return sine_capped(load, ceiling, t_ns);
	case LOAD_CONSTANT:
	case LOAD_HOST:
		break;
	}
	return (uint128_t)MIN(share_from(load->level), ceiling) * t_ns;
}

uint128_t load_busy(const struct load *load, uint64_t t_ns)
{
	return load_capped(load, SHARE_ONE, t_ns);
}

static void steps_range(const struct load *load, uint64_t *ret_floor,
			uint64_t *ret_peak)
{
	/* Before the first step, the load is 0. */
	uint64_t floor = load->steps[0].at_ns > 0 ? 0 : SHARE_ONE;
	uint64_t peak = 0;

	for (uint32_t i = 0; i < load->n_steps; i++) {
		uint64_t level = share_from(load->steps[i].level);

		floor = MIN(floor, level);
		peak = MAX(peak, level);
	}
	*ret_floor = floor;
	*ret_peak = peak;
}

void load_range(const struct load *load, uint64_t *ret_floor,
		uint64_t *ret_peak)
{
	uint64_t level = share_from(load->level);
	uint64_t swing = 0;

	switch (load->kind) {
	case LOAD_STEPS:
		steps_range(load, ret_floor, ret_peak);
		return;
	case LOAD_SINE:
		swing = sine_amplitude(load);
		break;
	case LOAD_CONSTANT:
	case LOAD_HOST:
		break;
	}
	*ret_floor = level - swing;
	*ret_peak = level + swing;
}
