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
#include "pmda/collect/files.h"
#include "pmda/collect/mailbox.h"
#include "pmda/collect/worker.h"

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
 * @limit_mw:	Maximum of the power limit, 0 until known; owned by the worker
 * @proto:	(L) copy of mailbox.proto
 * @shared_limit_mw: (L) copy of @limit_mw
 */
struct socket_reader {
	struct collect *c;
	struct worker worker;
	struct mailbox mailbox;
	uint32_t limit_mw;
	int proto;
	uint32_t shared_limit_mw;
};

/**
 * struct collect - State
 * @hw:			Context
 * @topo:		Topology
 * @hsmp:		Mailboxes
 * @energy:		Owned by the energy worker
 * @files:		Owned by the files worker
 * @sockets:		One a socket
 * @shared:		Lock, slots (L)
 * @energy_worker:	Thread for registers
 * @files_worker:	Thread for sysfs
 * @stats:		(L) copies of energy statistics
 * @source:		(L) copy of the energy source
 * @newest_ns:		(L) time of the newest energy sample
 * @published:		Energy of clients without trust, by source
 * @asked:		What the current fetch waits for
 * @n_asked:		Their number
 * @size_asked:		Room
 * @ready:		The workers have served their timers once
 * @begin_ns:		When the current fetch began
 * @trusted:		Its client may see energy at the fine grain
 * @energy_due:		And a new sample is due for it
 */
struct collect {
	struct hw *hw;
	struct topology *topo;
	struct hsmp *hsmp;
	struct energy *energy;
	struct files *files;
	struct socket_reader *sockets;
	struct worker_shared shared;
	struct worker energy_worker;
	struct worker files_worker;
	struct energy_stats *stats;
	enum msr_source source;
	uint64_t newest_ns;
	struct published *published[SRC_N];
	struct work_item *asked;
	uint32_t n_asked;
	uint32_t size_asked;
	bool ready;
	uint64_t begin_ns;
	bool trusted;
	bool energy_due;
};

#endif
