// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Package energy by powercap and by perf
 */
#include <errno.h>
#include <stdio.h>

#include "hw/perf.h"
#include "hw/powercap.h"
#include "tests/mock/fixture.h"
#include "tests/mock/machine.h"

#define CLASS "sys/class/powercap/"
#define PMU "sys/bus/event_source/devices/power/"
#define UNTOUCHED UINT64_C(0x5C5C5C5C5C5C5C5C)

/* As Linux prints it: 2^-32. */
#define SCALE "2.3283064365386962890625e-10\n"

/* Packages 0 and 3, two cores each. */
static const struct mock_cpu machine[] = {
	{ 0, 0, 0, "0", 0, 0, "0-1", 0 },
	{ 1, 0, 1, "1", 0, 0, "0-1", 2 },
	{ 2, 3, 0, "2", 0, 8, "2-3", 64 },
	{ 3, 3, 1, "3", 0, 8, "2-3", 66 },
};

struct rig {
	struct fixture *f;
	struct topology *t;
	struct hw_files *files;
};

static int rig_setup(void **state)
{
	struct rig *rig = calloc(1, sizeof(*rig));
	void *f = NULL;

	if (!rig || fixture_setup(&f) < 0)
		return -1;
	rig->f = f;
	mock_machine(rig->f->m, "0-3\n", "0-3\n", machine, ARRAY_SIZE(machine));
	if (topology_read(rig->f->hw, &rig->t) < 0 ||
	    hw_files_new(rig->f->hw, 8, &rig->files) < 0)
		return -1;
	mock_clear_log(rig->f->m);
	*state = rig;
	return 0;
}

static int rig_teardown(void **state)
{
	struct rig *rig = *state;
	void *f = rig->f;
	bool left = hw_files_open_count(rig->files) != 0;

	hw_files_free(rig->files);
	topology_free(rig->t);
	free(rig);
	return fixture_teardown(&f) || left;
}

static void zone(struct rig *rig, const char *entry, const char *name,
		 const char *uj)
{
	mock_filef(rig->f->m, name, CLASS "%s/name", entry);
	mock_filef(rig->f->m, uj, CLASS "%s/energy_uj", entry);
	mock_filef(rig->f->m, "65532610987\n", CLASS "%s/max_energy_range_uj",
		   entry);
}

/* What each socket's zone says. */
static void zones_give(struct rig *rig, const int want[2], const uint64_t uj[2])
{
	struct powercap *p = NULL;

	assert_int_equal(powercap_new(rig->files, rig->f->hw, rig->t, &p), 0);
	for (uint32_t s = 0; s < 2; s++) {
		uint64_t v = UNTOUCHED, range = UNTOUCHED;

		assert_int_equal(powercap_pkg_uj(p, s, &v), want[s]);
		assert_int_equal(v, want[s] ? UNTOUCHED : uj[s]);
		if (want[s] == -EACCES)
			continue;
		assert_int_equal(powercap_pkg_range_uj(p, s, &range), want[s]);
		assert_int_equal(range, want[s] ? UNTOUCHED : 65532610987);
	}
	powercap_free(p);
}

static void zones_are_found_by_the_package_in_their_name(void **state)
{
	static const uint64_t uj[2] = { 17, 18446744073709551615U };
	static const int good[2] = { 0, 0 };
	struct rig *rig = *state;

	/* Numbered the other way round, with all that lies beside them. */
	zone(rig, "intel-rapl:1", "package-0\n", "17\n");
	zone(rig, "intel-rapl:0", "package-3\n", "18446744073709551615\n");
	zone(rig, "intel-rapl:0:0", "core\n", "5\n");
	zone(rig, "intel-rapl:0:1", "dram\n", "6\n");
	zone(rig, "intel-rapl:2", "psys\n", "7\n");
	zone(rig, "intel-rapl-mmio:0", "package-0\n", "8\n");
	mock_file(rig->f->m, CLASS "intel-rapl/enabled", "1\n");
	zones_give(rig, good, uj);
}

