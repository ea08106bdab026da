/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: A scenario that has been read, but not yet checked as a whole
 *
 * Inside of the model only.
 */
#ifndef SIM_MODEL_CHECKS_H
#define SIM_MODEL_CHECKS_H

#include "sim/model/keys.h"

/**
 * struct parser - State of reading
 * @sc:		What has been read
 * @section:	Present section, a static string; NULL before the first
 * @line:	Where the key of each row stands, 0 if nowhere (yet, in the
 *		present section)
 * @core_load_line: Where each load of cores stands
 * @fault_line:	Where each fault begins
 * @fault_has_target: It has a target
 */
struct parser {
	struct scenario sc;
	const char *section;
	unsigned int line[KEY_N_ROWS];
	unsigned int core_load_line[SCENARIO_MAX_CORE_LOADS];
	unsigned int fault_line[SCENARIO_MAX_FAULTS];
	bool fault_has_target[SCENARIO_MAX_FAULTS];
};

/**
 * scenario_check() - Tell whether everything is there and fits together
 * @ps:		What has been read; package ids that were left out are filled
 * @err:	What is wrong
 *
 * Return: 0 or -EINVAL
 */
int scenario_check(struct parser *ps, struct scenario_error *err);

#endif
