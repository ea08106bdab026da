/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: How fine a client may see energy
 *
 * Energy read often enough is a side channel (PLATYPUS). uid 0 and the user
 * pcp get a fresh sample for each fetch, 100 ms apart or more in one context;
 * that bound is about cost, since root can read the registers itself. All
 * other clients together get at most one new value a second of each counter,
 * however many contexts they open: they share what was published last.
 *
 * A plain "not younger than one second" would make a client that asks each
 * second see 0 W and twice the power in turn, whenever a fetch comes some
 * milliseconds early. So the bound holds for the average: the next sample is
 * due one grain after the last one was due, and may be taken a quarter of a
 * grain early (the generic cell rate algorithm).
 *
 * Pure: time is an argument.
 */
#ifndef PMDA_COLLECT_GRAIN_H
#define PMDA_COLLECT_GRAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/util.h"

#define GRAIN_TRUSTED_NS (100 * NSEC_PER_MSEC)
#define GRAIN_OTHERS_NS NSEC_PER_SEC

/**
 * struct grain - Rate limit; zero is the initial state
 * @due_ns:	When the next sample is due
 */
struct grain {
	uint64_t due_ns;
};

/**
 * grain_admit() - May a new sample be taken now?
 * @g:		Rate limit; advanced if the answer is yes
 * @grain_ns:	Average distance of samples
 * @now_ns:	Time, never going back
 *
 * Return: true if so
 */
bool grain_admit(struct grain *g, uint64_t grain_ns, uint64_t now_ns);

#endif
