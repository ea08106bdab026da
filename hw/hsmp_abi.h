/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The kernel's HSMP interface, numbers only
 *
 * Our own definitions: the header that distributions ship ends at message
 * 22h. Layout and numbers are those of the kernel's
 * arch/x86/include/uapi/asm/amd_hsmp.h: struct hsmp_message is packed to 4,
 * 44 bytes, two bytes of padding at its end.
 */
#ifndef HW_HSMP_ABI_H
#define HW_HSMP_ABI_H

#include <assert.h>
#include <linux/ioctl.h>
#include <stddef.h>
#include <stdint.h>

#define HSMP_MAX_WORDS 8

/**
 * struct hsmp_message - Argument of HSMP_IOCTL_CMD
 * @msg_id:	Message, enum hsmp_id
 * @num_args:	Argument words used
 * @response_sz: Response words expected
 * @args:	Arguments in, responses out; unused ones must be zero
 * @sock_ind:	Socket number of the driver
 * @pad:	Padding of the kernel's structure
 */
struct hsmp_message {
	uint32_t msg_id;
	uint16_t num_args;
	uint16_t response_sz;
	uint32_t args[HSMP_MAX_WORDS];
	uint16_t sock_ind;
	uint16_t pad;
};

static_assert(sizeof(struct hsmp_message) == 44, "kernel ABI");
static_assert(offsetof(struct hsmp_message, args) == 8, "kernel ABI");
static_assert(offsetof(struct hsmp_message, sock_ind) == 40, "kernel ABI");

#define HSMP_IOCTL_CMD _IOWR(0xF8, 0, struct hsmp_message)

static_assert(HSMP_IOCTL_CMD == 0xC02CF800, "kernel ABI");

/**
 * struct hsmp_telemetry_data - Argument of HSMP_IOCTL_GET_TELEMETRY_DATA
 * @buf:	Where the metric table goes
 * @size:	Size of @buf
 * @sock_ind:	Socket number of the driver
 * @reserved:	Must be zero
 */
struct hsmp_telemetry_data {
	uint64_t buf;
	uint32_t size;
	uint16_t sock_ind;
	uint16_t reserved;
};

static_assert(sizeof(struct hsmp_telemetry_data) == 16, "kernel ABI");

#define HSMP_IOCTL_GET_TELEMETRY_DATA _IOW(0xF8, 1, struct hsmp_telemetry_data)

static_assert(HSMP_IOCTL_GET_TELEMETRY_DATA == 0x4010F801, "kernel ABI");

/* Bit of args[0] that makes a SET_GET message a get. */
#define HSMP_GET_BIT UINT32_C(0x80000000)

/* What HSMP_TEST adds to its argument. */
#define HSMP_TEST_INCREMENT 1

/*
 * enum hsmp_id - Messages, numbered as by the firmware
 *
 * The names are the kernel's, without its HSMP_ prefix where that would
 * repeat ours.
 */
enum hsmp_id {
	HSMP_TEST = 0x01,
	HSMP_GET_SMU_VER = 0x02,
	HSMP_GET_PROTO_VER = 0x03,
	HSMP_GET_SOCKET_POWER = 0x04,
	HSMP_SET_SOCKET_POWER_LIMIT = 0x05,
	HSMP_GET_SOCKET_POWER_LIMIT = 0x06,
	HSMP_GET_SOCKET_POWER_LIMIT_MAX = 0x07,
	HSMP_SET_BOOST_LIMIT = 0x08,
	HSMP_SET_BOOST_LIMIT_SOCKET = 0x09,
	HSMP_GET_BOOST_LIMIT = 0x0A,
	HSMP_GET_PROC_HOT = 0x0B,
	HSMP_SET_XGMI_LINK_WIDTH = 0x0C,
	HSMP_SET_DF_PSTATE = 0x0D,
	HSMP_SET_AUTO_DF_PSTATE = 0x0E,
	HSMP_GET_FCLK_MCLK = 0x0F,
	HSMP_GET_CCLK_THROTTLE_LIMIT = 0x10,
	HSMP_GET_C0_PERCENT = 0x11,
	HSMP_SET_NBIO_DPM_LEVEL = 0x12,
	HSMP_GET_NBIO_DPM_LEVEL = 0x13,
	HSMP_GET_DDR_BANDWIDTH = 0x14,
	HSMP_GET_TEMP_MONITOR = 0x15,
	HSMP_GET_DIMM_TEMP_RANGE = 0x16,
	HSMP_GET_DIMM_POWER = 0x17,
	HSMP_GET_DIMM_THERMAL = 0x18,
	HSMP_GET_SOCKET_FREQ_LIMIT = 0x19,
	HSMP_GET_CCLK_CORE_LIMIT = 0x1A,
	HSMP_GET_RAILS_SVI = 0x1B,
	HSMP_GET_SOCKET_FMAX_FMIN = 0x1C,
	HSMP_GET_IOLINK_BANDWITH = 0x1D,
	HSMP_GET_XGMI_BANDWITH = 0x1E,
	HSMP_SET_GMI3_WIDTH = 0x1F,
	HSMP_SET_PCI_RATE = 0x20,
	HSMP_SET_POWER_MODE = 0x21,
	HSMP_SET_PSTATE_MAX_MIN = 0x22,
	HSMP_GET_METRIC_TABLE_VER = 0x23,
	HSMP_GET_METRIC_TABLE = 0x24,
	HSMP_GET_METRIC_TABLE_DRAM_ADDR = 0x25,
	HSMP_SET_XGMI_PSTATE_RANGE = 0x26,
	HSMP_CPU_RAIL_ISO_FREQ_POLICY = 0x27,
	HSMP_DFC_ENABLE_CTRL = 0x28,
	HSMP_PC6_ENABLE = 0x29,
	HSMP_CC6_ENABLE = 0x2A,
	HSMP_GET_RAPL_UNITS = 0x30,
	HSMP_GET_RAPL_CORE_COUNTER = 0x31,
	HSMP_GET_RAPL_PACKAGE_COUNTER = 0x32,
	HSMP_DIMM_SB_RD = 0x33,
	HSMP_READ_CCD_POWER = 0x34,
	HSMP_READ_TDELTA = 0x35,
	HSMP_GET_SVI3_VR_CTRL_TEMP = 0x36,
	HSMP_GET_ENABLED_HSMP_CMDS = 0x37,
	HSMP_SET_GET_FLOOR_LIMIT = 0x38,
	HSMP_DIMM_SB_WR = 0x39,
	HSMP_SDPS_LIMIT = 0x3A,
	HSMP_PQOS_TRAFFIC_PRIORITY = 0x3B,
	HSMP_PQOS_FLOATING_BW = 0x3C,
	HSMP_N_IDS = 0x3D,
};

/*
 * enum hsmp_status - What the firmware writes into the status register
 *
 * And what the driver makes of it: 00 ETIMEDOUT after 100 ms, FC EBUSY,
 * FD EREMOTEIO, FE ENOMSG, FF EINVAL, anything else but 01 EIO.
 */
enum hsmp_status {
	HSMP_STATUS_NOT_READY = 0x00,
	HSMP_STATUS_OK = 0x01,
	HSMP_STATUS_BUSY = 0xFC,
	HSMP_STATUS_PREREQ = 0xFD,
	HSMP_STATUS_UNKNOWN_MSG = 0xFE,
	HSMP_STATUS_BAD_ARG = 0xFF,
};

#endif
