// SPDX-License-Identifier: LGPL-2.1-or-later
/* Metrics of energy, in the order of their PMIDs. */

#include "base/util.h"
#include "pmda/metrics.h"

#define HELP_ENERGY_WRAP                                                             \
	"The sum is 64 bits wide and survives wraps of the register, which is\n"     \
	"sampled in the background. It starts at the register's value when the\n"    \
	"agent starts, and never decreases while the agent runs. Its rate divided\n" \
	"by 1000000 is watts. Clients other than root and pcp see a new value at\n"  \
	"most once a second."

/* clang-format off */
const struct metric metrics_energy[] = {
	{
		.name = "esmi.energy.core",
		.cluster = CLUSTER_ENERGY, .item = 0,
		.type = METRIC_U64, .unit = UNIT_MICROJOULE, .semantics = METRIC_COUNTER,
		.per = PER_CORE, .source = SRC_ENERGY_CORE, .get = get_u64,
		.oneline = "energy of the physical core",
		.help = "MSR C001029Ah, once for each physical core, not for each thread.\n"
			HELP_ENERGY_WRAP,
	}, {
		.name = "esmi.energy.pkg",
		.cluster = CLUSTER_ENERGY, .item = 1,
		.type = METRIC_U64, .unit = UNIT_MICROJOULE, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_ENERGY_PKG, .get = get_u64,
		.oneline = "energy of the package: cores and everything else in the socket",
		.help = "MSR C001029Bh. Memory is not part of it.\n" HELP_ENERGY_WRAP,
	}, {
		.name = "esmi.energy.unit",
		.cluster = CLUSTER_ENERGY, .item = 2,
		.type = METRIC_DOUBLE, .unit = UNIT_JOULE_PER_COUNT, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .get = get_energy_unit,
		.oneline = "energy of one count of the registers",
		.help = "2 to the power of -ESU, from MSR C0010299h bits 12 to 8.",
	}, {
		.name = "esmi.energy.source",
		.cluster = CLUSTER_ENERGY, .item = 3,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .get = get_energy_source,
		.oneline = "where energy is read: hsmp, msr_batch, msr_safe, msr or powercap",
		.help = "hsmp: the mailbox, where the platform has energy messages (Turin and later);\n"
			"else the kind of device node of the registers that answered last; powercap,\n"
			"where there is none and the agent runs as root.",
	}, {
		.name = "esmi.energy.counter_bits",
		.cluster = CLUSTER_ENERGY, .item = 4,
		.type = METRIC_U32, .unit = UNIT_BITS, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .get = get_energy_bits,
		.oneline = "width of the energy registers, as far as it is known",
		.help = "Sources disagree about the width by model, so it is observed: 32 until a\n"
			"register of this machine has shown a bit above 31, 64 from then on.",
	}, {
		.name = "esmi.energy.wraps",
		.cluster = CLUSTER_ENERGY, .item = 5,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .get = get_energy_wraps,
		.oneline = "wraps of the socket's energy registers",
		.help = "Package and core registers together. A wrap loses nothing.",
	}, {
		.name = "esmi.energy.lost_intervals",
		.cluster = CLUSTER_ENERGY, .item = 6,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .get = get_energy_lost,
		.oneline = "intervals between samples in which a register may have wrapped twice",
		.help = "For each of them the least energy that explains both samples was added:\n"
			"the sum is then a lower bound. Happens when the host was suspended or the\n"
			"agent was stopped for long.",
	}, {
		.name = "esmi.energy.rejected_samples",
		.cluster = CLUSTER_ENERGY, .item = 7,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .get = get_energy_rejected,
		.oneline = "steps of energy registers that were not believed",
		.help = "A step above twice the largest power limit (1000 W a package where it is\n"
			"unknown, 60 W a core) times the interval is not added to the sum. Three in\n"
			"a row are refused, the fourth is believed.",
	}, {
		.name = "esmi.energy.table.socket",
		.cluster = CLUSTER_ENERGY, .item = 8,
		.type = METRIC_U64, .unit = UNIT_MICROJOULE, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_energy,
		.params = { .table6 = "socket_energy_acc", .table7 = "socket_energy_acc" },
		.oneline = "energy of the socket, from the metric table",
		.help = "The firmware's own sum, not corrected for anything.",
	}, {
		.name = "esmi.energy.table.cores",
		.cluster = CLUSTER_ENERGY, .item = 9,
		.type = METRIC_U64, .unit = UNIT_MICROJOULE, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_energy,
		.params = { .table7 = "core_energy_acc" },
		.oneline = "energy of all cores of the socket, from the metric table",
		.help = "The firmware's own sum; family 1Ah models 50h to 5Fh.",
	}, {
		.name = "esmi.energy.table.uncore",
		.cluster = CLUSTER_ENERGY, .item = 10,
		.type = METRIC_U64, .unit = UNIT_MICROJOULE, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_energy,
		.params = { .table7 = "uncore_energy_acc" },
		.oneline = "energy of everything but the cores, from the metric table",
		.help = "The firmware's own sum; family 1Ah models 50h to 5Fh.",
	}, {
		.name = "esmi.energy.table.ccd",
		.cluster = CLUSTER_ENERGY, .item = 11,
		.type = METRIC_U64, .unit = UNIT_MICROJOULE, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_energy,
		.params = { .table6 = "ccd_energy_acc" },
		.oneline = "energy of all core complex dies of the socket, from the metric table",
		.help = "The firmware's own sum; protocol 6.",
	}, {
		.name = "esmi.energy.table.xcd",
		.cluster = CLUSTER_ENERGY, .item = 12,
		.type = METRIC_U64, .unit = UNIT_MICROJOULE, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_energy,
		.params = { .table6 = "xcd_energy_acc" },
		.oneline = "energy of the accelerator dies of the socket, from the metric table",
		.help = "The firmware's own sum; protocol 6.",
	}, {
		.name = "esmi.energy.table.hbm",
		.cluster = CLUSTER_ENERGY, .item = 13,
		.type = METRIC_U64, .unit = UNIT_MICROJOULE, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .source = SRC_TABLE, .get = get_table_energy,
		.params = { .table6 = "hbm_energy_acc" },
		.oneline = "energy of the high-bandwidth memory of the socket, from the metric table",
		.help = "The firmware's own sum; protocol 6.",
	},
};
/* clang-format on */

const size_t n_metrics_energy = ARRAY_SIZE(metrics_energy);
