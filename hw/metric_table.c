// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Layouts of the metric tables
 *
 * Within its part, each field begins where the one before ends: the structures
 * have no holes. The tests hold offsets and sizes to a list of their own.
 */
#include "hw/metric_table.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "base/util.h"

__extension__ typedef unsigned __int128 uint128_t;

#define Q10_ONE 1024
#define Q16_ONE 65536

/* 1e6 / 65536 in lowest terms. */
#define UJ_NUMERATOR 15625
#define UJ_SHIFT 10

/* clang-format off */
#define FIELD(n, o, w, c, f, u, sum, ccd) \
	{ .name = (n), .offset = (o), .width = (w), .count = (c), \
	  .format = TABLE_##f, .accumulated = (sum), .per_ccd = (ccd), \
	  .unit = (u) }
#define VALUE(n, o, w, c, f, u) FIELD(n, o, w, c, f, u, false, false)
#define SUM(n, o, w, c, f, u) FIELD(n, o, w, c, f, u, true, false)
#define CCD_VALUE(n, o, w, c, f, u) FIELD(n, o, w, c, f, u, false, true)
#define CCD_SUM(n, o, w, c, f, u) FIELD(n, o, w, c, f, u, true, true)

/* Name, offset, bytes, elements, format, unit. */
static const struct table_field fields_6[] = {
	VALUE("accumulation_counter", 0, 4, 1, UINT, ""),
	VALUE("max_socket_temperature", 4, 4, 1, SQ10, "degC"),
	VALUE("max_vr_temperature", 8, 4, 1, SQ10, "degC"),
	VALUE("max_hbm_temperature", 12, 4, 1, SQ10, "degC"),
	SUM("max_socket_temperature_acc", 16, 8, 1, SQ10, "degC"),
	SUM("max_vr_temperature_acc", 24, 8, 1, SQ10, "degC"),
	SUM("max_hbm_temperature_acc", 32, 8, 1, SQ10, "degC"),
	VALUE("socket_power_limit", 40, 4, 1, UQ10, "W"),
	VALUE("max_socket_power_limit", 44, 4, 1, UQ10, "W"),
	VALUE("socket_power", 48, 4, 1, UQ10, "W"),
	VALUE("timestamp", 52, 8, 1, UINT, ""),
	VALUE("socket_energy_acc", 60, 8, 1, UQ16, "J"),
	VALUE("ccd_energy_acc", 68, 8, 1, UQ16, "J"),
	VALUE("xcd_energy_acc", 76, 8, 1, UQ16, "J"),
	VALUE("aid_energy_acc", 84, 8, 1, UQ16, "J"),
	VALUE("hbm_energy_acc", 92, 8, 1, UQ16, "J"),
	VALUE("cclk_frequency_limit", 100, 4, 1, UQ10, "GHz"),
	VALUE("gfxclk_frequency_limit", 104, 4, 1, UQ10, "MHz"),
	VALUE("fclk_frequency", 108, 4, 1, UQ10, "MHz"),
	VALUE("uclk_frequency", 112, 4, 1, UQ10, "MHz"),
	VALUE("socclk_frequency", 116, 4, 4, UQ10, "MHz"),
	VALUE("vclk_frequency", 132, 4, 4, UQ10, "MHz"),
	VALUE("dclk_frequency", 148, 4, 4, UQ10, "MHz"),
	VALUE("lclk_frequency", 164, 4, 4, UQ10, "MHz"),
	SUM("gfxclk_frequency_acc", 180, 8, 8, UQ10, "MHz"),
	SUM("cclk_frequency_acc", 244, 8, 96, UQ10, "GHz"),
	VALUE("max_cclk_frequency", 1012, 4, 1, UQ10, "GHz"),
	VALUE("min_cclk_frequency", 1016, 4, 1, UQ10, "GHz"),
	VALUE("max_gfxclk_frequency", 1020, 4, 1, UQ10, "MHz"),
	VALUE("min_gfxclk_frequency", 1024, 4, 1, UQ10, "MHz"),
	VALUE("fclk_frequency_table", 1028, 4, 4, UQ10, "MHz"),
	VALUE("uclk_frequency_table", 1044, 4, 4, UQ10, "MHz"),
	VALUE("socclk_frequency_table", 1060, 4, 4, UQ10, "MHz"),
	VALUE("vclk_frequency_table", 1076, 4, 4, UQ10, "MHz"),
	VALUE("dclk_frequency_table", 1092, 4, 4, UQ10, "MHz"),
	VALUE("lclk_frequency_table", 1108, 4, 4, UQ10, "MHz"),
	VALUE("max_lclk_dpm_range", 1124, 4, 1, UINT, ""),
	VALUE("min_lclk_dpm_range", 1128, 4, 1, UINT, ""),
	VALUE("xgmi_width", 1132, 4, 1, UQ10, ""),
	VALUE("xgmi_bitrate", 1136, 4, 1, UQ10, "Gbps"),
	SUM("xgmi_read_bandwidth_acc", 1140, 8, 8, UQ10, "Gbps"),
	SUM("xgmi_write_bandwidth_acc", 1204, 8, 8, UQ10, "Gbps"),
	VALUE("socket_c0_residency", 1268, 4, 1, UQ10, "%"),
	VALUE("socket_gfx_busy", 1272, 4, 1, UQ10, "%"),
	VALUE("dram_bandwidth_utilization", 1276, 4, 1, UQ10, "%"),
	SUM("socket_c0_residency_acc", 1280, 8, 1, UQ10, "%"),
	SUM("socket_gfx_busy_acc", 1288, 8, 1, UQ10, "%"),
	SUM("dram_bandwidth_acc", 1296, 8, 1, UQ10, "Gbps"),
	VALUE("max_dram_bandwidth", 1304, 4, 1, UQ10, "Gbps"),
	SUM("dram_bandwidth_utilization_acc", 1308, 8, 1, UQ10, "%"),
	SUM("pcie_bandwidth_acc", 1316, 8, 4, UQ10, "Gbps"),
	SUM("prochot_residency_acc", 1348, 4, 1, UINT, ""),
	SUM("ppt_residency_acc", 1352, 4, 1, UINT, ""),
	SUM("socket_thm_residency_acc", 1356, 4, 1, UINT, ""),
	SUM("vr_thm_residency_acc", 1360, 4, 1, UINT, ""),
	SUM("hbm_thm_residency_acc", 1364, 4, 1, UINT, ""),
	VALUE("spare", 1368, 4, 1, UINT, ""),
	VALUE("gfxclk_frequency", 1372, 4, 8, UQ10, "MHz"),
};

