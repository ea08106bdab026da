/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The handle that hw/msr.c and hw/msr_batch.c share
 */
#ifndef HW_MSR_INTERNAL_H
#define HW_MSR_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "hw/msr.h"
#include "hw/msr_batch_abi.h"

/* Kinds of nodes that a CPU has: msr_safe and msr. */
#define MSR_N_NODES 2
#define MSR_NODE_SAFE 0

/* All registers that we know, of whatever vendor. */
#define MSR_N_KNOWN 7

/**
 * struct msr_slot - One node
 * @fd:		Descriptor, or negative
 * @err:	Negative errno of the last try to open it, 0 before the first
 * @retry_ns:	It is not opened before
 */
struct msr_slot {
	int fd;
	int err;
	uint64_t retry_ns;
};

/**
 * struct msr - MSR access
 * @hw:		Context
 * @topo:	Topology
 * @source:	Kind that answered last
 * @permitted:	This processor has the register, by index of msr_index()
 * @unlisted_ns: Until when a register is taken for not listed, by kind. The
 *		list of msr_safe is that of msr_batch
 * @batch:	/dev/cpu/msr_batch
 * @ops:	Operations of one batch
 * @of_op:	Which read an operation belongs to
 * @n_cpus:	Length of @slots
 * @slots:	By index of the CPU in @topo
 */
struct msr {
	struct hw *hw;
	const struct topology *topo;
	enum msr_source source;
	bool permitted[MSR_N_KNOWN];
	uint64_t unlisted_ns[MSR_N_NODES][MSR_N_KNOWN];
	struct msr_slot batch;
	struct msr_batch_op ops[MSR_BATCH_MAX];
	uint32_t of_op[MSR_BATCH_MAX];
	uint32_t n_cpus;
	struct msr_slot slots[][MSR_N_NODES];
};

/**
 * msr_check() - What is checked before any node is touched
 * @m:		Handle
 * @cpu:	Logical CPU
 * @reg:	Register
 * @ret_cpu:	The CPU
 * @ret_index:	Index of the register
 *
 * Return: 0, -EPERM, -ENXIO, -EBUSY as msr_read()
 */
int msr_check(const struct msr *m, uint32_t cpu, uint32_t reg,
	      const struct topo_cpu **ret_cpu, unsigned int *ret_index);

/**
 * msr_slot_open() - Open a node, if it is not open or was tried just now
 * @m:		Handle
 * @slot:	Its slot
 * @path:	Its path
 *
 * Return: 0 or negative errno, -EPERM instead of -EACCES
 */
int msr_slot_open(struct msr *m, struct msr_slot *slot, const char *path);

/**
 * msr_slot_drop() - Close a node that is not what it should be
 * @m:		Handle
 * @slot:	Its slot, not opened again for MSR_RETRY_NS
 * @err:	Negative errno to give meanwhile
 */
void msr_slot_drop(struct msr *m, struct msr_slot *slot, int err);

/**
 * msr_batch_open() - Open /dev/cpu/msr_batch
 * @m:		Handle
 *
 * Return: 0 or negative errno
 */
int msr_batch_open(struct msr *m);

/**
 * msr_is_unlisted() - Whether a kind is known not to list a register
 * @m:		Handle
 * @kind:	Kind of node
 * @index:	Index of the register
 *
 * Return: true if it is and the time to ask again has not come
 */
bool msr_is_unlisted(struct msr *m, unsigned int kind, unsigned int index);

/**
 * msr_set_unlisted() - Remember that a kind does not list a register
 * @m:		Handle
 * @kind:	Kind of node
 * @index:	Index of the register
 */
void msr_set_unlisted(struct msr *m, unsigned int kind, unsigned int index);

/**
 * msr_batch_one() - One register by msr_batch and nothing else
 * @m:		Handle
 * @cpu:	Logical CPU, checked
 * @index:	Index of the register
 * @reg:	Register
 * @ret:	Value
 *
 * Return: as msr_read_by()
 */
int msr_batch_one(struct msr *m, uint32_t cpu, unsigned int index, uint32_t reg,
		  uint64_t *ret);

#endif
