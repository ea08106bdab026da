// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Metric tables against offsets typed from the specification
 *
 * Tables are byte arrays written by hand, values are computed by hand.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/util.h"
#include "hw/metric_table.h"

/**
 * struct expected_field - A field as the specification has it
 * @offset:	In its part
 * @width:	Bytes of an element
 * @count:	Elements
 * @format:	U plain, Q unsigned Q10, T signed Q10, J 2^-16 J
 * @sum:	+ if accumulated, else blank
 * @unit:	Unit
 * @name:	Name
 */
struct expected_field {
	unsigned int offset;
	unsigned int width;
	unsigned int count;
	char format;
	char sum;
	const char *unit;
	const char *name;
};

/* clang-format off */
static const struct expected_field protocol_6[] = {
	{ 0, 4, 1, 'U', ' ', "", "accumulation_counter" },
	{ 4, 4, 1, 'T', ' ', "degC", "max_socket_temperature" },
	{ 8, 4, 1, 'T', ' ', "degC", "max_vr_temperature" },
	{ 12, 4, 1, 'T', ' ', "degC", "max_hbm_temperature" },
	{ 16, 8, 1, 'T', '+', "degC", "max_socket_temperature_acc" },
	{ 24, 8, 1, 'T', '+', "degC", "max_vr_temperature_acc" },
	{ 32, 8, 1, 'T', '+', "degC", "max_hbm_temperature_acc" },
	{ 40, 4, 1, 'Q', ' ', "W", "socket_power_limit" },
	{ 44, 4, 1, 'Q', ' ', "W", "max_socket_power_limit" },
	{ 48, 4, 1, 'Q', ' ', "W", "socket_power" },
	{ 52, 8, 1, 'U', ' ', "", "timestamp" },
	{ 60, 8, 1, 'J', ' ', "J", "socket_energy_acc" },
	{ 68, 8, 1, 'J', ' ', "J", "ccd_energy_acc" },
	{ 76, 8, 1, 'J', ' ', "J", "xcd_energy_acc" },
	{ 84, 8, 1, 'J', ' ', "J", "aid_energy_acc" },
	{ 92, 8, 1, 'J', ' ', "J", "hbm_energy_acc" },
	{ 100, 4, 1, 'Q', ' ', "GHz", "cclk_frequency_limit" },
	{ 104, 4, 1, 'Q', ' ', "MHz", "gfxclk_frequency_limit" },
	{ 108, 4, 1, 'Q', ' ', "MHz", "fclk_frequency" },
	{ 112, 4, 1, 'Q', ' ', "MHz", "uclk_frequency" },
	{ 116, 4, 4, 'Q', ' ', "MHz", "socclk_frequency" },
	{ 132, 4, 4, 'Q', ' ', "MHz", "vclk_frequency" },
	{ 148, 4, 4, 'Q', ' ', "MHz", "dclk_frequency" },
	{ 164, 4, 4, 'Q', ' ', "MHz", "lclk_frequency" },
	{ 180, 8, 8, 'Q', '+', "MHz", "gfxclk_frequency_acc" },
	{ 244, 8, 96, 'Q', '+', "GHz", "cclk_frequency_acc" },
	{ 1012, 4, 1, 'Q', ' ', "GHz", "max_cclk_frequency" },
	{ 1016, 4, 1, 'Q', ' ', "GHz", "min_cclk_frequency" },
	{ 1020, 4, 1, 'Q', ' ', "MHz", "max_gfxclk_frequency" },
	{ 1024, 4, 1, 'Q', ' ', "MHz", "min_gfxclk_frequency" },
	{ 1028, 4, 4, 'Q', ' ', "MHz", "fclk_frequency_table" },
	{ 1044, 4, 4, 'Q', ' ', "MHz", "uclk_frequency_table" },
	{ 1060, 4, 4, 'Q', ' ', "MHz", "socclk_frequency_table" },
	{ 1076, 4, 4, 'Q', ' ', "MHz", "vclk_frequency_table" },
	{ 1092, 4, 4, 'Q', ' ', "MHz", "dclk_frequency_table" },
	{ 1108, 4, 4, 'Q', ' ', "MHz", "lclk_frequency_table" },
	{ 1124, 4, 1, 'U', ' ', "", "max_lclk_dpm_range" },
	{ 1128, 4, 1, 'U', ' ', "", "min_lclk_dpm_range" },
	{ 1132, 4, 1, 'Q', ' ', "", "xgmi_width" },
	{ 1136, 4, 1, 'Q', ' ', "Gbps", "xgmi_bitrate" },
	{ 1140, 8, 8, 'Q', '+', "Gbps", "xgmi_read_bandwidth_acc" },
	{ 1204, 8, 8, 'Q', '+', "Gbps", "xgmi_write_bandwidth_acc" },
	{ 1268, 4, 1, 'Q', ' ', "%", "socket_c0_residency" },
	{ 1272, 4, 1, 'Q', ' ', "%", "socket_gfx_busy" },
	{ 1276, 4, 1, 'Q', ' ', "%", "dram_bandwidth_utilization" },
	{ 1280, 8, 1, 'Q', '+', "%", "socket_c0_residency_acc" },
	{ 1288, 8, 1, 'Q', '+', "%", "socket_gfx_busy_acc" },
	{ 1296, 8, 1, 'Q', '+', "Gbps", "dram_bandwidth_acc" },
	{ 1304, 4, 1, 'Q', ' ', "Gbps", "max_dram_bandwidth" },
	{ 1308, 8, 1, 'Q', '+', "%", "dram_bandwidth_utilization_acc" },
	{ 1316, 8, 4, 'Q', '+', "Gbps", "pcie_bandwidth_acc" },
	{ 1348, 4, 1, 'U', '+', "", "prochot_residency_acc" },
	{ 1352, 4, 1, 'U', '+', "", "ppt_residency_acc" },
	{ 1356, 4, 1, 'U', '+', "", "socket_thm_residency_acc" },
	{ 1360, 4, 1, 'U', '+', "", "vr_thm_residency_acc" },
	{ 1364, 4, 1, 'U', '+', "", "hbm_thm_residency_acc" },
	{ 1368, 4, 1, 'U', ' ', "", "spare" },
	{ 1372, 4, 8, 'Q', ' ', "MHz", "gfxclk_frequency" },
};

