/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Files that stay open
 *
 * A sysfs value costs an open, a read and a close, of which the open is the
 * dearest. What is asked for repeatedly is opened at its first use and then
 * only pread at offset 0, which makes sysfs produce a fresh value. 512 CPUs
 * with 29 files each would be 14,848 descriptors, so the set is bounded; the
 * one that was used least recently is closed first.
 *
 * Threads: a cache belongs to one thread. It never allocates after
 * hw_files_new().
 */
#ifndef HW_FILES_H
#define HW_FILES_H

#include "hw/hw.h"

/**
 * struct hw_file - One file that may be open
 * @fd:		Descriptor, or negative
 * @newer:	Neighbour that was used more recently
 * @older:	Neighbour that was used less recently
 *
 * Embedded in the caller's tables; HW_FILE_INIT is the closed state. It must
 * stay where it is in memory while it is open.
 */
struct hw_file {
	int fd;
	struct hw_file *newer;
	struct hw_file *older;
};

#define HW_FILE_INIT     \
	{                \
		.fd = -1 \
	}

struct hw_files;

/**
 * hw_files_new() - Make a cache
 * @hw:		Context, must outlive the cache
 * @limit:	Most files that are open at once, at least 1
 * @ret:	The cache; hw_files_free() it
 *
 * Return: 0 or -ENOMEM
 */
int hw_files_new(struct hw *hw, unsigned int limit, struct hw_files **ret);

/**
 * hw_files_free() - Close all files and the cache
 * @files:	Cache or NULL
 */
void hw_files_free(struct hw_files *files);

/**
 * hw_files_open_count() - How many are open now
 * @files:	Cache
 *
 * Return: 0 up to the limit
 */
unsigned int hw_files_open_count(const struct hw_files *files);

/**
 * hw_file_text() - Read a small text file that stays open
 * @files:	Cache
 * @file:	Its state
 * @buf:	The text, NUL-terminated, without its last newline
 * @size:	Size of @buf
 * @fmt:	printf-style path, used only when the file is not open
 *
 * A read that fails with -ENODEV, -ENXIO or -EBADF closes the file, so that
 * the next call opens it anew (its CPU went offline and may come back).
 *
 * Return: length of the text, or negative errno
 */
int hw_file_text(struct hw_files *files, struct hw_file *file, char *buf,
		 size_t size, const char *fmt, ...) PRINTF_LIKE(5, 6);

/**
 * hw_file_u64() - Read one decimal number from a file that stays open
 * @files:	Cache
 * @file:	Its state
 * @ret:	The number
 * @fmt:	printf-style path, used only when the file is not open
 *
 * Return: 0, negative errno, -EINVAL if it is not a number
 */
int hw_file_u64(struct hw_files *files, struct hw_file *file, uint64_t *ret,
		const char *fmt, ...) PRINTF_LIKE(4, 5);

/**
 * hw_file_close() - Close one file
 * @files:	Cache
 * @file:	Its state; nothing happens if it is not open
 */
void hw_file_close(struct hw_files *files, struct hw_file *file);

#endif
