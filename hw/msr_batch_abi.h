/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: msr-safe's batch interface, numbers only
 *
 * /dev/cpu/msr_batch of msr-safe 1.6 and later: one ioctl, one interrupt a
 * CPU for all its operations. An operation is 32 bytes, the array 16.
 */
#ifndef HW_MSR_BATCH_ABI_H
#define HW_MSR_BATCH_ABI_H

#include <assert.h>
#include <linux/ioctl.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct msr_batch_op - One access
 * @cpu:	Logical CPU
 * @isrdmsr:	1 to read
 * @err:	Out: 0, -ENXIO, -EACCES, -EROFS, -EIO
 * @msr:	Register
 * @pad:	Padding of the kernel's structure
 * @msrdata:	Out for a read
 * @wmask:	Write mask, out
 */
struct msr_batch_op {
	uint16_t cpu;
	uint16_t isrdmsr;
	int32_t err;
	uint32_t msr;
	uint32_t pad;
	uint64_t msrdata;
	uint64_t wmask;
};

static_assert(sizeof(struct msr_batch_op) == 32, "kernel ABI");
static_assert(offsetof(struct msr_batch_op, msrdata) == 16, "kernel ABI");

/**
 * struct msr_batch_array - Argument of X86_IOC_MSR_BATCH
 * @numops:	Number of operations, not 0
 * @version:	0; checked from msr-safe 2.0 on
 * @ops:	Address of the operations
 */
struct msr_batch_array {
	uint32_t numops;
	uint32_t version;
	uint64_t ops;
};

static_assert(sizeof(struct msr_batch_array) == 16, "kernel ABI");

#define X86_IOC_MSR_BATCH _IOWR('c', 0xA2, struct msr_batch_array)

static_assert(X86_IOC_MSR_BATCH == 0xC01063A2, "kernel ABI");

#endif
