// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Bounded line reader
 *
 * A scripted source hands out chunks of chosen sizes and failures at chosen
 * places, so that every split of a line across two reads can be made.
 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/cleanup.h"
#include "base/lineread.h"
#include "base/util.h"

/* At most @chunk bytes a read; the call number @fail_at fails with @err. */
struct source {
	const char *data;
	size_t len;
	size_t chunk;
	unsigned int fail_at;
	int err;
	unsigned int calls;
};

static ssize_t source_read(void *ctx, void *buf, size_t n)
{
	struct source *src = ctx;

	src->calls++;
	assert_true(n > 0);
	if (src->calls == src->fail_at)
		return src->err;
	n = MIN(MIN(n, src->chunk), src->len);
	memcpy(buf, src->data, n);
	src->data += n;
	src->len -= n;
	return (ssize_t)n;
}

static struct source text_source(const char *text, size_t chunk)
{
	return (struct source){
		.data = text,
		.len = strlen(text),
		.chunk = chunk,
	};
}

static void assert_line(struct lineread *lr, const char *want)
{
	char *line = NULL;

	assert_int_equal(lineread_next(lr, &line), 1);
	assert_string_equal(line, want);
}

static void assert_error(struct lineread *lr, int err)
{
	char untouched[] = "untouched";
	char *line = untouched;

	assert_int_equal(lineread_next(lr, &line), err);
	assert_ptr_equal(line, untouched);
}

static void lines_survive_every_split_and_buffer_size(void **state)
{
	(void)state;
	for (size_t size = 8; size <= 32; size++) {
		for (size_t chunk = 1; chunk <= 32; chunk++) {
			struct source src =
				text_source("a\n\nbcdefg\nh i\nlast", chunk);
			struct lineread lr;
			char buf[32];

			lineread_init(&lr, source_read, &src, buf, size);
			assert_line(&lr, "a");
			assert_line(&lr, "");
			assert_line(&lr, "bcdefg");
			assert_line(&lr, "h i");
			assert_int_equal(lr.line, 4);
			assert_line(&lr, "last");
			assert_int_equal(lr.line, 5);
			assert_error(&lr, 0);
			assert_int_equal(lr.line, 5);
		}
	}
}

static void an_empty_source_has_no_line(void **state)
{
	struct source src = text_source("", 4);
	struct lineread lr;
	char buf[2];

	(void)state;
	lineread_init(&lr, source_read, &src, buf, sizeof(buf));
	assert_error(&lr, 0);
	assert_int_equal(lr.line, 0);
}

static void a_newline_at_the_end_makes_no_extra_line(void **state)
{
	struct source src = text_source("\n", 4);
	struct lineread lr;
	char buf[2];

	(void)state;
	lineread_init(&lr, source_read, &src, buf, sizeof(buf));
	assert_line(&lr, "");
	assert_error(&lr, 0);
}

static void the_end_is_asked_for_once(void **state)
{
	struct source src = text_source("x", 4);
	struct lineread lr;
	unsigned int calls;
	char buf[4];

	(void)state;
	lineread_init(&lr, source_read, &src, buf, sizeof(buf));
	assert_line(&lr, "x");
	calls = src.calls;
	assert_error(&lr, 0);
	assert_error(&lr, 0);
	assert_int_equal(src.calls, calls);
}

static void the_longest_line_is_one_less_than_the_buffer(void **state)
{
	static const char *const texts[] = { "1234567\nx", "1234567" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		for (size_t chunk = 1; chunk <= 9; chunk++) {
			struct source src = text_source(texts[i], chunk);
			struct lineread lr;
			char guarded[9];

			memset(guarded, '#', sizeof(guarded));
			lineread_init(&lr, source_read, &src, guarded, 8);
			assert_line(&lr, "1234567");
			assert_int_equal(guarded[8], '#');
		}
	}
}

static void a_line_that_is_too_long_is_skipped_whole(void **state)
{
	(void)state;
	for (size_t chunk = 1; chunk <= 40; chunk++) {
		struct source src = text_source(
			"ok\n12345678\nnext\n1234567890123456789012345\n"
			"last\n12345678",
			chunk);
		struct lineread lr;
		char buf[8];

		lineread_init(&lr, source_read, &src, buf, sizeof(buf));
		assert_line(&lr, "ok");
		assert_error(&lr, -EMSGSIZE);
		assert_int_equal(lr.line, 2);
		assert_line(&lr, "next");
		assert_int_equal(lr.line, 3);
		assert_error(&lr, -EMSGSIZE);
		assert_line(&lr, "last");
		assert_int_equal(lr.line, 5);
		assert_error(&lr, -EMSGSIZE);
		assert_int_equal(lr.line, 6);
		assert_error(&lr, 0);
	}
}

