// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Which registers a processor has, and what they count
 *
 * Register numbers and units are typed from the vendors' documentation; the
 * joules are calculated by hand.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/util.h"
#include "hw/rapl_vendor.h"

/* Icelake's unit register: power 1/8 W, energy 2^-14 J, time 2^-10 s. */
#define UNIT_606 UINT64_C(0xA0E03)

static void amd_has_units_cores_and_packages(void **state)
{
	static const uint32_t families[] = { 0x17, 0x19, 0x1A };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(families); i++) {
		const struct rapl_model *m =
			rapl_model_find(CPU_VENDOR_AMD, families[i], 0x01);

		assert_non_null(m);
		assert_int_equal(m->unit, 0xC0010299);
		assert_int_equal(m->info, 0);
		assert_int_equal(m->domains[RAPL_DOMAIN_CORE].msr, 0xC001029A);
		assert_int_equal(m->domains[RAPL_DOMAIN_CORE].scope,
				 RAPL_SCOPE_CORE);
		assert_int_equal(m->domains[RAPL_DOMAIN_PKG].msr, 0xC001029B);
		assert_int_equal(m->domains[RAPL_DOMAIN_PKG].scope,
				 RAPL_SCOPE_PKG);
		assert_int_equal(m->domains[RAPL_DOMAIN_DRAM].msr, 0);
	}
}

static void hygon_has_the_registers_of_amd(void **state)
{
	const struct rapl_model *m = rapl_model_find(CPU_VENDOR_HYGON, 0x18, 1);

	(void)state;
	assert_non_null(m);
	assert_int_equal(m->unit, 0xC0010299);
	assert_int_equal(m->domains[RAPL_DOMAIN_PKG].msr, 0xC001029B);
}

static void intel_servers_have_packages_and_dram(void **state)
{
	/* The fixed DRAM unit: HSX, BDX, BDX-D, SKX, ICX, ICX-D, KNL, KNM. */
	static const uint32_t fixed[] = { 63, 79, 86, 85, 106, 108, 87, 133 };
	/* Its own: SNB-EP, IVB-EP, SPR, EMR. */
	static const uint32_t plain[] = { 45, 62, 143, 207 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(fixed); i++) {
		const struct rapl_model *m =
			rapl_model_find(CPU_VENDOR_INTEL, 6, fixed[i]);

		assert_non_null(m);
		assert_int_equal(m->unit, 0x606);
		assert_int_equal(m->info, 0x614);
		assert_int_equal(m->domains[RAPL_DOMAIN_CORE].msr, 0);
		assert_int_equal(m->domains[RAPL_DOMAIN_PKG].msr, 0x611);
		assert_int_equal(m->domains[RAPL_DOMAIN_DRAM].msr, 0x619);
		assert_int_equal(m->domains[RAPL_DOMAIN_DRAM].fixed_esu, 16);
	}
	for (size_t i = 0; i < ARRAY_SIZE(plain); i++) {
		const struct rapl_model *m =
			rapl_model_find(CPU_VENDOR_INTEL, 6, plain[i]);

		assert_non_null(m);
		assert_int_equal(m->domains[RAPL_DOMAIN_DRAM].fixed_esu, 0);
	}
}

static void an_unknown_processor_has_nothing(void **state)
{
	(void)state;
	assert_null(rapl_model_find(CPU_VENDOR_UNKNOWN, 0x19, 1));
	assert_null(rapl_model_find(CPU_VENDOR_AMD, 0x15, 1));
	assert_null(rapl_model_find(CPU_VENDOR_AMD, 0x18, 1));
	assert_null(rapl_model_find(CPU_VENDOR_AMD, 0x1B, 1));
	assert_null(rapl_model_find(CPU_VENDOR_AMD, 0, 0));
	assert_null(rapl_model_find(CPU_VENDOR_HYGON, 0x19, 1));
	assert_null(rapl_model_find(CPU_VENDOR_INTEL, 0x19, 106));
	assert_null(rapl_model_find(CPU_VENDOR_INTEL, 6, 0));
	assert_null(rapl_model_find(CPU_VENDOR_INTEL, 6, 15));
}

static void intel_units_differ_by_domain(void **state)
{
	const struct rapl_model *icx =
		rapl_model_find(CPU_VENDOR_INTEL, 6, 106);
	const struct rapl_model *spr =
		rapl_model_find(CPU_VENDOR_INTEL, 6, 143);
	const struct rapl_units u = rapl_units_decode(UNIT_606);

	(void)state;
	assert_int_equal(u.power, 3);
	assert_int_equal(u.energy, 14);
	assert_int_equal(u.time, 10);
	assert_int_equal(rapl_domain_esu(&icx->domains[RAPL_DOMAIN_PKG], u),
			 14);
	assert_int_equal(rapl_domain_esu(&icx->domains[RAPL_DOMAIN_DRAM], u),
			 16);
	assert_int_equal(rapl_domain_esu(&spr->domains[RAPL_DOMAIN_DRAM], u),
			 14);
}

