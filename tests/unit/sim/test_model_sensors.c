// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: DIMMs, links and regulators as the firmware reports them
 *
 * Values by the formulas of docs/SCENARIOS.md, layouts by the messages'.
 */
#include "tests/unit/sim/model_fixture.h"

#include "hw/hsmp_msgs.h"

#define S NSEC_PER_SEC
#define MS NSEC_PER_MSEC
#define GENOA                                                        \
	"[machine]\nmodel = 17\nsockets = 2\n[hsmp]\nprotocol = 5\n" \
	"dimms = 0x80 0x84 0x90 0x94 0xA0\nlinks = P1 P4 P5 G0 G2\n"
#define VENICE                                              \
	"[machine]\nfamily = 26\nmodel = 80\nsockets = 2\n" \
	"[hsmp]\nprotocol = 7\ndimms = 0x80 0x84 0x90 0x94 0xA0\n"

static uint32_t words[HSMP_MAX_WORDS];

static uint8_t send(struct machine *m, uint32_t id, uint32_t arg, uint64_t t)
{
	memset(words, 0, sizeof(words));
	words[0] = arg;
	return machine_hsmp(m, 0, id, words, t);
}

static uint32_t get(struct machine *m, uint32_t id, uint32_t arg, uint64_t t)
{
	assert_int_equal(send(m, id, arg, t), HSMP_STATUS_OK);
	return words[0];
}

static void refuse(struct machine *m, uint32_t id, uint32_t arg)
{
	assert_int_equal(send(m, id, arg, S), HSMP_STATUS_BAD_ARG);
	assert_int_equal(words[0], arg);
}

static void a_dimm_s_power_has_its_age_and_address(void **state)
{
	struct machine *m = tiny_machine(NULL, GENOA);

	UNUSED(state);
	/* 1200 + 50 x place + 4000 x 1/2 mW, read at 768 ms. */
	assert_int_equal(get(m, 0x17, 0x80, S), 3200u << 17 | 232 << 8 | 0x80);
	assert_int_equal(get(m, 0x17, 0x94, S), 3350u << 17 | 232 << 8 | 0x94);
	/* The fifth address is in the first place again. */
	assert_int_equal(get(m, 0x17, 0xA0, 768 * MS), 3200u << 17 | 0xA0);
	refuse(m, 0x17, 0x81);
	/* No flags before the newest firmware. */
	refuse(m, 0x17, 1u << 30);
	refuse(m, 0x17, 2u << 30 | 0x80);
	free(m);
}

static void sensors_are_read_now_and_then_only(void **state)
{
	struct machine *m = tiny_machine("all", "all = steps 300ms:1\n" GENOA);

	UNUSED(state);
	/* Of 256 ms, then of 512 ms, when the load has been 1 for long. */
	assert_int_equal(get(m, 0x17, 0x80, 511 * MS) >> 17, 1200);
	assert_int_equal(get(m, 0x17, 0x80, 511 * MS) >> 8 & 0x1FF, 255);
	assert_int_equal(get(m, 0x17, 0x80, 512 * MS) >> 17, 5200);
	assert_int_equal(get(m, 0x17, 0x80, 512 * MS) >> 8 & 0x1FF, 0);
	free(m);
}

static void the_newest_firmware_finds_largest_and_total(void **state)
{
	struct machine *m = tiny_machine(NULL, VENICE);

	UNUSED(state);
	/* 3200 + 3250 + 3300 + 3350 + 3200 mW = 16300, 815 steps of 20 mW. */
	assert_int_equal(get(m, 0x17, 2u << 30, S), 815u << 17 | 232 << 8);
	assert_int_equal(get(m, 0x17, 1u << 30, S),
			 3350u << 17 | 232 << 8 | 0x94);
	refuse(m, 0x17, 3u << 30);
	/* 28 + 6 + 9 + 1.5 degrees, in quarters. */
	assert_int_equal(get(m, 0x18, 1u << 31, S),
			 178u << 21 | 232 << 8 | 0x94);
	free(m);
	m = tiny_machine(NULL, "[machine]\nfamily = 26\nmodel = 80\n"
			       "[hsmp]\nprotocol = 7\n");
	refuse(m, 0x17, 1u << 30);
	refuse(m, 0x17, 2u << 30);
	refuse(m, 0x18, 1u << 31);
	free(m);
}

