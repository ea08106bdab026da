// SPDX-License-Identifier: LGPL-2.1-or-later
/* Metrics of activity and throttling, in the order of their PMIDs. */

#include "base/util.h"
#include "pmda/metrics.h"

/* clang-format off */
const struct metric metrics_activity[] = {
	{
		.name = "esmi.c0_residency",
		.cluster = CLUSTER_ACTIVITY, .item = 0,
		.type = METRIC_DOUBLE, .unit = UNIT_PERCENT, .semantics = METRIC_INSTANT,
		.per = PER_CORE, .source = SRC_C0_RESIDENCY, .get = get_real,
		.oneline = "share of time in which the core was not idle, percent",
		.help = "100 x (1 - idle time / wall time) over the last 1 to 10 seconds, from the\n"
			"kernel's cpuidle times, averaged over the core's threads. The kernel adds\n"
			"idle time when a CPU wakes up, so a long sleep counts late.",
	}, {
		.name = "esmi.socket.c0_residency",
		.cluster = CLUSTER_ACTIVITY, .item = 1,
		.type = METRIC_U32, .unit = UNIT_PERCENT, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_C0_PERCENT, .get = get_field,
		.params = { .field = "c0_residency" },
		.oneline = "share of time in C0, averaged over the cores by the firmware, percent",
		.help = "HSMP message 11h, whole percent.",
	}, {
		.name = "esmi.core.c0_residency",
		.cluster = CLUSTER_ACTIVITY, .item = 2,
		.type = METRIC_DOUBLE, .unit = UNIT_PERCENT, .semantics = METRIC_INSTANT,
		.per = PER_CORE, .source = SRC_TABLE, .get = get_table_average,
		.params = { .table7 = "core_c0" },
		.oneline = "share of time of the core in C0, percent",
		.help = "Metric table of family 1Ah models 50h to 5Fh.",
	}, {
		.name = "esmi.core.cc1_residency",
		.cluster = CLUSTER_ACTIVITY, .item = 3,
		.type = METRIC_DOUBLE, .unit = UNIT_PERCENT, .semantics = METRIC_INSTANT,
		.per = PER_CORE, .source = SRC_TABLE, .get = get_table_average,
		.params = { .table7 = "core_cc1" },
		.oneline = "share of time of the core in CC1, percent",
		.help = "Metric table of family 1Ah models 50h to 5Fh.",
	}, {
		.name = "esmi.core.cc6_residency",
		.cluster = CLUSTER_ACTIVITY, .item = 4,
		.type = METRIC_DOUBLE, .unit = UNIT_PERCENT, .semantics = METRIC_INSTANT,
		.per = PER_CORE, .source = SRC_TABLE, .get = get_table_average,
		.params = { .table7 = "core_cc6" },
		.oneline = "share of time of the core in CC6, percent",
		.help = "Metric table of family 1Ah models 50h to 5Fh.",
	}, {
		.name = "esmi.prochot",
		.cluster = CLUSTER_ACTIVITY, .item = 5,
		.type = METRIC_U32, .unit = UNIT_FLAG, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_PROCHOT, .get = get_field,
		.params = { .field = "prochot" },
		.oneline = "1 while PROCHOT is asserted, else 0",
		.help = "HSMP message 0Bh.",
	}, {
		.name = "esmi.throttle.prochot",
		.cluster = CLUSTER_ACTIVITY, .item = 6,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_count,
		.params = { .table6 = "prochot_residency_acc", .table7 = "prochot_residency_acc" },
		.oneline = "how often PROCHOT throttled the socket",
		.help = "Metric table, extended from 32 to 64 bits.",
	}, {
		.name = "esmi.throttle.ppt",
		.cluster = CLUSTER_ACTIVITY, .item = 7,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_count,
		.params = { .table6 = "ppt_residency_acc", .table7 = "ppt_residency_acc" },
		.oneline = "how often the power limit throttled the socket",
		.help = "Metric table, extended from 32 to 64 bits.",
	}, {
		.name = "esmi.throttle.thermal",
		.cluster = CLUSTER_ACTIVITY, .item = 8,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_count,
		.params = { .table6 = "socket_thm_residency_acc", .table7 = "thm_residency_acc" },
		.oneline = "how often the temperature throttled the socket",
		.help = "Metric table, extended from 32 to 64 bits.",
	}, {
		.name = "esmi.throttle.vr_thermal",
		.cluster = CLUSTER_ACTIVITY, .item = 9,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_count,
		.params = { .table6 = "vr_thm_residency_acc", .table7 = "vrhot_residency_acc" },
		.oneline = "how often the voltage regulators' temperature throttled the socket",
		.help = "Metric table, extended from 32 to 64 bits.",
	}, {
		.name = "esmi.throttle.hbm_thermal",
		.cluster = CLUSTER_ACTIVITY, .item = 10,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_count,
		.params = { .table6 = "hbm_thm_residency_acc" },
		.oneline = "how often the memory's temperature throttled the socket",
		.help = "Metric table of protocol 6, extended from 32 to 64 bits.",
	}, {
		.name = "esmi.throttle.tdc_cpu",
		.cluster = CLUSTER_ACTIVITY, .item = 11,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_count,
		.params = { .table7 = "cpu_tdc_residency_acc" },
		.oneline = "how often the cores' current limit throttled the socket",
		.help = "Metric table, extended from 32 to 64 bits.",
	}, {
		.name = "esmi.throttle.tdc_soc",
		.cluster = CLUSTER_ACTIVITY, .item = 12,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_count,
		.params = { .table7 = "soc_tdc_residency_acc" },
		.oneline = "how often the SOC's current limit throttled the socket",
		.help = "Metric table, extended from 32 to 64 bits.",
	}, {
		.name = "esmi.throttle.tdc_iomem",
		.cluster = CLUSTER_ACTIVITY, .item = 13,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_count,
		.params = { .table7 = "io_mem_tdc_residency_acc" },
		.oneline = "how often the IO and memory current limit throttled the socket",
		.help = "Metric table, extended from 32 to 64 bits.",
	}, {
		.name = "esmi.throttle.fit",
		.cluster = CLUSTER_ACTIVITY, .item = 14,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_count,
		.params = { .table7 = "fit_residency_acc" },
		.oneline = "how often the reliability limit throttled the socket",
		.help = "Metric table, extended from 32 to 64 bits.",
	},
};
/* clang-format on */

const size_t n_metrics_activity = ARRAY_SIZE(metrics_activity);
