/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The collector: everything that an agent knows of the machine
 *
 * Knows nothing of PCP. A fetch is a dialogue in the main thread:
 *
 *	collect_begin(c, client);
 *	collect_want(c, source, instance);	... whatever is asked for
 *	collect_wait(c, COLLECT_WAIT_NS);
 *	collect_get(c, source, instance, &data);
 *
 * Reader threads (worker.h) do the reading; the main thread waits for them
 * for a bounded time. What has not come by then is -EAGAIN now and is there
 * at a later fetch.
 *
 * Threads: all calls from one thread.
 */
#ifndef PMDA_COLLECT_COLLECT_H
#define PMDA_COLLECT_COLLECT_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/hsmp.h"
#include "hw/metric_table.h"
#include "hw/topology.h"
#include "pmda/collect/energy.h"
#include "pmda/collect/grain.h"
#include "pmda/collect/slot.h"
#include "pmda/collect/source.h"

/*
 * How long after its begin a fetch may wait: for anything, and for the sums
 * that it reads last. pmcd gives an agent 5 s; we answer within one.
 */
#define COLLECT_WAIT_NS (500 * NSEC_PER_MSEC)
#define COLLECT_WAIT_SUM_NS (800 * NSEC_PER_MSEC)

struct collect;

/**
 * collect_new() - Look at the machine, open what needs privileges
 * @hw:		Context; on success it is the collector's to free
 * @ret:	The collector; collect_free() it
 *
 * Return: 0 or negative errno as topology_read()
 */
int collect_new(struct hw *hw, struct collect **ret);

/**
 * collect_start() - Start the reader threads
 * @c:		Collector
 *
 * To be called once, after privileges have been dropped.
 *
 * Return: 0 or negative errno
 */
int collect_start(struct collect *c);

/**
 * collect_changed() - Have CPUs come or gone?
 * @c:		Collector
 *
 * Return: true if collect_successor() is to be called
 */
bool collect_changed(struct collect *c);

/**
 * collect_successor() - A collector for the machine as it is now
 * @old:	Collector; gone on success
 * @ret:	The new one, started
 *
 * Sums and counters go on where they were.
 *
 * Return: 0; negative errno if it could not be made, @old goes on and it may
 * be tried again after a second; if threads can't be started, @ret is set all
 * the same
 */
int collect_successor(struct collect *old, struct collect **ret);

/**
 * collect_free() - End the threads and release everything
 * @c:		Collector or NULL
 */
void collect_free(struct collect *c);

/**
 * collect_topology() - The machine's topology
 * @c:		Collector
 *
 * Return: topology, owned by the collector
 */
const struct topology *collect_topology(const struct collect *c);

/**
 * collect_hsmp_driver() - Version of the kernel's hsmp driver
 * @c:		Collector
 *
 * Return: version as it was at the start, "" if there is none
 */
const char *collect_hsmp_driver(const struct collect *c);

/**
 * collect_begin() - Begin a fetch
 * @c:		Collector
 * @trusted:	Rate limit of the asking context if its user may see energy
 *		at GRAIN_TRUSTED_NS; NULL for all others
 */
void collect_begin(struct collect *c, struct grain *trusted);

/**
 * collect_want() - Ask for one instance of a source
 * @c:		Collector
 * @src:	Source
 * @index:	Instance
 *
 * Queues a read if what is there is not fresh, the grain of the client
 * permits, and there is hope that it will succeed.
 */
void collect_want(struct collect *c, enum source src, uint32_t index);

/**
 * collect_wait() - Wait for what was asked for
 * @c:		Collector
 * @wait_ns:	Until so long after collect_begin()
 *
 * Return: true if all of it has come, false at the deadline
 */
bool collect_wait(struct collect *c, uint64_t wait_ns);

/**
 * collect_get() - Take one instance of a source
 * @c:		Collector
 * @src:	Source
 * @index:	Instance
 * @ret:	Value
 *
 * Return: 0; -EAGAIN if it has not come yet; else the reason why there is no
 * value
 */
int collect_get(struct collect *c, enum source src, uint32_t index,
		union slot_data *ret);

/**
 * collect_mailbox_state() - Health of a socket's mailbox
 * @c:		Collector
 * @sock:	Index of the socket
 *
 * Return: state
 */
