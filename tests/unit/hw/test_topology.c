// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Topology
 *
 * Machines are rows of what the kernel prints; expectations are written by
 * hand from hw/topology.h.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/hw/topology_rig.h"

static void a_small_machine_is_read_whole(void **state)
{
	struct fixture *f = *state;
	struct topology *t;

	mock_machine_small(f->m);
	t = read_ok(f);
	assert_true(t->vendor_amd);
	assert_int_equal(t->family, 25);
	assert_int_equal(t->model, 1);
	assert_int_equal(t->stepping, 1);
	assert_string_equal(t->model_name, "AMD EPYC 7763 64-Core Processor");
	assert_int_equal(t->n_cpus, 4);
	assert_int_equal(t->n_online, 4);
	assert_int_equal(t->n_cores, 4);
	assert_int_equal(t->n_sockets, 1);
	assert_int_equal(t->n_ccds, 1);
	assert_int_equal(t->n_nodes, 0);
	assert_int_equal(t->threads_per_core, 1);
	assert_int_equal(cpuset_count(&t->isolated), 0);
	for (uint32_t i = 0; i < 4; i++) {
		assert_int_equal(t->cpus[i].cpu, i);
		assert_true(t->cpus[i].online);
		assert_false(t->cpus[i].no_ipi);
		assert_int_equal(t->cpus[i].socket, 0);
		assert_int_equal(t->cpus[i].core, i);
		assert_int_equal(t->cpus[i].core_id, i);
		assert_int_equal(t->cpus[i].die_id, 0);
		assert_int_equal(t->cpus[i].l3, 0);
		assert_int_equal(t->cpus[i].node, TOPO_NONE);
		assert_int_equal(t->cpus[i].apicid, 2 * i);
		assert_int_equal(t->cores[i].cpu, i);
		assert_int_equal(t->cores[i].socket, 0);
		assert_int_equal(t->cores[i].ccd, 0);
		assert_int_equal(t->cores[i].apicid, 2 * i);
		assert_int_equal(t->cores[i].reader, i);
		assert_int_equal(t->cores[i].n_threads, 1);
		assert_int_equal(t->threads[t->cores[i].threads], i);
	}
	assert_int_equal(t->sockets[0].package_id, 0);
	assert_int_equal(t->sockets[0].hsmp_index, 0);
	assert_int_equal(t->sockets[0].first_cpu, 0);
	assert_int_equal(t->sockets[0].reader, 0);
	assert_int_equal(t->sockets[0].n_cores, 4);
	assert_int_equal(t->sockets[0].n_cpus, 4);
	assert_int_equal(t->sockets[0].n_ccds, 1);
	topology_free(t);
}

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

static void sparse_package_ids_are_kept_and_hsmp_counts_densely(void **state)
{
	struct fixture *f = *state;
	struct topology *t;

	mock_machine(f->m, "0-7\n", "0-4,6-7\n", sparse, ARRAY_SIZE(sparse));
	t = read_ok(f);
	assert_int_equal(t->n_sockets, 2);
	assert_int_equal(t->sockets[0].package_id, 0);
	assert_int_equal(t->sockets[0].hsmp_index, 0);
	assert_int_equal(t->sockets[0].n_cores, 2);
	assert_int_equal(t->sockets[0].n_cpus, 3);
	assert_int_equal(t->sockets[1].package_id, 3);
	assert_int_equal(t->sockets[1].hsmp_index, 1);
	assert_int_equal(t->sockets[1].first_cpu, 2);
	assert_int_equal(t->sockets[1].n_cores, 2);
	assert_int_equal(t->sockets[1].n_cpus, 4);
	assert_int_equal(t->n_ccds, 2);
	topology_free(t);
}

static void an_offline_cpu_shifts_no_apic_id(void **state)
{
	static const uint32_t apicids[] = { 0, 2,	  0x60, 0x62,
					    1, TOPO_NONE, 0x61, 0x63 };
	struct fixture *f = *state;
	struct topology *t;

	mock_machine(f->m, "0-7\n", "0-4,6-7\n", sparse, ARRAY_SIZE(sparse));
	t = read_ok(f);
	assert_int_equal(t->n_cpus, 8);
	assert_int_equal(t->n_online, 7);
	for (uint32_t cpu = 0; cpu < 8; cpu++)
		assert_int_equal(topology_cpu(t, cpu)->apicid, apicids[cpu]);
	assert_false(topology_cpu(t, 5)->online);
	assert_int_equal(topology_cpu(t, 5)->socket, TOPO_NONE);
	assert_int_equal(topology_cpu(t, 5)->core, TOPO_NONE);
	assert_int_equal(topology_cpu(t, 5)->core_id, TOPO_NONE);
	assert_int_equal(topology_cpu(t, 5)->l3, TOPO_NONE);
	assert_null(topology_cpu(t, 8));
	topology_free(t);
}

