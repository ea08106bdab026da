// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Matching, counting and switching of faults
 */
#include <errno.h>
#include <fcntl.h>

#include "tests/unit/sim/fixture.h"

/* A set with the faults that are given as control commands have them. */
static void begin(struct fault_set *set, const char *const *faults, size_t n)
{
	fault_set_init(set);
	for (size_t i = 0; i < n; i++) {
		struct scenario_error err;
		struct fault f;

		assert_int_equal(fault_parse(faults[i], &f, &err), 0);
		assert_int_equal(fault_set_put(set, &f), i);
	}
}

static int strike_hsmp(struct fault_set *set, uint32_t id, uint32_t sock)
{
	struct fault_query q = { .target = FAULT_HSMP,
				 .id = id,
				 .where = sock };
	struct fault_effect effect;

	fault_set_strike(set, &q, &effect);
	return effect.err;
}

/* The calls, as bits from 1 on, at which a fault strikes. */
static uint32_t pattern(const char *fault)
{
	struct fault_set set;
	uint32_t bits = 0;

	begin(&set, &fault, 1);
	for (uint32_t call = 1; call <= 12; call++)
		if (strike_hsmp(&set, 4, 0))
			bits |= UINT32_C(1) << call;
	fault_set_destroy(&set);
	return bits;
}

static void counts_say_at_which_calls_it_strikes(void **state)
{
	UNUSED(state);
	assert_int_equal(pattern("f hsmp:0x04 errno=EIO"), 0x1FFE);
	assert_int_equal(pattern("f hsmp:0x04 errno=EIO every=1"), 0x1FFE);
	/* 3, 6, 9, 12 */
	assert_int_equal(pattern("f hsmp:0x04 errno=EIO every=3"), 0x1248);
	/* 5 to 12 */
	assert_int_equal(pattern("f hsmp:0x04 errno=EIO after=5"), 0x1FE0);
	/* 1, 2 */
	assert_int_equal(pattern("f hsmp:0x04 errno=EIO count=2"), 0x0006);
	/* the 7th only */
	assert_int_equal(pattern("f hsmp:0x04 errno=EIO after=7 count=1"),
			 0x0080);
	/* 6, 9 */
	assert_int_equal(pattern("f hsmp:0x04 errno=EIO every=3 after=5 "
				 "count=2"),
			 0x0240);
}

static void only_the_target_is_struck(void **state)
{
	static const char *const faults[] = {
		"all hsmp:* errno=EBUSY active=no",
		"one hsmp@1:0x04 errno=EIO",
	};
	struct fault_query msr = { .target = FAULT_MSR, .id = 4, .where = 1 };
	struct fault_effect effect;
	struct fault_set set;

	UNUSED(state);
	begin(&set, faults, ARRAY_SIZE(faults));
	assert_int_equal(strike_hsmp(&set, 4, 1), EIO);
	assert_int_equal(strike_hsmp(&set, 4, 0), 0);
	assert_int_equal(strike_hsmp(&set, 6, 1), 0);
	fault_set_strike(&set, &msr, &effect);
	assert_int_equal(effect.err, 0);
	assert_int_equal(fault_set_switch(&set, "all", true), 0);
	assert_int_equal(strike_hsmp(&set, 6, 0), EBUSY);
	/* The first of several counts. */
	assert_int_equal(strike_hsmp(&set, 4, 1), EBUSY);
	fault_set_destroy(&set);
}

static void effects_of_several_add_up(void **state)
{
	static const char *const faults[] = {
		"slow hsmp:* latency_ms=5",
		"slower hsmp:0x04 latency_ms=7",
		"status hsmp:0x04 status=0xFC",
		"dead hsmp:0x06 dead=yes",
	};
	struct fault_query q = { .target = FAULT_HSMP, .id = 4 };
	struct fault_effect effect;
	struct fault_set set;

	UNUSED(state);
	begin(&set, faults, ARRAY_SIZE(faults));
	fault_set_strike(&set, &q, &effect);
	assert_int_equal(effect.latency_ns, 12 * NSEC_PER_MSEC);
	assert_int_equal(effect.fw_status, 0xFC);
	assert_int_equal(effect.err, 0);
	assert_false(effect.dead);
	q.id = 6;
	fault_set_strike(&set, &q, &effect);
	assert_int_equal(effect.latency_ns, 5 * NSEC_PER_MSEC);
	assert_true(effect.dead);
	fault_set_destroy(&set);
}

static void switching_on_begins_to_count_anew(void **state)
{
	static const char *const faults[] = { "f hsmp:* errno=EIO count=1" };
	struct fault_slot slot;
	struct fault_set set;

	UNUSED(state);
	begin(&set, faults, 1);
	assert_int_equal(strike_hsmp(&set, 4, 0), EIO);
	assert_int_equal(strike_hsmp(&set, 4, 0), 0);
	assert_true(fault_set_get(&set, 0, &slot));
	assert_int_equal(slot.calls, 2);
	assert_int_equal(slot.hits, 1);
	assert_int_equal(fault_set_switch(&set, "f", false), 0);
	assert_int_equal(strike_hsmp(&set, 4, 0), 0);
	assert_true(fault_set_get(&set, 0, &slot));
	assert_int_equal(slot.calls, 2);
	assert_false(slot.fault.active);
	assert_int_equal(fault_set_switch(&set, "f", true), 0);
	assert_int_equal(strike_hsmp(&set, 4, 0), EIO);
	assert_int_equal(fault_set_switch(&set, "g", true), -ENOENT);
	assert_false(fault_set_get(&set, 1, &slot));
	fault_set_destroy(&set);
}

