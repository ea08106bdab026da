// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The dialogue of a fetch with real reader threads on a scripted machine:
 * what is waited for, what is shared, what a sick mailbox costs, what a
 * client without trust sees. Runs under ThreadSanitizer too.
 */

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "pmda/collect/collect_internal.h"
#include "tests/unit/pmda/machine.h"

#define APICID_OF_CPU_3 66

/**
 * struct firmware - What the scripted mailbox does
 * @sent:	Messages so far, by id
 * @silent:	Answers nothing (the time-out itself is not waited for)
 * @slow_ms:	Takes so long for each message
 */
struct firmware {
	atomic_uint sent[HSMP_N_IDS];
	atomic_bool silent;
	atomic_uint slow_ms;
};

struct fixture {
	struct mock *mock;
	struct hw *hw;
	struct collect *c;
	struct firmware fw;
};

static void pause_ms(unsigned int ms)
{
	const struct timespec ts = {
		.tv_sec = ms / 1000,
		.tv_nsec = (long)(ms % 1000) * 1000000,
	};

	(void)nanosleep(&ts, NULL);
}

static int answer(void *arg, struct hsmp_message *msg)
{
	struct firmware *fw = arg;

	atomic_fetch_add(&fw->sent[msg->msg_id], 1);
	pause_ms(atomic_load(&fw->slow_ms));
	if (atomic_load(&fw->silent))
		return -ETIMEDOUT;
	switch (msg->msg_id) {
	case HSMP_TEST:
		msg->args[0]++;
		return 0;
	case HSMP_GET_PROTO_VER:
		msg->args[0] = 2;
		return 0;
	case HSMP_GET_SOCKET_POWER:
		msg->args[0] = 100000 + msg->sock_ind;
		return 0;
	case HSMP_GET_SOCKET_POWER_LIMIT_MAX:
		msg->args[0] = 280000;
		return 0;
	case HSMP_GET_BOOST_LIMIT:
		msg->args[0] = 3000 + msg->args[0];
		return 0;
	case HSMP_GET_FCLK_MCLK:
		msg->args[0] = 1600;
		msg->args[1] = 1467;
		return 0;
	default:
		return -ENOMSG;
	}
}

static int setup(void **state)
{
	static struct fixture f;

	memset(&f, 0, sizeof(f));
	f.mock = machine_new();
	assert_non_null(f.mock);
	mock_on_ioctl(f.mock, answer, &f.fw);
	assert_int_equal(mock_hw(f.mock, &f.hw), 0);
	assert_int_equal(collect_new(f.hw, &f.c), 0);
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	collect_free(f->c);
	assert_null(mock_done(f->mock));
	mock_free(f->mock);
	return 0;
}

static int fetch(struct fixture *f, struct grain *trusted, enum source src,
		 uint32_t index, union slot_data *ret)
{
	collect_begin(f->c, trusted);
	collect_want(f->c, src, index);
	(void)collect_wait(f->c, COLLECT_WAIT_NS);
	return collect_get(f->c, src, index, ret);
}

/* And wait until the timers have been served once, as a fetch does. */
static void start(struct fixture *f)
{
	assert_int_equal(collect_start(f->c), 0);
	collect_begin(f->c, NULL);
}

/* What is read off the fetch path comes when it comes. */
static void wait_for_sent(struct fixture *f, enum hsmp_id id, unsigned int n)
{
	for (unsigned int i = 0; i < 500; i++) {
		if (atomic_load(&f->fw.sent[id]) == n)
			return;
		pause_ms(10);
	}
	assert_int_equal(atomic_load(&f->fw.sent[id]), n);
}

static void a_fetch_waits_for_what_it_asked_for(void **state)
{
	struct fixture *f = *state;
	union slot_data data;

	start(f);
	assert_int_equal(fetch(f, NULL, SRC_POWER, 1, &data), 0);
	assert_int_equal(data.word[0], 100001);
	assert_int_equal(fetch(f, NULL, SRC_BOOST_LIMIT, 3, &data), 0);
	assert_int_equal(data.word[0], 3000 + APICID_OF_CPU_3);
	assert_int_equal(fetch(f, NULL, SRC_CUR_FREQ, 2, &data), 0);
	assert_int_equal(data.u64, 3400000);
	assert_int_equal(fetch(f, NULL, SRC_GOVERNOR, 0, &data), 0);
	assert_string_equal(data.text, "schedutil");
	assert_int_equal(fetch(f, NULL, SRC_C2_TIME, 0, &data), 0);
	assert_int_equal(data.u64, 123456);
}