static void without_powercap_it_is_enoent(void **state)
{
	static const int none[2] = { -ENOENT, -ENOENT };
	struct rig *rig = *state;
	struct powercap *p = NULL;
	uint64_t v;

	zones_give(rig, none, NULL);
	zone(rig, "intel-rapl:0", "package-3\n", "4\n");
	assert_int_equal(powercap_new(rig->files, rig->f->hw, rig->t, &p), 0);
	assert_int_equal(powercap_pkg_uj(p, 0, &v), -ENOENT);
	assert_int_equal(powercap_pkg_uj(p, 1, &v), 0);
	assert_int_equal(v, 4);
	assert_int_equal(powercap_pkg_uj(p, 2, &v), -ENOENT);
	assert_int_equal(powercap_pkg_uj(p, UINT32_MAX, &v), -ENOENT);
	powercap_free(p);
	powercap_free(NULL);
}

static void one_zone_a_ccd_makes_all_of_them_unusable(void **state)
{
	static const char *const bad[][2] = {
		{ "package-0-die-0\n", "package-0-die-1\n" },
		{ "package-0\n", "package-0-die-1\n" },
		{ "package-0-die-0\n", "package-3-die-0\n" },
		/* Dies that pretend to be packages: twice, or unknown ones. */
		{ "package-0\n", "package-0\n" },
		{ "package-0\n", "package-1\n" },
		{ "package-3\n", "package-x\n" },
		{ "package-3\n", "package-\n" },
		{ "package-3\n", "package-99999999999\n" },
	};
	static const int unclean[2] = { -EUCLEAN, -EUCLEAN };
	struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		zone(rig, "intel-rapl:0", bad[i][0], "1\n");
		zone(rig, "intel-rapl:1", bad[i][1], "2\n");
		zones_give(rig, unclean, NULL);
	}
}

static void energy_that_may_not_be_read_is_eacces(void **state)
{
	static const int denied[2] = { -EACCES, 0 };
	static const uint64_t uj[2] = { 0, 2 };
	struct rig *rig = *state;

	zone(rig, "intel-rapl:0", "package-0\n", "1\n");
	zone(rig, "intel-rapl:1", "package-3\n", "2\n");
	mock_open_error(rig->f->m, CLASS "intel-rapl:0/energy_uj", -EACCES);
	zones_give(rig, denied, uj);
}

static void a_zone_that_is_not_understood_gives_no_number(void **state)
{
	static const char *const texts[] = { "", "x\n", "-1\n", "1 2\n",
					     "18446744073709551616\n" };
	struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct powercap *p = NULL;
		uint64_t v = UNTOUCHED;

		zone(rig, "intel-rapl:0", "package-0\n", texts[i]);
		assert_int_equal(
			powercap_new(rig->files, rig->f->hw, rig->t, &p), 0);
		assert_int_equal(powercap_pkg_uj(p, 0, &v), -EINVAL);
		assert_int_equal(v, UNTOUCHED);
		powercap_free(p);
	}
}

static void a_name_that_can_not_be_read_leaves_no_zone_sure(void **state)
{
	static const int eio[2] = { -EIO, -EIO };
	struct rig *rig = *state;

	zone(rig, "intel-rapl:0", "package-0\n", "1\n");
	zone(rig, "intel-rapl:1", "package-3\n", "2\n");
	mock_read_error(rig->f->m, CLASS "intel-rapl:1/name", -EIO, -1);
	zones_give(rig, eio, NULL);
}

static void plant_pmu(struct rig *rig, const char *cpumask)
{
	mock_file(rig->f->m, PMU "type", "9\n");
	mock_file(rig->f->m, PMU "cpumask", cpumask);
	mock_file(rig->f->m, PMU "events/energy-pkg", "event=0x02\n");
	mock_file(rig->f->m, PMU "events/energy-pkg.scale", SCALE);
	mock_file(rig->f->m, PMU "events/energy-pkg.unit", "Joules\n");
}

