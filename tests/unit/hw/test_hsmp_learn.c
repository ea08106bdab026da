// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What a mailbox learns: arguments, versions, what is there
 */
#include <errno.h>
#include <string.h>

#include "tests/unit/hw/hsmp_expected.h"
#include "tests/unit/hw/hsmp_rig.h"

static int get_power(struct rig *rig)
{
	uint32_t words[HSMP_MAX_WORDS];

	return hsmp_get(rig->h, 0, HSMP_GET_SOCKET_POWER, 0, words);
}

/* GET_BOOST_LIMIT of an APIC id. */
#define BOOST(apicid, ...)                                                    \
	{                                                                     \
		.id = 0x0A, .num_args = 1, .response_sz = 1, .arg = (apicid), \
		__VA_ARGS__                                                   \
	}

static int get_boost(struct rig *rig, uint32_t apicid)
{
	uint32_t words[HSMP_MAX_WORDS];

	return hsmp_get(rig->h, 0, HSMP_GET_BOOST_LIMIT, apicid, words);
}

static void einval_is_remembered_for_its_argument_alone(void **state)
{
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	expect_steps(rig->f->m, BOOST(77, .err = -EINVAL),
		     BOOST(2, .out = { 3500 }));
	for (int i = 0; i < 3; i++)
		assert_int_equal(get_boost(rig, 77), -EINVAL);
	assert_int_equal(get_boost(rig, 2), 0);
	/* Nor for another message, nor for another socket. */
	expect_steps(rig->f->m,
		     { .id = 0x1A,
		       .num_args = 1,
		       .response_sz = 1,
		       .arg = 77,
		       .out = { 1 } },
		     BOOST(77, .sock = 1, .out = { 1 }));
	assert_int_equal(
		hsmp_get(rig->h, 0, HSMP_GET_CCLK_CORE_LIMIT, 77, words), 0);
	assert_int_equal(hsmp_get(rig->h, 1, HSMP_GET_BOOST_LIMIT, 77, words),
			 0);
	mock_advance(rig->f->m, 3600 * S - 1);
	assert_int_equal(get_boost(rig, 77), -EINVAL);
	assert_int_equal(hsmp_error_count(rig->h, HSMP_ERR_EINVAL), 1);
	mock_advance(rig->f->m, 1);
	expect_steps(rig->f->m, BOOST(77, .err = -EINVAL));
	assert_int_equal(get_boost(rig, 77), -EINVAL);
	assert_int_equal(get_boost(rig, 77), -EINVAL);
}

static void of_rejected_arguments_the_oldest_is_forgotten(void **state)
{
	struct rig *rig = *state;

	for (uint32_t i = 0; i <= HSMP_MAX_REJECTED; i++) {
		expect_steps(rig->f->m, BOOST(i, .err = -EINVAL));
		assert_int_equal(get_boost(rig, i), -EINVAL);
	}
	for (uint32_t i = 1; i <= HSMP_MAX_REJECTED; i++)
		assert_int_equal(get_boost(rig, i), -EINVAL);
	expect_steps(rig->f->m, BOOST(0, .err = -EINVAL));
	assert_int_equal(get_boost(rig, 0), -EINVAL);
}

static void einval_without_an_argument_is_not_remembered(void **state)
{
	struct rig *rig = *state;

	expect_steps(rig->f->m, POWER(.err = -EINVAL), POWER(.err = -EINVAL),
		     TEST(.err = -EINVAL), TEST(.err = -EINVAL));
	assert_int_equal(get_power(rig), -EINVAL);
	assert_int_equal(get_power(rig), -EINVAL);
	/* Nor is that of the test, or nobody would ever probe again. */
	assert_int_equal(hsmp_probe(rig->h, 0), -EINVAL);
	assert_int_equal(hsmp_probe(rig->h, 0), -EINVAL);
}

static void what_failed_can_be_forgotten(void **state)
{
	struct rig *rig = *state;

	expect_steps(rig->f->m, BOOST(77, .err = -EINVAL),
		     POWER(.err = -ENOMSG));
	assert_int_equal(get_boost(rig, 77), -EINVAL);
	assert_int_equal(get_power(rig), -ENOMSG);
	hsmp_forget(rig->h, 1);
	hsmp_forget(rig->h, 2);
	assert_int_equal(get_boost(rig, 77), -EINVAL);
	hsmp_forget(rig->h, 0);
	expect_steps(rig->f->m, BOOST(77, .out = { 1 }), POWER(.out = { 1 }));
	assert_int_equal(get_boost(rig, 77), 0);
	assert_int_equal(get_power(rig), 0);
}

