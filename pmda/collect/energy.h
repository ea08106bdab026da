/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Energy sums
 *
 * One accumulator per register, fed by two triggers: a timer, well inside
 * the shortest possible wrap, and fetches. A sum does not depend on who asks
 * or how often, nor on which thread read the register: readers bring raw
 * values, and the sums are kept here, under the collector's lock.
 *
 * The timer's period for a class of registers is a quarter of the time in
 * which a 32-bit register could go round at twice the plausible maximum
 * power, at least ENERGY_PERIOD_MIN_NS, at most ENERGY_PERIOD_NS.
 *
 * No I/O, no clock.
 */
#ifndef PMDA_COLLECT_ENERGY_H
#define PMDA_COLLECT_ENERGY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/util.h"
#include "hw/rapl.h"
#include "hw/topology.h"

#define ENERGY_PERIOD_NS (10 * NSEC_PER_SEC)
#define ENERGY_PERIOD_MIN_NS (10 * NSEC_PER_MSEC)

/**
 * struct energy_stats - What is known of one socket's registers
 * @unit_status: 0 if @esu is known, else negative errno; -EINPROGRESS before
 *		the first try
 * @esu:	Energy unit 2^-ESU J
 * @bits:	Width of the package register, 0 before the first sample
 * @source:	Name of what was read last, NULL if the last read of the package
 *		failed, or before the first
 * @status:	0, or why the last read of the package failed
 * @wraps:	Wraps of the socket's registers, package and cores together
 * @resets:	The same of resets
 * @lost:	The same of intervals that were too long
 * @rejected:	The same of implausible samples
 */
struct energy_stats {
	int unit_status;
	uint32_t esu;
	uint32_t bits;
	const char *source;
	int status;
	uint64_t wraps;
	uint64_t resets;
	uint64_t lost;
	uint64_t rejected;
};

/**
 * struct energy_sample - A register as it was read
 * @raw:	Value
 * @wide:	The source is 64 bits wide by its definition
 * @at_ns:	When
 * @source:	Name of the source, static
 */
struct energy_sample {
	uint64_t raw;
	bool wide;
	uint64_t at_ns;
	const char *source;
};

struct energy;

/**
 * energy_new() - Sums of a machine, all zero
 * @topo:	Topology, must outlive the object
 * @ret:	The object; energy_free() it
 *
 * Return: 0 or -ENOMEM
 */
int energy_new(const struct topology *topo, struct energy **ret);

/**
 * energy_free() - Release the sums
 * @e:		Object or NULL
 */
void energy_free(struct energy *e);

/**
 * energy_set_unit() - Tell what a read of a socket's unit gave
 * @e:		Object
 * @sock:	Index of the socket
 * @status:	0 or negative errno
 * @esu:	Energy unit, if @status is 0
 */
void energy_set_unit(struct energy *e, uint32_t sock, int status, uint32_t esu);

/**
 * energy_set_limit() - Tell the largest power limit of a socket
 * @e:		Object
 * @sock:	Index of the socket
 * @mw:		Milliwatts; 0 for unknown
 */
void energy_set_limit(struct energy *e, uint32_t sock, uint32_t mw);

/**
 * energy_add_pkg() - Take in a sample of a package register
 * @e:		Object
 * @sock:	Index of the socket
 * @sample:	Sample
 * @ret_uj:	Sum in uJ
 *
 * Return: 0, or the status of the socket's unit if it is not known
 */
int energy_add_pkg(struct energy *e, uint32_t sock,
		   const struct energy_sample *sample, uint64_t *ret_uj);

/**
 * energy_add_core() - Take in a sample of a core register
 * @e:		Object
 * @core:	Index of the core
 * @sample:	Sample
 * @ret_uj:	Sum in uJ
 *
 * Return: 0, or the status of the socket's unit if it is not known
 */
int energy_add_core(struct energy *e, uint32_t core,
		    const struct energy_sample *sample, uint64_t *ret_uj);

/**
 * energy_add_pkg_uj() - Take in a sample of a source that counts microjoules
 * @e:		Object
 * @sock:	Index of the socket
 * @sample:	Sample; its value is microjoules
 * @range_uj:	The source goes round behind it
 * @ret_uj:	Sum in uJ
 *
 * Return: 0, -EBUSY if the socket's sum is one of its register, with which this
 * must not be mixed
 */
int energy_add_pkg_uj(struct energy *e, uint32_t sock,
		      const struct energy_sample *sample, uint64_t range_uj,
		      uint64_t *ret_uj);

/**
 * energy_fail_pkg() - A package register could not be read
 * @e:		Object
 * @sock:	Index of the socket
 * @status:	Negative errno
 */
void energy_fail_pkg(struct energy *e, uint32_t sock, int status);

/**
 * energy_period_pkg() - How often package registers must be sampled
 * @e:		Object
 *
 * Return: nanoseconds
 */
uint64_t energy_period_pkg(const struct energy *e);

/**
 * energy_period_core() - How often core registers must be sampled
 * @e:		Object
 *
 * Return: nanoseconds
 */
uint64_t energy_period_core(const struct energy *e);

/**
 * energy_get_stats() - What is known of a socket's registers
 * @e:		Object
 * @sock:	Index of the socket
 * @ret:	Copy
 */
void energy_get_stats(const struct energy *e, uint32_t sock,
		      struct energy_stats *ret);

/**
 * energy_newest_ns() - Time of the newest sample
 * @e:		Object
 *
 * Return: time, 0 if there is none
 */
uint64_t energy_newest_ns(const struct energy *e);

/**
 * energy_prepare_carry() - Make room for energy_carry()
 * @to:		New object, without samples
 * @from:	Earlier object; may go on sampling
 *
 * Return: 0 or -ENOMEM
 */
int energy_prepare_carry(struct energy *to, const struct energy *from);

/**
 * energy_carry() - Go on with the sums of an earlier topology
 * @to:		New object, without samples, prepared
 * @from:	Earlier object
 *
 * Sums follow sockets and cores as topology_map_socket() and
 * topology_map_core() find them. Those whose CPUs are all offline are kept
 * until one comes back, and count in energy_get_stats() meanwhile.
 */
void energy_carry(struct energy *to, const struct energy *from);

#endif
