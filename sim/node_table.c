// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: THE table of nodes, see the header
 */
#include "sim/node_table.h"

#include <string.h>

#include "base/util.h"
#include "sim/attrs.h"
#include "sim/driver_hsmp.h"
#include "sim/values.h"

#define WHEN(name) \
	static bool name(const struct scenario *sc, const uint32_t index[2])

WHEN(when_hsmp)
{
	UNUSED(index);
	return sc->has_hsmp;
}

/* The driver was split into a common part and two others with generation C. */
static bool is_split(const struct scenario *sc)
{
	return sc->driver_gen != HSMP_GEN_A && sc->driver_gen != HSMP_GEN_B;
}

WHEN(when_hsmp_one_module)
{
	UNUSED(index);
	return sc->has_hsmp && !is_split(sc);
}

WHEN(when_hsmp_split)
{
	UNUSED(index);
	return sc->has_hsmp && is_split(sc);
}

WHEN(when_hsmp_hwmon)
{
	UNUSED(index);
	return sc->has_hsmp && is_split(sc) &&
	       sc->binding != SCENARIO_BINDING_NONE;
}

WHEN(when_acpi_hwmon)
{
	return when_hsmp_hwmon(sc, index) &&
	       sc->binding == SCENARIO_BINDING_ACPI;
}

WHEN(when_plat_hwmon)
{
	return when_hsmp_hwmon(sc, index) &&
	       sc->binding == SCENARIO_BINDING_PLAT;
}

WHEN(when_acpi_attrs)
{
	UNUSED(index);
	return sc->has_hsmp && sc->binding == SCENARIO_BINDING_ACPI &&
	       (sc->driver_gen == HSMP_GEN_D || sc->driver_gen == HSMP_GEN_OOT);
}

WHEN(when_acpi_device)
{
	UNUSED(index);
	return sc->has_hsmp && sc->binding == SCENARIO_BINDING_ACPI;
}

WHEN(when_acpi_table)
{
	UNUSED(index);
	return sc->has_hsmp && sc->binding == SCENARIO_BINDING_ACPI &&
	       hsmp_driver_shows_table(sc->driver_gen, sc->protocol);
}

WHEN(when_plat_table)
{
	UNUSED(index);
	return sc->has_hsmp && sc->binding == SCENARIO_BINDING_PLAT &&
	       hsmp_driver_shows_table(sc->driver_gen, sc->protocol);
}

WHEN(when_msr)
{
	UNUSED(index);
	return sc->has_msr;
}

WHEN(when_msr_safe)
{
	UNUSED(index);
	return sc->has_msr_safe;
}

WHEN(when_msr_batch)
{
	UNUSED(index);
	return sc->has_msr_safe && sc->has_msr_batch;
}

WHEN(when_cpufreq)
{
	UNUSED(index);
	return sc->driver[0] != '\0';
}

WHEN(when_acpi_cpufreq)
{
	UNUSED(index);
	return strcmp(sc->driver, "acpi-cpufreq") == 0;
}

WHEN(when_amd_pstate)
{
	UNUSED(index);
	return strcmp(sc->driver, "amd-pstate") == 0 ||
	       strcmp(sc->driver, "amd-pstate-epp") == 0;
}

WHEN(when_epp)
{
	UNUSED(index);
	return strcmp(sc->driver, "amd-pstate-epp") == 0;
}

/* amd-pstate has the global file in kernels of generations C and D only. */
WHEN(when_boost)
{
	return when_acpi_cpufreq(sc, index) ||
	       (when_amd_pstate(sc, index) && is_split(sc));
}

WHEN(when_k10temp)
{
	UNUSED(index);
	return sc->has_k10temp;
}

/* The kernel splits the energy of cores off for AMD, of memory for Intel. */
WHEN(when_zone_part)
{
	UNUSED(index);
	return !scenario_is_intel(sc) || sc->dram_busy_w > 0;
}

WHEN(when_intel)
{
	UNUSED(index);
	return scenario_is_intel(sc);
}

/* The first CPU can't be taken offline. */
WHEN(when_not_first)
{
	UNUSED(sc);
	return index[0] > 0;
}

#define DEVICE(path, mode, kind, when, needs)                    \
	{                                                        \
		path, mode, kind, NULL, when, needs, false, NULL \
	}
#define TEXT(path, mode, show, when, needs)                           \
	{                                                             \
		path, mode, NODE_TEXT, show, when, needs, false, NULL \
	}
