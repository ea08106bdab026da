// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Scenario files: what is read, and each error with its line and reason
 */
#include "tests/unit/sim/model_fixture.h"

#include <errno.h>

/* Lines of the fixture's scenario. */
#define TINY_LINES 16

static void a_complete_scenario_is_read_with_its_defaults(void **state)
{
	struct scenario sc;

	UNUSED(state);
	tiny_scenario(NULL, "", &sc);
	assert_string_equal(sc.name, "tiny");
	assert_string_equal(sc.vendor, "AuthenticAMD");
	assert_int_equal(sc.family, 25);
	assert_int_equal(sc.n_sockets, 1);
	assert_int_equal(sc.package_ids[0], 0);
	assert_int_equal(sc.cores_per_socket, 4);
	assert_int_equal(sc.threads_per_core, 1);
	assert_int_equal(sc.cores_per_ccd, 2);
	assert_false(sc.die_is_ccd);
	assert_int_equal(sc.nodes_per_socket, 1);
	assert_int_equal(cpuset_count(&sc.offline), 0);
	assert_true(sc.has_hsmp);
	assert_true(sc.has_msr);
	assert_true(sc.has_msr_safe);
	assert_int_equal(sc.protocol, 2);
	assert_int_equal(sc.smu_version, 0x2D5A00);
	assert_int_equal(sc.mailbox_us, 300);
	assert_int_equal(sc.esu, 16);
	assert_int_equal(sc.counter_bits, 32);
	assert_true(sc.core_idle_w == 1);
	assert_true(sc.uncore_w == 20);
	assert_int_equal(sc.boost_limit_mhz, 3000);
	assert_string_equal(sc.driver, "acpi-cpufreq");
	assert_true(sc.has_msr_batch);
	assert_true(sc.has_k10temp);
	assert_int_equal(sc.powercap, SCENARIO_POWERCAP_NONE);
	assert_int_equal(sc.msr_allow.n, 3);
	assert_int_equal(sc.msr_allow.v[0], 0xC0010299);
	assert_int_equal(sc.msr_allow.v[2], 0xC001029B);
	assert_int_equal(sc.driver_gen, HSMP_GEN_D);
	assert_int_equal(sc.binding, SCENARIO_BINDING_ACPI);
	assert_int_equal(sc.links, 0);
	assert_int_equal(sc.dimms.n, 0);
	assert_int_equal(sc.nbios, 4);
	assert_int_equal(sc.ddr_channels, 8);
	assert_true(sc.capabilities);
	assert_int_equal(sc.metric_table, SCENARIO_TABLE_NONE);
	assert_true(sc.dram_idle_w == 0 && sc.dram_busy_w == 0);
	assert_string_equal(sc.epp, "balance_performance");
	/* As slow as it gets, if nothing else is said. */
	assert_int_equal(sc.lowest_nonlinear_mhz, 1000);
	assert_true(sc.boost);
	assert_false(sc.prefcore);
	assert_false(scenario_is_intel(&sc));
	assert_int_equal(sc.load.kind, LOAD_CONSTANT);
	assert_true(sc.load.level == 0.5);
	assert_int_equal(sc.n_core_loads, 0);
	assert_int_equal(sc.n_faults, 0);
}

