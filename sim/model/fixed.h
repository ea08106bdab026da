/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Fixed-point numbers of the model
 *
 * Energies are sums over a hundred cores and hours, of which registers show
 * single counts of 2^-24 J. Doubles would lose those counts, and a sum of
 * doubles depends on its order. So time, busy time and energy are integers:
 *
 * - time: nanoseconds, 64 bits, below MODEL_MAX_NS;
 * - share of time (load): Q60, units of 2^-60;
 * - busy time: Q60 nanoseconds, 128 bits: share x time, exact;
 * - power: Q50 watts, 64 bits;
 * - energy: Q50 nanojoules, 128 bits: power x time, exact.
 *
 * Only the conversions from the scenario's doubles round: a load by 2^-61, a
 * power by 2^-51 W, thus an energy by t x 2^-51 W for each of its parts. That
 * is 2e-12 J an hour a core, 3e-5 counts of 2^-24 J.
 */
#ifndef SIM_MODEL_FIXED_H
#define SIM_MODEL_FIXED_H

#include <stdint.h>

__extension__ typedef unsigned __int128 uint128_t;
__extension__ typedef __int128 int128_t;

/* Bits of model time: 416 days. Sums of 1024 cores of 1 kW then fit. */
#define MODEL_MAX_NS (UINT64_C(1) << 55)

#define SHARE_BITS 60
#define SHARE_ONE (UINT64_C(1) << SHARE_BITS)
#define POWER_BITS 50
#define ENERGY_UNITS_PER_J (0x1p50 * 1e9)

/**
 * share_from() - A share of time in Q60
 * @x:		0 to 1
 *
 * Return: Q60
 */
static inline uint64_t share_from(double x)
{
	return (uint64_t)(x * 0x1p60);
}

/**
 * power_from() - A power in Q50
 * @watt:	0 up to 16383 W
 *
 * Return: Q50 watts, to the nearest unit
 */
static inline uint64_t power_from(double watt)
{
	return (uint64_t)(watt * 0x1p50 + 0.5);
}

/**
 * power_of_share() - Energy of a power that is on for a busy time
 * @busy:	Q60 nanoseconds, below 2^116
 * @power:	Q50 watts, below 2^60
 *
 * The product has 192 bits, so its halves are multiplied separately. Rounds
 * down by less than two units and is monotonic in @busy.
 *
 * Return: Q50 nanojoules
 */
static inline uint128_t power_of_share(uint128_t busy, uint64_t power)
{
	uint128_t high = (busy >> 64) * power;
	uint128_t low = (uint128_t)(uint64_t)busy * power;

	return (high << (64 - SHARE_BITS)) + (low >> SHARE_BITS);
}

/**
 * energy_counts() - Counts of an energy register
 * @energy:	Q50 nanojoules
 * @esu:	A count is 2^-@esu J, 0 to 31
 *
 * Return: floor(energy x 2^esu), exact
 */
static inline uint128_t energy_counts(uint128_t energy, uint32_t esu)
{
	return (energy >> (POWER_BITS - esu)) / 1000000000U;
}

/**
 * energy_joule() - An energy as a floating point number
 * @energy:	Q50 nanojoules
 *
 * Return: J, to the precision of a double
 */
static inline double energy_joule(uint128_t energy)
{
	return (double)energy / ENERGY_UNITS_PER_J;
}

#endif
