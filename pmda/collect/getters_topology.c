// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in getters.h: topology. */

#include <errno.h>

#include "pmda/collect/getters.h"

int get_n_sockets(struct getter_args *a, union metric_value *ret)
{
	ret->u32 = collect_topology(a->c)->n_sockets;
	return 0;
}

int get_n_cores(struct getter_args *a, union metric_value *ret)
{
	ret->u32 = collect_topology(a->c)->n_cores;
	return 0;
}

int get_n_cpus(struct getter_args *a, union metric_value *ret)
{
	ret->u32 = collect_topology(a->c)->n_online;
	return 0;
}

int get_threads_per_core(struct getter_args *a, union metric_value *ret)
{
	ret->u32 = collect_topology(a->c)->threads_per_core;
	return 0;
}

int get_n_ccds(struct getter_args *a, union metric_value *ret)
{
	uint32_t n = collect_topology(a->c)->n_ccds;

	if (!n)
		return -ENOENT;
	ret->u32 = n;
	return 0;
}

int get_n_numa_nodes(struct getter_args *a, union metric_value *ret)
{
	uint32_t n = collect_topology(a->c)->n_nodes;

	if (!n)
		return -ENOENT;
	ret->u32 = n;
	return 0;
}

static const struct topo_cpu *cpu_of(const struct getter_args *a)
{
	return &collect_topology(a->c)->cpus[a->index];
}

static int get_cpu_u32(uint32_t value, union metric_value *ret)
{
	if (value == TOPO_NONE)
		return -ENOENT;
	ret->u32 = value;
	return 0;
}

int get_cpu_socket(struct getter_args *a, union metric_value *ret)
{
	const struct topology *topo = collect_topology(a->c);

	ret->u32 = topo->sockets[cpu_of(a)->socket].package_id;
	return 0;
}

int get_cpu_ccd(struct getter_args *a, union metric_value *ret)
{
	const struct topology *topo = collect_topology(a->c);

	return get_cpu_u32(topo->cores[cpu_of(a)->core].ccd, ret);
}

int get_cpu_core(struct getter_args *a, union metric_value *ret)
{
	return get_cpu_u32(cpu_of(a)->core_id, ret);
}

int get_cpu_l3(struct getter_args *a, union metric_value *ret)
{
	return get_cpu_u32(cpu_of(a)->l3, ret);
}

int get_cpu_node(struct getter_args *a, union metric_value *ret)
{
	return get_cpu_u32(cpu_of(a)->node, ret);
}

int get_cpu_apicid(struct getter_args *a, union metric_value *ret)
{
	return get_cpu_u32(cpu_of(a)->apicid, ret);
}

int get_cpu_isolated(struct getter_args *a, union metric_value *ret)
{
	ret->u32 = cpu_of(a)->no_ipi;
	return 0;
}
