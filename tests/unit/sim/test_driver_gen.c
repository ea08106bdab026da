// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What each generation of the HSMP driver makes of each message
 *
 * The table below is typed by hand from the drivers' message tables: mainline
 * as it began (A), with MI300A (B), with protocol 7 (C), of 2026 (D), and out
 * of tree 4.0. Kinds: g get, s set, b set or get, - not in the table. Sizes are
 * those of num_args and response_sz; a set without response that later became
 * set-or-get has a response from then on.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

#include "sim/driver_hsmp.h"
#include "tests/unit/sim/fixture.h"

#define GET_BIT 0x80000000
#define SOCKETS 0x3

/* Order of the columns. */
static const enum hsmp_gen gens[] = {
	HSMP_GEN_A, HSMP_GEN_B, HSMP_GEN_C, HSMP_GEN_D, HSMP_GEN_OOT,
};

static const struct {
	uint32_t id;
	uint16_t num_args;
	/* Of get and set-or-get; a plain set has none unless @set_response. */
	uint16_t response_sz;
	uint16_t set_response;
	char kinds[6];
} rows[] = {
	{ 0x00, 0, 0, 0, "-----" }, { 0x01, 1, 1, 0, "ggggg" },
	{ 0x02, 0, 1, 0, "ggggg" }, { 0x03, 0, 1, 0, "ggggg" },
	{ 0x04, 0, 1, 0, "ggggg" }, { 0x05, 1, 0, 0, "sssss" },
	{ 0x06, 0, 1, 0, "ggggg" }, { 0x07, 0, 1, 0, "ggggg" },
	{ 0x08, 1, 0, 0, "sssss" }, { 0x09, 1, 0, 0, "sssss" },
	{ 0x0A, 1, 1, 0, "ggggg" }, { 0x0B, 0, 1, 0, "ggggg" },
	{ 0x0C, 1, 1, 0, "sssbb" }, { 0x0D, 1, 1, 0, "sssbb" },
	{ 0x0E, 0, 0, 0, "sssss" }, { 0x0F, 0, 2, 0, "ggggg" },
	{ 0x10, 0, 1, 0, "ggggg" }, { 0x11, 0, 1, 0, "ggggg" },
	{ 0x12, 1, 0, 0, "sssss" }, { 0x13, 1, 1, 0, "ggggg" },
	{ 0x14, 0, 1, 0, "ggggg" }, { 0x15, 0, 1, 0, "ggggg" },
	{ 0x16, 1, 1, 0, "ggggg" }, { 0x17, 1, 1, 0, "ggggg" },
	{ 0x18, 1, 1, 0, "ggggg" }, { 0x19, 0, 1, 0, "ggggg" },
	{ 0x1A, 1, 1, 0, "ggggg" }, { 0x1B, 0, 1, 0, "ggggg" },
	{ 0x1C, 0, 1, 0, "ggggg" }, { 0x1D, 1, 1, 0, "ggggg" },
	{ 0x1E, 1, 1, 0, "ggggg" }, { 0x1F, 1, 0, 0, "sssss" },
	{ 0x20, 1, 1, 1, "sssss" }, { 0x21, 1, 1, 0, "ssbbb" },
	{ 0x22, 1, 1, 0, "sssbb" }, { 0x23, 0, 1, 0, "-gggg" },
	{ 0x24, 0, 0, 0, "-gggg" }, { 0x26, 1, 1, 0, "--ssb" },
	{ 0x27, 1, 1, 0, "--bbb" }, { 0x28, 1, 1, 0, "--bbb" },
	{ 0x29, 1, 1, 0, "---bb" }, { 0x2A, 1, 1, 0, "---bb" },
	{ 0x2B, 0, 0, 0, "-----" }, { 0x2F, 0, 0, 0, "-----" },
	{ 0x30, 0, 1, 0, "--ggg" }, { 0x31, 1, 2, 0, "--ggg" },
	{ 0x32, 0, 2, 0, "--ggg" }, { 0x33, 1, 1, 0, "---gg" },
	{ 0x34, 1, 1, 0, "---gg" }, { 0x35, 0, 1, 0, "---gg" },
	{ 0x36, 1, 1, 0, "---gg" }, { 0x37, 1, 3, 0, "---gg" },
	{ 0x38, 1, 1, 0, "---bb" }, { 0x39, 1, 0, 0, "---ss" },
	{ 0x3A, 1, 1, 0, "---bb" }, { 0x3B, 1, 1, 0, "---b-" },
	{ 0x3C, 1, 2, 0, "---b-" }, { 0x3D, 0, 0, 0, "-----" },
};

