/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Cursor parsers
 *
 * Each parser takes the address of a cursor into a NUL-terminated string. On
 * success it stores the value, moves the cursor behind what it consumed and
 * returns true. On failure it returns false and touches neither the cursor
 * nor the output. Nothing is skipped silently: no leading blanks, no signs
 * where none are allowed, no overflow. A whole line is thus read as a chain:
 *
 *	parse_u64(&p, &lo) && parse_lit(&p, "-") && parse_u64(&p, &hi) &&
 *	parse_end(p)
 */
#ifndef BASE_PARSE_H
#define BASE_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct slice - A piece of somebody else's string
 * @s:		First character, not NUL-terminated
 * @len:	Number of characters
 */
struct slice {
	const char *s;
	size_t len;
};

/**
 * parse_u64() - Decimal digits up to 18446744073709551615
 * @p:		Cursor
 * @ret:	Value
 *
 * Return: true on success
 */
bool parse_u64(const char **p, uint64_t *ret);

/**
 * parse_u32() - Decimal digits up to 4294967295
 * @p:		Cursor
 * @ret:	Value
 *
 * Return: true on success
 */
bool parse_u32(const char **p, uint32_t *ret);

/**
 * parse_s64() - Decimal digits with an optional minus sign
 * @p:		Cursor
 * @ret:	Value
 *
 * Return: true on success
 */
bool parse_s64(const char **p, int64_t *ret);

/**
 * parse_hex64() - Hexadecimal digits, with or without 0x, at most 16
 * @p:		Cursor
 * @ret:	Value
 *
 * Return: true on success
 */
bool parse_hex64(const char **p, uint64_t *ret);

/**
 * parse_number() - Decimal, or hexadecimal after 0x
 * @p:		Cursor
 * @ret:	Value
 *
 * Return: true on success
 */
bool parse_number(const char **p, uint64_t *ret);

/**
 * parse_decimal() - A finite decimal fraction such as 12, -0.25 or 1e3
 * @p:		Cursor
 * @ret:	Value
 *
 * Independent of the locale: the radix character is a full stop, and digits
 * stand on both sides of it. An exponent is e or E, a sign or none, digits.
 * What does not continue a number ends it: "12.x" is 12 before ".x".
 *
 * Correctly rounded (to nearest, ties to even) for up to 19 significant
 * digits; those behind the 19th are cut off, an error below one unit in the
 * last place. A number whose magnitude a normal double cannot hold, too large
 * or too close to zero, is a failure.
 *
 * Return: true on success
 */
bool parse_decimal(const char **p, double *ret);

/**
 * parse_lit() - Exactly this text
 * @p:		Cursor
 * @lit:	Text
 *
 * Return: true on success
 */
bool parse_lit(const char **p, const char *lit);

/**
 * parse_word() - A run of characters other than blanks and control characters
 * @p:		Cursor
 * @ret:	The run, at least one character, points into the input
 *
 * Return: true on success
 */
bool parse_word(const char **p, struct slice *ret);

/**
 * parse_blanks() - Any number of blanks and tabs, also none
 * @p:		Cursor
 *
 * Return: always true, so that it fits into a chain
 */
bool parse_blanks(const char **p);

/**
 * parse_end() - End of the string, or one newline and then the end
 * @p:		Cursor (by value: nothing can follow)
 *
 * Return: true if nothing else is left
 */
bool parse_end(const char *p);

/**
 * parse_key_value() - A line "key SEP value", as /proc/cpuinfo and ini files
 * @line:	NUL-terminated line, with or without its newline
 * @sep:	Separator, e.g. ':' or '='
 * @ret_key:	Key without surrounding blanks, not empty
 * @ret_value:	Value without surrounding blanks, possibly empty
 *
 * The first separator counts. Both slices point into @line. Text behind the
 * first newline is a failure: that would be two lines.
 *
 * Return: true on success
 */
bool parse_key_value(const char *line, char sep, struct slice *ret_key,
		     struct slice *ret_value);

/**
 * slice_equal() - Compare a slice with a string
 * @s:		Slice
 * @str:	NUL-terminated string
 *
 * Return: true if equal
 */
bool slice_equal(struct slice s, const char *str);

/**
 * slice_copy() - Make a slice a NUL-terminated string
 * @s:		Slice
 * @buf:	Room for the copy, untouched on failure
 * @size:	Its size
 *
 * Return: true on success, false if it does not fit or holds a NUL
 */
bool slice_copy(struct slice s, char *buf, size_t size);

#endif
