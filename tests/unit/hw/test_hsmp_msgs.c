// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The message table against the kernel's and the specification
 *
 * Generation A is compared with <asm/amd_hsmp.h> as the distribution ships it,
 * everything with a list that was typed from the specification, decodes with
 * words written by hand.
 */
#include <errno.h>
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
#include "tests/unit/hw/hsmp_expected.h"

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
	{ HSMP_GET_DIMM_TEMP_RANGE, KERNEL_GET_DIMM_TEMP_RANGE },
	{ HSMP_GET_DIMM_POWER, KERNEL_GET_DIMM_POWER },
	{ HSMP_GET_DIMM_THERMAL, KERNEL_GET_DIMM_THERMAL },
	{ HSMP_GET_SOCKET_FREQ_LIMIT, KERNEL_GET_SOCKET_FREQ_LIMIT },
	{ HSMP_GET_CCLK_CORE_LIMIT, KERNEL_GET_CCLK_CORE_LIMIT },
	{ HSMP_GET_RAILS_SVI, KERNEL_GET_RAILS_SVI },
	{ HSMP_GET_SOCKET_FMAX_FMIN, KERNEL_GET_SOCKET_FMAX_FMIN },
	{ HSMP_GET_IOLINK_BANDWITH, KERNEL_GET_IOLINK_BANDWITH },
	{ HSMP_GET_XGMI_BANDWITH, KERNEL_GET_XGMI_BANDWITH },
	{ HSMP_SET_GMI3_WIDTH, KERNEL_SET_GMI3_WIDTH },
	{ HSMP_SET_PCI_RATE, KERNEL_SET_PCI_RATE },
	{ HSMP_SET_POWER_MODE, KERNEL_SET_POWER_MODE },
	{ HSMP_SET_PSTATE_MAX_MIN, KERNEL_SET_PSTATE_MAX_MIN },
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
	assert_int_equal(ARRAY_SIZE(kernel_ids), 0x22);
	for (size_t i = 0; i < ARRAY_SIZE(kernel_ids); i++)
		assert_int_equal(kernel_ids[i].ours, kernel_ids[i].theirs);
	assert_int_equal(HSMP_IOCTL_CMD, kernel_ioctl);
}

static void generation_a_is_the_distributions_header(void **state)
{
	(void)state;
	/* A newer header is another generation's. */
	if (kernel_n_ids != 0x23)
		return;
	assert_int_equal(hsmp_gens[HSMP_GEN_A].last_id, 0x22);
	for (unsigned int id = 1; id < kernel_n_ids; id++) {
		assert_int_equal(hsmp_gen_kind(HSMP_GEN_A, id),
				 kernel_is_set(id) ? HSMP_KIND_SET
						   : HSMP_KIND_GET);
		assert_int_equal(hsmp_gen_num_args(HSMP_GEN_A, id),
				 kernel_num_args(id));
		assert_int_equal(hsmp_gen_response_sz(HSMP_GEN_A, id),
				 kernel_response_sz(id));
	}
	assert_int_equal(hsmp_gen_kind(HSMP_GEN_A, 0), HSMP_KIND_RESERVED);
}

/* The specification's row of an id, or NULL. */
static const struct expected_msg *expected(unsigned int id)
{
	for (size_t i = 0; i < ARRAY_SIZE(expected_msgs); i++)
		if (expected_msgs[i].id == id)
			return &expected_msgs[i];
	return NULL;
}

static void the_table_has_every_message_and_no_other(void **state)
{
	(void)state;
	for (unsigned int id = 0; id < HSMP_N_IDS; id++) {
		const struct hsmp_msg_desc *msg = &hsmp_msgs[id];
		const struct expected_msg *e = expected(id);

		if (!e) {
			assert_int_equal(msg->kind, HSMP_KIND_RESERVED);
			assert_null(msg->name);
			continue;
		}
		assert_string_equal(msg->name, e->name);
		assert_int_equal(msg->num_args, e->num_args);
		assert_int_equal(msg->response_sz, e->response_sz);
		assert_int_equal(msg->kind,
				 strchr(e->gens, 'B')	? HSMP_KIND_SET_GET
				 : strchr(e->gens, 'S') ? HSMP_KIND_SET
							: HSMP_KIND_GET);
	}
}

