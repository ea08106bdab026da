// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in idle.h. */

#include "pmda/collect/idle.h"

#include "base/util.h"

static double idle_percent(struct idle_reading from, struct idle_reading to,
			   uint32_t n_threads)
{
	double wall_us = (double)(to.at_ns - from.at_ns) / 1000.0 * n_threads;
	double idle_us = to.idle_us > from.idle_us
				 ? (double)(to.idle_us - from.idle_us)
				 : 0;

	return 100.0 * (1.0 - MIN(idle_us / wall_us, 1.0));
}

bool idle_window_add(struct idle_window *w, struct idle_reading now,
		     uint32_t n_threads, uint64_t min_ns, double *ret_percent)
{
	struct idle_reading base = w->recent;
	uint64_t age = now.at_ns - w->recent.at_ns;
	uint64_t enough = min_ns;

	if (!w->recent.at_ns) {
		w->recent = now;
		return false;
	}
	if (age < min_ns && w->older.at_ns)
		base = w->older;
	else if (age < min_ns)
		enough = min_ns / 10;
	if (age >= min_ns) {
		w->older = w->recent;
		w->recent = now;
	}
	if (now.at_ns - base.at_ns < enough || now.at_ns <= base.at_ns)
		return false;
	*ret_percent = idle_percent(base, now, n_threads);
	return true;
}
