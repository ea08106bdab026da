// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Metric tables, by ioctl and by file, and attributes by message
 *
 * Order of checks and visibility as drivers/platform/x86/amd/hsmp has them.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

#include "sim/attrs.h"
#include "sim/driver_hsmp.h"
#include "tests/unit/sim/fixture.h"

#define PLATFORM "sys/devices/platform/"

static void telemetry_is_checked_in_the_drivers_order(void **state)
{
	static const struct {
		int accmode;
		struct hsmp_telemetry_data req;
		uint32_t sockets;
		size_t table;
		int result;
	} rows[] = {
		{ O_RDONLY, { .size = 1404 }, 3, 1404, 0 },
		{ O_RDWR, { .size = 1, .sock_ind = 1 }, 3, 1404, 0 },
		{ O_WRONLY, { .size = 1404, .reserved = 1 }, 3, 1404, -EPERM },
		{ O_ACCMODE, { .size = 1404 }, 3, 1404, -EPERM },
		{ O_RDONLY, { .reserved = 1, .sock_ind = 9 }, 3, 0, -EINVAL },
		{ O_RDONLY, { .size = 0, .sock_ind = 2 }, 3, 1404, -ENODEV },
		{ O_RDONLY, { .size = 1404, .sock_ind = 1 }, 1, 1404, -ENODEV },
		{ O_RDONLY, { .size = 0 }, 3, 0, -ENODEV },
		{ O_RDONLY, { .size = 0 }, 3, 1404, -EINVAL },
		{ O_RDONLY, { .size = 1405 }, 3, 1404, -EINVAL },
		{ O_RDONLY, { .size = 13852 }, 3, 13852, 0 },
	};

	UNUSED(state);
	assert_int_equal(HSMP_IOCTL_GET_TELEMETRY_DATA, 0x4010F801);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		int r = hsmp_driver_telemetry(rows[i].accmode, &rows[i].req,
					      rows[i].sockets, rows[i].table);

		if (r != rows[i].result)
			fail_msg("row %zu: %d instead of %d", i, r,
				 rows[i].result);
	}
}

static void the_file_is_there_by_generation_and_protocol(void **state)
{
	static const struct {
		enum hsmp_gen gen;
		bool proto5, proto6, proto7;
	} rows[] = {
		{ HSMP_GEN_A, false, false, false },
		{ HSMP_GEN_B, false, true, false },
		{ HSMP_GEN_C, false, true, false },
		{ HSMP_GEN_D, false, true, true },
		{ HSMP_GEN_OOT, false, true, false },
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_int_equal(hsmp_driver_shows_table(rows[i].gen, 5),
				 rows[i].proto5);
		assert_int_equal(hsmp_driver_shows_table(rows[i].gen, 6),
				 rows[i].proto6);
		assert_int_equal(hsmp_driver_shows_table(rows[i].gen, 7),
				 rows[i].proto7);
	}
}

static void the_file_is_read_as_a_whole_or_not_at_all(void **state)
{
	UNUSED(state);
	assert_int_equal(hsmp_driver_table_part(6, 1404, 1404, 0), 1404);
	/* sysfs cuts a longer read. */
	assert_int_equal(hsmp_driver_table_part(6, 1404, 4096, 0), 1404);
	assert_int_equal(hsmp_driver_table_part(6, 1404, 1403, 0), -EINVAL);
	assert_int_equal(hsmp_driver_table_part(6, 1404, 1404, 4), -EINVAL);
	assert_int_equal(hsmp_driver_table_part(6, 1404, 1404, 1404), 0);
	assert_int_equal(hsmp_driver_table_part(6, 1404, 0, 0), 0);
	assert_int_equal(hsmp_driver_table_part(6, 0, 1404, 0), -ENOMEM);
	assert_int_equal(hsmp_driver_table_part(7, 13852, 1404, 0),
			 -EOPNOTSUPP);
	assert_int_equal(hsmp_driver_table_part(7, 0, 1, 0), -EOPNOTSUPP);
}

static int telemetry(struct sim *sim, uint16_t sock, uint32_t size, void **ret)
{
	struct waiter me = { .waits = &sim->waits };
	struct hsmp_telemetry_data req = { .size = size, .sock_ind = sock };

	return serve_telemetry(sim, &me, fixture_node(sim, "dev/hsmp"),
			       O_RDONLY, &req, ret);
}

static int read_table(struct sim *sim, const char *path, size_t size,
		      void **ret)
{
	struct waiter me = { .waits = &sim->waits };
	uint32_t ino = fixture_node(sim, path);

	if (!ino)
		fail_msg("no %s", path);
	return serve_table(sim, &me, ino, size, 0, ret);
}

