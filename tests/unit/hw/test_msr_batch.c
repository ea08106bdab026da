// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Many registers at once
 *
 * What the mock's msr_batch does is that of msr-safe 1.8: all operations are
 * checked, then all or none executed.
 */
#include <errno.h>
#include <stdio.h>

#include "hw/msr_batch.h"
#include "hw/msr_regs.h"
#include "tests/mock/fixture.h"
#include "tests/mock/machine.h"

#define BATCH "dev/cpu/msr_batch"
#define UNIT MSR_AMD_RAPL_POWER_UNIT
#define CORE MSR_AMD_CORE_ENERGY_STATUS
#define PKG MSR_AMD_PKG_ENERGY_STATUS
#define UNTOUCHED UINT64_C(0x5C5C5C5C5C5C5C5C)
#define N 4

struct rig {
	struct fixture *f;
	struct topology *t;
	struct msr *m;
};

static int rig_setup(void **state)
{
	struct rig *rig = calloc(1, sizeof(*rig));
	void *f = NULL;

	if (!rig || fixture_setup(&f) < 0)
		return -1;
	rig->f = f;
	mock_machine_small(rig->f->m);
	if (topology_read(rig->f->hw, &rig->t) < 0 ||
	    msr_new(rig->f->hw, rig->t, &rig->m) < 0)
		return -1;
	mock_clear_log(rig->f->m);
	*state = rig;
	return 0;
}

static int rig_teardown(void **state)
{
	struct rig *rig = *state;
	void *f = rig->f;

	msr_free(rig->m);
	topology_free(rig->t);
	free(rig);
	return fixture_teardown(&f);
}

static const char *node(unsigned int cpu, const char *kind)
{
	static char path[64];

	(void)snprintf(path, sizeof(path), "dev/cpu/%u/%s", cpu, kind);
	return path;
}

/* Registers 100 + cpu by msr_safe, 200 + cpu by msr. */
static void plant(struct rig *rig)
{
	mock_batch_node(rig->f->m);
	for (unsigned int cpu = 0; cpu < N; cpu++) {
		mock_msr(rig->f->m, node(cpu, "msr_safe"), CORE, 100 + cpu, 0);
		mock_msr(rig->f->m, node(cpu, "msr"), CORE, 200 + cpu, 0);
	}
}

static void ask(struct msr_read reads[N], uint32_t reg)
{
	for (uint32_t i = 0; i < N; i++)
		reads[i] = (struct msr_read){
			.cpu = i,
			.reg = reg,
			.err = 1,
			.value = UNTOUCHED,
		};
}

static void one_ioctl_reads_all(void **state)
{
	struct rig *rig = *state;
	struct msr_read reads[N];

	plant(rig);
	ask(reads, CORE);
	assert_int_equal(msr_batch_read(rig->m, reads, N), N);
	for (uint32_t i = 0; i < N; i++) {
		assert_int_equal(reads[i].err, 0);
		assert_int_equal(reads[i].value, 100 + i);
	}
	assert_int_equal(mock_count(rig->f->m, MOCK_IOCTL, NULL), 1);
	assert_int_equal(mock_count(rig->f->m, MOCK_PREAD, NULL), 0);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, NULL), 1);
	assert_int_equal(msr_get_source(rig->m), MSR_SOURCE_MSR_BATCH);
	assert_string_equal(msr_source_name(MSR_SOURCE_MSR_BATCH), "msr_batch");
}

static void a_batch_equals_msr_safe(void **state)
{
	static const uint64_t values[N] = { 0, UINT64_MAX, 0xFFFFFFFF,
					    0x123456789ABCDEF0 };
	struct rig *rig = *state;
	struct msr_read reads[N];

	mock_batch_node(rig->f->m);
	for (unsigned int i = 0; i < N; i++)
		mock_msr(rig->f->m, node(i, "msr_safe"), PKG, values[i], 0);
	ask(reads, PKG);
	assert_int_equal(msr_batch_read(rig->m, reads, N), N);
	for (uint32_t i = 0; i < N; i++) {
		uint64_t v = UNTOUCHED;

		assert_int_equal(
			msr_read_by(rig->m, MSR_SOURCE_MSR_SAFE, i, PKG, &v),
			0);
		assert_int_equal(reads[i].value, v);
		assert_int_equal(v, values[i]);
		assert_int_equal(
			msr_read_by(rig->m, MSR_SOURCE_MSR_BATCH, i, PKG, &v),
			0);
		assert_int_equal(v, values[i]);
	}
}

