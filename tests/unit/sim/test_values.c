// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: cpufreq by driver, powercap by vendor and kernel
 *
 * Expectations: the kernel's drivers. powercap counts in whole nanojoules of
 * the unit: 15258 for 2^-16 J, 61035 for 2^-14 J, so that its values differ
 * from the registers' by that rounding; ranges are those known from machines.
 */
#include <errno.h>

#include "tests/unit/sim/fixture.h"

#define CPU "sys/devices/system/cpu/"
#define FREQ CPU "cpu0/cpufreq/"
#define IDLE CPU "cpu0/cpuidle/state"
#define ZONE "sys/class/powercap/intel-rapl:"

static void expect_text(struct sim *sim, const char *path, const char *want)
{
	char buf[4096];
	const char *got = fixture_text(sim, path, buf, sizeof(buf));

	if (strcmp(got, want) != 0)
		fail_msg("%s: %s", path, got);
}

static void expect_absent(struct sim *sim, const char *path)
{
	if (fixture_node(sim, path))
		fail_msg("there is %s", path);
}

static void acpi_cpufreq_has_no_files_of_amd_pstate(void **state)
{
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	expect_text(sim, FREQ "scaling_driver", "acpi-cpufreq\n");
	expect_text(sim, FREQ "scaling_available_governors",
		    "conservative ondemand userspace powersave performance "
		    "schedutil \n");
	expect_text(sim, CPU "cpufreq/boost", "1\n");
	expect_text(sim, FREQ "freqdomain_cpus", "0 8\n");
	expect_text(sim, FREQ "bios_limit", "3700000\n");
	expect_text(sim, FREQ "scaling_available_frequencies",
		    "3700000 2600000 1500000 \n");
	expect_absent(sim, FREQ "amd_pstate_max_freq");
	expect_absent(sim, FREQ "energy_performance_preference");
	expect_absent(sim, CPU "amd_pstate");
	sim_free(sim);
}

static void amd_pstate_is_passive_and_ranks_cores_if_asked_to(void **state)
{
	struct sim *sim = fixture_sim("[cpufreq]\n"
				      "driver = amd-pstate\n"
				      "governor = schedutil\n"
				      "lowest_nonlinear_mhz = 1700\n"
				      "boost = off\n"
				      "prefcore = yes\n");

	UNUSED(state);
	expect_text(sim, FREQ "scaling_governor", "schedutil\n");
	expect_text(sim, FREQ "amd_pstate_max_freq", "3700000\n");
	expect_text(sim, FREQ "amd_pstate_lowest_nonlinear_freq", "1700000\n");
	expect_text(sim, FREQ "amd_pstate_hw_prefcore", "enabled\n");
	expect_text(sim, CPU "amd_pstate/status", "passive\n");
	expect_text(sim, CPU "amd_pstate/prefcore", "enabled\n");
	expect_text(sim, CPU "cpufreq/boost", "0\n");
	expect_absent(sim, FREQ "energy_performance_preference");
	expect_absent(sim, FREQ "freqdomain_cpus");
	expect_absent(sim, FREQ "bios_limit");
	expect_absent(sim, FREQ "scaling_available_frequencies");
	sim_free(sim);
}

static void the_epp_driver_is_active_and_has_preferences(void **state)
{
	struct sim *sim = fixture_sim("[cpufreq]\n"
				      "driver = amd-pstate-epp\n"
				      "governor = powersave\n"
				      "epp = balance_power\n");

	UNUSED(state);
	expect_text(sim, FREQ "scaling_available_governors",
		    "performance powersave\n");
	expect_text(sim, FREQ "energy_performance_preference",
		    "balance_power\n");
	expect_text(sim, FREQ "energy_performance_available_preferences",
		    "default performance balance_performance balance_power "
		    "power \n");
	expect_text(sim, CPU "amd_pstate/status", "active\n");
	expect_text(sim, CPU "amd_pstate/prefcore", "disabled\n");
	sim_free(sim);
}

static void a_driver_with_its_own_policy_has_two_governors(void **state)
{
	struct sim *sim = fixture_sim("[cpufreq]\n"
				      "driver = intel_pstate\n");

	UNUSED(state);
	expect_text(sim, FREQ "scaling_available_governors",
		    "performance powersave\n");
	expect_absent(sim, CPU "amd_pstate");
	sim_free(sim);
}

