// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What the firmware answers
 *
 * Expected words follow from the tiny machine (40 W at load 0.5) and the
 * messages' published layouts.
 */
#include "tests/unit/sim/model_fixture.h"

#include "hw/hsmp_abi.h"

#define S NSEC_PER_SEC
#define MS NSEC_PER_MSEC
#define FILL UINT32_C(0xA5A5A5A5)

static uint32_t words[HSMP_MAX_WORDS];

/* Sends a message at 1 s; the words behind the argument are recognisable. */
static uint8_t send(struct machine *m, uint32_t sock, uint32_t id, uint32_t arg)
{
	for (size_t i = 0; i < HSMP_MAX_WORDS; i++)
		words[i] = FILL;
	words[0] = arg;
	return machine_hsmp(m, sock, id, words, S);
}

static void expect_word(struct machine *m, uint32_t id, uint32_t arg,
			uint32_t word)
{
	assert_int_equal(send(m, 0, id, arg), HSMP_STATUS_OK);
	assert_int_equal(words[0], word);
	for (size_t i = 2; i < HSMP_MAX_WORDS; i++)
		assert_int_equal(words[i], FILL);
}

static void expect_status(struct machine *m, uint32_t id, uint32_t arg,
			  uint8_t status)
{
	assert_int_equal(send(m, 0, id, arg), status);
	/* Without a response, nothing is written. */
	assert_int_equal(words[0], arg);
	assert_int_equal(words[1], FILL);
}

static void gets_answer_with_the_model_s_values(void **state)
{
	struct machine *m = tiny_machine(NULL, "[hsmp]\n"
					       "smu_version = 0x2D5A07\n"
					       "[clock]\nfclk_mhz = 1467\n"
					       "mclk_mhz = 1600");

	UNUSED(state);
	expect_word(m, HSMP_TEST, 0xDEADBEEF, 0xDEADBEF0);
	expect_word(m, HSMP_TEST, UINT32_MAX, 0);
	expect_word(m, HSMP_GET_SMU_VER, 0, 0x2D5A07);
	expect_word(m, HSMP_GET_PROTO_VER, 0, 2);
	expect_word(m, HSMP_GET_SOCKET_POWER, 0, 40000);
	expect_word(m, HSMP_GET_SOCKET_POWER_LIMIT, 0, 2000000);
	expect_word(m, HSMP_GET_SOCKET_POWER_LIMIT_MAX, 0, 2400000);
	expect_word(m, HSMP_GET_BOOST_LIMIT, 4, 3000);
	expect_word(m, HSMP_GET_PROC_HOT, 0, 0);
	expect_word(m, HSMP_GET_FCLK_MCLK, 0, 1467);
	assert_int_equal(words[1], 1600);
	expect_word(m, HSMP_GET_CCLK_THROTTLE_LIMIT, 0, 3000);
	expect_word(m, HSMP_GET_C0_PERCENT, 0, 50);
	expect_word(m, HSMP_GET_NBIO_DPM_LEVEL, 0, 3 << 8);
	/* 1600 x 2 x 64 bytes = 204 GB/s, of which 37.5 %: 77 GB/s, 38 %. */
	expect_word(m, HSMP_GET_DDR_BANDWIDTH, 0, 204 << 20 | 77 << 8 | 38);
	free(m);
}

static void power_is_the_average_of_10_ms(void **state)
{
	/* 24 W until 1 s - 4 ms, then 56 W: 6 ms and 4 ms are 36.8 W. */
	struct machine *m = tiny_machine("all", "all = steps 0s:0 996ms:1");

	UNUSED(state);
	expect_word(m, HSMP_GET_SOCKET_POWER, 0, 36800);
	expect_word(m, HSMP_GET_C0_PERCENT, 0, 40);
	free(m);
}

static void the_average_does_not_reach_behind_a_change(void **state)
{
	struct machine *m = tiny_machine(NULL, "");
	struct load load = load_of("constant 1");

	UNUSED(state);
	machine_set_load(m, 0, 3, &load, S - 4 * MS);
	expect_word(m, HSMP_GET_SOCKET_POWER, 0, 56000);
	expect_word(m, HSMP_GET_C0_PERCENT, 0, 100);
	/* Nothing is left behind a change that happens now. */
	machine_set_uncore_w(m, 0, 0, S);
	expect_word(m, HSMP_GET_SOCKET_POWER, 0, 36000);
	expect_word(m, HSMP_GET_C0_PERCENT, 0, 100);
	free(m);
}