static void steady_state_opens_nothing(void **state)
{
	struct rig *rig = *state;
	struct msr_read reads[N];

	plant(rig);
	for (int i = 0; i < 100; i++) {
		ask(reads, CORE);
		assert_int_equal(msr_batch_read(rig->m, reads, N), N);
	}
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, NULL), 1);
	assert_int_equal(mock_count(rig->f->m, MOCK_IOCTL, NULL), 100);
}

static void without_the_node_it_is_one_by_one(void **state)
{
	struct rig *rig = *state;
	struct msr_read reads[N];

	plant(rig);
	mock_remove(rig->f->m, BATCH);
	ask(reads, CORE);
	assert_int_equal(msr_batch_read(rig->m, reads, N), N);
	for (uint32_t i = 0; i < N; i++)
		assert_int_equal(reads[i].value, 100 + i);
	assert_int_equal(msr_get_source(rig->m), MSR_SOURCE_MSR_SAFE);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, BATCH), 1);
	/* It is looked for again after ten seconds, not before. */
	mock_batch_node(rig->f->m);
	mock_advance(rig->f->m, MSR_RETRY_NS - 1);
	assert_int_equal(msr_batch_read(rig->m, reads, N), N);
	assert_int_equal(mock_count(rig->f->m, MOCK_IOCTL, NULL), 0);
	mock_advance(rig->f->m, 1);
	assert_int_equal(msr_batch_read(rig->m, reads, N), N);
	assert_int_equal(mock_count(rig->f->m, MOCK_IOCTL, NULL), 1);
}

static void a_node_that_may_not_be_opened_is_one_by_one(void **state)
{
	struct rig *rig = *state;
	struct msr_read reads[N];
	uint64_t v = UNTOUCHED;

	plant(rig);
	mock_open_error(rig->f->m, BATCH, -EACCES);
	ask(reads, CORE);
	assert_int_equal(msr_batch_read(rig->m, reads, N), N);
	assert_int_equal(reads[3].value, 103);
	assert_int_equal(msr_read_by(rig->m, MSR_SOURCE_MSR_BATCH, 0, CORE, &v),
			 -EPERM);
	assert_int_equal(v, UNTOUCHED);
}

static void a_register_that_is_not_listed_spoils_only_itself(void **state)
{
	struct rig *rig = *state;
	struct msr_read reads[N];

	plant(rig);
	for (unsigned int cpu = 0; cpu < N; cpu++)
		mock_msr(rig->f->m, node(cpu, "msr_safe"), UNIT, 0xA1003, 0);
	mock_msr(rig->f->m, node(2, "msr_safe"), CORE, 0, -EACCES);
	ask(reads, UNIT);
	reads[2].reg = CORE;
	assert_int_equal(msr_batch_read(rig->m, reads, N), N);
	/* The second batch went without it, it came from the plain node. */
	assert_int_equal(mock_count(rig->f->m, MOCK_IOCTL, NULL), 2);
	assert_int_equal(reads[1].value, 0xA1003);
	assert_int_equal(reads[2].value, 202);
	assert_int_equal(
		mock_count(rig->f->m, MOCK_PREAD, "dev/cpu/2/msr_safe"), 0);
	/* Which is remembered: msr_safe is not even asked. */
	mock_clear_log(rig->f->m);
	ask(reads, UNIT);
	reads[2].reg = CORE;
	assert_int_equal(msr_batch_read(rig->m, reads, N), N);
	assert_int_equal(mock_count(rig->f->m, MOCK_IOCTL, NULL), 1);
	assert_int_equal(
		mock_count(rig->f->m, MOCK_PREAD, "dev/cpu/2/msr_safe"), 0);
	/* The list may have grown. */
	mock_msr(rig->f->m, node(2, "msr_safe"), CORE, 102, 0);
	mock_advance(rig->f->m, MSR_RETRY_NS);
	assert_int_equal(msr_batch_read(rig->m, reads, N), N);
	assert_int_equal(reads[2].value, 102);
}

