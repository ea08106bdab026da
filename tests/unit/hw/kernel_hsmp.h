/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The kernel's own header, under other names
 *
 * It defines the same names as hw/hsmp_abi.h. So each of them is renamed
 * while it is read, and what a test compares is kept in constants. To be
 * included before any header of hw/.
 */
#ifndef TESTS_UNIT_HW_KERNEL_HSMP_H
#define TESTS_UNIT_HW_KERNEL_HSMP_H

#include <linux/ioctl.h>
#include <stdbool.h>
#include <stddef.h>

/* clang-format off */
#define hsmp_message kernel_message
#define hsmp_msg_desc kernel_msg_desc
#define HSMP_TEST KERNEL_TEST
#define HSMP_GET_SMU_VER KERNEL_GET_SMU_VER
#define HSMP_GET_PROTO_VER KERNEL_GET_PROTO_VER
#define HSMP_GET_SOCKET_POWER KERNEL_GET_SOCKET_POWER
#define HSMP_SET_SOCKET_POWER_LIMIT KERNEL_SET_SOCKET_POWER_LIMIT
#define HSMP_GET_SOCKET_POWER_LIMIT KERNEL_GET_SOCKET_POWER_LIMIT
#define HSMP_GET_SOCKET_POWER_LIMIT_MAX KERNEL_GET_SOCKET_POWER_LIMIT_MAX
#define HSMP_SET_BOOST_LIMIT KERNEL_SET_BOOST_LIMIT
#define HSMP_SET_BOOST_LIMIT_SOCKET KERNEL_SET_BOOST_LIMIT_SOCKET
#define HSMP_GET_BOOST_LIMIT KERNEL_GET_BOOST_LIMIT
#define HSMP_GET_PROC_HOT KERNEL_GET_PROC_HOT
#define HSMP_SET_XGMI_LINK_WIDTH KERNEL_SET_XGMI_LINK_WIDTH
#define HSMP_SET_DF_PSTATE KERNEL_SET_DF_PSTATE
#define HSMP_SET_AUTO_DF_PSTATE KERNEL_SET_AUTO_DF_PSTATE
#define HSMP_GET_FCLK_MCLK KERNEL_GET_FCLK_MCLK
#define HSMP_GET_CCLK_THROTTLE_LIMIT KERNEL_GET_CCLK_THROTTLE_LIMIT
#define HSMP_GET_C0_PERCENT KERNEL_GET_C0_PERCENT
#define HSMP_SET_NBIO_DPM_LEVEL KERNEL_SET_NBIO_DPM_LEVEL
#define HSMP_GET_NBIO_DPM_LEVEL KERNEL_GET_NBIO_DPM_LEVEL
#define HSMP_GET_DDR_BANDWIDTH KERNEL_GET_DDR_BANDWIDTH
#define HSMP_GET_TEMP_MONITOR KERNEL_GET_TEMP_MONITOR
#define HSMP_GET_CCLK_CORE_LIMIT KERNEL_GET_CCLK_CORE_LIMIT

#include <asm/amd_hsmp.h>

#undef HSMP_TEST
#undef HSMP_GET_SMU_VER
#undef HSMP_GET_PROTO_VER
#undef HSMP_GET_SOCKET_POWER
#undef HSMP_SET_SOCKET_POWER_LIMIT
#undef HSMP_GET_SOCKET_POWER_LIMIT
#undef HSMP_GET_SOCKET_POWER_LIMIT_MAX
#undef HSMP_SET_BOOST_LIMIT
#undef HSMP_SET_BOOST_LIMIT_SOCKET
#undef HSMP_GET_BOOST_LIMIT
#undef HSMP_GET_PROC_HOT
#undef HSMP_SET_XGMI_LINK_WIDTH
#undef HSMP_SET_DF_PSTATE
#undef HSMP_SET_AUTO_DF_PSTATE
#undef HSMP_GET_FCLK_MCLK
#undef HSMP_GET_CCLK_THROTTLE_LIMIT
#undef HSMP_GET_C0_PERCENT
#undef HSMP_SET_NBIO_DPM_LEVEL
#undef HSMP_GET_NBIO_DPM_LEVEL
#undef HSMP_GET_DDR_BANDWIDTH
#undef HSMP_GET_TEMP_MONITOR
#undef HSMP_GET_CCLK_CORE_LIMIT
#undef hsmp_message
#undef hsmp_msg_desc
/* clang-format on */

static const unsigned long kernel_ioctl =
	_IOWR(HSMP_BASE_IOCTL_NR, 0, struct kernel_message);

#undef HSMP_IOCTL_CMD

static inline int kernel_num_args(unsigned int id)
{
	return hsmp_msg_desc_table[id].num_args;
}

static inline int kernel_response_sz(unsigned int id)
{
	return hsmp_msg_desc_table[id].response_sz;
}

static inline bool kernel_is_set(unsigned int id)
{
	return hsmp_msg_desc_table[id].type == HSMP_SET;
}

#endif