static void count(struct rig *rig, uint32_t cpu, uint64_t value, int err)
{
	const struct hw_perf_event event = { .type = 9,
					     .config = 2,
					     .cpu = cpu };

	mock_perf_event(rig->f->m, &event, value, err);
}

static void perf_gives(struct rig *rig, const int want[2],
		       const uint64_t counts[2])
{
	struct perf_power *p = NULL;

	assert_int_equal(perf_power_new(rig->f->hw, rig->t, &p), 0);
	for (uint32_t s = 0; s < 2; s++) {
		uint64_t v = UNTOUCHED;
		unsigned int esu = 99;

		assert_int_equal(perf_power_pkg(p, s, &v, &esu), want[s]);
		assert_int_equal(v, want[s] ? UNTOUCHED : counts[s]);
		assert_int_equal(esu, want[s] ? 99 : 32);
	}
	perf_power_free(p);
}

static void perf_counts_on_one_cpu_a_package(void **state)
{
	static const uint64_t counts[2] = { 0x123456789A, 7 };
	static const int good[2] = { 0, 0 };
	struct rig *rig = *state;

	plant_pmu(rig, "1-2\n");
	count(rig, 1, counts[0], 0);
	count(rig, 2, counts[1], 0);
	perf_gives(rig, good, counts);
	assert_int_equal(mock_count(rig->f->m, MOCK_PERF, NULL), 2);
}

static void an_event_stays_open(void **state)
{
	struct rig *rig = *state;
	struct perf_power *p = NULL;
	unsigned int esu;
	uint64_t v;

	plant_pmu(rig, "0,2\n");
	count(rig, 0, 5, 0);
	assert_int_equal(perf_power_new(rig->f->hw, rig->t, &p), 0);
	for (int i = 0; i < 10; i++)
		assert_int_equal(perf_power_pkg(p, 0, &v, &esu), 0);
	assert_int_equal(mock_count(rig->f->m, MOCK_PERF, NULL), 1);
	/* One that can't be opened is tried each ten seconds. */
	count(rig, 2, 6, -EACCES);
	for (int i = 0; i < 10; i++)
		assert_int_equal(perf_power_pkg(p, 1, &v, &esu), -EACCES);
	assert_int_equal(mock_count(rig->f->m, MOCK_PERF, NULL), 2);
	count(rig, 2, 6, 0);
	mock_advance(rig->f->m, PERF_RETRY_NS);
	assert_int_equal(perf_power_pkg(p, 1, &v, &esu), 0);
	assert_int_equal(v, 6);
	perf_power_free(p);
	perf_power_free(NULL);
}

static void one_cpu_a_ccd_makes_perf_unusable(void **state)
{
	static const int unclean[2] = { -EUCLEAN, -EUCLEAN };
	struct rig *rig = *state;

	count(rig, 0, 1, 0);
	count(rig, 2, 2, 0);
	plant_pmu(rig, "0-3\n");
	perf_gives(rig, unclean, NULL);
	plant_pmu(rig, "0,2-3\n");
	perf_gives(rig, unclean, NULL);
	assert_int_equal(mock_count(rig->f->m, MOCK_PERF, NULL), 0);
}

static void a_package_without_its_cpu_has_no_event(void **state)
{
	static const int half[2] = { -ENOENT, 0 };
	static const uint64_t counts[2] = { 0, 3 };
	struct rig *rig = *state;

	plant_pmu(rig, "3,9\n");
	count(rig, 3, 3, 0);
	perf_gives(rig, half, counts);
}

static void an_isolated_cpu_counts_nothing_for_us(void **state)
{
	static const int half[2] = { -EBUSY, 0 };
	static const uint64_t counts[2] = { 0, 3 };
	struct rig *rig = *state;

	topology_free(rig->t);
	mock_file(rig->f->m, "sys/devices/system/cpu/isolated", "0\n");
	assert_int_equal(topology_read(rig->f->hw, &rig->t), 0);
	plant_pmu(rig, "0,2\n");
	count(rig, 0, 1, 0);
	count(rig, 2, 3, 0);
	perf_gives(rig, half, counts);
	assert_int_equal(mock_count(rig->f->m, MOCK_PERF, "perf/cpu0"), 0);
}

