// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What requests mean
 *
 * Each function here is one request from its checks to its answer, without
 * anything of FUSE. Order: the driver's checks, then faults (they count only
 * what a driver would have let through), then time, then the model. The model
 * is locked for the computation only. The mailbox is in serve_hsmp.c.
 */
#include <errno.h>
#include <fcntl.h>

#include "sim/sim.h"

/* Whose node it is; only asked for the two kinds of registers. */
static enum msr_driver driver_of(const struct node *node)
{
	return node_kind(node) == NODE_MSR_SAFE ? MSR_DRIVER_SAFE
						: MSR_DRIVER_MSR;
}

bool serve_missing(struct sim *sim, uint32_t ino)
{
	const struct node *node = node_get(sim->tree, ino);

	return atomic_load(&node->absent) ||
	       fault_set_gate(&sim->faults, atomic_load(&node->faults),
			      FAULT_GATE_MISSING);
}

static bool is_online(struct sim *sim, uint32_t cpu)
{
	struct moment now;
	bool online;

	sim_moment_begin(sim, &now);
	online = !cpuset_has(&machine_scenario(now.m)->offline, cpu);
	sim_moment_end(sim);
	return online;
}

int serve_open(struct sim *sim, uint32_t ino, int accmode, bool privileged)
{
	const struct node *node = node_get(sim->tree, ino);
	enum node_kind kind = node_kind(node);

	atomic_fetch_add(&sim->counts.opens[kind], 1);
	/* It went between the look-up of its name and this. */
	if (atomic_load(&node->absent))
		return -ENOENT;
	if (fault_set_gate(&sim->faults, atomic_load(&node->faults),
			   FAULT_GATE_FORBIDDEN))
		return -EACCES;
	switch (kind) {
	case NODE_MSR:
	case NODE_MSR_SAFE:
		return msr_driver_open(driver_of(node), privileged,
				       is_online(sim, node->index[0]));
	case NODE_TEXT:
	case NODE_LONG_TEXT:
	case NODE_METRICS_BIN:
		/* As sysfs does for an attribute that can't be stored. */
		return accmode == O_RDONLY ? 0 : -EACCES;
	case NODE_ATTR:
		return accmode == O_RDONLY || (node->row->mode & 0200)
			       ? 0
			       : -EACCES;
	case NODE_HSMP:
	case NODE_MSR_BATCH:
	case NODE_ALLOWLIST:
	case NODE_MSR_VERSION:
	case NODE_CONTROL:
	case NODE_DIR:
	case NODE_N_KINDS:
		break;
	}
	return 0;
}

static int strike(struct sim *sim, struct waiter *me,
		  const struct fault_query *q)
{
	struct fault_effect effect;
	int r = 0;

	fault_set_strike(&sim->faults, q, &effect);
	if (effect.latency_ns)
		r = waiter_sleep(me, effect.latency_ns, true);
	return r ? r : -effect.err;
}

int serve_delay(struct sim *sim, struct waiter *me, uint32_t ino)
{
	const struct node *node = node_get(sim->tree, ino);
	struct fault_query q = {
		.target = FAULT_FILE,
		.mask = atomic_load(&node->faults),
	};

	/* As kernfs does when what a file was about is gone. */
	if (atomic_load(&node->absent))
		return -ENODEV;
	return strike(sim, me, &q);
}

void serve_text(struct sim *sim, uint32_t ino, struct text *out)
{
	const struct node *node = node_get(sim->tree, ino);
	struct moment now;

	if (out->size)
		out->buf[0] = '\0';
	sim_moment_begin(sim, &now);
	node->row->show(&now, node->index, out);
	sim_moment_end(sim);
}

bool serve_list(struct sim *sim, uint64_t index, struct text *out)
{
	struct moment now;
	bool there;

	sim_moment_begin(sim, &now);
	there = index < sim->list.n;
	if (there)
		allowlist_show(&sim->list, (size_t)index, out);
	sim_moment_end(sim);
	return there;
}

static int check_msr(struct sim *sim, const struct node *node, size_t count,
		     uint64_t off)
{
	struct moment now;
	int r;

	sim_moment_begin(sim, &now);
	r = msr_driver_check(driver_of(node), &sim->list, count, off);
	sim_moment_end(sim);
	return r;
}

ssize_t serve_msr(struct sim *sim, struct waiter *me, uint32_t ino,
		  uint64_t off, void *buf, size_t count)
{
	const struct node *node = node_get(sim->tree, ino);
	struct fault_query q = {
		.target = FAULT_MSR,
		.id = (uint32_t)off,
		.where = node->index[0],
		.mask = atomic_load(&node->faults),
	};
	struct moment now;
	ssize_t r;

	r = check_msr(sim, node, count, off);
	if (r)
		return r;
	r = strike(sim, me, &q);
	if (r)
		return r;
	sim_moment_begin(sim, &now);
	r = msr_driver_read(now.m, node->index[0], off, now.t_ns, buf, count);
	sim_moment_end(sim);
	return r;
}

int serve_msr_write(struct sim *sim, uint32_t ino, uint64_t off, size_t count)
{
	const struct node *node = node_get(sim->tree, ino);
	struct moment now;
	int r;

	sim_moment_begin(sim, &now);
	r = msr_driver_write(driver_of(node), &sim->list, now.m, node->index[0],
			     count, off);
	sim_moment_end(sim);
	return r;
}

/* Faults of single registers; the latencies of all of them pass at once. */
static int strike_ops(struct sim *sim, struct waiter *me,
		      const struct node *node, struct msr_batch_op *ops,
		      size_t n)
{
	uint64_t latency_ns = 0;

	for (size_t i = 0; i < n; i++) {
		struct fault_query q = {
			.target = FAULT_MSR,
			.id = ops[i].msr,
			.where = ops[i].cpu,
			.mask = atomic_load(&node->faults),
		};
		struct fault_effect effect;

		fault_set_strike(&sim->faults, &q, &effect);
		latency_ns += effect.latency_ns;
		ops[i].err = -effect.err;
	}
	return latency_ns ? waiter_sleep(me, latency_ns, true) : 0;
}

int serve_batch(struct sim *sim, struct waiter *me, uint32_t ino,
		struct msr_batch_op *ops, size_t n)
{
	const struct node *node = node_get(sim->tree, ino);
	struct moment now;
	int r;

	atomic_fetch_add(&sim->counts.batches, 1);
	atomic_fetch_add(&sim->counts.batch_ops, n);
	sim_moment_begin(sim, &now);
	r = msr_driver_batch_allow(&sim->list, now.m, ops, n);
	sim_moment_end(sim);
	if (!r)
		r = strike_ops(sim, me, node, ops, n);
	if (r)
		return r;
	sim_moment_begin(sim, &now);
	msr_driver_batch_run(now.m, now.t_ns, ops, n);
	sim_moment_end(sim);
	return msr_driver_batch_result(ops, n);
}
