/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Energy sums
 *
 * One accumulator per register, fed by two triggers: a timer, well inside
 * the shortest possible wrap, and fetches. Both run in the energy worker's
 * thread, so that a register and its sum have one owner; a sum does not
 * depend on who asks or how often.
 *
 * The timer's period for a class of registers is a quarter of the time in
 * which a 32-bit register could go round at twice the plausible maximum
 * power, at least ENERGY_PERIOD_MIN_NS, at most ENERGY_PERIOD_NS.
 */
#ifndef PMDA_COLLECT_ENERGY_H
#define PMDA_COLLECT_ENERGY_H

#include <stdint.h>

#include "hw/msr.h"
#include "hw/rapl.h"
#include "hw/topology.h"
#include "pmda/collect/slot.h"

#define ENERGY_PERIOD_NS (10 * NSEC_PER_SEC)
#define ENERGY_PERIOD_MIN_NS (10 * NSEC_PER_MSEC)

/**
 * struct energy_stats - What is known of one socket's registers
 * @unit_status: 0 if @esu is known, else negative errno
 * @esu:	Energy unit 2^-ESU J
 * @bits:	Width of the package register, 0 before the first sample
 * @wraps:	Wraps of the socket's registers, package and cores together
 * @resets:	The same of resets
 * @lost:	The same of intervals that were too long
 * @rejected:	The same of implausible samples
 */
struct energy_stats {
	int unit_status;
	uint32_t esu;
	uint32_t bits;
	uint64_t wraps;
	uint64_t resets;
	uint64_t lost;
	uint64_t rejected;
};

struct energy;

/**
 * energy_new() - Prepare the sums of a machine
 * @hw:		Context
 * @topo:	Topology, must outlive the object
 * @ret:	The object; energy_free() it
 *
 * Opens the registers' nodes, so that privileges can be dropped afterwards;
 * that none can be opened is no failure here, reads will say so.
 *
 * Return: 0 or -ENOMEM
 */
int energy_new(struct hw *hw, const struct topology *topo, struct energy **ret);

/**
 * energy_free() - Release the sums
 * @e:		Object or NULL
 */
void energy_free(struct energy *e);

/**
 * energy_pkg() - Sample a package register now
 * @e:		Object
 * @sock:	Index of the socket
 * @ret_uj:	Sum in uJ
 *
 * Return: 0 or negative errno as msr_read()
 */
int energy_pkg(struct energy *e, uint32_t sock, uint64_t *ret_uj);

/**
 * energy_core() - Sample a core register now
 * @e:		Object
 * @core:	Index of the core
 * @ret_uj:	Sum in uJ
 *
 * Return: 0 or negative errno as msr_read()
 */
int energy_core(struct energy *e, uint32_t core, uint64_t *ret_uj);

/**
 * energy_tick() - Sample whatever is due
 * @e:		Object
 * @now_ns:	Time
 *
 * Return: when to be called next
 */
uint64_t energy_tick(struct energy *e, uint64_t now_ns);

/**
 * energy_set_limit() - Tell the largest power limit of a socket
 * @e:		Object
 * @sock:	Index of the socket
 * @mw:		Milliwatts; 0 for unknown
 */
void energy_set_limit(struct energy *e, uint32_t sock, uint32_t mw);

/**
 * energy_get_stats() - What is known of a socket's registers
 * @e:		Object
 * @sock:	Index of the socket
 * @ret:	Copy
 */
void energy_get_stats(const struct energy *e, uint32_t sock,
		      struct energy_stats *ret);

/**
 * energy_source() - Where values come from
 * @e:		Object
 *
 * Return: source, MSR_SOURCE_NONE if nothing was ever read
 */
enum msr_source energy_source(const struct energy *e);

/**
 * energy_newest_ns() - Time of the newest sample
 * @e:		Object
 *
 * Return: time, 0 if there is none
 */
uint64_t energy_newest_ns(const struct energy *e);

#endif
