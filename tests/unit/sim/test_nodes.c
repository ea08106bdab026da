// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Which files there are, and what they hold
 *
 * Expectations are written by hand from the fixture's description and from
 * what the kernel prints.
 */
#include <errno.h>
#include <fcntl.h>

#include "tests/unit/sim/fixture.h"

#define CPU "sys/devices/system/cpu/"

/* Text files of the fixture at time 0. */
static const struct {
	const char *path;
	const char *text;
} texts[] = {
	{ CPU "present", "0-15\n" },
	{ CPU "possible", "0-15\n" },
	{ CPU "online", "0-4,6-15\n" },
	{ CPU "offline", "5\n" },
	{ CPU "isolated", "\n" },
	{ CPU "nohz_full", "\n" },
	{ CPU "smt/active", "1\n" },
	{ CPU "smt/control", "on\n" },
	{ CPU "cpu1/online", "1\n" },
	{ CPU "cpu5/online", "0\n" },
	{ CPU "cpu3/topology/physical_package_id", "0\n" },
	{ CPU "cpu4/topology/physical_package_id", "3\n" },
	{ CPU "cpu15/topology/physical_package_id", "3\n" },
	{ CPU "cpu4/topology/core_id", "0\n" },
	{ CPU "cpu0/topology/die_id", "0\n" },
	{ CPU "cpu4/topology/die_id", "3\n" },
	{ CPU "cpu0/topology/cluster_id", "65535\n" },
	{ CPU "cpu1/topology/thread_siblings_list", "1,9\n" },
	{ CPU "cpu9/topology/core_cpus_list", "1,9\n" },
	{ CPU "cpu13/topology/core_cpus_list", "13\n" },
	{ CPU "cpu0/topology/package_cpus_list", "0-3,8-11\n" },
	{ CPU "cpu4/topology/core_siblings_list", "4,6-7,12-15\n" },
	{ CPU "cpu4/topology/die_cpus_list", "4,6-7,12-15\n" },
	{ CPU "cpu0/cache/index0/level", "1\n" },
	{ CPU "cpu0/cache/index0/type", "Data\n" },
	{ CPU "cpu0/cache/index1/type", "Instruction\n" },
	{ CPU "cpu0/cache/index2/level", "2\n" },
	{ CPU "cpu0/cache/index2/size", "512K\n" },
	{ CPU "cpu0/cache/index3/level", "3\n" },
	{ CPU "cpu0/cache/index3/type", "Unified\n" },
	{ CPU "cpu0/cache/index3/size", "32768K\n" },
	{ CPU "cpu2/cache/index3/shared_cpu_list", "2-3,10-11\n" },
	{ CPU "cpu4/cache/index3/shared_cpu_list", "4,12-13\n" },
	{ CPU "cpu2/cache/index0/shared_cpu_list", "2,10\n" },
	{ CPU "cpu0/cpufreq/scaling_driver", "acpi-cpufreq\n" },
	{ CPU "cpu0/cpufreq/cpuinfo_min_freq", "1500000\n" },
	{ CPU "cpu0/cpufreq/cpuinfo_max_freq", "3700000\n" },
	{ CPU "cpufreq/boost", "1\n" },
	{ CPU "cpu0/cpuidle/state0/name", "POLL\n" },
	{ CPU "cpu0/cpuidle/state1/name", "C1\n" },
	{ CPU "cpu0/cpuidle/state2/name", "C2\n" },
	{ CPU "cpu0/cpuidle/state2/latency", "800\n" },
	{ CPU "cpu0/cpuidle/state2/residency", "1600\n" },
	{ CPU "cpu0/cpuidle/state2/disable", "0\n" },
	{ CPU "cpu0/cpuidle/state2/time", "0\n" },
	{ CPU "cpuidle/current_driver", "acpi_idle\n" },
	{ CPU "cpuidle/current_governor", "menu\n" },
	{ "sys/devices/system/node/online", "0-3\n" },
	{ "sys/devices/system/node/node0/cpulist", "0-1,8-9\n" },
	{ "sys/devices/system/node/node2/cpulist", "4,12-13\n" },
	{ "sys/bus/pci/drivers/k10temp/0000:00:19.3/hwmon/hwmon1/name",
	  "k10temp\n" },
	{ "sys/class/hwmon/hwmon0/temp1_label", "Tctl\n" },
	{ "epycsim/error", "" },
	{ "epycsim/scenario", FIXTURE_TEXT },
	{ "proc/stat", "cpu  0 0 0 0 0 0 0 0 0 0\n"
		       "cpu0 0 0 0 0 0 0 0 0 0 0\n"
		       "cpu1 0 0 0 0 0 0 0 0 0 0\n"
		       "cpu2 0 0 0 0 0 0 0 0 0 0\n"
		       "cpu3 0 0 0 0 0 0 0 0 0 0\n"
		       "cpu4 0 0 0 0 0 0 0 0 0 0\n"
		       "cpu6 0 0 0 0 0 0 0 0 0 0\n"
		       "cpu7 0 0 0 0 0 0 0 0 0 0\n"
		       "cpu8 0 0 0 0 0 0 0 0 0 0\n"
		       "cpu9 0 0 0 0 0 0 0 0 0 0\n"
		       "cpu10 0 0 0 0 0 0 0 0 0 0\n"
		       "cpu11 0 0 0 0 0 0 0 0 0 0\n"
		       "cpu12 0 0 0 0 0 0 0 0 0 0\n"
		       "cpu13 0 0 0 0 0 0 0 0 0 0\n"
		       "cpu14 0 0 0 0 0 0 0 0 0 0\n"
		       "cpu15 0 0 0 0 0 0 0 0 0 0\n" },
};

