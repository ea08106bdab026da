// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in collect.h: the dialogue of a fetch. */

#include "pmda/collect/collect.h"

#include <errno.h>
#include <time.h>

#include "pmda/collect/collect_internal.h"

static void lock(struct collect *c)
{
	(void)pthread_mutex_lock(&c->shared.lock);
}

static void unlock(struct collect *c)
{
	(void)pthread_mutex_unlock(&c->shared.lock);
}

const struct topology *collect_topology(const struct collect *c)
{
	return c->topo;
}

/* So long after the begin of the current fetch, on the condition's clock. */
static struct timespec collect_deadline(const struct collect *c,
					uint64_t wait_ns)
{
	uint64_t now = hw_now_ns(c->hw);
	uint64_t left = c->begin_ns + wait_ns;
	struct timespec ts;

	left = left > now ? left - now : 0;
	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	left += (uint64_t)ts.tv_nsec;
	ts.tv_sec += (time_t)(left / NSEC_PER_SEC);
	ts.tv_nsec = (long)(left % NSEC_PER_SEC);
	return ts;
}

static bool workers_have_ticked(const struct collect *c)
{
	for (uint32_t s = 0; s < c->topo->n_sockets; s++)
		if (!c->sockets[s].worker.ticked)
			return false;
	return c->energy_worker.ticked;
}

/* The first fetch finds units, widths and health known, if at all possible. */
static void collect_wait_ready(struct collect *c)
{
	struct timespec deadline = collect_deadline(c, COLLECT_WAIT_NS);

	lock(c);
	while (!workers_have_ticked(c) &&
	       pthread_cond_timedwait(&c->shared.done, &c->shared.lock,
				      &deadline) == 0)
		;
	c->ready = workers_have_ticked(c);
	unlock(c);
}

void collect_begin(struct collect *c, struct grain *trusted)
{
	c->begin_ns = hw_now_ns(c->hw);
	c->n_asked = 0;
	c->trusted = trusted != NULL;
	c->energy_due = trusted &&
			grain_admit(trusted, GRAIN_TRUSTED_NS, c->begin_ns);
	if (!c->ready)
		collect_wait_ready(c);
}

static bool status_is_lasting(int status)
{
	return status == -ENOMSG || status == -EINVAL || status == -EBUSY ||
	       status == -EPERM || status == -ENODATA;
}

/* How long the slot's result counts. */
static uint64_t slot_fresh_ns(const struct slot *slot,
			      const struct source_desc *d)
{
	switch (slot->status) {
	case 0:
		return d->fresh_ns;
	case -EINPROGRESS:
	case -EAGAIN:
		return 0;
	case -ENOENT:
	case -EACCES:
		return RETRY_FILE_NS;
	default:
		break;
	}
	if (d->reader == READER_MAILBOX && status_is_lasting(slot->status))
		return RETRY_ARGUMENT_NS;
	return MAX(d->fresh_ns, FRESH_INSTANT_NS);
}

static bool slot_is_fresh(const struct collect *c, const struct slot *slot,
			  const struct source_desc *d)
{
	/* A read that began after this fetch did is as fresh as can be. */
	if (slot->status != -EINPROGRESS && slot->at_ns >= c->begin_ns)
		return true;
	return slot->status != -EINPROGRESS &&
	       c->begin_ns - slot->at_ns <= slot_fresh_ns(slot, d);
}

static struct worker *item_worker(struct collect *c, struct work_item item)
{
	uint32_t sock = item.index;

	switch (sources[item.src].reader) {
	case READER_ENERGY:
		return &c->energy_worker;
	case READER_FILES:
		return &c->files_worker;
	case READER_MAILBOX:
		if (sources[item.src].per == PER_CORE)
			sock = c->topo->cores[item.index].socket;
		return &c->sockets[sock].worker;
	case READER_NONE:
		break;
	}
	return NULL;
}

/* A mailbox that is known to be sick is not asked; its state is the answer. */
static bool mailbox_is_sick(struct collect *c, struct work_item item,
			    struct slot *slot)
{
	uint32_t sock = item.index;

	if (sources[item.src].reader != READER_MAILBOX)
		return false;
	if (sources[item.src].per == PER_CORE)
		sock = c->topo->cores[item.index].socket;
	if (c->sockets[sock].proto > 0 ||
	    c->sockets[sock].proto == -EINPROGRESS)
		return false;
	if (!slot->wanted) {
		slot->status = c->sockets[sock].proto;
		slot->at_ns = c->begin_ns;
	}
	return true;
}

/*
 * May the client have a new energy sample of this instance? The second
 * condition of a trusted one is for contexts that fetch one instance after
 * the other: what is older than the grain is never served again.
 */
