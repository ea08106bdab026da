// SPDX-License-Identifier: LGPL-2.1-or-later
/* Metric tables over time: which interval, extended counts, cores. */

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "pmda/collect/table_store.h"

#define START (1000 * NSEC_PER_SEC)

/* Offsets of the layout of 1Ah 50h, as the public library has them. */
#define OFF_COUNTER 4
#define OFF_SOCKET_POWER_ACC 24
#define OFF_SOCKET_ENERGY 56
#define OFF_PROCHOT 508
#define OFF_CCD(n) (540 + (n)*1664)
#define OFF_CORE_POWER 1408

static uint8_t table[METRIC_TABLE_7V_SIZE];

static void put32(size_t off, uint32_t v)
{
	for (unsigned int i = 0; i < 4; i++)
		table[off + i] = (uint8_t)(v >> (8 * i));
}

static void put64(size_t off, uint64_t v)
{
	put32(off, (uint32_t)v);
	put32(off + 4, (uint32_t)(v >> 32));
}

static int setup(void **state)
{
	struct table_store *ts;

	memset(table, 0, sizeof(table));
	assert_int_equal(table_store_new(&ts), 0);
	*state = ts;
	return 0;
}

static int teardown(void **state)
{
	table_store_free(*state);
	return 0;
}

static void add(struct table_store *ts, double second)
{
	table_store_add(ts, &table_layouts[METRIC_TABLE_7V], table,
			START + (uint64_t)(second * 1e9));
}

static void without_a_table_there_is_nothing(void **state)
{
	double value;
	uint64_t raw;

	assert_null(table_store_layout(*state));
	assert_int_equal(
		table_store_value(*state, "socket_power_acc", 0, 0, &value),
		-EAGAIN);
	assert_int_equal(table_store_raw(*state, "socket_energy_acc", &raw),
			 -EAGAIN);
}

static void an_average_needs_two_tables(void **state)
{
	double value;

	put32(OFF_COUNTER, 1000);
	put64(OFF_SOCKET_POWER_ACC, 1024000);
	add(*state, 0);
	assert_int_equal(
		table_store_value(*state, "socket_power_acc", 0, 0, &value),
		-EAGAIN);
	/* 1000 more accumulations of 150.5 W. */
	put32(OFF_COUNTER, 2000);
	put64(OFF_SOCKET_POWER_ACC, 1024000 + UINT64_C(154112) * 1000);
	add(*state, 1);
	assert_int_equal(
		table_store_value(*state, "socket_power_acc", 0, 0, &value), 0);
	assert_true(fabs(value - 150.5) < 1e-9);
}

static void a_fast_reader_still_sees_a_second(void **state)
{
	double value;

	/* 100 W until 2 s, 300 W from then on; tables each 0.1 s. */
	for (unsigned int i = 0; i <= 24; i++) {
		uint64_t watt_ms = i <= 20 ? 100 * 100 * i
					   : 200000 + 300 * 100 * (i - 20);

		put32(OFF_COUNTER, 100 * i);
		put64(OFF_SOCKET_POWER_ACC, watt_ms * 1024);
		add(*state, 0.1 * i);
	}
	assert_int_equal(
		table_store_value(*state, "socket_power_acc", 0, 0, &value), 0);
	/* Over 1 to 2 s that end at 2.4 s: 0.4 s of 300 W, the rest 100 W. */
	assert_true(value > 100 + 0.4 / 2.1 * 200 - 1);
	assert_true(value < 100 + 0.4 / 1.0 * 200 + 1);
}

static void a_counter_that_stands_still_is_no_average(void **state)
{
	double value;

	put32(OFF_COUNTER, 7);
	add(*state, 0);
	add(*state, 2);
	assert_int_equal(
		table_store_value(*state, "socket_power_acc", 0, 0, &value),
		-EAGAIN);
}

static void counts_of_32_bits_go_on_behind_their_wrap(void **state)
{
	uint64_t raw;

	put32(OFF_PROCHOT, 0xFFFFFFF0);
	add(*state, 0);
	put32(OFF_PROCHOT, 0x10);
	add(*state, 1);
	assert_int_equal(table_store_raw(*state, "prochot_residency_acc", &raw),
			 0);
	assert_true(raw == UINT64_C(0x100000010));
}

static void cores_are_found_by_their_apic_id(void **state)
{
	uint32_t ccd, element;
	double value;

	for (size_t i = 0; i < 8; i++)
		for (size_t e = 0; e < 32; e++)
			put32(OFF_CCD(i) + 4 * e, UINT32_MAX);
	put32(OFF_CCD(3) + 4 * 5, 0x2A);
	put32(OFF_COUNTER, 0);
	add(*state, 0);
	assert_int_equal(table_store_core(*state, 0x2A, &ccd, &element), 0);
	assert_int_equal(ccd, 3);
	assert_int_equal(element, 5);
	assert_int_equal(table_store_core(*state, 0x2B, &ccd, &element),
			 -ENOENT);
	/* What marks an absent core is no APIC id. */
	assert_int_equal(table_store_core(*state, UINT32_MAX, &ccd, &element),
			 -ENOENT);
	put32(OFF_COUNTER, 500);
	put64(OFF_CCD(3) + OFF_CORE_POWER + 8 * 5, UINT64_C(500) * 2560);
	add(*state, 1);
	assert_int_equal(table_store_value(*state, "core_power", 3, 5, &value),
			 0);
	assert_true(fabs(value - 2.5) < 1e-9);
	assert_int_equal(table_store_value(*state, "core_power", 8, 5, &value),
			 -ENOENT);
	assert_int_equal(table_store_value(*state, "core_power", 3, 32, &value),
			 -ENOENT);
}

#define store_test(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		store_test(without_a_table_there_is_nothing),
		store_test(an_average_needs_two_tables),
		store_test(a_fast_reader_still_sees_a_second),
		store_test(a_counter_that_stands_still_is_no_average),
		store_test(counts_of_32_bits_go_on_behind_their_wrap),
		store_test(cores_are_found_by_their_apic_id),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
