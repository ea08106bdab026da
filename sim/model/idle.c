// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What follows from load besides energy: idle states, heat, ids
 *
 * Idle states. The idle time of a core is time minus busy time, at the last
 * whole millisecond, in whole microseconds. It is cut into periods of 1000 us,
 * each of which passes through the states in their order, so the shares are
 * constant (idle_states below), no state's time ever goes backwards, and the
 * states add up to the idle time exactly. Visits are counted when finished,
 * all visits of a state being equally long. All numbers are plausible, no
 * part's data: mostly the deepest state, in visits of the length of a
 * timer tick. Both threads of a core idle as their core does.
 *
 * Heat. The socket's temperature is ambient + c_per_w x its average power over
 * THERMAL_WINDOW_NS, down to a multiple of 0.125 degC, the resolution of the
 * sensor that k10temp and HSMP message 15h show.
 *
 * APIC ids. From the lowest bit: the thread, the core in its CCD, the CCD in
 * its socket, the package id. The thread's bit exists with one thread a core
 * too, above the core bits then (with threads: core, thread; without: 0,
 * core), as AMD's manuals describe ApicId for family 17h. Fields are as wide
 * as the largest value needs, so ids have gaps where a number is no power of
 * two, and where the package ids are sparse.
 */
#include <math.h>

#include "sim/model/machine.h"
#include "sim/model/machine_internal.h"

#define IDLE_PERIOD_US 1000
#define TEMPERATURE_STEP_MC 125

/*
 * Where in a period of idle time a state is entered and left, and how long a
 * visit is, all in us.
 */
static const struct {
	uint32_t from;
	uint32_t until;
	uint32_t visit;
} idle_states[IDLE_N_STATES] = {
	[IDLE_POLL] = { .from = 0, .until = 2, .visit = 1 },
	[IDLE_C1] = { .from = 2, .until = 100, .visit = 49 },
	[IDLE_C2] = { .from = 100, .until = IDLE_PERIOD_US, .visit = 900 },
};

uint64_t machine_idle_us(const struct machine *m, uint32_t cpu,
			 enum idle_state state, uint64_t t_ns)
{
	uint32_t from = idle_states[state].from;
	uint32_t until = idle_states[state].until;
	uint64_t ms_ns, idle_us, rest;
	struct core_sums sums;
	uint128_t all;

	ms_ns = core_sums_at_ms(m, cpu % m->n_cores, t_ns, &sums);
	all = (uint128_t)ms_ns << SHARE_BITS;
	idle_us = (uint64_t)((all - sums.busy) >> SHARE_BITS) / NSEC_PER_USEC;
	rest = idle_us % IDLE_PERIOD_US;
	return idle_us / IDLE_PERIOD_US * (until - from) +
	       MIN(MAX(rest, from), until) - from;
}

uint64_t machine_idle_usage(const struct machine *m, uint32_t cpu,
			    enum idle_state state, uint64_t t_ns)
{
	return machine_idle_us(m, cpu, state, t_ns) / idle_states[state].visit;
}

int32_t machine_temp_of(const struct machine *m, double watt)
{
	double celsius = m->sc.ambient_c + m->sc.thermal_c_per_w * watt;

	/* 28 degC + 0.25 degC/W x 150 W must not become 65.499999. */
	return (int32_t)floor(celsius * 8 + 1e-6) * TEMPERATURE_STEP_MC;
}

int32_t machine_temp_mc(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	return machine_temp_of(
		m, machine_avg_pkg_w(m, sock, t_ns, THERMAL_WINDOW_NS));
}

bool machine_prochot(const struct machine *m, uint32_t sock, uint64_t t_ns)
{
	return machine_temp_mc(m, sock, t_ns) >= m->sc.prochot_c * 1000;
}

/* Bits that hold the numbers below @n. */
static uint32_t field_width(uint32_t n)
{
	uint32_t width = 0;

	while (UINT32_C(1) << width < n)
		width++;
	return width;
}

uint32_t machine_apicid(const struct machine *m, uint32_t cpu)
{
	const struct scenario *sc = &m->sc;
	uint32_t core = cpu % m->n_cores;
	uint32_t in_socket = core % sc->cores_per_socket;
	uint32_t ccds = sc->cores_per_socket / sc->cores_per_ccd;
	uint32_t core_bits = field_width(sc->cores_per_ccd);
	uint32_t ccd_bits = field_width(ccds);
	uint32_t id = in_socket % sc->cores_per_ccd;

	if (sc->threads_per_core > 1)
		id = id << 1 | cpu / m->n_cores;
	id |= in_socket / sc->cores_per_ccd << (core_bits + 1);
	return id | sc->package_ids[core / sc->cores_per_socket]
			    << (ccd_bits + core_bits + 1);
}
