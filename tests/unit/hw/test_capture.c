// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: A recorded machine, call by call
 *
 * Captures are typed here, by the format of hw/capture.h.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/util.h"
#include "hw/capture.h"
#include "hw/hsmp_abi.h"
#include "hw/msr_batch_abi.h"

#define NAMES_SIZE 64
#define UNTOUCHED UINT64_C(0x5C5C5C5C5C5C5C5C)

/**
 * struct rig - A folder with a capture
 * @dir:	It
 * @c:		The capture, once it was loaded
 * @hw:		Context on it
 */
struct rig {
	char dir[64];
	struct capture *c;
	struct hw *hw;
};

static void write_file(const struct rig *rig, const char *name,
		       const char *text)
{
	char path[128];
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s/%s", rig->dir, name);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static int rig_setup(void **state)
{
	struct rig *rig = calloc(1, sizeof(*rig));
	const char *tmp = getenv("TMPDIR");

	if (!rig)
		return -1;
	(void)snprintf(rig->dir, sizeof(rig->dir), "%.30s/capture.XXXXXX",
		       tmp ? tmp : "/tmp");
	if (!mkdtemp(rig->dir))
		return -1;
	*state = rig;
	return 0;
}

static int rig_teardown(void **state)
{
	static const char *const names[] = { "capture", "sys/value", "sys",
					     "binary" };
	struct rig *rig = *state;
	char path[128];

	hw_free(rig->hw);
	capture_free(rig->c);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", rig->dir, names[i]);
		(void)remove(path);
	}
	(void)rmdir(rig->dir);
	free(rig);
	return 0;
}

/* A context on a capture of these lines. */
static struct hw *load(struct rig *rig, const char *lines)
{
	unsigned int line = 99;
	char text[8192];

	(void)snprintf(text, sizeof(text), "joulepath-capture 1\n%s", lines);
	write_file(rig, "capture", text);
	assert_int_equal(capture_load(rig->dir, &rig->c, &line), 0);
	assert_int_equal(line, 99);
	assert_int_equal(hw_new(rig->dir, &capture_ops, rig->c, &rig->hw), 0);
	return rig->hw;
}

static void a_folder_without_the_file_is_enoent(void **state)
{
	struct rig *rig = *state;
	struct capture *c = NULL;
	unsigned int line = 99;
	char path[80];

	assert_int_equal(capture_load(rig->dir, &c, &line), -ENOENT);
	assert_int_equal(capture_load("/nonexistent", &c, &line), -ENOENT);
	write_file(rig, "binary", "x");
	(void)snprintf(path, sizeof(path), "%s/binary", rig->dir);
	assert_int_equal(capture_load(path, &c, &line), -ENOENT);
	assert_null(c);
	assert_int_equal(line, 99);
	capture_free(NULL);
}

static void what_is_no_capture_is_eproto_with_its_line(void **state)
{
	static const struct {
		const char *text;
		unsigned int line;
	} bad[] = {
		{ "", 1 },
		{ "\n", 1 },
		{ "joulepath-capture 2\n", 1 },
		{ "joulepath-capture 1 \n", 1 },
		{ "joulepath-capture 1\n\n", 2 },
		{ "joulepath-capture 1\nopen x\n", 2 },
		{ "joulepath-capture 1\n = x\n", 2 },
		{ "joulepath-capture 1\na = b\nc= d\n", 3 },
		{ "joulepath-capture 1\na = b\nc = d\na = e\n", 0 },
	};
	struct rig *rig = *state;
	struct capture *c = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		unsigned int line = 99;

		write_file(rig, "capture", bad[i].text);
		assert_int_equal(capture_load(rig->dir, &c, &line), -EPROTO);
		assert_int_equal(line, bad[i].line);
		assert_null(c);
	}
}

