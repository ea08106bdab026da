/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Results
 *
 * One slot for each (source, instance). A reader thread writes it, under the
 * collector's lock, when a result has come; nothing else does. A result is a
 * value or a reason why there is none; the value of an earlier success is
 * never served in place of a reason.
 */
#ifndef PMDA_COLLECT_SLOT_H
#define PMDA_COLLECT_SLOT_H

#include <stdbool.h>
#include <stdint.h>

/**
 * union slot_data - What was read
 * @word:	Response words of a message
 * @u64:	A sum in uJ or us, a frequency in kHz
 * @s64:	A temperature in millidegrees Celsius
 * @real:	A share in percent
 * @text:	A name, kept for the life of the collector
 */
union slot_data {
	uint32_t word[2];
	uint64_t u64;
	int64_t s64;
	double real;
	const char *text;
};

/**
 * struct slot - Latest result of one (source, instance)
 * @data:	Value, valid if @status is 0
 * @status:	0, or negative errno; -EINPROGRESS before the first result
 * @at_ns:	When the read was begun
 * @wanted:	Queued or being read now
 */
struct slot {
	union slot_data data;
	int status;
	uint64_t at_ns;
	bool wanted;
};

#endif
