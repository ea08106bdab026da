// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of what a driver answers
 *
 * The input is a program: bytes choose calls of the library, the passing of
 * time, and what the driver makes of each message. Whatever it answers, only
 * gets are sent, retries and back-offs are bounded, what is unsupported or was
 * rejected is not sent again within the hour, failures leave outputs alone,
 * fields stay inside their width and the counts add up.
 */
#include <errno.h>

#include "base/util.h"
#include "hw/hsmp.h"
#include "hw/hsmp_msgs.h"
#include "hw/hsmp_rapl.h"
#include "tests/fuzz/fuzz.h"
#include "tests/mock/mock.h"

#define MAX_CALLS 200
#define N_SOCKETS 2

/**
 * struct driver - The other side
 * @data:	Rest of the input
 * @size:	Its size
 * @ioctls:	Exchanges so far
 */
struct driver {
	const uint8_t *data;
	size_t size;
	uint64_t ioctls;
};

static uint8_t next_byte(struct driver *d)
{
	if (!d->size)
		return 0;
	d->size--;
	return *d->data++;
}

static int answer(void *arg, struct hsmp_message *msg)
{
	static const int errors[] = {
		0,	 0,	  0,	   0,	       -EBUSY, -EINTR,
		-EINVAL, -EIO,	  -ENODEV, -ENOMSG,    -EPERM, -EREMOTEIO,
		-ENOTTY, -EFAULT, -EBADE,  -ETIMEDOUT,
	};
	struct driver *d = arg;
	uint8_t what = next_byte(d);
	const struct hsmp_msg_desc *row;

	d->ioctls++;
	FUZZ_CHECK(msg->msg_id > 0 && msg->msg_id < HSMP_N_IDS);
	row = &hsmp_msgs[msg->msg_id];
	FUZZ_CHECK(row->kind == HSMP_KIND_GET ||
		   (row->kind == HSMP_KIND_SET_GET &&
		    msg->args[0] & HSMP_GET_BIT));
	FUZZ_CHECK(msg->num_args == row->num_args);
	FUZZ_CHECK(msg->response_sz == row->response_sz ||
		   (row->old_response_sz &&
		    msg->response_sz == row->old_response_sz));
	FUZZ_CHECK(msg->sock_ind < N_SOCKETS && msg->pad == 0);
	for (unsigned int i = row->num_args; i < HSMP_MAX_WORDS; i++)
		FUZZ_CHECK(msg->args[i] == 0);
	/* Mostly as the firmware does, so that probes pass. */
	if (what & 0x10)
		for (unsigned int i = 0; i < HSMP_MAX_WORDS; i++)
			msg->args[i] = next_byte(d) * UINT32_C(0x01010101);
	else
		msg->args[0]++;
	return errors[what % ARRAY_SIZE(errors)];
}

static void check_fields(const struct hsmp_msg_desc *row,
			 const uint32_t words[HSMP_MAX_WORDS])
{
	for (size_t i = 0; i < HSMP_MAX_FIELDS && row->fields[i].name; i++) {
		const struct hsmp_field *f = &row->fields[i];
		int64_t range = INT64_C(1) << f->width;
		int64_t value = hsmp_field_int(f, words);

		FUZZ_CHECK(hsmp_field_get(f, words) < range);
		FUZZ_CHECK(value < (f->is_signed ? range / 2 : range));
		FUZZ_CHECK(value >= (f->is_signed ? -range / 2 : 0));
		FUZZ_CHECK(((value - hsmp_field_get(f, words)) % range) == 0);
	}
}

static void get(struct hsmp *h, struct driver *d, unsigned int sock)
{
	unsigned int id = next_byte(d);
	uint32_t words[HSMP_MAX_WORDS], before[HSMP_MAX_WORDS];
	uint32_t arg = next_byte(d);
	uint64_t sent = d->ioctls;
	int r;

	memset(words, 0x5C, sizeof(words));
	memcpy(before, words, sizeof(words));
	r = hsmp_get(h, sock, (enum hsmp_id)id, arg, words);
	FUZZ_CHECK(r <= 0);
	FUZZ_CHECK(d->ioctls - sent <=
		   UINT64_C(1) * (1 + HSMP_RETRIES) *
			   (id == HSMP_GET_METRIC_TABLE_DRAM_ADDR ? 2 : 1));
	if (r < 0) {
		FUZZ_CHECK(memcmp(words, before, sizeof(words)) == 0);
		if (r != -ENOMSG && (r != -EINVAL || id == HSMP_TEST ||
				     !hsmp_msgs[id].num_args))
			return;
		/* Not again within the hour. */
		sent = d->ioctls;
		FUZZ_CHECK(hsmp_get(h, sock, (enum hsmp_id)id, arg, words) < 0);
		FUZZ_CHECK(d->ioctls == sent);
		if (r == -ENOMSG)
			FUZZ_CHECK(hsmp_supported(h, sock, (enum hsmp_id)id) ==
				   HSMP_SUPPORT_NO);
		return;
	}
	FUZZ_CHECK(sock < N_SOCKETS && d->ioctls > sent);
	FUZZ_CHECK(hsmp_get_state(h, sock) == HSMP_STATE_OK);
	FUZZ_CHECK(hsmp_supported(h, sock, (enum hsmp_id)id) ==
		   HSMP_SUPPORT_YES);
	for (unsigned int i = hsmp_msgs[id].response_sz; i < HSMP_MAX_WORDS;
	     i++)
		FUZZ_CHECK(words[i] == 0);
	check_fields(&hsmp_msgs[id], words);
}

