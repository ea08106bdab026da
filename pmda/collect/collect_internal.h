/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The collector's state, for collect.c (dialogue) and collect_life.c
 *
 * Who owns what: the objects that read the machine belong to their worker's
 * thread after collect_start(). Everything marked (L) is guarded by
 * shared.lock. The rest is the main thread's, or does not change.
 */
#ifndef PMDA_COLLECT_COLLECT_INTERNAL_H
#define PMDA_COLLECT_COLLECT_INTERNAL_H

#include "pmda/collect/collect.h"
#include "pmda/collect/energy_msr.h"
#include "pmda/collect/files.h"
#include "pmda/collect/inventory.h"
#include "pmda/collect/mailbox.h"
#include "pmda/collect/table_store.h"
#include "pmda/collect/worker.h"

/* The longest version of a driver that is kept. */
#define HSMP_DRIVER_SIZE 32

/**
 * struct published - An energy sum as clients without trust see it
 * @grain:	When a new value is due
 * @data:	What was published last
 * @status:	0, or why there is none
 * @refresh:	To be taken from the slot once its read has come
 */
struct published {
	struct grain grain;
	union slot_data data;
	int status;
	bool refresh;
};

/**
 * struct socket_reader - One socket's mailbox and its worker
 * @c:		Collector
 * @worker:	Thread
 * @mailbox:	Owned by the worker
 * @proto:	(L) copy of mailbox.proto
 * @by_mailbox:	(L) energy of this socket is read by mailbox, not by MSR
 * @table:	(L) metric tables
 * @table_ns:	(L) when the last one in @table was read
 */
struct socket_reader {
	struct collect *c;
	struct worker worker;
	struct mailbox mailbox;
	int proto;
	bool by_mailbox;
	struct table_store *table;
	uint64_t table_ns;
};

/**
 * struct energy_reader - Energy by MSR and its worker
 * @c:		Collector
 * @worker:	Thread
 * @msr:	Owned by the worker
 * @skip:	Copy of socket_reader.by_mailbox; owned by the worker
 * @items:	What the timer reads
 * @results:	What came of it
 * @n_items:	Results that wait to be taken into the sums
 * @pkg_due_ns:	When package registers are due
 * @core_due_ns: When core registers are due
 * @pkg_period_ns: How often
 * @core_period_ns: How often
 */
struct energy_reader {
	struct collect *c;
	struct worker worker;
	struct energy_msr *msr;
	bool *skip;
	struct work_item *items;
	struct work_result *results;
	uint32_t n_items;
	uint64_t pkg_due_ns;
	uint64_t core_due_ns;
	uint64_t pkg_period_ns;
	uint64_t core_period_ns;
};

/**
 * struct collect - State
 * @hw:			Context
 * @topo:		Topology
 * @hsmp:		Mailboxes
 * @telemetry:		Metric tables
 * @files:		Owned by the files worker
 * @inventory:		(L) what sockets have beside cores
 * @sockets:		One a socket
 * @shared:		Lock, slots (L)
 * @energy_reader:	Registers
 * @files_worker:	Thread for sysfs
 * @energy:		(L) sums
 * @published:		Energy of clients without trust, by source
 * @asked:		What the current fetch waits for
 * @n_asked:		Their number
 * @size_asked:		Room
 * @hsmp_driver:	Version of the hsmp driver
 * @changed:		(L) CPUs have come or gone
 * @successor_ns:	A successor is not tried before
 * @ready:		The workers have served their timers once
 * @begin_ns:		When the current fetch began
 * @trusted:		Its client may see energy at the fine grain
 * @energy_due:		And a new sample is due for it
 */
struct collect {
	struct hw *hw;
	struct topology *topo;
	struct hsmp *hsmp;
	struct telemetry *telemetry;
	struct files *files;
	struct inventory *inventory;
	struct socket_reader *sockets;
	struct worker_shared shared;
	struct energy_reader energy_reader;
	struct worker files_worker;
	struct energy *energy;
	struct published *published[SRC_N];
	struct work_item *asked;
	uint32_t n_asked;
	uint32_t size_asked;
	char hsmp_driver[HSMP_DRIVER_SIZE];
	bool changed;
	uint64_t successor_ns;
	bool ready;
	uint64_t begin_ns;
	bool trusted;
	bool energy_due;
};

/**
 * struct collect_parts - What a collector is made from
 * @hw:		Context
 * @topo:	Topology
 * @hsmp:	Mailboxes of an earlier collector, or NULL
 * @telemetry:	Its metric tables, or NULL
 */
struct collect_parts {
	struct hw *hw;
	struct topology *topo;
	struct hsmp *hsmp;
	struct telemetry *telemetry;
};

/**
 * collect_make() - Make a collector
 * @parts:	Its parts, the collector's to free on success
 * @ret:	The collector
 *
 * Return: 0 or negative errno
 */
int collect_make(const struct collect_parts *parts, struct collect **ret);

/**
 * collect_stop() - End the threads
 * @c:		Collector
 */
void collect_stop(struct collect *c);

/**
 * collect_make_energy_reader() - Prepare registers and their worker
 * @c:		Collector
 *
 * Return: 0 or -ENOMEM
 */
int collect_make_energy_reader(struct collect *c);

/**
 * collect_free_energy_reader() - End it
 * @c:		Collector
 */
void collect_free_energy_reader(struct collect *c);

/**
 * collect_commit_energy() - Turn raw registers into sums; the lock is held
 * @c:		Collector
 * @items:	What was read
 * @n:		Their number; other sources than energy are left alone
 * @results:	Results
 * @wide:	Registers are 64 bits wide by definition
 * @source:	Name of where they come from
 */
void collect_commit_energy(struct collect *c, const struct work_item *items,
			   unsigned int n, struct work_result *results,
			   bool wide, const char *source);

/**
 * item_socket() - Socket that an item belongs to
 * @c:		Collector
 * @item:	Item
 *
 * Return: index of the socket
 */
uint32_t item_socket(const struct collect *c, struct work_item item);

#endif
