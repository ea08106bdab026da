// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Cleanup attributes
 *
 * What leaves its scope is released once, what was taken out is not, and
 * errno passes through. Memory is LeakSanitizer's business.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/cleanup.h"

static bool is_open(int fd)
{
	return fcntl(fd, F_GETFD) >= 0;
}

static void descriptors_are_closed_at_the_end_of_scope(void **state)
{
	int number;

	(void)state;
	{
		cleanup_close int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

		number = fd;
		assert_true(is_open(number));
	}
	assert_false(is_open(number));
}

static void a_descriptor_that_was_taken_stays_open(void **state)
{
	int number;

	(void)state;
	{
		cleanup_close int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

		number = take_fd(&fd);
		assert_int_equal(fd, -EBADF);
	}
	assert_true(is_open(number));
	close(number);
}

static void a_pointer_that_was_taken_is_not_freed(void **state)
{
	char *kept;

	(void)state;
	{
		cleanup_free char *text = strdup("kept");

		kept = take_ptr(text);
		assert_null(text);
	}
	assert_string_equal(kept, "kept");
	free(kept);
}

static void streams_and_folders_close_their_descriptors(void **state)
{
	int stream_fd;
	int folder_fd;

	(void)state;
	{
		cleanup_fclose FILE *f = fopen("/dev/null", "re");
		cleanup_closedir DIR *d = opendir("/");

		assert_non_null(f);
		assert_non_null(d);
		stream_fd = fileno(f);
		folder_fd = dirfd(d);
	}
	assert_false(is_open(stream_fd));
	assert_false(is_open(folder_fd));
}

static void empty_values_are_accepted_and_errno_is_kept(void **state)
{
	(void)state;
	errno = ENOENT;
	{
		cleanup_close int none = -EBADF;
		/* Not open: close() fails, and nobody shall see it. */
		cleanup_close int stale = 1 << 20;
		cleanup_closedir DIR *d = NULL;
		cleanup_fclose FILE *f = NULL;
		cleanup_free char *p = NULL;

		(void)none;
		(void)stale;
		(void)d;
		(void)f;
		(void)p;
	}
	assert_int_equal(errno, ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(descriptors_are_closed_at_the_end_of_scope),
		cmocka_unit_test(a_descriptor_that_was_taken_stays_open),
		cmocka_unit_test(a_pointer_that_was_taken_is_not_freed),
		cmocka_unit_test(streams_and_folders_close_their_descriptors),
		cmocka_unit_test(empty_values_are_accepted_and_errno_is_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