static void a_copy_is_read_where_it_is_listed(void **state)
{
	struct rig *rig = *state;
	struct hw *hw = load(rig, "file sys/value = 0444\n"
				  "open sys/denied = -EACCES\n"
				  "file sys/broken = 0444\n"
				  "read sys/broken = -EIO\n");
	char path[128], text[16];
	uint64_t v = UNTOUCHED;

	(void)snprintf(path, sizeof(path), "%s/sys", rig->dir);
	assert_int_equal(mkdir(path, 0755), 0);
	write_file(rig, "sys/value", "42\n");
	write_file(rig, "binary", "7\n");
	assert_int_equal(hw_read_u64(hw, &v, "sys/value"), 0);
	assert_int_equal(v, 42);
	assert_int_equal(hw_read_text(hw, text, sizeof(text), "sys/value"), 2);
	/* A file that lies there by chance is no part of the capture. */
	assert_int_equal(hw_read_u64(hw, &v, "binary"), -ENOENT);
	assert_int_equal(hw_read_u64(hw, &v, "sys/denied"), -EACCES);
	/* Its copy is missing: the folder is incomplete. */
	assert_int_equal(hw_read_u64(hw, &v, "sys/broken"), -ENOENT);
	assert_int_equal(v, 42);
}

static void a_read_that_failed_fails(void **state)
{
	struct rig *rig = *state;
	struct hw *hw =
		load(rig, "file binary = 0444\nread binary = -ENODEV\n");
	uint64_t v = UNTOUCHED;

	write_file(rig, "binary", "7\n");
	assert_int_equal(hw_read_u64(hw, &v, "binary"), -ENODEV);
	assert_int_equal(v, UNTOUCHED);
}

static int collect(void *arg, const char *name)
{
	char *names = arg;
	size_t used = strlen(names);

	(void)snprintf(names + used, NAMES_SIZE - used, "%s,", name);
	return strcmp(name, "stop") == 0 ? 7 : 0;
}

static void folders_are_listed(void **state)
{
	struct rig *rig = *state;
	struct hw *hw = load(rig, "list a = one/two/three\n"
				  "list empty = \n"
				  "list denied = -EACCES\n"
				  "list early = one/stop/three\n");
	char names[NAMES_SIZE] = "";

	assert_int_equal(hw_list(hw, collect, names, "a"), 0);
	assert_string_equal(names, "one,two,three,");
	names[0] = '\0';
	assert_int_equal(hw_list(hw, collect, names, "empty"), 0);
	assert_int_equal(hw_list(hw, collect, names, "denied"), -EACCES);
	assert_int_equal(hw_list(hw, collect, names, "absent"), -ENOENT);
	assert_string_equal(names, "");
	assert_int_equal(hw_list(hw, collect, names, "early"), 7);
	assert_string_equal(names, "one,stop,");
}

static void registers_answer_by_node(void **state)
{
	struct rig *rig = *state;
	struct hw *hw =
		load(rig, "node dev/cpu/0/msr = 0600\n"
			  "node dev/cpu/0/msr_safe = 0440\n"
			  "msr dev/cpu/0/msr 0xC001029B = 0x123456789ABCDEF0\n"
			  "msr dev/cpu/0/msr_safe 0xC001029B = -EACCES\n"
			  "msr dev/cpu/0/msr 0xC001029A = nonsense\n"
			  "msr dev/cpu/0/msr 0x606 = -ENOSUCHERRNO\n");
	int msr = hw_open(hw, "dev/cpu/0/msr");
	int safe = hw_open(hw, "dev/cpu/0/msr_safe");
	uint64_t v = UNTOUCHED;

	assert_true(msr >= 0 && safe >= 0);
	assert_int_equal(hw_pread(hw, msr, &v, 8, 0xC001029B), 0);
	assert_int_equal(v, UINT64_C(0x123456789ABCDEF0));
	assert_int_equal(hw_pread(hw, safe, &v, 8, 0xC001029B), -EACCES);
	assert_int_equal(hw_pread(hw, safe, &v, 8, 0xC0010299), -ENODATA);
	assert_int_equal(hw_pread(hw, msr, &v, 8, 0xC001029A), -EIO);
	assert_int_equal(hw_pread(hw, msr, &v, 8, 0x606), -EIO);
	assert_int_equal(hw_pread(hw, msr, &v, 4, 0xC001029B), -EINVAL);
	hw_close(hw, msr);
	assert_int_equal(hw_pread(hw, msr, &v, 8, 0xC001029B), -EBADF);
	assert_int_equal(hw_ioctl(hw, safe, HSMP_IOCTL_CMD, &v), -ENOTTY);
	hw_close(hw, safe);
}

