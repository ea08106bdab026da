// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The message table against the kernel's and the specification
 *
 * Numbers and sizes are compared with <asm/amd_hsmp.h> as the distribution
 * ships it, decodes with words written by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Before hw's headers, whose names it has too. */
#include "tests/unit/hw/kernel_hsmp.h"

#include "base/util.h"
#include "hw/hsmp_msgs.h"

static const struct {
	unsigned int ours;
	unsigned int theirs;
} kernel_ids[] = {
	{ HSMP_TEST, KERNEL_TEST },
	{ HSMP_GET_SMU_VER, KERNEL_GET_SMU_VER },
	{ HSMP_GET_PROTO_VER, KERNEL_GET_PROTO_VER },
	{ HSMP_GET_SOCKET_POWER, KERNEL_GET_SOCKET_POWER },
	{ HSMP_SET_SOCKET_POWER_LIMIT, KERNEL_SET_SOCKET_POWER_LIMIT },
	{ HSMP_GET_SOCKET_POWER_LIMIT, KERNEL_GET_SOCKET_POWER_LIMIT },
	{ HSMP_GET_SOCKET_POWER_LIMIT_MAX, KERNEL_GET_SOCKET_POWER_LIMIT_MAX },
	{ HSMP_SET_BOOST_LIMIT, KERNEL_SET_BOOST_LIMIT },
	{ HSMP_SET_BOOST_LIMIT_SOCKET, KERNEL_SET_BOOST_LIMIT_SOCKET },
	{ HSMP_GET_BOOST_LIMIT, KERNEL_GET_BOOST_LIMIT },
	{ HSMP_GET_PROC_HOT, KERNEL_GET_PROC_HOT },
	{ HSMP_SET_XGMI_LINK_WIDTH, KERNEL_SET_XGMI_LINK_WIDTH },
	{ HSMP_SET_DF_PSTATE, KERNEL_SET_DF_PSTATE },
	{ HSMP_SET_AUTO_DF_PSTATE, KERNEL_SET_AUTO_DF_PSTATE },
	{ HSMP_GET_FCLK_MCLK, KERNEL_GET_FCLK_MCLK },
	{ HSMP_GET_CCLK_THROTTLE_LIMIT, KERNEL_GET_CCLK_THROTTLE_LIMIT },
	{ HSMP_GET_C0_PERCENT, KERNEL_GET_C0_PERCENT },
	{ HSMP_SET_NBIO_DPM_LEVEL, KERNEL_SET_NBIO_DPM_LEVEL },
	{ HSMP_GET_NBIO_DPM_LEVEL, KERNEL_GET_NBIO_DPM_LEVEL },
	{ HSMP_GET_DDR_BANDWIDTH, KERNEL_GET_DDR_BANDWIDTH },
	{ HSMP_GET_TEMP_MONITOR, KERNEL_GET_TEMP_MONITOR },
	{ HSMP_GET_CCLK_CORE_LIMIT, KERNEL_GET_CCLK_CORE_LIMIT },
};

static void numbers_are_the_kernels(void **state)
{
	(void)state;
	assert_int_equal(sizeof(struct hsmp_message),
			 sizeof(struct kernel_message));
	assert_int_equal(offsetof(struct hsmp_message, args),
			 offsetof(struct kernel_message, args));
	assert_int_equal(offsetof(struct hsmp_message, sock_ind),
			 offsetof(struct kernel_message, sock_ind));
	for (size_t i = 0; i < ARRAY_SIZE(kernel_ids); i++)
		assert_int_equal(kernel_ids[i].ours, kernel_ids[i].theirs);
	assert_int_equal(HSMP_IOCTL_CMD, kernel_ioctl);
}

