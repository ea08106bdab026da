// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Cursor parsers
 *
 * One table a parser: text, whether it is accepted, the value and how many
 * characters are consumed. The failure promise (cursor and output untouched)
 * is checked for every row.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/parse.h"
#include "base/util.h"

#define POISON UINT64_C(0xa5a5a5a5a5a5a5a5)

struct integer_case {
	const char *text;
	bool ok;
	uint64_t value;
	size_t consumed;
};

typedef bool (*u64_parser)(const char **p, uint64_t *ret);

static void check_u64(u64_parser parser, const struct integer_case *cases,
		      size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct integer_case *c = &cases[i];
		const char *p = c->text;
		uint64_t v = POISON;

		if (parser(&p, &v) != c->ok)
			fail_msg("\"%s\" %s", c->text,
				 c->ok ? "refused" : "accepted");
		assert_int_equal(v, c->ok ? c->value : POISON);
		assert_int_equal(p - c->text, c->ok ? c->consumed : 0);
	}
}

static void u64_takes_digits_up_to_its_maximum(void **state)
{
	static const struct integer_case cases[] = {
		{ "0", true, 0, 1 },
		{ "7 rest", true, 7, 1 },
		{ "00000000000000000000000012", true, 12, 26 },
		{ "18446744073709551615", true, UINT64_MAX, 20 },
		{ "18446744073709551609", true, UINT64_MAX - 6, 20 },
		{ "12x", true, 12, 2 },
		{ "0x10", true, 0, 1 },
		{ "1.5", true, 1, 1 },
		{ "18446744073709551616", false, 0, 0 },
		{ "18446744073709551620", false, 0, 0 },
		{ "99999999999999999999", false, 0, 0 },
		{ "184467440737095516150", false, 0, 0 },
		{ "", false, 0, 0 },
		{ " 1", false, 0, 0 },
		{ "+1", false, 0, 0 },
		{ "-1", false, 0, 0 },
		{ "x", false, 0, 0 },
		{ "/", false, 0, 0 },
		{ ":", false, 0, 0 },
	};

	(void)state;
	check_u64(parse_u64, cases, ARRAY_SIZE(cases));
}

static void hex64_takes_at_most_sixteen_digits(void **state)
{
	static const struct integer_case cases[] = {
		{ "0", true, 0, 1 },
		{ "0x0", true, 0, 3 },
		{ "deadBEEF", true, 0xdeadbeef, 8 },
		{ "0xC0010299,", true, 0xc0010299, 10 },
		{ "ffffffffffffffff", true, UINT64_MAX, 16 },
		{ "0xffffffffffffffff", true, UINT64_MAX, 18 },
		{ "0000000000000001", true, 1, 16 },
		{ "1g", true, 1, 1 },
		{ "0X1", true, 0, 1 },
		{ "00000000000000001", false, 0, 0 },
		{ "0x10000000000000000", false, 0, 0 },
		{ "0x", false, 0, 0 },
		{ "0xg", false, 0, 0 },
		{ "x1", false, 0, 0 },
		{ "", false, 0, 0 },
		{ " 1", false, 0, 0 },
		{ "-1", false, 0, 0 },
		{ "@", false, 0, 0 },
		{ "`", false, 0, 0 },
		{ "G", false, 0, 0 },
	};

	(void)state;
	check_u64(parse_hex64, cases, ARRAY_SIZE(cases));
}

static void number_is_hexadecimal_only_after_0x(void **state)
{
	static const struct integer_case cases[] = {
		{ "10", true, 10, 2 },
		{ "010", true, 10, 3 },
		{ "0x10", true, 16, 4 },
		{ "ff", false, 0, 0 },
		{ "0x", false, 0, 0 },
		{ "0xz", false, 0, 0 },
		{ "18446744073709551616", false, 0, 0 },
		{ "0x10000000000000000", false, 0, 0 },
		{ "", false, 0, 0 },
	};

	(void)state;
	check_u64(parse_number, cases, ARRAY_SIZE(cases));
}

