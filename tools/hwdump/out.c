// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Lines of hwdump
 *
 * `name value unit`, or `name - ERRNO` for what can't be had. Blanks inside a
 * value become underscores, so that three columns are three columns.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/hwdump/hwdump.h"

#define WORD_LEN 512

void name_of(char name[NAME_LEN], const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(name, NAME_LEN, fmt, ap);
	va_end(ap);
}

void word_of(char *word, size_t size, const char *text)
{
	size_t n = 0;

	for (; *text && n < size - 1; text++)
		word[n++] = (unsigned char)*text > ' ' && *text != 0x7F ? *text
									: '_';
	word[n] = '\0';
}

bool wants(const struct dump *d, const char *object)
{
	const char *only = d->options->only;
	size_t n = MIN(strlen(object), strlen(only));

	return strncmp(object, only, n) == 0;
}

/* Begin a line, if it is wanted. */
static bool begin(const struct dump *d, const char *object, const char *name)
{
	const char *only = d->options->only;
	char full[2 * NAME_LEN];

	(void)snprintf(full, sizeof(full), "%s.%s", object, name);
	if (strncmp(full, only, strlen(only)) != 0)
		return false;
	printf("%s ", full);
	return true;
}

static const char *unit_of(const char *unit)
{
	return unit && *unit ? unit : "none";
}

void put_u64(const struct dump *d, const char *object, const char *name,
	     uint64_t value, const char *unit)
{
	if (begin(d, object, name))
		printf("%" PRIu64 " %s\n", value, unit_of(unit));
}

void put_s64(const struct dump *d, const char *object, const char *name,
	     int64_t value, const char *unit)
{
	if (begin(d, object, name))
		printf("%" PRId64 " %s\n", value, unit_of(unit));
}

void put_hex(const struct dump *d, const char *object, const char *name,
	     uint64_t value)
{
	if (begin(d, object, name))
		printf("0x%" PRIX64 " none\n", value);
}

void put_real(const struct dump *d, const char *object, const char *name,
	      double value, const char *unit)
{
	if (begin(d, object, name))
		printf("%.10g %s\n", value, unit_of(unit));
}

void put_text(const struct dump *d, const char *object, const char *name,
	      const char *text)
{
	char word[WORD_LEN];

	word_of(word, sizeof(word), text);
	if (begin(d, object, name))
		printf("%s none\n", *word ? word : "(empty)");
}

void put_error(const struct dump *d, const char *object, const char *name,
	       int err)
{
	if (begin(d, object, name))
		printf("- %s\n", hw_errno_name(err));
}

void put_topo(const struct dump *d, const char *object, const char *name,
	      uint32_t value)
{
	if (value == TOPO_NONE)
		put_error(d, object, name, ENODATA);
	else
		put_u64(d, object, name, value, "");
}

void put_result(const struct dump *d, const char *object, const char *name,
		int r, uint64_t value, const char *unit)
{
	if (r < 0)
		put_error(d, object, name, r);
	else
		put_u64(d, object, name, value, unit);
}
