// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The thread that lets cores follow the real machine, see sim.h
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "sim/host_load.h"
#include "sim/sim.h"

/* Called with the lock, for writing. */
static void apply_host_levels(struct sim *sim, uint64_t t_ns,
			      const double *levels)
{
	uint32_t n_cores = scenario_n_cores(machine_scenario(sim->m));

	for (uint32_t core = 0; core < n_cores; core++) {
		struct load load = *machine_core_load(sim->m, core);

		/* Each change begins a new segment: none without need. */
		if (load.kind != LOAD_HOST || load.level == levels[core])
			continue;
		load.level = levels[core];
		(void)machine_set_load(sim->m, core, core, &load, t_ns);
	}
}

static bool wants_host(struct sim *sim)
{
	uint32_t n_cores = scenario_n_cores(machine_scenario(sim->m));
	bool any = false;

	pthread_rwlock_rdlock(&sim->lock);
	for (uint32_t core = 0; core < n_cores && !any; core++)
		any = machine_core_load(sim->m, core)->kind == LOAD_HOST;
	pthread_rwlock_unlock(&sim->lock);
	return any;
}

static int look_at_host(struct host_load *hl, uint32_t n_cores, double *levels,
			uint32_t *scratch)
{
	cleanup_close int fd = open("/proc/stat", O_RDONLY | O_CLOEXEC);
	struct lineread lr;
	char buf[1024];

	if (fd < 0)
		return -errno;
	lineread_init(&lr, lineread_fd, &fd, buf, sizeof(buf));
	return host_load_update(hl, &lr, n_cores, levels, scratch);
}

void *sim_host_load_thread(void *arg)
{
	struct sim *sim = arg;
	uint32_t n_cores = scenario_n_cores(machine_scenario(sim->m));
	cleanup_free struct host_load *hl = calloc(1, sizeof(*hl));
	cleanup_free uint32_t *scratch = calloc(n_cores, sizeof(*scratch));
	cleanup_free double *levels = calloc(n_cores, sizeof(*levels));
	struct waiter me = { .waits = &sim->waits };
	struct moment now;

	while (waiter_sleep(&me, HOST_LOAD_INTERVAL_NS, false) == 0) {
		/* Without memory cores that follow the host stay idle. */
		if (!hl || !scratch || !levels || !wants_host(sim))
			continue;
		if (look_at_host(hl, n_cores, levels, scratch))
			continue;
		sim_moment_begin_change(sim, &now);
		apply_host_levels(sim, now.t_ns, levels);
		sim_moment_end(sim);
	}
	return NULL;
}
