// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: CPUs, SMT and the HSMP driver that come and go
 */
#include <errno.h>
#include <fcntl.h>

#include "tests/unit/sim/fixture.h"

#define CPU "sys/devices/system/cpu/"
#define PKG 0xC001029B

static bool is_there(struct sim *sim, const char *path)
{
	uint32_t ino = fixture_node(sim, path);

	return ino && !serve_missing(sim, ino);
}

static void expect_text(struct sim *sim, const char *path, const char *want)
{
	char buf[4096];

	assert_string_equal(fixture_text(sim, path, buf, sizeof(buf)), want);
}

static void refused(struct sim *sim, const char *command, const char *reason)
{
	assert_int_equal(sim_command(sim, command, strlen(command)), -EINVAL);
	if (!strstr(sim->error, reason))
		fail_msg("%s: %s", command, sim->error);
}

static void a_cpu_that_goes_takes_its_folders_along(void **state)
{
	static const char *const folders[] = {
		CPU "cpu1/topology", CPU "cpu1/topology/core_id",
		CPU "cpu1/cache",    CPU "cpu1/cache/index3/id",
		CPU "cpu1/cpufreq",
	};
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	fixture_command(sim, "cpu 1 off");
	for (size_t i = 0; i < ARRAY_SIZE(folders); i++)
		if (is_there(sim, folders[i]))
			fail_msg("there is %s", folders[i]);
	/* acpi_idle leaves its states, the driver of the CPU its switch. */
	assert_true(is_there(sim, CPU "cpu1/cpuidle/state2/time"));
	assert_true(is_there(sim, CPU "cpu1/online"));
	assert_true(is_there(sim, CPU "cpu9/topology"));
	expect_text(sim, CPU "cpu1/online", "0\n");
	expect_text(sim, CPU "online", "0,2-4,6-15\n");
	expect_text(sim, CPU "offline", "1,5\n");
	expect_text(sim, CPU "present", "0-15\n");
	expect_text(sim, CPU "cpu9/topology/thread_siblings_list", "9\n");
	expect_text(sim, CPU "cpu0/cache/index3/shared_cpu_list", "0,8-9\n");
	fixture_command(sim, "cpu 1 on");
	for (size_t i = 0; i < ARRAY_SIZE(folders); i++)
		if (!is_there(sim, folders[i]))
			fail_msg("there is no %s", folders[i]);
	expect_text(sim, CPU "online", "0-4,6-15\n");
	expect_text(sim, CPU "cpu9/topology/thread_siblings_list", "1,9\n");
	sim_free(sim);
}

static void
a_cpu_that_was_never_online_gets_idle_states_with_its_first(void **state)
{
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	assert_false(is_there(sim, CPU "cpu5/cpuidle"));
	fixture_command(sim, "clock step 10s\ncpu 5 on");
	assert_true(is_there(sim, CPU "cpu5/cpuidle/state1"));
	expect_text(sim, CPU "cpu5/cpuidle/state2/time", "0\n");
	fixture_command(sim, "cpu 5 off");
	assert_true(is_there(sim, CPU "cpu5/cpuidle/state1"));
	sim_free(sim);
}

static uint64_t number(struct sim *sim, const char *path)
{
	char buf[64];
	const char *p = fixture_text(sim, path, buf, sizeof(buf));
	uint64_t v = 0;

	assert_true(parse_u64(&p, &v));
	return v;
}

static void idle_states_of_an_offline_cpu_stand_still(void **state)
{
	const char *time = CPU "cpu1/cpuidle/state2/time";
	const char *usage = CPU "cpu1/cpuidle/state2/usage";
	struct sim *sim = fixture_sim("");
	uint64_t us, visits;

	UNUSED(state);
	fixture_command(sim, "load all constant 0\nclock step 5s");
	us = number(sim, time);
	visits = number(sim, usage);
	assert_true(us > 0 && us <= 5000000 && visits > 0);
	fixture_command(sim, "cpu 1 off\nclock step 100s");
	assert_true(number(sim, time) == us);
	assert_true(number(sim, usage) == visits);
	fixture_command(sim, "cpu 1 on");
	assert_true(number(sim, time) == us);
	fixture_command(sim, "clock step 5s");
	assert_true(number(sim, time) > us);
	assert_true(number(sim, time) <= us + 5000000);
	/* A second round does not forget the first. */
	us = number(sim, time);
	fixture_command(sim, "cpu 1 off\nclock step 50s\ncpu 1 on");
	assert_true(number(sim, time) == us);
	sim_free(sim);
}

