// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Answers by key
 *
 * Lines are kept as they are, sorted by key; a call makes the key of what it
 * is asked and looks it up. A descriptor of a device is one of the file
 * "capture" itself, so that closing and comparing work as for any other; which
 * device it stands for is remembered beside it.
 */
#include "hw/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/parse.h"
#include "hw/hsmp_abi.h"
#include "hw/msr_batch_abi.h"

#define KEY_MAX 512
#define HSMP_NODE "dev/hsmp"
#define BATCH_NODE "dev/cpu/msr_batch"

/* The largest errno that has a name. */
#define ERRNO_MAX 200

/**
 * struct capture_line - One line
 * @key:	What was asked, the start of the line
 * @result:	What came, behind " = "
 */
struct capture_line {
	char *key;
	const char *result;
};

/**
 * struct capture_fd - A descriptor that was given out
 * @fd:		Descriptor
 * @is_node:	It stands for a device or an event, not for a copy
 * @path:	Path; of an event the arguments of its key
 */
struct capture_fd {
	int fd;
	bool is_node;
	char *path;
};

/**
 * struct capture - All of it
 * @lines:	Lines, sorted by key
 * @n_lines:	Their number
 * @fds:	Descriptors that are open
 * @n_fds:	Their number
 */
struct capture {
	struct capture_line *lines;
	size_t n_lines;
	struct capture_fd *fds;
	size_t n_fds;
};

static int compare_lines(const void *a, const void *b)
{
	const struct capture_line *x = a, *y = b;

	return strcmp(x->key, y->key);
}

/* Result of a key, or NULL. */
static const char *find(const struct capture *c, const char *fmt, ...)
	PRINTF_LIKE(2, 3);

static const char *find(const struct capture *c, const char *fmt, ...)
{
	struct capture_line wanted = { 0 };
	const struct capture_line *line;
	char key[KEY_MAX];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(key, sizeof(key), fmt, ap);
	va_end(ap);
	wanted.key = key;
	if (!c->n_lines)
		return NULL;
	line = bsearch(&wanted, c->lines, c->n_lines, sizeof(*c->lines),
		       compare_lines);
	return line ? line->result : NULL;
}

/* Negative errno that a result stands for, or 0. */
static int result_error(const char *result)
{
	if (!result || result[0] != '-')
		return 0;
	for (int err = 1; err <= ERRNO_MAX; err++) {
		const char *name = hw_errno_name(err);

		if (strcmp(name, result + 1) == 0)
			return -err;
	}
	return -EIO;
}

/* The number that a result is, or why there is none. */
static int result_value(const char *result, uint64_t *ret)
{
	uint64_t v;
	int r;

	if (!result)
		return -ENODATA;
	r = result_error(result);
	if (r < 0)
		return r;
	if (!parse_number(&result, &v) || !parse_end(result))
		return -EIO;
	*ret = v;
	return 0;
}

static int remember_fd(struct capture *c, int fd, bool is_node,
		       const char *path)
{
	struct capture_fd *fds;
	char *copy = strdup(path);

	fds = copy ? realloc(c->fds, (c->n_fds + 1) * sizeof(*fds)) : NULL;
	if (!fds) {
		free(copy);
		(void)hw_posix_ops.close(NULL, fd);
		return -ENOMEM;
	}
	c->fds = fds;
	fds[c->n_fds++] = (struct capture_fd){
		.fd = fd,
		.is_node = is_node,
		.path = copy,
	};
	return fd;
}

static const struct capture_fd *find_fd(const struct capture *c, int fd)
{
	for (size_t i = 0; i < c->n_fds; i++)
		if (c->fds[i].fd == fd)
			return &c->fds[i];
	return NULL;
}

static int open_as(struct capture *c, int rootfd, const char *file,
		   const char *path, bool is_node, int flags)
{
	int fd = hw_posix_ops.open(NULL, rootfd, file, flags);

	return fd < 0 ? fd : remember_fd(c, fd, is_node, path);
}

static int capture_open(void *ctx, int rootfd, const char *path, int flags)
{
	struct capture *c = ctx;
	const char *error;

	/* The root itself, before anything below it. */
	if (rootfd == AT_FDCWD)
		return hw_posix_ops.open(NULL, rootfd, path, flags);
	error = find(c, "open %s", path);
	if (error)
		return result_error(error);
	if (find(c, "node %s", path))
		return open_as(c, rootfd, CAPTURE_FILE, path, true, flags);
	if (find(c, "file %s", path))
		return open_as(c, rootfd, path, path, false, flags);
	return -ENOENT;
}