static const struct table_field fields_7v[] = {
	VALUE("num_active_ccds", 0, 4, 1, UINT, ""),
	VALUE("accumulation_counter", 4, 4, 1, UINT, ""),
	SUM("max_socket_temperature_acc", 8, 8, 1, SQ10, "degC"),
	VALUE("socket_power_limit", 16, 4, 1, UQ10, "W"),
	VALUE("max_socket_power_limit", 20, 4, 1, UQ10, "W"),
	SUM("socket_power_acc", 24, 8, 1, UQ10, "W"),
	SUM("core_power_acc", 32, 8, 1, UQ10, "W"),
	SUM("uncore_power_acc", 40, 8, 1, UQ10, "W"),
	VALUE("timestamp", 48, 8, 1, UINT, ""),
	VALUE("socket_energy_acc", 56, 8, 1, UQ16, "J"),
	VALUE("core_energy_acc", 64, 8, 1, UQ16, "J"),
	VALUE("uncore_energy_acc", 72, 8, 1, UQ16, "J"),
	SUM("fclk_frequency_acc", 80, 8, 1, UQ10, "MHz"),
	SUM("uclk_frequency_acc", 88, 8, 1, UQ10, "MHz"),
	SUM("ddr_rate_acc", 96, 8, 1, UQ10, "MT/s"),
	SUM("lclk_frequency_acc", 104, 8, 4, UQ10, "MHz"),
	VALUE("fclk_frequency_table", 136, 4, 4, UQ10, "MHz"),
	VALUE("uclk_frequency_table", 152, 4, 4, UQ10, "MHz"),
	VALUE("ddr_rate_table", 168, 4, 4, UQ10, "MT/s"),
	VALUE("max_df_pstate_range", 184, 4, 1, UINT, ""),
	VALUE("min_df_pstate_range", 188, 4, 1, UINT, ""),
	VALUE("lclk_frequency_table", 192, 4, 4, UQ10, "MHz"),
	VALUE("max_lclk_dpm_range", 208, 4, 1, UINT, ""),
	VALUE("min_lclk_dpm_range", 212, 4, 1, UINT, ""),
	SUM("xgmi_bit_rate", 216, 8, 8, UQ10, "GB/s"),
	SUM("xgmi_read_bandwidth", 280, 8, 8, UQ10, "GB/s"),
	SUM("xgmi_write_bandwidth", 344, 8, 8, UQ10, "GB/s"),
	SUM("socket_c0_residency_acc", 408, 8, 1, UQ10, "cores"),
	SUM("socket_df_cstate_residency_acc", 416, 8, 1, UQ10, "%"),
	SUM("dram_read_bandwidth_acc", 424, 8, 1, UQ10, "GB/s"),
	SUM("dram_write_bandwidth_acc", 432, 8, 1, UQ10, "GB/s"),
	VALUE("max_dram_bandwidth", 440, 4, 1, UQ10, "GB/s"),
	SUM("pcie_bandwidth_acc", 444, 8, 8, UQ10, "GB/s"),
	SUM("prochot_residency_acc", 508, 4, 1, UINT, ""),
	SUM("ppt_residency_acc", 512, 4, 1, UINT, ""),
	SUM("thm_residency_acc", 516, 4, 1, UINT, ""),
	SUM("vrhot_residency_acc", 520, 4, 1, UINT, ""),
	SUM("cpu_tdc_residency_acc", 524, 4, 1, UINT, ""),
	SUM("soc_tdc_residency_acc", 528, 4, 1, UINT, ""),
	SUM("io_mem_tdc_residency_acc", 532, 4, 1, UINT, ""),
	SUM("fit_residency_acc", 536, 4, 1, UINT, ""),
	CCD_VALUE("core_apicid_of_thread0", 0, 4, 32, UINT, ""),
	CCD_SUM("core_c0", 128, 8, 32, UQ10, "%"),
	CCD_SUM("core_cc1", 384, 8, 32, UQ10, "%"),
	CCD_SUM("core_cc6", 640, 8, 32, UQ10, "%"),
	CCD_SUM("core_frequency", 896, 8, 32, UQ10, "GHz"),
	CCD_SUM("core_frequency_effective", 1152, 8, 32, UQ10, "GHz"),
	CCD_SUM("core_power", 1408, 8, 32, UQ10, "W"),
};
/* clang-format on */

