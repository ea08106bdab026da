// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in energy.h. */

#include "pmda/collect/energy.h"

#include <errno.h>
#include <stdlib.h>

#include "hw/msr_regs.h"

/* A unit that could not be read is tried again so often. */
#define UNIT_RETRY_NS (10 * NSEC_PER_SEC)

/**
 * struct energy - State, owned by one thread
 * @hw:		Context
 * @topo:	Topology
 * @msr:	Registers
 * @pkg:	Accumulator of each socket
 * @core:	Accumulator of each core
 * @unit:	What is known of each socket's unit: status and ESU count
 * @unit_ns:	When each unit was tried last
 * @limit_mw:	Plausible maximum of each package
 * @wide:	A register with bits above 31 was seen; then all are 64 bits
 * @pkg_due_ns:	When package registers are due
 * @core_due_ns: When core registers are due
 * @newest_ns:	Time of the newest sample
 */
struct energy {
	struct hw *hw;
	const struct topology *topo;
	struct msr *msr;
	struct rapl_counter *pkg;
	struct rapl_counter *core;
	struct energy_stats *unit;
	uint64_t *unit_ns;
	uint32_t *limit_mw;
	bool wide;
	uint64_t pkg_due_ns;
	uint64_t core_due_ns;
	uint64_t newest_ns;
};

int energy_new(struct hw *hw, const struct topology *topo, struct energy **ret)
{
	struct energy *e;
	int r;

	e = calloc(1, sizeof(*e));
	if (!e)
		return -ENOMEM;
	e->hw = hw;
	e->topo = topo;
	e->pkg = calloc(topo->n_sockets, sizeof(*e->pkg));
	e->core = calloc(topo->n_cores, sizeof(*e->core));
	e->unit = calloc(topo->n_sockets, sizeof(*e->unit));
	e->unit_ns = calloc(topo->n_sockets, sizeof(*e->unit_ns));
	e->limit_mw = calloc(topo->n_sockets, sizeof(*e->limit_mw));
	r = e->pkg && e->core && e->unit && e->unit_ns && e->limit_mw
		    ? msr_new(hw, topo, &e->msr)
		    : -ENOMEM;
	if (r < 0) {
		energy_free(e);
		return r;
	}
	for (uint32_t s = 0; s < topo->n_sockets; s++) {
		e->unit[s].unit_status = -EINPROGRESS;
		e->limit_mw[s] = RAPL_DEFAULT_PKG_MAX_MW;
	}
	(void)msr_open_readers(e->msr);
	*ret = e;
	return 0;
}

void energy_free(struct energy *e)
{
	if (!e)
		return;
	msr_free(e->msr);
	free(e->pkg);
	free(e->core);
	free(e->unit);
	free(e->unit_ns);
	free(e->limit_mw);
	free(e);
}

/* The unit never changes while the machine runs; a failure may heal. */
static int energy_unit(struct energy *e, uint32_t sock, uint32_t cpu)
{
	struct energy_stats *u = &e->unit[sock];
	uint64_t now = hw_now_ns(e->hw);
	struct rapl_units units;
	uint64_t reg;

	if (u->unit_status == 0)
		return 0;
	if (u->unit_status != -EINPROGRESS &&
	    now - e->unit_ns[sock] < UNIT_RETRY_NS)
		return u->unit_status;
	e->unit_ns[sock] = now;
	u->unit_status = msr_read(e->msr, cpu, MSR_AMD_RAPL_POWER_UNIT, &reg);
	if (u->unit_status == 0) {
		units = rapl_units_decode(reg);
		u->esu = units.energy;
	}
	return u->unit_status;
}

