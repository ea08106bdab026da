/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Load of the machine that runs the simulator
 *
 * /proc/stat, each 100 ms: the share of time that a real CPU was not idle
 * since the last look. Real CPU n drives the simulated core n modulo the
 * number of cores; where several drive one core, it gets their mean; a core
 * that none drives is idle.
 */
#ifndef SIM_HOST_LOAD_H
#define SIM_HOST_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpuset.h"
#include "base/lineread.h"
#include "base/util.h"

#define HOST_LOAD_INTERVAL_NS (100 * NSEC_PER_MSEC)

/**
 * struct host_cpu - Times of one real CPU, in ticks
 * @busy:	Not idle
 * @total:	All
 */
struct host_cpu {
	uint64_t busy;
	uint64_t total;
};

/**
 * struct host_load - What was seen last
 * @cpus:	By CPU number
 * @n_cpus:	Entries that were ever used
 */
struct host_load {
	struct host_cpu cpus[CPUSET_MAX];
	uint32_t n_cpus;
};

/**
 * host_load_parse_line() - Read a line "cpuN user nice system idle ..."
 * @line:	Line of /proc/stat
 * @ret_cpu:	N
 * @ret:	Times
 *
 * Guest time is part of user time and not added again.
 *
 * Return: true on success, false for any other line
 */
bool host_load_parse_line(const char *line, uint32_t *ret_cpu,
			  struct host_cpu *ret);

/**
 * host_load_update() - Look once
 * @hl:		What was seen last; zeroed before the first look
 * @lr:		Reader of /proc/stat, at its start
 * @n_cores:	Simulated cores
 * @levels:	@n_cores loads, 0 to 1; as they were for cores whose CPUs'
 *		times did not move
 * @scratch:	@n_cores counts of the caller, overwritten
 *
 * Return: 0, or negative errno of reading
 */
int host_load_update(struct host_load *hl, struct lineread *lr,
		     uint32_t n_cores, double *levels, uint32_t *scratch);

#endif
