/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The HSMP mailbox
 *
 * A message goes through /dev/hsmp, whose driver serialises per socket and
 * waits 0.1 to 1 ms for the firmware, 100 ms for one that is dead. So:
 *
 * - The node is opened O_RDONLY. The kernel then refuses everything that
 *   could change a setting. There is one descriptor a socket, so that a
 *   worker that reopens its own does not pull it from under another.
 * - EBUSY and EINTR are retried at once, HSMP_RETRIES times: the driver has
 *   already waited for the firmware.
 * - ENOMSG (driver or firmware does not know the message), and EPERM on a
 *   get (the driver's table calls it a set), mean "unsupported". That is
 *   remembered per socket and message for HSMP_REPROBE_NS, since every failure
 *   writes a line into the kernel's log. (Drivers before generation D or out of
 *   tree take 0Ch, 0Dh, 21h, 22h, 26h for sets.) What platform or firmware are
 *   known to lack is not sent at all, see hw/hsmp_support.h.
 * - EINVAL on a message with an argument is remembered as long for the last
 *   HSMP_MAX_REJECTED pairs of message and argument of the socket.
 * - ETIMEDOUT makes the socket back off: nothing is sent for 1 s, then 2, 4,
 *   ... up to HSMP_BACKOFF_MAX_NS. Meanwhile calls return -EAGAIN at once. An
 *   answer of the firmware ends it.
 * - ENODEV means that the driver was unbound: the node is reopened by a later
 *   call, at most once a second; likewise after ENOENT, EACCES. What was
 *   unsupported is forgotten then, since another driver may be there.
 * - A mailbox that does not speak our ABI, or fails its test, is not believed:
 *   it backs off as after ETIMEDOUT, and only hsmp_probe() talks to it.
 *
 * Threads: different sockets may be used by different threads at once; one
 * socket by one thread at a time. Counters and states may be read by any.
 */
#ifndef HW_HSMP_H
#define HW_HSMP_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/hsmp_abi.h"
#include "hw/hsmp_support.h"
#include "hw/hw.h"

#define HSMP_RETRIES 3
#define HSMP_REPROBE_NS (3600 * NSEC_PER_SEC)
#define HSMP_MAX_REJECTED 64
#define HSMP_BACKOFF_MIN_NS NSEC_PER_SEC
#define HSMP_BACKOFF_MAX_NS (64 * NSEC_PER_SEC)
#define HSMP_REOPEN_NS NSEC_PER_SEC

/**
 * enum hsmp_state - Health of one socket's mailbox
 * @HSMP_STATE_UNKNOWN:		Nothing was sent yet
 * @HSMP_STATE_OK:		The last exchange was answered
 * @HSMP_STATE_NO_DEVICE:	/dev/hsmp does not exist, or the driver does
 *				not know the socket
 * @HSMP_STATE_NO_PERMISSION:	/dev/hsmp can't be opened
 * @HSMP_STATE_DISABLED:	Times out and has never answered: HSMP is
 *				disabled in the BIOS
 * @HSMP_STATE_UNSUPPORTED_CPU:	The processor is not one with HSMP
 * @HSMP_STATE_DRIVER_MISMATCH:	The node does not speak our ABI (ENOTTY), or
 *				the test message came back wrong
 * @HSMP_STATE_BACKING_OFF:	It answered once and times out now
 * @HSMP_N_STATES:		How many there are
 */
enum hsmp_state {
	HSMP_STATE_UNKNOWN,
	HSMP_STATE_OK,
	HSMP_STATE_NO_DEVICE,
	HSMP_STATE_NO_PERMISSION,
	HSMP_STATE_DISABLED,
	HSMP_STATE_UNSUPPORTED_CPU,
	HSMP_STATE_DRIVER_MISMATCH,
	HSMP_STATE_BACKING_OFF,
	HSMP_N_STATES,
};

/*
 * enum hsmp_error - Classes of exchanges that failed
 *
 * A retried exchange counts each time. Failures to open the node are not
 * exchanges; the state tells them.
 */
