// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The metric tables, read through the library's own layouts
 *
 * The model writes by offsets of its own; a field that both sides put in the
 * same place and unit has the value that the machine was given.
 */
#include "tests/unit/sim/model_fixture.h"

#include <math.h>

#include "hw/hsmp_abi.h"
#include "hw/metric_table.h"

#define S NSEC_PER_SEC
#define MS NSEC_PER_MSEC
#define SIX                                                       \
	"[machine]\nsockets = 2\nmodel = 144\n"                   \
	"[hsmp]\nprotocol = 6\nmetric_table = 6\nlinks = P2 G1\n" \
	"ddr_channels = 256\n[clock]\nmclk_mhz = 1300\n"
#define SEVEN                                                      \
	"[machine]\nsockets = 2\nfamily = 26\nmodel = 80\n"        \
	"[hsmp]\nprotocol = 7\nmetric_table = 7V\nlinks = P1 G0\n" \
	"ddr_channels = 16\n[clock]\nmclk_mhz = 4000\n"

struct tables {
	const struct table_layout *layout;
	uint8_t old[METRIC_TABLE_MAX_SIZE];
	uint8_t now[METRIC_TABLE_MAX_SIZE];
};

static struct tables t;

static void read_tables(const struct machine *m, enum metric_table_kind kind,
			uint64_t from, uint64_t until)
{
	t.layout = &table_layouts[kind];
	assert_int_equal(machine_metric_table_size(m), t.layout->size);
	assert_int_equal(
		machine_metric_table(m, 0, from, t.old, t.layout->size), 0);
	assert_int_equal(
		machine_metric_table(m, 0, until, t.now, t.layout->size), 0);
}

static const struct table_field *field(const char *name)
{
	const struct table_field *f = table_find(t.layout, name);

	if (!f)
		fail_msg("no %s", name);
	return f;
}

static void want_value(const char *name, unsigned int element, double wanted)
{
	const struct table_field *f = field(name);
	double got = table_value(f, table_raw(t.now, f, 0, element));

	/* A step of the fixed point. */
	if (!(fabs(got - wanted) <= 0.5 / 1024))
		fail_msg("%s[%u]: %.9g, not %.9g", name, element, got, wanted);
}

static uint32_t counter(const uint8_t *table)
{
	uint32_t count;

	memcpy(&count, table + t.layout->counter, sizeof(count));
	return count;
}

static void want_core(const char *name, unsigned int ccd, unsigned int element,
		      double wanted)
{
	const struct table_field *f = field(name);
	uint32_t counts = counter(t.now) - counter(t.old);
	double got = -1;

	assert_int_equal(table_average(f, table_raw(t.old, f, ccd, element),
				       table_raw(t.now, f, ccd, element),
				       counts, &got),
			 0);
	/* Each sum is cut once. */
	if (!(fabs(got - wanted) <= 1.0 / 1024 / counts + 1e-9))
		fail_msg("%s[%u]: %.9g, not %.9g", name, element, got, wanted);
}

static void want_average(const char *name, unsigned int element, double wanted)
{
	want_core(name, 0, element, wanted);
}

static double joule_between(const char *name)
{
	const struct table_field *f = field(name);

	return table_value(f, table_raw(t.now, f, 0, 0)) -
	       table_value(f, table_raw(t.old, f, 0, 0));
}

static void the_counter_counts_milliseconds(void **state)
{
	struct machine *m = tiny_machine(NULL, SIX);

	UNUSED(state);
	read_tables(m, METRIC_TABLE_6, 1 * S, 1 * S + 17 * MS + 999999);
	assert_int_equal(counter(t.old), 1000);
	assert_int_equal(counter(t.now), 1017);
	/* Within a millisecond, nothing moves at all. */
	read_tables(m, METRIC_TABLE_6, 5 * S, 5 * S + MS - 1);
	t.old[0] = t.now[0];
	assert_int_equal(counter(t.now), 5000);
	/* It has 32 bits: 2^32 ms are 49.7 days. */
	read_tables(m, METRIC_TABLE_6, (UINT64_C(1) << 32) * MS - MS,
		    (UINT64_C(1) << 32) * MS + 2 * MS);
	assert_int_equal(counter(t.old), UINT32_MAX);
	assert_int_equal(counter(t.now), 2);
	want_average("cclk_frequency_acc", 0, 2.0);
	free(m);
}

