// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Text into a bounded buffer, see the header
 */
#include "sim/text.h"

#include <stdarg.h>
#include <stdio.h>

void text_add(struct text *t, const char *fmt, ...)
{
	size_t used = MIN(t->len, t->size);
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(t->size ? t->buf + used : NULL, t->size - used, fmt, ap);
	va_end(ap);
	if (n > 0)
		t->len += (size_t)n;
}

void text_add_cpulist(struct text *t, const struct cpuset *set)
{
	size_t used = MIN(t->len, t->size);

	t->len += cpulist_format(set, t->size ? t->buf + used : NULL,
				 t->size - used);
	text_add(t, "\n");
}
