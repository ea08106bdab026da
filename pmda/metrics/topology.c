// SPDX-License-Identifier: LGPL-2.1-or-later
/* Metrics of topology, in the order of their PMIDs. */

#include "base/util.h"
#include "pmda/metrics.h"

/* clang-format off */
const struct metric metrics_topology[] = {
	{
		.name = "esmi.topology.n_sockets",
		.cluster = CLUSTER_TOPOLOGY, .item = 0,
		.type = METRIC_U32, .unit = UNIT_COUNT, .semantics = METRIC_DISCRETE,
		.per = PER_MACHINE, .get = get_n_sockets,
		.oneline = "sockets with an online CPU",
		.help = "Distinct physical_package_id of online CPUs.",
	}, {
		.name = "esmi.topology.n_cores",
		.cluster = CLUSTER_TOPOLOGY, .item = 1,
		.type = METRIC_U32, .unit = UNIT_COUNT, .semantics = METRIC_DISCRETE,
		.per = PER_MACHINE, .get = get_n_cores,
		.oneline = "physical cores with an online thread",
		.help = "Groups of SMT siblings, all sockets together.",
	}, {
		.name = "esmi.topology.n_cpus",
		.cluster = CLUSTER_TOPOLOGY, .item = 2,
		.type = METRIC_U32, .unit = UNIT_COUNT, .semantics = METRIC_DISCRETE,
		.per = PER_MACHINE, .get = get_n_cpus,
		.oneline = "online logical CPUs",
		.help = "Offline CPUs are not counted.",
	}, {
		.name = "esmi.topology.threads_per_core",
		.cluster = CLUSTER_TOPOLOGY, .item = 3,
		.type = METRIC_U32, .unit = UNIT_COUNT, .semantics = METRIC_DISCRETE,
		.per = PER_MACHINE, .get = get_threads_per_core,
		.oneline = "most online threads that any core has",
		.help = "2 with SMT, 1 without.",
	}, {
		.name = "esmi.topology.n_ccds",
		.cluster = CLUSTER_TOPOLOGY, .item = 4,
		.type = METRIC_U32, .unit = UNIT_COUNT, .semantics = METRIC_DISCRETE,
		.per = PER_MACHINE, .get = get_n_ccds,
		.oneline = "core complex dies of all sockets",
		.help = "By die_id where the kernel reports several dies in a package, else by L3\n"
			"cache, which is the same thing on Zen 3 and later except for dense parts.",
	}, {
		.name = "esmi.topology.n_numa_nodes",
		.cluster = CLUSTER_TOPOLOGY, .item = 5,
		.type = METRIC_U32, .unit = UNIT_COUNT, .semantics = METRIC_DISCRETE,
		.per = PER_MACHINE, .get = get_n_numa_nodes,
		.oneline = "NUMA nodes with CPUs",
		.help = "Depends on the NPS setting; not the number of sockets.",
	}, {
		.name = "esmi.topology.socket",
		.cluster = CLUSTER_TOPOLOGY, .item = 6,
		.type = METRIC_U32, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .get = get_cpu_socket,
		.oneline = "socket of the CPU",
		.help = "physical_package_id.",
	}, {
		.name = "esmi.topology.core",
		.cluster = CLUSTER_TOPOLOGY, .item = 7,
		.type = METRIC_U32, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .get = get_cpu_core,
		.oneline = "core of the CPU inside its socket",
		.help = "core_id.",
	}, {
		.name = "esmi.topology.ccd",
		.cluster = CLUSTER_TOPOLOGY, .item = 8,
		.type = METRIC_U32, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .get = get_cpu_ccd,
		.oneline = "core complex die of the CPU inside its socket",
		.help = "Its rank: by die_id where the kernel reports several dies, else by L3 cache.",
	}, {
		.name = "esmi.topology.l3",
		.cluster = CLUSTER_TOPOLOGY, .item = 9,
		.type = METRIC_U32, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .get = get_cpu_l3,
		.oneline = "L3 cache of the CPU",
		.help = "The id of its cache of level 3.",
	}, {
		.name = "esmi.topology.numa_node",
		.cluster = CLUSTER_TOPOLOGY, .item = 10,
		.type = METRIC_U32, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .get = get_cpu_node,
		.oneline = "NUMA node of the CPU",
		.help = "From node*/cpulist.",
	}, {
		.name = "esmi.topology.apicid",
		.cluster = CLUSTER_TOPOLOGY, .item = 11,
		.type = METRIC_U32, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .get = get_cpu_apicid,
		.oneline = "APIC id of the CPU",
		.help = "From /proc/cpuinfo; the argument of HSMP messages about a core.",
	}, {
		.name = "esmi.topology.isolated",
		.cluster = CLUSTER_TOPOLOGY, .item = 12,
		.type = METRIC_U32, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .get = get_cpu_isolated,
		.oneline = "1 if the CPU is isolated or nohz_full, else 0",
		.help = "The agent reads no register of such a CPU: that would be an interrupt.",
	},
};
/* clang-format on */

const size_t n_metrics_topology = ARRAY_SIZE(metrics_topology);
