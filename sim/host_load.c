// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Load of the machine that runs the simulator, see the header
 */
#include "sim/host_load.h"

#include <errno.h>
#include <string.h>

#include "base/parse.h"

/* Columns of /proc/stat up to steal; guest and guest_nice are in user. */
enum column {
	COL_USER,
	COL_NICE,
	COL_SYSTEM,
	COL_IDLE,
	COL_IOWAIT,
	COL_IRQ,
	COL_SOFTIRQ,
	COL_STEAL,
	N_COLS,
};

bool host_load_parse_line(const char *line, uint32_t *ret_cpu,
			  struct host_cpu *ret)
{
	struct host_cpu times = { 0 };
	const char *p = line;
	uint32_t cpu;

	if (!parse_lit(&p, "cpu") || !parse_u32(&p, &cpu) || cpu >= CPUSET_MAX)
		return false;
	for (int col = 0; col < N_COLS; col++) {
		uint64_t ticks;

		/* Old kernels have fewer columns, the first four always. */
		if (*p != ' ' || !parse_blanks(&p) || !parse_u64(&p, &ticks)) {
			if (col > COL_IDLE)
				break;
			return false;
		}
		times.total += ticks;
		if (col != COL_IDLE && col != COL_IOWAIT)
			times.busy += ticks;
	}
	*ret_cpu = cpu;
	*ret = times;
	return true;
}

static double share(const struct host_cpu *before, const struct host_cpu *now)
{
	uint64_t total = now->total - before->total;
	uint64_t busy = now->busy - before->busy;

	/* Times of a CPU may step back a little; then it shows nothing. */
	if (now->total <= before->total || now->busy < before->busy)
		return 0;
	return busy >= total ? 1 : (double)busy / (double)total;
}

int host_load_update(struct host_load *hl, struct lineread *lr,
		     uint32_t n_cores, double *levels, uint32_t *scratch)
{
	struct host_cpu now;
	uint32_t cpu;
	char *line;
	int r;

	memset(scratch, 0, n_cores * sizeof(*scratch));
	while ((r = lineread_next(lr, &line)) != 0) {
		struct host_cpu *before;
		uint32_t core;

		/* The interrupt line may be longer than any buffer. */
		if (r < 0 && r != -EMSGSIZE)
			return r;
		if (r < 0 || !host_load_parse_line(line, &cpu, &now))
			continue;
		before = &hl->cpus[cpu];
		core = cpu % n_cores;
		if (before->total > 0 && now.total != before->total) {
			double level = share(before, &now);
			uint32_t n = scratch[core]++;

			levels[core] =
				n == 0 ? level
				       : (levels[core] * n + level) / (n + 1);
		}
		*before = now;
		hl->n_cpus = MAX(hl->n_cpus, cpu + 1);
	}
	return 0;
}
