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

const char *collect_hsmp_driver(const struct collect *c)
{
	return c->hsmp_driver;
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
	return c->energy_reader.worker.ticked;
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

/*
 * What an argument is refused for stays refused. What a message is refused
 * for is hsmp.h's business; busy firmware and the like pass.
 */
static bool argument_is_refused(const struct slot *slot,
				const struct source_desc *d)
{
	if (d->reader != READER_MAILBOX || d->arg == ARG_NONE)
		return false;
	return slot->status == -EINVAL || slot->status == -ENODATA ||
	       slot->status == -ERANGE;
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
	case -EREMOTEIO:
		return RETRY_PREREQUISITE_NS;
	default:
		break;
	}
	return argument_is_refused(slot, d)
		       ? RETRY_ARGUMENT_NS
		       : MAX(d->fresh_ns, FRESH_INSTANT_NS);
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

uint32_t item_socket(const struct collect *c, struct work_item item)
{
	enum per per = sources[item.src].per;

	if (per == PER_CORE)
		return c->topo->cores[item.index].socket;
	return inventory_places(per) ? inventory_socket(per, item.index)
				     : item.index;
}

static struct worker *item_worker(struct collect *c, struct work_item item)
{
	struct socket_reader *sr;

	switch (sources[item.src].reader) {
	case READER_ENERGY:
		sr = &c->sockets[item_socket(c, item)];
		return sr->by_mailbox ? &sr->worker : &c->energy_reader.worker;
	case READER_FILES:
		return &c->files_worker;
	case READER_MAILBOX:
		return &c->sockets[item_socket(c, item)].worker;
	case READER_NONE:
		break;
	}
	return NULL;
}

/* A mailbox that is known to be sick is not asked; its state is the answer. */
static bool mailbox_is_sick(struct collect *c, struct work_item item,
			    struct slot *slot)
{
	const struct socket_reader *sr;

	if (sources[item.src].reader != READER_MAILBOX)
		return false;
	sr = &c->sockets[item_socket(c, item)];
	if (sr->proto > 0 || sr->proto == -EINPROGRESS)
		return false;
	slot->status = sr->proto;
	slot->at_ns = c->begin_ns;
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

/* Old, but good enough until it has been read anew. */
static bool slot_serves(const struct collect *c, const struct slot *slot,
			const struct source_desc *d)
{
	return slot->status == 0 && d->serve_ns &&
	       c->begin_ns - slot->at_ns <= d->serve_ns;
}

void collect_want(struct collect *c, enum source src, uint32_t index)
{
	struct work_item item = { .src = src, .index = index };
	const struct source_desc *d = &sources[src];
	struct worker *w = NULL;
	struct slot *slot;

	if (d->reader == READER_NONE)
		return;
	lock(c);
	slot = &c->shared.slots[src][index];
	/* What an earlier fetch waited for in vain is not waited for again. */
	if (!slot->wanted &&
	    (d->reader != READER_ENERGY || energy_is_due(c, item)) &&
	    !mailbox_is_sick(c, item, slot) && !slot_is_fresh(c, slot, d)) {
		w = item_worker(c, item);
		/* What the fetch waits for goes ahead of what it need not. */
		worker_push(w, item, !slot_serves(c, slot, d));
	}
	if (w && slot->wanted && !w->late && !slot_serves(c, slot, d) &&
	    c->n_asked < c->size_asked)
		c->asked[c->n_asked++] = item;
	unlock(c);
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
	/* Fetches do not wait for these until they are quick again. */
	for (uint32_t i = 0; i < c->n_asked && !complete; i++)
		if (c->shared.slots[c->asked[i].src][c->asked[i].index].wanted)
			item_worker(c, c->asked[i])->late = true;
	unlock(c);
	c->n_asked = 0;
	return complete;
}

static int slot_result(const struct collect *c, const struct slot *slot,
		       const struct source_desc *d, union slot_data *ret)
{
	if (slot->status == -EINPROGRESS ||
	    (slot->wanted && !slot_serves(c, slot, d)))
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
		r = slot_result(c, slot, &sources[src], ret);
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

uint64_t collect_mailbox_messages(const struct collect *c, enum hsmp_id id)
{
	return hsmp_message_count(c->hsmp, id);
}

bool collect_mailbox_supported(const struct collect *c, uint32_t sock,
			       enum hsmp_id id)
{
	return hsmp_supported(c->hsmp, c->topo->sockets[sock].hsmp_index, id) ==
	       HSMP_SUPPORT_YES;
}

void collect_energy_stats(struct collect *c, uint32_t sock,
			  struct energy_stats *ret)
{
	lock(c);
	energy_get_stats(c->energy, sock, ret);
	unlock(c);
}

int collect_table_kind(struct collect *c, uint32_t sock)
{
	const struct table_layout *layout;

	lock(c);
	layout = table_store_layout(c->sockets[sock].table);
	unlock(c);
	return layout ? (int)layout->kind : -EAGAIN;
}

int collect_table_value(struct collect *c, uint32_t sock, const char *name,
			uint32_t ccd, uint32_t element, double *ret,
			const char **ret_unit)
{
	const struct table_store *ts = c->sockets[sock].table;
	int r;

	lock(c);
	r = table_store_value(ts, name, ccd, element, ret);
	if (r == 0)
		*ret_unit = table_find(table_store_layout(ts), name)->unit;
	unlock(c);
	return r;
}

int collect_table_raw(struct collect *c, uint32_t sock, const char *name,
		      uint64_t *ret)
{
	int r;

	lock(c);
	r = table_store_raw(c->sockets[sock].table, name, ret);
	unlock(c);
	return r;
}

int collect_table_core(struct collect *c, uint32_t core, uint32_t *ret_ccd,
		       uint32_t *ret_element)
{
	const struct topo_core *tc = &c->topo->cores[core];
	int r;

	lock(c);
	r = table_store_core(c->sockets[tc->socket].table, tc->apicid, ret_ccd,
			     ret_element);
	unlock(c);
	return r;
}

bool collect_has(struct collect *c, enum per per, uint32_t index)
{
	bool has;

	lock(c);
	has = inventory_has(c->inventory, per, index);
	unlock(c);
	return has;
}

unsigned int collect_generation(struct collect *c)
{
	unsigned int generation;

	lock(c);
	generation = inventory_generation(c->inventory);
	unlock(c);
	return generation;
}

void collect_configure(struct collect *c, enum per per, uint32_t index)
{
	lock(c);
	inventory_set(c->inventory, per, index, true);
	unlock(c);
}

int collect_energy_age_ns(struct collect *c, uint64_t *ret)
{
	uint64_t newest, now;

	lock(c);
	newest = energy_newest_ns(c->energy);
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
