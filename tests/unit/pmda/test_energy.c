// SPDX-License-Identifier: LGPL-2.1-or-later
/* Registers and their sums: what is read, how often, what is counted. */

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pmda/collect/energy.h"
#include "pmda/collect/energy_msr.h"
#include "tests/unit/pmda/machine.h"

/* One count at ESU 16 is 15.2588 uJ: 1000 counts are 15258 uJ. */
#define COUNTS_UJ(n) ((uint64_t)(n)*1000000 >> MACHINE_ESU)

struct fixture {
	struct mock *mock;
	struct hw *hw;
	struct topology *topo;
	struct energy *energy;
	struct energy_msr *msr;
};

static int setup(void **state)
{
	static struct fixture f;

	f.mock = machine_new();
	assert_non_null(f.mock);
	assert_int_equal(mock_hw(f.mock, &f.hw), 0);
	assert_int_equal(topology_read(f.hw, &f.topo), 0);
	assert_int_equal(energy_new(f.topo, &f.energy), 0);
	assert_int_equal(energy_msr_new(f.hw, f.topo, &f.msr), 0);
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	energy_msr_free(f->msr);
	energy_free(f->energy);
	topology_free(f->topo);
	hw_free(f->hw);
	assert_null(mock_done(f->mock));
	mock_free(f->mock);
	return 0;
}

static void set_pkg(struct fixture *f, unsigned int cpu, uint64_t raw)
{
	mock_msr(f->mock, machine_msr(cpu), MSR_AMD_PKG_ENERGY_STATUS, raw, 0);
}

/* One read and what it adds, as the collector's energy reader does it. */
static int sample(struct fixture *f, enum source src, uint32_t index,
		  uint64_t *ret_uj)
{
	const struct work_item item = { .src = src, .index = index };
	struct energy_sample s = { .source = "test" };
	struct work_result result;
	uint32_t esu = 0;

	energy_msr_read(f->msr, &item, 1, &result);
	for (uint32_t i = 0; i < f->topo->n_sockets; i++) {
		int r = energy_msr_unit(f->msr, i, &esu);

		if (r != -EINPROGRESS)
			energy_set_unit(f->energy, i, r, esu);
	}
	if (result.status < 0)
		return result.status;
	s.raw = result.data.u64;
	s.at_ns = result.at_ns;
	if (src == SRC_ENERGY_PKG)
		return energy_add_pkg(f->energy, index, &s, ret_uj);
	return energy_add_core(f->energy, index, &s, ret_uj);
}

static int sample_pkg(struct fixture *f, uint32_t sock, uint64_t *ret_uj)
{
	return sample(f, SRC_ENERGY_PKG, sock, ret_uj);
}

static void the_sum_starts_at_the_register(void **state)
{
	struct fixture *f = *state;
	uint64_t uj;

	assert_int_equal(sample_pkg(f, 0, &uj), 0);
	assert_int_equal(uj, COUNTS_UJ(5000));
	assert_int_equal(sample(f, SRC_ENERGY_CORE, 3, &uj), 0);
	assert_int_equal(uj, COUNTS_UJ(1000));
}

static void sockets_have_registers_of_their_own(void **state)
{
	struct fixture *f = *state;
	uint64_t uj;

	set_pkg(f, 2, 70000);
	assert_int_equal(sample_pkg(f, 1, &uj), 0);
	assert_int_equal(uj, COUNTS_UJ(70000));
	assert_int_equal(sample_pkg(f, 0, &uj), 0);
	assert_int_equal(uj, COUNTS_UJ(5000));
}

static void a_wrap_between_ticks_is_counted_and_loses_nothing(void **state)
{
	struct energy_stats stats;
	struct fixture *f = *state;
	uint64_t uj;

	set_pkg(f, 0, 0xFFFFF000);
	assert_int_equal(sample_pkg(f, 0, &uj), 0);
	mock_advance(f->mock, NSEC_PER_SEC);
	set_pkg(f, 0, 0x1000);
	assert_int_equal(sample_pkg(f, 0, &uj), 0);
	assert_int_equal(uj, COUNTS_UJ(0x100001000));
	energy_get_stats(f->energy, 0, &stats);
	assert_int_equal(stats.wraps, 1);
	assert_int_equal(stats.bits, 32);
	assert_int_equal(stats.lost, 0);
	energy_get_stats(f->energy, 1, &stats);
	assert_int_equal(stats.wraps, 0);
}

