// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in strings.h. */

#include "pmda/collect/strings.h"

#include <string.h>

const char *strings_add(struct strings *s, const char *text)
{
	size_t len = strlen(text) + 1;
	char *p = s->text;

	while (p < s->text + s->used) {
		if (strcmp(p, text) == 0)
			return p;
		p += strlen(p) + 1;
	}
	if (len > STRINGS_LONGEST || len > STRINGS_ROOM - s->used)
		return NULL;
	memcpy(p, text, len);
	s->used += len;
	return p;
}
