// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Energy of the simulated machine
 *
 * See machine.h for what is promised, fixed.h for the arithmetic and
 * machine_internal.h for what happens when a load changes.
 */
#include "sim/model/machine.h"

#include <errno.h>
#include <string.h>

#include "hw/msr_regs.h"
#include "sim/model/load.h"
#include "sim/model/machine_internal.h"

/* PU, ESU, TU of C001_0299 as EPYC parts have them: 1/8 W, ESU, 2^-10 s. */
#define UNIT_REG_POWER 3
#define UNIT_REG_TIME 10

static uint64_t whole_ms(uint64_t t_ns)
{
	return t_ns - t_ns % NSEC_PER_MSEC;
}

static uint128_t core_energy(const struct machine *m, uint128_t busy,
			     uint64_t t_ns)
{
	return (uint128_t)m->core_idle * t_ns +
	       power_of_share(busy, m->core_extra);
}

static uint128_t uncore_energy(const struct machine *m, uint32_t sock,
			       uint64_t t_ns)
{
	const struct socket_state *s = &m->sockets[sock];

	t_ns = MAX(t_ns, s->since_ns);
	return (uint128_t)(s->offset + (int128_t)s->uncore * t_ns);
}

static uint128_t uncore_energy_at_ms(const struct machine *m, uint32_t sock,
				     uint64_t t_ns)
{
	const struct socket_state *s = &m->sockets[sock];

	t_ns = whole_ms(t_ns);
	return t_ns < s->since_ns ? s->latch : uncore_energy(m, sock, t_ns);
}

static uint128_t core_energy_now(const struct machine *m, uint32_t core,
				 uint64_t t_ns)
{
	uint128_t busy = machine_busy(m, core, t_ns);

	return core_energy(m, busy, MAX(t_ns, m->cores[core].since_ns));
}

static uint128_t core_energy_at_ms(const struct machine *m, uint32_t core,
				   uint64_t t_ns)
{
	uint64_t ms_ns;
	uint128_t busy = machine_busy_at_ms(m, core, t_ns, &ms_ns);

	return core_energy(m, busy, ms_ns);
}

