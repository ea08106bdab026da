// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The simulated machine is made and changed here
 *
 * Each change closes the sums of the cores that it touches, makes its change,
 * and opens them anew. Where it moves the ceiling of the power limit, the
 * other cores of the socket are closed and opened too; see
 * machine_internal.h.
 */
#include "sim/model/machine.h"

#include <errno.h>
#include <string.h>

#include "sim/model/load.h"
#include "sim/model/machine_internal.h"

#define MAILBOX_MAX_US 90000

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

static uint32_t milliwatt(double watt)
{
	return (uint32_t)(watt * 1000 + 0.5);
}

static void init_settings(struct settings *set, const struct scenario *sc)
{
	set->xgmi_width.max = 2;
	set->gmi3_width.max = 2;
	/* Of P-states, the highest number is the slowest. */
	set->df_range.min = 2;
	set->xgmi_pstate.min = 1;
	set->sdps_mw = milliwatt(sc->limit_max_w);
	set->dfc = true;
	set->pc6 = true;
	set->cc6 = true;
	for (uint32_t i = 0; i < sc->nbios; i++)
		set->nbio[i].max = sc->protocol == 6 ? 2 : 3;
}

void core_change_begin(struct machine *m, uint32_t core, uint64_t t_ns)
{
	struct core_state *c = &m->cores[core];
	struct core_sums at, latch;

	t_ns = MAX(t_ns, c->since_ns);
	core_sums_at(m, core, t_ns, &at);
	(void)core_sums_at_ms(m, core, t_ns, &latch);
	c->at = at;
	c->latch = latch;
	c->since_ns = t_ns;
}

void core_change_end(struct machine *m, uint32_t core)
{
	struct core_state *c = &m->cores[core];

	c->parked = core_is_parked(&m->sc, core);
	if (c->parked) {
		c->floor = 0;
		c->peak = 0;
		return;
	}
	load_range(&c->load, &c->floor, &c->peak);
	c->base_busy = load_busy(&c->load, c->since_ns);
	c->base_active = load_capped(&c->load, core_socket(m, core)->ceiling,
				     c->since_ns);
}

/* Before the power of a socket changes: what it was throttled until then. */
static void socket_change_begin(struct machine *m, uint32_t sock, uint64_t t_ns)
{
	struct socket_state *s = &m->sockets[sock];
	struct throttled throttled;

	if (t_ns <= s->changed_ns)
		return;
	socket_throttled(m, sock, t_ns, &throttled);
	s->throttled = throttled;
	s->changed_ns = t_ns;
}

/* After it has changed: the limit may hold more or fewer cores. */
static void socket_change_end(struct machine *m, uint32_t sock, uint64_t t_ns)
{
	uint64_t ceiling = limit_ceiling(m, sock);
	uint32_t first = first_core(m, sock);

	if (ceiling == m->sockets[sock].ceiling)
		return;
	for (uint32_t i = 0; i < m->sc.cores_per_socket; i++)
		core_change_begin(m, first + i, t_ns);
	m->sockets[sock].ceiling = ceiling;
	for (uint32_t i = 0; i < m->sc.cores_per_socket; i++)
		core_change_end(m, first + i);
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
	m->dram_idle = power_from(sc->dram_idle_w);
	m->dram_extra = power_from(sc->dram_busy_w) - m->dram_idle;
	m->n_cores = scenario_n_cores(sc);
	for (uint32_t i = 0; i < m->n_cores; i++) {
		m->cores[i].load = *initial_load(sc, i);
		m->cores[i].boost_mhz = sc->boost_limit_mhz;
		m->cores[i].floor_mhz = sc->min_mhz;
		core_change_end(m, i);
	}
	for (uint32_t s = 0; s < sc->n_sockets; s++) {
		m->sockets[s].uncore = power_from(sc->uncore_w);
		m->sockets[s].limit_mw = milliwatt(sc->limit_w);
		m->sockets[s].ceiling = SHARE_ONE;
		init_settings(&m->sockets[s].set, sc);
		socket_change_end(m, s, 0);
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

int machine_set_load(struct machine *m, uint32_t first, uint32_t last,
		     const struct load *load, uint64_t t_ns)
{
	uint32_t per_socket = m->sc.cores_per_socket;

	if (first > last || last >= m->n_cores)
		return -EINVAL;
	for (uint32_t s = first / per_socket; s <= last / per_socket; s++)
		socket_change_begin(m, s, t_ns);
	for (uint32_t i = first; i <= last; i++) {
		core_change_begin(m, i, t_ns);
		m->cores[i].load = *load;
		core_change_end(m, i);
	}
	for (uint32_t s = first / per_socket; s <= last / per_socket; s++)
		socket_change_end(m, s, t_ns);
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
	socket_change_begin(m, sock, t_ns);
	s->latch = uncore_energy_at_ms(m, sock, t_ns);
	energy = uncore_energy(m, sock, t_ns);
	s->uncore = power_from(watt);
	s->since_ns = t_ns;
	s->offset = (int128_t)energy - (int128_t)s->uncore * t_ns;
	socket_change_end(m, sock, t_ns);
	return 0;
}

void socket_set_limit(struct machine *m, uint32_t sock, uint32_t limit_mw,
		      uint64_t t_ns)
{
	socket_change_begin(m, sock, t_ns);
	m->sockets[sock].limit_mw = limit_mw;
	socket_change_end(m, sock, t_ns);
}

int machine_set_online(struct machine *m, uint32_t cpu, bool online,
		       uint64_t t_ns)
{
	uint32_t core = cpu % m->n_cores;
	uint32_t sock = core / m->sc.cores_per_socket;

	if (cpu >= scenario_n_cpus(&m->sc) || (cpu == 0 && !online))
		return -EINVAL;
	socket_change_begin(m, sock, t_ns);
	core_change_begin(m, core, t_ns);
	if (online)
		cpuset_del(&m->sc.offline, cpu);
	else
		cpuset_add(&m->sc.offline, cpu);
	core_change_end(m, core);
	socket_change_end(m, sock, t_ns);
	return 0;
}

int machine_set_mailbox_us(struct machine *m, uint32_t us)
{
	if (us > MAILBOX_MAX_US)
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
	for (uint32_t s = 0; s < m->sc.n_sockets; s++) {
		m->sockets[s].forgotten = pkg_energy_at_ms(m, s, t_ns);
		m->sockets[s].dram_forgotten = dram_energy_at_ms(m, s, t_ns);
	}
}