static bool energy_is_due(struct collect *c, struct work_item item)
{
	const struct slot *slot = &c->shared.slots[item.src][item.index];
	struct published *p;

	if (c->trusted)
		return c->energy_due ||
		       c->begin_ns - slot->at_ns >= GRAIN_TRUSTED_NS;
	p = &c->published[item.src][item.index];
	if (p->refresh)
		return true;
	p->refresh = grain_admit(&p->grain, GRAIN_OTHERS_NS, c->begin_ns);
	return p->refresh;
}

void collect_want(struct collect *c, enum source src, uint32_t index)
{
	struct work_item item = { .src = src, .index = index };
	const struct source_desc *d = &sources[src];
	struct slot *slot;
	bool wait;

	if (d->reader == READER_NONE)
		return;
	lock(c);
	slot = &c->shared.slots[src][index];
	wait = slot->wanted;
	if (d->reader == READER_ENERGY && !wait && !energy_is_due(c, item))
		wait = false;
	else if (!wait && !mailbox_is_sick(c, item, slot) &&
		 !slot_is_fresh(c, slot, d)) {
		/* What is one value goes ahead of what is hundreds. */
		worker_push(item_worker(c, item), item, d->per == PER_SOCKET);
		wait = slot->wanted;
	}
	unlock(c);
	if (wait && c->n_asked < c->size_asked)
		c->asked[c->n_asked++] = item;
}

bool collect_wait(struct collect *c, uint64_t wait_ns)
{
	struct timespec deadline = collect_deadline(c, wait_ns);
	bool complete = true;

	lock(c);
	for (uint32_t i = 0; i < c->n_asked && complete; i++) {
		const struct slot *slot =
			&c->shared.slots[c->asked[i].src][c->asked[i].index];

		while (slot->wanted && complete)
			complete = pthread_cond_timedwait(&c->shared.done,
							  &c->shared.lock,
							  &deadline) == 0;
	}
	unlock(c);
	c->n_asked = 0;
	return complete;
}

static int slot_result(const struct slot *slot, union slot_data *ret)
{
	if (slot->wanted || slot->status == -EINPROGRESS)
		return -EAGAIN;
	if (slot->status < 0)
		return slot->status;
	*ret = slot->data;
	return 0;
}

/* What was published last, or what the read has brought that was due. */
static int published_result(struct published *p, const struct slot *slot,
			    union slot_data *ret)
{
	if (p->refresh && slot->wanted)
		return -EAGAIN;
	if (p->refresh) {
		p->refresh = false;
		p->status = slot->status;
		p->data = slot->data;
	}
	if (p->status < 0)
		return p->status == -EINPROGRESS ? -EAGAIN : p->status;
	*ret = p->data;
	return 0;
}

int collect_get(struct collect *c, enum source src, uint32_t index,
		union slot_data *ret)
{
	const struct slot *slot;
	int r;

	if (sources[src].reader == READER_NONE)
		return -EOPNOTSUPP;
	lock(c);
	slot = &c->shared.slots[src][index];
	if (sources[src].reader == READER_ENERGY && !c->trusted)
		r = published_result(&c->published[src][index], slot, ret);
	else
		r = slot_result(slot, ret);
	unlock(c);
	return r;
}

enum hsmp_state collect_mailbox_state(const struct collect *c, uint32_t sock)
{
	return hsmp_get_state(c->hsmp, c->topo->sockets[sock].hsmp_index);
}

void collect_mailbox_counts(const struct collect *c, uint32_t sock,
			    struct hsmp_counts *ret)
{
	hsmp_get_counts(c->hsmp, c->topo->sockets[sock].hsmp_index, ret);
}

uint64_t collect_mailbox_errors(const struct collect *c, enum hsmp_error err)
{
	return hsmp_error_count(c->hsmp, err);
}

void collect_energy_stats(struct collect *c, uint32_t sock,
			  struct energy_stats *ret)
{
	lock(c);
	*ret = c->stats[sock];
	unlock(c);
}

enum msr_source collect_energy_source(struct collect *c)
{
	enum msr_source source;

	lock(c);
	source = c->source;
	unlock(c);
	return source;
}

int collect_energy_age_ns(struct collect *c, uint64_t *ret)
{
	uint64_t newest, now;

	lock(c);
	newest = c->newest_ns;
	now = hw_now_ns(c->hw);
	unlock(c);
	if (!newest)
		return -ENODATA;
	*ret = now > newest ? now - newest : 0;
	return 0;
}

uint64_t collect_reads(const struct collect *c)
{
	return hw_reads(c->hw);
}
