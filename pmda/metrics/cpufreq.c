// SPDX-License-Identifier: LGPL-2.1-or-later
/* Metrics of cpufreq, of any driver and of amd-pstate, in the order of their PMIDs. */

#include "base/util.h"
#include "pmda/metrics.h"

/* clang-format off */
const struct metric metrics_cpufreq[] = {
	{
		.name = "esmi.pstate.governor",
		.cluster = CLUSTER_PSTATE, .item = 0,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_GOVERNOR, .get = get_text,
		.oneline = "cpufreq governor of the CPU",
		.help = "cpufreq/scaling_governor, read at most every 10 seconds.",
	}, {
		.name = "esmi.pstate.driver",
		.cluster = CLUSTER_PSTATE, .item = 1,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_FREQ_DRIVER, .get = get_text,
		.oneline = "cpufreq driver of the CPU",
		.help = "cpufreq/scaling_driver.",
	}, {
		.name = "esmi.pstate.available_governors",
		.cluster = CLUSTER_PSTATE, .item = 2,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_GOVERNORS, .get = get_text,
		.oneline = "cpufreq governors that the CPU can be given",
		.help = "cpufreq/scaling_available_governors.",
	}, {
		.name = "esmi.pstate.min_freq",
		.cluster = CLUSTER_PSTATE, .item = 3,
		.type = METRIC_U32, .unit = UNIT_KILOHERTZ, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_MIN_FREQ, .get = get_u32,
		.oneline = "lower bound of the CPU's clock that was set",
		.help = "cpufreq/scaling_min_freq.",
	}, {
		.name = "esmi.pstate.max_freq",
		.cluster = CLUSTER_PSTATE, .item = 4,
		.type = METRIC_U32, .unit = UNIT_KILOHERTZ, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_MAX_FREQ, .get = get_u32,
		.oneline = "upper bound of the CPU's clock that was set",
		.help = "cpufreq/scaling_max_freq.",
	}, {
		.name = "esmi.pstate.hw_min_freq",
		.cluster = CLUSTER_PSTATE, .item = 5,
		.type = METRIC_U32, .unit = UNIT_KILOHERTZ, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_HW_MIN_FREQ, .get = get_u32,
		.oneline = "lowest clock of the CPU",
		.help = "cpufreq/cpuinfo_min_freq.",
	}, {
		.name = "esmi.pstate.hw_max_freq",
		.cluster = CLUSTER_PSTATE, .item = 6,
		.type = METRIC_U32, .unit = UNIT_KILOHERTZ, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_HW_MAX_FREQ, .get = get_u32,
		.oneline = "highest clock of the CPU",
		.help = "cpufreq/cpuinfo_max_freq.",
	}, {
		.name = "esmi.pstate.boost",
		.cluster = CLUSTER_PSTATE, .item = 7,
		.type = METRIC_U32, .unit = UNIT_FLAG, .semantics = METRIC_DISCRETE,
		.per = PER_MACHINE, .source = SRC_BOOST, .get = get_u32,
		.oneline = "1 if boost is allowed, else 0",
		.help = "cpufreq/boost of acpi-cpufreq and newer amd-pstate.",
	}, {
		.name = "esmi.amd_pstate.scaling_cur_freq",
		.cluster = CLUSTER_AMD_PSTATE, .item = 0,
		.type = METRIC_U32, .unit = UNIT_KILOHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_CPU, .source = SRC_CUR_FREQ, .get = get_u32,
		.oneline = "clock of the CPU as cpufreq knows it",
		.help = "cpufreq/scaling_cur_freq, whatever the driver: Milan and Genoa normally run\n"
			"acpi-cpufreq, Turin amd-pstate.",
	}, {
		.name = "esmi.amd_pstate.max_freq",
		.cluster = CLUSTER_AMD_PSTATE, .item = 1,
		.type = METRIC_U32, .unit = UNIT_KILOHERTZ, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_AMD_MAX_FREQ, .get = get_u32,
		.oneline = "highest clock of the CPU as amd-pstate sees it",
		.help = "cpufreq/amd_pstate_max_freq.",
	}, {
		.name = "esmi.amd_pstate.lowest_nonlinear_freq",
		.cluster = CLUSTER_AMD_PSTATE, .item = 2,
		.type = METRIC_U32, .unit = UNIT_KILOHERTZ, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_AMD_NONLINEAR_FREQ, .get = get_u32,
		.oneline = "clock below which less speed saves little power",
		.help = "cpufreq/amd_pstate_lowest_nonlinear_freq.",
	}, {
		.name = "esmi.amd_pstate.highest_perf",
		.cluster = CLUSTER_AMD_PSTATE, .item = 3,
		.type = METRIC_U32, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_AMD_HIGHEST_PERF, .get = get_u32,
		.oneline = "highest performance level of the CPU, without unit",
		.help = "cpufreq/amd_pstate_highest_perf.",
	}, {
		.name = "esmi.amd_pstate.prefcore_ranking",
		.cluster = CLUSTER_AMD_PSTATE, .item = 4,
		.type = METRIC_U32, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_AMD_PREFCORE_RANKING, .get = get_u32,
		.oneline = "rank of the core among preferred cores, without unit",
		.help = "cpufreq/amd_pstate_prefcore_ranking.",
	}, {
		.name = "esmi.amd_pstate.epp",
		.cluster = CLUSTER_AMD_PSTATE, .item = 5,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_EPP, .get = get_text,
		.oneline = "energy performance preference of the CPU",
		.help = "cpufreq/energy_performance_preference, with the driver amd-pstate-epp.",
	}, {
		.name = "esmi.amd_pstate.status",
		.cluster = CLUSTER_AMD_PSTATE, .item = 6,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_MACHINE, .source = SRC_AMD_STATUS, .get = get_text,
		.oneline = "mode of the driver amd-pstate",
		.help = "amd_pstate/status: disable, passive, active or guided.",
	}, {
		.name = "esmi.amd_pstate.prefcore",
		.cluster = CLUSTER_AMD_PSTATE, .item = 7,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_MACHINE, .source = SRC_AMD_PREFCORE, .get = get_text,
		.oneline = "whether preferred cores are used",
		.help = "amd_pstate/prefcore: enabled or disabled.",
	},
};
/* clang-format on */

const size_t n_metrics_cpufreq = ARRAY_SIZE(metrics_cpufreq);
