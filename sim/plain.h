/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: sysfs as plain files
 *
 * A request through FUSE costs 50 to 120 us, a read of the real sysfs about
 * one. For measurements texts below sys/ can therefore be plain files on a
 * tmpfs, mounted over the folder sys of the file system, which this keeps
 * fresh. Everything else stays as it is: device nodes, /proc (its texts are
 * long), epycsim/, and what asks the mailbox at each read, which would be a lie
 * as a file: the HSMP driver's attributes are not there in this mode. Faults
 * don't reach plain files.
 *
 * No torn reads. Readers keep files open and pread() at any moment, and the
 * kernel does not exclude them while a page is written. What is exact:
 *
 *  - A text that moves is rewritten in its page, which is mapped, by one
 *    aligned store of 8 bytes. On x86-64 that store is one access, and copying
 *    to the reader takes 8 bytes at a time or more.
 *  - A number of more than 8 digits lies in two such words. Only one of them is
 *    changed at a time, so that a reader between the two rounds sees either
 *    the old number or the new one; both were true or not yet passed. The upper
 *    word moves on only as far as the number with the old lower word is not
 *    above the truth: a counter may lag by 10^k (k digits in the lower word),
 *    a tenth of a second for a time of 13 digits, and never runs ahead or back.
 *  - A number that gets its next digit is stored first and the file lengthened
 *    then; between the two its newline is missing. That works up to 8 digits.
 *  - Any other change of length, and a number that falls in both words (the
 *    wrap of a counter): the file is emptied and gets a fresh page, which no
 *    reader sees before it is complete. For some microseconds a reader gets
 *    nothing; it never gets something wrong.
 *  - A text that changes by a command only (lists of CPUs) is a new file under
 *    the old name. Who has the old one open goes on reading the old text.
 *  - A file that vanishes is emptied before, so that nobody reads on.
 */
#ifndef SIM_PLAIN_H
#define SIM_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/sim.h"

/* How often moving texts are looked at. */
#define PLAIN_INTERVAL_NS (100 * NSEC_PER_MSEC)
/* Longest text that can move, with its newline. */
#define PLAIN_MOVING_MAX 16

/**
 * enum plain_step - How to bring a moving text one step further
 * @PLAIN_SAME:		Nothing to do now
 * @PLAIN_STORE:	Store one word
 * @PLAIN_GROW:		Store the first word, then lengthen the file by one
 * @PLAIN_RENEW:	Empty the file and write it anew
 */
enum plain_step {
	PLAIN_SAME,
	PLAIN_STORE,
	PLAIN_GROW,
	PLAIN_RENEW,
};

/**
 * plain_step() - Decide what the next step is
 * @old:	Text as it is
 * @len:	Its length, at most PLAIN_MOVING_MAX
 * @want:	Text as it should be
 * @want_len:	Its length, at most PLAIN_MOVING_MAX
 * @ret:	For PLAIN_STORE the text after this step, PLAIN_MOVING_MAX bytes,
 *		of which one word differs from @old; for PLAIN_GROW and
 *		PLAIN_RENEW that is @want
 * @ret_word:	For PLAIN_STORE which word, 0 or 1
 *
 * Pure. The texts are decimal numbers and a newline.
 *
 * Return: the step
 */
enum plain_step plain_step(const char *old, size_t len, const char *want,
			   size_t want_len, char *ret, unsigned int *ret_word);

struct plain;

/**
 * plain_new() - Make the files, without a mount point yet
 * @sim:	Machine, must outlive this; sim_set_plain_sysfs() was called
 * @ret:	The files; plain_free() it
 * @err:	What went wrong, NUL-terminated, set on failure only
 * @size:	Size of @err
 *
 * Return: 0 or negative errno
 */
int plain_new(struct sim *sim, struct plain **ret, char *err, size_t size);

/**
 * plain_mount() - Mount them
 * @plain:	Files
 * @dir:	Folder sys of a file system that is being served
 *
 * The mount vanishes with the one below it.
 *
 * Return: 0 or negative errno
 */
int plain_mount(struct plain *plain, const char *dir);

/**
 * plain_refresh() - Bring all moving texts one step further
 * @plain:	Files
 */
void plain_refresh(struct plain *plain);

/**
 * plain_sync() - Follow what was plugged in or out
 * @plain:	Files
 */
void plain_sync(struct plain *plain);

/**
 * plain_free() - Release; does not unmount
 * @plain:	Files or NULL
 */
void plain_free(struct plain *plain);

#endif
