// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: CPUs, SMT and the HSMP driver that come and go, see the header
 */
#include "sim/hotplug.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "sim/layout.h"
#include "sim/model/keys.h"

static uint32_t all_sockets(const struct scenario *sc)
{
	return (UINT32_C(1) << sc->n_sockets) - 1;
}

static bool is_online(const struct machine *m, uint32_t cpu)
{
	return !cpuset_has(&machine_scenario(m)->offline, cpu);
}

int hotplug_init(struct hotplug *hot, const struct scenario *sc)
{
	memset(hot, 0, sizeof(*hot));
	layout_online(sc, &hot->seen);
	if (sc->has_hsmp)
		hot->sockets = all_sockets(sc);
	hot->past = calloc(scenario_n_cpus(sc), sizeof(*hot->past));
	return hot->past ? 0 : -ENOMEM;
}

void hotplug_destroy(struct hotplug *hot)
{
	free(hot->past);
	hot->past = NULL;
}

void hotplug_presence(const struct hotplug *hot, const struct machine *m,
		      struct presence *ret)
{
	layout_online(machine_scenario(m), &ret->online);
	ret->seen = hot->seen;
	ret->sockets = hot->sockets;
}

/* Remember what an offline CPU shows, or what it shall not count. */
static void remember(struct hotplug *hot, const struct machine *m, uint32_t cpu,
		     bool online, uint64_t t_ns)
{
	struct cpu_past *past = &hot->past[cpu];

	for (int i = 0; i < IDLE_N_STATES; i++) {
		enum idle_state state = (enum idle_state)i;
		uint64_t us = machine_idle_us(m, cpu, state, t_ns);
		uint64_t visits = machine_idle_usage(m, cpu, state, t_ns);

		if (online) {
			past->gone_us[i] = us - MIN(us, past->us[i]);
			past->gone_visits[i] =
				visits - MIN(visits, past->visits[i]);
		} else {
			past->us[i] = us - MIN(us, past->gone_us[i]);
			past->visits[i] =
				visits - MIN(visits, past->gone_visits[i]);
		}
	}
	if (online)
		past->away_ns += t_ns - past->since_ns;
	else
		past->since_ns = t_ns;
}

static int set_online(struct hotplug *hot, struct machine *m, uint32_t cpu,
		      bool online, uint64_t t_ns)
{
	int r;

	if (is_online(m, cpu) == online)
		return 0;
	if (!online)
		remember(hot, m, cpu, false, t_ns);
	r = machine_set_online(m, cpu, online, t_ns);
	if (!r && online) {
		remember(hot, m, cpu, true, t_ns);
		cpuset_add(&hot->seen, cpu);
	}
	return r;
}

int hotplug_cpus(struct hotplug *hot, struct machine *m, uint32_t first,
		 uint32_t last, bool online, uint64_t t_ns,
		 struct scenario_error *err)
{
	const struct scenario *sc = machine_scenario(m);
	int r = 0;

	if (last >= scenario_n_cpus(sc))
		return scenario_fail(
			err, "cpu: CPU %u does not exist, the last is %u", last,
			scenario_n_cpus(sc) - 1);
	if (first == 0 && !online)
		return scenario_fail(err, "cpu: CPU 0 can't be taken offline");
	if (online && hot->smt_off && last >= scenario_n_cores(sc))
		return scenario_fail(
			err,
			"cpu: CPU %u is a second thread, and SMT is "
			"off",
			MAX(first, scenario_n_cores(sc)));
	for (uint32_t cpu = first; cpu <= last && !r; cpu++)
		r = set_online(hot, m, cpu, online, t_ns);
	return r;
}

int hotplug_smt(struct hotplug *hot, struct machine *m, bool on, uint64_t t_ns,
		struct scenario_error *err)
{
	const struct scenario *sc = machine_scenario(m);
	int r = 0;

	if (sc->threads_per_core < 2)
		return scenario_fail(
			err, "smt: a core of this machine has one thread");
	hot->smt_off = !on;
	for (uint32_t cpu = scenario_n_cores(sc);
	     cpu < scenario_n_cpus(sc) && !r; cpu++)
		r = set_online(hot, m, cpu, on, t_ns);
	return r;
}

int hotplug_driver(struct hotplug *hot, const struct scenario *sc,
		   uint32_t sock, bool bind, struct scenario_error *err)
{
	uint32_t mask = all_sockets(sc);

	if (!sc->has_hsmp)
		return scenario_fail(err, "driver: this machine has no HSMP");
	if (sock != UINT32_MAX) {
		if (sock >= sc->n_sockets)
			return scenario_fail(
				err, "driver: there is no socket %u", sock);
		if (sc->binding == SCENARIO_BINDING_PLAT)
			return scenario_fail(
				err, "driver: the platform driver has one "
				     "device for all sockets");
		mask = UINT32_C(1) << sock;
	}
	if (bind)
		hot->sockets |= mask;
	else
		hot->sockets &= ~mask;
	return 0;
}

uint64_t hotplug_idle_us(const struct hotplug *hot, const struct machine *m,
			 uint32_t cpu, enum idle_state state, uint64_t t_ns)
{
	const struct cpu_past *past = &hot->past[cpu];
	uint64_t us;

	if (!is_online(m, cpu))
		return past->us[state];
	us = machine_idle_us(m, cpu, state, t_ns);
	return us - MIN(us, past->gone_us[state]);
}

uint64_t hotplug_idle_usage(const struct hotplug *hot, const struct machine *m,
			    uint32_t cpu, enum idle_state state, uint64_t t_ns)
{
	const struct cpu_past *past = &hot->past[cpu];
	uint64_t visits;

	if (!is_online(m, cpu))
		return past->visits[state];
	visits = machine_idle_usage(m, cpu, state, t_ns);
	return visits - MIN(visits, past->gone_visits[state]);
}

uint64_t hotplug_online_ns(const struct hotplug *hot, const struct machine *m,
			   uint32_t cpu, uint64_t t_ns)
{
	const struct cpu_past *past = &hot->past[cpu];
	uint64_t end = is_online(m, cpu) ? t_ns : past->since_ns;

	return end - MIN(end, past->away_ns);
}
