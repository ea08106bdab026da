// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Every scenario's energy registers, summed up by the library
 *
 * 10 s of each scenario that comes with epycsim, read as an agent would (unit
 * register, then counters, wraps unwrapped): the sums are within 0.1 % of the
 * true energies, at whatever unit, width and start.
 */
#include "tests/unit/sim/model_fixture.h"

#include <glob.h>
#include <math.h>

#include "hw/msr_regs.h"
#include "hw/rapl.h"

#define MS NSEC_PER_MSEC
/* Twice as often as the shortest of all wraps, wrap-1s's, asks for. */
#define INTERVAL_NS (250 * MS)
#define FIRST_NS (1234 * MS)
#define N_SAMPLES 40
#define TOLERANCE 0.001

struct source {
	uint32_t cpu;
	uint32_t reg;
	uint32_t esu;
	uint32_t max_mw;
	double (*joule)(const struct machine *m, uint32_t index, uint64_t t_ns);
	uint32_t index;
};

static uint32_t n_wraps, n_wide;

static void follow(const struct machine *m, const struct source *src)
{
	struct rapl_counter c = { 0 };
	bool wide = machine_scenario(m)->counter_bits == 64;
	uint128_t first = 0;
	double wanted, got;
	uint64_t t = FIRST_NS, raw;

	for (uint32_t i = 0; i <= N_SAMPLES; i++) {
		t = FIRST_NS + i * INTERVAL_NS;
		assert_int_equal(machine_msr(m, src->cpu, src->reg, t, &raw),
				 0);
		(void)rapl_counter_update(&c, src->esu, raw, wide, t,
					  src->max_mw);
		if (i == 0)
			first = c.sum;
	}
	assert_int_equal(c.rejected + c.lost + c.resets, 0);
	n_wraps += c.wraps != 0;
	n_wide += c.bits == 64;
	got = (double)(c.sum - first) / 0x1p32;
	wanted = src->joule(m, src->index, t) -
		 src->joule(m, src->index, FIRST_NS);
	if (!(fabs(got - wanted) <= wanted * TOLERANCE))
		fail_msg("%s, register %X of CPU %u: %.9g J, not %.9g J",
			 machine_scenario(m)->name, src->reg, src->cpu, got,
			 wanted);
}

static void follow_amd(const struct machine *m, uint32_t esu)
{
	const struct scenario *sc = machine_scenario(m);
	uint32_t pkg_mw = (uint32_t)(sc->limit_max_w * 1000);

	for (uint32_t i = 0; i < scenario_n_cores(sc); i++)
		follow(m, &(struct source){ i, MSR_AMD_CORE_ENERGY_STATUS, esu,
					    RAPL_DEFAULT_CORE_MAX_MW,
					    machine_core_j, i });
	for (uint32_t s = 0; s < sc->n_sockets; s++)
		follow(m, &(struct source){ s * sc->cores_per_socket,
					    MSR_AMD_PKG_ENERGY_STATUS, esu,
					    pkg_mw, machine_pkg_j, s });
}

static void follow_intel(const struct machine *m, uint32_t esu)
{
	const struct scenario *sc = machine_scenario(m);
	uint32_t pkg_mw = (uint32_t)(sc->limit_max_w * 1000);

	for (uint32_t s = 0; s < sc->n_sockets; s++) {
		uint32_t cpu = s * sc->cores_per_socket;

		follow(m, &(struct source){ cpu, MSR_INTEL_PKG_ENERGY_STATUS,
					    esu, pkg_mw, machine_pkg_j, s });
		/* Memory's unit is fixed. */
		follow(m, &(struct source){ cpu, MSR_INTEL_DRAM_ENERGY_STATUS,
					    16, pkg_mw, machine_dram_j, s });
	}
}

static void follow_scenario(const char *path, uint32_t *ret_esus)
{
	static char text[65536];
	struct scenario_error err = { 0 };
	FILE *f = fopen(path, "re");
	struct rapl_units units;
	struct scenario sc;
	struct machine *m;
	uint64_t raw;
	size_t len;

	assert_non_null(f);
	len = fread(text, 1, sizeof(text), f);
	(void)fclose(f);
	if (scenario_parse(text, len, &sc, &err))
		fail_msg("%s:%u: %s", path, err.line, err.reason);
	m = machine_init(malloc(machine_size(&sc)), &sc);
	assert_int_equal(machine_msr(m, 0,
				     scenario_is_intel(&sc)
					     ? MSR_INTEL_RAPL_POWER_UNIT
					     : MSR_AMD_RAPL_POWER_UNIT,
				     FIRST_NS, &raw),
			 0);
	units = rapl_units_decode(raw);
	*ret_esus |= UINT32_C(1) << units.energy;
	if (scenario_is_intel(&sc))
		follow_intel(m, units.energy);
	else
		follow_amd(m, units.energy);
	free(m);
}

static void
ten_seconds_of_every_scenario_are_right_to_a_thousandth(void **state)
{
	uint32_t esus = 0;
	glob_t paths;

	UNUSED(state);
	assert_int_equal(glob("sim/scenarios/*.scenario", 0, NULL, &paths), 0);
	for (size_t i = 0; i < paths.gl_pathc; i++)
		follow_scenario(paths.gl_pathv[i], &esus);
	assert_true(paths.gl_pathc >= 20);
	globfree(&paths);
	/* What this is about has occurred. */
	assert_int_equal(esus, 1 << 14 | 1 << 16 | 1 << 24);
	assert_true(n_wraps > 20);
	assert_true(n_wide > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			ten_seconds_of_every_scenario_are_right_to_a_thousandth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
