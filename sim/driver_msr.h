/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: What the kernel's msr driver and msr-safe do with a call
 *
 * msr (arch/x86/kernel/msr.c): open needs CAP_SYS_RAWIO (EPERM), then an
 * online CPU (ENXIO). A read of n x 8 bytes reads one and the same register n
 * times; any other size is EINVAL. A register that faults is EIO.
 *
 * msr-safe 1.8.0: exactly 8 bytes, else EINVAL; then the allow-list, EACCES;
 * then the same faults. A write needs a write mask, of which the default
 * allow-list here (the three RAPL registers) has none: EACCES.
 *
 * The offset is the register, its upper half is ignored.
 *
 * Pure: no I/O, no clock, no allocation.
 */
#ifndef SIM_DRIVER_MSR_H
#define SIM_DRIVER_MSR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "sim/model/machine.h"

/* Most that one read returns; a longer one is cut, as read(2) may. */
#define MSR_DRIVER_MAX_READ 4096

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
 * @count:	Bytes asked for, not 0
 * @off:	Offset
 *
 * Return: 0, -EINVAL, -EACCES
 */
int msr_driver_check(enum msr_driver drv, size_t count, uint64_t off);

/**
 * msr_driver_read() - Read a register so many times
 * @m:		Machine
 * @cpu:	Logical CPU, online
 * @off:	Offset
 * @t_ns:	Model time
 * @buf:	Where the bytes go
 * @count:	A multiple of 8, at most MSR_DRIVER_MAX_READ are used
 *
 * Return: bytes read, or -EIO if there is no such register
 */
ssize_t msr_driver_read(const struct machine *m, uint32_t cpu, uint64_t off,
			uint64_t t_ns, void *buf, size_t count);

/**
 * msr_driver_write() - Write a register
 * @drv:	Driver
 * @count:	Bytes, not 0
 * @off:	Offset
 *
 * Energy and unit registers are read-only, and others don't exist.
 *
 * Return: -EINVAL, -EACCES or -EIO
 */
int msr_driver_write(enum msr_driver drv, size_t count, uint64_t off);

#endif
