// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Writing msr-safe's list, see sim.h
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "sim/sim.h"

/* Takes over the entries. */
static void replace(struct sim *sim, struct allowlist_entry *entries, size_t n)
{
	struct allowlist_entry *old;
	struct moment now;

	sim_moment_begin_change(sim, &now);
	old = sim->list.entries;
	sim->list.entries = entries;
	sim->list.n = n;
	sim_moment_end(sim);
	free(old);
}

int sim_write_list(struct sim *sim, const char *text, size_t len)
{
	cleanup_free struct allowlist_entry *entries = NULL;
	cleanup_free struct allowlist_entry *sorted = NULL;
	size_t size;
	int n;

	if (len <= ALLOWLIST_CLEAR_MAX) {
		replace(sim, NULL, 0);
		return 0;
	}
	if (len > ALLOWLIST_TEXT_MAX)
		return -E2BIG;
	n = allowlist_parse(text, len, NULL, 0);
	if (n < 0)
		return n;
	size = (size_t)n * sizeof(*entries);
	entries = malloc(size);
	sorted = malloc(size);
	if (!entries || !sorted)
		return -ENOMEM;
	(void)allowlist_parse(text, len, entries, (size_t)n);
	memcpy(sorted, entries, size);
	if (allowlist_has_twins(sorted, (size_t)n)) {
		replace(sim, NULL, 0);
		return -ENOTUNIQ;
	}
	replace(sim, take_ptr(entries), (size_t)n);
	return 0;
}
