// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Metric tables by file and by ioctl
 */
#include <errno.h>
#include <string.h>

#include "hw/telemetry.h"
#include "tests/mock/fixture.h"
#include "tests/mock/hsmp.h"
#include "tests/mock/telemetry.h"

#define S NSEC_PER_SEC

/**
 * struct rig - Two sockets with tables
 * @driver:	Second ioctl
 * @m:		Mock
 * @hw:		Context
 * @h:		Mailboxes
 * @t:		Under test
 * @table:	Where a table is read to
 * @layout:	Its layout
 */
struct rig {
	struct mock_telemetry driver;
	struct mock *m;
	struct hw *hw;
	struct hsmp *h;
	struct telemetry *t;
	uint8_t table[METRIC_TABLE_MAX_SIZE];
	const struct table_layout *layout;
};

static uint8_t table_7v[METRIC_TABLE_7V_SIZE];

static int rig_setup(void **state)
{
	struct rig *rig = calloc(1, sizeof(*rig));

	if (!rig)
		return -1;
	memset(table_7v, 0, sizeof(table_7v));
	/* Eight CCDs, counter 7; a mark in the last byte. */
	table_7v[0] = 8;
	table_7v[4] = 7;
	table_7v[13851] = 0xE1;
	rig->m = mock_new();
	rig->driver.m = rig->m;
	rig->driver.table = table_7v;
	mock_file(rig->m, "dev/hsmp", "");
	if (hw_new("/mock", &mock_telemetry_ops, &rig->driver, &rig->hw) < 0 ||
	    hsmp_new(rig->hw, 2, &rig->h) < 0 ||
	    telemetry_new(rig->hw, rig->h, 2, &rig->t) < 0)
		return -1;
	*state = rig;
	return 0;
}

static int rig_teardown(void **state)
{
	struct rig *rig = *state;
	const char *fault;

	telemetry_free(rig->t);
	hsmp_free(rig->h);
	hw_free(rig->hw);
	fault = mock_done(rig->m);
	if (fault)
		print_error("# mock: %s\n", fault);
	mock_free(rig->m);
	free(rig);
	return fault ? -1 : 0;
}

/* A probe of both sockets that ends well. */
static void probe(struct rig *rig, uint32_t family, uint32_t model,
		  uint32_t proto)
{
	hsmp_set_cpu(rig->h, true, family, model);
	for (uint16_t sock = 0; sock < 2; sock++) {
		expect_steps(rig->m, TEST(.sock = sock, .out = { 0xDEADBEF0 }),
			     PROTO(.sock = sock, .out = { proto }),
			     { .id = 0x02,
			       .sock = sock,
			       .response_sz = 1,
			       .out = { 0x2D5A07 } });
		if ((family == 0x1A && model != 2) || proto > 7)
			expect_steps(rig->m, { .id = 0x37,
					       .sock = sock,
					       .num_args = 1,
					       .response_sz = 3,
					       .arg = 1,
					       .err = -ENOMSG });
		assert_int_equal(hsmp_probe(rig->h, sock), proto);
	}
}

#define VERSION(...)                                      \
	{                                                 \
		.id = 0x23, .response_sz = 1, __VA_ARGS__ \
	}
#define ADDRESS(...)                                      \
	{                                                 \
		.id = 0x25, .response_sz = 3, __VA_ARGS__ \
	}

static void expect_address(struct rig *rig, uint32_t size)
{
	const struct hsmp_message request = { .msg_id = 0x25,
					      .response_sz = 3 };
	const uint32_t words[HSMP_MAX_WORDS] = { 0x1000, 1, size };

	mock_expect(rig->m, &request, 0, words);
}

/* The layout must not change when there is no table. */
static int read_table(struct rig *rig, unsigned int sock)
{
	int r;

	rig->layout = NULL;
	memset(rig->table, 0x5C, sizeof(rig->table));
	r = telemetry_read(rig->t, sock, rig->table, &rig->layout);
	if (r < 0)
		assert_null(rig->layout);
	return r;
}

static void put_file(struct rig *rig, const char *path, uint8_t mark,
		     size_t size)
{
	uint8_t bytes[2048];

	memset(bytes, mark, sizeof(bytes));
	mock_bytes(rig->m, path, bytes, size);
}