static void energy(struct hsmp *h, struct driver *d, unsigned int sock)
{
	struct hsmp_rapl_units units = { 77, 77 };
	uint64_t raw = 77;

	if (hsmp_rapl_units(h, sock, &units) < 0)
		FUZZ_CHECK(units.energy == 77 && units.time == 77);
	else
		FUZZ_CHECK(units.energy < 32 && units.time < 16);
	if (hsmp_rapl_core(h, sock, next_byte(d) * 0x101u, &raw) < 0)
		FUZZ_CHECK(raw == 77);
	raw = 77;
	if (hsmp_rapl_pkg(h, sock, &raw) < 0)
		FUZZ_CHECK(raw == 77);
}

static void probe(struct hsmp *h, struct driver *d, unsigned int sock)
{
	uint64_t sent = d->ioctls;
	int r = hsmp_probe(h, sock);

	FUZZ_CHECK(r != 0);
	/* Test, protocol, firmware, capabilities. */
	FUZZ_CHECK(d->ioctls - sent <= UINT64_C(4) * (1 + HSMP_RETRIES));
	if (r > 0)
		FUZZ_CHECK(hsmp_get_state(h, sock) == HSMP_STATE_OK);
	if (r != -ETIMEDOUT && r != -EBADE)
		return;
	/* Nothing at all is sent during the second that follows. */
	sent = d->ioctls;
	FUZZ_CHECK(hsmp_probe(h, sock) < 0);
	FUZZ_CHECK(d->ioctls == sent);
}

static void call(struct mock *m, struct hsmp *h, struct driver *d)
{
	static const int open_errors[] = { 0, -ENOENT, -EACCES, -EMFILE };
	uint8_t what = next_byte(d);
	unsigned int sock = what >> 6;

	switch (what % 8) {
	case 6:
		hsmp_forget(h, sock);
		break;
	case 5:
		energy(h, d, sock);
		break;
	case 0:
		probe(h, d, sock);
		break;
	case 1:
		mock_advance(m, next_byte(d) * NSEC_PER_SEC / 4);
		break;
	case 2:
		mock_advance(m, UINT64_C(60) * next_byte(d) * NSEC_PER_SEC);
		break;
	case 3:
		mock_open_error(
			m, "dev/hsmp",
			open_errors[next_byte(d) % ARRAY_SIZE(open_errors)]);
		break;
	default:
		get(h, d, sock);
		break;
	}
}

static void check_counts(const struct hsmp *h, uint64_t ioctls)
{
	uint64_t by_socket = 0, by_id = 0, failed = 0;
	struct hsmp_counts counts;

	for (unsigned int s = 0; s < N_SOCKETS; s++) {
		hsmp_get_counts(h, s, &counts);
		by_socket += counts.messages;
		FUZZ_CHECK(counts.retries <= counts.messages);
		FUZZ_CHECK(counts.timeouts <= counts.messages);
	}
	for (unsigned int id = 0; id < HSMP_N_IDS; id++)
		by_id += hsmp_message_count(h, (enum hsmp_id)id);
	for (unsigned int e = 0; e < HSMP_N_ERRORS; e++)
		failed += hsmp_error_count(h, (enum hsmp_error)e);
	FUZZ_CHECK(by_socket == ioctls && by_id == ioctls);
	FUZZ_CHECK(failed <= ioctls);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct driver d = { .data = data, .size = size };
	struct mock *m = mock_new();
	struct hsmp *h = NULL;
	struct hw *hw = NULL;

	FUZZ_CHECK(m && mock_hw(m, &hw) == 0);
	mock_file(m, "dev/hsmp", "");
	mock_on_ioctl(m, answer, &d);
	FUZZ_CHECK(hsmp_new(hw, N_SOCKETS, &h) == 0);
	/* Milan, Turin, the platform that lists its messages, unknown ones. */
	hsmp_set_cpu(h, true, 0x19 + (size & 1), (size & 2) ? 0x50 : 0x01);
	for (unsigned int i = 0; i < MAX_CALLS && d.size; i++)
		call(m, h, &d);
	check_counts(h, d.ioctls);
	hsmp_free(h);
	hw_free(hw);
	FUZZ_CHECK(!mock_done(m));
	mock_free(m);
	return 0;
}