static void temperatures_below_zero_have_a_sign(void **state)
{
	struct machine *m = tiny_machine("all",
					 "all = constant 0\n" GENOA
					 "[thermal]\nambient_c = -10.25\n");
	int64_t quarters;

	UNUSED(state);
	/* -10.25 + 6 = -4.25: -17 quarters. */
	get(m, 0x18, 0x80, S);
	quarters = hsmp_field_int(&hsmp_msgs[0x18].fields[0], words);
	assert_int_equal(quarters, -17);
	get(m, 0x18, 0x84, S);
	quarters = hsmp_field_int(&hsmp_msgs[0x18].fields[0], words);
	assert_int_equal(quarters, -15);
	refuse(m, 0x18, 0x7F);
	refuse(m, 0x18, 1u << 31);
	free(m);
}

static void hot_memory_is_refreshed_twice_as_often(void **state)
{
	/* Ambient + 6 + 9 degrees. */
	static const struct {
		const char *ambient;
		uint32_t word;
	} cases[] = {
		{ "ambient_c = 64.5", 1 },
		{ "ambient_c = 65", 2 },
		{ "ambient_c = 69.5", 2 },
		{ "ambient_c = 70", 3 | 1 << 3 },
		{ "ambient_c = 75", 4 | 1 << 3 },
		{ "ambient_c = 80", 5 | 1 << 3 },
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct machine *m;
		char add[512];

		(void)snprintf(add, sizeof(add), "%s[thermal]\n%s", GENOA,
			       cases[i].ambient);
		m = tiny_machine(NULL, add);
		assert_int_equal(get(m, 0x16, 0x80, S), cases[i].word);
		refuse(m, 0x16, 0x81);
		free(m);
	}
}

static void links_are_bits_and_their_types_sum_up(void **state)
{
	struct machine *m = tiny_machine(NULL, GENOA);
	/* P1: 500 + 12000 x 1/2 x 5/4 in, half of it out. */
	uint32_t in = 8000, out = 4000;

	UNUSED(state);
	assert_int_equal(get(m, 0x1D, 1 << 9 | 1, S), in + out);
	assert_int_equal(get(m, 0x1E, 1 << 9 | 1, S), in + out);
	assert_int_equal(get(m, 0x1E, 1 << 9 | 2, S), in);
	assert_int_equal(get(m, 0x1E, 1 << 9 | 4, S), out);
	/* P4 and P5 land in bits 16 and 17, G0 and G2 in 12 and 14. */
	assert_int_equal(get(m, 0x1D, 1 << 16 | 1, S), 9750);
	assert_int_equal(get(m, 0x1D, 1 << 17 | 1, S), 12000);
	assert_int_equal(get(m, 0x1E, 1 << 12 | 2, S), 9500);
	assert_int_equal(get(m, 0x1E, 1 << 14 | 2, S), 6500);
	/* Not there, two at once, none, no such type. */
	refuse(m, 0x1D, 1 << 8 | 1);
	refuse(m, 0x1D, 1 << 9 | 1 << 12 | 1);
	refuse(m, 0x1D, 1);
	refuse(m, 0x1D, 1 << 9 | 2);
	refuse(m, 0x1E, 1 << 9 | 3);
	refuse(m, 0x1E, 1 << 9);
	refuse(m, 0x1E, 1 << 18 | 1);
	free(m);
}

static void mi300a_numbers_its_links(void **state)
{
	struct machine *m = tiny_machine(
		NULL, "[machine]\nsockets = 2\n[hsmp]\nprotocol = 6\n"
		      "links = P0 P2 P3 G0 G7\n");

	UNUSED(state);
	/* P2 3, P3 4, G0 8, G7 Fh; 500 + 6000 x (1 + place / 4). */
	assert_int_equal(get(m, 0x1E, 3 << 8 | 2, S), 9500);
	assert_int_equal(get(m, 0x1E, 4 << 8 | 2, S), 11000);
	assert_int_equal(get(m, 0x1E, 8 << 8 | 2, S), 9500);
	assert_int_equal(get(m, 0x1E, 15 << 8 | 2, S), 8000);
	/* P0 has no code. */
	refuse(m, 0x1E, 1 << 8 | 2);
	refuse(m, 0x1E, 2);
	refuse(m, 0x1E, 9 << 8 | 2);
	free(m);
}

static void bandwidth_and_everything_else_move_with_the_load(void **state)
{
	struct machine *m = tiny_machine(NULL, GENOA);
	struct load busy = load_of("constant 1");
	static const struct {
		uint32_t id;
		uint32_t arg;
	} moving[] = {
		{ 0x04, 0 },	{ 0x11, 0 },	      { 0x14, 0 },
		{ 0x17, 0x80 }, { 0x18, 0x80 },	      { 0x1B, 0 },
		{ 0x1D, 513 },	{ 0x1E, 1 << 9 | 4 },
	};
	uint32_t before[ARRAY_SIZE(moving)];

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(moving); i++)
		before[i] = get(m, moving[i].id, moving[i].arg, 1024 * MS);
	machine_set_load(m, 0, 3, &busy, 1025 * MS);
	for (size_t i = 0; i < ARRAY_SIZE(moving); i++)
		assert_true(get(m, moving[i].id, moving[i].arg, 2048 * MS) >
			    before[i]);
	free(m);
}

