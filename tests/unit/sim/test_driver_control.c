// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Commands, the clock and the host's load
 */
#include <errno.h>

#include "sim/control.h"
#include "sim/host_load.h"
#include "tests/unit/sim/fixture.h"

static struct control_command parse_ok(const char *line)
{
	struct scenario_error err = { .reason = "" };
	struct control_command cmd;

	if (control_parse(line, &cmd, &err))
		fail_msg("%s: %s", line, err.reason);
	return cmd;
}

static void plug_commands_are_understood(void)
{
	struct control_command c;

	c = parse_ok("cpu 7 off\n");
	assert_int_equal(c.verb, CONTROL_CPU);
	assert_int_equal(c.first, 7);
	assert_int_equal(c.last, 7);
	assert_false(c.on);
	c = parse_ok("cpu 3-5  on");
	assert_int_equal(c.first, 3);
	assert_int_equal(c.last, 5);
	assert_true(c.on);
	c = parse_ok("smt off");
	assert_int_equal(c.verb, CONTROL_SMT);
	assert_false(c.on);
	assert_true(parse_ok("smt on").on);
	c = parse_ok("driver unbind");
	assert_int_equal(c.verb, CONTROL_DRIVER);
	assert_int_equal(c.sock, UINT32_MAX);
	assert_false(c.on);
	c = parse_ok("driver bind socket 3\n");
	assert_int_equal(c.sock, 3);
	assert_true(c.on);
	c = parse_ok("mailbox 0.1ms");
	assert_int_equal(c.verb, CONTROL_MAILBOX);
	assert_int_equal(c.us, 100);
	c = parse_ok("short file:/dev/cpu/*/msr 4");
	assert_int_equal(c.verb, CONTROL_SHORT);
	assert_int_equal(c.fault.target, FAULT_FILE);
	assert_string_equal(c.fault.path, "/dev/cpu/*/msr");
	assert_int_equal(c.bytes, 4);
	assert_int_equal(parse_ok("short file:/x off").bytes, 0);
}

static void commands_are_understood(void **state)
{
	struct control_command c;

	UNUSED(state);
	c = parse_ok("load all constant 0.25\n");
	assert_int_equal(c.verb, CONTROL_LOAD);
	assert_int_equal(c.first, 0);
	assert_int_equal(c.last, UINT32_MAX);
	assert_int_equal(c.load.kind, LOAD_CONSTANT);
	assert_true(c.load.level == 0.25);
	c = parse_ok("  load core 3 host");
	assert_int_equal(c.first, 3);
	assert_int_equal(c.last, 3);
	assert_int_equal(c.load.kind, LOAD_HOST);
	c = parse_ok("load core 2-7 sine 0.5 0.25 10s");
	assert_int_equal(c.first, 2);
	assert_int_equal(c.last, 7);
	assert_int_equal(c.load.period_ns, 10 * NSEC_PER_SEC);
	c = parse_ok("uncore 1 47.5");
	assert_int_equal(c.verb, CONTROL_UNCORE);
	assert_int_equal(c.sock, 1);
	assert_true(c.watt == 47.5);
	assert_int_equal(parse_ok("reset counters").verb, CONTROL_RESET);
	assert_int_equal(parse_ok("clock stop").verb, CONTROL_CLOCK_STOP);
	assert_int_equal(parse_ok("clock run").verb, CONTROL_CLOCK_RUN);
	c = parse_ok("clock step 1.5s");
	assert_int_equal(c.verb, CONTROL_CLOCK_STEP);
	assert_int_equal(c.step_ns, 1500 * NSEC_PER_MSEC);
	assert_int_equal(parse_ok("unmount").verb, CONTROL_UNMOUNT);
	plug_commands_are_understood();
	c = parse_ok("fault slow hsmp:0x04 latency_ms=50 every=3");
	assert_int_equal(c.verb, CONTROL_FAULT);
	assert_string_equal(c.fault.name, "slow");
	assert_int_equal(c.fault.every, 3);
	assert_true(c.fault.active);
	c = parse_ok("fault slow on");
	assert_int_equal(c.verb, CONTROL_FAULT_SWITCH);
	assert_string_equal(c.fault.name, "slow");
	assert_true(c.on);
	assert_false(parse_ok("fault slow off").on);
}

