// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The files of a topology
 *
 * Reading is the greater part of a program's start: hundreds of files, each
 * an open, a read and a close. So no file is read twice, and none whose
 * content follows from another's: siblings share package, core id and die,
 * the CPUs of one L3 share its id.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parse.h"
#include "hw/topology_internal.h"

#define CPU_DIR "sys/devices/system/cpu"
#define NODE_DIR "sys/devices/system/node"

/* A sysfs attribute is at most a page, a longer list is not one of ours. */
#define LIST_SIZE 8192

/* More levels and kinds of caches than any CPU has. */
#define CACHE_INDEX_MAX 16

/* A file that is not there, or does not hold what it should, is not known. */
static int unknown_or_error(int r)
{
	switch (r) {
	case -ENOENT:
	case -ENOTDIR:
	case -EINVAL:
	case -ERANGE:
	case -EMSGSIZE:
	case -EILSEQ:
		return 0;
	default:
		return r;
	}
}

/* A number that fits a field of the topology. */
static int to_field(uint64_t v, uint32_t *ret)
{
	if (v >= TOPO_NONE)
		return -ERANGE;
	*ret = (uint32_t)v;
	return 0;
}

/* A number of a CPU, from a file that must be there. */
static int read_number(struct hw *hw, uint32_t cpu, const char *file,
		       uint32_t *ret)
{
	uint64_t v;
	int r = hw_read_u64(hw, &v, CPU_DIR "/cpu%u/%s", cpu, file);

	return r < 0 ? r : to_field(v, ret);
}

/* The same from one that need not be; TOPO_NONE then. */
static int read_optional(struct hw *hw, uint32_t cpu, const char *file,
			 uint32_t *ret)
{
	uint32_t v = TOPO_NONE;
	int r = read_number(hw, cpu, file, &v);

	r = unknown_or_error(r);
	if (r == 0)
		*ret = v;
	return r;
}

static int read_list(struct hw *hw, struct cpuset *ret, const char *path)
{
	char text[LIST_SIZE];
	int r = hw_read_text(hw, text, sizeof(text), "%s", path);

	return r < 0 ? r : cpulist_parse(text, ret);
}

static int read_cpu_list(struct hw *hw, uint32_t cpu, const char *file,
			 struct cpuset *ret)
{
	char text[LIST_SIZE];
	int r = hw_read_text(hw, text, sizeof(text), CPU_DIR "/cpu%u/%s", cpu,
			     file);

	return r < 0 ? r : cpulist_parse(text, ret);
}

/* Add the members of isolated or nohz_full to a set. */
static int read_isolated(struct hw *hw, const char *path,
			 const struct cpuset *present, struct cpuset *set)
{
	struct cpuset these = { 0 };
	char text[LIST_SIZE];
	int r;

	r = hw_read_text(hw, text, sizeof(text), "%s", path);
	/* "(null)" is what kernels print where none was given at boot. */
	if (r == -ENOENT || (r >= 0 && strcmp(text, "(null)") == 0))
		return 0;
	if (r >= 0)
		r = cpulist_parse(text, &these);
	if (r < 0) {
		r = unknown_or_error(r);
		if (r < 0)
			return r;
		these = *present;
	}
	for (size_t i = 0; i < ARRAY_SIZE(these.w); i++)
		set->w[i] |= these.w[i] & present->w[i];
	return 0;
}

int topo_read_sets(struct hw *hw, struct topo_sets *ret)
{
	uint64_t smt = TOPO_NONE;
	int r;

	*ret = (struct topo_sets){ .smt = TOPO_NONE };
	r = read_list(hw, &ret->present, CPU_DIR "/present");
	if (r < 0)
		return r;
	r = read_list(hw, &ret->online, CPU_DIR "/online");
	if (r < 0)
		return r;
	r = read_isolated(hw, CPU_DIR "/isolated", &ret->present,
			  &ret->isolated);
	if (r < 0)
		return r;
	r = read_isolated(hw, CPU_DIR "/nohz_full", &ret->present,
			  &ret->isolated);
	if (r < 0)
		return r;
	r = hw_read_u64(hw, &smt, CPU_DIR "/smt/active");
	if (r == 0)
		r = to_field(smt, &ret->smt);
	return unknown_or_error(r);
}

