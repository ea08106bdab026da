/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: One socket's mailbox, as its worker sees it
 *
 * The worker probes the mailbox (test message, protocol version) when it
 * starts, and again from its timer whenever it is not healthy; hsmp.h keeps
 * the back-off. Fetches ask a mailbox only while it is healthy, so a dead one
 * costs them nothing.
 *
 * After the first success the timer finds out, a few messages at a time, what
 * the socket has that no file tells: whether energy can be read by mailbox,
 * which links, NBIOs and rails answer. What the platform can't have is never
 * asked for.
 *
 * Threads: owned by the worker's thread.
 */
#ifndef PMDA_COLLECT_MAILBOX_H
#define PMDA_COLLECT_MAILBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/hsmp.h"
#include "hw/metric_table.h"
#include "hw/telemetry.h"
#include "hw/topology.h"
#include "pmda/collect/inventory.h"
#include "pmda/collect/slot.h"
#include "pmda/collect/source.h"

/* Places of links, NBIOs and rails that are asked for, one behind the other. */
#define MAILBOX_CANDIDATES 32

/**
 * struct mailbox - State
 * @hw:		Context
 * @hsmp:	Mailboxes
 * @telemetry:	Metric tables
 * @topo:	Topology
 * @sock:	Index of the socket
 * @proto:	Protocol version while it is healthy, else the reason why not:
 *		-EOPNOTSUPP if HSMP is disabled, -EINPROGRESS before the first
 *		probe, or the errno that it failed with
 * @limit_mw:	Maximum of the power limit, 0 until known
 * @rapl_status: 0 if energy can be read by mailbox, -EINPROGRESS until that is
 *		known
 * @rapl_esu:	Its unit
 * @asked:	Candidates that have been asked
 * @tries:	Disturbed questions for the next one
 * @there:	Candidates that have answered
 * @table:	The metric table that was read last
 * @layout:	Its layout, NULL if there is none
 * @table_ns:	When it was read
 */
struct mailbox {
	struct hw *hw;
	struct hsmp *hsmp;
	struct telemetry *telemetry;
	const struct topology *topo;
	uint32_t sock;
	int proto;
	uint32_t limit_mw;
	int rapl_status;
	uint32_t rapl_esu;
	uint32_t asked;
	uint32_t tries;
	bool there[MAILBOX_CANDIDATES];
	uint8_t table[METRIC_TABLE_MAX_SIZE];
	const struct table_layout *layout;
	uint64_t table_ns;
};

/**
 * mailbox_init() - Prepare; sends nothing
 * @m:		Mailbox
 * @hw:		Context
 * @hsmp:	Mailboxes, must outlive it
 * @telemetry:	Metric tables, must outlive it
 * @topo:	Topology, must outlive it
 * @sock:	Index of the socket
 */
void mailbox_init(struct mailbox *m, struct hw *hw, struct hsmp *hsmp,
		  struct telemetry *telemetry, const struct topology *topo,
		  uint32_t sock);

/**
 * mailbox_carry() - Know what an earlier one of the same socket has learnt
 * @m:		Mailbox
 * @from:	Earlier one
 */
void mailbox_carry(struct mailbox *m, const struct mailbox *from);

/**
 * mailbox_read() - Read a source
 * @m:		Mailbox
 * @src:	Source with READER_MAILBOX, or energy where @rapl_status is 0
 * @index:	Instance, which belongs to this socket
 * @ret_data:	Response words; a raw register; nothing for the metric table,
 *		which is left in the mailbox
 *
 * Return: 0, negative errno as hsmp_get() and hsmp_probe()
 */
int mailbox_read(struct mailbox *m, enum source src, uint32_t index,
		 union slot_data *ret_data);

/**
 * mailbox_tick() - Probe and find out what is still to be found out
 * @m:		Mailbox
 * @now_ns:	Time
 *
 * Return: when to be called next
 */
uint64_t mailbox_tick(struct mailbox *m, uint64_t now_ns);

/**
 * mailbox_publish_places() - Tell what has answered
 * @m:		Mailbox
 * @inv:	Where to tell it
 */
void mailbox_publish_places(const struct mailbox *m, struct inventory *inv);

#endif