const struct table_layout table_layouts[METRIC_TABLE_N_KINDS] = {
	[METRIC_TABLE_6] = {
		.kind = METRIC_TABLE_6,
		.size = METRIC_TABLE_6_SIZE,
		.counter = 0,
		.fields = fields_6,
		.n_fields = ARRAY_SIZE(fields_6),
	},
	[METRIC_TABLE_7V] = {
		.kind = METRIC_TABLE_7V,
		.size = METRIC_TABLE_7V_SIZE,
		.counter = 4,
		.fields = fields_7v,
		.n_fields = ARRAY_SIZE(fields_7v),
	},
};

static_assert(METRIC_TABLE_7V_IOD_SIZE +
			      METRIC_TABLE_7V_CCDS * METRIC_TABLE_7V_CCD_SIZE ==
		      METRIC_TABLE_7V_SIZE,
	      "parts of the table");

const struct table_field *table_find(const struct table_layout *layout,
				     const char *name)
{
	for (size_t i = 0; i < layout->n_fields; i++)
		if (strcmp(layout->fields[i].name, name) == 0)
			return &layout->fields[i];
	return NULL;
}

static size_t element_offset(const struct table_field *field, unsigned int ccd,
			     unsigned int element)
{
	size_t part = 0;

	assert(element < field->count);
	assert(ccd < (field->per_ccd ? METRIC_TABLE_7V_CCDS : 1));
	if (field->per_ccd)
		part = METRIC_TABLE_7V_IOD_SIZE +
		       (size_t)ccd * METRIC_TABLE_7V_CCD_SIZE;
	return part + field->offset + (size_t)element * field->width;
}

static uint64_t get_bytes(const void *table, size_t offset, size_t width)
{
	const uint8_t *p = (const uint8_t *)table + offset;
	uint64_t raw = 0;

	for (size_t i = 0; i < width; i++)
		raw |= (uint64_t)p[i] << 8 * i;
	return raw;
}