int topo_read_cpus(struct hw *hw, struct topology *t)
{
	struct topo_sets sets;
	unsigned int cpu;
	int r;

	r = topo_read_sets(hw, &sets);
	if (r < 0)
		return r;
	t->isolated = sets.isolated;
	t->smt = sets.smt;
	t->cpus =
		calloc(MAX(cpuset_count(&sets.present), 1U), sizeof(*t->cpus));
	if (!t->cpus)
		return -ENOMEM;
	cpuset_for_each(cpu, &sets.present)
	{
		bool on = cpuset_has(&sets.online, cpu);

		t->cpus[t->n_cpus++] = (struct topo_cpu){
			.cpu = cpu,
			.online = on,
			.no_ipi = cpuset_has(&t->isolated, cpu),
			.socket = TOPO_NONE,
			.core = TOPO_NONE,
			.core_id = TOPO_NONE,
			.die_id = TOPO_NONE,
			.l3 = TOPO_NONE,
			.node = TOPO_NONE,
			.apicid = TOPO_NONE,
		};
		t->n_online += on;
	}
	return t->n_online ? 0 : -ENODATA;
}

/* The core of a CPU whose siblings are not listed, by its ids. */
static uint32_t core_by_ids(const struct topology *t, const struct topo_cpu *c)
{
	for (uint32_t i = 0; i < t->n_cpus; i++) {
		const struct topo_cpu *o = &t->cpus[i];

		if (o->core != TOPO_NONE && o->socket == c->socket &&
		    o->core_id == c->core_id)
			return o->core;
	}
	return TOPO_NONE;
}

static void start_core(struct topology *t, struct topo_cpu *first)
{
	first->core = t->n_cores;
	t->cores[t->n_cores++] = (struct topo_core){
		.cpu = first->cpu,
		.name = first->cpu,
		.socket = first->socket,
		.ccd = TOPO_NONE,
		.node = TOPO_NONE,
		.apicid = TOPO_NONE,
		.reader = TOPO_NONE,
	};
}

/*
 * The core of a sibling that was asked before, and whose own list was missing.
 */
static uint32_t core_by_siblings(const struct topology *t,
				 const struct topo_cpu *c,
				 const struct cpuset *siblings)
{
	for (uint32_t i = 0; i < t->n_cpus; i++) {
		const struct topo_cpu *o = &t->cpus[i];

		if (cpuset_has(siblings, o->cpu) && o->core != TOPO_NONE &&
		    o->socket == c->socket)
			return o->core;
	}
	return TOPO_NONE;
}

/* Ask one CPU, and say the same of its siblings. */
static int read_core(struct hw *hw, struct topology *t, struct topo_cpu *first)
{
	struct cpuset siblings;
	unsigned int cpu;
	int r, listed;

	r = read_number(hw, first->cpu, "topology/physical_package_id",
			&first->socket);
	if (r < 0)
		return r;
	r = read_optional(hw, first->cpu, "topology/core_id", &first->core_id);
	if (r < 0)
		return r;
	r = read_optional(hw, first->cpu, "topology/die_id", &first->die_id);
	if (r < 0)
		return r;
	listed = read_cpu_list(hw, first->cpu, "topology/thread_siblings_list",
			       &siblings);
	if (listed < 0) {
		r = unknown_or_error(listed);
		if (r < 0)
			return r;
		if (first->core_id == TOPO_NONE)
			return listed;
		first->core = core_by_ids(t, first);
		if (first->core == TOPO_NONE)
			start_core(t, first);
		return 0;
	}

	first->core = core_by_siblings(t, first, &siblings);
	if (first->core == TOPO_NONE)
		start_core(t, first);
	cpuset_for_each(cpu, &siblings)
	{
		struct topo_cpu *c = topo_find(t, cpu);

		if (!c || !c->online || c->core != TOPO_NONE)
			continue;
		c->socket = first->socket;
		c->core = first->core;
		c->core_id = first->core_id;
		c->die_id = first->die_id;
	}
	return 0;
}