static void every_key_reaches_its_field(void **state)
{
	struct scenario sc;

	UNUSED(state);
	tiny_scenario(NULL,
		      "[machine]\nvendor = V\nmodel_name = a # b\nfamily = 26\n"
		      "model = 2\nstepping = 3\nsockets = 2\n"
		      "package_ids = 1,7\nthreads_per_core = 2\n"
		      "die_is_ccd = yes\nnodes_per_socket = 4\noffline = 3,5\n"
		      "isolated = 1-2\nnohz_full = 4\n"
		      "[nodes]\nhsmp = no\nmsr = no\nmsr_safe = no\n"
		      "[hsmp]\nprotocol = 5\nsmu_version = 0xFFFFFFFF\n"
		      "mailbox_us = 0\n"
		      "[energy]\nesu = 14\nbits = 64\n"
		      "core_start = 0xFFFFFFFFFFFFFFFF\npkg_start = 7\n"
		      "[clock]\nfclk_mhz = 1800\nmclk_mhz = 2400\n"
		      "[thermal]\nambient_c = -10.5\nc_per_w = 0.125\n"
		      "prochot_c = 100\n"
		      "[cpufreq]\ndriver = amd-pstate-epp\n"
		      "governor = powersave\n"
		      "[load]\ncore 3 = host\ncore 1-2 = constant 1\n",
		      &sc);
	assert_string_equal(sc.vendor, "V");
	assert_string_equal(sc.model_name, "a");
	assert_int_equal(sc.family, 26);
	assert_int_equal(sc.model, 2);
	assert_int_equal(sc.stepping, 3);
	assert_int_equal(sc.n_sockets, 2);
	assert_int_equal(sc.package_ids[0], 1);
	assert_int_equal(sc.package_ids[1], 7);
	assert_int_equal(sc.threads_per_core, 2);
	assert_true(sc.die_is_ccd);
	assert_int_equal(sc.nodes_per_socket, 4);
	assert_int_equal(cpuset_count(&sc.offline), 2);
	assert_true(cpuset_has(&sc.offline, 5));
	assert_true(cpuset_has(&sc.isolated, 2));
	assert_true(cpuset_has(&sc.nohz_full, 4));
	assert_false(sc.has_hsmp || sc.has_msr || sc.has_msr_safe);
	assert_int_equal(sc.protocol, 5);
	assert_int_equal(sc.smu_version, UINT32_MAX);
	assert_int_equal(sc.mailbox_us, 0);
	assert_int_equal(sc.esu, 14);
	assert_int_equal(sc.counter_bits, 64);
	assert_true(sc.core_start == UINT64_MAX);
	assert_int_equal(sc.pkg_start, 7);
	assert_int_equal(sc.fclk_mhz, 1800);
	assert_int_equal(sc.mclk_mhz, 2400);
	assert_true(sc.ambient_c == -10.5);
	assert_true(sc.thermal_c_per_w == 0.125);
	assert_true(sc.prochot_c == 100);
	assert_string_equal(sc.driver, "amd-pstate-epp");
	assert_string_equal(sc.governor, "powersave");
	assert_int_equal(sc.n_core_loads, 2);
	assert_int_equal(sc.core_loads[0].first, 3);
	assert_int_equal(sc.core_loads[0].last, 3);
	assert_int_equal(sc.core_loads[0].load.kind, LOAD_HOST);
	assert_int_equal(sc.core_loads[1].last, 2);
}

static void details_of_machine_and_mailbox_reach_their_fields(void **state)
{
	struct scenario sc;

	UNUSED(state);
	tiny_scenario(NULL,
		      "[nodes]\nmsr_batch = no\npowercap = die\nk10temp = no\n"
		      "[msr_safe]\nallow = 0x10 0xC001029A\n"
		      "[hsmp]\ndriver = OOT\nbinding = plat\nprotocol = 7\n"
		      "links = P1\tP3 G0  G3\ndimms = 0x80 0x84 144\n"
		      "nbios = 8\nddr_channels = 12\ncapabilities = no\n"
		      "metric_table = 7V\n"
		      "[cpufreq]\nepp = power\nlowest_nonlinear_mhz = 1700\n"
		      "boost = off\nprefcore = yes\n",
		      &sc);
	assert_false(sc.has_msr_batch || sc.has_k10temp);
	assert_int_equal(sc.powercap, SCENARIO_POWERCAP_DIE);
	assert_int_equal(sc.msr_allow.n, 2);
	assert_int_equal(sc.msr_allow.v[0], 0x10);
	assert_int_equal(sc.msr_allow.v[1], 0xC001029A);
	assert_int_equal(sc.driver_gen, HSMP_GEN_OOT);
	assert_int_equal(sc.binding, SCENARIO_BINDING_PLAT);
	assert_int_equal(sc.links, SCENARIO_LINK_P(1) | SCENARIO_LINK_P(3) |
					   SCENARIO_LINK_G(0) |
					   SCENARIO_LINK_G(3));
	assert_int_equal(sc.dimms.n, 3);
	assert_int_equal(sc.dimms.v[1], 0x84);
	assert_int_equal(sc.dimms.v[2], 0x90);
	assert_int_equal(sc.nbios, 8);
	assert_int_equal(sc.ddr_channels, 12);
	assert_false(sc.capabilities);
	assert_int_equal(sc.metric_table, SCENARIO_TABLE_7V);
	assert_string_equal(sc.epp, "power");
	assert_int_equal(sc.lowest_nonlinear_mhz, 1700);
	assert_false(sc.boost);
	assert_true(sc.prefcore);
	assert_string_equal(scenario_link_name(0), "P0");
	assert_string_equal(scenario_link_name(5), "P5");
	assert_string_equal(scenario_link_name(6), "G0");
	assert_string_equal(scenario_link_name(13), "G7");
}