static const struct expected_field protocol_7v_iod[] = {
	{ 0, 4, 1, 'U', ' ', "", "num_active_ccds" },
	{ 4, 4, 1, 'U', ' ', "", "accumulation_counter" },
	{ 8, 8, 1, 'T', '+', "degC", "max_socket_temperature_acc" },
	{ 16, 4, 1, 'Q', ' ', "W", "socket_power_limit" },
	{ 20, 4, 1, 'Q', ' ', "W", "max_socket_power_limit" },
	{ 24, 8, 1, 'Q', '+', "W", "socket_power_acc" },
	{ 32, 8, 1, 'Q', '+', "W", "core_power_acc" },
	{ 40, 8, 1, 'Q', '+', "W", "uncore_power_acc" },
	{ 48, 8, 1, 'U', ' ', "", "timestamp" },
	{ 56, 8, 1, 'J', ' ', "J", "socket_energy_acc" },
	{ 64, 8, 1, 'J', ' ', "J", "core_energy_acc" },
	{ 72, 8, 1, 'J', ' ', "J", "uncore_energy_acc" },
	{ 80, 8, 1, 'Q', '+', "MHz", "fclk_frequency_acc" },
	{ 88, 8, 1, 'Q', '+', "MHz", "uclk_frequency_acc" },
	{ 96, 8, 1, 'Q', '+', "MT/s", "ddr_rate_acc" },
	{ 104, 8, 4, 'Q', '+', "MHz", "lclk_frequency_acc" },
	{ 136, 4, 4, 'Q', ' ', "MHz", "fclk_frequency_table" },
	{ 152, 4, 4, 'Q', ' ', "MHz", "uclk_frequency_table" },
	{ 168, 4, 4, 'Q', ' ', "MT/s", "ddr_rate_table" },
	{ 184, 4, 1, 'U', ' ', "", "max_df_pstate_range" },
	{ 188, 4, 1, 'U', ' ', "", "min_df_pstate_range" },
	{ 192, 4, 4, 'Q', ' ', "MHz", "lclk_frequency_table" },
	{ 208, 4, 1, 'U', ' ', "", "max_lclk_dpm_range" },
	{ 212, 4, 1, 'U', ' ', "", "min_lclk_dpm_range" },
	{ 216, 8, 8, 'Q', '+', "GB/s", "xgmi_bit_rate" },
	{ 280, 8, 8, 'Q', '+', "GB/s", "xgmi_read_bandwidth" },
	{ 344, 8, 8, 'Q', '+', "GB/s", "xgmi_write_bandwidth" },
	{ 408, 8, 1, 'Q', '+', "cores", "socket_c0_residency_acc" },
	{ 416, 8, 1, 'Q', '+', "%", "socket_df_cstate_residency_acc" },
	{ 424, 8, 1, 'Q', '+', "GB/s", "dram_read_bandwidth_acc" },
	{ 432, 8, 1, 'Q', '+', "GB/s", "dram_write_bandwidth_acc" },
	{ 440, 4, 1, 'Q', ' ', "GB/s", "max_dram_bandwidth" },
	{ 444, 8, 8, 'Q', '+', "GB/s", "pcie_bandwidth_acc" },
	{ 508, 4, 1, 'U', '+', "", "prochot_residency_acc" },
	{ 512, 4, 1, 'U', '+', "", "ppt_residency_acc" },
	{ 516, 4, 1, 'U', '+', "", "thm_residency_acc" },
	{ 520, 4, 1, 'U', '+', "", "vrhot_residency_acc" },
	{ 524, 4, 1, 'U', '+', "", "cpu_tdc_residency_acc" },
	{ 528, 4, 1, 'U', '+', "", "soc_tdc_residency_acc" },
	{ 532, 4, 1, 'U', '+', "", "io_mem_tdc_residency_acc" },
	{ 536, 4, 1, 'U', '+', "", "fit_residency_acc" },
};

