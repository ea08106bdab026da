// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Idle states, clocks, temperature and APIC ids
 */
#include "tests/unit/sim/model_fixture.h"

#define S NSEC_PER_SEC
#define MS NSEC_PER_MSEC

static uint64_t idle_sum(const struct machine *m, uint32_t cpu, uint64_t t)
{
	return machine_idle_us(m, cpu, IDLE_POLL, t) +
	       machine_idle_us(m, cpu, IDLE_C1, t) +
	       machine_idle_us(m, cpu, IDLE_C2, t);
}

static void idle_states_add_up_to_the_idle_time(void **state)
{
	struct machine *m = tiny_machine("all", "all = constant 0.75\n"
						"core 1 = constant 0\n"
						"core 2 = constant 1");

	UNUSED(state);
	for (uint64_t ms = 0; ms < 5000; ms += 4) {
		uint64_t t = ms * MS + 777;

		assert_int_equal(idle_sum(m, 0, t), ms * 250);
		assert_int_equal(idle_sum(m, 1, t), ms * 1000);
		assert_int_equal(idle_sum(m, 2, t), 0);
	}
	free(m);
}

static void a_second_of_idleness_is_2_98_and_900_ms(void **state)
{
	struct machine *m = tiny_machine("all", "all = constant 0");

	UNUSED(state);
	assert_int_equal(machine_idle_us(m, 3, IDLE_POLL, S), 2000);
	assert_int_equal(machine_idle_us(m, 3, IDLE_C1, S), 98000);
	assert_int_equal(machine_idle_us(m, 3, IDLE_C2, S), 900000);
	assert_int_equal(machine_idle_usage(m, 3, IDLE_POLL, S), 2000);
	assert_int_equal(machine_idle_usage(m, 3, IDLE_C1, S), 2000);
	assert_int_equal(machine_idle_usage(m, 3, IDLE_C2, S), 1000);
	free(m);
}

static void a_period_passes_through_the_states_in_order(void **state)
{
	/* 1/1024 idle: 1 ms of time is 0.976 us of idle time. */
	struct machine *m = tiny_machine("all", "all = constant 0.9990234375");

	UNUSED(state);
	/* 1024 ms: 1000 us, one period; 102.4 ms: its first 100 us. */
	assert_int_equal(machine_idle_us(m, 0, IDLE_POLL, 2 * MS), 1);
	assert_int_equal(machine_idle_us(m, 0, IDLE_C1, 2 * MS), 0);
	assert_int_equal(machine_idle_us(m, 0, IDLE_POLL, 103 * MS), 2);
	assert_int_equal(machine_idle_us(m, 0, IDLE_C1, 52 * MS), 48);
	assert_int_equal(machine_idle_us(m, 0, IDLE_C1, 103 * MS), 98);
	assert_int_equal(machine_idle_us(m, 0, IDLE_C2, 103 * MS), 0);
	assert_int_equal(machine_idle_us(m, 0, IDLE_C2, 1024 * MS), 900);
	assert_int_equal(machine_idle_us(m, 0, IDLE_POLL, 1026 * MS), 3);
	/* A visit counts when it is finished. */
	assert_int_equal(machine_idle_usage(m, 0, IDLE_C1, 52 * MS), 0);
	assert_int_equal(machine_idle_usage(m, 0, IDLE_C1, 53 * MS), 1);
	assert_int_equal(machine_idle_usage(m, 0, IDLE_C2, 1023 * MS), 0);
	assert_int_equal(machine_idle_usage(m, 0, IDLE_C2, 1024 * MS), 1);
	free(m);
}

static void no_idle_state_ever_goes_back(void **state)
{
	struct machine *m = tiny_machine("all", "all = sine 0.5 0.5 900ms");
	struct load load = load_of("sine 0.3 0.3 70ms");
	uint64_t last[IDLE_N_STATES] = { 0 };

	UNUSED(state);
	for (uint64_t t = 0; t < 10 * S; t += 333337) {
		if (t % 5 == 0)
			machine_set_load(m, 0, 0, &load, t);
		for (int i = 0; i < IDLE_N_STATES; i++) {
			uint64_t us =
				machine_idle_us(m, 0, (enum idle_state)i, t);

			assert_true(us >= last[i]);
			last[i] = us;
		}
	}
	free(m);
}

