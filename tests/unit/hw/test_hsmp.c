// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: HSMP exchanges
 *
 * The script holds each message to its 44 bytes; what the library must learn
 * from each errno is that of hw/hsmp.h.
 */
#include <errno.h>
#include <string.h>

#include "hw/hsmp.h"
#include "tests/unit/hw/hsmp_rig.h"

#define MS NSEC_PER_MSEC

/* Ask for the power of socket 0; the words must stay as they are on failure. */
static int get_power(struct rig *rig)
{
	uint32_t words[HSMP_MAX_WORDS], before[HSMP_MAX_WORDS];
	int r;

	memset(words, 0x5C, sizeof(words));
	memcpy(before, words, sizeof(words));
	r = hsmp_get(rig->h, 0, HSMP_GET_SOCKET_POWER, 0, words);
	if (r < 0)
		assert_memory_equal(words, before, sizeof(words));
	return r;
}

static void a_message_is_44_exact_bytes(void **state)
{
	/* GET_BOOST_LIMIT (0A) of APIC id 1234h on socket 1, little endian. */
	static const uint8_t bytes[44] = {
		[0] = 0x0A, [4] = 1, [6] = 1, [8] = 0x34, [9] = 0x12, [40] = 1,
	};
	const uint32_t answer[HSMP_MAX_WORDS] = { 3600, 7, 7, 7, 7, 7, 7, 7 };
	uint32_t words[HSMP_MAX_WORDS];
	struct hsmp_message msg;
	struct rig *rig = *state;

	assert_int_equal(sizeof(msg), sizeof(bytes));
	memcpy(&msg, bytes, sizeof(msg));
	mock_expect(rig->f->m, &msg, 0, answer);
	assert_int_equal(
		hsmp_get(rig->h, 1, HSMP_GET_BOOST_LIMIT, 0x1234, words), 0);
	assert_int_equal(words[0], 3600);
	/* Words that the row does not promise are not passed on. */
	for (size_t i = 1; i < HSMP_MAX_WORDS; i++)
		assert_int_equal(words[i], 0);
}

static void an_argument_that_a_message_lacks_is_not_sent(void **state)
{
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	expect_steps(rig->f->m,
		     { .id = 0x0F, .response_sz = 2, .out = { 1600, 1467 } });
	assert_int_equal(
		hsmp_get(rig->h, 0, HSMP_GET_FCLK_MCLK, 0xFFFFFFFF, words), 0);
	assert_int_equal(words[0], 1600);
	assert_int_equal(words[1], 1467);
}

static void a_set_get_is_sent_with_bit_31(void **state)
{
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	expect_steps(rig->f->m, { .id = 0x0C,
				  .num_args = 1,
				  .response_sz = 1,
				  .arg = 0x80000000,
				  .out = { 0x0002 } });
	assert_int_equal(
		hsmp_get(rig->h, 0, HSMP_SET_XGMI_LINK_WIDTH, 0, words), 0);
	assert_int_equal(words[0], 2);
}

static void sets_and_unknown_messages_are_never_sent(void **state)
{
	static const enum hsmp_id sets[] = {
		HSMP_SET_SOCKET_POWER_LIMIT, HSMP_SET_BOOST_LIMIT,
		HSMP_SET_BOOST_LIMIT_SOCKET, HSMP_SET_AUTO_DF_PSTATE,
		HSMP_SET_NBIO_DPM_LEVEL,
	};
	static const unsigned int unknown[] = { 0x00, 0x2B, 0x2F, 0x3D,
						0xFFFFFFFF };
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	for (size_t i = 0; i < ARRAY_SIZE(sets); i++)
		assert_int_equal(hsmp_get(rig->h, 0, sets[i], 0, words),
				 -EPERM);
	for (size_t i = 0; i < ARRAY_SIZE(unknown); i++)
		assert_int_equal(
			hsmp_get(rig->h, 0, (enum hsmp_id)unknown[i], 0, words),
			-ENOMSG);
	assert_int_equal(hsmp_get(rig->h, 2, HSMP_GET_SOCKET_POWER, 0, words),
			 -ENODEV);
	assert_int_equal(hsmp_probe(rig->h, 2), -ENODEV);
	assert_int_equal(opens(rig), 0);
}

