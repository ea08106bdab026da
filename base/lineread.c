// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Bounded line reader
 *
 * The unread bytes lie in buf[start, end). A line is cut out where it lies:
 * its newline becomes the NUL. Only when the buffer holds no whole line are
 * the bytes moved to its front and more are read, one read a time, so that a
 * reader of a pipe gets each line when it arrives.
 *
 * A buffer that is full without a newline means a line that is too long. Its
 * beginning is thrown away at once and the rest when the next line is asked
 * for.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/lineread.h"

void lineread_init(struct lineread *lr, lineread_fn read, void *ctx, char *buf,
		   size_t size)
{
	*lr = (struct lineread){
		.read = read,
		.ctx = ctx,
		.buf = buf,
		.size = size,
	};
}

ssize_t lineread_fd(void *ctx, void *buf, size_t n)
{
	const int *fd = ctx;
	ssize_t r;

	do {
		r = read(*fd, buf, n);
	} while (r < 0 && errno == EINTR);
	return r < 0 ? -errno : r;
}

/* Reads once. There is room, since a full buffer was dealt with before. */
static int fill(struct lineread *lr)
{
	ssize_t n;

	if (lr->start) {
		memmove(lr->buf, lr->buf + lr->start, lr->end - lr->start);
		lr->end -= lr->start;
		lr->start = 0;
	}
	n = lr->read(lr->ctx, lr->buf + lr->end, lr->size - lr->end);
	if (n < 0)
		return (int)n;
	if (n == 0)
		lr->eof = true;
	lr->end += (size_t)n;
	return 0;
}

/* Gives out buf[start, stop), whose terminator may be written at stop. */
static int give_line(struct lineread *lr, size_t stop, char **ret_line)
{
	char *line = lr->buf + lr->start;
	size_t len = stop - lr->start;

	lr->buf[stop] = '\0';
	lr->start = stop < lr->end ? stop + 1 : stop;
	lr->line++;
	if (memchr(line, '\0', len))
		return -EILSEQ;
	*ret_line = line;
	return 1;
}

/*
 * One step with the bytes at hand: the rest of a line that was too long is
 * dropped, a whole line is given out. Returns 0 if that asks for more bytes.
 */
static int step(struct lineread *lr, char **ret_line)
{
	char *from = lr->buf + lr->start;
	char *newline = memchr(from, '\n', lr->end - lr->start);

	if (lr->skipping) {
		lr->start = newline ? (size_t)(newline - lr->buf) + 1 : lr->end;
		if (!newline)
			return 0;
		lr->skipping = false;
		return step(lr, ret_line);
	}
	if (newline)
		return give_line(lr, (size_t)(newline - lr->buf), ret_line);
	if (lr->end - lr->start < lr->size)
		return 0;
	lr->start = lr->end;
	lr->skipping = true;
	lr->line++;
	return -EMSGSIZE;
}

int lineread_next(struct lineread *lr, char **ret_line)
{
	int r = step(lr, ret_line);

	while (r == 0 && !lr->eof) {
		r = fill(lr);
		if (r == 0)
			r = step(lr, ret_line);
	}
	/* Behind the last newline: fill() has moved it, so the NUL fits. */
	if (r == 0 && lr->start < lr->end)
		r = give_line(lr, lr->end, ret_line);
	return r;
}
