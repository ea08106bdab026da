// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Every attribute of cpufreq and cpuidle, for every driver
 *
 * File names are typed from the kernel's documentation.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define RIG_FILES 64
#include "tests/unit/hw/cpufreq_rig.h"

#define CPU_DIR "sys/devices/system/cpu/"
#define UNTOUCHED UINT64_C(0x5C5C5C5C5C5C5C5C)

/* An attribute, its file, and what it is measured in; NULL for words. */
struct attr_file {
	unsigned int attr;
	const char *file;
	const char *unit;
};

static const struct attr_file attrs[] = {
	{ CPUFREQ_CUR_FREQ, "scaling_cur_freq", "kHz" },
	{ CPUFREQ_GOVERNOR, "scaling_governor", NULL },
	{ CPUFREQ_DRIVER, "scaling_driver", NULL },
	{ CPUFREQ_AVAILABLE_GOVERNORS, "scaling_available_governors", NULL },
	{ CPUFREQ_MIN_FREQ, "scaling_min_freq", "kHz" },
	{ CPUFREQ_MAX_FREQ, "scaling_max_freq", "kHz" },
	{ CPUFREQ_HW_MIN_FREQ, "cpuinfo_min_freq", "kHz" },
	{ CPUFREQ_HW_MAX_FREQ, "cpuinfo_max_freq", "kHz" },
	{ CPUFREQ_HW_CUR_FREQ, "cpuinfo_cur_freq", "kHz" },
	{ CPUFREQ_AVAILABLE_FREQS, "scaling_available_frequencies", NULL },
	{ CPUFREQ_BIOS_LIMIT, "bios_limit", "kHz" },
	{ CPUFREQ_AMD_MAX_FREQ, "amd_pstate_max_freq", "kHz" },
	{ CPUFREQ_AMD_LOWEST_NONLINEAR_FREQ, "amd_pstate_lowest_nonlinear_freq",
	  "kHz" },
	{ CPUFREQ_AMD_HIGHEST_PERF, "amd_pstate_highest_perf", "" },
	{ CPUFREQ_AMD_PREFCORE_RANKING, "amd_pstate_prefcore_ranking", "" },
	{ CPUFREQ_AMD_HW_PREFCORE, "amd_pstate_hw_prefcore", NULL },
	{ CPUFREQ_EPP, "energy_performance_preference", NULL },
	{ CPUFREQ_AVAILABLE_EPPS, "energy_performance_available_preferences",
	  NULL },
};

static const struct attr_file globals[] = {
	{ CPUFREQ_BOOST, "cpufreq/boost", "" },
	{ CPUFREQ_AMD_STATUS, "amd_pstate/status", NULL },
	{ CPUFREQ_AMD_PREFCORE, "amd_pstate/prefcore", NULL },
	{ CPUIDLE_DRIVER, "cpuidle/current_driver", NULL },
	{ CPUIDLE_GOVERNOR, "cpuidle/current_governor", NULL },
};

static const struct attr_file idle[] = {
	{ CPUIDLE_TIME, "time", "us" },
	{ CPUIDLE_USAGE, "usage", "count" },
	{ CPUIDLE_ABOVE, "above", "count" },
	{ CPUIDLE_BELOW, "below", "count" },
	{ CPUIDLE_REJECTED, "rejected", "count" },
	{ CPUIDLE_LATENCY, "latency", "us" },
	{ CPUIDLE_RESIDENCY, "residency", "us" },
	{ CPUIDLE_DISABLED, "disable", "" },
};

static void table_is(const struct cpufreq_desc *table, size_t n,
		     const struct attr_file *want, size_t n_want)
{
	assert_int_equal(n, n_want);
	for (size_t i = 0; i < n; i++) {
		const struct cpufreq_desc *d = &table[want[i].attr];

		assert_string_equal(d->file, want[i].file);
		if (!want[i].unit)
			assert_true(d->is_text);
		else
			assert_string_equal(d->unit, want[i].unit);
	}
}

static void the_tables_are_complete(void **state)
{
	(void)state;
	table_is(cpufreq_attrs, CPUFREQ_N_ATTRS, attrs, ARRAY_SIZE(attrs));
	table_is(cpufreq_globals, CPUFREQ_N_GLOBALS, globals,
		 ARRAY_SIZE(globals));
	table_is(cpuidle_attrs, CPUIDLE_N_ATTRS, idle, ARRAY_SIZE(idle));
}

