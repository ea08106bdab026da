// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Faults as words of a control command
 */
#include "tests/unit/sim/model_fixture.h"

#include <errno.h>

static void a_command_has_name_target_and_settings(void **state)
{
	struct scenario_error err;
	struct fault f;

	UNUSED(state);
	assert_int_equal(fault_parse("slow hsmp:GET_SOCKET_POWER "
				     "latency_ms=50 every=3",
				     &f, &err),
			 0);
	assert_string_equal(f.name, "slow");
	assert_int_equal(f.target, FAULT_HSMP);
	assert_int_equal(f.id, 0x04);
	assert_int_equal(f.where, UINT32_MAX);
	assert_int_equal(f.latency_ns, 50 * NSEC_PER_MSEC);
	assert_int_equal(f.every, 3);
	assert_int_equal(f.after, 0);
	assert_int_equal(f.count, 0);
	assert_int_equal(f.err, 0);
	assert_true(f.active);
}

static void each_kind_of_target_is_read(void **state)
{
	static const struct {
		const char *text;
		enum fault_target target;
		uint32_t id;
		uint32_t where;
		const char *path;
	} good[] = {
		{ "a hsmp:0x1a errno=EBUSY", FAULT_HSMP, 0x1A, UINT32_MAX, "" },
		{ "a hsmp@7:4 errno=EBUSY", FAULT_HSMP, 4, 7, "" },
		{ "a hsmp:* dead=yes", FAULT_HSMP, UINT32_MAX, UINT32_MAX, "" },
		{ "a msr:0xC001029A errno=EIO", FAULT_MSR, 0xC001029A,
		  UINT32_MAX, "" },
		{ "  a\tmsr@5:*\terrno=EIO  ", FAULT_MSR, UINT32_MAX, 5, "" },
		{ "a file:/sys/*/cpu?/x missing=yes", FAULT_FILE, UINT32_MAX,
		  UINT32_MAX, "/sys/*/cpu?/x" },
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		struct scenario_error err;
		struct fault f;

		assert_int_equal(fault_parse(good[i].text, &f, &err), 0);
		assert_string_equal(f.name, "a");
		assert_int_equal(f.target, good[i].target);
		assert_int_equal(f.id, good[i].id);
		assert_int_equal(f.where, good[i].where);
		assert_string_equal(f.path, good[i].path);
	}
}

static void errno_names_are_those_of_the_system(void **state)
{
	static const struct {
		const char *text;
		int number;
	} names[] = {
		{ "a hsmp:* errno=ENOMSG", ENOMSG },
		{ "a hsmp:* errno=ETIMEDOUT", ETIMEDOUT },
		{ "a hsmp:* errno=EREMOTEIO", EREMOTEIO },
		{ "a hsmp:* errno=E2BIG", E2BIG },
		{ "a hsmp:* errno=ENXIO", ENXIO },
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct scenario_error err;
		struct fault f;

		assert_int_equal(fault_parse(names[i].text, &f, &err), 0);
		assert_int_equal(f.err, names[i].number);
	}
}

static void bad_commands_say_why_and_change_nothing(void **state)
{
	static const struct {
		const char *text;
		const char *reason;
	} bad[] = {
		{ "", "a fault begins with a name of 1 to 31 characters" },
		{ "0123456789abcdef0123456789abcdef hsmp:* dead=yes",
		  "a fault begins with a name of 1 to 31 characters" },
		{ "a", "after the name stands a target such as "
		       "hsmp:GET_SOCKET_POWER" },
		{ "a b", "target: b is not hsmp:..., msr:... or file:/..." },
		{ "a hsmp:*", "nothing goes wrong: set errno, status, dead, "
			      "missing, forbidden or latency_ms" },
		{ "a hsmp:* dead", "'dead' is not KEY=VALUE" },
		{ "a hsmp:* colour=red", "a fault has no key 'colour'" },
		{ "a hsmp:* =red", "a fault has no key ''" },
		{ "a hsmp:* target=msr:*", "target: is there twice" },
		{ "a hsmp:* dead=yes dead=yes", "dead: is there twice" },
		{ "a hsmp:* errno=EBUZY",
		  "errno: EBUZY is not an errno such as EBUSY" },
		{ "a hsmp:* errno=EIO every=x",
		  "every: x is not a whole number in 0 to 4294967295" },
		{ "a hsmp:* dead=yes\n errno=EIO", "control character" },
		{ "a hsmp:* dead=yes errno=EIO",
		  "more than one of errno, status, dead, missing, forbidden" },
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct scenario_error err = { .line = 7 };
		struct fault f, before;

		memset(&f, 0x5A, sizeof(f));
		before = f;
		assert_int_equal(fault_parse(bad[i].text, &f, &err), -EINVAL);
		assert_string_equal(err.reason, bad[i].reason);
		assert_int_equal(err.line, 0);
		assert_memory_equal(&f, &before, sizeof(f));
	}
}

static void a_path_of_127_characters_fits_and_no_longer_one(void **state)
{
	struct scenario_error err;
	struct fault f;
	char text[300];
	int len = snprintf(text, sizeof(text), "a file:/%0126d missing=yes", 0);

	UNUSED(state);
	assert_true(len > 0);
	assert_int_equal(fault_parse(text, &f, &err), 0);
	assert_int_equal(strlen(f.path), 127);
	(void)snprintf(text, sizeof(text), "a file:/%0127d missing=yes", 0);
	assert_int_equal(fault_parse(text, &f, &err), -EINVAL);
	assert_string_equal(err.reason, "target: the path is longer than 127 "
					"characters");
	(void)snprintf(text, sizeof(text), "a hsmp:* x=%0200d", 0);
	assert_int_equal(fault_parse(text, &f, &err), -EINVAL);
	assert_string_equal(err.reason, "a word is longer than 159 characters");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_command_has_name_target_and_settings),
		cmocka_unit_test(each_kind_of_target_is_read),
		cmocka_unit_test(errno_names_are_those_of_the_system),
		cmocka_unit_test(bad_commands_say_why_and_change_nothing),
		cmocka_unit_test(
			a_path_of_127_characters_fits_and_no_longer_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
