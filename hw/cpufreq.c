// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: cpufreq by attribute
 *
 * THE table of attributes: name, kind and unit, from which file names, hwdump
 * and callers take what they know. Whichever driver is loaded, a file is there
 * or it is not; nothing is derived from the driver's name.
 */
#include "hw/cpufreq.h"

#include <errno.h>
#include <stdlib.h>

#include "base/util.h"
#include "hw/cpufreq_internal.h"

#define CPU_DIR "sys/devices/system/cpu/"
#define CPUFREQ_PATH CPU_DIR "cpu%u/cpufreq/%s"

/* clang-format off */
const struct cpufreq_desc cpufreq_attrs[CPUFREQ_N_ATTRS] = {
	[CPUFREQ_CUR_FREQ] = {
		"scaling_cur_freq", .stays_open = true, .unit = "kHz",
	},
	[CPUFREQ_GOVERNOR] = {
		"scaling_governor", .is_text = true, .stays_open = true,
	},
	[CPUFREQ_DRIVER] = { "scaling_driver", .is_text = true },
	[CPUFREQ_AVAILABLE_GOVERNORS] = {
		"scaling_available_governors", .is_text = true,
	},
	[CPUFREQ_MIN_FREQ] = { "scaling_min_freq", .unit = "kHz" },
	[CPUFREQ_MAX_FREQ] = { "scaling_max_freq", .unit = "kHz" },
	[CPUFREQ_HW_MIN_FREQ] = { "cpuinfo_min_freq", .unit = "kHz" },
	[CPUFREQ_HW_MAX_FREQ] = { "cpuinfo_max_freq", .unit = "kHz" },
	[CPUFREQ_HW_CUR_FREQ] = { "cpuinfo_cur_freq", .unit = "kHz" },
	[CPUFREQ_AVAILABLE_FREQS] = {
		"scaling_available_frequencies", .is_text = true, .unit = "kHz",
	},
	[CPUFREQ_BIOS_LIMIT] = { "bios_limit", .unit = "kHz" },
	[CPUFREQ_AMD_MAX_FREQ] = { "amd_pstate_max_freq", .unit = "kHz" },
	[CPUFREQ_AMD_LOWEST_NONLINEAR_FREQ] = {
		"amd_pstate_lowest_nonlinear_freq", .unit = "kHz",
	},
	[CPUFREQ_AMD_HIGHEST_PERF] = { "amd_pstate_highest_perf", .unit = "" },
	[CPUFREQ_AMD_PREFCORE_RANKING] = {
		"amd_pstate_prefcore_ranking", .unit = "",
	},
	[CPUFREQ_AMD_HW_PREFCORE] = {
		"amd_pstate_hw_prefcore", .is_text = true,
	},
	[CPUFREQ_EPP] = { "energy_performance_preference", .is_text = true },
	[CPUFREQ_AVAILABLE_EPPS] = {
		"energy_performance_available_preferences", .is_text = true,
	},
};

const struct cpufreq_desc cpufreq_globals[CPUFREQ_N_GLOBALS] = {
	[CPUFREQ_BOOST] = { "cpufreq/boost", .unit = "" },
	[CPUFREQ_AMD_STATUS] = { "amd_pstate/status", .is_text = true },
	[CPUFREQ_AMD_PREFCORE] = { "amd_pstate/prefcore", .is_text = true },
	[CPUIDLE_DRIVER] = { "cpuidle/current_driver", .is_text = true },
	[CPUIDLE_GOVERNOR] = { "cpuidle/current_governor", .is_text = true },
};
/* clang-format on */

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
	for (uint32_t i = 0; i < cf->n_cpus; i++)
		for (unsigned int a = 0; a < CPUFREQ_N_OPEN; a++)
			cf->cpus[i].open[a] = closed;
	*ret = cf;
	return 0;
}