static void messages_answer_by_socket_id_and_argument(void **state)
{
	struct rig *rig = *state;
	struct hw *hw = load(rig, "node dev/hsmp = 0644\n"
				  "hsmp 1 0x0F 0x0 = 0x00000640 0x640\n"
				  "hsmp 0 0x0A 0x80000004 = 0xFFFFFFFF\n"
				  "hsmp 0 0x15 0x0 = -ENOMSG\n"
				  "hsmp 0 0x04 0x0 = 0x100000000\n");
	struct hsmp_message msg = { .msg_id = 0x0F, .sock_ind = 1 };
	int fd = hw_open(hw, "dev/hsmp");

	assert_true(fd >= 0);
	msg.args[3] = 5;
	assert_int_equal(hw_ioctl(hw, fd, HSMP_IOCTL_CMD, &msg), 0);
	assert_int_equal(msg.args[0], 1600);
	assert_int_equal(msg.args[1], 1600);
	assert_int_equal(msg.args[3], 0);
	msg = (struct hsmp_message){ .msg_id = 0x0A, .args = { 0x80000004 } };
	assert_int_equal(hw_ioctl(hw, fd, HSMP_IOCTL_CMD, &msg), 0);
	assert_int_equal(msg.args[0], UINT32_MAX);
	msg = (struct hsmp_message){ .msg_id = 0x15 };
	assert_int_equal(hw_ioctl(hw, fd, HSMP_IOCTL_CMD, &msg), -ENOMSG);
	msg = (struct hsmp_message){ .msg_id = 0x04 };
	assert_int_equal(hw_ioctl(hw, fd, HSMP_IOCTL_CMD, &msg), -EIO);
	msg = (struct hsmp_message){ .msg_id = 0x06 };
	assert_int_equal(hw_ioctl(hw, fd, HSMP_IOCTL_CMD, &msg), -ENODATA);
	assert_int_equal(hw_ioctl(hw, fd, 0x1234, &msg), -ENOTTY);
	hw_close(hw, fd);
}

static int get_table(struct hw *hw, int fd, uint8_t *buf, uint32_t size)
{
	struct hsmp_telemetry_data t = {
		.buf = (uintptr_t)buf,
		.size = size,
	};

	return hw_ioctl(hw, fd, HSMP_IOCTL_GET_TELEMETRY_DATA, &t);
}

static void tables_are_put_together(void **state)
{
	struct rig *rig = *state;
	char lines[4096], *p = lines;
	uint8_t buf[1030];
	struct hw *hw;
	int fd;

	/* 1024 bytes AB in the first part, three others in the second. */
	p += snprintf(p, 64, "node dev/hsmp = 0644\ntable 0 1027 0 = ");
	for (int i = 0; i < 1024; i++)
		p += snprintf(p, 3, "aB");
	(void)snprintf(p, 512,
		       "\ntable 0 1027 1024 = 01FE7f\n"
		       "table 0 5 0 = -EINVAL\n"
		       "table 0 2 0 = 012\n"
		       "table 0 3 0 = 0102030\n"
		       "table 0 4 0 = 0102030G\n");
	hw = load(rig, lines);
	fd = hw_open(hw, "dev/hsmp");
	assert_int_equal(get_table(hw, fd, buf, 1027), 0);
	assert_int_equal(buf[0], 0xAB);
	assert_int_equal(buf[1023], 0xAB);
	assert_int_equal(buf[1024], 1);
	assert_int_equal(buf[1025], 0xFE);
	assert_int_equal(buf[1026], 0x7F);
	assert_int_equal(get_table(hw, fd, buf, 5), -EINVAL);
	assert_int_equal(get_table(hw, fd, buf, 6), -ENODATA);
	assert_int_equal(get_table(hw, fd, buf, 2), -EIO);
	assert_int_equal(get_table(hw, fd, buf, 3), -EIO);
	assert_int_equal(get_table(hw, fd, buf, 4), -EIO);
	hw_close(hw, fd);
}

