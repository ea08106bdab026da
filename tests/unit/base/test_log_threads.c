// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Logging from several threads
 *
 * For ThreadSanitizer, and for the promise that every line is either let
 * through or counted.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/log.h"

#define N_THREADS 2
#define N_LINES 20000

struct worker {
	pthread_t thread;
	struct log_site *site;
	uint64_t passed;
	uint64_t told;
};

static void *admit_many(void *arg)
{
	struct worker *w = arg;

	for (uint64_t i = 0; i < N_LINES; i++) {
		uint32_t held;

		/* An interval goes by each hundred lines. */
		if (log_site_admit(w->site, (i / 100 + 1) * LOG_INTERVAL_NS,
				   &held)) {
			w->passed++;
			w->told += held;
		}
	}
	return NULL;
}

static void every_line_passes_or_is_counted(void **state)
{
	struct worker workers[N_THREADS] = { 0 };
	struct log_site site = { 0 };
	uint64_t passed = 0;
	uint64_t told = 0;

	(void)state;
	for (size_t i = 0; i < N_THREADS; i++) {
		workers[i].site = &site;
		assert_int_equal(pthread_create(&workers[i].thread, NULL,
						admit_many, &workers[i]),
				 0);
	}
	for (size_t i = 0; i < N_THREADS; i++) {
		assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
		passed += workers[i].passed;
		told += workers[i].told;
	}
	assert_int_equal(passed + told + site.held, N_THREADS * N_LINES);
	/* 200 intervals: the burst, one line each, few for lost races. */
	assert_in_range(passed, LOG_BURST, 2 * (LOG_BURST + 200));
}

static void count_line(void *ctx, enum log_level level, const char *line)
{
	_Atomic unsigned int *lines = ctx;

	UNUSED(level);
	UNUSED(line);
	(*lines)++;
}

static void *write_many(void *arg)
{
	UNUSED(arg);
	for (int i = 0; i < 1000; i++) {
		log_write(NULL, LOG_LEVEL_INFO, "line %d", i);
		log_set_level(i % 2 ? LOG_LEVEL_INFO : LOG_LEVEL_DEBUG);
	}
	return NULL;
}

static void two_writers_share_a_sink(void **state)
{
	_Atomic unsigned int lines = 0;
	pthread_t threads[N_THREADS];

	(void)state;
	log_set_sink(count_line, &lines);
	for (size_t i = 0; i < N_THREADS; i++)
		assert_int_equal(
			pthread_create(&threads[i], NULL, write_many, NULL), 0);
	for (size_t i = 0; i < N_THREADS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	log_set_sink(NULL, NULL);
	assert_int_equal(lines, N_THREADS * 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_line_passes_or_is_counted),
		cmocka_unit_test(two_writers_share_a_sink),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