static int energy_sample(struct energy *e, struct rapl_counter *c,
			 uint32_t sock, uint32_t cpu, uint32_t reg,
			 uint32_t max_mw, uint64_t *ret_uj)
{
	uint64_t raw, now;
	int r;

	if (cpu == TOPO_NONE)
		return -EBUSY;
	r = energy_unit(e, sock, cpu);
	if (r < 0)
		return r;
	r = msr_read(e->msr, cpu, reg, &raw);
	if (r < 0)
		return r;
	now = hw_now_ns(e->hw);
	e->wide |= raw > UINT32_MAX;
	(void)rapl_counter_update(c, e->unit[sock].esu, raw, e->wide, now,
				  max_mw);
	e->newest_ns = now;
	*ret_uj = rapl_sum_uj(c->sum);
	return 0;
}

int energy_pkg(struct energy *e, uint32_t sock, uint64_t *ret_uj)
{
	return energy_sample(
		e, &e->pkg[sock], sock, e->topo->sockets[sock].reader,
		MSR_AMD_PKG_ENERGY_STATUS, e->limit_mw[sock], ret_uj);
}

int energy_core(struct energy *e, uint32_t core, uint64_t *ret_uj)
{
	const struct topo_core *tc = &e->topo->cores[core];

	return energy_sample(e, &e->core[core], tc->socket, tc->reader,
			     MSR_AMD_CORE_ENERGY_STATUS,
			     RAPL_DEFAULT_CORE_MAX_MW, ret_uj);
}

static uint64_t energy_period(uint32_t esu, uint32_t max_mw)
{
	uint64_t ns = rapl_wrap_ns(esu, 2 * max_mw) / 4;

	return MIN(MAX(ns, ENERGY_PERIOD_MIN_NS), ENERGY_PERIOD_NS);
}

/* The shortest period over all sockets, for packages or for cores. */
static uint64_t energy_class_period(const struct energy *e, bool cores)
{
	uint64_t shortest = ENERGY_PERIOD_NS;

	for (uint32_t s = 0; s < e->topo->n_sockets; s++) {
		uint32_t mw = cores ? RAPL_DEFAULT_CORE_MAX_MW : e->limit_mw[s];
		uint64_t ns;

		if (e->unit[s].unit_status < 0)
			continue;
		ns = energy_period(e->unit[s].esu, mw);
		shortest = MIN(shortest, ns);
	}
	return shortest;
}

uint64_t energy_tick(struct energy *e, uint64_t now_ns)
{
	uint64_t uj;

	if (now_ns >= e->pkg_due_ns) {
		for (uint32_t s = 0; s < e->topo->n_sockets; s++)
			(void)energy_pkg(e, s, &uj);
		e->pkg_due_ns = now_ns + energy_class_period(e, false);
	}
	if (now_ns >= e->core_due_ns) {
		for (uint32_t c = 0; c < e->topo->n_cores; c++)
			(void)energy_core(e, c, &uj);
		e->core_due_ns = now_ns + energy_class_period(e, true);
	}
	return MIN(e->pkg_due_ns, e->core_due_ns);
}

void energy_set_limit(struct energy *e, uint32_t sock, uint32_t mw)
{
	/* Twice the limit must fit into 32 bits of milliwatts. */
	e->limit_mw[sock] =
		mw && mw <= UINT32_MAX / 2 ? mw : RAPL_DEFAULT_PKG_MAX_MW;
}

static void energy_add(struct energy_stats *stats, const struct rapl_counter *c)
{
	stats->wraps += c->wraps;
	stats->resets += c->resets;
	stats->lost += c->lost;
	stats->rejected += c->rejected;
}

void energy_get_stats(const struct energy *e, uint32_t sock,
		      struct energy_stats *ret)
{
	*ret = e->unit[sock];
	ret->bits = e->pkg[sock].bits;
	energy_add(ret, &e->pkg[sock]);
	for (uint32_t c = 0; c < e->topo->n_cores; c++)
		if (e->topo->cores[c].socket == sock)
			energy_add(ret, &e->core[c]);
}

enum msr_source energy_source(const struct energy *e)
{
	return msr_get_source(e->msr);
}

uint64_t energy_newest_ns(const struct energy *e)
{
	return e->newest_ns;
}
