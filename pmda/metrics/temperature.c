// SPDX-License-Identifier: LGPL-2.1-or-later
/* Metrics of temperature, in the order of their PMIDs. */

#include "base/util.h"
#include "pmda/metrics.h"

/* clang-format off */
const struct metric metrics_temperature[] = {
	{
		.name = "esmi.temperature.socket",
		.cluster = CLUSTER_TEMPERATURE, .item = 0,
		.type = METRIC_DOUBLE, .unit = UNIT_CELSIUS, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_TEMP_MONITOR, .fallback = { SRC_TABLE, SRC_K10TEMP },
		.get = get_temperature,
		.oneline = "temperature of the socket",
		.help = "HSMP message 15h, which only protocol 4 has; elsewhere Tctl of the k10temp\n"
			"driver, which may carry an offset against the die's temperature.",
	}, {
		.name = "esmi.temperature.source",
		.cluster = CLUSTER_TEMPERATURE, .item = 1,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_TEMP_MONITOR, .fallback = { SRC_TABLE, SRC_K10TEMP }, .get = get_temperature_source,
		.oneline = "where esmi.temperature.socket comes from",
		.help = "hsmp, table or k10temp.",
	}, {
		.name = "esmi.temperature.vr_max",
		.cluster = CLUSTER_TEMPERATURE, .item = 2,
		.type = METRIC_DOUBLE, .unit = UNIT_CELSIUS, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_value,
		.params = { .table6 = "max_vr_temperature" },
		.oneline = "highest temperature of the voltage regulators",
		.help = "Metric table of protocol 6.",
	}, {
		.name = "esmi.temperature.hbm_max",
		.cluster = CLUSTER_TEMPERATURE, .item = 3,
		.type = METRIC_DOUBLE, .unit = UNIT_CELSIUS, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_value,
		.params = { .table6 = "max_hbm_temperature" },
		.oneline = "highest temperature of the high-bandwidth memory",
		.help = "Metric table of protocol 6.",
	}, {
		.name = "esmi.temperature.svi3_rail",
		.cluster = CLUSTER_TEMPERATURE, .item = 4,
		.type = METRIC_U32, .unit = UNIT_CELSIUS, .semantics = METRIC_INSTANT,
		.per = PER_RAIL, .source = SRC_SVI3_TEMP, .get = get_field,
		.params = { .field = "temperature" },
		.oneline = "temperature of the rail's voltage regulator",
		.help = "HSMP message 36h; family 1Ah models 50h to 5Fh.",
	}, {
		.name = "esmi.temperature.tdelta",
		.cluster = CLUSTER_TEMPERATURE, .item = 5,
		.type = METRIC_U32, .unit = UNIT_FLAG, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_TDELTA, .get = get_field,
		.params = { .field = "tdelta" },
		.oneline = "1 while the cooling is out of its range, else 0",
		.help = "HSMP message 35h; family 1Ah models 50h to 5Fh.",
	},
};
/* clang-format on */

const size_t n_metrics_temperature = ARRAY_SIZE(metrics_temperature);
