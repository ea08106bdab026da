// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What both metric tables are made of
 */
#include "sim/model/table.h"

#include <errno.h>
#include <math.h>
#include <string.h>

void table_u32(uint8_t *p, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		p[i] = (uint8_t)(value >> 8 * i);
}

void table_u64(uint8_t *p, uint64_t value)
{
	table_u32(p, (uint32_t)value);
	table_u32(p + 4, (uint32_t)(value >> 32));
}

void table_q10(uint8_t *p, double value)
{
	table_u32(p, (uint32_t)(int32_t)floor(value * 1024 + 0.5));
}

void table_sum(uint8_t *p, long double integral)
{
	table_u64(p, (uint64_t)(int64_t)floorl(integral * 1024));
}

void table_joule(uint8_t *p, uint128_t energy)
{
	table_u64(p, (uint64_t)energy_counts(energy, TABLE_ENERGY_BITS));
}

void table_clock_sum(uint8_t *p, uint128_t clock)
{
	/* Q20 MHz ns to Q10 GHz ms: 10 bits, and 10^6 ns/ms x 10^3 MHz/GHz. */
	table_u64(p, (uint64_t)((clock >> 10) / 1000000000U));
}

long double table_linear(const struct snapshot *snap, double idle, double busy)
{
	return (long double)idle * snap->ms +
	       (long double)(busy - idle) * snap->busy_ms;
}

static void take_snapshot(const struct machine *m, uint32_t sock, uint64_t t_ns,
			  struct snapshot *ret)
{
	uint32_t n = m->sc.cores_per_socket;
	uint128_t busy = 0;

	memset(ret, 0, sizeof(*ret));
	ret->m = m;
	ret->sock = sock;
	ret->ms_ns = whole_ms(t_ns);
	ret->ms = ret->ms_ns / NSEC_PER_MSEC;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t core = first_core(m, sock) + i;
		struct core_sums sums;
		uint64_t at = core_sums_at_ms(m, core, t_ns, &sums);

		ret->cores += core_energy_of(m, &sums, at);
		busy += sums.busy;
	}
	ret->uncore = uncore_energy_at_ms(m, sock, t_ns);
	ret->busy_ms = (long double)busy / 0x1p60L / n / NSEC_PER_MSEC;
	ret->load = machine_avg_load(m, sock, t_ns, FIRMWARE_WINDOW_NS);
	socket_throttled(m, sock, ret->ms_ns, &ret->throttled);
}

size_t machine_metric_table_size(const struct machine *m)
{
	static const size_t sizes[] = {
		[SCENARIO_TABLE_NONE] = 0,
		[SCENARIO_TABLE_6] = TABLE_6_SIZE,
		[SCENARIO_TABLE_7V] = TABLE_7V_SIZE,
	};

	return sizes[m->sc.metric_table];
}

int machine_metric_table(const struct machine *m, uint32_t sock, uint64_t t_ns,
			 void *buf, size_t size)
{
	uint8_t table[TABLE_7V_SIZE] = { 0 };
	size_t whole = machine_metric_table_size(m);
	struct snapshot snap;

	if (whole == 0 || sock >= m->sc.n_sockets)
		return -ENODEV;
	if (size == 0 || size > whole)
		return -EINVAL;
	take_snapshot(m, sock, t_ns, &snap);
	if (m->sc.metric_table == SCENARIO_TABLE_6)
		table_6(&snap, table);
	else
		table_7v(&snap, table);
	memcpy(buf, table, size);
	return 0;
}
