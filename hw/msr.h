/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Model-specific registers
 *
 * A read is an interrupt to the CPU that owns the register: it wakes an idle
 * one and disturbs an isolated one. So only CPUs that are online and neither
 * isolated nor nohz_full are read, and only registers on our own allow-list
 * (msr_regs.h) that the table of hw/rapl_vendor.h gives to this processor,
 * whatever the kernel would let us do. Callers take the CPU from
 * topo_core.reader and topo_socket.reader.
 *
 * Sources in order of preference: /dev/cpu/msr_batch for many registers at
 * once (msr_batch.h), /dev/cpu/N/msr_safe, /dev/cpu/N/msr. A source that has no node, may not be opened or does not list the register is
 * left for the next; the errno that is returned is that of the first one that
 * exists. Nodes stay open. What could not be used is not tried again for
 * MSR_RETRY_NS.
 *
 * Threads: a handle belongs to one thread.
 */
#ifndef HW_MSR_H
#define HW_MSR_H

#include <stdint.h>

#include "hw/hw.h"
#include "hw/topology.h"

#define MSR_RETRY_NS (10 * NSEC_PER_SEC)

/* Operations of one ioctl: all cores and packages of 2 x 128 cores. */
#define MSR_BATCH_MAX 512

/**
 * enum msr_source - Which node answered
 * @MSR_SOURCE_NONE:	None yet
 * @MSR_SOURCE_MSR_BATCH: /dev/cpu/msr_batch
 * @MSR_SOURCE_MSR_SAFE: /dev/cpu/N/msr_safe
 * @MSR_SOURCE_MSR:	/dev/cpu/N/msr
 * @MSR_N_SOURCES:	How many there are
 */
enum msr_source {
	MSR_SOURCE_NONE,
	MSR_SOURCE_MSR_BATCH,
	MSR_SOURCE_MSR_SAFE,
	MSR_SOURCE_MSR,
	MSR_N_SOURCES,
};

struct msr;

/**
 * msr_new() - Prepare MSR access; opens nothing yet
 * @hw:		Context, must outlive the handle
 * @topo:	Topology, must outlive the handle
 * @ret:	The handle; msr_free() it
 *
 * Return: 0 or -ENOMEM
 */
int msr_new(struct hw *hw, const struct topology *topo, struct msr **ret);

/**
 * msr_free() - Close all nodes
 * @m:		Handle or NULL
 */
void msr_free(struct msr *m);

/**
 * msr_adopt() - Take over the open nodes of an earlier handle
 * @m:		Handle
 * @from:	Handle for another topology of the same machine; what was taken
 *		is closed for it
 *
 * A program that gave up its privileges could not open them again.
 */
void msr_adopt(struct msr *m, struct msr *from);

/**
 * msr_open_readers() - Open the nodes of every CPU that will be read
 * @m:		Handle
 *
 * Opens those of all topo_core.reader and topo_socket.reader, and msr_batch, so
 * that a program can give up its privileges afterwards.
 *
 * Return: how many CPUs have a node (all of them where msr_batch is open), or negative errno if none has: -ENOENT
 * if there is no kind, -EPERM if they can't be opened, -EBUSY if every
 * CPU is isolated
 */
int msr_open_readers(struct msr *m);

/**
 * msr_read() - Read one register
 * @m:		Handle
 * @cpu:	Logical CPU
 * @reg:	Register, one of msr_regs.h
 * @ret:	Its value
 *
 * Return: 0; -EPERM for a register that is not on our allow-list, or not of
 * this processor, or a node that may not be opened; -EBUSY for an isolated or nohz_full CPU; -ENXIO for
 * one that is offline or not present; -ENOENT without any node; -EACCES if
 * msr-safe does not list the register and there is no other source; -EIO if
 * the read faulted
 */
int msr_read(struct msr *m, uint32_t cpu, uint32_t reg, uint64_t *ret);

/**
 * msr_read_by() - Read one register by one source and no other
 * @m:		Handle
 * @source:	Source
 * @cpu:	Logical CPU
 * @reg:	Register, one of msr_regs.h
 * @ret:	Its value
 *
 * Return: as msr_read(), -EINVAL for MSR_SOURCE_NONE
 */
int msr_read_by(struct msr *m, enum msr_source source, uint32_t cpu,
		uint32_t reg, uint64_t *ret);

/**
 * msr_get_source() - Which kind of node answered last
 * @m:		Handle
 *
 * Return: source, MSR_SOURCE_NONE before the first success
 */
enum msr_source msr_get_source(const struct msr *m);

/**
 * msr_source_name() - A source as esmi.energy.source names it
 * @source:	Source
 *
 * Return: "none", "msr_batch", "msr_safe" or "msr"
 */
const char *msr_source_name(enum msr_source source);

#endif