static void an_offline_cpu_has_no_file_opened(void **state)
{
	struct fixture *f = *state;

	mock_machine(f->m, "0-7\n", "0-4,6-7\n", sparse, ARRAY_SIZE(sparse));
	topology_free(read_ok(f));
	assert_int_equal(mock_count(f->m, MOCK_OPEN,
				    CPU "/cpu5/topology/physical_package_id"),
			 0);
}

static void siblings_may_be_anywhere(void **state)
{
	static const struct mock_cpu cpus[] = {
		{ 0, 0, 0, "0,3", 0, 0, "0-5", 0 },
		{ 1, 0, 1, "1-2", 0, 0, "0-5", 2 },
		{ 2, 0, 1, "1-2", 0, 0, "0-5", 3 },
		{ 3, 0, 0, "0,3", 0, 0, "0-5", 1 },
		{ 4, 0, 2, "4-5", 0, 0, "0-5", 4 },
		{ 5, 0, 2, "4-5", 0, 0, "0-5", 5 },
	};
	static const uint32_t core_of[] = { 0, 1, 1, 0, 2, 2 };
	static const uint32_t threads[] = { 0, 3, 1, 2, 4, 5 };
	struct fixture *f = *state;
	struct topology *t;

	mock_machine(f->m, "0-5\n", "0-5\n", cpus, ARRAY_SIZE(cpus));
	t = read_ok(f);
	assert_int_equal(t->n_cores, 3);
	assert_int_equal(t->threads_per_core, 2);
	for (uint32_t cpu = 0; cpu < 6; cpu++) {
		assert_int_equal(t->cpus[cpu].core, core_of[cpu]);
		assert_int_equal(t->threads[cpu], threads[cpu]);
	}
	for (uint32_t i = 0; i < 3; i++) {
		assert_int_equal(t->cores[i].threads, 2 * i);
		assert_int_equal(t->cores[i].n_threads, 2);
	}
	assert_int_equal(t->cores[2].cpu, 4);
	topology_free(t);
}

static void equal_core_ids_in_two_packages_are_two_cores(void **state)
{
	static const struct mock_cpu cpus[] = {
		{ 0, 0, 0, "0", 0, 0, "0", 0 },
		{ 1, 1, 0, "1", 0, 1, "1", 8 },
	};
	struct fixture *f = *state;
	struct topology *t;

	mock_machine(f->m, "0-1\n", "0-1\n", cpus, ARRAY_SIZE(cpus));
	t = read_ok(f);
	assert_int_equal(t->n_cores, 2);
	assert_int_equal(t->cores[1].socket, 1);
	topology_free(t);
}

static void one_die_a_package_makes_the_l3_the_ccd(void **state)
{
	static const struct mock_cpu cpus[] = {
		{ 0, 0, 0, "0", 0, 4, "0-1", 0 },
		{ 1, 0, 1, "1", 0, 4, "0-1", 1 },
		{ 2, 0, 2, "2", 0, 1, "2-3", 2 },
		{ 3, 0, 3, "3", 0, 1, "2-3", 3 },
	};
	struct fixture *f = *state;
	struct topology *t;

	mock_machine(f->m, "0-3\n", "0-3\n", cpus, ARRAY_SIZE(cpus));
	t = read_ok(f);
	assert_int_equal(t->sockets[0].n_ccds, 2);
	/* Ranks, not ids: 1 is the first, 4 the second. */
	assert_int_equal(t->cores[0].ccd, 1);
	assert_int_equal(t->cores[1].ccd, 1);
	assert_int_equal(t->cores[2].ccd, 0);
	assert_int_equal(t->cores[3].ccd, 0);
	topology_free(t);
}

static void several_dies_a_package_are_the_ccds(void **state)
{
	/* Two L3 in a die, as on dense parts. */
	static const struct mock_cpu cpus[] = {
		{ 0, 0, 0, "0", 8, 0, "0", 0 },
		{ 1, 0, 1, "1", 8, 1, "1", 1 },
		{ 2, 0, 2, "2", 9, 2, "2", 2 },
		{ 3, 0, 3, "3", 9, 3, "3", 3 },
		{ 4, 1, 0, "4", 24, 4, "4", 64 },
		{ 5, 1, 1, "5", 24, 5, "5", 65 },
	};
	struct fixture *f = *state;
	struct topology *t;

	mock_machine(f->m, "0-5\n", "0-5\n", cpus, ARRAY_SIZE(cpus));
	t = read_ok(f);
	assert_int_equal(t->sockets[0].n_ccds, 2);
	assert_int_equal(t->cores[1].ccd, 0);
	assert_int_equal(t->cores[2].ccd, 1);
	/* The second package has one die, so its L3s count. */
	assert_int_equal(t->sockets[1].n_ccds, 2);
	assert_int_equal(t->cores[4].ccd, 0);
	assert_int_equal(t->cores[5].ccd, 1);
	assert_int_equal(t->n_ccds, 4);
	topology_free(t);
}

