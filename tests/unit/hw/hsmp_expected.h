/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: What the specification says of each message, typed a second time
 *
 * For tests that hold hw/hsmp_msgs.c, the exchange and the support decision to
 * it. Nothing in here comes from those. Matrices are strings with a column for
 * each generation or platform.
 */
#ifndef TESTS_UNIT_HW_HSMP_EXPECTED_H
#define TESTS_UNIT_HW_HSMP_EXPECTED_H

/**
 * struct expected_msg - One message
 * @id:		Number
 * @name:	Name
 * @num_args:	Argument words
 * @response_sz: Response words in the newest driver
 * @gens:	Kind in generations A, B, C, D, out of tree: G get, S set,
 *		B both, - none
 * @platforms:	Milan, Trento, Genoa, MI300A, Turin, 1Ah 50h: y has it, - has
 *		it not, ? the sources are in doubt
 */
struct expected_msg {
	unsigned int id;
	const char *name;
	unsigned int num_args;
	unsigned int response_sz;
	const char *gens;
	const char *platforms;
};

/* clang-format off */
static const struct expected_msg expected_msgs[] = {
	{ 0x01, "TEST", 1, 1, "GGGGG", "yyyyyy" },
	{ 0x02, "GET_SMU_VER", 0, 1, "GGGGG", "yyyyyy" },
	{ 0x03, "GET_PROTO_VER", 0, 1, "GGGGG", "yyyyyy" },
	{ 0x04, "GET_SOCKET_POWER", 0, 1, "GGGGG", "yyyyyy" },
	{ 0x05, "SET_SOCKET_POWER_LIMIT", 1, 0, "SSSSS", "yyyyyy" },
	{ 0x06, "GET_SOCKET_POWER_LIMIT", 0, 1, "GGGGG", "yyyyyy" },
	{ 0x07, "GET_SOCKET_POWER_LIMIT_MAX", 0, 1, "GGGGG", "yyyyyy" },
	{ 0x08, "SET_BOOST_LIMIT", 1, 0, "SSSSS", "yyyyyy" },
	{ 0x09, "SET_BOOST_LIMIT_SOCKET", 1, 0, "SSSSS", "yyyyyy" },
	{ 0x0A, "GET_BOOST_LIMIT", 1, 1, "GGGGG", "yyyyyy" },
	{ 0x0B, "GET_PROC_HOT", 0, 1, "GGGGG", "yyyyyy" },
	{ 0x0C, "SET_XGMI_LINK_WIDTH", 1, 1, "SSSBB", "yyyyyy" },
	{ 0x0D, "SET_DF_PSTATE", 1, 1, "SSSBB", "yyy-yy" },
	{ 0x0E, "SET_AUTO_DF_PSTATE", 0, 0, "SSSSS", "yyy-yy" },
	{ 0x0F, "GET_FCLK_MCLK", 0, 2, "GGGGG", "yyyyyy" },
	{ 0x10, "GET_CCLK_THROTTLE_LIMIT", 0, 1, "GGGGG", "yyyyyy" },
	{ 0x11, "GET_C0_PERCENT", 0, 1, "GGGGG", "yyyyyy" },
	{ 0x12, "SET_NBIO_DPM_LEVEL", 1, 0, "SSSSS", "yyyyyy" },
	{ 0x13, "GET_NBIO_DPM_LEVEL", 1, 1, "GGGGG", "yyyyyy" },
	{ 0x14, "GET_DDR_BANDWIDTH", 0, 1, "GGGGG", "yyy-yy" },
	{ 0x15, "GET_TEMP_MONITOR", 0, 1, "GGGGG", "-y----" },
	{ 0x16, "GET_DIMM_TEMP_RANGE", 1, 1, "GGGGG", "--y-yy" },
	{ 0x17, "GET_DIMM_POWER", 1, 1, "GGGGG", "--y-yy" },
	{ 0x18, "GET_DIMM_THERMAL", 1, 1, "GGGGG", "--y-yy" },
	{ 0x19, "GET_SOCKET_FREQ_LIMIT", 0, 1, "GGGGG", "--yyyy" },
	{ 0x1A, "GET_CCLK_CORE_LIMIT", 1, 1, "GGGGG", "--yyyy" },
	{ 0x1B, "GET_RAILS_SVI", 0, 1, "GGGGG", "--yyyy" },
	{ 0x1C, "GET_SOCKET_FMAX_FMIN", 0, 1, "GGGGG", "--yyyy" },
	{ 0x1D, "GET_IOLINK_BANDWITH", 1, 1, "GGGGG", "--yyyy" },
	{ 0x1E, "GET_XGMI_BANDWITH", 1, 1, "GGGGG", "--yyyy" },
	{ 0x1F, "SET_GMI3_WIDTH", 1, 0, "SSSSS", "--y-y-" },
	{ 0x20, "SET_PCI_RATE", 1, 1, "SSSSS", "--y-yy" },
	{ 0x21, "SET_POWER_MODE", 1, 1, "SSBBB", "--y-yy" },
	{ 0x22, "SET_PSTATE_MAX_MIN", 1, 1, "SSSBB", "--y-yy" },
	{ 0x23, "GET_METRIC_TABLE_VER", 0, 1, "-GGGG", "---y-y" },
	{ 0x24, "GET_METRIC_TABLE", 0, 0, "-GGGG", "---y-y" },
	{ 0x25, "GET_METRIC_TABLE_DRAM_ADDR", 0, 3, "-GGGG", "---y-y" },
	{ 0x26, "SET_XGMI_PSTATE_RANGE", 1, 1, "--SSB", "----yy" },
	{ 0x27, "CPU_RAIL_ISO_FREQ_POLICY", 1, 1, "--BBB", "----yy" },
	{ 0x28, "DFC_ENABLE_CTRL", 1, 1, "--BBB", "----yy" },
	{ 0x29, "PC6_ENABLE", 1, 1, "---BB", "-----y" },
	{ 0x2A, "CC6_ENABLE", 1, 1, "---BB", "-----y" },
	{ 0x30, "GET_RAPL_UNITS", 0, 1, "--GGG", "---?yy" },
	{ 0x31, "GET_RAPL_CORE_COUNTER", 1, 2, "--GGG", "---?yy" },
	{ 0x32, "GET_RAPL_PACKAGE_COUNTER", 0, 2, "--GGG", "----yy" },
	{ 0x33, "DIMM_SB_RD", 1, 1, "---GG", "-----y" },
	{ 0x34, "READ_CCD_POWER", 1, 1, "---GG", "-----y" },
	{ 0x35, "READ_TDELTA", 0, 1, "---GG", "-----y" },
	{ 0x36, "GET_SVI3_VR_CTRL_TEMP", 1, 1, "---GG", "-----y" },
	{ 0x37, "GET_ENABLED_HSMP_CMDS", 1, 3, "---GG", "-----y" },
	{ 0x38, "SET_GET_FLOOR_LIMIT", 1, 1, "---BB", "-----y" },
	{ 0x39, "DIMM_SB_WR", 1, 0, "---SS", "-----y" },
	{ 0x3A, "SDPS_LIMIT", 1, 1, "---BB", "-----y" },
	{ 0x3B, "PQOS_TRAFFIC_PRIORITY", 1, 1, "---B-", "-----?" },
	{ 0x3C, "PQOS_FLOATING_BW", 1, 2, "---B-", "-----?" },
};
/* clang-format on */

#endif
