// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Rows of the message table
 *
 * Numbers of words, kinds and bit positions are those of the kernel's
 * amd_hsmp.h (mainline of 2026 where it is newer) and of AMD's E-SMI library
 * 5.2, platforms are those of that library's matrix. What differs between
 * generations of the driver is a column, not a second table.
 */
#include "hw/hsmp_msgs.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "base/util.h"

/* clang-format off */
const struct hsmp_gen_desc hsmp_gens[HSMP_N_GENS] = {
	[HSMP_GEN_A] = {
		.name = "A", .where = "mainline to about 6.5",
		.last_id = 0x22, .exact_response = true, .any_ioctl = true,
	},
	[HSMP_GEN_B] = {
		.name = "B", .where = "mainline from 6.6",
		.last_id = 0x25, .exact_response = true, .any_ioctl = true,
	},
	[HSMP_GEN_C] = {
		.name = "C", .where = "mainline with protocol 7",
		.last_id = 0x32, .exact_response = true, .any_ioctl = true,
	},
	[HSMP_GEN_D] = {
		.name = "D", .where = "mainline of 2026",
		.last_id = 0x3C, .has_telemetry = true,
	},
	[HSMP_GEN_OOT] = {
		.name = "oot", .where = "out of tree 4.0",
		.last_id = 0x3A, .exact_response = true, .any_ioctl = true,
	},
};

#define ID(id) (UINT64_C(1) << (id))

const struct hsmp_platform_desc hsmp_platforms[HSMP_N_PLATFORMS] = {
	[HSMP_PLATFORM_MILAN] = {
		.name = "Milan", .family = 0x19,
		.models = { { 0x00, 0x0F } }, .proto = 2,
	},
	[HSMP_PLATFORM_TRENTO] = {
		.name = "Trento", .family = 0x19,
		.models = { { 0x30, 0x3F } }, .proto = 4,
	},
	[HSMP_PLATFORM_GENOA] = {
		.name = "Genoa", .family = 0x19,
		.models = { { 0x10, 0x1F }, { 0xA0, 0xAF } }, .proto = 5,
	},
	[HSMP_PLATFORM_MI300A] = {
		/* E-SMI has 30h and 31h, but not 32h: 30 and 31 decimal? */
		.name = "MI300A", .family = 0x19,
		.models = { { 0x90, 0x9F } }, .proto = 6,
		.disputed = ID(HSMP_GET_RAPL_UNITS) |
			    ID(HSMP_GET_RAPL_CORE_COUNTER),
	},
	[HSMP_PLATFORM_TURIN] = {
		.name = "Turin", .family = 0x1A,
		.models = { { 0x00, 0x1F } }, .proto = 7, .early_proto = 5,
	},
	[HSMP_PLATFORM_1AH_50] = {
		/* Only the newest driver names these two. */
		.name = "1Ah 50h-5Fh", .family = 0x1A,
		.models = { { 0x50, 0x5F } }, .proto = 7,
		.disputed = ID(HSMP_PQOS_TRAFFIC_PRIORITY) |
			    ID(HSMP_PQOS_FLOATING_BW),
	},
};

/* Generations that have a message, those in which it is a SET_GET. */
#define BIT(n) (1 << (n))
#define ONLY_D BIT(HSMP_GEN_D)
#define FROM_D (ONLY_D | BIT(HSMP_GEN_OOT))
#define FROM_C (FROM_D | BIT(HSMP_GEN_C))
#define FROM_B (FROM_C | BIT(HSMP_GEN_B))
#define FROM_A (FROM_B | BIT(HSMP_GEN_A))
#define ONLY_OOT BIT(HSMP_GEN_OOT)