static void each_attribute_is_its_file(void **state)
{
	struct rig *rig = *state;

	for (unsigned int i = 0; i < ARRAY_SIZE(attrs); i++) {
		enum cpufreq_attr attr = (enum cpufreq_attr)attrs[i].attr;
		uint64_t v = UNTOUCHED;
		char number[16], text[32] = "old";

		/* Not there: whatever the driver is called. */
		if (attrs[i].unit)
			assert_int_equal(cpufreq_get_u64(rig->cf, 1, attr, &v),
					 -ENOENT);
		assert_int_equal(
			cpufreq_get_text(rig->cf, 1, attr, text, sizeof(text)),
			-ENOENT);
		assert_string_equal(text, "old");
		(void)snprintf(number, sizeof(number), "%u\n", 1000 + i);
		mock_filef(rig->f->m, attrs[i].unit ? number : "some words \n",
			   CPU_DIR "cpu1/cpufreq/%s", attrs[i].file);
		if (attrs[i].unit) {
			assert_int_equal(cpufreq_get_u64(rig->cf, 1, attr, &v),
					 0);
			assert_int_equal(v, 1000 + i);
			assert_int_equal(cpufreq_get_text(rig->cf, 1, attr,
							  text, sizeof(text)),
					 4);
		} else {
			assert_int_equal(cpufreq_get_u64(rig->cf, 1, attr, &v),
					 -EINVAL);
			assert_int_equal(cpufreq_get_text(rig->cf, 1, attr,
							  text, sizeof(text)),
					 10);
			assert_string_equal(text, "some words");
			assert_int_equal(
				cpufreq_get_text(rig->cf, 1, attr, text, 8),
				-EMSGSIZE);
		}
		assert_int_equal(
			cpufreq_get_text(rig->cf, 9, attr, text, sizeof(text)),
			-ENXIO);
	}
}

static void what_moves_stays_open_and_the_rest_does_not(void **state)
{
	struct rig *rig = *state;

	for (unsigned int i = 0; i < ARRAY_SIZE(attrs); i++) {
		enum cpufreq_attr attr = (enum cpufreq_attr)attrs[i].attr;
		bool stays = attr == CPUFREQ_CUR_FREQ ||
			     attr == CPUFREQ_GOVERNOR;
		char text[32], path[96];

		(void)snprintf(path, sizeof(path), CPU_DIR "cpu0/cpufreq/%s",
			       attrs[i].file);
		mock_file(rig->f->m, path, "1\n");
		for (int k = 0; k < 5; k++)
			assert_int_equal(cpufreq_get_text(rig->cf, 0, attr,
							  text, sizeof(text)),
					 1);
		assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, path),
				 stays ? 1 : 5);
		assert_int_equal(cpufreq_attrs[attr].stays_open, stays);
	}
	assert_int_equal(hw_files_open_count(rig->files), 2);
}

static void an_energy_preference_may_be_einval(void **state)
{
	struct rig *rig = *state;
	char text[32];

	mock_file(rig->f->m,
		  CPU_DIR "cpu0/cpufreq/energy_performance_preference", "");
	mock_read_error(rig->f->m,
			CPU_DIR "cpu0/cpufreq/energy_performance_preference",
			-EINVAL, -1);
	assert_int_equal(
		cpufreq_get_text(rig->cf, 0, CPUFREQ_EPP, text, sizeof(text)),
		-EINVAL);
}

static void globals_are_files_of_all_cpus(void **state)
{
	struct rig *rig = *state;
	char text[32];
	uint64_t v = UNTOUCHED;

	for (unsigned int i = 0; i < ARRAY_SIZE(globals); i++) {
		enum cpufreq_global g = (enum cpufreq_global)globals[i].attr;

		assert_int_equal(
			cpufreq_global_text(rig->cf, g, text, sizeof(text)),
			-ENOENT);
		mock_filef(rig->f->m, globals[i].unit ? "1\n" : "active\n",
			   CPU_DIR "%s", globals[i].file);
		assert_true(cpufreq_global_text(rig->cf, g, text,
						sizeof(text)) > 0);
		assert_string_equal(text, globals[i].unit ? "1" : "active");
		if (!globals[i].unit)
			assert_int_equal(cpufreq_global_u64(rig->cf, g, &v),
					 -EINVAL);
	}
	assert_int_equal(v, UNTOUCHED);
	assert_int_equal(cpufreq_global_u64(rig->cf, CPUFREQ_BOOST, &v), 0);
	assert_int_equal(v, 1);
	mock_file(rig->f->m, CPU_DIR "cpufreq/boost", "yes\n");
	assert_int_equal(cpufreq_global_u64(rig->cf, CPUFREQ_BOOST, &v),
			 -EINVAL);
	assert_int_equal(v, 1);
	assert_int_equal(cpufreq_global_u64(rig->cf, CPUFREQ_N_GLOBALS, &v),
			 -EINVAL);
	assert_int_equal(cpufreq_global_text(rig->cf, CPUFREQ_N_GLOBALS, text,
					     sizeof(text)),
			 -EINVAL);
}

