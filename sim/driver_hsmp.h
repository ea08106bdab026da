/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: What the kernel's HSMP driver does with an ioctl
 *
 * The order in which the driver looks at a request decides which errno a
 * request with two faults gets, and programs come to rely on it. It is that of
 * drivers/platform/x86/amd/hsmp/hsmp.c:
 *
 *	ioctl number		ENOTTY	(generation D; earlier ones take any)
 *	id out of range		ENOMSG
 *	open mode		EPERM
 *	reserved id		ENOMSG
 *	num_args		EINVAL	must equal the table's
 *	response_sz		EINVAL	equal or not above, by generation
 *	socket			ENODEV	also while it is not probed
 *	semaphore		EINTR
 *	mailbox			ETIMEDOUT, or by the firmware's status
 *
 * So a set with a wrong num_args on a descriptor opened O_RDONLY is EPERM.
 * Which messages there are, of which kind and size, is the generation's table
 * (enum hsmp_gen). The mailbox itself (who waits, how long) is the caller's
 * part.
 *
 * Pure: no I/O, no clock, no allocation.
 */
#ifndef SIM_DRIVER_HSMP_H
#define SIM_DRIVER_HSMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/util.h"
#include "hw/hsmp_abi.h"
#include "hw/hsmp_msgs.h"

/* How long the driver waits for the firmware. */
#define HSMP_DRIVER_TIMEOUT_NS (100 * NSEC_PER_MSEC)

/**
 * hsmp_driver_is_get() - The driver's view of a message's direction
 * @gen:	Generation
 * @msg:	Message
 *
 * Return: true if it reads
 */
bool hsmp_driver_is_get(enum hsmp_gen gen, const struct hsmp_message *msg);

/**
 * hsmp_driver_check() - All that the driver checks before the mailbox
 * @gen:	Generation
 * @accmode:	O_ACCMODE bits with which the node was opened
 * @msg:	Message
 * @sockets:	Sockets that the driver has probed, a bit each
 *
 * Return: 0, -ENOMSG, -EPERM, -EINVAL or -ENODEV
 */
int hsmp_driver_check(enum hsmp_gen gen, int accmode,
		      const struct hsmp_message *msg, uint32_t sockets);

/**
 * hsmp_driver_validate() - The same for a message of the kernel's own
 * @gen:	Generation
 * @msg:	Message
 * @sockets:	Sockets that the driver has probed, a bit each
 *
 * Attributes of sysfs have no open mode.
 *
 * Return: 0, -ENOMSG, -EINVAL or -ENODEV
 */
int hsmp_driver_validate(enum hsmp_gen gen, const struct hsmp_message *msg,
			 uint32_t sockets);

/**
 * hsmp_driver_arguments() - What the mailbox gets of a message
 * @msg:	Message that passed hsmp_driver_check()
 * @ret_words:	The eight words; those beyond num_args are zero
 */
void hsmp_driver_arguments(const struct hsmp_message *msg,
			   uint32_t ret_words[HSMP_MAX_WORDS]);

/**
 * hsmp_driver_finish() - What becomes of the firmware's answer
 * @msg:	Message; gets the response words that it asked for, on success
 * @status:	Status register, enum hsmp_status
 * @words:	Response of the firmware
 *
 * Return: 0, -ETIMEDOUT, -ENOMSG, -EINVAL, -EREMOTEIO, -EBUSY or -EIO
 */
int hsmp_driver_finish(struct hsmp_message *msg, uint8_t status,
		       const uint32_t words[HSMP_MAX_WORDS]);

/**
 * hsmp_driver_copies_back() - Whether user memory is written after success
 * @gen:	Generation
 * @msg:	Message
 *
 * Return: true if the table has a response for it
 */
bool hsmp_driver_copies_back(enum hsmp_gen gen, const struct hsmp_message *msg);

/**
 * hsmp_driver_telemetry() - What the second ioctl checks before the mailbox
 * @accmode:	As the node was opened
 * @req:	Request
 * @sockets:	Sockets that the driver has probed, a bit each
 * @table_size:	Size of the metric table, 0 if there is none
 *
 * Return: 0, -EPERM, -EINVAL or -ENODEV
 */
int hsmp_driver_telemetry(int accmode, const struct hsmp_telemetry_data *req,
			  uint32_t sockets, size_t table_size);

/**
 * hsmp_driver_shows_table() - Whether there is a file metrics_bin
 * @gen:	Generation
 * @protocol:	Protocol version
 *
 * Return: true if so: for protocol 6 from generation B on; in D for later
 * protocols too
 */
bool hsmp_driver_shows_table(enum hsmp_gen gen, uint32_t protocol);

/**
 * hsmp_driver_table_part() - What a read of metrics_bin asks for
 * @protocol:	Protocol version
 * @table_size:	Size of the metric table, 0 if there is none
 * @size:	Bytes asked for
 * @off:	Offset
 *
 * Return: bytes that are to be read, 0 at the end; -EOPNOTSUPP if it is not
 * that of protocol 6, -ENOMEM if there is no table, -EINVAL for a part of it
 */
int hsmp_driver_table_part(uint32_t protocol, size_t table_size, size_t size,
			   uint64_t off);

#endif
