// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in energy.h. */

#include "pmda/collect/energy.h"

#include <errno.h>
#include <stdlib.h>

/**
 * struct gone - Sum of a core or package none of whose CPUs is online
 * @is_core:	It is a core's
 * @package_id:	Package
 * @core_id:	The kernel's number of the core, or TOPO_NONE
 * @cpu:	A CPU of the core
 * @counter:	Accumulator
 * @socket:	What is known of the package's unit and source
 * @limit_mw:	Plausible maximum of the package
 *
 * Its register counts on, and the first sample after its return goes on with
 * the sum as after any long interval.
 */
struct gone {
	bool is_core;
	uint32_t package_id;
	uint32_t core_id;
	uint32_t cpu;
	struct rapl_counter counter;
	struct energy_stats socket;
	uint32_t limit_mw;
};

/**
 * struct energy - Sums of a machine
 * @topo:	Topology
 * @pkg:	Accumulator of each socket
 * @core:	Accumulator of each core
 * @socket:	What is known of each socket's unit and source
 * @limit_mw:	Plausible maximum of each package
 * @gone:	What may come back
 * @n_gone:	Their number
 * @wide:	A register was found to be 64 bits wide; then all are
 * @newest_ns:	Time of the newest sample
 */
struct energy {
	const struct topology *topo;
	struct rapl_counter *pkg;
	struct rapl_counter *core;
	struct energy_stats *socket;
	uint32_t *limit_mw;
	struct gone *gone;
	size_t n_gone;
	bool wide;
	uint64_t newest_ns;
};

int energy_new(const struct topology *topo, struct energy **ret)
{
	struct energy *e;

	e = calloc(1, sizeof(*e));
	if (!e)
		return -ENOMEM;
	e->topo = topo;
	e->pkg = calloc(topo->n_sockets, sizeof(*e->pkg));
	e->core = calloc(topo->n_cores, sizeof(*e->core));
	e->socket = calloc(topo->n_sockets, sizeof(*e->socket));
	e->limit_mw = calloc(topo->n_sockets, sizeof(*e->limit_mw));
	if (!e->pkg || !e->core || !e->socket || !e->limit_mw) {
		energy_free(e);
		return -ENOMEM;
	}
	for (uint32_t s = 0; s < topo->n_sockets; s++) {
		e->socket[s].unit_status = -EINPROGRESS;
		e->limit_mw[s] = RAPL_DEFAULT_PKG_MAX_MW;
	}
	*ret = e;
	return 0;
}

void energy_free(struct energy *e)
{
	if (!e)
		return;
	free(e->pkg);
	free(e->core);
	free(e->socket);
	free(e->limit_mw);
	free(e->gone);
	free(e);
}

void energy_set_unit(struct energy *e, uint32_t sock, int status, uint32_t esu)
{
	e->socket[sock].unit_status = status;
	if (status == 0)
		e->socket[sock].esu = esu;
}

void energy_set_limit(struct energy *e, uint32_t sock, uint32_t mw)
{
	/* Twice the limit must fit into 32 bits of milliwatts. */
	e->limit_mw[sock] =
		mw && mw <= UINT32_MAX / 2 ? mw : RAPL_DEFAULT_PKG_MAX_MW;
}

static int energy_add(struct energy *e, struct rapl_counter *c, uint32_t sock,
		      const struct energy_sample *sample, uint32_t max_mw,
		      uint64_t *ret_uj)
{
	struct energy_stats *socket = &e->socket[sock];

	if (socket->unit_status < 0)
		return socket->unit_status;
	/* A sum of microjoules goes on as one; see energy_add_pkg_uj(). */
	if (c->bits && c->esu == RAPL_UNIT_UJ)
		return -EBUSY;
	(void)rapl_counter_update(c, socket->esu, sample->raw,
				  sample->wide || e->wide, sample->at_ns,
				  max_mw);
	e->wide |= c->bits == 64;
	socket->source = sample->source;
	socket->status = 0;
	e->newest_ns = MAX(e->newest_ns, sample->at_ns);
	*ret_uj = rapl_sum_uj(c->sum);
	return 0;
}

int energy_add_pkg(struct energy *e, uint32_t sock,
		   const struct energy_sample *sample, uint64_t *ret_uj)
{
	return energy_add(e, &e->pkg[sock], sock, sample, e->limit_mw[sock],
			  ret_uj);
}

int energy_add_pkg_uj(struct energy *e, uint32_t sock,
		      const struct energy_sample *sample, uint64_t range_uj,
		      uint64_t *ret_uj)
{
	struct energy_stats *socket = &e->socket[sock];
	struct rapl_counter *c = &e->pkg[sock];

	if (c->bits && c->esu != RAPL_UNIT_UJ)
		return -EBUSY;
	(void)rapl_counter_update_uj(c, sample->raw, range_uj, sample->at_ns,
				     e->limit_mw[sock]);
	socket->source = sample->source;
	socket->status = 0;
	e->newest_ns = MAX(e->newest_ns, sample->at_ns);
	*ret_uj = rapl_sum_uj(c->sum);
	return 0;
}

