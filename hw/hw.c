// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The context and the real system calls
 *
 * Trees are not trusted to be sysfs: a captured or simulated one may hold a
 * FIFO or a terminal under a name that we open. O_NONBLOCK and O_NOCTTY keep
 * such an open from waiting for a writer or from taking over the terminal;
 * device nodes and sysfs ignore both.
 *
 * A signal may end a read before it began (a FUSE file system is allowed to).
 * Reads are repeated EINTR_RETRIES times, not for ever: a file system that
 * answers only EINTR must not hang its caller.
 */
#include "hw/hw.h"

#include "hw/backend.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/parse.h"
#include "hw/internal.h"

#define OPEN_FLAGS (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
#define EINTR_RETRIES 3

/**
 * struct hw - The context
 * @rootfd:	Directory that stands for /
 * @ops:	Calls
 * @ops_ctx:	Their context
 * @reads:	For hw_reads()
 */
struct hw {
	int rootfd;
	const struct hw_ops *ops;
	void *ops_ctx;
	_Atomic uint64_t reads;
};

static int posix_open(void *ctx, int rootfd, const char *path, int flags)
{
	int fd = openat(rootfd, path, flags);

	UNUSED(ctx);
	return fd < 0 ? -errno : fd;
}

static int posix_close(void *ctx, int fd)
{
	UNUSED(ctx);
	return close(fd) < 0 ? -errno : 0;
}

/* An event of perf has no position; neither has what could make us wait. */
static bool is_event(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && !S_ISFIFO(st.st_mode) &&
	       !S_ISSOCK(st.st_mode) && !S_ISCHR(st.st_mode);
}

static ssize_t posix_pread(void *ctx, int fd, void *buf, size_t n, off_t off)
{
	ssize_t r = pread(fd, buf, n, off);

	UNUSED(ctx);
	if (r < 0 && errno == ESPIPE && is_event(fd)) {
		/* Each read of it gives its count. */
		r = read(fd, buf, n);
	}
	return r < 0 ? -errno : r;
}

static int posix_ioctl(void *ctx, int fd, unsigned long req, void *arg)
{
	int r = ioctl(fd, req, arg);

	UNUSED(ctx);
	if (r < 0)
		return -errno;
	return r > 0 ? -EBADE : 0;
}

static int posix_list(void *ctx, int rootfd, const char *dir, hw_list_fn fn,
		      void *arg)
{
	cleanup_closedir DIR *stream = NULL;
	struct dirent *entry;
	int fd, r;

	UNUSED(ctx);
	fd = openat(rootfd, dir, OPEN_FLAGS | O_DIRECTORY);
	if (fd < 0)
		return -errno;
	stream = fdopendir(fd);
	if (!stream) {
		r = -errno;
		(void)close(fd);
		return r;
	}
	for (;;) {
		errno = 0;
		entry = readdir(stream);
		if (!entry)
			return -errno;
		if (strcmp(entry->d_name, ".") == 0 ||
		    strcmp(entry->d_name, "..") == 0)
			continue;
		r = fn(arg, entry->d_name);
		if (r)
			return r;
	}
}