static void what_nobody_asks_for_is_not_read(void **state)
{
	struct fixture *f = *state;
	union slot_data data;

	start(f);
	assert_int_equal(fetch(f, NULL, SRC_POWER, 0, &data), 0);
	assert_int_equal(atomic_load(&f->fw.sent[HSMP_GET_BOOST_LIMIT]), 0);
	assert_int_equal(atomic_load(&f->fw.sent[HSMP_GET_SOCKET_POWER]), 1);
	assert_int_equal(collect_get(f->c, SRC_POWER, 1, &data), -EAGAIN);
}

static void two_metrics_of_one_source_cost_one_message(void **state)
{
	struct fixture *f = *state;
	union slot_data data;

	start(f);
	collect_begin(f->c, NULL);
	collect_want(f->c, SRC_CLOCKS, 0);
	collect_want(f->c, SRC_CLOCKS, 0);
	assert_true(collect_wait(f->c, COLLECT_WAIT_NS));
	assert_int_equal(collect_get(f->c, SRC_CLOCKS, 0, &data), 0);
	assert_int_equal(data.word[0], 1600);
	assert_int_equal(data.word[1], 1467);
	assert_int_equal(atomic_load(&f->fw.sent[HSMP_GET_FCLK_MCLK]), 1);
}

static void configuration_is_read_every_ten_seconds(void **state)
{
	struct fixture *f = *state;
	union slot_data data;

	start(f);
	for (unsigned int i = 0; i < 10; i++) {
		assert_int_equal(fetch(f, NULL, SRC_BOOST_LIMIT, 0, &data), 0);
		mock_advance(f->mock, NSEC_PER_SEC / 2);
	}
	assert_int_equal(atomic_load(&f->fw.sent[HSMP_GET_BOOST_LIMIT]), 1);
	mock_advance(f->mock, 6 * NSEC_PER_SEC);
	assert_int_equal(fetch(f, NULL, SRC_BOOST_LIMIT, 0, &data), 0);
	wait_for_sent(f, HSMP_GET_BOOST_LIMIT, 2);
}

static void configuration_is_read_anew_off_the_fetch_path(void **state)
{
	struct fixture *f = *state;
	union slot_data data;
	struct timespec a, b;

	start(f);
	assert_int_equal(fetch(f, NULL, SRC_BOOST_LIMIT, 0, &data), 0);
	atomic_store(&f->fw.slow_ms, 400);
	mock_advance(f->mock, 12 * NSEC_PER_SEC);
	(void)clock_gettime(CLOCK_MONOTONIC, &a);
	assert_int_equal(fetch(f, NULL, SRC_BOOST_LIMIT, 0, &data), 0);
	(void)clock_gettime(CLOCK_MONOTONIC, &b);
	/* The message is under way; nobody waited for it. */
	assert_true((b.tv_sec - a.tv_sec) * 1000 +
			    (b.tv_nsec - a.tv_nsec) / 1000000 <
		    400);
	wait_for_sent(f, HSMP_GET_BOOST_LIMIT, 2);
	/* What is older than that is not served. */
	pause_ms(500);
	mock_advance(f->mock, 60 * NSEC_PER_SEC);
	atomic_store(&f->fw.slow_ms, 2500);
	assert_int_equal(fetch(f, NULL, SRC_BOOST_LIMIT, 0, &data), -EAGAIN);
	atomic_store(&f->fw.slow_ms, 0);
}

static void a_message_of_another_protocol_is_not_sent(void **state)
{
	struct fixture *f = *state;
	union slot_data data;

	start(f);
	/* 15h is protocol 4's alone, 1Ah came with 5; this is 2. */
	assert_int_equal(fetch(f, NULL, SRC_TEMP_MONITOR, 0, &data), -ENOMSG);
	assert_int_equal(fetch(f, NULL, SRC_CORE_CCLK_LIMIT, 0, &data),
			 -ENOMSG);
	assert_int_equal(atomic_load(&f->fw.sent[HSMP_GET_TEMP_MONITOR]), 0);
	assert_int_equal(atomic_load(&f->fw.sent[HSMP_GET_CCLK_CORE_LIMIT]), 0);
}