int topo_read_cores(struct hw *hw, struct topology *t)
{
	int r;

	t->cores = calloc(t->n_online, sizeof(*t->cores));
	if (!t->cores)
		return -ENOMEM;
	for (uint32_t i = 0; i < t->n_cpus; i++) {
		struct topo_cpu *c = &t->cpus[i];

		if (!c->online || c->core != TOPO_NONE)
			continue;
		r = read_core(hw, t, c);
		if (r < 0)
			return r;
	}
	return 0;
}

/* Which cache/indexK of a CPU is its L3: K, or -ENOENT. */
static int find_l3_index(struct hw *hw, uint32_t cpu)
{
	uint64_t level;
	int r;

	for (int k = 0; k < CACHE_INDEX_MAX; k++) {
		r = hw_read_u64(hw, &level,
				CPU_DIR "/cpu%u/cache/index%d/level", cpu, k);
		if (r == 0 && level == 3)
			return k;
		if (r == -ENOENT)
			break;
		r = unknown_or_error(r);
		if (r < 0)
			return r;
	}
	return -ENOENT;
}

/* Ask one CPU of an L3, and say the same of all that share it. */
static int read_l3(struct hw *hw, struct topology *t,
		   const struct topo_core *core, int index)
{
	struct cpuset shared = { 0 };
	char file[64];
	unsigned int cpu;
	uint32_t id;
	int r;

	(void)snprintf(file, sizeof(file), "cache/index%d/id", index);
	r = read_optional(hw, core->cpu, file, &id);
	if (r < 0 || id == TOPO_NONE)
		return r;
	(void)snprintf(file, sizeof(file), "cache/index%d/shared_cpu_list",
		       index);
	r = unknown_or_error(read_cpu_list(hw, core->cpu, file, &shared));
	if (r < 0)
		return r;
	for (uint32_t i = 0; i < core->n_threads; i++)
		cpuset_add(&shared, t->threads[core->threads + i]);
	cpuset_for_each(cpu, &shared)
	{
		struct topo_cpu *c = topo_find(t, cpu);

		if (c && c->socket == core->socket && c->l3 == TOPO_NONE)
			c->l3 = id;
	}
	return 0;
}

static bool l3_is_known(const struct topology *t, uint32_t cpu)
{
	const struct topo_cpu *c = topology_cpu(t, cpu);

	return c && c->l3 != TOPO_NONE;
}

static int read_socket_caches(struct hw *hw, struct topology *t, uint32_t sock)
{
	int index = find_l3_index(hw, t->sockets[sock].first_cpu);
	int r;

	if (index < 0)
		return unknown_or_error(index);
	for (uint32_t i = 0; i < t->n_cores; i++) {
		const struct topo_core *core = &t->cores[i];

		if (core->socket != sock || l3_is_known(t, core->cpu))
			continue;
		r = read_l3(hw, t, core, index);
		if (r < 0)
			return r;
	}
	return 0;
}

int topo_read_caches(struct hw *hw, struct topology *t)
{
	int r;

	for (uint32_t s = 0; s < t->n_sockets; s++) {
		r = read_socket_caches(hw, t, s);
		if (r < 0)
			return r;
	}
	return 0;
}

static int add_node(void *arg, const char *name)
{
	struct cpuset *nodes = arg;
	const char *p = name;
	uint32_t node;

	if (parse_lit(&p, "node") && parse_u32(&p, &node) && parse_end(p))
		cpuset_add(nodes, node);
	return 0;
}

int topo_read_nodes(struct hw *hw, struct topology *t)
{
	struct cpuset nodes = { 0 };
	struct cpuset members;
	unsigned int node, cpu;
	char path[64];
	int r;

	r = unknown_or_error(hw_list(hw, add_node, &nodes, NODE_DIR));
	if (r < 0)
		return r;
	cpuset_for_each(node, &nodes)
	{
		bool used = false;

		(void)snprintf(path, sizeof(path), NODE_DIR "/node%u/cpulist",
			       node);
		r = read_list(hw, &members, path);
		if (r < 0 && unknown_or_error(r) < 0)
			return r;
		if (r < 0)
			continue;
		cpuset_for_each(cpu, &members)
		{
			struct topo_cpu *c = topo_find(t, cpu);

			if (!c || !c->online)
				continue;
			c->node = node;
			used = true;
		}
		t->n_nodes += used;
	}
	return 0;
}
