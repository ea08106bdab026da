// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The worker that reads energy registers by MSR
 *
 * Its timer samples every register inside its shortest wrap, in batches; what
 * was read becomes sums when the lock is taken afterwards. Sockets whose
 * energy comes by mailbox are left out: those registers are 64 bits wide and
 * need no timer.
 */

#include <errno.h>
#include <stdlib.h>

#include "pmda/collect/collect_internal.h"

static void reader_read(void *self, const struct work_item *items,
			unsigned int n, struct work_result *results)
{
	struct energy_reader *er = self;

	energy_msr_read(er->msr, items, n, results);
}

static void reader_commit(void *self, const struct work_item *items,
			  unsigned int n, struct work_result *results)
{
	struct energy_reader *er = self;
	const struct collect *c = er->c;

	for (uint32_t s = 0; s < c->topo->n_sockets; s++) {
		uint32_t esu = 0;
		int r = energy_msr_unit(er->msr, s, &esu);

		if (!c->sockets[s].by_mailbox && r != -EINPROGRESS)
			energy_set_unit(c->energy, s, r, esu);
	}
	collect_commit_energy(er->c, items, n, results, false,
			      energy_msr_source(er->msr));
}

static void add_item(struct energy_reader *er, enum source src, uint32_t index)
{
	struct work_item item = { .src = src, .index = index };

	if (!er->skip[item_socket(er->c, item)])
		er->items[er->n_items++] = item;
}

static uint64_t reader_tick(void *self, uint64_t now_ns)
{
	struct energy_reader *er = self;
	const struct topology *topo = er->c->topo;

	er->n_items = 0;
	if (now_ns >= er->pkg_due_ns) {
		for (uint32_t s = 0; s < topo->n_sockets; s++)
			add_item(er, SRC_ENERGY_PKG, s);
		er->pkg_due_ns = now_ns + er->pkg_period_ns;
	}
	if (now_ns >= er->core_due_ns) {
		for (uint32_t c = 0; c < topo->n_cores; c++)
			add_item(er, SRC_ENERGY_CORE, c);
		er->core_due_ns = now_ns + er->core_period_ns;
	}
	for (uint32_t i = 0; i < er->n_items; i += MSR_BATCH_MAX)
		energy_msr_read(er->msr, er->items + i,
				MIN(er->n_items - i, MSR_BATCH_MAX),
				er->results + i);
	return MIN(er->pkg_due_ns, er->core_due_ns);
}

static void reader_publish(void *self)
{
	struct energy_reader *er = self;
	const struct collect *c = er->c;

	if (er->n_items)
		reader_commit(er, er->items, er->n_items, er->results);
	er->n_items = 0;
	for (uint32_t s = 0; s < c->topo->n_sockets; s++) {
		uint32_t mw = energy_msr_limit(er->msr, s);

		if (mw)
			energy_set_limit(c->energy, s, mw);
		er->skip[s] = c->sockets[s].by_mailbox;
	}
	er->pkg_period_ns = energy_period_pkg(c->energy);
	er->core_period_ns = energy_period_core(c->energy);
	/* A bound that became tighter counts from the last sample on. */
	er->pkg_due_ns =
		MIN(er->pkg_due_ns, hw_now_ns(c->hw) + er->pkg_period_ns);
	er->core_due_ns =
		MIN(er->core_due_ns, hw_now_ns(c->hw) + er->core_period_ns);
	er->worker.due_ns = MIN(er->pkg_due_ns, er->core_due_ns);
}

static const struct worker_ops reader_ops = {
	.read = reader_read,
	.commit = reader_commit,
	.tick = reader_tick,
	.publish = reader_publish,
	.batch = WORKER_BATCH,
};

int collect_make_energy_reader(struct collect *c)
{
	struct energy_reader *er = &c->energy_reader;
	uint32_t n = c->topo->n_sockets + c->topo->n_cores;
	int r;

	er->c = c;
	er->pkg_period_ns = ENERGY_PERIOD_NS;
	er->core_period_ns = ENERGY_PERIOD_NS;
	er->skip = calloc(c->topo->n_sockets, sizeof(*er->skip));
	er->items = calloc(n, sizeof(*er->items));
	er->results = calloc(n, sizeof(*er->results));
	if (!er->skip || !er->items || !er->results)
		return -ENOMEM;
	r = energy_msr_new(c->hw, c->topo, &er->msr);
	if (r < 0)
		return r;
	return worker_init(&er->worker, &c->shared, &reader_ops, er, n);
}

void collect_free_energy_reader(struct collect *c)
{
	struct energy_reader *er = &c->energy_reader;

	worker_destroy(&er->worker);
	energy_msr_free(er->msr);
	free(er->skip);
	free(er->items);
	free(er->results);
}

static int commit_powercap(struct collect *c, uint32_t sock,
			   struct work_result *result)
{
	const struct energy_sample sample = {
		.raw = result->data.u64,
		.at_ns = result->at_ns,
		.source = "powercap",
	};

	return energy_add_pkg_uj(c->energy, sock, &sample, result->range_uj,
				 &result->data.u64);
}

void collect_commit_energy(struct collect *c, const struct work_item *items,
			   unsigned int n, struct work_result *results,
			   bool wide, const char *source)
{
	for (unsigned int i = 0; i < n; i++) {
		const struct energy_sample sample = {
			.raw = results[i].data.u64,
			.wide = wide,
			.at_ns = results[i].at_ns,
			.source = source,
		};

		if (results[i].status < 0) {
			if (items[i].src == SRC_ENERGY_PKG)
				energy_fail_pkg(c->energy, items[i].index,
						results[i].status);
			continue;
		}
		if (results[i].range_uj)
			results[i].status =
				commit_powercap(c, items[i].index, &results[i]);
		else if (items[i].src == SRC_ENERGY_PKG)
			results[i].status =
				energy_add_pkg(c->energy, items[i].index,
					       &sample, &results[i].data.u64);
		else if (items[i].src == SRC_ENERGY_CORE)
			results[i].status =
				energy_add_core(c->energy, items[i].index,
						&sample, &results[i].data.u64);
	}
}