static void a_dead_mailbox_is_disabled_and_costs_fetches_nothing(void **state)
{
	struct fixture *f = *state;
	union slot_data data;
	unsigned int sent;

	atomic_store(&f->fw.silent, true);
	start(f);
	assert_int_equal(fetch(f, NULL, SRC_POWER, 0, &data), -EOPNOTSUPP);
	assert_int_equal(collect_mailbox_state(f->c, 0), HSMP_STATE_DISABLED);
	sent = atomic_load(&f->fw.sent[HSMP_TEST]);
	for (unsigned int i = 0; i < 20; i++)
		assert_int_equal(fetch(f, NULL, SRC_POWER, 0, &data),
				 -EOPNOTSUPP);
	assert_int_equal(atomic_load(&f->fw.sent[HSMP_GET_SOCKET_POWER]), 0);
	assert_int_equal(atomic_load(&f->fw.sent[HSMP_TEST]), sent);
	/* Energy is not concerned. */
	assert_int_equal(fetch(f, NULL, SRC_ENERGY_PKG, 0, &data), 0);
}

static void a_slow_mailbox_gives_again_and_fills_up_later(void **state)
{
	struct fixture *f = *state;
	union slot_data data;
	int r = -EAGAIN;

	start(f);
	assert_int_equal(fetch(f, NULL, SRC_POWER, 0, &data), 0);
	atomic_store(&f->fw.slow_ms, 2500);
	mock_advance(f->mock, NSEC_PER_SEC);
	/* Longer than a fetch may take; an old value is not served. */
	assert_int_equal(fetch(f, NULL, SRC_POWER, 0, &data), -EAGAIN);
	for (unsigned int i = 0; i < 500 && r == -EAGAIN; i++) {
		pause_ms(20);
		r = collect_get(f->c, SRC_POWER, 0, &data);
	}
	assert_int_equal(r, 0);
	atomic_store(&f->fw.slow_ms, 0);
}

static void set_pkg(struct fixture *f, uint64_t raw)
{
	mock_msr(f->mock, machine_msr(0), MSR_AMD_PKG_ENERGY_STATUS, raw, 0);
}

static void a_trusted_client_gets_a_fresh_sum_each_fetch(void **state)
{
	struct fixture *f = *state;
	struct grain trusted = { 0 };
	union slot_data data;

	start(f);
	for (uint64_t i = 0; i < 20; i++) {
		mock_advance(f->mock, 300 * NSEC_PER_MSEC);
		set_pkg(f, 65536 * (10 + i));
		assert_int_equal(fetch(f, &trusted, SRC_ENERGY_PKG, 0, &data),
				 0);
		assert_int_equal(data.u64, (10 + i) * 1000000);
	}
}

static void two_trusted_clients_do_not_see_each_other(void **state)
{
	struct fixture *f = *state;
	struct grain a = { 0 }, b = { 0 };
	union slot_data data;

	start(f);
	for (uint64_t i = 0; i < 20; i++) {
		mock_advance(f->mock, 250 * NSEC_PER_MSEC);
		set_pkg(f, 65536 * (10 + 2 * i));
		assert_int_equal(fetch(f, &b, SRC_ENERGY_PKG, 0, &data), 0);
		/* 50 ms later, a sample that is 50 ms old would be wrong. */
		mock_advance(f->mock, 50 * NSEC_PER_MSEC);
		set_pkg(f, 65536 * (11 + 2 * i));
		assert_int_equal(fetch(f, &a, SRC_ENERGY_PKG, 0, &data), 0);
		assert_int_equal(data.u64, (11 + 2 * i) * 1000000);
	}
}

static void a_trusted_context_that_alternates_gets_no_old_sum(void **state)
{
	struct fixture *f = *state;
	struct grain trusted = { 0 };
	union slot_data data;

	start(f);
	for (uint64_t i = 0; i < 10; i++) {
		mock_advance(f->mock, 400 * NSEC_PER_MSEC);
		assert_int_equal(fetch(f, &trusted, SRC_ENERGY_CORE, 0, &data),
				 0);
		/* The second fetch comes within the grain of the first. */
		mock_advance(f->mock, 20 * NSEC_PER_MSEC);
		set_pkg(f, 65536 * (10 + i));
		assert_int_equal(fetch(f, &trusted, SRC_ENERGY_PKG, 0, &data),
				 0);
		assert_int_equal(data.u64, (10 + i) * 1000000);
	}
}

