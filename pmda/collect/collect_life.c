// SPDX-License-Identifier: LGPL-2.1-or-later
/* The collector's construction, its workers, and its end. */

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "pmda/collect/collect_internal.h"

static void files_worker_read(void *self, const struct work_item *items,
			      unsigned int n, struct work_result *results)
{
	struct collect *c = self;

	for (unsigned int i = 0; i < n; i++) {
		results[i].at_ns = hw_now_ns(c->hw);
		results[i].status = files_read(c->files, items[i].src,
					       items[i].index,
					       &results[i].data);
	}
}

static uint64_t files_worker_tick(void *self, uint64_t now_ns)
{
	struct collect *c = self;

	return files_tick(c->files, now_ns);
}

static void files_worker_publish(void *self)
{
	struct collect *c = self;

	c->changed = files_changed(c->files);
}

static const struct worker_ops files_worker_ops = {
	.read = files_worker_read,
	.tick = files_worker_tick,
	.publish = files_worker_publish,
	.batch = WORKER_BATCH,
};

static void socket_read(void *self, const struct work_item *items,
			unsigned int n, struct work_result *results)
{
	struct socket_reader *s = self;

	for (unsigned int i = 0; i < n; i++) {
		results[i].at_ns = hw_now_ns(s->c->hw);
		results[i].range_uj = 0;
		results[i].status = mailbox_read(&s->mailbox, items[i].src,
						 items[i].index,
						 &results[i].data);
	}
}

static void socket_commit(void *self, const struct work_item *items,
			  unsigned int n, struct work_result *results)
{
	struct socket_reader *s = self;

	collect_commit_energy(s->c, items, n, results, true, "hsmp");
}

static uint64_t socket_tick(void *self, uint64_t now_ns)
{
	struct socket_reader *s = self;

	return mailbox_tick(&s->mailbox, now_ns);
}

static void socket_publish(void *self)
{
	struct socket_reader *s = self;
	const struct mailbox *m = &s->mailbox;
	struct collect *c = s->c;

	s->proto = m->proto;
	if (m->limit_mw)
		energy_set_limit(c->energy, m->sock, m->limit_mw);
	if (m->rapl_status == 0 && !s->by_mailbox) {
		s->by_mailbox = true;
		energy_set_unit(c->energy, m->sock, 0, m->rapl_esu);
	}
	if (m->layout && m->table_ns != s->table_ns) {
		table_store_add(s->table, m->layout, m->table, m->table_ns);
		s->table_ns = m->table_ns;
	}
	mailbox_publish_places(m, c->inventory);
}

/* A message takes as long as many reads of files: each result at once. */
static const struct worker_ops socket_ops = {
	.read = socket_read,
	.commit = socket_commit,
	.tick = socket_tick,
	.publish = socket_publish,
	.batch = 1,
};

static uint32_t per_count(const struct topology *topo, enum per per)
{
	switch (per) {
	case PER_MACHINE:
		return 1;
	case PER_SOCKET:
		return topo->n_sockets;
	case PER_CORE:
		return topo->n_cores;
	case PER_CPU:
		return topo->n_cpus;
	case PER_CCD:
	case PER_DIMM:
	case PER_LINK:
	case PER_NBIO:
	case PER_RAIL:
		return topo->n_sockets * inventory_places(per);
	case PER_HSMP_ERROR:
	case PER_HSMP_MESSAGE:
	case PER_N:
		break;
	}
	return 0;
}

static int collect_make_slots(struct collect *c)
{
	for (unsigned int src = 0; src < SRC_N; src++) {
		uint32_t n = per_count(c->topo, sources[src].per);

		n = n ? n : 1;
		c->shared.slots[src] = calloc(n, sizeof(*c->shared.slots[src]));
		if (!c->shared.slots[src])
			return -ENOMEM;
		for (uint32_t i = 0; i < n; i++)
			c->shared.slots[src][i].status = -EINPROGRESS;
		c->size_asked += n;
		if (sources[src].reader != READER_ENERGY)
			continue;
		c->published[src] = calloc(n, sizeof(*c->published[src]));
		if (!c->published[src])
			return -ENOMEM;
		for (uint32_t i = 0; i < n; i++)
			c->published[src][i].status = -EINPROGRESS;
	}
	c->asked = calloc(c->size_asked, sizeof(*c->asked));
	return c->asked ? 0 : -ENOMEM;
}

