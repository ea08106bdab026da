// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What requests mean
 *
 * Each function here is one request from its checks to its answer, without
 * anything of FUSE. Order: the driver's checks, then faults (they count only
 * what a driver would have let through), then time, then the model. The model
 * is locked for the computation only.
 */
#include <errno.h>
#include <fcntl.h>

#include "hw/hsmp_msgs.h"
#include "sim/driver_hsmp.h"
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

	return fault_set_gate(&sim->faults, atomic_load(&node->faults),
			      FAULT_GATE_MISSING);
}

int serve_open(struct sim *sim, uint32_t ino, int accmode, bool privileged)
{
	const struct scenario *sc = machine_scenario(sim->m);
	const struct node *node = node_get(sim->tree, ino);
	enum node_kind kind = node_kind(node);

	atomic_fetch_add(&sim->counts.opens[kind], 1);
	if (fault_set_gate(&sim->faults, atomic_load(&node->faults),
			   FAULT_GATE_FORBIDDEN))
		return -EACCES;
	switch (kind) {
	case NODE_MSR:
	case NODE_MSR_SAFE:
		return msr_driver_open(
			driver_of(node), privileged,
			!cpuset_has(&sc->offline, node->index[0]));
	case NODE_TEXT:
	case NODE_LONG_TEXT:
		/* As sysfs does for an attribute that can't be stored. */
		return accmode == O_RDONLY ? 0 : -EACCES;
	case NODE_HSMP:
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

	r = msr_driver_check(driver_of(node), count, off);
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

/* The firmware's part. A get only reads the model, a set changes it. */
static uint8_t firmware(struct sim *sim, const struct hsmp_message *msg,
			uint32_t words[HSMP_MAX_WORDS])
{
	struct moment now;
	uint8_t status;

	if (hsmp_driver_is_get(msg))
		sim_moment_begin(sim, &now);
	else
		sim_moment_begin_change(sim, &now);
	status = machine_hsmp(sim->m, msg->sock_ind, msg->msg_id, words,
			      now.t_ns);
	sim_moment_end(sim);
	return status;
}

/* With the mailbox taken. */
static int exchange(struct sim *sim, struct waiter *me,
		    const struct fault_effect *effect, struct hsmp_message *msg)
{
	uint64_t answer_ns =
		machine_scenario(sim->m)->mailbox_us * NSEC_PER_USEC;
	uint32_t words[HSMP_MAX_WORDS];
	uint8_t status;
	int r;

	if (effect->latency_ns) {
		r = waiter_sleep(me, effect->latency_ns, true);
		if (r)
			return r;
	}
	/* The driver polls the firmware without being interruptible. */
	r = waiter_sleep(me, effect->dead ? HSMP_DRIVER_TIMEOUT_NS : answer_ns,
			 false);
	if (r)
		return r;
	if (effect->dead)
		return hsmp_driver_finish(msg, HSMP_STATUS_NOT_READY, NULL);
	if (effect->err)
		return -effect->err;
	hsmp_driver_arguments(msg, words);
	status = effect->fw_status ? effect->fw_status
				   : firmware(sim, msg, words);
	return hsmp_driver_finish(msg, status, words);
}

int serve_hsmp(struct sim *sim, struct waiter *me, uint32_t ino, int accmode,
	       struct hsmp_message *msg)
{
	const struct node *node = node_get(sim->tree, ino);
	struct fault_effect effect;
	struct fault_query q;
	int r;

	r = hsmp_driver_check(accmode, msg,
			      machine_scenario(sim->m)->n_sockets);
	if (r) {
		atomic_fetch_add(&sim->counts.refused, 1);
		return r;
	}
	atomic_fetch_add(&sim->counts.ioctls[msg->msg_id], 1);
	q = (struct fault_query){
		.target = FAULT_HSMP,
		.id = msg->msg_id,
		.where = msg->sock_ind,
		.mask = atomic_load(&node->faults),
	};
	fault_set_strike(&sim->faults, &q, &effect);
	r = mailbox_lock(me, msg->sock_ind);
	if (r)
		return r;
	r = exchange(sim, me, &effect, msg);
	mailbox_unlock(me, msg->sock_ind);
	return r;
}
