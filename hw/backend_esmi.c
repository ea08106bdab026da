// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: AMD's E-SMI library as the carrier of messages
 *
 * Its hsmp_xfer() opens /dev/hsmp, sends one message and closes it again; it
 * returns a positive errno. The path is fixed, so a context with another root
 * has no mailbox in this build: opening dev/hsmp gives -ENODEV.
 *
 * The library's header defines the kernel's structure and numbers once more,
 * which can't stand beside ours; the function's type is all that is needed.
 */
#include "hw/backend.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "hw/hsmp_abi.h"

/* e_smi/e_smi_monitor.h */
int hsmp_xfer(struct hsmp_message *msg, int mode);

static int is_slash(int rootfd)
{
	struct stat root, slash;

	return fstat(rootfd, &root) == 0 && stat("/", &slash) == 0 &&
	       root.st_dev == slash.st_dev && root.st_ino == slash.st_ino;
}

static int esmi_open(void *ctx, int rootfd, const char *path, int flags)
{
	if (strcmp(path, "dev/hsmp") == 0 && !is_slash(rootfd))
		return -ENODEV;
	return hw_posix_ops.open(ctx, rootfd, path, flags);
}

static int esmi_ioctl(void *ctx, int fd, unsigned long req, void *arg)
{
	if (req != HSMP_IOCTL_CMD)
		return hw_posix_ops.ioctl(ctx, fd, req, arg);
	return -hsmp_xfer(arg, O_RDONLY);
}

static int esmi_close(void *ctx, int fd)
{
	return hw_posix_ops.close(ctx, fd);
}

static ssize_t esmi_pread(void *ctx, int fd, void *buf, size_t n, off_t off)
{
	return hw_posix_ops.pread(ctx, fd, buf, n, off);
}

static int esmi_list(void *ctx, int rootfd, const char *dir, hw_list_fn fn,
		     void *arg)
{
	return hw_posix_ops.list(ctx, rootfd, dir, fn, arg);
}

static uint64_t esmi_now_ns(void *ctx)
{
	return hw_posix_ops.now_ns(ctx);
}

static int esmi_perf_open(void *ctx, int rootfd,
			  const struct hw_perf_event *event)
{
	return hw_posix_ops.perf_open(ctx, rootfd, event);
}

static const struct hw_ops esmi_ops = {
	.open = esmi_open,
	.close = esmi_close,
	.pread = esmi_pread,
	.ioctl = esmi_ioctl,
	.list = esmi_list,
	.now_ns = esmi_now_ns,
	.perf_open = esmi_perf_open,
};

const struct hw_backend *hw_backend(void)
{
	static const struct hw_backend backend = {
		.name = "esmi",
		.ops = &esmi_ops,
	};

	return &backend;
}
