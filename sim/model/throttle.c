// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: For how long a socket was held back
 *
 * The power limit holds a socket back as long as its ceiling is below a core's
 * peak, from one change to the next: that needs no counting.
 *
 * PROCHOT depends on the average power of a second, of which no closed form
 * tells how long it was above something. Between two changes, three cases are
 * enough: if even the lowest power that the loads can reach is too hot, it is
 * asserted all the time; if not even the highest is, never; else each second
 * since the change counts as its beginning was, up to THROTTLE_MAX_SECONDS,
 * and what comes after it as that time did. That is as long as the longest
 * period of a sine, so that it is representative, and bounds the effort.
 */
#include "sim/model/machine_internal.h"

#define THROTTLE_MAX_SECONDS 600

/* Power of a socket whose cores are all at the floors or peaks of loads. */
static double extreme_w(const struct machine *m, uint32_t sock, bool peak)
{
	const struct socket_state *s = &m->sockets[sock];
	uint32_t first = first_core(m, sock);
	uint128_t share = 0, power;

	for (uint32_t i = 0; i < m->sc.cores_per_socket; i++) {
		const struct core_state *c = &m->cores[first + i];

		share += MIN(peak ? c->peak : c->floor, s->ceiling);
	}
	power = s->uncore + (uint128_t)m->core_idle * m->sc.cores_per_socket +
		power_of_share(share, m->core_extra);
	return (double)power / 0x1p50;
}

static bool is_hot(const struct machine *m, double watt)
{
	return machine_temp_of(m, watt) >= m->sc.prochot_c * 1000;
}

static uint64_t hot_seconds(const struct machine *m, uint32_t sock,
			    uint64_t elapsed_ns)
{
	uint64_t from = m->sockets[sock].changed_ns;
	uint64_t whole = THROTTLE_MAX_SECONDS * NSEC_PER_SEC;
	uint64_t hot = 0;

	for (uint64_t at = 0; at < MIN(elapsed_ns, whole); at += NSEC_PER_SEC) {
		if (machine_prochot(m, sock, from + at))
			hot += MIN(elapsed_ns - at, NSEC_PER_SEC);
	}
	if (elapsed_ns > whole)
		hot += (uint64_t)((uint128_t)(elapsed_ns - whole) * hot /
				  whole);
	return hot;
}

void socket_throttled(const struct machine *m, uint32_t sock, uint64_t t_ns,
		      struct throttled *ret)
{
	const struct socket_state *s = &m->sockets[sock];
	uint64_t elapsed = t_ns > s->changed_ns ? t_ns - s->changed_ns : 0;

	*ret = s->throttled;
	if (s->ceiling < SHARE_ONE)
		ret->ppt_ns += elapsed;
	if (is_hot(m, extreme_w(m, sock, false)))
		ret->prochot_ns += elapsed;
	else if (is_hot(m, extreme_w(m, sock, true)))
		ret->prochot_ns += hot_seconds(m, sock, elapsed);
}