static void the_table_of_protocol_6_comes_both_ways(void **state)
{
	struct sim *sim = fixture_sim("[hsmp]\n"
				      "protocol = 6\n"
				      "metric_table = 6\n");
	void *a = NULL, *b = NULL;

	UNUSED(state);
	fixture_command(sim, "clock step 2s");
	assert_int_equal(telemetry(sim, 1, 1404, &a), 0);
	assert_int_equal(
		read_table(sim, PLATFORM "AMDI0097:01/metrics_bin", 1404, &b),
		1404);
	assert_memory_equal(a, b, 1404);
	/* socket_energy_acc at 60: 2 s x 64 W x 65536. */
	assert_memory_equal((char *)a + 60, "\0\0\x80\0\0\0\0\0", 8);
	free(a);
	free(b);
	a = b = NULL;
	/* A shorter request gets the beginning. */
	assert_int_equal(telemetry(sim, 1, 4, &a), 0);
	free(a);
	assert_int_equal(telemetry(sim, 1, 1405, &b), -EINVAL);
	assert_null(b);
	assert_int_equal(atomic_load(&sim->counts.ioctls[0x24]), 3);
	sim_free(sim);
}

static void a_machine_without_a_table_says_so(void **state)
{
	struct sim *sim = fixture_sim("");
	void *table = NULL;

	UNUSED(state);
	assert_int_equal(telemetry(sim, 0, 1404, &table), -ENODEV);
	assert_null(table);
	assert_int_equal(fixture_node(sim, PLATFORM "AMDI0097:00/metrics_bin"),
			 0);
	sim_free(sim);
}

static void faults_of_the_mailbox_reach_the_table(void **state)
{
	struct sim *sim = fixture_sim("[hsmp]\n"
				      "protocol = 6\n"
				      "metric_table = 6\n"
				      "[fault f]\n"
				      "target = hsmp:0x24\n"
				      "status = 0xFC\n");
	void *table = NULL;

	UNUSED(state);
	assert_int_equal(telemetry(sim, 0, 1404, &table), -EBUSY);
	assert_int_equal(read_table(sim, PLATFORM "AMDI0097:00/metrics_bin",
				    1404, &table),
			 -EBUSY);
	assert_null(table);
	sim_free(sim);
}

static int read_attr(struct sim *sim, const char *path, char *buf, size_t size)
{
	struct waiter me = { .waits = &sim->waits };
	struct text out = { buf, size, 0 };
	uint32_t ino = fixture_node(sim, path);

	if (!ino)
		fail_msg("no %s", path);
	buf[0] = '\0';
	return serve_attr(sim, &me, ino, &out);
}

static void an_attribute_is_a_message_to_its_socket(void **state)
{
	static const struct {
		const char *path;
		const char *text;
	} rows[] = {
		/* 64 W; the limits of the scenario. */
		{ "sys/class/hwmon/hwmon2/power1_input", "64000000\n" },
		{ "sys/class/hwmon/hwmon3/power1_cap", "155000000\n" },
		{ PLATFORM "AMDI0097:01/hwmon/hwmon3/power1_cap_max",
		  "180000000\n" },
		{ PLATFORM "AMDI0097:00/protocol_version", "2\n" },
		{ PLATFORM "AMDI0097:00/prochot_status", "0\n" },
		{ PLATFORM "AMDI0097:00/c0_residency_input", "50\n" },
	};
	struct sim *sim = fixture_sim("");
	char buf[256];

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_int_equal(read_attr(sim, rows[i].path, buf, sizeof(buf)),
				 0);
		assert_string_equal(buf, rows[i].text);
	}
	/* Milan's firmware does not know 1Ch. */
	assert_int_equal(read_attr(sim, PLATFORM "AMDI0097:00/clk_fmax", buf,
				   sizeof(buf)),
			 -ENOMSG);
	fixture_command(sim, "driver unbind socket 1");
	assert_int_equal(read_attr(sim, "sys/class/hwmon/hwmon3/power1_cap",
				   buf, sizeof(buf)),
			 -ENODEV);
	assert_int_equal(read_attr(sim, "sys/class/hwmon/hwmon2/power1_cap",
				   buf, sizeof(buf)),
			 0);
	sim_free(sim);
}

static int write_attr(struct sim *sim, const char *path, const char *text)
{
	struct waiter me = { .waits = &sim->waits };

	return serve_attr_write(sim, &me, fixture_node(sim, path), text,
				strlen(text));
}

static void the_power_limit_can_be_written(void **state)
{
	const char *cap = "sys/class/hwmon/hwmon3/power1_cap";
	struct sim *sim = fixture_sim("");
	char buf[256];

	UNUSED(state);
	assert_int_equal(serve_open(sim, fixture_node(sim, cap), O_RDWR, true),
			 0);
	assert_int_equal(
		serve_open(sim,
			   fixture_node(sim,
					"sys/class/hwmon/hwmon3/power1_input"),
			   O_RDWR, true),
		-EACCES);
	/* What a milliwatt does not hold is cut off. */
	assert_int_equal(write_attr(sim, cap, "120000999\n"), 0);
	assert_int_equal(read_attr(sim, cap, buf, sizeof(buf)), 0);
	assert_string_equal(buf, "120000000\n");
	assert_int_equal(read_attr(sim, "sys/class/hwmon/hwmon2/power1_cap",
				   buf, sizeof(buf)),
			 0);
	assert_string_equal(buf, "155000000\n");
	assert_int_equal(write_attr(sim, cap, "much"), -EINVAL);
	assert_int_equal(write_attr(sim, cap, ""), -EINVAL);
	assert_int_equal(
		write_attr(sim, cap, "123456789012345678901234567890123"),
		-EINVAL);
	sim_free(sim);
}