static void without_die_and_l3_there_are_no_ccds(void **state)
{
	static const struct mock_cpu cpus[] = {
		{ 0, 0, 0, "0", -1, -1, NULL, 0 },
		{ 1, 1, 0, "1", -1, 1, NULL, 1 },
	};
	struct fixture *f = *state;
	struct topology *t;

	mock_machine(f->m, "0-1\n", "0-1\n", cpus, ARRAY_SIZE(cpus));
	t = read_ok(f);
	assert_int_equal(t->sockets[0].n_ccds, 0);
	assert_int_equal(t->cores[0].ccd, TOPO_NONE);
	assert_int_equal(t->cpus[0].die_id, TOPO_NONE);
	assert_int_equal(t->sockets[1].n_ccds, 1);
	assert_int_equal(t->cores[1].ccd, 0);
	assert_int_equal(t->n_ccds, 0);
	topology_free(t);
}

static void a_die_id_that_only_some_cores_have_gives_no_ccds(void **state)
{
	static const struct mock_cpu cpus[] = {
		{ 0, 0, 0, "0", 0, 0, "0-2", 0 },
		{ 1, 0, 1, "1", 1, 0, "0-2", 1 },
		{ 2, 0, 2, "2", -1, 0, "0-2", 2 },
	};
	struct fixture *f = *state;
	struct topology *t;

	mock_machine(f->m, "0-2\n", "0-2\n", cpus, ARRAY_SIZE(cpus));
	t = read_ok(f);
	assert_int_equal(t->sockets[0].n_ccds, 0);
	assert_int_equal(t->cores[0].ccd, TOPO_NONE);
	topology_free(t);
}

static void the_l3_is_found_by_its_level(void **state)
{
	struct fixture *f = *state;
	struct topology *t;

	mock_machine_small(f->m);
	for (unsigned int cpu = 0; cpu < 4; cpu++) {
		mock_filef(f->m, "3\n", CPU "/cpu%u/cache/index1/level", cpu);
		mock_filef(f->m, "7\n", CPU "/cpu%u/cache/index1/id", cpu);
		mock_filef(f->m, "0-3\n",
			   CPU "/cpu%u/cache/index1/shared_cpu_list", cpu);
	}
	t = read_ok(f);
	for (unsigned int cpu = 0; cpu < 4; cpu++)
		assert_int_equal(t->cpus[cpu].l3, 7);
	topology_free(t);
}

static void an_isolated_core_has_no_reader(void **state)
{
	struct fixture *f = *state;
	struct topology *t;

	mock_machine_small(f->m);
	mock_file(f->m, CPU "/isolated", "0-1\n");
	t = read_ok(f);
	assert_int_equal(t->cores[0].reader, TOPO_NONE);
	assert_int_equal(t->cores[1].reader, TOPO_NONE);
	assert_int_equal(t->cores[2].reader, 2);
	assert_true(t->cpus[0].no_ipi);
	assert_false(t->cpus[2].no_ipi);
	/* The socket's energy is read on the first CPU that may be. */
	assert_int_equal(t->sockets[0].first_cpu, 0);
	assert_int_equal(t->sockets[0].reader, 2);
	assert_int_equal(cpuset_count(&t->isolated), 2);
	topology_free(t);
}

static void a_core_with_one_isolated_thread_is_read_on_the_other(void **state)
{
	struct fixture *f = *state;
	struct topology *t;

	mock_machine(f->m, "0-7\n", "0-4,6-7\n", sparse, ARRAY_SIZE(sparse));
	mock_file(f->m, CPU "/isolated", "0\n");
	mock_file(f->m, CPU "/nohz_full", "2-3,7\n");
	t = read_ok(f);
	assert_int_equal(t->cores[0].reader, 4);
	assert_int_equal(t->cores[1].reader, 1);
	assert_int_equal(t->cores[2].reader, 6);
	assert_int_equal(t->cores[3].reader, TOPO_NONE);
	assert_int_equal(t->sockets[0].reader, 1);
	assert_int_equal(t->sockets[1].reader, 6);
	/* The instance keeps its name. */
	assert_int_equal(t->cores[0].cpu, 0);
	topology_free(t);
}