static int capture_close(void *ctx, int fd)
{
	struct capture *c = ctx;

	for (size_t i = 0; i < c->n_fds; i++) {
		if (c->fds[i].fd != fd)
			continue;
		free(c->fds[i].path);
		c->fds[i] = c->fds[--c->n_fds];
		break;
	}
	return hw_posix_ops.close(NULL, fd);
}

static ssize_t capture_pread(void *ctx, int fd, void *buf, size_t n, off_t off)
{
	const struct capture *c = ctx;
	const struct capture_fd *f = find_fd(c, fd);
	uint64_t value = 0;
	int r;

	if (!f)
		return -EBADF;
	r = result_error(find(c, "read %s", f->path));
	if (r < 0)
		return r;
	if (!f->is_node)
		return hw_posix_ops.pread(NULL, fd, buf, n, off);
	if (n != sizeof(value))
		return -EINVAL;
	if (strncmp(f->path, "dev/", 4) == 0)
		r = result_value(find(c, "msr %s 0x%llX", f->path,
				      (unsigned long long)off),
				 &value);
	else
		r = result_value(find(c, "perf %s", f->path), &value);
	if (r < 0)
		return r;
	memcpy(buf, &value, n);
	return (ssize_t)n;
}

static int answer_hsmp(const struct capture *c, struct hsmp_message *msg)
{
	const char *p = find(c, "hsmp %u 0x%02X 0x%X", msg->sock_ind,
			     msg->msg_id, msg->args[0]);
	uint32_t words[HSMP_MAX_WORDS] = { 0 };
	uint64_t v;
	int r;

	if (!p)
		return -ENODATA;
	r = result_error(p);
	if (r < 0)
		return r;
	for (unsigned int i = 0; i < HSMP_MAX_WORDS && *p; i++) {
		if (!parse_number(&p, &v) || v > UINT32_MAX)
			return -EIO;
		words[i] = (uint32_t)v;
		(void)parse_blanks(&p);
	}
	memcpy(msg->args, words, sizeof(words));
	return 0;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int put_hex(const char *text, uint8_t *buf, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int high = hex_digit(text[2 * i]);
		int low = high < 0 ? -1 : hex_digit(text[2 * i + 1]);

		if (low < 0)
			return -EIO;
		buf[i] = (uint8_t)(high << 4 | low);
	}
	return text[2 * n] ? -EIO : 0;
}

static int answer_table(const struct capture *c,
			const struct hsmp_telemetry_data *t)
{
	uint8_t *buf = (uint8_t *)(uintptr_t)t->buf;

	for (uint32_t off = 0; off < t->size; off += CAPTURE_TABLE_PART) {
		const char *part =
			find(c, "table %u %u %u", t->sock_ind, t->size, off);
		int r;

		if (!part)
			return -ENODATA;
		r = result_error(part);
		if (r == 0)
			r = put_hex(part, buf + off,
				    MIN(t->size - off, CAPTURE_TABLE_PART));
		if (r < 0)
			return r;
	}
	return 0;
}

/* All operations or none, as the driver does it. */
static int answer_batch(const struct capture *c,
			const struct msr_batch_array *array)
{
	struct msr_batch_op *ops = (struct msr_batch_op *)(uintptr_t)array->ops;
	int r = 0;

	for (uint32_t i = 0; i < array->numops; i++) {
		ops[i].err = result_value(
			find(c, "batch %u 0x%X", ops[i].cpu, ops[i].msr),
			&ops[i].msrdata);
		if (ops[i].err)
			r = ops[i].err;
	}
	return r;
}

static int capture_ioctl(void *ctx, int fd, unsigned long req, void *arg)
{
	const struct capture *c = ctx;
	const struct capture_fd *f = find_fd(c, fd);

	if (!f)
		return -EBADF;
	if (!f->is_node)
		return -ENOTTY;
	if (strcmp(f->path, BATCH_NODE) == 0 && req == X86_IOC_MSR_BATCH)
		return answer_batch(c, arg);
	if (strcmp(f->path, HSMP_NODE) == 0 && req == HSMP_IOCTL_CMD)
		return answer_hsmp(c, arg);
	if (strcmp(f->path, HSMP_NODE) == 0 &&
	    req == HSMP_IOCTL_GET_TELEMETRY_DATA)
		return answer_table(c, arg);
	return -ENOTTY;
}

