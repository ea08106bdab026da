/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: What the files of the mailbox share
 *
 * hw/hsmp.c exchanges, hw/hsmp_probe.c learns who is on the other side,
 * hw/hsmp_counts.c tells what happened. Not for other files.
 *
 * What belongs to one socket is written only by the thread that uses the
 * socket; what others read is atomic.
 */
#ifndef HW_HSMP_INTERNAL_H
#define HW_HSMP_INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "hw/hsmp.h"
#include "hw/hsmp_support.h"

/**
 * struct hsmp_rejected - An argument that the firmware has rejected
 * @id:		Message, 0 for an empty entry
 * @arg:	Argument
 * @until_ns:	It is not sent before
 */
struct hsmp_rejected {
	enum hsmp_id id;
	uint32_t arg;
	uint64_t until_ns;
};

/**
 * struct hsmp_socket - One mailbox
 * @fd:		Its own descriptor of the node, or negative
 * @answered:	The firmware has answered at least once
 * @suspect:	It does not speak our ABI or failed its test
 * @backoff_ns:	Length of the last back-off, 0 after an answer
 * @quiet_until_ns: Nothing is sent before
 * @reopen_ns:	The node is not opened before
 * @rejected:	Ring of arguments that were rejected
 * @next_rejected: Where the next one goes
 * @no_telemetry_ns: Until when the second ioctl is taken for unsupported
 * @unsupported_ns: Until when a message is taken for unsupported, 0 if not
 * @worked:	Bit map of messages that were answered
 * @proto:	Protocol version, 0 if unknown
 * @smu_version: Version of the firmware, 0 if unknown
 * @caps:	Bit map of gets as the firmware says, 0 if unknown
 * @state:	enum hsmp_state
 * @messages:	For struct hsmp_counts
 * @retries:	Likewise
 * @timeouts:	Likewise
 * @latency_ns:	Likewise
 */
struct hsmp_socket {
	int fd;
	bool answered;
	bool suspect;
	uint64_t backoff_ns;
	uint64_t quiet_until_ns;
	uint64_t reopen_ns;
	struct hsmp_rejected rejected[HSMP_MAX_REJECTED];
	unsigned int next_rejected;
	uint64_t no_telemetry_ns;
	_Atomic uint64_t unsupported_ns[HSMP_N_IDS];
	_Atomic uint64_t worked;
	_Atomic uint32_t proto;
	_Atomic uint32_t smu_version;
	_Atomic uint64_t caps;
	_Atomic int state;
	_Atomic uint64_t messages;
	_Atomic uint64_t retries;
	_Atomic uint64_t timeouts;
	_Atomic uint64_t latency_ns;
};

/**
 * struct hsmp - The mailboxes of a machine
 * @hw:		Context
 * @unsupported_cpu: The processor has no HSMP
 * @family:	CPU family, 0 if unknown or not AMD's
 * @model:	CPU model
 * @errors:	Failed exchanges by class
 * @messages:	Exchanges by message
 * @n_sockets:	Length of @sockets
 * @sockets:	Mailboxes
 */
struct hsmp {
	struct hw *hw;
	bool unsupported_cpu;
	uint32_t family;
	uint32_t model;
	_Atomic uint64_t errors[HSMP_N_ERRORS];
	_Atomic uint64_t messages[HSMP_N_IDS];
	unsigned int n_sockets;
	struct hsmp_socket sockets[];
};

/**
 * hsmp_exchange() - Everything but whether the mailbox is to be believed
 * @h:		Handle
 * @s:		One of its sockets
 * @id:		A message that reads
 * @arg:	Its argument
 * @ret_words:	As hsmp_get()
 *
 * Return: as hsmp_get()
 */
int hsmp_exchange(struct hsmp *h, struct hsmp_socket *s, enum hsmp_id id,
		  uint32_t arg, uint32_t ret_words[HSMP_MAX_WORDS]);

/**
 * hsmp_heard() - The firmware said something, so the mailbox is alive
 * @s:		Socket
 */
void hsmp_heard(struct hsmp_socket *s);

/**
 * hsmp_mismatch() - What answers is no HSMP mailbox
 * @s:		Socket
 * @now_ns:	Time
 */
void hsmp_mismatch(struct hsmp_socket *s, uint64_t now_ns);

#endif
