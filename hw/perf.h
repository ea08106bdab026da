/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Package energy by the kernel's perf
 *
 * The PMU "power" (sys/bus/event_source/devices/power) counts energy-pkg on
 * one CPU a package, those of its cpumask. The kernel extends the register,
 * 32 bits of it on any machine, to 64 and gives 2^-32 J; it says so in
 * energy-pkg.scale, and what says something else is not believed. A last
 * resort: it needs CAP_PERFMON, and starts at 0 with each open.
 *
 * The trap of powercap.h is here too: kernels 6.9 to 6.11 have a CPU of each
 * CCD in the cpumask. Two CPUs of one package there make the PMU unusable:
 * -EUCLEAN. A CPU that is isolated is not read: -EBUSY.
 *
 * Threads: a handle belongs to one thread.
 */
#ifndef HW_PERF_H
#define HW_PERF_H

#include <stdint.h>

#include "hw/hw.h"
#include "hw/topology.h"

/* Events are not opened again for so long after a failure. */
#define PERF_RETRY_NS (10 * NSEC_PER_SEC)

struct perf_power;

/**
 * perf_power_new() - Find the PMU; opens no event yet
 * @hw:		Context, must outlive the handle
 * @topo:	Topology
 * @ret:	The handle; perf_power_free() it
 *
 * A machine without it gets a handle too; its reads say why.
 *
 * Return: 0 or -ENOMEM
 */
int perf_power_new(struct hw *hw, const struct topology *topo,
		   struct perf_power **ret);

/**
 * perf_power_free() - Close everything
 * @p:		Handle or NULL
 */
void perf_power_free(struct perf_power *p);

/**
 * perf_power_pkg() - Energy of a package since its event was opened
 * @p:		Handle
 * @sock:	Index of the socket
 * @ret_count:	Count
 * @ret_esu:	It counts 2^-ESU J; for rapl_counter_update(), 64 bits wide
 *
 * Return: 0; -ENOENT without the PMU or a CPU of the package in its cpumask;
 * -EUCLEAN if cpumask is not one CPU a package; -EBUSY if that CPU is
 * isolated; -EINVAL if the PMU's files are not understood; -EOPNOTSUPP,
 * -EACCES, -EPERM as hw_perf_open(); else negative errno
 */
int perf_power_pkg(struct perf_power *p, uint32_t sock, uint64_t *ret_count,
		   unsigned int *ret_esu);

/**
 * perf_scale_parse() - A scale that is a power of two, exactly
 * @text:	Decimal such as "2.3283064365386962890625e-10"
 * @ret_shift:	n of 2^-n, 0 to 63
 *
 * Pure. No floating point: 23 digits are more than a double has.
 *
 * Return: 0, or -EINVAL if it is no number or no such power
 */
int perf_scale_parse(const char *text, unsigned int *ret_shift);

/**
 * perf_event_parse() - An event as sysfs describes it
 * @text:	"event=0x02"
 * @ret_config:	Its number
 *
 * Pure.
 *
 * Return: 0, or -EINVAL if there is more to it than a number below 256
 */
int perf_event_parse(const char *text, uint64_t *ret_config);

#endif
