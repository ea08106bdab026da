/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Many registers at once
 *
 * /dev/cpu/msr_batch of msr-safe takes a list of registers of any CPUs and
 * sends each CPU one interrupt for all of its own: the cheapest way to read
 * the energy of all cores. What it can't do, for want of the node, of
 * permission or of an entry in msr-safe's list, is read one by one as by
 * msr_read(); the caller sees results, not how they came.
 *
 * The node is opened O_RDONLY: the driver asks for that much and no more, and
 * we never send a write. The rules of msr_read() hold for each read: nothing
 * off the list, nothing from an offline, isolated or nohz_full CPU.
 */
#ifndef HW_MSR_BATCH_H
#define HW_MSR_BATCH_H

#include <stddef.h>
#include <stdint.h>

#include "hw/msr.h"

/**
 * struct msr_read - One read of a batch
 * @cpu:	Logical CPU
 * @reg:	Register, one of msr_regs.h
 * @err:	Out: 0 or negative errno as of msr_read()
 * @value:	Out: its value, untouched on failure
 */
struct msr_read {
	uint32_t cpu;
	uint32_t reg;
	int err;
	uint64_t value;
};

/**
 * msr_batch_read() - Read many registers
 * @m:		Handle
 * @reads:	What to read, and the results
 * @n:		How many; MSR_BATCH_MAX at a time go into one ioctl
 *
 * Allocates nothing.
 *
 * Return: how many have a value
 */
size_t msr_batch_read(struct msr *m, struct msr_read *reads, size_t n);

#endif