static void an_offline_cpus_ticks_are_nobodys(void **state)
{
	struct sim *sim = fixture_sim("");
	static char buf[8192];

	UNUSED(state);
	fixture_command(sim, "load all constant 1\nclock step 10s\ncpu 1 off\n"
			     "clock step 20s");
	fixture_text(sim, "proc/stat", buf, sizeof(buf));
	assert_null(strstr(buf, "cpu1 "));
	assert_non_null(strstr(buf, "cpu2 3000 0 0 0 "));
	fixture_command(sim, "cpu 1 on\nclock step 5s");
	fixture_text(sim, "proc/stat", buf, sizeof(buf));
	assert_non_null(strstr(buf, "cpu1 1500 0 0 0 "));
	assert_non_null(strstr(buf, "cpu2 3500 0 0 0 "));
	sim_free(sim);
}

static void what_was_open_says_so(void **state)
{
	struct sim *sim = fixture_sim("");
	struct waiter me = { .waits = &sim->waits };
	uint32_t msr = fixture_node(sim, "dev/cpu/1/msr");
	uint32_t safe = fixture_node(sim, "dev/cpu/1/msr_safe");
	uint32_t freq = fixture_node(sim, CPU "cpu1/cpufreq/scaling_cur_freq");
	uint8_t buf[8];

	UNUSED(state);
	fixture_command(sim, "cpu 1 off");
	assert_int_equal(serve_msr(sim, &me, msr, PKG, buf, 8), -ENXIO);
	assert_int_equal(serve_msr(sim, &me, safe, PKG, buf, 8), -ENXIO);
	/* Size and list come first. */
	assert_int_equal(serve_msr(sim, &me, msr, PKG, buf, 4), -EINVAL);
	assert_int_equal(serve_msr(sim, &me, safe, 0x10, buf, 8), -EACCES);
	assert_int_equal(serve_open(sim, msr, O_RDONLY, true), -ENXIO);
	assert_int_equal(serve_open(sim, safe, O_RDONLY, true), -ENXIO);
	assert_int_equal(serve_delay(sim, &me, freq), -ENODEV);
	assert_int_equal(serve_open(sim, freq, O_RDONLY, true), -ENOENT);
	fixture_command(sim, "cpu 1 on");
	assert_int_equal(serve_msr(sim, &me, msr, PKG, buf, 8), 8);
	assert_int_equal(serve_delay(sim, &me, freq), 0);
	sim_free(sim);
}

static void a_core_without_threads_takes_its_idle_power(void **state)
{
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	fixture_command(sim, "load all constant 1\ncpu 1 off");
	assert_true(machine_core_w(sim->m, 1, 0) == 8.5);
	fixture_command(sim, "cpu 9 off");
	assert_true(machine_core_w(sim->m, 1, 0) == 0.5);
	fixture_command(sim, "cpu 9 on");
	assert_true(machine_core_w(sim->m, 1, 0) == 8.5);
	sim_free(sim);
}

static void smt_switches_all_second_threads(void **state)
{
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	fixture_command(sim, "smt off");
	expect_text(sim, CPU "online", "0-4,6-7\n");
	expect_text(sim, CPU "smt/active", "0\n");
	expect_text(sim, CPU "smt/control", "off\n");
	assert_false(is_there(sim, CPU "cpu9/topology"));
	refused(sim, "cpu 9 on", "CPU 9 is a second thread, and SMT is off");
	refused(sim, "cpu 5-9 on", "CPU 8 is a second thread");
	expect_text(sim, CPU "online", "0-4,6-7\n");
	fixture_command(sim, "cpu 5 on");
	fixture_command(sim, "smt on");
	expect_text(sim, CPU "online", "0-15\n");
	expect_text(sim, CPU "smt/active", "1\n");
	expect_text(sim, CPU "smt/control", "on\n");
	sim_free(sim);
}

static void what_cannot_be_is_refused(void **state)
{
	struct sim *sim = fixture_sim("");
	struct sim *plat = fixture_sim("[hsmp]\nbinding = plat\n");
	struct sim *none = fixture_sim("[nodes]\nhsmp = no\n");

	UNUSED(state);
	refused(sim, "cpu 16 off", "CPU 16 does not exist, the last is 15");
	refused(sim, "cpu 0-3 off", "CPU 0 can't be taken offline");
	expect_text(sim, CPU "online", "0-4,6-15\n");
	refused(sim, "driver unbind socket 2", "there is no socket 2");
	refused(plat, "driver unbind socket 1", "one device for all sockets");
	refused(none, "driver bind", "has no HSMP");
	refused(sim, "mailbox 91ms", "90ms is the most");
	sim_free(sim);
	sim_free(plat);
	sim_free(none);
}

