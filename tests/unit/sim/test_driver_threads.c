// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Requests, commands and waits of several threads
 *
 * Meant for ThreadSanitizer too. What must take long is bounded from below
 * only, so that a busy machine does not make a test fail.
 */
#include <errno.h>
#include <fcntl.h>
#include <time.h>

#include "tests/unit/sim/fixture.h"

#define N_THREADS 6
#define N_ROUNDS 60

/**
 * struct worker - A thread that asks
 * @sim:	Machine
 * @n:		Its number
 * @failures:	Answers that were not as they must be
 * @served:	Messages that were answered
 * @me:		Its request, where others interrupt it
 * @sock:	Socket to ask
 * @result:	Result of the last request
 */
struct worker {
	struct sim *sim;
	uint32_t n;
	uint32_t failures;
	uint32_t served;
	struct waiter me;
	uint16_t sock;
	int result;
};

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec;
}

static int ask(struct worker *w, uint32_t arg, uint32_t *ret)
{
	struct hsmp_message msg = {
		.msg_id = HSMP_TEST,
		.num_args = 1,
		.response_sz = 1,
		.args = { arg },
		.sock_ind = w->sock,
	};
	int r = serve_hsmp(w->sim, &w->me, fixture_node(w->sim, "dev/hsmp"),
			   O_RDONLY, &msg);

	*ret = msg.args[0];
	return r;
}

static void *mixed_requests(void *arg)
{
	static const char *const commands[] = {
		"load core 1 constant 0.25",
		"uncore 1 50",
		"fault f hsmp:0x0A errno=EIO",
		"fault f off",
		"clock step 1ms",
		"fault g file:/proc/stat missing=yes",
		"cpu 6-7 off",
		"driver unbind",
		"cpu 6-7 on\ndriver bind",
		"mailbox 0.2ms",
	};
	struct worker *w = arg;
	uint32_t cpu = fixture_node(w->sim, "dev/cpu/4/msr");
	uint32_t truth = fixture_node(w->sim, "epycsim/truth");
	uint32_t status = fixture_node(w->sim, "epycsim/status");
	char buf[8192];

	for (uint32_t i = 0; i < N_ROUNDS; i++) {
		const char *command =
			commands[(i + w->n) % ARRAY_SIZE(commands)];
		struct text out = { buf, sizeof(buf), 0 };
		uint32_t word;
		int r = ask(w, i, &word);

		/* The driver may be unbound just now. */
		w->failures += r ? r != -ENODEV : word != i + 1;
		w->served += !r;
		w->failures +=
			serve_msr(w->sim, &w->me, cpu, 0xC001029B, buf, 8) != 8;
		serve_text(w->sim, truth, &out);
		w->failures += !text_fits(&out);
		out = (struct text){ buf, sizeof(buf), 0 };
		serve_text(w->sim, status, &out);
		w->failures += !text_fits(&out);
		(void)serve_missing(w->sim, cpu);
		w->failures += sim_command(w->sim, command, strlen(command)) !=
			       0;
	}
	return NULL;
}

static void all_may_ask_at_once(void **state)
{
	struct sim *sim = fixture_sim("");
	struct worker w[N_THREADS];
	pthread_t threads[N_THREADS], host;
	uint32_t served = 0;

	UNUSED(state);
	fixture_command(sim, "load core 0 host\nclock run\n"
			     "fault f hsmp:0x0A errno=EIO");
	assert_int_equal(pthread_create(&host, NULL, sim_host_load_thread, sim),
			 0);
	for (uint32_t i = 0; i < N_THREADS; i++) {
		w[i] = (struct worker){ .sim = sim, .n = i, .sock = i % 2 };
		w[i].me.waits = &sim->waits;
		assert_int_equal(pthread_create(&threads[i], NULL,
						mixed_requests, &w[i]),
				 0);
	}
	for (uint32_t i = 0; i < N_THREADS; i++) {
		pthread_join(threads[i], NULL);
		assert_int_equal(w[i].failures, 0);
		served += w[i].served;
	}
	sim_stop(sim);
	pthread_join(host, NULL);
	assert_int_equal(atomic_load(&sim->counts.ioctls[HSMP_TEST]), served);
	assert_true(served > 0);
	sim_free(sim);
}

static void *five_messages(void *arg)
{
	struct worker *w = arg;
	uint32_t word;

	for (uint32_t i = 0; i < 5; i++)
		w->failures += ask(w, i, &word) != 0;
	return NULL;
}

