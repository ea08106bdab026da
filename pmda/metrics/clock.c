// SPDX-License-Identifier: LGPL-2.1-or-later
/* Metrics of clocks and their limits, in the order of their PMIDs. */

#include "base/util.h"
#include "pmda/metrics.h"

/* clang-format off */
const struct metric metrics_clock[] = {
	{
		.name = "esmi.clock.fclk",
		.cluster = CLUSTER_CLOCK, .item = 0,
		.type = METRIC_U32, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_CLOCKS, .get = get_field,
		.params = { .field = "fclk" },
		.oneline = "clock of the data fabric",
		.help = "HSMP message 0Fh, first word.",
	}, {
		.name = "esmi.clock.mclk",
		.cluster = CLUSTER_CLOCK, .item = 1,
		.type = METRIC_U32, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_CLOCKS, .get = get_field,
		.params = { .field = "mclk" },
		.oneline = "clock of the memory",
		.help = "HSMP message 0Fh, second word.",
	}, {
		.name = "esmi.clock.fmax",
		.cluster = CLUSTER_CLOCK, .item = 2,
		.type = METRIC_U32, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_FMAX_FMIN, .get = get_field,
		.params = { .field = "fmax" },
		.oneline = "highest core clock of the socket",
		.help = "HSMP message 1Ch, protocol 5 and later.",
	}, {
		.name = "esmi.clock.fmin",
		.cluster = CLUSTER_CLOCK, .item = 3,
		.type = METRIC_U32, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_FMAX_FMIN, .get = get_field,
		.params = { .field = "fmin" },
		.oneline = "lowest core clock of the socket",
		.help = "HSMP message 1Ch, protocol 5 and later.",
	}, {
		.name = "esmi.clock.active_limit",
		.cluster = CLUSTER_CLOCK, .item = 4,
		.type = METRIC_U32, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_FREQ_LIMIT, .get = get_field,
		.params = { .field = "limit" },
		.oneline = "limit of the socket's clock in force",
		.help = "HSMP message 19h, protocol 5 and later.",
	}, {
		.name = "esmi.clock.active_limit_source",
		.cluster = CLUSTER_CLOCK, .item = 5,
		.type = METRIC_U32, .unit = UNIT_MASK, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_FREQ_LIMIT, .get = get_field,
		.params = { .field = "source" },
		.oneline = "what limits the socket's clock, as a bit mask",
		.help = "HSMP message 19h: bit 0 cHTC, 1 PROCHOT, 2 TDC, 3 PPT, 4 OPN maximum,\n"
			"5 reliability, 6 APML agent, 7 HSMP agent, 8 VRHOT, 9 TDC of VDD_MEM_S3,\n"
			"10 SOC and DIMM power. More than one may be set.",
	}, {
		.name = "esmi.clock.active_limit_source_name",
		.cluster = CLUSTER_CLOCK, .item = 6,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_FREQ_LIMIT, .get = get_limit_source_name,
		.oneline = "what limits the socket's clock, in words",
		.help = "The names of the bits of esmi.clock.active_limit_source, with a blank between.",
	}, {
		.name = "esmi.clock.uclk",
		.cluster = CLUSTER_CLOCK, .item = 7,
		.type = METRIC_DOUBLE, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_average,
		.params = { .table6 = "uclk_frequency", .table7 = "uclk_frequency_acc" },
		.oneline = "clock of the memory controller",
		.help = "Metric table. Protocol 6 has an instant value, family 1Ah models 50h to 5Fh an\n"
			"average over an interval of 1 to 10 seconds.",
	}, {
		.name = "esmi.clock.ddr_rate",
		.cluster = CLUSTER_CLOCK, .item = 8,
		.type = METRIC_DOUBLE, .unit = UNIT_MEGATRANSFER_PER_SECOND, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_average,
		.params = { .table7 = "ddr_rate_acc" },
		.oneline = "transfer rate of the memory",
		.help = "Metric table of family 1Ah models 50h to 5Fh. The unit is inferred from the\n"
			"size of the numbers, not documented.",
	}, {
		.name = "esmi.clock.lclk",
		.cluster = CLUSTER_CLOCK, .item = 9,
		.type = METRIC_DOUBLE, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_NBIO, .source = SRC_TABLE, .get = get_table_average,
		.params = { .table6 = "lclk_frequency", .table7 = "lclk_frequency_acc" },
		.oneline = "clock of the NBIO",
		.help = "Metric table.",
	}, {
		.name = "esmi.clock.core",
		.cluster = CLUSTER_CLOCK, .item = 10,
		.type = METRIC_DOUBLE, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_CORE, .source = SRC_TABLE, .get = get_table_average,
		.params = { .table6 = "cclk_frequency_acc", .table7 = "core_frequency" },
		.oneline = "clock of the core, averaged over an interval",
		.help = "Metric table; the average counts time in which the core sleeps as 0.",
	}, {
		.name = "esmi.clock.core_effective",
		.cluster = CLUSTER_CLOCK, .item = 11,
		.type = METRIC_DOUBLE, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_CORE, .source = SRC_TABLE, .get = get_table_average,
		.params = { .table7 = "core_frequency_effective" },
		.oneline = "effective clock of the core, averaged over an interval",
		.help = "Metric table of family 1Ah models 50h to 5Fh.",
	}, {
		.name = "esmi.cclk_limit",
		.cluster = CLUSTER_CLOCK, .item = 12,
		.type = METRIC_U32, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_CORE, .source = SRC_CORE_CCLK_LIMIT, .fallback = { SRC_CCLK_LIMIT },
		.get = get_field,
		.params = { .field = "cclk_limit" },
		.oneline = "limit of the core's clock in force",
		.help = "HSMP message 1Ah for each core. Where the platform does not have it\n"
			"(protocol below 5), the socket's limit, message 10h, on each of its cores.\n"
			"Messages for each core are sent after a fetch rather than in it, so the value\n"
			"may be 2.5 seconds old.",
	}, {
		.name = "esmi.socket.cclk_limit",
		.cluster = CLUSTER_CLOCK, .item = 13,
		.type = METRIC_U32, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_CCLK_LIMIT, .get = get_field,
		.params = { .field = "cclk_limit" },
		.oneline = "limit of the core clocks of the socket in force",
		.help = "HSMP message 10h.",
	}, {
		.name = "esmi.boostlimit",
		.cluster = CLUSTER_CLOCK, .item = 14,
		.type = METRIC_U32, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_DISCRETE,
		.per = PER_CORE, .source = SRC_BOOST_LIMIT, .get = get_field,
		.params = { .field = "boost_limit" },
		.oneline = "boost limit of the core",
		.help = "HSMP message 0Ah for each core that is asked for, at most every 10\n"
			"seconds: on large sockets a message for each core takes long.",
	}, {
		.name = "esmi.core.floor_limit",
		.cluster = CLUSTER_CLOCK, .item = 15,
		.type = METRIC_U32, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_DISCRETE,
		.per = PER_CORE, .source = SRC_FLOOR_LIMIT, .get = get_field,
		.params = { .field = "limit" },
		.oneline = "floor of the core's clock that was set",
		.help = "HSMP message 38h, operation 10b; family 1Ah models 50h to 5Fh.",
	}, {
		.name = "esmi.core.floor_limit_effective",
		.cluster = CLUSTER_CLOCK, .item = 16,
		.type = METRIC_U32, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_CORE, .source = SRC_FLOOR_EFFECTIVE, .get = get_field,
		.params = { .field = "limit" },
		.oneline = "floor of the core's clock in force",
		.help = "HSMP message 38h, operation 11b; family 1Ah models 50h to 5Fh.",
	},
};
/* clang-format on */

const size_t n_metrics_clock = ARRAY_SIZE(metrics_clock);
