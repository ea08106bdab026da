// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in files.h. */

#include "pmda/collect/files.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "pmda/collect/idle.h"
#include "pmda/collect/strings.h"

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
 * @strings:	Texts that were read
 * @idle:	Readings of each core
 * @next_core:	Where the timer goes on
 * @round_ns:	When its current round over all cores began
 * @round_due_ns: When it goes on
 * @look_due_ns: When hot-plug is looked for
 * @changed:	CPUs have come or gone
 */
struct files {
	struct hw *hw;
	const struct topology *topo;
	struct hw_files *cache;
	struct cpufreq *cpufreq;
	struct k10temp *k10temp;
	struct strings strings;
	struct idle_window *idle;
	uint32_t next_core;
	uint64_t round_ns;
	uint64_t round_due_ns;
	uint64_t look_due_ns;
	bool changed;
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

/* Keep what was read; @len is its length or negative errno. */
static int files_keep(struct files *f, const char *text, int len,
		      union slot_data *ret_data)
{
	const char *kept;

	if (len < 0)
		return len;
	kept = strings_add(&f->strings, text);
	if (!kept)
		return -ENOSPC;
	ret_data->text = kept;
	return 0;
}

static int files_cpufreq(struct files *f, const struct source_desc *d,
			 uint32_t cpu, union slot_data *ret_data)
{
	enum cpufreq_attr attr = d->attribute;
	char buf[STRINGS_LONGEST];
	int r;

	if (!cpufreq_attrs[attr].is_text)
		return cpufreq_get_u64(f->cpufreq, cpu, attr, &ret_data->u64);
	r = cpufreq_get_text(f->cpufreq, cpu, attr, buf, sizeof(buf));
	return files_keep(f, buf, r, ret_data);
}

static int files_global(struct files *f, const struct source_desc *d,
			union slot_data *ret_data)
{
	enum cpufreq_global attr = d->attribute;
	char buf[STRINGS_LONGEST];
	int r;

	if (!cpufreq_globals[attr].is_text)
		return cpufreq_global_u64(f->cpufreq, attr, &ret_data->u64);
	r = cpufreq_global_text(f->cpufreq, attr, buf, sizeof(buf));
	return files_keep(f, buf, r, ret_data);
}

int files_hsmp_version(struct hw *hw, char *buf, size_t size)
{
	int r = hw_read_text(hw, buf, size, "sys/module/hsmp_common/version");

	if (r == -ENOENT)
		r = hw_read_text(hw, buf, size, "sys/module/amd_hsmp/version");
	return r;
}

static int files_hsmp_driver(struct files *f, union slot_data *ret_data)
{
	char buf[STRINGS_LONGEST];

	return files_keep(f, buf, files_hsmp_version(f->hw, buf, sizeof(buf)),
			  ret_data);
}

int files_read(struct files *f, enum source src, uint32_t index,
	       union slot_data *ret_data)
{
	const struct source_desc *d = &sources[src];
	uint32_t cpu = UINT32_MAX;

	if (d->per == PER_CPU)
		cpu = f->topo->cpus[index].cpu;
	switch (d->file) {
	case FILE_CPUFREQ:
		return files_cpufreq(f, d, cpu, ret_data);
	case FILE_CPUIDLE:
		return cpuidle_get(f->cpufreq, cpu, d->state, d->attribute,
				   &ret_data->u64);
	case FILE_CPU_GLOBAL:
		return files_global(f, d, ret_data);
	case FILE_HSMP_DRIVER:
		return files_hsmp_driver(f, ret_data);
	case FILE_K10TEMP:
		return k10temp_tctl_mc(f->k10temp, index, &ret_data->s64);
	case FILE_C0:
		return files_c0(f, index, &ret_data->real);
	case FILE_NONE:
		break;
	}
	return -EOPNOTSUPP;
}

bool files_changed(const struct files *f)
{
	return f->changed;
}

/* In portions, so that what clients ask for is read in between. */
static void files_round(struct files *f, uint64_t now_ns)
{
	uint32_t end = MIN(f->next_core + FILES_PORTION, f->topo->n_cores);
	double percent;

	if (f->next_core == 0)
		f->round_ns = now_ns;
	for (; f->next_core < end; f->next_core++)
		(void)files_c0(f, f->next_core, &percent);
	f->round_due_ns = now_ns + FILES_PAUSE_NS;
	if (f->next_core < f->topo->n_cores)
		return;
	f->next_core = 0;
	f->round_due_ns = f->round_ns + FILES_IDLE_PERIOD_NS;
}

uint64_t files_tick(struct files *f, uint64_t now_ns)
{
	if (now_ns >= f->round_due_ns)
		files_round(f, now_ns);
	if (now_ns >= f->look_due_ns) {
		f->changed |= topology_changed(f->hw, f->topo) > 0;
		f->look_due_ns = now_ns + FILES_LOOK_NS;
	}
	return MIN(f->round_due_ns, f->look_due_ns);
}
