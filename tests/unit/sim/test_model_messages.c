// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Which messages a firmware knows, and what it keeps
 *
 * The lists are typed from the support matrix of AMD's library; ranges of
 * settings from the drivers' comments and the library's checks.
 */
#include "tests/unit/sim/model_fixture.h"

#include "hw/hsmp_msgs.h"

#define S NSEC_PER_SEC
#define VENICE                                              \
	"[machine]\nfamily = 26\nmodel = 80\nsockets = 2\n" \
	"[hsmp]\nprotocol = 7\nmetric_table = 7V\n"         \
	"dimms = 0x80 0x84 0x90\nlinks = P1 P4 P5 G0 G2\n"

static uint32_t words[HSMP_MAX_WORDS];

static uint8_t send(struct machine *m, uint32_t id, uint32_t arg)
{
	memset(words, 0, sizeof(words));
	words[0] = arg;
	return machine_hsmp(m, 0, id, words, S);
}

static uint32_t get(struct machine *m, uint32_t id, uint32_t arg)
{
	assert_int_equal(send(m, id, arg), HSMP_STATUS_OK);
	return words[0];
}

static void set(struct machine *m, uint32_t id, uint32_t arg)
{
	assert_int_equal(send(m, id, arg), HSMP_STATUS_OK);
}

static void refuse(struct machine *m, uint32_t id, uint32_t arg)
{
	assert_int_equal(send(m, id, arg), HSMP_STATUS_BAD_ARG);
	assert_int_equal(words[0], arg);
}

struct range {
	uint8_t first;
	uint8_t last;
};

/* One row a platform; ranges end with a zero. */
static const struct {
	const char *keys;
	enum hsmp_platform platform;
	struct range known[8];
} platforms[] = {
	{ "[hsmp]\nprotocol = 2", HSMP_PLATFORM_MILAN, { { 0x01, 0x14 } } },
	{ "[machine]\nmodel = 48\n[hsmp]\nprotocol = 4",
	  HSMP_PLATFORM_TRENTO,
	  { { 0x01, 0x15 } } },
	{ "[machine]\nmodel = 17\n[hsmp]\nprotocol = 5",
	  HSMP_PLATFORM_GENOA,
	  { { 0x01, 0x14 }, { 0x16, 0x22 } } },
	{ "[machine]\nmodel = 144\n[hsmp]\nprotocol = 6\nmetric_table = 6",
	  HSMP_PLATFORM_MI300A,
	  { { 0x01, 0x0C }, { 0x0F, 0x13 }, { 0x19, 0x1E }, { 0x23, 0x25 } } },
	{ "[machine]\nfamily = 26\nmodel = 2\n[hsmp]\nprotocol = 7",
	  HSMP_PLATFORM_TURIN,
	  { { 0x01, 0x14 }, { 0x16, 0x22 }, { 0x26, 0x28 }, { 0x30, 0x32 } } },
	{ "[machine]\nfamily = 26\nmodel = 2\n[hsmp]\nprotocol = 5",
	  HSMP_PLATFORM_TURIN,
	  { { 0x01, 0x14 }, { 0x16, 0x22 }, { 0x26, 0x28 }, { 0x30, 0x32 } } },
	{ "[machine]\nfamily = 26\nmodel = 80\n[hsmp]\nprotocol = 7\n"
	  "metric_table = 7V",
	  HSMP_PLATFORM_1AH_50,
	  { { 0x01, 0x14 }, { 0x16, 0x1E }, { 0x20, 0x2A }, { 0x30, 0x3A } } },
};

static bool in_ranges(const struct range *ranges, uint32_t id)
{
	for (; ranges->last; ranges++) {
		if (id >= ranges->first && id <= ranges->last)
			return true;
	}
	return false;
}

static void each_platform_knows_its_messages_and_no_others(void **state)
{
	UNUSED(state);
	for (size_t p = 0; p < ARRAY_SIZE(platforms); p++) {
		struct machine *m = tiny_machine(NULL, platforms[p].keys);

		for (uint32_t id = 0; id < 0x100; id++) {
			bool known = send(m, id, 0) != HSMP_STATUS_UNKNOWN_MSG;

			if (known != in_ranges(platforms[p].known, id))
				fail_msg("platform %zu, message %02X", p, id);
		}
		assert_int_equal(send(m, UINT32_MAX, 0),
				 HSMP_STATUS_UNKNOWN_MSG);
		free(m);
	}
}

