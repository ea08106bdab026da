/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: THE table of nodes
 *
 * For nodes.c, which makes the tree of it; see nodes.h for what a row is.
 */
#ifndef SIM_NODE_TABLE_H
#define SIM_NODE_TABLE_H

#include <stddef.h>

#include "sim/nodes.h"

extern const struct node_row node_rows[];
extern const size_t n_node_rows;

#endif