/* A text that moves with time. */
#define MOVING(path, mode, show, when, needs)                        \
	{                                                            \
		path, mode, NODE_TEXT, show, when, needs, true, NULL \
	}
#define LONG_TEXT(path, show)                                                \
	{                                                                    \
		path, 0444, NODE_LONG_TEXT, show, NULL, NEEDS_NOTHING, true, \
			NULL                                                 \
	}
#define ATTR(path, mode, attr, when)                                         \
	{                                                                    \
		path, mode, NODE_ATTR, NULL, when, NEEDS_SOCKET, false, attr \
	}

#define CPU "sys/devices/system/cpu/"
#define NODE "sys/devices/system/node/"
#define K10TEMP "sys/bus/pci/drivers/k10temp/0000:00:%pci.3/hwmon/hwmon%socket/"
#define HWMON "sys/class/hwmon/hwmon%socket/"
#define ACPI "sys/devices/platform/AMDI0097:%acpi/"
#define PLAT "sys/devices/platform/amd_hsmp/"
#define ZONE "sys/class/powercap/intel-rapl:%zone/"
#define PART "sys/class/powercap/intel-rapl:%zone:0/"

#define ONLINE(name, mode, show, when) \
	TEXT(CPU "cpu%cpu/" name, mode, show, when, NEEDS_CPU)
#define TOPOLOGY(name, show) ONLINE("topology/" name, 0444, show, NULL)
#define CACHE(name, show) ONLINE("cache/index%cache/" name, 0444, show, NULL)
#define CPUFREQ(name, mode, show, when) \
	ONLINE("cpufreq/" name, mode, show, when)
/* Stays when its CPU goes offline, as acpi_idle leaves it. */
#define CPUIDLE(name, mode, show)                                       \
	TEXT(CPU "cpu%cpu/cpuidle/state%state/" name, mode, show, NULL, \
	     NEEDS_SEEN_CPU)
#define CPUIDLE_MOVING(name, show)                                        \
	MOVING(CPU "cpu%cpu/cpuidle/state%state/" name, 0444, show, NULL, \
	       NEEDS_SEEN_CPU)
#define FIXED(path, mode, show, when) \
	TEXT(path, mode, show, when, NEEDS_NOTHING)

/* One hwmon of the HSMP driver, in one of its places. */
#define HSMP_HWMON(dir, when)                                              \
	TEXT(dir "/name", 0444, show_hsmp_hwmon_name, when, NEEDS_SOCKET), \
		ATTR(dir "/power1_input", 0444, &attr_power1_input, when), \
		ATTR(dir "/power1_cap", 0644, &attr_power1_cap, when),     \
		ATTR(dir "/power1_cap_max", 0444, &attr_power1_cap_max, when)

