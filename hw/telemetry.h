/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Reading the metric table of a socket
 *
 * Protocol 6 (MI300A): the driver shows the table as a file metrics_bin of
 * 1404 bytes, below the socket's ACPI device AMDI0097:NN or below
 * amd_hsmp/socketN, and has the firmware fill it anew for each read. It wants
 * one read of the whole.
 *
 * Protocol 7: only family 1Ah models 50h-5Fh have a table, of a version that
 * HSMP_GET_METRIC_TABLE_VER tells. It comes by a second ioctl of the newest
 * driver (hsmp_telemetry()); the file, where it exists, can't be read.
 *
 * A version or a size that is not known is -EPROTONOSUPPORT and nothing is
 * decoded. What was decided about a socket holds as long as its firmware stays
 * the same. No table is a unit of several sockets: each has its own.
 *
 * Threads: as hsmp_get(): different sockets at once, one socket by one thread
 * at a time.
 */
#ifndef HW_TELEMETRY_H
#define HW_TELEMETRY_H

#include "hw/hsmp.h"
#include "hw/metric_table.h"

struct telemetry;

/**
 * telemetry_new() - Prepare; reads nothing
 * @hw:		Context, must outlive the handle
 * @hsmp:	Mailboxes of the same machine, must outlive the handle
 * @n_sockets:	Sockets, their HSMP numbers are 0 ... n - 1
 * @ret:	The handle; telemetry_free() it
 *
 * Return: 0, -EINVAL for no socket, -ENOMEM
 */
int telemetry_new(struct hw *hw, struct hsmp *hsmp, unsigned int n_sockets,
		  struct telemetry **ret);

/**
 * telemetry_free() - Close what is open
 * @t:		Handle or NULL
 */
void telemetry_free(struct telemetry *t);

/**
 * telemetry_read() - A socket's metric table as it is now
 * @t:		Handle
 * @sock:	HSMP socket number, hsmp_probe()d
 * @buf:	METRIC_TABLE_MAX_SIZE bytes, of which the layout's size count;
 *		undefined after a failure
 * @ret_layout:	Layout of the table
 *
 * Return: 0; -EAGAIN if the socket was not probed or its mailbox backs off;
 * -ENODEV if it has no table; -EOPNOTSUPP if it has one that this driver does
 * not give; -EPROTONOSUPPORT for an unknown protocol, version or size;
 * -EBADMSG for a table that contradicts itself; -EPERM, -EACCES, -EINVAL and
 * others from the driver
 */
int telemetry_read(struct telemetry *t, unsigned int sock, void *buf,
		   const struct table_layout **ret_layout);

#endif
