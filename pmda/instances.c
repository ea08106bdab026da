// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in instances.h. */

#include "pmda/instances.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "hw/hsmp.h"
#include "hw/hsmp_msgs.h"
#include "pmda/collect/inventory.h"

/* "socket", ten digits, "/" and a place; a message's name is shorter. */
#define NAME_SIZE 48

/* Numbers of what is inside a socket. */
#define PLACES_PER_SOCKET 65536

/**
 * struct domain - One instance domain
 * @table:	PCP's form
 * @names:	Texts behind it
 * @index:	Index as enum per documents it, by position in @table
 */
struct domain {
	pmdaIndom *table;
	char (*names)[NAME_SIZE];
	uint32_t *index;
};

/**
 * struct instances - All of them
 * @collect:	Collector
 * @generation:	Its generation that these are of
 * @sets:	Members of all domains, one domain behind the other
 * @names:	Their names
 * @index:	Their indices
 * @tables:	PCP's forms, contiguous as pmdaInit() wants them
 * @by_per:	Domains by what they are per; .table is NULL for none
 */
struct instances {
	struct collect *collect;
	unsigned int generation;
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

static bool message_reads(unsigned int id)
{
	return hsmp_msgs[id].kind == HSMP_KIND_GET ||
	       hsmp_msgs[id].kind == HSMP_KIND_SET_GET;
}

/* Most instances that a domain can have. */
static uint32_t domain_size(const struct topology *topo, enum per per)
{
	switch (per) {
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
		return HSMP_N_ERRORS;
	case PER_HSMP_MESSAGE:
		return HSMP_N_IDS;
	case PER_MACHINE:
	case PER_N:
		break;
	}
	return 0;
}

static void domain_add(struct domain *d, int number, uint32_t index,
		       const char *name)
{
	int n;

	assert(d->table);
	n = d->table->it_numinst++;
	d->index[n] = index;
	d->table->it_set[n].i_inst = number;
	d->table->it_set[n].i_name = d->names[n];
	(void)snprintf(d->names[n], NAME_SIZE, "%s", name);
}

/* Where numbers do not ascend with indices; instances_index() wants them to. */
static void domain_insert(struct domain *d, int number, uint32_t index,
			  const char *name)
{
	pmdaInstid added;
	int n;

	domain_add(d, number, index, name);
	n = d->table->it_numinst - 1;
	added = d->table->it_set[n];
	for (; n > 0 && d->table->it_set[n - 1].i_inst > number; n--) {
		d->table->it_set[n] = d->table->it_set[n - 1];
		d->index[n] = d->index[n - 1];
	}
	d->table->it_set[n] = added;
	d->index[n] = index;
}

static void fill_cpus(struct instances *ins, const struct topology *topo)
{
	char name[NAME_SIZE];

	for (uint32_t i = 0; i < topo->n_sockets; i++) {
		uint32_t id = topo->sockets[i].package_id;

		(void)snprintf(name, sizeof(name), "socket%u", id);
		domain_add(&ins->by_per[PER_SOCKET], (int)id, i, name);
	}
	for (uint32_t i = 0; i < topo->n_cores; i++) {
		(void)snprintf(name, sizeof(name), "cpu%u",
			       topo->cores[i].name);
		domain_insert(&ins->by_per[PER_CORE], (int)topo->cores[i].name,
			      i, name);
	}
	for (uint32_t i = 0; i < topo->n_cpus; i++) {
		if (!topo->cpus[i].online)
			continue;
		(void)snprintf(name, sizeof(name), "cpu%u", topo->cpus[i].cpu);
		domain_add(&ins->by_per[PER_CPU], (int)topo->cpus[i].cpu, i,
			   name);
	}
}

static void fill_places(struct instances *ins, const struct topology *topo,
			enum per per)
{
	uint32_t places = inventory_places(per);
	char place_name[INVENTORY_NAME];
	char name[NAME_SIZE];

