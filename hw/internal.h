/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: What hw/files.c shares with hw/hw.c
 *
 * Not for other rooms.
 */
#ifndef HW_INTERNAL_H
#define HW_INTERNAL_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/hw.h"

/**
 * hw_vopen() - hw_open() with a va_list
 * @hw:		Context
 * @fmt:	printf-style path without a leading slash
 * @ap:		Its arguments
 *
 * Return: as hw_open()
 */
int hw_vopen(struct hw *hw, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

/**
 * hw_fd_text() - Read a small text file that is open, from its start
 * @hw:		Context
 * @fd:		Descriptor
 * @buf:	The text, NUL-terminated, without its last newline
 * @size:	Size of @buf
 *
 * One pread: an attribute of sysfs is produced by one call or not at all.
 *
 * Return: as hw_read_text()
 */
int hw_fd_text(struct hw *hw, int fd, char *buf, size_t size);

/**
 * hw_text_u64() - Take a text for one decimal number
 * @text:	NUL-terminated
 * @ret:	The number
 *
 * Return: 0 or -EINVAL
 */
int hw_text_u64(const char *text, uint64_t *ret);

#endif
