// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Hot-plug: a collector for the machine as it is now
 *
 * CPUs that come or go change cores, readers and instances. The new machine
 * gets a collector of its own, made beside the old one, which goes on if that
 * fails: a CPU may go while its files are read. Then the old threads end, and
 * what must not jump moves over: energy sums, mailbox counters, extended
 * counts, and descriptors that could not be opened again. Sums of what is
 * offline stay, too, until it comes back.
 */

#include <errno.h>

#include "pmda/collect/collect_internal.h"

/* A change that could not be followed is tried again so often. */
#define SUCCESSOR_RETRY_NS NSEC_PER_SEC

static void carry_socket(struct socket_reader *to, struct socket_reader *from)
{
	struct table_store *table = to->table;

	mailbox_carry(&to->mailbox, &from->mailbox);
	to->proto = from->proto;
	to->by_mailbox = from->by_mailbox;
	to->table_ns = from->table_ns;
	to->table = from->table;
	from->table = table;
}

static void carry(struct collect *to, struct collect *from)
{
	energy_carry(to->energy, from->energy);
	energy_msr_adopt(to->energy_reader.msr, from->energy_reader.msr);
	for (uint32_t f = 0; f < from->topo->n_sockets; f++) {
		uint32_t s = topology_map_socket(from->topo, f, to->topo);

		if (s != TOPO_NONE)
			carry_socket(&to->sockets[s], &from->sockets[f]);
	}
	for (uint32_t s = 0; s < to->topo->n_sockets; s++)
		hsmp_forget(to->hsmp, to->topo->sockets[s].hsmp_index);
}

bool collect_changed(struct collect *c)
{
	bool changed;

	(void)pthread_mutex_lock(&c->shared.lock);
	changed = c->changed;
	(void)pthread_mutex_unlock(&c->shared.lock);
	return changed && hw_now_ns(c->hw) >= c->successor_ns;
}

/* What both have stays the old one's. */
static void discard(struct collect *c)
{
	c->hw = NULL;
	c->hsmp = NULL;
	c->telemetry = NULL;
	collect_free(c);
}

int collect_successor(struct collect *old, struct collect **ret)
{
	struct collect_parts parts = {
		.hw = old->hw,
		.hsmp = old->hsmp,
		.telemetry = old->telemetry,
	};
	struct collect *c = NULL;
	int r;

	old->successor_ns = hw_now_ns(old->hw) + SUCCESSOR_RETRY_NS;
	r = topology_reread(old->hw, old->topo, &parts.topo);
	if (r < 0)
		return r;
	r = collect_make(&parts, &c);
	if (r < 0)
		return r;
	r = energy_prepare_carry(c->energy, old->energy);
	if (r < 0) {
		discard(c);
		return r;
	}
	collect_stop(old);
	carry(c, old);
	discard(old);
	*ret = c;
	return collect_start(c);
}
