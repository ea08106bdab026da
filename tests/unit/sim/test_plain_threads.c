// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Plain files that are rewritten without pause while others read them
 *
 * Real files on a tmpfs in a mount namespace of our own, where root may have
 * one. Idle times only grow: a torn number would run ahead and then back.
 */
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <time.h>
#include <unistd.h>

#include "sim/plain.h"
#include "tests/unit/sim/fixture.h"

#define N_FILES 4
#define SECONDS 3

/**
 * struct writer - A thread that refreshes
 * @plain:	Files
 * @stop:	Says when to end
 * @rounds:	How often it did
 */
struct writer {
	struct plain *plain;
	atomic_bool stop;
	uint64_t rounds;
};

static void *refresh(void *arg)
{
	struct writer *w = arg;

	while (!atomic_load(&w->stop)) {
		plain_refresh(w->plain);
		w->rounds++;
	}
	return NULL;
}

static double now_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static uint64_t read_number(int fd, uint64_t *empty)
{
	char buf[64];
	const char *p = buf;
	ssize_t n = pread(fd, buf, sizeof(buf) - 1, 0);
	uint64_t v = 0;

	assert_true(n >= 0);
	buf[n] = '\0';
	*empty += n == 0;
	if (n > 0 && (!parse_u64(&p, &v) || !parse_end(p)))
		fail_msg("torn: '%s'", buf);
	return v;
}

static void read_all_the_time(const char *dir, struct sim *sim)
{
	uint64_t last[N_FILES] = { 0 }, empty = 0, moved = 0;
	double end = now_s() + SECONDS;
	int fds[N_FILES];

	for (int i = 0; i < N_FILES; i++) {
		char path[256];

		(void)snprintf(path, sizeof(path),
			       "%s/devices/system/cpu/cpu%d/cpuidle/state2/%s",
			       dir, i / 2, i % 2 ? "usage" : "time");
		fds[i] = open(path, O_RDONLY | O_CLOEXEC);
		assert_true(fds[i] >= 0);
	}
	while (now_s() < end) {
		for (int i = 0; i < N_FILES; i++) {
			uint64_t v = read_number(fds[i], &empty);

			if (v == 0)
				continue;
			if (v < last[i])
				fail_msg("%d: %llu after %llu", i,
					 (unsigned long long)v,
					 (unsigned long long)last[i]);
			moved += v > last[i];
			last[i] = v;
		}
	}
	/* Not ahead either: it is later now than when it was written. */
	assert_true(last[0] <= hotplug_idle_us(&sim->hot, sim->m, 0, IDLE_C2,
					       UINT64_C(4000000000000)));
	assert_true(moved > 100);
	/* The one change of length that can't be made otherwise. */
	assert_true(empty <= N_FILES);
	for (int i = 0; i < N_FILES; i++)
		(void)close(fds[i]);
}

static void readers_never_see_half_of_a_number(void **state)
{
	char dir[] = "/tmp/joulepath-plain.XXXXXX", err[256];
	struct sim *sim = fixture_sim("");
	struct writer w = { .rounds = 0 };
	pthread_t thread;

	UNUSED(state);
	/* Ten digits: two words, and carries between them all the time. */
	fixture_command(sim, "load all constant 0.1\nclock step 3000s");
	fixture_command(sim, "clock run");
	assert_int_equal(sim_set_plain_sysfs(sim), 0);
	assert_int_equal(plain_new(sim, &w.plain, err, sizeof(err)), 0);
	assert_non_null(mkdtemp(dir));
	assert_int_equal(plain_mount(w.plain, dir), 0);
	assert_int_equal(pthread_create(&thread, NULL, refresh, &w), 0);
	read_all_the_time(dir, sim);
	atomic_store(&w.stop, true);
	pthread_join(thread, NULL);
	assert_true(w.rounds > 100);
	assert_int_equal(umount2(dir, MNT_DETACH), 0);
	(void)rmdir(dir);
	plain_free(w.plain);
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(readers_never_see_half_of_a_number),
	};

	/* Root of a container may lack what mounting needs. */
	if (unshare(CLONE_NEWNS) ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL)) {
		puts("1..0 # SKIP only root may mount");
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