static void a_probe_tests_then_asks_the_version(void **state)
{
	struct rig *rig = *state;

	assert_int_equal(hsmp_get_state(rig->h, 1), HSMP_STATE_UNKNOWN);
	expect_steps(rig->f->m, TEST(.sock = 1, .out = { 0xDEADBEF0 }),
		     PROTO(.sock = 1, .out = { 5 }), SMU(.sock = 1));
	assert_int_equal(hsmp_probe(rig->h, 1), 5);
	assert_int_equal(hsmp_get_state(rig->h, 1), HSMP_STATE_OK);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_UNKNOWN);
}

static void a_wrong_echo_is_a_mismatch_until_a_probe_passes(void **state)
{
	struct rig *rig = *state;

	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEEF }));
	assert_int_equal(hsmp_probe(rig->h, 0), -EBADE);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_DRIVER_MISMATCH);
	/* It backs off: 1 s, then 2 s. */
	assert_int_equal(hsmp_probe(rig->h, 0), -EAGAIN);
	assert_int_equal(get_power(rig), -EAGAIN);
	mock_advance(rig->f->m, 1 * S);
	/* Nobody but a probe talks to it. */
	assert_int_equal(get_power(rig), -EBADE);
	expect_steps(rig->f->m, TEST(.out = { 0 }));
	assert_int_equal(hsmp_probe(rig->h, 0), -EBADE);
	mock_advance(rig->f->m, 2 * S - 1);
	assert_int_equal(hsmp_probe(rig->h, 0), -EAGAIN);
	mock_advance(rig->f->m, 1);
	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 7 }), SMU(), POWER(.out = { 1 }));
	assert_int_equal(hsmp_probe(rig->h, 0), 7);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_OK);
	assert_int_equal(get_power(rig), 0);
}

static void a_version_of_zero_is_a_mismatch(void **state)
{
	struct rig *rig = *state;

	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 0 }));
	assert_int_equal(hsmp_probe(rig->h, 0), -EBADE);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_DRIVER_MISMATCH);
	mock_advance(rig->f->m, 1 * S);
	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 0x80000000 }));
	assert_int_equal(hsmp_probe(rig->h, 0), -EBADE);
}

static void a_plain_file_is_a_mismatch(void **state)
{
	struct rig *rig = *state;

	expect_steps(rig->f->m, TEST(.err = -ENOTTY));
	assert_int_equal(hsmp_probe(rig->h, 0), -ENOTTY);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_DRIVER_MISMATCH);
	assert_int_equal(hsmp_error_count(rig->h, HSMP_ERR_OTHER), 1);
	/* It is opened anew, since something else may have taken its place. */
	mock_advance(rig->f->m, 1 * S);
	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.out = { 2 }), SMU());
	assert_int_equal(hsmp_probe(rig->h, 0), 2);
	assert_int_equal(opens(rig), 2);
}

static void a_positive_result_is_a_mismatch(void **state)
{
	struct rig *rig = *state;

	/* What hw_ops.ioctl makes of one. */
	expect_steps(rig->f->m, POWER(.err = -EBADE));
	assert_int_equal(get_power(rig), -EBADE);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_DRIVER_MISMATCH);
	assert_int_equal(get_power(rig), -EAGAIN);
}