static void a_socket_of_isolated_cpus_has_no_reader(void **state)
{
	struct fixture *f = *state;
	struct topology *t;

	mock_machine_small(f->m);
	mock_file(f->m, CPU "/nohz_full", "0-3\n");
	t = read_ok(f);
	assert_int_equal(t->sockets[0].reader, TOPO_NONE);
	topology_free(t);
}

static void null_in_nohz_full_isolates_nobody(void **state)
{
	struct fixture *f = *state;
	struct topology *t;

	mock_machine_small(f->m);
	mock_file(f->m, CPU "/nohz_full", "  (null)\n");
	t = read_ok(f);
	/* Blanks in front are not what kernels print: better safe. */
	assert_int_equal(cpuset_count(&t->isolated), 4);
	topology_free(t);
	mock_file(f->m, CPU "/nohz_full", "(null)\n");
	t = read_ok(f);
	assert_int_equal(cpuset_count(&t->isolated), 0);
	topology_free(t);
}

static void an_isolated_that_is_not_understood_isolates_all(void **state)
{
	struct fixture *f = *state;
	struct topology *t;

	mock_machine_small(f->m);
	mock_file(f->m, CPU "/isolated", "managed_irq,3\n");
	t = read_ok(f);
	assert_int_equal(cpuset_count(&t->isolated), 4);
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(t->cores[i].reader, TOPO_NONE);
	topology_free(t);
}

static void without_isolated_files_nobody_is_isolated(void **state)
{
	struct fixture *f = *state;
	struct topology *t;

	mock_machine_small(f->m);
	mock_remove(f->m, CPU "/isolated");
	t = read_ok(f);
	assert_int_equal(cpuset_count(&t->isolated), 0);
	topology_free(t);
}

static void without_sibling_lists_core_ids_group(void **state)
{
	static const struct mock_cpu cpus[] = {
		{ 0, 0, 0, NULL, 0, 0, "0-3", 0 },
		{ 1, 0, 1, NULL, 0, 0, "0-3", 1 },
		{ 2, 0, 0, NULL, 0, 0, "0-3", 2 },
		{ 3, 1, 1, NULL, 0, 1, "3", 3 },
	};
	struct fixture *f = *state;
	struct topology *t;

	mock_machine(f->m, "0-3\n", "0-3\n", cpus, ARRAY_SIZE(cpus));
	t = read_ok(f);
	assert_int_equal(t->n_cores, 3);
	assert_int_equal(t->cpus[2].core, 0);
	assert_int_equal(t->cpus[3].core, 2);
	topology_free(t);
	mock_remove(f->m, CPU "/cpu1/topology/core_id");
	read_fails(f, -ENOENT);
}

static void numa_nodes_are_those_with_online_cpus(void **state)
{
	struct fixture *f = *state;
	struct topology *t;

	mock_machine_small(f->m);
	mock_file(f->m, "sys/devices/system/node/node0/cpulist", "0-1\n");
	mock_file(f->m, "sys/devices/system/node/node2/cpulist", "2\n");
	/* Memory only, as with CXL. */
	mock_file(f->m, "sys/devices/system/node/node3/cpulist", "\n");
	mock_file(f->m, "sys/devices/system/node/node9/cpulist", "77\n");
	mock_file(f->m, "sys/devices/system/node/possible", "0-9\n");
	t = read_ok(f);
	assert_int_equal(t->n_nodes, 2);
	assert_int_equal(t->cpus[1].node, 0);
	assert_int_equal(t->cores[2].node, 2);
	assert_int_equal(t->cpus[3].node, TOPO_NONE);
	topology_free(t);
}

static void no_online_cpu_is_enodata(void **state)
{
	struct fixture *f = *state;

	mock_machine_small(f->m);
	mock_file(f->m, CPU "/online", "\n");
	read_fails(f, -ENODATA);
	/* Online, but not present. */
	mock_file(f->m, CPU "/online", "9\n");
	read_fails(f, -ENODATA);
	mock_file(f->m, CPU "/present", "\n");
	read_fails(f, -ENODATA);
}

static void optional_numbers_may_be_missing_or_nonsense(void **state)
{
	struct fixture *f = *state;
	struct topology *t;

	mock_machine_small(f->m);
	mock_file(f->m, CPU "/cpu1/topology/core_id", "-1\n");
	mock_remove(f->m, CPU "/cpu2/topology/core_id");
	mock_file(f->m, CPU "/cpu3/topology/core_id", "4294967295\n");
	t = read_ok(f);
	for (uint32_t i = 1; i < 4; i++)
		assert_int_equal(t->cpus[i].core_id, TOPO_NONE);
	topology_free(t);
}

