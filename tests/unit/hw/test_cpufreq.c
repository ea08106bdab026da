// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: cpufreq and cpuidle
 */
#include <errno.h>

#include "tests/unit/hw/cpufreq_rig.h"

#define CPU "sys/devices/system/cpu/cpu"
#define STATE0 CPU "0/cpuidle/state0"

static void idle_state(struct rig *rig, unsigned int cpu, unsigned int k,
		       const char *name, const char *time)
{
	mock_filef(rig->f->m, name, CPU "%u/cpuidle/state%u/name", cpu, k);
	mock_filef(rig->f->m, time, CPU "%u/cpuidle/state%u/time", cpu, k);
}

static void a_frequency_is_read_afresh_from_an_open_file(void **state)
{
	struct rig *rig = *state;
	uint64_t khz = 0;

	mock_file(rig->f->m, CPU "3/cpufreq/scaling_cur_freq", "2450000\n");
	assert_int_equal(cpufreq_cur_khz(rig->cf, 3, &khz), 0);
	assert_int_equal(khz, 2450000);
	mock_file(rig->f->m, CPU "3/cpufreq/scaling_cur_freq", "1500000\n");
	assert_int_equal(cpufreq_cur_khz(rig->cf, 3, &khz), 0);
	assert_int_equal(khz, 1500000);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, NULL), 1);
}

static void without_cpufreq_it_is_enoent(void **state)
{
	struct rig *rig = *state;
	uint64_t khz = 5;
	char name[16];

	assert_int_equal(cpufreq_cur_khz(rig->cf, 0, &khz), -ENOENT);
	assert_int_equal(khz, 5);
	assert_int_equal(cpufreq_governor(rig->cf, 0, name, sizeof(name)),
			 -ENOENT);
}

static void an_absent_cpu_is_enxio(void **state)
{
	struct rig *rig = *state;
	uint64_t v;
	char name[16];

	assert_int_equal(cpufreq_cur_khz(rig->cf, 4, &v), -ENXIO);
	assert_int_equal(cpufreq_governor(rig->cf, 4, name, sizeof(name)),
			 -ENXIO);
	assert_int_equal(cpuidle_time_us(rig->cf, 4, "C1", &v), -ENXIO);
	assert_int_equal(cpuidle_idle_us(rig->cf, UINT32_MAX, &v), -ENXIO);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, NULL), 0);
}

static void a_frequency_that_is_not_a_number_is_einval(void **state)
{
	struct rig *rig = *state;
	uint64_t khz = 5;

	mock_file(rig->f->m, CPU "0/cpufreq/scaling_cur_freq", "<unknown>\n");
	assert_int_equal(cpufreq_cur_khz(rig->cf, 0, &khz), -EINVAL);
	assert_int_equal(khz, 5);
}

static void a_governor_has_its_length(void **state)
{
	struct rig *rig = *state;
	char name[12];

	mock_file(rig->f->m, CPU "1/cpufreq/scaling_governor", "performance\n");
	assert_int_equal(cpufreq_governor(rig->cf, 1, name, sizeof(name)),
			 -EMSGSIZE);
	mock_file(rig->f->m, CPU "1/cpufreq/scaling_governor", "schedutil\n");
	assert_int_equal(cpufreq_governor(rig->cf, 1, name, sizeof(name)), 9);
	assert_string_equal(name, "schedutil");
}

static void states_are_found_by_name_not_by_number(void **state)
{
	struct rig *rig = *state;
	uint64_t us = 0;

	idle_state(rig, 0, 0, "POLL\n", "11\n");
	idle_state(rig, 0, 1, "C2\n", "22\n");
	idle_state(rig, 0, 2, "C1\n", "33\n");
	assert_int_equal(cpuidle_time_us(rig->cf, 0, "c1", &us), 0);
	assert_int_equal(us, 33);
	assert_int_equal(cpuidle_time_us(rig->cf, 0, "C2", &us), 0);
	assert_int_equal(us, 22);
	assert_int_equal(cpuidle_time_us(rig->cf, 0, "poll", &us), 0);
	assert_int_equal(us, 11);
	assert_int_equal(cpuidle_time_us(rig->cf, 0, "C3", &us), -ENOENT);
	assert_int_equal(cpuidle_time_us(rig->cf, 0, "C", &us), -ENOENT);
	assert_int_equal(us, 11);
	/* Names were read once. */
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, STATE0 "/name"), 1);
}

static void states_can_be_walked(void **state)
{
	struct rig *rig = *state;
	const char *name = NULL;

	assert_int_equal(cpuidle_state_name(rig->cf, 0, 0, &name), -ENOENT);
	idle_state(rig, 0, 0, "POLL\n", "11\n");
	idle_state(rig, 0, 1, "C2\n", "22\n");
	assert_int_equal(cpuidle_state_name(rig->cf, 0, 1, &name), 0);
	assert_string_equal(name, "C2");
	assert_int_equal(cpuidle_state_name(rig->cf, 0, 2, &name), -ENOENT);
	assert_int_equal(cpuidle_state_name(rig->cf, 9, 0, &name), -ENXIO);
	assert_string_equal(name, "C2");
}