static void memory_has_as_many_channels_as_the_scenario_says(void **state)
{
	struct machine *m = tiny_machine(
		NULL, "[hsmp]\nddr_channels = 12\n[clock]\nmclk_mhz = 2400");

	UNUSED(state);
	/* 2400 x 2 x 8 x 12 = 460.8 GB/s, 37.5 % are 172.5, from 460 whole. */
	assert_int_equal(get(m, 0x14, 0, S), 460u << 20 | 173 << 8 | 38);
	free(m);
}

static void regulators_are_cooler_one_after_the_other(void **state)
{
	struct machine *m = tiny_machine(NULL, VENICE "[thermal]\nc_per_w = 1");

	UNUSED(state);
	/* 28 + 40 x 0.9, 0.8, 0.5: 64, 60, 48 degrees. */
	assert_int_equal(get(m, 0x36, 0, S), 64);
	assert_int_equal(get(m, 0x36, 1 | 0 << 1, S), 64);
	assert_int_equal(get(m, 0x36, 1 | 1 << 1, S), 1 << 28 | 60);
	assert_int_equal(get(m, 0x36, 1 | 4 << 1, S), 4 << 28 | 48);
	/* Without bit 0 the rail does not count. */
	assert_int_equal(get(m, 0x36, 4 << 1, S), 64);
	refuse(m, 0x36, 1 | 5 << 1);
	free(m);
}

static void bytes_behind_a_dimm_are_kept(void **state)
{
	struct machine *m = tiny_machine(NULL, VENICE);
	uint32_t where = 1u << 23 | 0x7FF << 12 | 0xA << 8 | 0x84;

	UNUSED(state);
	assert_int_equal(get(m, 0x33, where, S), 0);
	assert_int_equal(send(m, 0x39, 0xC5u << 24 | where, S), HSMP_STATUS_OK);
	assert_int_equal(get(m, 0x33, where, S), 0xC5);
	/* Another offset, space, device or DIMM is another byte. */
	assert_int_equal(get(m, 0x33, where ^ 1 << 12, S), 0);
	assert_int_equal(get(m, 0x33, where ^ 1u << 23, S), 0);
	assert_int_equal(get(m, 0x33, where ^ 3 << 8, S), 0);
	assert_int_equal(get(m, 0x33, where ^ 0x04, S), 0);
	refuse(m, 0x33, where ^ 0x01);
	refuse(m, 0x33, where ^ 1 << 8);
	refuse(m, 0x39, where ^ 1 << 8);
	/* Thermal sensor: 28 + 6 + 9 degrees x 16 = 688 = 0x2B0. */
	assert_int_equal(get(m, 0x33, 0x31 << 12 | 2 << 8 | 0x80, S), 0xB0);
	assert_int_equal(get(m, 0x33, 0x32 << 12 | 2 << 8 | 0x80, S), 0x02);
	free(m);
}

static void many_written_bytes_push_out_the_oldest(void **state)
{
	struct machine *m = tiny_machine(NULL, VENICE);

	UNUSED(state);
	for (uint32_t i = 0; i < 33; i++)
		assert_int_equal(send(m, 0x39,
				      (i + 1) << 24 | i << 12 | 9 << 8 | 0x80,
				      S),
				 HSMP_STATUS_OK);
	assert_int_equal(get(m, 0x33, 9 << 8 | 0x80, S), 0);
	assert_int_equal(get(m, 0x33, 1 << 12 | 9 << 8 | 0x80, S), 2);
	assert_int_equal(get(m, 0x33, 32 << 12 | 9 << 8 | 0x80, S), 33);
	free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_dimm_s_power_has_its_age_and_address),
		cmocka_unit_test(sensors_are_read_now_and_then_only),
		cmocka_unit_test(the_newest_firmware_finds_largest_and_total),
		cmocka_unit_test(temperatures_below_zero_have_a_sign),
		cmocka_unit_test(hot_memory_is_refreshed_twice_as_often),
		cmocka_unit_test(links_are_bits_and_their_types_sum_up),
		cmocka_unit_test(mi300a_numbers_its_links),
		cmocka_unit_test(
			bandwidth_and_everything_else_move_with_the_load),
		cmocka_unit_test(
			memory_has_as_many_channels_as_the_scenario_says),
		cmocka_unit_test(regulators_are_cooler_one_after_the_other),
		cmocka_unit_test(bytes_behind_a_dimm_are_kept),
		cmocka_unit_test(many_written_bytes_push_out_the_oldest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