uint64_t table_raw(const void *table, const struct table_field *field,
		   unsigned int ccd, unsigned int element)
{
	return get_bytes(table, element_offset(field, ccd, element),
			 field->width);
}

void table_put(void *table, const struct table_field *field, unsigned int ccd,
	       unsigned int element, uint64_t raw)
{
	uint8_t *p = (uint8_t *)table + element_offset(field, ccd, element);

	for (size_t i = 0; i < field->width; i++)
		p[i] = (uint8_t)(raw >> 8 * i);
}

uint32_t table_counter(const struct table_layout *layout, const void *table)
{
	return (uint32_t)get_bytes(table, layout->counter, sizeof(uint32_t));
}

/* Both tables have it; in either it never goes back while firmware runs. */
static const char *const clocks[] = { "timestamp", "socket_energy_acc" };

int table_counts(const struct table_layout *layout, const void *old_table,
		 const void *new_table, uint32_t *ret)
{
	uint32_t counts = table_counter(layout, new_table) -
			  table_counter(layout, old_table);

	for (size_t i = 0; i < ARRAY_SIZE(clocks); i++) {
		const struct table_field *field = table_find(layout, clocks[i]);

		if (field && table_raw(new_table, field, 0, 0) <
				     table_raw(old_table, field, 0, 0))
			return -EINVAL;
	}
	if (!counts)
		return -EAGAIN;
	*ret = counts;
	return 0;
}

/* What divides the bits. */
static unsigned int format_one(enum table_format format)
{
	switch (format) {
	case TABLE_UINT:
		return 1;
	case TABLE_UQ10:
	case TABLE_SQ10:
		return Q10_ONE;
	case TABLE_UQ16:
		return Q16_ONE;
	}
	return 1;
}

static int64_t sign_extend(const struct table_field *field, uint64_t raw)
{
	return field->width == 4 ? (int32_t)(uint32_t)raw : (int64_t)raw;
}

double table_value(const struct table_field *field, uint64_t raw)
{
	unsigned int one = format_one(field->format);

	if (field->format == TABLE_SQ10)
		return (double)sign_extend(field, raw) / one;
	return (double)raw / one;
}

int table_delta(const struct table_field *field, uint64_t old_raw,
		uint64_t new_raw, uint64_t *ret)
{
	if (field->width == 4)
		*ret = (uint32_t)(new_raw - old_raw);
	else if (new_raw < old_raw)
		return -EINVAL;
	else
		*ret = new_raw - old_raw;
	return 0;
}

/*
 * A quotient of up to 64 bits, rounded only at the end. Dividing the
 * remainder apart keeps the fraction that the integer division would drop.
 */
static double ratio(uint64_t sum, uint32_t counts)
{
	uint64_t whole = sum / counts;
	uint64_t rest = sum % counts;

	return (double)whole + (double)rest / counts;
}

/* A sum of signed numbers may fall, but no faster than its numbers go. */
static int signed_average(uint64_t old_raw, uint64_t new_raw, uint32_t counts,
			  double *ret)
{
	uint64_t change = new_raw - old_raw;
	bool falls = change > INT64_MAX;
	uint64_t size = falls ? -change : change;
	double average;

	if (size / counts > INT32_MAX)
		return -EINVAL;
	average = ratio(size, counts) / Q10_ONE;
	*ret = falls ? -average : average;
	return 0;
}

int table_average(const struct table_field *field, uint64_t old_raw,
		  uint64_t new_raw, uint32_t counts, double *ret)
{
	uint64_t delta;
	int r;

	if (!field->accumulated)
		return -EINVAL;
	if (!counts)
		return -EAGAIN;
	if (field->format == TABLE_SQ10)
		return signed_average(old_raw, new_raw, counts, ret);
	r = table_delta(field, old_raw, new_raw, &delta);
	if (r < 0)
		return r;
	*ret = ratio(delta, counts) / format_one(field->format);
	return 0;
}

uint64_t table_energy_uj(uint64_t raw)
{
	uint128_t uj = (uint128_t)raw * UJ_NUMERATOR >> UJ_SHIFT;

	return uj > UINT64_MAX ? UINT64_MAX : (uint64_t)uj;
}
