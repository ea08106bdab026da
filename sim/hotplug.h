/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: CPUs, SMT and the HSMP driver that come and go
 *
 * The model knows which CPUs are online; here is the rest of the state, and
 * what the kernel does with it. A CPU that goes offline loses its folders
 * topology, cache and cpufreq; its idle states stay and stand still, and go on
 * where they stood when it comes back. Without SMT all second threads are
 * offline and can't be taken online one by one.
 *
 * The driver is unbound from single sockets (the ACPI driver has a device for
 * each) or as a whole. /dev/hsmp is there while it is bound to any socket; who
 * has it open meanwhile gets ENODEV.
 *
 * Everything here is guarded by the machine's lock.
 */
#ifndef SIM_HOTPLUG_H
#define SIM_HOTPLUG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpuset.h"
#include "sim/model/machine.h"
#include "sim/nodes.h"

/**
 * struct cpu_past - What a CPU's idle states showed before
 * @us:		Of an offline CPU, time in each state, as it shows
 * @visits:	Finished visits, likewise
 * @gone_us:	Time in each state that the model counted while it was offline
 * @gone_visits: Visits, likewise
 * @since_ns:	Model time at which it went offline
 * @away_ns:	Time that it was offline before it last came back
 */
struct cpu_past {
	uint64_t us[IDLE_N_STATES];
	uint64_t visits[IDLE_N_STATES];
	uint64_t gone_us[IDLE_N_STATES];
	uint64_t gone_visits[IDLE_N_STATES];
	uint64_t since_ns;
	uint64_t away_ns;
};

/**
 * struct hotplug - State
 * @seen:	CPUs that are or were online
 * @sockets:	Sockets to which the HSMP driver is bound, a bit each
 * @smt_off:	SMT is switched off
 * @past:	By CPU, owned
 */
struct hotplug {
	struct cpuset seen;
	uint32_t sockets;
	bool smt_off;
	struct cpu_past *past;
};

/**
 * hotplug_init() - As the scenario says
 * @hot:	State; hotplug_destroy() it
 * @sc:		Scenario
 *
 * Return: 0, -ENOMEM
 */
int hotplug_init(struct hotplug *hot, const struct scenario *sc);

/**
 * hotplug_destroy() - Release
 * @hot:	State, zeroed or initialised
 */
void hotplug_destroy(struct hotplug *hot);

/**
 * hotplug_presence() - What is there now
 * @hot:	State
 * @m:		Machine
 * @ret:	What is there
 */
void hotplug_presence(const struct hotplug *hot, const struct machine *m,
		      struct presence *ret);

/**
 * hotplug_cpus() - Take CPUs online or offline
 * @hot:	State
 * @m:		Machine
 * @first:	First CPU
 * @last:	Last CPU
 * @online:	New state; CPUs that have it already keep it
 * @t_ns:	Model time
 * @err:	What is wrong, set on failure only; then none was changed
 *
 * Return: 0, -EINVAL
 */
int hotplug_cpus(struct hotplug *hot, struct machine *m, uint32_t first,
		 uint32_t last, bool online, uint64_t t_ns,
		 struct scenario_error *err);

/**
 * hotplug_smt() - Switch SMT on or off
 * @hot:	State
 * @m:		Machine
 * @on:		New state
 * @t_ns:	Model time
 * @err:	What is wrong, set on failure only
 *
 * On brings all second threads online.
 *
 * Return: 0, -EINVAL
 */
int hotplug_smt(struct hotplug *hot, struct machine *m, bool on, uint64_t t_ns,
		struct scenario_error *err);

/**
 * hotplug_driver() - Bind or unbind the HSMP driver
 * @hot:	State
 * @sc:		Scenario
 * @sock:	Socket, UINT32_MAX for all
 * @bind:	New state
 * @err:	What is wrong, set on failure only
 *
 * Return: 0, -EINVAL
 */
int hotplug_driver(struct hotplug *hot, const struct scenario *sc,
		   uint32_t sock, bool bind, struct scenario_error *err);

/**
 * hotplug_idle_us() - Time of a CPU in an idle state, as the kernel shows it
 * @hot:	State
 * @m:		Machine
 * @cpu:	Logical CPU
 * @state:	Idle state
 * @t_ns:	Model time
 *
 * Return: microseconds
 */
uint64_t hotplug_idle_us(const struct hotplug *hot, const struct machine *m,
			 uint32_t cpu, enum idle_state state, uint64_t t_ns);

/* The same for finished visits. */
uint64_t hotplug_idle_usage(const struct hotplug *hot, const struct machine *m,
			    uint32_t cpu, enum idle_state state, uint64_t t_ns);

/**
 * hotplug_online_ns() - How long a CPU has been online
 * @hot:	State
 * @m:		Machine
 * @cpu:	Logical CPU
 * @t_ns:	Model time
 *
 * Return: nanoseconds of model time
 */
uint64_t hotplug_online_ns(const struct hotplug *hot, const struct machine *m,
			   uint32_t cpu, uint64_t t_ns);

#endif
