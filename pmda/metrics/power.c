// SPDX-License-Identifier: LGPL-2.1-or-later
/* Metrics of power, in the order of their PMIDs. */

#include "base/util.h"
#include "pmda/metrics.h"

/* clang-format off */
const struct metric metrics_power[] = {
	{
		.name = "esmi.power.socket",
		.cluster = CLUSTER_POWER, .item = 0,
		.type = METRIC_U32, .unit = UNIT_MILLIWATT, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_POWER, .get = get_field,
		.params = { .field = "power" },
		.oneline = "power of the socket, averaged by its firmware",
		.help = "HSMP message 04h. The window of the average is not documented; for the\n"
			"power over an interval of your own take the rate of esmi.energy.pkg.",
	}, {
		.name = "esmi.power.socket_limit",
		.cluster = CLUSTER_POWER, .item = 1,
		.type = METRIC_U32, .unit = UNIT_MILLIWATT, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_POWER_LIMIT, .get = get_field,
		.params = { .field = "limit" },
		.oneline = "power limit of the socket in force",
		.help = "HSMP message 06h, read at most every 10 seconds.",
	}, {
		.name = "esmi.power.socket_limit_max",
		.cluster = CLUSTER_POWER, .item = 2,
		.type = METRIC_U32, .unit = UNIT_MILLIWATT, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_POWER_LIMIT_MAX, .get = get_field,
		.params = { .field = "limit_max" },
		.oneline = "largest power limit that the socket can be given",
		.help = "HSMP message 07h. Twice this is the bound above which a step of an energy\n"
			"register is not believed (esmi.energy.rejected_samples).",
	}, {
		.name = "esmi.power.svi_rails",
		.cluster = CLUSTER_POWER, .item = 3,
		.type = METRIC_U32, .unit = UNIT_MILLIWATT, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_SVI_RAILS, .get = get_field,
		.params = { .field = "power" },
		.oneline = "power of all SVI rails of the socket",
		.help = "HSMP message 1Bh, protocol 5 and later.",
	}, {
		.name = "esmi.power.ccd",
		.cluster = CLUSTER_POWER, .item = 4,
		.type = METRIC_U32, .unit = UNIT_MILLIWATT, .semantics = METRIC_INSTANT,
		.per = PER_CCD, .source = SRC_CCD_POWER, .get = get_field,
		.params = { .field = "power" },
		.oneline = "power of the core complex die",
		.help = "HSMP message 34h, asked for by the APIC id of one of its cores; family 1Ah\n"
			"models 50h to 5Fh.",
	}, {
		.name = "esmi.power.efficiency_mode",
		.cluster = CLUSTER_POWER, .item = 5,
		.type = METRIC_U32, .unit = UNIT_CODE, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_POWER_MODE, .get = get_field,
		.params = { .field = "mode" },
		.oneline = "power efficiency mode, as a number",
		.help = "HSMP message 21h, bits 2 to 0: 0 high performance, 1 power efficient, 2 IO\n"
			"performance, 3 balanced memory, 4 balanced core, 5 balanced core and memory.\n"
			"Needs a driver whose table lets it be read.",
	}, {
		.name = "esmi.power.efficiency_mode_name",
		.cluster = CLUSTER_POWER, .item = 6,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_POWER_MODE, .get = get_power_mode_name,
		.oneline = "power efficiency mode, in words",
		.help = "The name of esmi.power.efficiency_mode.",
	}, {
		.name = "esmi.power.sdps_limit",
		.cluster = CLUSTER_POWER, .item = 7,
		.type = METRIC_U32, .unit = UNIT_MILLIWATT, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_SDPS_LIMIT, .get = get_field,
		.params = { .field = "limit" },
		.oneline = "SDPS limit of the socket",
		.help = "HSMP message 3Ah; family 1Ah models 50h to 5Fh.",
	}, {
		.name = "esmi.power.core",
		.cluster = CLUSTER_POWER, .item = 8,
		.type = METRIC_DOUBLE, .unit = UNIT_WATT, .semantics = METRIC_INSTANT,
		.per = PER_CORE, .source = SRC_TABLE, .get = get_table_average,
		.params = { .table7 = "core_power" },
		.oneline = "power of the core, averaged over an interval",
		.help = "Metric table of family 1Ah models 50h to 5Fh. The interval is that of the\n"
			"agent's readings, 1 to 10 seconds.",
	}, {
		.name = "esmi.power.cores_total",
		.cluster = CLUSTER_POWER, .item = 9,
		.type = METRIC_DOUBLE, .unit = UNIT_WATT, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_average,
		.params = { .table7 = "core_power_acc" },
		.oneline = "power of all cores of the socket, averaged over an interval",
		.help = "Metric table of family 1Ah models 50h to 5Fh.",
	}, {
		.name = "esmi.power.uncore",
		.cluster = CLUSTER_POWER, .item = 10,
		.type = METRIC_DOUBLE, .unit = UNIT_WATT, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_average,
		.params = { .table7 = "uncore_power_acc" },
		.oneline = "power of everything but the cores, averaged over an interval",
		.help = "Metric table of family 1Ah models 50h to 5Fh.",
	},
};
/* clang-format on */

const size_t n_metrics_power = ARRAY_SIZE(metrics_power);
