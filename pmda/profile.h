/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: A client's choice of instances
 *
 * pmdaFetch() calls back only for what the profile includes; reading ahead
 * has to look itself, and libpcp does not export its own check.
 */
#ifndef PMDA_PROFILE_H
#define PMDA_PROFILE_H

#include <stdbool.h>

#include "pmda/pcp.h"

/**
 * profile_has() - Is an instance asked for?
 * @profile:	Profile, NULL for everything
 * @indom:	Instance domain
 * @inst:	Internal instance identifier
 *
 * Return: true if so
 */
bool profile_has(const pmProfile *profile, pmInDom indom, int inst);

#endif
