// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Exchanges, and what is learnt from their failures
 *
 * A call passes its gates, cheapest first: the message table (is it a get at
 * all), what the platform is known to lack, the memory of what is unsupported
 * or was rejected, the back-off, the open node. Only then does it cost an
 * ioctl. What the ioctl says is turned into memory by one table of outcomes, so
 * that each errno has one place that says what it means.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "hw/hsmp_internal.h"

#define FIRST_FAMILY 0x19

/**
 * enum outcome - What a failed exchange means for what comes next
 * @OUTCOME_PLAIN:	Nothing
 * @OUTCOME_ANSWERED:	The firmware is alive, but said no
 * @OUTCOME_RETRY:	Worth trying again at once
 * @OUTCOME_REJECTED:	Will fail again with the same argument
 * @OUTCOME_UNSUPPORTED: Will fail again, the same way
 * @OUTCOME_TIMEOUT:	The firmware is not there
 * @OUTCOME_GONE:	The descriptor is of no more use
 * @OUTCOME_MISMATCH:	The node is not an HSMP node
 */
enum outcome {
	OUTCOME_PLAIN,
	OUTCOME_ANSWERED,
	OUTCOME_RETRY,
	OUTCOME_REJECTED,
	OUTCOME_UNSUPPORTED,
	OUTCOME_TIMEOUT,
	OUTCOME_GONE,
	OUTCOME_MISMATCH,
};

/**
 * struct errno_class - One errno of the driver
 * @err:	errno, positive
 * @class:	Class under which it is counted
 * @outcome:	What it means
 */
struct errno_class {
	int err;
	enum hsmp_error class;
	enum outcome outcome;
};

static const struct errno_class errno_classes[] = {
	{ EBUSY, HSMP_ERR_EBUSY, OUTCOME_RETRY },
	{ EINTR, HSMP_ERR_EINTR, OUTCOME_RETRY },
	{ EINVAL, HSMP_ERR_EINVAL, OUTCOME_REJECTED },
	{ EIO, HSMP_ERR_EIO, OUTCOME_PLAIN },
	{ ENODEV, HSMP_ERR_ENODEV, OUTCOME_GONE },
	{ ENOMSG, HSMP_ERR_ENOMSG, OUTCOME_UNSUPPORTED },
	{ EPERM, HSMP_ERR_EPERM, OUTCOME_UNSUPPORTED },
	{ EREMOTEIO, HSMP_ERR_EREMOTEIO, OUTCOME_ANSWERED },
	{ ETIMEDOUT, HSMP_ERR_ETIMEDOUT, OUTCOME_TIMEOUT },
	{ ENOTTY, HSMP_ERR_OTHER, OUTCOME_MISMATCH },
	/* The system call gave a positive result, which ours never does. */
	{ EBADE, HSMP_ERR_OTHER, OUTCOME_MISMATCH },
	{ EBADF, HSMP_ERR_OTHER, OUTCOME_GONE },
	{ ENXIO, HSMP_ERR_OTHER, OUTCOME_GONE },
	{ ENOTCONN, HSMP_ERR_OTHER, OUTCOME_GONE },
};

static const struct errno_class other_errno = {
	.class = HSMP_ERR_OTHER,
	.outcome = OUTCOME_PLAIN,
};

static const struct errno_class *classify(int err)
{
	for (size_t i = 0; i < ARRAY_SIZE(errno_classes); i++)
		if (errno_classes[i].err == err)
			return &errno_classes[i];
	return &other_errno;
}