	for (uint32_t i = 0; i < topo->n_sockets * places; i++) {
		uint32_t id = topo->sockets[i / places].package_id;

		if (!collect_has(ins->collect, per, i))
			continue;
		inventory_name(per, i % places, place_name);
		(void)snprintf(name, sizeof(name), "socket%u/%s", id,
			       place_name);
		domain_add(&ins->by_per[per],
			   (int)(id * PLACES_PER_SOCKET + i % places), i, name);
	}
}

static void fill_all(struct instances *ins)
{
	const struct topology *topo = collect_topology(ins->collect);

	fill_cpus(ins, topo);
	for (unsigned int per = 0; per < PER_N; per++)
		if (inventory_places((enum per)per))
			fill_places(ins, topo, (enum per)per);
	for (unsigned int e = 0; e < HSMP_N_ERRORS; e++)
		domain_add(&ins->by_per[PER_HSMP_ERROR], hsmp_errnos[e], e,
			   hsmp_error_name((enum hsmp_error)e));
	for (unsigned int id = 0; id < HSMP_N_IDS; id++)
		if (message_reads(id))
			domain_add(&ins->by_per[PER_HSMP_MESSAGE], (int)id, id,
				   hsmp_msgs[id].name);
}

/* Give each domain its table and its part of the arrays. */
static void place_domains(struct instances *ins, int domain)
{
	const struct topology *topo = collect_topology(ins->collect);
	pmdaIndom *table = ins->tables;
	uint32_t at = 0;

	for (unsigned int per = PER_MACHINE + 1; per < PER_N; per++) {
		table->it_indom =
			pmInDom_build((unsigned int)domain, indoms[per].serial);
		table->it_set = ins->sets + at;
		ins->by_per[per] = (struct domain){
			.table = table,
			.names = ins->names + at,
			.index = ins->index + at,
		};
		at += domain_size(topo, (enum per)per);
		table++;
	}
}

int instances_new(struct collect *collect, int domain, struct instances **ret)
{
	const struct topology *topo = collect_topology(collect);
	struct instances *ins;
	uint32_t total = 0;

	for (unsigned int per = 0; per < PER_N; per++)
		total += domain_size(topo, (enum per)per);
	ins = calloc(1, sizeof(*ins));
	if (!ins)
		return -ENOMEM;
	ins->collect = collect;
	ins->sets = calloc(total, sizeof(*ins->sets));
	ins->names = calloc(total, sizeof(*ins->names));
	ins->index = calloc(total, sizeof(*ins->index));
	if (!ins->sets || !ins->names || !ins->index) {
		instances_free(ins);
		return -ENOMEM;
	}
	place_domains(ins, domain);
	ins->generation = collect_generation(collect);
	fill_all(ins);
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

int instances_refresh(struct instances *ins)
{
	unsigned int generation = collect_generation(ins->collect);

	if (generation == ins->generation)
		return 0;
	ins->generation = generation;
	for (unsigned int i = 0; i < PER_N; i++)
		ins->tables[i].it_numinst = 0;
	fill_all(ins);
	return 1;
}

pmdaIndom *instances_table(struct instances *ins, int *ret_n)
{
	*ret_n = PER_N - 1;
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

/* Errors are in the order of their names, and few. */
static int find_linear(const struct domain *d, unsigned int number,
		       uint32_t *ret_index)
{
	for (int i = 0; i < d->table->it_numinst; i++)
		if (d->table->it_set[i].i_inst == (int)number) {
			*ret_index = d->index[i];
			return 0;
		}
	return -ENOENT;
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
	if (per == PER_HSMP_ERROR)
		return find_linear(d, number, ret_index);
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

/**
 * struct json - An object under construction
 * @buf:	Text
 * @size:	Room
 * @len:	Length of the text, as snprintf() counts
 */
struct json {
	char *buf;
	size_t size;
	size_t len;
};

static void json_put(struct json *j, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void json_put(struct json *j, const char *fmt, ...)
{
	va_list ap;
	int n;

	if (j->len >= j->size)
		return;
	va_start(ap, fmt);
	n = vsnprintf(j->buf + j->len, j->size - j->len, fmt, ap);
	va_end(ap);
	j->len += n > 0 ? (size_t)n : 0;
}

static void json_uint(struct json *j, const char *key, uint32_t value)
{
	if (value != TOPO_NONE)
		json_put(j, "%s\"%s\":%u", j->len ? "," : "{", key, value);
}

static void json_end(struct json *j, const char *name)
{
	json_put(j, "%s\"disp_instance\":\"%s\"}", j->len ? "," : "{", name);
}

static const char *name_of(const struct instances *ins, enum per per,
			   unsigned int number)
{
	const struct domain *d = &ins->by_per[per];

	for (int i = 0; i < d->table->it_numinst; i++)
		if (d->table->it_set[i].i_inst == (int)number)
			return d->names[i];
	return "";
}

static void labels_cpu(const struct topology *topo, const struct topo_cpu *cpu,
		       struct json *j)
{
	json_uint(j, "socket_id", topo->sockets[cpu->socket].package_id);
	json_uint(j, "die_id", topo->cores[cpu->core].ccd);
	json_uint(j, "core_id", cpu->core_id);
	json_uint(j, "numa_node", cpu->node);
}

static void labels_of(const struct instances *ins, enum per per, uint32_t index,
		      struct json *j)
{
	const struct topology *topo = collect_topology(ins->collect);
	uint32_t sock = index;

	if (per == PER_CPU) {
		labels_cpu(topo, &topo->cpus[index], j);
		return;
	}
	if (per == PER_CORE) {
		labels_cpu(topo, topology_cpu(topo, topo->cores[index].cpu), j);
		return;
	}
	if (inventory_places(per))
		sock = inventory_socket(per, index);
	json_uint(j, "socket_id", topo->sockets[sock].package_id);
	if (per == PER_CCD)
		json_uint(j, "die_id", inventory_place(per, index));
}

int instances_labels(const struct instances *ins, unsigned int serial,
		     unsigned int number, char *buf, size_t size)
{
	struct json j = { .buf = buf, .size = size };

	for (unsigned int p = PER_MACHINE + 1; p < PER_N; p++) {
		enum per per = (enum per)p;
		uint32_t index;

		if (indoms[per].serial != serial ||
		    instances_index(ins, per, number, &index) < 0)
			continue;
		if (per != PER_HSMP_ERROR && per != PER_HSMP_MESSAGE)
			labels_of(ins, per, index, &j);
		json_end(&j, name_of(ins, per, number));
		return j.len < size ? (int)j.len : 0;
	}
	return 0;
}
