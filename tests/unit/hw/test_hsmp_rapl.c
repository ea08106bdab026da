// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Energy counters by the mailbox
 */
#include <errno.h>

#include "hw/hsmp_rapl.h"
#include "tests/unit/hw/hsmp_rig.h"

static void units_are_cut_out_of_their_word(void **state)
{
	struct hsmp_rapl_units units = { 99, 99 };
	struct rig *rig = *state;

	/* TU 10, ESU 16; the lowest bits are not documented. */
	expect_steps(rig->f->m, { .id = 0x30,
				  .sock = 1,
				  .response_sz = 1,
				  .out = { 0x000A1003 } });
	assert_int_equal(hsmp_rapl_units(rig->h, 1, &units), 0);
	assert_int_equal(units.energy, 16);
	assert_int_equal(units.time, 10);
	expect_steps(rig->f->m,
		     { .id = 0x30, .response_sz = 1, .out = { 0xFFFFFFFF } });
	assert_int_equal(hsmp_rapl_units(rig->h, 0, &units), 0);
	assert_int_equal(units.energy, 31);
	assert_int_equal(units.time, 15);
}

static void counts_have_64_bits(void **state)
{
	struct rig *rig = *state;
	uint64_t raw = 0;

	expect_steps(rig->f->m,
		     { .id = 0x32,
		       .sock = 1,
		       .response_sz = 2,
		       .out = { 0x89ABCDEF, 0xF1234567 } },
		     { .id = 0x31,
		       .sock = 1,
		       .num_args = 1,
		       .response_sz = 2,
		       .arg = 0xFFFE,
		       .out = { 0xFFFFFFFF, 1 } });
	assert_int_equal(hsmp_rapl_pkg(rig->h, 1, &raw), 0);
	assert_true(raw == 0xF123456789ABCDEF);
	assert_int_equal(hsmp_rapl_core(rig->h, 1, 0xFFFE, &raw), 0);
	assert_true(raw == 0x1FFFFFFFF);
}

static void failures_leave_the_output_alone(void **state)
{
	struct hsmp_rapl_units units = { 99, 98 };
	struct rig *rig = *state;
	uint64_t raw = 77;

	expect_steps(rig->f->m,
		     { .id = 0x30, .response_sz = 1, .err = -ENOMSG },
		     { .id = 0x31,
		       .num_args = 1,
		       .response_sz = 2,
		       .arg = 5,
		       .err = -EINVAL },
		     { .id = 0x32, .response_sz = 2, .err = -EIO });
	assert_int_equal(hsmp_rapl_units(rig->h, 0, &units), -ENOMSG);
	assert_int_equal(hsmp_rapl_core(rig->h, 0, 5, &raw), -EINVAL);
	assert_int_equal(hsmp_rapl_pkg(rig->h, 0, &raw), -EIO);
	/* Sixteen bits are all that the message has. */
	assert_int_equal(hsmp_rapl_core(rig->h, 0, 0x10000, &raw), -ERANGE);
	assert_int_equal(units.energy, 99);
	assert_int_equal(units.time, 98);
	assert_int_equal(raw, 77);
}

static void milan_is_not_even_asked(void **state)
{
	struct rig *rig = *state;
	uint64_t raw = 77;

	hsmp_set_cpu(rig->h, true, 0x19, 0x01);
	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 2 }), SMU());
	assert_int_equal(hsmp_probe(rig->h, 0), 2);
	assert_int_equal(hsmp_rapl_pkg(rig->h, 0, &raw), -ENOMSG);
	assert_int_equal(hsmp_rapl_core(rig->h, 0, 0, &raw), -ENOMSG);
	assert_int_equal(raw, 77);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		rig_test(units_are_cut_out_of_their_word),
		rig_test(counts_have_64_bits),
		rig_test(failures_leave_the_output_alone),
		rig_test(milan_is_not_even_asked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
