// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: cpuidle by the name of the state
 *
 * Which stateK is C2 differs by driver, so names are read and compared. They
 * can't change while a driver is registered; a CPU without states is asked
 * again each time, since a driver may be loaded later.
 */
#include <errno.h>
#include <strings.h>

#include "hw/cpufreq_internal.h"

#define STATE_PATH "sys/devices/system/cpu/cpu%u/cpuidle/state%u/"

/* Names of a CPU's idle states, at the first use. */
static int load_states(struct cpufreq *cf, struct cpufreq_cpu *c, uint32_t cpu)
{
	const struct hw_file closed = HW_FILE_INIT;
	unsigned int n;
	int r;

	if (c->n_states)
		return 0;
	for (n = 0; n < IDLE_STATES_MAX; n++) {
		struct cpuidle_state *s = &c->states[n];

		s->time = closed;
		r = hw_read_text(cf->hw, s->name, sizeof(s->name),
				 STATE_PATH "name", cpu, n);
		if (r == -ENOENT)
			break;
		if (r < 0)
			return r;
	}
	c->n_states = n;
	return n ? 0 : -ENOENT;
}

static int state_time_us(struct cpufreq *cf, struct cpufreq_cpu *c,
			 uint32_t cpu, unsigned int k, uint64_t *ret_us)
{
	return hw_file_u64(cf->files, &c->states[k].time, ret_us,
			   STATE_PATH "time", cpu, k);
}

int cpuidle_state_name(struct cpufreq *cf, uint32_t cpu, unsigned int state,
		       const char **ret_name)
{
	struct cpufreq_cpu *c = cpufreq_find(cf, cpu);
	int r;

	if (!c)
		return -ENXIO;
	r = load_states(cf, c, cpu);
	if (r < 0)
		return r;
	if (state >= c->n_states)
		return -ENOENT;
	*ret_name = c->states[state].name;
	return 0;
}

int cpuidle_time_us(struct cpufreq *cf, uint32_t cpu, const char *state,
		    uint64_t *ret_us)
{
	struct cpufreq_cpu *c = cpufreq_find(cf, cpu);
	int r;

	if (!c)
		return -ENXIO;
	r = load_states(cf, c, cpu);
	if (r < 0)
		return r;
	for (unsigned int k = 0; k < c->n_states; k++)
		if (strcasecmp(c->states[k].name, state) == 0)
			return state_time_us(cf, c, cpu, k, ret_us);
	return -ENOENT;
}

int cpuidle_idle_us(struct cpufreq *cf, uint32_t cpu, uint64_t *ret_us)
{
	struct cpufreq_cpu *c = cpufreq_find(cf, cpu);
	uint64_t sum = 0;
	int r;

	if (!c)
		return -ENXIO;
	r = load_states(cf, c, cpu);
	if (r < 0)
		return r;
	for (unsigned int k = 0; k < c->n_states; k++) {
		uint64_t us;

		r = state_time_us(cf, c, cpu, k, &us);
		if (r < 0)
			return r;
		sum += us;
	}
	*ret_us = sum;
	return 0;
}
