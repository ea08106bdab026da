/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Share of time in C0, from cumulative idle times; pure
 *
 * Keeps two readings and answers over the interval since the younger one
 * that is old enough. Idle time counts only finished visits, so it lags
 * while a CPU sleeps and leaps when it wakes: the share is bounded to what
 * is possible, 0 to 100 %.
 */
#ifndef PMDA_COLLECT_IDLE_H
#define PMDA_COLLECT_IDLE_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct idle_reading - One reading
 * @idle_us:	Cumulative idle time, summed over the threads of a core
 * @at_ns:	When it was taken; 0 for none
 */
struct idle_reading {
	uint64_t idle_us;
	uint64_t at_ns;
};

/**
 * struct idle_window - Readings of one core; zero is the initial state
 * @older:	Base of the interval while @recent is too young
 * @recent:	The youngest one kept
 */
struct idle_window {
	struct idle_reading older;
	struct idle_reading recent;
};

/**
 * idle_window_add() - Take in a reading
 * @w:		Window
 * @now:	Reading, not older than those before
 * @n_threads:	Threads that @now sums up, at least 1
 * @min_ns:	Least length of the interval
 * @ret_percent: Share of time in C0, 0 to 100
 *
 * Before there is an interval of @min_ns, a tenth of it is accepted.
 *
 * Return: true if there is a value
 */
bool idle_window_add(struct idle_window *w, struct idle_reading now,
		     uint32_t n_threads, uint64_t min_ns, double *ret_percent);

#endif
