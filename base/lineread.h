/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Bounded line reader
 *
 * Reads lines from anything that behaves like read(2), into the caller's
 * buffer, without allocation. A line that does not fit, or that holds a NUL,
 * is an error rather than two lines or half a line. Reading goes on after
 * the error with the next line, so that a caller may count and skip.
 */
#ifndef BASE_LINEREAD_H
#define BASE_LINEREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/**
 * typedef lineread_fn - Source of bytes
 * @ctx:	Caller's context
 * @buf:	Where to store
 * @n:		At most so many
 *
 * Return: number of bytes, 0 at the end, negative errno
 */
typedef ssize_t (*lineread_fn)(void *ctx, void *buf, size_t n);

/**
 * struct lineread - State of one pass over a source
 * @read:	Source
 * @ctx:	Its context
 * @buf:	Caller's buffer; the longest line is @size - 1 bytes
 * @size:	Size of @buf, at least 2
 * @start:	First unread byte in @buf
 * @end:	Behind the last byte in @buf
 * @line:	Number of the line returned last, from 1; faulty ones count
 * @eof:	The source has ended
 * @skipping:	Inside the rest of a line that was too long
 */
struct lineread {
	lineread_fn read;
	void *ctx;
	char *buf;
	size_t size;
	size_t start;
	size_t end;
	unsigned int line;
	bool eof;
	bool skipping;
};

/**
 * lineread_init() - Prepare a reader
 * @lr:		Reader
 * @read:	Source
 * @ctx:	Its context
 * @buf:	Buffer, owned by the caller, used until the last lineread_next()
 * @size:	Size of @buf, at least 2
 */
void lineread_init(struct lineread *lr, lineread_fn read, void *ctx, char *buf,
		   size_t size);

/**
 * lineread_fd() - A lineread_fn that reads a descriptor
 * @ctx:	Address of an int, the descriptor
 * @buf:	Where to store
 * @n:		At most so many
 *
 * Return: as read(2), with a negative errno; EINTR is retried
 */
ssize_t lineread_fd(void *ctx, void *buf, size_t n);

/**
 * lineread_next() - Next line
 * @lr:		Reader
 * @ret_line:	The line without its newline, NUL-terminated, valid until the
 *		next call
 *
 * A last line without a newline is a line. The end stays the end: the source
 * is not asked again.
 *
 * Return: 1 for a line, 0 at the end, -EMSGSIZE for a line that does not fit
 * (reading may go on), -EILSEQ for one with a NUL (the same), else the
 * source's negative errno (what was read so far is kept)
 */
int lineread_next(struct lineread *lr, char **ret_line);

#endif