static void a_power_limit_is_kept_within_its_maximum(void **state)
{
	struct machine *m = tiny_machine(NULL, "[machine]\nsockets = 2");

	UNUSED(state);
	expect_status(m, HSMP_SET_SOCKET_POWER_LIMIT, 0, HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_SET_SOCKET_POWER_LIMIT, 2400001,
		      HSMP_STATUS_BAD_ARG);
	expect_word(m, HSMP_GET_SOCKET_POWER_LIMIT, 0, 2000000);
	expect_status(m, HSMP_SET_SOCKET_POWER_LIMIT, 2400000, HSMP_STATUS_OK);
	expect_word(m, HSMP_GET_SOCKET_POWER_LIMIT, 0, 2400000);
	expect_status(m, HSMP_SET_SOCKET_POWER_LIMIT, 1, HSMP_STATUS_OK);
	expect_word(m, HSMP_GET_SOCKET_POWER_LIMIT, 0, 1);
	assert_int_equal(send(m, 1, HSMP_GET_SOCKET_POWER_LIMIT, 0),
			 HSMP_STATUS_OK);
	assert_int_equal(words[0], 2000000);
	free(m);
}

static void a_boost_limit_is_set_for_the_core_with_that_apic_id(void **state)
{
	struct machine *m = tiny_machine(NULL, "[machine]\nsockets = 2\n"
					       "threads_per_core = 2");

	UNUSED(state);
	for (uint32_t cpu = 0; cpu < 16; cpu++) {
		uint32_t id = machine_apicid(m, cpu), core = cpu % 8;

		assert_int_equal(send(m, core / 4, HSMP_SET_BOOST_LIMIT,
				      id << 16 | (2000 + cpu)),
				 HSMP_STATUS_OK);
		/* Both threads ask about the same core. */
		for (uint32_t t = 0; t < 2; t++) {
			id = machine_apicid(m, core + 8 * t);
			assert_int_equal(
				send(m, core / 4, HSMP_GET_BOOST_LIMIT, id),
				HSMP_STATUS_OK);
			assert_int_equal(words[0], 2000 + cpu);
		}
	}
	/* The clock is capped: 1000 + (2011 - 1000) / 2 MHz. */
	assert_int_equal(machine_core_khz(m, 3, S), 1505500);
	/* The socket's limit is that of its least limited core. */
	expect_word(m, HSMP_GET_CCLK_THROTTLE_LIMIT, 0, 2011);
	free(m);
}

static void apic_ids_of_nobody_or_another_socket_are_refused(void **state)
{
	struct machine *m = tiny_machine(NULL, "[machine]\nsockets = 2\n"
					       "[hsmp]\nprotocol = 5");
	uint32_t other = machine_apicid(m, 4);

	UNUSED(state);
	/* Cores are 0, 1, 4, 5 in socket 0. */
	expect_status(m, HSMP_GET_BOOST_LIMIT, 2, HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_GET_BOOST_LIMIT, other, HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_GET_BOOST_LIMIT, UINT32_MAX, HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_GET_CCLK_CORE_LIMIT, 3, HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_SET_BOOST_LIMIT, 2 << 16 | 2000,
		      HSMP_STATUS_BAD_ARG);
	assert_int_equal(send(m, 1, HSMP_GET_BOOST_LIMIT, other),
			 HSMP_STATUS_OK);
	free(m);
}

static void boost_limits_stay_between_the_clocks(void **state)
{
	struct machine *m = tiny_machine(NULL, "[hsmp]\nprotocol = 5");

	UNUSED(state);
	expect_status(m, HSMP_SET_BOOST_LIMIT, 999, HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_SET_BOOST_LIMIT, 3001, HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_SET_BOOST_LIMIT_SOCKET, 999, HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_SET_BOOST_LIMIT_SOCKET, 3001,
		      HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_SET_BOOST_LIMIT_SOCKET, 1000, HSMP_STATUS_OK);
	expect_word(m, HSMP_GET_BOOST_LIMIT, 0, 1000);
	expect_word(m, HSMP_GET_BOOST_LIMIT, 5, 1000);
	expect_word(m, HSMP_GET_CCLK_CORE_LIMIT, 5, 1000);
	expect_status(m, HSMP_SET_BOOST_LIMIT, 5 << 16 | 3000, HSMP_STATUS_OK);
	expect_word(m, HSMP_GET_CCLK_CORE_LIMIT, 5, 3000);
	expect_word(m, HSMP_GET_CCLK_CORE_LIMIT, 4, 1000);
	free(m);
}

static void prochot_limits_every_clock(void **state)
{
	struct machine *m = tiny_machine(NULL, "[hsmp]\nprotocol = 5\n"
					       "[thermal]\nprochot_c = 30");

	UNUSED(state);
	expect_word(m, HSMP_GET_PROC_HOT, 0, 1);
	expect_word(m, HSMP_GET_CCLK_THROTTLE_LIMIT, 0, 1000);
	expect_word(m, HSMP_GET_CCLK_CORE_LIMIT, 0, 1000);
	expect_word(m, HSMP_GET_BOOST_LIMIT, 0, 3000);
	free(m);
}

