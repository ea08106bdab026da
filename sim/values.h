/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Texts of the simulated files
 *
 * Each function makes the text of one kind of file from the model, in the
 * kernel's form. They are named by the table of nodes (nodes.c) and called by
 * nobody else; all have the signature node_show.
 *
 * values.c: sysfs. values_freq.c: cpufreq. values_power.c: powercap.
 * values_proc.c: /proc. report.c: epycsim/.
 */
#ifndef SIM_VALUES_H
#define SIM_VALUES_H

#include "sim/nodes.h"

/* A function of this kind, and one whose text is always the same. */
#define SHOW(name)                                                   \
	void name(const struct moment *now, const uint32_t index[2], \
		  struct text *out)

#define SHOW_TEXT(name, text)                  \
	SHOW(name)                             \
	{                                      \
		UNUSED(now);                   \
		UNUSED(index);                 \
		text_add(out, "%s\n", (text)); \
	}

#define DECLARE_SHOW(name)                                           \
	void name(const struct moment *now, const uint32_t index[2], \
		  struct text *out)

/* sys/devices/system/cpu and node; index[0] is the CPU or node. */
DECLARE_SHOW(show_all_cpus);
DECLARE_SHOW(show_online_cpus);
DECLARE_SHOW(show_offline_cpus);
DECLARE_SHOW(show_isolated);
DECLARE_SHOW(show_nohz_full);
DECLARE_SHOW(show_smt_active);
DECLARE_SHOW(show_smt_control);
DECLARE_SHOW(show_cpu_online);
DECLARE_SHOW(show_package_id);
DECLARE_SHOW(show_core_id);
DECLARE_SHOW(show_die_id);
DECLARE_SHOW(show_cluster_id);
DECLARE_SHOW(show_core_cpus);
DECLARE_SHOW(show_die_cpus);
DECLARE_SHOW(show_package_cpus);
DECLARE_SHOW(show_all_nodes);
DECLARE_SHOW(show_node_cpus);

/* cpuN/cache/indexK: index[0] is the CPU, index[1] is K. */
DECLARE_SHOW(show_cache_level);
DECLARE_SHOW(show_cache_type);
DECLARE_SHOW(show_cache_id);
DECLARE_SHOW(show_cache_cpus);
DECLARE_SHOW(show_cache_size);

/* cpuN/cpufreq, cpufreq/ and amd_pstate/. */
DECLARE_SHOW(show_freq_driver);
DECLARE_SHOW(show_freq_governor);
DECLARE_SHOW(show_freq_governors);
DECLARE_SHOW(show_freq_cur);
DECLARE_SHOW(show_freq_min);
DECLARE_SHOW(show_freq_max);
DECLARE_SHOW(show_freq_available);
DECLARE_SHOW(show_freq_domain);
DECLARE_SHOW(show_freq_nonlinear);
DECLARE_SHOW(show_freq_boost);
DECLARE_SHOW(show_perf_highest);
DECLARE_SHOW(show_perf_ranking);
DECLARE_SHOW(show_prefcore);
DECLARE_SHOW(show_pstate_status);
DECLARE_SHOW(show_epp);
DECLARE_SHOW(show_epps);

/* cpuN/cpuidle/stateK: index[0] is the CPU, index[1] the enum idle_state. */
DECLARE_SHOW(show_idle_name);
DECLARE_SHOW(show_idle_desc);
DECLARE_SHOW(show_idle_latency);
DECLARE_SHOW(show_idle_residency);
DECLARE_SHOW(show_idle_time);
DECLARE_SHOW(show_idle_usage);
DECLARE_SHOW(show_zero);
DECLARE_SHOW(show_idle_driver);
DECLARE_SHOW(show_idle_governor);

/* hwmon of k10temp: index[0] is the socket. */
DECLARE_SHOW(show_hwmon_name);
DECLARE_SHOW(show_hwmon_temp);
DECLARE_SHOW(show_hwmon_label);

/* powercap: a package's zone, and its part; index[0] is the zone. */
DECLARE_SHOW(show_zone_name);
DECLARE_SHOW(show_zone_energy);
DECLARE_SHOW(show_zone_range);
DECLARE_SHOW(show_zone_constraint);
DECLARE_SHOW(show_zone_tdp);
DECLARE_SHOW(show_part_name);
DECLARE_SHOW(show_part_energy);
DECLARE_SHOW(show_part_range);

/* What the HSMP driver has besides its attributes (attrs.h). */
DECLARE_SHOW(show_hsmp_version);
DECLARE_SHOW(show_hsmp_hwmon_name);
DECLARE_SHOW(show_hsmp_modalias);

/* /proc. */
DECLARE_SHOW(show_cpuinfo);
DECLARE_SHOW(show_stat);

/* epycsim/. */
DECLARE_SHOW(show_truth);
DECLARE_SHOW(show_status);
DECLARE_SHOW(show_scenario);
DECLARE_SHOW(show_error);

/**
 * cache_kb() - Size of a cache of the simulated processor
 * @sc:		Scenario
 * @cache:	Number of the cache: 0 L1 data, 1 L1 instruction, 2 L2, 3 L3
 *
 * Return: KiB
 */
uint32_t cache_kb(const struct scenario *sc, uint32_t cache);

#endif
