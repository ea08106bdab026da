// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in table_store.h. */

#include "pmda/collect/table_store.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FIELDS 128

/* Names the cores of a CCD. */
#define CORE_FIELD "core_apicid_of_thread0"

/**
 * struct snapshot - One table
 * @at_ns:	When it was read; 0 for none
 * @bytes:	Table
 */
struct snapshot {
	uint64_t at_ns;
	uint8_t bytes[METRIC_TABLE_MAX_SIZE];
};

/**
 * struct table_store - Tables of one socket
 * @layout:	Layout, NULL before the first table
 * @current:	The latest
 * @recent:	The latest base
 * @older:	The base before that, while @recent is too young
 * @high:	What 32-bit counts have wrapped over, by field
 */
struct table_store {
	const struct table_layout *layout;
	struct snapshot current;
	struct snapshot recent;
	struct snapshot older;
	uint64_t high[MAX_FIELDS];
};

int table_store_new(struct table_store **ret)
{
	struct table_store *ts;

	ts = calloc(1, sizeof(*ts));
	if (!ts)
		return -ENOMEM;
	*ret = ts;
	return 0;
}

void table_store_free(struct table_store *ts)
{
	free(ts);
}

static bool is_count(const struct table_field *f)
{
	return f->accumulated && f->width == 4 && f->format == TABLE_UINT &&
	       f->count == 1 && !f->per_ccd;
}

static void carry_counts(struct table_store *ts, const void *table)
{
	for (size_t i = 0; i < MIN(ts->layout->n_fields, MAX_FIELDS); i++) {
		const struct table_field *f = &ts->layout->fields[i];

		if (is_count(f) &&
		    table_raw(table, f, 0, 0) <
			    table_raw(ts->current.bytes, f, 0, 0))
			ts->high[i] += UINT64_C(1) << 32;
	}
}

void table_store_add(struct table_store *ts, const struct table_layout *layout,
		     const void *table, uint64_t now_ns)
{
	if (ts->layout != layout) {
		memset(ts, 0, sizeof(*ts));
		ts->layout = layout;
	} else {
		carry_counts(ts, table);
	}
	if (ts->current.at_ns && now_ns - ts->recent.at_ns >= TABLE_MIN_NS) {
		/* The current one becomes a base when it is replaced. */
		ts->older = ts->recent;
		ts->recent = ts->current;
	}
	memcpy(ts->current.bytes, table, layout->size);
	ts->current.at_ns = now_ns;
}

const struct table_layout *table_store_layout(const struct table_store *ts)
{
	return ts->layout;
}

static uint32_t counter(const struct table_store *ts, const struct snapshot *s)
{
	const struct table_field f = {
		.offset = ts->layout->counter,
		.width = 4,
		.count = 1,
	};

	return (uint32_t)table_raw(s->bytes, &f, 0, 0);
}

/* The youngest base that is old enough; else the oldest one there is. */
static const struct snapshot *find_base(const struct table_store *ts)
{
	if (ts->recent.at_ns &&
	    (!ts->older.at_ns ||
	     ts->current.at_ns - ts->recent.at_ns >= TABLE_MIN_NS))
		return &ts->recent;
	return ts->older.at_ns ? &ts->older : NULL;
}

int table_store_value(const struct table_store *ts, const char *name,
		      uint32_t ccd, uint32_t element, double *ret)
{
	const struct table_field *f;
	const struct snapshot *base;

	if (!ts->layout)
		return -EAGAIN;
	f = table_find(ts->layout, name);
	if (!f || element >= f->count ||
	    (f->per_ccd ? ccd >= METRIC_TABLE_7V_CCDS : ccd != 0))
		return -ENOENT;
	if (!f->accumulated) {
		*ret = table_value(
			f, table_raw(ts->current.bytes, f, ccd, element));
		return 0;
	}
	base = find_base(ts);
	if (!base)
		return -EAGAIN;
	return table_average(f, table_raw(base->bytes, f, ccd, element),
			     table_raw(ts->current.bytes, f, ccd, element),
			     counter(ts, &ts->current) - counter(ts, base),
			     ret);
}

int table_store_raw(const struct table_store *ts, const char *name,
		    uint64_t *ret)
{
	const struct table_field *f;
	size_t i;

	if (!ts->layout)
		return -EAGAIN;
	f = table_find(ts->layout, name);
	if (!f)
		return -ENOENT;
	i = (size_t)(f - ts->layout->fields);
	*ret = table_raw(ts->current.bytes, f, 0, 0) +
	       (i < MAX_FIELDS ? ts->high[i] : 0);
	return 0;
}

int table_store_core(const struct table_store *ts, uint32_t apicid,
		     uint32_t *ret_ccd, uint32_t *ret_element)
{
	const struct table_field *f;

	if (!ts->layout || apicid == METRIC_TABLE_NO_CORE)
		return -ENOENT;
	f = table_find(ts->layout, CORE_FIELD);
	if (!f)
		return -ENOENT;
	for (uint32_t ccd = 0; ccd < METRIC_TABLE_7V_CCDS; ccd++)
		for (uint32_t e = 0; e < f->count; e++)
			if (table_raw(ts->current.bytes, f, ccd, e) == apicid) {
				*ret_ccd = ccd;
				*ret_element = e;
				return 0;
			}
	return -ENOENT;
}
