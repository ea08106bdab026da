// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of the values of sysfs
 *
 * A small machine whose other files are the input's (tree.h): attributes of
 * cpufreq and cpuidle, zones of powercap, the power PMU, k10temp. Whatever they
 * hold, a value that is given is what a naive reading of the file gives, and a
 * failure leaves the output alone. The first line alone is also tried as a
 * scale and as an event of perf.
 */
#include <math.h>

#include "hw/cpufreq.h"
#include "hw/hwmon.h"
#include "hw/perf.h"
#include "hw/powercap.h"
#include "tests/fuzz/tree.h"
#include "tests/mock/machine.h"

#define UNTOUCHED UINT64_C(0x5C5C5C5C5C5C5C5C)

static void check_scale(const char *text)
{
	unsigned int shift = 99;
	uint64_t config = UNTOUCHED;

	if (perf_scale_parse(text, &shift) == 0)
		/* A power of two is exact in a double. */
		FUZZ_CHECK(strtod(text, NULL) == ldexp(1, -(int)shift));
	else
		FUZZ_CHECK(shift == 99);
	if (perf_event_parse(text, &config) == 0)
		FUZZ_CHECK(config < 256 && strncmp(text, "event=", 6) == 0);
	else
		FUZZ_CHECK(config == UNTOUCHED);
}

/* A number is what the C library makes of the same text. */
static void check_number(int r, uint64_t v, int text_r, const char *text)
{
	if (r < 0) {
		FUZZ_CHECK(v == UNTOUCHED);
		return;
	}
	FUZZ_CHECK(text_r > 0);
	FUZZ_CHECK(v == strtoull(text, NULL, 10));
}

static void check_cpufreq(struct cpufreq *cf, uint32_t cpu)
{
	for (unsigned int a = 0; a < CPUFREQ_N_ATTRS; a++) {
		uint64_t v = UNTOUCHED;
		char text[64] = "";
		int r, text_r;

		r = cpufreq_get_u64(cf, cpu, (enum cpufreq_attr)a, &v);
		text_r = cpufreq_get_text(cf, cpu, (enum cpufreq_attr)a, text,
					  sizeof(text));
		FUZZ_CHECK(text_r < 0 || (size_t)text_r == strlen(text));
		check_number(r, v, text_r, text);
	}
}

static void check_globals(struct cpufreq *cf)
{
	for (unsigned int g = 0; g < CPUFREQ_N_GLOBALS; g++) {
		uint64_t v = UNTOUCHED;
		char text[64] = "";
		int r, text_r;

		r = cpufreq_global_u64(cf, (enum cpufreq_global)g, &v);
		text_r = cpufreq_global_text(cf, (enum cpufreq_global)g, text,
					     sizeof(text));
		FUZZ_CHECK(text_r < 0 || (size_t)text_r == strlen(text));
		check_number(r, v, text_r, text);
	}
}

static void check_idle(struct cpufreq *cf, uint32_t cpu)
{
	uint64_t sum = 0, idle = UNTOUCHED;
	const char *name;
	bool all = true;
	unsigned int k;

	for (k = 0; cpuidle_state_name(cf, cpu, k, &name) == 0; k++) {
		uint64_t v = UNTOUCHED;

		FUZZ_CHECK(k < 10 && strlen(name) < 16);
		if (cpuidle_get(cf, cpu, name, CPUIDLE_TIME, &v) == 0)
			sum += v;
		else
			all = false;
		for (unsigned int a = 0; a < CPUIDLE_N_ATTRS; a++) {
			v = UNTOUCHED;
			if (cpuidle_get(cf, cpu, name, (enum cpuidle_attr)a,
					&v) < 0)
				FUZZ_CHECK(v == UNTOUCHED);
		}
	}
	/* Two states of one name are one to those who ask by name. */
	if (cpuidle_idle_us(cf, cpu, &idle) == 0)
		FUZZ_CHECK(k > 0);
	else
		FUZZ_CHECK(idle == UNTOUCHED);
	if (k == 1 && all)
		FUZZ_CHECK(idle == sum);
}

static void check_energy(struct hw *hw, struct hw_files *files,
			 const struct topology *t)
{
	struct powercap *zones = NULL;
	struct perf_power *p = NULL;
	struct k10temp *k = NULL;

	FUZZ_CHECK(powercap_new(files, hw, t, &zones) == 0);
	FUZZ_CHECK(perf_power_new(hw, t, &p) == 0);
	FUZZ_CHECK(k10temp_new(files, hw, t->n_sockets, &k) == 0);
	for (uint32_t s = 0; s < t->n_sockets; s++) {
		uint64_t v = UNTOUCHED, count = UNTOUCHED;
		int64_t mc = 77777777;
		unsigned int esu = 99;

		if (powercap_pkg_uj(zones, s, &v) < 0)
			FUZZ_CHECK(v == UNTOUCHED);
		if (perf_power_pkg(p, s, &count, &esu) < 0)
			FUZZ_CHECK(count == UNTOUCHED && esu == 99);
		else
			FUZZ_CHECK(esu <= 32);
		if (k10temp_tctl_mc(k, s, &mc) < 0)
			FUZZ_CHECK(mc == 77777777);
	}
	k10temp_free(k);
	perf_power_free(p);
	powercap_free(zones);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_string(data, size);
	struct hw_files *files = NULL;
	struct cpufreq *cf = NULL;
	struct topology *t = NULL;
	struct mock *m = mock_new();
	struct hw *hw = NULL;

	text[strcspn(text, "\n")] = '\0';
	check_scale(text);
	free(text);

	FUZZ_CHECK(m && mock_hw(m, &hw) == 0);
	mock_machine_small(m);
	FUZZ_CHECK(topology_read(hw, &t) == 0);
	tree_plant(m, (const char *)data, size);
	FUZZ_CHECK(hw_files_new(hw, 8, &files) == 0);
	FUZZ_CHECK(cpufreq_new(files, hw, t, &cf) == 0);
	for (uint32_t cpu = 0; cpu < 2; cpu++) {
		check_cpufreq(cf, cpu);
		check_idle(cf, cpu);
	}
	check_globals(cf);
	check_energy(hw, files, t);
	(void)topology_changed(hw, t);
	cpufreq_free(cf);
	FUZZ_CHECK(hw_files_open_count(files) == 0);
	hw_files_free(files);
	topology_free(t);
	hw_free(hw);
	FUZZ_CHECK(!mock_done(m));
	mock_free(m);
	return 0;
}
