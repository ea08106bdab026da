// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Cursor parsers
 *
 * Every parser works on a copy of the cursor and commits it at the end, so
 * that a failure half-way cannot show. None of them reads past the NUL: each
 * looks at one character and goes on only if that was not the NUL.
 *
 * Decimal fractions are converted by exact integer arithmetic. The digits
 * become an integer of up to BIG_WORDS words, which is multiplied by ten for
 * a positive exponent, or shifted far to the left and divided by ten for a
 * negative one. What a division leaves over only matters as "there was
 * something", since floor(floor(a / b) / c) equals floor(a / (b * c)). The
 * top 53 bits are then rounded once, to nearest, ties to even. strtod() would
 * do the same but for the locale's radix character, and it may allocate.
 */
#include <float.h>
#include <string.h>

#include "base/parse.h"
#include "base/util.h"

/* Digits that fit into 64 bits whatever they are. */
#define MAX_SIGNIFICANT 19

/*
 * 10^308 needs 1024 bits, and a significand before it 64. The other way round
 * the quotient by 10^(308 + 19) shall keep 64 bits: 1087 + 64.
 */
#define BIG_WORDS 40
#define BIG_SHIFT_WORDS 36
#define MAX_EXP10 309
#define MIN_EXP10 (-(308 + MAX_SIGNIFICANT))

#define MANTISSA_BITS (DBL_MANT_DIG - 1)
#define EXPONENT_BIAS (DBL_MAX_EXP - 1)

/* Little-endian words; those from @n on do not exist. */
struct big {
	uint32_t w[BIG_WORDS];
	unsigned int n;
};

/* What stands in the text: significand * 10^exp10. */
struct decimal {
	uint64_t significand;
	unsigned int n_digits;
	int64_t exp10;
	bool negative;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_control(char c)
{
	return (unsigned char)c < 0x20 || c == 0x7f;
}

/* The value of a hexadecimal digit, or 16. */
static unsigned int hex_digit(char c)
{
	if (is_digit(c))
		return (unsigned int)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned int)(c - 'a') + 10;
	if (c >= 'A' && c <= 'F')
		return (unsigned int)(c - 'A') + 10;
	return 16;
}

bool parse_u64(const char **p, uint64_t *ret)
{
	const char *s = *p;
	uint64_t v = 0;

	if (!is_digit(*s))
		return false;
	for (; is_digit(*s); s++) {
		uint64_t digit = (uint64_t)(*s - '0');

		if (v > (UINT64_MAX - digit) / 10)
			return false;
		v = v * 10 + digit;
	}
	*p = s;
	*ret = v;
	return true;
}

bool parse_u32(const char **p, uint32_t *ret)
{
	const char *s = *p;
	uint64_t v;

	if (!parse_u64(&s, &v) || v > UINT32_MAX)
		return false;
	*p = s;
	*ret = (uint32_t)v;
	return true;
}

bool parse_s64(const char **p, int64_t *ret)
{
	const char *s = *p;
	bool negative = parse_lit(&s, "-");
	uint64_t v;

	if (!parse_u64(&s, &v) || v > (uint64_t)INT64_MAX + negative)
		return false;
	*p = s;
	/* Negated as -(v - 1) - 1, since -INT64_MIN is not an int64_t. */
	*ret = negative && v ? -(int64_t)(v - 1) - 1 : (int64_t)v;
	return true;
}

bool parse_hex64(const char **p, uint64_t *ret)
{
	const char *s = *p;
	unsigned int n = 0;
	uint64_t v = 0;

	(void)parse_lit(&s, "0x");
	for (; hex_digit(*s) < 16; s++) {
		if (++n > 16)
			return false;
		v = v << 4 | hex_digit(*s);
	}
	if (n == 0)
		return false;
	*p = s;
	*ret = v;
	return true;
}

