// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The power limit and the clocks that follow from it
 *
 * Firmware that has a power limit lowers a ceiling of clocks until the socket
 * fits below it. So does the model, in a form whose integral is still closed:
 * from one change of loads, uncore or limit to the next, no core takes more
 * than the power of a load of @ceiling. The ceiling is the highest for which
 * the socket stays below its limit when all its cores reach the peaks of their
 * loads at once; a core whose peak is below it does not feel it. It limits
 * power and clock; busy and idle times stay those of the load.
 *
 * Idle cores and the uncore can't be held back: a limit below their power
 * leaves a ceiling of 0.
 */
#include <assert.h>

#include "sim/model/machine_internal.h"

static uint128_t sum_of_peaks(const struct machine *m, uint32_t sock,
			      uint64_t below, uint32_t *ret_above)
{
	uint32_t first = first_core(m, sock);
	uint128_t sum = 0;

	*ret_above = 0;
	for (uint32_t i = 0; i < m->sc.cores_per_socket; i++) {
		uint64_t peak = m->cores[first + i].peak;

		if (peak <= below)
			sum += peak;
		else
			*ret_above += 1;
	}
	return sum;
}

/*
 * Fills up from below: cores under the ceiling keep their peaks, the others
 * share what is left. Each pass can only raise the ceiling, and ends when no
 * core more has come under it.
 */
uint64_t limit_ceiling(const struct machine *m, uint32_t sock)
{
	const struct socket_state *s = &m->sockets[sock];
	uint128_t limit = ((uint128_t)s->limit_mw << POWER_BITS) / 1000;
	uint128_t base =
		s->uncore + (uint128_t)m->core_idle * m->sc.cores_per_socket;
	uint64_t ceiling = 0, next = 0;
	uint32_t above;
	uint128_t share;

	if (m->core_extra == 0)
		return SHARE_ONE;
	share = limit > base ? ((limit - base) << SHARE_BITS) / m->core_extra
			     : 0;
	if (sum_of_peaks(m, sock, SHARE_ONE, &above) <= share)
		return SHARE_ONE;
	do {
		uint128_t low = sum_of_peaks(m, sock, next, &above);

		/* There is one above, or all peaks would fit. */
		assert(above > 0);
		ceiling = next;
		next = (uint64_t)((share - low) / above);
	} while (next > ceiling);
	return ceiling;
}

void core_clock_range(const struct machine *m, uint32_t core,
		      uint32_t *ret_min_mhz, uint32_t *ret_max_mhz)
{
	const struct core_state *c = &m->cores[core];
	uint32_t max = MIN(m->sc.max_mhz, c->boost_mhz);

	*ret_max_mhz = max;
	*ret_min_mhz = MIN(MAX(m->sc.min_mhz, c->floor_mhz), max);
}

/* A socket that is too hot runs at its lowest clock. */
uint32_t core_limit_mhz(const struct machine *m, uint32_t core, bool prochot)
{
	double ceiling = (double)core_socket(m, core)->ceiling / 0x1p60;
	uint32_t min, max;

	if (prochot)
		return m->sc.min_mhz;
	core_clock_range(m, core, &min, &max);
	return min + (uint32_t)((max - min) * ceiling);
}
