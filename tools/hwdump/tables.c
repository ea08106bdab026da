// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The metric table of a socket, field by field
 *
 * Elements of an array are name[0], name[1], ...; those of a CCD are
 * ccd0.name[0]. A sum over the accumulation counter says nothing by itself, so
 * it is shown as the bits that it is; everything else in its unit. CCDs and
 * cores that the table says are absent are left out.
 */
#include <errno.h>

#include "hw/metric_table.h"
#include "hw/telemetry.h"
#include "tools/hwdump/hwdump.h"

#define APICIDS "core_apicid_of_thread0"
#define ACTIVE_CCDS "num_active_ccds"

/**
 * struct table - A table that was read
 * @d:		Dump
 * @object:	Name of the socket
 * @layout:	Layout
 * @bytes:	Content
 */
struct table {
	const struct dump *d;
	const char *object;
	const struct table_layout *layout;
	const uint8_t *bytes;
};

static void put_element(const struct table *t, const struct table_field *f,
			const char *name, unsigned int ccd,
			unsigned int element)
{
	uint64_t raw = table_raw(t->bytes, f, ccd, element);

	if (f->accumulated)
		put_u64(t->d, t->object, name, raw, "raw");
	else if (f->format == TABLE_UINT)
		put_u64(t->d, t->object, name, raw, f->unit);
	else
		put_real(t->d, t->object, name, table_value(f, raw), f->unit);
}

static void put_scalars(const struct table *t, const struct table_field *f)
{
	char name[NAME_LEN];

	for (unsigned int i = 0; i < f->count; i++) {
		if (f->count == 1)
			name_of(name, "table.%s", f->name);
		else
			name_of(name, "table.%s[%u]", f->name, i);
		put_element(t, f, name, 0, i);
	}
}

static void put_ccd(const struct table *t, const struct table_field *f,
		    unsigned int ccd)
{
	const struct table_field *ids = table_find(t->layout, APICIDS);
	char name[NAME_LEN];

	for (unsigned int i = 0; i < f->count; i++) {
		if (ids &&
		    table_raw(t->bytes, ids, ccd, i) == METRIC_TABLE_NO_CORE)
			continue;
		name_of(name, "table.ccd%u.%s[%u]", ccd, f->name, i);
		put_element(t, f, name, ccd, i);
	}
}

void dump_table(const struct dump *d, const char *object, uint32_t socket)
{
	const struct table_layout *layout = NULL;
	uint8_t bytes[METRIC_TABLE_MAX_SIZE];
	const struct table_field *active;
	uint64_t n_ccds = 0;
	char part[NAME_LEN];
	int r;

	name_of(part, "%s.table", object);
	if (!wants(d, part) || d->proto[socket] < 0)
		return;
	r = telemetry_read(d->telemetry, d->topo->sockets[socket].hsmp_index,
			   bytes, &layout);
	if (r < 0) {
		put_error(d, object, "table", r);
		return;
	}
	put_u64(d, object, "table", layout->size, "byte");
	active = table_find(layout, ACTIVE_CCDS);
	if (active)
		n_ccds = MIN(table_raw(bytes, active, 0, 0),
			     (uint64_t)METRIC_TABLE_7V_CCDS);
	for (size_t i = 0; i < layout->n_fields; i++) {
		const struct table_field *f = &layout->fields[i];
		const struct table t = { d, object, layout, bytes };

		if (!f->per_ccd)
			put_scalars(&t, f);
		for (unsigned int c = 0; f->per_ccd && c < n_ccds; c++)
			put_ccd(&t, f, c);
	}
}
