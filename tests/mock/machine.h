/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The topology files of a scripted machine
 *
 * Rows say what the kernel would print; nothing is computed, so that a test's
 * expectations do not come from here.
 */
#ifndef TESTS_MOCK_MACHINE_H
#define TESTS_MOCK_MACHINE_H

#include "tests/mock/mock.h"

/**
 * struct mock_cpu - One online CPU
 * @cpu:	Logical CPU
 * @package:	physical_package_id
 * @core_id:	core_id
 * @siblings:	thread_siblings_list, NULL for no such file
 * @die_id:	die_id, negative for no such file
 * @l3:		id of cache/index3, negative for no such file
 * @shared:	shared_cpu_list of cache/index3, NULL for no such file
 * @apicid:	As in /proc/cpuinfo
 */
struct mock_cpu {
	unsigned int cpu;
	unsigned int package;
	unsigned int core_id;
	const char *siblings;
	int die_id;
	int l3;
	const char *shared;
	unsigned int apicid;
};

/* Files present, online, isolated (empty), those of each CPU, cpuinfo. */
void mock_machine(struct mock *m, const char *present, const char *online,
		  const struct mock_cpu *cpus, size_t n);

/* Four CPUs in one package without SMT, one L3, APIC ids 0, 2, 4, 6. */
void mock_machine_small(struct mock *m);

#endif
