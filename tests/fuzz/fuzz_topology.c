// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of topologies
 *
 * The input is a tree of files (tree.h). Whatever the tree says, a topology
 * that is read must be consistent with itself.
 */
#include "base/util.h"
#include "hw/topology.h"
#include "tests/fuzz/tree.h"

static void check_cpu(const struct topology *t, uint32_t i)
{
	const struct topo_cpu *c = &t->cpus[i];

	FUZZ_CHECK(i == 0 || t->cpus[i - 1].cpu < c->cpu);
	FUZZ_CHECK(topology_cpu(t, c->cpu) == c);
	FUZZ_CHECK(c->no_ipi == cpuset_has(&t->isolated, c->cpu));
	if (!c->online) {
		FUZZ_CHECK(c->socket == TOPO_NONE && c->core == TOPO_NONE);
		FUZZ_CHECK(c->l3 == TOPO_NONE && c->node == TOPO_NONE);
		return;
	}
	FUZZ_CHECK(c->core < t->n_cores && c->socket < t->n_sockets);
	FUZZ_CHECK(t->cores[c->core].socket == c->socket);
}

static void check_core(const struct topology *t, uint32_t i)
{
	const struct topo_core *core = &t->cores[i];
	uint32_t n_ccds = t->sockets[core->socket].n_ccds;
	const struct topo_cpu *reader = NULL;

	FUZZ_CHECK(core->n_threads >= 1);
	FUZZ_CHECK(core->n_threads <= t->threads_per_core);
	FUZZ_CHECK(core->threads + core->n_threads <= t->n_online);
	FUZZ_CHECK(t->threads[core->threads] == core->cpu);
	for (uint32_t k = 0; k < core->n_threads; k++) {
		uint32_t cpu = t->threads[core->threads + k];
		const struct topo_cpu *c = topology_cpu(t, cpu);

		FUZZ_CHECK(c && c->core == i);
		FUZZ_CHECK(k == 0 || t->threads[core->threads + k - 1] < cpu);
		if (!c->no_ipi && !reader)
			reader = c;
	}
	FUZZ_CHECK(core->reader == (reader ? reader->cpu : TOPO_NONE));
	FUZZ_CHECK(n_ccds ? core->ccd < n_ccds : core->ccd == TOPO_NONE);
	FUZZ_CHECK(i == 0 || t->cores[i - 1].cpu < core->cpu);
}

static void check_socket(const struct topology *t, uint32_t i)
{
	const struct topo_socket *s = &t->sockets[i];
	uint32_t n_cores = 0, n_cpus = 0;

	FUZZ_CHECK(s->hsmp_index == i);
	FUZZ_CHECK(i == 0 || t->sockets[i - 1].package_id < s->package_id);
	for (uint32_t k = 0; k < t->n_cores; k++)
		n_cores += t->cores[k].socket == i;
	for (uint32_t k = 0; k < t->n_cpus; k++)
		n_cpus += t->cpus[k].socket == i;
	FUZZ_CHECK(n_cores == s->n_cores && n_cores >= 1);
	FUZZ_CHECK(n_cpus == s->n_cpus && n_cpus >= n_cores);
	FUZZ_CHECK(s->n_ccds <= n_cores);
	FUZZ_CHECK(topology_cpu(t, s->first_cpu)->socket == i);
	if (s->reader != TOPO_NONE) {
		const struct topo_cpu *c = topology_cpu(t, s->reader);

		FUZZ_CHECK(c && c->online && !c->no_ipi && c->socket == i);
		FUZZ_CHECK(t->cores[c->core].reader == c->cpu);
	}
}

static void check(const struct topology *t)
{
	FUZZ_CHECK(t->n_online >= 1 && t->n_online <= t->n_cpus);
	FUZZ_CHECK(t->n_cores >= 1 && t->n_cores <= t->n_online);
	FUZZ_CHECK(t->n_sockets >= 1 && t->n_sockets <= t->n_cores);
	for (uint32_t i = 0; i < t->n_cpus; i++)
		check_cpu(t, i);
	for (uint32_t i = 0; i < t->n_cores; i++)
		check_core(t, i);
	for (uint32_t i = 0; i < t->n_sockets; i++)
		check_socket(t, i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct topology *t = NULL;
	struct mock *m = mock_new();
	struct hw *hw = NULL;

	FUZZ_CHECK(m && mock_hw(m, &hw) == 0);
	tree_plant(m, (const char *)data, size);
	if (topology_read(hw, &t) == 0) {
		check(t);
		/* Nothing has changed, and everything is where it was. */
		FUZZ_CHECK(topology_changed(hw, t) == 0);
		for (uint32_t i = 0; i < t->n_cores; i++)
			FUZZ_CHECK(topology_map_core(t, i, t) == i);
		for (uint32_t i = 0; i < t->n_sockets; i++)
			FUZZ_CHECK(topology_map_socket(t, i, t) == i);
	} else {
		FUZZ_CHECK(!t);
	}
	topology_free(t);
	hw_free(hw);
	FUZZ_CHECK(!mock_done(m));
	mock_free(m);
	return 0;
}
