// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of key-value lines
 *
 * The first byte is the separator, the rest the line. What was accepted is
 * put together again and must be read as the same pair.
 */
#include "base/parse.h"
#include "tests/fuzz/fuzz.h"

static bool is_within(struct slice s, const char *line)
{
	return s.s >= line && s.s + s.len <= line + strlen(line);
}

static bool is_trimmed(struct slice s)
{
	return s.len == 0 ||
	       (!strchr(" \t", s.s[0]) && !strchr(" \t", s.s[s.len - 1]));
}

static void check_again(struct slice key, char sep, struct slice value)
{
	char *line = malloc(key.len + value.len + 3);
	struct slice value2;
	struct slice key2;

	FUZZ_CHECK(line);
	memcpy(line, key.s, key.len);
	line[key.len] = sep;
	memcpy(line + key.len + 1, value.s, value.len);
	memcpy(line + key.len + 1 + value.len, "\n", 2);
	FUZZ_CHECK(parse_key_value(line, sep, &key2, &value2));
	FUZZ_CHECK(key2.len == key.len && !memcmp(key2.s, key.s, key.len));
	FUZZ_CHECK(value2.len == value.len &&
		   !memcmp(value2.s, value.s, value.len));
	free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice value = { .s = "v", .len = 1 };
	struct slice key = { .s = "k", .len = 1 };
	char *line;
	char sep;

	if (size == 0)
		return 0;
	sep = (char)data[0];
	line = fuzz_string(data + 1, size - 1);
	if (parse_key_value(line, sep, &key, &value)) {
		FUZZ_CHECK(is_within(key, line) && is_within(value, line));
		FUZZ_CHECK(is_trimmed(key) && is_trimmed(value));
		FUZZ_CHECK(key.len > 0 && key.s + key.len <= value.s);
		FUZZ_CHECK(!memchr(key.s, sep, key.len) || strchr(" \t", sep));
		FUZZ_CHECK(!memchr(value.s, '\n', value.len));
		check_again(key, sep, value);
	} else {
		FUZZ_CHECK(slice_equal(key, "k") && slice_equal(value, "v"));
	}
	free(line);
	return 0;
}