static const struct expected_field protocol_7v_ccd[] = {
	{ 0, 4, 32, 'U', ' ', "", "core_apicid_of_thread0" },
	{ 128, 8, 32, 'Q', '+', "%", "core_c0" },
	{ 384, 8, 32, 'Q', '+', "%", "core_cc1" },
	{ 640, 8, 32, 'Q', '+', "%", "core_cc6" },
	{ 896, 8, 32, 'Q', '+', "GHz", "core_frequency" },
	{ 1152, 8, 32, 'Q', '+', "GHz", "core_frequency_effective" },
	{ 1408, 8, 32, 'Q', '+', "W", "core_power" },
};
/* clang-format on */

static const struct table_layout *const six = &table_layouts[METRIC_TABLE_6];
static const struct table_layout *const seven = &table_layouts[METRIC_TABLE_7V];

static char format_letter(enum table_format format)
{
	static const char letters[] = {
		[TABLE_UINT] = 'U',
		[TABLE_UQ10] = 'Q',
		[TABLE_SQ10] = 'T',
		[TABLE_UQ16] = 'J',
	};

	return letters[format];
}

static void check_part(const struct table_field *fields, bool per_ccd,
		       const struct expected_field *expected, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		assert_string_equal(fields[i].name, expected[i].name);
		assert_int_equal(fields[i].offset, expected[i].offset);
		assert_int_equal(fields[i].width, expected[i].width);
		assert_int_equal(fields[i].count, expected[i].count);
		assert_int_equal(format_letter(fields[i].format),
				 expected[i].format);
		assert_int_equal(fields[i].accumulated, expected[i].sum == '+');
		assert_int_equal(fields[i].per_ccd, per_ccd);
		assert_string_equal(fields[i].unit, expected[i].unit);
	}
}

static void layouts_are_those_of_the_specification(void **state)
{
	size_t n_iod = ARRAY_SIZE(protocol_7v_iod);

	(void)state;
	assert_int_equal(six->kind, METRIC_TABLE_6);
	assert_int_equal(six->size, 1404);
	assert_int_equal(six->counter, 0);
	assert_int_equal(six->n_fields, ARRAY_SIZE(protocol_6));
	check_part(six->fields, false, protocol_6, ARRAY_SIZE(protocol_6));

	assert_int_equal(seven->kind, METRIC_TABLE_7V);
	assert_int_equal(seven->size, 13852);
	assert_int_equal(seven->counter, 4);
	assert_int_equal(seven->n_fields, n_iod + ARRAY_SIZE(protocol_7v_ccd));
	check_part(seven->fields, false, protocol_7v_iod, n_iod);
	check_part(seven->fields + n_iod, true, protocol_7v_ccd,
		   ARRAY_SIZE(protocol_7v_ccd));
}