static void an_empty_list_without_another_source_is_eacces(void **state)
{
	struct rig *rig = *state;
	struct msr_read reads[N];

	mock_batch_node(rig->f->m);
	for (unsigned int cpu = 0; cpu < N; cpu++)
		mock_msr(rig->f->m, node(cpu, "msr_safe"), CORE, 0, -EACCES);
	ask(reads, CORE);
	assert_int_equal(msr_batch_read(rig->m, reads, N), 0);
	for (uint32_t i = 0; i < N; i++) {
		assert_int_equal(reads[i].err, -EACCES);
		assert_int_equal(reads[i].value, UNTOUCHED);
	}
	assert_int_equal(mock_count(rig->f->m, MOCK_IOCTL, NULL), 1);
	assert_int_equal(msr_get_source(rig->m), MSR_SOURCE_NONE);
}

static void
a_cpu_that_went_offline_is_enxio_and_spoils_only_itself(void **state)
{
	struct rig *rig = *state;
	struct msr_read reads[N];

	plant(rig);
	mock_remove(rig->f->m, "dev/cpu/1");
	ask(reads, CORE);
	assert_int_equal(msr_batch_read(rig->m, reads, N), N - 1);
	assert_int_equal(reads[0].value, 100);
	assert_int_equal(reads[1].err, -ENXIO);
	assert_int_equal(reads[1].value, UNTOUCHED);
	assert_int_equal(reads[3].value, 103);
}

static void a_fault_is_eio_and_spoils_only_itself(void **state)
{
	struct rig *rig = *state;
	struct msr_read reads[N];

	plant(rig);
	mock_msr(rig->f->m, node(0, "msr_safe"), CORE, 0, -EIO);
	ask(reads, CORE);
	assert_int_equal(msr_batch_read(rig->m, reads, N), N - 1);
	assert_int_equal(reads[0].err, -EIO);
	assert_int_equal(reads[0].value, UNTOUCHED);
	assert_int_equal(reads[1].value, 101);
	assert_int_equal(mock_count(rig->f->m, MOCK_PREAD, NULL), 0);
}

static void what_is_no_batch_node_is_left_alone_for_a_while(void **state)
{
	static const int errors[] = { -ENOTTY, -EFAULT, -EBADF, -ENODEV,
				      -EINTR,  -E2BIG,	-EPERM };
	struct rig *rig = *state;
	struct msr_read reads[N];

	plant(rig);
	for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
		uint64_t v = UNTOUCHED;

		mock_batch_error(rig->f->m, errors[i]);
		ask(reads, CORE);
		assert_int_equal(msr_batch_read(rig->m, reads, N), N);
		assert_int_equal(reads[3].value, 103);
		assert_int_equal(msr_get_source(rig->m), MSR_SOURCE_MSR_SAFE);
		assert_int_equal(
			msr_read_by(rig->m, MSR_SOURCE_MSR_BATCH, 0, CORE, &v),
			errors[i]);
		assert_int_equal(v, UNTOUCHED);
		mock_advance(rig->f->m, MSR_RETRY_NS);
	}
	mock_clear_log(rig->f->m);
	assert_int_equal(msr_batch_read(rig->m, reads, N), N);
	assert_int_equal(msr_batch_read(rig->m, reads, N), N);
	assert_int_equal(mock_count(rig->f->m, MOCK_IOCTL, NULL), 1);
}

