/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The handle that cpufreq and cpuidle share
 */
#ifndef HW_CPUFREQ_INTERNAL_H
#define HW_CPUFREQ_INTERNAL_H

#include "hw/cpufreq.h"

/* The kernel's CPUIDLE_STATE_MAX and CPUIDLE_NAME_LEN. */
#define IDLE_STATES_MAX 10
#define IDLE_NAME_LEN 16

/**
 * struct cpuidle_state - One stateK of a CPU
 * @name:	Its name
 * @time:	Its attribute "time"
 */
struct cpuidle_state {
	char name[IDLE_NAME_LEN];
	struct hw_file time;
};

/**
 * struct cpufreq_cpu - What is asked of one CPU
 * @cur:	scaling_cur_freq
 * @governor:	scaling_governor
 * @n_states:	Idle states, 0 before their names were read
 * @states:	They
 */
struct cpufreq_cpu {
	struct hw_file cur;
	struct hw_file governor;
	unsigned int n_states;
	struct cpuidle_state states[IDLE_STATES_MAX];
};

/**
 * struct cpufreq - The handle
 * @files:	Cache
 * @hw:		Context
 * @topo:	Topology
 * @n_cpus:	Length of @cpus
 * @cpus:	By index of the CPU in @topo
 */
struct cpufreq {
	struct hw_files *files;
	struct hw *hw;
	const struct topology *topo;
	uint32_t n_cpus;
	struct cpufreq_cpu cpus[];
};

/**
 * cpufreq_find() - Entry of a CPU
 * @cf:		Handle
 * @cpu:	Logical CPU
 *
 * Return: the entry, or NULL if the CPU is not present
 */
struct cpufreq_cpu *cpufreq_find(struct cpufreq *cf, uint32_t cpu);

#endif