static void table_6_has_the_machine_s_values(void **state)
{
	struct machine *m = tiny_machine(NULL, SIX);

	UNUSED(state);
	/* 40 W at load 1/2, 28 + 0.25 x 40 = 38 degrees. */
	read_tables(m, METRIC_TABLE_6, 2 * S, 12 * S);
	want_value("max_socket_temperature", 0, 38);
	want_value("max_vr_temperature", 0, 37);
	want_value("max_hbm_temperature", 0, 36);
	want_average("max_socket_temperature_acc", 0, 38);
	want_average("max_hbm_temperature_acc", 0, 36);
	want_value("socket_power_limit", 0, 2000);
	want_value("max_socket_power_limit", 0, 2400);
	want_value("socket_power", 0, 40);
	want_value("cclk_frequency_limit", 0, 3);
	want_value("max_cclk_frequency", 0, 3);
	want_value("min_cclk_frequency", 0, 1);
	want_value("fclk_frequency", 0, 1600);
	want_value("uclk_frequency", 0, 1300);
	want_value("fclk_frequency_table", 1, 1200);
	want_value("uclk_frequency_table", 3, 325);
	want_average("cclk_frequency_acc", 3, 2.0);
	want_value("cclk_frequency_acc", 4, 0);
	want_average("gfxclk_frequency_acc", 5, 1116);
	want_value("gfxclk_frequency", 0, 1116);
	want_value("gfxclk_frequency", 6, 0);
	want_value("lclk_frequency", 3, 871);
	want_value("max_lclk_dpm_range", 0, 2);
	want_value("socket_c0_residency", 0, 50);
	want_average("socket_c0_residency_acc", 0, 50);
	want_value("dram_bandwidth_utilization", 0, 37.5);
	want_value("max_dram_bandwidth", 0, 5324.8);
	want_average("dram_bandwidth_acc", 0, 1996.8);
	free(m);
}

static void table_6_has_energies_that_add_up(void **state)
{
	struct machine *m = tiny_machine(NULL, SIX);

	UNUSED(state);
	read_tables(m, METRIC_TABLE_6, 2 * S, 12 * S);
	assert_true(joule_between("socket_energy_acc") == 400);
	assert_true(joule_between("ccd_energy_acc") == 200);
	/* Half, 3/10 and 1/5 of 200 J. */
	assert_true(joule_between("xcd_energy_acc") == 100);
	assert_true(joule_between("aid_energy_acc") == 60);
	assert_true(joule_between("hbm_energy_acc") == 40);
	free(m);
}

static void table_6_has_its_links_where_their_numbers_are(void **state)
{
	struct machine *m = tiny_machine(NULL, SIX);

	UNUSED(state);
	read_tables(m, METRIC_TABLE_6, 2 * S, 3 * S);
	/* P2: 500 + 6000 x 6/4 Mbit/s in, half of it out. */
	want_average("pcie_bandwidth_acc", 2, 9.5 + 4.75);
	want_average("pcie_bandwidth_acc", 1, 0);
	/* G1 is the eighth link of all: 500 + 6000 x 7/4. */
	want_average("xgmi_read_bandwidth_acc", 1, 11);
	want_average("xgmi_write_bandwidth_acc", 1, 5.5);
	want_average("xgmi_read_bandwidth_acc", 0, 0);
	want_value("xgmi_width", 0, 16);
	want_value("xgmi_bitrate", 0, 32);
	free(m);
}