static int collect_make_lock(struct collect *c)
{
	pthread_condattr_t attr;
	int r;

	r = -pthread_condattr_init(&attr);
	if (r < 0)
		return r;
	(void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	r = -pthread_cond_init(&c->shared.done, &attr);
	(void)pthread_condattr_destroy(&attr);
	if (r < 0)
		return r;
	/* A default mutex needs nothing that could be missing. */
	(void)pthread_mutex_init(&c->shared.lock, NULL);
	return 0;
}

static int collect_make_workers(struct collect *c)
{
	uint32_t size = c->size_asked;
	int r;

	r = collect_make_energy_reader(c);
	if (r == 0)
		r = worker_init(&c->files_worker, &c->shared, &files_worker_ops,
				c, size);
	for (uint32_t s = 0; r == 0 && s < c->topo->n_sockets; s++) {
		struct socket_reader *sr = &c->sockets[s];

		sr->c = c;
		sr->proto = -EINPROGRESS;
		mailbox_init(&sr->mailbox, c->hw, c->hsmp, c->telemetry,
			     c->topo, s);
		r = table_store_new(&sr->table);
		if (r == 0)
			r = worker_init(&sr->worker, &c->shared, &socket_ops,
					sr, size);
	}
	return r;
}

/* HSMP numbers may have gaps after a socket has gone. */
static unsigned int n_mailboxes(const struct topology *topo)
{
	uint32_t n = topo->n_sockets;

	for (uint32_t s = 0; s < topo->n_sockets; s++)
		n = MAX(n, topo->sockets[s].hsmp_index + 1);
	return n;
}

static int collect_make_mailboxes(struct collect *c)
{
	unsigned int n = n_mailboxes(c->topo);
	int r = 0;

	/* A predecessor's threads may be in one that it had; it knows the CPU. */
	if (!c->hsmp) {
		r = hsmp_new(c->hw, n, &c->hsmp);
		if (r < 0)
			return r;
		hsmp_set_cpu(c->hsmp, c->topo->vendor_amd, c->topo->family,
			     c->topo->model);
	}
	if (!c->telemetry)
		r = telemetry_new(c->hw, c->hsmp, n, &c->telemetry);
	return r;
}

static int collect_make_objects(struct collect *c)
{
	int r;

	c->sockets = calloc(c->topo->n_sockets, sizeof(*c->sockets));
	if (!c->sockets)
		return -ENOMEM;
	r = collect_make_slots(c);
	if (r == 0)
		r = collect_make_mailboxes(c);
	if (r == 0)
		r = energy_new(c->topo, &c->energy);
	if (r == 0)
		r = inventory_new(c->topo, &c->inventory);
	if (r == 0)
		r = files_new(c->hw, c->topo, &c->files);
	if (files_hsmp_version(c->hw, c->hsmp_driver, sizeof(c->hsmp_driver)) <
	    0)
		c->hsmp_driver[0] = '\0';
	if (r == 0)
		r = collect_make_workers(c);
	return r;
}

int collect_make(const struct collect_parts *parts, struct collect **ret)
{
	struct collect *c;
	int r;

	c = calloc(1, sizeof(*c));
	if (!c)
		return -ENOMEM;
	r = collect_make_lock(c);
	if (r < 0) {
		free(c);
		return r;
	}
	c->hw = parts->hw;
	c->shared.hw = parts->hw;
	c->topo = parts->topo;
	c->hsmp = parts->hsmp;
	c->telemetry = parts->telemetry;
	r = collect_make_objects(c);
	if (r < 0) {
		/* The parts stay the caller's. */
		if (parts->hsmp)
			c->hsmp = NULL;
		if (parts->telemetry)
			c->telemetry = NULL;
		c->hw = NULL;
		collect_free(c);
		return r;
	}
	*ret = c;
	return 0;
}

int collect_new(struct hw *hw, struct collect **ret)
{
	struct collect_parts parts = { .hw = hw };
	int r;

	r = topology_read(hw, &parts.topo);
	if (r < 0)
		return r;
	return collect_make(&parts, ret);
}

int collect_start(struct collect *c)
{
	int r;

	r = worker_start(&c->energy_reader.worker);
	if (r == 0)
		r = worker_start(&c->files_worker);
	for (uint32_t s = 0; r == 0 && s < c->topo->n_sockets; s++)
		r = worker_start(&c->sockets[s].worker);
	return r;
}

void collect_stop(struct collect *c)
{
	worker_destroy(&c->energy_reader.worker);
	worker_destroy(&c->files_worker);
	for (uint32_t s = 0; c->sockets && s < c->topo->n_sockets; s++)
		worker_destroy(&c->sockets[s].worker);
}

void collect_free(struct collect *c)
{
	if (!c)
		return;
	collect_stop(c);
	collect_free_energy_reader(c);
	for (uint32_t s = 0; c->sockets && s < c->topo->n_sockets; s++)
		table_store_free(c->sockets[s].table);
	files_free(c->files);
	energy_free(c->energy);
	inventory_free(c->inventory);
	telemetry_free(c->telemetry);
	hsmp_free(c->hsmp);
	for (unsigned int src = 0; src < SRC_N; src++) {
		free(c->shared.slots[src]);
		free(c->published[src]);
	}
	free(c->asked);
	free(c->sockets);
	topology_free(c->topo);
	hw_free(c->hw);
	(void)pthread_cond_destroy(&c->shared.done);
	(void)pthread_mutex_destroy(&c->shared.lock);
	free(c);
}
