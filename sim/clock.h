/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Model time
 *
 * Model time begins at 0 and runs as fast as the real clock, except that it
 * can be stopped, run on and be moved forward. Never back.
 *
 * Pure: the real time is an argument. The caller serialises changes against
 * reads.
 */
#ifndef SIM_CLOCK_H
#define SIM_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/fixed.h"

/* The model counts no further (a year); the clock then stands. */
#define SIM_CLOCK_MAX_NS (MODEL_MAX_NS - 1)

/**
 * struct sim_clock - State of the clock
 * @model_ns:	Model time at @real_ns
 * @real_ns:	Real time of the last change
 * @stopped:	Model time stands still
 */
struct sim_clock {
	uint64_t model_ns;
	uint64_t real_ns;
	bool stopped;
};

/**
 * sim_clock_start() - Begin at model time 0
 * @c:		Clock
 * @real_ns:	Real time now
 */
void sim_clock_start(struct sim_clock *c, uint64_t real_ns);

/**
 * sim_clock_now() - Model time
 * @c:		Clock
 * @real_ns:	Real time now
 *
 * Return: nanoseconds
 */
uint64_t sim_clock_now(const struct sim_clock *c, uint64_t real_ns);

/**
 * sim_clock_stop() - Let model time stand still
 * @c:		Clock
 * @real_ns:	Real time now
 */
void sim_clock_stop(struct sim_clock *c, uint64_t real_ns);

/**
 * sim_clock_run() - Let model time run on from where it stands
 * @c:		Clock
 * @real_ns:	Real time now
 */
void sim_clock_run(struct sim_clock *c, uint64_t real_ns);

/**
 * sim_clock_step() - Move model time forward, running or not
 * @c:		Clock
 * @step_ns:	By how much
 * @real_ns:	Real time now
 *
 * Return: 0, -EINVAL if that were beyond SIM_CLOCK_MAX_NS
 */
int sim_clock_step(struct sim_clock *c, uint64_t step_ns, uint64_t real_ns);

#endif
