/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The machine, seen read-only
 *
 * Everything that touches hardware goes through one context with two seams
 * and no others: a root directory, under which every /dev, /sys and /proc
 * path is opened, and seven calls (struct hw_ops). A test gives it a simulated
 * or captured tree, or a script of calls; there is no #ifdef for tests.
 *
 * Convention of this room: 0 or a positive result, else a negative errno.
 * Outputs (ret_...) are untouched on failure. Nothing here logs or exits.
 * Nothing here can change the machine: descriptors are O_RDONLY.
 *
 * Threads: a context may be shared. It holds only the root, the ops and
 * atomic counts. Objects made from it say themselves who may call them.
 */
#ifndef HW_HW_H
#define HW_HW_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/lineread.h"
#include "base/util.h"

/**
 * typedef hw_list_fn - Receives the names in a directory
 * @arg:	Caller's argument
 * @name:	One entry, neither "." nor ".."; valid during the call
 *
 * Return: 0 to go on, anything else ends the listing with that result
 */
typedef int (*hw_list_fn)(void *arg, const char *name);

/**
 * struct hw_perf_event - An event of the kernel's perf subsystem
 * @type:	Number of its PMU
 * @config:	Event, in the PMU's encoding
 * @cpu:	CPU that counts it
 */
struct hw_perf_event {
	uint32_t type;
	uint64_t config;
	uint32_t cpu;
};

/**
 * struct hw_ops - The seven calls by which the library reaches the machine
 * @open:	openat(2), flags without O_CREAT; negative errno on failure
 * @close:	close(2)
 * @pread:	pread(2); negative errno on failure
 * @ioctl:	ioctl(2); negative errno on failure, a positive result of the
 *		system call becomes -EBADE
 * @list:	Call back with each name in a directory
 * @now_ns:	Monotonic time that goes on during suspend (CLOCK_BOOTTIME)
 * @perf_open:	perf_event_open(2) of an event that counts on one CPU for all
 *		tasks; pread gives its 8-byte count. NULL for a machine that
 *		has no such call. A root that is not the running system's has
 *		no events of its own: -EOPNOTSUPP
 *
 * Each gets the context that was given to hw_new().
 */
struct hw_ops {
	int (*open)(void *ctx, int rootfd, const char *path, int flags);
	int (*close)(void *ctx, int fd);
	ssize_t (*pread)(void *ctx, int fd, void *buf, size_t n, off_t off);
	int (*ioctl)(void *ctx, int fd, unsigned long req, void *arg);
	int (*list)(void *ctx, int rootfd, const char *dir, hw_list_fn fn,
		    void *arg);
	uint64_t (*now_ns)(void *ctx);
	int (*perf_open)(void *ctx, int rootfd,
			 const struct hw_perf_event *event);
};

/* The real system calls. Their context is not used and may be NULL. */
extern const struct hw_ops hw_posix_ops;

struct hw;

/**
 * hw_new() - Open a context
 * @root:	Directory that stands for /, must exist
 * @ops:	Calls to use, NULL for those of the build's back end (backend.h);
 *		must outlive the context
 * @ops_ctx:	Their context
 * @ret:	The context; hw_free() it
 *
 * Return: 0, -ENOMEM, or the errno of opening @root (-ENOTDIR for a file)
 */
int hw_new(const char *root, const struct hw_ops *ops, void *ops_ctx,
	   struct hw **ret);

/**
 * hw_free() - Close a context
 * @hw:		Context or NULL
 */
void hw_free(struct hw *hw);

/**
 * hw_open() - Open a file below the root, read-only
 * @hw:		Context
 * @fmt:	printf-style path without a leading slash, e.g. "dev/hsmp"
 *
 * Return: a descriptor for hw_close(), or negative errno; -ENAMETOOLONG for
 * a path of PATH_MAX or more
 */
int hw_open(struct hw *hw, const char *fmt, ...) PRINTF_LIKE(2, 3);

/**
 * hw_close() - Close a descriptor of hw_open()
 * @hw:		Context
 * @fd:		Descriptor; a negative one is ignored
 */
void hw_close(struct hw *hw, int fd);