bool parse_number(const char **p, uint64_t *ret)
{
	const char *s = *p;

	if (parse_lit(&s, "0x"))
		return parse_hex64(p, ret);
	return parse_u64(p, ret);
}

static void big_mul_add(struct big *b, uint32_t factor, uint32_t carry)
{
	for (unsigned int i = 0; i < b->n; i++) {
		uint64_t v = (uint64_t)b->w[i] * factor + carry;

		b->w[i] = (uint32_t)v;
		carry = (uint32_t)(v >> 32);
	}
	if (carry)
		b->w[b->n++] = carry;
}

/* Divides and returns the remainder. */
static uint32_t big_div(struct big *b, uint32_t divisor)
{
	uint64_t rest = 0;

	for (unsigned int i = b->n; i-- > 0;) {
		uint64_t v = rest << 32 | b->w[i];

		b->w[i] = (uint32_t)(v / divisor);
		rest = v % divisor;
	}
	while (b->n && b->w[b->n - 1] == 0)
		b->n--;
	return (uint32_t)rest;
}

/*
 * The most significant 64 bits of @b, left aligned, with everything below
 * folded into @ret_sticky. @b is not zero.
 *
 * Returns the number of bits below them, negative if zeros were appended.
 */
static int big_top(const struct big *b, uint64_t *ret_top, bool *ret_sticky)
{
	unsigned int lead = (unsigned int)__builtin_clz(b->w[b->n - 1]);
	bool sticky = false;
	uint64_t top = 0;

	/* Three words hold 64 bits wherever the first one begins. */
	for (unsigned int i = 0; i < 3; i++) {
		uint64_t w = i < b->n ? b->w[b->n - 1 - i] : 0;

		if (i == 2) {
			sticky = (w << lead & UINT32_MAX) != 0;
			top |= w << lead >> 32;
		} else {
			top |= w << (32 - 32 * i) << lead;
		}
	}
	for (unsigned int i = 3; i < b->n; i++)
		sticky |= b->w[b->n - 1 - i] != 0;
	*ret_top = top;
	*ret_sticky |= sticky;
	return (int)(b->n * 32) - (int)lead - 64;
}

/* Rounds top * 2^exp2 once and assembles the number, if it is a normal one. */
static bool assemble(uint64_t top, int exp2, bool sticky, bool negative,
		     double *ret)
{
	uint64_t dropped = top & ((UINT64_C(1) << (63 - MANTISSA_BITS)) - 1);
	uint64_t half = UINT64_C(1) << (62 - MANTISSA_BITS);
	uint64_t m = top >> (63 - MANTISSA_BITS);
	int e = exp2 + 63;
	uint64_t bits;

	if (dropped > half || (dropped == half && (sticky || (m & 1))))
		m++;
	if (m >> DBL_MANT_DIG) {
		m >>= 1;
		e++;
	}
	if (e >= DBL_MAX_EXP || e < DBL_MIN_EXP - 1)
		return false;
	bits = (uint64_t)negative << 63 |
	       (uint64_t)(e + EXPONENT_BIAS) << MANTISSA_BITS |
	       (m & ((UINT64_C(1) << MANTISSA_BITS) - 1));
	memcpy(ret, &bits, sizeof(*ret));
	return true;
}

static bool decimal_to_double(const struct decimal *d, double *ret)
{
	struct big b = { .n = 0 };
	int exp10 = (int)d->exp10;
	bool sticky = false;
	int shift = 0;
	uint64_t top;

	if (d->significand == 0) {
		*ret = d->negative ? -0.0 : 0.0;
		return true;
	}
	if (d->exp10 > MAX_EXP10 || d->exp10 < MIN_EXP10)
		return false;

	if (exp10 < 0) {
		shift = BIG_SHIFT_WORDS * 32;
		b.n = BIG_SHIFT_WORDS;
	}
	b.w[b.n++] = (uint32_t)d->significand;
	b.w[b.n++] = (uint32_t)(d->significand >> 32);
	while (b.w[b.n - 1] == 0)
		b.n--;

	for (; exp10 > 0; exp10--)
		big_mul_add(&b, 10, 0);
	for (; exp10 < 0; exp10++)
		sticky |= big_div(&b, 10) != 0;
	shift = big_top(&b, &top, &sticky) - shift;
	return assemble(top, shift, sticky, d->negative, ret);
}

