/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Energy registers by MSR
 *
 * Reads raw registers, many by one ioctl where msr-safe has its batch node;
 * knows the processor's registers (hw/rapl_vendor.h) and each socket's unit.
 * Sums are made elsewhere (energy.h). Where no register could ever be read,
 * powercap's packages are the last resort, which root alone may read.
 *
 * Threads: owned by the energy worker's thread.
 */
#ifndef PMDA_COLLECT_ENERGY_MSR_H
#define PMDA_COLLECT_ENERGY_MSR_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/msr.h"
#include "hw/topology.h"
#include "pmda/collect/energy.h"
#include "pmda/collect/worker.h"

struct energy_msr;

/**
 * energy_msr_new() - Find the processor's registers, open their nodes
 * @hw:		Context
 * @topo:	Topology, must outlive the object
 * @ret:	The object; energy_msr_free() it
 *
 * That no node can be opened is no failure here, reads will say so.
 *
 * Return: 0 or -ENOMEM
 */
int energy_msr_new(struct hw *hw, const struct topology *topo,
		   struct energy_msr **ret);

/**
 * energy_msr_free() - Close all nodes
 * @em:		Object or NULL
 */
void energy_msr_free(struct energy_msr *em);

/**
 * energy_msr_adopt() - Take over open nodes and known units
 * @em:		Object
 * @from:	Object for an earlier topology
 */
void energy_msr_adopt(struct energy_msr *em, struct energy_msr *from);

/**
 * energy_msr_read() - Read registers
 * @em:		Object
 * @items:	SRC_ENERGY_PKG and SRC_ENERGY_CORE
 * @n:		Their number, at most MSR_BATCH_MAX
 * @ret:	Results; a value is the raw register in data.u64, or microjoules
 *		where range_uj is not 0
 */
void energy_msr_read(struct energy_msr *em, const struct work_item *items,
		     unsigned int n, struct work_result *ret);

/**
 * energy_msr_unit() - Unit of a socket as it was read
 * @em:		Object
 * @sock:	Index of the socket
 * @ret_esu:	ESU, if the result is 0
 *
 * Return: 0, negative errno, -EINPROGRESS before the first read
 */
int energy_msr_unit(const struct energy_msr *em, uint32_t sock,
		    uint32_t *ret_esu);

/**
 * energy_msr_source() - Which kind of node answered last
 * @em:		Object
 *
 * Return: name of the source, static
 */
const char *energy_msr_source(const struct energy_msr *em);

/**
 * energy_msr_limit() - Largest power of a socket by its own register
 * @em:		Object
 * @sock:	Index of the socket
 *
 * Return: milliwatts, 0 if the processor does not tell
 */
uint32_t energy_msr_limit(const struct energy_msr *em, uint32_t sock);

#endif
