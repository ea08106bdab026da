// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of the cursor parsers
 *
 * Every parser looks at the same text. For each: the cursor ends within the
 * string, a failure leaves cursor and output alone, and what was accepted is
 * read back as the same value from its canonical text.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>

#include "base/parse.h"
#include "tests/fuzz/fuzz.h"

#define POISON UINT64_C(0xa5a5a5a5a5a5a5a5)

/* The promise about the cursor, common to all. */
static void check_cursor(const char *text, const char *p, bool accepted)
{
	FUZZ_CHECK(accepted || p == text);
	FUZZ_CHECK(p >= text && p <= text + strlen(text));
}

typedef bool (*u64_parser)(const char **p, uint64_t *ret);

static void check_u64(const char *text, u64_parser parser, const char *format)
{
	const char *p = text;
	uint64_t v = POISON;
	bool accepted = parser(&p, &v);
	uint64_t again = ~v;
	char canonical[32];

	check_cursor(text, p, accepted);
	if (!accepted) {
		FUZZ_CHECK(v == POISON);
		return;
	}
	FUZZ_CHECK(p > text);
	if (strcmp(format, "x") == 0)
		(void)snprintf(canonical, sizeof(canonical), "0x%" PRIx64, v);
	else
		(void)snprintf(canonical, sizeof(canonical), "%" PRIu64, v);
	p = canonical;
	FUZZ_CHECK(parser(&p, &again) && parse_end(p) && again == v);
}

/* The C library as the judge, on the digits that were consumed. */
static void check_against_strtoull(const char *text)
{
	const char *p = text;
	char *end;
	uint64_t v;

	if (text[0] < '0' || text[0] > '9')
		return;
	errno = 0;
	(void)strtoull(text, &end, 10);
	if (!parse_u64(&p, &v)) {
		FUZZ_CHECK(errno == ERANGE);
		return;
	}
	FUZZ_CHECK(errno == 0 && p == end && v == strtoull(text, NULL, 10));
}

static void check_narrow(const char *text)
{
	uint32_t narrow = (uint32_t)POISON;
	int64_t negative = 4711;
	const char *p = text;
	const char *q = text;
	uint64_t wide = 0;
	bool accepted = parse_u32(&p, &narrow);
	bool fits = parse_u64(&q, &wide) && wide <= UINT32_MAX;

	check_cursor(text, p, accepted);
	FUZZ_CHECK(accepted == fits);
	FUZZ_CHECK(narrow == (accepted ? wide : (uint32_t)POISON));

	p = text;
	accepted = parse_s64(&p, &negative);
	check_cursor(text, p, accepted);
	if (!accepted)
		FUZZ_CHECK(negative == 4711);
	else if (text[0] == '-')
		FUZZ_CHECK(negative <= 0);
	else
		FUZZ_CHECK(negative >= 0 && (uint64_t)negative == wide);
}

static uint64_t bits_of(double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof(bits));
	return bits;
}

static void check_decimal(const char *text)
{
	const char *p = text;
	double again = 0.5;
	char canonical[64];
	double v = 0.25;

	if (!parse_decimal(&p, &v)) {
		check_cursor(text, p, false);
		FUZZ_CHECK(bits_of(v) == bits_of(0.25));
		return;
	}
	check_cursor(text, p, true);
	FUZZ_CHECK(fpclassify(v) == FP_NORMAL || fpclassify(v) == FP_ZERO);
	/* 17 significant digits name a double. */
	(void)snprintf(canonical, sizeof(canonical), "%.16e", v);
	p = canonical;
	FUZZ_CHECK(parse_decimal(&p, &again) && parse_end(p));
	FUZZ_CHECK(bits_of(v) == bits_of(again));
}

static void check_words(const char *text)
{
	static const char lit[] = "0x";
	struct slice word = { .s = lit, .len = 2 };
	const char *p = text;
	char copy[16] = "old";

	FUZZ_CHECK(parse_lit(&p, lit) == (strncmp(text, lit, 2) == 0));
	check_cursor(text, p, p > text);

	p = text;
	FUZZ_CHECK(parse_blanks(&p));
	FUZZ_CHECK((size_t)(p - text) == strspn(text, " \t"));
	FUZZ_CHECK(parse_end(text) == (*text == '\0' || !strcmp(text, "\n")));

	p = text;
	if (!parse_word(&p, &word)) {
		check_cursor(text, p, false);
		FUZZ_CHECK(slice_equal(word, lit));
		return;
	}
	check_cursor(text, p, true);
	FUZZ_CHECK(word.s == text && word.len == (size_t)(p - text));
	FUZZ_CHECK(word.len > 0 && (unsigned char)*p <= 0x7f);
	if (slice_copy(word, copy, sizeof(copy)))
		FUZZ_CHECK(slice_equal(word, copy));
	else
		FUZZ_CHECK(word.len >= sizeof(copy) && !strcmp(copy, "old"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_string(data, size);

	check_u64(text, parse_u64, "u");
	check_u64(text, parse_hex64, "x");
	check_u64(text, parse_number, "u");
	check_u64(text, parse_number, "x");
	check_against_strtoull(text);
	check_narrow(text);
	check_decimal(text);
	check_words(text);
	free(text);
	return 0;
}