static void an_old_driver_gives_the_table_address_without_size(void **state)
{
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	/* The newest takes three words, others exactly two. */
	expect_steps(rig->f->m,
		     { .id = 0x25, .response_sz = 3, .out = { 0x1000, 1 } });
	assert_int_equal(
		hsmp_get(rig->h, 0, HSMP_GET_METRIC_TABLE_DRAM_ADDR, 0, words),
		0);
	expect_steps(rig->f->m,
		     { .id = 0x25, .response_sz = 3, .err = -EINVAL },
		     { .id = 0x25, .response_sz = 2, .out = { 0x1000, 1 } });
	assert_int_equal(
		hsmp_get(rig->h, 0, HSMP_GET_METRIC_TABLE_DRAM_ADDR, 0, words),
		0);
	assert_int_equal(words[0], 0x1000);
	assert_int_equal(words[1], 1);
	assert_int_equal(words[2], 0);
}

/* Messages 37h for gets. */
#define CMDS(...)                                                      \
	{                                                              \
		.id = 0x37, .num_args = 1, .response_sz = 3, .arg = 1, \
		__VA_ARGS__                                            \
	}

static void a_probe_learns_protocol_and_firmware(void **state)
{
	struct rig *rig = *state;

	hsmp_set_cpu(rig->h, true, 0x19, 0x01);
	assert_int_equal(hsmp_get_proto(rig->h, 0), 0);
	assert_int_equal(hsmp_get_smu_version(rig->h, 0), 0);
	assert_int_equal(hsmp_get_platform(rig->h, 0), HSMP_N_PLATFORMS);
	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 2 }), SMU());
	assert_int_equal(hsmp_probe(rig->h, 0), 2);
	assert_int_equal(hsmp_get_proto(rig->h, 0), 2);
	assert_int_equal(hsmp_get_smu_version(rig->h, 0), 0x2D5A07);
	assert_int_equal(hsmp_get_platform(rig->h, 0), HSMP_PLATFORM_MILAN);
	/* The other socket was not asked; a third one does not exist. */
	assert_int_equal(hsmp_get_proto(rig->h, 1), 0);
	assert_int_equal(hsmp_get_proto(rig->h, 2), 0);
	assert_int_equal(hsmp_get_smu_version(rig->h, 2), 0);
	assert_int_equal(hsmp_get_platform(rig->h, 2), HSMP_N_PLATFORMS);
	/* The firmware's version does not change. */
	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 2 }));
	assert_int_equal(hsmp_probe(rig->h, 0), 2);
}

static void a_probe_survives_a_firmware_without_a_version(void **state)
{
	struct rig *rig = *state;

	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 5 }), SMU(.err = -EIO));
	assert_int_equal(hsmp_probe(rig->h, 0), 5);
	assert_int_equal(hsmp_get_smu_version(rig->h, 0), 0);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_OK);
	/* But not the loss of the mailbox. */
	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 5 }), SMU(.err = -ETIMEDOUT));
	assert_int_equal(hsmp_probe(rig->h, 0), -ETIMEDOUT);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_BACKING_OFF);
}

static void the_firmwares_own_list_is_asked_where_it_may_be(void **state)
{
	static const struct {
		uint32_t family;
		uint32_t model;
		uint32_t proto;
		bool asked;
	} cases[] = {
		{ 0x19, 0x01, 2, false }, { 0x19, 0x11, 5, false },
		{ 0x19, 0x90, 6, false }, { 0x1A, 0x02, 7, false },
		{ 0x1A, 0x50, 7, true },  { 0x1A, 0x80, 8, true },
		{ 0x19, 0x01, 3, false }, { 0x1A, 0x90, 7, true },
	};
	struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hsmp *h = NULL;

		assert_int_equal(hsmp_new(rig->f->hw, 1, &h), 0);
		hsmp_set_cpu(h, true, cases[i].family, cases[i].model);
		expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
			     PROTO(.out = { cases[i].proto }), SMU());
		if (cases[i].asked)
			expect_steps(rig->f->m, CMDS(.err = -ENOMSG));
		assert_int_equal(hsmp_probe(h, 0), cases[i].proto);
		assert_null(
			strstr(hsmp_state_name(hsmp_get_state(h, 0)), "off"));
		hsmp_free(h);
	}
}

static void the_firmwares_own_list_decides(void **state)
{
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	hsmp_set_cpu(rig->h, true, 0x1A, 0x50);
	/* 01h to 04h and 15h; 37h. Not 06h, which the matrix has. */
	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 7 }), SMU(),
		     CMDS(.out = { 0x0020001E, 0x00800000 }));
	assert_int_equal(hsmp_probe(rig->h, 0), 7);
	assert_int_equal(hsmp_supported(rig->h, 0, HSMP_GET_SOCKET_POWER_LIMIT),
			 HSMP_SUPPORT_NO);
	assert_int_equal(hsmp_supported(rig->h, 0, HSMP_GET_TEMP_MONITOR),
			 HSMP_SUPPORT_YES);
	assert_int_equal(
		hsmp_get(rig->h, 0, HSMP_GET_SOCKET_POWER_LIMIT, 0, words),
		-ENOMSG);
	expect_steps(rig->f->m,
		     { .id = 0x15, .response_sz = 1, .out = { 0x2F00 } });
	assert_int_equal(hsmp_get(rig->h, 0, HSMP_GET_TEMP_MONITOR, 0, words),
			 0);
	/* Once known it is not asked again. */
	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 7 }));
	assert_int_equal(hsmp_probe(rig->h, 0), 7);
}