void energy_fail_pkg(struct energy *e, uint32_t sock, int status)
{
	e->socket[sock].source = NULL;
	e->socket[sock].status = status;
}

int energy_add_core(struct energy *e, uint32_t core,
		    const struct energy_sample *sample, uint64_t *ret_uj)
{
	return energy_add(e, &e->core[core], e->topo->cores[core].socket,
			  sample, RAPL_DEFAULT_CORE_MAX_MW, ret_uj);
}

static uint64_t energy_period(const struct energy *e, bool cores)
{
	uint64_t shortest = ENERGY_PERIOD_NS;

	for (uint32_t s = 0; s < e->topo->n_sockets; s++) {
		uint32_t mw = cores ? RAPL_DEFAULT_CORE_MAX_MW : e->limit_mw[s];
		uint64_t ns;

		if (e->socket[s].unit_status < 0)
			continue;
		ns = rapl_wrap_ns(e->socket[s].esu, 2 * mw) / 4;
		shortest = MIN(shortest, ns);
	}
	return MAX(shortest, ENERGY_PERIOD_MIN_NS);
}

uint64_t energy_period_pkg(const struct energy *e)
{
	return energy_period(e, false);
}

uint64_t energy_period_core(const struct energy *e)
{
	return energy_period(e, true);
}

static void energy_count(struct energy_stats *stats,
			 const struct rapl_counter *c)
{
	stats->wraps += c->wraps;
	stats->resets += c->resets;
	stats->lost += c->lost;
	stats->rejected += c->rejected;
}

void energy_get_stats(const struct energy *e, uint32_t sock,
		      struct energy_stats *ret)
{
	*ret = e->socket[sock];
	ret->bits = e->pkg[sock].bits;
	energy_count(ret, &e->pkg[sock]);
	for (uint32_t c = 0; c < e->topo->n_cores; c++)
		if (e->topo->cores[c].socket == sock)
			energy_count(ret, &e->core[c]);
	for (size_t i = 0; i < e->n_gone; i++)
		if (e->gone[i].package_id == e->topo->sockets[sock].package_id)
			energy_count(ret, &e->gone[i].counter);
}

uint64_t energy_newest_ns(const struct energy *e)
{
	return e->newest_ns;
}

int energy_prepare_carry(struct energy *to, const struct energy *from)
{
	size_t n = from->n_gone + from->topo->n_sockets + from->topo->n_cores;

	to->gone = calloc(n, sizeof(*to->gone));
	return to->gone ? 0 : -ENOMEM;
}

static void carry_socket(struct energy *to, uint32_t s, const struct gone *g)
{
	to->pkg[s] = g->counter;
	to->socket[s] = g->socket;
	to->limit_mw[s] = g->limit_mw;
}

static uint32_t find_gone(const struct topology *topo, const struct gone *g)
{
	return g->is_core ? topology_find_core(topo, g->package_id, g->cpu,
					       g->core_id)
			  : topology_find_socket(topo, g->package_id);
}

/* It is there in the new topology, or is kept until it is. */
static void carry_one(struct energy *to, const struct gone *g, uint32_t index)
{
	if (index == TOPO_NONE)
		to->gone[to->n_gone++] = *g;
	else if (g->is_core)
		to->core[index] = g->counter;
	else
		carry_socket(to, index, g);
}

void energy_carry(struct energy *to, const struct energy *from)
{
	const struct topology *topo = from->topo;

	for (uint32_t f = 0; f < topo->n_sockets; f++) {
		struct gone g = {
			.package_id = topo->sockets[f].package_id,
			.counter = from->pkg[f],
			.socket = from->socket[f],
			.limit_mw = from->limit_mw[f],
		};

		carry_one(to, &g, topology_map_socket(topo, f, to->topo));
	}
	for (uint32_t f = 0; f < topo->n_cores; f++) {
		const struct topo_core *core = &topo->cores[f];
		const struct topo_cpu *cpu = topology_cpu(topo, core->cpu);
		struct gone g = {
			.is_core = true,
			.package_id = topo->sockets[core->socket].package_id,
			.core_id = cpu ? cpu->core_id : TOPO_NONE,
			.cpu = core->cpu,
			.counter = from->core[f],
		};

		carry_one(to, &g, topology_map_core(topo, f, to->topo));
	}
	for (size_t i = 0; i < from->n_gone; i++)
		carry_one(to, &from->gone[i],
			  find_gone(to->topo, &from->gone[i]));
	to->wide = from->wide;
	to->newest_ns = from->newest_ns;
}
