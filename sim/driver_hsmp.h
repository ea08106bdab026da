/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: What the kernel's HSMP driver does with an ioctl
 *
 * The order in which the driver looks at a request decides which errno a
 * request with two faults gets, and programs come to rely on it. It is that of
 * drivers/platform/x86/amd/hsmp/hsmp.c in the newest mainline:
 *
 *	ioctl number		ENOTTY
 *	id out of range		ENOMSG
 *	open mode		EPERM
 *	reserved id		ENOMSG
 *	num_args		EINVAL	must equal the table's
 *	response_sz		EINVAL	must not exceed the table's
 *	socket			ENODEV
 *	semaphore		EINTR
 *	mailbox			ETIMEDOUT, or by the firmware's status
 *
 * So a set with a wrong num_args on a descriptor opened O_RDONLY is EPERM.
 * The mailbox itself (who waits, how long) is the caller's part.
 *
 * Pure: no I/O, no clock, no allocation.
 */
#ifndef SIM_DRIVER_HSMP_H
#define SIM_DRIVER_HSMP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/util.h"
#include "hw/hsmp_abi.h"

/* How long the driver waits for the firmware. */
#define HSMP_DRIVER_TIMEOUT_NS (100 * NSEC_PER_MSEC)

/**
 * hsmp_driver_is_get() - The driver's view of a message's direction
 * @msg:	Message with an id below HSMP_N_IDS
 *
 * Return: true if it reads
 */
bool hsmp_driver_is_get(const struct hsmp_message *msg);

/**
 * hsmp_driver_check() - All that the driver checks before the mailbox
 * @accmode:	O_ACCMODE bits with which the node was opened
 * @msg:	Message
 * @n_sockets:	Sockets that the driver knows
 *
 * Return: 0, -ENOMSG, -EPERM, -EINVAL or -ENODEV
 */
int hsmp_driver_check(int accmode, const struct hsmp_message *msg,
		      uint32_t n_sockets);

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
 * @msg:	Message
 *
 * Return: true if the table has a response for it
 */
bool hsmp_driver_copies_back(const struct hsmp_message *msg);

/**
 * hsmp_driver_telemetry() - The second ioctl, on parts without a metric table
 * @accmode:	As the node was opened
 * @req:	Request
 *
 * No scenario has a metric table (protocols 6 and later have), so that a
 * request that passes the checks before is -ENODEV.
 *
 * Return: -EPERM, -EINVAL or -ENODEV
 */
int hsmp_driver_telemetry(int accmode, const struct hsmp_telemetry_data *req);

#endif
