/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The metric table's types and units in PCP's terms
 *
 * Units with a time or count dimension have an exact PCP form. Power and
 * temperature have one from PCP 7.2 on. Energy would need a time dimension,
 * which older tools show as seconds, so it is dimensionless in every version
 * and its unit is in the help text and in a label.
 */
#ifndef PMDA_UNITS_H
#define PMDA_UNITS_H

#include "pmda/metrics.h"
#include "pmda/pcp.h"

/**
 * units_desc() - A metric's descriptor
 * @m:		Row
 * @domain:	Domain number
 * @ret:	Descriptor
 */
void units_desc(const struct metric *m, int domain, pmDesc *ret);

/**
 * units_need_label() - PCP's units do not say what the unit is
 * @unit:	Unit
 *
 * Return: true if a label has to
 */
bool units_need_label(enum metric_unit unit);

#endif