#define MILAN BIT(HSMP_PLATFORM_MILAN)
#define TRENTO BIT(HSMP_PLATFORM_TRENTO)
#define GENOA BIT(HSMP_PLATFORM_GENOA)
#define MI300A BIT(HSMP_PLATFORM_MI300A)
#define TURIN BIT(HSMP_PLATFORM_TURIN)
#define M_50 BIT(HSMP_PLATFORM_1AH_50)
#define ALL (NOT_MI300A | MI300A)
#define NOT_MI300A (MILAN | TRENTO | SINCE_GENOA)
#define SINCE_GENOA (GENOA | TURIN | M_50)
#define GENOA_MI300A (SINCE_GENOA | MI300A)
#define SINCE_TURIN (TURIN | M_50)

/* As documents write them: bits [hi:lo] of a word. */
#define BITS(n, w, hi, lo, u, d, s) \
	{ .name = (n), .word = (w), .shift = (lo), .width = (hi) - (lo) + 1, \
	  .unit = (u), .divisor = (d), .is_signed = (s) }
#define ARG(n, hi, lo, u) BITS(n, 0, hi, lo, u, 1, false)
#define APICID(hi, lo) ARG(HSMP_ARG_APICID, hi, lo, "")
#define OUT(n, hi, lo, u) BITS(n, 0, hi, lo, u, 1, false)
#define WORD(n, w, u) BITS(n, w, 31, 0, u, 1, false)

#define ROW(id, k, n_in, n_out, ...) \
	[HSMP_##id] = { .name = #id, .kind = HSMP_KIND_##k, \
		.num_args = (n_in), .response_sz = (n_out), __VA_ARGS__ }

