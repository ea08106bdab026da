// SPDX-License-Identifier: LGPL-2.1-or-later
/* Metrics of idle states, by their names, in the order of their PMIDs. */

#include "base/util.h"
#include "pmda/metrics.h"

/* clang-format off */
const struct metric metrics_cpuidle[] = {
	{
		.name = "esmi.cpuidle.poll_residency",
		.cluster = CLUSTER_CPUIDLE, .item = 0,
		.type = METRIC_U64, .unit = UNIT_MICROSECOND, .semantics = METRIC_COUNTER,
		.per = PER_CPU, .source = SRC_POLL_TIME, .get = get_u64,
		.oneline = "time that the CPU spent in the idle state POLL",
		.help = "cpuidle/stateK/time of the state named POLL: time in the state that the kernel\n"
			"asked for, added when the CPU wakes up.",
	}, {
		.name = "esmi.cpuidle.poll_usage",
		.cluster = CLUSTER_CPUIDLE, .item = 1,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_CPU, .source = SRC_POLL_USAGE, .get = get_u64,
		.oneline = "how often the CPU entered the idle state POLL",
		.help = "cpuidle/stateK/usage of the state named POLL.",
	}, {
		.name = "esmi.cpuidle.poll_above",
		.cluster = CLUSTER_CPUIDLE, .item = 2,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_CPU, .source = SRC_POLL_ABOVE, .get = get_u64,
		.oneline = "how often the CPU woke from POLL too early for it",
		.help = "cpuidle/stateK/above of the state named POLL.",
	}, {
		.name = "esmi.cpuidle.poll_below",
		.cluster = CLUSTER_CPUIDLE, .item = 3,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_CPU, .source = SRC_POLL_BELOW, .get = get_u64,
		.oneline = "how often the CPU could have slept deeper than POLL",
		.help = "cpuidle/stateK/below of the state named POLL.",
	}, {
		.name = "esmi.cpuidle.c1_residency",
		.cluster = CLUSTER_CPUIDLE, .item = 4,
		.type = METRIC_U64, .unit = UNIT_MICROSECOND, .semantics = METRIC_COUNTER,
		.per = PER_CPU, .source = SRC_C1_TIME, .get = get_u64,
		.oneline = "time that the CPU spent in the idle state C1",
		.help = "cpuidle/stateK/time of the state named C1: time in the state that the kernel\n"
			"asked for, added when the CPU wakes up.",
	}, {
		.name = "esmi.cpuidle.c1_usage",
		.cluster = CLUSTER_CPUIDLE, .item = 5,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_CPU, .source = SRC_C1_USAGE, .get = get_u64,
		.oneline = "how often the CPU entered the idle state C1",
		.help = "cpuidle/stateK/usage of the state named C1.",
	}, {
		.name = "esmi.cpuidle.c1_above",
		.cluster = CLUSTER_CPUIDLE, .item = 6,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_CPU, .source = SRC_C1_ABOVE, .get = get_u64,
		.oneline = "how often the CPU woke from C1 too early for it",
		.help = "cpuidle/stateK/above of the state named C1.",
	}, {
		.name = "esmi.cpuidle.c1_below",
		.cluster = CLUSTER_CPUIDLE, .item = 7,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_CPU, .source = SRC_C1_BELOW, .get = get_u64,
		.oneline = "how often the CPU could have slept deeper than C1",
		.help = "cpuidle/stateK/below of the state named C1.",
	}, {
		.name = "esmi.cpuidle.c2_residency",
		.cluster = CLUSTER_CPUIDLE, .item = 8,
		.type = METRIC_U64, .unit = UNIT_MICROSECOND, .semantics = METRIC_COUNTER,
		.per = PER_CPU, .source = SRC_C2_TIME, .get = get_u64,
		.oneline = "time that the CPU spent in the idle state C2",
		.help = "cpuidle/stateK/time of the state named C2. It is the time in the state that\n"
			"the kernel asked for, added when the CPU wakes up.",
	}, {
		.name = "esmi.cpuidle.c2_usage",
		.cluster = CLUSTER_CPUIDLE, .item = 9,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_CPU, .source = SRC_C2_USAGE, .get = get_u64,
		.oneline = "how often the CPU entered the idle state C2",
		.help = "cpuidle/stateK/usage of the state named C2.",
	}, {
		.name = "esmi.cpuidle.c2_above",
		.cluster = CLUSTER_CPUIDLE, .item = 10,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_CPU, .source = SRC_C2_ABOVE, .get = get_u64,
		.oneline = "how often the CPU woke from C2 too early for it",
		.help = "cpuidle/stateK/above of the state named C2.",
	}, {
		.name = "esmi.cpuidle.c2_below",
		.cluster = CLUSTER_CPUIDLE, .item = 11,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_CPU, .source = SRC_C2_BELOW, .get = get_u64,
		.oneline = "how often the CPU could have slept deeper than C2",
		.help = "cpuidle/stateK/below of the state named C2.",
	}, {
		.name = "esmi.cpuidle.c1_latency",
		.cluster = CLUSTER_CPUIDLE, .item = 12,
		.type = METRIC_U32, .unit = UNIT_MICROSECOND, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_C1_LATENCY, .get = get_u32,
		.oneline = "time that the CPU takes to leave the idle state C1",
		.help = "cpuidle/stateK/latency of the state named C1.",
	}, {
		.name = "esmi.cpuidle.c1_disabled",
		.cluster = CLUSTER_CPUIDLE, .item = 13,
		.type = METRIC_U32, .unit = UNIT_FLAG, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_C1_DISABLED, .get = get_u32,
		.oneline = "1 if the idle state C1 is disabled for the CPU, else 0",
		.help = "cpuidle/stateK/disable of the state named C1.",
	}, {
		.name = "esmi.cpuidle.c2_latency",
		.cluster = CLUSTER_CPUIDLE, .item = 14,
		.type = METRIC_U32, .unit = UNIT_MICROSECOND, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_C2_LATENCY, .get = get_u32,
		.oneline = "time that the CPU takes to leave the idle state C2",
		.help = "cpuidle/stateK/latency of the state named C2.",
	}, {
		.name = "esmi.cpuidle.c2_disabled",
		.cluster = CLUSTER_CPUIDLE, .item = 15,
		.type = METRIC_U32, .unit = UNIT_FLAG, .semantics = METRIC_DISCRETE,
		.per = PER_CPU, .source = SRC_C2_DISABLED, .get = get_u32,
		.oneline = "1 if the idle state C2 is disabled for the CPU, else 0",
		.help = "cpuidle/stateK/disable of the state named C2.",
	}, {
		.name = "esmi.cpuidle.driver",
		.cluster = CLUSTER_CPUIDLE, .item = 16,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_MACHINE, .source = SRC_IDLE_DRIVER, .get = get_text,
		.oneline = "cpuidle driver",
		.help = "cpuidle/current_driver.",
	}, {
		.name = "esmi.cpuidle.governor",
		.cluster = CLUSTER_CPUIDLE, .item = 17,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_MACHINE, .source = SRC_IDLE_GOVERNOR, .get = get_text,
		.oneline = "cpuidle governor",
		.help = "cpuidle/current_governor.",
	},
};
/* clang-format on */

const size_t n_metrics_cpuidle = ARRAY_SIZE(metrics_cpuidle);
