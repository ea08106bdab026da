// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: One ioctl for many registers, and what to do when it refuses
 *
 * msr-safe looks at all operations of a batch first. If one names a register
 * that is not listed, or a CPU that is offline, it marks it, executes none and
 * fails. So the marked ones are taken out and the rest is sent again. A read
 * that faulted fails the batch after the others were executed; we send the
 * rest again there too, since only a batch that succeeded is known to have
 * been executed in full.
 *
 * Each operation's error starts as a value that no driver gives: where it is
 * found again, nobody has looked at the operation.
 */
#include "hw/msr_batch.h"

#include <errno.h>

#include "base/util.h"
#include "hw/msr_internal.h"

#define NOT_LOOKED_AT INT32_MIN

/* A read that no source has answered yet. */
#define PENDING 1

/* Rounds after which what is left is read one by one. */
#define ROUNDS_MAX 4

int msr_batch_open(struct msr *m)
{
	return msr_slot_open(m, &m->batch, "dev/cpu/msr_batch");
}

static void put_op(struct msr *m, uint32_t op, uint32_t cpu, uint32_t reg,
		   uint32_t read)
{
	m->ops[op] = (struct msr_batch_op){
		.cpu = (uint16_t)cpu,
		.isrdmsr = 1,
		.err = NOT_LOOKED_AT,
		.msr = reg,
	};
	m->of_op[op] = read;
}

/*
 * Send the first @n operations. 0 if all were executed, 1 if some are marked
 * as the reason why not, else negative errno.
 */
static int submit(struct msr *m, uint32_t n)
{
	struct msr_batch_array array = {
		.numops = n,
		.ops = (uintptr_t)m->ops,
	};
	bool marked = false;
	int r;

	for (uint32_t i = 0; i < n; i++)
		m->ops[i].err = NOT_LOOKED_AT;
	r = hw_ioctl(m->hw, m->batch.fd, X86_IOC_MSR_BATCH, &array);
	for (uint32_t i = 0; i < n; i++) {
		if (m->ops[i].err == NOT_LOOKED_AT)
			return r < 0 ? r : -ENOTTY;
		marked = marked || m->ops[i].err;
	}
	if (marked)
		return 1;
	return r;
}

/* The error of an operation as msr_read() would have it. */
static int op_error(const struct msr_batch_op *op)
{
	return op->err == -ENXIO || op->err == -EACCES ? op->err : -EIO;
}

/* Take the marked operations out, settle their reads; returns what is left. */
static uint32_t drop_marked(struct msr *m, struct msr_read *reads, uint32_t n)
{
	uint32_t left = 0;

	for (uint32_t i = 0; i < n; i++) {
		struct msr_read *read = &reads[m->of_op[i]];
		const struct topo_cpu *c;
		unsigned int index;

		if (!m->ops[i].err) {
			m->of_op[left] = m->of_op[i];
			m->ops[left++] = m->ops[i];
			continue;
		}
		read->err = op_error(&m->ops[i]);
		if (read->err != -EACCES ||
		    msr_check(m, read->cpu, read->reg, &c, &index) < 0)
			continue;
		/* Another source may have it. */
		msr_set_unlisted(m, MSR_NODE_SAFE, index);
		read->err = PENDING;
	}
	return left;
}

static void take_values(struct msr *m, struct msr_read *reads, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		reads[m->of_op[i]].value = m->ops[i].msrdata;
		reads[m->of_op[i]].err = 0;
	}
	m->source = MSR_SOURCE_MSR_BATCH;
}

/* Send operations until those that are left are executed, or it is hopeless. */
static int run_batch(struct msr *m, struct msr_read *reads, uint32_t n)
{
	int r = 0;

	for (unsigned int round = 0; n && round < ROUNDS_MAX; round++) {
		r = submit(m, n);
		if (r == 0) {
			take_values(m, reads, n);
			return 0;
		}
		if (r > 0)
			n = drop_marked(m, reads, n);
		else if (r != -EINTR)
			break;
	}
	if (r < 0)
		msr_slot_drop(m, &m->batch, r);
	return r < 0 ? r : 0;
}

int msr_batch_one(struct msr *m, uint32_t cpu, unsigned int index, uint32_t reg,
		  uint64_t *ret)
{
	struct msr_read read = { .cpu = cpu, .reg = reg, .err = PENDING };
	int r = msr_batch_open(m);

	if (r < 0)
		return r;
	if (msr_is_unlisted(m, MSR_NODE_SAFE, index))
		return -EACCES;
	put_op(m, 0, cpu, reg, 0);
	r = run_batch(m, &read, 1);
	if (r < 0)
		return r;
	if (read.err == PENDING)
		return -EACCES;
	if (read.err == 0)
		*ret = read.value;
	return read.err;
}

/* Reads that one batch can hold; returns how many succeeded. */
static size_t read_chunk(struct msr *m, struct msr_read *reads, uint32_t n)
{
	bool batch = msr_batch_open(m) == 0;
	const struct topo_cpu *c;
	unsigned int index;
	uint32_t n_ops = 0;
	size_t good = 0;

	for (uint32_t i = 0; i < n; i++) {
		struct msr_read *read = &reads[i];

		read->err = msr_check(m, read->cpu, read->reg, &c, &index);
		if (read->err < 0)
			continue;
		read->err = PENDING;
		if (batch && !msr_is_unlisted(m, MSR_NODE_SAFE, index))
			put_op(m, n_ops++, read->cpu, read->reg, i);
	}
	(void)run_batch(m, reads, n_ops);
	for (uint32_t i = 0; i < n; i++) {
		struct msr_read *read = &reads[i];

		if (read->err == PENDING)
			read->err =
				msr_read(m, read->cpu, read->reg, &read->value);
		good += read->err == 0;
	}
	return good;
}

size_t msr_batch_read(struct msr *m, struct msr_read *reads, size_t n)
{
	size_t good = 0;

	for (size_t i = 0; i < n; i += MSR_BATCH_MAX)
		good += read_chunk(m, &reads[i],
				   (uint32_t)MIN(n - i, MSR_BATCH_MAX));
	return good;
}
