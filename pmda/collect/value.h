/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: A metric's value on its way to a client
 *
 * What a getter (getters.h) fills in and the PCP side turns into its own
 * atom. Which member counts is the type in the metric's row.
 */
#ifndef PMDA_COLLECT_VALUE_H
#define PMDA_COLLECT_VALUE_H

#include <stdint.h>

/**
 * union metric_value - One value
 * @u32:	32-bit unsigned
 * @u64:	64-bit unsigned
 * @real:	Floating point
 * @str:	String; static, or valid until the next getter is called
 */
union metric_value {
	uint32_t u32;
	uint64_t u64;
	double real;
	const char *str;
};

#endif
