/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Who carries a mailbox message to the driver
 *
 * Normally we do, by ioctl. Built with ESMI_LIB_DIR, AMD's E-SMI library does:
 * the same message goes through its hsmp_xfer() instead. Everything above is
 * the same code, so values must be equal; everything that is no message
 * (registers, sysfs, the metric table's ioctl) is ours in both.
 *
 * One of hw/backend_kernel.c and hw/backend_esmi.c is linked.
 */
#ifndef HW_BACKEND_H
#define HW_BACKEND_H

#include "hw/hw.h"

/**
 * struct hw_backend - What hw_new() uses if it is given no ops
 * @name:	"kernel" or "esmi"
 * @ops:	Calls
 */
struct hw_backend {
	const char *name;
	const struct hw_ops *ops;
};

/**
 * hw_backend() - The back end of this build
 *
 * Return: back end, static
 */
const struct hw_backend *hw_backend(void);

#endif