/* Takes a run of digits, before or behind the full stop, into @d. */
static void take_digits(const char **p, bool fraction, struct decimal *d)
{
	const char *s = *p;

	for (; is_digit(*s); s++) {
		unsigned int digit = (unsigned int)(*s - '0');

		if (d->n_digits < MAX_SIGNIFICANT) {
			d->significand = d->significand * 10 + digit;
			d->n_digits += d->significand != 0;
			d->exp10 -= fraction;
		} else {
			d->exp10 += !fraction;
		}
	}
	*p = s;
}

/* An exponent too large for 64 bits is one that no number has. */
static bool take_exponent(const char **p, struct decimal *d)
{
	const char *s = *p;
	bool negative;
	uint32_t v;

	if (!parse_lit(&s, "e") && !parse_lit(&s, "E"))
		return true;
	negative = parse_lit(&s, "-");
	if (!negative)
		(void)parse_lit(&s, "+");
	if (!is_digit(*s))
		return true;
	if (!parse_u32(&s, &v))
		return false;
	d->exp10 += negative ? -(int64_t)v : (int64_t)v;
	*p = s;
	return true;
}

bool parse_decimal(const char **p, double *ret)
{
	struct decimal d = { 0 };
	const char *s = *p;

	d.negative = parse_lit(&s, "-");
	if (!is_digit(*s))
		return false;
	take_digits(&s, false, &d);
	if (s[0] == '.' && is_digit(s[1])) {
		s++;
		take_digits(&s, true, &d);
	}
	if (!take_exponent(&s, &d) || !decimal_to_double(&d, ret))
		return false;
	*p = s;
	return true;
}

bool parse_lit(const char **p, const char *lit)
{
	const char *s = *p;

	for (; *lit; lit++, s++)
		if (*s != *lit)
			return false;
	*p = s;
	return true;
}

bool parse_word(const char **p, struct slice *ret)
{
	const char *s = *p;

	while (!is_blank(*s) && !is_control(*s))
		s++;
	if (s == *p)
		return false;
	*ret = (struct slice){ .s = *p, .len = (size_t)(s - *p) };
	*p = s;
	return true;
}

bool parse_blanks(const char **p)
{
	while (is_blank(**p))
		(*p)++;
	return true;
}

bool parse_end(const char *p)
{
	return p[0] == '\0' || (p[0] == '\n' && p[1] == '\0');
}

static struct slice trim(const char *from, const char *to)
{
	while (from < to && is_blank(*from))
		from++;
	while (to > from && is_blank(to[-1]))
		to--;
	return (struct slice){ .s = from, .len = (size_t)(to - from) };
}

bool parse_key_value(const char *line, char sep, struct slice *ret_key,
		     struct slice *ret_value)
{
	const char *end = line + strcspn(line, "\n");
	const char *at = memchr(line, sep, (size_t)(end - line));
	struct slice key;

	if (!parse_end(end) || !at)
		return false;
	key = trim(line, at);
	if (key.len == 0)
		return false;
	*ret_key = key;
	*ret_value = trim(at + 1, end);
	return true;
}

bool slice_equal(struct slice s, const char *str)
{
	return strlen(str) == s.len && memcmp(s.s, str, s.len) == 0;
}

bool slice_copy(struct slice s, char *buf, size_t size)
{
	if (s.len >= size || memchr(s.s, '\0', s.len))
		return false;
	memcpy(buf, s.s, s.len);
	buf[s.len] = '\0';
	return true;
}