static uint32_t first_core(const struct machine *m, uint32_t sock)
{
	return sock * m->sc.cores_per_socket;
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

static uint128_t pkg_energy_at_ms(const struct machine *m, uint32_t sock,
				  uint64_t t_ns)
{
	uint32_t first = first_core(m, sock);
	uint128_t sum = uncore_energy_at_ms(m, sock, t_ns);

	for (uint32_t i = 0; i < m->sc.cores_per_socket; i++)
		sum += core_energy_at_ms(m, first + i, t_ns);
	return sum;
}

static bool core_is_parked(const struct scenario *sc, uint32_t core)
{
	uint32_t n_cores = scenario_n_cores(sc);

	for (uint32_t i = 0; i < sc->threads_per_core; i++) {
		if (!cpuset_has(&sc->offline, core + i * n_cores))
			return false;
	}
	return true;
}

static const struct load *initial_load(const struct scenario *sc, uint32_t core)
{
	const struct load *load = &sc->load;

	for (uint32_t i = 0; i < sc->n_core_loads; i++) {
		const struct core_load *cl = &sc->core_loads[i];

		if (core >= cl->first && core <= cl->last)
			load = &cl->load;
	}
	return load;
}

size_t machine_size(const struct scenario *sc)
{
	return sizeof(struct machine) +
	       scenario_n_cores(sc) * sizeof(struct core_state);
}

static void init_socket(struct socket_state *s, const struct scenario *sc)
{
	s->uncore = power_from(sc->uncore_w);
	s->limit_mw = (uint32_t)(sc->limit_w * 1000 + 0.5);
	s->xgmi_max = 2;
	for (uint32_t i = 0; i < SOCKET_N_NBIOS; i++)
		s->nbio[i].max = 3;
}

struct machine *machine_init(void *mem, const struct scenario *sc)
{
	struct machine *m = mem;

	memset(mem, 0, machine_size(sc));
	m->sc = *sc;
	m->core_start = sc->core_start;
	m->pkg_start = sc->pkg_start;
	m->core_idle = power_from(sc->core_idle_w);
	m->core_extra = power_from(sc->core_busy_w) - m->core_idle;
	m->n_cores = scenario_n_cores(sc);
	for (uint32_t s = 0; s < sc->n_sockets; s++)
		init_socket(&m->sockets[s], sc);
	for (uint32_t i = 0; i < m->n_cores; i++) {
		m->cores[i].load = *initial_load(sc, i);
		m->cores[i].boost_mhz = sc->boost_limit_mhz;
		m->cores[i].parked = core_is_parked(sc, i);
	}
	return m;
}

const struct scenario *machine_scenario(const struct machine *m)
{
	return &m->sc;
}

const struct load *machine_core_load(const struct machine *m, uint32_t core)
{
	return &m->cores[core].load;
}

static void begin_load(struct machine *m, uint32_t core,
		       const struct load *load, uint64_t t_ns)
{
	struct core_state *c = &m->cores[core];
	uint64_t ms_ns;
	uint128_t busy;

	t_ns = MAX(t_ns, c->since_ns);
	c->latch = machine_busy_at_ms(m, core, t_ns, &ms_ns);
	busy = machine_busy(m, core, t_ns);
	c->load = *load;
	c->since_ns = t_ns;
	if (!c->parked)
		c->offset = (int128_t)busy - (int128_t)load_busy(load, t_ns);
}

int machine_set_load(struct machine *m, uint32_t first, uint32_t last,
		     const struct load *load, uint64_t t_ns)
{
	if (first > last || last >= m->n_cores)
		return -EINVAL;
	for (uint32_t i = first; i <= last; i++) {
		uint32_t sock = i / m->sc.cores_per_socket;

		begin_load(m, i, load, t_ns);
		m->sockets[sock].changed_ns =
			MAX(m->sockets[sock].changed_ns, t_ns);
	}
	return 0;
}

int machine_set_uncore_w(struct machine *m, uint32_t sock, double watt,
			 uint64_t t_ns)
{
	struct socket_state *s;
	uint128_t energy;

	/* Written so that a NaN is refused as well. */
	if (sock >= m->sc.n_sockets ||
	    !(watt >= 0 && watt <= SCENARIO_MAX_UNCORE_W))
		return -EINVAL;
	s = &m->sockets[sock];
	t_ns = MAX(t_ns, s->since_ns);
	s->latch = uncore_energy_at_ms(m, sock, t_ns);
	energy = uncore_energy(m, sock, t_ns);
	s->uncore = power_from(watt);
	s->since_ns = t_ns;
	s->changed_ns = MAX(s->changed_ns, t_ns);
	s->offset = (int128_t)energy - (int128_t)s->uncore * t_ns;
	return 0;
}

int machine_set_online(struct machine *m, uint32_t cpu, bool online,
		       uint64_t t_ns)
{
	uint32_t core = cpu % m->n_cores;
	struct load load;

	if (cpu >= scenario_n_cpus(&m->sc) || (cpu == 0 && !online))
		return -EINVAL;
	load = m->cores[core].load;
	begin_load(m, core, &load, t_ns);
	if (online)
		cpuset_del(&m->sc.offline, cpu);
	else
		cpuset_add(&m->sc.offline, cpu);
	m->cores[core].parked = core_is_parked(&m->sc, core);
	begin_load(m, core, &load, t_ns);
	return 0;
}

int machine_set_mailbox_us(struct machine *m, uint32_t us)
{
	if (us > 90000)
		return -EINVAL;
	m->sc.mailbox_us = us;
	return 0;
}

void machine_reset_counters(struct machine *m, uint64_t t_ns)
{
	m->core_start = 0;
	m->pkg_start = 0;
	for (uint32_t i = 0; i < m->n_cores; i++)
		m->cores[i].forgotten = core_energy_at_ms(m, i, t_ns);
	for (uint32_t s = 0; s < m->sc.n_sockets; s++)
		m->sockets[s].forgotten = pkg_energy_at_ms(m, s, t_ns);
}

uint128_t machine_busy(const struct machine *m, uint32_t core, uint64_t t_ns)
{
	const struct core_state *c = &m->cores[core];

	if (c->parked)
		return 0;
	t_ns = MAX(t_ns, c->since_ns);
	return (uint128_t)(c->offset + (int128_t)load_busy(&c->load, t_ns));
}

uint128_t machine_busy_at_ms(const struct machine *m, uint32_t core,
			     uint64_t t_ns, uint64_t *ret_ms_ns)
{
	const struct core_state *c = &m->cores[core];
	uint64_t latched = whole_ms(c->since_ns);
	uint64_t ms_ns = MAX(whole_ms(t_ns), latched);

	*ret_ms_ns = ms_ns;
	/* The latch is of this millisecond, and the change came after it. */
	if (ms_ns < c->since_ns)
		return c->latch;
	return machine_busy(m, core, ms_ns);
}

double machine_load(const struct machine *m, uint32_t core, uint64_t t_ns)
{
	const struct core_state *c = &m->cores[core];

	return c->parked ? 0 : load_level(&c->load, MAX(t_ns, c->since_ns));
}

double machine_core_w(const struct machine *m, uint32_t core, uint64_t t_ns)
{
	double extra = m->sc.core_busy_w - m->sc.core_idle_w;

	return m->sc.core_idle_w + extra * machine_load(m, core, t_ns);
}

double machine_pkg_w(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	uint32_t first = first_core(m, sock);
	double sum = (double)m->sockets[sock].uncore / 0x1p50;

	for (uint32_t i = 0; i < m->sc.cores_per_socket; i++)
		sum += machine_core_w(m, first + i, t_ns);
	return sum;
}

double machine_core_j(const struct machine *m, uint32_t core, uint64_t t_ns)
{
	return energy_joule(core_energy_now(m, core, t_ns));
}

double machine_pkg_j(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	return energy_joule(pkg_energy(m, sock, t_ns));
}

/* A reader whose time is from just before a reset sees the reset register. */
static uint64_t counter(const struct machine *m, uint64_t start,
			uint128_t energy, uint128_t forgotten)
{
	uint128_t counted = energy > forgotten ? energy - forgotten : 0;
	uint64_t reg = start + (uint64_t)energy_counts(counted, m->sc.esu);

	return m->sc.counter_bits == 32 ? (uint32_t)reg : reg;
}

uint64_t machine_core_reg(const struct machine *m, uint32_t core, uint64_t t_ns)
{
	uint128_t energy = core_energy_at_ms(m, core, t_ns);

	return counter(m, m->core_start, energy, m->cores[core].forgotten);
}

uint64_t machine_pkg_reg(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	uint128_t energy = pkg_energy_at_ms(m, sock, t_ns);

	return counter(m, m->pkg_start, energy, m->sockets[sock].forgotten);
}

uint64_t machine_unit_reg(const struct machine *m)
{
	return UNIT_REG_POWER | m->sc.esu << 8 | UNIT_REG_TIME << 16;
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

double machine_avg_load(const struct machine *m, uint32_t sock, uint64_t t_ns,
			uint64_t window_ns)
{
	uint64_t from = window_start(m, sock, t_ns, window_ns);
	uint32_t first = first_core(m, sock);
	uint128_t busy = 0;
	double sum = 0;

	for (uint32_t i = first; i < first + m->sc.cores_per_socket; i++) {
		busy += machine_busy(m, i, t_ns) - machine_busy(m, i, from);
		sum += machine_load(m, i, t_ns);
	}
	if (from < t_ns)
		sum = (double)busy / 0x1p60 / (double)(t_ns - from);
	return sum / m->sc.cores_per_socket;
}

double machine_dram_w(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	UNUSED(sock);
	UNUSED(t_ns);
	return m->sc.dram_idle_w;
}

double machine_dram_j(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	UNUSED(sock);
	return m->sc.dram_idle_w * (double)t_ns / 1e9;
}

uint64_t machine_dram_reg(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	return (uint32_t)(machine_dram_j(m, sock, whole_ms(t_ns)) * 65536);
}

int machine_msr(const struct machine *m, uint32_t cpu, uint32_t reg,
		uint64_t t_ns, uint64_t *value)
{
	uint32_t core = cpu % m->n_cores;

	switch (reg) {
	case MSR_AMD_RAPL_POWER_UNIT:
		*value = machine_unit_reg(m);
		return 0;
	case MSR_AMD_CORE_ENERGY_STATUS:
		*value = machine_core_reg(m, core, t_ns);
		return 0;
	case MSR_AMD_PKG_ENERGY_STATUS:
		*value =
			machine_pkg_reg(m, core / m->sc.cores_per_socket, t_ns);
		return 0;
	default:
		return -EIO;
	}
}

size_t machine_metric_table_size(const struct machine *m)
{
	UNUSED(m);
	return 0;
}

int machine_metric_table(const struct machine *m, uint32_t sock, uint64_t t_ns,
			 void *buf, size_t size)
{
	UNUSED(m);
	UNUSED(sock);
	UNUSED(t_ns);
	UNUSED(buf);
	UNUSED(size);
	return -ENODEV;
}
