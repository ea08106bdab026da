// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Temperatures by k10temp
 */
#include <errno.h>
#include <stdio.h>

#include "hw/hwmon.h"
#include "tests/mock/fixture.h"

#define DRIVER "sys/bus/pci/drivers/k10temp"

static struct hw_files *new_files(struct fixture *f)
{
	struct hw_files *files = NULL;

	assert_int_equal(hw_files_new(f->hw, 4, &files), 0);
	return files;
}

static struct k10temp *new_sensors(struct fixture *f, struct hw_files *files,
				   unsigned int n_sockets)
{
	struct k10temp *k = NULL;

	assert_int_equal(k10temp_new(files, f->hw, n_sockets, &k), 0);
	return k;
}

/* What k10temp_tctl_mc() of a new handle says. */
static void reads(struct fixture *f, unsigned int n_sockets, unsigned int sock,
		  int r, int64_t mc)
{
	struct hw_files *files = new_files(f);
	struct k10temp *k = new_sensors(f, files, n_sockets);
	int64_t v = -777;

	assert_int_equal(k10temp_tctl_mc(k, sock, &v), r);
	assert_int_equal(v, r ? -777 : mc);
	k10temp_free(k);
	assert_int_equal(hw_files_open_count(files), 0);
	hw_files_free(files);
}

static void sockets_are_the_devices_in_ascending_order(void **state)
{
	struct fixture *f = *state;

	/* Listed in the other order. */
	mock_file(f->m, DRIVER "/0000:00:19.3/hwmon/hwmon2/temp1_input",
		  "61250\n");
	mock_file(f->m, DRIVER "/bind", "");
	mock_file(f->m, DRIVER "/module", "");
	mock_file(f->m, DRIVER "/0000:00:18.3/hwmon/hwmon5/temp1_input",
		  "45125\n");
	reads(f, 2, 0, 0, 45125);
	reads(f, 2, 1, 0, 61250);
	reads(f, 2, 2, -ENOENT, 0);
}

static void below_zero_is_a_temperature_too(void **state)
{
	struct fixture *f = *state;

	mock_file(f->m, DRIVER "/0000:00:18.3/hwmon/hwmon0/temp1_input",
		  "-3500\n");
	reads(f, 1, 0, 0, -3500);
}

static void another_number_of_devices_than_sockets_assigns_nothing(void **state)
{
	struct fixture *f = *state;

	mock_file(f->m, DRIVER "/0000:00:18.3/hwmon/hwmon0/temp1_input",
		  "40000\n");
	reads(f, 2, 0, -ENOENT, 0);
	reads(f, 2, 1, -ENOENT, 0);
	mock_file(f->m, DRIVER "/0000:00:19.3/hwmon/hwmon1/temp1_input",
		  "41000\n");
	reads(f, 1, 0, -ENOENT, 0);
	reads(f, 0, 0, -ENOENT, 0);
}

static void other_functions_and_buses_are_not_sensors(void **state)
{
	static const char *const others[] = {
		"0000:00:18.4", "0000:01:18.3",	 "0001:00:18.3", "0000:00:17.3",
		"0000:00:20.3", "0000:00:18.3x", "0000:00:",	 "0000:00:zz.3",
	};
	struct fixture *f = *state;
	char path[64];

	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		(void)snprintf(path, sizeof(path), "%s/hwmon/hwmon%zu",
			       others[i], i);
		mock_filef(f->m, "1\n", DRIVER "/%s/temp1_input", path);
	}
	reads(f, 1, 0, -ENOENT, 0);
	mock_file(f->m, DRIVER "/0000:00:1f.3/hwmon/hwmon9/temp1_input", "2\n");
	reads(f, 1, 0, 0, 2);
}

static void a_machine_without_the_driver_has_a_handle(void **state)
{
	struct fixture *f = *state;

	reads(f, 2, 0, -ENOENT, 0);
	/* A driver, but no sensor below the device. */
	mock_file(f->m, DRIVER "/0000:00:18.3/hwmon/hwmonX/temp1_input", "1\n");
	reads(f, 1, 0, -ENOENT, 0);
	k10temp_free(NULL);
}

static void what_is_not_a_number_is_einval(void **state)
{
	static const char *const texts[] = {
		"",
		"\n",
		"warm\n",
		"1.5\n",
		"99999999999999999999\n",
		"1111111111111111111111111111111111\n",
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		mock_file(f->m, DRIVER "/0000:00:18.3/hwmon/hwmon0/temp1_input",
			  texts[i]);
		reads(f, 1, 0, -EINVAL, 0);
	}
	mock_read_error(f->m, DRIVER "/0000:00:18.3/hwmon/hwmon0/temp1_input",
			-EIO, 1);
	reads(f, 1, 0, -EIO, 0);
}

static void the_file_stays_open(void **state)
{
	struct fixture *f = *state;
	struct hw_files *files;
	struct k10temp *k;
	int64_t mc = 0;

	mock_file(f->m, DRIVER "/0000:00:18.3/hwmon/hwmon0/temp1_input",
		  "1000\n");
	files = new_files(f);
	k = new_sensors(f, files, 1);
	mock_clear_log(f->m);
	for (int i = 0; i < 3; i++)
		assert_int_equal(k10temp_tctl_mc(k, 0, &mc), 0);
	assert_int_equal(mc, 1000);
	assert_int_equal(mock_count(f->m, MOCK_OPEN, NULL), 1);
	assert_int_equal(mock_count(f->m, MOCK_PREAD, NULL), 3);
	k10temp_free(k);
	hw_files_free(files);
}

static void each_call_that_fails_gives_no_wrong_value(void **state)
{
	static const int errors[] = { -EIO, -ENOENT, -EACCES };
	struct fixture *f = *state;
	struct hw_files *files = new_files(f);

	mock_file(f->m, DRIVER "/0000:00:18.3/hwmon/hwmon0/temp1_input",
		  "1000\n");
	for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
		for (unsigned int n = 1; n < 6; n++) {
			struct k10temp *k;
			int64_t mc = -777;

			mock_fail_nth(f->m, n, errors[i]);
			k = new_sensors(f, files, 1);
			if (k10temp_tctl_mc(k, 0, &mc) < 0)
				assert_int_equal(mc, -777);
			else
				assert_int_equal(mc, 1000);
			k10temp_free(k);
		}
	}
	mock_fail_nth(f->m, 0, 0);
	hw_files_free(files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		fixture_test(sockets_are_the_devices_in_ascending_order),
		fixture_test(below_zero_is_a_temperature_too),
		fixture_test(
			another_number_of_devices_than_sockets_assigns_nothing),
		fixture_test(other_functions_and_buses_are_not_sensors),
		fixture_test(a_machine_without_the_driver_has_a_handle),
		fixture_test(what_is_not_a_number_is_einval),
		fixture_test(the_file_stays_open),
		fixture_test(each_call_that_fails_gives_no_wrong_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
