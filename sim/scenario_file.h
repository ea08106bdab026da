/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Where scenarios are found
 *
 * A word that holds a slash or ends in .scenario is a file. Any other is a
 * name, looked for as NAME.scenario in the first of these folders that has it:
 * $JOULEPATH_SCENARIOS, sim/scenarios of the source tree that the program was
 * built in, share/joulepath/scenarios beside the folder that it is installed
 * in.
 */
#ifndef SIM_SCENARIO_FILE_H
#define SIM_SCENARIO_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "sim/model/scenario.h"

#define SCENARIO_DEFAULT "milan-1p"
/* No scenario is longer. */
#define SCENARIO_FILE_MAX ((size_t)1024 * 1024)

/**
 * struct scenario_file - A scenario and its text
 * @sc:		The scenario
 * @text:	Its text, NUL-terminated
 */
struct scenario_file {
	struct scenario sc;
	char *text;
};

/**
 * scenario_file_load() - Find, read and understand a scenario
 * @word:	Name or file
 * @ret:	The scenario; scenario_file_free() it
 * @err:	One line without a newline that says what is wrong, for a broken
 *		file "FILE:LINE: REASON"; set on failure only
 * @size:	Size of @err
 *
 * Return: 0, -EINVAL for a broken one, else negative errno of finding or
 * reading it
 */
int scenario_file_load(const char *word, struct scenario_file **ret, char *err,
		       size_t size);

/**
 * scenario_file_free() - Release
 * @f:		Scenario or NULL
 */
void scenario_file_free(struct scenario_file *f);

/**
 * scenario_file_text() - Find and read a scenario, whatever it says
 * @word:	Name or file
 * @ret:	Text, NUL-terminated; free() it
 * @err:	As for scenario_file_load()
 * @size:	Size of @err
 *
 * Return: 0 or negative errno
 */
int scenario_file_text(const char *word, char **ret, char *err, size_t size);

/**
 * scenario_file_list() - Print the names that can be given, one a line
 * @out:	Where to; each name is followed by the first line of its
 *		file, if that is a comment
 *
 * Return: number of names, or negative errno
 */
int scenario_file_list(FILE *out);

#endif