static void both_threads_idle_as_their_core(void **state)
{
	struct machine *m = tiny_machine(NULL, "core 2 = constant 0.25\n"
					       "[machine]\n"
					       "threads_per_core = 2");

	UNUSED(state);
	assert_int_equal(idle_sum(m, 2, S), 750000);
	assert_int_equal(idle_sum(m, 6, S), 750000);
	assert_int_equal(idle_sum(m, 7, S), 500000);
	free(m);
}

static void a_change_of_load_keeps_the_idle_time(void **state)
{
	struct machine *m = tiny_machine(NULL, "");
	struct load load = load_of("constant 1");

	UNUSED(state);
	machine_set_load(m, 0, 0, &load, S + 500000);
	/* As at the last whole millisecond, which is before the change. */
	assert_int_equal(idle_sum(m, 0, S + 600000), 500000);
	assert_int_equal(idle_sum(m, 0, 5 * S), 500250);
	assert_int_equal(idle_sum(m, 1, 5 * S), 2500000);
	free(m);
}

static void the_clock_follows_load_between_its_bounds(void **state)
{
	struct machine *m = tiny_machine(NULL, "core 1 = constant 0\n"
					       "core 2 = constant 1\n"
					       "core 3 = constant 0.123");

	UNUSED(state);
	assert_int_equal(machine_core_khz(m, 0, S), 2000000);
	assert_int_equal(machine_core_khz(m, 1, S), 1000000);
	assert_int_equal(machine_core_khz(m, 2, S), 3000000);
	assert_int_equal(machine_core_khz(m, 3, S), 1246000);
	free(m);
	m = tiny_machine("boost_limit_mhz", "[clock]\nboost_limit_mhz = 2000");
	assert_int_equal(machine_core_khz(m, 0, S), 1500000);
	free(m);
}

static void temperature_is_ambient_and_power_in_eighths(void **state)
{
	struct machine *m = tiny_machine(NULL, "[thermal]\nambient_c = 28\n"
					       "c_per_w = 0.25");

	UNUSED(state);
	/* 28 + 0.25 x 40 */
	assert_int_equal(machine_temp_mc(m, 0, 0), 38000);
	assert_int_equal(machine_temp_mc(m, 0, 5 * S), 38000);
	machine_set_uncore_w(m, 0, 21, 5 * S);
	assert_int_equal(machine_temp_mc(m, 0, 6 * S), 38250);
	/* 28 + 0.25 x 41.4 = 38.35, down to 38.25 */
	machine_set_uncore_w(m, 0, 21.4, 6 * S);
	assert_int_equal(machine_temp_mc(m, 0, 7 * S), 38250);
	free(m);
	m = tiny_machine(NULL, "[thermal]\nambient_c = -20.1\nc_per_w = 0");
	assert_int_equal(machine_temp_mc(m, 0, S), -20125);
	free(m);
}

static void temperature_averages_the_last_second(void **state)
{
	/* 56 W in the second before 10 s, 24 W after. */
	struct machine *m = tiny_machine("all", "all = steps 0s:1 10s:0\n"
						"[thermal]\nambient_c = 0\n"
						"c_per_w = 1");

	UNUSED(state);
	assert_int_equal(machine_temp_mc(m, 0, 10 * S), 56000);
	assert_int_equal(machine_temp_mc(m, 0, 10 * S + 500 * MS), 40000);
	assert_int_equal(machine_temp_mc(m, 0, 11 * S), 24000);
	free(m);
}

