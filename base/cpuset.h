/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Sets of logical CPUs
 *
 * A plain value of 1 KiB, no allocation: CPUSET_MAX is the largest NR_CPUS
 * that the kernel can be built with on x86. The text form is the kernel's
 * cpulist ("0-3,8,10-11"; an empty line is the empty set).
 */
#ifndef BASE_CPUSET_H
#define BASE_CPUSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CPUSET_MAX 8192

/**
 * struct cpuset - Set of logical CPU numbers below CPUSET_MAX
 * @w:		Bit n % 64 of word n / 64 is CPU n
 */
struct cpuset {
	uint64_t w[CPUSET_MAX / 64];
};

/**
 * cpulist_parse() - Read a kernel cpulist
 * @text:	NUL-terminated, one optional newline at its end; the strided
 *		form "0-7:1/2" (the first 1 of each 2) is understood too
 * @ret:	Set, untouched on failure
 *
 * Stricter than the kernel's own reader: no blanks, no empty entries, no words.
 *
 * Return: 0, -EINVAL on bad syntax or a descending range, -ERANGE above
 * CPUSET_MAX - 1
 */
int cpulist_parse(const char *text, struct cpuset *ret);

/**
 * cpulist_format() - Write a set as a kernel cpulist, without a newline
 * @set:	Set
 * @buf:	Output, always terminated if @size > 0
 * @size:	Its size
 *
 * Return: length of the whole text, as snprintf() counts
 */
size_t cpulist_format(const struct cpuset *set, char *buf, size_t size);

static inline bool cpuset_has(const struct cpuset *set, unsigned int cpu)
{
	return cpu < CPUSET_MAX && (set->w[cpu / 64] >> (cpu % 64) & 1);
}

static inline void cpuset_add(struct cpuset *set, unsigned int cpu)
{
	if (cpu < CPUSET_MAX)
		set->w[cpu / 64] |= UINT64_C(1) << (cpu % 64);
}

static inline void cpuset_del(struct cpuset *set, unsigned int cpu)
{
	if (cpu < CPUSET_MAX)
		set->w[cpu / 64] &= ~(UINT64_C(1) << (cpu % 64));
}

/**
 * cpuset_count() - Number of members
 * @set:	Set
 *
 * Return: 0 to CPUSET_MAX
 */
unsigned int cpuset_count(const struct cpuset *set);

/**
 * cpuset_next() - Smallest member that is not below a number
 * @set:	Set
 * @from:	Where to start
 *
 * Return: the member, or CPUSET_MAX if there is none
 */
unsigned int cpuset_next(const struct cpuset *set, unsigned int from);

/* Every member in ascending order. */
#define cpuset_for_each(cpu, set)                               \
	for ((cpu) = cpuset_next((set), 0); (cpu) < CPUSET_MAX; \
	     (cpu) = cpuset_next((set), (cpu) + 1))

#endif
