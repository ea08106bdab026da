/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: What the sysfs worker reads
 *
 * Clocks, governors, idle times, temperatures, through files that stay open
 * (at most half of RLIMIT_NOFILE).
 *
 * C0 residency is a share over an interval, made from two readings of idle
 * time. The worker's timer reads all CPUs each FILES_IDLE_PERIOD_NS, a fetch
 * reads what it asks for; the value goes back to the youngest reading that
 * is at least FILES_IDLE_MIN_NS old. So it spans 1 to 10 s whoever asks.
 */
#ifndef PMDA_COLLECT_FILES_H
#define PMDA_COLLECT_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/cpufreq.h"
#include "hw/hwmon.h"
#include "hw/topology.h"
#include "pmda/collect/slot.h"
#include "pmda/collect/source.h"

#define FILES_IDLE_PERIOD_NS (10 * NSEC_PER_SEC)
#define FILES_IDLE_MIN_NS NSEC_PER_SEC

/* How often hot-plug is looked for. */
#define FILES_LOOK_NS NSEC_PER_SEC

struct files;

/**
 * files_new() - Prepare; opens nothing yet
 * @hw:		Context
 * @topo:	Topology, must outlive the object
 * @ret:	The object; files_free() it
 *
 * Return: 0 or -ENOMEM
 */
int files_new(struct hw *hw, const struct topology *topo, struct files **ret);

/**
 * files_free() - Close everything
 * @f:		Object or NULL
 */
void files_free(struct files *f);

/**
 * files_read() - Read one source
 * @f:		Object
 * @src:	Source with READER_FILES
 * @index:	Instance
 * @ret_data:	Value
 *
 * Return: 0, negative errno; -EAGAIN while there is no interval yet
 */
int files_read(struct files *f, enum source src, uint32_t index,
	       union slot_data *ret_data);

/**
 * files_hsmp_version() - Version of the kernel's hsmp driver
 * @hw:		Context
 * @buf:	Version, NUL-terminated
 * @size:	Its size
 *
 * Return: length, -ENOENT without a driver, else negative errno
 */
int files_hsmp_version(struct hw *hw, char *buf, size_t size);

/**
 * files_changed() - Have CPUs come or gone?
 * @f:		Object
 *
 * Return: true once files_tick() has noticed it
 */
bool files_changed(const struct files *f);

/**
 * files_tick() - Read idle times, look for CPUs that have come or gone
 * @f:		Object
 * @now_ns:	Time
 *
 * Return: when to be called next
 */
uint64_t files_tick(struct files *f, uint64_t now_ns);

#endif