const struct hsmp_msg_desc hsmp_msgs[HSMP_N_IDS] = {
	ROW(TEST, GET, 1, 1,
		.scope = HSMP_SCOPE_OTHER, .generations = FROM_A,
		.platforms = ALL,
		.args = { ARG("value", 31, 0, "") },
		.fields = { WORD("value", 0, "") },
		.note = "Answers its argument plus 1."),
	ROW(GET_SMU_VER, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = ALL,
		.fields = {
			OUT("major", 23, 16, ""),
			OUT("minor", 15, 8, ""),
			OUT("patch", 7, 0, ""),
		}),
	ROW(GET_PROTO_VER, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = ALL,
		.fields = { WORD("version", 0, "") }),
	ROW(GET_SOCKET_POWER, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = ALL,
		.fields = { WORD("power", 0, "mW") },
		.note = "An average; its window is not documented."),
	ROW(SET_SOCKET_POWER_LIMIT, SET, 1, 0,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = ALL,
		.args = { ARG("limit", 31, 0, "mW") }),
	ROW(GET_SOCKET_POWER_LIMIT, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = ALL,
		.fields = { WORD("limit", 0, "mW") }),
	ROW(GET_SOCKET_POWER_LIMIT_MAX, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = ALL,
		.fields = { WORD("limit_max", 0, "mW") }),
	ROW(SET_BOOST_LIMIT, SET, 1, 0,
		.scope = HSMP_SCOPE_CORE, .generations = FROM_A,
		.platforms = ALL,
		.args = { APICID(31, 16), ARG("boost_limit", 15, 0, "MHz") }),
	ROW(SET_BOOST_LIMIT_SOCKET, SET, 1, 0,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = ALL,
		.args = { ARG("boost_limit", 31, 0, "MHz") }),
	ROW(GET_BOOST_LIMIT, GET, 1, 1,
		.scope = HSMP_SCOPE_CORE, .generations = FROM_A,
		.platforms = ALL,
		.args = { APICID(31, 0) },
		.fields = { WORD("boost_limit", 0, "MHz") }),
	ROW(GET_PROC_HOT, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = ALL,
		.fields = { WORD("prochot", 0, "") },
		.note = "1 while PROCHOT is asserted."),
	ROW(SET_XGMI_LINK_WIDTH, SET_GET, 1, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = ALL, .get_generations = FROM_D,
		.args = {
			ARG("width_min", 15, 8, ""),
			ARG("width_max", 7, 0, ""),
		},
		.fields = {
			OUT("width_min", 15, 8, ""),
			OUT("width_max", 7, 0, ""),
		},
		.note = "Codes, not lanes: 0 = x4 (E-SMI: x2), 1 = x8, 2 "
			"= x16."),
	ROW(SET_DF_PSTATE, SET_GET, 1, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = NOT_MI300A, .get_generations = FROM_D,
		.args = { ARG("pstate", 7, 0, "") },
		.fields = {
			OUT("apb_disabled", 8, 8, ""),
			OUT("pstate", 7, 0, ""),
		},
		.note = "P-states 0 to 2; the answer is valid only while "
			"APB is disabled."),
	ROW(SET_AUTO_DF_PSTATE, SET, 0, 0,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = NOT_MI300A),
	ROW(GET_FCLK_MCLK, GET, 0, 2,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = ALL,
		.fields = { WORD("fclk", 0, "MHz"), WORD("mclk", 1, "MHz") }),
	ROW(GET_CCLK_THROTTLE_LIMIT, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = ALL,
		.fields = { WORD("cclk_limit", 0, "MHz") }),
	ROW(GET_C0_PERCENT, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = ALL,
		.fields = { WORD("c0_residency", 0, "%") },
		.note = "Over all cores of the socket."),
	ROW(SET_NBIO_DPM_LEVEL, SET, 1, 0,
		.scope = HSMP_SCOPE_NBIO, .generations = FROM_A,
		.platforms = ALL,
		.args = {
			ARG("nbio", 23, 16, ""),
			ARG("dpm_max", 15, 8, ""),
			ARG("dpm_min", 7, 0, ""),
		}),
	ROW(GET_NBIO_DPM_LEVEL, GET, 1, 1,
		.scope = HSMP_SCOPE_NBIO, .generations = FROM_A,
		.platforms = ALL,
		.args = { ARG("nbio", 23, 16, "") },
		.fields = {
			OUT("dpm_max", 15, 8, ""),
			OUT("dpm_min", 7, 0, ""),
		}),
	ROW(GET_DDR_BANDWIDTH, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = NOT_MI300A,
		.fields = {
			OUT("max_bw", 31, 20, "GB/s"),
			OUT("utilized_bw", 19, 8, "GB/s"),
			OUT("utilized_pct", 7, 0, "%"),
		},
		.note = "The driver's header says Gbps; E-SMI's "
			"interface, the driver's attributes and what such "
			"machines do say GB/s."),
	ROW(GET_TEMP_MONITOR, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = TRENTO,
		.fields = { BITS("temperature", 0, 15, 5, "degC/8", 8, false) },
		.note = "Whole degrees in [15:8], eighths in [7:5]."),
	ROW(GET_DIMM_TEMP_RANGE, GET, 1, 1,
		.scope = HSMP_SCOPE_DIMM, .generations = FROM_A,
		.platforms = SINCE_GENOA,
		.args = { ARG("address", 7, 0, "") },
		.fields = {
			OUT("refresh_rate", 3, 3, ""),
			OUT("temp_range", 2, 0, ""),
		},
		.note = "Refresh rate 0 = 1x, 1 = 2x."),
	ROW(GET_DIMM_POWER, GET, 1, 1,
		.scope = HSMP_SCOPE_DIMM, .generations = FROM_A,
		.platforms = SINCE_GENOA,
		.args = { ARG("select", 31, 30, ""), ARG("address", 7, 0, "") },
		.fields = {
			OUT("power", 31, 17, "mW"),
			OUT("age", 16, 8, "ms"),
			OUT("address", 7, 0, ""),
		},
		.note = "select, 1Ah 50h-5Fh only: 0 = one DIMM, 1 = the "
			"largest consumer, 2 = the total, whose power "
			"counts steps of 20 mW."),
	ROW(GET_DIMM_THERMAL, GET, 1, 1,
		.scope = HSMP_SCOPE_DIMM, .generations = FROM_A,
		.platforms = SINCE_GENOA,
		.args = {
			ARG("hottest", 31, 31, ""),
			ARG("address", 7, 0, ""),
		},
		.fields = {
			BITS("temperature", 0, 31, 21, "degC/4", 4, true),
			OUT("age", 16, 8, "ms"),
			OUT("address", 7, 0, ""),
		},
		.note = "hottest, 1Ah 50h-5Fh only. An age of 511 means "
			"511 ms or more."),
	ROW(GET_SOCKET_FREQ_LIMIT, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = GENOA_MI300A,
		.fields = {
			OUT("limit", 31, 16, "MHz"),
			OUT("source", 15, 0, ""),
		},
		.note = "source is a bit map: 0 cHTC-Active, 1 PROCHOT, 2 "
			"TDC limit, 3 PPT limit, 4 OPN Max, 5 reliability "
			"limit, 6 APML agent, 7 HSMP agent; E-SMI adds 8 "
			"VRHOT, 9 TDC VDD_MEM_S3, 10 SOC and DIMM power."),
	ROW(GET_CCLK_CORE_LIMIT, GET, 1, 1,
		.scope = HSMP_SCOPE_CORE, .generations = FROM_A,
		.platforms = GENOA_MI300A,
		.args = { APICID(31, 0) },
		.fields = { WORD("cclk_limit", 0, "MHz") }),
	ROW(GET_RAILS_SVI, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = GENOA_MI300A,
		.fields = { WORD("power", 0, "mW") },
		.note = "Sum of all SVI rails."),
	ROW(GET_SOCKET_FMAX_FMIN, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = GENOA_MI300A,
		.fields = {
			OUT("fmax", 31, 16, "MHz"),
			OUT("fmin", 15, 0, "MHz"),
		}),
	ROW(GET_IOLINK_BANDWITH, GET, 1, 1,
		.scope = HSMP_SCOPE_LINK, .generations = FROM_A,
		.platforms = GENOA_MI300A,
		.args = { ARG("link", 17, 8, ""), ARG("type", 2, 0, "") },
		.fields = { WORD("bandwidth", 0, "Mbps") },
		.note = "type must be 1 (aggregate). Links of protocols 5 "
			"and 7 are one-hot, P0 to P3, G0 to G3, P4, P5 "
			"(the last two beyond [15:8]), those of protocol "
			"6 codes: P2 = 3, P3 = 4, G0 to G7 = 8 to 15."),
	ROW(GET_XGMI_BANDWITH, GET, 1, 1,
		.scope = HSMP_SCOPE_LINK, .generations = FROM_A,
		.platforms = GENOA_MI300A,
		.args = { ARG("link", 17, 8, ""), ARG("type", 2, 0, "") },
		.fields = { WORD("bandwidth", 0, "Mbps") },
		.note = "type: 1 aggregate, 2 read, 4 write. Links as for "
			"GET_IOLINK_BANDWITH."),
	ROW(SET_GMI3_WIDTH, SET, 1, 0,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = GENOA | TURIN,
		.args = {
			ARG("width_min", 15, 8, ""),
			ARG("width_max", 7, 0, ""),
		}),
	ROW(SET_PCI_RATE, SET, 1, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = SINCE_GENOA,
		.args = { ARG("rate", 7, 0, "") },
		.fields = { OUT("previous", 7, 0, "") },
		.note = "0 = automatic, 1 = Gen4, 2 = Gen5. Answers the "
			"old value, yet is a set: there is no way to read "
			"it alone."),
	ROW(SET_POWER_MODE, SET_GET, 1, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = SINCE_GENOA, .get_generations = FROM_C,
		.args = { ARG("mode", 2, 0, "") },
		.fields = { OUT("mode", 2, 0, ""), OUT("raw_31_3", 31, 3, "") },
		.note = "0 high performance, 1 power efficiency, 2 I/O "
			"performance, 3 balanced memory, 4 balanced core, "
			"5 balanced core memory. Modes 4 and 5 have "
			"parameters, on whose place in [31:3] driver and "
			"library contradict each other; they stay raw."),
	ROW(SET_PSTATE_MAX_MIN, SET_GET, 1, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_A,
		.platforms = SINCE_GENOA, .get_generations = FROM_D,
		.args = {
			ARG("pstate_min", 15, 8, ""),
			ARG("pstate_max", 7, 0, ""),
		},
		.fields = {
			OUT("pstate_min", 15, 8, ""),
			OUT("pstate_max", 7, 0, ""),
		},
		.note = "DF P-states 0 to 2; 0 is the highest "
			"performance."),
	ROW(GET_METRIC_TABLE_VER, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_B,
		.platforms = MI300A | M_50,
		.fields = { WORD("version", 0, "") },
		.note = "0x00700000 is the one that is known for 1Ah "
			"50h-5Fh."),
	ROW(GET_METRIC_TABLE, GET, 0, 0,
		.scope = HSMP_SCOPE_OTHER, .generations = FROM_B,
		.platforms = MI300A | M_50,
		.note = "The firmware fills the table in memory anew. The "
			"driver sends it by itself when the table is "
			"read."),
	ROW(GET_METRIC_TABLE_DRAM_ADDR, GET, 0, 3,
		.scope = HSMP_SCOPE_OTHER, .generations = FROM_B,
		.platforms = MI300A | M_50,
		.old_response_sz = 2,
		.fields = {
			WORD("address_lo", 0, ""),
			WORD("address_hi", 1, ""),
			WORD("size", 2, "byte"),
		},
		.note = "The size comes from the newest driver only."),
	ROW(SET_XGMI_PSTATE_RANGE, SET_GET, 1, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_C,
		.platforms = SINCE_TURIN, .get_generations = ONLY_OOT,
		.args = {
			ARG("pstate_min", 15, 8, ""),
			ARG("pstate_max", 7, 0, ""),
		},
		.fields = {
			OUT("pstate_min", 15, 8, ""),
			OUT("pstate_max", 7, 0, ""),
		}),
	ROW(CPU_RAIL_ISO_FREQ_POLICY, SET_GET, 1, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_C,
		.platforms = SINCE_TURIN, .get_generations = FROM_C,
		.args = { ARG("independent", 0, 0, "") },
		.fields = { OUT("independent", 0, 0, "") },
		.note = "1 = rails are independent."),
	ROW(DFC_ENABLE_CTRL, SET_GET, 1, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_C,
		.platforms = SINCE_TURIN, .get_generations = FROM_C,
		.args = { ARG("enabled", 0, 0, "") },
		.fields = { OUT("enabled", 0, 0, "") },
		.note = "DF C-states."),
	ROW(PC6_ENABLE, SET_GET, 1, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_D,
		.platforms = M_50, .get_generations = FROM_D,
		.args = { ARG("enabled", 0, 0, "") },
		.fields = { OUT("enabled", 0, 0, "") }),
	ROW(CC6_ENABLE, SET_GET, 1, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_D,
		.platforms = M_50, .get_generations = FROM_D,
		.args = { ARG("enabled", 0, 0, "") },
		.fields = { OUT("enabled", 0, 0, "") }),
	ROW(GET_RAPL_UNITS, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_C,
		.platforms = SINCE_TURIN,
		.fields = { OUT("tu", 19, 16, ""), OUT("esu", 12, 8, "") },
		.note = "Time in 2^-tu s, energy in 2^-esu J."),
	ROW(GET_RAPL_CORE_COUNTER, GET, 1, 2,
		.scope = HSMP_SCOPE_CORE, .generations = FROM_C,
		.platforms = SINCE_TURIN,
		.args = { APICID(15, 0) },
		.fields = { WORD("count_lo", 0, ""), WORD("count_hi", 1, "") },
		.note = "One count of 64 bits in 2^-esu J."),
	ROW(GET_RAPL_PACKAGE_COUNTER, GET, 0, 2,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_C,
		.platforms = SINCE_TURIN,
		.fields = { WORD("count_lo", 0, ""), WORD("count_hi", 1, "") },
		.note = "One count of 64 bits in 2^-esu J."),
	ROW(DIMM_SB_RD, GET, 1, 1,
		.scope = HSMP_SCOPE_DIMM, .generations = FROM_D,
		.platforms = M_50,
		.args = {
			ARG("space", 23, 23, ""),
			ARG("offset", 22, 12, ""),
			ARG("lid", 11, 8, ""),
			ARG("address", 7, 0, ""),
		},
		.fields = { WORD("raw", 0, "") },
		.note = "lid: 2 TS0, 6 TS1, 9 PMIC0, 10 SPD hub. One "
			"byte; a comment in the driver's header says "
			"[3:0], so it stays raw."),
	ROW(READ_CCD_POWER, GET, 1, 1,
		.scope = HSMP_SCOPE_CCD, .generations = FROM_D,
		.platforms = M_50,
		.args = { APICID(15, 0) },
		.fields = { WORD("power", 0, "mW") }),
	ROW(READ_TDELTA, GET, 0, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_D,
		.platforms = M_50,
		.fields = { WORD("tdelta", 0, "") },
		.note = "0 = normal, 1 = out of range."),
	ROW(GET_SVI3_VR_CTRL_TEMP, GET, 1, 1,
		.scope = HSMP_SCOPE_RAIL, .generations = FROM_D,
		.platforms = M_50,
		.args = { ARG("rail", 3, 1, ""), ARG("chosen", 0, 0, "") },
		.fields = {
			OUT("rail", 30, 28, ""),
			OUT("temperature", 27, 0, "degC"),
		},
		.note = "chosen: 0 = the hottest rail, 1 = that of rail: "
			"0 CPU0, 1 CPU1, 2 SOC, 3 VDDIO, 4 VDDIO_MEM_S3."),
	ROW(GET_ENABLED_HSMP_CMDS, GET, 1, 3,
		.scope = HSMP_SCOPE_MASK, .generations = FROM_D,
		.platforms = M_50,
		.args = { ARG("reads", 0, 0, "") },
		.fields = {
			WORD("ids_31_0", 0, ""),
			WORD("ids_63_32", 1, ""),
			WORD("ids_95_64", 2, ""),
		},
		.note = "A bit map by message: of the gets if reads is 1, "
			"of the sets if it is 0."),
	ROW(SET_GET_FLOOR_LIMIT, SET_GET, 1, 1,
		.scope = HSMP_SCOPE_CORE_FLOOR, .generations = FROM_D,
		.platforms = M_50, .get_generations = FROM_D,
		.args = {
			ARG("op", 31, 30, ""),
			APICID(27, 16),
			ARG("limit", 15, 0, "MHz"),
		},
		.fields = { OUT("limit", 15, 0, "MHz") },
		.note = "op: 0 set a core, 1 set all, 2 get, 3 get the "
			"effective one."),
	ROW(DIMM_SB_WR, SET, 1, 0,
		.scope = HSMP_SCOPE_DIMM, .generations = FROM_D,
		.platforms = M_50,
		.args = {
			ARG("data", 31, 24, ""),
			ARG("space", 23, 23, ""),
			ARG("offset", 22, 12, ""),
			ARG("lid", 11, 8, ""),
			ARG("address", 7, 0, ""),
		}),
	ROW(SDPS_LIMIT, SET_GET, 1, 1,
		.scope = HSMP_SCOPE_SOCKET, .generations = FROM_D,
		.platforms = M_50, .get_generations = FROM_D,
		.args = { ARG("limit", 30, 0, "mW") },
		.fields = { OUT("limit", 30, 0, "mW") }),
	ROW(PQOS_TRAFFIC_PRIORITY, SET_GET, 1, 1,
		.scope = HSMP_SCOPE_OTHER, .generations = ONLY_D,
		.platforms = 0, .get_generations = ONLY_D,
		.args = { ARG("op", 31, 30, "") },
		.fields = { WORD("raw", 0, "") },
		.note = "In the newest driver's table only; its fields "
			"are not known here."),
	ROW(PQOS_FLOATING_BW, SET_GET, 1, 2,
		.scope = HSMP_SCOPE_OTHER, .generations = ONLY_D,
		.platforms = 0, .get_generations = ONLY_D,
		.fields = { WORD("raw_0", 0, ""), WORD("raw_1", 1, "") },
		.note = "In the newest driver's table only; its fields "
			"are not known here."),
};
/* clang-format on */

