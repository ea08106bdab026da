// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Files that stay open
 */
#include <errno.h>

#include "hw/files.h"
#include "tests/mock/fixture.h"

#define N 5

/**
 * struct rig - Five files and room for three
 * @f:		Fixture
 * @files:	Cache
 * @file:	States of n0 to n4
 */
struct rig {
	struct fixture *f;
	struct hw_files *files;
	struct hw_file file[N];
};

static int rig_setup(void **state)
{
	struct rig *rig = calloc(1, sizeof(*rig));
	void *f = NULL;

	if (!rig || fixture_setup(&f) < 0)
		return -1;
	rig->f = f;
	if (hw_files_new(rig->f->hw, 3, &rig->files) < 0)
		return -1;
	for (unsigned int i = 0; i < N; i++) {
		rig->file[i] = (struct hw_file)HW_FILE_INIT;
		mock_filef(rig->f->m, "7\n", "n%u", i);
	}
	*state = rig;
	return 0;
}

static int rig_teardown(void **state)
{
	struct rig *rig = *state;
	void *f = rig->f;

	hw_files_free(rig->files);
	free(rig);
	return fixture_teardown(&f);
}

static int get(struct rig *rig, unsigned int i, uint64_t *v)
{
	return hw_file_u64(rig->files, &rig->file[i], v, "n%u", i);
}

static void use(struct rig *rig, unsigned int i)
{
	uint64_t v = 0;

	assert_int_equal(get(rig, i, &v), 0);
	assert_int_equal(v, 7);
}

static bool is_open(const struct rig *rig, unsigned int i)
{
	return rig->file[i].fd >= 0;
}

static void a_file_is_opened_once_and_read_afresh(void **state)
{
	struct rig *rig = *state;
	uint64_t v;

	use(rig, 0);
	mock_file(rig->f->m, "n0", "8\n");
	assert_int_equal(get(rig, 0, &v), 0);
	assert_int_equal(v, 8);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, "n0"), 1);
	assert_int_equal(mock_count(rig->f->m, MOCK_PREAD, "n0"), 2);
	assert_int_equal(hw_files_open_count(rig->files), 1);
}

static void the_least_recently_used_is_closed_first(void **state)
{
	struct rig *rig = *state;

	use(rig, 0);
	use(rig, 1);
	use(rig, 2);
	use(rig, 0);
	assert_int_equal(hw_files_open_count(rig->files), 3);
	use(rig, 3);
	assert_int_equal(hw_files_open_count(rig->files), 3);
	assert_false(is_open(rig, 1));
	assert_true(is_open(rig, 0) && is_open(rig, 2) && is_open(rig, 3));
	use(rig, 2);
	use(rig, 4);
	assert_false(is_open(rig, 0));
	use(rig, 1);
	assert_false(is_open(rig, 3));
	/* The one in the middle. */
	use(rig, 4);
	use(rig, 0);
	assert_false(is_open(rig, 2));
	assert_int_equal(hw_files_open_count(rig->files), 3);
}

static void the_limit_holds_for_any_order_of_use(void **state)
{
	struct rig *rig = *state;
	uint32_t seed = 12345;

	for (int i = 0; i < 2000; i++) {
		unsigned int open = 0;

		seed = seed * 1664525 + 1013904223;
		if (seed >> 28 == 0)
			hw_file_close(rig->files, &rig->file[seed % N]);
		else
			use(rig, (seed >> 8) % N);
		for (unsigned int k = 0; k < N; k++)
			open += is_open(rig, k);
		assert_int_equal(open, hw_files_open_count(rig->files));
		assert_in_range(open, 0, 3);
	}
}

static void a_file_can_be_closed_and_used_again(void **state)
{
	struct rig *rig = *state;

	hw_file_close(rig->files, &rig->file[0]);
	use(rig, 0);
	hw_file_close(rig->files, &rig->file[0]);
	hw_file_close(rig->files, &rig->file[0]);
	assert_int_equal(hw_files_open_count(rig->files), 0);
	use(rig, 0);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, "n0"), 2);
}

static void a_file_of_a_cpu_that_left_is_opened_anew(void **state)
{
	static const int errors[] = { -ENODEV, -ENXIO, -EBADF };
	struct rig *rig = *state;
	uint64_t v = 99;

	for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
		use(rig, 0);
		mock_clear_log(rig->f->m);
		mock_read_error(rig->f->m, "n0", errors[i], 1);
		assert_int_equal(get(rig, 0, &v), errors[i]);
		assert_int_equal(v, 99);
		assert_false(is_open(rig, 0));
		use(rig, 0);
		assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, "n0"), 1);
	}
}