static void fields_are_found_by_name(void **state)
{
	(void)state;
	assert_ptr_equal(table_find(six, "socket_power"), &six->fields[9]);
	assert_null(table_find(six, "core_power"));
	assert_non_null(table_find(seven, "core_power"));
	assert_null(table_find(seven, "core_power_"));
}

static void unaligned_64_bit_fields_are_little_endian(void **state)
{
	uint8_t table[METRIC_TABLE_6_SIZE + 1] = { 0 };
	const struct table_field *f = table_find(six, "socket_energy_acc");

	(void)state;
	/* At 60: 4-aligned only; and the table itself at an odd address. */
	for (unsigned int i = 0; i < 8; i++)
		table[1 + 60 + i] = (uint8_t)(i + 1);
	assert_true(table_raw(table + 1, f, 0, 0) == 0x0807060504030201);
	/* Its neighbours are not part of it. */
	table[1 + 59] = 0xFF;
	table[1 + 68] = 0xFF;
	assert_true(table_raw(table + 1, f, 0, 0) == 0x0807060504030201);
	f = table_find(six, "timestamp");
	assert_true(table_raw(table + 1, f, 0, 0) == 0xFF00000000000000);
}

static void elements_and_ccds_have_their_places(void **state)
{
	static uint8_t table[METRIC_TABLE_7V_SIZE];
	const struct table_field *power = table_find(seven, "core_power");
	const struct table_field *id =
		table_find(seven, "core_apicid_of_thread0");
	const struct table_field *xgmi = table_find(seven, "xgmi_bit_rate");

	(void)state;
	/* 540 + 7 * 1664 + 1408 + 31 * 8 = 13844: the very last eight. */
	table[13844] = 0xD1;
	table[13851] = 0x7F;
	assert_true(table_raw(table, power, 7, 31) == 0x7F000000000000D1);
	/* 540 + 2 * 1664 + 3 * 4 */
	table[3880] = 0x42;
	assert_int_equal(table_raw(table, id, 2, 3), 0x42);
	/* 216 + 7 * 8 */
	table[272] = 9;
	assert_int_equal(table_raw(table, xgmi, 0, 7), 9);
}

static void what_is_put_is_read_back_and_nothing_else_changes(void **state)
{
	static uint8_t table[METRIC_TABLE_7V_SIZE];
	static uint8_t other[METRIC_TABLE_7V_SIZE];

	(void)state;
	for (size_t i = 0; i < seven->n_fields; i++) {
		const struct table_field *f = &seven->fields[i];
		unsigned int ccd = f->per_ccd ? 5 : 0;
		unsigned int e = f->count - 1u;
		size_t at = f->offset + (size_t)e * f->width +
			    (f->per_ccd ? 540 + 5 * 1664 : 0);
		uint64_t raw = 0x8877665544332211;

		memset(table, 0xEE, sizeof(table));
		memset(other, 0xEE, sizeof(other));
		table_put(table, f, ccd, e, raw);
		if (f->width == 4)
			raw = 0x44332211;
		assert_true(table_raw(table, f, ccd, e) == raw);
		memcpy(other + at, "\x11\x22\x33\x44\x55\x66\x77\x88",
		       f->width);
		assert_memory_equal(table, other, sizeof(table));
	}
}

/* Exactly, not about: all of these are dyadic. */
static void must_be(const struct table_layout *layout, const char *name,
		    uint64_t raw, double want)
{
	const struct table_field *f = table_find(layout, name);

	assert_non_null(f);
	assert_true(table_value(f, raw) == want);
}