static void cold_tables_are_signed(void **state)
{
	struct machine *m =
		tiny_machine(NULL, SIX "[thermal]\nambient_c = -20\n");

	UNUSED(state);
	read_tables(m, METRIC_TABLE_6, 2 * S, 3 * S);
	want_value("max_socket_temperature", 0, -10);
	free(m);
}

static void table_7v_has_the_machine_s_values(void **state)
{
	struct machine *m = tiny_machine(NULL, SEVEN);

	UNUSED(state);
	read_tables(m, METRIC_TABLE_7V, 2 * S, 12 * S);
	want_value("num_active_ccds", 0, 2);
	want_average("max_socket_temperature_acc", 0, 38);
	want_value("socket_power_limit", 0, 2000);
	want_value("max_socket_power_limit", 0, 2400);
	want_average("socket_power_acc", 0, 40);
	want_average("core_power_acc", 0, 20);
	want_average("uncore_power_acc", 0, 20);
	assert_true(joule_between("socket_energy_acc") == 400);
	assert_true(joule_between("core_energy_acc") == 200);
	assert_true(joule_between("uncore_energy_acc") == 200);
	want_average("fclk_frequency_acc", 0, 1600);
	want_average("uclk_frequency_acc", 0, 4000);
	want_average("ddr_rate_acc", 0, 8000);
	want_average("lclk_frequency_acc", 3, 871);
	want_value("fclk_frequency_table", 2, 800);
	want_value("max_df_pstate_range", 0, 0);
	want_value("min_df_pstate_range", 0, 2);
	want_value("max_lclk_dpm_range", 0, 3);
	/* Two of four cores are awake on average. */
	want_average("socket_c0_residency_acc", 0, 2);
	want_average("socket_df_cstate_residency_acc", 0, 25);
	/* 4000 x 2 x 8 x 16 = 1024 GB/s, 3/8 of it used, 2/3 reads. */
	want_value("max_dram_bandwidth", 0, 1024);
	want_average("dram_read_bandwidth_acc", 0, 256);
	want_average("dram_write_bandwidth_acc", 0, 128);
	/* P1: 500 + 6000 x 5/4 Mbit/s in and half out, in GB/s; G0 x 6/4. */
	want_average("pcie_bandwidth_acc", 1, 1.5);
	want_average("xgmi_read_bandwidth", 0, 1.1875);
	want_average("xgmi_write_bandwidth", 0, 0.59375);
	free(m);
}

static void table_7v_has_each_core_at_its_place(void **state)
{
	struct machine *m = tiny_machine(NULL, SEVEN
					 "[load]\ncore 3 = constant 0.75\n"
					 "core 0 = constant 0\n");
	const struct table_field *apicid;

	UNUSED(state);
	read_tables(m, METRIC_TABLE_7V, 2 * S, 12 * S);
	apicid = field("core_apicid_of_thread0");
	/* Two CCDs of two cores. */
	for (unsigned int i = 0; i < 4; i++)
		assert_int_equal(table_raw(t.now, apicid, i / 2, i % 2),
				 machine_apicid(m, i));
	assert_int_equal(table_raw(t.now, apicid, 0, 2), METRIC_TABLE_NO_CORE);
	assert_int_equal(table_raw(t.now, apicid, 1, 31), METRIC_TABLE_NO_CORE);
	assert_int_equal(table_raw(t.now, apicid, 2, 0), METRIC_TABLE_NO_CORE);
	assert_int_equal(table_raw(t.now, apicid, 7, 0), METRIC_TABLE_NO_CORE);
	/* Core 3, load 3/4: 7 W, 1 + 2 x 3/4 GHz. */
	want_core("core_c0", 1, 1, 75);
	want_core("core_cc1", 1, 1, 2.5);
	want_core("core_cc6", 1, 1, 22.5);
	want_core("core_frequency", 1, 1, 2.5);
	want_core("core_frequency_effective", 1, 1, 2.25);
	want_core("core_power", 1, 1, 7);
	want_core("core_c0", 0, 0, 0);
	want_core("core_cc6", 0, 0, 90);
	want_core("core_frequency", 0, 0, 1);
	want_core("core_power", 0, 0, 1);
	free(m);
}

