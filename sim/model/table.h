/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Inside of the metric tables
 *
 * The offsets are the model's own, from the public drivers' structures, on
 * purpose not those of hw/metric_table.h: reader and writer check each other.
 *
 * A sum counts, each millisecond, the value in units of 1/1024; as the model's
 * values are functions of time, a sum is 1024 x their integral in ms. Energies
 * are counts of 2^-16 J.
 */
#ifndef SIM_MODEL_TABLE_H
#define SIM_MODEL_TABLE_H

#include "sim/model/machine_internal.h"

#define TABLE_6_SIZE 1404
#define TABLE_7V_SIZE 13852
#define TABLE_7V_CCDS 8
#define TABLE_7V_CORES 32
#define TABLE_6_CORES 96
#define TABLE_ENERGY_BITS 16

/**
 * struct snapshot - A socket at a whole millisecond
 * @m:		Machine
 * @sock:	Socket
 * @ms_ns:	Model time
 * @ms:		The same in ms
 * @cores:	Energy of its cores, Q50 nJ
 * @uncore:	Energy of its uncore, Q50 nJ
 * @busy_ms:	Integral of its cores' average load, ms
 * @load:	That load over FIRMWARE_WINDOW_NS
 * @throttled:	For how long it was held back
 */
struct snapshot {
	const struct machine *m;
	uint32_t sock;
	uint64_t ms_ns;
	uint64_t ms;
	uint128_t cores;
	uint128_t uncore;
	long double busy_ms;
	double load;
	struct throttled throttled;
};

/**
 * table_at() - Where an element stands
 * @p:		Table, or part of it
 * @offset:	Of the first element
 * @width:	Bytes of an element
 * @i:		Element
 *
 * Return: its first byte
 */
static inline uint8_t *table_at(uint8_t *p, size_t offset, size_t width,
				size_t i)
{
	return p + offset + width * i;
}

/**
 * table_u32() - Store 32 bits, little endian
 * @p:		Four bytes
 * @value:	Value
 */
void table_u32(uint8_t *p, uint32_t value);

/**
 * table_u64() - Store 64 bits, little endian
 * @p:		Eight bytes
 * @value:	Value
 */
void table_u64(uint8_t *p, uint64_t value);

/**
 * table_q10() - Store a value in units of 1/1024
 * @p:		Four bytes
 * @value:	Value; may be negative
 */
void table_q10(uint8_t *p, double value);

/**
 * table_sum() - Store a sum
 * @p:		Eight bytes
 * @integral:	Integral of the value in its unit x ms; may be negative
 */
void table_sum(uint8_t *p, long double integral);

/**
 * table_joule() - Store an energy
 * @p:		Eight bytes
 * @energy:	Q50 nJ
 */
void table_joule(uint8_t *p, uint128_t energy);

/**
 * table_linear() - Integral of a value that moves with the load
 * @snap:	Snapshot
 * @idle:	Value at load 0
 * @busy:	Value at load 1
 *
 * Return: in the value's unit x ms
 */
long double table_linear(const struct snapshot *snap, double idle, double busy);

/**
 * table_lclk_mhz() - Clock of an NBIO
 * @load:	Load of the socket
 *
 * Return: MHz; plausible
 */
static inline double table_lclk_mhz(double load)
{
	return 600 + 542 * load;
}

/**
 * table_clock_sum() - Store the sum of a core's clock
 * @p:		Eight bytes
 * @clock:	Q20 MHz x ns
 *
 * In GHz, unlike all other clocks.
 */
void table_clock_sum(uint8_t *p, uint128_t clock);

/**
 * table_6() - Fill the table of protocol 6
 * @snap:	Snapshot
 * @t:		TABLE_6_SIZE zero bytes
 */
void table_6(const struct snapshot *snap, uint8_t *t);

/**
 * table_7v() - Fill the table of family 1Ah models 50h to 5Fh
 * @snap:	Snapshot
 * @t:		TABLE_7V_SIZE zero bytes
 */
void table_7v(const struct snapshot *snap, uint8_t *t);

#endif
