// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: CPUs that go and come back
 *
 * Two packages of two cores with two threads: core c of package p has the CPUs
 * 2p + c and 2p + c + 4.
 */
#include <errno.h>
#include <stdio.h>

#include "hw/topology.h"
#include "tests/mock/fixture.h"
#include "tests/mock/machine.h"

#define CPU_DIR "sys/devices/system/cpu/"
#define N 8

static const struct mock_cpu all[N] = {
	{ 0, 0, 0, "0,4", 0, 0, "0-1,4-5", 0 },
	{ 1, 0, 1, "1,5", 0, 0, "0-1,4-5", 2 },
	{ 2, 1, 0, "2,6", 0, 8, "2-3,6-7", 64 },
	{ 3, 1, 1, "3,7", 0, 8, "2-3,6-7", 66 },
	{ 4, 0, 0, "0,4", 0, 0, "0-1,4-5", 1 },
	{ 5, 0, 1, "1,5", 0, 0, "0-1,4-5", 3 },
	{ 6, 1, 0, "2,6", 0, 8, "2-3,6-7", 65 },
	{ 7, 1, 1, "3,7", 0, 8, "2-3,6-7", 67 },
};

/* The tree when only some CPUs are online, as the kernel would show it. */
static void plant(struct mock *m, const char *online)
{
	struct mock_cpu now[N];
	char siblings[N][8];
	struct cpuset on;
	size_t n = 0;

	assert_int_equal(cpulist_parse(online, &on), 0);
	for (unsigned int cpu = 0; cpu < N; cpu++) {
		char path[64];

		(void)snprintf(path, sizeof(path), CPU_DIR "cpu%u", cpu);
		mock_remove(m, path);
		if (!cpuset_has(&on, cpu))
			continue;
		now[n] = all[cpu];
		/* Siblings that are offline are not listed. */
		if (!cpuset_has(&on, (cpu + 4) % N)) {
			(void)snprintf(siblings[n], sizeof(siblings[n]), "%u",
				       cpu);
			now[n].siblings = siblings[n];
		}
		n++;
	}
	mock_machine(m, "0-7\n", online, now, n);
}

static struct topology *read_now(struct fixture *f, const char *online)
{
	struct topology *t = NULL;

	plant(f->m, online);
	assert_int_equal(topology_read(f->hw, &t), 0);
	return t;
}

static struct topology *reread(struct fixture *f, const struct topology *old,
			       const char *online)
{
	struct topology *t = NULL;

	plant(f->m, online);
	assert_int_equal(topology_changed(f->hw, old), 1);
	assert_int_equal(topology_reread(f->hw, old, &t), 0);
	assert_int_equal(topology_changed(f->hw, t), 0);
	return t;
}

static void a_change_is_seen_by_five_files(void **state)
{
	struct fixture *f = *state;
	struct topology *t = read_now(f, "0-7\n");

	mock_clear_log(f->m);
	for (int i = 0; i < 10; i++)
		assert_int_equal(topology_changed(f->hw, t), 0);
	assert_int_equal(mock_count(f->m, MOCK_OPEN, NULL), 50);
	mock_file(f->m, CPU_DIR "online", "0-6\n");
	assert_int_equal(topology_changed(f->hw, t), 1);
	mock_file(f->m, CPU_DIR "online", "0-7\n");
	assert_int_equal(topology_changed(f->hw, t), 0);
	mock_file(f->m, CPU_DIR "present", "0-8\n");
	assert_int_equal(topology_changed(f->hw, t), 1);
	mock_file(f->m, CPU_DIR "present", "1-8\n");
	assert_int_equal(topology_changed(f->hw, t), 1);
	mock_file(f->m, CPU_DIR "present", "0-7\n");
	mock_file(f->m, CPU_DIR "isolated", "3\n");
	assert_int_equal(topology_changed(f->hw, t), 1);
	mock_file(f->m, CPU_DIR "isolated", "\n");
	mock_file(f->m, CPU_DIR "nohz_full", "3\n");
	assert_int_equal(topology_changed(f->hw, t), 1);
	mock_file(f->m, CPU_DIR "nohz_full", "(null)\n");
	assert_int_equal(topology_changed(f->hw, t), 0);
	mock_file(f->m, CPU_DIR "smt/active", "1\n");
	assert_int_equal(topology_changed(f->hw, t), 1);
	topology_free(t);
}

