// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The msr drivers' order of checks, errno and bytes
 *
 * Expectations are those of arch/x86/kernel/msr.c and of msr-safe 1.8.0.
 */
#include <errno.h>
#include <fcntl.h>

#include "sim/driver_msr.h"
#include "tests/unit/sim/fixture.h"

#define UNITS 0xC0010299
#define CORE 0xC001029A
#define PKG 0xC001029B
/* One that exists on real parts, but not on any list here. */
#define TSC 0x10

/* The three that can be read, and one that could be written too. */
static struct allowlist_entry entries[] = {
	{ UNITS, 0 },
	{ CORE, 0 },
	{ PKG, 0 },
	{ 0x620, 0x7F },
};
static const struct allowlist rapl = { entries, ARRAY_SIZE(entries) };

static void a_node_needs_the_capability_then_an_online_cpu(void **state)
{
	UNUSED(state);
	assert_int_equal(msr_driver_open(MSR_DRIVER_MSR, true, true), 0);
	assert_int_equal(msr_driver_open(MSR_DRIVER_MSR, true, false), -ENXIO);
	assert_int_equal(msr_driver_open(MSR_DRIVER_MSR, false, true), -EPERM);
	assert_int_equal(msr_driver_open(MSR_DRIVER_MSR, false, false), -EPERM);
	assert_int_equal(msr_driver_open(MSR_DRIVER_SAFE, false, true), 0);
	assert_int_equal(msr_driver_open(MSR_DRIVER_SAFE, false, false),
			 -ENXIO);
}

