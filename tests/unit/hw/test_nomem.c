// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Constructors without memory
 *
 * calloc() of the objects under test is wrapped at the link
 * (-Wl,--wrap=calloc, mk/tests.mk). The nth call fails; every constructor must
 * say -ENOMEM, leave its output alone and nothing behind, which the leak
 * checker of the sanitizer build sees.
 */
#include <errno.h>

#include "hw/cpufreq.h"
#include "hw/files.h"
#include "hw/hsmp.h"
#include "hw/hwmon.h"
#include "hw/msr.h"
#include "hw/telemetry.h"
#include "tests/mock/fixture.h"
#include "tests/mock/machine.h"

static unsigned int fail_in;

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);

void *__wrap_calloc(size_t n, size_t size)
{
	if (fail_in && --fail_in == 0)
		return NULL;
	return __real_calloc(n, size);
}

static void a_context_needs_memory(void **state)
{
	struct fixture *f = *state;
	struct hw *hw = NULL;

	fail_in = 1;
	assert_int_equal(mock_hw(f->m, &hw), -ENOMEM);
	assert_null(hw);
}

static void handles_need_memory(void **state)
{
	struct fixture *f = *state;
	struct hw_files *files = NULL;
	struct k10temp *k = NULL;
	struct topology *t = NULL;
	struct cpufreq *cf = NULL;
	struct telemetry *tm = NULL;
	struct hsmp *h = NULL;
	struct msr *m = NULL;

	mock_machine_small(f->m);
	assert_int_equal(topology_read(f->hw, &t), 0);
	fail_in = 1;
	assert_int_equal(hw_files_new(f->hw, 4, &files), -ENOMEM);
	assert_null(files);
	assert_int_equal(hw_files_new(f->hw, 4, &files), 0);
	fail_in = 1;
	assert_int_equal(hsmp_new(f->hw, 2, &h), -ENOMEM);
	assert_null(h);
	fail_in = 1;
	assert_int_equal(telemetry_new(f->hw, h, 2, &tm), -ENOMEM);
	assert_null(tm);
	fail_in = 1;
	assert_int_equal(msr_new(f->hw, t, &m), -ENOMEM);
	assert_null(m);
	fail_in = 1;
	assert_int_equal(cpufreq_new(files, f->hw, t, &cf), -ENOMEM);
	assert_null(cf);
	fail_in = 1;
	assert_int_equal(k10temp_new(files, f->hw, 1, &k), -ENOMEM);
	assert_null(k);
	hw_files_free(files);
	topology_free(t);
}

static void a_topology_needs_memory_at_each_step(void **state)
{
	struct fixture *f = *state;
	struct topology *t = NULL;
	unsigned int n;

	mock_machine_small(f->m);
	for (n = 1; n < 100; n++) {
		fail_in = n;
		if (topology_read(f->hw, &t) == 0)
			break;
		assert_null(t);
		assert_int_equal(fail_in, 0);
		fail_in = n;
		assert_int_equal(topology_read(f->hw, &t), -ENOMEM);
	}
	/* Itself, CPUs, cores, sockets with their ids, threads, CCDs. */
	assert_int_equal(n, 8);
	fail_in = 0;
	topology_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		fixture_test(a_context_needs_memory),
		fixture_test(handles_need_memory),
		fixture_test(a_topology_needs_memory_at_each_step),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