static void rows_have_the_kernels_sizes(void **state)
{
	(void)state;
	for (unsigned int id = 0; id < HSMP_N_IDS; id++) {
		const struct hsmp_msg_desc *msg = &hsmp_msgs[id];

		/* Newer drivers made these two SET_GET with one response. */
		if (msg->kind == HSMP_KIND_RESERVED ||
		    msg->kind == HSMP_KIND_SET_GET)
			continue;
		assert_int_equal(msg->num_args, kernel_num_args(id));
		assert_int_equal(msg->response_sz, kernel_response_sz(id));
		assert_int_equal(msg->kind == HSMP_KIND_SET, kernel_is_set(id));
	}
}

static void each_message_of_this_library_has_a_row(void **state)
{
	static const struct {
		unsigned int id;
		const char *name;
	} rows[] = {
		{ 0x01, "TEST" },
		{ 0x02, "GET_SMU_VER" },
		{ 0x03, "GET_PROTO_VER" },
		{ 0x04, "GET_SOCKET_POWER" },
		{ 0x05, "SET_SOCKET_POWER_LIMIT" },
		{ 0x06, "GET_SOCKET_POWER_LIMIT" },
		{ 0x07, "GET_SOCKET_POWER_LIMIT_MAX" },
		{ 0x08, "SET_BOOST_LIMIT" },
		{ 0x09, "SET_BOOST_LIMIT_SOCKET" },
		{ 0x0A, "GET_BOOST_LIMIT" },
		{ 0x0B, "GET_PROC_HOT" },
		{ 0x0C, "SET_XGMI_LINK_WIDTH" },
		{ 0x0D, "SET_DF_PSTATE" },
		{ 0x0E, "SET_AUTO_DF_PSTATE" },
		{ 0x0F, "GET_FCLK_MCLK" },
		{ 0x10, "GET_CCLK_THROTTLE_LIMIT" },
		{ 0x11, "GET_C0_PERCENT" },
		{ 0x12, "SET_NBIO_DPM_LEVEL" },
		{ 0x13, "GET_NBIO_DPM_LEVEL" },
		{ 0x14, "GET_DDR_BANDWIDTH" },
		{ 0x15, "GET_TEMP_MONITOR" },
		{ 0x1A, "GET_CCLK_CORE_LIMIT" },
	};
	unsigned int n = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_string_equal(hsmp_msgs[rows[i].id].name, rows[i].name);
	for (unsigned int id = 0; id < HSMP_N_IDS; id++)
		n += hsmp_msgs[id].kind != HSMP_KIND_RESERVED;
	assert_int_equal(n, ARRAY_SIZE(rows));
}

static void fields_lie_inside_the_response(void **state)
{
	(void)state;
	for (unsigned int id = 0; id < HSMP_N_IDS; id++) {
		const struct hsmp_msg_desc *msg = &hsmp_msgs[id];
		uint32_t seen[HSMP_MAX_WORDS] = { 0 };

		for (size_t i = 0; i < HSMP_MAX_FIELDS; i++) {
			const struct hsmp_field *f = &msg->fields[i];
			uint32_t all[HSMP_MAX_WORDS];
			uint32_t bits;

			if (!f->name)
				break;
			assert_non_null(f->unit);
			assert_in_range(f->width, 1, 32);
			assert_true(f->word < msg->response_sz);
			assert_true(f->shift + f->width <= 32);
			memset(all, 0xFF, sizeof(all));
			bits = hsmp_field_get(f, all) << f->shift;
			/* No bit belongs to two fields. */
			assert_int_equal(seen[f->word] & bits, 0);
			seen[f->word] |= bits;
		}
		assert_int_equal(msg->kind == HSMP_KIND_GET ||
					 msg->kind == HSMP_KIND_SET_GET,
				 msg->fields[0].name != NULL);
	}
}

static uint32_t field(unsigned int id, const char *name, uint32_t word0,
		      uint32_t word1)
{
	const uint32_t words[HSMP_MAX_WORDS] = { word0, word1 };
	const struct hsmp_msg_desc *msg = &hsmp_msgs[id];

	for (size_t i = 0; i < HSMP_MAX_FIELDS && msg->fields[i].name; i++)
		if (strcmp(msg->fields[i].name, name) == 0)
			return hsmp_field_get(&msg->fields[i], words);
	fail_msg("no field %s", name);
	return 0;
}

