// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in getters.h: what was read as it is, energy, the agent itself. */

#include "pmda/collect/getters.h"

#include <errno.h>
#include <sys/resource.h>

#include "hw/backend.h"

static int getter_slot(struct getter_args *a, union slot_data *ret)
{
	return collect_get(a->c, a->src, a->index, ret);
}

int get_u64(struct getter_args *a, union metric_value *ret)
{
	union slot_data data;
	int r;

	r = getter_slot(a, &data);
	if (r == 0)
		ret->u64 = data.u64;
	return r;
}

int get_u32(struct getter_args *a, union metric_value *ret)
{
	union slot_data data;
	int r;

	r = getter_slot(a, &data);
	if (r < 0)
		return r;
	if (data.u64 > UINT32_MAX)
		return -ERANGE;
	ret->u32 = (uint32_t)data.u64;
	return 0;
}

int get_text(struct getter_args *a, union metric_value *ret)
{
	union slot_data data;
	int r;

	r = getter_slot(a, &data);
	if (r == 0)
		ret->str = data.text;
	return r;
}

int get_real(struct getter_args *a, union metric_value *ret)
{
	union slot_data data;
	int r;

	r = getter_slot(a, &data);
	if (r == 0)
		ret->real = data.real;
	return r;
}

static int getter_stats(struct getter_args *a, struct energy_stats *ret)
{
	struct energy_stats stats;

	collect_energy_stats(a->c, a->index, &stats);
	if (stats.unit_status == -EINPROGRESS)
		return -EAGAIN;
	if (stats.unit_status < 0)
		return stats.unit_status;
	*ret = stats;
	return 0;
}

int get_energy_unit(struct getter_args *a, union metric_value *ret)
{
	struct energy_stats stats;
	int r;

	r = getter_stats(a, &stats);
	if (r == 0)
		ret->real = rapl_unit_joule(stats.esu);
	return r;
}

int get_energy_source(struct getter_args *a, union metric_value *ret)
{
	struct energy_stats stats;

	collect_energy_stats(a->c, a->index, &stats);
	if (!stats.source)
		return stats.status < 0 ? stats.status : -EAGAIN;
	ret->str = stats.source;
	return 0;
}

int get_energy_bits(struct getter_args *a, union metric_value *ret)
{
	struct energy_stats stats;
	int r;

	r = getter_stats(a, &stats);
	if (r < 0)
		return r;
	if (!stats.bits)
		return -EAGAIN;
	ret->u32 = stats.bits;
	return 0;
}

int get_energy_wraps(struct getter_args *a, union metric_value *ret)
{
	struct energy_stats stats;
	int r;

	r = getter_stats(a, &stats);
	if (r == 0)
		ret->u64 = stats.wraps;
	return r;
}

int get_energy_lost(struct getter_args *a, union metric_value *ret)
{
	struct energy_stats stats;
	int r;

	r = getter_stats(a, &stats);
	if (r == 0)
		ret->u64 = stats.lost;
	return r;
}

int get_energy_rejected(struct getter_args *a, union metric_value *ret)
{
	struct energy_stats stats;
	int r;

	r = getter_stats(a, &stats);
	if (r == 0)
		ret->u64 = stats.rejected;
	return r;
}

int get_fetch_time(struct getter_args *a, union metric_value *ret)
{
	ret->u64 = a->agent->fetch_us;
	return 0;
}

int get_cpu_time(struct getter_args *a, union metric_value *ret)
{
	struct rusage ru;

	UNUSED(a);
	if (getrusage(RUSAGE_SELF, &ru) < 0)
		return -errno;
	ret->u64 =
		(uint64_t)(ru.ru_utime.tv_sec + ru.ru_stime.tv_sec) * 1000000 +
		(uint64_t)(ru.ru_utime.tv_usec + ru.ru_stime.tv_usec);
	return 0;
}

int get_reads(struct getter_args *a, union metric_value *ret)
{
	ret->u64 = collect_reads(a->c);
	return 0;
}

int get_sample_age(struct getter_args *a, union metric_value *ret)
{
	uint64_t ns;
	int r;

	r = collect_energy_age_ns(a->c, &ns);
	if (r == 0)
		ret->u32 = (uint32_t)MIN(ns / NSEC_PER_MSEC, UINT32_MAX);
	return r;
}

int get_backend(struct getter_args *a, union metric_value *ret)
{
	UNUSED(a);
	ret->str = hw_backend()->name;
	return 0;
}