/**
 * hw_pread() - Read exactly so many bytes; counted in hw_reads()
 * @hw:		Context
 * @fd:		Descriptor
 * @buf:	Where to store; undefined after a failure
 * @n:		How many
 * @off:	Offset; for an MSR node its number
 *
 * Return: 0, negative errno, -EIO when fewer bytes came
 */
int hw_pread(struct hw *hw, int fd, void *buf, size_t n, off_t off);

/**
 * hw_ioctl() - One ioctl; counted in hw_reads()
 * @hw:		Context
 * @fd:		Descriptor
 * @req:	Request
 * @arg:	Argument
 *
 * Return: 0 or negative errno
 */
int hw_ioctl(struct hw *hw, int fd, unsigned long req, void *arg);

/**
 * hw_perf_open() - Open a counting event
 * @hw:		Context
 * @event:	Event
 *
 * Return: a descriptor for hw_pread() of 8 bytes at offset 0 and hw_close(), or
 * negative errno: -EOPNOTSUPP if the root is not the running system's or the
 * ops have no such call, -EACCES or -EPERM without permission
 */
int hw_perf_open(struct hw *hw, const struct hw_perf_event *event);

/**
 * hw_read_text() - Open, read and close a small text file
 * @hw:		Context
 * @buf:	The text, NUL-terminated, without its last newline
 * @size:	Size of @buf
 * @fmt:	printf-style path
 *
 * For values that are read once. What is read again and again goes through
 * hw/files.h.
 *
 * Return: length of the text, or negative errno; -EMSGSIZE if it does not
 * fit, -EILSEQ if it holds a NUL
 */
int hw_read_text(struct hw *hw, char *buf, size_t size, const char *fmt, ...)
	PRINTF_LIKE(4, 5);

/**
 * hw_read_u64() - Read a file that holds one decimal number
 * @hw:		Context
 * @ret:	The number
 * @fmt:	printf-style path
 *
 * Return: 0, negative errno, -EINVAL if it is not such a file
 */
int hw_read_u64(struct hw *hw, uint64_t *ret, const char *fmt, ...)
	PRINTF_LIKE(3, 4);

/* Most that is read: /proc/cpuinfo of 8192 CPUs is about 20 MiB. */
#define HW_LINES_MAX (64 << 20)

/**
 * struct hw_lines - A file read line by line
 * @lr:		The reader to hand to lineread_next()
 * @hw:		Context
 * @fd:		Descriptor
 * @off:	How far it has been read
 * @buf:	Line buffer
 */
struct hw_lines {
	struct lineread lr;
	struct hw *hw;
	int fd;
	off_t off;
	char buf[4096];
};

/**
 * hw_lines_open() - Begin to read a file line by line
 * @hw:		Context
 * @lines:	State, owned by the caller; hw_lines_close() it on success
 * @path:	Path without a leading slash
 *
 * After HW_LINES_MAX bytes reading ends with -EFBIG.
 *
 * Return: 0 or negative errno
 */
int hw_lines_open(struct hw *hw, struct hw_lines *lines, const char *path);

/**
 * hw_lines_close() - End of reading
 * @lines:	State
 */
void hw_lines_close(struct hw_lines *lines);

/**
 * hw_list() - Names in a directory, in the order of the file system
 * @hw:		Context
 * @fn:		Called for each
 * @arg:	Handed to it
 * @fmt:	printf-style path
 *
 * Return: 0, what @fn returned, or negative errno
 */
int hw_list(struct hw *hw, hw_list_fn fn, void *arg, const char *fmt, ...)
	PRINTF_LIKE(4, 5);

/**
 * hw_now_ns() - The context's clock
 * @hw:		Context
 *
 * Return: nanoseconds since an arbitrary start, never going back
 */
uint64_t hw_now_ns(struct hw *hw);

/**
 * hw_reads() - How often a device or file was read through this context
 * @hw:		Context
 *
 * Return: a count that only grows
 */
uint64_t hw_reads(const struct hw *hw);

/**
 * hw_errno_name() - Symbol of an error number
 * @err:	errno, of either sign
 *
 * Return: a static string such as "ENOENT", "EUNKNOWN" if it is not one
 */
const char *hw_errno_name(int err);

#endif
