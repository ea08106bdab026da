// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in files.h. */

#include "pmda/collect/files.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "pmda/collect/idle.h"

#define FILES_LIMIT_DEFAULT 256

/* Cores that the timer reads at a time, and the pause between. */
#define FILES_PORTION 16
#define FILES_PAUSE_NS (2 * NSEC_PER_MSEC)

/**
 * struct files - State, owned by one thread
 * @hw:		Context
 * @topo:	Topology
 * @cache:	Files that stay open
 * @cpufreq:	Clocks and idle states
 * @k10temp:	Temperatures
 * @idle:	Readings of each core
 * @next_core:	Where the timer goes on
 * @round_ns:	When its current round over all cores began
 */
struct files {
	struct hw *hw;
	const struct topology *topo;
	struct hw_files *cache;
	struct cpufreq *cpufreq;
	struct k10temp *k10temp;
	struct idle_window *idle;
	uint32_t next_core;
	uint64_t round_ns;
};

static unsigned int files_limit(void)
{
	struct rlimit rl;

	if (getrlimit(RLIMIT_NOFILE, &rl) < 0 || rl.rlim_cur == RLIM_INFINITY)
		return FILES_LIMIT_DEFAULT;
	return (unsigned int)MAX(MIN(rl.rlim_cur / 2, 65536), 1);
}

int files_new(struct hw *hw, const struct topology *topo, struct files **ret)
{
	struct files *f;
	int r;

	f = calloc(1, sizeof(*f));
	if (!f)
		return -ENOMEM;
	f->hw = hw;
	f->topo = topo;
	f->idle = calloc(topo->n_cores, sizeof(*f->idle));
	r = f->idle ? hw_files_new(hw, files_limit(), &f->cache) : -ENOMEM;
	if (r == 0)
		r = cpufreq_new(f->cache, hw, topo, &f->cpufreq);
	if (r == 0)
		r = k10temp_new(f->cache, hw, topo->n_sockets, &f->k10temp);
	if (r < 0) {
		files_free(f);
		return r;
	}
	*ret = f;
	return 0;
}

void files_free(struct files *f)
{
	if (!f)
		return;
	k10temp_free(f->k10temp);
	cpufreq_free(f->cpufreq);
	hw_files_free(f->cache);
	free(f->idle);
	free(f);
}

static int files_c0(struct files *f, uint32_t core, double *ret_percent)
{
	const struct topo_core *tc = &f->topo->cores[core];
	struct idle_reading now = { .at_ns = hw_now_ns(f->hw) };

	for (uint32_t i = 0; i < tc->n_threads; i++) {
		uint64_t us;
		int r;

		r = cpuidle_idle_us(f->cpufreq,
				    f->topo->threads[tc->threads + i], &us);
		if (r < 0)
			return r;
		now.idle_us += us;
	}
	if (!idle_window_add(&f->idle[core], now, tc->n_threads,
			     FILES_IDLE_MIN_NS, ret_percent))
		return -EAGAIN;
	return 0;
}

int files_read(struct files *f, enum source src, uint32_t index,
	       union slot_data *ret_data)
{
	uint32_t cpu = UINT32_MAX;
	int r;

	if (sources[src].per == PER_CPU)
		cpu = f->topo->cpus[index].cpu;
	switch (src) {
	case SRC_K10TEMP:
		return k10temp_tctl_mc(f->k10temp, index, &ret_data->s64);
	case SRC_CUR_FREQ:
		return cpufreq_cur_khz(f->cpufreq, cpu, &ret_data->u64);
	case SRC_GOVERNOR:
		r = cpufreq_governor(f->cpufreq, cpu, ret_data->text,
				     sizeof(ret_data->text));
		return MIN(r, 0);
	case SRC_C2_TIME:
		return cpuidle_time_us(f->cpufreq, cpu, "C2", &ret_data->u64);
	case SRC_C0_RESIDENCY:
		return files_c0(f, index, &ret_data->real);
	case SRC_NONE:
	case SRC_ENERGY_PKG:
	case SRC_ENERGY_CORE:
	case SRC_PROTO_VER:
	case SRC_POWER:
	case SRC_POWER_LIMIT:
	case SRC_POWER_LIMIT_MAX:
	case SRC_BOOST_LIMIT:
	case SRC_PROCHOT:
	case SRC_CLOCKS:
	case SRC_CCLK_LIMIT:
	case SRC_CORE_CCLK_LIMIT:
	case SRC_TEMP_MONITOR:
	case SRC_N:
		break;
	}
	return -EOPNOTSUPP;
}

/* In portions, so that what clients ask for is read in between. */
uint64_t files_tick(struct files *f, uint64_t now_ns)
{
	uint32_t end = MIN(f->next_core + FILES_PORTION, f->topo->n_cores);
	double percent;

	if (f->next_core == 0)
		f->round_ns = now_ns;
	for (; f->next_core < end; f->next_core++)
		(void)files_c0(f, f->next_core, &percent);
	if (f->next_core < f->topo->n_cores)
		return now_ns + FILES_PAUSE_NS;
	f->next_core = 0;
	return MAX(f->round_ns + FILES_IDLE_PERIOD_NS, now_ns);
}
