// SPDX-License-Identifier: LGPL-2.1-or-later
/* Sums over registers: who feeds them, how often, and what is counted. */

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pmda/collect/energy.h"
#include "tests/unit/pmda/machine.h"

/* One count at ESU 16 is 15.2588 uJ: 1000 counts are 15258 uJ. */
#define COUNTS_UJ(n) ((uint64_t)(n)*1000000 >> MACHINE_ESU)

struct fixture {
	struct mock *mock;
	struct hw *hw;
	struct topology *topo;
	struct energy *energy;
};

static int setup(void **state)
{
	static struct fixture f;

	f.mock = machine_new();
	assert_non_null(f.mock);
	assert_int_equal(mock_hw(f.mock, &f.hw), 0);
	assert_int_equal(topology_read(f.hw, &f.topo), 0);
	assert_int_equal(energy_new(f.hw, f.topo, &f.energy), 0);
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

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

static void the_sum_starts_at_the_register(void **state)
{
	struct fixture *f = *state;
	uint64_t uj;

	assert_int_equal(energy_pkg(f->energy, 0, &uj), 0);
	assert_int_equal(uj, COUNTS_UJ(5000));
	assert_int_equal(energy_core(f->energy, 3, &uj), 0);
	assert_int_equal(uj, COUNTS_UJ(1000));
}

static void sockets_have_registers_of_their_own(void **state)
{
	struct fixture *f = *state;
	uint64_t uj;

	set_pkg(f, 2, 70000);
	assert_int_equal(energy_pkg(f->energy, 1, &uj), 0);
	assert_int_equal(uj, COUNTS_UJ(70000));
	assert_int_equal(energy_pkg(f->energy, 0, &uj), 0);
	assert_int_equal(uj, COUNTS_UJ(5000));
}

static void a_wrap_between_ticks_is_counted_and_loses_nothing(void **state)
{
	struct energy_stats stats;
	struct fixture *f = *state;
	uint64_t uj;

	set_pkg(f, 0, 0xFFFFF000);
	(void)energy_tick(f->energy, mock_now_ns(f->mock));
	mock_advance(f->mock, NSEC_PER_SEC);
	set_pkg(f, 0, 0x1000);
	assert_int_equal(energy_pkg(f->energy, 0, &uj), 0);
	assert_int_equal(uj, COUNTS_UJ(0x100001000));
	energy_get_stats(f->energy, 0, &stats);
	assert_int_equal(stats.wraps, 1);
	assert_int_equal(stats.bits, 32);
	assert_int_equal(stats.lost, 0);
	energy_get_stats(f->energy, 1, &stats);
	assert_int_equal(stats.wraps, 0);
}

static void the_timer_is_a_quarter_of_the_shortest_wrap(void **state)
{
	struct fixture *f = *state;
	uint64_t now = mock_now_ns(f->mock);

	/*
	 * Range 65536 J. Unknown limit: 1000 W, twice that wraps in 32.768 s,
	 * a quarter is 8.192 s. Cores: 120 W wrap in 546 s: 10 s.
	 */
	assert_int_equal(energy_tick(f->energy, now) - now, 8192000000);
	energy_set_limit(f->energy, 0, 200000);
	energy_set_limit(f->energy, 1, 200000);
	now += 8192000000;
	mock_advance(f->mock, 8192000000);
	/* 400 W wrap in 163.8 s: 10 s for packages; the cores come first. */
	assert_int_equal(energy_tick(f->energy, now) - now, 1808000000);
}

static void the_timer_reads_each_register_once(void **state)
{
	struct fixture *f = *state;
	uint64_t before, now = mock_now_ns(f->mock);

	(void)energy_tick(f->energy, now);
	before = hw_reads(f->hw);
	mock_advance(f->mock, 20 * NSEC_PER_SEC);
	(void)energy_tick(f->energy, now + 20 * NSEC_PER_SEC);
	/* Two packages and four cores; units are known. */
	assert_int_equal(hw_reads(f->hw) - before, 6);
}

static void a_step_above_twice_the_limit_is_rejected(void **state)
{
	struct energy_stats stats;
	struct fixture *f = *state;
	uint64_t first, second;

	energy_set_limit(f->energy, 0, 200000);
	assert_int_equal(energy_pkg(f->energy, 0, &first), 0);
	mock_advance(f->mock, NSEC_PER_SEC);
	/* 500 J in a second, where 400 J and a bit are possible. */
	set_pkg(f, 0, 5000 + 500 * 65536);
	assert_int_equal(energy_pkg(f->energy, 0, &second), 0);
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
	assert_int_equal(energy_pkg(f->energy, 1, &uj), 0);
	assert_int_equal(energy_pkg(f->energy, 0, &uj), 0);
	energy_get_stats(f->energy, 0, &stats);
	assert_int_equal(stats.bits, 64);
}

static void without_a_unit_there_is_no_energy_and_it_says_why(void **state)
{
	struct energy_stats stats;
	struct fixture *f = *state;
	uint64_t uj = 42;

	mock_msr(f->mock, machine_msr(0), MSR_AMD_RAPL_POWER_UNIT, 0, -EIO);
	assert_int_equal(energy_pkg(f->energy, 0, &uj), -EIO);
	assert_int_equal(uj, 42);
	energy_get_stats(f->energy, 0, &stats);
	assert_int_equal(stats.unit_status, -EIO);
	/* The other socket is not concerned. */
	assert_int_equal(energy_pkg(f->energy, 1, &uj), 0);
	/* It heals, but is not asked again at once. */
	mock_msr(f->mock, machine_msr(0), MSR_AMD_RAPL_POWER_UNIT, 0xA1003, 0);
	assert_int_equal(energy_pkg(f->energy, 0, &uj), -EIO);
	mock_advance(f->mock, 11 * NSEC_PER_SEC);
	assert_int_equal(energy_pkg(f->energy, 0, &uj), 0);
}

#define energy_test(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		energy_test(the_sum_starts_at_the_register),
		energy_test(sockets_have_registers_of_their_own),
		energy_test(a_wrap_between_ticks_is_counted_and_loses_nothing),
		energy_test(the_timer_is_a_quarter_of_the_shortest_wrap),
		energy_test(the_timer_reads_each_register_once),
		energy_test(a_step_above_twice_the_limit_is_rejected),
		energy_test(a_register_above_32_bits_widens_all),
		energy_test(without_a_unit_there_is_no_energy_and_it_says_why),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