static void prochot_is_asserted_at_its_temperature(void **state)
{
	struct machine *m = tiny_machine(NULL, "[thermal]\nambient_c = 28\n"
					       "c_per_w = 0.25\n"
					       "prochot_c = 38");

	UNUSED(state);
	assert_true(machine_prochot(m, 0, S));
	machine_set_uncore_w(m, 0, 19.5, S);
	assert_false(machine_prochot(m, 0, 3 * S));
	free(m);
}

static void apic_ids_have_package_ccd_core_and_thread_bits(void **state)
{
	struct machine *m = tiny_machine("cores_per_ccd",
					 "[machine]\nsockets = 2\n"
					 "package_ids = 0,3\n"
					 "threads_per_core = 2\n"
					 "cores_per_ccd = 2");

	UNUSED(state);
	/* Bits: thread 0, core 1, CCD 2, package from 3. */
	assert_int_equal(machine_apicid(m, 0), 0);
	assert_int_equal(machine_apicid(m, 1), 2);
	assert_int_equal(machine_apicid(m, 2), 4);
	assert_int_equal(machine_apicid(m, 3), 6);
	assert_int_equal(machine_apicid(m, 4), 3 << 3);
	assert_int_equal(machine_apicid(m, 7), 3 << 3 | 6);
	assert_int_equal(machine_apicid(m, 8), 1);
	assert_int_equal(machine_apicid(m, 15), 3 << 3 | 7);
	free(m);
	m = tiny_machine(NULL, "");
	/* Without threads their bit stays free above the core's. */
	assert_int_equal(machine_apicid(m, 0), 0);
	assert_int_equal(machine_apicid(m, 1), 1);
	assert_int_equal(machine_apicid(m, 2), 4);
	assert_int_equal(machine_apicid(m, 3), 5);
	free(m);
}

static void apic_ids_are_unique_and_fit_16_bits(void **state)
{
	static const char *const adds[] = {
		"[machine]\ncores_per_socket = 341\ncores_per_ccd = 11\n"
		"sockets = 3\npackage_ids = 0,9,15",
		"[machine]\ncores_per_socket = 15\ncores_per_ccd = 5\n"
		"sockets = 8\nthreads_per_core = 2",
		"[machine]\ncores_per_socket = 512\ncores_per_ccd = 1\n"
		"package_ids = 15\nthreads_per_core = 2",
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(adds); i++) {
		char *text = tiny_text("cores_per_socket", adds[i]);
		static uint8_t seen[65536];
		struct scenario_error err;
		struct machine *m;
		struct scenario sc;
		char *ccd = strstr(text, "cores_per_ccd = 2");

		/* The fixture drops one key only. */
		memset(ccd, ' ', strlen("cores_per_ccd = 2"));
		assert_int_equal(scenario_parse(text, strlen(text), &sc, &err),
				 0);
		m = machine_init(malloc(machine_size(&sc)), &sc);
		memset(seen, 0, sizeof(seen));
		for (uint32_t cpu = 0; cpu < scenario_n_cpus(&sc); cpu++) {
			uint32_t id = machine_apicid(m, cpu);

			assert_true(id < sizeof(seen));
			assert_int_equal(seen[id]++, 0);
		}
		free(m);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(idle_states_add_up_to_the_idle_time),
		cmocka_unit_test(a_second_of_idleness_is_2_98_and_900_ms),
		cmocka_unit_test(a_period_passes_through_the_states_in_order),
		cmocka_unit_test(no_idle_state_ever_goes_back),
		cmocka_unit_test(both_threads_idle_as_their_core),
		cmocka_unit_test(a_change_of_load_keeps_the_idle_time),
		cmocka_unit_test(the_clock_follows_load_between_its_bounds),
		cmocka_unit_test(temperature_is_ambient_and_power_in_eighths),
		cmocka_unit_test(temperature_averages_the_last_second),
		cmocka_unit_test(prochot_is_asserted_at_its_temperature),
		cmocka_unit_test(
			apic_ids_have_package_ccd_core_and_thread_bits),
		cmocka_unit_test(apic_ids_are_unique_and_fit_16_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
