// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Topology of machines whose files fail
 *
 * Either the errno comes back, or nothing in the result is wrong.
 */
#include <errno.h>

#include "tests/unit/hw/topology_rig.h"

/* Packages 0 and 3, SMT, CPU 5 (thread of core 1 of package 3) offline. */
static const struct mock_cpu sparse[] = {
	{ 0, 0, 0, "0,4", 0, 0, "0-1,4", 0 },
	{ 1, 0, 1, "1", 0, 0, "0-1,4", 2 },
	{ 2, 3, 0, "2,6", 3, 3, "2-3,6-7", 0x60 },
	{ 3, 3, 1, "3,7", 3, 3, "2-3,6-7", 0x62 },
	{ 4, 0, 0, "0,4", 0, 0, "0-1,4", 1 },
	{ 6, 3, 0, "2,6", 3, 3, "2-3,6-7", 0x61 },
	{ 7, 3, 1, "3,7", 3, 3, "2-3,6-7", 0x63 },
};

static void indispensable_files_give_their_errno(void **state)
{
	static const char *const paths[] = {
		CPU "/present",
		CPU "/online",
		CPU "/cpu2/topology/physical_package_id",
	};
	struct fixture *f = *state;

	mock_machine_small(f->m);
	for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
		mock_open_error(f->m, paths[i], -EACCES);
		read_fails(f, -EACCES);
		mock_open_error(f->m, paths[i], -ENOENT);
		read_fails(f, -ENOENT);
		mock_open_error(f->m, paths[i], 0);
	}
	topology_free(read_ok(f));
	mock_file(f->m, CPU "/cpu2/topology/physical_package_id", "-1\n");
	read_fails(f, -EINVAL);
	mock_file(f->m, CPU "/cpu2/topology/physical_package_id",
		  "4294967295\n");
	read_fails(f, -ERANGE);
	mock_file(f->m, CPU "/present", "0-8192\n");
	read_fails(f, -ERANGE);
	mock_file(f->m, CPU "/present", "0-x\n");
	read_fails(f, -EINVAL);
}

static void unreadable_optional_files_are_errors(void **state)
{
	static const char *const paths[] = {
		CPU "/isolated",
		CPU "/cpu1/topology/core_id",
		CPU "/cpu1/topology/die_id",
		CPU "/cpu1/topology/thread_siblings_list",
		CPU "/cpu0/cache/index0/level",
		CPU "/cpu0/cache/index3/id",
		CPU "/cpu0/cache/index3/shared_cpu_list",
		"sys/devices/system/node/node0/cpulist",
		"proc/cpuinfo",
	};
	struct fixture *f = *state;

	mock_machine_small(f->m);
	mock_file(f->m, "sys/devices/system/node/node0/cpulist", "0-3\n");
	for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
		mock_read_error(f->m, paths[i], -EIO, -1);
		read_fails(f, -EIO);
		mock_read_error(f->m, paths[i], 0, 0);
	}
	mock_open_error(f->m, "sys/devices/system/node", -EACCES);
	read_fails(f, -EACCES);
}

static void same_or_unknown(uint32_t got, uint32_t expected)
{
	if (got != TOPO_NONE)
		assert_int_equal(got, expected);
}

/* Nothing in @t may differ from @ref but by being unknown. */
static void assert_no_wrong_value(const struct topology *t,
				  const struct topology *ref)
{
	assert_int_equal(t->n_cpus, ref->n_cpus);
	assert_int_equal(t->n_online, ref->n_online);
	assert_int_equal(t->n_cores, ref->n_cores);
	assert_int_equal(t->n_sockets, ref->n_sockets);
	assert_int_equal(t->threads_per_core, ref->threads_per_core);
	for (uint32_t i = 0; i < t->n_cpus; i++) {
		const struct topo_cpu *a = &t->cpus[i], *b = &ref->cpus[i];

		assert_int_equal(a->cpu, b->cpu);
		assert_int_equal(a->online, b->online);
		assert_int_equal(a->socket, b->socket);
		assert_int_equal(a->core, b->core);
		/* Losing nohz_full's content may only forbid more. */
		assert_true(a->no_ipi == b->no_ipi || a->no_ipi);
		same_or_unknown(a->core_id, b->core_id);
		same_or_unknown(a->die_id, b->die_id);
		same_or_unknown(a->l3, b->l3);
		same_or_unknown(a->node, b->node);
		same_or_unknown(a->apicid, b->apicid);
	}
	for (uint32_t i = 0; i < t->n_cores; i++)
		same_or_unknown(t->cores[i].ccd, ref->cores[i].ccd);
}

static void sweep(struct fixture *f, const struct topology *ref, int err)
{
	unsigned int failures = 0;

	for (unsigned int n = 1;; n++) {
		struct topology *t = NULL;
		int r;

		mock_fail_nth(f->m, n, err);
		r = topology_read(f->hw, &t);
		if (!mock_has_failed(f->m)) {
			assert_int_equal(r, 0);
			topology_free(t);
			break;
		}
		failures++;
		if (r < 0)
			assert_int_equal(r, err);
		else
			assert_no_wrong_value(t, ref);
		topology_free(t);
	}
	mock_fail_nth(f->m, 0, 0);
	/* Every open, read and listing has had its turn. */
	assert_in_range(failures, 60, 90);
}

static void each_call_that_fails_gives_an_error_or_no_wrong_value(void **state)
{
	static const int errors[] = { -EIO,    -ENOENT, -EACCES,
				      -EMFILE, -EINVAL, -ENODEV };
	struct fixture *f = *state;
	struct topology *ref;

	mock_machine(f->m, "0-7\n", "0-4,6-7\n", sparse, ARRAY_SIZE(sparse));
	mock_file(f->m, "sys/devices/system/node/node0/cpulist", "0-1,4\n");
	mock_file(f->m, "sys/devices/system/node/node1/cpulist", "2-3,6-7\n");
	ref = read_ok(f);
	for (size_t i = 0; i < ARRAY_SIZE(errors); i++)
		sweep(f, ref, errors[i]);
	topology_free(ref);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		fixture_test(indispensable_files_give_their_errno),
		fixture_test(unreadable_optional_files_are_errors),
		fixture_test(
			each_call_that_fails_gives_an_error_or_no_wrong_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
