// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Every message over the mailbox
 *
 * What is sent is compared with 44 bytes that are put together from a list
 * typed from the specification. Sweeps over all messages are repeated with
 * each of their calls failing.
 */
#include <errno.h>
#include <string.h>

#include "tests/unit/hw/hsmp_expected.h"
#include "tests/unit/hw/hsmp_rig.h"

/* Of 55 messages, 8 only write: 05 08 09 0E 12 1F 20 39. */
#define N_READS 47

/* An argument with bits in each byte but those that say get or set. */
#define ARG 0x00345678

static bool reads(const struct expected_msg *e)
{
	return strchr(e->gens, 'G') || strchr(e->gens, 'B');
}

static bool is_set_get(const struct expected_msg *e)
{
	return strchr(e->gens, 'B');
}

/* The message as it lies in memory: little endian, packed to 4. */
static void message_bytes(const struct expected_msg *e, uint8_t bytes[44])
{
	memset(bytes, 0, 44);
	bytes[0] = (uint8_t)e->id;
	bytes[4] = (uint8_t)e->num_args;
	bytes[6] = (uint8_t)e->response_sz;
	if (e->num_args) {
		bytes[8] = 0x78;
		bytes[9] = 0x56;
		bytes[10] = 0x34;
	}
	if (is_set_get(e))
		bytes[11] = 0x80;
	bytes[40] = 1;
}

static void expect(struct rig *rig, const struct expected_msg *e, int err)
{
	const uint32_t answer[HSMP_MAX_WORDS] = {
		11, 22, 33, 44, 55, 66, 77, 88
	};
	struct hsmp_message msg;
	uint8_t bytes[44];

	message_bytes(e, bytes);
	memcpy(&msg, bytes, sizeof(msg));
	mock_expect(rig->f->m, &msg, err, answer);
}

/* hsmp_get(), which must leave the words alone when it fails. */
static int get(struct rig *rig, unsigned int id, uint32_t words[HSMP_MAX_WORDS])
{
	uint32_t before[HSMP_MAX_WORDS];
	int r;

	memset(words, 0x5C, sizeof(before));
	memcpy(before, words, sizeof(before));
	r = hsmp_get(rig->h, 1, (enum hsmp_id)id, ARG, words);
	assert_true(r <= 0);
	if (r < 0)
		assert_memory_equal(words, before, sizeof(before));
	return r;
}

static void check_answer(const struct expected_msg *e, const uint32_t *words)
{
	for (unsigned int i = 0; i < HSMP_MAX_WORDS; i++)
		assert_int_equal(words[i],
				 i < e->response_sz ? 11 * (i + 1) : 0);
}

static void each_message_is_sent_as_its_44_bytes(void **state)
{
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];
	unsigned int sent = 0;

	for (size_t i = 0; i < ARRAY_SIZE(expected_msgs); i++) {
		const struct expected_msg *e = &expected_msgs[i];

		if (!reads(e)) {
			assert_int_equal(get(rig, e->id, words), -EPERM);
			continue;
		}
		expect(rig, e, 0);
		assert_int_equal(get(rig, e->id, words), 0);
		check_answer(e, words);
		sent++;
	}
	assert_int_equal(sent, N_READS);
	assert_int_equal(ioctls(rig), sent);
	/* All through one descriptor. */
	assert_int_equal(opens(rig), 1);
}

static void what_is_no_message_is_never_sent(void **state)
{
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	for (unsigned int id = 0; id < 300; id++) {
		bool known = false;

		for (size_t i = 0; i < ARRAY_SIZE(expected_msgs); i++)
			known |= expected_msgs[i].id == id;
		if (!known)
			assert_int_equal(get(rig, id, words), -ENOMSG);
	}
	assert_int_equal(opens(rig), 0);
}

