/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: What the kernel's msr driver and msr-safe do with a call
 *
 * msr (arch/x86/kernel/msr.c): open needs CAP_SYS_RAWIO (EPERM), then an
 * online CPU (ENXIO). A read of n x 8 bytes reads one and the same register n
 * times; any other size is EINVAL. A register that faults is EIO.
 *
 * msr-safe 1.8.0: exactly 8 bytes, else EINVAL; then the allow-list, EACCES;
 * then the same faults. A write needs a write mask in the list, else EACCES.
 *
 * A CPU that went offline while its node was open is ENXIO when the register
 * would be read. The offset is the register, its upper half is ignored.
 *
 * msr_batch: all operations are checked first (CPU, list, write mask); if one
 * fails, none is carried out and the error of the last one that failed is the
 * ioctl's. Else each is carried out, and the error of the first one that
 * failed is the ioctl's. The operations are copied back in either case.
 *
 * Pure: no I/O, no clock, no allocation.
 */
#ifndef SIM_DRIVER_MSR_H
#define SIM_DRIVER_MSR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "hw/msr_batch_abi.h"
#include "sim/allowlist.h"
#include "sim/model/machine.h"

/* Most that one read returns; a longer one is cut, as read(2) may. */
#define MSR_DRIVER_MAX_READ 4096

/* Most operations of a batch: what the kernel's kmalloc() gives, 4 MiB. */
#define MSR_DRIVER_MAX_OPS 131072

/**
 * enum msr_driver - Whose node it is
 * @MSR_DRIVER_MSR:	/dev/cpu/N/msr
 * @MSR_DRIVER_SAFE:	/dev/cpu/N/msr_safe
 */
enum msr_driver {
	MSR_DRIVER_MSR,
	MSR_DRIVER_SAFE,
};

/**
 * msr_driver_open() - May the node be opened
 * @drv:	Driver
 * @privileged:	The caller has CAP_SYS_RAWIO
 * @online:	The CPU is online
 *
 * Return: 0, -EPERM, -ENXIO
 */
int msr_driver_open(enum msr_driver drv, bool privileged, bool online);

/**
 * msr_driver_check() - All that is checked before the register is touched
 * @drv:	Driver
 * @list:	msr-safe's allow-list
 * @count:	Bytes asked for, not 0
 * @off:	Offset
 *
 * Return: 0, -EINVAL, -EACCES
 */
int msr_driver_check(enum msr_driver drv, const struct allowlist *list,
		     size_t count, uint64_t off);

/**
 * msr_driver_read() - Read a register so many times
 * @m:		Machine
 * @cpu:	Logical CPU
 * @off:	Offset
 * @t_ns:	Model time
 * @buf:	Where the bytes go
 * @count:	A multiple of 8, at most MSR_DRIVER_MAX_READ are used
 *
 * Return: bytes read, -ENXIO if the CPU is offline, or -EIO if there is no such
 * register
 */
ssize_t msr_driver_read(const struct machine *m, uint32_t cpu, uint64_t off,
			uint64_t t_ns, void *buf, size_t count);

/**
 * msr_driver_write() - Write a register
 * @drv:	Driver
 * @list:	msr-safe's allow-list
 * @m:		Machine
 * @cpu:	Logical CPU
 * @count:	Bytes, not 0
 * @off:	Offset
 *
 * Energy and unit registers are read-only, and others don't exist.
 *
 * Return: -EINVAL, -EACCES, -ENXIO or -EIO
 */
int msr_driver_write(enum msr_driver drv, const struct allowlist *list,
		     const struct machine *m, uint32_t cpu, size_t count,
		     uint64_t off);

/**
 * msr_driver_batch_check() - What a batch's ioctl checks before its operations
 * @accmode:	As the node was opened
 * @array:	Its argument
 *
 * Return: 0, -EBADF, -EINVAL or -E2BIG
 */
int msr_driver_batch_check(int accmode, const struct msr_batch_array *array);

/**
 * msr_driver_batch_allow() - Check all operations of a batch
 * @list:	msr-safe's allow-list
 * @m:		Machine
 * @ops:	Operations; get their error and write mask
 * @n:		Their number
 *
 * Return: 0, or the last error: -ENXIO, -EACCES, -EROFS
 */
int msr_driver_batch_allow(const struct allowlist *list,
			   const struct machine *m, struct msr_batch_op *ops,
			   size_t n);

/**
 * msr_driver_batch_run() - Carry out all operations of a batch
 * @m:		Machine
 * @t_ns:	Model time
 * @ops:	Operations; get their values, and -EIO as an error
 * @n:		Their number
 */
void msr_driver_batch_run(const struct machine *m, uint64_t t_ns,
			  struct msr_batch_op *ops, size_t n);

/**
 * msr_driver_batch_result() - What the ioctl returns after that
 * @ops:	Operations
 * @n:		Their number
 *
 * Return: 0, or the first operation's error
 */
int msr_driver_batch_result(const struct msr_batch_op *ops, size_t n);

#endif