static int capture_list(void *ctx, int rootfd, const char *dir, hw_list_fn fn,
			void *arg)
{
	const char *names = find(ctx, "list %s", dir);
	char name[256];
	int r;

	UNUSED(rootfd);
	if (!names)
		return -ENOENT;
	r = result_error(names);
	while (r == 0 && *names) {
		size_t n = strcspn(names, "/");

		if (n >= sizeof(name))
			return -EIO;
		memcpy(name, names, n);
		name[n] = '\0';
		names += names[n] ? n + 1 : n;
		r = fn(arg, name);
	}
	return r;
}

static uint64_t capture_now_ns(void *ctx)
{
	UNUSED(ctx);
	return hw_posix_ops.now_ns(NULL);
}

static int capture_perf_open(void *ctx, int rootfd,
			     const struct hw_perf_event *event)
{
	struct capture *c = ctx;
	char args[96];
	const char *error;

	(void)snprintf(args, sizeof(args), "%u 0x%llX %u", event->type,
		       (unsigned long long)event->config, event->cpu);
	error = find(c, "perf-open %s", args);
	if (error)
		return result_error(error);
	if (!find(c, "perf %s", args))
		return -ENODATA;
	return open_as(c, rootfd, CAPTURE_FILE, args, true,
		       O_RDONLY | O_CLOEXEC);
}

const struct hw_ops capture_ops = {
	.open = capture_open,
	.close = capture_close,
	.pread = capture_pread,
	.ioctl = capture_ioctl,
	.list = capture_list,
	.now_ns = capture_now_ns,
	.perf_open = capture_perf_open,
};

static int add_line(struct capture *c, const char *text)
{
	const char *middle = strstr(text, " = ");
	struct capture_line *lines;
	char *copy;

	if (!middle || middle == text)
		return -EPROTO;
	copy = strdup(text);
	if (!copy)
		return -ENOMEM;
	/* Room doubles at each power of two. */
	if (!(c->n_lines & (c->n_lines - 1))) {
		lines = realloc(c->lines, MAX(2 * c->n_lines, (size_t)1) *
						  sizeof(*lines));
		if (!lines) {
			free(copy);
			return -ENOMEM;
		}
		c->lines = lines;
	}
	copy[middle - text] = '\0';
	c->lines[c->n_lines++] = (struct capture_line){
		.key = copy,
		.result = copy + (middle - text) + 3,
	};
	return 0;
}

static int load(struct capture *c, int fd, unsigned int *line_number)
{
	char buf[CAPTURE_LINE_MAX + 1];
	struct lineread lr;
	char *line;
	int r;

	lineread_init(&lr, lineread_fd, &fd, buf, sizeof(buf));
	for (*line_number = 1;; (*line_number)++) {
		r = lineread_next(&lr, &line);
		if (r == -EMSGSIZE || r == -EILSEQ)
			return -EPROTO;
		if (r < 0)
			return r;
		if (r == 0)
			return *line_number > 1 ? 0 : -EPROTO;
		if (*line_number == 1)
			r = strcmp(line, CAPTURE_MAGIC) == 0 ? 0 : -EPROTO;
		else
			r = add_line(c, line);
		if (r < 0)
			return r;
	}
}

/* False if a key occurs twice. */
static bool sort_lines(struct capture *c)
{
	if (!c->n_lines)
		return true;
	qsort(c->lines, c->n_lines, sizeof(*c->lines), compare_lines);
	for (size_t i = 1; i < c->n_lines; i++)
		if (compare_lines(&c->lines[i - 1], &c->lines[i]) == 0)
			return false;
	return true;
}

int capture_load(const char *dir, struct capture **ret, unsigned int *ret_line)
{
	cleanup_close int rootfd = -1;
	cleanup_close int fd = -1;
	unsigned int line = 0;
	struct capture *c;
	int r;

	rootfd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (rootfd < 0)
		return errno == ENOTDIR ? -ENOENT : -errno;
	fd = openat(rootfd, CAPTURE_FILE, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return -errno;
	c = calloc(1, sizeof(*c));
	if (!c)
		return -ENOMEM;
	r = load(c, fd, &line);
	if (r < 0) {
		capture_free(c);
		if (r == -EPROTO)
			*ret_line = line;
		return r;
	}
	if (!sort_lines(c)) {
		capture_free(c);
		*ret_line = 0;
		return -EPROTO;
	}
	*ret = c;
	return 0;
}

void capture_free(struct capture *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->n_lines; i++)
		free(c->lines[i].key);
	for (size_t i = 0; i < c->n_fds; i++)
		free(c->fds[i].path);
	free(c->lines);
	free(c->fds);
	free(c);
}