static void protocol_6_reads_a_file_of_1404_bytes_once(void **state)
{
	struct rig *rig = *state;
	const char *const path = "sys/devices/platform/AMDI0097:00/metrics_bin";

	probe(rig, 0x19, 0x90, 6);
	put_file(rig, path, 0x41, 1404);
	for (unsigned int i = 0; i < 3; i++) {
		assert_int_equal(read_table(rig, 0), 0);
		assert_ptr_equal(rig->layout, &table_layouts[METRIC_TABLE_6]);
		assert_int_equal(rig->table[0], 0x41);
		assert_int_equal(rig->table[1403], 0x41);
		assert_int_equal(rig->table[1404], 0x5C);
	}
	assert_int_equal(mock_count(rig->m, MOCK_OPEN, path), 1);
	assert_int_equal(mock_count(rig->m, MOCK_PREAD, path), 3);
	/* No message was needed. */
	assert_int_equal(mock_count(rig->m, MOCK_IOCTL, NULL), 6);
}

static void acpi_devices_are_told_by_their_unique_id(void **state)
{
	struct rig *rig = *state;

	probe(rig, 0x19, 0x90, 6);
	/* The first device is the second socket's. */
	put_file(rig, "sys/devices/platform/AMDI0097:00/metrics_bin", 0x31,
		 1404);
	mock_file(rig->m, "sys/devices/platform/AMDI0097:00/firmware_node/uid",
		  "ID01\n");
	put_file(rig, "sys/devices/platform/AMDI0097:0a/metrics_bin", 0x30,
		 1404);
	mock_file(rig->m, "sys/devices/platform/AMDI0097:0a/firmware_node/uid",
		  "ID00\n");
	put_file(rig, "sys/devices/platform/AMDI0098:00/metrics_bin", 0x39,
		 1404);
	assert_int_equal(read_table(rig, 0), 0);
	assert_int_equal(rig->table[0], 0x30);
	assert_int_equal(read_table(rig, 1), 0);
	assert_int_equal(rig->table[0], 0x31);
}

static void without_unique_ids_devices_are_numbered_as_sockets(void **state)
{
	struct rig *rig = *state;

	probe(rig, 0x19, 0x90, 6);
	put_file(rig, "sys/devices/platform/AMDI0097:00/metrics_bin", 0x30,
		 1404);
	put_file(rig, "sys/devices/platform/AMDI0097:01/metrics_bin", 0x31,
		 1404);
	assert_int_equal(read_table(rig, 1), 0);
	assert_int_equal(rig->table[0], 0x31);
	assert_int_equal(read_table(rig, 0), 0);
	assert_int_equal(rig->table[0], 0x30);
}

static void a_strange_unique_id_is_nobodys(void **state)
{
	struct rig *rig = *state;

	probe(rig, 0x19, 0x90, 6);
	put_file(rig, "sys/devices/platform/AMDI0097:00/metrics_bin", 0x30,
		 1404);
	mock_file(rig->m, "sys/devices/platform/AMDI0097:00/firmware_node/uid",
		  "0\n");
	assert_int_equal(read_table(rig, 0), -ENODEV);
}

static void the_platform_driver_has_folders_of_sockets(void **state)
{
	struct rig *rig = *state;

	probe(rig, 0x19, 0x90, 6);
	put_file(rig, "sys/devices/platform/amd_hsmp/socket1/metrics_bin", 0x31,
		 1404);
	assert_int_equal(read_table(rig, 1), 0);
	assert_int_equal(rig->table[0], 0x31);
	assert_int_equal(read_table(rig, 0), -ENODEV);
}

static void files_tell_their_errors_apart(void **state)
{
	static const int errors[] = { -EINVAL, -EOPNOTSUPP, -ETIMEDOUT,
				      -ENODEV, -EREMOTEIO,  -EBUSY,
				      -EPERM,  -EIO };
	const char *const path = "sys/devices/platform/AMDI0097:00/metrics_bin";
	struct rig *rig = *state;

	probe(rig, 0x19, 0x90, 6);
	put_file(rig, path, 0x41, 1404);
	for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
		mock_read_error(rig->m, path, errors[i], 1);
		assert_int_equal(read_table(rig, 0), errors[i]);
		/* The next one opens it anew. */
		assert_int_equal(read_table(rig, 0), 0);
	}
	/* A shorter one is not a table. */
	put_file(rig, path, 0x41, 1403);
	assert_int_equal(read_table(rig, 0), -EIO);
	mock_open_error(rig->m, path, -EACCES);
	assert_int_equal(read_table(rig, 0), -EACCES);
}

