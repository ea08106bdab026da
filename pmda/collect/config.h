/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The agent's configuration file
 *
 * What no driver can tell. Lines "key = value", # begins a comment:
 *
 *	dimms = 0x80 0x84 0x90		addresses of the DIMMs of each socket
 *	links = P1 P3 G0		links, instead of those that answer
 *
 * Unknown keys, values out of range and repeated keys are errors that name
 * the line; a file is never half understood.
 */
#ifndef PMDA_COLLECT_CONFIG_H
#define PMDA_COLLECT_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/lineread.h"

#define CONFIG_DIMMS 256
#define CONFIG_LINKS 16
#define CONFIG_REASON 96

/**
 * struct config - What the file says; zero is an empty file
 * @dimm:	By address
 * @link:	By place in the inventory
 * @has_dimms:	The key dimms was there
 * @has_links:	The key links was there
 */
struct config {
	bool dimm[CONFIG_DIMMS];
	bool link[CONFIG_LINKS];
	bool has_dimms;
	bool has_links;
};

/**
 * struct config_error - What is wrong with a file
 * @line:	Line from 1
 * @reason:	One clause without a full stop
 */
struct config_error {
	unsigned int line;
	char reason[CONFIG_REASON];
};

/**
 * config_read() - Read a configuration
 * @read:	Source of bytes
 * @ctx:	Its context
 * @ret:	Configuration, untouched on failure
 * @err:	What is wrong, set if the result is -EINVAL
 *
 * Return: 0, -EINVAL, or the source's negative errno
 */
int config_read(lineread_fn read, void *ctx, struct config *ret,
		struct config_error *err);

#endif