static void each_generation_has_its_kinds(void **state)
{
	static const struct {
		enum hsmp_gen gen;
		const char *name;
		unsigned int last_id;
	} gens[] = {
		{ HSMP_GEN_A, "A", 0x22 },     { HSMP_GEN_B, "B", 0x25 },
		{ HSMP_GEN_C, "C", 0x32 },     { HSMP_GEN_D, "D", 0x3C },
		{ HSMP_GEN_OOT, "oot", 0x3A },
	};
	static const struct {
		char letter;
		enum hsmp_kind kind;
	} kinds[] = {
		{ 'G', HSMP_KIND_GET },
		{ 'S', HSMP_KIND_SET },
		{ 'B', HSMP_KIND_SET_GET },
		{ '-', HSMP_KIND_RESERVED },
	};

	(void)state;
	assert_int_equal(ARRAY_SIZE(gens), HSMP_N_GENS);
	for (size_t g = 0; g < ARRAY_SIZE(gens); g++) {
		enum hsmp_gen found = HSMP_N_GENS;

		assert_int_equal(hsmp_gen_find(gens[g].name, &found), 0);
		assert_int_equal(found, gens[g].gen);
		assert_int_equal(hsmp_gens[found].last_id, gens[g].last_id);
		for (unsigned int id = 0; id < 300; id++) {
			const struct expected_msg *e = expected(id);
			char letter = e ? e->gens[g] : '-';

			for (size_t k = 0; k < ARRAY_SIZE(kinds); k++)
				if (kinds[k].letter == letter)
					assert_int_equal(
						hsmp_gen_kind(found, id),
						kinds[k].kind);
			if (letter != '-')
				assert_true(id <= gens[g].last_id);
		}
	}
}

static void an_unknown_generation_is_einval(void **state)
{
	enum hsmp_gen gen = HSMP_GEN_C;

	(void)state;
	assert_int_equal(hsmp_gen_find("E", &gen), -EINVAL);
	assert_int_equal(hsmp_gen_find("a", &gen), -EINVAL);
	assert_int_equal(gen, HSMP_GEN_C);
}

static void a_set_of_an_old_table_has_no_response(void **state)
{
	static const unsigned int ids[] = { 0x0C, 0x0D, 0x21, 0x22 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		assert_int_equal(hsmp_gen_num_args(HSMP_GEN_B, ids[i]), 1);
		assert_int_equal(hsmp_gen_response_sz(HSMP_GEN_B, ids[i]), 0);
		assert_int_equal(hsmp_gen_num_args(HSMP_GEN_D, ids[i]), 1);
		assert_int_equal(hsmp_gen_response_sz(HSMP_GEN_D, ids[i]), 1);
	}
	/* 26h answers in the driver out of tree alone. */
	assert_int_equal(hsmp_gen_response_sz(HSMP_GEN_C, 0x26), 0);
	assert_int_equal(hsmp_gen_response_sz(HSMP_GEN_D, 0x26), 0);
	assert_int_equal(hsmp_gen_response_sz(HSMP_GEN_OOT, 0x26), 1);
	/* A set that answers everywhere. */
	assert_int_equal(hsmp_gen_response_sz(HSMP_GEN_A, 0x20), 1);
	/* Address alone, address and size. */
	assert_int_equal(hsmp_gen_response_sz(HSMP_GEN_B, 0x25), 2);
	assert_int_equal(hsmp_gen_response_sz(HSMP_GEN_C, 0x25), 2);
	assert_int_equal(hsmp_gen_response_sz(HSMP_GEN_OOT, 0x25), 2);
	assert_int_equal(hsmp_gen_response_sz(HSMP_GEN_D, 0x25), 3);
	/* Not there at all. */
	assert_int_equal(hsmp_gen_num_args(HSMP_GEN_C, 0x38), 0);
	assert_int_equal(hsmp_gen_response_sz(HSMP_GEN_A, 0x25), 0);
	assert_int_equal(hsmp_gen_response_sz(HSMP_GEN_D, 0x2B), 0);
	assert_int_equal(hsmp_gen_num_args(HSMP_GEN_D, 0xFFFFFFFF), 0);
}

