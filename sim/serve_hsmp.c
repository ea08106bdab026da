// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What requests to the HSMP driver mean, see serve.c
 *
 * Whoever asks, by ioctl or by a file of sysfs, ends up in send(): checks have
 * been made, faults are counted, the mailbox is waited for, the exchange takes
 * its time.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "sim/attrs.h"
#include "sim/driver_hsmp.h"
#include "sim/sim.h"

/**
 * struct driver_state - The driver, as it is for one request
 * @gen:	Generation
 * @sockets:	Sockets that it has probed
 * @protocol:	Protocol version
 * @answer_ns:	Time that the mailbox takes
 * @table_size:	Size of the metric table, 0 for none
 */
struct driver_state {
	enum hsmp_gen gen;
	uint32_t sockets;
	uint32_t protocol;
	uint64_t answer_ns;
	size_t table_size;
};

static void look(struct sim *sim, struct driver_state *ret)
{
	const struct scenario *sc = machine_scenario(sim->m);
	struct moment now;

	sim_moment_begin(sim, &now);
	ret->gen = sc->driver_gen;
	ret->sockets = sim->hot.sockets;
	ret->protocol = sc->protocol;
	ret->answer_ns = sc->mailbox_us * NSEC_PER_USEC;
	ret->table_size = machine_metric_table_size(now.m);
	sim_moment_end(sim);
}

/* The firmware's part. A get only reads the model, a set changes it. */
static uint8_t firmware(struct sim *sim, enum hsmp_gen gen,
			const struct hsmp_message *msg,
			uint32_t words[HSMP_MAX_WORDS])
{
	struct moment now;
	uint8_t status;

	if (hsmp_driver_is_get(gen, msg))
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
		    const struct driver_state *drv,
		    const struct fault_effect *effect, struct hsmp_message *msg)
{
	uint32_t words[HSMP_MAX_WORDS];
	uint8_t status;
	int r;

	if (effect->latency_ns) {
		r = waiter_sleep(me, effect->latency_ns, true);
		if (r)
			return r;
	}
	/* The driver polls the firmware without being interruptible. */
	r = waiter_sleep(me,
			 effect->dead ? HSMP_DRIVER_TIMEOUT_NS : drv->answer_ns,
			 false);
	if (r)
		return r;
	if (effect->dead)
		return hsmp_driver_finish(msg, HSMP_STATUS_NOT_READY, NULL);
	if (effect->err)
		return -effect->err;
	hsmp_driver_arguments(msg, words);
	status = effect->fw_status ? effect->fw_status
				   : firmware(sim, drv->gen, msg, words);
	return hsmp_driver_finish(msg, status, words);
}

/* A message that has passed the driver's checks. */
static int send(struct sim *sim, struct waiter *me, uint32_t ino,
		const struct driver_state *drv, struct hsmp_message *msg)
{
	const struct node *node = node_get(sim->tree, ino);
	struct fault_query q = {
		.target = FAULT_HSMP,
		.id = msg->msg_id,
		.where = msg->sock_ind,
	};
	struct fault_effect effect;
	int r;

	/* Those of a file in sysfs have struck before. */
	if (node_kind(node) == NODE_HSMP)
		q.mask = atomic_load(&node->faults);
	atomic_fetch_add(&sim->counts.ioctls[msg->msg_id], 1);
	fault_set_strike(&sim->faults, &q, &effect);
	r = mailbox_lock(me, msg->sock_ind);
	if (r)
		return r;
	r = exchange(sim, me, drv, &effect, msg);
	mailbox_unlock(me, msg->sock_ind);
	return r;
}

int serve_hsmp(struct sim *sim, struct waiter *me, uint32_t ino, int accmode,
	       struct hsmp_message *msg)
{
	struct driver_state drv;
	int r;

	look(sim, &drv);
	r = hsmp_driver_check(drv.gen, accmode, msg, drv.sockets);
	if (r) {
		atomic_fetch_add(&sim->counts.refused, 1);
		return r;
	}
	return send(sim, me, ino, &drv, msg);
}

/* A message of the kernel's own. */
static int send_own(struct sim *sim, struct waiter *me, uint32_t ino,
		    const struct driver_state *drv, struct hsmp_message *msg)
{
	int r = hsmp_driver_validate(drv->gen, msg, drv->sockets);

	return r ? r : send(sim, me, ino, drv, msg);
}

/* Let the firmware refill its table, and copy the beginning of it. */
static int fetch_table(struct sim *sim, struct waiter *me, uint32_t ino,
		       const struct driver_state *drv, uint16_t sock,
		       size_t size, void **ret)
{
	struct hsmp_message msg = { .msg_id = HSMP_GET_METRIC_TABLE,
				    .sock_ind = sock };
	cleanup_free void *buf = malloc(size);
	struct moment now;
	int r;

	if (!buf)
		return -ENOMEM;
	r = send_own(sim, me, ino, drv, &msg);
	if (r)
		return r;
	sim_moment_begin(sim, &now);
	r = machine_metric_table(now.m, sock, now.t_ns, buf, size);
	sim_moment_end(sim);
	if (!r)
		*ret = take_ptr(buf);
	return r;
}

int serve_telemetry(struct sim *sim, struct waiter *me, uint32_t ino,
		    int accmode, const struct hsmp_telemetry_data *req,
		    void **ret)
{
	struct driver_state drv;
	int r;

	look(sim, &drv);
	r = hsmp_driver_telemetry(accmode, req, drv.sockets, drv.table_size);
	if (r) {
		atomic_fetch_add(&sim->counts.refused, 1);
		return r;
	}
	return fetch_table(sim, me, ino, &drv, req->sock_ind, req->size, ret);
}

int serve_table(struct sim *sim, struct waiter *me, uint32_t ino, size_t size,
		uint64_t off, void **ret)
{
	const struct node *node = node_get(sim->tree, ino);
	struct driver_state drv;
	int n, r;

	r = serve_delay(sim, me, ino);
	if (r)
		return r;
	look(sim, &drv);
	n = hsmp_driver_table_part(drv.protocol, drv.table_size, size, off);
	if (n <= 0)
		return n;
	r = fetch_table(sim, me, ino, &drv, (uint16_t)node->index[0], (size_t)n,
			ret);
	return r ? r : n;
}

int serve_attr(struct sim *sim, struct waiter *me, uint32_t ino,
	       struct text *out)
{
	const struct node *node = node_get(sim->tree, ino);
	const struct hsmp_attr *attr = node->row->attr;
	struct hsmp_message msg = { .msg_id = attr->id,
				    .response_sz = attr->n_words,
				    .sock_ind = (uint16_t)node->index[0] };
	struct driver_state drv;
	int r;

	r = serve_delay(sim, me, ino);
	if (r)
		return r;
	look(sim, &drv);
	r = send_own(sim, me, ino, &drv, &msg);
	if (!r)
		attr->format(msg.args, out);
	return r;
}

int serve_attr_write(struct sim *sim, struct waiter *me, uint32_t ino,
		     const char *buf, size_t len)
{
	const struct node *node = node_get(sim->tree, ino);
	struct hsmp_message msg = { .msg_id = node->row->attr->set_id,
				    .num_args = 1,
				    .sock_ind = (uint16_t)node->index[0] };
	struct driver_state drv;
	int r;

	r = serve_delay(sim, me, ino);
	if (!r)
		r = attr_parse(buf, len, &msg.args[0]);
	if (r)
		return r;
	look(sim, &drv);
	return send_own(sim, me, ino, &drv, &msg);
}
