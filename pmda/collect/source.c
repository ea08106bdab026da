// SPDX-License-Identifier: LGPL-2.1-or-later
/* The rows of source.h. */

#include "pmda/collect/source.h"

#include "hw/cpufreq.h"

/* clang-format off */
const struct source_desc sources[SRC_N] = {
	[SRC_NONE] = { .name = "none", .per = PER_MACHINE, .reader = READER_NONE },
	[SRC_ENERGY_PKG] = {
		.name = "energy of the package",
		.per = PER_SOCKET, .reader = READER_ENERGY, .fresh_ns = FRESH_SUM_NS,
	},
	[SRC_ENERGY_CORE] = {
		.name = "energy of the core",
		.per = PER_CORE, .reader = READER_ENERGY, .fresh_ns = FRESH_SUM_NS,
	},
	[SRC_PROTO_VER] = {
		.name = "protocol version",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_GET_PROTO_VER,
	},
	[SRC_SMU_VER] = {
		.name = "firmware version",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_GET_SMU_VER,
	},
	[SRC_POWER] = {
		.name = "socket power",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_SOCKET_POWER,
	},
	[SRC_POWER_LIMIT] = {
		.name = "power limit in force",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_GET_SOCKET_POWER_LIMIT,
	},
	[SRC_POWER_LIMIT_MAX] = {
		.name = "largest power limit",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_GET_SOCKET_POWER_LIMIT_MAX,
	},
	[SRC_BOOST_LIMIT] = {
		.name = "boost limit of the core",
		.per = PER_CORE, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_GET_BOOST_LIMIT, .arg = ARG_CORE,
	},
	[SRC_PROCHOT] = {
		.name = "PROCHOT",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_PROC_HOT,
	},
	[SRC_XGMI_WIDTH] = {
		.name = "xGMI width",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_SET_XGMI_LINK_WIDTH,
	},
	[SRC_DF_PSTATE] = {
		.name = "data fabric P-state",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_SET_DF_PSTATE,
	},
	[SRC_CLOCKS] = {
		.name = "FCLK and MCLK",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_FCLK_MCLK,
	},
	[SRC_CCLK_LIMIT] = {
		.name = "clock limit of the socket",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_CCLK_THROTTLE_LIMIT,
	},
	[SRC_C0_PERCENT] = {
		.name = "C0 share of the socket",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_C0_PERCENT,
	},
	[SRC_NBIO_DPM] = {
		.name = "DPM range of the NBIO",
		.per = PER_NBIO, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_GET_NBIO_DPM_LEVEL, .arg = ARG_NBIO,
	},
	[SRC_DDR] = {
		.name = "memory bandwidth",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_DDR_BANDWIDTH,
	},
	[SRC_TEMP_MONITOR] = {
		.name = "temperature by mailbox",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_TEMP_MONITOR,
	},
	[SRC_DIMM_RANGE] = {
		.name = "temperature range of the DIMM",
		.per = PER_DIMM, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_GET_DIMM_TEMP_RANGE, .arg = ARG_DIMM,
	},
	[SRC_DIMM_POWER] = {
		.name = "power of the DIMM",
		.per = PER_DIMM, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_DIMM_POWER, .arg = ARG_DIMM,
	},
	[SRC_DIMM_MAX] = {
		.name = "power of the DIMM that draws most",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_DIMM_POWER, .arg = ARG_CONST, .constant = UINT32_C(1) << 30,
	},
	[SRC_DIMM_TOTAL] = {
		.name = "power of all DIMMs",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_DIMM_POWER, .arg = ARG_CONST, .constant = UINT32_C(2) << 30,
	},
	[SRC_DIMM_THERMAL] = {
		.name = "temperature of the DIMM",
		.per = PER_DIMM, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_DIMM_THERMAL, .arg = ARG_DIMM,
	},
	[SRC_DIMM_MAX_TEMP] = {
		.name = "temperature of the hottest DIMM",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_DIMM_THERMAL, .arg = ARG_CONST, .constant = UINT32_C(1) << 31,
	},
	[SRC_FREQ_LIMIT] = {
		.name = "clock limit and its cause",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_SOCKET_FREQ_LIMIT,
	},
	[SRC_CORE_CCLK_LIMIT] = {
		.name = "clock limit of the core",
		.per = PER_CORE, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.serve_ns = SERVE_CORE_NS,
		.msg = HSMP_GET_CCLK_CORE_LIMIT, .arg = ARG_CORE,
	},
	[SRC_SVI_RAILS] = {
		.name = "power of all rails",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_RAILS_SVI,
	},
	[SRC_FMAX_FMIN] = {
		.name = "clock range of the socket",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_GET_SOCKET_FMAX_FMIN,
	},
	[SRC_IOLINK] = {
		.name = "bandwidth of the IO link",
		.per = PER_LINK, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_IOLINK_BANDWITH, .arg = ARG_LINK, .constant = 1,
	},
	[SRC_XGMI_AGGREGATE] = {
		.name = "bandwidth of the xGMI link",
		.per = PER_LINK, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_XGMI_BANDWITH, .arg = ARG_LINK, .constant = 1,
	},
	[SRC_XGMI_READ] = {
		.name = "read bandwidth of the xGMI link",
		.per = PER_LINK, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_XGMI_BANDWITH, .arg = ARG_LINK, .constant = 2,
	},
	[SRC_XGMI_WRITE] = {
		.name = "write bandwidth of the xGMI link",
		.per = PER_LINK, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_XGMI_BANDWITH, .arg = ARG_LINK, .constant = 4,
	},
	[SRC_POWER_MODE] = {
		.name = "power efficiency mode",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_SET_POWER_MODE,
	},
	[SRC_DF_PSTATE_RANGE] = {
		.name = "range of the data fabric P-state",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_SET_PSTATE_MAX_MIN,
	},
	[SRC_TABLE_VER] = {
		.name = "metric table version",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_GET_METRIC_TABLE_VER,
	},
	[SRC_XGMI_PSTATE] = {
		.name = "range of the xGMI P-state",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_SET_XGMI_PSTATE_RANGE,
	},
	[SRC_RAIL_ISO] = {
		.name = "CPU rail policy",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_CPU_RAIL_ISO_FREQ_POLICY,
	},
	[SRC_DFC] = {
		.name = "data fabric C-states",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_DFC_ENABLE_CTRL,
	},
	[SRC_PC6] = {
		.name = "package C6",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_PC6_ENABLE,
	},
	[SRC_CC6] = {
		.name = "core C6",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_CC6_ENABLE,
	},
	[SRC_CCD_POWER] = {
		.name = "power of the CCD",
		.per = PER_CCD, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_READ_CCD_POWER, .arg = ARG_CCD,
	},
	[SRC_TDELTA] = {
		.name = "cooling out of range",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_READ_TDELTA,
	},
	[SRC_SVI3_TEMP] = {
		.name = "temperature of the rail",
		.per = PER_RAIL, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.msg = HSMP_GET_SVI3_VR_CTRL_TEMP, .arg = ARG_RAIL,
	},
	[SRC_FLOOR_LIMIT] = {
		.name = "floor of the core clock",
		.per = PER_CORE, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_SET_GET_FLOOR_LIMIT, .arg = ARG_FLOOR, .constant = UINT32_C(2) << 30,
	},
	[SRC_FLOOR_EFFECTIVE] = {
		.name = "floor of the core clock in force",
		.per = PER_CORE, .reader = READER_MAILBOX, .fresh_ns = FRESH_INSTANT_NS,
		.serve_ns = SERVE_CORE_NS,
		.msg = HSMP_SET_GET_FLOOR_LIMIT, .arg = ARG_FLOOR, .constant = UINT32_C(3) << 30,
	},
	[SRC_SDPS_LIMIT] = {
		.name = "SDPS limit",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.msg = HSMP_SDPS_LIMIT,
	},
	[SRC_TABLE] = {
		.name = "metric table",
		.per = PER_SOCKET, .reader = READER_MAILBOX, .fresh_ns = FRESH_SUM_NS,
	},
	[SRC_K10TEMP] = {
		.name = "temperature by the k10temp driver",
		.per = PER_SOCKET, .reader = READER_FILES, .fresh_ns = FRESH_INSTANT_NS,
		.file = FILE_K10TEMP,
	},
	[SRC_C0_RESIDENCY] = {
		.name = "share of time not idle",
		.per = PER_CORE, .reader = READER_FILES, .fresh_ns = FRESH_INSTANT_NS,
		.file = FILE_C0,
	},
	[SRC_CUR_FREQ] = {
		.name = "clock as cpufreq knows it",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_INSTANT_NS,
		.file = FILE_CPUFREQ, .attribute = CPUFREQ_CUR_FREQ,
	},
	[SRC_GOVERNOR] = {
		.name = "scaling_governor",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUFREQ, .attribute = CPUFREQ_GOVERNOR,
	},
	[SRC_FREQ_DRIVER] = {
		.name = "scaling_driver",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUFREQ, .attribute = CPUFREQ_DRIVER,
	},
	[SRC_GOVERNORS] = {
		.name = "scaling_available_governors",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUFREQ, .attribute = CPUFREQ_AVAILABLE_GOVERNORS,
	},
	[SRC_MIN_FREQ] = {
		.name = "scaling_min_freq",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUFREQ, .attribute = CPUFREQ_MIN_FREQ,
	},
	[SRC_MAX_FREQ] = {
		.name = "scaling_max_freq",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUFREQ, .attribute = CPUFREQ_MAX_FREQ,
	},
	[SRC_HW_MIN_FREQ] = {
		.name = "cpuinfo_min_freq",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUFREQ, .attribute = CPUFREQ_HW_MIN_FREQ,
	},
	[SRC_HW_MAX_FREQ] = {
		.name = "cpuinfo_max_freq",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUFREQ, .attribute = CPUFREQ_HW_MAX_FREQ,
	},
	[SRC_AMD_MAX_FREQ] = {
		.name = "amd_pstate_max_freq",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUFREQ, .attribute = CPUFREQ_AMD_MAX_FREQ,
	},
	[SRC_AMD_NONLINEAR_FREQ] = {
		.name = "amd_pstate_lowest_nonlinear_freq",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUFREQ, .attribute = CPUFREQ_AMD_LOWEST_NONLINEAR_FREQ,
	},
	[SRC_AMD_HIGHEST_PERF] = {
		.name = "amd_pstate_highest_perf",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUFREQ, .attribute = CPUFREQ_AMD_HIGHEST_PERF,
	},
	[SRC_AMD_PREFCORE_RANKING] = {
		.name = "amd_pstate_prefcore_ranking",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUFREQ, .attribute = CPUFREQ_AMD_PREFCORE_RANKING,
	},
	[SRC_EPP] = {
		.name = "energy_performance_preference",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUFREQ, .attribute = CPUFREQ_EPP,
	},
	[SRC_POLL_TIME] = {
		.name = "time of the state POLL",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_SUM_NS,
		.file = FILE_CPUIDLE, .state = "POLL", .attribute = CPUIDLE_TIME,
	},
	[SRC_POLL_USAGE] = {
		.name = "usage of the state POLL",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_SUM_NS,
		.file = FILE_CPUIDLE, .state = "POLL", .attribute = CPUIDLE_USAGE,
	},
	[SRC_POLL_ABOVE] = {
		.name = "above of the state POLL",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_SUM_NS,
		.file = FILE_CPUIDLE, .state = "POLL", .attribute = CPUIDLE_ABOVE,
	},
	[SRC_POLL_BELOW] = {
		.name = "below of the state POLL",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_SUM_NS,
		.file = FILE_CPUIDLE, .state = "POLL", .attribute = CPUIDLE_BELOW,
	},
	[SRC_C1_TIME] = {
		.name = "time of the state C1",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_SUM_NS,
		.file = FILE_CPUIDLE, .state = "C1", .attribute = CPUIDLE_TIME,
	},
	[SRC_C1_USAGE] = {
		.name = "usage of the state C1",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_SUM_NS,
		.file = FILE_CPUIDLE, .state = "C1", .attribute = CPUIDLE_USAGE,
	},
	[SRC_C1_ABOVE] = {
		.name = "above of the state C1",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_SUM_NS,
		.file = FILE_CPUIDLE, .state = "C1", .attribute = CPUIDLE_ABOVE,
	},
	[SRC_C1_BELOW] = {
		.name = "below of the state C1",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_SUM_NS,
		.file = FILE_CPUIDLE, .state = "C1", .attribute = CPUIDLE_BELOW,
	},
	[SRC_C1_LATENCY] = {
		.name = "latency of the state C1",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUIDLE, .state = "C1", .attribute = CPUIDLE_LATENCY,
	},
	[SRC_C1_DISABLED] = {
		.name = "disable of the state C1",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUIDLE, .state = "C1", .attribute = CPUIDLE_DISABLED,
	},
	[SRC_C2_TIME] = {
		.name = "time of the state C2",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_SUM_NS,
		.file = FILE_CPUIDLE, .state = "C2", .attribute = CPUIDLE_TIME,
	},
	[SRC_C2_USAGE] = {
		.name = "usage of the state C2",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_SUM_NS,
		.file = FILE_CPUIDLE, .state = "C2", .attribute = CPUIDLE_USAGE,
	},
	[SRC_C2_ABOVE] = {
		.name = "above of the state C2",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_SUM_NS,
		.file = FILE_CPUIDLE, .state = "C2", .attribute = CPUIDLE_ABOVE,
	},
	[SRC_C2_BELOW] = {
		.name = "below of the state C2",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_SUM_NS,
		.file = FILE_CPUIDLE, .state = "C2", .attribute = CPUIDLE_BELOW,
	},
	[SRC_C2_LATENCY] = {
		.name = "latency of the state C2",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUIDLE, .state = "C2", .attribute = CPUIDLE_LATENCY,
	},
	[SRC_C2_DISABLED] = {
		.name = "disable of the state C2",
		.per = PER_CPU, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPUIDLE, .state = "C2", .attribute = CPUIDLE_DISABLED,
	},
	[SRC_BOOST] = {
		.name = "cpufreq/boost",
		.per = PER_MACHINE, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPU_GLOBAL, .attribute = CPUFREQ_BOOST,
	},
	[SRC_AMD_STATUS] = {
		.name = "amd_pstate/status",
		.per = PER_MACHINE, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPU_GLOBAL, .attribute = CPUFREQ_AMD_STATUS,
	},
	[SRC_AMD_PREFCORE] = {
		.name = "amd_pstate/prefcore",
		.per = PER_MACHINE, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPU_GLOBAL, .attribute = CPUFREQ_AMD_PREFCORE,
	},
	[SRC_IDLE_DRIVER] = {
		.name = "cpuidle/current_driver",
		.per = PER_MACHINE, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPU_GLOBAL, .attribute = CPUIDLE_DRIVER,
	},
	[SRC_IDLE_GOVERNOR] = {
		.name = "cpuidle/current_governor",
		.per = PER_MACHINE, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_CPU_GLOBAL, .attribute = CPUIDLE_GOVERNOR,
	},
	[SRC_HSMP_DRIVER] = {
		.name = "version of the hsmp driver",
		.per = PER_MACHINE, .reader = READER_FILES, .fresh_ns = FRESH_CONFIG_NS,
		.serve_ns = SERVE_CONFIG_NS,
		.file = FILE_HSMP_DRIVER,
	},
};
/* clang-format on */