static void each_message_tells_each_errno(void **state)
{
	static const struct {
		int err;
		int told;
		unsigned int tries;
	} errors[] = {
		{ -EIO, -EIO, 1 },	 { -EREMOTEIO, -EREMOTEIO, 1 },
		{ -EBUSY, -EBUSY, 4 },	 { -EINTR, -EINTR, 4 },
		{ -EFAULT, -EFAULT, 1 }, { -EINVAL, -EINVAL, 1 },
		{ -ENOMSG, -ENOMSG, 1 }, { -EPERM, -ENOMSG, 1 },
		{ -ENODEV, -ENODEV, 1 }, { -ETIMEDOUT, -ETIMEDOUT, 1 },
		{ -ENOTTY, -ENOTTY, 1 },
	};
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	for (size_t i = 0; i < ARRAY_SIZE(expected_msgs); i++) {
		const struct expected_msg *e = &expected_msgs[i];

		for (size_t k = 0; reads(e) && k < ARRAY_SIZE(errors); k++) {
			/* 25h is tried in an older size, see test_hsmp_learn. */
			if (e->id == 0x25 && errors[k].err == -EINVAL)
				continue;
			hsmp_free(rig->h);
			assert_int_equal(hsmp_new(rig->f->hw, 2, &rig->h), 0);
			for (unsigned int n = 0; n < errors[k].tries; n++)
				expect(rig, e, errors[k].err);
			assert_int_equal(get(rig, e->id, words),
					 errors[k].told);
			assert_int_equal(
				hsmp_message_count(rig->h, (enum hsmp_id)e->id),
				errors[k].tries);
		}
	}
}

/* One sweep; returns the number of calls that failed. */
static unsigned int sweep(struct rig *rig)
{
	uint32_t words[HSMP_MAX_WORDS];
	unsigned int failures = 0;

	for (size_t i = 0; i < ARRAY_SIZE(expected_msgs); i++) {
		const struct expected_msg *e = &expected_msgs[i];

		if (!reads(e))
			continue;
		if (get(rig, e->id, words) < 0)
			failures++;
		else
			check_answer(e, words);
	}
	return failures;
}

/* The firmware that answers everything, for sweeps in which calls fail. */
static int answer_all(void *arg, struct hsmp_message *msg)
{
	unsigned int *sent = arg;

	(*sent)++;
	for (unsigned int i = 0; i < HSMP_MAX_WORDS; i++)
		msg->args[i] = 11 * (i + 1);
	return 0;
}

static void any_call_of_a_sweep_may_fail(void **state)
{
	/* Those after which the rest of the sweep goes on. */
	static const int errors[] = { -EIO, -EFAULT, -ENOMSG, -EPERM };
	struct rig *rig = *state;
	unsigned int sent = 0, failures, n = 0;

	mock_on_ioctl(rig->f->m, answer_all, &sent);
	for (size_t k = 0; k < ARRAY_SIZE(errors); k++) {
		for (n = 1;; n++) {
			hsmp_free(rig->h);
			assert_int_equal(hsmp_new(rig->f->hw, 2, &rig->h), 0);
			mock_fail_nth(rig->f->m, n, errors[k]);
			failures = sweep(rig);
			/* Without the node there is nothing at all. */
			if (n == 1)
				assert_int_equal(failures, N_READS);
			else
				assert_int_equal(failures,
						 mock_has_failed(rig->f->m));
			if (!mock_has_failed(rig->f->m))
				break;
			/* The one that failed is the only one that is lost. */
			mock_advance(rig->f->m, 3600 * S);
			assert_int_equal(sweep(rig), 0);
		}
		mock_fail_nth(rig->f->m, 0, 0);
		/* An open and the ioctls went well. */
		assert_int_equal(n, 1 + N_READS + 1);
	}
}

