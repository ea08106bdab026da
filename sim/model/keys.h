/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: THE table of a scenario's keys
 *
 * A row says in which section a key stands, how its text is read, where the
 * value goes and what it means. Parser, error messages, `--help-scenario` and
 * docs/SCENARIOS.md have no other list. Rows of section "fault" describe
 * struct fault, all others struct scenario.
 *
 * Inside of the model only; scenario.h has what others may see.
 */
#ifndef SIM_MODEL_KEYS_H
#define SIM_MODEL_KEYS_H

#include "base/util.h"
#include "sim/model/scenario.h"

/**
 * enum key_type - How a key's text is read
 * @KEY_TEXT:		Any text that fits
 * @KEY_U32:		Whole number in a range, decimal or 0x...
 * @KEY_U64:		Whole number
 * @KEY_DECIMAL:	Decimal fraction in a range
 * @KEY_BOOL:		yes or no
 * @KEY_CHOICE:		One of the words of the row, stored as its number
 * @KEY_CPULIST:	Kernel cpulist
 * @KEY_NUMBERS:	Numbers in a range with blanks between, none twice
 * @KEY_LINKS:		Names of links with blanks between
 * @KEY_PACKAGE_IDS:	Numbers with commas
 * @KEY_LOAD:		Load
 * @KEY_CORE_LOAD:	Load; the cores stand in the key ("core 0-3")
 * @KEY_TARGET:		Target of a fault
 * @KEY_ERRNO:		Name of an errno
 * @KEY_STATUS:		Status byte of the firmware
 * @KEY_LATENCY:	Milliseconds, stored as ns
 */
enum key_type {
	KEY_TEXT,
	KEY_U32,
	KEY_U64,
	KEY_DECIMAL,
	KEY_BOOL,
	KEY_CHOICE,
	KEY_CPULIST,
	KEY_NUMBERS,
	KEY_LINKS,
	KEY_PACKAGE_IDS,
	KEY_LOAD,
	KEY_CORE_LOAD,
	KEY_TARGET,
	KEY_ERRNO,
	KEY_STATUS,
	KEY_LATENCY,
	KEY_N_TYPES,
};

/**
 * struct key_row - One key
 * @section:	Section
 * @key:	Key
 * @offset:	Where the value goes in struct scenario or struct fault
 * @size:	Size of the field
 * @min:	Smallest value
 * @max:	Largest value
 * @def:	Text of the default, NULL if there is none
 * @words:	Of KEY_CHOICE: the words, with bars between; number 0 first
 * @help:	One line
 * @type:	How its text is read
 * @optional:	May be left out even without a default
 */
struct key_row {
	const char *section;
	const char *key;
	size_t offset;
	size_t size;
	double min;
	double max;
	const char *def;
	const char *words;
	const char *help;
	enum key_type type;
	bool optional;
};

#define KEY_N_ROWS 72

/**
 * key_row() - A row by its number
 * @index:	Number, from 0
 *
 * Return: the row, or NULL behind the last one
 */
const struct key_row *key_row(size_t index);

/**
 * key_find() - Number of a key's row
 * @section:	Section
 * @key:	Key as written, "core 0-3" too; "" asks for the section only
 *
 * Return: 0 to KEY_N_ROWS - 1, or -ENOENT
 */
int key_find(const char *section, const char *key);

/**
 * key_set() - Read a value into its field
 * @row:	Row
 * @key:	Key as written
 * @value:	Text of the value
 * @base:	struct fault or struct scenario, partly changed on failure
 * @err:	What is wrong; its line is left alone
 *
 * Return: 0 or -EINVAL
 */
int key_set(const struct key_row *row, const char *key, const char *value,
	    void *base, struct scenario_error *err);

/**
 * fault_check() - Tell whether a complete fault makes sense
 * @fault:	Fault
 * @err:	What is wrong; its line is left alone
 *
 * Return: 0 or -EINVAL
 */
int fault_check(const struct fault *fault, struct scenario_error *err);

/**
 * fault_target_parse() - Read "hsmp@1:GET_SOCKET_POWER" and the like
 * @text:	Text
 * @fault:	Its target, id, where and path are set; partly on failure
 * @err:	What is wrong; its line is left alone
 *
 * Return: 0 or -EINVAL
 */
int fault_target_parse(const char *text, struct fault *fault,
		       struct scenario_error *err);

/**
 * fault_errno_parse() - Number of an errno
 * @name:	Name, e.g. "EBUSY"
 *
 * Return: the number, positive; 0 for a name that is not known
 */
int fault_errno_parse(const char *name);

/**
 * scenario_fail() - Set the reason of an error
 * @err:	Error; its line is left alone
 * @fmt:	printf-style reason
 *
 * Return: -EINVAL
 */
int scenario_fail(struct scenario_error *err, const char *fmt, ...)
	PRINTF_LIKE(2, 3);

#endif