static void a_node_that_does_not_open_is_tried_once_a_second(void **state)
{
	static const struct {
		int err;
		enum hsmp_state state;
	} cases[] = {
		{ -ENOENT, HSMP_STATE_NO_DEVICE },
		{ -ENODEV, HSMP_STATE_NO_DEVICE },
		{ -ENXIO, HSMP_STATE_NO_DEVICE },
		{ -EACCES, HSMP_STATE_NO_PERMISSION },
		{ -EPERM, HSMP_STATE_NO_PERMISSION },
	};
	struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		mock_clear_log(rig->f->m);
		mock_open_error(rig->f->m, NODE, cases[i].err);
		assert_int_equal(get_power(rig), cases[i].err);
		assert_int_equal(hsmp_get_state(rig->h, 0), cases[i].state);
		assert_int_equal(get_power(rig), -EAGAIN);
		mock_advance(rig->f->m, S - 1);
		assert_int_equal(get_power(rig), -EAGAIN);
		assert_int_equal(hsmp_probe(rig->h, 0), -EAGAIN);
		assert_int_equal(opens(rig), 1);
		mock_advance(rig->f->m, 1);
	}
	mock_open_error(rig->f->m, NODE, 0);
	expect_steps(rig->f->m, POWER(.out = { 99 }));
	assert_int_equal(get_power(rig), 0);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_OK);
	/* Opening is no exchange. */
	for (int e = 0; e < HSMP_N_ERRORS; e++)
		assert_int_equal(hsmp_error_count(rig->h, (enum hsmp_error)e),
				 0);
}

static void a_full_descriptor_table_says_nothing_about_the_device(void **state)
{
	struct rig *rig = *state;

	mock_open_error(rig->f->m, NODE, -EMFILE);
	assert_int_equal(get_power(rig), -EMFILE);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_UNKNOWN);
}

static void on_another_processor_a_missing_node_is_no_wonder(void **state)
{
	struct rig *rig = *state;

	hsmp_set_cpu(rig->h, true, 0x17, 1);
	mock_open_error(rig->f->m, NODE, -ENOENT);
	assert_int_equal(get_power(rig), -ENOENT);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_UNSUPPORTED_CPU);
	hsmp_set_cpu(rig->h, true, 0x19, 1);
	mock_advance(rig->f->m, S);
	assert_int_equal(get_power(rig), -ENOENT);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_NO_DEVICE);
	hsmp_set_cpu(rig->h, false, 0x19, 1);
	mock_advance(rig->f->m, S);
	assert_int_equal(get_power(rig), -ENOENT);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_UNSUPPORTED_CPU);
}

static void busy_and_interrupted_are_retried_three_times(void **state)
{
	struct rig *rig = *state;
	struct hsmp_counts counts;

	expect_steps(rig->f->m, POWER(.err = -EBUSY), POWER(.err = -EINTR),
		     POWER(.err = -EBUSY), POWER(.out = { 150000 }));
	assert_int_equal(get_power(rig), 0);
	expect_steps(rig->f->m, POWER(.err = -EBUSY), POWER(.err = -EBUSY),
		     POWER(.err = -EBUSY), POWER(.err = -EBUSY));
	assert_int_equal(get_power(rig), -EBUSY);
	/* It answered, if only that it is busy. */
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_OK);
	expect_steps(rig->f->m, POWER(.err = -EINTR), POWER(.err = -EINTR),
		     POWER(.err = -EINTR), POWER(.err = -EINTR));
	assert_int_equal(get_power(rig), -EINTR);
	assert_int_equal(ioctls(rig), 12);
	hsmp_get_counts(rig->h, 0, &counts);
	assert_int_equal(counts.messages, 12);
	assert_int_equal(counts.retries, 9);
	assert_int_equal(counts.timeouts, 0);
	assert_int_equal(hsmp_error_count(rig->h, HSMP_ERR_EBUSY), 6);
	assert_int_equal(hsmp_error_count(rig->h, HSMP_ERR_EINTR), 5);
	assert_int_equal(hsmp_message_count(rig->h, HSMP_GET_SOCKET_POWER), 12);
	/* Nothing is remembered. */
	expect_steps(rig->f->m, POWER(.out = { 1 }));
	assert_int_equal(get_power(rig), 0);
}