static void a_clock_s_sum_goes_on_when_its_limit_changes(void **state)
{
	struct machine *m = tiny_machine(NULL, SEVEN);
	uint32_t words[HSMP_MAX_WORDS] = { 2000 };

	UNUSED(state);
	/* 2 GHz on average until 5 s, then 1.5 GHz. */
	assert_int_equal(
		machine_hsmp(m, 0, HSMP_SET_BOOST_LIMIT_SOCKET, words, 5 * S),
		HSMP_STATUS_OK);
	read_tables(m, METRIC_TABLE_7V, 5 * S, 6 * S);
	want_core("core_frequency", 0, 1, 1.5);
	assert_int_equal(table_raw(t.old, field("core_frequency"), 0, 1),
			 5000 * 2 * 1024);
	free(m);
}

static void a_cut_core_shows_its_ceiling(void **state)
{
	struct machine *m =
		tiny_machine("limit_w", "[power]\nlimit_w = 32\n" SEVEN);

	UNUSED(state);
	/* A ceiling of 1/4 at load 1/2. */
	read_tables(m, METRIC_TABLE_7V, 2 * S, 12 * S);
	want_core("core_c0", 0, 0, 50);
	want_core("core_frequency", 0, 0, 1.5);
	want_core("core_power", 0, 0, 3);
	want_average("ppt_residency_acc", 0, 1);
	want_average("prochot_residency_acc", 0, 0);
	free(m);
}

static void a_shorter_read_gets_the_leading_bytes(void **state)
{
	struct machine *m = tiny_machine(NULL, SEVEN);
	uint8_t part[40], whole[METRIC_TABLE_7V_SIZE];

	UNUSED(state);
	memset(part, 0x5A, sizeof(part));
	assert_int_equal(machine_metric_table(m, 1, S, part, 39), 0);
	assert_int_equal(machine_metric_table(m, 1, S, whole, sizeof(whole)),
			 0);
	assert_memory_equal(part, whole, 39);
	assert_int_equal(part[39], 0x5A);
	free(m);
}

static void tables_that_are_not_there_are_refused(void **state)
{
	struct machine *m = tiny_machine(NULL, "");
	uint8_t table[METRIC_TABLE_MAX_SIZE + 1];

	UNUSED(state);
	memset(table, 0x5A, sizeof(table));
	assert_int_equal(machine_metric_table_size(m), 0);
	assert_int_equal(machine_metric_table(m, 0, S, table, 100), -ENODEV);
	free(m);
	m = tiny_machine(NULL, SIX);
	assert_int_equal(machine_metric_table(m, 2, S, table, 1404), -ENODEV);
	assert_int_equal(machine_metric_table(m, 0, S, table, 1405), -EINVAL);
	assert_int_equal(machine_metric_table(m, 0, S, table, 0), -EINVAL);
	assert_int_equal(table[0], 0x5A);
	free(m);
	m = tiny_machine(NULL, SEVEN);
	assert_int_equal(machine_metric_table(m, 0, S, table, 13853), -EINVAL);
	free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_counter_counts_milliseconds),
		cmocka_unit_test(table_6_has_the_machine_s_values),
		cmocka_unit_test(table_6_has_energies_that_add_up),
		cmocka_unit_test(table_6_has_its_links_where_their_numbers_are),
		cmocka_unit_test(cold_tables_are_signed),
		cmocka_unit_test(table_7v_has_the_machine_s_values),
		cmocka_unit_test(table_7v_has_each_core_at_its_place),
		cmocka_unit_test(a_clock_s_sum_goes_on_when_its_limit_changes),
		cmocka_unit_test(a_cut_core_shows_its_ceiling),
		cmocka_unit_test(a_shorter_read_gets_the_leading_bytes),
		cmocka_unit_test(tables_that_are_not_there_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
