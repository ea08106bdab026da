/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Trees of files out of fuzzers' inputs
 *
 * A line "@PATH" begins a file, the lines up to the next are its content. A
 * path without a leading slash lies below sys/devices/system/cpu; an asterisk
 * stands for each of 0 to 7.
 */
#ifndef TESTS_FUZZ_TREE_H
#define TESTS_FUZZ_TREE_H

#include "base/util.h"
#include "tests/fuzz/fuzz.h"
#include "tests/mock/mock.h"

#define TREE_MAX_FILES 200
#define TREE_MAX_PATH 100
#define TREE_N_WILD 8

static inline void tree_add_one(struct mock *m, const char *path,
				const char *data, size_t size)
{
	char full[TREE_MAX_PATH + 40];

	(void)snprintf(full, sizeof(full), "%s%s",
		       path[0] == '/' ? "" : "sys/devices/system/cpu/",
		       path[0] == '/' ? path + 1 : path);
	mock_bytes(m, full, data, size);
}

static inline void tree_add(struct mock *m, char *path, const char *data,
			    size_t size)
{
	char *wild = strchr(path, '*');

	if (!wild) {
		tree_add_one(m, path, data, size);
		return;
	}
	for (unsigned int cpu = 0; cpu < TREE_N_WILD; cpu++) {
		*wild = (char)('0' + cpu);
		tree_add_one(m, path, data, size);
	}
}

/* Cut the input into files. */
static inline void tree_plant(struct mock *m, const char *text, size_t size)
{
	const char *end = text + size;
	unsigned int n = 0;

	while (text < end && n++ < TREE_MAX_FILES) {
		const char *eol = memchr(text, '\n', (size_t)(end - text));
		const char *next;
		char path[TREE_MAX_PATH] = "";
		size_t len;

		if (*text != '@' || !eol)
			return;
		len = MIN((size_t)(eol - text - 1), sizeof(path) - 1);
		memcpy(path, text + 1, len);
		text = eol + 1;
		for (next = text; next < end; next++)
			if (*next == '@' && next[-1] == '\n')
				break;
		tree_add(m, path, text, (size_t)(next - text));
		text = next;
	}
}

#endif
