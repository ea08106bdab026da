// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in energy.h. */

#include "pmda/collect/energy.h"

#include <errno.h>
#include <stdlib.h>

/**
 * struct energy - Sums of a machine
 * @topo:	Topology
 * @pkg:	Accumulator of each socket
 * @core:	Accumulator of each core
 * @socket:	What is known of each socket's unit and source
 * @limit_mw:	Plausible maximum of each package
 * @wide:	A register was found to be 64 bits wide; then all are
 * @newest_ns:	Time of the newest sample
 */
struct energy {
	const struct topology *topo;
	struct rapl_counter *pkg;
	struct rapl_counter *core;
	struct energy_stats *socket;
	uint32_t *limit_mw;
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
}

uint64_t energy_newest_ns(const struct energy *e)
{
	return e->newest_ns;
}

void energy_carry(struct energy *to, const struct energy *from)
{
	for (uint32_t f = 0; f < from->topo->n_sockets; f++) {
		uint32_t s = topology_map_socket(from->topo, f, to->topo);

		if (s == TOPO_NONE)
			continue;
		to->pkg[s] = from->pkg[f];
		to->socket[s] = from->socket[f];
		to->limit_mw[s] = from->limit_mw[f];
	}
	for (uint32_t f = 0; f < from->topo->n_cores; f++) {
		uint32_t c = topology_map_core(from->topo, f, to->topo);

		if (c != TOPO_NONE)
			to->core[c] = from->core[f];
	}
	to->wide = from->wide;
	to->newest_ns = from->newest_ns;
}