static void lists_may_be_empty(void **state)
{
	struct scenario sc;

	UNUSED(state);
	tiny_scenario(NULL, "[msr_safe]\nallow =\n[hsmp]\nlinks =\ndimms =\n",
		      &sc);
	assert_int_equal(sc.msr_allow.n, 0);
	assert_int_equal(sc.links, 0);
	assert_int_equal(sc.dimms.n, 0);
}

static void a_xeon_is_one_by_its_vendor(void **state)
{
	struct scenario sc;

	UNUSED(state);
	tiny_scenario(NULL,
		      "[machine]\nvendor = GenuineIntel\n[nodes]\nhsmp = no\n"
		      "[power]\ndram_idle_w = 2.5\ndram_busy_w = 20\n",
		      &sc);
	assert_true(scenario_is_intel(&sc));
	assert_true(sc.dram_idle_w == 2.5);
	assert_true(sc.dram_busy_w == 20);
}

static void faults_are_read_with_all_their_keys(void **state)
{
	struct scenario sc;
	const struct fault *f = sc.faults;

	UNUSED(state);
	tiny_scenario(NULL,
		      "[fault one]\ntarget = hsmp@0:GET_DDR_BANDWIDTH\n"
		      "errno = EREMOTEIO\nevery = 3\nafter = 4\ncount = 5\n"
		      "active = no\n"
		      "[fault two]\ntarget = msr@2:0xC001029B\n"
		      "latency_ms = 1.5\n"
		      "[fault\tthree]\ntarget = file:/dev/cpu/?/msr\n"
		      "forbidden = yes\n"
		      "[fault four]\ntarget = hsmp:*\nstatus = 0xFC\n",
		      &sc);
	assert_int_equal(sc.n_faults, 4);
	assert_string_equal(f[0].name, "one");
	assert_int_equal(f[0].target, FAULT_HSMP);
	assert_int_equal(f[0].id, 0x14);
	assert_int_equal(f[0].where, 0);
	assert_int_equal(f[0].err, EREMOTEIO);
	assert_int_equal(f[0].every, 3);
	assert_int_equal(f[0].after, 4);
	assert_int_equal(f[0].count, 5);
	assert_false(f[0].active);
	assert_int_equal(f[1].target, FAULT_MSR);
	assert_int_equal(f[1].id, 0xC001029B);
	assert_int_equal(f[1].where, 2);
	assert_int_equal(f[1].latency_ns, 1500000);
	assert_int_equal(f[1].err, 0);
	assert_true(f[1].active);
	assert_string_equal(f[2].name, "three");
	assert_int_equal(f[2].target, FAULT_FILE);
	assert_string_equal(f[2].path, "/dev/cpu/?/msr");
	assert_true(f[2].forbidden);
	assert_int_equal(f[3].id, UINT32_MAX);
	assert_int_equal(f[3].where, UINT32_MAX);
	assert_int_equal(f[3].fw_status, 0xFC);
}