static void count(_Atomic uint64_t *counter, uint64_t n)
{
	atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

static void set_state(struct hsmp_socket *s, enum hsmp_state state)
{
	atomic_store_explicit(&s->state, (int)state, memory_order_relaxed);
}

int hsmp_new(struct hw *hw, unsigned int n_sockets, struct hsmp **ret)
{
	struct hsmp *h;

	if (!n_sockets)
		return -EINVAL;
	h = calloc(1, sizeof(*h) + n_sockets * sizeof(h->sockets[0]));
	if (!h)
		return -ENOMEM;
	h->hw = hw;
	h->n_sockets = n_sockets;
	for (unsigned int i = 0; i < n_sockets; i++)
		h->sockets[i].fd = -1;
	*ret = h;
	return 0;
}

void hsmp_free(struct hsmp *h)
{
	if (!h)
		return;
	for (unsigned int i = 0; i < h->n_sockets; i++)
		hw_close(h->hw, h->sockets[i].fd);
	free(h);
}

void hsmp_set_cpu(struct hsmp *h, bool vendor_amd, uint32_t family,
		  uint32_t model)
{
	h->unsupported_cpu = !vendor_amd || family < FIRST_FAMILY;
	h->family = vendor_amd ? family : 0;
	h->model = model;
}

static void forget(struct hsmp_socket *s)
{
	for (unsigned int id = 0; id < HSMP_N_IDS; id++)
		atomic_store_explicit(&s->unsupported_ns[id], 0,
				      memory_order_relaxed);
	memset(s->rejected, 0, sizeof(s->rejected));
	s->no_telemetry_ns = 0;
}

void hsmp_forget(struct hsmp *h, unsigned int sock)
{
	if (sock < h->n_sockets)
		forget(&h->sockets[sock]);
}

static enum hsmp_state no_device_state(const struct hsmp *h)
{
	return h->unsupported_cpu ? HSMP_STATE_UNSUPPORTED_CPU
				  : HSMP_STATE_NO_DEVICE;
}

static void close_node(struct hsmp *h, struct hsmp_socket *s)
{
	hw_close(h->hw, s->fd);
	s->fd = -1;
	forget(s);
	atomic_store_explicit(&s->worked, 0, memory_order_relaxed);
	atomic_store_explicit(&s->caps, 0, memory_order_relaxed);
	atomic_store_explicit(&s->smu_version, 0, memory_order_relaxed);
}

static int open_node(struct hsmp *h, struct hsmp_socket *s, uint64_t now_ns)
{
	int fd;

	if (s->fd >= 0)
		return 0;
	if (now_ns < s->reopen_ns)
		return -EAGAIN;
	s->reopen_ns = now_ns + HSMP_REOPEN_NS;
	fd = hw_open(h->hw, "dev/hsmp");
	if (fd >= 0) {
		s->fd = fd;
		return 0;
	}
	if (fd == -ENOENT || fd == -ENODEV || fd == -ENXIO || fd == -ENOTDIR)
		set_state(s, no_device_state(h));
	else if (fd == -EACCES || fd == -EPERM)
		set_state(s, HSMP_STATE_NO_PERMISSION);
	return fd;
}

static void back_off(struct hsmp_socket *s, uint64_t now_ns)
{
	s->backoff_ns = s->backoff_ns
				? MIN(2 * s->backoff_ns, HSMP_BACKOFF_MAX_NS)
				: HSMP_BACKOFF_MIN_NS;
	s->quiet_until_ns = now_ns + s->backoff_ns;
}

void hsmp_mismatch(struct hsmp_socket *s, uint64_t now_ns)
{
	s->suspect = true;
	set_state(s, HSMP_STATE_DRIVER_MISMATCH);
	back_off(s, now_ns);
}

void hsmp_heard(struct hsmp_socket *s)
{
	s->answered = true;
	/* A mailbox that failed its test stays so until it passes it. */
	if (s->suspect)
		return;
	s->backoff_ns = 0;
	set_state(s, HSMP_STATE_OK);
}

/* Entry of an argument that was rejected, or NULL. */
static struct hsmp_rejected *find_rejected(struct hsmp_socket *s,
					   enum hsmp_id id, uint32_t arg)
{
	for (size_t i = 0; i < ARRAY_SIZE(s->rejected); i++)
		if (s->rejected[i].id == id && s->rejected[i].arg == arg)
			return &s->rejected[i];
	return NULL;
}

/* A message without argument, or the test, has nothing to be rejected. */
static void reject(struct hsmp_socket *s, enum hsmp_id id, uint32_t arg,
		   uint64_t now_ns)
{
	struct hsmp_rejected *r = find_rejected(s, id, arg);

	if (!hsmp_msgs[id].num_args || id == HSMP_TEST)
		return;
	if (!r) {
		r = &s->rejected[s->next_rejected];
		s->next_rejected = (s->next_rejected + 1) % HSMP_MAX_REJECTED;
	}
	*r = (struct hsmp_rejected){
		.id = id,
		.arg = arg,
		.until_ns = now_ns + HSMP_REPROBE_NS,
	};
}

static bool is_rejected(struct hsmp_socket *s, enum hsmp_id id, uint32_t arg,
			uint64_t now_ns)
{
	const struct hsmp_rejected *r = find_rejected(s, id, arg);

	return r && now_ns < r->until_ns;
}

static void timed_out(struct hsmp_socket *s, uint64_t now_ns)
{
	count(&s->timeouts, 1);
	back_off(s, now_ns);
	if (!s->suspect)
		set_state(s, s->answered ? HSMP_STATE_BACKING_OFF
					 : HSMP_STATE_DISABLED);
}

/* Remember what a failure means; returns what the caller is told. */
static int learn(struct hsmp *h, struct hsmp_socket *s,
		 const struct hsmp_message *request, int err)
{
	enum hsmp_id id = (enum hsmp_id)request->msg_id;
	uint64_t now_ns = hw_now_ns(h->hw);

	switch (classify(err)->outcome) {
	case OUTCOME_PLAIN:
		break;
	case OUTCOME_ANSWERED:
		hsmp_heard(s);
		break;
	case OUTCOME_RETRY:
		/* Only EBUSY comes from the firmware. */
		if (err == EBUSY)
			hsmp_heard(s);
		break;
	case OUTCOME_REJECTED:
		reject(s, id, request->args[0], now_ns);
		break;
	case OUTCOME_UNSUPPORTED:
		atomic_store_explicit(&s->unsupported_ns[id],
				      now_ns + HSMP_REPROBE_NS,
				      memory_order_relaxed);
		return -ENOMSG;
	case OUTCOME_TIMEOUT:
		timed_out(s, now_ns);
		break;
	case OUTCOME_GONE:
		close_node(h, s);
		set_state(s, no_device_state(h));
		break;
	case OUTCOME_MISMATCH:
		close_node(h, s);
		hsmp_mismatch(s, now_ns);
		break;
	}
	return -err;
}

/* One ioctl: 0 or the positive errno. */
static int transfer(struct hsmp *h, struct hsmp_socket *s, enum hsmp_id id,
		    unsigned long ioctl, void *arg)
{
	uint64_t start_ns = hw_now_ns(h->hw);
	int r = hw_ioctl(h->hw, s->fd, ioctl, arg);

	count(&s->latency_ns, hw_now_ns(h->hw) - start_ns);
	count(&s->messages, 1);
	count(&h->messages[id], 1);
	if (r < 0)
		count(&h->errors[classify(-r)->class], 1);
	return -r;
}

/* The same until it is neither busy nor interrupted, within bounds. */
static int transfer_retry(struct hsmp *h, struct hsmp_socket *s,
			  enum hsmp_id id, unsigned long ioctl,
			  const void *request, void *reply, size_t size)
{
	int err;

	for (int i = 0;; i++) {
		/* The driver overwrites its argument even when it fails. */
		memcpy(reply, request, size);
		err = transfer(h, s, id, ioctl, reply);
		if (!err || classify(err)->outcome != OUTCOME_RETRY ||
		    i == HSMP_RETRIES)
			return err;
		count(&s->retries, 1);
	}
}

static int exchange_message(struct hsmp *h, struct hsmp_socket *s,
			    const struct hsmp_message *request,
			    struct hsmp_message *reply)
{
	return transfer_retry(h, s, (enum hsmp_id)request->msg_id,
			      HSMP_IOCTL_CMD, request, reply, sizeof(*reply));
}

/* The gates behind the table: 0 if a message may be sent. */
static int may_send(struct hsmp *h, struct hsmp_socket *s)
{
	uint64_t now_ns = hw_now_ns(h->hw);

	if (now_ns < s->quiet_until_ns)
		return -EAGAIN;
	return open_node(h, s, now_ns);
}

int hsmp_exchange(struct hsmp *h, struct hsmp_socket *s, enum hsmp_id id,
		  uint32_t arg, uint32_t ret_words[HSMP_MAX_WORDS])
{
	const struct hsmp_msg_desc *msg = &hsmp_msgs[id];
	struct hsmp_message request = {
		.msg_id = id,
		.num_args = msg->num_args,
		.response_sz = msg->response_sz,
		.sock_ind = (uint16_t)(s - h->sockets),
	};
	uint64_t now_ns = hw_now_ns(h->hw);
	struct hsmp_message reply;
	int r, err;

	if (msg->num_args)
		request.args[0] = arg;
	if (msg->kind == HSMP_KIND_SET_GET)
		request.args[0] |= HSMP_GET_BIT;
	if (now_ns <
	    atomic_load_explicit(&s->unsupported_ns[id], memory_order_relaxed))
		return -ENOMSG;
	if (is_rejected(s, id, request.args[0], now_ns))
		return -EINVAL;
	r = may_send(h, s);
	if (r < 0)
		return r;

	err = exchange_message(h, s, &request, &reply);
	if (err == EINVAL && msg->old_response_sz) {
		request.response_sz = msg->old_response_sz;
		err = exchange_message(h, s, &request, &reply);
	}
	if (err)
		return learn(h, s, &request, err);

	atomic_fetch_or_explicit(&s->worked, UINT64_C(1) << id,
				 memory_order_relaxed);
	for (unsigned int i = 0; i < HSMP_MAX_WORDS; i++)
		ret_words[i] = i < request.response_sz ? reply.args[i] : 0;
	return 0;
}

/* The socket, if it exists and is to be believed. */
static int get_socket(struct hsmp *h, unsigned int sock,
		      struct hsmp_socket **ret)
{
	struct hsmp_socket *s;

	if (sock >= h->n_sockets)
		return -ENODEV;
	s = &h->sockets[sock];
	if (s->suspect)
		return hw_now_ns(h->hw) < s->quiet_until_ns ? -EAGAIN : -EBADE;
	*ret = s;
	return 0;
}

int hsmp_get(struct hsmp *h, unsigned int sock, enum hsmp_id id, uint32_t arg,
	     uint32_t ret_words[HSMP_MAX_WORDS])
{
	struct hsmp_socket *s;
	int r;

	if ((unsigned int)id >= HSMP_N_IDS ||
	    hsmp_msgs[id].kind == HSMP_KIND_RESERVED)
		return -ENOMSG;
	if (hsmp_msgs[id].kind == HSMP_KIND_SET)
		return -EPERM;
	r = get_socket(h, sock, &s);
	if (r < 0)
		return r;
	if (hsmp_supported(h, sock, id) == HSMP_SUPPORT_NO)
		return -ENOMSG;
	r = hsmp_exchange(h, s, id, arg, ret_words);
	if (r == 0)
		hsmp_heard(s);
	return r;
}

/*
 * Drivers before generation D take any ioctl for a message: 44 bytes, whose id
 * would be the low half of the address. So the argument has the size of a
 * message, and an address that could be an id is refused.
 */
union telemetry_arg {
	struct hsmp_telemetry_data data;
	struct hsmp_message message;
};

/* What the second ioctl's failure means; returns what the caller is told. */
static int learn_telemetry(struct hsmp *h, struct hsmp_socket *s, int err)
{
	uint64_t now_ns = hw_now_ns(h->hw);

	switch (err) {
	case ENOMSG:
	case ENOTTY:
	case EOPNOTSUPP:
		s->no_telemetry_ns = now_ns + HSMP_REPROBE_NS;
		return -EOPNOTSUPP;
	case ETIMEDOUT:
		timed_out(s, now_ns);
		break;
	case EBUSY:
	case EREMOTEIO:
		hsmp_heard(s);
		break;
	default:
		/* ENODEV says here that there is no table, too. */
		break;
	}
	return -err;
}

int hsmp_telemetry(struct hsmp *h, unsigned int sock, void *buf, uint32_t size)
{
	union telemetry_arg request = {
		.data = {
			.buf = (uintptr_t)buf,
			.size = size,
			.sock_ind = (uint16_t)sock,
		},
	};
	union telemetry_arg reply;
	struct hsmp_socket *s;
	int r;

	if (request.message.msg_id < HSMP_N_IDS)
		return -EFAULT;
	r = get_socket(h, sock, &s);
	if (r < 0)
		return r;
	if (hw_now_ns(h->hw) < s->no_telemetry_ns)
		return -EOPNOTSUPP;
	r = may_send(h, s);
	if (r < 0)
		return r;
	r = transfer_retry(h, s, HSMP_GET_METRIC_TABLE,
			   HSMP_IOCTL_GET_TELEMETRY_DATA, &request, &reply,
			   sizeof(reply));
	if (r)
		return learn_telemetry(h, s, r);
	hsmp_heard(s);
	return 0;
}
