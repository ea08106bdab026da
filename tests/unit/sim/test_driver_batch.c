// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Batches of registers
 *
 * Expectations are those of msr-safe 1.8.0 (msr_batch.c, msr-smp.c): all
 * operations are checked first; the last error of these checks, else the first
 * one of the execution, is that of the ioctl.
 */
#include <errno.h>
#include <fcntl.h>

#include "tests/unit/sim/fixture.h"

#define UNITS 0xC0010299
#define CORE 0xC001029A
#define PKG 0xC001029B
#define TSC 0x10

static int run(struct sim *sim, struct msr_batch_op *ops, size_t n)
{
	struct waiter me = { .waits = &sim->waits };

	return serve_batch(sim, &me, fixture_node(sim, "dev/cpu/msr_batch"),
			   ops, n);
}

static void the_ioctl_is_checked_before_its_operations(void **state)
{
	struct msr_batch_array none = { .numops = 0 };
	struct msr_batch_array most = { .numops = 131072 };
	struct msr_batch_array more = { .numops = 131073 };

	UNUSED(state);
	assert_int_equal(X86_IOC_MSR_BATCH, 0xC01063A2);
	assert_int_equal(msr_driver_batch_check(O_RDONLY, &most), 0);
	assert_int_equal(msr_driver_batch_check(O_RDWR, &most), 0);
	assert_int_equal(msr_driver_batch_check(O_WRONLY, &none), -EBADF);
	assert_int_equal(msr_driver_batch_check(O_ACCMODE, &most), -EBADF);
	assert_int_equal(msr_driver_batch_check(O_RDONLY, &none), -EINVAL);
	assert_int_equal(msr_driver_batch_check(O_RDONLY, &more), -E2BIG);
}

static void a_batch_equals_single_reads(void **state)
{
	static const uint32_t regs[] = { UNITS, CORE, PKG };
	struct sim *sim = fixture_sim("");
	struct waiter me = { .waits = &sim->waits };
	struct msr_batch_op ops[45];
	size_t n = 0;

	UNUSED(state);
	fixture_command(sim, "load core 2 constant 1\nclock step 3s");
	for (uint16_t cpu = 0; cpu < 16; cpu++) {
		for (size_t i = 0; i < ARRAY_SIZE(regs) && cpu != 5; i++) {
			ops[n++] = (struct msr_batch_op){ .cpu = cpu,
							  .isrdmsr = 1,
							  .err = -1,
							  .msr = regs[i] };
		}
	}
	assert_int_equal(n, ARRAY_SIZE(ops));
	assert_int_equal(run(sim, ops, n), 0);
	for (size_t i = 0; i < n; i++) {
		char path[64];
		uint64_t want;

		(void)snprintf(path, sizeof(path), "dev/cpu/%u/msr_safe",
			       ops[i].cpu);
		assert_int_equal(serve_msr(sim, &me, fixture_node(sim, path),
					   ops[i].msr, &want, sizeof(want)),
				 8);
		assert_int_equal(ops[i].err, 0);
		assert_true(ops[i].msrdata == want);
		assert_int_equal(ops[i].wmask, 0);
	}
	assert_int_equal(atomic_load(&sim->counts.batches), 1);
	assert_int_equal(atomic_load(&sim->counts.batch_ops), 45);
	sim_free(sim);
}

static void one_operation_that_is_not_allowed_stops_all(void **state)
{
	static const struct {
		struct msr_batch_op bad;
		int err;
	} rows[] = {
		{ { .cpu = 5, .isrdmsr = 1, .msr = PKG }, -ENXIO },
		{ { .cpu = 16, .isrdmsr = 1, .msr = PKG }, -ENXIO },
		{ { .cpu = 0xFFFF, .isrdmsr = 1, .msr = TSC }, -ENXIO },
		{ { .cpu = 0, .isrdmsr = 1, .msr = TSC }, -EACCES },
		{ { .cpu = 0, .isrdmsr = 0, .msr = PKG }, -EROFS },
	};
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct msr_batch_op ops[3] = {
			{ .cpu = 0, .isrdmsr = 1, .msr = PKG, .msrdata = 77 },
			rows[i].bad,
			{ .cpu = 1, .isrdmsr = 1, .msr = PKG, .msrdata = 77 },
		};

		assert_int_equal(run(sim, ops, 3), rows[i].err);
		assert_int_equal(ops[1].err, rows[i].err);
		assert_int_equal(ops[0].err, 0);
		assert_int_equal(ops[0].msrdata, 77);
		assert_int_equal(ops[2].msrdata, 77);
	}
	sim_free(sim);
}

static void the_last_of_several_refusals_is_the_ioctls(void **state)
{
	struct msr_batch_op ops[] = {
		{ .cpu = 0, .isrdmsr = 1, .msr = TSC },
		{ .cpu = 5, .isrdmsr = 1, .msr = PKG },
		{ .cpu = 0, .isrdmsr = 0, .msr = PKG },
		{ .cpu = 0, .isrdmsr = 1, .msr = PKG },
	};
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	assert_int_equal(run(sim, ops, 4), -EROFS);
	assert_int_equal(ops[0].err, -EACCES);
	assert_int_equal(ops[1].err, -ENXIO);
	assert_int_equal(ops[2].err, -EROFS);
	assert_int_equal(ops[3].err, 0);
	sim_free(sim);
}

static void the_first_of_several_faults_is_the_ioctls(void **state)
{
	static const char list[] = "0x10 0xF\n0xC001029B 0xFF\n";
	struct msr_batch_op ops[] = {
		{ .cpu = 0, .isrdmsr = 1, .msr = PKG },
		{ .cpu = 0, .isrdmsr = 1, .msr = TSC },
		{ .cpu = 0, .isrdmsr = 0, .msr = PKG },
		{ .cpu = 2, .isrdmsr = 1, .msr = PKG },
		{ .cpu = 1, .isrdmsr = 1, .msr = PKG },
	};
	struct sim *sim = fixture_sim("[fault f]\n"
				      "target = msr@2:0xC001029B\n"
				      "errno = EPERM\n");

	UNUSED(state);
	assert_int_equal(sim_write_list(sim, list, strlen(list)), 0);
	assert_int_equal(run(sim, ops, 5), -EIO);
	assert_int_equal(ops[0].err, 0);
	assert_int_equal(ops[0].msrdata, 0x2000);
	assert_int_equal(ops[0].wmask, 0xFF);
	assert_int_equal(ops[1].err, -EIO);
	assert_int_equal(ops[1].wmask, 0xF);
	/* The list lets it be written, the processor does not. */
	assert_int_equal(ops[2].err, -EIO);
	assert_int_equal(ops[3].err, -EPERM);
	assert_int_equal(ops[4].err, 0);
	assert_int_equal(ops[4].msrdata, 0x2000);
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_ioctl_is_checked_before_its_operations),
		cmocka_unit_test(a_batch_equals_single_reads),
		cmocka_unit_test(one_operation_that_is_not_allowed_stops_all),
		cmocka_unit_test(the_last_of_several_refusals_is_the_ioctls),
		cmocka_unit_test(the_first_of_several_faults_is_the_ioctls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
