/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: A scripted machine behind struct hw_ops
 *
 * A tree of files in memory, a script of the ioctls that are expected, a clock
 * that stands still, and a call that fails on demand. What the library must
 * never do (open for writing, close what is not open, read an MSR by other
 * than 8 bytes, an ioctl that is not in the script) is a fault: the call fails
 * and the first fault is kept for mock_done(), which a test asserts to be
 * NULL. Descriptors that are left open and steps that were not used are
 * faults too.
 *
 * Does not depend on a test framework, so that fuzzers can use it. Several
 * threads may make calls at once; the mock itself is set up by one.
 */
#ifndef TESTS_MOCK_MOCK_H
#define TESTS_MOCK_MOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/hsmp_abi.h"
#include "hw/hw.h"
#include "hw/msr_batch_abi.h"

struct mock;

/**
 * enum mock_op - Calls that are logged and can be made to fail
 * @MOCK_OPEN:	open of a path
 * @MOCK_CLOSE:	close (never fails)
 * @MOCK_PREAD:	pread
 * @MOCK_IOCTL:	ioctl
 * @MOCK_LIST:	list of a directory
 * @MOCK_BATCH_OP: an operation of a batch, under the path of the msr_safe node
 *		of its CPU (never fails by itself)
 * @MOCK_PERF:	perf_open, under "perf/cpuN"
 */
enum mock_op {
	MOCK_OPEN,
	MOCK_CLOSE,
	MOCK_PREAD,
	MOCK_IOCTL,
	MOCK_LIST,
	MOCK_BATCH_OP,
	MOCK_PERF,
};

/**
 * typedef mock_ioctl_fn - Answers messages where a script is too rigid
 * @arg:	Given to mock_on_ioctl()
 * @msg:	Message, to be changed in place
 *
 * Return: 0 or negative errno
 */
typedef int (*mock_ioctl_fn)(void *arg, struct hsmp_message *msg);

extern const struct hw_ops mock_ops;

/* Make an empty machine; its clock says 1000 s. NULL without memory. */
struct mock *mock_new(void);

void mock_free(struct mock *m);

/* hw_new() on the mock. */
int mock_hw(struct mock *m, struct hw **ret);

/* First fault, or what is left over, or NULL if all is well. */
const char *mock_done(struct mock *m);

/* A text file; replaces one of that name. Folders come by themselves. */
void mock_file(struct mock *m, const char *path, const char *text);

/* A file of any bytes. */
void mock_bytes(struct mock *m, const char *path, const void *data,
		size_t size);

/* The same with a printf-style path. */
void mock_filef(struct mock *m, const char *text, const char *fmt, ...)
	PRINTF_LIKE(3, 4);

/* Opening (a file) or listing (a folder) fails so; 0 ends it. */
void mock_open_error(struct mock *m, const char *path, int err);

/* The next @times preads of a file fail so; -1 for all of them. */
void mock_read_error(struct mock *m, const char *path, int err, int times);

/* An MSR node with no register yet: reading one gives -EIO. */
void mock_msr_node(struct mock *m, const char *path);

/* A register of an MSR node: a value, or a negative errno if @err is not 0. */
void mock_msr(struct mock *m, const char *path, uint32_t reg, uint64_t value,
	      int err);

/* Reading a register of an MSR node gives only so many bytes. */
void mock_msr_short(struct mock *m, const char *path, uint32_t reg,
		    size_t bytes);

/*
 * The node dev/cpu/msr_batch, with the registers of the msr_safe nodes: an
 * error of -EACCES is a register that is not listed, another one a fault, a CPU
 * without such a node is offline.
 */
void mock_batch_node(struct mock *m);

/* Batches fail so, without a look at their operations; 0 ends it. */
void mock_batch_error(struct mock *m, int err);

/* An event of perf: its count, or a negative errno of opening it. */
void mock_perf_event(struct mock *m, const struct hw_perf_event *event,
		     uint64_t count, int err);

/* Take a file, or a folder with all in it, out of the tree. */
void mock_remove(struct mock *m, const char *path);

/**
 * mock_expect() - Add a step to the script of ioctls
 * @m:		Mock
 * @request:	All 44 bytes that are expected
 * @err:	0, or the negative errno that the driver gives
 * @words:	HSMP_MAX_WORDS response words, NULL for zeros
 *
 * On failure the arguments are overwritten with rubbish, as a driver may do.
 */
void mock_expect(struct mock *m, const struct hsmp_message *request, int err,
		 const uint32_t *words);

/* Answer all ioctls by a function instead. */
void mock_on_ioctl(struct mock *m, mock_ioctl_fn fn, void *arg);

/* Each ioctl takes so long on the mock's clock. */
void mock_ioctl_takes(struct mock *m, uint64_t ns);

/* Move the clock. */
void mock_advance(struct mock *m, uint64_t ns);
uint64_t mock_now_ns(struct mock *m);

/* The nth call from now (open, pread, ioctl, list) fails; 0 for none. */
void mock_fail_nth(struct mock *m, unsigned int nth, int err);

/* It has failed. */
bool mock_has_failed(struct mock *m);

/* How often a call was made; @path NULL for any. */
unsigned int mock_count(struct mock *m, enum mock_op op, const char *path);

/* Forget the log. */
void mock_clear_log(struct mock *m);

#endif
