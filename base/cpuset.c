// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Sets of logical CPUs
 *
 * The text form follows lib/bitmap.c of the kernel, but for what only a human
 * would write there: blanks, empty entries, "all" and "N" are bad syntax.
 */
#include <errno.h>

#include "base/cpuset.h"
#include "base/parse.h"
#include "base/util.h"

/* Numbers start, start + 1, ... in groups: the first @used of each @group. */
struct range {
	uint64_t start;
	uint64_t end;
	uint64_t used;
	uint64_t group;
};

/* Text that grows beyond its buffer only in length. */
struct text {
	char *buf;
	size_t size;
	size_t len;
};

/* A run of digits that is too long for 64 bits is a number out of range. */
static int parse_cpu(const char **p, uint64_t *ret)
{
	uint64_t v;

	if (**p < '0' || **p > '9')
		return -EINVAL;
	if (!parse_u64(p, &v) || v >= CPUSET_MAX)
		return -ERANGE;
	*ret = v;
	return 0;
}

static int parse_range(const char **p, struct range *ret)
{
	struct range range = { .used = 1, .group = 1 };
	int r = parse_cpu(p, &range.start);

	if (r)
		return r;
	range.end = range.start;
	if (parse_lit(p, "-")) {
		r = parse_cpu(p, &range.end);
		if (r)
			return r;
		if (range.end < range.start)
			return -EINVAL;
		if (parse_lit(p, ":") &&
		    !(parse_u64(p, &range.used) && parse_lit(p, "/") &&
		      parse_u64(p, &range.group)))
			return -EINVAL;
		if (range.group == 0 || range.used > range.group)
			return -EINVAL;
	}
	*ret = range;
	return 0;
}

static void add_range(struct cpuset *set, const struct range *range)
{
	for (uint64_t i = 0; i <= range->end - range->start; i++)
		if (i % range->group < range->used)
			cpuset_add(set, (unsigned int)(range->start + i));
}

int cpulist_parse(const char *text, struct cpuset *ret)
{
	struct cpuset set = { 0 };
	const char *p = text;

	if (!parse_end(p)) {
		do {
			struct range range;
			int r = parse_range(&p, &range);

			if (r)
				return r;
			add_range(&set, &range);
		} while (parse_lit(&p, ","));
	}
	if (!parse_end(p))
		return -EINVAL;
	*ret = set;
	return 0;
}

static void put_char(struct text *t, char c)
{
	if (t->len < t->size)
		t->buf[t->len] = c;
	t->len++;
}

static void put_number(struct text *t, unsigned int v)
{
	char digits[10];
	size_t n = 0;

	do {
		digits[n++] = (char)('0' + v % 10);
		v /= 10;
	} while (v);
	while (n)
		put_char(t, digits[--n]);
}

/* The first number from @from on that is not a member; may be CPUSET_MAX. */
static unsigned int next_absent(const struct cpuset *set, unsigned int from)
{
	while (cpuset_has(set, from))
		from++;
	return from;
}

size_t cpulist_format(const struct cpuset *set, char *buf, size_t size)
{
	struct text t = { .buf = buf, .size = size };
	unsigned int first = cpuset_next(set, 0);

	while (first < CPUSET_MAX) {
		unsigned int last = next_absent(set, first) - 1;

		if (t.len)
			put_char(&t, ',');
		put_number(&t, first);
		if (last > first) {
			put_char(&t, '-');
			put_number(&t, last);
		}
		first = cpuset_next(set, last + 1);
	}
	if (size)
		buf[MIN(t.len, size - 1)] = '\0';
	return t.len;
}

unsigned int cpuset_count(const struct cpuset *set)
{
	unsigned int n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(set->w); i++)
		n += (unsigned int)__builtin_popcountll(set->w[i]);
	return n;
}

unsigned int cpuset_next(const struct cpuset *set, unsigned int from)
{
	uint64_t mask = UINT64_MAX << (from % 64);

	for (size_t i = from / 64; i < ARRAY_SIZE(set->w); i++) {
		uint64_t w = set->w[i] & mask;

		if (w)
			return (unsigned int)i * 64 +
			       (unsigned int)__builtin_ctzll(w);
		mask = UINT64_MAX;
	}
	return CPUSET_MAX;
}
