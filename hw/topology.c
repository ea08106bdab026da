// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: From files to sockets, CCDs and readers
 *
 * Order of the stages: CPUs, then cores (groups of siblings), then sockets
 * (distinct package ids), then what hangs on CPUs alone (L3, node, APIC id),
 * last what is derived from all of it.
 */
#include "hw/topology.h"

#include <errno.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "base/util.h"
#include "hw/topology_internal.h"

/* Neither all nor none of a socket's cores know their CCD. */
#define MIXED TOPO_NONE

/* Where a CCD's id is taken from. */
typedef uint32_t (*ccd_id_fn)(const struct topo_cpu *cpu);

static uint32_t die_of(const struct topo_cpu *cpu)
{
	return cpu->die_id;
}

static uint32_t l3_of(const struct topo_cpu *cpu)
{
	return cpu->l3;
}

static int compare_u32(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a;
	uint32_t y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Sort and drop what occurs twice; returns how many are left. */
static uint32_t sort_unique(uint32_t *v, uint32_t n)
{
	uint32_t kept = 0;

	qsort(v, n, sizeof(*v), compare_u32);
	for (uint32_t i = 0; i < n; i++)
		if (!kept || v[i] != v[kept - 1])
			v[kept++] = v[i];
	return kept;
}

static uint32_t rank_of(const uint32_t *sorted, uint32_t n, uint32_t value)
{
	for (uint32_t i = 0; i < n; i++)
		if (sorted[i] == value)
			return i;
	return TOPO_NONE;
}

static int make_sockets(struct topology *t)
{
	cleanup_free uint32_t *ids = calloc(t->n_cores, sizeof(*ids));

	if (!ids)
		return -ENOMEM;
	for (uint32_t i = 0; i < t->n_cores; i++)
		ids[i] = t->cores[i].socket;
	t->n_sockets = sort_unique(ids, t->n_cores);
	t->sockets = calloc(t->n_sockets, sizeof(*t->sockets));
	if (!t->sockets)
		return -ENOMEM;
	for (uint32_t s = 0; s < t->n_sockets; s++)
		t->sockets[s] = (struct topo_socket){
			.package_id = ids[s],
			.hsmp_index = s,
			.first_cpu = TOPO_NONE,
			.reader = TOPO_NONE,
		};
	for (uint32_t i = 0; i < t->n_cores; i++)
		t->cores[i].socket =
			rank_of(ids, t->n_sockets, t->cores[i].socket);
	for (uint32_t i = 0; i < t->n_cpus; i++)
		if (t->cpus[i].online)
			t->cpus[i].socket = t->cores[t->cpus[i].core].socket;
	return 0;
}

/* Group the CPU numbers by core, ascending inside each. */
static int make_threads(struct topology *t)
{
	uint32_t next = 0;

	t->threads = calloc(t->n_online, sizeof(*t->threads));
	if (!t->threads)
		return -ENOMEM;
	for (uint32_t i = 0; i < t->n_cpus; i++)
		if (t->cpus[i].online)
			t->cores[t->cpus[i].core].n_threads++;
	for (uint32_t i = 0; i < t->n_cores; i++) {
		struct topo_core *core = &t->cores[i];

		core->threads = next;
		next += core->n_threads;
		t->threads_per_core = MAX(t->threads_per_core, core->n_threads);
		core->n_threads = 0;
	}
	for (uint32_t i = 0; i < t->n_cpus; i++) {
		struct topo_core *core;

		if (!t->cpus[i].online)
			continue;
		core = &t->cores[t->cpus[i].core];
		t->threads[core->threads + core->n_threads++] = t->cpus[i].cpu;
	}
	return 0;
}

/* What a core takes from its threads, and a socket from its cores. */
static void choose_readers(struct topology *t)
{
	for (uint32_t i = 0; i < t->n_cpus; i++) {
		const struct topo_cpu *c = &t->cpus[i];
		struct topo_socket *socket;
		struct topo_core *core;

		if (!c->online)
			continue;
		core = &t->cores[c->core];
		socket = &t->sockets[c->socket];
		socket->n_cpus++;
		if (socket->first_cpu == TOPO_NONE)
			socket->first_cpu = c->cpu;
		if (c->no_ipi)
			continue;
		if (core->reader == TOPO_NONE)
			core->reader = c->cpu;
		if (socket->reader == TOPO_NONE)
			socket->reader = c->cpu;
	}
	for (uint32_t i = 0; i < t->n_cores; i++)
		t->sockets[t->cores[i].socket].n_cores++;
}

/* The CPU that names its core, and speaks for it. */
static bool is_first(const struct topology *t, const struct topo_cpu *c)
{
	return c->online && t->cores[c->core].cpu == c->cpu;
}

/* Distinct ids of a socket's CCDs, sorted: their number, 0, or MIXED. */
static uint32_t distinct_ccds(const struct topology *t, uint32_t sock,
			      ccd_id_fn id, uint32_t *ret_ids)
{
	uint32_t known = 0, n = 0;

	for (uint32_t i = 0; i < t->n_cpus; i++) {
		const struct topo_cpu *c = &t->cpus[i];

		if (c->socket != sock || !is_first(t, c))
			continue;
		n++;
		if (id(c) != TOPO_NONE)
			ret_ids[known++] = id(c);
	}
	if (known && known < n)
		return MIXED;
	return sort_unique(ret_ids, known);
}

static void number_ccds(struct topology *t, uint32_t sock, uint32_t *ids)
{
	ccd_id_fn id = die_of;
	uint32_t n = distinct_ccds(t, sock, id, ids);

	if (n <= 1) {
		id = l3_of;
		n = distinct_ccds(t, sock, id, ids);
	}
	if (n == 0 || n == MIXED)
		return;
	t->sockets[sock].n_ccds = n;
	for (uint32_t i = 0; i < t->n_cpus; i++) {
		const struct topo_cpu *c = &t->cpus[i];

		if (c->socket == sock && is_first(t, c))
			t->cores[c->core].ccd = rank_of(ids, n, id(c));
	}
}

static int make_ccds(struct topology *t)
{
	cleanup_free uint32_t *ids = calloc(t->n_cores, sizeof(*ids));
	bool all = true;

	if (!ids)
		return -ENOMEM;
	for (uint32_t s = 0; s < t->n_sockets; s++) {
		number_ccds(t, s, ids);
		t->n_ccds += t->sockets[s].n_ccds;
		all = all && t->sockets[s].n_ccds;
	}
	if (!all)
		t->n_ccds = 0;
	return 0;
}

static void copy_from_first_cpu(struct topology *t)
{
	for (uint32_t i = 0; i < t->n_cpus; i++) {
		const struct topo_cpu *c = &t->cpus[i];

		if (!is_first(t, c))
			continue;
		t->cores[c->core].node = c->node;
		t->cores[c->core].apicid = c->apicid;
	}
}

static int read_all(struct hw *hw, struct topology *t)
{
	int r;

	r = topo_read_cpus(hw, t);
	if (r < 0)
		return r;
	r = topo_read_cores(hw, t);
	if (r < 0)
		return r;
	r = make_sockets(t);
	if (r < 0)
		return r;
	r = make_threads(t);
	if (r < 0)
		return r;
	choose_readers(t);
	r = topo_read_caches(hw, t);
	if (r < 0)
		return r;
	r = topo_read_nodes(hw, t);
	if (r < 0)
		return r;
	r = topo_read_cpuinfo(hw, t);
	if (r < 0)
		return r;
	copy_from_first_cpu(t);
	return make_ccds(t);
}

int topology_read(struct hw *hw, struct topology **ret)
{
	struct topology *t = calloc(1, sizeof(*t));
	int r;

	if (!t)
		return -ENOMEM;
	r = read_all(hw, t);
	if (r < 0) {
		topology_free(t);
		return r;
	}
	*ret = t;
	return 0;
}

void topology_free(struct topology *topo)
{
	if (!topo)
		return;
	free(topo->cpus);
	free(topo->cores);
	free(topo->sockets);
	free(topo->threads);
	free(topo);
}

const struct topo_cpu *topology_cpu(const struct topology *topo, uint32_t cpu)
{
	uint32_t lo = 0, hi = topo->n_cpus;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (topo->cpus[mid].cpu == cpu)
			return &topo->cpus[mid];
		if (topo->cpus[mid].cpu < cpu)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

struct topo_cpu *topo_find(struct topology *t, uint32_t cpu)
{
	const struct topo_cpu *c = topology_cpu(t, cpu);

	return c ? &t->cpus[c - t->cpus] : NULL;
}