enum hsmp_error {
	HSMP_ERR_EBUSY,
	HSMP_ERR_EINTR,
	HSMP_ERR_EINVAL,
	HSMP_ERR_EIO,
	HSMP_ERR_ENODEV,
	HSMP_ERR_ENOMSG,
	HSMP_ERR_EPERM,
	HSMP_ERR_EREMOTEIO,
	HSMP_ERR_ETIMEDOUT,
	HSMP_ERR_OTHER,
	HSMP_N_ERRORS,
};

struct hsmp;

/**
 * hsmp_new() - Prepare the mailboxes of a machine; sends nothing
 * @hw:		Context, must outlive the handle
 * @n_sockets:	Sockets of the machine, their HSMP numbers are 0 ... n - 1
 * @ret:	The handle; hsmp_free() it
 *
 * Return: 0, -EINVAL for no socket, -ENOMEM
 */
int hsmp_new(struct hw *hw, unsigned int n_sockets, struct hsmp **ret);

/**
 * hsmp_free() - Close the mailboxes
 * @h:		Handle or NULL
 */
void hsmp_free(struct hsmp *h);

/**
 * hsmp_set_cpu() - Say which processor this is
 * @h:		Handle
 * @vendor_amd:	Its vendor is AMD
 * @family:	CPU family, 0 if unknown
 * @model:	CPU model
 *
 * HSMP came with family 19h. On another processor a missing node is told as
 * HSMP_STATE_UNSUPPORTED_CPU instead of HSMP_STATE_NO_DEVICE. Family, model and
 * the protocol version of a probe together name the platform. To be called
 * before other threads use the handle.
 */
void hsmp_set_cpu(struct hsmp *h, bool vendor_amd, uint32_t family,
		  uint32_t model);

/**
 * hsmp_get() - Exchange one message that reads
 * @h:		Handle
 * @sock:	HSMP socket number
 * @id:		Message; HSMP_GET_BIT is added where its row is SET_GET
 * @arg:	args[0] of a message that has one, ignored otherwise
 * @ret_words:	HSMP_MAX_WORDS words, of which the row's response_sz count,
 *		the others are 0; untouched on failure
 *
 * Return: 0; -EAGAIN while the socket backs off, or is not yet to be reopened;
 * -ENOMSG if it is not supported here; -EINVAL for an argument that the
 * firmware rejects or has rejected; -EPERM for a message that is not a get; -ENODEV, -ENOENT,
 * -EACCES if there is no usable node; -EBADE if the mailbox failed its test;
 * else what the driver said
 */
int hsmp_get(struct hsmp *h, unsigned int sock, enum hsmp_id id, uint32_t arg,
	     uint32_t ret_words[HSMP_MAX_WORDS]);

/**
 * hsmp_telemetry() - Read a socket's metric table by the second ioctl
 * @h:		Handle
 * @sock:	HSMP socket number
 * @buf:	The first @size bytes of the table; undefined after a failure
 * @size:	1 to the size of the table
 *
 * The driver makes the firmware fill the table anew; counted as
 * HSMP_GET_METRIC_TABLE. hw/telemetry.h knows which socket has one.
 *
 * Return: 0; -ENODEV if this socket has no table, -EINVAL for a size that it
 * does not have, -EPERM from the driver; -EOPNOTSUPP if driver or firmware
 * have no such thing, remembered for HSMP_REPROBE_NS; else as hsmp_get()
 */
int hsmp_telemetry(struct hsmp *h, unsigned int sock, void *buf, uint32_t size);

/**
 * hsmp_forget() - Forget what was unsupported or rejected
 * @h:		Handle
 * @sock:	HSMP socket number, as hsmp_get()
 *
 * For when the machine has changed: a core that was offline may answer now. A
 * node that is opened anew is taken for another driver, and starts so.
 */
void hsmp_forget(struct hsmp *h, unsigned int sock);

