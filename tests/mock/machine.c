// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Files as Linux prints them, for the rows of a test
 */
#include "tests/mock/machine.h"

#include <stdio.h>
#include <stdlib.h>

#define CPU "sys/devices/system/cpu"

static void number(struct mock *m, unsigned int cpu, const char *file,
		   unsigned int value)
{
	char text[16];

	(void)snprintf(text, sizeof(text), "%u\n", value);
	mock_filef(m, text, CPU "/cpu%u/%s", cpu, file);
}

static void list(struct mock *m, unsigned int cpu, const char *file,
		 const char *list)
{
	char text[256];

	(void)snprintf(text, sizeof(text), "%s\n", list);
	mock_filef(m, text, CPU "/cpu%u/%s", cpu, file);
}

static void cpu_files(struct mock *m, const struct mock_cpu *c)
{
	static const unsigned int levels[] = { 1, 1, 2, 3 };
	char file[64];

	number(m, c->cpu, "topology/physical_package_id", c->package);
	number(m, c->cpu, "topology/core_id", c->core_id);
	if (c->die_id >= 0)
		number(m, c->cpu, "topology/die_id", (unsigned int)c->die_id);
	if (c->siblings)
		list(m, c->cpu, "topology/thread_siblings_list", c->siblings);
	for (unsigned int k = 0; k < ARRAY_SIZE(levels); k++) {
		(void)snprintf(file, sizeof(file), "cache/index%u/level", k);
		number(m, c->cpu, file, levels[k]);
	}
	if (c->l3 >= 0)
		number(m, c->cpu, "cache/index3/id", (unsigned int)c->l3);
	if (c->shared)
		list(m, c->cpu, "cache/index3/shared_cpu_list", c->shared);
}

void mock_machine(struct mock *m, const char *present, const char *online,
		  const struct mock_cpu *cpus, size_t n)
{
	size_t room = n * 512 + 1, used = 0;
	char *info = malloc(room);

	if (!info)
		abort();
	mock_file(m, CPU "/present", present);
	mock_file(m, CPU "/online", online);
	mock_file(m, CPU "/isolated", "\n");
	for (size_t i = 0; i < n; i++) {
		cpu_files(m, &cpus[i]);
		used += (size_t)snprintf(
			info + used, room - used,
			"processor\t: %u\nvendor_id\t: AuthenticAMD\n"
			"cpu family\t: 25\nmodel\t\t: 1\n"
			"model name\t: AMD EPYC 7763 64-Core Processor\n"
			"stepping\t: 1\nphysical id\t: %u\ncore id\t\t: %u\n"
			"apicid\t\t: %u\ninitial apicid\t: %u\n\n",
			cpus[i].cpu, cpus[i].package, cpus[i].core_id,
			cpus[i].apicid, cpus[i].apicid + 1000);
	}
	mock_bytes(m, "proc/cpuinfo", info, used);
	free(info);
}

void mock_machine_small(struct mock *m)
{
	static const struct mock_cpu cpus[] = {
		{ 0, 0, 0, "0", 0, 0, "0-3", 0 },
		{ 1, 0, 1, "1", 0, 0, "0-3", 2 },
		{ 2, 0, 2, "2", 0, 0, "0-3", 4 },
		{ 3, 0, 3, "3", 0, 0, "0-3", 6 },
	};

	mock_machine(m, "0-3\n", "0-3\n", cpus, ARRAY_SIZE(cpus));
}