/* Two tables by two people: neither is the other's copy. */
static void firmware_and_message_table_agree_on_platforms(void **state)
{
	UNUSED(state);
	for (size_t p = 0; p < ARRAY_SIZE(platforms); p++) {
		struct machine *m = tiny_machine(NULL, platforms[p].keys);

		for (uint32_t id = 1; id < HSMP_N_IDS; id++) {
			bool known = send(m, id, 0) != HSMP_STATUS_UNKNOWN_MSG;
			bool listed = hsmp_msgs[id].platforms >>
					      platforms[p].platform &
				      1;

			if (known != listed)
				fail_msg("platform %zu, message %02X", p, id);
		}
		free(m);
	}
}

static void capability_maps_follow_the_message_table_s_kinds(void **state)
{
	struct machine *m = tiny_machine(NULL, VENICE);
	uint32_t maps[2][3];

	UNUSED(state);
	for (uint32_t read = 0; read < 2; read++) {
		set(m, HSMP_GET_ENABLED_HSMP_CMDS, read);
		memcpy(maps[read], words, sizeof(maps[read]));
	}
	for (uint32_t id = 1; id < HSMP_N_IDS; id++) {
		enum hsmp_kind kind = hsmp_msgs[id].kind;
		bool known = in_ranges(platforms[6].known, id);
		bool reads = maps[1][id / 32] >> id % 32 & 1;
		bool writes = maps[0][id / 32] >> id % 32 & 1;

		assert_int_equal(reads, known && (kind == HSMP_KIND_GET ||
						  kind == HSMP_KIND_SET_GET));
		assert_int_equal(writes, known && (kind == HSMP_KIND_SET ||
						   kind == HSMP_KIND_SET_GET));
	}
	assert_int_equal(maps[0][2] | maps[1][2], 0);
	free(m);
}

static void capabilities_can_be_missing(void **state)
{
	struct machine *m = tiny_machine(NULL, VENICE "capabilities = no\n");

	UNUSED(state);
	assert_int_equal(send(m, 0x37, 1), HSMP_STATUS_UNKNOWN_MSG);
	free(m);
}

static void without_a_table_its_messages_are_unknown(void **state)
{
	struct machine *m = tiny_machine(NULL, "[machine]\nmodel = 144\n"
					       "[hsmp]\nprotocol = 6");

	UNUSED(state);
	for (uint32_t id = 0x23; id <= 0x25; id++)
		assert_int_equal(send(m, id, 0), HSMP_STATUS_UNKNOWN_MSG);
	free(m);
}

static void unknown_protocols_are_something_all_the_same(void **state)
{
	struct machine *m = tiny_machine(NULL, "[hsmp]\nprotocol = 3");

	UNUSED(state);
	assert_int_equal(get(m, HSMP_GET_PROTO_VER, 0), 3);
	assert_int_equal(send(m, 0x16, 0), HSMP_STATUS_UNKNOWN_MSG);
	free(m);
	m = tiny_machine(NULL, "[hsmp]\nprotocol = 9");
	assert_int_equal(get(m, HSMP_GET_PROTO_VER, 0), 9);
	assert_int_equal(send(m, 0x30, 0), HSMP_STATUS_OK);
	free(m);
}

static void energy_by_mailbox_is_that_of_the_registers(void **state)
{
	struct machine *m = tiny_machine(NULL, VENICE "[energy]\nbits = 64\n"
						      "esu = 14\n"
						      "core_start = "
						      "0x1FFFFFFFF\n"
						      "pkg_start = "
						      "0x700000000\n");
	uint64_t count;

	UNUSED(state);
	/* Time 2^-10 s, energy 2^-14 J; message 30h has no power unit. */
	assert_int_equal(get(m, 0x30, 0), 10 << 16 | 14 << 8);
	set(m, 0x31, machine_apicid(m, 3));
	count = (uint64_t)words[1] << 32 | words[0];
	/* 5 W for 1 s. */
	assert_int_equal(count, UINT64_C(0x1FFFFFFFF) + UINT64_C(5) * 16384);
	set(m, 0x32, 0);
	count = (uint64_t)words[1] << 32 | words[0];
	assert_int_equal(count, UINT64_C(0x700000000) + UINT64_C(40) * 16384);
	refuse(m, 0x31, 2);
	free(m);
}

