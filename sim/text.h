/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Text into a bounded buffer
 *
 * What a simulated file contains is written piece by piece into memory of the
 * caller. The length goes on counting when the buffer is full, as snprintf()
 * does, so that the caller knows how much it should have been.
 *
 * Pure: no I/O, no allocation.
 */
#ifndef SIM_TEXT_H
#define SIM_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/cpuset.h"
#include "base/util.h"

/**
 * struct text - A text under construction
 * @buf:	Where it goes, always NUL-terminated if @size > 0
 * @size:	Size of @buf
 * @len:	Length of the whole text, may be @size or more
 */
struct text {
	char *buf;
	size_t size;
	size_t len;
};

/**
 * text_add() - Append to a text
 * @t:		Text
 * @fmt:	printf-style
 */
void text_add(struct text *t, const char *fmt, ...) PRINTF_LIKE(2, 3);

/**
 * text_add_cpulist() - Append a set as the kernel prints it, and a newline
 * @t:		Text
 * @set:	CPUs
 */
void text_add_cpulist(struct text *t, const struct cpuset *set);

/**
 * text_fits() - Tell whether nothing was cut off
 * @t:		Text
 *
 * Return: true if @t->buf holds all of it
 */
static inline bool text_fits(const struct text *t)
{
	return t->len < t->size;
}

#endif