static int check(enum hsmp_gen gen, int accmode, uint32_t id, uint16_t num_args,
		 uint16_t response_sz, uint32_t arg)
{
	struct hsmp_message msg = {
		.msg_id = id,
		.num_args = num_args,
		.response_sz = response_sz,
		.args = { arg },
	};

	return hsmp_driver_check(gen, accmode, &msg, SOCKETS);
}

static uint16_t response_of(size_t row, char kind)
{
	return kind == 's' ? rows[row].set_response : rows[row].response_sz;
}

static void expect(size_t row, size_t gen, int accmode, uint32_t arg, int want,
		   const char *what)
{
	char kind = rows[row].kinds[gen];
	int r = check(gens[gen], accmode, rows[row].id, rows[row].num_args,
		      response_of(row, kind), arg);

	if (r != want)
		fail_msg("%02X, generation %zu, %s: %d instead of %d",
			 rows[row].id, gen, what, r, want);
}

static void each_generation_has_its_messages_and_kinds(void **state)
{
	UNUSED(state);
	for (size_t row = 0; row < ARRAY_SIZE(rows); row++) {
		for (size_t gen = 0; gen < ARRAY_SIZE(gens); gen++) {
			char kind = rows[row].kinds[gen];
			bool gets = kind == 'g' || kind == 'b';
			bool sets = kind == 's' || kind == 'b';

			expect(row, gen, O_RDWR, GET_BIT,
			       kind == '-' ? -ENOMSG : 0, "read-write");
			if (kind == '-')
				continue;
			expect(row, gen, O_RDONLY, GET_BIT, gets ? 0 : -EPERM,
			       "get on read-only");
			expect(row, gen, O_WRONLY, 0, sets ? 0 : -EPERM,
			       "set on write-only");
			if (kind != 'g')
				expect(row, gen, O_RDONLY, 0, -EPERM,
				       "set on read-only");
		}
	}
}

static void reserved_inside_the_table_is_eperm_on_read_only(void **state)
{
	UNUSED(state);
	/* 29h is reserved in C, behind the end of A and B, a message in D. */
	assert_int_equal(check(HSMP_GEN_A, O_RDONLY, 0x29, 1, 1, GET_BIT),
			 -ENOMSG);
	assert_int_equal(check(HSMP_GEN_B, O_RDONLY, 0x29, 1, 1, GET_BIT),
			 -ENOMSG);
	assert_int_equal(check(HSMP_GEN_C, O_RDONLY, 0x29, 1, 1, GET_BIT),
			 -EPERM);
	assert_int_equal(check(HSMP_GEN_C, O_RDWR, 0x29, 1, 1, GET_BIT),
			 -ENOMSG);
	assert_int_equal(check(HSMP_GEN_D, O_RDONLY, 0x2B, 0, 0, 0), -EPERM);
	assert_int_equal(check(HSMP_GEN_OOT, O_RDONLY, 0x3B, 1, 1, GET_BIT),
			 -ENOMSG);
	/* Behind the end of each. */
	assert_int_equal(check(HSMP_GEN_A, O_RDONLY, 0x23, 0, 1, 0), -ENOMSG);
	assert_int_equal(check(HSMP_GEN_B, O_RDONLY, 0x26, 1, 1, 0), -ENOMSG);
	assert_int_equal(check(HSMP_GEN_C, O_RDONLY, 0x33, 1, 1, 0), -ENOMSG);
	assert_int_equal(check(HSMP_GEN_D, O_RDONLY, 0x3D, 1, 1, 0), -ENOMSG);
}

static void a_get_of_what_is_a_set_is_eperm_read_only_else_einval(void **state)
{
	static const enum hsmp_gen old[] = { HSMP_GEN_A, HSMP_GEN_B,
					     HSMP_GEN_C };
	static const uint32_t ids[] = { 0x0C, 0x0D, 0x22 };

	UNUSED(state);
	for (size_t g = 0; g < ARRAY_SIZE(old); g++) {
		for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
			assert_int_equal(
				check(old[g], O_RDONLY, ids[i], 1, 1, GET_BIT),
				-EPERM);
			/* The table of such a set has no response. */
			assert_int_equal(
				check(old[g], O_RDWR, ids[i], 1, 1, GET_BIT),
				-EINVAL);
			assert_int_equal(
				check(old[g], O_RDWR, ids[i], 1, 0, GET_BIT),
				0);
		}
	}
	assert_int_equal(check(HSMP_GEN_D, O_RDONLY, 0x26, 1, 1, GET_BIT),
			 -EPERM);
	assert_int_equal(check(HSMP_GEN_OOT, O_RDONLY, 0x26, 1, 1, GET_BIT), 0);
}