static_assert(ARRAY_SIZE(hsmp_msgs) == HSMP_N_IDS, "one row a message");
static_assert(HSMP_N_IDS <= 64, "bit maps of messages have 64 bits");
static_assert(HSMP_N_GENS <= 8, "bit maps of generations have 8 bits");
static_assert(HSMP_N_PLATFORMS <= 8, "bit maps of platforms have 8 bits");

bool hsmp_msg_in_proto(const struct hsmp_msg_desc *msg, unsigned int proto)
{
	for (unsigned int i = 0; i < HSMP_N_PLATFORMS; i++)
		if (msg->platforms & BIT(i) && hsmp_platforms[i].proto == proto)
			return true;
	return false;
}

enum hsmp_kind hsmp_gen_kind(enum hsmp_gen gen, unsigned int id)
{
	const struct hsmp_msg_desc *msg;

	if (id >= HSMP_N_IDS || !(hsmp_msgs[id].generations & BIT(gen)))
		return HSMP_KIND_RESERVED;
	msg = &hsmp_msgs[id];
	if (msg->kind == HSMP_KIND_SET_GET &&
	    !(msg->get_generations & BIT(gen)))
		return HSMP_KIND_SET;
	return msg->kind;
}

unsigned int hsmp_gen_num_args(enum hsmp_gen gen, unsigned int id)
{
	return hsmp_gen_kind(gen, id) == HSMP_KIND_RESERVED
		       ? 0
		       : hsmp_msgs[id].num_args;
}

