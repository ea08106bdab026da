// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The set of open files, ordered by their last use
 *
 * A doubly linked list through the callers' own structures: moving a file to
 * the front, taking out the oldest and adding one are all constant time and
 * need no memory.
 *
 * Besides its own limit the process has one. When it is reached (EMFILE,
 * ENFILE), one file of ours makes room for the new one, so that a limit that
 * was guessed too high costs speed, not values.
 */
#include "hw/files.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/util.h"
#include "hw/internal.h"

/**
 * struct hw_files - The set
 * @hw:		Context
 * @newest:	File that was used last
 * @oldest:	File to close first
 * @count:	Files that are open
 * @limit:	Most files that may be open
 */
struct hw_files {
	struct hw *hw;
	struct hw_file *newest;
	struct hw_file *oldest;
	unsigned int count;
	unsigned int limit;
};

int hw_files_new(struct hw *hw, unsigned int limit, struct hw_files **ret)
{
	struct hw_files *files = calloc(1, sizeof(*files));

	if (!files)
		return -ENOMEM;
	files->hw = hw;
	files->limit = MAX(limit, 1U);
	*ret = files;
	return 0;
}

void hw_files_free(struct hw_files *files)
{
	if (!files)
		return;
	while (files->oldest)
		hw_file_close(files, files->oldest);
	free(files);
}

unsigned int hw_files_open_count(const struct hw_files *files)
{
	return files->count;
}

static void unlink_file(struct hw_files *files, struct hw_file *file)
{
	if (file->newer)
		file->newer->older = file->older;
	else
		files->newest = file->older;
	if (file->older)
		file->older->newer = file->newer;
	else
		files->oldest = file->newer;
	file->newer = NULL;
	file->older = NULL;
}

static void link_newest(struct hw_files *files, struct hw_file *file)
{
	file->newer = NULL;
	file->older = files->newest;
	if (files->newest)
		files->newest->newer = file;
	else
		files->oldest = file;
	files->newest = file;
}

void hw_file_close(struct hw_files *files, struct hw_file *file)
{
	if (file->fd < 0)
		return;
	unlink_file(files, file);
	hw_close(files->hw, file->fd);
	file->fd = -1;
	files->count--;
}

static int open_file(struct hw_files *files, struct hw_file *file,
		     const char *fmt, va_list ap)
	__attribute__((format(printf, 3, 0)));

static int open_file(struct hw_files *files, struct hw_file *file,
		     const char *fmt, va_list ap)
{
	va_list again;
	int fd;

	if (files->count >= files->limit)
		hw_file_close(files, files->oldest);
	va_copy(again, ap);
	fd = hw_vopen(files->hw, fmt, ap);
	if ((fd == -EMFILE || fd == -ENFILE) && files->oldest) {
		hw_file_close(files, files->oldest);
		fd = hw_vopen(files->hw, fmt, again);
	}
	va_end(again);
	if (fd < 0)
		return fd;
	file->fd = fd;
	link_newest(files, file);
	files->count++;
	return 0;
}

static int file_text(struct hw_files *files, struct hw_file *file, char *buf,
		     size_t size, const char *fmt, va_list ap)
	__attribute__((format(printf, 5, 0)));

static int file_text(struct hw_files *files, struct hw_file *file, char *buf,
		     size_t size, const char *fmt, va_list ap)
{
	int r;

	if (file->fd < 0) {
		r = open_file(files, file, fmt, ap);
		if (r < 0)
			return r;
	} else if (files->newest != file) {
		unlink_file(files, file);
		link_newest(files, file);
	}
	r = hw_fd_text(files->hw, file->fd, buf, size);
	if (r == -ENODEV || r == -ENXIO || r == -EBADF)
		hw_file_close(files, file);
	return r;
}

int hw_file_text(struct hw_files *files, struct hw_file *file, char *buf,
		 size_t size, const char *fmt, ...)
{
	va_list ap;
	int r;

	va_start(ap, fmt);
	r = file_text(files, file, buf, size, fmt, ap);
	va_end(ap);
	return r;
}

int hw_file_u64(struct hw_files *files, struct hw_file *file, uint64_t *ret,
		const char *fmt, ...)
{
	char text[32];
	va_list ap;
	int r;

	va_start(ap, fmt);
	r = file_text(files, file, text, sizeof(text), fmt, ap);
	va_end(ap);
	/* What is longer than any number is not one. */
	if (r == -EMSGSIZE || r == -EILSEQ)
		return -EINVAL;
	return r < 0 ? r : hw_text_u64(text, ret);
}
