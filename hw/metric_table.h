/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Metric tables that the firmware keeps in memory, pure decode
 *
 * Two layouts exist: that of protocol 6 (1404 bytes, read as metrics_bin) and
 * that of family 1Ah models 50h to 5Fh, version 0x00700000 (13852 bytes, by
 * HSMP_IOCTL_GET_TELEMETRY_DATA). A layout is a table of fields: offset,
 * width, repetition, format. Members of 64 bits are only 4-aligned in the
 * firmware's structure, so nothing is cast; values are put together from
 * bytes, little endian.
 *
 * Formats: UQ10 and signed Q10 are units of 1/1024, UQ16 units of 1/65536. A
 * field that is accumulated (its name does not always end in _acc) is a sum
 * over the table's accumulation counter: its average over an interval is the
 * difference of two tables divided by the difference of their counters, modulo
 * 2^32; a counter that did not move means no new data. Energies are plain
 * counters in 2^-16 J.
 *
 * Names and offsets are those of the public drivers and of AMD's E-SMI library
 * 5.2, formats and units those by which that library's tool prints them.
 * Bandwidths are Gbps in the one table and GB/s in the other; no PPR has
 * confirmed that.
 *
 * No I/O, no clock, no allocation.
 */
#ifndef HW_METRIC_TABLE_H
#define HW_METRIC_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define METRIC_TABLE_6_SIZE 1404
#define METRIC_TABLE_7V_SIZE 13852
#define METRIC_TABLE_7V_IOD_SIZE 540
#define METRIC_TABLE_7V_CCD_SIZE 1664
#define METRIC_TABLE_7V_CCDS 8
#define METRIC_TABLE_7V_CORES 32
#define METRIC_TABLE_7V_VERSION 0x00700000
#define METRIC_TABLE_MAX_SIZE METRIC_TABLE_7V_SIZE

/* core_apicid_of_thread0 of a core that does not exist. */
#define METRIC_TABLE_NO_CORE UINT32_MAX

/**
 * enum metric_table_kind - Layouts
 * @METRIC_TABLE_6:	Protocol 6, 1404 bytes
 * @METRIC_TABLE_7V:	Family 1Ah models 50h to 5Fh, 13852 bytes
 * @METRIC_TABLE_N_KINDS: How many there are
 */
enum metric_table_kind {
	METRIC_TABLE_6,
	METRIC_TABLE_7V,
	METRIC_TABLE_N_KINDS,
};

/**
 * enum table_format - What a field's bits mean
 * @TABLE_UINT:		Plain unsigned number
 * @TABLE_UQ10:		Unsigned, 1/1024
 * @TABLE_SQ10:		Signed, 1/1024
 * @TABLE_UQ16:		Unsigned, 1/65536
 */
enum table_format {
	TABLE_UINT,
	TABLE_UQ10,
	TABLE_SQ10,
	TABLE_UQ16,
};

/**
 * struct table_field - One row of a layout
 * @name:	As in the public headers, lower case
 * @offset:	Of its first element, from the start of its part
 * @width:	Bytes of an element, 4 or 8
 * @count:	Elements, 1 for a scalar
 * @format:	Meaning
 * @accumulated: Sum over the accumulation counter; one of 4 bytes goes round
 * @per_ccd:	Part of a CCD (7V): repeated every METRIC_TABLE_7V_CCD_SIZE
 *		bytes behind the IOD part
 * @unit:	Unit after the format was applied, and of the average if the
 *		field is accumulated; "" for a plain number
 */
struct table_field {
	const char *name;
	uint16_t offset;
	uint8_t width;
	uint8_t count;
	enum table_format format;
	bool accumulated;
	bool per_ccd;
	const char *unit;
};

/**
 * struct table_layout - One layout
 * @kind:	Which
 * @size:	Bytes
 * @counter:	Offset of the accumulation counter, u32
 * @fields:	Rows in ascending order of offset, the CCD part last
 * @n_fields:	Their number
 */
struct table_layout {
	enum metric_table_kind kind;
	uint16_t size;
	uint16_t counter;
	const struct table_field *fields;
	size_t n_fields;
};

extern const struct table_layout table_layouts[METRIC_TABLE_N_KINDS];

/**
 * table_find() - A field by its name
 * @layout:	Layout
 * @name:	Name
 *
 * Return: row, or NULL
 */
const struct table_field *table_find(const struct table_layout *layout,
				     const char *name);

/**
 * table_raw() - An element's bits
 * @table:	Table of at least the layout's size
 * @field:	Row of the same layout
 * @ccd:	CCD, 0 to METRIC_TABLE_7V_CCDS - 1; 0 outside of CCD parts
 * @element:	Below the row's count
 *
 * Return: bits, zero-extended
 */
uint64_t table_raw(const void *table, const struct table_field *field,
		   unsigned int ccd, unsigned int element);

/**
 * table_put() - Store an element's bits, for simulators and tests
 * @table:	Table of at least the layout's size
 * @field:	Row of the same layout
 * @ccd:	As table_raw()
 * @element:	As table_raw()
 * @raw:	Bits; what does not fit is cut off
 */
void table_put(void *table, const struct table_field *field, unsigned int ccd,
	       unsigned int element, uint64_t raw);

/**
 * table_counter() - A table's accumulation counter
 * @layout:	Layout
 * @table:	Table of at least the layout's size
 *
 * Return: counter; take differences modulo 2^32
 */
uint32_t table_counter(const struct table_layout *layout, const void *table);

/**
 * table_counts() - Accumulations between two tables of one socket
 * @layout:	Layout
 * @old_table:	The older one
 * @new_table:	The newer one
 * @ret:	Difference of their counters modulo 2^32, for table_average()
 *
 * Return: 0, -EAGAIN if nothing was accumulated, -EINVAL if time or energy
 * went back: the firmware has started anew, and the two have nothing to do
 * with each other
 */
int table_counts(const struct table_layout *layout, const void *old_table,
		 const void *new_table, uint32_t *ret);

/**
 * table_value() - Bits as a number
 * @field:	Row
 * @raw:	Bits
 *
 * Return: value in the row's unit, exact up to 53 significant bits
 */
double table_value(const struct table_field *field, uint64_t raw);

/**
 * table_delta() - By how much a field grew between two tables
 * @field:	Row
 * @old_raw:	Bits in the older table
 * @new_raw:	Bits in the newer table
 * @ret:	Difference of the bits; modulo 2^32 for a field of 4 bytes
 *
 * Return: 0, -EINVAL if a field of 8 bytes went back: the firmware has
 * started anew
 */
int table_delta(const struct table_field *field, uint64_t old_raw,
		uint64_t new_raw, uint64_t *ret);

/**
 * table_average() - Average of an accumulated field between two tables
 * @field:	Row
 * @old_raw:	Bits in the older table
 * @new_raw:	Bits in the newer table
 * @counts:	Difference of their accumulation counters modulo 2^32
 * @ret:	Average in the row's unit
 *
 * A sum of signed numbers may fall. What starts anew is found by
 * table_counts(), which is to be asked first.
 *
 * Return: 0, -EAGAIN if @counts is 0, -EINVAL if the field is no sum, went
 * back or gives an average that its numbers can't have
 */
int table_average(const struct table_field *field, uint64_t old_raw,
		  uint64_t new_raw, uint32_t counts, double *ret);

/**
 * table_energy_uj() - An energy in whole microjoules, rounded down
 * @raw:	TABLE_UQ16 bits, 2^-16 J
 *
 * Return: uJ; exact to 1.8e13 J, UINT64_MAX above
 */
uint64_t table_energy_uj(uint64_t raw);

#endif