static void there_is_room_for_so_many_and_no_more(void **state)
{
	struct fault f = { .target = FAULT_HSMP,
			   .id = UINT32_MAX,
			   .where = UINT32_MAX,
			   .err = EIO,
			   .active = true };
	struct fault_set set;

	UNUSED(state);
	fault_set_init(&set);
	for (int i = 0; i < FAULT_MAX; i++) {
		(void)snprintf(f.name, sizeof(f.name), "f%d", i);
		assert_int_equal(fault_set_put(&set, &f), i);
	}
	/* A known name is replaced, a new one has no room. */
	assert_int_equal(fault_set_put(&set, &f), FAULT_MAX - 1);
	(void)snprintf(f.name, sizeof(f.name), "new");
	assert_int_equal(fault_set_put(&set, &f), -ENOSPC);
	fault_set_destroy(&set);
}

static void a_star_in_a_path_matches_slashes_too(void **state)
{
	struct fault f = { .target = FAULT_FILE,
			   .path = "/sys/devices/system/cpu/cpu3/*" };

	UNUSED(state);
	assert_true(fault_fits_path(
		&f, "/sys/devices/system/cpu/cpu3/cache/index3/id"));
	assert_false(fault_fits_path(&f, "/sys/devices/system/cpu/cpu3"));
	assert_false(
		fault_fits_path(&f, "/sys/devices/system/cpu/cpu30/online"));
	f.target = FAULT_MSR;
	assert_false(
		fault_fits_path(&f, "/sys/devices/system/cpu/cpu3/online"));
}

static void a_missing_node_is_gone_until_the_fault_is_off(void **state)
{
	struct sim *sim = fixture_sim("[fault gone]\n"
				      "target = file:/dev/cpu/*/msr_safe\n"
				      "missing = yes\n");
	uint32_t safe = fixture_node(sim, "dev/cpu/2/msr_safe");
	uint32_t msr = fixture_node(sim, "dev/cpu/2/msr");

	UNUSED(state);
	assert_true(serve_missing(sim, safe));
	assert_false(serve_missing(sim, msr));
	fixture_command(sim, "fault gone off");
	assert_false(serve_missing(sim, safe));
	fixture_command(sim, "fault gone file:/dev/cpu/2/msr missing=yes");
	assert_false(serve_missing(sim, safe));
	assert_true(serve_missing(sim, msr));
	sim_free(sim);
}

static void a_forbidden_node_does_not_open(void **state)
{
	struct sim *sim = fixture_sim("[fault closed]\n"
				      "target = file:/dev/hsmp\n"
				      "forbidden = yes\n");
	uint32_t ino = fixture_node(sim, "dev/hsmp");

	UNUSED(state);
	assert_int_equal(serve_open(sim, ino, O_RDONLY, true), -EACCES);
	fixture_command(sim, "fault closed off");
	assert_int_equal(serve_open(sim, ino, O_RDONLY, true), 0);
	sim_free(sim);
}

static void a_fault_of_a_file_strikes_its_readers(void **state)
{
	struct sim *sim = fixture_sim(
		"[fault f]\n"
		"target = file:/sys/devices/system/cpu/cpu3/cpufreq/*\n"
		"errno = EBUSY\n"
		"every = 2\n");
	struct waiter me = { .waits = &sim->waits };
	uint32_t hit = fixture_node(
		sim, "sys/devices/system/cpu/cpu3/cpufreq/scaling_cur_freq");
	uint32_t other = fixture_node(
		sim, "sys/devices/system/cpu/cpu2/cpufreq/scaling_cur_freq");

	UNUSED(state);
	assert_int_equal(serve_delay(sim, &me, hit), 0);
	assert_int_equal(serve_delay(sim, &me, other), 0);
	assert_int_equal(serve_delay(sim, &me, hit), -EBUSY);
	sim_free(sim);
}

static void the_control_file_stays_reachable(void **state)
{
	struct sim *sim = fixture_sim("[fault f]\n"
				      "target = file:/*\n"
				      "missing = yes\n");

	UNUSED(state);
	assert_true(serve_missing(sim, fixture_node(sim, "dev/hsmp")));
	assert_true(serve_missing(sim, fixture_node(sim, "proc")));
	assert_false(serve_missing(sim, fixture_node(sim, "epycsim")));
	assert_false(serve_missing(sim, fixture_node(sim, "epycsim/control")));
	sim_free(sim);
}

static void on_changed(void *ctx, uint32_t ino)
{
	uint32_t *last = ctx;

	*last = ino;
}

static void a_node_that_comes_or_goes_is_announced(void **state)
{
	struct sim *sim = fixture_sim("");
	uint32_t announced = 0;
	struct sim_hooks hooks = { .changed = on_changed,
				   .changed_ctx = &announced };

	UNUSED(state);
	sim_set_hooks(sim, &hooks);
	fixture_command(sim, "fault f file:/dev/hsmp errno=EIO");
	assert_int_equal(announced, 0);
	fixture_command(sim, "fault g file:/dev/hsmp missing=yes active=no");
	fixture_command(sim, "fault g on");
	assert_int_equal(announced, fixture_node(sim, "dev/hsmp"));
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_say_at_which_calls_it_strikes),
		cmocka_unit_test(only_the_target_is_struck),
		cmocka_unit_test(effects_of_several_add_up),
		cmocka_unit_test(switching_on_begins_to_count_anew),
		cmocka_unit_test(there_is_room_for_so_many_and_no_more),
		cmocka_unit_test(a_star_in_a_path_matches_slashes_too),
		cmocka_unit_test(a_missing_node_is_gone_until_the_fault_is_off),
		cmocka_unit_test(a_forbidden_node_does_not_open),
		cmocka_unit_test(a_fault_of_a_file_strikes_its_readers),
		cmocka_unit_test(the_control_file_stays_reachable),
		cmocka_unit_test(a_node_that_comes_or_goes_is_announced),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
