/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: A small scripted machine for the agent's unit tests
 *
 * Two sockets of two cores without SMT, msr_safe nodes with ESU 16, two idle
 * states, a mailbox that the test answers. CPU n belongs to socket n / 2.
 */
#ifndef TESTS_UNIT_PMDA_MACHINE_H
#define TESTS_UNIT_PMDA_MACHINE_H

#include <stdio.h>

#include "hw/msr_regs.h"
#include "tests/mock/mock.h"

#define MACHINE_CPUS 4
#define MACHINE_ESU 16

static inline const char *machine_msr(unsigned int cpu)
{
	static const char *const paths[MACHINE_CPUS] = {
		"dev/cpu/0/msr_safe",
		"dev/cpu/1/msr_safe",
		"dev/cpu/2/msr_safe",
		"dev/cpu/3/msr_safe",
	};

	return paths[cpu];
}

static inline void machine_cpu(struct mock *m, unsigned int cpu)
{
	char number[16], package[16];

#define DIR_CPU "sys/devices/system/cpu/cpu%u/"
	(void)snprintf(number, sizeof(number), "%u\n", cpu);
	(void)snprintf(package, sizeof(package), "%u\n", cpu / 2);
	mock_filef(m, package, DIR_CPU "topology/physical_package_id", cpu);
	mock_filef(m, number, DIR_CPU "topology/core_id", cpu);
	mock_filef(m, package, DIR_CPU "topology/die_id", cpu);
	mock_filef(m, number, DIR_CPU "topology/thread_siblings_list", cpu);
	mock_filef(m, "3\n", DIR_CPU "cache/index3/level", cpu);
	mock_filef(m, package, DIR_CPU "cache/index3/id", cpu);
	mock_filef(m, cpu < 2 ? "0-1\n" : "2-3\n",
		   DIR_CPU "cache/index3/shared_cpu_list", cpu);
	mock_filef(m, "3400000\n", DIR_CPU "cpufreq/scaling_cur_freq", cpu);
	mock_filef(m, "schedutil\n", DIR_CPU "cpufreq/scaling_governor", cpu);
	mock_filef(m, "POLL\n", DIR_CPU "cpuidle/state0/name", cpu);
	mock_filef(m, "C2\n", DIR_CPU "cpuidle/state1/name", cpu);
	mock_filef(m, "0\n", DIR_CPU "cpuidle/state0/time", cpu);
	mock_filef(m, "123456\n", DIR_CPU "cpuidle/state1/time", cpu);
#undef DIR_CPU
	mock_msr_node(m, machine_msr(cpu));
	mock_msr(m, machine_msr(cpu), MSR_AMD_RAPL_POWER_UNIT,
		 0xA0003 | MACHINE_ESU << 8, 0);
	mock_msr(m, machine_msr(cpu), MSR_AMD_CORE_ENERGY_STATUS, 1000, 0);
	mock_msr(m, machine_msr(cpu), MSR_AMD_PKG_ENERGY_STATUS, 5000, 0);
}

static inline struct mock *machine_new(void)
{
	struct mock *m = mock_new();

	if (!m)
		return NULL;
	mock_file(m, "sys/devices/system/cpu/present", "0-3\n");
	mock_file(m, "sys/devices/system/cpu/possible", "0-3\n");
	mock_file(m, "sys/devices/system/cpu/online", "0-3\n");
	mock_file(m, "sys/devices/system/cpu/isolated", "\n");
	mock_file(m, "sys/devices/system/node/online", "0\n");
	mock_file(m, "sys/devices/system/node/node0/cpulist", "0-3\n");
	for (unsigned int cpu = 0; cpu < MACHINE_CPUS; cpu++)
		machine_cpu(m, cpu);
	mock_file(m, "proc/cpuinfo",
		  "processor\t: 0\nvendor_id\t: AuthenticAMD\n"
		  "cpu family\t: 25\nmodel\t\t: 1\nstepping\t: 1\n"
		  "model name\t: AMD EPYC\napicid\t\t: 0\n\n"
		  "processor\t: 1\napicid\t\t: 2\n\n"
		  "processor\t: 2\napicid\t\t: 64\n\n"
		  "processor\t: 3\napicid\t\t: 66\n\n");
	mock_file(m, "dev/hsmp", "");
	return m;
}

#endif
