// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in instances.h. */

#include "pmda/instances.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "hw/hsmp.h"

/* "socket" or "cpu" and ten digits; an errno name is shorter. */
#define NAME_SIZE 24

/**
 * struct domain - One instance domain
 * @table:	PCP's form
 * @names:	Texts behind it
 * @index:	Position in the topology's arrays, by position in @table
 */
struct domain {
	pmdaIndom *table;
	char (*names)[NAME_SIZE];
	uint32_t *index;
};

/**
 * struct instances - All of them
 * @topo:	Topology
 * @sets:	Members of all domains, one domain behind the other
 * @names:	Their names
 * @index:	Their positions in the topology's arrays
 * @tables:	PCP's forms, contiguous as pmdaInit() wants them
 * @by_per:	Domains by what they are per; .table is NULL for none
 */
struct instances {
	const struct topology *topo;
	pmdaInstid *sets;
	char (*names)[NAME_SIZE];
	uint32_t *index;
	pmdaIndom tables[PER_N];
	struct domain by_per[PER_N];
};

/* clang-format off */
static const int hsmp_errnos[HSMP_N_ERRORS] = {
	[HSMP_ERR_EBUSY]	= EBUSY,
	[HSMP_ERR_EINTR]	= EINTR,
	[HSMP_ERR_EINVAL]	= EINVAL,
	[HSMP_ERR_EIO]		= EIO,
	[HSMP_ERR_ENODEV]	= ENODEV,
	[HSMP_ERR_ENOMSG]	= ENOMSG,
	[HSMP_ERR_EPERM]	= EPERM,
	[HSMP_ERR_EREMOTEIO]	= EREMOTEIO,
	[HSMP_ERR_ETIMEDOUT]	= ETIMEDOUT,
	[HSMP_ERR_OTHER]	= 0,
};
/* clang-format on */

static void domain_add(struct domain *d, int number, uint32_t index,
		       const char *prefix, uint32_t suffix)
{
	int n;

	assert(d->table);
	n = d->table->it_numinst++;
	d->index[n] = index;
	d->table->it_set[n].i_inst = number;
	d->table->it_set[n].i_name = d->names[n];
	if (suffix == TOPO_NONE)
		(void)snprintf(d->names[n], NAME_SIZE, "%s", prefix);
	else
		(void)snprintf(d->names[n], NAME_SIZE, "%s%u", prefix, suffix);
}

static void instances_fill(struct instances *ins)
{
	const struct topology *topo = ins->topo;

	for (uint32_t i = 0; i < topo->n_sockets; i++)
		domain_add(&ins->by_per[PER_SOCKET],
			   (int)topo->sockets[i].package_id, i, "socket",
			   topo->sockets[i].package_id);
	for (uint32_t i = 0; i < topo->n_cores; i++)
		domain_add(&ins->by_per[PER_CORE], (int)topo->cores[i].cpu, i,
			   "cpu", topo->cores[i].cpu);
	for (uint32_t i = 0; i < topo->n_cpus; i++)
		if (topo->cpus[i].online)
			domain_add(&ins->by_per[PER_CPU],
				   (int)topo->cpus[i].cpu, i, "cpu",
				   topo->cpus[i].cpu);
	for (unsigned int e = 0; e < HSMP_N_ERRORS; e++)
		domain_add(&ins->by_per[PER_HSMP_ERROR], hsmp_errnos[e], e,
			   hsmp_error_name((enum hsmp_error)e), TOPO_NONE);
}

/* Give each domain that has members its table and its part of the arrays. */
static void instances_place(struct instances *ins, int domain,
			    const uint32_t sizes[PER_N])
{
	pmdaIndom *table = ins->tables;
	uint32_t at = 0;

	for (unsigned int per = 0; per < PER_N; per++) {
		if (!sizes[per])
			continue;
		table->it_indom =
			pmInDom_build((unsigned int)domain, indoms[per].serial);
		table->it_set = ins->sets + at;
		ins->by_per[per] = (struct domain){
			.table = table++,
			.names = ins->names + at,
			.index = ins->index + at,
		};
		at += sizes[per];
	}
}

