/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Socket temperature by k10temp
 *
 * The driver binds one PCI function per node, device 18h + n of bus 0, so
 * sys/bus/pci/drivers/k10temp/0000:00:18.3/hwmon/hwmonX is the first socket,
 * 0000:00:19.3 the second. temp1 is Tctl, in millidegrees; it may carry an
 * offset against Tdie. This holds where a socket is one node (Zen 2 and
 * later); where the number of devices is not the number of sockets, nothing
 * is assigned.
 *
 * Threads: a handle belongs to one thread.
 */
#ifndef HW_HWMON_H
#define HW_HWMON_H

#include <stdint.h>

#include "hw/files.h"

struct k10temp;

/**
 * k10temp_new() - Find the sensors
 * @files:	Cache, must outlive the handle
 * @hw:		Context
 * @n_sockets:	Sockets of the machine
 * @ret:	The handle; k10temp_free() it
 *
 * A machine without sensors gets a handle too; its reads say -ENOENT.
 *
 * Return: 0 or -ENOMEM
 */
int k10temp_new(struct hw_files *files, struct hw *hw, unsigned int n_sockets,
		struct k10temp **ret);

/**
 * k10temp_free() - Close everything
 * @k:		Handle or NULL
 */
void k10temp_free(struct k10temp *k);

/**
 * k10temp_tctl_mc() - Control temperature of a socket
 * @k:		Handle
 * @sock:	Index of the socket
 * @ret_mc:	Millidegrees Celsius
 *
 * Return: 0, -ENOENT without a sensor, else negative errno
 */
int k10temp_tctl_mc(struct k10temp *k, unsigned int sock, int64_t *ret_mc);

#endif