static void a_file_that_can_not_be_read_is_no_change(void **state)
{
	struct fixture *f = *state;
	struct topology *t = read_now(f, "0-7\n");

	mock_read_error(f->m, CPU_DIR "online", -EIO, 1);
	assert_int_equal(topology_changed(f->hw, t), -EIO);
	mock_read_error(f->m, CPU_DIR "smt/active", -EIO, 1);
	assert_int_equal(topology_changed(f->hw, t), -EIO);
	assert_int_equal(topology_changed(f->hw, t), 0);
	mock_open_error(f->m, CPU_DIR "present", -EACCES);
	assert_int_equal(topology_changed(f->hw, t), -EACCES);
	topology_free(t);
}

static void smt_is_read(void **state)
{
	struct fixture *f = *state;
	struct topology *t = read_now(f, "0-7\n");

	assert_int_equal(t->smt, TOPO_NONE);
	topology_free(t);
	mock_file(f->m, CPU_DIR "smt/active", "1\n");
	t = read_now(f, "0-7\n");
	assert_int_equal(t->smt, 1);
	topology_free(t);
	mock_file(f->m, CPU_DIR "smt/active", "0\n");
	t = read_now(f, "0-3\n");
	assert_int_equal(t->smt, 0);
	topology_free(t);
	mock_file(f->m, CPU_DIR "smt/active", "off\n");
	t = read_now(f, "0-3\n");
	assert_int_equal(t->smt, TOPO_NONE);
	topology_free(t);
}

static void cores_keep_their_identity_when_smt_is_switched_off(void **state)
{
	struct fixture *f = *state;
	struct topology *a = read_now(f, "0-7\n");
	struct topology *b = reread(f, a, "0-3\n");

	assert_int_equal(b->n_cores, 4);
	assert_int_equal(b->threads_per_core, 1);
	for (uint32_t i = 0; i < 4; i++) {
		assert_int_equal(topology_map_core(a, i, b), i);
		assert_int_equal(topology_map_core(b, i, a), i);
		assert_int_equal(topology_map_cpu(a, i, b), i);
	}
	topology_free(a);
	topology_free(b);
}

static void a_core_whose_first_thread_goes_is_still_that_core(void **state)
{
	struct fixture *f = *state;
	struct topology *a = read_now(f, "0-7\n");
	struct topology *b = reread(f, a, "0,2-7\n");

	/* Core 1 is named by CPU 5 now and so comes last. */
	assert_int_equal(b->n_cores, 4);
	assert_int_equal(topology_map_core(a, 0, b), 0);
	assert_int_equal(topology_map_core(a, 1, b), 3);
	assert_int_equal(topology_map_core(a, 2, b), 1);
	assert_int_equal(topology_map_core(a, 3, b), 2);
	assert_int_equal(topology_map_core(b, 3, a), 1);
	assert_int_equal(b->cores[3].cpu, 5);
	topology_free(a);
	topology_free(b);
}

static void threads_that_swap_are_the_same_core_by_its_ids(void **state)
{
	struct fixture *f = *state;
	struct topology *a = read_now(f, "0-3\n");
	struct topology *b = reread(f, a, "0,2-3,5\n");

	/* CPU 1 went, its sibling 5 came: package 0, core_id 1. */
	assert_int_equal(topology_map_core(a, 1, b), 3);
	assert_int_equal(topology_map_core(b, 3, a), 1);
	/* CPUs are themselves. */
	assert_int_equal(topology_map_cpu(a, 1, b), 1);
	topology_free(a);
	topology_free(b);
}

static void without_core_ids_threads_tell_the_core(void **state)
{
	struct fixture *f = *state;
	struct topology *a, *b;
	char path[64];

	plant(f->m, "0-7\n");
	for (unsigned int cpu = 0; cpu < N; cpu++) {
		(void)snprintf(path, sizeof(path),
			       CPU_DIR "cpu%u/topology/core_id", cpu);
		mock_remove(f->m, path);
	}
	assert_int_equal(topology_read(f->hw, &a), 0);
	assert_int_equal(a->cpus[1].core_id, TOPO_NONE);
	b = reread(f, a, "0,2-7\n");
	assert_int_equal(topology_map_core(a, 1, b), 3);
	assert_int_equal(topology_map_core(a, 3, b), 2);
	topology_free(b);
	b = reread(f, a, "0,2-4,6-7\n");
	assert_int_equal(topology_map_core(a, 1, b), TOPO_NONE);
	topology_free(a);
	topology_free(b);
}