static void the_period_is_a_quarter_of_the_shortest_wrap(void **state)
{
	struct fixture *f = *state;
	uint64_t uj;

	/* Before the unit is known there is nothing to go by. */
	assert_int_equal(energy_period_pkg(f->energy), ENERGY_PERIOD_NS);
	assert_int_equal(sample_pkg(f, 0, &uj), 0);
	/*
	 * Range 65536 J. Unknown limit: 1000 W, twice that wraps in 32.768 s,
	 * a quarter is 8.192 s. Cores: 120 W wrap in 546 s: 10 s.
	 */
	assert_int_equal(energy_period_pkg(f->energy), 8192000000);
	assert_int_equal(energy_period_core(f->energy), 10000000000);
	/* 400 W wrap in 163.8 s. */
	energy_set_limit(f->energy, 0, 200000);
	energy_set_limit(f->energy, 1, 200000);
	assert_int_equal(energy_period_pkg(f->energy), 10000000000);
}

static void a_batch_reads_each_register_once(void **state)
{
	const struct work_item items[] = {
		{ SRC_ENERGY_PKG, 0 },	{ SRC_ENERGY_PKG, 1 },
		{ SRC_ENERGY_CORE, 0 }, { SRC_ENERGY_CORE, 1 },
		{ SRC_ENERGY_CORE, 2 }, { SRC_ENERGY_CORE, 3 },
	};
	struct work_result results[ARRAY_SIZE(items)];
	struct fixture *f = *state;
	uint64_t before;

	energy_msr_read(f->msr, items, ARRAY_SIZE(items), results);
	before = hw_reads(f->hw);
	energy_msr_read(f->msr, items, ARRAY_SIZE(items), results);
	/* Two packages and four cores; units are known. */
	assert_int_equal(hw_reads(f->hw) - before, 6);
	for (size_t i = 0; i < ARRAY_SIZE(items); i++) {
		assert_int_equal(results[i].status, 0);
		assert_int_equal(results[i].data.u64, i < 2 ? 5000 : 1000);
	}
}

static void sums_follow_sockets_and_cores_into_another_topology(void **state)
{
	struct energy_stats stats;
	struct fixture *f = *state;
	struct topology *later;
	struct energy *next;
	uint64_t uj;
	struct energy_sample s = { .raw = 5000, .source = "test" };

	set_pkg(f, 0, 0xFFFFF000);
	assert_int_equal(sample_pkg(f, 0, &uj), 0);
	mock_advance(f->mock, NSEC_PER_SEC);
	set_pkg(f, 0, 0x1000);
	assert_int_equal(sample_pkg(f, 0, &uj), 0);
	/* CPU 1 goes; its socket stays. */
	mock_file(f->mock, "sys/devices/system/cpu/online", "0,2-3\n");
	assert_int_equal(topology_reread(f->hw, f->topo, &later), 0);
	assert_int_equal(energy_new(later, &next), 0);
	assert_int_equal(energy_prepare_carry(next, f->energy), 0);
	energy_carry(next, f->energy);
	energy_get_stats(next, 0, &stats);
	assert_int_equal(stats.wraps, 1);
	/* The sum goes on where it was, it does not begin at the register. */
	s.raw = 0x1000 + 65536;
	s.at_ns = mock_now_ns(f->mock) + NSEC_PER_SEC;
	assert_int_equal(energy_add_pkg(next, 0, &s, &uj), 0);
	assert_int_equal(uj, COUNTS_UJ(0x100001000) + 1000000);
	energy_free(next);
	topology_free(later);
}

/* The sums of the machine as it is by then, in another topology. */
static struct energy *carried(struct fixture *f, struct topology **topo,
			      struct energy *from, const char *online)
{
	struct topology *later;
	struct energy *next;

