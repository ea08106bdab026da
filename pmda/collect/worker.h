/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Reader threads
 *
 * Each part of the machine that can be slow by itself has one thread: the
 * energy registers, the sysfs files, and the mailbox of each socket (its
 * driver serialises per socket, so more threads would gain nothing). A
 * worker has a queue of items and a timer. The timer goes first when it is
 * due, so that no client can starve the sampling of counters.
 *
 * One lock, the collector's, guards all queues, slots and published copies;
 * it is never held during a read of the machine. The main thread waits on one
 * condition for results.
 */
#ifndef PMDA_COLLECT_WORKER_H
#define PMDA_COLLECT_WORKER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "hw/hw.h"
#include "pmda/collect/slot.h"
#include "pmda/collect/source.h"

/* Items that a worker takes from its queue at a time. */
#define WORKER_BATCH 32

/* A batch that takes longer is not waited for by the next fetch. */
#define WORKER_LATE_NS (250 * NSEC_PER_MSEC)

/**
 * struct work_item - What to read
 * @src:	Source
 * @index:	Instance
 */
struct work_item {
	enum source src;
	uint32_t index;
};

/**
 * struct work_result - What came of it
 * @data:	Value, valid if @status is 0
 * @status:	0 or negative errno
 * @at_ns:	When the read was begun
 * @range_uj:	Energy that counts microjoules modulo this, not a register's
 *		units; else 0
 */
struct work_result {
	union slot_data data;
	int status;
	uint64_t at_ns;
	uint64_t range_uj;
};

/**
 * struct worker_ops - What a kind of worker does
 * @read:	Read some items; called without the lock, in the worker's thread
 * @commit:	Turn what was read into what is served (a register into a sum),
 *		with the lock held. May be NULL
 * @tick:	Timer; without the lock. Returns when it wants to be called next
 * @publish:	Exchange with the others what both must see; with the lock held,
 *		after each tick and batch. May be NULL
 * @batch:	Items to take at a time, 1 to WORKER_BATCH
 */
struct worker_ops {
	void (*read)(void *self, const struct work_item *items, unsigned int n,
		     struct work_result *results);
	void (*commit)(void *self, const struct work_item *items,
		       unsigned int n, struct work_result *results);
	uint64_t (*tick)(void *self, uint64_t now_ns);
	void (*publish)(void *self);
	unsigned int batch;
};

/**
 * struct worker_shared - What all workers of a collector share
 * @lock:	Guards everything below and in all workers
 * @done:	Signalled when results have been stored
 * @slots:	Slots by source and instance
 * @hw:		Context, for its clock
 */
struct worker_shared {
	pthread_mutex_t lock;
	pthread_cond_t done;
	struct slot *slots[SRC_N];
	struct hw *hw;
};

/**
 * struct worker - One reader thread; its fields are its own
 * @shared:	Common state
 * @ops:	What it does
 * @self:	Handed to @ops
 * @thread:	Thread, if @running
 * @work:	Signalled when there is something to do
 * @queue:	Ring of items
 * @size:	Room in the ring
 * @head:	First item
 * @count:	Number of items
 * @due_ns:	When the timer is due
 * @late:	Its last batch took longer than WORKER_LATE_NS, or a fetch has
 *		waited for it in vain
 * @ticked:	The timer has been served at least once
 * @running:	The thread exists
 * @stop:	It shall end
 */
struct worker {
	struct worker_shared *shared;
	const struct worker_ops *ops;
	void *self;
	pthread_t thread;
	pthread_cond_t work;
	struct work_item *queue;
	uint32_t size;
	uint32_t head;
	uint32_t count;
	uint64_t due_ns;
	bool late;
	bool ticked;
	bool running;
	bool stop;
};

/**
 * worker_init() - Prepare a worker; starts nothing
 * @w:		Worker
 * @shared:	Common state
 * @ops:	What it does
 * @self:	Handed to @ops
 * @size:	Number of slots that it may be asked for
 *
 * Return: 0 or negative errno
 */
int worker_init(struct worker *w, struct worker_shared *shared,
		const struct worker_ops *ops, void *self, uint32_t size);

/**
 * worker_start() - Start the thread; its timer is due at once
 * @w:		Worker
 *
 * Return: 0 or negative errno
 */
int worker_start(struct worker *w);

/**
 * worker_destroy() - End the thread, waiting for a read in progress, and
 * release what worker_init() made
 * @w:		Worker; one of zeros is ignored
 */
void worker_destroy(struct worker *w);

/**
 * worker_push() - Queue an item; the lock is held
 * @w:		Worker
 * @item:	Item whose slot is not wanted yet; it is now
 * @first:	Ahead of what is queued
 */
void worker_push(struct worker *w, struct work_item item, bool first);

#endif
