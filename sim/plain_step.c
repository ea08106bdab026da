// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Steps from one number to the next without torn reads, see plain.h
 */
#include <assert.h>
#include <string.h>

#include "sim/plain.h"

#define WORD sizeof(uint64_t)

static_assert(PLAIN_MOVING_MAX == 2 * WORD, "two words");

/* Whether a word differs; what is behind the text does not count. */
static bool differs(const char *a, const char *b, size_t len, size_t word)
{
	size_t at = word * WORD;

	return at < len && memcmp(a + at, b + at, MIN(len - at, WORD)) != 0;
}

/* Decimal digits less one; false if that were less than 0. */
static bool count_down(char digits[WORD])
{
	for (size_t i = WORD; i-- > 0;) {
		if (digits[i] > '0') {
			digits[i]--;
			return true;
		}
		digits[i] = '9';
	}
	return false;
}

/* Both words differ: how far can the upper one go alone? */
static enum plain_step move_upper(const char *old, size_t len, const char *want,
				  char *ret)
{
	/* Of the same length, so that bytes compare as numbers do. */
	if (memcmp(want, old, len) < 0)
		return PLAIN_RENEW;
	memcpy(ret, old, PLAIN_MOVING_MAX);
	memcpy(ret, want, WORD);
	if (memcmp(ret, want, len) > 0 && !count_down(ret))
		return PLAIN_RENEW;
	return memcmp(ret, old, WORD) > 0 ? PLAIN_STORE : PLAIN_SAME;
}

enum plain_step plain_step(const char *old, size_t len, const char *want,
			   size_t want_len, char *ret, unsigned int *ret_word)
{
	char from[PLAIN_MOVING_MAX] = { 0 };
	char to[PLAIN_MOVING_MAX] = { 0 };
	bool upper, lower;

	memcpy(from, old, len);
	memcpy(to, want, want_len);
	memcpy(ret, to, sizeof(to));
	*ret_word = 0;
	/* Its digits, and those of the old one with its newline, in one word */
	if (want_len == len + 1 && want_len - 1 <= WORD)
		return PLAIN_GROW;
	if (want_len != len)
		return PLAIN_RENEW;
	upper = differs(from, to, len, 0);
	lower = differs(from, to, len, 1);
	if (upper && lower)
		return move_upper(from, len, to, ret);
	*ret_word = lower;
	return upper || lower ? PLAIN_STORE : PLAIN_SAME;
}