static void formats_are_exact(void **state)
{
	(void)state;
	/* 0x00000401 / 1024 */
	must_be(six, "socket_power", 0x401, 1.0009765625);
	must_be(six, "socket_power", 0xFFFFFFFF, 4194303.9990234375);
	must_be(six, "xgmi_bitrate", 0x8000, 32);
	/* 3.7 GHz is not dyadic: 3788 / 1024 */
	must_be(six, "cclk_frequency_limit", 3788, 3.69921875);
	must_be(six, "accumulation_counter", 0xFFFFFFFF, 4294967295.0);
	must_be(six, "max_lclk_dpm_range", 3, 3);
	must_be(six, "socket_energy_acc", 0x18000, 1.5);
	must_be(seven, "core_energy_acc", 1, 0.0000152587890625);
	must_be(seven, "timestamp", UINT64_C(1) << 60, 1152921504606846976.0);
}

static void temperatures_have_a_sign(void **state)
{
	(void)state;
	must_be(six, "max_socket_temperature", 0x0000BE80, 47.625);
	/* -40, -1/1024, the lowest */
	must_be(six, "max_vr_temperature", 0xFFFF6000, -40);
	must_be(six, "max_hbm_temperature", 0xFFFFFFFF, -0.0009765625);
	must_be(six, "max_hbm_temperature", 0x80000000, -2097152);
	/* The sum has 64 bits. */
	must_be(six, "max_socket_temperature_acc", (uint64_t)-2048, -2);
	/* What is no temperature has none. */
	must_be(six, "socket_power", 0xFFFF6000, 4194264);
}

static void averages_are_exact_over_the_counter(void **state)
{
	const struct table_field *power = table_find(seven, "socket_power_acc");
	double average = 77;

	(void)state;
	/* 1000 accumulations of 250.5 W: 256512 / 1024 each. */
	assert_int_equal(
		table_average(power, 5000, 5000 + 256512000, 1000, &average),
		0);
	assert_true(average == 250.5);
	/* The fraction stays: 7 / 2 / 1024, not 3 / 1024. */
	assert_int_equal(table_average(power, 0, 7, 2, &average), 0);
	assert_true(average == 3.5 / 1024);
	/* A sum behind 2^53 keeps its last bit. */
	assert_int_equal(table_average(power, 0, (UINT64_C(1) << 62) + 1,
				       1U << 31, &average),
			 0);
	assert_true(average == (2147483648.0 + 1.0 / 2147483648.0) / 1024);
	/* Nothing moved: zero power is a value. */
	assert_int_equal(table_average(power, 9, 9, 3, &average), 0);
	assert_true(average == 0);
}

static void without_new_data_there_is_no_average(void **state)
{
	const struct table_field *power = table_find(seven, "socket_power_acc");
	double average = 77;

	(void)state;
	assert_int_equal(table_average(power, 5, 9, 0, &average), -EAGAIN);
	assert_int_equal(table_average(power, 9, 5, 1, &average), -EINVAL);
	assert_int_equal(table_average(table_find(six, "socket_power"), 1, 2, 1,
				       &average),
			 -EINVAL);
	/* An energy is no sum over the counter. */
	assert_int_equal(table_average(table_find(six, "socket_energy_acc"), 1,
				       2, 1, &average),
			 -EINVAL);
	assert_true(average == 77);
}

static void sums_of_temperatures_may_fall(void **state)
{
	const struct table_field *f =
		table_find(seven, "max_socket_temperature_acc");
	double average = 77;

	(void)state;
	/* Ten times -40: from 100 to 100 - 409600. */
	assert_int_equal(
		table_average(f, 100, (uint64_t)(100 - 409600), 10, &average),
		0);
	assert_true(average == -40);
	assert_int_equal(table_average(f, (uint64_t)-409600, 0, 10, &average),
			 0);
	assert_true(average == 40);
	/* No 32-bit temperature adds up to that. */
	assert_int_equal(table_average(f, UINT64_C(1) << 40, 0, 10, &average),
			 -EINVAL);
	assert_int_equal(table_average(f, 0, UINT64_C(1) << 40, 10, &average),
			 -EINVAL);
	assert_true(average == 40);
}

static void residencies_of_32_bits_go_round(void **state)
{
	const struct table_field *f = table_find(six, "prochot_residency_acc");
	double average = 0;
	uint64_t delta = 0;

	(void)state;
	assert_int_equal(table_delta(f, 0xFFFFFFF0, 0x10, &delta), 0);
	assert_int_equal(delta, 0x20);
	/* During 32 of 128 accumulations. */
	assert_int_equal(table_average(f, 0xFFFFFFF0, 0x10, 128, &average), 0);
	assert_true(average == 0.25);
	/* Those of 64 bits don't. */
	f = table_find(six, "socket_energy_acc");
	assert_int_equal(table_delta(f, 10, 9, &delta), -EINVAL);
	assert_int_equal(delta, 0x20);
	assert_int_equal(table_delta(f, 10, 10, &delta), 0);
	assert_int_equal(delta, 0);
}

