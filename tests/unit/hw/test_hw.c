// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The context, on the mock and on real files
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hw/hw.h"
#include "tests/mock/fixture.h"

static void a_root_that_does_not_open_gives_its_errno(void **state)
{
	struct hw *hw = NULL;
	struct mock *m;

	(void)state;
	assert_int_equal(hw_new("/nonexistent/root", NULL, NULL, &hw), -ENOENT);
	assert_int_equal(hw_new("/dev/null", NULL, NULL, &hw), -ENOTDIR);
	assert_null(hw);
	m = mock_new();
	mock_fail_nth(m, 1, -EACCES);
	assert_int_equal(mock_hw(m, &hw), -EACCES);
	assert_null(hw);
	assert_null(mock_done(m));
	mock_free(m);
	hw_free(NULL);
}

static void text_loses_its_last_newline_only(void **state)
{
	static const struct {
		const char *text;
		const char *expected;
	} cases[] = {
		{ "performance\n", "performance" },
		{ "no newline", "no newline" },
		{ "two\n\n", "two\n" },
		{ "\n", "" },
		{ "", "" },
		{ " blanks \n", " blanks " },
	};
	struct fixture *f = *state;
	char buf[32];

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		mock_file(f->m, "a/b3", cases[i].text);
		assert_int_equal(
			hw_read_text(f->hw, buf, sizeof(buf), "a/b%d", 3),
			strlen(cases[i].expected));
		assert_string_equal(buf, cases[i].expected);
	}
}

static void text_that_does_not_fit_is_emsgsize(void **state)
{
	struct fixture *f = *state;
	char buf[8];

	mock_file(f->m, "x", "1234567");
	assert_int_equal(hw_read_text(f->hw, buf, sizeof(buf), "x"), 7);
	mock_file(f->m, "x", "123456\n");
	assert_int_equal(hw_read_text(f->hw, buf, sizeof(buf), "x"), 6);
	mock_file(f->m, "x", "12345678");
	assert_int_equal(hw_read_text(f->hw, buf, sizeof(buf), "x"), -EMSGSIZE);
	mock_file(f->m, "x", "1234567890");
	assert_int_equal(hw_read_text(f->hw, buf, sizeof(buf), "x"), -EMSGSIZE);
	mock_bytes(f->m, "x", "12\0\n", 4);
	assert_int_equal(hw_read_text(f->hw, buf, sizeof(buf), "x"), -EILSEQ);
}

static void numbers_are_decimal_and_whole(void **state)
{
	static const struct {
		const char *text;
		int r;
		uint64_t value;
	} cases[] = {
		{ "0\n", 0, 0 },
		{ "18446744073709551615\n", 0, UINT64_MAX },
		{ "18446744073709551616\n", -EINVAL, 0 },
		{ "-1\n", -EINVAL, 0 },
		{ "\n", -EINVAL, 0 },
		{ "", -EINVAL, 0 },
		{ "0x10\n", -EINVAL, 0 },
		{ "5 \n", -EINVAL, 0 },
		{ "<unknown>\n", -EINVAL, 0 },
		{ "00000000000000000000000000000000000000001\n", -EINVAL, 0 },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint64_t v = 77;

		mock_file(f->m, "n", cases[i].text);
		assert_int_equal(hw_read_u64(f->hw, &v, "n"), cases[i].r);
		assert_int_equal(v, cases[i].r ? 77 : cases[i].value);
	}
	assert_int_equal(hw_read_u64(f->hw, &(uint64_t){ 0 }, "none"), -ENOENT);
}

static void interrupted_reads_are_repeated_three_times(void **state)
{
	struct fixture *f = *state;
	uint64_t v = 0;

	mock_file(f->m, "n", "5\n");
	mock_read_error(f->m, "n", -EINTR, 3);
	assert_int_equal(hw_read_u64(f->hw, &v, "n"), 0);
	assert_int_equal(v, 5);
	mock_read_error(f->m, "n", -EINTR, -1);
	mock_clear_log(f->m);
	assert_int_equal(hw_read_u64(f->hw, &v, "n"), -EINTR);
	assert_int_equal(mock_count(f->m, MOCK_PREAD, "n"), 4);
}