static void plant_state(struct rig *rig, unsigned int k, const char *name)
{
	char number[32];

	mock_filef(rig->f->m, name, CPU_DIR "cpu2/cpuidle/state%u/name", k);
	for (unsigned int i = 0; i < ARRAY_SIZE(idle); i++) {
		(void)snprintf(number, sizeof(number), "%u\n", 100 * k + i);
		mock_filef(rig->f->m, number, CPU_DIR "cpu2/cpuidle/state%u/%s",
			   k, idle[i].file);
	}
}

static void idle_attributes_are_found_by_the_name_of_the_state(void **state)
{
	static const char *const names[] = { "C2", "POLL", "C1" };
	struct rig *rig = *state;
	uint64_t v;
	char text[64];

	for (unsigned int k = 0; k < ARRAY_SIZE(names); k++)
		plant_state(rig, k, names[k]);
	mock_file(rig->f->m, CPU_DIR "cpu2/cpuidle/state0/desc",
		  "ACPI IOPORT 0x414\n");
	for (unsigned int i = 0; i < ARRAY_SIZE(idle); i++) {
		enum cpuidle_attr a = (enum cpuidle_attr)idle[i].attr;

		assert_int_equal(cpuidle_get(rig->cf, 2, "c2", a, &v), 0);
		assert_int_equal(v, i);
		assert_int_equal(cpuidle_get(rig->cf, 2, "poll", a, &v), 0);
		assert_int_equal(v, 100 + i);
		assert_int_equal(cpuidle_get(rig->cf, 2, "C1", a, &v), 0);
		assert_int_equal(v, 200 + i);
		assert_int_equal(cpuidle_get(rig->cf, 2, "C6", a, &v), -ENOENT);
		assert_int_equal(cpuidle_get(rig->cf, 0, "C1", a, &v), -ENOENT);
		assert_int_equal(cpuidle_get(rig->cf, 7, "C1", a, &v), -ENXIO);
	}
	assert_int_equal(
		cpuidle_state_desc(rig->cf, 2, "C2", text, sizeof(text)), 17);
	assert_string_equal(text, "ACPI IOPORT 0x414");
	assert_int_equal(
		cpuidle_state_desc(rig->cf, 2, "C1", text, sizeof(text)),
		-ENOENT);
	/* Older kernels have no "rejected". */
	mock_remove(rig->f->m, CPU_DIR "cpu2/cpuidle/state2/rejected");
	cpufreq_free(rig->cf);
	assert_int_equal(cpufreq_new(rig->files, rig->f->hw, rig->t, &rig->cf),
			 0);
	v = UNTOUCHED;
	assert_int_equal(cpuidle_get(rig->cf, 2, "C1", CPUIDLE_REJECTED, &v),
			 -ENOENT);
	assert_int_equal(cpuidle_get(rig->cf, 2, "C1", CPUIDLE_N_ATTRS, &v),
			 -EINVAL);
	assert_int_equal(v, UNTOUCHED);
}

static void what_counts_idle_stays_open(void **state)
{
	struct rig *rig = *state;
	uint64_t v;

	plant_state(rig, 0, "POLL");
	for (unsigned int i = 0; i < ARRAY_SIZE(idle); i++)
		for (int k = 0; k < 5; k++)
			assert_int_equal(
				cpuidle_get(rig->cf, 2, "POLL",
					    (enum cpuidle_attr)idle[i].attr,
					    &v),
				0);
	assert_int_equal(hw_files_open_count(rig->files), 5);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN,
				    CPU_DIR "cpu2/cpuidle/state0/usage"),
			 1);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN,
				    CPU_DIR "cpu2/cpuidle/state0/latency"),
			 5);
}

#define rig_test(fn) \
	cmocka_unit_test_setup_teardown(fn, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_tables_are_complete),
		rig_test(each_attribute_is_its_file),
		rig_test(what_moves_stays_open_and_the_rest_does_not),
		rig_test(an_energy_preference_may_be_einval),
		rig_test(globals_are_files_of_all_cpus),
		rig_test(idle_attributes_are_found_by_the_name_of_the_state),
		rig_test(what_counts_idle_stays_open),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
