// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The rows of metrics.h, in the order of their PMIDs. Rows of one cluster
 * stand together; a new one is appended at the end of its cluster with the
 * next free item.
 */

#include "pmda/metrics.h"

#include "base/util.h"

const struct indom_desc indoms[PER_N] = {
	[PER_SOCKET] = {
		.serial = 0,
		.name = "per socket",
		.oneline = "processor sockets",
		.help = "One instance for each socket with an online CPU, socketN, where N is\n"
			"physical_package_id. The numbers may have gaps.",
	},
	[PER_CORE] = {
		.serial = 1,
		.name = "per core",
		.oneline = "physical cores",
		.help = "One instance for each physical core with an online thread, cpuN, where\n"
			"N is the lowest logical CPU of the core: its SMT siblings have no\n"
			"instance of their own.",
	},
	[PER_CPU] = {
		.serial = 2,
		.name = "per cpu",
		.oneline = "logical CPUs",
		.help = "One instance for each online logical CPU, cpuN.",
	},
	[PER_HSMP_ERROR] = {
		.serial = 8,
		.name = "per error",
		.oneline = "error classes of the HSMP mailbox",
		.help = "One instance for each errno by which the hsmp driver refuses a message,\n"
			"and one, other, for the rest.",
	},
};

#define HELP_ENERGY_WRAP                                                             \
	"The sum is 64 bits wide and survives wraps of the register, which is\n"     \
	"sampled in the background. It starts at the register's value when the\n"    \
	"agent starts, and never decreases while the agent runs. Its rate divided\n" \
	"by 1000000 is watts. Clients other than root and pcp see a new value at\n"  \
	"most once a second."

