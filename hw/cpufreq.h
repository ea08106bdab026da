/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: cpufreq and cpuidle of one machine
 *
 * Values by the name of the attribute and of the idle state, whatever the
 * driver: cpuN/cpufreq/scaling_cur_freq, cpuN/cpuidle/stateK/{name,time}.
 * State names are read once per CPU, at the first use, and compared without
 * regard to case (POLL, C1, C2). Files stay open (hw/files.h).
 *
 * Threads: a handle belongs to one thread.
 */
#ifndef HW_CPUFREQ_H
#define HW_CPUFREQ_H

#include <stddef.h>
#include <stdint.h>

#include "hw/files.h"
#include "hw/topology.h"

struct cpufreq;

/**
 * cpufreq_new() - Prepare; opens nothing yet
 * @files:	Cache, must outlive the handle
 * @hw:		Context, must outlive the handle
 * @topo:	Topology, must outlive the handle
 * @ret:	The handle; cpufreq_free() it
 *
 * Return: 0 or -ENOMEM
 */
int cpufreq_new(struct hw_files *files, struct hw *hw,
		const struct topology *topo, struct cpufreq **ret);

/**
 * cpufreq_free() - Close everything
 * @cf:		Handle or NULL
 */
void cpufreq_free(struct cpufreq *cf);

/**
 * cpufreq_cur_khz() - scaling_cur_freq
 * @cf:		Handle
 * @cpu:	Logical CPU
 * @ret_khz:	Frequency in kHz
 *
 * Return: 0, -ENOENT without cpufreq, -ENXIO for a CPU that is not present,
 * else negative errno
 */
int cpufreq_cur_khz(struct cpufreq *cf, uint32_t cpu, uint64_t *ret_khz);

/**
 * cpufreq_governor() - scaling_governor
 * @cf:		Handle
 * @cpu:	Logical CPU
 * @buf:	Name, NUL-terminated
 * @size:	Its size
 *
 * Return: length, or negative errno as cpufreq_cur_khz()
 */
int cpufreq_governor(struct cpufreq *cf, uint32_t cpu, char *buf, size_t size);

/**
 * cpuidle_state_name() - Name of one idle state, in the kernel's order
 * @cf:		Handle
 * @cpu:	Logical CPU
 * @state:	Number of the state, from 0
 * @ret_name:	Its name, owned by @cf and valid as long as it is
 *
 * Return: 0, -ENOENT behind the last state, else negative errno
 */
int cpuidle_state_name(struct cpufreq *cf, uint32_t cpu, unsigned int state,
		       const char **ret_name);

/**
 * cpuidle_time_us() - Cumulative time that a CPU spent in one idle state
 * @cf:		Handle
 * @cpu:	Logical CPU
 * @state:	Name of the state, e.g. "C2", case ignored
 * @ret_us:	Microseconds since boot
 *
 * The kernel's requested-state time; only finished visits count.
 *
 * Return: 0, -ENOENT without that state, else negative errno
 */
int cpuidle_time_us(struct cpufreq *cf, uint32_t cpu, const char *state,
		    uint64_t *ret_us);

/**
 * cpuidle_idle_us() - Cumulative time in all idle states of a CPU
 * @cf:		Handle
 * @cpu:	Logical CPU
 * @ret_us:	Microseconds since boot
 *
 * Return: 0, -ENOENT without cpuidle, else negative errno
 */
int cpuidle_idle_us(struct cpufreq *cf, uint32_t cpu, uint64_t *ret_us);

#endif