static void u32_stops_at_4294967295(void **state)
{
	static const struct integer_case cases[] = {
		{ "4294967295", true, UINT32_MAX, 10 },
		{ "0", true, 0, 1 },
		{ "4294967296", false, 0, 0 },
		{ "18446744073709551615", false, 0, 0 },
		{ "18446744073709551616", false, 0, 0 },
		{ "", false, 0, 0 },
		{ "-0", false, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const char *p = cases[i].text;
		uint32_t v = (uint32_t)POISON;

		assert_int_equal(parse_u32(&p, &v), cases[i].ok);
		assert_int_equal(v, cases[i].ok ? cases[i].value
						: (uint32_t)POISON);
		assert_int_equal(p - cases[i].text, cases[i].consumed);
	}
}

static void s64_takes_one_minus_sign_and_both_limits(void **state)
{
	static const struct {
		const char *text;
		bool ok;
		int64_t value;
		size_t consumed;
	} cases[] = {
		{ "0", true, 0, 1 },
		{ "-0", true, 0, 2 },
		{ "-1x", true, -1, 2 },
		{ "9223372036854775807", true, INT64_MAX, 19 },
		{ "-9223372036854775808", true, INT64_MIN, 20 },
		{ "-9223372036854775807", true, -INT64_MAX, 20 },
		{ "9223372036854775808", false, 0, 0 },
		{ "-9223372036854775809", false, 0, 0 },
		{ "-18446744073709551615", false, 0, 0 },
		{ "18446744073709551616", false, 0, 0 },
		{ "--1", false, 0, 0 },
		{ "+1", false, 0, 0 },
		{ "- 1", false, 0, 0 },
		{ "-", false, 0, 0 },
		{ "", false, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const char *p = cases[i].text;
		int64_t v = 4711;

		if (parse_s64(&p, &v) != cases[i].ok)
			fail_msg("\"%s\"", cases[i].text);
		assert_true(v == (cases[i].ok ? cases[i].value : 4711));
		assert_int_equal(p - cases[i].text, cases[i].consumed);
	}
}

static void lit_matches_exactly(void **state)
{
	const char *text = "0-7";
	const char *p = text;

	(void)state;
	assert_false(parse_lit(&p, "-"));
	assert_false(parse_lit(&p, "0-7,"));
	assert_ptr_equal(p, text);
	assert_true(parse_lit(&p, ""));
	assert_ptr_equal(p, text);
	assert_true(parse_lit(&p, "0-"));
	assert_ptr_equal(p, text + 2);
	assert_true(parse_lit(&p, "7"));
	assert_false(parse_lit(&p, "7"));
	assert_int_equal(*p, '\0');
}

static void word_ends_at_blanks_and_control_characters(void **state)
{
	static const struct {
		const char *text;
		size_t len;
	} cases[] = {
		{ "word", 4 },	{ "a b", 1 },	   { "a\tb", 1 },
		{ "a\nb", 1 },	{ "a\x7f", 1 },	   { "a\x01", 1 },
		{ "a=b;c", 5 }, { "\xc3\xa9", 2 }, { "", 0 },
		{ " a", 0 },	{ "\na", 0 },	   { "\x7f", 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct slice word = { .s = "untouched", .len = 9 };
		const char *p = cases[i].text;

		assert_int_equal(parse_word(&p, &word), cases[i].len > 0);
		assert_int_equal(p - cases[i].text, cases[i].len);
		if (cases[i].len) {
			assert_ptr_equal(word.s, cases[i].text);
			assert_int_equal(word.len, cases[i].len);
		} else {
			assert_true(slice_equal(word, "untouched"));
		}
	}
}

static void blanks_are_blanks_and_tabs_only(void **state)
{
	const char *text = " \t \n ";
	const char *p = text;

	(void)state;
	assert_true(parse_blanks(&p));
	assert_ptr_equal(p, text + 3);
	assert_true(parse_blanks(&p));
	assert_ptr_equal(p, text + 3);
}

static void end_allows_one_newline(void **state)
{
	(void)state;
	assert_true(parse_end(""));
	assert_true(parse_end("\n"));
	assert_false(parse_end("\n\n"));
	assert_false(parse_end("\r\n"));
	assert_false(parse_end(" "));
	assert_false(parse_end(" \n"));
}

static void a_chain_reads_a_whole_line(void **state)
{
	const char *p = "0-7:1/2\n";
	uint64_t lo = 0;
	uint64_t hi = 0;

	(void)state;
	assert_true(parse_u64(&p, &lo) && parse_lit(&p, "-") &&
		    parse_u64(&p, &hi));
	assert_false(parse_end(p));
	assert_int_equal(lo, 0);
	assert_int_equal(hi, 7);
}

static void key_value_trims_and_takes_the_first_separator(void **state)
{
	static const struct {
		const char *line;
		char sep;
		const char *key;
		const char *value;
	} cases[] = {
		{ "processor\t: 0\n", ':', "processor", "0" },
		{ "model name\t: AMD EPYC 7763 64-Core Processor", ':',
		  "model name", "AMD EPYC 7763 64-Core Processor" },
		{ "power management:\n", ':', "power management", "" },
		{ "power management: \t", ':', "power management", "" },
		{ "a=b=c", '=', "a", "b=c" },
		{ "  a \t=\t b c  \n", '=', "a", "b c" },
		{ "a: b: c", ':', "a", "b: c" },
		{ "k=", '=', "k", "" },
	};
	static const struct {
		const char *line;
		char sep;
	} bad[] = {
		{ "", ':' },
		{ "\n", ':' },
		{ ": b", ':' },
		{ " \t : b", ':' },
		{ "no separator", ':' },
		{ "a: b\nc", ':' },
		{ "a: b\n\n", ':' },
		{ "a\n: b", ':' },
		{ "a = b", ':' },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct slice key = { 0 };
		struct slice value = { 0 };

		assert_true(parse_key_value(cases[i].line, cases[i].sep, &key,
					    &value));
		assert_true(slice_equal(key, cases[i].key));
		assert_true(slice_equal(value, cases[i].value));
	}
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct slice key = { .s = "k", .len = 1 };
		struct slice value = { .s = "v", .len = 1 };

		if (parse_key_value(bad[i].line, bad[i].sep, &key, &value))
			fail_msg("\"%s\" accepted", bad[i].line);
		assert_true(slice_equal(key, "k"));
		assert_true(slice_equal(value, "v"));
	}
}

static void slice_equal_compares_length_and_bytes(void **state)
{
	struct slice s = { .s = "socket0", .len = 6 };

	(void)state;
	assert_true(slice_equal(s, "socket"));
	assert_false(slice_equal(s, "socket0"));
	assert_false(slice_equal(s, "socke"));
	assert_false(slice_equal(s, "Socket"));
	assert_true(slice_equal((struct slice){ .s = "x", .len = 0 }, ""));
}

static void slice_copy_refuses_what_does_not_fit(void **state)
{
	char buf[4] = "old";

	(void)state;
	assert_false(slice_copy((struct slice){ "abcd", 4 }, buf, sizeof(buf)));
	assert_string_equal(buf, "old");
	assert_false(slice_copy((struct slice){ "", 0 }, buf, 0));
	assert_string_equal(buf, "old");
	assert_false(slice_copy((struct slice){ "a\0b", 3 }, buf, sizeof(buf)));
	assert_string_equal(buf, "old");
	assert_true(slice_copy((struct slice){ "abcd", 3 }, buf, sizeof(buf)));
	assert_string_equal(buf, "abc");
	assert_true(slice_copy((struct slice){ "abcd", 0 }, buf, 1));
	assert_string_equal(buf, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(u64_takes_digits_up_to_its_maximum),
		cmocka_unit_test(hex64_takes_at_most_sixteen_digits),
		cmocka_unit_test(number_is_hexadecimal_only_after_0x),
		cmocka_unit_test(u32_stops_at_4294967295),
		cmocka_unit_test(s64_takes_one_minus_sign_and_both_limits),
		cmocka_unit_test(lit_matches_exactly),
		cmocka_unit_test(word_ends_at_blanks_and_control_characters),
		cmocka_unit_test(blanks_are_blanks_and_tabs_only),
		cmocka_unit_test(end_allows_one_newline),
		cmocka_unit_test(a_chain_reads_a_whole_line),
		cmocka_unit_test(key_value_trims_and_takes_the_first_separator),
		cmocka_unit_test(slice_equal_compares_length_and_bytes),
		cmocka_unit_test(slice_copy_refuses_what_does_not_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