static void rails_range_and_ccd_power_are_read(void **state)
{
	struct machine *m =
		tiny_machine(NULL, VENICE "[load]\ncore 2-3 = constant 1\n");

	UNUSED(state);
	/* 20 + 2 x 5 + 2 x 9 W = 48 W, of which 94 %. */
	assert_int_equal(get(m, 0x1B, 0), 45120);
	assert_int_equal(get(m, 0x1C, 0), 3000u << 16 | 1000);
	/* CCDs of two cores. */
	assert_int_equal(get(m, 0x34, machine_apicid(m, 0)), 10000);
	assert_int_equal(get(m, 0x34, machine_apicid(m, 1)), 10000);
	assert_int_equal(get(m, 0x34, machine_apicid(m, 2)), 18000);
	assert_int_equal(get(m, 0x34, machine_apicid(m, 3)), 18000);
	refuse(m, 0x34, machine_apicid(m, 4));
	assert_int_equal(get(m, 0x35, 0), 0);
	free(m);
	m = tiny_machine(NULL, VENICE "[thermal]\nprochot_c = 30\n");
	assert_int_equal(get(m, 0x35, 0), 1);
	free(m);
}

static void the_table_s_place_and_version_are_told(void **state)
{
	struct machine *m = tiny_machine(NULL, VENICE);
	uint64_t first;

	UNUSED(state);
	assert_int_equal(get(m, 0x23, 0), 0x00700000);
	set(m, 0x24, 0);
	assert_int_equal(words[0], 0);
	set(m, 0x25, 0);
	first = (uint64_t)words[1] << 32 | words[0];
	assert_int_equal(words[2], 13852);
	assert_int_equal(machine_hsmp(m, 1, 0x25, words, S), HSMP_STATUS_OK);
	/* Sockets don't share theirs. */
	assert_true(((uint64_t)words[1] << 32 | words[0]) >= first + 13852);
	free(m);
	m = tiny_machine(NULL, "[hsmp]\nprotocol = 6\nmetric_table = 6");
	set(m, 0x25, 0);
	assert_int_equal(words[2], 0);
	free(m);
}

/* What a set-get message takes, refuses, and reads before and after. */
static void settings_are_kept_within_their_ranges(void **state)
{
	static const struct {
		uint32_t id;
		uint32_t initial;
		uint32_t good;
		uint32_t bad[3];
	} cases[] = {
		/* Widths 0 to 2, lowest first. */
		{ 0x0C, 0x002, 0x101, { 0x100, 0x003, 0x201 } },
		/* DF P-states 0 to 2; the highest has the lower number. */
		{ 0x22, 0x200, 0x101, { 0x001, 0x300, 0x102 } },
		{ 0x26, 0x100, 0x101, { 0x001, 0x200, 0x002 } },
		{ 0x21, 0, 5, { 6, 7, 1 << 3 } },
		{ 0x27, 0, 1, { 2, 3, 0x100 } },
		{ 0x28, 1, 0, { 2, 3, 0x100 } },
		{ 0x29, 1, 0, { 2, 3, 0x100 } },
		{ 0x2A, 1, 0, { 2, 3, 0x100 } },
		{ 0x3A, 2400000, 150000, { 0, 2400001, 0x7FFFFFFF } },
	};
	struct machine *m = tiny_machine(NULL, VENICE);

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint32_t id = cases[i].id;

		assert_int_equal(get(m, id, HSMP_GET_BIT), cases[i].initial);
		for (size_t b = 0; b < 3; b++)
			refuse(m, id, cases[i].bad[b]);
		assert_int_equal(get(m, id, HSMP_GET_BIT), cases[i].initial);
		set(m, id, cases[i].good);
		assert_int_equal(get(m, id, HSMP_GET_BIT), cases[i].good);
		/* Another socket has its own. */
		words[0] = HSMP_GET_BIT;
		assert_int_equal(machine_hsmp(m, 1, id, words, S),
				 HSMP_STATUS_OK);
		assert_int_equal(words[0], cases[i].initial);
	}
	free(m);
}

static void power_modes_depend_on_the_family(void **state)
{
	struct machine *m = tiny_machine(NULL, "[machine]\nmodel = 17\n"
					       "[hsmp]\nprotocol = 5");

	UNUSED(state);
	refuse(m, 0x21, 4);
	set(m, 0x21, 3);
	assert_int_equal(get(m, 0x21, HSMP_GET_BIT), 3);
	free(m);
	m = tiny_machine(NULL, VENICE);
	/* The parameters of modes 4 and 5 are kept as they are. */
	set(m, 0x21, 0x12345 << 3 | 4);
	assert_int_equal(get(m, 0x21, HSMP_GET_BIT), 0x12345 << 3 | 4);
	free(m);
}

static void widths_and_rates_that_are_only_set(void **state)
{
	struct machine *m = tiny_machine(NULL, "[hsmp]\nprotocol = 5");

	UNUSED(state);
	set(m, 0x1F, 1 << 8 | 2);
	refuse(m, 0x1F, 2 << 8 | 1);
	refuse(m, 0x1F, 3);
	refuse(m, 0x1F, HSMP_GET_BIT);
	/* Each answer is the rate before. */
	assert_int_equal(get(m, 0x20, 2), 0);
	assert_int_equal(get(m, 0x20, 1), 2);
	refuse(m, 0x20, 3);
	assert_int_equal(get(m, 0x20, 0), 1);
	free(m);
}