static void a_retry_that_fails_otherwise_ends_the_retries(void **state)
{
	struct rig *rig = *state;

	expect_steps(rig->f->m, POWER(.err = -EBUSY), POWER(.err = -EIO));
	assert_int_equal(get_power(rig), -EIO);
	assert_int_equal(ioctls(rig), 2);
}

static void enomsg_is_remembered_for_an_hour(void **state)
{
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	expect_steps(rig->f->m, POWER(.err = -ENOMSG));
	assert_int_equal(get_power(rig), -ENOMSG);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(get_power(rig), -ENOMSG);
		mock_advance(rig->f->m, 700 * S);
	}
	assert_int_equal(ioctls(rig), 1);
	/* Other messages, and the other socket, are not concerned. */
	expect_steps(rig->f->m,
		     { .id = 0x10, .response_sz = 1, .out = { 3400 } },
		     POWER(.sock = 1, .out = { 5 }));
	assert_int_equal(
		hsmp_get(rig->h, 0, HSMP_GET_CCLK_THROTTLE_LIMIT, 0, words), 0);
	assert_int_equal(hsmp_get(rig->h, 1, HSMP_GET_SOCKET_POWER, 0, words),
			 0);
	/* 3500 s have gone. */
	mock_advance(rig->f->m, 100 * S - 1);
	assert_int_equal(get_power(rig), -ENOMSG);
	assert_int_equal(ioctls(rig), 3);
	mock_advance(rig->f->m, 1);
	expect_steps(rig->f->m, POWER(.out = { 7 }));
	assert_int_equal(get_power(rig), 0);
	assert_int_equal(hsmp_error_count(rig->h, HSMP_ERR_ENOMSG), 1);
}

static void eperm_on_a_get_is_unsupported_and_remembered(void **state)
{
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	/* An old driver takes the get of 0D for a set. */
	expect_steps(rig->f->m, { .id = 0x0D,
				  .num_args = 1,
				  .response_sz = 1,
				  .arg = 0x80000000,
				  .err = -EPERM });
	for (int i = 0; i < 3; i++)
		assert_int_equal(
			hsmp_get(rig->h, 0, HSMP_SET_DF_PSTATE, 0, words),
			-ENOMSG);
	assert_int_equal(ioctls(rig), 1);
	assert_int_equal(hsmp_error_count(rig->h, HSMP_ERR_EPERM), 1);
	assert_int_equal(hsmp_error_count(rig->h, HSMP_ERR_ENOMSG), 0);
}

static void eremoteio_and_eio_are_told_and_not_remembered(void **state)
{
	struct rig *rig = *state;

	expect_steps(rig->f->m, POWER(.err = -EREMOTEIO), POWER(.err = -EIO),
		     POWER(.err = -EFAULT), POWER(.out = { 1 }));
	assert_int_equal(get_power(rig), -EREMOTEIO);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_OK);
	assert_int_equal(get_power(rig), -EIO);
	assert_int_equal(get_power(rig), -EFAULT);
	assert_int_equal(get_power(rig), 0);
	assert_int_equal(hsmp_error_count(rig->h, HSMP_ERR_EREMOTEIO), 1);
	assert_int_equal(hsmp_error_count(rig->h, HSMP_ERR_EIO), 1);
	assert_int_equal(hsmp_error_count(rig->h, HSMP_ERR_OTHER), 1);
	assert_int_equal(opens(rig), 1);
}

