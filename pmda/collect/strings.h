/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Texts that stay where they are
 *
 * Governors, drivers and the like are few and come again and again. Each text
 * is kept once, so that a slot holds a pointer and a fetch copies nothing.
 * Room is fixed: an invented text a second would not eat memory, it would be
 * refused.
 *
 * Threads: one thread adds; texts once added may be read by any.
 */
#ifndef PMDA_COLLECT_STRINGS_H
#define PMDA_COLLECT_STRINGS_H

#include <stddef.h>

#define STRINGS_ROOM 8192
#define STRINGS_LONGEST 256

/**
 * struct strings - Texts, one behind the other; zero is the empty state
 * @text:	Each with its terminator
 * @used:	Bytes in use
 */
struct strings {
	char text[STRINGS_ROOM];
	size_t used;
};

/**
 * strings_add() - The kept copy of a text
 * @s:		Texts
 * @text:	Text shorter than STRINGS_LONGEST
 *
 * Return: the copy, valid as long as @s; NULL if there is no room
 */
const char *strings_add(struct strings *s, const char *text);

#endif