	mock_file(f->mock, "sys/devices/system/cpu/online", online);
	assert_int_equal(topology_reread(f->hw, *topo, &later), 0);
	assert_int_equal(energy_new(later, &next), 0);
	assert_int_equal(energy_prepare_carry(next, from), 0);
	energy_carry(next, from);
	*topo = later;
	return next;
}

static void sums_outlast_the_time_without_a_cpu(void **state)
{
	struct energy_stats before, during, after;
	struct energy *without, *longer, *again;
	struct fixture *f = *state;
	struct topology *topo = f->topo, *first, *second;
	struct energy_sample s = { .source = "test" };
	uint32_t n = f->topo->n_cores - 1;
	uint64_t core_uj, pkg_uj;

	/* Both registers have wrapped; then the last socket goes. */
	energy_set_unit(f->energy, 1, 0, 16);
	for (uint64_t i = 0; i < 2; i++) {
		s.raw = i ? 0x1000 : 0xFFFFF000;
		s.at_ns = mock_now_ns(f->mock) + i * NSEC_PER_SEC;
		assert_int_equal(energy_add_core(f->energy, n, &s, &core_uj),
				 0);
		assert_int_equal(energy_add_pkg(f->energy, 1, &s, &pkg_uj), 0);
	}
	energy_get_stats(f->energy, 1, &before);
	assert_int_equal(before.wraps, 2);
	without = carried(f, &topo, f->energy, "0-1\n");
	first = topo;
	assert_int_equal(topo->n_sockets, 1);
	longer = carried(f, &topo, without, "0\n");
	second = topo;
	again = carried(f, &topo, longer, "0-3\n");
	assert_int_equal(topo->n_sockets, 2);
	energy_get_stats(longer, 0, &during);
	assert_int_equal(during.wraps, 0);
	energy_get_stats(again, 1, &after);
	assert_int_equal(after.wraps, before.wraps);
	s.raw = 0x1000 + 65536;
	s.at_ns += NSEC_PER_SEC;
	assert_int_equal(energy_add_pkg(again, 1, &s, &pkg_uj), 0);
	assert_int_equal(pkg_uj, COUNTS_UJ(0x100001000) + 1000000);
	assert_int_equal(
		energy_add_core(again, topo->n_cores - 1, &s, &core_uj), 0);
	assert_int_equal(core_uj, COUNTS_UJ(0x100001000) + 1000000);
	energy_free(without);
	energy_free(longer);
	energy_free(again);
	topology_free(first);
	topology_free(second);
	topology_free(topo);
}

static void a_step_above_twice_the_limit_is_rejected(void **state)
{
	struct energy_stats stats;
	struct fixture *f = *state;
	uint64_t first, second;

	energy_set_limit(f->energy, 0, 200000);
	assert_int_equal(sample_pkg(f, 0, &first), 0);
	mock_advance(f->mock, NSEC_PER_SEC);
	/* 500 J in a second, where 400 J and a bit are possible. */
	set_pkg(f, 0, 5000 + 500 * 65536);
	assert_int_equal(sample_pkg(f, 0, &second), 0);
	assert_int_equal(second, first);
	energy_get_stats(f->energy, 0, &stats);
	assert_int_equal(stats.rejected, 1);
}

static void a_register_above_32_bits_widens_all(void **state)
{
	struct energy_stats stats;
	struct fixture *f = *state;
	uint64_t uj;

	set_pkg(f, 2, UINT64_C(0x123456789));
	assert_int_equal(sample_pkg(f, 1, &uj), 0);
	assert_int_equal(sample_pkg(f, 0, &uj), 0);
	energy_get_stats(f->energy, 0, &stats);
	assert_int_equal(stats.bits, 64);
}