static uint64_t posix_now_ns(void *ctx)
{
	struct timespec ts;

	UNUSED(ctx);
	/* Can't fail: the clock exists since Linux 2.6.39. */
	(void)clock_gettime(CLOCK_BOOTTIME, &ts);
	return (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec;
}

/* Whether paths below a descriptor are those of the running system. */
static bool is_system_root(int rootfd)
{
	struct stat root, given;

	return stat("/", &root) == 0 && fstat(rootfd, &given) == 0 &&
	       root.st_dev == given.st_dev && root.st_ino == given.st_ino;
}

static int posix_perf_open(void *ctx, int rootfd,
			   const struct hw_perf_event *event)
{
	struct perf_event_attr attr = {
		.type = event->type,
		.size = sizeof(attr),
		.config = event->config,
	};
	long fd;

	UNUSED(ctx);
	/* Else a simulated machine would show the energy of this one. */
	if (!is_system_root(rootfd))
		return -EOPNOTSUPP;
	fd = syscall(SYS_perf_event_open, &attr, -1, (int)event->cpu, -1,
		     PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? -errno : (int)fd;
}

const struct hw_ops hw_posix_ops = {
	.open = posix_open,
	.close = posix_close,
	.pread = posix_pread,
	.ioctl = posix_ioctl,
	.list = posix_list,
	.now_ns = posix_now_ns,
	.perf_open = posix_perf_open,
};

int hw_new(const char *root, const struct hw_ops *ops, void *ops_ctx,
	   struct hw **ret)
{
	cleanup_free struct hw *hw = calloc(1, sizeof(*hw));

	if (!hw)
		return -ENOMEM;
	hw->ops = ops ? ops : hw_backend()->ops;
	hw->ops_ctx = ops_ctx;
	hw->rootfd = hw->ops->open(ops_ctx, AT_FDCWD, root,
				   OPEN_FLAGS | O_DIRECTORY);
	if (hw->rootfd < 0)
		return hw->rootfd;
	*ret = take_ptr(hw);
	return 0;
}

void hw_free(struct hw *hw)
{
	if (!hw)
		return;
	hw_close(hw, hw->rootfd);
	free(hw);
}

/* A path that a format makes; false where it does not fit. */
static bool format_path(char path[PATH_MAX], const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

static bool format_path(char path[PATH_MAX], const char *fmt, va_list ap)
{
	int n = vsnprintf(path, PATH_MAX, fmt, ap);

	return n >= 0 && n < PATH_MAX;
}

int hw_vopen(struct hw *hw, const char *fmt, va_list ap)
{
	char path[PATH_MAX];

	if (!format_path(path, fmt, ap))
		return -ENAMETOOLONG;
	return hw->ops->open(hw->ops_ctx, hw->rootfd, path, OPEN_FLAGS);
}

int hw_open(struct hw *hw, const char *fmt, ...)
{
	va_list ap;
	int fd;

	va_start(ap, fmt);
	fd = hw_vopen(hw, fmt, ap);
	va_end(ap);
	return fd;
}

void hw_close(struct hw *hw, int fd)
{
	if (fd >= 0)
		(void)hw->ops->close(hw->ops_ctx, fd);
}

static ssize_t pread_retrying(struct hw *hw, int fd, void *buf, size_t n,
			      off_t off)
{
	ssize_t r = -EINTR;

	for (int i = 0; r == -EINTR && i <= EINTR_RETRIES; i++) {
		r = hw->ops->pread(hw->ops_ctx, fd, buf, n, off);
		atomic_fetch_add_explicit(&hw->reads, 1, memory_order_relaxed);
	}
	return r;
}

int hw_pread(struct hw *hw, int fd, void *buf, size_t n, off_t off)
{
	ssize_t r = pread_retrying(hw, fd, buf, n, off);

	if (r < 0)
		return (int)r;
	return (size_t)r == n ? 0 : -EIO;
}

int hw_ioctl(struct hw *hw, int fd, unsigned long req, void *arg)
{
	atomic_fetch_add_explicit(&hw->reads, 1, memory_order_relaxed);
	return hw->ops->ioctl(hw->ops_ctx, fd, req, arg);
}

int hw_perf_open(struct hw *hw, const struct hw_perf_event *event)
{
	if (!hw->ops->perf_open)
		return -EOPNOTSUPP;
	return hw->ops->perf_open(hw->ops_ctx, hw->rootfd, event);
}

int hw_fd_text(struct hw *hw, int fd, char *buf, size_t size)
{
	ssize_t r = pread_retrying(hw, fd, buf, size, 0);
	size_t len;

	if (r < 0)
		return (int)r;
	len = (size_t)r;
	/* A full buffer leaves no room for the NUL, and there may be more. */
	if (len >= size)
		return -EMSGSIZE;
	if (memchr(buf, '\0', len))
		return -EILSEQ;
	if (len && buf[len - 1] == '\n')
		len--;
	buf[len] = '\0';
	return (int)len;
}

int hw_text_u64(const char *text, uint64_t *ret)
{
	const char *p = text;
	uint64_t v;

	if (!parse_u64(&p, &v) || !parse_end(p))
		return -EINVAL;
	*ret = v;
	return 0;
}

static int read_text(struct hw *hw, char *buf, size_t size, const char *fmt,
		     va_list ap) __attribute__((format(printf, 4, 0)));

static int read_text(struct hw *hw, char *buf, size_t size, const char *fmt,
		     va_list ap)
{
	int fd, r;

	fd = hw_vopen(hw, fmt, ap);
	if (fd < 0)
		return fd;
	r = hw_fd_text(hw, fd, buf, size);
	hw_close(hw, fd);
	return r;
}

int hw_read_text(struct hw *hw, char *buf, size_t size, const char *fmt, ...)
{
	va_list ap;
	int r;

	va_start(ap, fmt);
	r = read_text(hw, buf, size, fmt, ap);
	va_end(ap);
	return r;
}

int hw_read_u64(struct hw *hw, uint64_t *ret, const char *fmt, ...)
{
	char text[32];
	va_list ap;
	int r;

	va_start(ap, fmt);
	r = read_text(hw, text, sizeof(text), fmt, ap);
	va_end(ap);
	/* What is longer than any number is not one. */
	if (r == -EMSGSIZE || r == -EILSEQ)
		return -EINVAL;
	return r < 0 ? r : hw_text_u64(text, ret);
}

static ssize_t lines_read(void *ctx, void *buf, size_t n)
{
	struct hw_lines *lines = ctx;
	ssize_t r;

	/* A tree may be anything, also a device without an end. */
	if (lines->off >= HW_LINES_MAX)
		return -EFBIG;
	r = pread_retrying(lines->hw, lines->fd, buf, n, lines->off);
	if (r > 0)
		lines->off += r;
	return r;
}

int hw_lines_open(struct hw *hw, struct hw_lines *lines, const char *path)
{
	int fd = hw_open(hw, "%s", path);

	if (fd < 0)
		return fd;
	lines->hw = hw;
	lines->fd = fd;
	lines->off = 0;
	lineread_init(&lines->lr, lines_read, lines, lines->buf,
		      sizeof(lines->buf));
	return 0;
}

void hw_lines_close(struct hw_lines *lines)
{
	hw_close(lines->hw, lines->fd);
	lines->fd = -EBADF;
}

int hw_list(struct hw *hw, hw_list_fn fn, void *arg, const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;
	bool fits;

	va_start(ap, fmt);
	fits = format_path(path, fmt, ap);
	va_end(ap);
	if (!fits)
		return -ENAMETOOLONG;
	return hw->ops->list(hw->ops_ctx, hw->rootfd, path, fn, arg);
}

uint64_t hw_now_ns(struct hw *hw)
{
	return hw->ops->now_ns(hw->ops_ctx);
}

uint64_t hw_reads(const struct hw *hw)
{
	return atomic_load_explicit(&hw->reads, memory_order_relaxed);
}

const char *hw_errno_name(int err)
{
	const char *name = strerrorname_np(err < 0 ? -err : err);

	return name ? name : "EUNKNOWN";
}