int instances_new(const struct topology *topo, int domain,
		  struct instances **ret)
{
	const uint32_t sizes[PER_N] = {
		[PER_SOCKET] = topo->n_sockets,
		[PER_CORE] = topo->n_cores,
		[PER_CPU] = topo->n_cpus,
		[PER_HSMP_ERROR] = HSMP_N_ERRORS,
	};
	struct instances *ins;
	uint32_t total = 0;

	for (unsigned int per = 0; per < PER_N; per++)
		total += sizes[per];
	ins = calloc(1, sizeof(*ins));
	if (!ins)
		return -ENOMEM;
	ins->topo = topo;
	ins->sets = calloc(total, sizeof(*ins->sets));
	ins->names = calloc(total, sizeof(*ins->names));
	ins->index = calloc(total, sizeof(*ins->index));
	if (!ins->sets || !ins->names || !ins->index) {
		instances_free(ins);
		return -ENOMEM;
	}
	instances_place(ins, domain, sizes);
	instances_fill(ins);
	*ret = ins;
	return 0;
}

void instances_free(struct instances *ins)
{
	if (!ins)
		return;
	free(ins->sets);
	free(ins->names);
	free(ins->index);
	free(ins);
}

pmdaIndom *instances_table(struct instances *ins, int *ret_n)
{
	*ret_n = 0;
	for (unsigned int per = 0; per < PER_N; per++)
		if (ins->by_per[per].table)
			(*ret_n)++;
	return ins->tables;
}

uint32_t instances_count(const struct instances *ins, enum per per)
{
	const pmdaIndom *table = ins->by_per[per].table;

	return table ? (uint32_t)table->it_numinst : 0;
}

int instances_number(const struct instances *ins, enum per per, uint32_t n)
{
	return ins->by_per[per].table->it_set[n].i_inst;
}

int instances_index(const struct instances *ins, enum per per,
		    unsigned int number, uint32_t *ret_index)
{
	const struct domain *d = &ins->by_per[per];
	uint32_t lo = 0, hi = instances_count(ins, per);

	if (per == PER_MACHINE) {
		*ret_index = 0;
		return 0;
	}
	if (per == PER_HSMP_ERROR) {
		/* In the order of names, and few. */
		for (; lo < hi; lo++)
			if (d->table->it_set[lo].i_inst == (int)number) {
				*ret_index = d->index[lo];
				return 0;
			}
		return -ENOENT;
	}
	while (lo < hi) {
		uint32_t mid = (lo + hi) / 2;
		unsigned int at = (unsigned int)d->table->it_set[mid].i_inst;

		if (at == number) {
			*ret_index = d->index[mid];
			return 0;
		}
		if (at < number)
			lo = mid + 1;
		else
			hi = mid;
	}
	return -ENOENT;
}

static int labels_socket(const struct topology *topo, uint32_t index, char *buf,
			 size_t size)
{
	uint32_t id = topo->sockets[index].package_id;

	return snprintf(buf, size,
			"{\"socket_id\":%u,\"disp_instance\":\"socket%u\"}", id,
			id);
}

static int labels_core(const struct topology *topo, uint32_t core, uint32_t cpu,
		       char *buf, size_t size)
{
	const struct topo_core *tc = &topo->cores[core];
	uint32_t id = topo->sockets[tc->socket].package_id;

	if (tc->ccd == TOPO_NONE)
		return snprintf(buf, size,
				"{\"socket_id\":%u,"
				"\"disp_instance\":\"cpu%u\"}",
				id, cpu);
	return snprintf(buf, size,
			"{\"socket_id\":%u,\"die_id\":%u,"
			"\"disp_instance\":\"cpu%u\"}",
			id, tc->ccd, cpu);
}

int instances_labels(const struct instances *ins, unsigned int serial,
		     unsigned int number, char *buf, size_t size)
{
	const struct topology *topo = ins->topo;
	uint32_t index;

	if (serial == indoms[PER_SOCKET].serial &&
	    instances_index(ins, PER_SOCKET, number, &index) == 0)
		return labels_socket(topo, index, buf, size);
	if (serial == indoms[PER_CORE].serial &&
	    instances_index(ins, PER_CORE, number, &index) == 0)
		return labels_core(topo, index, number, buf, size);
	if (serial == indoms[PER_CPU].serial &&
	    instances_index(ins, PER_CPU, number, &index) == 0)
		return labels_core(topo, topo->cpus[index].core, number, buf,
				   size);
	return 0;
}
