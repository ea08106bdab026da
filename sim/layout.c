// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Where a logical CPU sits, see the header
 */
#include "sim/layout.h"

#include <string.h>

#include "base/util.h"

void layout_online(const struct scenario *sc, struct cpuset *ret)
{
	memset(ret, 0, sizeof(*ret));
	for (uint32_t cpu = 0; cpu < scenario_n_cpus(sc); cpu++)
		if (!cpuset_has(&sc->offline, cpu))
			cpuset_add(ret, cpu);
}

/* Number, over the whole machine, of the group that a core is in. */
static uint32_t group(const struct scenario *sc, uint32_t cpu, enum share share)
{
	uint32_t ccds = layout_ccds_per_socket(sc);
	uint32_t core = layout_core(sc, cpu);
	uint32_t sock = layout_socket(sc, cpu);

	switch (share) {
	case SHARE_CORE:
		return core;
	case SHARE_CCD:
		return sock * ccds +
		       core % sc->cores_per_socket / sc->cores_per_ccd;
	case SHARE_SOCKET:
		return sock;
	}
	return 0;
}

void layout_sharing(const struct scenario *sc, uint32_t cpu, enum share share,
		    struct cpuset *ret)
{
	uint32_t mine = group(sc, cpu, share);

	memset(ret, 0, sizeof(*ret));
	for (uint32_t i = 0; i < scenario_n_cpus(sc); i++)
		if (!cpuset_has(&sc->offline, i) && group(sc, i, share) == mine)
			cpuset_add(ret, i);
}

uint32_t layout_online_cores(const struct scenario *sc, uint32_t sock)
{
	uint32_t first = sock * sc->cores_per_socket;
	uint32_t n = 0;

	for (uint32_t i = first; i < first + sc->cores_per_socket; i++) {
		struct cpuset threads;

		layout_sharing(sc, i, SHARE_CORE, &threads);
		if (cpuset_next(&threads, 0) < CPUSET_MAX)
			n++;
	}
	return n;
}

uint32_t layout_zone_core(const struct scenario *sc, uint32_t zone)
{
	uint32_t ccds = layout_ccds_per_socket(sc);
	uint32_t first = zone * sc->cores_per_socket;
	uint32_t end = first + sc->cores_per_socket;

	if (sc->powercap == SCENARIO_POWERCAP_DIE) {
		uint32_t ccd = zone % ccds * sc->cores_per_ccd;

		first = zone / ccds * sc->cores_per_socket + ccd;
		end = first +
		      MIN(sc->cores_per_ccd, sc->cores_per_socket - ccd);
	}
	for (uint32_t core = first; core < end; core++) {
		struct cpuset threads;

		layout_sharing(sc, core, SHARE_CORE, &threads);
		if (cpuset_next(&threads, 0) < CPUSET_MAX)
			return core;
	}
	return first;
}

uint32_t layout_core_id(const struct machine *m, uint32_t cpu)
{
	const struct scenario *sc = machine_scenario(m);
	uint32_t first = layout_socket(sc, cpu) * sc->cores_per_socket;

	return (machine_apicid(m, layout_core(sc, cpu)) -
		machine_apicid(m, first)) /
	       sc->threads_per_core;
}

/* Smallest power of two that holds the APIC ids of a group, as it is wired. */
static uint32_t stride(const struct machine *m, enum share share)
{
	const struct scenario *sc = machine_scenario(m);
	uint32_t last =
		share == SHARE_CORE
			? 0
			: MIN(sc->cores_per_ccd, sc->cores_per_socket) - 1;
	uint32_t span = machine_apicid(m, last) - machine_apicid(m, 0) +
			sc->threads_per_core;
	uint32_t n = 1;

	while (n < span)
		n *= 2;
	return n;
}

uint32_t layout_share_id(const struct machine *m, uint32_t cpu,
			 enum share share)
{
	return machine_apicid(m, cpu) / stride(m, share);
}