static void others_see_a_new_sum_once_a_second(void **state)
{
	struct grain trusted = { 0 };
	struct fixture *f = *state;
	unsigned int changes = 0;
	union slot_data data;
	uint64_t last = 0;

	start(f);
	for (uint64_t i = 0; i < 100; i++) {
		mock_advance(f->mock, 100 * NSEC_PER_MSEC);
		set_pkg(f, 65536 * (10 + i));
		/* A trusted one beside it does not refine the grain. */
		assert_int_equal(fetch(f, &trusted, SRC_ENERGY_PKG, 0, &data),
				 0);
		assert_int_equal(fetch(f, NULL, SRC_ENERGY_PKG, 0, &data), 0);
		changes += data.u64 != last;
		last = data.u64;
	}
	/* Ten seconds: the first, and one a second, the last a bit early. */
	assert_in_range(changes, 10, 11);
}

static void a_cpu_that_goes_takes_its_core_along_and_sums_go_on(void **state)
{
	struct grain trusted = { 0 };
	struct fixture *f = *state;
	struct collect *next = NULL;
	union slot_data data;
	unsigned int sent;

	start(f);
	assert_int_equal(fetch(f, &trusted, SRC_ENERGY_CORE, 3, &data), 0);
	assert_int_equal(fetch(f, NULL, SRC_POWER, 1, &data), 0);
	sent = atomic_load(&f->fw.sent[HSMP_GET_SOCKET_POWER]);
	mock_file(f->mock, "sys/devices/system/cpu/online", "0,2-3\n");
	/* The timer looks once a second. */
	for (unsigned int i = 0; i < 100 && !collect_changed(f->c); i++) {
		mock_advance(f->mock, NSEC_PER_SEC / 10);
		pause_ms(50);
	}
	assert_true(collect_changed(f->c));
	assert_int_equal(collect_successor(f->c, &next), 0);
	f->c = next;
	assert_int_equal(collect_topology(f->c)->n_cores, 3);
	assert_int_equal(collect_topology(f->c)->n_online, 3);
	/* Mailbox counters go on. */
	assert_true(hsmp_message_count(f->c->hsmp, HSMP_GET_SOCKET_POWER) >=
		    sent);
	/* CPU 3 is core 2 now; its sum is what it was, and goes on. */
	mock_advance(f->mock, NSEC_PER_SEC);
	mock_msr(f->mock, machine_msr(3), MSR_AMD_CORE_ENERGY_STATUS,
		 1000 + 65536, 0);
	assert_int_equal(fetch(f, &trusted, SRC_ENERGY_CORE, 2, &data), 0);
	assert_int_equal(data.u64, 1015258);
}

static void a_change_that_cannot_be_read_leaves_the_old_one(void **state)
{
	struct fixture *f = *state;
	struct collect *next = NULL;
	union slot_data data;

	start(f);
	mock_file(f->mock, "sys/devices/system/cpu/online", "7-3\n");
	assert_true(collect_successor(f->c, &next) < 0);
	assert_null(next);
	assert_int_equal(fetch(f, NULL, SRC_POWER, 1, &data), 0);
}

static void an_end_in_the_middle_of_a_read_leaves_nothing(void **state)
{
	struct fixture *f = *state;

	atomic_store(&f->fw.slow_ms, 50);
	start(f);
	collect_begin(f->c, NULL);
	for (uint32_t i = 0; i < MACHINE_CPUS; i++)
		collect_want(f->c, SRC_BOOST_LIMIT, i);
	/* The teardown frees the collector now. */
}

#define collect_test(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		collect_test(a_fetch_waits_for_what_it_asked_for),
		collect_test(what_nobody_asks_for_is_not_read),
		collect_test(two_metrics_of_one_source_cost_one_message),
		collect_test(configuration_is_read_every_ten_seconds),
		collect_test(configuration_is_read_anew_off_the_fetch_path),
		collect_test(a_message_of_another_protocol_is_not_sent),
		collect_test(
			a_dead_mailbox_is_disabled_and_costs_fetches_nothing),
		collect_test(a_slow_mailbox_gives_again_and_fills_up_later),
		collect_test(a_trusted_client_gets_a_fresh_sum_each_fetch),
		collect_test(two_trusted_clients_do_not_see_each_other),
		collect_test(a_trusted_context_that_alternates_gets_no_old_sum),
		collect_test(others_see_a_new_sum_once_a_second),
		collect_test(
			a_cpu_that_goes_takes_its_core_along_and_sums_go_on),
		collect_test(a_change_that_cannot_be_read_leaves_the_old_one),
		collect_test(an_end_in_the_middle_of_a_read_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
