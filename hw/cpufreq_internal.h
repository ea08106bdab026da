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

/* The attributes that stay open come first: one slot each. */
#define CPUFREQ_N_OPEN (CPUFREQ_GOVERNOR + 1)
#define CPUIDLE_N_OPEN (CPUIDLE_REJECTED + 1)

/**
 * struct cpuidle_state - One stateK of a CPU
 * @name:	Its name
 * @open:	Its attributes that move
 */
struct cpuidle_state {
	char name[IDLE_NAME_LEN];
	struct hw_file open[CPUIDLE_N_OPEN];
};

/**
 * struct cpufreq_cpu - What is asked of one CPU
 * @open:	Its attributes that stay open
 * @n_states:	Idle states, 0 before their names were read
 * @states:	They
 */
struct cpufreq_cpu {
	struct hw_file open[CPUFREQ_N_OPEN];
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