static void timeouts_back_off_from_one_to_64_seconds(void **state)
{
	static const unsigned int seconds[] = {
		1, 2, 4, 8, 16, 32, 64, 64, 64
	};
	struct rig *rig = *state;
	struct hsmp_counts counts;

	mock_ioctl_takes(rig->f->m, 100 * MS);
	for (size_t i = 0; i < ARRAY_SIZE(seconds); i++) {
		expect_steps(rig->f->m, POWER(.err = -ETIMEDOUT));
		assert_int_equal(get_power(rig), -ETIMEDOUT);
		assert_int_equal(hsmp_get_state(rig->h, 0),
				 HSMP_STATE_DISABLED);
		assert_int_equal(get_power(rig), -EAGAIN);
		/* Counted from the end of the exchange. */
		mock_advance(rig->f->m, seconds[i] * S - 1);
		assert_int_equal(get_power(rig), -EAGAIN);
		mock_advance(rig->f->m, 1);
	}
	assert_int_equal(ioctls(rig), ARRAY_SIZE(seconds));
	hsmp_get_counts(rig->h, 0, &counts);
	assert_int_equal(counts.timeouts, ARRAY_SIZE(seconds));
	assert_int_equal(counts.latency_ns, ARRAY_SIZE(seconds) * 100 * MS);
	/* An answer ends it: the next time-out costs one second again. */
	expect_steps(rig->f->m, POWER(.out = { 1 }), POWER(.err = -ETIMEDOUT),
		     POWER(.out = { 1 }));
	assert_int_equal(get_power(rig), 0);
	assert_int_equal(get_power(rig), -ETIMEDOUT);
	/* Now it is known to have worked. */
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_BACKING_OFF);
	mock_advance(rig->f->m, 1 * S);
	assert_int_equal(get_power(rig), 0);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_OK);
}

static void one_socket_backs_off_alone(void **state)
{
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	expect_steps(rig->f->m, POWER(.err = -ETIMEDOUT),
		     POWER(.sock = 1, .out = { 3 }));
	assert_int_equal(get_power(rig), -ETIMEDOUT);
	assert_int_equal(hsmp_get(rig->h, 1, HSMP_GET_SOCKET_POWER, 0, words),
			 0);
	assert_int_equal(words[0], 3);
	/* Each has a descriptor of its own. */
	assert_int_equal(opens(rig), 2);
}

static void a_dead_mailbox_is_probed_with_the_same_back_off(void **state)
{
	struct rig *rig = *state;

	expect_steps(rig->f->m, TEST(.err = -ETIMEDOUT));
	assert_int_equal(hsmp_probe(rig->h, 0), -ETIMEDOUT);
	assert_int_equal(hsmp_probe(rig->h, 0), -EAGAIN);
	mock_advance(rig->f->m, S);
	expect_steps(rig->f->m, TEST(.out = { 0xDEADBEF0 }),
		     PROTO(.err = -ETIMEDOUT));
	assert_int_equal(hsmp_probe(rig->h, 0), -ETIMEDOUT);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_BACKING_OFF);
}

static void
enodev_reopens_the_node_and_forgets_what_was_unsupported(void **state)
{
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	expect_steps(rig->f->m, POWER(.out = { 1 }),
		     { .id = 0x15, .response_sz = 1, .err = -ENOMSG });
	assert_int_equal(get_power(rig), 0);
	assert_int_equal(hsmp_get(rig->h, 0, HSMP_GET_TEMP_MONITOR, 0, words),
			 -ENOMSG);
	mock_advance(rig->f->m, 10 * S);
	expect_steps(rig->f->m, POWER(.err = -ENODEV));
	assert_int_equal(get_power(rig), -ENODEV);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_NO_DEVICE);
	assert_int_equal(mock_count(rig->f->m, MOCK_CLOSE, NODE), 1);
	/* The next call opens it again, the one after only a second later. */
	expect_steps(rig->f->m, POWER(.err = -ENODEV));
	assert_int_equal(get_power(rig), -ENODEV);
	assert_int_equal(opens(rig), 2);
	assert_int_equal(get_power(rig), -EAGAIN);
	assert_int_equal(opens(rig), 2);
	mock_advance(rig->f->m, S);
	expect_steps(rig->f->m,
		     { .id = 0x15, .response_sz = 1, .out = { 0x2F00 } },
		     POWER(.out = { 2 }));
	assert_int_equal(hsmp_get(rig->h, 0, HSMP_GET_TEMP_MONITOR, 0, words),
			 0);
	assert_int_equal(get_power(rig), 0);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_OK);
	assert_int_equal(opens(rig), 3);
	assert_int_equal(hsmp_error_count(rig->h, HSMP_ERR_ENODEV), 2);
}

