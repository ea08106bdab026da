// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Energy of the simulated machine
 *
 * See machine.h for what is promised, fixed.h for the arithmetic and
 * machine_internal.h for what happens when something changes.
 */
#include <errno.h>

#include "hw/msr_regs.h"
#include "sim/model/load.h"
#include "sim/model/machine.h"
#include "sim/model/machine_internal.h"

/* PU and TU of the unit registers as EPYC and Xeon parts have them: 1/8 W,
 * 2^-10 s. */
#define UNIT_REG_POWER 3
#define UNIT_REG_TIME 10
#define POWER_INFO_MAX 0x7FFF

void core_sums_at(const struct machine *m, uint32_t core, uint64_t t_ns,
		  struct core_sums *ret)
{
	const struct core_state *c = &m->cores[core];
	uint64_t ceiling = core_socket(m, core)->ceiling;
	uint128_t busy = 0, active;
	uint32_t min, max;

	t_ns = MAX(t_ns, c->since_ns);
	if (!c->parked)
		busy = load_busy(&c->load, t_ns) - c->base_busy;
	active = busy;
	if (ceiling < c->peak) {
		active = load_capped(&c->load, ceiling, t_ns);
		/* Rounding must not run a sum backwards. */
		active = MAX(active, c->base_active) - c->base_active;
	}
	core_clock_range(m, core, &min, &max);
	ret->busy = c->at.busy + busy;
	ret->active = c->at.active + active;
	ret->clock =
		c->at.clock +
		((uint128_t)min << CLOCK_BITS) * (t_ns - c->since_ns) +
		power_of_share(active, (uint64_t)(max - min) << CLOCK_BITS);
}

uint64_t core_sums_at_ms(const struct machine *m, uint32_t core, uint64_t t_ns,
			 struct core_sums *ret)
{
	const struct core_state *c = &m->cores[core];
	uint64_t ms_ns = MAX(whole_ms(t_ns), whole_ms(c->since_ns));

	/* The latch is of this millisecond, and the change came after it. */
	if (ms_ns < c->since_ns)
		*ret = c->latch;
	else
		core_sums_at(m, core, ms_ns, ret);
	return ms_ns;
}

uint128_t core_energy_of(const struct machine *m, const struct core_sums *sums,
			 uint64_t t_ns)
{
	return (uint128_t)m->core_idle * t_ns +
	       power_of_share(sums->active, m->core_extra);
}

static uint128_t core_energy_now(const struct machine *m, uint32_t core,
				 uint64_t t_ns)
{
	struct core_sums sums;

	core_sums_at(m, core, t_ns, &sums);
	return core_energy_of(m, &sums, MAX(t_ns, m->cores[core].since_ns));
}

uint128_t core_energy_at_ms(const struct machine *m, uint32_t core,
			    uint64_t t_ns)
{
	struct core_sums sums;
	uint64_t ms_ns = core_sums_at_ms(m, core, t_ns, &sums);

	return core_energy_of(m, &sums, ms_ns);
}

uint128_t uncore_energy(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	const struct socket_state *s = &m->sockets[sock];

	t_ns = MAX(t_ns, s->since_ns);
	return (uint128_t)(s->offset + (int128_t)s->uncore * t_ns);
}

uint128_t uncore_energy_at_ms(const struct machine *m, uint32_t sock,
			      uint64_t t_ns)
{
	const struct socket_state *s = &m->sockets[sock];

	t_ns = whole_ms(t_ns);
	return t_ns < s->since_ns ? s->latch : uncore_energy(m, sock, t_ns);
}

static uint128_t pkg_energy(const struct machine *m, uint32_t sock,
			    uint64_t t_ns)
{
	uint32_t first = first_core(m, sock);
	uint128_t sum = uncore_energy(m, sock, t_ns);

	for (uint32_t i = 0; i < m->sc.cores_per_socket; i++)
		sum += core_energy_now(m, first + i, t_ns);
	return sum;
}

uint128_t pkg_energy_at_ms(const struct machine *m, uint32_t sock,
			   uint64_t t_ns)
{
	uint32_t first = first_core(m, sock);
	uint128_t sum = uncore_energy_at_ms(m, sock, t_ns);

	for (uint32_t i = 0; i < m->sc.cores_per_socket; i++)
		sum += core_energy_at_ms(m, first + i, t_ns);
	return sum;
}