static void a_driver_that_is_lost_in_a_sweep_comes_back(void **state)
{
	static const int errors[] = { -ENODEV, -ETIMEDOUT, -ENOTTY, -EBADF };
	struct rig *rig = *state;
	unsigned int sent = 0;

	mock_on_ioctl(rig->f->m, answer_all, &sent);
	for (size_t k = 0; k < ARRAY_SIZE(errors); k++) {
		for (unsigned int n = 2; n <= 1 + N_READS; n++) {
			hsmp_free(rig->h);
			assert_int_equal(hsmp_new(rig->f->hw, 2, &rig->h), 0);
			mock_fail_nth(rig->f->m, n, errors[k]);
			(void)sweep(rig);
			assert_true(mock_has_failed(rig->f->m));
			mock_advance(rig->f->m, 3600 * S);
			/* What does not speak our ABI has to pass a test. */
			if (errors[k] != -ENOTTY)
				assert_int_equal(sweep(rig), 0);
			else
				assert_int_equal(sweep(rig), N_READS);
		}
	}
}

/* An old kernel's driver, or a firmware that knows nothing. */
static int refuse(void *arg, struct hsmp_message *msg)
{
	const int *err = arg;

	(void)msg;
	return *err;
}

static void what_is_unsupported_is_sent_once_an_hour(void **state)
{
	static int errors[] = { -ENOMSG, -EPERM };
	struct rig *rig = *state;

	for (size_t k = 0; k < ARRAY_SIZE(errors); k++) {
		hsmp_free(rig->h);
		assert_int_equal(hsmp_new(rig->f->hw, 2, &rig->h), 0);
		mock_on_ioctl(rig->f->m, refuse, &errors[k]);
		/* Every 10 s for 3 hours less a sweep. */
		for (unsigned int t = 0; t < 3 * 360; t++) {
			assert_int_equal(sweep(rig), N_READS);
			mock_advance(rig->f->m, 10 * S);
		}
		for (size_t i = 0; i < ARRAY_SIZE(expected_msgs); i++) {
			const struct expected_msg *e = &expected_msgs[i];

			assert_int_equal(
				hsmp_message_count(rig->h, (enum hsmp_id)e->id),
				reads(e) ? 3 : 0);
		}
	}
}

/* The driver of generation A: gets by their row, the rest as it does. */
static int generation_a(void *arg, struct hsmp_message *msg)
{
	(void)arg;
	if (msg->msg_id > 0x22)
		return -ENOMSG;
	for (size_t i = 0; i < ARRAY_SIZE(expected_msgs); i++)
		if (expected_msgs[i].id == msg->msg_id &&
		    expected_msgs[i].gens[0] == 'S')
			return -EPERM;
	msg->args[0] = 1;
	return 0;
}

static void an_old_kernel_lacks_the_gets_that_it_takes_for_sets(void **state)
{
	static const unsigned int sets[] = { 0x0C, 0x0D, 0x21, 0x22 };
	struct rig *rig = *state;
	uint32_t words[HSMP_MAX_WORDS];

	mock_on_ioctl(rig->f->m, generation_a, NULL);
	for (unsigned int t = 0; t < 5; t++) {
		for (size_t i = 0; i < ARRAY_SIZE(sets); i++)
			assert_int_equal(get(rig, sets[i], words), -ENOMSG);
		assert_int_equal(get(rig, 0x26, words), -ENOMSG);
		assert_int_equal(get(rig, 0x30, words), -ENOMSG);
		assert_int_equal(get(rig, 0x0F, words), 0);
	}
	for (size_t i = 0; i < ARRAY_SIZE(sets); i++)
		assert_int_equal(
			hsmp_supported(rig->h, 1, (enum hsmp_id)sets[i]),
			HSMP_SUPPORT_NO);
	assert_int_equal(hsmp_error_count(rig->h, HSMP_ERR_EPERM), 4);
	assert_int_equal(hsmp_error_count(rig->h, HSMP_ERR_ENOMSG), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		rig_test(each_message_is_sent_as_its_44_bytes),
		rig_test(what_is_no_message_is_never_sent),
		rig_test(each_message_tells_each_errno),
		rig_test(any_call_of_a_sweep_may_fail),
		rig_test(a_driver_that_is_lost_in_a_sweep_comes_back),
		rig_test(what_is_unsupported_is_sent_once_an_hour),
		rig_test(an_old_kernel_lacks_the_gets_that_it_takes_for_sets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
