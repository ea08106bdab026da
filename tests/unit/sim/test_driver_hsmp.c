// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The HSMP driver's order of checks, errno and bytes
 *
 * Expectations are those of drivers/platform/x86/amd/hsmp/hsmp.c of the newest
 * mainline: the id's range, the open mode, a reserved id, num_args,
 * response_sz, the socket; then the mailbox. Messages are given by their
 * numbers, not by our constants.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

#include "sim/driver_hsmp.h"
#include "tests/unit/sim/fixture.h"

#define GET_BIT 0x80000000

/* Messages by their numbers: a get 0/1, a set 1/0, a set-or-get 1/1. */
enum {
	GET_POWER = 0x04,
	SET_LIMIT = 0x05,
	XGMI_WIDTH = 0x0C,
	RESERVED = 0x2B,
	N_SOCKETS = 2,
	SOCKETS = 0x3,
};

static const struct check {
	const char *what;
	int accmode;
	uint32_t id;
	uint16_t num_args;
	uint16_t response_sz;
	uint16_t sock;
	uint32_t arg;
	int result;
} checks[] = {
	/* clang-format off */
	{ "a get", O_RDONLY, GET_POWER, 0, 1, 0, 0, 0 },
	{ "a get on the last socket", O_RDONLY, GET_POWER, 0, 1, 1, 0, 0 },
	{ "a get, read-write", O_RDWR, GET_POWER, 0, 1, 0, 0, 0 },
	{ "a get, write-only", O_WRONLY, GET_POWER, 0, 1, 0, 0, -EPERM },
	{ "a get, mode 3", O_ACCMODE, GET_POWER, 0, 1, 0, 0, -EPERM },
	{ "a set, read-only", O_RDONLY, SET_LIMIT, 1, 0, 0, 1, -EPERM },
	{ "a set, write-only", O_WRONLY, SET_LIMIT, 1, 0, 0, 1, 0 },
	{ "a set, read-write", O_RDWR, SET_LIMIT, 1, 0, 0, 1, 0 },
	{ "a set, mode 3", O_ACCMODE, SET_LIMIT, 1, 0, 0, 1, -EPERM },
	{ "get of a set-or-get", O_RDONLY, XGMI_WIDTH, 1, 1, 0, GET_BIT, 0 },
	{ "set of a set-or-get, read-only",
		O_RDONLY, XGMI_WIDTH, 1, 1, 0, 2, -EPERM },
	{ "get of a set-or-get, write-only",
		O_WRONLY, XGMI_WIDTH, 1, 1, 0, GET_BIT, -EPERM },
	{ "set of a set-or-get, write-only",
		O_WRONLY, XGMI_WIDTH, 1, 1, 0, 2, 0 },
	{ "set of a set-or-get without a response",
		O_RDWR, XGMI_WIDTH, 1, 0, 0, 2, 0 },

	{ "id 0", O_RDWR, 0, 0, 0, 0, 0, -ENOMSG },
	{ "the first id behind the table", O_RDWR, 0x3D, 0, 0, 0, 0, -ENOMSG },
	{ "the largest id", O_RDWR, UINT32_MAX, 0, 0, 0, 0, -ENOMSG },
	{ "reserved", O_RDWR, RESERVED, 0, 0, 0, 0, -ENOMSG },
	{ "too many arguments", O_RDONLY, GET_POWER, 1, 1, 0, 0, -EINVAL },
	{ "too few arguments", O_RDWR, SET_LIMIT, 0, 0, 0, 0, -EINVAL },
	{ "too many responses", O_RDONLY, GET_POWER, 0, 2, 0, 0, -EINVAL },
	{ "fewer responses than there are",
		O_RDONLY, GET_POWER, 0, 0, 0, 0, 0 },
	{ "the first socket behind the last",
		O_RDONLY, GET_POWER, 0, 1, N_SOCKETS, 0, -ENODEV },
	{ "the largest socket", O_RDONLY, GET_POWER, 0, 1, 0xFFFF, 0, -ENODEV },

	{ "id before mode: read-only", O_RDONLY, 0x3D, 0, 0, 0, 0, -ENOMSG },
	{ "id before mode: write-only",
		O_WRONLY, 0, 0, 0, 0, 0, -ENOMSG },
	{ "id before mode: mode 3", O_ACCMODE, 0, 0, 0, 0, 0, -ENOMSG },
	{ "id before num_args", O_RDWR, 0x3D, 9, 0, 0, 0, -ENOMSG },
	{ "id before response_sz", O_RDWR, 0x3D, 0, 9, 0, 0, -ENOMSG },
	{ "id before socket", O_RDWR, 0x3D, 0, 0, 9, 0, -ENOMSG },
	{ "mode before reserved", O_RDONLY, RESERVED, 0, 0, 0, 0, -EPERM },
	{ "a reserved id is not a get",
		O_WRONLY, RESERVED, 0, 0, 0, 0, -ENOMSG },
	{ "mode before num_args: set", O_RDONLY, SET_LIMIT, 0, 0, 0, 0, -EPERM },
	{ "mode before num_args: get", O_WRONLY, GET_POWER, 1, 1, 0, 0, -EPERM },
	{ "mode before response_sz: set",
		O_RDONLY, SET_LIMIT, 1, 1, 0, 0, -EPERM },
	{ "mode before response_sz: get",
		O_WRONLY, GET_POWER, 0, 2, 0, 0, -EPERM },
	{ "mode before socket: set", O_RDONLY, SET_LIMIT, 1, 0, 9, 0, -EPERM },
	{ "mode before socket: get", O_WRONLY, GET_POWER, 0, 1, 9, 0, -EPERM },
	{ "reserved before num_args", O_RDWR, RESERVED, 1, 0, 0, 0, -ENOMSG },
	{ "reserved before response_sz", O_RDWR, RESERVED, 0, 1, 0, 0, -ENOMSG },
	{ "reserved before socket", O_RDWR, RESERVED, 0, 0, 9, 0, -ENOMSG },
	{ "num_args before socket", O_RDWR, SET_LIMIT, 0, 0, 9, 0, -EINVAL },
	{ "response_sz before socket", O_RDWR, GET_POWER, 0, 2, 9, 0, -EINVAL },
	/* clang-format on */
};

