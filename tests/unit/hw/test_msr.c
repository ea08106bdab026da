// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: MSR access
 */
#include <errno.h>

#include "hw/msr.h"
#include "hw/msr_regs.h"
#include "tests/mock/fixture.h"
#include "tests/mock/machine.h"

#define ISOLATED "sys/devices/system/cpu/isolated"
#define UNIT MSR_AMD_RAPL_POWER_UNIT
#define CORE MSR_AMD_CORE_ENERGY_STATUS
#define PKG MSR_AMD_PKG_ENERGY_STATUS
#define UNTOUCHED UINT64_C(0x5C5C5C5C5C5C5C5C)

/**
 * struct rig - Four CPUs: 0 isolated with its sibling 1 not, 2 offline, 3
 * @f:		Fixture
 * @t:		Topology
 * @m:		MSR access
 */
struct rig {
	struct fixture *f;
	struct topology *t;
	struct msr *m;
};

static int rig_setup(void **state)
{
	static const struct mock_cpu cpus[] = {
		{ 0, 0, 0, "0-1", 0, 0, "0-1,3", 0 },
		{ 1, 0, 0, "0-1", 0, 0, "0-1,3", 1 },
		{ 3, 0, 1, "3", 0, 0, "0-1,3", 3 },
	};
	struct rig *rig = calloc(1, sizeof(*rig));
	void *f = NULL;

	if (!rig || fixture_setup(&f) < 0)
		return -1;
	rig->f = f;
	mock_machine(rig->f->m, "0-3\n", "0-1,3\n", cpus, ARRAY_SIZE(cpus));
	mock_file(rig->f->m, ISOLATED, "0\n");
	if (topology_read(rig->f->hw, &rig->t) < 0 ||
	    msr_new(rig->f->hw, rig->t, &rig->m) < 0)
		return -1;
	mock_clear_log(rig->f->m);
	*state = rig;
	return 0;
}

static int rig_teardown(void **state)
{
	struct rig *rig = *state;
	void *f = rig->f;

	msr_free(rig->m);
	topology_free(rig->t);
	free(rig);
	return fixture_teardown(&f);
}

static void gives(struct rig *rig, uint32_t cpu, uint32_t reg, uint64_t value)
{
	uint64_t v = UNTOUCHED;

	assert_int_equal(msr_read(rig->m, cpu, reg, &v), 0);
	assert_int_equal(v, value);
}

static void fails(struct rig *rig, uint32_t cpu, uint32_t reg, int err)
{
	uint64_t v = UNTOUCHED;

	assert_int_equal(msr_read(rig->m, cpu, reg, &v), err);
	assert_int_equal(v, UNTOUCHED);
}

static void msr_safe_is_preferred(void **state)
{
	struct rig *rig = *state;

	mock_msr(rig->f->m, "dev/cpu/3/msr_safe", CORE, 0x123456789ABCDEF0, 0);
	mock_msr(rig->f->m, "dev/cpu/3/msr", CORE, 99, 0);
	assert_int_equal(msr_get_source(rig->m), MSR_SOURCE_NONE);
	gives(rig, 3, CORE, 0x123456789ABCDEF0);
	assert_int_equal(msr_get_source(rig->m), MSR_SOURCE_MSR_SAFE);
	/* The other node is not even opened. */
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, "dev/cpu/3/msr"), 0);
}

static void a_register_that_msr_safe_does_not_list_comes_from_msr(void **state)
{
	struct rig *rig = *state;

	mock_msr(rig->f->m, "dev/cpu/3/msr_safe", UNIT, 0xA1003, 0);
	mock_msr(rig->f->m, "dev/cpu/3/msr_safe", CORE, 0, -EACCES);
	mock_msr(rig->f->m, "dev/cpu/3/msr", CORE, 7, 0);
	gives(rig, 3, UNIT, 0xA1003);
	gives(rig, 3, CORE, 7);
	assert_int_equal(msr_get_source(rig->m), MSR_SOURCE_MSR);
	gives(rig, 3, UNIT, 0xA1003);
	assert_int_equal(msr_get_source(rig->m), MSR_SOURCE_MSR_SAFE);
	/* msr-safe is not asked again for a while, for no CPU. */
	gives(rig, 3, CORE, 7);
	assert_int_equal(
		mock_count(rig->f->m, MOCK_PREAD, "dev/cpu/3/msr_safe"), 3);
	mock_msr(rig->f->m, "dev/cpu/1/msr_safe", CORE, 5, 0);
	mock_msr(rig->f->m, "dev/cpu/1/msr", CORE, 6, 0);
	gives(rig, 1, CORE, 6);
	mock_advance(rig->f->m, MSR_RETRY_NS);
	gives(rig, 1, CORE, 5);
}