static void files_hold_what_the_kernel_would_print(void **state)
{
	struct sim *sim = fixture_sim("");
	char buf[4096];

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		const char *got =
			fixture_text(sim, texts[i].path, buf, sizeof(buf));

		if (strcmp(got, texts[i].text) != 0)
			fail_msg("%s: %s", texts[i].path, got);
	}
	sim_free(sim);
}

/* Whether a node is there now. */
static bool is_there(struct sim *sim, const char *path)
{
	uint32_t ino = fixture_node(sim, path);

	return ino && !serve_missing(sim, ino);
}

static void an_offline_cpu_has_no_files_of_its_own(void **state)
{
	static const char *const absent[] = {
		CPU "cpu5/topology", CPU "cpu5/topology/core_id",
		CPU "cpu5/cpufreq",  CPU "cpu5/cache",
		CPU "cpu5/cpuidle",  CPU "cpu0/online",
		CPU "cpu16",	     "sys/class/hwmon/hwmon4",
		"dev/cpu/16",	     "sys/bus/pci/drivers/k10temp/0000:00:1a.3",
	};
	static const char *const present[] = {
		CPU "cpu5/online",
		"dev/cpu/5/msr",
		"dev/cpu/5/msr_safe",
		CPU "cpu13/topology",
	};
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(absent); i++)
		if (is_there(sim, absent[i]))
			fail_msg("there is %s", absent[i]);
	for (size_t i = 0; i < ARRAY_SIZE(present); i++)
		if (!is_there(sim, present[i]))
			fail_msg("there is no %s", present[i]);
	sim_free(sim);
}

static void a_scenario_can_do_without_devices(void **state)
{
	struct sim *sim = fixture_sim("[nodes]\n"
				      "hsmp = no\n"
				      "msr = no\n");

	UNUSED(state);
	assert_int_equal(fixture_node(sim, "dev/hsmp"), 0);
	assert_int_equal(fixture_node(sim, "sys/module/hsmp_common"), 0);
	assert_int_equal(fixture_node(sim, "dev/cpu/0/msr"), 0);
	assert_int_not_equal(fixture_node(sim, "dev/cpu/0/msr_safe"), 0);
	sim_free(sim);
}

static void dies_are_ccds_where_the_kernel_says_so(void **state)
{
	struct scenario *sc = test_malloc(sizeof(*sc));
	struct sim *sim;
	char a[64], b[64];

	UNUSED(state);
	fixture_scenario("", sc);
	sc->die_is_ccd = true;
	assert_int_equal(sim_new(sc, FIXTURE_TEXT, &sim), 0);
	test_free(sc);
	assert_string_equal(fixture_text(sim, CPU "cpu2/topology/die_cpus_list",
					 a, sizeof(a)),
			    "2-3,10-11\n");
	/* System-wide, so another one on each CCD. */
	fixture_text(sim, CPU "cpu0/topology/die_id", a, sizeof(a));
	assert_string_equal(
		fixture_text(sim, CPU "cpu1/topology/die_id", b, sizeof(b)), a);
	fixture_text(sim, CPU "cpu2/topology/die_id", b, sizeof(b));
	assert_string_not_equal(a, b);
	fixture_text(sim, CPU "cpu4/topology/die_id", b, sizeof(b));
	assert_string_not_equal(a, b);
	sim_free(sim);
}

