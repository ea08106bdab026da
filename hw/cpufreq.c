// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: cpufreq by attribute
 *
 * Whichever driver is loaded, scaling_cur_freq and scaling_governor are there.
 */
#include "hw/cpufreq.h"

#include <errno.h>
#include <stdlib.h>

#include "hw/cpufreq_internal.h"

#define CPUFREQ_PATH "sys/devices/system/cpu/cpu%u/cpufreq/"

int cpufreq_new(struct hw_files *files, struct hw *hw,
		const struct topology *topo, struct cpufreq **ret)
{
	const struct hw_file closed = HW_FILE_INIT;
	struct cpufreq *cf;

	cf = calloc(1, sizeof(*cf) + topo->n_cpus * sizeof(cf->cpus[0]));
	if (!cf)
		return -ENOMEM;
	cf->files = files;
	cf->hw = hw;
	cf->topo = topo;
	cf->n_cpus = topo->n_cpus;
	for (uint32_t i = 0; i < cf->n_cpus; i++) {
		cf->cpus[i].cur = closed;
		cf->cpus[i].governor = closed;
	}
	*ret = cf;
	return 0;
}

void cpufreq_free(struct cpufreq *cf)
{
	if (!cf)
		return;
	for (uint32_t i = 0; i < cf->n_cpus; i++) {
		struct cpufreq_cpu *c = &cf->cpus[i];

		hw_file_close(cf->files, &c->cur);
		hw_file_close(cf->files, &c->governor);
		for (unsigned int k = 0; k < c->n_states; k++)
			hw_file_close(cf->files, &c->states[k].time);
	}
	free(cf);
}

struct cpufreq_cpu *cpufreq_find(struct cpufreq *cf, uint32_t cpu)
{
	const struct topo_cpu *c = topology_cpu(cf->topo, cpu);

	return c ? &cf->cpus[c - cf->topo->cpus] : NULL;
}

int cpufreq_cur_khz(struct cpufreq *cf, uint32_t cpu, uint64_t *ret_khz)
{
	struct cpufreq_cpu *c = cpufreq_find(cf, cpu);

	if (!c)
		return -ENXIO;
	return hw_file_u64(cf->files, &c->cur, ret_khz,
			   CPUFREQ_PATH "scaling_cur_freq", cpu);
}

int cpufreq_governor(struct cpufreq *cf, uint32_t cpu, char *buf, size_t size)
{
	struct cpufreq_cpu *c = cpufreq_find(cf, cpu);

	if (!c)
		return -ENXIO;
	return hw_file_text(cf->files, &c->governor, buf, size,
			    CPUFREQ_PATH "scaling_governor", cpu);
}