static void other_lines_are_refused_with_a_reason(void **state)
{
	static const char *const lines[] = {
		"",
		" ",
		"\n",
		"loads all host",
		"load",
		"load all",
		"load all constant",
		"load all constant 2",
		"load core host",
		"load core 3",
		"load core 3-",
		"load core 3- host",
		"load core 5-3 host",
		"load core 3host",
		"load core 4294967296 host",
		"uncore",
		"uncore 1",
		"uncore 1 -3",
		"uncore 1 x",
		"uncore 1 3 4",
		"uncore -1 3",
		"reset",
		"reset counter",
		"reset counters now",
		"fault",
		"fault x",
		"fault x on off",
		"fault x offf",
		"fault x y=1",
		"fault x hsmp:0x04",
		"fault x hsmp:0x04 errno=ENOSUCH",
		"fault name-that-is-longer-than-thirty-one-characters on",
		"clock",
		"clock go",
		"clock step",
		"clock step 1",
		"clock step -1s",
		"clock step 1s 2s",
		"clock stop now",
		"unmount now",
		"cpu",
		"cpu on",
		"cpu 3",
		"cpu 3 up",
		"cpu 3 on off",
		"cpu 5-3 on",
		"cpu 3- on",
		"cpu 3on",
		"smt",
		"smt forceoff",
		"smt on 1",
		"driver",
		"driver remove",
		"driver bind socket",
		"driver bind socket x",
		"driver bind socket 4294967295",
		"driver bind 1",
		"mailbox",
		"mailbox 1",
		"mailbox 91ms",
		"mailbox 1ms now",
		"short",
		"short /dev/hsmp 1",
		"short file:dev 1",
		"short file:/dev",
		"short file:/dev 0",
		"short file:/dev on",
		"short file:/dev 1 2",
		"short file:/dev off now",
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		struct scenario_error err = { .line = 9, .reason = "" };
		struct control_command cmd;
		struct control_command before;

		memset(&cmd, 0x5A, sizeof(cmd));
		memcpy(&before, &cmd, sizeof(cmd));
		if (control_parse(lines[i], &cmd, &err) != -EINVAL)
			fail_msg("'%s' was understood", lines[i]);
		assert_memory_equal(&cmd, &before, sizeof(cmd));
		assert_string_not_equal(err.reason, "");
		assert_int_equal(err.line, 0);
	}
}

static void a_wrong_line_ends_a_write_and_is_explained(void **state)
{
	static const char lines[] = "uncore 0 100\nuncore 9 1\nuncore 0 200\n";
	struct sim *sim = fixture_sim("");
	char buf[256];

	UNUSED(state);
	assert_int_equal(sim_command(sim, lines, strlen(lines)), -EINVAL);
	assert_non_null(
		strstr(fixture_text(sim, "epycsim/error", buf, sizeof(buf)),
		       "socket 9"));
	/* The first was carried out: 4 x 4.5 W + 100 W; the third not. */
	assert_true(machine_pkg_w(sim->m, 0, 0) == 118);
	fixture_command(sim, "\n  \nclock stop\n\n");
	assert_string_equal(
		fixture_text(sim, "epycsim/error", buf, sizeof(buf)), "");
	sim_free(sim);
}

static void commands_reach_the_model(void **state)
{
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	fixture_command(sim, "clock step 1s");
	fixture_command(sim, "load core 1-2 constant 1");
	assert_true(machine_core_w(sim->m, 0, NSEC_PER_SEC) == 4.5);
	assert_true(machine_core_w(sim->m, 1, NSEC_PER_SEC) == 8.5);
	assert_true(machine_core_w(sim->m, 2, NSEC_PER_SEC) == 8.5);
	assert_true(machine_core_w(sim->m, 3, NSEC_PER_SEC) == 4.5);
	fixture_command(sim, "load all constant 0");
	assert_true(machine_core_w(sim->m, 7, NSEC_PER_SEC) == 0.5);
	fixture_command(sim, "reset counters");
	assert_int_equal(machine_pkg_reg(sim->m, 0, NSEC_PER_SEC), 0);
	assert_true(machine_pkg_j(sim->m, 0, NSEC_PER_SEC) == 64);
	assert_int_equal(sim_command(sim, "load core 8 host", 16), -EINVAL);
	assert_int_equal(sim_command(sim, "load core 7-8 host", 18), -EINVAL);
	sim_free(sim);
}

static void odd_bytes_are_refused(void **state)
{
	struct sim *sim = fixture_sim("");
	char buf[CONTROL_LINE_MAX + 1];

	UNUSED(state);
	assert_int_equal(sim_command(sim, "clock stop\0", 11), -EINVAL);
	memset(buf, ' ', sizeof(buf));
	assert_int_equal(sim_command(sim, buf, CONTROL_LINE_MAX - 1), 0);
	assert_int_equal(sim_command(sim, buf, CONTROL_LINE_MAX), -EINVAL);
	assert_int_equal(sim_command(sim, buf, 0), 0);
	sim_free(sim);
}

static void the_clock_stands_runs_and_steps(void **state)
{
	struct sim_clock c;

	UNUSED(state);
	sim_clock_start(&c, 100);
	assert_int_equal(sim_clock_now(&c, 100), 0);
	assert_int_equal(sim_clock_now(&c, 150), 50);
	sim_clock_stop(&c, 160);
	assert_int_equal(sim_clock_now(&c, 500), 60);
	assert_int_equal(sim_clock_step(&c, 7, 600), 0);
	assert_int_equal(sim_clock_now(&c, 700), 67);
	sim_clock_run(&c, 1000);
	assert_int_equal(sim_clock_now(&c, 1001), 68);
	assert_int_equal(sim_clock_step(&c, 100, 1002), 0);
	assert_int_equal(sim_clock_now(&c, 1003), 170);
	/* A thread that took the real time before the last change. */
	assert_int_equal(sim_clock_now(&c, 900), 169);
	sim_clock_run(&c, 1010);
	assert_int_equal(sim_clock_now(&c, 1010), 177);
}