static void the_fixed_dram_unit_is_2_to_the_minus_16_joule(void **state)
{
	const struct rapl_reg *dram = &rapl_model_find(CPU_VENDOR_INTEL, 6, 85)
					       ->domains[RAPL_DOMAIN_DRAM];
	unsigned int esu = rapl_domain_esu(dram, rapl_units_decode(UNIT_606));
	struct rapl_counter c = { 0 };

	(void)state;
	/* A million counts: 15.2587890625 J; 15.3 J in powercap's decimals. */
	assert_int_equal(rapl_counter_update(&c, esu, 0, false, 0, 1000000),
			 RAPL_STEP_FIRST);
	assert_int_equal(rapl_counter_update(&c, esu, 1000000, false,
					     NSEC_PER_SEC, 1000000),
			 RAPL_STEP_NORMAL);
	assert_int_equal(rapl_sum_uj(c.sum), 15258789);
	assert_true(c.sum == (uint128_t)1000000 * 65536);
}

static void intel_counts_in_32_bits_and_the_rest_is_reserved(void **state)
{
	const struct rapl_model *icx =
		rapl_model_find(CPU_VENDOR_INTEL, 6, 106);
	const struct rapl_model *amd = rapl_model_find(CPU_VENDOR_AMD, 0x1A, 2);

	(void)state;
	assert_int_equal(rapl_domain_raw(&icx->domains[RAPL_DOMAIN_PKG],
					 UINT64_C(0xFFFFFFFF80000001)),
			 0x80000001);
	assert_int_equal(rapl_domain_raw(&icx->domains[RAPL_DOMAIN_DRAM],
					 UINT64_C(0x1FFFFFFFF)),
			 0xFFFFFFFF);
	assert_int_equal(rapl_domain_raw(&amd->domains[RAPL_DOMAIN_PKG],
					 UINT64_C(0x123456789ABCDEF0)),
			 UINT64_C(0x123456789ABCDEF0));
}

static void the_maximum_power_is_bits_46_to_32(void **state)
{
	const struct rapl_units u = rapl_units_decode(UNIT_606);
	uint32_t mw = 7;

	(void)state;
	/* 4320 eighths of a watt; design power 270 W, minimum and window set */
	assert_int_equal(rapl_info_max_mw(UINT64_C(0x001910E003000870), u, &mw),
			 0);
	assert_int_equal(mw, 540000);
	assert_int_equal(rapl_info_max_mw(UINT64_C(0x7FFF) << 32,
					  rapl_units_decode(0), &mw),
			 0);
	assert_int_equal(mw, 32767000);
	/* Many leave it 0; bit 47 is not its. */
	mw = 7;
	assert_int_equal(rapl_info_max_mw(UINT64_C(0x0019800003000870), u, &mw),
			 -ENODATA);
	assert_int_equal(mw, 7);
}

static void vendors_have_the_names_of_cpuinfo(void **state)
{
	(void)state;
	assert_int_equal(cpu_vendor_of("AuthenticAMD"), CPU_VENDOR_AMD);
	assert_int_equal(cpu_vendor_of("HygonGenuine"), CPU_VENDOR_HYGON);
	assert_int_equal(cpu_vendor_of("GenuineIntel"), CPU_VENDOR_INTEL);
	assert_int_equal(cpu_vendor_of("CentaurHauls"), CPU_VENDOR_UNKNOWN);
	assert_int_equal(cpu_vendor_of(""), CPU_VENDOR_UNKNOWN);
	assert_int_equal(cpu_vendor_of("unknown"), CPU_VENDOR_UNKNOWN);
	assert_string_equal(cpu_vendor_name(CPU_VENDOR_INTEL), "GenuineIntel");
	assert_string_equal(cpu_vendor_name(CPU_N_VENDORS), "unknown");
	assert_string_equal(rapl_domain_name(RAPL_DOMAIN_CORE), "core");
	assert_string_equal(rapl_domain_name(RAPL_DOMAIN_PKG), "pkg");
	assert_string_equal(rapl_domain_name(RAPL_DOMAIN_DRAM), "dram");
	assert_string_equal(rapl_domain_name(RAPL_N_DOMAINS), "unknown");
}

