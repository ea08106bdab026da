// SPDX-License-Identifier: LGPL-2.1-or-later
/* Metrics of the agent itself, in the order of their PMIDs. */

#include "base/util.h"
#include "pmda/metrics.h"

/* clang-format off */
const struct metric metrics_agent[] = {
	{
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
	}, {
		.name = "esmi.agent.backend",
		.cluster = CLUSTER_AGENT, .item = 4,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_MACHINE, .get = get_backend,
		.oneline = "who carries messages to the mailbox: kernel or esmi",
		.help = "kernel: the agent's own ioctl to the kernel's driver. esmi: AMD's E-SMI\n"
			"library, in builds that link it. Values are the same.",
	},
};
/* clang-format on */

const size_t n_metrics_agent = ARRAY_SIZE(metrics_agent);
