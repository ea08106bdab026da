// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in getters.h: fields of the metric table. */

#include <errno.h>
#include <string.h>

#include "pmda/collect/getters.h"
#include "pmda/collect/inventory.h"

/**
 * struct unit_factor - From a table's unit to the metrics'
 * @unit:	Unit in the table
 * @factor:	Metrics' units in one of these
 */
struct unit_factor {
	const char *unit;
	double factor;
};

/* Clocks are in MHz, bandwidths in GB/s; what is not here stays. */
static const struct unit_factor factors[] = {
	{ "GHz", 1000.0 },
	{ "Gbps", 1.0 / 8 },
};

/* Name of the metric's field in the table that the socket has. */
static int table_field_name(struct getter_args *a, const char **ret)
{
	union slot_data unused;
	int r;

	r = collect_get(a->c, SRC_TABLE, a->index, &unused);
	if (r < 0)
		return r;
	r = collect_table_kind(a->c, a->index);
	if (r < 0)
		return r;
	*ret = r == METRIC_TABLE_6 ? a->params->table6 : a->params->table7;
	return *ret ? 0 : -ENOMSG;
}

/* Rank of a core among those of its socket, by APIC id. */
static uint32_t core_rank(const struct topology *topo, uint32_t core)
{
	const struct topo_core *tc = &topo->cores[core];
	uint32_t rank = 0;

	for (uint32_t i = 0; i < topo->n_cores; i++)
		rank += topo->cores[i].socket == tc->socket &&
			topo->cores[i].apicid < tc->apicid;
	return rank;
}

/* Where the metric's instance stands in its field. */
static int table_place(struct getter_args *a, uint32_t *ret_ccd,
		       uint32_t *ret_element)
{
	*ret_ccd = 0;
	*ret_element = 0;
	if (a->per == PER_NBIO)
		*ret_element = inventory_place(PER_NBIO, a->item);
	if (a->per != PER_CORE)
		return 0;
	/* Protocol 6 does not say which core an element is. */
	if (collect_table_kind(a->c, a->index) == METRIC_TABLE_6) {
		*ret_element = core_rank(collect_topology(a->c), a->item);
		return 0;
	}
	return collect_table_core(a->c, a->item, ret_ccd, ret_element);
}

int get_table_value(struct getter_args *a, union metric_value *ret)
{
	uint32_t ccd = 0, element = 0;
	const char *name = NULL, *unit = "";
	double value = 0;
	int r;

	r = table_field_name(a, &name);
	if (r == 0)
		r = table_place(a, &ccd, &element);
	if (r == 0)
		r = collect_table_value(a->c, a->index, name, ccd, element,
					&value, &unit);
	if (r < 0)
		return r;
	for (size_t i = 0; i < ARRAY_SIZE(factors); i++)
		if (strcmp(factors[i].unit, unit) == 0)
			value *= factors[i].factor;
	ret->real = value;
	return 0;
}

int get_table_average(struct getter_args *a, union metric_value *ret)
{
	return get_table_value(a, ret);
}

int get_table_energy(struct getter_args *a, union metric_value *ret)
{
	const char *name = NULL;
	uint64_t raw = 0;
	int r;

	r = table_field_name(a, &name);
	if (r == 0)
		r = collect_table_raw(a->c, a->index, name, &raw);
	if (r == 0)
		ret->u64 = table_energy_uj(raw);
	return r;
}

int get_table_count(struct getter_args *a, union metric_value *ret)
{
	const char *name;
	int r;

	r = table_field_name(a, &name);
	if (r == 0)
		r = collect_table_raw(a->c, a->index, name, &ret->u64);
	return r;
}
