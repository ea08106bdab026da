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

#define SHARE_ONE (UINT64_C(1) << SHARE_BITS)

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

/* One pass through the steps, @t_ns from their beginning. */
static uint128_t pass_busy(const struct load *load, uint64_t t_ns)
{
	uint128_t busy = 0;

	for (uint32_t i = 0; i < load->n_steps; i++) {
		const struct load_step *step = &load->steps[i];
		uint64_t end = t_ns;

		if (step->at_ns >= t_ns)
			break;
		if (i + 1 < load->n_steps)
			end = MIN(end, step[1].at_ns);
		busy += (uint128_t)share_from(step->level) *
			(end - step->at_ns);
	}
	return busy;
}

static uint128_t steps_busy(const struct load *load, uint64_t t_ns)
{
	uint64_t repeat = load->repeat_ns;

	if (repeat == 0)
		return pass_busy(load, t_ns);
	return t_ns / repeat * pass_busy(load, repeat) +
	       pass_busy(load, t_ns % repeat);
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

uint128_t load_busy(const struct load *load, uint64_t t_ns)
{
	switch (load->kind) {
	case LOAD_STEPS:
		return steps_busy(load, t_ns);
	case LOAD_SINE:
		return sine_busy(load, t_ns);
	case LOAD_CONSTANT:
	case LOAD_HOST:
		break;
	}
	return (uint128_t)share_from(load->level) * t_ns;
}
