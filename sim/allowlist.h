/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: msr-safe's list of registers that may be read and written
 *
 * The text that is written into /dev/cpu/msr_allowlist, and the one that is
 * read back, as msr-safe 1.8.0 has them: pairs "0xREGISTER 0xWRITEMASK" with
 * blanks of any kind around each number, comments from # to the end of the
 * line where a register could stand. A number is what kstrtoull() takes with
 * base 0. The last number needs a blank behind it.
 *
 * What can be wrong, in the order in which it is found: EILSEQ the text ends
 * within a pair, EINVAL not a number, ERANGE above 64 bits, ENOMSG no pair at
 * all; all these leave the list as it was. ENOTUNIQ a register is there twice:
 * the list is then empty.
 *
 * Pure: no I/O, no clock.
 */
#ifndef SIM_ALLOWLIST_H
#define SIM_ALLOWLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/text.h"

/* Longest text; a longer write is E2BIG. */
#define ALLOWLIST_TEXT_MAX ((size_t)128 * 1024)
/* A write of so few bytes empties the list, whatever they are. */
#define ALLOWLIST_CLEAR_MAX 2

/**
 * struct allowlist_entry - One register
 * @msr:	Register; the list may hold numbers that none has
 * @wmask:	Bits that may be written
 */
struct allowlist_entry {
	uint64_t msr;
	uint64_t wmask;
};

/**
 * struct allowlist - The list
 * @entries:	Registers, in the order of the text
 * @n:		Their number
 *
 * Whose memory @entries is, is the matter of who fills it.
 */
struct allowlist {
	struct allowlist_entry *entries;
	size_t n;
};

/**
 * allowlist_parse() - Understand a text
 * @text:	Text; a NUL ends it
 * @len:	Its length, at most ALLOWLIST_TEXT_MAX
 * @entries:	Where the entries go, or NULL to count them only
 * @max:	Room there, at least as many as there are
 *
 * Return: number of entries; -EILSEQ, -EINVAL, -ERANGE, -ENOMSG
 */
int allowlist_parse(const char *text, size_t len,
		    struct allowlist_entry *entries, size_t max);

/**
 * allowlist_has_twins() - Whether a register is there twice
 * @entries:	Entries; they get sorted by register
 * @n:		Their number
 *
 * Return: true if so
 */
bool allowlist_has_twins(struct allowlist_entry *entries, size_t n);

/**
 * allowlist_find() - Find a register
 * @list:	List
 * @msr:	Register
 *
 * Return: its entry, owned by @list, or NULL
 */
const struct allowlist_entry *allowlist_find(const struct allowlist *list,
					     uint64_t msr);

/**
 * allowlist_show() - What a read returns for an entry
 * @list:	List
 * @index:	Entry that exists
 * @out:	The entry; the first one comes with a headline
 */
void allowlist_show(const struct allowlist *list, size_t index,
		    struct text *out);

#endif