static void batches_are_all_or_nothing(void **state)
{
	struct rig *rig = *state;
	struct hw *hw = load(rig, "node dev/cpu/msr_batch = 0660\n"
				  "batch 0 0xC001029A = 0x10\n"
				  "batch 1 0xC001029A = 0x11\n"
				  "batch 2 0xC001029A = -EACCES\n");
	struct msr_batch_op ops[3] = {
		{ .cpu = 0, .isrdmsr = 1, .msr = 0xC001029A },
		{ .cpu = 1, .isrdmsr = 1, .msr = 0xC001029A },
		{ .cpu = 2, .isrdmsr = 1, .msr = 0xC001029A },
	};
	struct msr_batch_array array = { .numops = 2, .ops = (uintptr_t)ops };
	int fd = hw_open(hw, "dev/cpu/msr_batch");

	assert_int_equal(hw_ioctl(hw, fd, X86_IOC_MSR_BATCH, &array), 0);
	assert_int_equal(ops[0].msrdata, 0x10);
	assert_int_equal(ops[1].msrdata, 0x11);
	array.numops = 3;
	assert_int_equal(hw_ioctl(hw, fd, X86_IOC_MSR_BATCH, &array), -EACCES);
	assert_int_equal(ops[0].err, 0);
	assert_int_equal(ops[2].err, -EACCES);
	hw_close(hw, fd);
}

static void events_of_perf_are_kept(void **state)
{
	struct rig *rig = *state;
	struct hw *hw = load(rig, "perf 9 0x2 0 = 0x0000000100000000\n"
				  "perf-open 9 0x2 64 = -EACCES\n");
	struct hw_perf_event event = { .type = 9, .config = 2, .cpu = 0 };
	uint64_t v = UNTOUCHED;
	int fd = hw_perf_open(hw, &event);

	assert_true(fd >= 0);
	assert_int_equal(hw_pread(hw, fd, &v, 8, 0), 0);
	assert_int_equal(v, UINT64_C(1) << 32);
	hw_close(hw, fd);
	event.cpu = 64;
	assert_int_equal(hw_perf_open(hw, &event), -EACCES);
	event.cpu = 1;
	assert_int_equal(hw_perf_open(hw, &event), -ENODATA);
}

/* The real calls, where a root is not the running system's. */
static void perf_of_another_root_is_eopnotsupp(void **state)
{
	const struct hw_perf_event event = { .type = 9, .config = 2 };
	struct hw_ops without = hw_posix_ops;
	struct rig *rig = *state;
	struct hw *hw = NULL;

	assert_int_equal(hw_new(rig->dir, NULL, NULL, &hw), 0);
	assert_int_equal(hw_perf_open(hw, &event), -EOPNOTSUPP);
	hw_free(hw);
	without.perf_open = NULL;
	assert_int_equal(hw_new("/", &without, NULL, &hw), 0);
	assert_int_equal(hw_perf_open(hw, &event), -EOPNOTSUPP);
	hw_free(hw);
}

/* PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK: counts on any machine. */
static void a_real_event_is_read_again_and_again(void **state)
{
	const struct hw_perf_event event = { .type = 1, .config = 0 };
	struct hw *hw = NULL;
	uint64_t a = 0, b = 0;
	int fd;

	(void)state;
	assert_int_equal(hw_new("/", NULL, NULL, &hw), 0);
	fd = hw_perf_open(hw, &event);
	/* Containers and unprivileged users may not. */
	if (fd >= 0) {
		assert_int_equal(hw_pread(hw, fd, &a, sizeof(a), 0), 0);
		assert_int_equal(hw_pread(hw, fd, &b, sizeof(b), 0), 0);
		assert_true(b >= a && b > 0);
		hw_close(hw, fd);
	} else {
		assert_true(fd == -EACCES || fd == -EPERM || fd == -ENOSYS);
	}
	hw_free(hw);
}

#define rig_test(fn) \
	cmocka_unit_test_setup_teardown(fn, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		rig_test(a_folder_without_the_file_is_enoent),
		rig_test(what_is_no_capture_is_eproto_with_its_line),
		rig_test(a_copy_is_read_where_it_is_listed),
		rig_test(a_read_that_failed_fails),
		rig_test(folders_are_listed),
		rig_test(registers_answer_by_node),
		rig_test(messages_answer_by_socket_id_and_argument),
		rig_test(tables_are_put_together),
		rig_test(batches_are_all_or_nothing),
		rig_test(events_of_perf_are_kept),
		rig_test(perf_of_another_root_is_eopnotsupp),
		cmocka_unit_test(a_real_event_is_read_again_and_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
