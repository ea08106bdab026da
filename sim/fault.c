// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Faults at work, see the header
 */
#include "sim/fault.h"

#include <errno.h>
#include <fnmatch.h>
#include <string.h>

#include "base/util.h"

void fault_set_init(struct fault_set *set)
{
	memset(set, 0, sizeof(*set));
	pthread_mutex_init(&set->lock, NULL);
}

void fault_set_destroy(struct fault_set *set)
{
	pthread_mutex_destroy(&set->lock);
}

/* Called with the lock. */
static void count_active(struct fault_set *set)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < set->n_slots; i++)
		n += set->slots[i].fault.active;
	atomic_store(&set->n_active, n);
}

/* Called with the lock. */
static int find(const struct fault_set *set, const char *name)
{
	for (unsigned int i = 0; i < set->n_slots; i++)
		if (strcmp(set->slots[i].fault.name, name) == 0)
			return (int)i;
	return -ENOENT;
}

int fault_set_put(struct fault_set *set, const struct fault *f)
{
	int slot;

	pthread_mutex_lock(&set->lock);
	slot = find(set, f->name);
	if (slot < 0)
		slot = set->n_slots < FAULT_MAX ? (int)set->n_slots++ : -ENOSPC;
	if (slot >= 0) {
		set->slots[slot] = (struct fault_slot){ .fault = *f };
		count_active(set);
	}
	pthread_mutex_unlock(&set->lock);
	return slot;
}

int fault_set_switch(struct fault_set *set, const char *name, bool on)
{
	int slot;

	pthread_mutex_lock(&set->lock);
	slot = find(set, name);
	if (slot >= 0) {
		struct fault_slot *s = &set->slots[slot];

		if (on)
			s->calls = s->hits = 0;
		s->fault.active = on;
		count_active(set);
	}
	pthread_mutex_unlock(&set->lock);
	return slot;
}

bool fault_set_get(struct fault_set *set, unsigned int slot,
		   struct fault_slot *ret)
{
	bool there;

	pthread_mutex_lock(&set->lock);
	there = slot < set->n_slots;
	if (there)
		*ret = set->slots[slot];
	pthread_mutex_unlock(&set->lock);
	return there;
}

bool fault_fits_path(const struct fault *f, const char *path)
{
	return f->target == FAULT_FILE && fnmatch(f->path, path, 0) == 0;
}

static bool matches(const struct fault *f, unsigned int slot,
		    const struct fault_query *q)
{
	if (f->target == FAULT_FILE)
		return q->mask >> slot & 1;
	return f->target == q->target &&
	       (f->id == UINT32_MAX || f->id == q->id) &&
	       (f->where == UINT32_MAX || f->where == q->where);
}

static bool is_gate(const struct fault *f)
{
	return f->missing || f->forbidden;
}

static bool strikes(struct fault_slot *s)
{
	const struct fault *f = &s->fault;

	s->calls++;
	if (s->calls < f->after || (f->every > 1 && s->calls % f->every != 0) ||
	    (f->count > 0 && s->hits >= f->count))
		return false;
	s->hits++;
	return true;
}

void fault_set_strike(struct fault_set *set, const struct fault_query *q,
		      struct fault_effect *ret)
{
	*ret = (struct fault_effect){ .err = 0 };
	if (atomic_load(&set->n_active) == 0)
		return;
	pthread_mutex_lock(&set->lock);
	for (unsigned int i = 0; i < set->n_slots; i++) {
		struct fault_slot *s = &set->slots[i];
		const struct fault *f = &s->fault;

		if (!f->active || is_gate(f) || !matches(f, i, q) ||
		    !strikes(s))
			continue;
		ret->latency_ns += f->latency_ns;
		ret->dead |= f->dead;
		if (!ret->err)
			ret->err = f->err;
		if (!ret->fw_status)
			ret->fw_status = f->fw_status;
	}
	pthread_mutex_unlock(&set->lock);
}

bool fault_set_gate(struct fault_set *set, uint64_t mask, enum fault_gate gate)
{
	bool closed = false;

	if (!mask || atomic_load(&set->n_active) == 0)
		return false;
	pthread_mutex_lock(&set->lock);
	for (unsigned int i = 0; i < set->n_slots; i++) {
		struct fault_slot *s = &set->slots[i];
		bool set_so = gate == FAULT_GATE_MISSING ? s->fault.missing
							 : s->fault.forbidden;

		if (s->fault.active && set_so && (mask >> i & 1)) {
			s->hits++;
			closed = true;
		}
	}
	pthread_mutex_unlock(&set->lock);
	return closed;
}