static void words_become_these_texts(void **state)
{
	static const struct {
		const struct hsmp_attr *attr;
		uint32_t words[HSMP_MAX_WORDS];
		const char *text;
	} rows[] = {
		{ &attr_power1_input, { 5000000 }, "5000000000\n" },
		{ &attr_smu_version, { 0xFF2D5A01 }, "45.90.1\n" },
		{ &attr_ddr_max, { 0x1CC0322A }, "460\n" },
		{ &attr_ddr_used, { 0x1CC0322A }, "50\n" },
		{ &attr_ddr_percent, { 0x1CC0322A }, "42\n" },
		{ &attr_fclk, { 1800, 2400 }, "1800\n" },
		{ &attr_mclk, { 1800, 2400 }, "2400\n" },
		{ &attr_fmax, { 0x0F3C0190 }, "3900\n" },
		{ &attr_fmin, { 0x0F3C0190 }, "400\n" },
		{ &attr_freq_limit, { 0x0E740009 }, "3700\n" },
		{ &attr_freq_source,
		  { 0x0E740009 },
		  "cHTC-Active\nPPT Limit\n" },
		{ &attr_freq_source, { 0x0E740F00 }, "" },
		{ &attr_freq_source, { 0x80 }, "HSMP Agent\n" },
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		char buf[256] = "";
		struct text out = { buf, sizeof(buf), 0 };

		rows[i].attr->format(rows[i].words, &out);
		assert_string_equal(buf, rows[i].text);
	}
}

static void places_depend_on_binding_and_generation(void **state)
{
	static const struct {
		const char *more;
		const char *present[3];
		const char *absent[3];
	} rows[] = {
		{ "[hsmp]\nprotocol = 6\nmetric_table = 6\nbinding = plat\n",
		  { PLATFORM "amd_hsmp/socket1/metrics_bin",
		    PLATFORM "amd_hsmp/hwmon/hwmon3/power1_cap",
		    "sys/module/hsmp_common/version" },
		  { PLATFORM "AMDI0097:00", "sys/module/amd_hsmp/version" } },
		{ "[hsmp]\nbinding = none\n",
		  { "dev/hsmp" },
		  { "sys/class/hwmon/hwmon2", PLATFORM "amd_hsmp",
		    PLATFORM "AMDI0097:00" } },
		{ "[hsmp]\ndriver = A\nbinding = plat\n",
		  { "dev/hsmp", "sys/module/amd_hsmp/version" },
		  { "sys/class/hwmon/hwmon2", PLATFORM "amd_hsmp/socket0",
		    "sys/module/hsmp_common/version" } },
		{ "[hsmp]\ndriver = C\n",
		  { "sys/class/hwmon/hwmon2/power1_input" },
		  { PLATFORM "AMDI0097:00/clk_fmax" } },
		{ "[hsmp]\ndriver = OOT\n",
		  { PLATFORM "AMDI0097:00/clk_fmax" },
		  { PLATFORM "AMDI0097:00/metrics_bin" } },
		{ "[nodes]\nk10temp = no\n",
		  { "sys/class/hwmon/hwmon1/power1_input" },
		  { "sys/class/hwmon/hwmon2", "sys/bus" } },
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct sim *sim = fixture_sim(rows[i].more);

		for (int k = 0; k < 3; k++) {
			const char *there = rows[i].present[k];
			const char *not = rows[i].absent[k];

			if (there && !fixture_node(sim, there))
				fail_msg("%zu: no %s", i, there);
			if (not &&fixture_node(sim, not ))
				fail_msg("%zu: there is %s", i, not );
		}
		sim_free(sim);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(telemetry_is_checked_in_the_drivers_order),
		cmocka_unit_test(the_file_is_there_by_generation_and_protocol),
		cmocka_unit_test(the_file_is_read_as_a_whole_or_not_at_all),
		cmocka_unit_test(the_table_of_protocol_6_comes_both_ways),
		cmocka_unit_test(a_machine_without_a_table_says_so),
		cmocka_unit_test(faults_of_the_mailbox_reach_the_table),
		cmocka_unit_test(an_attribute_is_a_message_to_its_socket),
		cmocka_unit_test(the_power_limit_can_be_written),
		cmocka_unit_test(words_become_these_texts),
		cmocka_unit_test(places_depend_on_binding_and_generation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
