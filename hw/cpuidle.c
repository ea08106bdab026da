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

#define STATE_PATH "sys/devices/system/cpu/cpu%u/cpuidle/state%u/%s"

/* clang-format off */
const struct cpufreq_desc cpuidle_attrs[CPUIDLE_N_ATTRS] = {
	[CPUIDLE_TIME] = { "time", .stays_open = true, .unit = "us" },
	[CPUIDLE_USAGE] = { "usage", .stays_open = true, .unit = "count" },
	[CPUIDLE_ABOVE] = { "above", .stays_open = true, .unit = "count" },
	[CPUIDLE_BELOW] = { "below", .stays_open = true, .unit = "count" },
	[CPUIDLE_REJECTED] = { "rejected", .stays_open = true, .unit = "count" },
	[CPUIDLE_LATENCY] = { "latency", .unit = "us" },
	[CPUIDLE_RESIDENCY] = { "residency", .unit = "us" },
	[CPUIDLE_DISABLED] = { "disable", .unit = "" },
};
/* clang-format on */

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

		for (unsigned int a = 0; a < CPUIDLE_N_OPEN; a++)
			s->open[a] = closed;
		r = hw_read_text(cf->hw, s->name, sizeof(s->name), STATE_PATH,
				 cpu, n, "name");
		if (r == -ENOENT)
			break;
		if (r < 0)
			return r;
	}
	c->n_states = n;
	return n ? 0 : -ENOENT;
}

static int get(struct cpufreq *cf, struct cpufreq_cpu *c, uint32_t cpu,
	       unsigned int k, enum cpuidle_attr attr, uint64_t *ret)
{
	const struct cpufreq_desc *desc = &cpuidle_attrs[attr];

	if (desc->stays_open && (unsigned int)attr < CPUIDLE_N_OPEN)
		return hw_file_u64(cf->files, &c->states[k].open[attr], ret,
				   STATE_PATH, cpu, k, desc->file);
	return hw_read_u64(cf->hw, ret, STATE_PATH, cpu, k, desc->file);
}

/* A CPU and the number of its state by name. */
static int find_state(struct cpufreq *cf, uint32_t cpu, const char *state,
		      struct cpufreq_cpu **ret_cpu, unsigned int *ret_k)
{
	struct cpufreq_cpu *c = cpufreq_find(cf, cpu);
	int r;

	if (!c)
		return -ENXIO;
	r = load_states(cf, c, cpu);
	if (r < 0)
		return r;
	for (unsigned int k = 0; k < c->n_states; k++) {
		if (strcasecmp(c->states[k].name, state) != 0)
			continue;
		*ret_cpu = c;
		*ret_k = k;
		return 0;
	}
	return -ENOENT;
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

int cpuidle_state_desc(struct cpufreq *cf, uint32_t cpu, const char *state,
		       char *buf, size_t size)
{
	struct cpufreq_cpu *c;
	unsigned int k;
	int r;

	r = find_state(cf, cpu, state, &c, &k);
	if (r < 0)
		return r;
	return hw_read_text(cf->hw, buf, size, STATE_PATH, cpu, k, "desc");
}

int cpuidle_get(struct cpufreq *cf, uint32_t cpu, const char *state,
		enum cpuidle_attr attr, uint64_t *ret)
{
	struct cpufreq_cpu *c;
	unsigned int k;
	int r;

	if ((unsigned int)attr >= CPUIDLE_N_ATTRS)
		return -EINVAL;
	r = find_state(cf, cpu, state, &c, &k);
	return r < 0 ? r : get(cf, c, cpu, k, attr, ret);
}

int cpuidle_time_us(struct cpufreq *cf, uint32_t cpu, const char *state,
		    uint64_t *ret_us)
{
	return cpuidle_get(cf, cpu, state, CPUIDLE_TIME, ret_us);
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

		r = get(cf, c, cpu, k, CPUIDLE_TIME, &us);
		if (r < 0)
			return r;
		sum += us;
	}
	*ret_us = sum;
	return 0;
}