static void without_another_source_not_listed_is_eacces(void **state)
{
	struct rig *rig = *state;

	mock_msr(rig->f->m, "dev/cpu/3/msr_safe", CORE, 0, -EACCES);
	fails(rig, 3, CORE, -EACCES);
	fails(rig, 3, CORE, -EACCES);
	/* Also where the other one may not be opened. */
	mock_msr(rig->f->m, "dev/cpu/1/msr_safe", PKG, 0, -EACCES);
	mock_open_error(rig->f->m, "dev/cpu/1/msr", -EPERM);
	fails(rig, 1, PKG, -EACCES);
	assert_int_equal(msr_get_source(rig->m), MSR_SOURCE_NONE);
}

static void only_three_registers_are_ever_read(void **state)
{
	static const uint32_t others[] = { 0,	       0x10,	   0x606,
					   0x611,      0xC0000080, 0xC0010298,
					   0xC001029C, 0xC0011020, 0xFFFFFFFF };
	struct rig *rig = *state;

	mock_msr_node(rig->f->m, "dev/cpu/3/msr");
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		fails(rig, 3, others[i], -EPERM);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, NULL), 0);
}

static void an_isolated_cpu_is_never_touched(void **state)
{
	struct rig *rig = *state;

	mock_msr(rig->f->m, "dev/cpu/0/msr_safe", CORE, 1, 0);
	fails(rig, 0, CORE, -EBUSY);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, NULL), 0);
	/* Its sibling shows the same counter. */
	mock_msr(rig->f->m, "dev/cpu/1/msr_safe", CORE, 1, 0);
	assert_int_equal(rig->t->cores[0].reader, 1);
	gives(rig, rig->t->cores[0].reader, CORE, 1);
}

static void offline_and_absent_cpus_are_enxio(void **state)
{
	struct rig *rig = *state;

	mock_msr(rig->f->m, "dev/cpu/2/msr", CORE, 1, 0);
	mock_msr(rig->f->m, "dev/cpu/4/msr", CORE, 1, 0);
	fails(rig, 2, CORE, -ENXIO);
	fails(rig, 4, CORE, -ENXIO);
	fails(rig, UINT32_MAX, CORE, -ENXIO);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, NULL), 0);
}

static void without_nodes_it_is_enoent_and_tried_each_ten_seconds(void **state)
{
	struct rig *rig = *state;

	fails(rig, 3, CORE, -ENOENT);
	fails(rig, 3, PKG, -ENOENT);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, NULL), 2);
	mock_msr(rig->f->m, "dev/cpu/3/msr", CORE, 12, 0);
	mock_advance(rig->f->m, MSR_RETRY_NS - 1);
	fails(rig, 3, CORE, -ENOENT);
	mock_advance(rig->f->m, 1);
	gives(rig, 3, CORE, 12);
}

static void what_may_not_be_opened_is_eperm(void **state)
{
	struct rig *rig = *state;

	mock_open_error(rig->f->m, "dev/cpu/3/msr", -EACCES);
	fails(rig, 3, CORE, -EPERM);
	mock_open_error(rig->f->m, "dev/cpu/1/msr", -EPERM);
	fails(rig, 1, CORE, -EPERM);
}

static void a_node_that_may_not_be_opened_is_left_for_the_next(void **state)
{
	struct rig *rig = *state;

	mock_open_error(rig->f->m, "dev/cpu/3/msr_safe", -EACCES);
	mock_msr(rig->f->m, "dev/cpu/3/msr", PKG, 4, 0);
	gives(rig, 3, PKG, 4);
	assert_int_equal(msr_get_source(rig->m), MSR_SOURCE_MSR);
}

static void a_fault_is_eio_and_no_other_source_is_asked(void **state)
{
	struct rig *rig = *state;

	mock_msr(rig->f->m, "dev/cpu/3/msr_safe", CORE, 0, -EIO);
	mock_msr(rig->f->m, "dev/cpu/3/msr", CORE, 5, 0);
	fails(rig, 3, CORE, -EIO);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, "dev/cpu/3/msr"), 0);
}

static void a_short_read_is_eio(void **state)
{
	struct rig *rig = *state;

	mock_msr_short(rig->f->m, "dev/cpu/3/msr", CORE, 4);
	fails(rig, 3, CORE, -EIO);
	mock_msr_short(rig->f->m, "dev/cpu/3/msr", CORE, 0);
	fails(rig, 3, CORE, -EIO);
	mock_msr_short(rig->f->m, "dev/cpu/3/msr", CORE, 7);
	fails(rig, 3, CORE, -EIO);
}

static void a_cpu_that_went_offline_is_opened_anew(void **state)
{
	struct rig *rig = *state;

	mock_msr(rig->f->m, "dev/cpu/3/msr", CORE, 1, 0);
	gives(rig, 3, CORE, 1);
	mock_read_error(rig->f->m, "dev/cpu/3/msr", -ENXIO, 1);
	fails(rig, 3, CORE, -ENXIO);
	gives(rig, 3, CORE, 1);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, "dev/cpu/3/msr"), 2);
}