static void protocol_7_reads_by_ioctl_what_it_knows(void **state)
{
	struct rig *rig = *state;

	probe(rig, 0x1A, 0x50, 7);
	expect_steps(rig->m, VERSION(.out = { 0x00700000 }));
	expect_address(rig, 13852);
	for (unsigned int i = 0; i < 3; i++) {
		assert_int_equal(read_table(rig, 0), 0);
		assert_ptr_equal(rig->layout, &table_layouts[METRIC_TABLE_7V]);
		assert_memory_equal(rig->table, table_7v, sizeof(table_7v));
		assert_int_equal(table_counter(rig->layout, rig->table), 7);
	}
	assert_int_equal(rig->driver.calls, 3);
	assert_true(rig->driver.last.buf == (uintptr_t)rig->table);
	assert_int_equal(rig->driver.last.size, 13852);
	assert_int_equal(rig->driver.last.sock_ind, 0);
	assert_int_equal(rig->driver.last.reserved, 0);
	assert_int_equal(hsmp_message_count(rig->h, HSMP_GET_METRIC_TABLE), 3);
	/* The other socket is asked for itself. */
	expect_steps(rig->m, VERSION(.sock = 1, .out = { 0x00700000 }),
		     ADDRESS(.sock = 1, .err = -ENOMSG));
	assert_int_equal(read_table(rig, 1), 0);
	assert_int_equal(rig->driver.last.sock_ind, 1);
	assert_int_equal(read_table(rig, 2), -ENODEV);
}

static void a_driver_that_does_not_tell_the_size_is_believed(void **state)
{
	struct rig *rig = *state;

	probe(rig, 0x1A, 0x50, 7);
	expect_steps(rig->m, VERSION(.out = { 0x00700000 }),
		     ADDRESS(.err = -EINVAL),
		     { .id = 0x25, .response_sz = 2, .out = { 0x1000, 1 } });
	assert_int_equal(read_table(rig, 0), 0);
}

static void another_version_is_never_decoded(void **state)
{
	struct rig *rig = *state;

	probe(rig, 0x1A, 0x50, 7);
	expect_steps(rig->m, VERSION(.out = { 0x00700001 }));
	assert_int_equal(read_table(rig, 0), -EPROTONOSUPPORT);
	/* Nor asked again. */
	assert_int_equal(read_table(rig, 0), -EPROTONOSUPPORT);
	assert_int_equal(rig->driver.calls, 0);
}

static void another_size_is_never_decoded(void **state)
{
	struct rig *rig = *state;

	probe(rig, 0x1A, 0x50, 7);
	expect_steps(rig->m, VERSION(.out = { 0x00700000 }));
	expect_address(rig, 13856);
	assert_int_equal(read_table(rig, 0), -EPROTONOSUPPORT);
	assert_int_equal(rig->driver.calls, 0);
}

static void an_unknown_protocol_has_no_layout(void **state)
{
	static const uint32_t protocols[] = { 1, 3, 8, 9 };
	struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(protocols); i++) {
		telemetry_free(rig->t);
		hsmp_free(rig->h);
		assert_int_equal(hsmp_new(rig->hw, 2, &rig->h), 0);
		assert_int_equal(telemetry_new(rig->hw, rig->h, 2, &rig->t), 0);
		probe(rig, 0x19, 0x50, protocols[i]);
		assert_int_equal(read_table(rig, 0), -EPROTONOSUPPORT);
	}
}

static void platforms_without_a_table_cost_nothing(void **state)
{
	static const struct {
		uint32_t family;
		uint32_t model;
		uint32_t proto;
	} cases[] = {
		{ 0x19, 0x01, 2 },
		{ 0x19, 0x30, 4 },
		{ 0x19, 0x11, 5 },
		{ 0x1A, 0x02, 7 },
	};
	struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		telemetry_free(rig->t);
		hsmp_free(rig->h);
		assert_int_equal(hsmp_new(rig->hw, 2, &rig->h), 0);
		assert_int_equal(telemetry_new(rig->hw, rig->h, 2, &rig->t), 0);
		probe(rig, cases[i].family, cases[i].model, cases[i].proto);
		assert_int_equal(read_table(rig, 0), -ENODEV);
	}
	assert_int_equal(rig->driver.calls, 0);
}