static void checks_come_in_the_drivers_order(void **state)
{
	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(checks); i++) {
		const struct check *c = &checks[i];
		struct hsmp_message msg = {
			.msg_id = c->id,
			.num_args = c->num_args,
			.response_sz = c->response_sz,
			.args = { c->arg },
			.sock_ind = c->sock,
		};
		int r = hsmp_driver_check(HSMP_GEN_D, c->accmode, &msg,
					  SOCKETS);

		if (r != c->result)
			fail_msg("%s: %d instead of %d", c->what, r, c->result);
	}
}

static void statuses_become_these_errnos(void **state)
{
	static const struct {
		uint8_t status;
		int result;
	} rows[] = {
		{ 0x00, -ETIMEDOUT }, { 0x01, 0 },	 { 0x02, -EIO },
		{ 0x7F, -EIO },	      { 0xFB, -EIO },	 { 0xFC, -EBUSY },
		{ 0xFD, -EREMOTEIO }, { 0xFE, -ENOMSG }, { 0xFF, -EINVAL },
	};
	static const uint32_t words[HSMP_MAX_WORDS] = { 0x11111111 };

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct hsmp_message msg = { .msg_id = GET_POWER,
					    .response_sz = 1 };

		assert_int_equal(
			hsmp_driver_finish(&msg, rows[i].status, words),
			rows[i].result);
		assert_int_equal(msg.args[0], rows[i].result ? 0 : 0x11111111);
	}
}