/* Memory works as much as the socket's cores do on average. */
static uint128_t dram_energy(const struct machine *m, uint32_t sock,
			     uint64_t t_ns, bool at_ms)
{
	uint32_t n = m->sc.cores_per_socket;
	struct core_sums sums;
	uint64_t at = at_ms ? whole_ms(t_ns) : t_ns;
	uint128_t busy = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t core = first_core(m, sock) + i;

		if (at_ms)
			at = MAX(at, core_sums_at_ms(m, core, t_ns, &sums));
		else
			core_sums_at(m, core, t_ns, &sums);
		busy += sums.busy;
	}
	return (uint128_t)m->dram_idle * at +
	       power_of_share(busy / n, m->dram_extra);
}

uint128_t dram_energy_at_ms(const struct machine *m, uint32_t sock,
			    uint64_t t_ns)
{
	return dram_energy(m, sock, t_ns, true);
}

double machine_load(const struct machine *m, uint32_t core, uint64_t t_ns)
{
	const struct core_state *c = &m->cores[core];

	return c->parked ? 0 : load_level(&c->load, MAX(t_ns, c->since_ns));
}

static double active_load(const struct machine *m, uint32_t core, uint64_t t_ns)
{
	double ceiling = (double)core_socket(m, core)->ceiling / 0x1p60;

	return MIN(machine_load(m, core, t_ns), ceiling);
}

double machine_core_w(const struct machine *m, uint32_t core, uint64_t t_ns)
{
	double extra = m->sc.core_busy_w - m->sc.core_idle_w;

	return m->sc.core_idle_w + extra * active_load(m, core, t_ns);
}

uint32_t machine_core_khz(const struct machine *m, uint32_t core, uint64_t t_ns)
{
	uint32_t min, max;

	core_clock_range(m, core, &min, &max);
	return (uint32_t)((min + (max - min) * active_load(m, core, t_ns)) *
				  1000 +
			  0.5);
}

double machine_pkg_w(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	uint32_t first = first_core(m, sock);
	double sum = (double)m->sockets[sock].uncore / 0x1p50;

	for (uint32_t i = 0; i < m->sc.cores_per_socket; i++)
		sum += machine_core_w(m, first + i, t_ns);
	return sum;
}

double machine_dram_w(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	double extra = m->sc.dram_busy_w - m->sc.dram_idle_w;
	uint32_t first = first_core(m, sock);
	uint32_t n = m->sc.cores_per_socket;
	double sum = 0;

	for (uint32_t i = 0; i < n; i++)
		sum += machine_load(m, first + i, t_ns);
	return m->sc.dram_idle_w + extra * sum / n;
}

double machine_core_j(const struct machine *m, uint32_t core, uint64_t t_ns)
{
	return energy_joule(core_energy_now(m, core, t_ns));
}

double machine_pkg_j(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	return energy_joule(pkg_energy(m, sock, t_ns));
}

double machine_dram_j(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	return energy_joule(dram_energy(m, sock, t_ns, false));
}

/* A reader whose time is from just before a reset sees the reset register. */
static uint64_t counter(uint64_t start, uint128_t energy, uint128_t forgotten,
			uint32_t esu, uint32_t width)
{
	uint128_t counted = energy > forgotten ? energy - forgotten : 0;
	uint64_t reg = start + (uint64_t)energy_counts(counted, esu);

	return width == 32 ? (uint32_t)reg : reg;
}

uint64_t machine_core_reg(const struct machine *m, uint32_t core, uint64_t t_ns)
{
	return counter(m->core_start, core_energy_at_ms(m, core, t_ns),
		       m->cores[core].forgotten, m->sc.esu, m->sc.counter_bits);
}

uint64_t machine_pkg_reg(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	return counter(m->pkg_start, pkg_energy_at_ms(m, sock, t_ns),
		       m->sockets[sock].forgotten, m->sc.esu,
		       m->sc.counter_bits);
}

