// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Rows of the message table
 *
 * Numbers of words, kinds and bit positions are those of the kernel's
 * amd_hsmp.h and of AMD's E-SMI library 5.2, protocols by E-SMI's matrix of
 * platforms. Messages that newer drivers know as SET_GET are so here; older
 * drivers refuse their gets with EPERM.
 */
#include "hw/hsmp_msgs.h"

#include <assert.h>

#include "base/util.h"

/* clang-format off */
const struct hsmp_msg_desc hsmp_msgs[HSMP_N_IDS] = {
	[HSMP_TEST] = {
		.name = "TEST", .kind = HSMP_KIND_GET,
		.num_args = 1, .response_sz = 1,
		.scope = HSMP_SCOPE_OTHER, .min_proto = 2,
		.fields = { { "value", 0, 0, 32, "" } },
	},
	[HSMP_GET_SMU_VER] = {
		.name = "GET_SMU_VER", .kind = HSMP_KIND_GET,
		.num_args = 0, .response_sz = 1,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2,
		.fields = {
			{ "major", 0, 16, 8, "" },
			{ "minor", 0, 8, 8, "" },
			{ "patch", 0, 0, 8, "" },
		},
	},
	[HSMP_GET_PROTO_VER] = {
		.name = "GET_PROTO_VER", .kind = HSMP_KIND_GET,
		.num_args = 0, .response_sz = 1,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2,
		.fields = { { "version", 0, 0, 32, "" } },
	},
	[HSMP_GET_SOCKET_POWER] = {
		.name = "GET_SOCKET_POWER", .kind = HSMP_KIND_GET,
		.num_args = 0, .response_sz = 1,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2,
		.fields = { { "power", 0, 0, 32, "mW" } },
	},
	[HSMP_SET_SOCKET_POWER_LIMIT] = {
		.name = "SET_SOCKET_POWER_LIMIT", .kind = HSMP_KIND_SET,
		.num_args = 1, .response_sz = 0,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2,
	},
	[HSMP_GET_SOCKET_POWER_LIMIT] = {
		.name = "GET_SOCKET_POWER_LIMIT", .kind = HSMP_KIND_GET,
		.num_args = 0, .response_sz = 1,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2,
		.fields = { { "limit", 0, 0, 32, "mW" } },
	},
	[HSMP_GET_SOCKET_POWER_LIMIT_MAX] = {
		.name = "GET_SOCKET_POWER_LIMIT_MAX", .kind = HSMP_KIND_GET,
		.num_args = 0, .response_sz = 1,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2,
		.fields = { { "limit_max", 0, 0, 32, "mW" } },
	},
	[HSMP_SET_BOOST_LIMIT] = {
		.name = "SET_BOOST_LIMIT", .kind = HSMP_KIND_SET,
		.num_args = 1, .response_sz = 0,
		.scope = HSMP_SCOPE_CORE, .min_proto = 2,
	},
	[HSMP_SET_BOOST_LIMIT_SOCKET] = {
		.name = "SET_BOOST_LIMIT_SOCKET", .kind = HSMP_KIND_SET,
		.num_args = 1, .response_sz = 0,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2,
	},
	[HSMP_GET_BOOST_LIMIT] = {
		.name = "GET_BOOST_LIMIT", .kind = HSMP_KIND_GET,
		.num_args = 1, .response_sz = 1,
		.scope = HSMP_SCOPE_CORE, .min_proto = 2,
		.fields = { { "boost_limit", 0, 0, 32, "MHz" } },
	},
	[HSMP_GET_PROC_HOT] = {
		.name = "GET_PROC_HOT", .kind = HSMP_KIND_GET,
		.num_args = 0, .response_sz = 1,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2,
		.fields = { { "prochot", 0, 0, 32, "" } },
	},
	[HSMP_SET_XGMI_LINK_WIDTH] = {
		/* Codes, not lanes: 0 = x4, 1 = x8, 2 = x16. */
		.name = "SET_XGMI_LINK_WIDTH", .kind = HSMP_KIND_SET_GET,
		.num_args = 1, .response_sz = 1,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2,
		.fields = {
			{ "width_min", 0, 8, 8, "" },
			{ "width_max", 0, 0, 8, "" },
		},
	},
	[HSMP_SET_DF_PSTATE] = {
		/* The P-state is valid only while APB is disabled. */
		.name = "SET_DF_PSTATE", .kind = HSMP_KIND_SET_GET,
		.num_args = 1, .response_sz = 1,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2, .not_proto = 6,
		.fields = {
			{ "apb_disabled", 0, 8, 1, "" },
			{ "pstate", 0, 0, 8, "" },
		},
	},
	[HSMP_SET_AUTO_DF_PSTATE] = {
		.name = "SET_AUTO_DF_PSTATE", .kind = HSMP_KIND_SET,
		.num_args = 0, .response_sz = 0,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2, .not_proto = 6,
	},
	[HSMP_GET_FCLK_MCLK] = {
		.name = "GET_FCLK_MCLK", .kind = HSMP_KIND_GET,
		.num_args = 0, .response_sz = 2,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2,
		.fields = {
			{ "fclk", 0, 0, 32, "MHz" },
			{ "mclk", 1, 0, 32, "MHz" },
		},
	},
	[HSMP_GET_CCLK_THROTTLE_LIMIT] = {
		.name = "GET_CCLK_THROTTLE_LIMIT", .kind = HSMP_KIND_GET,
		.num_args = 0, .response_sz = 1,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2,
		.fields = { { "cclk_limit", 0, 0, 32, "MHz" } },
	},
	[HSMP_GET_C0_PERCENT] = {
		.name = "GET_C0_PERCENT", .kind = HSMP_KIND_GET,
		.num_args = 0, .response_sz = 1,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2,
		.fields = { { "c0_residency", 0, 0, 32, "%" } },
	},
	[HSMP_SET_NBIO_DPM_LEVEL] = {
		.name = "SET_NBIO_DPM_LEVEL", .kind = HSMP_KIND_SET,
		.num_args = 1, .response_sz = 0,
		.scope = HSMP_SCOPE_OTHER, .min_proto = 2,
	},
	[HSMP_GET_NBIO_DPM_LEVEL] = {
		/* Argument: NBIO in [23:16]. */
		.name = "GET_NBIO_DPM_LEVEL", .kind = HSMP_KIND_GET,
		.num_args = 1, .response_sz = 1,
		.scope = HSMP_SCOPE_OTHER, .min_proto = 2,
		.fields = {
			{ "dpm_max", 0, 8, 8, "" },
			{ "dpm_min", 0, 0, 8, "" },
		},
	},
	[HSMP_GET_DDR_BANDWIDTH] = {
		.name = "GET_DDR_BANDWIDTH", .kind = HSMP_KIND_GET,
		.num_args = 0, .response_sz = 1,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 2, .not_proto = 6,
		.fields = {
			{ "max_bw", 0, 20, 12, "GB/s" },
			{ "utilized_bw", 0, 8, 12, "GB/s" },
			{ "utilized_pct", 0, 0, 8, "%" },
		},
	},
	[HSMP_GET_TEMP_MONITOR] = {
		/* Degrees in [15:8], eighths of one in [7:5]. */
		.name = "GET_TEMP_MONITOR", .kind = HSMP_KIND_GET,
		.num_args = 0, .response_sz = 1,
		.scope = HSMP_SCOPE_SOCKET, .min_proto = 4, .only_proto = 4,
		.fields = { { "temperature", 0, 5, 11, "degC/8" } },
	},
	[HSMP_GET_CCLK_CORE_LIMIT] = {
		.name = "GET_CCLK_CORE_LIMIT", .kind = HSMP_KIND_GET,
		.num_args = 1, .response_sz = 1,
		.scope = HSMP_SCOPE_CORE, .min_proto = 5,
		.fields = { { "cclk_limit", 0, 0, 32, "MHz" } },
	},
};
/* clang-format on */

static_assert(ARRAY_SIZE(hsmp_msgs) == HSMP_N_IDS, "one row a message");
