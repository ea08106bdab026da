/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The second ioctl of the driver, in front of a mock
 *
 * The mock takes every ioctl for a message. These ops answer
 * HSMP_IOCTL_GET_TELEMETRY_DATA by themselves and leave all else to it.
 */
#ifndef TESTS_MOCK_TELEMETRY_H
#define TESTS_MOCK_TELEMETRY_H

#include <string.h>

#include "hw/hsmp_abi.h"
#include "tests/mock/mock.h"

/**
 * struct mock_telemetry - A driver with tables
 * @m:		Mock behind it
 * @table:	What the table holds
 * @err:	0 or negative errno of the second ioctl
 * @err_times:	How often still; negative for ever
 * @calls:	How often it was made
 * @last:	Last argument
 */
struct mock_telemetry {
	struct mock *m;
	const void *table;
	int err;
	int err_times;
	unsigned int calls;
	struct hsmp_telemetry_data last;
};

static inline int mock_telemetry_open(void *ctx, int rootfd, const char *path,
				      int flags)
{
	struct mock_telemetry *t = ctx;

	return mock_ops.open(t->m, rootfd, path, flags);
}

static inline int mock_telemetry_close(void *ctx, int fd)
{
	struct mock_telemetry *t = ctx;

	return mock_ops.close(t->m, fd);
}

static inline ssize_t mock_telemetry_pread(void *ctx, int fd, void *buf,
					   size_t n, off_t off)
{
	struct mock_telemetry *t = ctx;

	return mock_ops.pread(t->m, fd, buf, n, off);
}

static inline int mock_telemetry_list(void *ctx, int rootfd, const char *dir,
				      hw_list_fn fn, void *arg)
{
	struct mock_telemetry *t = ctx;

	return mock_ops.list(t->m, rootfd, dir, fn, arg);
}

static inline uint64_t mock_telemetry_now_ns(void *ctx)
{
	struct mock_telemetry *t = ctx;

	return mock_ops.now_ns(t->m);
}

static inline int mock_telemetry_ioctl(void *ctx, int fd, unsigned long req,
				       void *arg)
{
	struct mock_telemetry *t = ctx;

	if (req != HSMP_IOCTL_GET_TELEMETRY_DATA)
		return mock_ops.ioctl(t->m, fd, req, arg);
	t->calls++;
	memcpy(&t->last, arg, sizeof(t->last));
	if (t->err && t->err_times) {
		if (t->err_times > 0)
			t->err_times--;
		return t->err;
	}
	memcpy((void *)(uintptr_t)t->last.buf, t->table, t->last.size);
	return 0;
}

static const struct hw_ops mock_telemetry_ops = {
	.open = mock_telemetry_open,
	.close = mock_telemetry_close,
	.pread = mock_telemetry_pread,
	.ioctl = mock_telemetry_ioctl,
	.list = mock_telemetry_list,
	.now_ns = mock_telemetry_now_ns,
};

#endif