static void without_a_unit_there_is_no_energy_and_it_says_why(void **state)
{
	struct energy_stats stats;
	struct fixture *f = *state;
	uint64_t uj = 42;

	mock_msr(f->mock, machine_msr(0), MSR_AMD_RAPL_POWER_UNIT, 0, -EIO);
	assert_int_equal(sample_pkg(f, 0, &uj), -EIO);
	assert_int_equal(uj, 42);
	energy_get_stats(f->energy, 0, &stats);
	assert_int_equal(stats.unit_status, -EIO);
	/* The other socket is not concerned. */
	assert_int_equal(sample_pkg(f, 1, &uj), 0);
	/* It heals, but is not asked again at once. */
	mock_msr(f->mock, machine_msr(0), MSR_AMD_RAPL_POWER_UNIT, 0xA1003, 0);
	assert_int_equal(sample_pkg(f, 0, &uj), -EIO);
	mock_advance(f->mock, 11 * NSEC_PER_SEC);
	assert_int_equal(sample_pkg(f, 0, &uj), 0);
}

static void without_registers_powercap_is_the_last_resort(void **state)
{
	const struct work_item items[] = {
		{ SRC_ENERGY_PKG, 0 },
		{ SRC_ENERGY_CORE, 0 },
	};
	struct energy_sample s = { .source = "powercap" };
	struct work_result results[ARRAY_SIZE(items)];
	struct fixture *f = *state;
	struct energy_stats stats;
	uint64_t uj;

	for (unsigned int cpu = 0; cpu < MACHINE_CPUS; cpu++)
		mock_remove(f->mock, machine_msr(cpu));
	mock_file(f->mock, "sys/class/powercap/intel-rapl:0/name",
		  "package-0\n");
	mock_file(f->mock, "sys/class/powercap/intel-rapl:0/energy_uj",
		  "65532000000\n");
	mock_file(f->mock,
		  "sys/class/powercap/intel-rapl:0/max_energy_range_uj",
		  "65532610987\n");
	mock_file(f->mock, "sys/class/powercap/intel-rapl:1/name",
		  "package-1\n");
	mock_file(f->mock, "sys/class/powercap/intel-rapl:1/energy_uj", "1\n");
	mock_file(f->mock,
		  "sys/class/powercap/intel-rapl:1/max_energy_range_uj",
		  "65532610987\n");
	/* The nodes that are open would still answer. */
	energy_msr_free(f->msr);
	assert_int_equal(energy_msr_new(f->hw, f->topo, &f->msr), 0);
	energy_msr_read(f->msr, items, ARRAY_SIZE(items), results);
	assert_int_equal(results[0].status, 0);
	assert_true(results[0].data.u64 == 65532000000);
	assert_true(results[0].range_uj == 65532610987);
	/* It has no cores. */
	assert_int_equal(results[1].status, -ENOENT);

	s.raw = results[0].data.u64;
	s.at_ns = results[0].at_ns;
	assert_int_equal(
		energy_add_pkg_uj(f->energy, 0, &s, results[0].range_uj, &uj),
		0);
	assert_true(uj == 65532000000);
	/* It goes round behind its range: 0.61 J and 1 J, plus one step. */
	s.raw = 1000000;
	s.at_ns += NSEC_PER_SEC;
	assert_int_equal(
		energy_add_pkg_uj(f->energy, 0, &s, results[0].range_uj, &uj),
		0);
	assert_in_range(uj - UINT64_C(65532000000), 1610986, 1610988);
	energy_get_stats(f->energy, 0, &stats);
	assert_string_equal(stats.source, "powercap");
	assert_int_equal(stats.wraps, 1);
	/* A register that appears later is not mixed into this sum. */
	energy_set_unit(f->energy, 0, 0, 16);
	assert_int_equal(energy_add_pkg(f->energy, 0, &s, &uj), -EBUSY);
}

#define energy_test(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		energy_test(the_sum_starts_at_the_register),
		energy_test(sockets_have_registers_of_their_own),
		energy_test(a_wrap_between_ticks_is_counted_and_loses_nothing),
		energy_test(the_period_is_a_quarter_of_the_shortest_wrap),
		energy_test(a_batch_reads_each_register_once),
		energy_test(
			sums_follow_sockets_and_cores_into_another_topology),
		energy_test(sums_outlast_the_time_without_a_cpu),
		energy_test(a_step_above_twice_the_limit_is_rejected),
		energy_test(a_register_above_32_bits_widens_all),
		energy_test(without_registers_powercap_is_the_last_resort),
		energy_test(without_a_unit_there_is_no_energy_and_it_says_why),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