static void a_line_with_a_nul_is_an_error_and_skipped(void **state)
{
	static const char text[] = "a\0b\nc\n\0\nd\0";

	(void)state;
	for (size_t chunk = 1; chunk <= sizeof(text); chunk++) {
		struct source src = {
			.data = text,
			.len = sizeof(text) - 1,
			.chunk = chunk,
		};
		struct lineread lr;
		char buf[8];

		lineread_init(&lr, source_read, &src, buf, sizeof(buf));
		assert_error(&lr, -EILSEQ);
		assert_line(&lr, "c");
		assert_int_equal(lr.line, 2);
		assert_error(&lr, -EILSEQ);
		assert_error(&lr, -EILSEQ);
		assert_int_equal(lr.line, 4);
		assert_error(&lr, 0);
	}
}

static void a_failing_read_loses_no_byte(void **state)
{
	(void)state;
	/* Five bytes and the end take six reads. */
	for (unsigned int fail_at = 1; fail_at <= 6; fail_at++) {
		struct source src = text_source("ab\ncd", 1);
		struct lineread lr;
		char got[8] = "";
		char *line;
		char buf[4];
		int r;

		src.fail_at = fail_at;
		src.err = -EIO;
		lineread_init(&lr, source_read, &src, buf, sizeof(buf));
		for (unsigned int errors = 0;;) {
			r = lineread_next(&lr, &line);
			if (r == 0)
				break;
			if (r < 0) {
				assert_int_equal(r, -EIO);
				assert_int_equal(++errors, 1);
				continue;
			}
			strncat(got, line, sizeof(got) - strlen(got) - 1);
		}
		assert_string_equal(got, "abcd");
		assert_int_equal(lr.line, 2);
		assert_int_equal(src.calls, 7);
	}
}

static void a_pipe_gives_each_line_when_it_arrives(void **state)
{
	cleanup_close int out = -EBADF;
	cleanup_close int in = -EBADF;
	struct lineread lr;
	char buf[16];
	int fds[2];

	(void)state;
	assert_int_equal(pipe(fds), 0);
	in = fds[0];
	out = fds[1];
	lineread_init(&lr, lineread_fd, &in, buf, sizeof(buf));
	for (int i = 0; i < 10; i++) {
		assert_int_equal(write(out, "a line\nta", 9), 9);
		assert_line(&lr, i ? "taa line" : "a line");
	}
	close(take_fd(&out));
	assert_line(&lr, "ta");
	assert_error(&lr, 0);
}

static void a_bad_descriptor_is_ebadf(void **state)
{
	struct lineread lr;
	char buf[16];
	int fd = -1;

	(void)state;
	lineread_init(&lr, lineread_fd, &fd, buf, sizeof(buf));
	assert_error(&lr, -EBADF);
	assert_error(&lr, -EBADF);
	assert_int_equal(lr.line, 0);
}

static int alarm_fd = -EBADF;
static unsigned int alarms;

/* The read was interrupted; from the third time on there is something. */
static void on_alarm(int sig)
{
	UNUSED(sig);
	if (++alarms == 3)
		(void)!write(alarm_fd, "x", 1);
}

static void an_interrupted_read_is_repeated(void **state)
{
	struct itimerval often = { { 0, 10000 }, { 0, 10000 } };
	struct sigaction act = { .sa_handler = on_alarm };
	struct itimerval never = { 0 };
	cleanup_close int out = -EBADF;
	cleanup_close int in = -EBADF;
	struct sigaction old;
	char c = 0;
	int fds[2];

	(void)state;
	assert_int_equal(pipe(fds), 0);
	in = fds[0];
	out = fds[1];
	alarm_fd = out;
	/* Without SA_RESTART read() comes back with EINTR. */
	assert_int_equal(sigaction(SIGALRM, &act, &old), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
	assert_int_equal(lineread_fd(&in, &c, 1), 1);
	assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
	assert_int_equal(sigaction(SIGALRM, &old, NULL), 0);
	assert_int_equal(c, 'x');
	assert_true(alarms >= 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_survive_every_split_and_buffer_size),
		cmocka_unit_test(an_empty_source_has_no_line),
		cmocka_unit_test(a_newline_at_the_end_makes_no_extra_line),
		cmocka_unit_test(the_end_is_asked_for_once),
		cmocka_unit_test(the_longest_line_is_one_less_than_the_buffer),
		cmocka_unit_test(a_line_that_is_too_long_is_skipped_whole),
		cmocka_unit_test(a_line_with_a_nul_is_an_error_and_skipped),
		cmocka_unit_test(a_failing_read_loses_no_byte),
		cmocka_unit_test(a_pipe_gives_each_line_when_it_arrives),
		cmocka_unit_test(a_bad_descriptor_is_ebadf),
		cmocka_unit_test(an_interrupted_read_is_repeated),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