static void sizes_come_before_the_allow_list(void **state)
{
	static const struct {
		enum msr_driver drv;
		size_t count;
		uint64_t off;
		int result;
	} rows[] = {
		{ MSR_DRIVER_MSR, 8, PKG, 0 },
		{ MSR_DRIVER_MSR, 16, PKG, 0 },
		{ MSR_DRIVER_MSR, 7, PKG, -EINVAL },
		{ MSR_DRIVER_MSR, 12, PKG, -EINVAL },
		{ MSR_DRIVER_MSR, 8, TSC, 0 },
		{ MSR_DRIVER_SAFE, 8, UNITS, 0 },
		{ MSR_DRIVER_SAFE, 8, CORE, 0 },
		{ MSR_DRIVER_SAFE, 8, PKG, 0 },
		{ MSR_DRIVER_SAFE, 16, PKG, -EINVAL },
		{ MSR_DRIVER_SAFE, 4, PKG, -EINVAL },
		{ MSR_DRIVER_SAFE, 8, TSC, -EACCES },
		{ MSR_DRIVER_SAFE, 4, TSC, -EINVAL },
		/* Next to the list on both sides. */
		{ MSR_DRIVER_SAFE, 8, UNITS - 1, -EACCES },
		{ MSR_DRIVER_SAFE, 8, PKG + 1, -EACCES },
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(msr_driver_check(rows[i].drv, &rapl,
						  rows[i].count, rows[i].off),
				 rows[i].result);
}

static void registers_cannot_be_written(void **state)
{
	static const struct {
		enum msr_driver drv;
		uint32_t cpu;
		size_t count;
		uint64_t off;
		int result;
	} rows[] = {
		{ MSR_DRIVER_MSR, 0, 8, PKG, -EIO },
		{ MSR_DRIVER_MSR, 0, 9, PKG, -EINVAL },
		{ MSR_DRIVER_MSR, 5, 8, PKG, -ENXIO },
		{ MSR_DRIVER_SAFE, 0, 8, PKG, -EACCES },
		{ MSR_DRIVER_SAFE, 0, 8, TSC, -EACCES },
		{ MSR_DRIVER_SAFE, 0, 16, PKG, -EINVAL },
		{ MSR_DRIVER_SAFE, 5, 8, PKG, -EACCES },
		/* The list would let it through, the processor does not. */
		{ MSR_DRIVER_SAFE, 0, 8, 0x620, -EIO },
		{ MSR_DRIVER_SAFE, 5, 8, 0x620, -ENXIO },
	};
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(msr_driver_write(rows[i].drv, &rapl, sim->m,
						  rows[i].cpu, rows[i].count,
						  rows[i].off),
				 rows[i].result);
	sim_free(sim);
}

static ssize_t read_msr(struct sim *sim, const char *path, uint64_t off,
			void *buf, size_t count)
{
	struct waiter me = { .waits = &sim->waits };

	return serve_msr(sim, &me, fixture_node(sim, path), off, buf, count);
}

static void registers_count_the_energy_since_their_start(void **state)
{
	/*
	 * After 1 s: a core 4.5 W x 65536, a package 64 W x 65536, more than
	 * at the start. PU 3, ESU 16, TU 10 are the usual units.
	 */
	const uint8_t units[8] = { 0x03, 0x10, 0x0A };
	const uint8_t core[8] = { 0x00, 0x90, 0x04 };
	const uint8_t pkg[8] = { 0x00, 0x20, 0x40 };
	struct sim *sim = fixture_sim("");
	uint8_t buf[8];

	UNUSED(state);
	fixture_command(sim, "clock step 1s");
	assert_int_equal(read_msr(sim, "dev/cpu/0/msr", UNITS, buf, 8), 8);
	assert_memory_equal(buf, units, 8);
	assert_int_equal(read_msr(sim, "dev/cpu/0/msr_safe", CORE, buf, 8), 8);
	assert_memory_equal(buf, core, 8);
	assert_int_equal(read_msr(sim, "dev/cpu/7/msr", PKG, buf, 8), 8);
	assert_memory_equal(buf, pkg, 8);
	sim_free(sim);
}

static void siblings_and_sockets_share_their_registers(void **state)
{
	struct sim *sim = fixture_sim("");
	uint8_t a[8], b[8];

	UNUSED(state);
	/* Core 1 is CPUs 1 and 9, of socket 0; core 4 is the first of 1. */
	fixture_command(sim, "load core 1 constant 1\nclock step 1s");
	assert_int_equal(read_msr(sim, "dev/cpu/1/msr", CORE, a, 8), 8);
	assert_int_equal(read_msr(sim, "dev/cpu/9/msr", CORE, b, 8), 8);
	assert_memory_equal(a, b, 8);
	assert_int_equal(read_msr(sim, "dev/cpu/2/msr", CORE, b, 8), 8);
	assert_memory_not_equal(a, b, 8);
	assert_int_equal(read_msr(sim, "dev/cpu/1/msr", PKG, a, 8), 8);
	assert_int_equal(read_msr(sim, "dev/cpu/11/msr", PKG, b, 8), 8);
	assert_memory_equal(a, b, 8);
	assert_int_equal(read_msr(sim, "dev/cpu/4/msr", PKG, b, 8), 8);
	assert_memory_not_equal(a, b, 8);
	sim_free(sim);
}

static void a_long_read_repeats_one_register(void **state)
{
	uint8_t buf[24];
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	assert_int_equal(read_msr(sim, "dev/cpu/0/msr", PKG, buf, 24), 24);
	assert_memory_equal(buf, buf + 8, 8);
	assert_memory_equal(buf, buf + 16, 8);
	assert_int_equal(buf[1], 0x20);
	sim_free(sim);
}

static void the_upper_half_of_the_offset_is_ignored(void **state)
{
	uint8_t a[8], b[8];
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	assert_int_equal(read_msr(sim, "dev/cpu/0/msr", PKG, a, 8), 8);
	assert_int_equal(
		read_msr(sim, "dev/cpu/0/msr", PKG | UINT64_C(1) << 40, b, 8),
		8);
	assert_memory_equal(a, b, 8);
	sim_free(sim);
}

static void an_unknown_register_faults(void **state)
{
	struct sim *sim = fixture_sim("");
	uint8_t buf[8];

	UNUSED(state);
	assert_int_equal(read_msr(sim, "dev/cpu/0/msr", TSC, buf, 8), -EIO);
	assert_int_equal(read_msr(sim, "dev/cpu/0/msr_safe", TSC, buf, 8),
			 -EACCES);
	sim_free(sim);
}

static void nodes_of_an_offline_cpu_do_not_open(void **state)
{
	struct sim *sim = fixture_sim("");
	uint32_t off = fixture_node(sim, "dev/cpu/5/msr");
	uint32_t off_safe = fixture_node(sim, "dev/cpu/5/msr_safe");
	uint32_t on = fixture_node(sim, "dev/cpu/4/msr");

	UNUSED(state);
	assert_int_equal(serve_open(sim, off, O_RDONLY, true), -ENXIO);
	assert_int_equal(serve_open(sim, off, O_RDONLY, false), -EPERM);
	assert_int_equal(serve_open(sim, off_safe, O_RDONLY, false), -ENXIO);
	assert_int_equal(serve_open(sim, on, O_RDONLY, true), 0);
	sim_free(sim);
}

static void a_fault_of_a_register_spares_other_cpus(void **state)
{
	struct sim *sim = fixture_sim("[fault f]\n"
				      "target = msr@2:0xC001029B\n"
				      "errno = EIO\n");
	uint8_t buf[8];

	UNUSED(state);
	assert_int_equal(read_msr(sim, "dev/cpu/2/msr", PKG, buf, 8), -EIO);
	assert_int_equal(read_msr(sim, "dev/cpu/2/msr_safe", PKG, buf, 8),
			 -EIO);
	assert_int_equal(read_msr(sim, "dev/cpu/2/msr", CORE, buf, 8), 8);
	assert_int_equal(read_msr(sim, "dev/cpu/3/msr", PKG, buf, 8), 8);
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_node_needs_the_capability_then_an_online_cpu),
		cmocka_unit_test(sizes_come_before_the_allow_list),
		cmocka_unit_test(registers_cannot_be_written),
		cmocka_unit_test(registers_count_the_energy_since_their_start),
		cmocka_unit_test(siblings_and_sockets_share_their_registers),
		cmocka_unit_test(a_long_read_repeats_one_register),
		cmocka_unit_test(the_upper_half_of_the_offset_is_ignored),
		cmocka_unit_test(an_unknown_register_faults),
		cmocka_unit_test(nodes_of_an_offline_cpu_do_not_open),
		cmocka_unit_test(a_fault_of_a_register_spares_other_cpus),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
