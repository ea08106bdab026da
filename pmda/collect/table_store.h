/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The last metric tables of one socket
 *
 * An average is the difference of two tables, so earlier ones are kept: the
 * youngest that is at least TABLE_MIN_NS older than the current one is the
 * base. Averages thus span about a second or more, whoever asks how often.
 * Counts of 32 bits are extended to 64.
 *
 * Pure but for table_store_new().
 */
#ifndef PMDA_COLLECT_TABLE_STORE_H
#define PMDA_COLLECT_TABLE_STORE_H

#include <stdint.h>

#include "base/util.h"
#include "hw/metric_table.h"

#define TABLE_MIN_NS NSEC_PER_SEC

struct table_store;

/**
 * table_store_new() - No table yet
 * @ret:	The object; table_store_free() it
 *
 * Return: 0 or -ENOMEM
 */
int table_store_new(struct table_store **ret);

/**
 * table_store_free() - Release it
 * @ts:		Object or NULL
 */
void table_store_free(struct table_store *ts);

/**
 * table_store_add() - Take in a table
 * @ts:		Object
 * @layout:	Its layout; another one than before begins anew
 * @table:	Table of the layout's size; copied
 * @now_ns:	When it was read, not before the earlier ones
 */
void table_store_add(struct table_store *ts, const struct table_layout *layout,
		     const void *table, uint64_t now_ns);

/**
 * table_store_layout() - Layout of the current table
 * @ts:		Object
 *
 * Return: layout, NULL if there is no table
 */
const struct table_layout *table_store_layout(const struct table_store *ts);

/**
 * table_store_value() - A value, or the average of an accumulated one
 * @ts:		Object
 * @name:	Field
 * @ccd:	CCD of a field that is per CCD
 * @element:	Element
 * @ret:	Value in the field's unit
 *
 * Return: 0; -ENOENT without such a field; -EAGAIN if there is no interval yet
 */
int table_store_value(const struct table_store *ts, const char *name,
		      uint32_t ccd, uint32_t element, double *ret);

/**
 * table_store_raw() - A field's bits, extended to 64 where it counts in 32
 * @ts:		Object
 * @name:	Field, scalar
 * @ret:	Bits
 *
 * Return: 0; -ENOENT without such a field; -EAGAIN if there is no table
 */
int table_store_raw(const struct table_store *ts, const char *name,
		    uint64_t *ret);

/**
 * table_store_core() - Where a core stands in the table
 * @ts:		Object
 * @apicid:	APIC id of its first thread
 * @ret_ccd:	CCD
 * @ret_element: Element
 *
 * Only for layouts that name their cores.
 *
 * Return: 0 or -ENOENT
 */
int table_store_core(const struct table_store *ts, uint32_t apicid,
		     uint32_t *ret_ccd, uint32_t *ret_element);

#endif