static void temperature_has_eighths_and_saturates(void **state)
{
	static const char four[] = "[hsmp]\nprotocol = 4\n[thermal]\n";
	static const struct {
		const char *keys;
		uint32_t word;
	} cases[] = {
		/* 28 + 40 W x 0.25 = 38, 38.16, 38.92 degC */
		{ "c_per_w = 0.25", 38 << 8 },
		{ "c_per_w = 0.254", 38 << 8 | 1 << 5 },
		{ "c_per_w = 0.273", 38 << 8 | 7 << 5 },
		{ "c_per_w = 10", 255 << 8 | 7 << 5 },
		{ "ambient_c = -30\nc_per_w = 0", 0 },
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct machine *m;
		char add[128];

		(void)snprintf(add, sizeof(add), "%s%s", four, cases[i].keys);
		m = tiny_machine(NULL, add);
		expect_word(m, HSMP_GET_TEMP_MONITOR, 0, cases[i].word);
		free(m);
	}
}

static void nbio_levels_are_kept_one_by_one(void **state)
{
	struct machine *m = tiny_machine(NULL, "");

	UNUSED(state);
	expect_status(m, HSMP_GET_NBIO_DPM_LEVEL, 4 << 16, HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_SET_NBIO_DPM_LEVEL, 4 << 16 | 2 << 8 | 1,
		      HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_SET_NBIO_DPM_LEVEL, 1 << 16 | 4 << 8 | 1,
		      HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_SET_NBIO_DPM_LEVEL, 1 << 16 | 1 << 8 | 2,
		      HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_SET_NBIO_DPM_LEVEL, 1 << 16 | 2 << 8 | 1,
		      HSMP_STATUS_OK);
	expect_word(m, HSMP_GET_NBIO_DPM_LEVEL, 1 << 16, 2 << 8 | 1);
	expect_word(m, HSMP_GET_NBIO_DPM_LEVEL, 2 << 16, 3 << 8);
	free(m);
}

static void xgmi_needs_two_sockets(void **state)
{
	struct machine *m = tiny_machine(NULL, "");

	UNUSED(state);
	expect_status(m, HSMP_SET_XGMI_LINK_WIDTH, 2, HSMP_STATUS_PREREQ);
	expect_status(m, HSMP_SET_XGMI_LINK_WIDTH, HSMP_GET_BIT,
		      HSMP_STATUS_PREREQ);
	free(m);
	m = tiny_machine(NULL, "[machine]\nsockets = 2");
	expect_word(m, HSMP_SET_XGMI_LINK_WIDTH, HSMP_GET_BIT, 2);
	expect_status(m, HSMP_SET_XGMI_LINK_WIDTH, 1 << 8 | 0,
		      HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_SET_XGMI_LINK_WIDTH, 3, HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_SET_XGMI_LINK_WIDTH, 1 << 8 | 1, HSMP_STATUS_OK);
	expect_word(m, HSMP_SET_XGMI_LINK_WIDTH, HSMP_GET_BIT, 1 << 8 | 1);
	free(m);
}

static void the_fabric_s_p_state_is_locked_and_released(void **state)
{
	struct machine *m = tiny_machine(NULL, "");

	UNUSED(state);
	expect_word(m, HSMP_SET_DF_PSTATE, HSMP_GET_BIT, 0);
	expect_status(m, HSMP_SET_DF_PSTATE, 3, HSMP_STATUS_BAD_ARG);
	expect_status(m, HSMP_SET_DF_PSTATE, 2, HSMP_STATUS_OK);
	expect_word(m, HSMP_SET_DF_PSTATE, HSMP_GET_BIT, 1 << 8 | 2);
	expect_status(m, HSMP_SET_AUTO_DF_PSTATE, 0, HSMP_STATUS_OK);
	expect_word(m, HSMP_SET_DF_PSTATE, HSMP_GET_BIT, 0);
	free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gets_answer_with_the_model_s_values),
		cmocka_unit_test(power_is_the_average_of_10_ms),
		cmocka_unit_test(the_average_does_not_reach_behind_a_change),
		cmocka_unit_test(a_power_limit_is_kept_within_its_maximum),
		cmocka_unit_test(
			a_boost_limit_is_set_for_the_core_with_that_apic_id),
		cmocka_unit_test(
			apic_ids_of_nobody_or_another_socket_are_refused),
		cmocka_unit_test(boost_limits_stay_between_the_clocks),
		cmocka_unit_test(prochot_limits_every_clock),
		cmocka_unit_test(temperature_has_eighths_and_saturates),
		cmocka_unit_test(nbio_levels_are_kept_one_by_one),
		cmocka_unit_test(xgmi_needs_two_sockets),
		cmocka_unit_test(the_fabric_s_p_state_is_locked_and_released),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
