// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: One topology after another
 *
 * Nothing is patched: what changed is found by five files, then everything is
 * read anew, and who keeps values by index asks where an index went.
 */
#include <errno.h>

#include "hw/topology_internal.h"

/* Whether a CPU is now as the topology has it. */
static bool same_cpu(const struct topo_cpu *c, const struct topo_sets *now)
{
	return cpuset_has(&now->present, c->cpu) &&
	       cpuset_has(&now->online, c->cpu) == c->online &&
	       cpuset_has(&now->isolated, c->cpu) == c->no_ipi;
}

int topology_changed(struct hw *hw, const struct topology *topo)
{
	struct topo_sets now;
	int r;

	r = topo_read_sets(hw, &now);
	if (r < 0)
		return r;
	if (cpuset_count(&now.present) != topo->n_cpus || now.smt != topo->smt)
		return 1;
	for (uint32_t i = 0; i < topo->n_cpus; i++)
		if (!same_cpu(&topo->cpus[i], &now))
			return 1;
	return 0;
}

uint32_t topology_find_socket(const struct topology *topo, uint32_t package_id)
{
	for (uint32_t i = 0; i < topo->n_sockets; i++)
		if (topo->sockets[i].package_id == package_id)
			return i;
	return TOPO_NONE;
}

/* The HSMP number of a socket as it was, else as it was read. */
static uint32_t kept_index(const struct topology *old, const struct topology *t,
			   uint32_t sock)
{
	uint32_t i = topology_find_socket(old, t->sockets[sock].package_id);

	return i == TOPO_NONE ? t->sockets[sock].hsmp_index
			      : old->sockets[i].hsmp_index;
}

static void keep_hsmp_numbers(const struct topology *old, struct topology *t)
{
	for (uint32_t i = 0; i < t->n_sockets; i++)
		for (uint32_t k = 0; k < i; k++)
			if (kept_index(old, t, i) == kept_index(old, t, k))
				return;
	for (uint32_t i = 0; i < t->n_sockets; i++)
		t->sockets[i].hsmp_index = kept_index(old, t, i);
}

static void keep_core_names(const struct topology *old, struct topology *t)
{
	for (uint32_t f = 0; f < old->n_cores; f++) {
		uint32_t c = topology_map_core(old, f, t);

		if (c != TOPO_NONE)
			t->cores[c].name =
				MIN(t->cores[c].name, old->cores[f].name);
	}
}

int topology_reread(struct hw *hw, const struct topology *old,
		    struct topology **ret)
{
	struct topology *t;
	int r;

	r = topology_read(hw, &t);
	if (r < 0)
		return r;
	keep_hsmp_numbers(old, t);
	keep_core_names(old, t);
	*ret = t;
	return 0;
}

uint32_t topology_map_cpu(const struct topology *from, uint32_t cpu,
			  const struct topology *to)
{
	const struct topo_cpu *c = topology_cpu(to, from->cpus[cpu].cpu);

	return c ? (uint32_t)(c - to->cpus) : TOPO_NONE;
}

uint32_t topology_map_core(const struct topology *from, uint32_t core,
			   const struct topology *to)
{
	const struct topo_core *old = &from->cores[core];
	const struct topo_cpu *first = topology_cpu(from, old->cpu);
	uint32_t package_id = from->sockets[old->socket].package_id;

	for (uint32_t i = 0; i < old->n_threads; i++) {
		const struct topo_cpu *c =
			topology_cpu(to, from->threads[old->threads + i]);

		if (c && c->online &&
		    to->sockets[c->socket].package_id == package_id)
			return c->core;
	}
	return topology_find_core(to, package_id, old->cpu,
				  first ? first->core_id : TOPO_NONE);
}

uint32_t topology_find_core(const struct topology *topo, uint32_t package_id,
			    uint32_t cpu, uint32_t core_id)
{
	const struct topo_cpu *c = topology_cpu(topo, cpu);

	if (c && c->online && topo->sockets[c->socket].package_id == package_id)
		return c->core;
	if (core_id == TOPO_NONE)
		return TOPO_NONE;
	for (uint32_t i = 0; i < topo->n_cpus; i++) {
		c = &topo->cpus[i];
		if (c->online && c->core_id == core_id &&
		    topo->sockets[c->socket].package_id == package_id)
			return c->core;
	}
	return TOPO_NONE;
}

uint32_t topology_map_socket(const struct topology *from, uint32_t sock,
			     const struct topology *to)
{
	return topology_find_socket(to, from->sockets[sock].package_id);
}
