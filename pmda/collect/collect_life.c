// SPDX-License-Identifier: LGPL-2.1-or-later
/* The collector's construction, its workers, and its end. */

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "pmda/collect/collect_internal.h"

static int energy_worker_read(void *self, struct work_item item,
			      union slot_data *ret_data)
{
	struct collect *c = self;

	if (item.src == SRC_ENERGY_PKG)
		return energy_pkg(c->energy, item.index, &ret_data->u64);
	return energy_core(c->energy, item.index, &ret_data->u64);
}

static uint64_t energy_worker_tick(void *self, uint64_t now_ns)
{
	struct collect *c = self;

	return energy_tick(c->energy, now_ns);
}

static void energy_worker_publish(void *self)
{
	struct collect *c = self;

	for (uint32_t s = 0; s < c->topo->n_sockets; s++) {
		energy_set_limit(c->energy, s, c->sockets[s].shared_limit_mw);
		energy_get_stats(c->energy, s, &c->stats[s]);
	}
	c->source = energy_source(c->energy);
	c->newest_ns = energy_newest_ns(c->energy);
}

static const struct worker_ops energy_worker_ops = {
	.read = energy_worker_read,
	.tick = energy_worker_tick,
	.publish = energy_worker_publish,
	.batch = WORKER_BATCH,
};

static int files_worker_read(void *self, struct work_item item,
			     union slot_data *ret_data)
{
	struct collect *c = self;

	return files_read(c->files, item.src, item.index, ret_data);
}

static uint64_t files_worker_tick(void *self, uint64_t now_ns)
{
	struct collect *c = self;

	return files_tick(c->files, now_ns);
}

static const struct worker_ops files_worker_ops = {
	.read = files_worker_read,
	.tick = files_worker_tick,
	.batch = WORKER_BATCH,
};

static int socket_read(void *self, struct work_item item,
		       union slot_data *ret_data)
{
	struct socket_reader *s = self;

	return mailbox_read(&s->mailbox, item.src, item.index, ret_data);
}

/*
 * The bound of plausibility needs the largest power limit; it is asked for
 * as soon as the mailbox answers, not when a client happens to want it.
 */
static uint64_t socket_tick(void *self, uint64_t now_ns)
{
	struct socket_reader *s = self;
	uint64_t due = mailbox_tick(&s->mailbox, now_ns);
	union slot_data data;

	if (s->mailbox.proto > 0 && !s->limit_mw &&
	    mailbox_read(&s->mailbox, SRC_POWER_LIMIT_MAX, s->mailbox.sock,
			 &data) == 0)
		s->limit_mw = data.word[0];
	return due;
}

static void socket_publish(void *self)
{
	struct socket_reader *s = self;

	s->proto = s->mailbox.proto;
	s->shared_limit_mw = s->limit_mw;
}

/* A message takes as long as many reads of files: each result at once. */
static const struct worker_ops socket_ops = {
	.read = socket_read,
	.tick = socket_tick,
	.publish = socket_publish,
	.batch = 1,
};

static uint32_t per_count(const struct topology *topo, enum per per)
{
	switch (per) {
	case PER_SOCKET:
		return topo->n_sockets;
	case PER_CORE:
		return topo->n_cores;
	case PER_CPU:
		return topo->n_cpus;
	case PER_MACHINE:
	case PER_HSMP_ERROR:
	case PER_N:
		break;
	}
	return 0;
}

static int collect_make_slots(struct collect *c)
{
	for (unsigned int src = 0; src < SRC_N; src++) {
		uint32_t n = MAX(per_count(c->topo, sources[src].per), 1);

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
	c->asked = calloc(c->size_asked ? c->size_asked : 1, sizeof(*c->asked));
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

	r = worker_init(&c->energy_worker, &c->shared, &energy_worker_ops, c,
			size);
	if (r == 0)
		r = worker_init(&c->files_worker, &c->shared, &files_worker_ops,
				c, size);
	for (uint32_t s = 0; r == 0 && s < c->topo->n_sockets; s++) {
		struct socket_reader *sr = &c->sockets[s];

		sr->c = c;
		sr->proto = -EINPROGRESS;
		mailbox_init(&sr->mailbox, c->hw, c->hsmp, c->topo, s);
		r = worker_init(&sr->worker, &c->shared, &socket_ops, sr, size);
	}
	return r;
}

static int collect_make(struct collect *c, struct hw *hw)
{
	int r;

	c->hw = hw;
	c->shared.hw = hw;
	r = topology_read(c->hw, &c->topo);
	if (r < 0)
		return r;
	c->sockets = calloc(c->topo->n_sockets, sizeof(*c->sockets));
	c->stats = calloc(c->topo->n_sockets, sizeof(*c->stats));
	if (!c->sockets || !c->stats)
		return -ENOMEM;
	for (uint32_t s = 0; s < c->topo->n_sockets; s++)
		c->stats[s].unit_status = -EINPROGRESS;
	r = collect_make_slots(c);
	if (r == 0)
		r = hsmp_new(c->hw, c->topo->n_sockets, &c->hsmp);
	if (r < 0)
		return r;
	hsmp_set_cpu(c->hsmp, c->topo->vendor_amd, c->topo->family,
		     c->topo->model);
	r = energy_new(c->hw, c->topo, &c->energy);
	if (r == 0)
		r = files_new(c->hw, c->topo, &c->files);
	if (r == 0)
		r = collect_make_workers(c);
	return r;
}

int collect_new(struct hw *hw, struct collect **ret)
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
	r = collect_make(c, hw);
	if (r < 0) {
		/* The context stays the caller's. */
		c->hw = NULL;
		collect_free(c);
		return r;
	}
	*ret = c;
	return 0;
}

int collect_start(struct collect *c)
{
	int r;

	r = worker_start(&c->energy_worker);
	if (r == 0)
		r = worker_start(&c->files_worker);
	for (uint32_t s = 0; r == 0 && s < c->topo->n_sockets; s++)
		r = worker_start(&c->sockets[s].worker);
	return r;
}

void collect_free(struct collect *c)
{
	if (!c)
		return;
	worker_destroy(&c->energy_worker);
	worker_destroy(&c->files_worker);
	for (uint32_t s = 0; c->sockets && s < c->topo->n_sockets; s++)
		worker_destroy(&c->sockets[s].worker);
	files_free(c->files);
	energy_free(c->energy);
	hsmp_free(c->hsmp);
	for (unsigned int src = 0; src < SRC_N; src++) {
		free(c->shared.slots[src]);
		free(c->published[src]);
	}
	free(c->asked);
	free(c->sockets);
	free(c->stats);
	topology_free(c->topo);
	hw_free(c->hw);
	(void)pthread_cond_destroy(&c->shared.done);
	(void)pthread_mutex_destroy(&c->shared.lock);
	free(c);
}
