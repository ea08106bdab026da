/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Where a logical CPU of the simulated machine sits
 *
 * The kernel derives its topology numbers from APIC ids; so does this, from
 * those of the model: core_id is the part of the APIC id inside the package
 * above the thread bit, a cache's id and a CCD's die_id are the APIC id
 * without the bits of those who share it. Hence they are sparse and
 * system-wide where the kernel's are.
 *
 * Pure.
 */
#ifndef SIM_LAYOUT_H
#define SIM_LAYOUT_H

#include <stdint.h>

#include "base/cpuset.h"
#include "sim/model/machine.h"

/**
 * enum share - Who belongs together
 * @SHARE_CORE:		Threads of a physical core; also L1 and L2
 * @SHARE_CCD:		Cores of a CCD; also the L3
 * @SHARE_SOCKET:	CPUs of a package
 */
enum share {
	SHARE_CORE,
	SHARE_CCD,
	SHARE_SOCKET,
};

/* Physical core, over all sockets, of a logical CPU. */
static inline uint32_t layout_core(const struct scenario *sc, uint32_t cpu)
{
	return cpu % scenario_n_cores(sc);
}

/* Socket of a logical CPU. */
static inline uint32_t layout_socket(const struct scenario *sc, uint32_t cpu)
{
	return layout_core(sc, cpu) / sc->cores_per_socket;
}

/* NUMA node of a logical CPU. */
static inline uint32_t layout_node(const struct scenario *sc, uint32_t cpu)
{
	uint32_t core = layout_core(sc, cpu) % sc->cores_per_socket;

	return layout_socket(sc, cpu) * sc->nodes_per_socket +
	       core * sc->nodes_per_socket / sc->cores_per_socket;
}

/* CCDs of a socket; the last one may be smaller. */
static inline uint32_t layout_ccds_per_socket(const struct scenario *sc)
{
	return (sc->cores_per_socket + sc->cores_per_ccd - 1) /
	       sc->cores_per_ccd;
}

/* powercap zones of packages: one a socket, or one a CCD. */
static inline uint32_t layout_n_zones(const struct scenario *sc)
{
	switch (sc->powercap) {
	case SCENARIO_POWERCAP_NONE:
		return 0;
	case SCENARIO_POWERCAP_PACKAGE:
		return sc->n_sockets;
	case SCENARIO_POWERCAP_DIE:
		return sc->n_sockets * layout_ccds_per_socket(sc);
	}
	return 0;
}

/**
 * layout_zone_core() - First core of a powercap zone
 * @sc:		Scenario
 * @zone:	Zone below layout_n_zones()
 *
 * Return: the lowest core of the zone's socket or CCD that has an online
 * thread, the lowest of all if none has
 */
uint32_t layout_zone_core(const struct scenario *sc, uint32_t zone);

/**
 * layout_online() - All CPUs that are online
 * @sc:		Scenario
 * @ret:	Set
 */
void layout_online(const struct scenario *sc, struct cpuset *ret);

/**
 * layout_sharing() - Online CPUs that belong together with one
 * @sc:		Scenario
 * @cpu:	Logical CPU
 * @share:	In what
 * @ret:	Set
 */
void layout_sharing(const struct scenario *sc, uint32_t cpu, enum share share,
		    struct cpuset *ret);

/**
 * layout_online_cores() - Physical cores of a socket with an online thread
 * @sc:		Scenario
 * @sock:	Socket
 *
 * Return: count
 */
uint32_t layout_online_cores(const struct scenario *sc, uint32_t sock);

/**
 * layout_core_id() - core_id as the kernel has it
 * @m:		Machine
 * @cpu:	Logical CPU
 *
 * Return: number, unique inside the package only
 */
uint32_t layout_core_id(const struct machine *m, uint32_t cpu);

/**
 * layout_share_id() - APIC id without the bits of those who share
 * @m:		Machine
 * @cpu:	Logical CPU
 * @share:	SHARE_CORE or SHARE_CCD
 *
 * Return: the id of the cache, or die, that @cpu belongs to
 */
uint32_t layout_share_id(const struct machine *m, uint32_t cpu,
			 enum share share);

#endif
