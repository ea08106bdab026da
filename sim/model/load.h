/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Loads and their integrals
 *
 * Both are functions of model time only. The integral is a closed form: whole
 * periods times the integral of one, plus the rest, so that it doesn't drift.
 */
#ifndef SIM_MODEL_LOAD_H
#define SIM_MODEL_LOAD_H

#include <stdint.h>

#include "sim/model/fixed.h"
#include "sim/model/scenario.h"

/* Bounds of the sine's period; see load_busy() for the upper one. */
#define LOAD_MIN_PERIOD_NS UINT64_C(1000000)
#define LOAD_MAX_PERIOD_NS UINT64_C(600000000000)

/**
 * load_level() - Load at an instant
 * @load:	Load
 * @t_ns:	Model time
 *
 * Return: 0 to 1
 */
double load_level(const struct load *load, uint64_t t_ns);

/**
 * load_busy() - Integral of a load from model time 0
 * @load:	Load
 * @t_ns:	Model time, below MODEL_MAX_NS
 *
 * Exact for constants and steps. The sine's periodic part is rounded to 64
 * significant bits, an error below amplitude x period x 2^-62. From one whole
 * millisecond to the next neither busy nor idle time goes backwards: where a
 * sine touches 0 or 1, it still gains amplitude x (2 pi / period)^2 x
 * (0.5 ms)^3 / 3, more than 100 times that error at LOAD_MAX_PERIOD_NS.
 *
 * Return: busy time in Q60 nanoseconds
 */
uint128_t load_busy(const struct load *load, uint64_t t_ns);

/**
 * load_capped() - Integral of the lesser of a load and a ceiling
 * @load:	Load
 * @ceiling:	Q60, 0 to SHARE_ONE
 * @t_ns:	Model time, below MODEL_MAX_NS
 *
 * In closed form as well: a step is cut where it is, a sine where it crosses
 * the ceiling. Exact for constants and steps; of a sine, the part above the
 * ceiling is rounded to about 60 significant bits. Neither more than
 * load_busy() nor more than @ceiling x @t_ns.
 *
 * Return: Q60 nanoseconds
 */
uint128_t load_capped(const struct load *load, uint64_t ceiling, uint64_t t_ns);

/**
 * load_range() - Between which levels a load stays for ever
 * @load:	Load
 * @ret_floor:	Lowest level, Q60
 * @ret_peak:	Highest level, Q60
 *
 * Steps that are over still count: the range is a property of the load, not of
 * a time.
 */
void load_range(const struct load *load, uint64_t *ret_floor,
		uint64_t *ret_peak);

#endif