static void a_pmu_that_is_not_understood_gives_no_number(void **state)
{
	static const struct {
		const char *file;
		const char *text;
	} bad[] = {
		{ "type", "x\n" },
		{ "type", "4294967296\n" },
		{ "cpumask", "0-\n" },
		{ "events/energy-pkg", "event=0x100\n" },
		{ "events/energy-pkg", "event=0x02,umask=1\n" },
		{ "events/energy-pkg", "config=2\n" },
		{ "events/energy-pkg.unit", "Watts\n" },
		{ "events/energy-pkg.scale", "1e-6\n" },
		/* 2^-33 is finer than our sums. */
		{ "events/energy-pkg.scale",
		  "1.16415321826934814453125e-10\n" },
	};
	static const int inval[2] = { -EINVAL, -EINVAL };
	struct rig *rig = *state;

	count(rig, 0, 1, 0);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		plant_pmu(rig, "0,2\n");
		mock_filef(rig->f->m, bad[i].text, PMU "%s", bad[i].file);
		perf_gives(rig, inval, NULL);
	}
	assert_int_equal(mock_count(rig->f->m, MOCK_PERF, NULL), 0);
}

static void without_the_pmu_or_a_file_of_it_perf_is_enoent(void **state)
{
	static const char *const files[] = { "type", "cpumask",
					     "events/energy-pkg",
					     "events/energy-pkg.scale",
					     "events/energy-pkg.unit" };
	static const int none[2] = { -ENOENT, -ENOENT };
	struct rig *rig = *state;
	char path[96];

	perf_gives(rig, none, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		plant_pmu(rig, "0,2\n");
		(void)snprintf(path, sizeof(path), PMU "%s", files[i]);
		mock_remove(rig->f->m, path);
		perf_gives(rig, none, NULL);
	}
}

static void a_short_count_is_eio(void **state)
{
	struct rig *rig = *state;
	struct perf_power *p = NULL;
	uint64_t v = UNTOUCHED;
	unsigned int esu = 99;

	plant_pmu(rig, "0,2\n");
	count(rig, 0, 1, 0);
	mock_bytes(rig->f->m, "perf/cpu0", "1234", 4);
	assert_int_equal(perf_power_new(rig->f->hw, rig->t, &p), 0);
	assert_int_equal(perf_power_pkg(p, 0, &v, &esu), -EIO);
	assert_int_equal(v, UNTOUCHED);
	perf_power_free(p);
}

static void a_scale_is_an_exact_power_of_two(void **state)
{
	static const struct {
		const char *text;
		unsigned int shift;
	} good[] = {
		{ "2.3283064365386962890625e-10", 32 },
		{ "0.00000000023283064365386962890625", 32 },
		{ "23283064365386962890625E-32", 32 },
		{ "232830643653869628906250e-33", 32 },
		{ "0.5", 1 },
		{ "5e-1", 1 },
		{ "1", 0 },
		{ "1.0", 0 },
		{ "10e-1", 0 },
		{ "0.00006103515625", 14 },
		{ "1.52587890625e-5", 16 },
		{ "1.52587890625e-05", 16 },
		{ "0.152587890625e-4", 16 },
	};
	static const char *const bad[] = {
		"",
		"e-10",
		".",
		".5",
		"5.",
		"0",
		"0.0",
		"3",
		"1.5",
		"2",
		"4e0",
		"3e-1",
		/* The last digit is one off; a rounded one; with rubbish. */
		"2.3283064365386962890626e-10",
		"2.3283064365386963e-10",
		"2.3283064365386962890625e-10x",
		" 1",
		"1 ",
		"+1",
		"-1",
		"1e",
		"1e-",
		"1e-99999999999999999999",
		"1.0.0",
		"0x1p-32",
		"nan",
		"15.3e-6",
		/* 39 digits. */
		"0.500000000000000000000000000000000000000",
	};
	unsigned int shift;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		shift = 99;
		if (perf_scale_parse(good[i].text, &shift) != 0)
			fail_msg("%s is refused", good[i].text);
		assert_int_equal(shift, good[i].shift);
	}
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		shift = 99;
		if (perf_scale_parse(bad[i], &shift) != -EINVAL)
			fail_msg("'%s' is accepted", bad[i]);
		assert_int_equal(shift, 99);
	}
}

