// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Model time, see the header
 */
#include "sim/clock.h"

#include <errno.h>

#include "base/util.h"

void sim_clock_start(struct sim_clock *c, uint64_t real_ns)
{
	*c = (struct sim_clock){ .real_ns = real_ns };
}

uint64_t sim_clock_now(const struct sim_clock *c, uint64_t real_ns)
{
	/* A thread may have taken the real time before the last change. */
	if (c->stopped || real_ns < c->real_ns)
		return c->model_ns;
	return MIN(c->model_ns + (real_ns - c->real_ns), SIM_CLOCK_MAX_NS);
}

/* Make now the time from which the clock counts. */
static void rebase(struct sim_clock *c, uint64_t real_ns)
{
	c->model_ns = sim_clock_now(c, real_ns);
	if (real_ns > c->real_ns)
		c->real_ns = real_ns;
}

void sim_clock_stop(struct sim_clock *c, uint64_t real_ns)
{
	rebase(c, real_ns);
	c->stopped = true;
}

void sim_clock_run(struct sim_clock *c, uint64_t real_ns)
{
	rebase(c, real_ns);
	c->stopped = false;
}

int sim_clock_step(struct sim_clock *c, uint64_t step_ns, uint64_t real_ns)
{
	rebase(c, real_ns);
	if (step_ns > SIM_CLOCK_MAX_NS - c->model_ns)
		return -EINVAL;
	c->model_ns += step_ns;
	return 0;
}