static void a_core_that_is_gone_is_nowhere(void **state)
{
	struct fixture *f = *state;
	struct topology *a = read_now(f, "0-7\n");
	struct topology *b = reread(f, a, "0,2-4,6-7\n");
	struct topology *c;

	assert_int_equal(topology_map_core(a, 0, b), 0);
	assert_int_equal(topology_map_core(a, 1, b), TOPO_NONE);
	assert_int_equal(topology_map_core(a, 2, b), 1);
	assert_int_equal(topology_map_core(a, 3, b), 2);
	c = reread(f, b, "0-7\n");
	assert_int_equal(topology_map_core(a, 1, c), 1);
	assert_int_equal(topology_map_core(b, 2, c), 3);
	topology_free(a);
	topology_free(b);
	topology_free(c);
}

static void a_socket_that_goes_and_comes_back_keeps_its_numbers(void **state)
{
	struct fixture *f = *state;
	struct topology *a = read_now(f, "0-7\n");
	struct topology *b = reread(f, a, "2-3,6-7\n");
	struct topology *c;

	/* Package 1 is the only one, but the driver calls it 1. */
	assert_int_equal(b->n_sockets, 1);
	assert_int_equal(b->sockets[0].package_id, 1);
	assert_int_equal(b->sockets[0].hsmp_index, 1);
	assert_int_equal(topology_map_socket(a, 0, b), TOPO_NONE);
	assert_int_equal(topology_map_socket(a, 1, b), 0);
	assert_int_equal(topology_map_socket(b, 0, a), 1);
	c = reread(f, b, "0-7\n");
	assert_int_equal(c->n_sockets, 2);
	assert_int_equal(c->sockets[0].hsmp_index, 0);
	assert_int_equal(c->sockets[1].hsmp_index, 1);
	assert_int_equal(topology_map_socket(b, 0, c), 1);
	topology_free(a);
	topology_free(b);
	topology_free(c);
}

static void hsmp_numbers_are_never_given_twice(void **state)
{
	struct fixture *f = *state;
	/* Read first when only package 1 was there: its number was 0. */
	struct topology *a = read_now(f, "2-3\n");
	struct topology *b;

	assert_int_equal(a->sockets[0].hsmp_index, 0);
	b = reread(f, a, "0-7\n");
	assert_int_equal(b->sockets[0].hsmp_index, 0);
	assert_int_equal(b->sockets[1].hsmp_index, 1);
	topology_free(a);
	topology_free(b);
}

static void a_cpu_that_goes_meanwhile_makes_it_fail(void **state)
{
	struct fixture *f = *state;
	struct topology *a = read_now(f, "0-7\n");
	struct topology *b = NULL;

	mock_remove(f->m, CPU_DIR "cpu3/topology");
	assert_int_equal(topology_reread(f->hw, a, &b), -ENOENT);
	assert_null(b);
	topology_free(a);
}

static void a_thousand_times_leaves_nothing_behind(void **state)
{
	static const char *const states[] = { "0-7\n", "0-3\n", "0,2-7\n",
					      "0-1,4-5\n", "2-3,6-7\n" };
	struct fixture *f = *state;
	struct topology *old = read_now(f, "0\n");

	for (int i = 0; i < 1000; i++) {
		struct topology *t =
			reread(f, old, states[i % (int)ARRAY_SIZE(states)]);

		/* Who is online is itself in both; the mock sees descriptors. */
		for (uint32_t k = 0; k < t->n_cores; k++)
			assert_int_equal(topology_map_core(t, k, t), k);
		topology_free(old);
		old = t;
		mock_clear_log(f->m);
	}
	topology_free(old);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		fixture_test(a_change_is_seen_by_five_files),
		fixture_test(a_file_that_can_not_be_read_is_no_change),
		fixture_test(smt_is_read),
		fixture_test(
			cores_keep_their_identity_when_smt_is_switched_off),
		fixture_test(a_core_whose_first_thread_goes_is_still_that_core),
		fixture_test(threads_that_swap_are_the_same_core_by_its_ids),
		fixture_test(without_core_ids_threads_tell_the_core),
		fixture_test(a_core_that_is_gone_is_nowhere),
		fixture_test(
			a_socket_that_goes_and_comes_back_keeps_its_numbers),
		fixture_test(hsmp_numbers_are_never_given_twice),
		fixture_test(a_cpu_that_goes_meanwhile_makes_it_fail),
		fixture_test(a_thousand_times_leaves_nothing_behind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