static void cpuinfo_may_be_missing(void **state)
{
	struct fixture *f = *state;
	struct topology *t;

	mock_machine_small(f->m);
	mock_remove(f->m, "proc/cpuinfo");
	t = read_ok(f);
	assert_false(t->vendor_amd);
	assert_int_equal(t->family, 0);
	assert_string_equal(t->model_name, "");
	assert_int_equal(t->cores[3].apicid, TOPO_NONE);
	topology_free(t);
}

static void cpuinfo_lines_that_are_odd_are_passed_over(void **state)
{
	static const char head[] = "apicid : 99\nprocessor : x\napicid : 98\n"
				   "processor : 77\napicid : 97\nflags : ";
	static const char tail[] = "\nprocessor : 2\napicid : 4x\n"
				   "apicid : 99999999999\nno colon\n: 5\n"
				   "processor : 3\nap\0icid : 4\napicid : 6";
	char text[sizeof(head) + 5000 + sizeof(tail)];
	struct fixture *f = *state;
	struct topology *t;

	mock_machine_small(f->m);
	memset(text, 'x', sizeof(text));
	memcpy(text, head, sizeof(head) - 1);
	memcpy(text + sizeof(head) - 1 + 5000, tail, sizeof(tail) - 1);
	mock_bytes(f->m, "proc/cpuinfo", text,
		   sizeof(head) - 1 + 5000 + sizeof(tail) - 1);
	t = read_ok(f);
	assert_int_equal(t->cpus[0].apicid, TOPO_NONE);
	assert_int_equal(t->cpus[2].apicid, TOPO_NONE);
	assert_int_equal(t->cpus[3].apicid, 6);
	topology_free(t);
}

static void no_file_is_read_twice(void **state)
{
	struct fixture *f = *state;

	mock_machine(f->m, "0-7\n", "0-4,6-7\n", sparse, ARRAY_SIZE(sparse));
	topology_free(read_ok(f));
	/* Siblings are asked once, CPUs of one L3 once, levels once a package. */
	assert_int_equal(
		mock_count(f->m, MOCK_OPEN, CPU "/cpu4/topology/core_id"), 0);
	assert_int_equal(
		mock_count(f->m, MOCK_OPEN, CPU "/cpu1/cache/index3/id"), 0);
	assert_int_equal(
		mock_count(f->m, MOCK_OPEN, CPU "/cpu3/cache/index0/level"), 0);
	/*
	 * present, online, isolated, nohz_full, smt/active; 4 cores x 4;
	 * 2 packages x 4 levels; 2 L3 x 2; cpuinfo.
	 */
	assert_int_equal(mock_count(f->m, MOCK_OPEN, NULL), 5 + 16 + 8 + 4 + 1);
}

static void freeing_nothing_is_allowed(void **state)
{
	(void)state;
	topology_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		fixture_test(a_small_machine_is_read_whole),
		fixture_test(
			sparse_package_ids_are_kept_and_hsmp_counts_densely),
		fixture_test(an_offline_cpu_shifts_no_apic_id),
		fixture_test(an_offline_cpu_has_no_file_opened),
		fixture_test(siblings_may_be_anywhere),
		fixture_test(equal_core_ids_in_two_packages_are_two_cores),
		fixture_test(one_die_a_package_makes_the_l3_the_ccd),
		fixture_test(several_dies_a_package_are_the_ccds),
		fixture_test(without_die_and_l3_there_are_no_ccds),
		fixture_test(a_die_id_that_only_some_cores_have_gives_no_ccds),
		fixture_test(the_l3_is_found_by_its_level),
		fixture_test(an_isolated_core_has_no_reader),
		fixture_test(
			a_core_with_one_isolated_thread_is_read_on_the_other),
		fixture_test(a_socket_of_isolated_cpus_has_no_reader),
		fixture_test(null_in_nohz_full_isolates_nobody),
		fixture_test(an_isolated_that_is_not_understood_isolates_all),
		fixture_test(without_isolated_files_nobody_is_isolated),
		fixture_test(without_sibling_lists_core_ids_group),
		fixture_test(numa_nodes_are_those_with_online_cpus),
		fixture_test(no_online_cpu_is_enodata),
		fixture_test(optional_numbers_may_be_missing_or_nonsense),
		fixture_test(cpuinfo_may_be_missing),
		fixture_test(cpuinfo_lines_that_are_odd_are_passed_over),
		fixture_test(no_file_is_read_twice),
		cmocka_unit_test(freeing_nothing_is_allowed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