static void a_list_that_denies_itself_is_ignored(void **state)
{
	struct rig *rig = *state;

	hsmp_set_cpu(rig->h, true, 0x1A, 0x50);
	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 7 }), SMU(),
		     CMDS(.out = { 0x0000001E, 0 }));
	assert_int_equal(hsmp_probe(rig->h, 0), 7);
	assert_int_equal(hsmp_supported(rig->h, 0, HSMP_GET_SOCKET_POWER_LIMIT),
			 HSMP_SUPPORT_YES);
}

static void what_a_platform_lacks_is_never_sent(void **state)
{
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	hsmp_set_cpu(rig->h, true, 0x19, 0x01);
	/* Before a probe nobody knows. */
	assert_int_equal(hsmp_supported(rig->h, 0, HSMP_GET_TEMP_MONITOR),
			 HSMP_SUPPORT_PROBE);
	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 2 }), SMU());
	assert_int_equal(hsmp_probe(rig->h, 0), 2);
	for (size_t i = 0; i < ARRAY_SIZE(expected_msgs); i++) {
		const struct expected_msg *e = &expected_msgs[i];

		if (e->platforms[0] == 'y') {
			assert_int_equal(
				hsmp_supported(rig->h, 0, (enum hsmp_id)e->id),
				HSMP_SUPPORT_YES);
			continue;
		}
		assert_int_equal(hsmp_supported(rig->h, 0, (enum hsmp_id)e->id),
				 HSMP_SUPPORT_NO);
		assert_int_equal(
			hsmp_get(rig->h, 0, (enum hsmp_id)e->id, 0, words),
			strchr(e->gens, 'G') || strchr(e->gens, 'B') ? -ENOMSG
								     : -EPERM);
	}
	assert_int_equal(ioctls(rig), 3);
	assert_int_equal(hsmp_supported(rig->h, 2, HSMP_TEST), HSMP_SUPPORT_NO);
	assert_int_equal(hsmp_supported(rig->h, 0, HSMP_N_IDS),
			 HSMP_SUPPORT_NO);
}

static void one_try_tells_on_an_unknown_platform(void **state)
{
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	/* Milan's model with a protocol that is nobody's. */
	hsmp_set_cpu(rig->h, true, 0x19, 0x01);
	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 3 }), SMU());
	assert_int_equal(hsmp_probe(rig->h, 0), 3);
	assert_int_equal(hsmp_supported(rig->h, 0, HSMP_GET_RAPL_UNITS),
			 HSMP_SUPPORT_PROBE);
	expect_steps(rig->f->m,
		     { .id = 0x30, .response_sz = 1, .err = -ENOMSG },
		     POWER(.out = { 1 }));
	assert_int_equal(hsmp_get(rig->h, 0, HSMP_GET_RAPL_UNITS, 0, words),
			 -ENOMSG);
	assert_int_equal(get_power(rig), 0);
	assert_int_equal(hsmp_supported(rig->h, 0, HSMP_GET_RAPL_UNITS),
			 HSMP_SUPPORT_NO);
	assert_int_equal(hsmp_supported(rig->h, 0, HSMP_GET_SOCKET_POWER),
			 HSMP_SUPPORT_YES);
	/* An hour later it is worth a try again. */
	mock_advance(rig->f->m, 3600 * S);
	assert_int_equal(hsmp_supported(rig->h, 0, HSMP_GET_RAPL_UNITS),
			 HSMP_SUPPORT_PROBE);
}

static void another_driver_is_learnt_anew(void **state)
{
	struct rig *rig = *state;

	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 5 }), SMU(), POWER(.err = -ENODEV));
	assert_int_equal(hsmp_probe(rig->h, 0), 5);
	assert_int_equal(get_power(rig), -ENODEV);
	assert_int_equal(hsmp_get_smu_version(rig->h, 0), 0);
	mock_advance(rig->f->m, S);
	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 5 }),
		     { .id = 0x02, .response_sz = 1, .out = { 0x2D5B00 } });
	assert_int_equal(hsmp_probe(rig->h, 0), 5);
	assert_int_equal(hsmp_get_smu_version(rig->h, 0), 0x2D5B00);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		rig_test(einval_is_remembered_for_its_argument_alone),
		rig_test(of_rejected_arguments_the_oldest_is_forgotten),
		rig_test(einval_without_an_argument_is_not_remembered),
		rig_test(what_failed_can_be_forgotten),
		rig_test(an_old_driver_gives_the_table_address_without_size),
		rig_test(a_probe_learns_protocol_and_firmware),
		rig_test(a_probe_survives_a_firmware_without_a_version),
		rig_test(the_firmwares_own_list_is_asked_where_it_may_be),
		rig_test(the_firmwares_own_list_decides),
		rig_test(a_list_that_denies_itself_is_ignored),
		rig_test(what_a_platform_lacks_is_never_sent),
		rig_test(one_try_tells_on_an_unknown_platform),
		rig_test(another_driver_is_learnt_anew),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