static void old_drivers_compare_response_sizes_exactly(void **state)
{
	static const enum hsmp_gen old[] = { HSMP_GEN_A, HSMP_GEN_B, HSMP_GEN_C,
					     HSMP_GEN_OOT };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(old); i++) {
		/* A get of two words, a set of none. */
		assert_false(hsmp_gen_response_fits(old[i], 0x0F, 0));
		assert_false(hsmp_gen_response_fits(old[i], 0x0F, 1));
		assert_true(hsmp_gen_response_fits(old[i], 0x0F, 2));
		assert_false(hsmp_gen_response_fits(old[i], 0x0F, 3));
		assert_true(hsmp_gen_response_fits(old[i], 0x05, 0));
		assert_false(hsmp_gen_response_fits(old[i], 0x05, 1));
		assert_true(hsmp_gens[old[i]].any_ioctl);
		assert_false(hsmp_gens[old[i]].has_telemetry);
	}
	/* But not those of a SET_GET. */
	assert_true(hsmp_gen_response_fits(HSMP_GEN_C, 0x21, 0));
	assert_true(hsmp_gen_response_fits(HSMP_GEN_C, 0x21, 1));
	assert_false(hsmp_gen_response_fits(HSMP_GEN_C, 0x21, 2));
	assert_true(hsmp_gen_response_fits(HSMP_GEN_OOT, 0x26, 0));
	assert_true(hsmp_gen_response_fits(HSMP_GEN_OOT, 0x26, 1));
	assert_false(hsmp_gen_response_fits(HSMP_GEN_OOT, 0x26, 2));
	/* In the newest driver the table's is the limit for all. */
	assert_true(hsmp_gen_response_fits(HSMP_GEN_D, 0x0F, 0));
	assert_true(hsmp_gen_response_fits(HSMP_GEN_D, 0x0F, 2));
	assert_false(hsmp_gen_response_fits(HSMP_GEN_D, 0x0F, 3));
	assert_true(hsmp_gen_response_fits(HSMP_GEN_D, 0x25, 2));
	assert_false(hsmp_gen_response_fits(HSMP_GEN_C, 0x25, 3));
	assert_false(hsmp_gens[HSMP_GEN_D].any_ioctl);
	assert_true(hsmp_gens[HSMP_GEN_D].has_telemetry);
}

static void check_fields(const struct hsmp_field *fields, size_t n,
			 unsigned int n_words)
{
	uint32_t seen[HSMP_MAX_WORDS] = { 0 };
	uint32_t all[HSMP_MAX_WORDS];

	memset(all, 0xFF, sizeof(all));
	for (size_t i = 0; i < n && fields[i].name; i++) {
		const struct hsmp_field *f = &fields[i];
		uint32_t bits;

		assert_non_null(f->unit);
		assert_in_range(f->width, 1, 32);
		assert_true(f->word < n_words);
		assert_true(f->shift + f->width <= 32);
		assert_true(f->divisor >= 1);
		/* "degC/8" has the divisor 8. */
		assert_int_equal(f->divisor > 1,
				 strstr(f->unit, "/s") == NULL &&
					 strchr(f->unit, '/'));
		bits = hsmp_field_get(f, all) << f->shift;
		/* No bit belongs to two fields. */
		assert_int_equal(seen[f->word] & bits, 0);
		seen[f->word] |= bits;
	}
}