static void a_read_is_whole_or_eio(void **state)
{
	struct fixture *f = *state;
	char buf[8];
	int fd;

	mock_file(f->m, "dev/x", "12345678");
	fd = hw_open(f->hw, "dev/%s", "x");
	assert_true(fd >= 0);
	assert_int_equal(hw_pread(f->hw, fd, buf, 8, 0), 0);
	assert_memory_equal(buf, "12345678", 8);
	assert_int_equal(hw_pread(f->hw, fd, buf, 2, 6), 0);
	assert_memory_equal(buf, "78", 2);
	assert_int_equal(hw_pread(f->hw, fd, buf, 8, 1), -EIO);
	assert_int_equal(hw_pread(f->hw, fd, buf, 8, 8), -EIO);
	hw_close(f->hw, fd);
	hw_close(f->hw, -1);
}

static void reads_are_counted(void **state)
{
	struct fixture *f = *state;
	uint64_t v, before = hw_reads(f->hw);

	mock_file(f->m, "n", "5\n");
	assert_int_equal(hw_read_u64(f->hw, &v, "n"), 0);
	assert_int_equal(hw_reads(f->hw), before + 1);
	/* One that can't be opened is none. */
	assert_int_equal(hw_read_u64(f->hw, &v, "none"), -ENOENT);
	assert_int_equal(hw_reads(f->hw), before + 1);
}

static void a_path_that_is_too_long_is_enametoolong(void **state)
{
	struct fixture *f = *state;
	char path[PATH_MAX + 1];
	uint64_t v;

	memset(path, 'a', sizeof(path));
	path[PATH_MAX] = '\0';
	assert_int_equal(hw_open(f->hw, "%s", path), -ENAMETOOLONG);
	assert_int_equal(hw_read_u64(f->hw, &v, "%s", path), -ENAMETOOLONG);
	assert_int_equal(hw_list(f->hw, NULL, NULL, "%s", path), -ENAMETOOLONG);
	path[PATH_MAX - 1] = '\0';
	assert_int_equal(hw_open(f->hw, "%s", path), -ENOENT);
}

static void lines_come_one_by_one_over_several_reads(void **state)
{
	struct fixture *f = *state;
	struct hw_lines lines;
	char text[3 * 3000 + 1];
	char *line;

	memset(text, 'x', sizeof(text));
	text[2999] = text[5999] = text[8999] = '\n';
	mock_bytes(f->m, "proc/long", text, 9000);
	assert_int_equal(hw_lines_open(f->hw, &lines, "proc/long"), 0);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(lineread_next(&lines.lr, &line), 1);
		assert_int_equal(strlen(line), 2999);
	}
	assert_int_equal(lineread_next(&lines.lr, &line), 0);
	hw_lines_close(&lines);
	assert_int_equal(hw_lines_open(f->hw, &lines, "proc/none"), -ENOENT);
}

static int count_names(void *arg, const char *name)
{
	int *n = arg;

	assert_true(strcmp(name, ".") != 0 && strcmp(name, "..") != 0);
	return ++*n == 2 ? -ECANCELED : 0;
}

static int append_name(void *arg, const char *name)
{
	char *all = arg;

	strncat(all, name, 8);
	strncat(all, ",", 2);
	return 0;
}

static void listing_ends_when_the_callback_says_so(void **state)
{
	struct fixture *f = *state;
	char all[32] = "";
	int n = 0;

	mock_file(f->m, "d/a", "");
	mock_file(f->m, "d/b/x", "");
	mock_file(f->m, "d/b/y", "");
	mock_file(f->m, "dd/e", "");
	assert_int_equal(hw_list(f->hw, append_name, all, "d"), 0);
	assert_string_equal(all, "a,b,");
	mock_file(f->m, "d/c", "");
	assert_int_equal(hw_list(f->hw, count_names, &n, "d"), -ECANCELED);
	assert_int_equal(n, 2);
	assert_int_equal(hw_list(f->hw, count_names, &n, "none"), -ENOENT);
	assert_int_equal(hw_list(f->hw, count_names, &n, "d/a"), -ENOTDIR);
}

static void errnos_have_names(void **state)
{
	(void)state;
	assert_string_equal(hw_errno_name(-ENOENT), "ENOENT");
	assert_string_equal(hw_errno_name(EREMOTEIO), "EREMOTEIO");
	assert_string_equal(hw_errno_name(4095), "EUNKNOWN");
}

/* Real files in a temporary folder. */
struct real {
	char root[64];
	struct hw *hw;
};

static int real_setup(void **state)
{
	struct real *real = calloc(1, sizeof(*real));

	if (!real)
		return -1;
	(void)snprintf(real->root, sizeof(real->root), "%s",
		       "/tmp/test_hw.XXXXXX");
	if (!mkdtemp(real->root) || hw_new(real->root, NULL, NULL, &real->hw))
		return -1;
	*state = real;
	return 0;
}

