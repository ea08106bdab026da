// SPDX-License-Identifier: LGPL-2.1-or-later
/* Metrics of memory, in the order of their PMIDs. */

#include "base/util.h"
#include "pmda/metrics.h"

/* clang-format off */
const struct metric metrics_memory[] = {
	{
		.name = "esmi.ddr.max_bw",
		.cluster = CLUSTER_MEMORY, .item = 0,
		.type = METRIC_U32, .unit = UNIT_GIGABYTE_PER_SECOND, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_DDR, .get = get_field,
		.params = { .field = "max_bw" },
		.oneline = "largest memory bandwidth of the socket",
		.help = "HSMP message 14h, bits 31 to 20. Sources name Gbit/s and GB/s; the numbers\n"
			"fit GB/s.",
	}, {
		.name = "esmi.ddr.utilized_bw",
		.cluster = CLUSTER_MEMORY, .item = 1,
		.type = METRIC_U32, .unit = UNIT_GIGABYTE_PER_SECOND, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_DDR, .get = get_field,
		.params = { .field = "utilized_bw" },
		.oneline = "memory bandwidth in use",
		.help = "HSMP message 14h, bits 19 to 8. See esmi.ddr.max_bw for the unit.",
	}, {
		.name = "esmi.ddr.utilized_pct",
		.cluster = CLUSTER_MEMORY, .item = 2,
		.type = METRIC_U32, .unit = UNIT_PERCENT, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_DDR, .get = get_field,
		.params = { .field = "utilized_pct" },
		.oneline = "memory bandwidth in use, percent of the largest",
		.help = "HSMP message 14h, bits 7 to 0.",
	}, {
		.name = "esmi.ddr.read_bw",
		.cluster = CLUSTER_MEMORY, .item = 3,
		.type = METRIC_DOUBLE, .unit = UNIT_GIGABYTE_PER_SECOND, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_average,
		.params = { .table7 = "dram_read_bandwidth_acc" },
		.oneline = "memory read bandwidth",
		.help = "Metric table of family 1Ah models 50h to 5Fh; the unit is that of AMD's\n"
			"library, not confirmed otherwise.",
	}, {
		.name = "esmi.ddr.write_bw",
		.cluster = CLUSTER_MEMORY, .item = 4,
		.type = METRIC_DOUBLE, .unit = UNIT_GIGABYTE_PER_SECOND, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_average,
		.params = { .table7 = "dram_write_bandwidth_acc" },
		.oneline = "memory write bandwidth",
		.help = "Metric table of family 1Ah models 50h to 5Fh; the unit is that of AMD's\n"
			"library, not confirmed otherwise.",
	}, {
		.name = "esmi.dimm.power",
		.cluster = CLUSTER_MEMORY, .item = 5,
		.type = METRIC_U32, .unit = UNIT_MILLIWATT, .semantics = METRIC_INSTANT,
		.per = PER_DIMM, .source = SRC_DIMM_POWER, .get = get_field,
		.params = { .field = "power" },
		.oneline = "power of the DIMM",
		.help = "HSMP message 17h, protocols 5 and 7.",
	}, {
		.name = "esmi.dimm.power_age",
		.cluster = CLUSTER_MEMORY, .item = 6,
		.type = METRIC_U32, .unit = UNIT_MILLISECOND, .semantics = METRIC_INSTANT,
		.per = PER_DIMM, .source = SRC_DIMM_POWER, .get = get_field,
		.params = { .field = "age" },
		.oneline = "age of the DIMM's power reading",
		.help = "HSMP message 17h.",
	}, {
		.name = "esmi.dimm.temperature",
		.cluster = CLUSTER_MEMORY, .item = 7,
		.type = METRIC_DOUBLE, .unit = UNIT_CELSIUS, .semantics = METRIC_INSTANT,
		.per = PER_DIMM, .source = SRC_DIMM_THERMAL, .get = get_scaled,
		.params = { .field = "temperature" },
		.oneline = "temperature of the DIMM's sensor",
		.help = "HSMP message 18h, steps of a quarter degree. A DIMM has two sensors, with an\n"
			"address each.",
	}, {
		.name = "esmi.dimm.temperature_age",
		.cluster = CLUSTER_MEMORY, .item = 8,
		.type = METRIC_U32, .unit = UNIT_MILLISECOND, .semantics = METRIC_INSTANT,
		.per = PER_DIMM, .source = SRC_DIMM_THERMAL, .get = get_field,
		.params = { .field = "age" },
		.oneline = "age of the DIMM's temperature reading",
		.help = "HSMP message 18h; 511 means 511 or more.",
	}, {
		.name = "esmi.dimm.temp_range",
		.cluster = CLUSTER_MEMORY, .item = 9,
		.type = METRIC_U32, .unit = UNIT_CODE, .semantics = METRIC_DISCRETE,
		.per = PER_DIMM, .source = SRC_DIMM_RANGE, .get = get_field,
		.params = { .field = "temp_range" },
		.oneline = "temperature range of the DIMM, as the code of its register MR4",
		.help = "HSMP message 16h, bits 2 to 0.",
	}, {
		.name = "esmi.dimm.refresh_rate",
		.cluster = CLUSTER_MEMORY, .item = 10,
		.type = METRIC_U32, .unit = UNIT_REFRESH, .semantics = METRIC_DISCRETE,
		.per = PER_DIMM, .source = SRC_DIMM_RANGE, .get = get_field,
		.params = { .field = "refresh_rate" },
		.oneline = "refresh rate of the DIMM: 0 normal, 1 double",
		.help = "HSMP message 16h, bit 3.",
	}, {
		.name = "esmi.dimm.total_power",
		.cluster = CLUSTER_MEMORY, .item = 11,
		.type = METRIC_U32, .unit = UNIT_MILLIWATT, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_DIMM_TOTAL, .get = get_dimm_total,
		.oneline = "power of all DIMMs of the socket",
		.help = "HSMP message 17h with flag 2, in steps of 20 mW; family 1Ah models 50h to 5Fh.",
	}, {
		.name = "esmi.dimm.max_power",
		.cluster = CLUSTER_MEMORY, .item = 12,
		.type = METRIC_U32, .unit = UNIT_MILLIWATT, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_DIMM_MAX, .get = get_field,
		.params = { .field = "power" },
		.oneline = "power of the DIMM that draws most",
		.help = "HSMP message 17h with flag 1; family 1Ah models 50h to 5Fh.",
	}, {
		.name = "esmi.dimm.max_temperature",
		.cluster = CLUSTER_MEMORY, .item = 13,
		.type = METRIC_DOUBLE, .unit = UNIT_CELSIUS, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_DIMM_MAX_TEMP, .get = get_scaled,
		.params = { .field = "temperature" },
		.oneline = "temperature of the hottest DIMM",
		.help = "HSMP message 18h with bit 31 set; family 1Ah models 50h to 5Fh.",
	},
};
/* clang-format on */

const size_t n_metrics_memory = ARRAY_SIZE(metrics_memory);