enum hsmp_state collect_mailbox_state(const struct collect *c, uint32_t sock);

/**
 * collect_mailbox_counts() - Counters of a socket's mailbox
 * @c:		Collector
 * @sock:	Index of the socket
 * @ret:	Counters
 */
void collect_mailbox_counts(const struct collect *c, uint32_t sock,
			    struct hsmp_counts *ret);

/**
 * collect_mailbox_errors() - Failures of one class, all sockets
 * @c:		Collector
 * @err:	Class
 *
 * Return: count
 */
uint64_t collect_mailbox_errors(const struct collect *c, enum hsmp_error err);

/**
 * collect_mailbox_messages() - Exchanges of one message, all sockets
 * @c:		Collector
 * @id:		Message
 *
 * Return: count
 */
uint64_t collect_mailbox_messages(const struct collect *c, enum hsmp_id id);

/**
 * collect_mailbox_supported() - Whether a socket has a message
 * @c:		Collector
 * @sock:	Index of the socket
 * @id:		Message
 *
 * Return: true if it was answered, or is documented and was not refused
 */
bool collect_mailbox_supported(const struct collect *c, uint32_t sock,
			       enum hsmp_id id);

/**
 * collect_table_kind() - Which metric table a socket has
 * @c:		Collector
 * @sock:	Index of the socket
 *
 * Return: enum metric_table_kind, -EAGAIN before the first table
 */
int collect_table_kind(struct collect *c, uint32_t sock);

/**
 * collect_table_value() - A value of the metric table, or an average
 * @c:		Collector
 * @sock:	Index of the socket
 * @name:	Field
 * @ccd:	CCD of a field that is per CCD
 * @element:	Element
 * @ret:	Value
 * @ret_unit:	Its unit, static
 *
 * Return: 0, -ENOENT without such a field, -EAGAIN without an interval
 */
int collect_table_value(struct collect *c, uint32_t sock, const char *name,
			uint32_t ccd, uint32_t element, double *ret,
			const char **ret_unit);

/**
 * collect_table_raw() - Bits of a field of the metric table
 * @c:		Collector
 * @sock:	Index of the socket
 * @name:	Field, scalar
 * @ret:	Bits, extended to 64 where it counts in 32
 *
 * Return: 0, -ENOENT without such a field, -EAGAIN without a table
 */
int collect_table_raw(struct collect *c, uint32_t sock, const char *name,
		      uint64_t *ret);

/**
 * collect_table_core() - Where a core stands in its socket's metric table
 * @c:		Collector
 * @core:	Index of the core
 * @ret_ccd:	CCD
 * @ret_element: Element
 *
 * Return: 0 or -ENOENT
 */
int collect_table_core(struct collect *c, uint32_t core, uint32_t *ret_ccd,
		       uint32_t *ret_element);

/**
 * collect_has() - Is a CCD, DIMM, link, NBIO or rail there?
 * @c:		Collector
 * @per:	Kind
 * @index:	Instance
 *
 * Return: true if so
 */
bool collect_has(struct collect *c, enum per per, uint32_t index);

/**
 * collect_generation() - Changes in what is there
 * @c:		Collector
 *
 * Return: a number that moves with each change
 */
unsigned int collect_generation(struct collect *c);

/**
 * collect_configure() - Say that something is there
 * @c:		Collector
 * @per:	Kind
 * @index:	Instance
 */
void collect_configure(struct collect *c, enum per per, uint32_t index);

/**
 * collect_energy_stats() - What is known of a socket's energy registers
 * @c:		Collector
 * @sock:	Index of the socket
 * @ret:	Copy
 */
void collect_energy_stats(struct collect *c, uint32_t sock,
			  struct energy_stats *ret);

/**
 * collect_energy_age_ns() - Age of the newest energy sample
 * @c:		Collector
 * @ret:	Age
 *
 * Return: 0, -ENODATA if there never was a sample
 */
int collect_energy_age_ns(struct collect *c, uint64_t *ret);

/**
 * collect_reads() - Reads of devices and files so far
 * @c:		Collector
 *
 * Return: count
 */
uint64_t collect_reads(const struct collect *c);

#endif