static void close_cpu(struct cpufreq *cf, struct cpufreq_cpu *c)
{
	for (unsigned int a = 0; a < CPUFREQ_N_OPEN; a++)
		hw_file_close(cf->files, &c->open[a]);
	for (unsigned int k = 0; k < c->n_states; k++)
		for (unsigned int a = 0; a < CPUIDLE_N_OPEN; a++)
			hw_file_close(cf->files, &c->states[k].open[a]);
}

void cpufreq_free(struct cpufreq *cf)
{
	if (!cf)
		return;
	for (uint32_t i = 0; i < cf->n_cpus; i++)
		close_cpu(cf, &cf->cpus[i]);
	free(cf);
}

struct cpufreq_cpu *cpufreq_find(struct cpufreq *cf, uint32_t cpu)
{
	const struct topo_cpu *c = topology_cpu(cf->topo, cpu);

	return c ? &cf->cpus[c - cf->topo->cpus] : NULL;
}

/* The kernel ends a list of words with a blank. */
static int without_blanks(char *text, int len)
{
	while (len > 0 && text[len - 1] == ' ')
		text[--len] = '\0';
	return len;
}

int cpufreq_get_u64(struct cpufreq *cf, uint32_t cpu, enum cpufreq_attr attr,
		    uint64_t *ret)
{
	struct cpufreq_cpu *c = cpufreq_find(cf, cpu);
	const struct cpufreq_desc *desc;

	if ((unsigned int)attr >= CPUFREQ_N_ATTRS ||
	    cpufreq_attrs[attr].is_text)
		return -EINVAL;
	if (!c)
		return -ENXIO;
	desc = &cpufreq_attrs[attr];
	if (desc->stays_open && (unsigned int)attr < CPUFREQ_N_OPEN)
		return hw_file_u64(cf->files, &c->open[attr], ret, CPUFREQ_PATH,
				   cpu, desc->file);
	return hw_read_u64(cf->hw, ret, CPUFREQ_PATH, cpu, desc->file);
}

int cpufreq_get_text(struct cpufreq *cf, uint32_t cpu, enum cpufreq_attr attr,
		     char *buf, size_t size)
{
	struct cpufreq_cpu *c = cpufreq_find(cf, cpu);
	const struct cpufreq_desc *desc;
	int r;

	if ((unsigned int)attr >= CPUFREQ_N_ATTRS)
		return -EINVAL;
	if (!c)
		return -ENXIO;
	desc = &cpufreq_attrs[attr];
	if (desc->stays_open && (unsigned int)attr < CPUFREQ_N_OPEN)
		r = hw_file_text(cf->files, &c->open[attr], buf, size,
				 CPUFREQ_PATH, cpu, desc->file);
	else
		r = hw_read_text(cf->hw, buf, size, CPUFREQ_PATH, cpu,
				 desc->file);
	return r < 0 ? r : without_blanks(buf, r);
}

int cpufreq_global_u64(struct cpufreq *cf, enum cpufreq_global attr,
		       uint64_t *ret)
{
	if ((unsigned int)attr >= CPUFREQ_N_GLOBALS ||
	    cpufreq_globals[attr].is_text)
		return -EINVAL;
	return hw_read_u64(cf->hw, ret, CPU_DIR "%s",
			   cpufreq_globals[attr].file);
}

int cpufreq_global_text(struct cpufreq *cf, enum cpufreq_global attr, char *buf,
			size_t size)
{
	int r;

	if ((unsigned int)attr >= CPUFREQ_N_GLOBALS)
		return -EINVAL;
	r = hw_read_text(cf->hw, buf, size, CPU_DIR "%s",
			 cpufreq_globals[attr].file);
	return r < 0 ? r : without_blanks(buf, r);
}

int cpufreq_cur_khz(struct cpufreq *cf, uint32_t cpu, uint64_t *ret_khz)
{
	return cpufreq_get_u64(cf, cpu, CPUFREQ_CUR_FREQ, ret_khz);
}

int cpufreq_governor(struct cpufreq *cf, uint32_t cpu, char *buf, size_t size)
{
	return cpufreq_get_text(cf, cpu, CPUFREQ_GOVERNOR, buf, size);
}