/* clang-format off */
const struct metric metrics[] = {
	{
		.name = "esmi.power.socket",
		.cluster = CLUSTER_POWER, .item = 0,
		.type = METRIC_U32, .unit = UNIT_MILLIWATT, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_POWER, .get = get_word0,
		.oneline = "power of the socket, averaged by its firmware",
		.help = "HSMP message 04h. The window of the average is not documented; for the\n"
			"power over an interval of your own take the rate of esmi.energy.pkg.",
	}, {
		.name = "esmi.power.socket_limit",
		.cluster = CLUSTER_POWER, .item = 1,
		.type = METRIC_U32, .unit = UNIT_MILLIWATT, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_POWER_LIMIT, .get = get_word0,
		.oneline = "power limit of the socket in force",
		.help = "HSMP message 06h, read at most every 10 seconds.",
	}, {
		.name = "esmi.power.socket_limit_max",
		.cluster = CLUSTER_POWER, .item = 2,
		.type = METRIC_U32, .unit = UNIT_MILLIWATT, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_POWER_LIMIT_MAX, .get = get_word0,
		.oneline = "largest power limit that the socket can be given",
		.help = "HSMP message 07h. Twice this is the bound above which a step of an energy\n"
			"register is not believed (esmi.energy.rejected_samples).",
	}, {
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
		.oneline = "where energy is read: msr_safe or msr",
		.help = "The kind of device node that answered last.",
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
		.name = "esmi.clock.fclk",
		.cluster = CLUSTER_CLOCK, .item = 0,
		.type = METRIC_U32, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_CLOCKS, .get = get_word0,
		.oneline = "clock of the data fabric",
		.help = "HSMP message 0Fh, first word.",
	}, {
		.name = "esmi.clock.mclk",
		.cluster = CLUSTER_CLOCK, .item = 1,
		.type = METRIC_U32, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_CLOCKS, .get = get_word1,
		.oneline = "clock of the memory",
		.help = "HSMP message 0Fh, second word.",
	}, {
		.name = "esmi.cclk_limit",
		.cluster = CLUSTER_CLOCK, .item = 12,
		.type = METRIC_U32, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_CORE, .source = SRC_CORE_CCLK_LIMIT, .fallback = SRC_CCLK_LIMIT,
		.get = get_word0,
		.oneline = "limit of the core's clock in force",
		.help = "HSMP message 1Ah for each core. Where the platform does not have it\n"
			"(protocol below 5), the socket's limit, message 10h, on each of its cores.",
	}, {
		.name = "esmi.boostlimit",
		.cluster = CLUSTER_CLOCK, .item = 14,
		.type = METRIC_U32, .unit = UNIT_MEGAHERTZ, .semantics = METRIC_DISCRETE,
		.per = PER_CORE, .source = SRC_BOOST_LIMIT, .get = get_word0,
		.oneline = "boost limit of the core",
		.help = "HSMP message 0Ah for each core that is asked for, at most every 10\n"
			"seconds: on large sockets a message for each core takes long.",
	}, {
		.name = "esmi.c0_residency",
		.cluster = CLUSTER_ACTIVITY, .item = 0,
		.type = METRIC_DOUBLE, .unit = UNIT_PERCENT, .semantics = METRIC_INSTANT,
		.per = PER_CORE, .source = SRC_C0_RESIDENCY, .get = get_real,
		.oneline = "share of time in which the core was not idle, percent",
		.help = "100 x (1 - idle time / wall time) over the last 1 to 10 seconds, from the\n"
			"kernel's cpuidle times, averaged over the core's threads. The kernel adds\n"
			"idle time when a CPU wakes up, so a long sleep counts late.",
	}, {
		.name = "esmi.prochot",
		.cluster = CLUSTER_ACTIVITY, .item = 5,
		.type = METRIC_U32, .unit = UNIT_FLAG, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_PROCHOT, .get = get_flag,
		.oneline = "1 while PROCHOT is asserted, else 0",
		.help = "HSMP message 0Bh.",
	}, {
		.name = "esmi.temperature.socket",
		.cluster = CLUSTER_TEMPERATURE, .item = 0,
		.type = METRIC_DOUBLE, .unit = UNIT_CELSIUS, .semantics = METRIC_INSTANT,
		.per = PER_SOCKET, .source = SRC_TEMP_MONITOR, .fallback = SRC_K10TEMP,
		.get = get_temperature,
		.oneline = "temperature of the socket",
		.help = "HSMP message 15h, which only protocol 4 has; elsewhere Tctl of the k10temp\n"
			"driver, which may carry an offset against the die's temperature.",
	}, {
		.name = "esmi.pstate.governor",
		.cluster = CLUSTER_PSTATE, .item = 0,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_GOVERNOR, .get = get_text,
		.oneline = "cpufreq governor of the CPU",
		.help = "cpufreq/scaling_governor, read at most every 10 seconds.",
	}, {
		.name = "esmi.amd_pstate.scaling_cur_freq",
		.cluster = CLUSTER_AMD_PSTATE, .item = 0,
		.type = METRIC_U32, .unit = UNIT_KILOHERTZ, .semantics = METRIC_INSTANT,
		.per = PER_CPU, .source = SRC_CUR_FREQ, .get = get_khz,
		.oneline = "clock of the CPU as cpufreq knows it",
		.help = "cpufreq/scaling_cur_freq, whatever the driver: Milan and Genoa normally run\n"
			"acpi-cpufreq, Turin amd-pstate.",
	}, {
		.name = "esmi.cpuidle.c2_residency",
		.cluster = CLUSTER_CPUIDLE, .item = 8,
		.type = METRIC_U64, .unit = UNIT_MICROSECOND, .semantics = METRIC_COUNTER,
		.per = PER_CPU, .source = SRC_C2_TIME, .get = get_u64,
		.oneline = "time that the CPU spent in the idle state C2",
		.help = "cpuidle/stateK/time of the state named C2. It is the time in the state that\n"
			"the kernel asked for, added when the CPU wakes up.",
	}, {
		.name = "esmi.hsmp.protocol_version",
		.cluster = CLUSTER_HSMP, .item = 0,
		.type = METRIC_U32, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_PROTO_VER, .get = get_word0,
		.oneline = "version of the HSMP protocol",
		.help = "HSMP message 03h: 2 Milan, 4 Trento, 5 Genoa, 6 MI300A, 7 Turin.",
	}, {
		.name = "esmi.hsmp.state",
		.cluster = CLUSTER_HSMP, .item = 3,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .get = get_hsmp_state,
		.oneline = "health of the socket's mailbox",
		.help = "ok: it answers\n"
			"no-device: there is no /dev/hsmp, or the driver was unbound\n"
			"no-permission: /dev/hsmp can't be opened\n"
			"disabled-in-bios: it has never answered; enable HSMP Support in the BIOS\n"
			"  menu Advanced > AMD CBS > NBIO > SMU\n"
			"unsupported-cpu: the processor has no HSMP\n"
			"driver-mismatch: the driver does not speak the interface that we know\n"
			"backing-off: it answered once and is silent now; it is asked again after\n"
			"  1 s, 2 s, up to 64 s",
	}, {
		.name = "esmi.hsmp.errors",
		.cluster = CLUSTER_HSMP, .item = 7,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_HSMP_ERROR, .get = get_hsmp_errors,
		.oneline = "messages that failed, by errno",
		.help = "All sockets together, repetitions included.",
	}, {
		.name = "esmi.hsmp.timeouts",
		.cluster = CLUSTER_HSMP, .item = 8,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .get = get_hsmp_timeouts,
		.oneline = "messages that the socket's mailbox did not answer in 100 ms",
		.help = "Each makes the agent back off for 1 s, then 2 s, up to 64 s.",
	}, {
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
		.name = "esmi.agent.fetch_time",
		.cluster = CLUSTER_AGENT, .item = 0,
		.type = METRIC_U64, .unit = UNIT_MICROSECOND, .semantics = METRIC_COUNTER,
		.per = PER_MACHINE, .get = get_fetch_time,
		.oneline = "time that the agent spent answering fetches",
		.help = "Wall time from the request to the answer, the current fetch excepted.",
	}, {
		.name = "esmi.agent.cpu_time",
		.cluster = CLUSTER_AGENT, .item = 1,
		.type = METRIC_U64, .unit = UNIT_MICROSECOND, .semantics = METRIC_COUNTER,
		.per = PER_MACHINE, .get = get_cpu_time,
		.oneline = "CPU time that the agent itself used",
		.help = "User and system time of all its threads.",
	}, {
		.name = "esmi.agent.reads",
		.cluster = CLUSTER_AGENT, .item = 2,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_MACHINE, .get = get_reads,
		.oneline = "reads of devices and files",
		.help = "Register reads, mailbox messages and sysfs reads since the agent started.",
	}, {
		.name = "esmi.agent.sample_age",
		.cluster = CLUSTER_AGENT, .item = 3,
		.type = METRIC_U32, .unit = UNIT_MILLISECOND, .semantics = METRIC_INSTANT,
		.per = PER_MACHINE, .get = get_sample_age,
		.oneline = "age of the newest energy sample",
		.help = "Grows without bound when no energy register can be read any more.",
	},
};
/* clang-format on */

