// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: msr-safe's list of registers, see the header
 */
#include "sim/allowlist.h"

#include <errno.h>
#include <stdlib.h>

#include "base/util.h"

/**
 * struct cursor - Where in the text we are
 * @p:		Next character
 * @end:	Behind the last one
 */
struct cursor {
	const char *p;
	const char *end;
};

/* As the kernel's isspace(), to which a non-breaking space is one too. */
static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || (unsigned char)c == 0xA0;
}

static void skip_spaces(struct cursor *c)
{
	while (c->p < c->end && is_space(*c->p))
		c->p++;
}

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

/* The base by the beginning of a number, which is moved behind it. */
static unsigned int find_base(struct cursor *c)
{
	size_t len = (size_t)(c->end - c->p);

	if (len == 0 || *c->p != '0')
		return 10;
	if (len > 2 && (c->p[1] | 0x20) == 'x' && digit_value(c->p[2]) < 16) {
		c->p += 2;
		return 16;
	}
	return 8;
}

/* A word as kstrtoull() with base 0 reads it. */
static int parse_number(struct cursor c, uint64_t *ret)
{
	const char *start;
	unsigned int base;
	bool over = false;
	uint64_t v = 0;

	if (c.p < c.end && *c.p == '+')
		c.p++;
	base = find_base(&c);
	start = c.p;
	for (; c.p < c.end; c.p++) {
		unsigned int digit = (unsigned int)digit_value(*c.p);

		if (digit >= base)
			break;
		over |= v > (UINT64_MAX - digit) / base;
		v = v * base + digit;
	}
	/* Too large comes before what stands behind the digits. */
	if (over)
		return -ERANGE;
	if (c.p == start || c.p < c.end)
		return -EINVAL;
	*ret = v;
	return 0;
}

static int parse_word(struct cursor *c, uint64_t *ret)
{
	struct cursor word;
	int r;

	skip_spaces(c);
	word.p = c->p;
	while (c->p < c->end && !is_space(*c->p))
		c->p++;
	word.end = c->p;
	if (c->p == c->end)
		return -EILSEQ;
	r = parse_number(word, ret);
	c->p++;
	return r;
}

/* 1 for an entry, 0 at the end of the text. */
static int parse_entry(struct cursor *c, struct allowlist_entry *ret)
{
	int r;

	skip_spaces(c);
	while (c->p < c->end && *c->p == '#') {
		while (c->p < c->end && *c->p != '\n')
			c->p++;
		skip_spaces(c);
	}
	if (c->p == c->end)
		return 0;
	r = parse_word(c, &ret->msr);
	if (!r)
		r = parse_word(c, &ret->wmask);
	return r ? r : 1;
}

int allowlist_parse(const char *text, size_t len,
		    struct allowlist_entry *entries, size_t max)
{
	struct cursor c = { text, text };
	size_t n = 0;
	int r;

	while ((size_t)(c.end - text) < len && *c.end != '\0')
		c.end++;
	for (;;) {
		struct allowlist_entry entry;

		r = parse_entry(&c, &entry);
		if (r <= 0)
			break;
		if (entries && n < max)
			entries[n] = entry;
		n++;
	}
	if (r < 0)
		return r;
	return n > 0 ? (int)n : -ENOMSG;
}

static int by_msr(const void *a, const void *b)
{
	uint64_t left = ((const struct allowlist_entry *)a)->msr;
	uint64_t right = ((const struct allowlist_entry *)b)->msr;

	return (left > right) - (left < right);
}

bool allowlist_has_twins(struct allowlist_entry *entries, size_t n)
{
	qsort(entries, n, sizeof(*entries), by_msr);
	for (size_t i = 1; i < n; i++)
		if (entries[i].msr == entries[i - 1].msr)
			return true;
	return false;
}

const struct allowlist_entry *allowlist_find(const struct allowlist *list,
					     uint64_t msr)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->entries[i].msr == msr)
			return &list->entries[i];
	return NULL;
}

void allowlist_show(const struct allowlist *list, size_t index,
		    struct text *out)
{
	const struct allowlist_entry *e = &list->entries[index];

	if (index == 0)
		text_add(out, "%-10s %-18s\n", "#MSR", "Write mask");
	text_add(out, "0x%08llX 0x%016llX\n", (unsigned long long)e->msr,
		 (unsigned long long)e->wmask);
}
