/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: PCP's headers, and what differs between PCP 6 and 7
 *
 * PCP 7 gave results nanoseconds and a new name for the agents' type; from
 * 7.2 on units know watts and degrees. One source serves both.
 */
#ifndef PMDA_PCP_H
#define PMDA_PCP_H

#include <pcp/pmapi.h>

#include <pcp/pmda.h>

#ifndef pmdaResult
#define pmdaResult pmResult
#endif

#endif