static struct sim *sim_of_family(uint32_t family)
{
	struct scenario *sc = test_malloc(sizeof(*sc));
	struct sim *sim = NULL;

	fixture_scenario("", sc);
	sc->family = family;
	assert_int_equal(sim_new(sc, FIXTURE_TEXT, &sim), 0);
	test_free(sc);
	return sim;
}

static void c2_takes_as_long_as_on_that_family(void **state)
{
	/* Rome, Milan and Genoa, Turin. */
	static const struct {
		uint32_t family;
		const char *latency;
		const char *residency;
	} cases[] = {
		{ 0x17, "400\n", "800\n" },
		{ 0x19, "800\n", "1600\n" },
		{ 0x1A, "100\n", "200\n" },
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct sim *sim = sim_of_family(cases[i].family);

		expect_text(sim, IDLE "1/latency", "1\n");
		expect_text(sim, IDLE "2/latency", cases[i].latency);
		expect_text(sim, IDLE "2/residency", cases[i].residency);
		sim_free(sim);
	}
}

static void a_zone_is_a_package_and_counts_whole_nanojoules(void **state)
{
	struct sim *sim = fixture_sim("[nodes]\n"
				      "powercap = package\n");

	UNUSED(state);
	expect_text(sim, ZONE "0/name", "package-0\n");
	expect_text(sim, ZONE "1/name", "package-3\n");
	expect_text(sim, ZONE "0:0/name", "core\n");
	expect_text(sim, ZONE "0/max_energy_range_uj", "65532610987\n");
	/* 0x2000 counts at the start, 64 W x 65536 more after 1 s. */
	expect_text(sim, ZONE "1/energy_uj", "124993\n");
	fixture_command(sim, "clock step 1s");
	/* 4202496 x 15258 nJ; a core 0x1000 + 294912, x 15258 nJ. */
	expect_text(sim, ZONE "1/energy_uj", "64121683\n");
	expect_text(sim, ZONE "1:0/energy_uj", "4562264\n");
	expect_absent(sim, ZONE "2");
	expect_absent(sim, ZONE "0/constraint_0_name");
	sim_free(sim);
}

static void the_core_is_that_of_the_lowest_online_cpu(void **state)
{
	struct sim *sim = fixture_sim("[nodes]\n"
				      "powercap = package\n");

	UNUSED(state);
	/* Core 4 takes 0.5 W, core 5 8.5 W for 1 s. */
	fixture_command(sim, "load core 4 constant 0\nload core 5 constant 1\n"
			     "clock step 1s");
	/* (4096 + 32768) x 15258 nJ, (4096 + 557056) x 15258 nJ */
	expect_text(sim, ZONE "1:0/energy_uj", "562470\n");
	fixture_command(sim, "cpu 4 off");
	expect_text(sim, ZONE "1:0/energy_uj", "562470\n");
	fixture_command(sim, "cpu 12 off");
	expect_text(sim, ZONE "1:0/energy_uj", "8562057\n");
	sim_free(sim);
}

static void some_kernels_take_each_ccd_for_a_package(void **state)
{
	struct sim *sim = fixture_sim("[nodes]\n"
				      "powercap = die\n");
	char name[64], text[64];

	UNUSED(state);
	/* Two CCDs of two cores in each of two sockets. */
	expect_absent(sim, ZONE "4");
	fixture_command(sim, "clock step 1s");
	for (int zone = 0; zone < 4; zone++) {
		char path[128];

		(void)snprintf(path, sizeof(path), ZONE "%d/name", zone);
		fixture_text(sim, path, name, sizeof(name));
		(void)snprintf(text, sizeof(text), "package-%d-die-",
			       zone < 2 ? 0 : 3);
		assert_int_equal(strncmp(name, text, strlen(text)), 0);
		/* Each shows the energy of the whole package: do not add. */
		(void)snprintf(path, sizeof(path), ZONE "%d/energy_uj", zone);
		expect_text(sim, path, "64121683\n");
	}
	sim_free(sim);
}

