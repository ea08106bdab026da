// SPDX-License-Identifier: LGPL-2.1-or-later
/* Metrics of the mailbox, in the order of their PMIDs. */

#include "base/util.h"
#include "pmda/metrics.h"

/* clang-format off */
const struct metric metrics_hsmp[] = {
	{
		.name = "esmi.hsmp.protocol_version",
		.cluster = CLUSTER_HSMP, .item = 0,
		.type = METRIC_U32, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_PROTO_VER, .get = get_field,
		.params = { .field = "version" },
		.oneline = "version of the HSMP protocol",
		.help = "HSMP message 03h: 2 Milan, 4 Trento, 5 Genoa, 6 MI300A, 7 Turin.",
	}, {
		.name = "esmi.hsmp.smu_fw_version",
		.cluster = CLUSTER_HSMP, .item = 1,
		.type = METRIC_STRING, .unit = UNIT_VERSION, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_SMU_VER, .get = get_smu_version,
		.oneline = "version of the socket's firmware",
		.help = "HSMP message 02h.",
	}, {
		.name = "esmi.hsmp.driver_version",
		.cluster = CLUSTER_HSMP, .item = 2,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_MACHINE, .source = SRC_HSMP_DRIVER, .get = get_text,
		.oneline = "version of the kernel's hsmp driver",
		.help = "/sys/module/hsmp_common/version, else that of amd_hsmp.",
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
		.name = "esmi.hsmp.metrics_table_version",
		.cluster = CLUSTER_HSMP, .item = 4,
		.type = METRIC_U32, .unit = UNIT_HEX, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .source = SRC_TABLE_VER, .get = get_field,
		.params = { .field = "version" },
		.oneline = "version of the socket's metric table",
		.help = "HSMP message 23h; 0x00700000 is that of family 1Ah models 50h to 5Fh.",
	}, {
		.name = "esmi.hsmp.supported",
		.cluster = CLUSTER_HSMP, .item = 5,
		.type = METRIC_STRING, .unit = UNIT_NONE, .semantics = METRIC_DISCRETE,
		.per = PER_SOCKET, .get = get_hsmp_supported,
		.oneline = "messages that can be read on the socket",
		.help = "Hexadecimal ids with a blank between: those that the firmware's own list (37h)\n"
			"names, else those that the platform and its protocol have and that were not\n"
			"refused.",
	}, {
		.name = "esmi.hsmp.messages",
		.cluster = CLUSTER_HSMP, .item = 6,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_HSMP_MESSAGE, .get = get_hsmp_messages,
		.oneline = "messages sent, by message",
		.help = "All sockets together, repetitions included.",
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
		.name = "esmi.hsmp.retries",
		.cluster = CLUSTER_HSMP, .item = 9,
		.type = METRIC_U64, .unit = UNIT_COUNT, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .get = get_hsmp_retries,
		.oneline = "repetitions of messages after EBUSY and EINTR",
		.help = "Each message is repeated at most three times.",
	}, {
		.name = "esmi.hsmp.latency_total",
		.cluster = CLUSTER_HSMP, .item = 10,
		.type = METRIC_U64, .unit = UNIT_MICROSECOND, .semantics = METRIC_COUNTER,
		.per = PER_SOCKET, .get = get_hsmp_latency,
		.oneline = "time spent in messages of the socket",
		.help = "Divide its rate by that of the messages for the mean latency.",
	},
};
/* clang-format on */

const size_t n_metrics_hsmp = ARRAY_SIZE(metrics_hsmp);
