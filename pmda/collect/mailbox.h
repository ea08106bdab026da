/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: One socket's mailbox, as its worker sees it
 *
 * The worker probes the mailbox (test message, protocol version) when it
 * starts, and again from its timer whenever it is not healthy; hsmp.h keeps
 * the back-off. Fetches ask a mailbox only while it is healthy, so a dead one
 * costs them nothing.
 *
 * A message is sent only if the protocol version is one that has it. A
 * version that no row knows is no reason to refuse: the message is tried, and
 * "unsupported" is remembered by hsmp.h.
 */
#ifndef PMDA_COLLECT_MAILBOX_H
#define PMDA_COLLECT_MAILBOX_H

#include <stdint.h>

#include "hw/hsmp.h"
#include "hw/topology.h"
#include "pmda/collect/slot.h"
#include "pmda/collect/source.h"

/* Versions above this are not documented: their messages are tried. */
#define MAILBOX_LAST_KNOWN_PROTO 7

/**
 * struct mailbox - State, owned by the worker's thread
 * @hw:		Context
 * @hsmp:	Mailboxes
 * @topo:	Topology
 * @sock:	Index of the socket
 * @proto:	Protocol version while it is healthy, else the reason why not:
 *		-EOPNOTSUPP if HSMP is disabled, -EINPROGRESS before the first
 *		probe, or the errno that it failed with
 */
struct mailbox {
	struct hw *hw;
	struct hsmp *hsmp;
	const struct topology *topo;
	uint32_t sock;
	int proto;
};

/**
 * mailbox_init() - Prepare; sends nothing
 * @m:		Mailbox
 * @hw:		Context
 * @hsmp:	Mailboxes, must outlive it
 * @topo:	Topology, must outlive it
 * @sock:	Index of the socket
 */
void mailbox_init(struct mailbox *m, struct hw *hw, struct hsmp *hsmp,
		  const struct topology *topo, uint32_t sock);

/**
 * mailbox_read() - Exchange the message of a source
 * @m:		Mailbox
 * @src:	Source with READER_MAILBOX
 * @index:	Instance: socket or core, which belongs to this socket
 * @ret_data:	Response words
 *
 * Return: 0, negative errno as hsmp_get() and hsmp_probe()
 */
int mailbox_read(struct mailbox *m, enum source src, uint32_t index,
		 union slot_data *ret_data);

/**
 * mailbox_tick() - Probe if it is necessary
 * @m:		Mailbox
 * @now_ns:	Time
 *
 * Return: when to be called next
 */
uint64_t mailbox_tick(struct mailbox *m, uint64_t now_ns);

#endif