static void the_clock_ends_where_the_model_does(void **state)
{
	struct sim_clock c;

	UNUSED(state);
	sim_clock_start(&c, 0);
	sim_clock_stop(&c, 1);
	assert_int_equal(sim_clock_step(&c, SIM_CLOCK_MAX_NS, 2), -EINVAL);
	assert_int_equal(sim_clock_now(&c, 2), 1);
	assert_int_equal(sim_clock_step(&c, SIM_CLOCK_MAX_NS - 1, 2), 0);
	sim_clock_run(&c, 3);
	assert_int_equal(sim_clock_now(&c, 1000), SIM_CLOCK_MAX_NS);
}

static void lines_of_the_hosts_stat_are_read(void **state)
{
	struct host_cpu t;
	uint32_t cpu;

	UNUSED(state);
	/* user nice system idle iowait irq softirq steal guest guest_nice */
	assert_true(host_load_parse_line("cpu12 10 20 30 400 50 6 7 8 9 1",
					 &cpu, &t));
	assert_int_equal(cpu, 12);
	assert_int_equal(t.busy, 10 + 20 + 30 + 6 + 7 + 8);
	assert_int_equal(t.total, 10 + 20 + 30 + 400 + 50 + 6 + 7 + 8);
	assert_true(host_load_parse_line("cpu0 1 2 3 4", &cpu, &t));
	assert_int_equal(t.total, 10);
	assert_false(host_load_parse_line("cpu  1 2 3 4 5 6", &cpu, &t));
	assert_false(host_load_parse_line("cpu0 1 2 3", &cpu, &t));
	assert_false(host_load_parse_line("cpux 1 2 3 4", &cpu, &t));
	assert_false(host_load_parse_line("intr 1 2 3 4", &cpu, &t));
	assert_false(host_load_parse_line("cpu8192 1 2 3 4", &cpu, &t));
	assert_false(host_load_parse_line("", &cpu, &t));
}

/* A source of one text. */
static ssize_t read_text(void *ctx, void *buf, size_t n)
{
	const char **rest = ctx;
	size_t len = MIN(n, strlen(*rest));

	memcpy(buf, *rest, len);
	*rest += len;
	return (ssize_t)len;
}

static void look(struct host_load *hl, const char *text, double levels[2])
{
	struct lineread lr;
	uint32_t scratch[2];
	char buf[64];

	lineread_init(&lr, read_text, &text, buf, sizeof(buf));
	assert_int_equal(host_load_update(hl, &lr, 2, levels, scratch), 0);
}

static void the_host_drives_cores_by_its_cpus_modulo_their_number(void **state)
{
	struct host_load *hl = test_calloc(1, sizeof(*hl));
	double levels[2] = { 0, 0 };

	UNUSED(state);
	look(hl, "cpu  9 9 9 9\ncpu0 0 0 0 10\ncpu1 5 0 0 5\ncpu2 0 0 0 10\n",
	     levels);
	assert_true(levels[0] == 0 && levels[1] == 0);
	/* CPU 0 was busy for 10 of 10, CPU 2 for 5 of 10: mean of core 0. */
	look(hl,
	     "cpu0 10 0 0 10\ncpu1 7 0 0 11\ncpu2 5 0 0 15\n"
	     "intr 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22"
	     " 23 24 25 26 27 28 29 30\n",
	     levels);
	assert_true(levels[0] == 0.75);
	assert_true(levels[1] == 0.25);
	/* Nothing moved: as it was. */
	look(hl, "cpu0 10 0 0 10\ncpu1 7 0 0 11\ncpu2 5 0 0 15\n", levels);
	assert_true(levels[0] == 0.75);
	/* Times that go back show nothing, and never less than 0. */
	look(hl, "cpu0 9 0 0 10\ncpu1 6 0 0 15\ncpu2 4 0 0 15\n", levels);
	assert_true(levels[0] == 0 && levels[1] == 0);
	test_free(hl);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_are_understood),
		cmocka_unit_test(other_lines_are_refused_with_a_reason),
		cmocka_unit_test(a_wrong_line_ends_a_write_and_is_explained),
		cmocka_unit_test(commands_reach_the_model),
		cmocka_unit_test(odd_bytes_are_refused),
		cmocka_unit_test(the_clock_stands_runs_and_steps),
		cmocka_unit_test(the_clock_ends_where_the_model_does),
		cmocka_unit_test(lines_of_the_hosts_stat_are_read),
		cmocka_unit_test(
			the_host_drives_cores_by_its_cpus_modulo_their_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
