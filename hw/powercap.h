/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Package energy by the kernel's powercap
 *
 * sys/class/powercap/intel-rapl:N (AMD's zones are called so too) is a zone,
 * its name says of which package: "package-0". A last resort: root only since
 * 2020, and 32 bits in microjoules whatever the register's width. A zone is
 * assigned by the package id in its name and never by N.
 *
 * The trap. Kernels 6.9 to 6.11 take each CCD of Zen 4 and later for a
 * package of its own: sixteen zones on a machine with two packages, all but
 * two of which show the same register again. Zones whose names have a die
 * ("package-0-die-1"), whose package the topology does not know, or that name
 * a package twice, make all of them unusable: -EUCLEAN. They are never
 * summed. This also refuses processors whose packages do have several dies
 * with registers of their own (Cascade Lake AP).
 *
 * Threads: a handle belongs to one thread.
 */
#ifndef HW_POWERCAP_H
#define HW_POWERCAP_H

#include <stdint.h>

#include "hw/files.h"
#include "hw/topology.h"

struct powercap;

/**
 * powercap_new() - Find the zones
 * @files:	Cache, must outlive the handle
 * @hw:		Context
 * @topo:	Topology
 * @ret:	The handle; powercap_free() it
 *
 * A machine without zones gets a handle too; its reads say why.
 *
 * Return: 0 or -ENOMEM
 */
int powercap_new(struct hw_files *files, struct hw *hw,
		 const struct topology *topo, struct powercap **ret);

/**
 * powercap_free() - Close everything
 * @p:		Handle or NULL
 */
void powercap_free(struct powercap *p);

/**
 * powercap_pkg_uj() - Energy counter of a package
 * @p:		Handle
 * @sock:	Index of the socket
 * @ret_uj:	energy_uj, modulo powercap_pkg_range_uj() + 1
 *
 * For rapl_counter_update_uj().
 *
 * Return: 0; -ENOENT without a zone; -EUCLEAN if zones are not packages;
 * -EACCES for who may not read it; else negative errno
 */
int powercap_pkg_uj(struct powercap *p, uint32_t sock, uint64_t *ret_uj);

/**
 * powercap_pkg_range_uj() - Largest value of the energy counter
 * @p:		Handle
 * @sock:	Index of the socket
 * @ret_uj:	max_energy_range_uj
 *
 * Return: as powercap_pkg_uj()
 */
int powercap_pkg_range_uj(struct powercap *p, uint32_t sock, uint64_t *ret_uj);

#endif
