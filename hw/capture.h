/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: A machine that was recorded
 *
 * A capture is a folder: copies of the text files that this library opened on
 * the machine, under their paths, and a file "capture" that says what can't be
 * said by a copy: modes, errors, folders, and what devices answered. It is text,
 * to be read, edited and kept under version control. Its first line is
 * "joulepath-capture 1", each other line "KEY = RESULT", in any order:
 *
 *   file PATH = MODE		a copy, and its mode in octal
 *   node PATH = MODE		a device, whose answers are below
 *   open PATH = -ERRNO		opening it failed
 *   read PATH = -ERRNO		opening it went well, reading failed
 *   list PATH = NAME/NAME/...	a folder
 *   hsmp SOCKET ID ARG = WORD ...
 *   table SOCKET SIZE OFFSET = HEX	a part of a telemetry table
 *   msr PATH REGISTER = VALUE
 *   batch CPU REGISTER = VALUE
 *   perf TYPE CONFIG CPU = VALUE	the count when it was read
 *   perf-open TYPE CONFIG CPU = -ERRNO
 *
 * Each device result may be an error instead, a minus and its name (-ENOMSG).
 * Sockets, CPUs, types, sizes and offsets are decimal; ids, arguments,
 * registers, configurations, words and values hexadecimal after 0x. What a
 * capture does not hold is -ENOENT for paths and -ENODATA for answers.
 *
 * Reading a capture is an ops struct like any other: hw_new(dir, &capture_ops,
 * capture). Recording one is the business of tools/hwdump.
 *
 * Threads: a capture belongs to one thread.
 */
#ifndef HW_CAPTURE_H
#define HW_CAPTURE_H

#include "hw/hw.h"

/* Name of the file, its first line, longest line. */
#define CAPTURE_FILE "capture"
#define CAPTURE_MAGIC "joulepath-capture 1"
#define CAPTURE_LINE_MAX 4095

/* Bytes of a table in one line. */
#define CAPTURE_TABLE_PART 1024

struct capture;

/* Calls on a capture; their context is the capture. */
extern const struct hw_ops capture_ops;

/**
 * capture_load() - Read the file "capture" of a folder
 * @dir:	Folder
 * @ret:	The capture; capture_free() it after the last context on it
 * @ret_line:	Number of the line that is wrong, 0 for a key that occurs twice;
 *		set for -EPROTO only
 *
 * Return: 0; -ENOENT if the folder is none, or holds no capture; -EPROTO if it
 * is not one; -ENOMEM; else negative errno
 */
int capture_load(const char *dir, struct capture **ret, unsigned int *ret_line);

/**
 * capture_free() - Forget a capture
 * @c:		Capture or NULL
 */
void capture_free(struct capture *c);

#endif
