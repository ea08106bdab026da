// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Two workers, and one who looks on
 *
 * Each socket is used by a thread of its own while a third reads states and
 * counters. ThreadSanitizer judges; the sums at the end are checked too.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

#include "hw/hsmp.h"
#include "tests/mock/fixture.h"

#define ROUNDS 400
#define N_SOCKETS 2

/**
 * struct job - What a worker works on
 * @h:		Mailboxes
 * @f:		Fixture
 * @sock:	Its socket
 * @ok:		Exchanges that succeeded
 * @failed:	Those that did not
 */
struct job {
	struct hsmp *h;
	struct fixture *f;
	unsigned int sock;
	uint64_t ok;
	uint64_t failed;
};

static _Atomic bool done;

/*
 * Socket s answers its messages in turn; each tenth is busy, each fiftieth
 * finds the driver gone. Called under the mock's lock.
 */
static int answer(void *arg, struct hsmp_message *msg)
{
	unsigned int *calls = arg;
	unsigned int n = ++calls[msg->sock_ind];

	if (n % 50 == 0)
		return -ENODEV;
	if (n % 10 == 0)
		return -EBUSY;
	msg->args[0] = msg->sock_ind * 1000 + msg->msg_id;
	return 0;
}

static void *work(void *arg)
{
	struct job *job = arg;
	uint32_t words[HSMP_MAX_WORDS];

	for (int i = 0; i < ROUNDS; i++) {
		int r = hsmp_get(job->h, job->sock, HSMP_GET_SOCKET_POWER, 0,
				 words);

		if (r == 0 && words[0] == job->sock * 1000 + 4)
			job->ok++;
		else
			job->failed++;
		/* So that the node can be opened again. */
		mock_advance(job->f->m, NSEC_PER_SEC);
	}
	return NULL;
}

static void *look_on(void *arg)
{
	struct job *job = arg;
	uint64_t last = 0;

	while (!atomic_load(&done)) {
		uint64_t n = hsmp_message_count(job->h, HSMP_GET_SOCKET_POWER);
		struct hsmp_counts counts;

		if (n < last)
			job->failed++;
		last = n;
		for (unsigned int s = 0; s < N_SOCKETS; s++) {
			(void)hsmp_get_state(job->h, s);
			hsmp_get_counts(job->h, s, &counts);
		}
		(void)hsmp_error_count(job->h, HSMP_ERR_ENODEV);
		(void)hw_reads(job->f->hw);
		job->ok++;
	}
	return NULL;
}

static void two_sockets_are_used_at_once(void **state)
{
	unsigned int calls[N_SOCKETS] = { 0 };
	struct fixture *f = *state;
	struct job jobs[N_SOCKETS + 1];
	pthread_t threads[N_SOCKETS + 1];
	struct hsmp_counts counts;
	struct hsmp *h = NULL;
	uint64_t messages = 0;

	mock_file(f->m, "dev/hsmp", "");
	mock_on_ioctl(f->m, answer, calls);
	assert_int_equal(hsmp_new(f->hw, N_SOCKETS, &h), 0);
	for (unsigned int i = 0; i <= N_SOCKETS; i++) {
		jobs[i] = (struct job){ .h = h, .f = f, .sock = i };
		assert_int_equal(pthread_create(&threads[i], NULL,
						i < N_SOCKETS ? work : look_on,
						&jobs[i]),
				 0);
	}
	for (unsigned int i = 0; i < N_SOCKETS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	atomic_store(&done, true);
	assert_int_equal(pthread_join(threads[N_SOCKETS], NULL), 0);
	assert_int_equal(jobs[N_SOCKETS].failed, 0);

	for (unsigned int s = 0; s < N_SOCKETS; s++) {
		hsmp_get_counts(h, s, &counts);
		assert_int_equal(counts.messages, calls[s]);
		messages += counts.messages;
		assert_int_equal(jobs[s].ok + jobs[s].failed, ROUNDS);
		/* Only a driver that is gone is not overcome by a retry. */
		assert_int_equal(jobs[s].failed, calls[s] / 50);
	}
	assert_int_equal(hsmp_message_count(h, HSMP_GET_SOCKET_POWER),
			 messages);
	assert_int_equal(hsmp_error_count(h, HSMP_ERR_ENODEV),
			 calls[0] / 50 + calls[1] / 50);
	hsmp_free(h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		fixture_test(two_sockets_are_used_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
