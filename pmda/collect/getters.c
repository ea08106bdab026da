// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in getters.h. */

#include "pmda/collect/getters.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#include "hw/hsmp_msgs.h"

static int getter_slot(struct getter_args *a, union slot_data *ret)
{
	return collect_get(a->c, a->src, a->index, ret);
}

static int get_word(struct getter_args *a, unsigned int word,
		    union metric_value *ret)
{
	union slot_data data;
	int r;

	r = getter_slot(a, &data);
	if (r == 0)
		ret->u32 = data.word[word];
	return r;
}

int get_word0(struct getter_args *a, union metric_value *ret)
{
	return get_word(a, 0, ret);
}

int get_word1(struct getter_args *a, union metric_value *ret)
{
	return get_word(a, 1, ret);
}

int get_flag(struct getter_args *a, union metric_value *ret)
{
	union metric_value word;
	int r;

	r = get_word(a, 0, &word);
	if (r == 0)
		ret->u32 = word.u32 & 1;
	return r;
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

int get_khz(struct getter_args *a, union metric_value *ret)
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
	if (r < 0)
		return r;
	memcpy(a->text, data.text, sizeof(a->text));
	a->text[sizeof(a->text) - 1] = '\0';
	ret->str = a->text;
	return 0;
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

int get_temperature(struct getter_args *a, union metric_value *ret)
{
	union slot_data data;
	int r;

	r = getter_slot(a, &data);
	if (r < 0)
		return r;
	if (a->src == SRC_K10TEMP) {
		ret->real = (double)data.s64 / 1000.0;
		return 0;
	}
	/* Whole degrees [15:8], eighths [7:5]. */
	ret->real = (double)(data.word[0] >> 8 & 0xff) +
		    (double)(data.word[0] >> 5 & 7) * 0.125;
	return 0;
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
	enum msr_source source;
	int r;

	r = getter_stats(a, &stats);
	if (r < 0)
		return r;
	source = collect_energy_source(a->c);
	if (source == MSR_SOURCE_NONE)
		return -EAGAIN;
	ret->str = msr_source_name(source);
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

int get_hsmp_state(struct getter_args *a, union metric_value *ret)
{
	enum hsmp_state state = collect_mailbox_state(a->c, a->index);

	if (state == HSMP_STATE_UNKNOWN)
		return -EAGAIN;
	ret->str = hsmp_state_name(state);
	return 0;
}

int get_hsmp_timeouts(struct getter_args *a, union metric_value *ret)
{
	struct hsmp_counts counts;

	collect_mailbox_counts(a->c, a->index, &counts);
	ret->u64 = counts.timeouts;
	return 0;
}

int get_hsmp_errors(struct getter_args *a, union metric_value *ret)
{
	ret->u64 = collect_mailbox_errors(a->c, (enum hsmp_error)a->index);
	return 0;
}

int get_n_sockets(struct getter_args *a, union metric_value *ret)
{
	ret->u32 = collect_topology(a->c)->n_sockets;
	return 0;
}

int get_n_cores(struct getter_args *a, union metric_value *ret)
{
	ret->u32 = collect_topology(a->c)->n_cores;
	return 0;
}

int get_n_cpus(struct getter_args *a, union metric_value *ret)
{
	ret->u32 = collect_topology(a->c)->n_online;
	return 0;
}

int get_threads_per_core(struct getter_args *a, union metric_value *ret)
{
	ret->u32 = collect_topology(a->c)->threads_per_core;
	return 0;
}

int get_n_ccds(struct getter_args *a, union metric_value *ret)
{
	uint32_t n = collect_topology(a->c)->n_ccds;

	if (!n)
		return -ENOENT;
	ret->u32 = n;
	return 0;
}

int get_n_numa_nodes(struct getter_args *a, union metric_value *ret)
{
	uint32_t n = collect_topology(a->c)->n_nodes;

	if (!n)
		return -ENOENT;
	ret->u32 = n;
	return 0;
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