static void idle_time_is_the_sum_of_all_states(void **state)
{
	struct rig *rig = *state;
	uint64_t us = 7;

	idle_state(rig, 0, 0, "POLL\n", "1\n");
	idle_state(rig, 0, 1, "C1\n", "20\n");
	idle_state(rig, 0, 2, "C2\n", "18446744073709000000\n");
	assert_int_equal(cpuidle_idle_us(rig->cf, 0, &us), 0);
	assert_true(us == UINT64_C(18446744073709000021));
	/* One that fails leaves no half a sum. */
	mock_read_error(rig->f->m, CPU "0/cpuidle/state1/time", -EIO, 1);
	us = 7;
	assert_int_equal(cpuidle_idle_us(rig->cf, 0, &us), -EIO);
	assert_int_equal(us, 7);
	mock_file(rig->f->m, CPU "0/cpuidle/state1/time", "x\n");
	assert_int_equal(cpuidle_idle_us(rig->cf, 0, &us), -EINVAL);
}

static void without_cpuidle_it_is_enoent_until_there_is_one(void **state)
{
	struct rig *rig = *state;
	uint64_t us = 0;

	assert_int_equal(cpuidle_time_us(rig->cf, 0, "C1", &us), -ENOENT);
	assert_int_equal(cpuidle_idle_us(rig->cf, 0, &us), -ENOENT);
	idle_state(rig, 0, 0, "C1\n", "5\n");
	assert_int_equal(cpuidle_time_us(rig->cf, 0, "C1", &us), 0);
	assert_int_equal(us, 5);
}

static void names_that_can_not_be_read_are_tried_again(void **state)
{
	struct rig *rig = *state;
	uint64_t us = 0;

	idle_state(rig, 0, 0, "POLL\n", "1\n");
	idle_state(rig, 0, 1, "C1\n", "2\n");
	mock_read_error(rig->f->m, CPU "0/cpuidle/state1/name", -EIO, 1);
	/* Half the states would be a wrong sum. */
	assert_int_equal(cpuidle_idle_us(rig->cf, 0, &us), -EIO);
	assert_int_equal(cpuidle_idle_us(rig->cf, 0, &us), 0);
	assert_int_equal(us, 3);
}

static void no_more_states_than_the_kernel_has_are_read(void **state)
{
	struct rig *rig = *state;
	uint64_t us = 0;

	for (unsigned int k = 0; k < 12; k++)
		idle_state(rig, 0, k, "C1\n", "1\n");
	assert_int_equal(cpuidle_idle_us(rig->cf, 0, &us), 0);
	assert_int_equal(us, 10);
	mock_file(rig->f->m, CPU "1/cpuidle/state0/name",
		  "a name of more than 15\n");
	assert_int_equal(cpuidle_idle_us(rig->cf, 1, &us), -EMSGSIZE);
}

static void few_descriptors_are_enough(void **state)
{
	struct rig *rig = *state;
	struct hw_files *two = NULL;
	struct cpufreq *cf = NULL;
	uint64_t us;

	for (unsigned int cpu = 0; cpu < 4; cpu++) {
		idle_state(rig, cpu, 0, "POLL\n", "1\n");
		idle_state(rig, cpu, 1, "C1\n", "2\n");
		idle_state(rig, cpu, 2, "C2\n", "4\n");
	}
	assert_int_equal(hw_files_new(rig->f->hw, 2, &two), 0);
	assert_int_equal(cpufreq_new(two, rig->f->hw, rig->t, &cf), 0);
	for (int i = 0; i < 3; i++) {
		for (unsigned int cpu = 0; cpu < 4; cpu++) {
			assert_int_equal(cpuidle_idle_us(cf, cpu, &us), 0);
			assert_int_equal(us, 7);
			assert_int_equal(hw_files_open_count(two), 2);
		}
	}
	cpufreq_free(cf);
	assert_int_equal(hw_files_open_count(two), 0);
	hw_files_free(two);
	cpufreq_free(NULL);
}

static void each_call_that_fails_gives_no_wrong_value(void **state)
{
	static const int errors[] = { -EIO, -ENOENT, -ENODEV, -EMFILE };
	struct rig *rig = *state;

	idle_state(rig, 0, 0, "POLL\n", "1\n");
	idle_state(rig, 0, 1, "C1\n", "2\n");
	for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
		for (unsigned int n = 1; n < 9; n++) {
			struct cpufreq *cf = NULL;
			uint64_t us = 99;

			assert_int_equal(cpufreq_new(rig->files, rig->f->hw,
						     rig->t, &cf),
					 0);
			mock_fail_nth(rig->f->m, n, errors[i]);
			if (cpuidle_time_us(cf, 0, "C1", &us) < 0)
				assert_int_equal(us, 99);
			else
				assert_int_equal(us, 2);
			cpufreq_free(cf);
		}
	}
	mock_fail_nth(rig->f->m, 0, 0);
}

#define rig_test(fn) \
	cmocka_unit_test_setup_teardown(fn, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		rig_test(a_frequency_is_read_afresh_from_an_open_file),
		rig_test(without_cpufreq_it_is_enoent),
		rig_test(an_absent_cpu_is_enxio),
		rig_test(a_frequency_that_is_not_a_number_is_einval),
		rig_test(a_governor_has_its_length),
		rig_test(states_are_found_by_name_not_by_number),
		rig_test(states_can_be_walked),
		rig_test(idle_time_is_the_sum_of_all_states),
		rig_test(without_cpuidle_it_is_enoent_until_there_is_one),
		rig_test(names_that_can_not_be_read_are_tried_again),
		rig_test(no_more_states_than_the_kernel_has_are_read),
		rig_test(few_descriptors_are_enough),
		rig_test(each_call_that_fails_gives_no_wrong_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