/**
 * hsmp_probe() - Test message, then versions and capabilities
 * @h:		Handle
 * @sock:	HSMP socket number
 *
 * Sets the state. Asks for HSMP_GET_SMU_VER and, where it may be there,
 * HSMP_GET_ENABLED_HSMP_CMDS until they are known; these two may fail. To be called before other messages and again whenever the
 * state is not HSMP_STATE_OK; it obeys the back-off.
 *
 * Return: protocol version (1 or more), or negative errno as hsmp_get();
 * -EBADE if the test message came back wrong
 */
int hsmp_probe(struct hsmp *h, unsigned int sock);

/**
 * hsmp_supported() - Whether a socket has a message, for any thread
 * @h:		Handle
 * @sock:	HSMP socket number
 * @id:		Message
 *
 * Driver included: what failed as unsupported within the last hour is
 * HSMP_SUPPORT_NO, what was answered HSMP_SUPPORT_YES, else as documented.
 * Before a probe all is HSMP_SUPPORT_PROBE.
 *
 * Return: support
 */
enum hsmp_support hsmp_supported(const struct hsmp *h, unsigned int sock,
				 enum hsmp_id id);

/**
 * hsmp_get_platform() - The platform, for any thread
 * @h:		Handle
 * @sock:	HSMP socket number
 *
 * Return: platform, HSMP_N_PLATFORMS if it is none that is documented or the
 * socket was not probed yet
 */
enum hsmp_platform hsmp_get_platform(const struct hsmp *h, unsigned int sock);

/**
 * hsmp_get_proto() - The protocol version of the last probe, for any thread
 * @h:		Handle
 * @sock:	HSMP socket number
 *
 * Return: version, 0 if unknown
 */
uint32_t hsmp_get_proto(const struct hsmp *h, unsigned int sock);

/**
 * hsmp_get_smu_version() - The firmware's version, for any thread
 * @h:		Handle
 * @sock:	HSMP socket number
 *
 * Return: the word of HSMP_GET_SMU_VER (major [23:16], minor [15:8], patch
 * [7:0]), 0 if unknown
 */
uint32_t hsmp_get_smu_version(const struct hsmp *h, unsigned int sock);

/**
 * hsmp_get_state() - Health of one socket's mailbox
 * @h:		Handle
 * @sock:	HSMP socket number
 *
 * Return: state
 */
enum hsmp_state hsmp_get_state(const struct hsmp *h, unsigned int sock);

/**
 * hsmp_state_name() - A state in words, as esmi.hsmp.state has them
 * @state:	State
 *
 * Return: a static string such as "disabled-in-bios"
 */
const char *hsmp_state_name(enum hsmp_state state);

/**
 * hsmp_error_name() - An error class as esmi.hsmp.errors names it
 * @err:	Class
 *
 * Return: a static string such as "ETIMEDOUT"
 */
const char *hsmp_error_name(enum hsmp_error err);

/**
 * struct hsmp_counts - What happened since hsmp_new()
 * @messages:	Exchanges tried, retries included
 * @retries:	Repetitions after EBUSY and EINTR
 * @timeouts:	Exchanges that ended with ETIMEDOUT
 * @latency_ns:	Time spent in exchanges, nanoseconds
 */
struct hsmp_counts {
	uint64_t messages;
	uint64_t retries;
	uint64_t timeouts;
	uint64_t latency_ns;
};

/**
 * hsmp_get_counts() - Counters of one socket
 * @h:		Handle
 * @sock:	HSMP socket number
 * @ret:	Counters
 */
void hsmp_get_counts(const struct hsmp *h, unsigned int sock,
		     struct hsmp_counts *ret);

/**
 * hsmp_error_count() - Failures of one class over all sockets
 * @h:		Handle
 * @err:	Class
 *
 * Return: a count that only grows
 */
uint64_t hsmp_error_count(const struct hsmp *h, enum hsmp_error err);

/**
 * hsmp_message_count() - Exchanges of one message over all sockets
 * @h:		Handle
 * @id:		Message
 *
 * Return: a count that only grows
 */
uint64_t hsmp_message_count(const struct hsmp *h, enum hsmp_id id);

#endif
