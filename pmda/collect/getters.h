/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: From what was read to a metric's value
 *
 * A getter takes what the collector has and makes one value of it. It reads
 * nothing from the machine and waits for nothing. Its result is 0, or the
 * negative errno that says why there is no value.
 */
#ifndef PMDA_COLLECT_GETTERS_H
#define PMDA_COLLECT_GETTERS_H

#include "pmda/collect/collect.h"
#include "pmda/collect/value.h"

/**
 * struct agent_stats - The agent's account of itself
 * @fetch_us:	Time spent answering fetches
 */
struct agent_stats {
	uint64_t fetch_us;
};

/**
 * struct getter_args - What a getter is given
 * @c:		Collector
 * @agent:	The agent's account of itself
 * @src:	The source that the value is to come from: the metric's own, or
 *		its fallback
 * @index:	Instance of @src, of the metric if it has no source, 0 for
 *		PER_MACHINE
 * @text:	Room for a string that the getter makes
 */
struct getter_args {
	struct collect *c;
	const struct agent_stats *agent;
	enum source src;
	uint32_t index;
	char text[SLOT_TEXT];
};

/**
 * typedef metric_getter - Make a value
 * @a:		Arguments
 * @ret:	Value, untouched on failure
 *
 * Return: 0 or negative errno
 */
typedef int (*metric_getter)(struct getter_args *a, union metric_value *ret);

/* What was read, as it is: first or second response word, u64, text, share. */
int get_word0(struct getter_args *a, union metric_value *ret);
int get_word1(struct getter_args *a, union metric_value *ret);
int get_u64(struct getter_args *a, union metric_value *ret);
int get_khz(struct getter_args *a, union metric_value *ret);
int get_text(struct getter_args *a, union metric_value *ret);
int get_real(struct getter_args *a, union metric_value *ret);
int get_temperature(struct getter_args *a, union metric_value *ret);
int get_flag(struct getter_args *a, union metric_value *ret);

/* The energy registers. */
int get_energy_unit(struct getter_args *a, union metric_value *ret);
int get_energy_source(struct getter_args *a, union metric_value *ret);
int get_energy_bits(struct getter_args *a, union metric_value *ret);
int get_energy_wraps(struct getter_args *a, union metric_value *ret);
int get_energy_lost(struct getter_args *a, union metric_value *ret);
int get_energy_rejected(struct getter_args *a, union metric_value *ret);

/* The mailbox. */
int get_hsmp_state(struct getter_args *a, union metric_value *ret);
int get_hsmp_timeouts(struct getter_args *a, union metric_value *ret);
int get_hsmp_errors(struct getter_args *a, union metric_value *ret);

/* Topology. */
int get_n_sockets(struct getter_args *a, union metric_value *ret);
int get_n_cores(struct getter_args *a, union metric_value *ret);
int get_n_cpus(struct getter_args *a, union metric_value *ret);
int get_threads_per_core(struct getter_args *a, union metric_value *ret);
int get_n_ccds(struct getter_args *a, union metric_value *ret);
int get_n_numa_nodes(struct getter_args *a, union metric_value *ret);

/* The agent. */
int get_fetch_time(struct getter_args *a, union metric_value *ret);
int get_cpu_time(struct getter_args *a, union metric_value *ret);
int get_reads(struct getter_args *a, union metric_value *ret);
int get_sample_age(struct getter_args *a, union metric_value *ret);

#endif