static int ask(struct sim *sim, uint16_t sock, int accmode)
{
	struct waiter me = { .waits = &sim->waits };
	struct hsmp_message msg = { .msg_id = 0x04,
				    .response_sz = 1,
				    .sock_ind = sock };

	return serve_hsmp(sim, &me, fixture_node(sim, "dev/hsmp"), accmode,
			  &msg);
}

static void an_unbound_driver_is_enodev_on_what_is_open(void **state)
{
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	fixture_command(sim, "driver unbind socket 1");
	assert_true(is_there(sim, "dev/hsmp"));
	assert_true(is_there(sim, "sys/class/hwmon/hwmon2"));
	assert_false(is_there(sim, "sys/class/hwmon/hwmon3"));
	assert_int_equal(ask(sim, 0, O_RDONLY), 0);
	assert_int_equal(ask(sim, 1, O_RDONLY), -ENODEV);
	/* Mode comes before the socket, as ever. */
	assert_int_equal(ask(sim, 1, O_WRONLY), -EPERM);
	fixture_command(sim, "driver unbind socket 0");
	assert_false(is_there(sim, "dev/hsmp"));
	assert_int_equal(ask(sim, 0, O_RDONLY), -ENODEV);
	/* The device and the module remain. */
	assert_true(is_there(sim, "sys/devices/platform/AMDI0097:00/modalias"));
	assert_true(is_there(sim, "sys/module/hsmp_common/version"));
	fixture_command(sim, "driver bind socket 1");
	assert_true(is_there(sim, "dev/hsmp"));
	assert_int_equal(ask(sim, 0, O_RDONLY), -ENODEV);
	assert_int_equal(ask(sim, 1, O_RDONLY), 0);
	fixture_command(sim, "driver unbind\ndriver bind");
	assert_int_equal(ask(sim, 0, O_RDONLY), 0);
	assert_int_equal(ask(sim, 1, O_RDONLY), 0);
	sim_free(sim);
}

/* What the hooks were told. */
static struct {
	uint32_t inos[64];
	size_t n;
	size_t settled;
} told;

static void on_changed(void *ctx, uint32_t ino)
{
	UNUSED(ctx);
	assert_true(told.n < ARRAY_SIZE(told.inos));
	told.inos[told.n++] = ino;
}

static void on_settled(void *ctx)
{
	UNUSED(ctx);
	told.settled++;
}

static void caches_are_told_of_the_uppermost_only(void **state)
{
	const struct sim_hooks hooks = { .changed = on_changed,
					 .settled = on_settled };
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	memset(&told, 0, sizeof(told));
	sim_set_hooks(sim, &hooks);
	fixture_command(sim, "cpu 1 off");
	assert_int_equal(told.n, 3);
	for (size_t i = 0; i < told.n; i++)
		assert_int_equal(node_get(sim->tree, told.inos[i])->parent,
				 fixture_node(sim, CPU "cpu1"));
	assert_int_equal(told.settled, 1);
	/* Nothing changed: nothing is told. */
	fixture_command(sim, "cpu 1 off");
	assert_int_equal(told.n, 3);
	sim_free(sim);
}

static void reads_are_cut_by_path(void **state)
{
	struct sim *sim = fixture_sim("");
	uint32_t cut = fixture_node(sim, "dev/cpu/1/msr");
	uint32_t other = fixture_node(sim, "dev/cpu/2/msr");

	UNUSED(state);
	fixture_command(sim, "short file:/dev/cpu/1/* 4");
	assert_int_equal(node_get(sim->tree, cut)->short_len, 4);
	assert_int_equal(node_get(sim->tree, other)->short_len, 0);
	fixture_command(sim, "short file:/dev/* off\nshort file:/epycsim/* 1");
	assert_int_equal(node_get(sim->tree, cut)->short_len, 0);
	assert_int_equal(
		node_get(sim->tree, fixture_node(sim, "epycsim/control"))
			->short_len,
		0);
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cpu_that_goes_takes_its_folders_along),
		cmocka_unit_test(
			a_cpu_that_was_never_online_gets_idle_states_with_its_first),
		cmocka_unit_test(idle_states_of_an_offline_cpu_stand_still),
		cmocka_unit_test(an_offline_cpus_ticks_are_nobodys),
		cmocka_unit_test(what_was_open_says_so),
		cmocka_unit_test(a_core_without_threads_takes_its_idle_power),
		cmocka_unit_test(smt_switches_all_second_threads),
		cmocka_unit_test(what_cannot_be_is_refused),
		cmocka_unit_test(an_unbound_driver_is_enodev_on_what_is_open),
		cmocka_unit_test(caches_are_told_of_the_uppermost_only),
		cmocka_unit_test(reads_are_cut_by_path),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
