// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of the line reader, against a naive one
 *
 * The first byte chooses the buffer's size, the second the pattern of short
 * reads and passing failures; the rest is the file. The naive reader sees the
 * whole file at once, which is what makes it naive and easy to trust.
 */
#include <errno.h>

#include "base/lineread.h"
#include "base/util.h"
#include "tests/fuzz/fuzz.h"

struct source {
	const uint8_t *data;
	size_t len;
	unsigned int pattern;
	unsigned int calls;
};

static ssize_t source_read(void *ctx, void *buf, size_t n)
{
	struct source *src = ctx;
	unsigned int turn = src->calls++ % 8;

	FUZZ_CHECK(n > 0);
	/* A source that is tried again works, so that the pass ends. */
	if ((src->pattern >> turn & 1) && turn % 2)
		return -EAGAIN;
	if (src->pattern >> turn & 1)
		n = MIN(n, (size_t)1 + turn);
	n = MIN(n, src->len);
	if (n)
		memcpy(buf, src->data, n);
	src->data += n;
	src->len -= n;
	return (ssize_t)n;
}

/* What the next line of buf[0, len) shall give; sets how far it reaches. */
static int expect(const uint8_t *data, size_t len, size_t size,
		  size_t *ret_line, size_t *ret_next)
{
	const uint8_t *newline = len ? memchr(data, '\n', len) : NULL;
	size_t line = newline ? (size_t)(newline - data) : len;

	*ret_line = line;
	*ret_next = newline ? line + 1 : len;
	if (len == 0)
		return 0;
	if (line > size - 1)
		return -EMSGSIZE;
	return memchr(data, '\0', line) ? -EILSEQ : 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned int lines = 0;
	struct lineread lr;
	struct source src;
	size_t buf_size;
	char *buf;
	int want;

	if (size < 2)
		return 0;
	buf_size = 2 + data[0] % 62;
	buf = malloc(buf_size);
	FUZZ_CHECK(buf);
	src = (struct source){ .pattern = data[1] };
	src.data = data += 2;
	src.len = size -= 2;
	lineread_init(&lr, source_read, &src, buf, buf_size);
	do {
		size_t line_len;
		size_t next;
		char *line = NULL;
		int r;

		want = expect(data, size, buf_size, &line_len, &next);
		do {
			r = lineread_next(&lr, &line);
		} while (r == -EAGAIN);
		FUZZ_CHECK(r == want);
		FUZZ_CHECK(lr.line == (want ? ++lines : lines));
		if (r == 1)
			FUZZ_CHECK(strlen(line) == line_len &&
				   !memcmp(line, data, line_len));
		else
			FUZZ_CHECK(!line);
		data += next;
		size -= next;
	} while (want);
	free(buf);
	return 0;
}