static void response_sizes_are_exact_or_at_most_by_generation(void **state)
{
	static const struct {
		enum hsmp_gen gen;
		uint32_t id;
		uint16_t response_sz;
		int result;
	} cases[] = {
		/* 0Fh answers two words. */
		{ HSMP_GEN_A, 0x0F, 2, 0 },
		{ HSMP_GEN_A, 0x0F, 1, -EINVAL },
		{ HSMP_GEN_B, 0x0F, 1, -EINVAL },
		{ HSMP_GEN_C, 0x0F, 1, -EINVAL },
		{ HSMP_GEN_OOT, 0x0F, 1, -EINVAL },
		{ HSMP_GEN_D, 0x0F, 1, 0 },
		{ HSMP_GEN_D, 0x0F, 0, 0 },
		{ HSMP_GEN_D, 0x0F, 3, -EINVAL },
		/* 25h answers a third word in D only. */
		{ HSMP_GEN_B, 0x25, 2, 0 },
		{ HSMP_GEN_B, 0x25, 3, -EINVAL },
		{ HSMP_GEN_C, 0x25, 3, -EINVAL },
		{ HSMP_GEN_OOT, 0x25, 2, 0 },
		{ HSMP_GEN_D, 0x25, 2, 0 },
		{ HSMP_GEN_D, 0x25, 3, 0 },
		{ HSMP_GEN_D, 0x25, 4, -EINVAL },
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		int r = check(cases[i].gen, O_RDONLY, cases[i].id, 0,
			      cases[i].response_sz, 0);

		if (r != cases[i].result)
			fail_msg("case %zu: %d instead of %d", i, r,
				 cases[i].result);
	}
	/* A set-or-get need not ask for its response, in any generation. */
	assert_int_equal(check(HSMP_GEN_OOT, O_RDWR, 0x0C, 1, 0, 2), 0);
	assert_int_equal(check(HSMP_GEN_C, O_RDWR, 0x27, 1, 0, 1), 0);
	assert_int_equal(check(HSMP_GEN_OOT, O_RDWR, 0x0C, 1, 2, 2), -EINVAL);
}

static void a_socket_that_is_not_probed_is_enodev_after_all_else(void **state)
{
	struct hsmp_message msg = { .msg_id = 0x04,
				    .response_sz = 1,
				    .sock_ind = 1 };

	UNUSED(state);
	for (size_t gen = 0; gen < ARRAY_SIZE(gens); gen++) {
		assert_int_equal(
			hsmp_driver_check(gens[gen], O_RDONLY, &msg, 0x2), 0);
		assert_int_equal(
			hsmp_driver_check(gens[gen], O_RDONLY, &msg, 0x1),
			-ENODEV);
		assert_int_equal(
			hsmp_driver_check(gens[gen], O_RDONLY, &msg, 0),
			-ENODEV);
		assert_int_equal(
			hsmp_driver_check(gens[gen], O_WRONLY, &msg, 0),
			-EPERM);
	}
	msg.response_sz = 2;
	assert_int_equal(hsmp_driver_check(HSMP_GEN_D, O_RDONLY, &msg, 0),
			 -EINVAL);
	msg.response_sz = 1;
	msg.sock_ind = 32;
	assert_int_equal(
		hsmp_driver_check(HSMP_GEN_D, O_RDONLY, &msg, UINT32_MAX),
		-ENODEV);
}

static void the_kernels_own_messages_have_no_open_mode(void **state)
{
	struct hsmp_message set = { .msg_id = 0x05, .num_args = 1 };
	struct hsmp_message table = { .msg_id = 0x24 };

	UNUSED(state);
	assert_int_equal(hsmp_driver_validate(HSMP_GEN_A, &set, 1), 0);
	assert_int_equal(hsmp_driver_validate(HSMP_GEN_A, &table, 1), -ENOMSG);
	assert_int_equal(hsmp_driver_validate(HSMP_GEN_B, &table, 1), 0);
	assert_int_equal(hsmp_driver_validate(HSMP_GEN_B, &table, 2), -ENODEV);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_generation_has_its_messages_and_kinds),
		cmocka_unit_test(
			reserved_inside_the_table_is_eperm_on_read_only),
		cmocka_unit_test(
			a_get_of_what_is_a_set_is_eperm_read_only_else_einval),
		cmocka_unit_test(
			response_sizes_are_exact_or_at_most_by_generation),
		cmocka_unit_test(
			a_socket_that_is_not_probed_is_enodev_after_all_else),
		cmocka_unit_test(the_kernels_own_messages_have_no_open_mode),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
