/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Everything that makes a caller wait
 *
 * The mailbox of a socket serves one message at a time, sockets side by side;
 * an answer may take its time. Two things end such a wait early: the program
 * stops, or the caller was interrupted. So nothing here is a plain sleep or a
 * plain mutex, and the program ends at once even if a fault says an answer
 * takes an hour.
 *
 * One mutex guards all states; it is held for a few instructions only, and
 * nothing else is locked meanwhile.
 */
#ifndef SIM_WAITS_H
#define SIM_WAITS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/model/scenario.h"

/**
 * struct waits - State of all waiting; treat as private
 * @lock:	Guards the rest
 * @sleepers:	Woken by a stop or an interruption only
 * @queue:	Waiting for a mailbox, one queue a socket
 * @busy:	A mailbox serves a message
 * @stopping:	The program ends; no wait begins any more
 */
struct waits {
	pthread_mutex_t lock;
	pthread_cond_t sleepers;
	pthread_cond_t queue[SCENARIO_MAX_SOCKETS];
	bool busy[SCENARIO_MAX_SOCKETS];
	bool stopping;
};

/**
 * struct waiter - One request that may have to wait
 * @waits:	Where it waits
 * @interrupted: Its caller does not want the answer any more
 */
struct waiter {
	struct waits *waits;
	bool interrupted;
};

/**
 * waits_init() - Make ready
 * @w:		State; waits_destroy() it
 */
void waits_init(struct waits *w);

/**
 * waits_destroy() - Release; nobody waits any more
 * @w:		State
 */
void waits_destroy(struct waits *w);

/**
 * waits_stop() - End all waits, now and in future
 * @w:		State
 */
void waits_stop(struct waits *w);

/**
 * waiter_interrupt() - End the waits of one request that can be interrupted
 * @me:		Request; called from any thread
 */
void waiter_interrupt(struct waiter *me);

/**
 * waiter_sleep() - Let time pass
 * @me:		Request
 * @ns:		How long
 * @interruptible: An interruption ends it
 *
 * Return: 0 when the time is over, -EINTR if it ended early
 */
int waiter_sleep(struct waiter *me, uint64_t ns, bool interruptible);

/**
 * mailbox_lock() - Wait until a mailbox is free, and take it
 * @me:		Request
 * @sock:	Socket, less than SCENARIO_MAX_SOCKETS
 *
 * Interruptible, as the kernel's down_interruptible().
 *
 * Return: 0 or -EINTR
 */
int mailbox_lock(struct waiter *me, uint32_t sock);

/**
 * mailbox_unlock() - Give a mailbox to the next
 * @me:		Request that has it
 * @sock:	Socket
 */
void mailbox_unlock(struct waiter *me, uint32_t sock);

#endif