uint64_t machine_dram_reg(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	return counter(m->pkg_start, dram_energy_at_ms(m, sock, t_ns),
		       m->sockets[sock].dram_forgotten, DRAM_ESU, 32);
}

uint64_t machine_unit_reg(const struct machine *m)
{
	return UNIT_REG_POWER | m->sc.esu << 8 | UNIT_REG_TIME << 16;
}

/* Thermal design power in 14:0, maximum in 46:32; no minimum, no window. */
static uint64_t power_info(const struct machine *m)
{
	double unit = 1 << UNIT_REG_POWER;

	return MIN((uint64_t)(m->sc.limit_w * unit), POWER_INFO_MAX) |
	       MIN((uint64_t)(m->sc.limit_max_w * unit), POWER_INFO_MAX) << 32;
}

int machine_msr(const struct machine *m, uint32_t cpu, uint32_t reg,
		uint64_t t_ns, uint64_t *value)
{
	bool intel = scenario_is_intel(&m->sc);
	uint32_t core = cpu % m->n_cores;
	uint32_t sock = core / m->sc.cores_per_socket;

	if (reg ==
	    (intel ? MSR_INTEL_RAPL_POWER_UNIT : MSR_AMD_RAPL_POWER_UNIT))
		*value = machine_unit_reg(m);
	else if (reg == (intel ? MSR_INTEL_PKG_ENERGY_STATUS
			       : MSR_AMD_PKG_ENERGY_STATUS))
		*value = machine_pkg_reg(m, sock, t_ns);
	else if (!intel && reg == MSR_AMD_CORE_ENERGY_STATUS)
		*value = machine_core_reg(m, core, t_ns);
	else if (intel && reg == MSR_INTEL_PKG_POWER_INFO)
		*value = power_info(m);
	else if (intel && reg == MSR_INTEL_DRAM_ENERGY_STATUS &&
		 m->sc.dram_busy_w > 0)
		*value = machine_dram_reg(m, sock, t_ns);
	else
		return -EIO;
	return 0;
}

/* The beginning of the window, or @t_ns if there is none. */
static uint64_t window_start(const struct machine *m, uint32_t sock,
			     uint64_t t_ns, uint64_t window_ns)
{
	uint64_t from = t_ns > window_ns ? t_ns - window_ns : 0;

	return MIN(t_ns, MAX(from, m->sockets[sock].changed_ns));
}

double machine_avg_pkg_w(const struct machine *m, uint32_t sock, uint64_t t_ns,
			 uint64_t window_ns)
{
	uint64_t from = window_start(m, sock, t_ns, window_ns);
	uint128_t energy;

	if (from == t_ns)
		return machine_pkg_w(m, sock, t_ns);
	energy = pkg_energy(m, sock, t_ns) - pkg_energy(m, sock, from);
	return (double)energy / 0x1p50 / (double)(t_ns - from);
}

double machine_avg_cores_w(const struct machine *m, uint32_t first, uint32_t n,
			   uint64_t t_ns, uint64_t window_ns)
{
	uint64_t from = window_start(m, first / m->sc.cores_per_socket, t_ns,
				     window_ns);
	uint128_t energy = 0;
	double sum = 0;

	for (uint32_t i = first; i < first + n; i++) {
		energy += core_energy_now(m, i, t_ns) -
			  core_energy_now(m, i, from);
		sum += machine_core_w(m, i, t_ns);
	}
	if (from < t_ns)
		sum = (double)energy / 0x1p50 / (double)(t_ns - from);
	return sum;
}

double machine_avg_load(const struct machine *m, uint32_t sock, uint64_t t_ns,
			uint64_t window_ns)
{
	uint64_t from = window_start(m, sock, t_ns, window_ns);
	uint32_t first = first_core(m, sock);
	struct core_sums now, then;
	uint128_t busy = 0;
	double sum = 0;

	for (uint32_t i = first; i < first + m->sc.cores_per_socket; i++) {
		core_sums_at(m, i, t_ns, &now);
		core_sums_at(m, i, from, &then);
		busy += now.busy - then.busy;
		sum += machine_load(m, i, t_ns);
	}
	if (from < t_ns)
		sum = (double)busy / 0x1p60 / (double)(t_ns - from);
	return sum / m->sc.cores_per_socket;
}