static void responses_are_cut_as_documented(void **state)
{
	(void)state;
	/* SMU 45.90.0 */
	assert_int_equal(field(0x02, "major", 0x002D5A07, 0), 45);
	assert_int_equal(field(0x02, "minor", 0x002D5A07, 0), 90);
	assert_int_equal(field(0x02, "patch", 0x002D5A07, 0), 7);
	assert_int_equal(field(0x04, "power", 0xFFFFFFFF, 0), 4294967295);
	assert_int_equal(field(0x0F, "fclk", 1600, 1467), 1600);
	assert_int_equal(field(0x0F, "mclk", 1600, 1467), 1467);
	/* x8 to x16 */
	assert_int_equal(field(0x0C, "width_min", 0x0102, 0), 1);
	assert_int_equal(field(0x0C, "width_max", 0x0102, 0), 2);
	/* APB disabled, locked in P-state 2 */
	assert_int_equal(field(0x0D, "apb_disabled", 0x0102, 0), 1);
	assert_int_equal(field(0x0D, "pstate", 0x0102, 0), 2);
	assert_int_equal(field(0x0D, "apb_disabled", 0x0202, 0), 0);
	assert_int_equal(field(0x13, "dpm_max", 0x0301, 0), 3);
	assert_int_equal(field(0x13, "dpm_min", 0x0301, 0), 1);
	/* 460 GB/s, 115 used, 25 % */
	assert_int_equal(field(0x14, "max_bw", 0x1CC07319, 0), 460);
	assert_int_equal(field(0x14, "utilized_bw", 0x1CC07319, 0), 115);
	assert_int_equal(field(0x14, "utilized_pct", 0x1CC07319, 0), 25);
	assert_int_equal(field(0x14, "max_bw", 0xFFF00000, 0), 4095);
	assert_int_equal(field(0x14, "utilized_bw", 0x000FFF00, 0), 4095);
	assert_int_equal(field(0x14, "utilized_pct", 0x000000FF, 0), 255);
	/* 47.625 degrees: 2Fh, 5 eighths; the bits below are not defined. */
	assert_int_equal(field(0x15, "temperature", 0xABCD2FBF, 0), 47 * 8 + 5);
}

static void messages_belong_to_protocols(void **state)
{
	(void)state;
	assert_true(hsmp_msg_in_proto(&hsmp_msgs[0x04], 2));
	assert_true(hsmp_msg_in_proto(&hsmp_msgs[0x04], 7));
	assert_false(hsmp_msg_in_proto(&hsmp_msgs[0x04], 1));
	/* Trento alone has the temperature. */
	assert_false(hsmp_msg_in_proto(&hsmp_msgs[0x15], 2));
	assert_true(hsmp_msg_in_proto(&hsmp_msgs[0x15], 4));
	assert_false(hsmp_msg_in_proto(&hsmp_msgs[0x15], 5));
	/* From Genoa on. */
	assert_false(hsmp_msg_in_proto(&hsmp_msgs[0x1A], 4));
	assert_true(hsmp_msg_in_proto(&hsmp_msgs[0x1A], 5));
	assert_true(hsmp_msg_in_proto(&hsmp_msgs[0x1A], 6));
	/* MI300A has neither DF P-states nor this bandwidth. */
	assert_false(hsmp_msg_in_proto(&hsmp_msgs[0x0D], 6));
	assert_false(hsmp_msg_in_proto(&hsmp_msgs[0x14], 6));
	assert_true(hsmp_msg_in_proto(&hsmp_msgs[0x14], 7));
	assert_false(hsmp_msg_in_proto(&hsmp_msgs[0x2B], 7));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_the_kernels),
		cmocka_unit_test(rows_have_the_kernels_sizes),
		cmocka_unit_test(each_message_of_this_library_has_a_row),
		cmocka_unit_test(fields_lie_inside_the_response),
		cmocka_unit_test(responses_are_cut_as_documented),
		cmocka_unit_test(messages_belong_to_protocols),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