static void in_root(const struct real *real, const char *name, char path[128])
{
	(void)snprintf(path, 128, "%s/%s", real->root, name);
}

static int real_teardown(void **state)
{
	static const char *const names[] = { "value", "fifo", "dir/one",
					     "dir/two", "dir" };
	struct real *real = *state;
	char path[128];

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		in_root(real, names[i], path);
		(void)remove(path);
	}
	(void)rmdir(real->root);
	hw_free(real->hw);
	free(real);
	return 0;
}

static void write_file(const struct real *real, const char *name,
		       const char *text)
{
	char path[128];
	FILE *out;

	in_root(real, name, path);
	out = fopen(path, "w");
	assert_non_null(out);
	assert_true(fputs(text, out) >= 0);
	assert_int_equal(fclose(out), 0);
}

static void real_files_are_read_below_the_root(void **state)
{
	struct real *real = *state;
	uint64_t v = 0;

	write_file(real, "value", "4711\n");
	assert_int_equal(hw_read_u64(real->hw, &v, "value"), 0);
	assert_int_equal(v, 4711);
	assert_int_equal(hw_read_u64(real->hw, &v, "none"), -ENOENT);
	assert_int_equal(hw_read_u64(real->hw, &v, "value/x"), -ENOTDIR);
}

static void a_real_fifo_does_not_hang(void **state)
{
	struct real *real = *state;
	char path[128];
	uint64_t v;

	in_root(real, "fifo", path);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(hw_read_u64(real->hw, &v, "fifo"), -ESPIPE);
}

static void a_real_folder_is_listed(void **state)
{
	struct real *real = *state;
	char path[128];
	int n = -10;

	in_root(real, "dir", path);
	assert_int_equal(mkdir(path, 0700), 0);
	write_file(real, "dir/one", "");
	write_file(real, "dir/two", "");
	assert_int_equal(hw_list(real->hw, count_names, &n, "dir"), 0);
	assert_int_equal(n, -8);
	assert_int_equal(hw_list(real->hw, count_names, &n, "none"), -ENOENT);
	assert_int_equal(hw_list(real->hw, count_names, &n, "dir/one"),
			 -ENOTDIR);
	n = 0;
	assert_int_equal(hw_list(real->hw, count_names, &n, "dir"), -ECANCELED);
	assert_int_equal(hw_read_text(real->hw, path, sizeof(path), "dir"),
			 -EISDIR);
}

static void a_real_file_knows_no_hsmp_ioctl(void **state)
{
	struct real *real = *state;
	char buf[64] = { 0 };
	int fd;

	write_file(real, "value", "");
	fd = hw_open(real->hw, "value");
	assert_true(fd >= 0);
	/* Opened read-only and not for children. */
	assert_int_equal(fcntl(fd, F_GETFL) & O_ACCMODE, O_RDONLY);
	assert_int_equal(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	assert_int_equal(hw_ioctl(real->hw, fd, 0xC02CF800, buf), -ENOTTY);
	hw_close(real->hw, fd);
	assert_int_equal(hw_ioctl(real->hw, fd, 0xC02CF800, buf), -EBADF);
}

static void the_real_clock_goes_forward(void **state)
{
	struct real *real = *state;
	uint64_t a = hw_now_ns(real->hw);

	(void)usleep(2000);
	assert_in_range(hw_now_ns(real->hw) - a, 2000000, 60 * NSEC_PER_SEC);
}

#define real_test(fn) \
	cmocka_unit_test_setup_teardown(fn, real_setup, real_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_root_that_does_not_open_gives_its_errno),
		fixture_test(text_loses_its_last_newline_only),
		fixture_test(text_that_does_not_fit_is_emsgsize),
		fixture_test(numbers_are_decimal_and_whole),
		fixture_test(interrupted_reads_are_repeated_three_times),
		fixture_test(a_read_is_whole_or_eio),
		fixture_test(reads_are_counted),
		fixture_test(a_path_that_is_too_long_is_enametoolong),
		fixture_test(lines_come_one_by_one_over_several_reads),
		fixture_test(listing_ends_when_the_callback_says_so),
		cmocka_unit_test(errnos_have_names),
		real_test(real_files_are_read_below_the_root),
		real_test(a_real_fifo_does_not_hang),
		real_test(a_real_folder_is_listed),
		real_test(a_real_file_knows_no_hsmp_ioctl),
		real_test(the_real_clock_goes_forward),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