static void before_a_probe_nothing_is_known(void **state)
{
	struct rig *rig = *state;

	assert_int_equal(read_table(rig, 0), -EAGAIN);
	probe(rig, 0x19, 0x01, 2);
	assert_int_equal(read_table(rig, 0), -ENODEV);
}

static void a_driver_without_the_ioctl_is_asked_once_an_hour(void **state)
{
	/* Other drivers take any ioctl for a message of an absurd number. */
	static const int errors[] = { -ENOTTY, -ENOMSG, -EOPNOTSUPP };
	struct rig *rig = *state;

	probe(rig, 0x1A, 0x50, 7);
	expect_steps(rig->m, VERSION(.out = { 0x00700000 }));
	expect_address(rig, 13852);
	rig->driver.err_times = -1;
	for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
		rig->driver.err = errors[i];
		rig->driver.calls = 0;
		for (unsigned int n = 0; n < 36; n++) {
			assert_int_equal(read_table(rig, 0), -EOPNOTSUPP);
			mock_advance(rig->m, 100 * S);
		}
		assert_int_equal(rig->driver.calls, 1);
		/* The mailbox is as healthy as before. */
		assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_OK);
	}
	rig->driver.err = 0;
	assert_int_equal(read_table(rig, 0), 0);
}

static void a_driver_without_the_messages_has_no_table_to_give(void **state)
{
	struct rig *rig = *state;

	probe(rig, 0x1A, 0x50, 7);
	expect_steps(rig->m, VERSION(.err = -ENOMSG));
	assert_int_equal(read_table(rig, 0), -EOPNOTSUPP);
	assert_int_equal(read_table(rig, 0), -EOPNOTSUPP);
	/* Nobody knows what an unknown model should have. */
	telemetry_free(rig->t);
	hsmp_free(rig->h);
	assert_int_equal(hsmp_new(rig->hw, 2, &rig->h), 0);
	assert_int_equal(telemetry_new(rig->hw, rig->h, 2, &rig->t), 0);
	probe(rig, 0x1A, 0x90, 7);
	expect_steps(rig->m, VERSION(.err = -ENOMSG));
	assert_int_equal(read_table(rig, 0), -ENODEV);
}

static void the_ioctl_tells_its_errors_apart(void **state)
{
	static const int errors[] = { -ENODEV, -EPERM,	-EINVAL, -EREMOTEIO,
				      -EIO,    -EFAULT, -EBUSY,	 -EINTR };
	struct rig *rig = *state;

	probe(rig, 0x1A, 0x50, 7);
	expect_steps(rig->m, VERSION(.out = { 0x00700000 }));
	expect_address(rig, 13852);
	for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
		rig->driver.err = errors[i];
		rig->driver.err_times = -1;
		rig->driver.calls = 0;
		assert_int_equal(read_table(rig, 0), errors[i]);
		assert_int_equal(rig->driver.calls,
				 errors[i] == -EBUSY || errors[i] == -EINTR
					 ? 1 + HSMP_RETRIES
					 : 1);
		rig->driver.err_times = 0;
		assert_int_equal(read_table(rig, 0), 0);
	}
	/* The node is still the one that was opened first. */
	assert_int_equal(mock_count(rig->m, MOCK_OPEN, "dev/hsmp"), 2);
}

static void a_time_out_makes_the_mailbox_back_off(void **state)
{
	struct rig *rig = *state;

	probe(rig, 0x1A, 0x50, 7);
	expect_steps(rig->m, VERSION(.out = { 0x00700000 }));
	expect_address(rig, 13852);
	rig->driver.err = -ETIMEDOUT;
	rig->driver.err_times = 1;
	assert_int_equal(read_table(rig, 0), -ETIMEDOUT);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_BACKING_OFF);
	assert_int_equal(read_table(rig, 0), -EAGAIN);
	assert_int_equal(rig->driver.calls, 1);
	mock_advance(rig->m, S);
	assert_int_equal(read_table(rig, 0), 0);
	assert_int_equal(hsmp_get_state(rig->h, 0), HSMP_STATE_OK);
}