static void only_as_many_words_return_as_were_asked_for(void **state)
{
	static const uint32_t words[HSMP_MAX_WORDS] = {
		1, 2, 3, 4, 5, 6, 7, 8
	};
	struct hsmp_message msg = {
		.msg_id = 0x0F,
		.response_sz = 1,
		.args = { 91, 92, 93, 94, 95, 96, 97, 98 },
	};

	UNUSED(state);
	assert_int_equal(hsmp_driver_finish(&msg, 0x01, words), 0);
	assert_int_equal(msg.args[0], 1);
	for (uint32_t i = 1; i < HSMP_MAX_WORDS; i++)
		assert_int_equal(msg.args[i], 91 + i);
}

static void arguments_beyond_num_args_do_not_reach_the_mailbox(void **state)
{
	struct hsmp_message msg = {
		.num_args = 2,
		.args = { 1, 2, 3, 4, 5, 6, 7, 8 },
	};
	uint32_t words[HSMP_MAX_WORDS];

	UNUSED(state);
	hsmp_driver_arguments(&msg, words);
	assert_int_equal(words[0], 1);
	assert_int_equal(words[1], 2);
	for (int i = 2; i < HSMP_MAX_WORDS; i++)
		assert_int_equal(words[i], 0);
}

static void a_message_without_response_is_not_written_back(void **state)
{
	struct hsmp_message get = { .msg_id = GET_POWER };
	struct hsmp_message set = { .msg_id = SET_LIMIT };
	struct hsmp_message both = { .msg_id = XGMI_WIDTH };

	UNUSED(state);
	assert_true(hsmp_driver_copies_back(HSMP_GEN_D, &get));
	assert_false(hsmp_driver_copies_back(HSMP_GEN_D, &set));
	assert_true(hsmp_driver_copies_back(HSMP_GEN_D, &both));
}

/* The 44 bytes of a message, as the kernel lays them out. */
#define BYTES 44

static int exchange_bytes(struct sim *sim, int accmode, uint8_t bytes[BYTES])
{
	struct waiter me = { .waits = &sim->waits };
	struct hsmp_message msg;
	int r;

	assert_int_equal(sizeof(msg), BYTES);
	memcpy(&msg, bytes, BYTES);
	r = serve_hsmp(sim, &me, fixture_node(sim, "dev/hsmp"), accmode, &msg);
	memcpy(bytes, &msg, BYTES);
	return r;
}

static void the_test_message_returns_its_argument_plus_one(void **state)
{
	uint8_t bytes[BYTES] = { 0x01, 0,    0,	   0,	 1,    0,   1,
				 0,    0xEF, 0xBE, 0xAD, 0xDE, 0x55 };
	const uint8_t want[BYTES] = { 0x01, 0,	  0,	0,    1,    0,	 1,
				      0,    0xF0, 0xBE, 0xAD, 0xDE, 0x55 };
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	assert_int_equal(exchange_bytes(sim, O_RDONLY, bytes), 0);
	assert_memory_equal(bytes, want, BYTES);
	sim_free(sim);
}

static void power_is_that_of_the_socket_that_was_asked(void **state)
{
	/* 0x04 on socket 1 (at offset 40); 64 W are 64000 mW, 0xFA00. */
	uint8_t bytes[BYTES] = { 0x04, 0, 0, 0, 0, 0, 1, 0, [40] = 1 };
	const uint8_t want[BYTES] = { 0x04, 0, 0,    0,	   0,	    0,
				      1,    0, 0x00, 0xFA, [40] = 1 };
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	fixture_command(sim, "load core 0-3 constant 1\nclock step 1s");
	assert_int_equal(exchange_bytes(sim, O_RDONLY, bytes), 0);
	assert_memory_equal(bytes, want, BYTES);
	sim_free(sim);
}

