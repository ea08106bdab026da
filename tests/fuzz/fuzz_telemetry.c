// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of metric tables
 *
 * First byte: which protocol and what the driver says; then the size that the
 * driver tells, then two tables that are as long as the input allows. Whatever
 * they hold, decode stays inside of them, agrees with a naive one, and averages
 * stay between what a field can hold.
 */
#include <errno.h>
#include <math.h>

#include "base/util.h"
#include "hw/telemetry.h"
#include "tests/fuzz/fuzz.h"
#include "tests/mock/telemetry.h"

#define FILE_6 "sys/devices/platform/AMDI0097:00/metrics_bin"

/**
 * struct machine - The other side
 * @proto:	Protocol version
 * @version:	Version of the table
 * @size:	Size of the table, as the driver says
 */
struct machine {
	uint32_t proto;
	uint32_t version;
	uint32_t size;
};

static int answer(void *arg, struct hsmp_message *msg)
{
	const struct machine *machine = arg;

	switch (msg->msg_id) {
	case HSMP_TEST:
		msg->args[0]++;
		return 0;
	case HSMP_GET_PROTO_VER:
		msg->args[0] = machine->proto;
		return 0;
	case HSMP_GET_METRIC_TABLE_VER:
		msg->args[0] = machine->version;
		return 0;
	case HSMP_GET_METRIC_TABLE_DRAM_ADDR:
		msg->args[2] = machine->size;
		return 0;
	default:
		return -ENOMSG;
	}
}

/* Little endian, one byte after the other, at the place in the whole table. */
static uint64_t naive(const uint8_t *table, const struct table_field *f,
		      unsigned int ccd, unsigned int element)
{
	size_t at = (f->per_ccd ? 540 + 1664 * (size_t)ccd : 0) + f->offset +
		    element * (size_t)f->width;
	uint64_t raw = 0;

	for (int i = f->width - 1; i >= 0; i--)
		raw = raw << 8 | table[at + (size_t)i];
	return raw;
}

static void check_average(const struct table_field *f, uint64_t a, uint64_t b,
			  uint32_t counts)
{
	double average = -7;
	uint64_t delta = 7;
	int r = table_average(f, a, b, counts, &average);

	FUZZ_CHECK(r == 0 || r == -EAGAIN || r == -EINVAL);
	if (r < 0)
		FUZZ_CHECK(average == -7);
	if (!counts)
		FUZZ_CHECK(r < 0);
	if (!f->accumulated)
		FUZZ_CHECK(r == -EINVAL);
	if (r == 0) {
		FUZZ_CHECK(isfinite(average));
		if (f->format != TABLE_SQ10)
			FUZZ_CHECK(average >= 0);
		else
			FUZZ_CHECK(fabs(average) <= 2097152);
	}
	r = table_delta(f, a, b, &delta);
	FUZZ_CHECK(r == (f->width == 8 && b < a ? -EINVAL : 0));
	if (r == 0 && f->width == 4)
		FUZZ_CHECK((uint32_t)(a + delta) == b);
	if (r == 0 && f->width == 8)
		FUZZ_CHECK(a + delta == b);
}

static void check_tables(const struct table_layout *layout, const uint8_t *old,
			 const uint8_t *new)
{
	uint32_t counts = 0;
	int r = table_counts(layout, old, new, &counts);

	FUZZ_CHECK(r == 0 ? counts : counts == 0);
	for (size_t i = 0; i < layout->n_fields; i++) {
		const struct table_field *f = &layout->fields[i];
		unsigned int n = f->per_ccd ? METRIC_TABLE_7V_CCDS : 1;

		for (unsigned int ccd = 0; ccd < n; ccd++) {
			for (unsigned int e = 0; e < f->count; e++) {
				uint64_t a = table_raw(old, f, ccd, e);
				uint64_t b = table_raw(new, f, ccd, e);

				FUZZ_CHECK(a == naive(old, f, ccd, e));
				FUZZ_CHECK(isfinite(table_value(f, b)));
				FUZZ_CHECK(table_energy_uj(b) >= b);
				check_average(f, a, b, counts);
			}
		}
	}
}

/* A table whose first bytes are the input's, in a block of exactly its size. */
static uint8_t *take_table(const uint8_t **data, size_t *size)
{
	size_t n = MIN(*size, (size_t)METRIC_TABLE_MAX_SIZE);
	uint8_t *table = calloc(1, METRIC_TABLE_MAX_SIZE);

	FUZZ_CHECK(table);
	memcpy(table, *data, n);
	*data += n;
	*size -= n;
	return table;
}

static void run(const struct machine *machine, int err, uint8_t *first,
		uint8_t *second)
{
	struct mock_telemetry driver = { .table = first, .err_times = -1 };
	const struct table_layout *layout = NULL;
	uint8_t *old = malloc(METRIC_TABLE_MAX_SIZE);
	struct telemetry *t = NULL;
	struct hsmp *h = NULL;
	struct hw *hw = NULL;
	struct machine copy = *machine;
	int r;

	FUZZ_CHECK(old);
	driver.m = mock_new();
	driver.err = err;
	FUZZ_CHECK(hw_new("/mock", &mock_telemetry_ops, &driver, &hw) == 0);
	mock_file(driver.m, "dev/hsmp", "");
	mock_bytes(driver.m, FILE_6, first, METRIC_TABLE_6_SIZE);
	mock_on_ioctl(driver.m, answer, &copy);
	FUZZ_CHECK(hsmp_new(hw, 1, &h) == 0);
	hsmp_set_cpu(h, true, 0x1A, 0x50);
	FUZZ_CHECK(telemetry_new(hw, h, 1, &t) == 0);
	(void)hsmp_probe(h, 0);
	r = telemetry_read(t, 0, old, &layout);
	FUZZ_CHECK(r <= 0 && (r == 0) == (layout != NULL));
	if (r == 0) {
		/* Only what is known is decoded. */
		FUZZ_CHECK(machine->proto == 6 ||
			   (machine->proto == 7 &&
			    machine->version == 0x00700000 &&
			    (!machine->size || machine->size == 13852)));
		FUZZ_CHECK(memcmp(old, first, layout->size) == 0);
		check_tables(layout, old, second);
	}
	telemetry_free(t);
	hsmp_free(h);
	hw_free(hw);
	FUZZ_CHECK(!mock_done(driver.m));
	mock_free(driver.m);
	free(old);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint32_t protocols[] = { 6, 7, 7, 7, 2, 5, 3, 8 };
	static const int errors[] = { 0,       0,	   0,	    -ENOTTY,
				      -EINVAL, -ETIMEDOUT, -ENODEV, -EBUSY };
	struct machine machine = { .version = METRIC_TABLE_7V_VERSION };
	uint8_t *first, *second;
	int err;

	if (size < 2)
		return 0;
	machine.proto = protocols[data[0] & 7];
	err = errors[data[0] >> 3 & 7];
	if (data[0] & 0x40)
		machine.version ^= data[1];
	else if (data[0] & 0x80)
		machine.size = METRIC_TABLE_7V_SIZE ^ data[1];
	data += 2;
	size -= 2;
	first = take_table(&data, &size);
	second = take_table(&data, &size);
	run(&machine, err, first, second);
	free(first);
	free(second);
	return 0;
}