static void a_mailbox_that_is_lost_decides_nothing(void **state)
{
	struct rig *rig = *state;

	probe(rig, 0x1A, 0x50, 7);
	expect_steps(rig->m, VERSION(.err = -ETIMEDOUT));
	assert_int_equal(read_table(rig, 0), -ETIMEDOUT);
	mock_advance(rig->m, S);
	expect_steps(rig->m, VERSION(.out = { 0x00700000 }),
		     ADDRESS(.err = -EREMOTEIO));
	assert_int_equal(read_table(rig, 0), -EREMOTEIO);
	expect_steps(rig->m, VERSION(.out = { 0x00700000 }));
	expect_address(rig, 13852);
	assert_int_equal(read_table(rig, 0), 0);
}

static void a_table_of_nine_ccds_is_a_contradiction(void **state)
{
	struct rig *rig = *state;

	probe(rig, 0x1A, 0x50, 7);
	expect_steps(rig->m, VERSION(.out = { 0x00700000 }));
	expect_address(rig, 0);
	table_7v[0] = 9;
	assert_int_equal(read_table(rig, 0), -EBADMSG);
	table_7v[0] = 8;
	assert_int_equal(read_table(rig, 0), 0);
}

static void any_call_may_fail_without_a_leak(void **state)
{
	struct rig *rig = *state;

	put_file(rig, "sys/devices/platform/AMDI0097:00/metrics_bin", 0x30,
		 1404);
	mock_file(rig->m, "sys/devices/platform/AMDI0097:00/firmware_node/uid",
		  "ID00\n");
	probe(rig, 0x19, 0x90, 6);
	for (unsigned int n = 1;; n++) {
		int r;

		telemetry_free(rig->t);
		assert_int_equal(telemetry_new(rig->hw, rig->h, 2, &rig->t), 0);
		mock_fail_nth(rig->m, n, -EMFILE);
		r = read_table(rig, 0);
		if (!mock_has_failed(rig->m)) {
			assert_int_equal(r, 0);
			/* List, open and read of the id, open and read. */
			assert_int_equal(n, 6);
			break;
		}
		/* The list and the id are only a way to find the file. */
		if (n == 1)
			assert_int_equal(r, -ENODEV);
		else
			assert_int_equal(r, n <= 3 ? 0 : -EMFILE);
		assert_int_equal(read_table(rig, 0), 0);
	}
}

static void no_sockets_is_einval(void **state)
{
	struct rig *rig = *state;
	struct telemetry *t = NULL;

	assert_int_equal(telemetry_new(rig->hw, rig->h, 0, &t), -EINVAL);
	assert_null(t);
	telemetry_free(NULL);
}

static void an_address_that_could_be_a_message_is_refused(void **state)
{
	struct rig *rig = *state;

	/* A driver that takes any ioctl for a message would send 04h. */
	assert_int_equal(
		hsmp_telemetry(rig->h, 0, (void *)(uintptr_t)0x700000004, 8),
		-EFAULT);
	assert_int_equal(hsmp_telemetry(rig->h, 2, rig->table, 8), -ENODEV);
	assert_int_equal(rig->driver.calls, 0);
}

#define rig_test(fn) \
	cmocka_unit_test_setup_teardown(fn, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		rig_test(protocol_6_reads_a_file_of_1404_bytes_once),
		rig_test(acpi_devices_are_told_by_their_unique_id),
		rig_test(without_unique_ids_devices_are_numbered_as_sockets),
		rig_test(a_strange_unique_id_is_nobodys),
		rig_test(the_platform_driver_has_folders_of_sockets),
		rig_test(files_tell_their_errors_apart),
		rig_test(protocol_7_reads_by_ioctl_what_it_knows),
		rig_test(a_driver_that_does_not_tell_the_size_is_believed),
		rig_test(another_version_is_never_decoded),
		rig_test(another_size_is_never_decoded),
		rig_test(an_unknown_protocol_has_no_layout),
		rig_test(platforms_without_a_table_cost_nothing),
		rig_test(before_a_probe_nothing_is_known),
		rig_test(a_driver_without_the_ioctl_is_asked_once_an_hour),
		rig_test(a_driver_without_the_messages_has_no_table_to_give),
		rig_test(the_ioctl_tells_its_errors_apart),
		rig_test(a_time_out_makes_the_mailbox_back_off),
		rig_test(a_mailbox_that_is_lost_decides_nothing),
		rig_test(a_table_of_nine_ccds_is_a_contradiction),
		rig_test(any_call_may_fail_without_a_leak),
		rig_test(no_sockets_is_einval),
		rig_test(an_address_that_could_be_a_message_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
