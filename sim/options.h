/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Command line of epycsim
 */
#ifndef SIM_OPTIONS_H
#define SIM_OPTIONS_H

#include <stdbool.h>

#include "base/util.h"

/* Exit status if what was asked for can't be. */
#define EXIT_BAD_INPUT 2

/**
 * struct options - The command line
 * @scenario:	Name or file
 * @show:	Name or file to print, NULL for none
 * @list:	Print the names
 * @keys:	Print the keys of scenarios
 * @help:	Print the usage
 * @version:	Print the version
 * @plain:	Plain files for sysfs
 * @ready_fd:	Where to write a byte when ready, or -1
 * @dir:	Mount point as given
 */
struct options {
	const char *scenario;
	const char *show;
	bool list;
	bool keys;
	bool help;
	bool version;
	bool plain;
	int ready_fd;
	const char *dir;
};

/* What --help prints. */
extern const char options_usage[];

/**
 * bad_input() - Say on stderr, in one line, what is wrong
 * @fmt:	printf-style, without a newline
 *
 * Return: EXIT_BAD_INPUT
 */
int bad_input(const char *fmt, ...) PRINTF_LIKE(1, 2);

/**
 * options_parse() - Read the command line
 * @argc:	As main() has it
 * @argv:	As main() has it; kept
 * @opt:	What it says
 *
 * Return: 0, or the exit status after bad_input()
 */
int options_parse(int argc, char **argv, struct options *opt);

#endif
