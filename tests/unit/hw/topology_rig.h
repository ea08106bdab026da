/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Topologies of scripted machines, for their tests
 */
#ifndef TESTS_UNIT_HW_TOPOLOGY_RIG_H
#define TESTS_UNIT_HW_TOPOLOGY_RIG_H

#include "hw/topology.h"
#include "tests/mock/fixture.h"
#include "tests/mock/machine.h"

#define CPU "sys/devices/system/cpu"

static inline struct topology *read_ok(struct fixture *f)
{
	struct topology *t = NULL;

	assert_int_equal(topology_read(f->hw, &t), 0);
	assert_non_null(t);
	return t;
}

static inline void read_fails(struct fixture *f, int err)
{
	struct topology *t = NULL;

	assert_int_equal(topology_read(f->hw, &t), err);
	assert_null(t);
}

#endif
