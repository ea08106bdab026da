/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: One line in the log for each change of health
 *
 * A cause is named once, with the cure, and again only when it has changed.
 */
#ifndef PMDA_HEALTH_H
#define PMDA_HEALTH_H

#include "pmda/collect/collect.h"

struct health;

/**
 * health_new() - Nothing was said yet
 * @topo:	Topology
 * @ret:	The object; health_free() it
 *
 * Return: 0 or -ENOMEM
 */
int health_new(const struct topology *topo, struct health **ret);

/**
 * health_free() - Release it
 * @h:		Object or NULL
 */
void health_free(struct health *h);

/**
 * health_carry() - What was said of an earlier topology is not said again
 * @to:		New object
 * @from:	Earlier object
 */
void health_carry(struct health *to, const struct health *from);

/**
 * health_report() - Log what has changed
 * @h:		Object
 * @c:		Collector
 */
void health_report(struct health *h, struct collect *c);

#endif