static void one_mailbox_serves_one_message_at_a_time(void **state)
{
	struct sim *sim = fixture_sim("[fault slow]\n"
				      "target = hsmp:*\n"
				      "latency_ms = 4\n");
	struct worker w[4];
	pthread_t threads[4];
	uint64_t start = now_ns();

	UNUSED(state);
	for (uint32_t i = 0; i < 4; i++) {
		w[i] = (struct worker){ .sim = sim, .me.waits = &sim->waits };
		assert_int_equal(
			pthread_create(&threads[i], NULL, five_messages, &w[i]),
			0);
	}
	for (uint32_t i = 0; i < 4; i++) {
		pthread_join(threads[i], NULL);
		assert_int_equal(w[i].failures, 0);
	}
	/* 20 messages one after the other, 4.1 ms each. */
	assert_true(now_ns() - start >= 82 * NSEC_PER_MSEC);
	sim_free(sim);
}

static void *one_message(void *arg)
{
	struct worker *w = arg;
	uint32_t word;

	w->result = ask(w, 1, &word);
	return NULL;
}

static void wait_until_busy(struct sim *sim, uint32_t sock)
{
	struct timespec ms = { .tv_nsec = 1000000 };
	bool busy = false;

	while (!busy) {
		nanosleep(&ms, NULL);
		pthread_mutex_lock(&sim->waits.lock);
		busy = sim->waits.busy[sock];
		pthread_mutex_unlock(&sim->waits.lock);
	}
}

static void a_stuck_socket_holds_up_no_other_and_can_be_left(void **state)
{
	struct sim *sim = fixture_sim("[fault stuck]\n"
				      "target = hsmp@0:*\n"
				      "latency_ms = 50000\n");
	struct worker stuck = { .sim = sim, .me.waits = &sim->waits };
	struct worker queued = { .sim = sim, .me.waits = &sim->waits };
	struct worker other = { .sim = sim,
				.me.waits = &sim->waits,
				.sock = 1 };
	pthread_t a, b;
	uint32_t word;

	UNUSED(state);
	assert_int_equal(pthread_create(&a, NULL, one_message, &stuck), 0);
	wait_until_busy(sim, 0);
	assert_int_equal(pthread_create(&b, NULL, one_message, &queued), 0);
	assert_int_equal(ask(&other, 7, &word), 0);
	assert_int_equal(word, 8);
	/* Its caller is killed while it waits for the mailbox. */
	waiter_interrupt(&queued.me);
	pthread_join(b, NULL);
	assert_int_equal(queued.result, -EINTR);
	waiter_interrupt(&stuck.me);
	pthread_join(a, NULL);
	assert_int_equal(stuck.result, -EINTR);
	assert_false(sim->waits.busy[0]);
	sim_free(sim);
}

static void a_stop_ends_all_waits(void **state)
{
	struct sim *sim = fixture_sim("[fault stuck]\n"
				      "target = hsmp:*\n"
				      "latency_ms = 50000\n");
	struct worker w[3];
	pthread_t threads[3];

	UNUSED(state);
	for (uint32_t i = 0; i < 3; i++) {
		w[i] = (struct worker){ .sim = sim, .me.waits = &sim->waits };
		assert_int_equal(
			pthread_create(&threads[i], NULL, one_message, &w[i]),
			0);
	}
	wait_until_busy(sim, 0);
	sim_stop(sim);
	for (uint32_t i = 0; i < 3; i++) {
		pthread_join(threads[i], NULL);
		assert_int_equal(w[i].result, -EINTR);
	}
	sim_free(sim);
}

static void a_dead_mailbox_costs_the_drivers_timeout(void **state)
{
	struct sim *sim = fixture_sim("[fault dead]\n"
				      "target = hsmp:*\n"
				      "dead = yes\n");
	struct worker w = { .sim = sim, .me.waits = &sim->waits };
	uint64_t start = now_ns();
	uint32_t word;

	UNUSED(state);
	assert_int_equal(ask(&w, 1, &word), -ETIMEDOUT);
	assert_true(now_ns() - start >= 100 * NSEC_PER_MSEC);
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_may_ask_at_once),
		cmocka_unit_test(one_mailbox_serves_one_message_at_a_time),
		cmocka_unit_test(
			a_stuck_socket_holds_up_no_other_and_can_be_left),
		cmocka_unit_test(a_stop_ends_all_waits),
		cmocka_unit_test(a_dead_mailbox_costs_the_drivers_timeout),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