/* Two packages of four cores; ESU 14, memory 10 to 20 W. */
static struct sim *intel_sim(void)
{
	static const char text[] = "[machine]\n"
				   "name = intel\n"
				   "vendor = GenuineIntel\n"
				   "model_name = Intel Xeon Platinum 8380\n"
				   "family = 6\n"
				   "model = 106\n"
				   "stepping = 6\n"
				   "sockets = 2\n"
				   "cores_per_socket = 4\n"
				   "cores_per_ccd = 4\n"
				   "[nodes]\n"
				   "hsmp = no\n"
				   "k10temp = no\n"
				   "powercap = package\n"
				   "[msr_safe]\n"
				   "allow = 0x606 0x611 0x619\n"
				   "[energy]\n"
				   "esu = 14\n"
				   "core_start = 0\n"
				   "pkg_start = 0x100\n"
				   "[power]\n"
				   "core_idle_w = 1\n"
				   "core_busy_w = 9\n"
				   "uncore_w = 44\n"
				   "dram_idle_w = 10\n"
				   "dram_busy_w = 20\n"
				   "limit_w = 270\n"
				   "limit_max_w = 270\n"
				   "[clock]\n"
				   "min_mhz = 800\n"
				   "max_mhz = 3400\n"
				   "boost_limit_mhz = 3400\n"
				   "[load]\n"
				   "all = constant 0.5\n";
	struct scenario *sc = test_malloc(sizeof(*sc));
	struct scenario_error err = { .reason = "" };
	struct sim *sim = NULL;

	if (scenario_parse(text, strlen(text), sc, &err))
		fail_msg("%u: %s", err.line, err.reason);
	assert_int_equal(sim_new(sc, text, &sim), 0);
	test_free(sc);
	sim_clock_start(&sim->clock, 0);
	sim->clock.stopped = true;
	return sim;
}

static void an_intel_machine_has_memory_and_no_hsmp(void **state)
{
	struct sim *sim = intel_sim();
	struct waiter me = { .waits = &sim->waits };
	uint32_t safe = fixture_node(sim, "dev/cpu/0/msr_safe");
	uint64_t value = 0;
	static char buf[65536];

	UNUSED(state);
	fixture_command(sim, "clock step 1s");
	expect_absent(sim, "dev/hsmp");
	expect_absent(sim, "sys/module");
	expect_absent(sim, "sys/class/hwmon");
	expect_text(sim, ZONE "0/name", "package-0\n");
	expect_text(sim, ZONE "0:0/name", "dram\n");
	expect_text(sim, ZONE "0/max_energy_range_uj", "262143328850\n");
	expect_text(sim, ZONE "0:0/max_energy_range_uj", "65712999613\n");
	/* (256 + 64 x 16384) x 61035 nJ; 15 W x 65536 x 15300 nJ. */
	expect_text(sim, ZONE "0/energy_uj", "64015461\n");
	expect_text(sim, ZONE "0/constraint_0_name", "long_term\n");
	expect_text(sim, ZONE "0/constraint_0_max_power_uw", "270000000\n");
	assert_int_equal(serve_msr(sim, &me, safe, 0x606, &value, 8), 8);
	assert_int_equal(value, 0x000A0E03);
	assert_int_equal(serve_msr(sim, &me, safe, 0x611, &value, 8), 8);
	assert_int_equal(value, 0x100 + 64 * 16384);
	assert_int_equal(serve_msr(sim, &me, safe, 0xC001029B, &value, 8),
			 -EACCES);
	assert_int_equal(serve_msr(sim, &me, fixture_node(sim, "dev/cpu/0/msr"),
				   0xC001029B, &value, 8),
			 -EIO);
	fixture_text(sim, "proc/cpuinfo", buf, sizeof(buf));
	assert_non_null(strstr(buf, "vendor_id\t: GenuineIntel\n"));
	assert_null(strstr(buf, "svm"));
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(acpi_cpufreq_has_no_files_of_amd_pstate),
		cmocka_unit_test(c2_takes_as_long_as_on_that_family),
		cmocka_unit_test(
			a_driver_with_its_own_policy_has_two_governors),
		cmocka_unit_test(
			amd_pstate_is_passive_and_ranks_cores_if_asked_to),
		cmocka_unit_test(the_epp_driver_is_active_and_has_preferences),
		cmocka_unit_test(
			a_zone_is_a_package_and_counts_whole_nanojoules),
		cmocka_unit_test(the_core_is_that_of_the_lowest_online_cpu),
		cmocka_unit_test(some_kernels_take_each_ccd_for_a_package),
		cmocka_unit_test(an_intel_machine_has_memory_and_no_hsmp),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