static void answers_need_no_second_open(void **state)
{
	struct rig *rig = *state;

	for (uint32_t i = 0; i < 50; i++) {
		expect_steps(rig->f->m, POWER(.out = { i }));
		assert_int_equal(get_power(rig), 0);
	}
	assert_int_equal(opens(rig), 1);
	assert_int_equal(mock_count(rig->f->m, MOCK_CLOSE, NULL), 0);
}

static void no_sockets_is_einval(void **state)
{
	struct rig *rig = *state;
	struct hsmp *h = NULL;

	assert_int_equal(hsmp_new(rig->f->hw, 0, &h), -EINVAL);
	assert_null(h);
	hsmp_free(NULL);
}

static void states_and_classes_have_names(void **state)
{
	(void)state;
	assert_string_equal(hsmp_state_name(HSMP_STATE_DISABLED),
			    "disabled-in-bios");
	assert_string_equal(hsmp_state_name(HSMP_STATE_NO_DEVICE), "no-device");
	assert_string_equal(hsmp_state_name(HSMP_STATE_NO_PERMISSION),
			    "no-permission");
	assert_string_equal(hsmp_state_name(HSMP_STATE_DRIVER_MISMATCH),
			    "driver-mismatch");
	assert_string_equal(hsmp_error_name(HSMP_ERR_ETIMEDOUT), "ETIMEDOUT");
	for (int i = 0; i < HSMP_N_STATES; i++)
		assert_non_null(hsmp_state_name((enum hsmp_state)i));
	for (int i = 0; i < HSMP_N_ERRORS; i++)
		assert_non_null(hsmp_error_name((enum hsmp_error)i));
}

static void a_socket_that_does_not_exist_has_no_counts(void **state)
{
	struct rig *rig = *state;
	struct hsmp_counts counts = { 1, 1, 1, 1 };

	hsmp_get_counts(rig->h, 2, &counts);
	assert_int_equal(counts.messages, 0);
	assert_int_equal(counts.latency_ns, 0);
	assert_int_equal(hsmp_get_state(rig->h, 2), HSMP_STATE_NO_DEVICE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		rig_test(a_message_is_44_exact_bytes),
		rig_test(an_argument_that_a_message_lacks_is_not_sent),
		rig_test(a_set_get_is_sent_with_bit_31),
		rig_test(sets_and_unknown_messages_are_never_sent),
		rig_test(a_probe_tests_then_asks_the_version),
		rig_test(a_wrong_echo_is_a_mismatch_until_a_probe_passes),
		rig_test(a_version_of_zero_is_a_mismatch),
		rig_test(a_plain_file_is_a_mismatch),
		rig_test(a_positive_result_is_a_mismatch),
		rig_test(a_node_that_does_not_open_is_tried_once_a_second),
		rig_test(a_full_descriptor_table_says_nothing_about_the_device),
		rig_test(on_another_processor_a_missing_node_is_no_wonder),
		rig_test(busy_and_interrupted_are_retried_three_times),
		rig_test(a_retry_that_fails_otherwise_ends_the_retries),
		rig_test(enomsg_is_remembered_for_an_hour),
		rig_test(eperm_on_a_get_is_unsupported_and_remembered),
		rig_test(eremoteio_and_eio_are_told_and_not_remembered),
		rig_test(timeouts_back_off_from_one_to_64_seconds),
		rig_test(one_socket_backs_off_alone),
		rig_test(a_dead_mailbox_is_probed_with_the_same_back_off),
		rig_test(
			enodev_reopens_the_node_and_forgets_what_was_unsupported),
		rig_test(answers_need_no_second_open),
		rig_test(no_sockets_is_einval),
		rig_test(states_and_classes_have_names),
		rig_test(a_socket_that_does_not_exist_has_no_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