/* clang-format off */
const struct node_row node_rows[] = {
	DEVICE("dev/hsmp", 0644, NODE_HSMP, when_hsmp, NEEDS_DRIVER),
	DEVICE("dev/cpu/%cpu/msr", 0600, NODE_MSR, when_msr, NEEDS_NOTHING),
	DEVICE("dev/cpu/%cpu/msr_safe", 0440, NODE_MSR_SAFE, when_msr_safe, NEEDS_NOTHING),
	DEVICE("dev/cpu/msr_batch", 0660, NODE_MSR_BATCH, when_msr_batch, NEEDS_NOTHING),
	DEVICE("dev/cpu/msr_allowlist", 0660, NODE_ALLOWLIST, when_msr_safe, NEEDS_NOTHING),
	DEVICE("dev/cpu/msr_safe_version", 0440, NODE_MSR_VERSION, when_msr_safe, NEEDS_NOTHING),

	FIXED(CPU "present",	0444, show_all_cpus, NULL),
	FIXED(CPU "possible",	0444, show_all_cpus, NULL),
	FIXED(CPU "online",	0444, show_online_cpus, NULL),
	FIXED(CPU "offline",	0444, show_offline_cpus, NULL),
	FIXED(CPU "isolated",	0444, show_isolated, NULL),
	FIXED(CPU "nohz_full",	0444, show_nohz_full, NULL),
	FIXED(CPU "smt/active",	0444, show_smt_active, NULL),
	FIXED(CPU "smt/control", 0644, show_smt_control, NULL),
	FIXED(CPU "cpu%cpu/online", 0644, show_cpu_online, when_not_first),

	TOPOLOGY("physical_package_id",		show_package_id),
	TOPOLOGY("core_id",			show_core_id),
	TOPOLOGY("die_id",			show_die_id),
	TOPOLOGY("cluster_id",			show_cluster_id),
	TOPOLOGY("thread_siblings_list",	show_core_cpus),
	TOPOLOGY("core_cpus_list",		show_core_cpus),
	TOPOLOGY("cluster_cpus_list",		show_core_cpus),
	TOPOLOGY("die_cpus_list",		show_die_cpus),
	TOPOLOGY("core_siblings_list",		show_package_cpus),
	TOPOLOGY("package_cpus_list",		show_package_cpus),

	CACHE("level",			show_cache_level),
	CACHE("type",			show_cache_type),
	CACHE("id",			show_cache_id),
	CACHE("shared_cpu_list",	show_cache_cpus),
	CACHE("size",			show_cache_size),

	CPUFREQ("scaling_driver",	0444, show_freq_driver, when_cpufreq),
	CPUFREQ("scaling_governor",	0644, show_freq_governor, when_cpufreq),
	CPUFREQ("scaling_available_governors", 0444, show_freq_governors, when_cpufreq),
	MOVING(CPU "cpu%cpu/cpufreq/scaling_cur_freq", 0444, show_freq_cur, when_cpufreq, NEEDS_CPU),
	MOVING(CPU "cpu%cpu/cpufreq/cpuinfo_cur_freq", 0400, show_freq_cur, when_acpi_cpufreq, NEEDS_CPU),
	CPUFREQ("scaling_min_freq",	0644, show_freq_min, when_cpufreq),
	CPUFREQ("scaling_max_freq",	0644, show_freq_max, when_cpufreq),
	CPUFREQ("cpuinfo_min_freq",	0444, show_freq_min, when_cpufreq),
	CPUFREQ("cpuinfo_max_freq",	0444, show_freq_max, when_cpufreq),
	CPUFREQ("scaling_available_frequencies", 0444, show_freq_available, when_acpi_cpufreq),
	CPUFREQ("bios_limit",		0444, show_freq_max, when_acpi_cpufreq),
	CPUFREQ("freqdomain_cpus",	0444, show_freq_domain, when_acpi_cpufreq),
	CPUFREQ("amd_pstate_max_freq",	0444, show_freq_max, when_amd_pstate),
	CPUFREQ("amd_pstate_lowest_nonlinear_freq", 0444, show_freq_nonlinear, when_amd_pstate),
	CPUFREQ("amd_pstate_highest_perf", 0444, show_perf_highest, when_amd_pstate),
	CPUFREQ("amd_pstate_prefcore_ranking", 0444, show_perf_ranking, when_amd_pstate),
	CPUFREQ("amd_pstate_hw_prefcore", 0444, show_prefcore, when_amd_pstate),
	CPUFREQ("energy_performance_preference", 0644, show_epp, when_epp),
	CPUFREQ("energy_performance_available_preferences", 0444, show_epps, when_epp),
	FIXED(CPU "cpufreq/boost",	0644, show_freq_boost, when_boost),
	FIXED(CPU "amd_pstate/status",	0644, show_pstate_status, when_amd_pstate),
	FIXED(CPU "amd_pstate/prefcore", 0444, show_prefcore, when_amd_pstate),

	CPUIDLE("name",		0444, show_idle_name),
	CPUIDLE("desc",		0444, show_idle_desc),
	CPUIDLE("latency",	0444, show_idle_latency),
	CPUIDLE("residency",	0444, show_idle_residency),
	CPUIDLE_MOVING("time",	show_idle_time),
	CPUIDLE_MOVING("usage",	show_idle_usage),
	CPUIDLE("above",	0444, show_zero),
	CPUIDLE("below",	0444, show_zero),
	CPUIDLE("rejected",	0444, show_zero),
	CPUIDLE("disable",	0644, show_zero),
	FIXED(CPU "cpuidle/current_driver",	0444, show_idle_driver, NULL),
	FIXED(CPU "cpuidle/current_governor",	0644, show_idle_governor, NULL),
	FIXED(CPU "cpuidle/current_governor_ro", 0444, show_idle_governor, NULL),

	FIXED(NODE "online",		0444, show_all_nodes, NULL),
	FIXED(NODE "possible",		0444, show_all_nodes, NULL),
	FIXED(NODE "node%node/cpulist",	0444, show_node_cpus, NULL),

	FIXED(K10TEMP "name",		0444, show_hwmon_name, when_k10temp),
	MOVING(K10TEMP "temp1_input",	0444, show_hwmon_temp, when_k10temp, NEEDS_NOTHING),
	FIXED(K10TEMP "temp1_label",	0444, show_hwmon_label, when_k10temp),
	FIXED(HWMON "name",		0444, show_hwmon_name, when_k10temp),
	MOVING(HWMON "temp1_input",	0444, show_hwmon_temp, when_k10temp, NEEDS_NOTHING),
	FIXED(HWMON "temp1_label",	0444, show_hwmon_label, when_k10temp),

	FIXED(ZONE "name",		0444, show_zone_name, NULL),
	MOVING(ZONE "energy_uj",	0400, show_zone_energy, NULL, NEEDS_NOTHING),
	FIXED(ZONE "max_energy_range_uj", 0444, show_zone_range, NULL),
	FIXED(ZONE "constraint_0_name",	0444, show_zone_constraint, when_intel),
	FIXED(ZONE "constraint_0_max_power_uw", 0444, show_zone_tdp, when_intel),
	FIXED(PART "name",		0444, show_part_name, when_zone_part),
	MOVING(PART "energy_uj",	0400, show_part_energy, when_zone_part, NEEDS_NOTHING),
	FIXED(PART "max_energy_range_uj", 0444, show_part_range, when_zone_part),

	/* The modules stay loaded when the driver is unbound. */
	FIXED("sys/module/amd_hsmp/version",	0444, show_hsmp_version, when_hsmp_one_module),
	FIXED("sys/module/hsmp_common/version",	0444, show_hsmp_version, when_hsmp_split),
	FIXED(ACPI "modalias",	0444, show_hsmp_modalias, when_acpi_device),
	HSMP_HWMON("sys/class/hwmon/hwmon%hsmphwmon", when_hsmp_hwmon),
	HSMP_HWMON(ACPI "hwmon/hwmon%hsmphwmon", when_acpi_hwmon),
	HSMP_HWMON(PLAT "hwmon/hwmon%hsmphwmon", when_plat_hwmon),
	ATTR(ACPI "c0_residency_input",		0444, &attr_c0_residency, when_acpi_attrs),
	ATTR(ACPI "prochot_status",		0444, &attr_prochot, when_acpi_attrs),
	ATTR(ACPI "smu_fw_version",		0444, &attr_smu_version, when_acpi_attrs),
	ATTR(ACPI "protocol_version",		0444, &attr_protocol, when_acpi_attrs),
	ATTR(ACPI "cclk_freq_limit_input",	0444, &attr_cclk_limit, when_acpi_attrs),
	ATTR(ACPI "ddr_max_bw",			0444, &attr_ddr_max, when_acpi_attrs),
	ATTR(ACPI "ddr_utilised_bw_input",	0444, &attr_ddr_used, when_acpi_attrs),
	ATTR(ACPI "ddr_utilised_bw_perc_input",	0444, &attr_ddr_percent, when_acpi_attrs),
	ATTR(ACPI "fclk_input",			0444, &attr_fclk, when_acpi_attrs),
	ATTR(ACPI "mclk_input",			0444, &attr_mclk, when_acpi_attrs),
	ATTR(ACPI "clk_fmax",			0444, &attr_fmax, when_acpi_attrs),
	ATTR(ACPI "clk_fmin",			0444, &attr_fmin, when_acpi_attrs),
	ATTR(ACPI "pwr_current_active_freq_limit", 0444, &attr_freq_limit, when_acpi_attrs),
	ATTR(ACPI "pwr_current_active_freq_limit_source", 0444, &attr_freq_source, when_acpi_attrs),
	DEVICE(ACPI "metrics_bin", 0444, NODE_METRICS_BIN, when_acpi_table, NEEDS_SOCKET),
	DEVICE(PLAT "socket%socket/metrics_bin", 0444, NODE_METRICS_BIN, when_plat_table, NEEDS_SOCKET),

	LONG_TEXT("proc/cpuinfo",	show_cpuinfo),
	LONG_TEXT("proc/stat",		show_stat),

	DEVICE("epycsim/control", 0600, NODE_CONTROL, NULL, NEEDS_NOTHING),
	LONG_TEXT("epycsim/truth",	show_truth),
	LONG_TEXT("epycsim/status",	show_status),
	LONG_TEXT("epycsim/scenario",	show_scenario),
	LONG_TEXT("epycsim/error",	show_error),
};
/* clang-format on */

const size_t n_node_rows = ARRAY_SIZE(node_rows);
