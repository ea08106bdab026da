/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: cpufreq and cpuidle of a scripted machine, for their tests
 */
#ifndef TESTS_UNIT_HW_CPUFREQ_RIG_H
#define TESTS_UNIT_HW_CPUFREQ_RIG_H

#include "hw/cpufreq.h"
#include "tests/mock/fixture.h"
#include "tests/mock/machine.h"

/* Files that the cache may hold; a test may want more. */
#ifndef RIG_FILES
#define RIG_FILES 16
#endif

/**
 * struct rig - A machine of four CPUs
 * @f:		Fixture
 * @t:		Topology
 * @files:	Cache
 * @cf:		What is tested
 */
struct rig {
	struct fixture *f;
	struct topology *t;
	struct hw_files *files;
	struct cpufreq *cf;
};

static inline int rig_setup(void **state)
{
	struct rig *rig = calloc(1, sizeof(*rig));
	void *f = NULL;

	if (!rig || fixture_setup(&f) < 0)
		return -1;
	rig->f = f;
	mock_machine_small(rig->f->m);
	if (topology_read(rig->f->hw, &rig->t) < 0 ||
	    hw_files_new(rig->f->hw, RIG_FILES, &rig->files) < 0 ||
	    cpufreq_new(rig->files, rig->f->hw, rig->t, &rig->cf) < 0)
		return -1;
	mock_clear_log(rig->f->m);
	*state = rig;
	return 0;
}

static inline int rig_teardown(void **state)
{
	struct rig *rig = *state;
	void *f = rig->f;

	cpufreq_free(rig->cf);
	if (hw_files_open_count(rig->files) != 0)
		return -1;
	hw_files_free(rig->files);
	topology_free(rig->t);
	free(rig);
	return fixture_teardown(&f);
}

#endif