static void sections_may_be_reopened_and_lines_indented(void **state)
{
	struct scenario sc;

	UNUSED(state);
	tiny_scenario(NULL,
		      "# comment\n  [hsmp]  # here\n\tprotocol=7 # there\n\n"
		      "[energy]\n esu =  20 \n[hsmp]\nmailbox_us\t= 5",
		      &sc);
	assert_int_equal(sc.protocol, 7);
	assert_int_equal(sc.esu, 20);
	assert_int_equal(sc.mailbox_us, 5);
}

static void text_needs_no_end(void **state)
{
	char *text = tiny_text(NULL, "[hsmp]\nprotocol = 45");
	struct scenario_error err;
	struct scenario sc;

	UNUSED(state);
	/* Without the "5" and the newline: nothing behind the length counts. */
	assert_int_equal(scenario_parse(text, strlen(text) - 2, &sc, &err), 0);
	assert_int_equal(sc.protocol, 4);
	free(text);
}

static void lines_that_are_no_lines_are_refused(void **state)
{
	static const struct bad bad[] = {
		{ NULL, "[foo]", 17, "section [foo] is not known" },
		{ NULL, "[]", 17, "section [] is not known" },
		{ NULL, "[machine", 17, "'[machine' lacks its ]" },
		{ NULL, "[faulty]", 17, "section [faulty] is not known" },
		{ NULL, "what", 17,
		  "'what' is neither [section] nor key = value" },
		{ NULL, "= 5", 17,
		  "'= 5' is neither [section] nor key = value" },
		{ NULL, "esu = 5", 17, "esu: no such key in [load]" },
		{ NULL, "\n[hsmp]\nesu = 5", 19, "esu: no such key in [hsmp]" },
		{ NULL, "cores = 5", 17, "cores: no such key in [load]" },
		{ NULL, "a\rb", 17, "control character" },
		{ NULL, "[hsmp]\r\nprotocol = 2", 17, "control character" },
		{ NULL, "all = host", 17,
		  "all: is there already, from line 16" },
		{ NULL, "[machine]\nname = x", 18,
		  "name: is there already, from line 2" },
		{ NULL, "[hsmp]\nprotocol = 2\nprotocol = 2", 19,
		  "protocol: is there already, from line 18" },
	};

	UNUSED(state);
	expect_all_bad(bad, ARRAY_SIZE(bad));
}

static void a_key_before_any_section_is_refused(void **state)
{
	static const char text[] = "\n# c\nname = x\n";
	struct scenario_error err;
	struct scenario sc;

	UNUSED(state);
	assert_int_equal(scenario_parse(text, sizeof(text) - 1, &sc, &err),
			 -EINVAL);
	assert_int_equal(err.line, 3);
	assert_string_equal(err.reason, "name: stands before any [section]");
}

static void a_nul_is_refused_with_its_line(void **state)
{
	static const char text[] = "[machine]\nname = a\0b\n";
	struct scenario_error err;
	struct scenario sc;

	UNUSED(state);
	assert_int_equal(scenario_parse(text, sizeof(text) - 1, &sc, &err),
			 -EINVAL);
	assert_int_equal(err.line, 2);
	assert_string_equal(err.reason, "holds a NUL");
}

static void a_line_of_1000_characters_is_read_and_one_more_refused(void **state)
{
	struct scenario sc;
	char line[1002];

	UNUSED(state);
	memset(line, '#', sizeof(line));
	line[1000] = '\0';
	tiny_scenario(NULL, line, &sc);
	line[1000] = '#';
	line[1001] = '\0';
	expect_bad(
		&(struct bad){ NULL, line, 17, "longer than 1000 characters" });
}

static void an_empty_text_lacks_its_first_required_key(void **state)
{
	struct scenario_error err;
	struct scenario sc;

	UNUSED(state);
	assert_int_equal(scenario_parse("", 0, &sc, &err), -EINVAL);
	assert_int_equal(err.line, 0);
	assert_string_equal(err.reason, "name is missing in [machine]");
	assert_int_equal(scenario_parse(NULL, 0, &sc, &err), -EINVAL);
}