static void another_error_leaves_the_file_open(void **state)
{
	struct rig *rig = *state;
	uint64_t v;

	use(rig, 0);
	mock_read_error(rig->f->m, "n0", -EIO, 1);
	assert_int_equal(get(rig, 0, &v), -EIO);
	use(rig, 0);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, "n0"), 1);
	mock_file(rig->f->m, "n0", "unknown\n");
	assert_int_equal(get(rig, 0, &v), -EINVAL);
	mock_file(rig->f->m, "n0",
		  "1111111111111111111111111111111111111111111\n");
	assert_int_equal(get(rig, 0, &v), -EINVAL);
	mock_bytes(rig->f->m, "n0", "1\0002\n", 4);
	assert_int_equal(get(rig, 0, &v), -EINVAL);
	assert_true(is_open(rig, 0));
}

static void what_can_not_be_opened_takes_no_room(void **state)
{
	struct rig *rig = *state;
	uint64_t v;

	mock_open_error(rig->f->m, "n0", -EACCES);
	assert_int_equal(get(rig, 0, &v), -EACCES);
	assert_int_equal(hw_files_open_count(rig->files), 0);
	mock_remove(rig->f->m, "n0");
	assert_int_equal(get(rig, 0, &v), -ENOENT);
	assert_false(is_open(rig, 0));
}

static void a_full_descriptor_table_costs_another_file(void **state)
{
	static const int errors[] = { -EMFILE, -ENFILE };
	struct rig *rig = *state;
	uint64_t v = 0;

	for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
		use(rig, 0);
		use(rig, 1);
		mock_fail_nth(rig->f->m, 1, errors[i]);
		use(rig, 2);
		assert_true(mock_has_failed(rig->f->m));
		assert_false(is_open(rig, 0));
		assert_true(is_open(rig, 1));
		hw_file_close(rig->files, &rig->file[1]);
		hw_file_close(rig->files, &rig->file[2]);
	}
	/* Nothing of ours is open that could make room. */
	mock_fail_nth(rig->f->m, 1, -EMFILE);
	assert_int_equal(get(rig, 0, &v), -EMFILE);
	mock_fail_nth(rig->f->m, 0, 0);
}

static void texts_are_read_too(void **state)
{
	struct rig *rig = *state;
	char buf[8];

	mock_file(rig->f->m, "n1", "schedutil\n");
	assert_int_equal(hw_file_text(rig->files, &rig->file[1], buf,
				      sizeof(buf), "n%d", 1),
			 -EMSGSIZE);
	mock_file(rig->f->m, "n1", "power\n");
	assert_int_equal(hw_file_text(rig->files, &rig->file[1], buf,
				      sizeof(buf), "n%d", 1),
			 5);
	assert_string_equal(buf, "power");
}

static void a_limit_of_zero_is_one(void **state)
{
	struct rig *rig = *state;
	struct hw_files *files = NULL;
	struct hw_file a = HW_FILE_INIT, b = HW_FILE_INIT;
	uint64_t v;

	assert_int_equal(hw_files_new(rig->f->hw, 0, &files), 0);
	assert_int_equal(hw_file_u64(files, &a, &v, "n0"), 0);
	assert_int_equal(hw_file_u64(files, &b, &v, "n1"), 0);
	assert_int_equal(hw_files_open_count(files), 1);
	hw_files_free(files);
	hw_files_free(NULL);
}

#define rig_test(fn) \
	cmocka_unit_test_setup_teardown(fn, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		rig_test(a_file_is_opened_once_and_read_afresh),
		rig_test(the_least_recently_used_is_closed_first),
		rig_test(the_limit_holds_for_any_order_of_use),
		rig_test(a_file_can_be_closed_and_used_again),
		rig_test(a_file_of_a_cpu_that_left_is_opened_anew),
		rig_test(another_error_leaves_the_file_open),
		rig_test(what_can_not_be_opened_takes_no_room),
		rig_test(a_full_descriptor_table_costs_another_file),
		rig_test(texts_are_read_too),
		rig_test(a_limit_of_zero_is_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