/* powercap: 262143328850 uJ is 2^32 counts of 61035 nJ. */
#define RANGE_UJ UINT64_C(262143328850)

static void a_powercap_counter_wraps_at_its_own_range(void **state)
{
	struct rapl_counter c = { 0 };
	uint64_t t = NSEC_PER_SEC;

	(void)state;
	assert_int_equal(
		rapl_counter_update_uj(&c, RANGE_UJ - 99, RANGE_UJ, t, 1000000),
		RAPL_STEP_FIRST);
	assert_int_equal(rapl_sum_uj(c.sum), RANGE_UJ - 100);
	t += NSEC_PER_SEC;
	/* 99 to the end, 1 to 0, 200 beyond. */
	assert_int_equal(rapl_counter_update_uj(&c, 200, RANGE_UJ, t, 1000000),
			 RAPL_STEP_WRAP);
	assert_int_equal(c.wraps, 1);
	assert_in_range(rapl_sum_uj(c.sum), RANGE_UJ + 200, RANGE_UJ + 201);
	t += NSEC_PER_SEC;
	assert_int_equal(
		rapl_counter_update_uj(&c, 200000200, RANGE_UJ, t, 1000000),
		RAPL_STEP_NORMAL);
	/* 200 W for a second, and rounding of less than 1 uJ. */
	assert_in_range(rapl_sum_uj(c.sum), RANGE_UJ + UINT64_C(200000200),
			RANGE_UJ + UINT64_C(200000201));
}

static void a_powercap_counter_knows_resets_and_nonsense(void **state)
{
	struct rapl_counter c = { 0 };
	uint64_t t = NSEC_PER_SEC;

	(void)state;
	(void)rapl_counter_update_uj(&c, 5000000000, RANGE_UJ, t, 1000000);
	t += NSEC_PER_SEC;
	/* 2 kJ in a second is the bound at 1 kW, plus 20 J of allowance. */
	assert_int_equal(rapl_counter_update_uj(&c, 5000000000 + 2020000001,
						RANGE_UJ, t, 1000000),
			 RAPL_STEP_IMPLAUSIBLE);
	assert_int_equal(rapl_sum_uj(c.sum), 5000000000);
	t += NSEC_PER_SEC;
	assert_int_equal(rapl_counter_update_uj(&c, 1000, RANGE_UJ, t, 1000000),
			 RAPL_STEP_RESET);
	assert_int_equal(rapl_sum_uj(c.sum), 5000000000);
	/* With a range that is smaller than the values nothing is certain. */
	t += NSEC_PER_SEC;
	assert_int_equal(rapl_counter_update_uj(&c, 2000, 5, t, 1000000),
			 RAPL_STEP_LATE);
	assert_in_range(rapl_sum_uj(c.sum), 5000000999, 5000001000);
	/* Two rounds are possible after so long. */
	t += 3600 * NSEC_PER_SEC;
	assert_int_equal(rapl_counter_update_uj(&c, 3000, RANGE_UJ, t, 1000000),
			 RAPL_STEP_LATE);
	assert_int_equal(c.lost, 2);
}

static void perf_counts_in_sums_own_unit(void **state)
{
	struct rapl_counter c = { 0 };

	(void)state;
	(void)rapl_counter_update(&c, 32, 0, true, 0, 1000000);
	assert_int_equal(rapl_counter_update(&c, 32, UINT64_C(858993459200),
					     true, NSEC_PER_SEC, 1000000),
			 RAPL_STEP_NORMAL);
	/* 200 J. */
	assert_int_equal(rapl_sum_uj(c.sum), 200000000);
	assert_int_equal(c.bits, 64);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(amd_has_units_cores_and_packages),
		cmocka_unit_test(hygon_has_the_registers_of_amd),
		cmocka_unit_test(intel_servers_have_packages_and_dram),
		cmocka_unit_test(an_unknown_processor_has_nothing),
		cmocka_unit_test(intel_units_differ_by_domain),
		cmocka_unit_test(
			the_fixed_dram_unit_is_2_to_the_minus_16_joule),
		cmocka_unit_test(
			intel_counts_in_32_bits_and_the_rest_is_reserved),
		cmocka_unit_test(the_maximum_power_is_bits_46_to_32),
		cmocka_unit_test(vendors_have_the_names_of_cpuinfo),
		cmocka_unit_test(a_powercap_counter_wraps_at_its_own_range),
		cmocka_unit_test(a_powercap_counter_knows_resets_and_nonsense),
		cmocka_unit_test(perf_counts_in_sums_own_unit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