static void many_reads_go_in_chunks(void **state)
{
	static struct msr_read reads[2 * MSR_BATCH_MAX + 1];
	struct rig *rig = *state;

	plant(rig);
	for (size_t i = 0; i < ARRAY_SIZE(reads); i++)
		reads[i] = (struct msr_read){ .cpu = i % N, .reg = CORE };
	assert_int_equal(msr_batch_read(rig->m, reads, ARRAY_SIZE(reads)),
			 ARRAY_SIZE(reads));
	for (size_t i = 0; i < ARRAY_SIZE(reads); i++)
		assert_int_equal(reads[i].value, 100 + i % N);
	assert_int_equal(mock_count(rig->f->m, MOCK_IOCTL, NULL), 3);
	assert_int_equal(msr_batch_read(rig->m, reads, 0), 0);
	assert_int_equal(mock_count(rig->f->m, MOCK_IOCTL, NULL), 3);
}

static void bad_reads_are_refused_one_by_one(void **state)
{
	struct rig *rig = *state;
	struct msr_read reads[N];

	plant(rig);
	ask(reads, CORE);
	reads[0].reg = MSR_INTEL_PKG_ENERGY_STATUS;
	reads[1].cpu = 4;
	reads[2].reg = 0x10;
	assert_int_equal(msr_batch_read(rig->m, reads, N), 1);
	assert_int_equal(reads[0].err, -EPERM);
	assert_int_equal(reads[1].err, -ENXIO);
	assert_int_equal(reads[2].err, -EPERM);
	assert_int_equal(reads[2].value, UNTOUCHED);
	assert_int_equal(reads[3].value, 103);
	assert_int_equal(mock_count(rig->f->m, MOCK_BATCH_OP, NULL), 1);
}

static void each_call_that_fails_gives_no_wrong_value(void **state)
{
	static const int errors[] = { -EIO, -EACCES, -ENOENT, -EMFILE, -ENXIO };
	struct rig *rig = *state;
	struct msr_read reads[N];

	plant(rig);
	for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
		unsigned int n;

		for (n = 1; n < 50; n++) {
			struct msr *m;

			assert_int_equal(msr_new(rig->f->hw, rig->t, &m), 0);
			mock_fail_nth(rig->f->m, n, errors[i]);
			ask(reads, CORE);
			(void)msr_batch_read(m, reads, N);
			msr_free(m);
			for (uint32_t k = 0; k < N; k++) {
				uint64_t v = reads[k].value;

				if (reads[k].err)
					assert_int_equal(v, UNTOUCHED);
				else
					assert_true(v == 100 + k ||
						    v == 200 + k);
			}
			if (!mock_has_failed(rig->f->m))
				break;
		}
		assert_in_range(n, 3, 10);
	}
	mock_fail_nth(rig->f->m, 0, 0);
}

/* CPUs 0-7: 0 and 4, 1 and 5, ... are siblings. */
static const struct mock_cpu eight[] = {
	{ 0, 0, 0, "0,4", 0, 0, "0-2,4-6", 0 },
	{ 1, 0, 1, "1,5", 0, 0, "0-2,4-6", 2 },
	{ 2, 0, 2, "2,6", 0, 0, "0-2,4-6", 4 },
	{ 4, 0, 0, "0,4", 0, 0, "0-2,4-6", 1 },
	{ 5, 0, 1, "1,5", 0, 0, "0-2,4-6", 3 },
	{ 6, 0, 2, "2,6", 0, 0, "0-2,4-6", 5 },
};

/* By whichever way, a CPU's registers were read so often. */
static unsigned int touched(struct mock *m, unsigned int cpu)
{
	unsigned int n = 0;

	n += mock_count(m, MOCK_BATCH_OP, node(cpu, "msr_safe"));
	n += mock_count(m, MOCK_OPEN, node(cpu, "msr_safe"));
	n += mock_count(m, MOCK_OPEN, node(cpu, "msr"));
	n += mock_count(m, MOCK_PREAD, node(cpu, "msr_safe"));
	n += mock_count(m, MOCK_PREAD, node(cpu, "msr"));
	return n;
}