static void cpuinfo_lists_online_cpus_by_their_apic_ids(void **state)
{
	struct sim *sim = fixture_sim("");
	static char buf[65536];
	int n = 0;

	UNUSED(state);
	fixture_text(sim, "proc/cpuinfo", buf, sizeof(buf));
	for (const char *p = buf; (p = strstr(p, "processor\t: ")); p++)
		n++;
	assert_int_equal(n, 15);
	assert_null(strstr(buf, "processor\t: 5\n"));
	assert_non_null(strstr(buf, "processor\t: 6\n"));
	assert_non_null(strstr(buf, "vendor_id\t: AuthenticAMD\n"
				    "cpu family\t: 25\n"
				    "model\t\t: 1\n"
				    "model name\t: AMD EPYC 7313 16-Core "
				    "Processor\n"
				    "stepping\t: 1\n"));
	assert_non_null(strstr(buf, "physical id\t: 3\n"
				    "siblings\t: 7\n"
				    "core id\t\t: 0\n"
				    "cpu cores\t: 4\n"));
	for (uint32_t cpu = 0; cpu < 16; cpu++) {
		char line[64];

		(void)snprintf(line, sizeof(line), "\napicid\t\t: %u\n",
			       machine_apicid(sim->m, cpu));
		if ((strstr(buf, line) == NULL) != (cpu == 5))
			fail_msg("apicid of cpu%u", cpu);
	}
	sim_free(sim);
}

static void values_move_with_model_time(void **state)
{
	struct sim *sim = fixture_sim("");
	char buf[8192];

	UNUSED(state);
	fixture_command(sim, "clock step 2s");
	/* 64 W for 2 s; a core 4.5 W. */
	fixture_text(sim, "epycsim/truth", buf, sizeof(buf));
	assert_non_null(strstr(buf, "time_ns 2000000000\n"));
	assert_non_null(strstr(buf, "socket0 energy_j 128.000000000\n"));
	assert_non_null(strstr(buf, "socket3 energy_j 128.000000000\n"));
	assert_non_null(strstr(buf, "socket3 power_w 64.000000000\n"));
	assert_non_null(strstr(buf, "cpu0 energy_j 9.000000000\n"));
	/* The core of CPUs 5 and 13 goes by the one that is online. */
	assert_non_null(strstr(buf, "cpu13 energy_j 9.000000000\n"));
	assert_null(strstr(buf, "cpu5 "));
	assert_null(strstr(buf, "cpu8 "));
	sim_free(sim);
}

static void texts_cannot_be_opened_for_writing(void **state)
{
	struct sim *sim = fixture_sim("");
	uint32_t ino = fixture_node(sim, CPU "cpu1/online");

	UNUSED(state);
	assert_int_equal(serve_open(sim, ino, O_RDONLY, true), 0);
	assert_int_equal(serve_open(sim, ino, O_WRONLY, true), -EACCES);
	assert_int_equal(serve_open(sim, ino, O_RDWR, true), -EACCES);
	sim_free(sim);
}

static void every_node_is_found_by_its_path(void **state)
{
	struct sim *sim = fixture_sim("");
	char path[NODE_PATH_MAX];

	UNUSED(state);
	assert_string_equal(node_path(sim->tree, NODE_ROOT, path, sizeof(path)),
			    "/");
	for (uint32_t ino = NODE_ROOT + 1; ino <= node_count(sim->tree);
	     ino++) {
		node_path(sim->tree, ino, path, sizeof(path));
		assert_int_equal(fixture_node(sim, path + 1), ino);
	}
	assert_null(node_get(sim->tree, 0));
	assert_null(node_get(sim->tree, node_count(sim->tree) + 1));
	sim_free(sim);
}

static void a_listing_has_every_child_once(void **state)
{
	struct sim *sim = fixture_sim("");
	uint32_t dir = fixture_node(sim, "sys/devices/system/cpu");
	uint32_t n = 0;

	UNUSED(state);
	for (uint32_t i = node_get(sim->tree, dir)->child; i;
	     i = node_get(sim->tree, i)->next) {
		assert_int_equal(node_get(sim->tree, i)->parent, dir);
		n++;
	}
	/* 16 CPUs, six lists, smt, cpufreq, cpuidle. */
	assert_int_equal(n, 25);
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_hold_what_the_kernel_would_print),
		cmocka_unit_test(an_offline_cpu_has_no_files_of_its_own),
		cmocka_unit_test(a_scenario_can_do_without_devices),
		cmocka_unit_test(dies_are_ccds_where_the_kernel_says_so),
		cmocka_unit_test(cpuinfo_lists_online_cpus_by_their_apic_ids),
		cmocka_unit_test(values_move_with_model_time),
		cmocka_unit_test(texts_cannot_be_opened_for_writing),
		cmocka_unit_test(every_node_is_found_by_its_path),
		cmocka_unit_test(a_listing_has_every_child_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