static void mi300a_has_one_dpm_level_less_and_nbios_can_be_more(void **state)
{
	struct machine *m =
		tiny_machine(NULL, "[hsmp]\nprotocol = 6\nnbios = 6");

	UNUSED(state);
	assert_int_equal(get(m, 0x13, 5 << 16), 2 << 8);
	refuse(m, 0x13, 6 << 16);
	refuse(m, 0x12, 5 << 16 | 3 << 8);
	set(m, 0x12, 5 << 16 | 2 << 8 | 1);
	assert_int_equal(get(m, 0x13, 5 << 16), 2 << 8 | 1);
	free(m);
}

static void xgmi_needs_a_second_socket(void **state)
{
	struct machine *m =
		tiny_machine(NULL, "[machine]\nfamily = 26\nmodel = 2\n"
				   "[hsmp]\nprotocol = 7\nlinks = P1 G0\n");

	UNUSED(state);
	assert_int_equal(send(m, 0x26, HSMP_GET_BIT), HSMP_STATUS_PREREQ);
	assert_int_equal(send(m, 0x1E, 1 << 12 | 1), HSMP_STATUS_PREREQ);
	free(m);
}

static void a_floor_limit_is_of_a_core_or_of_all(void **state)
{
	struct machine *m = tiny_machine(NULL, VENICE);
	uint32_t id1 = machine_apicid(m, 1), id3 = machine_apicid(m, 3);

	UNUSED(state);
	assert_int_equal(get(m, 0x38, 2u << 30 | id1 << 16), 1000);
	set(m, 0x38, id1 << 16 | 1600);
	assert_int_equal(get(m, 0x38, 2u << 30 | id1 << 16), 1600);
	assert_int_equal(get(m, 0x38, 2u << 30 | id3 << 16), 1000);
	/* The clock begins at the floor: 1600 + half of 1400 MHz. */
	assert_int_equal(machine_core_khz(m, 1, S), 2300000);
	set(m, 0x38, 1u << 30 | 1800);
	assert_int_equal(get(m, 0x38, 2u << 30 | id3 << 16), 1800);
	/* In effect is no more than the limit: a boost limit here. */
	set(m, HSMP_SET_BOOST_LIMIT, id3 << 16 | 1500);
	assert_int_equal(get(m, 0x38, 2u << 30 | id3 << 16), 1800);
	assert_int_equal(get(m, 0x38, 3u << 30 | id3 << 16), 1500);
	assert_int_equal(get(m, 0x38, 3u << 30 | id1 << 16), 1800);
	refuse(m, 0x38, 2u << 30 | 2 << 16);
	refuse(m, 0x38, id1 << 16 | 999);
	refuse(m, 0x38, 1u << 30 | 3001);
	free(m);
}

static void floor_apic_ids_have_twelve_bits(void **state)
{
	struct machine *m = tiny_machine(NULL, VENICE);

	UNUSED(state);
	/* Bits 29:28 lie between the operation and the APIC id. */
	assert_int_equal(get(m, 0x38, 2u << 30 | 3u << 28 | 5 << 16), 1000);
	free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			each_platform_knows_its_messages_and_no_others),
		cmocka_unit_test(firmware_and_message_table_agree_on_platforms),
		cmocka_unit_test(
			capability_maps_follow_the_message_table_s_kinds),
		cmocka_unit_test(capabilities_can_be_missing),
		cmocka_unit_test(without_a_table_its_messages_are_unknown),
		cmocka_unit_test(unknown_protocols_are_something_all_the_same),
		cmocka_unit_test(energy_by_mailbox_is_that_of_the_registers),
		cmocka_unit_test(rails_range_and_ccd_power_are_read),
		cmocka_unit_test(the_table_s_place_and_version_are_told),
		cmocka_unit_test(settings_are_kept_within_their_ranges),
		cmocka_unit_test(power_modes_depend_on_the_family),
		cmocka_unit_test(widths_and_rates_that_are_only_set),
		cmocka_unit_test(
			mi300a_has_one_dpm_level_less_and_nbios_can_be_more),
		cmocka_unit_test(xgmi_needs_a_second_socket),
		cmocka_unit_test(a_floor_limit_is_of_a_core_or_of_all),
		cmocka_unit_test(floor_apic_ids_have_twelve_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
