/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Energy counters, pure arithmetic
 *
 * An energy register counts in 2^-ESU J and is 32 or 64 bits wide. A sum is
 * kept in 2^-32 J, exact for every unit with ESU <= 32, in 128 bits. What
 * happens between two samples is told apart:
 *
 * - normal: the register went forward by a plausible amount;
 * - wrap: the register went round once;
 * - reset: it went backwards, and no wrap explains that: the firmware
 *   started it anew. The sum moves on by nothing, the base moves;
 * - implausible: the step is larger than twice the maximum power times the
 *   interval allows. Not added, the base moves. Three in a row are refused,
 *   the fourth is believed, and so are those that follow without a plausible
 *   one between: then the bound was wrong, not the register;
 * - late: the interval was so long that at twice the maximum power the register
 *   may have gone round once more than its values show. Added is what is
 *   certain, the least that explains both values (the forward difference, or
 *   after a step back the new value): a lower bound of the truth. Counted as
 *   lost.
 *
 * Width: a register is taken for 32 bits wide until a value with a bit above
 * 31 has been believed (sources disagree on the width by model). A 64-bit one
 * behaves the same until it passes 2^32.
 *
 * Sources that are not registers: powercap counts microjoules modulo a range of
 * its own (rapl_counter_update_uj()), perf counts 2^-32 J in 64 bits (ESU 32).
 *
 * No clock, no I/O, no allocation; the static test pure-core.t holds this.
 */
#ifndef HW_RAPL_H
#define HW_RAPL_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 uint128_t;

/* Plausible maxima where the platform does not tell: mW. */
#define RAPL_DEFAULT_PKG_MAX_MW 1000000
#define RAPL_DEFAULT_CORE_MAX_MW 60000

/* rapl_counter.esu of a source that counts microjoules. */
#define RAPL_UNIT_UJ 0xFF

/**
 * struct rapl_units - Fields of a RAPL unit register
 * @power:	PU: power in 2^-PU W
 * @energy:	ESU: energy in 2^-ESU J, 0 to 31
 * @time:	TU: time in 2^-TU s
 */
struct rapl_units {
	uint8_t power;
	uint8_t energy;
	uint8_t time;
};

/**
 * rapl_units_decode() - Cut a unit register
 * @reg:	C001_0299 or 0x606: PU [3:0], ESU [12:8], TU [19:16]
 *
 * Return: units
 */
struct rapl_units rapl_units_decode(uint64_t reg);

/**
 * rapl_unit_joule() - Joules per count
 * @esu:	ESU
 *
 * Return: 2^-ESU, exact
 */
double rapl_unit_joule(unsigned int esu);

/**
 * enum rapl_step - What a sample was
 * @RAPL_STEP_FIRST:	The first one
 * @RAPL_STEP_NORMAL:	Forward by a plausible amount, or a step that was
 *			believed after three implausible ones
 * @RAPL_STEP_WRAP:	Round once, plausibly
 * @RAPL_STEP_RESET:	Started anew, or in another unit
 * @RAPL_STEP_IMPLAUSIBLE: Not added
 * @RAPL_STEP_LATE:	Only a lower bound was added
 */
enum rapl_step {
	RAPL_STEP_FIRST,
	RAPL_STEP_NORMAL,
	RAPL_STEP_WRAP,
	RAPL_STEP_RESET,
	RAPL_STEP_IMPLAUSIBLE,
	RAPL_STEP_LATE,
};

/**
 * struct rapl_counter - One register and its sum; zero is the initial state
 * @sum:	Sum in 2^-32 J, never decreases; starts at the register's
 *		first value
 * @last_raw:	Register at the last sample
 * @last_ns:	Time of the last sample
 * @esu:	ESU of the last sample, RAPL_UNIT_UJ for microjoules
 * @bits:	32 or 64, 0 before the first sample
 * @suspect:	Implausible samples in a row
 * @wraps:	Wraps
 * @resets:	Resets
 * @rejected:	Implausible samples that were not added
 * @lost:	Late samples
 */
struct rapl_counter {
	uint128_t sum;
	uint64_t last_raw;
	uint64_t last_ns;
	uint8_t esu;
	uint8_t bits;
	uint8_t suspect;
	uint64_t wraps;
	uint64_t resets;
	uint64_t rejected;
	uint64_t lost;
};

/**
 * rapl_counter_update() - Take in one sample
 * @c:		Counter
 * @esu:	Unit, 0 to 32 (more is taken for 32); a change is a reset
 * @raw:	Register, for a 32-bit one its low 32 bits
 * @wide:	The source is known to be 64 bits wide
 * @now_ns:	Time of the sample; one that is not after the last is taken
 *		as an interval of 1 ns
 * @max_mw:	Largest plausible power; doubled for the bound
 *
 * The bound is 2 * @max_mw * interval plus the energy of 10 ms at that power
 * (registers step each 1 ms, and time and register are not read in one go).
 *
 * Return: what the sample was
 */
enum rapl_step rapl_counter_update(struct rapl_counter *c, unsigned int esu,
				   uint64_t raw, bool wide, uint64_t now_ns,
				   uint32_t max_mw);

/**
 * rapl_counter_update_uj() - Take in one sample of powercap
 * @c:		Counter that gets no other samples
 * @uj:		energy_uj
 * @range_uj:	max_energy_range_uj: the counter goes round behind it, to 0
 * @now_ns:	As rapl_counter_update()
 * @max_mw:	As rapl_counter_update()
 *
 * What is added is rounded down to 2^-32 J a sample.
 *
 * Return: what the sample was
 */
enum rapl_step rapl_counter_update_uj(struct rapl_counter *c, uint64_t uj,
				      uint64_t range_uj, uint64_t now_ns,
				      uint32_t max_mw);

/**
 * rapl_sum_uj() - A sum in microjoules, rounded down
 * @sum:	Sum in 2^-32 J
 *
 * Return: uJ modulo 2^64 (enough for 18 TJ)
 */
uint64_t rapl_sum_uj(uint128_t sum);

/**
 * rapl_wrap_ns() - Time in which a 32-bit register goes round once
 * @esu:	ESU
 * @mw:		Power, at least 1
 *
 * Return: nanoseconds
 */
uint64_t rapl_wrap_ns(unsigned int esu, uint32_t mw);

#endif
