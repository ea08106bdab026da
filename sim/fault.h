/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Faults at work
 *
 * A fault is described by struct fault (sim/model/scenario.h). Here it is
 * matched against requests, counted, and switched while the machine runs.
 *
 * Targets. A message or register is compared by number. A path pattern is not
 * compared at each request: whoever knows the paths tells each node once which
 * faults fit (one bit a slot, fault_fits_path()), and requests carry that mask.
 *
 * Counting. Each matching request is a call, from 1. A fault strikes at calls
 * that are a multiple of @every, from @after on, until it has struck @count
 * times. Switching it on begins anew. Where several strike, their latencies
 * add up and the first errno counts.
 *
 * "missing" and "forbidden" are states of a node, not of a call: they hold
 * while the fault is on, and the hits are counted.
 *
 * Threads: any thread at any time.
 */
#ifndef SIM_FAULT_H
#define SIM_FAULT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/model/scenario.h"

/* As many as bits in a node's mask. */
#define FAULT_MAX 64

/**
 * struct fault_slot - A fault and what it did
 * @fault:	Description; its active member is the present state
 * @calls:	Matching requests since it was switched on
 * @hits:	How often it struck since it was switched on
 */
struct fault_slot {
	struct fault fault;
	uint64_t calls;
	uint64_t hits;
};

/**
 * struct fault_set - All faults of a machine; treat as private
 * @lock:	Guards the rest
 * @slots:	Faults, in the order in which they came
 * @n_slots:	Their number
 * @n_active:	How many are on; read without the lock
 */
struct fault_set {
	pthread_mutex_t lock;
	struct fault_slot slots[FAULT_MAX];
	unsigned int n_slots;
	atomic_uint n_active;
};

/**
 * struct fault_query - A request that may be struck
 * @target:	FAULT_HSMP, FAULT_MSR, or FAULT_FILE for neither
 * @id:		Message or register
 * @where:	Socket or CPU
 * @mask:	Faults whose path fits the node
 */
struct fault_query {
	enum fault_target target;
	uint32_t id;
	uint32_t where;
	uint64_t mask;
};

/**
 * struct fault_effect - What shall happen to a request
 * @err:	errno to fail with, 0 for none
 * @fw_status:	Status of the firmware instead, 0 for none
 * @dead:	The mailbox does not answer
 * @latency_ns:	Extra time
 */
struct fault_effect {
	int err;
	uint8_t fw_status;
	bool dead;
	uint64_t latency_ns;
};

/**
 * enum fault_gate - States of a node
 * @FAULT_GATE_MISSING:		It does not exist
 * @FAULT_GATE_FORBIDDEN:	It can't be opened
 */
enum fault_gate {
	FAULT_GATE_MISSING,
	FAULT_GATE_FORBIDDEN,
};

/**
 * fault_set_init() - Begin without faults
 * @set:	Set; fault_set_destroy() it
 */
void fault_set_init(struct fault_set *set);

/**
 * fault_set_destroy() - Release
 * @set:	Set
 */
void fault_set_destroy(struct fault_set *set);

/**
 * fault_set_put() - Add a fault, or replace the one of the same name
 * @set:	Set
 * @f:		Fault; copied
 *
 * Return: its slot, -ENOSPC if there are FAULT_MAX others
 */
int fault_set_put(struct fault_set *set, const struct fault *f);

/**
 * fault_set_switch() - Switch a fault on or off
 * @set:	Set
 * @name:	Its name
 * @on:		New state
 *
 * Return: its slot, -ENOENT
 */
int fault_set_switch(struct fault_set *set, const char *name, bool on);

/**
 * fault_set_get() - Copy a fault and its counts
 * @set:	Set
 * @slot:	Slot
 * @ret:	Copy
 *
 * Return: true, or false if there is no such slot
 */
bool fault_set_get(struct fault_set *set, unsigned int slot,
		   struct fault_slot *ret);

/**
 * fault_fits_path() - Whether a node is one that a fault's target means
 * @f:		Fault
 * @path:	Path below the mount point, with its leading slash
 *
 * A * in a pattern matches slashes too.
 *
 * Return: true if so; never for a message or a register
 */
bool fault_fits_path(const struct fault *f, const char *path);

/**
 * fault_set_strike() - Count a request and find what shall happen to it
 * @set:	Set
 * @q:		Request
 * @ret:	Effect, all zero for none
 */
void fault_set_strike(struct fault_set *set, const struct fault_query *q,
		      struct fault_effect *ret);

/**
 * fault_set_gate() - Find whether a node is closed
 * @set:	Set
 * @mask:	The node's mask
 * @gate:	Which state
 *
 * Return: true if a fault says so
 */
bool fault_set_gate(struct fault_set *set, uint64_t mask, enum fault_gate gate);

#endif