static void nodes_stay_open(void **state)
{
	struct rig *rig = *state;

	mock_msr(rig->f->m, "dev/cpu/3/msr", CORE, 1, 0);
	for (int i = 0; i < 20; i++)
		gives(rig, 3, CORE, 1);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, "dev/cpu/3/msr"), 1);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, NULL), 2);
}

static void readers_can_be_opened_beforehand(void **state)
{
	struct rig *rig = *state;

	mock_msr(rig->f->m, "dev/cpu/1/msr_safe", CORE, 1, 0);
	mock_msr(rig->f->m, "dev/cpu/1/msr", CORE, 1, 0);
	mock_msr(rig->f->m, "dev/cpu/3/msr", CORE, 3, 0);
	assert_int_equal(msr_open_readers(rig->m), 2);
	/* Both kinds, since a register may be missing in msr-safe's list. */
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, "dev/cpu/1/msr"), 1);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, "dev/cpu/0/msr"), 0);
	assert_int_equal(mock_count(rig->f->m, MOCK_PREAD, NULL), 0);
	/* Privileges are gone now. */
	mock_open_error(rig->f->m, "dev/cpu/1/msr_safe", -EACCES);
	mock_open_error(rig->f->m, "dev/cpu/3/msr", -EPERM);
	gives(rig, 1, CORE, 1);
	gives(rig, 3, CORE, 3);
}

static void opening_readers_tells_why_there_are_none(void **state)
{
	struct rig *rig = *state;

	assert_int_equal(msr_open_readers(rig->m), -ENOENT);
	mock_advance(rig->f->m, MSR_RETRY_NS);
	mock_open_error(rig->f->m, "dev/cpu/3/msr", -EACCES);
	assert_int_equal(msr_open_readers(rig->m), -EPERM);
}

static void without_a_reader_opening_them_is_ebusy(void **state)
{
	struct rig *rig = *state;
	struct topology *t = NULL;
	struct msr *m = NULL;

	mock_file(rig->f->m, ISOLATED, "0-3\n");
	assert_int_equal(topology_read(rig->f->hw, &t), 0);
	assert_int_equal(msr_new(rig->f->hw, t, &m), 0);
	mock_msr(rig->f->m, "dev/cpu/3/msr", CORE, 3, 0);
	assert_int_equal(msr_open_readers(m), -EBUSY);
	msr_free(m);
	topology_free(t);
	msr_free(NULL);
}

static void each_call_that_fails_gives_no_wrong_value(void **state)
{
	static const int errors[] = { -EIO, -EACCES, -ENOENT, -EMFILE };
	struct rig *rig = *state;

	mock_msr(rig->f->m, "dev/cpu/3/msr_safe", CORE, 77, 0);
	mock_msr(rig->f->m, "dev/cpu/3/msr", CORE, 77, 0);
	for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
		for (unsigned int n = 1; n < 4; n++) {
			uint64_t v = UNTOUCHED;
			struct msr *m;

			assert_int_equal(msr_new(rig->f->hw, rig->t, &m), 0);
			mock_fail_nth(rig->f->m, n, errors[i]);
			if (msr_read(m, 3, CORE, &v) < 0)
				assert_int_equal(v, UNTOUCHED);
			else
				assert_int_equal(v, 77);
			msr_free(m);
		}
	}
	mock_fail_nth(rig->f->m, 0, 0);
}

static void sources_have_names(void **state)
{
	(void)state;
	assert_string_equal(msr_source_name(MSR_SOURCE_NONE), "none");
	assert_string_equal(msr_source_name(MSR_SOURCE_MSR_SAFE), "msr_safe");
	assert_string_equal(msr_source_name(MSR_SOURCE_MSR), "msr");
	assert_string_equal(msr_source_name(MSR_N_SOURCES), "none");
}

#define rig_test(fn) \
	cmocka_unit_test_setup_teardown(fn, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		rig_test(msr_safe_is_preferred),
		rig_test(a_register_that_msr_safe_does_not_list_comes_from_msr),
		rig_test(without_another_source_not_listed_is_eacces),
		rig_test(only_three_registers_are_ever_read),
		rig_test(an_isolated_cpu_is_never_touched),
		rig_test(offline_and_absent_cpus_are_enxio),
		rig_test(without_nodes_it_is_enoent_and_tried_each_ten_seconds),
		rig_test(what_may_not_be_opened_is_eperm),
		rig_test(a_node_that_may_not_be_opened_is_left_for_the_next),
		rig_test(a_fault_is_eio_and_no_other_source_is_asked),
		rig_test(a_short_read_is_eio),
		rig_test(a_cpu_that_went_offline_is_opened_anew),
		rig_test(nodes_stay_open),
		rig_test(readers_can_be_opened_beforehand),
		rig_test(opening_readers_tells_why_there_are_none),
		rig_test(without_a_reader_opening_them_is_ebusy),
		rig_test(each_call_that_fails_gives_no_wrong_value),
		rig_test(sources_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