static void isolated_and_offline_cpus_are_never_touched(void **state)
{
	/* 1 isolated, 2 and 6 nohz_full (a whole core), 3 and 7 offline. */
	static const int want[8] = { 0, -EBUSY, -EBUSY, -ENXIO,
				     0, 0,	-EBUSY, -ENXIO };
	struct rig *rig = *state;
	struct mock *mock = rig->f->m;
	struct topology *t = NULL;
	struct msr_read reads[8];
	struct msr *m = NULL;
	uint64_t v;

	mock_machine(mock, "0-7\n", "0-2,4-6\n", eight, ARRAY_SIZE(eight));
	mock_file(mock, "sys/devices/system/cpu/isolated", "1\n");
	mock_file(mock, "sys/devices/system/cpu/nohz_full", "2,6\n");
	mock_batch_node(mock);
	for (unsigned int cpu = 0; cpu < 8; cpu++) {
		mock_msr(mock, node(cpu, "msr_safe"), CORE, 100 + cpu, 0);
		mock_msr(mock, node(cpu, "msr"), CORE, 200 + cpu, 0);
	}
	assert_int_equal(topology_read(rig->f->hw, &t), 0);
	assert_int_equal(msr_new(rig->f->hw, t, &m), 0);
	assert_int_equal(msr_open_readers(m), 2);
	for (int round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < 8; i++)
			reads[i] = (struct msr_read){ .cpu = i, .reg = CORE };
		assert_int_equal(msr_batch_read(m, reads, 8), 3);
		for (uint32_t i = 0; i < 8; i++) {
			assert_int_equal(reads[i].err, want[i]);
			assert_int_equal(msr_read(m, i, CORE, &v), want[i]);
			for (int s = 0; s < MSR_N_SOURCES; s++)
				(void)msr_read_by(m, (enum msr_source)s, i,
						  CORE, &v);
		}
		/* Then without the batch. */
		mock_batch_error(mock, -ENOTTY);
	}
	for (unsigned int cpu = 0; cpu < 8; cpu++) {
		if (want[cpu] == 0)
			assert_true(touched(mock, cpu) > 0);
		else
			assert_int_equal(touched(mock, cpu), 0);
	}
	msr_free(m);
	topology_free(t);
}

static void a_batch_node_lets_every_reader_be_read(void **state)
{
	struct rig *rig = *state;

	mock_batch_node(rig->f->m);
	assert_int_equal(msr_open_readers(rig->m), N);
	assert_int_equal(mock_count(rig->f->m, MOCK_OPEN, BATCH), 1);
}

static void none_is_no_source(void **state)
{
	struct rig *rig = *state;
	uint64_t v = UNTOUCHED;

	plant(rig);
	assert_int_equal(msr_read_by(rig->m, MSR_SOURCE_NONE, 0, CORE, &v),
			 -EINVAL);
	assert_int_equal(msr_read_by(rig->m, MSR_SOURCE_MSR, 0, CORE, &v), 0);
	assert_int_equal(v, 200);
}

#define rig_test(fn) \
	cmocka_unit_test_setup_teardown(fn, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		rig_test(one_ioctl_reads_all),
		rig_test(a_batch_equals_msr_safe),
		rig_test(steady_state_opens_nothing),
		rig_test(without_the_node_it_is_one_by_one),
		rig_test(a_node_that_may_not_be_opened_is_one_by_one),
		rig_test(a_register_that_is_not_listed_spoils_only_itself),
		rig_test(an_empty_list_without_another_source_is_eacces),
		rig_test(
			a_cpu_that_went_offline_is_enxio_and_spoils_only_itself),
		rig_test(a_fault_is_eio_and_spoils_only_itself),
		rig_test(what_is_no_batch_node_is_left_alone_for_a_while),
		rig_test(many_reads_go_in_chunks),
		rig_test(bad_reads_are_refused_one_by_one),
		rig_test(each_call_that_fails_gives_no_wrong_value),
		rig_test(isolated_and_offline_cpus_are_never_touched),
		rig_test(a_batch_node_lets_every_reader_be_read),
		rig_test(none_is_no_source),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