static void fields_lie_inside_their_words(void **state)
{
	(void)state;
	for (unsigned int id = 0; id < HSMP_N_IDS; id++) {
		const struct hsmp_msg_desc *msg = &hsmp_msgs[id];

		check_fields(msg->args, HSMP_MAX_ARGS, msg->num_args);
		check_fields(msg->fields, HSMP_MAX_FIELDS, msg->response_sz);
		assert_int_equal(msg->response_sz > 0,
				 msg->fields[0].name != NULL);
		/* What takes an argument says which; nobody knows 3Ch's. */
		assert_int_equal(msg->num_args > 0 && id != 0x3C,
				 msg->args[0].name != NULL);
		/* Bit 31 of a SET_GET says which of the two it is. */
		for (size_t i = 0; i < HSMP_MAX_ARGS; i++)
			if (msg->kind == HSMP_KIND_SET_GET &&
			    msg->args[i].name &&
			    strcmp(msg->args[i].name, "op") != 0)
				assert_true(msg->args[i].shift +
						    msg->args[i].width <=
					    31);
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
	assert_int_equal(field(0x16, "temp_range", 0x0D, 0), 5);
	assert_int_equal(field(0x16, "refresh_rate", 0x0D, 0), 1);
	/* 6400 mW, 64 ms old, address 91h */
	assert_int_equal(field(0x17, "power", 0x32004091, 0), 6400);
	assert_int_equal(field(0x17, "age", 0x32004091, 0), 64);
	assert_int_equal(field(0x17, "address", 0x32004091, 0), 0x91);
	assert_int_equal(field(0x17, "power", 0xFFFE0000, 0), 32767);
	assert_int_equal(field(0x18, "age", 0x0001FF00, 0), 511);
	assert_int_equal(field(0x18, "address", 0x000000FF, 0), 255);
	assert_int_equal(field(0x19, "limit", 0x0E740406, 0), 3700);
	assert_int_equal(field(0x19, "source", 0x0E740406, 0), 0x0406);
	assert_int_equal(field(0x1B, "power", 123456, 0), 123456);
	assert_int_equal(field(0x1C, "fmax", 0x0E740190, 0), 3700);
	assert_int_equal(field(0x1C, "fmin", 0x0E740190, 0), 400);
	assert_int_equal(field(0x1D, "bandwidth", 4096, 0), 4096);
	assert_int_equal(field(0x1E, "bandwidth", 0xFFFFFFFF, 0), 0xFFFFFFFF);
	/* Of a power mode only the number is beyond doubt. */
	assert_int_equal(field(0x21, "mode", 0x0000003C, 0), 4);
	assert_int_equal(field(0x21, "raw_31_3", 0x0000003C, 0), 7);
	assert_int_equal(field(0x22, "pstate_min", 0x0201, 0), 2);
	assert_int_equal(field(0x22, "pstate_max", 0x0201, 0), 1);
	assert_int_equal(field(0x23, "version", 0x00700000, 0), 0x00700000);
	assert_int_equal(field(0x25, "address_lo", 1, 2), 1);
	assert_int_equal(field(0x25, "address_hi", 1, 2), 2);
	assert_int_equal(field(0x26, "pstate_min", 0x0201, 0), 2);
	assert_int_equal(field(0x27, "independent", 0xFFFFFFFE, 0), 0);
	assert_int_equal(field(0x28, "enabled", 1, 0), 1);
	assert_int_equal(field(0x29, "enabled", 3, 0), 1);
	assert_int_equal(field(0x2A, "enabled", 2, 0), 0);
	assert_int_equal(field(0x30, "tu", 0x000A1003, 0), 10);
	assert_int_equal(field(0x30, "esu", 0x000A1003, 0), 16);
	assert_int_equal(field(0x31, "count_lo", 5, 6), 5);
	assert_int_equal(field(0x32, "count_hi", 5, 6), 6);
	assert_int_equal(field(0x33, "raw", 0x5A, 0), 0x5A);
	assert_int_equal(field(0x34, "power", 20000, 0), 20000);
	assert_int_equal(field(0x35, "tdelta", 1, 0), 1);
	assert_int_equal(field(0x36, "rail", 0x20000037, 0), 2);
	assert_int_equal(field(0x36, "temperature", 0x20000037, 0), 55);
	assert_int_equal(field(0x37, "ids_63_32", 5, 6), 6);
	assert_int_equal(field(0x38, "limit", 0xABCD05DC, 0), 1500);
	assert_int_equal(field(0x3A, "limit", 0x800493E0, 0), 300000);
	/* 47.625 degrees: 2Fh, 5 eighths; the bits below are not defined. */
	assert_int_equal(field(0x15, "temperature", 0xABCD2FBF, 0), 47 * 8 + 5);
}

static int64_t signed_field(unsigned int id, size_t i, uint32_t word0)
{
	const uint32_t words[HSMP_MAX_WORDS] = { word0 };

	return hsmp_field_int(&hsmp_msgs[id].fields[i], words);
}

static void a_dimm_may_be_below_zero(void **state)
{
	(void)state;
	assert_string_equal(hsmp_msgs[0x18].fields[0].unit, "degC/4");
	assert_int_equal(hsmp_msgs[0x18].fields[0].divisor, 4);
	/* 11 bits of quarters: 45.75, 0, -0.25, -40, and the two ends. */
	assert_int_equal(signed_field(0x18, 0, 183U << 21), 183);
	assert_int_equal(signed_field(0x18, 0, 0x001FFFFF), 0);
	assert_int_equal(signed_field(0x18, 0, 0xFFE00000), -1);
	assert_int_equal(signed_field(0x18, 0, 0xEC000000), -160);
	assert_int_equal(signed_field(0x18, 0, 0x7FE00000), 1023);
	assert_int_equal(signed_field(0x18, 0, 0x80000000), -1024);
	/* Others are not signed. */
	assert_int_equal(signed_field(0x04, 0, 0xFFFFFFFF), 4294967295);
	assert_int_equal(signed_field(0x15, 0, 0x0000FFE0), 2047);
	assert_int_equal(hsmp_msgs[0x15].fields[0].divisor, 8);
}

static uint32_t apicid_arg(enum hsmp_id id, uint32_t apicid, int want)
{
	uint32_t arg = 0;

	assert_int_equal(hsmp_arg_put(id, HSMP_ARG_APICID, apicid, &arg), want);
	return arg;
}

static void apic_ids_have_the_width_of_their_message(void **state)
{
	uint32_t arg = 0;

	(void)state;
	assert_int_equal(apicid_arg(HSMP_GET_BOOST_LIMIT, 0x12345678, 0),
			 0x12345678);
	assert_int_equal(apicid_arg(HSMP_GET_CCLK_CORE_LIMIT, 0xFFFFFFFF, 0),
			 0xFFFFFFFF);
	assert_int_equal(apicid_arg(HSMP_SET_BOOST_LIMIT, 0xFFFF, 0),
			 0xFFFF0000);
	apicid_arg(HSMP_SET_BOOST_LIMIT, 0x10000, -ERANGE);
	assert_int_equal(apicid_arg(HSMP_GET_RAPL_CORE_COUNTER, 0xFFFF, 0),
			 0xFFFF);
	apicid_arg(HSMP_GET_RAPL_CORE_COUNTER, 0x10000, -ERANGE);
	apicid_arg(HSMP_READ_CCD_POWER, 0x10000, -ERANGE);
	assert_int_equal(apicid_arg(HSMP_SET_GET_FLOOR_LIMIT, 0xFFF, 0),
			 0x0FFF0000);
	apicid_arg(HSMP_SET_GET_FLOOR_LIMIT, 0x1000, -ERANGE);
	apicid_arg(HSMP_GET_SOCKET_POWER, 0, -EINVAL);
	apicid_arg(HSMP_N_IDS, 0, -EINVAL);

	/* Other bits stay. */
	arg = 0xFFFFFFFF;
	assert_int_equal(
		hsmp_arg_put(HSMP_GET_IOLINK_BANDWITH, "link", 0x20, &arg), 0);
	assert_int_equal(arg, 0xFFFC20FF);
	assert_int_equal(
		hsmp_arg_put(HSMP_GET_IOLINK_BANDWITH, "type", 8, &arg),
		-ERANGE);
	assert_int_equal(arg, 0xFFFC20FF);
	/* The effective floor of a core. */
	assert_int_equal(HSMP_GET_BIT | HSMP_FLOOR_EFFECTIVE, UINT32_C(3)
								      << 30);
}

static void scopes_say_what_a_sweep_needs(void **state)
{
	static const struct {
		unsigned int id;
		enum hsmp_scope scope;
	} rows[] = {
		{ 0x0A, HSMP_SCOPE_CORE },	 { 0x1A, HSMP_SCOPE_CORE },
		{ 0x31, HSMP_SCOPE_CORE },	 { 0x34, HSMP_SCOPE_CCD },
		{ 0x38, HSMP_SCOPE_CORE_FLOOR }, { 0x13, HSMP_SCOPE_NBIO },
		{ 0x16, HSMP_SCOPE_DIMM },	 { 0x17, HSMP_SCOPE_DIMM },
		{ 0x18, HSMP_SCOPE_DIMM },	 { 0x33, HSMP_SCOPE_DIMM },
		{ 0x1D, HSMP_SCOPE_LINK },	 { 0x1E, HSMP_SCOPE_LINK },
		{ 0x36, HSMP_SCOPE_RAIL },	 { 0x37, HSMP_SCOPE_MASK },
		{ 0x04, HSMP_SCOPE_SOCKET },	 { 0x0C, HSMP_SCOPE_SOCKET },
		{ 0x30, HSMP_SCOPE_SOCKET },	 { 0x01, HSMP_SCOPE_OTHER },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(hsmp_msgs[rows[i].id].scope, rows[i].scope);
	/* Nothing to be chosen: a get of the socket takes no argument. */
	for (unsigned int id = 0; id < HSMP_N_IDS; id++)
		if (hsmp_msgs[id].scope == HSMP_SCOPE_SOCKET &&
		    hsmp_msgs[id].kind == HSMP_KIND_GET)
			assert_int_equal(hsmp_msgs[id].num_args, 0);
}

static void platforms_have_their_messages(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(expected_msgs); i++) {
		const struct expected_msg *e = &expected_msgs[i];

		for (unsigned int p = 0; p < HSMP_N_PLATFORMS; p++) {
			assert_int_equal(hsmp_msgs[e->id].platforms >> p & 1,
					 e->platforms[p] == 'y');
			assert_int_equal(hsmp_platforms[p].disputed >> e->id &
						 1,
					 e->platforms[p] == '?');
		}
	}
}

static void messages_belong_to_protocols(void **state)
{
	/* Columns of the platforms; version 7 is two of them. */
	static const struct {
		unsigned int proto;
		unsigned int platform[2];
	} protos[] = {
		{ 2, { 0, 0 } }, { 4, { 1, 1 } }, { 5, { 2, 2 } },
		{ 6, { 3, 3 } }, { 7, { 4, 5 } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(expected_msgs); i++) {
		const struct expected_msg *e = &expected_msgs[i];
		const struct hsmp_msg_desc *msg = &hsmp_msgs[e->id];

		for (size_t p = 0; p < ARRAY_SIZE(protos); p++)
			assert_int_equal(
				hsmp_msg_in_proto(msg, protos[p].proto),
				e->platforms[protos[p].platform[0]] == 'y' ||
					e->platforms[protos[p].platform[1]] ==
						'y');
		/* Nobody knows these. */
		assert_false(hsmp_msg_in_proto(msg, 0));
		assert_false(hsmp_msg_in_proto(msg, 1));
		assert_false(hsmp_msg_in_proto(msg, 3));
		assert_false(hsmp_msg_in_proto(msg, 8));
	}
	assert_false(hsmp_msg_in_proto(&hsmp_msgs[0x2B], 7));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_the_kernels),
		cmocka_unit_test(generation_a_is_the_distributions_header),
		cmocka_unit_test(the_table_has_every_message_and_no_other),
		cmocka_unit_test(each_generation_has_its_kinds),
		cmocka_unit_test(an_unknown_generation_is_einval),
		cmocka_unit_test(a_set_of_an_old_table_has_no_response),
		cmocka_unit_test(old_drivers_compare_response_sizes_exactly),
		cmocka_unit_test(fields_lie_inside_their_words),
		cmocka_unit_test(responses_are_cut_as_documented),
		cmocka_unit_test(a_dimm_may_be_below_zero),
		cmocka_unit_test(apic_ids_have_the_width_of_their_message),
		cmocka_unit_test(scopes_say_what_a_sweep_needs),
		cmocka_unit_test(platforms_have_their_messages),
		cmocka_unit_test(messages_belong_to_protocols),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