unsigned int hsmp_gen_response_sz(enum hsmp_gen gen, unsigned int id)
{
	enum hsmp_kind kind = hsmp_gen_kind(gen, id);
	const struct hsmp_msg_desc *msg;

	if (kind == HSMP_KIND_RESERVED)
		return 0;
	msg = &hsmp_msgs[id];
	if (kind != msg->kind)
		return 0;
	return msg->old_response_sz && gen != HSMP_GEN_D ? msg->old_response_sz
							 : msg->response_sz;
}

bool hsmp_gen_response_fits(enum hsmp_gen gen, unsigned int id,
			    unsigned int response_sz)
{
	unsigned int table = hsmp_gen_response_sz(gen, id);

	if (hsmp_gens[gen].exact_response &&
	    hsmp_gen_kind(gen, id) != HSMP_KIND_SET_GET)
		return response_sz == table;
	return response_sz <= table;
}

int hsmp_gen_find(const char *name, enum hsmp_gen *ret)
{
	for (unsigned int i = 0; i < HSMP_N_GENS; i++) {
		if (strcmp(hsmp_gens[i].name, name) == 0) {
			*ret = (enum hsmp_gen)i;
			return 0;
		}
	}
	return -EINVAL;
}

int64_t hsmp_field_int(const struct hsmp_field *field, const uint32_t *words)
{
	int64_t value = hsmp_field_get(field, words);
	int64_t range = INT64_C(1) << field->width;

	return field->is_signed && value >= range / 2 ? value - range : value;
}

int hsmp_arg_put(enum hsmp_id id, const char *name, uint32_t value,
		 uint32_t *arg)
{
	const struct hsmp_field *field = NULL;
	uint32_t mask;

	if ((unsigned int)id >= HSMP_N_IDS)
		return -EINVAL;
	for (unsigned int i = 0; i < HSMP_MAX_ARGS; i++) {
		const struct hsmp_field *f = &hsmp_msgs[id].args[i];

		if (f->name && strcmp(f->name, name) == 0)
			field = f;
	}
	if (!field)
		return -EINVAL;
	mask = UINT32_MAX >> (32 - field->width);
	if (value > mask)
		return -ERANGE;
	*arg = (*arg & ~(mask << field->shift)) | value << field->shift;
	return 0;
}