static void a_set_limit_is_read_back(void **state)
{
	/* 150 W are 150000 mW, 0x000249F0. */
	uint8_t set[BYTES] = { 0x05, 0, 0, 0, 1, 0, 0, 0, 0xF0, 0x49, 0x02 };
	uint8_t get[BYTES] = { 0x06, 0, 0, 0, 0, 0, 1, 0 };
	const uint8_t want[BYTES] = { 0x06, 0, 0,    0,	   0,	0,
				      1,    0, 0xF0, 0x49, 0x02 };
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	assert_int_equal(exchange_bytes(sim, O_RDONLY, set), -EPERM);
	assert_int_equal(exchange_bytes(sim, O_WRONLY, set), 0);
	assert_int_equal(exchange_bytes(sim, O_RDONLY, get), 0);
	assert_memory_equal(get, want, BYTES);
	sim_free(sim);
}

static void a_failure_leaves_the_message_alone(void **state)
{
	/* 0x0A, boost limit of an APIC id that no core has. */
	uint8_t bytes[BYTES] = { 0x0A, 0, 0, 0, 1, 0, 1, 0, 0xFF, 0xFF };
	uint8_t want[BYTES];
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	memcpy(want, bytes, BYTES);
	assert_int_equal(exchange_bytes(sim, O_RDONLY, bytes), -EINVAL);
	assert_memory_equal(bytes, want, BYTES);
	sim_free(sim);
}

static void faults_of_a_message_come_after_the_drivers_checks(void **state)
{
	uint8_t good[BYTES] = { 0x04, 0, 0, 0, 0, 0, 1, 0 };
	uint8_t bad[BYTES] = { 0x04, 0, 0, 0, 1, 0, 1, 0 };
	struct sim *sim = fixture_sim("[fault f]\n"
				      "target = hsmp:GET_SOCKET_POWER\n"
				      "errno = EBUSY\n"
				      "count = 1\n");

	UNUSED(state);
	assert_int_equal(exchange_bytes(sim, O_RDONLY, bad), -EINVAL);
	assert_int_equal(exchange_bytes(sim, O_RDONLY, good), -EBUSY);
	assert_int_equal(exchange_bytes(sim, O_RDONLY, good), 0);
	sim_free(sim);
}

static void a_firmware_status_becomes_its_errno(void **state)
{
	uint8_t bytes[BYTES] = { 0x04, 0, 0, 0, 0, 0, 1, 0, [40] = 1 };
	uint8_t other[BYTES] = { 0x04, 0, 0, 0, 0, 0, 1, 0 };
	struct sim *sim = fixture_sim("[fault f]\n"
				      "target = hsmp@1:*\n"
				      "status = 0xFD\n");

	UNUSED(state);
	assert_int_equal(exchange_bytes(sim, O_RDONLY, bytes), -EREMOTEIO);
	assert_int_equal(exchange_bytes(sim, O_RDONLY, other), 0);
	sim_free(sim);
}

static void nothing_waits_once_the_machine_stops(void **state)
{
	uint8_t bytes[BYTES] = { 0x04, 0, 0, 0, 0, 0, 1, 0 };
	struct sim *sim = fixture_sim("[fault f]\n"
				      "target = hsmp:*\n"
				      "latency_ms = 10000\n");

	UNUSED(state);
	sim_stop(sim);
	assert_int_equal(exchange_bytes(sim, O_RDONLY, bytes), -EINTR);
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(checks_come_in_the_drivers_order),
		cmocka_unit_test(statuses_become_these_errnos),
		cmocka_unit_test(only_as_many_words_return_as_were_asked_for),
		cmocka_unit_test(
			arguments_beyond_num_args_do_not_reach_the_mailbox),
		cmocka_unit_test(
			a_message_without_response_is_not_written_back),
		cmocka_unit_test(
			the_test_message_returns_its_argument_plus_one),
		cmocka_unit_test(power_is_that_of_the_socket_that_was_asked),
		cmocka_unit_test(a_set_limit_is_read_back),
		cmocka_unit_test(a_failure_leaves_the_message_alone),
		cmocka_unit_test(
			faults_of_a_message_come_after_the_drivers_checks),
		cmocka_unit_test(a_firmware_status_becomes_its_errno),
		cmocka_unit_test(nothing_waits_once_the_machine_stops),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
