// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Decimal fractions
 *
 * Expected values are hexadecimal floating constants, worked out by hand or
 * from the definition of IEEE 754 binary64, so that the compiler's own decimal
 * conversion plays no part. A second test compares with strtod() in the C
 * locale over many generated texts: the two share no code.
 */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/parse.h"
#include "base/util.h"

static uint64_t bits_of(double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof(bits));
	return bits;
}

/* Tells -0 from 0, which == does not. */
static bool same_bits(double a, double b)
{
	return bits_of(a) == bits_of(b);
}

static void values_are_correctly_rounded(void **state)
{
	static const struct {
		const char *text;
		double value;
		size_t consumed;
	} cases[] = {
		{ "0", 0.0, 1 },
		{ "-0", -0.0, 2 },
		{ "0.000", 0.0, 5 },
		{ "0e999999", 0.0, 8 },
		{ "12", 0x1.8p3, 2 },
		{ "-0.25", -0x1p-2, 5 },
		{ "1e3", 0x1.f4p9, 3 },
		{ "1E+3", 0x1.f4p9, 4 },
		{ "1e-1", 0x1.999999999999ap-4, 4 },
		{ "0.1", 0x1.999999999999ap-4, 3 },
		{ "0.3", 0x1.3333333333333p-2, 3 },
		{ "0007.50", 0x1.ep2, 7 },
		/* Zeros in front are no significant digits. */
		{ "0.000000000000000000001", 0x1.2e3b40a0e9b4fp-70, 23 },
		/* 2^53 + 1 lies between two doubles; even wins. */
		{ "9007199254740993", 0x1p53, 16 },
		{ "9007199254740995", 0x1.0000000000002p53, 16 },
		{ "9007199254740993.1", 0x1.0000000000001p53, 18 },
		/* 2^64 - 1 is rounded up into the next binade. */
		{ "18446744073709551615", 0x1p64, 20 },
		/* The largest double and the smallest normal one. */
		{ "1.7976931348623157e308", 0x1.fffffffffffffp1023, 22 },
		{ "2.2250738585072014e-308", 0x1p-1022, 23 },
		/* 2^-16, AMD's usual energy unit. */
		{ "0.0000152587890625", 0x1p-16, 18 },
		/* Nothing behind the 19th digit counts, whatever it is. */
		{ "1.0000000000000000009999", 0x1p0, 24 },
		{ "100000000000000000000000", 0x1.52d02c7e14af6p76, 24 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const char *p = cases[i].text;
		double v = 0.5;

		assert_true(parse_decimal(&p, &v));
		if (!same_bits(v, cases[i].value))
			fail_msg("%s became %a", cases[i].text, v);
		assert_int_equal(p - cases[i].text, cases[i].consumed);
	}
}

/*
 * Each lies as close to the middle between two doubles as a number of so many
 * digits can: Vern Paxson, "A Program for Testing IEEE Decimal-Binary
 * Conversion", 1991. Values by exact rational arithmetic.
 */
static void the_hardest_numbers_are_correctly_rounded(void **state)
{
	static const struct {
		const char *text;
		double value;
	} cases[] = {
		{ "5e125", 0x1.7a2ecc414a03fp417 },
		{ "69e267", 0x1.0b7cb60c994dap893 },
		{ "999e-26", 0x1.82782afe1869ep-77 },
		{ "7861e-34", 0x1.fe3544145e9d8p-101 },
		{ "75569e-254", 0x1.5a462d91c6ab3p-828 },
		{ "928609e-261", 0x1.be2dd66200befp-848 },
		{ "9210917e80", 0x1.da232347e6032p288 },
		{ "84863171e114", 0x1.06e98f5ec8f37p405 },
		{ "653777767e273", 0x1.20223f2b3a881p936 },
		{ "5232604057e-298", 0x1.465b896c24520p-958 },
		{ "27235667517e-109", 0x1.7d41824d64fb2p-328 },
		{ "653532977297e-123", 0x1.925a0aabcdc68p-370 },
		{ "3142213164987e-294", 0x1.d3409dfbca26fp-936 },
		{ "46202199371337e-72", 0x1.28f9edfbd341fp-194 },
		{ "231010996856685e-73", 0x1.28f9edfbd341fp-195 },
		{ "9324754620109615e212", 0x1.3ae60753af6cap757 },
		{ "78459735791271921e49", 0x1.dcd0089c1314ep218 },
		{ "272104041512242479e200", 0x1.3bbb4bf05f087p722 },
		{ "6802601037806061975e198", 0x1.3bbb4bf05f087p720 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const char *p = cases[i].text;
		double v = 0.5;

		assert_true(parse_decimal(&p, &v));
		if (!same_bits(v, cases[i].value))
			fail_msg("%s became %a", cases[i].text, v);
	}
}

static void what_does_not_continue_a_number_ends_it(void **state)
{
	static const struct {
		const char *text;
		double value;
		const char *rest;
	} cases[] = {
		{ "12.", 12, "." },	{ "12.x", 12, ".x" },
		{ "12..5", 12, "..5" }, { "1.5.2", 1.5, ".2" },
		{ "3e", 3, "e" },	{ "3e+", 3, "e+" },
		{ "3e-x", 3, "e-x" },	{ "3e--1", 3, "e--1" },
		{ "3W", 3, "W" },	{ "3,5", 3, ",5" },
		{ "0x10", 0, "x10" },	{ "2 ", 2, " " },
		{ "3e1.5", 30, ".5" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const char *p = cases[i].text;
		double v = 0.5;

		assert_true(parse_decimal(&p, &v));
		assert_true(same_bits(v, cases[i].value));
		assert_string_equal(p, cases[i].rest);
	}
}

static void failures_touch_nothing(void **state)
{
	static const char *const bad[] = {
		"",
		"-",
		"+1",
		".5",
		"-.5",
		" 1",
		"--1",
		"e3",
		"inf",
		"nan",
		"INF",
		"1e309",
		"-1e309",
		"1e4294967296",
		"1e-400",
		"1e-4294967296",
		/* Rounds up to 2^1024. */
		"1.7976931348623159e308",
		/* Below the smallest normal double. */
		"2.2250738585072009e-308",
		"1e-308",
		"5e-324",
		"1e999999999",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		const char *p = bad[i];
		double v = 0.5;

		if (parse_decimal(&p, &v))
			fail_msg("\"%s\" accepted as %a", bad[i], v);
		assert_ptr_equal(p, bad[i]);
		assert_true(same_bits(v, 0.5));
	}
}

/* A multiplicative generator: the texts are the same in every run. */
static uint64_t next_random(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return *seed >> 17;
}

static void agrees_with_the_c_library_over_many_texts(void **state)
{
	uint64_t seed = 1;
	unsigned int accepted = 0;

	(void)state;
	for (unsigned int i = 0; i < 200000; i++) {
		uint64_t whole = next_random(&seed) >>
				 (next_random(&seed) % 47);
		uint64_t part = next_random(&seed) % 100000;
		int span = i % 2 ? 40 : 640;
		int e = (int)(next_random(&seed) % (uint64_t)span) - span / 2;
		const char *p;
		char text[64];
		double want;
		double v;

		snprintf(text, sizeof(text), "%s%ju.%05jue%d", i % 3 ? "" : "-",
			 (uintmax_t)whole % 100000000000000, (uintmax_t)part,
			 e);
		p = text;
		want = strtod(text, NULL);
		if (!parse_decimal(&p, &v)) {
			assert_true(!isnormal(want));
			continue;
		}
		accepted++;
		if (!same_bits(v, want))
			fail_msg("%s: %a, not %a", text, v, want);
	}
	assert_in_range(accepted, 150000, 200000);
}

static void the_locale_does_not_matter(void **state)
{
	struct lconv *conv;
	const char *p = "1.5";
	double v = 0;

	(void)state;
	/* Whichever of these exists; C.UTF-8 always does. */
	if (!setlocale(LC_NUMERIC, "de_DE.UTF-8") &&
	    !setlocale(LC_NUMERIC, "fr_FR.UTF-8"))
		setlocale(LC_NUMERIC, "C.UTF-8");
	conv = localeconv();
	assert_non_null(conv);
	assert_true(parse_decimal(&p, &v));
	assert_true(same_bits(v, 1.5));
	assert_int_equal(*p, '\0');
	setlocale(LC_NUMERIC, "C");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_correctly_rounded),
		cmocka_unit_test(the_hardest_numbers_are_correctly_rounded),
		cmocka_unit_test(what_does_not_continue_a_number_ends_it),
		cmocka_unit_test(failures_touch_nothing),
		cmocka_unit_test(agrees_with_the_c_library_over_many_texts),
		cmocka_unit_test(the_locale_does_not_matter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