const size_t n_metrics = ARRAY_SIZE(metrics);

static const char *const unit_texts[METRIC_N_UNITS] = {
	[UNIT_NONE] = "",	   [UNIT_MILLIWATT] = "mW",
	[UNIT_MICROJOULE] = "uJ",  [UNIT_JOULE_PER_COUNT] = "J/count",
	[UNIT_BITS] = "bits",	   [UNIT_MEGAHERTZ] = "MHz",
	[UNIT_KILOHERTZ] = "kHz",  [UNIT_PERCENT] = "%",
	[UNIT_CELSIUS] = "degC",   [UNIT_MICROSECOND] = "us",
	[UNIT_MILLISECOND] = "ms", [UNIT_COUNT] = "count",
	[UNIT_FLAG] = "0/1",
};

const char *metric_unit_text(enum metric_unit unit)
{
	return unit_texts[unit];
}

const char *metric_type_text(enum metric_type type)
{
	switch (type) {
	case METRIC_U32:
		return "u32";
	case METRIC_U64:
		return "u64";
	case METRIC_DOUBLE:
		return "double";
	case METRIC_STRING:
		return "string";
	}
	return "";
}

const char *metric_semantics_text(enum metric_semantics semantics)
{
	switch (semantics) {
	case METRIC_INSTANT:
		return "instant";
	case METRIC_DISCRETE:
		return "discrete";
	case METRIC_COUNTER:
		return "counter";
	}
	return "";
}
