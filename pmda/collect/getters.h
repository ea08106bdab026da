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
 * struct getter_params - What a getter needs beside the source
 * @field:	Field of the message's response
 * @table6:	Field of the metric table of protocol 6, NULL if it has none
 * @table7:	Field of that of family 1Ah models 50h to 5Fh
 */
struct getter_params {
	const char *field;
	const char *table6;
	const char *table7;
};

/* The longest text that a getter makes: all message ids. */
#define GETTER_TEXT 256

/**
 * struct getter_args - What a getter is given
 * @c:		Collector
 * @agent:	The agent's account of itself
 * @params:	The metric's parameters
 * @src:	The source that the value is to come from: the metric's own, or
 *		a fallback
 * @index:	Instance of @src, of the metric if it has no source, 0 for
 *		PER_MACHINE
 * @per:	What the metric is per
 * @item:	Instance of the metric
 * @text:	Room for a string that the getter makes
 */
struct getter_args {
	struct collect *c;
	const struct agent_stats *agent;
	const struct getter_params *params;
	enum source src;
	uint32_t index;
	enum per per;
	uint32_t item;
	char text[GETTER_TEXT];
};

/**
 * typedef metric_getter - Make a value
 * @a:		Arguments
 * @ret:	Value, untouched on failure
 *
 * Return: 0 or negative errno
 */
typedef int (*metric_getter)(struct getter_args *a, union metric_value *ret);

/* What was read, as it is. */
int get_u64(struct getter_args *a, union metric_value *ret);
int get_u32(struct getter_args *a, union metric_value *ret);
int get_text(struct getter_args *a, union metric_value *ret);
int get_real(struct getter_args *a, union metric_value *ret);

/* A field of a response: unsigned, or with sign and divisor. */
int get_field(struct getter_args *a, union metric_value *ret);
int get_scaled(struct getter_args *a, union metric_value *ret);

/* Responses with a meaning of their own. */
int get_temperature(struct getter_args *a, union metric_value *ret);
int get_temperature_source(struct getter_args *a, union metric_value *ret);
int get_smu_version(struct getter_args *a, union metric_value *ret);
int get_power_mode_name(struct getter_args *a, union metric_value *ret);
int get_limit_source_name(struct getter_args *a, union metric_value *ret);
int get_dimm_total(struct getter_args *a, union metric_value *ret);
int get_xgmi_width_min(struct getter_args *a, union metric_value *ret);
int get_xgmi_width_max(struct getter_args *a, union metric_value *ret);
int get_df_pstate(struct getter_args *a, union metric_value *ret);

/* Fields of the metric table: value or average, uJ, count. */
int get_table_value(struct getter_args *a, union metric_value *ret);
int get_table_average(struct getter_args *a, union metric_value *ret);
int get_table_energy(struct getter_args *a, union metric_value *ret);
int get_table_count(struct getter_args *a, union metric_value *ret);

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
int get_hsmp_messages(struct getter_args *a, union metric_value *ret);
int get_hsmp_retries(struct getter_args *a, union metric_value *ret);
int get_hsmp_latency(struct getter_args *a, union metric_value *ret);
int get_hsmp_supported(struct getter_args *a, union metric_value *ret);

/* Topology. */
int get_n_sockets(struct getter_args *a, union metric_value *ret);
int get_n_cores(struct getter_args *a, union metric_value *ret);
int get_n_cpus(struct getter_args *a, union metric_value *ret);
int get_threads_per_core(struct getter_args *a, union metric_value *ret);
int get_n_ccds(struct getter_args *a, union metric_value *ret);
int get_n_numa_nodes(struct getter_args *a, union metric_value *ret);
int get_cpu_socket(struct getter_args *a, union metric_value *ret);
int get_cpu_core(struct getter_args *a, union metric_value *ret);
int get_cpu_ccd(struct getter_args *a, union metric_value *ret);
int get_cpu_l3(struct getter_args *a, union metric_value *ret);
int get_cpu_node(struct getter_args *a, union metric_value *ret);
int get_cpu_apicid(struct getter_args *a, union metric_value *ret);
int get_cpu_isolated(struct getter_args *a, union metric_value *ret);

/* The agent. */
int get_fetch_time(struct getter_args *a, union metric_value *ret);
int get_cpu_time(struct getter_args *a, union metric_value *ret);
int get_reads(struct getter_args *a, union metric_value *ret);
int get_sample_age(struct getter_args *a, union metric_value *ret);
int get_backend(struct getter_args *a, union metric_value *ret);

#endif