static void an_event_is_one_small_number(void **state)
{
	uint64_t config = 99;

	(void)state;
	assert_int_equal(perf_event_parse("event=0x02", &config), 0);
	assert_int_equal(config, 2);
	assert_int_equal(perf_event_parse("event=0xff", &config), 0);
	assert_int_equal(config, 255);
	assert_int_equal(perf_event_parse("event=", &config), -EINVAL);
	assert_int_equal(perf_event_parse("event=0x100", &config), -EINVAL);
	assert_int_equal(perf_event_parse("event=0x2 ", &config), -EINVAL);
	assert_int_equal(config, 255);
}

static void each_call_that_fails_gives_no_wrong_value(void **state)
{
	static const int errors[] = { -EIO, -EACCES, -ENOENT, -EMFILE };
	struct rig *rig = *state;

	zone(rig, "intel-rapl:0", "package-0\n", "17\n");
	zone(rig, "intel-rapl:1", "package-3\n", "18\n");
	plant_pmu(rig, "0,2\n");
	count(rig, 0, 17, 0);
	count(rig, 2, 18, 0);
	for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
		unsigned int n;

		for (n = 1; n < 100; n++) {
			uint64_t v[4] = { UNTOUCHED, UNTOUCHED, UNTOUCHED,
					  UNTOUCHED };
			struct perf_power *p = NULL;
			struct powercap *c = NULL;
			unsigned int esu;
			int r[4];

			mock_fail_nth(rig->f->m, n, errors[i]);
			assert_int_equal(powercap_new(rig->files, rig->f->hw,
						      rig->t, &c),
					 0);
			assert_int_equal(perf_power_new(rig->f->hw, rig->t, &p),
					 0);
			for (uint32_t s = 0; s < 2; s++) {
				r[s] = powercap_pkg_uj(c, s, &v[s]);
				r[2 + s] =
					perf_power_pkg(p, s, &v[2 + s], &esu);
			}
			powercap_free(c);
			perf_power_free(p);
			for (unsigned int k = 0; k < 4; k++)
				assert_int_equal(v[k],
						 r[k] ? UNTOUCHED : 17 + k % 2);
			if (!mock_has_failed(rig->f->m))
				break;
		}
		assert_in_range(n, 15, 60);
	}
	mock_fail_nth(rig->f->m, 0, 0);
}

#define rig_test(fn) \
	cmocka_unit_test_setup_teardown(fn, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		rig_test(zones_are_found_by_the_package_in_their_name),
		rig_test(without_powercap_it_is_enoent),
		rig_test(one_zone_a_ccd_makes_all_of_them_unusable),
		rig_test(energy_that_may_not_be_read_is_eacces),
		rig_test(a_zone_that_is_not_understood_gives_no_number),
		rig_test(a_name_that_can_not_be_read_leaves_no_zone_sure),
		rig_test(perf_counts_on_one_cpu_a_package),
		rig_test(an_event_stays_open),
		rig_test(one_cpu_a_ccd_makes_perf_unusable),
		rig_test(a_package_without_its_cpu_has_no_event),
		rig_test(an_isolated_cpu_counts_nothing_for_us),
		rig_test(a_pmu_that_is_not_understood_gives_no_number),
		rig_test(without_the_pmu_or_a_file_of_it_perf_is_enoent),
		rig_test(a_short_count_is_eio),
		cmocka_unit_test(a_scale_is_an_exact_power_of_two),
		cmocka_unit_test(an_event_is_one_small_number),
		rig_test(each_call_that_fails_gives_no_wrong_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