/* So many "core N = host" or "[fault N]" lines, and one. */
static char *many(const char *fmt, unsigned int n)
{
	size_t size = 64 * ((size_t)n + 1), len = 0;
	char *text = malloc(size);

	assert_non_null(text);
	text[0] = '\0';
	for (unsigned int i = 0; i < n; i++) {
		/* The format has one %u. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		len += (size_t)snprintf(text + len, size - len, fmt, i);
#pragma GCC diagnostic pop
	}
	return text;
}

static void tables_have_room_for_so_many_and_no_more(void **state)
{
	static const char fault[] = "[fault f%u]\ntarget=hsmp:*\ndead=yes\n";
	static const char core[] = "core 1=host #%u\n";
	struct scenario sc;
	char *text;

	UNUSED(state);
	text = many(core, SCENARIO_MAX_CORE_LOADS);
	tiny_scenario(NULL, text, &sc);
	assert_int_equal(sc.n_core_loads, SCENARIO_MAX_CORE_LOADS);
	free(text);
	text = many(core, SCENARIO_MAX_CORE_LOADS + 1);
	expect_bad(&(struct bad){ NULL, text, TINY_LINES + 65,
				  "core 1: more than 64 loads of cores" });
	free(text);
	text = many(fault, SCENARIO_MAX_FAULTS);
	tiny_scenario(NULL, text, &sc);
	assert_int_equal(sc.n_faults, SCENARIO_MAX_FAULTS);
	free(text);
	text = many(fault, SCENARIO_MAX_FAULTS + 1);
	expect_bad(&(struct bad){ NULL, text, TINY_LINES + 32 * 3 + 1,
				  "more than 32 faults" });
	free(text);
}

static void the_largest_machine_has_1024_cpus(void **state)
{
	struct scenario sc;

	UNUSED(state);
	tiny_scenario("cores_per_socket",
		      "[machine]\ncores_per_socket = 256\nsockets = 2\n"
		      "threads_per_core = 2",
		      &sc);
	assert_int_equal(scenario_n_cores(&sc), 512);
	assert_int_equal(scenario_n_cpus(&sc), 1024);
}

static void every_key_describes_itself_once(void **state)
{
	struct scenario_key a, b;

	UNUSED(state);
	for (size_t i = 0; scenario_key_get(i, &a); i++) {
		assert_true(*a.section && *a.key && *a.form && *a.help);
		assert_false(a.required && a.def);
		for (size_t j = 0; j < i; j++) {
			assert_true(scenario_key_get(j, &b));
			assert_false(strcmp(a.section, b.section) == 0 &&
				     strcmp(a.key, b.key) == 0);
		}
	}
	assert_true(scenario_key_get(0, &a));
	assert_string_equal(a.section, "machine");
	assert_string_equal(a.key, "name");
	assert_true(a.required);
	assert_true(scenario_key_get(3, &a));
	assert_string_equal(a.key, "family");
	assert_string_equal(a.form, "whole number in 1 to 255");
	assert_string_equal(a.def, "25");
	assert_false(scenario_key_get(1000, &a));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_complete_scenario_is_read_with_its_defaults),
		cmocka_unit_test(every_key_reaches_its_field),
		cmocka_unit_test(
			details_of_machine_and_mailbox_reach_their_fields),
		cmocka_unit_test(lists_may_be_empty),
		cmocka_unit_test(a_xeon_is_one_by_its_vendor),
		cmocka_unit_test(faults_are_read_with_all_their_keys),
		cmocka_unit_test(sections_may_be_reopened_and_lines_indented),
		cmocka_unit_test(text_needs_no_end),
		cmocka_unit_test(lines_that_are_no_lines_are_refused),
		cmocka_unit_test(a_key_before_any_section_is_refused),
		cmocka_unit_test(a_nul_is_refused_with_its_line),
		cmocka_unit_test(
			a_line_of_1000_characters_is_read_and_one_more_refused),
		cmocka_unit_test(an_empty_text_lacks_its_first_required_key),
		cmocka_unit_test(tables_have_room_for_so_many_and_no_more),
		cmocka_unit_test(the_largest_machine_has_1024_cpus),
		cmocka_unit_test(every_key_describes_itself_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