static void put(const struct table_layout *layout, void *table,
		const char *name, uint64_t raw)
{
	table_put(table, table_find(layout, name), 0, 0, raw);
}

static void check_counts(const struct table_layout *layout)
{
	static uint8_t a[METRIC_TABLE_MAX_SIZE], b[METRIC_TABLE_MAX_SIZE];
	uint32_t counts = 5;

	memset(a, 0, sizeof(a));
	memset(b, 0, sizeof(b));
	/* The counter goes round: FFFFFFFEh, 3. */
	put(layout, a, "accumulation_counter", 0xFFFFFFFE);
	put(layout, b, "accumulation_counter", 3);
	put(layout, a, "timestamp", 1000);
	put(layout, b, "timestamp", 2000);
	put(layout, a, "socket_energy_acc", 100);
	put(layout, b, "socket_energy_acc", 100);
	assert_int_equal(table_counter(layout, a), 0xFFFFFFFE);
	assert_int_equal(table_counts(layout, a, b, &counts), 0);
	assert_int_equal(counts, 5);
	counts = 9;
	assert_int_equal(table_counts(layout, a, a, &counts), -EAGAIN);
	/* Energy or time went back: another life. */
	put(layout, b, "socket_energy_acc", 99);
	assert_int_equal(table_counts(layout, a, b, &counts), -EINVAL);
	put(layout, b, "socket_energy_acc", 100);
	put(layout, b, "timestamp", 999);
	assert_int_equal(table_counts(layout, a, b, &counts), -EINVAL);
	assert_int_equal(counts, 9);
}

static void counters_are_compared_modulo_two_to_the_32(void **state)
{
	(void)state;
	check_counts(six);
	check_counts(seven);
}

static void energies_are_whole_microjoules_rounded_down(void **state)
{
	(void)state;
	/* 2^-16 J = 15.2587890625 uJ */
	assert_int_equal(table_energy_uj(0), 0);
	assert_int_equal(table_energy_uj(1), 15);
	assert_int_equal(table_energy_uj(2), 30);
	assert_int_equal(table_energy_uj(65535), 999984);
	assert_int_equal(table_energy_uj(65536), 1000000);
	/* 1.5 J */
	assert_int_equal(table_energy_uj(98304), 1500000);
	/* 2^50 counts are 2^34 J; x 15625 no longer fits 64 bits. */
	assert_int_equal(table_energy_uj(UINT64_C(1) << 50),
			 UINT64_C(17179869184000000));
	assert_int_equal(table_energy_uj((UINT64_C(1) << 50) + 1),
			 UINT64_C(17179869184000015));
	/* 174 gives 2^64 - 11 uJ, the next one would give 2^64 + 4. */
	assert_true(table_energy_uj(UINT64_C(1208925819614629174)) ==
		    UINT64_C(18446744073709551605));
	assert_true(table_energy_uj(UINT64_C(1208925819614629175)) ==
		    UINT64_MAX);
	assert_true(table_energy_uj(UINT64_MAX) == UINT64_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(layouts_are_those_of_the_specification),
		cmocka_unit_test(fields_are_found_by_name),
		cmocka_unit_test(unaligned_64_bit_fields_are_little_endian),
		cmocka_unit_test(elements_and_ccds_have_their_places),
		cmocka_unit_test(
			what_is_put_is_read_back_and_nothing_else_changes),
		cmocka_unit_test(formats_are_exact),
		cmocka_unit_test(temperatures_have_a_sign),
		cmocka_unit_test(averages_are_exact_over_the_counter),
		cmocka_unit_test(without_new_data_there_is_no_average),
		cmocka_unit_test(sums_of_temperatures_may_fall),
		cmocka_unit_test(residencies_of_32_bits_go_round),
		cmocka_unit_test(counters_are_compared_modulo_two_to_the_32),
		cmocka_unit_test(energies_are_whole_microjoules_rounded_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
