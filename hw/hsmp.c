// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Exchanges, and what is learnt from their failures
 *
 * A call passes four gates, cheapest first: the message table (is it a get at
 * all), the memory of what is unsupported, the back-off, the open node. Only
 * then does it cost an ioctl. What the ioctl says is turned into memory by one
 * table of outcomes, so that each errno has one place that says what it means.
 *
 * What belongs to one socket is written only by the thread that uses the
 * socket; the state and the counters are atomic because others read them.
 */
#include "hw/hsmp.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "hw/hsmp_msgs.h"

#define TEST_PATTERN UINT32_C(0xDEADBEEF)
#define FIRST_FAMILY 0x19

/**
 * struct hsmp_socket - One mailbox
 * @fd:		Its own descriptor of the node, or negative
 * @answered:	The firmware has answered at least once
 * @suspect:	It does not speak our ABI or failed its test
 * @backoff_ns:	Length of the last back-off, 0 after an answer
 * @quiet_until_ns: Nothing is sent before
 * @reopen_ns:	The node is not opened before
 * @unsupported_ns: Until when a message is taken for unsupported, 0 if not
 * @state:	enum hsmp_state
 * @messages:	For struct hsmp_counts
 * @retries:	Likewise
 * @timeouts:	Likewise
 * @latency_ns:	Likewise
 */
struct hsmp_socket {
	int fd;
	bool answered;
	bool suspect;
	uint64_t backoff_ns;
	uint64_t quiet_until_ns;
	uint64_t reopen_ns;
	uint64_t unsupported_ns[HSMP_N_IDS];
	_Atomic int state;
	_Atomic uint64_t messages;
	_Atomic uint64_t retries;
	_Atomic uint64_t timeouts;
	_Atomic uint64_t latency_ns;
};

/**
 * struct hsmp - The mailboxes of a machine
 * @hw:		Context
 * @unsupported_cpu: The processor has no HSMP
 * @errors:	Failed exchanges by class
 * @messages:	Exchanges by message
 * @n_sockets:	Length of @sockets
 * @sockets:	Mailboxes
 */
struct hsmp {
	struct hw *hw;
	bool unsupported_cpu;
	_Atomic uint64_t errors[HSMP_N_ERRORS];
	_Atomic uint64_t messages[HSMP_N_IDS];
	unsigned int n_sockets;
	struct hsmp_socket sockets[];
};

/**
 * enum outcome - What a failed exchange means for what comes next
 * @OUTCOME_PLAIN:	Nothing
 * @OUTCOME_ANSWERED:	The firmware is alive, but said no
 * @OUTCOME_RETRY:	Worth trying again at once
 * @OUTCOME_UNSUPPORTED: Will fail again, the same way
 * @OUTCOME_TIMEOUT:	The firmware is not there
 * @OUTCOME_GONE:	The descriptor is of no more use
 * @OUTCOME_MISMATCH:	The node is not an HSMP node
 */
enum outcome {
	OUTCOME_PLAIN,
	OUTCOME_ANSWERED,
	OUTCOME_RETRY,
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
	{ EINVAL, HSMP_ERR_EINVAL, OUTCOME_PLAIN },
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

static const char *const state_names[] = {
	[HSMP_STATE_UNKNOWN] = "unknown",
	[HSMP_STATE_OK] = "ok",
	[HSMP_STATE_NO_DEVICE] = "no-device",
	[HSMP_STATE_NO_PERMISSION] = "no-permission",
	[HSMP_STATE_DISABLED] = "disabled-in-bios",
	[HSMP_STATE_UNSUPPORTED_CPU] = "unsupported-cpu",
	[HSMP_STATE_DRIVER_MISMATCH] = "driver-mismatch",
	[HSMP_STATE_BACKING_OFF] = "backing-off",
};
static_assert(ARRAY_SIZE(state_names) == HSMP_N_STATES, "one name a state");

static const char *const error_names[] = {
	[HSMP_ERR_EBUSY] = "EBUSY",	    [HSMP_ERR_EINTR] = "EINTR",
	[HSMP_ERR_EINVAL] = "EINVAL",	    [HSMP_ERR_EIO] = "EIO",
	[HSMP_ERR_ENODEV] = "ENODEV",	    [HSMP_ERR_ENOMSG] = "ENOMSG",
	[HSMP_ERR_EPERM] = "EPERM",	    [HSMP_ERR_EREMOTEIO] = "EREMOTEIO",
	[HSMP_ERR_ETIMEDOUT] = "ETIMEDOUT", [HSMP_ERR_OTHER] = "other",
};
static_assert(ARRAY_SIZE(error_names) == HSMP_N_ERRORS, "one name a class");

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

void hsmp_set_cpu(struct hsmp *h, bool vendor_amd, uint32_t family)
{
	h->unsupported_cpu = !vendor_amd || family < FIRST_FAMILY;
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
	memset(s->unsupported_ns, 0, sizeof(s->unsupported_ns));
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

static void mismatch(struct hsmp_socket *s, uint64_t now_ns)
{
	s->suspect = true;
	set_state(s, HSMP_STATE_DRIVER_MISMATCH);
	back_off(s, now_ns);
}

/* The firmware said something, so the mailbox is alive. */
static void heard(struct hsmp_socket *s)
{
	s->answered = true;
	/* A mailbox that failed its test stays so until it passes it. */
	if (s->suspect)
		return;
	s->backoff_ns = 0;
	set_state(s, HSMP_STATE_OK);
}

/* Remember what a failure means; returns what the caller is told. */
static int learn(struct hsmp *h, struct hsmp_socket *s, enum hsmp_id id,
		 int err, enum outcome outcome)
{
	uint64_t now_ns = hw_now_ns(h->hw);

	switch (outcome) {
	case OUTCOME_PLAIN:
		break;
	case OUTCOME_ANSWERED:
		heard(s);
		break;
	case OUTCOME_RETRY:
		/* Only EBUSY comes from the firmware. */
		if (err == EBUSY)
			heard(s);
		break;
	case OUTCOME_UNSUPPORTED:
		s->unsupported_ns[id] = now_ns + HSMP_REPROBE_NS;
		return -ENOMSG;
	case OUTCOME_TIMEOUT:
		count(&s->timeouts, 1);
		back_off(s, now_ns);
		if (!s->suspect)
			set_state(s, s->answered ? HSMP_STATE_BACKING_OFF
						 : HSMP_STATE_DISABLED);
		break;
	case OUTCOME_GONE:
		close_node(h, s);
		set_state(s, no_device_state(h));
		break;
	case OUTCOME_MISMATCH:
		close_node(h, s);
		mismatch(s, now_ns);
		break;
	}
	return -err;
}

/* One ioctl: 0 or the positive errno. */
static int transfer(struct hsmp *h, struct hsmp_socket *s,
		    const struct hsmp_message *request,
		    struct hsmp_message *reply)
{
	uint64_t start_ns = hw_now_ns(h->hw);
	int r;

	/* The driver overwrites its argument even when it fails. */
	*reply = *request;
	r = hw_ioctl(h->hw, s->fd, HSMP_IOCTL_CMD, reply);
	count(&s->latency_ns, hw_now_ns(h->hw) - start_ns);
	count(&s->messages, 1);
	count(&h->messages[request->msg_id], 1);
	if (r < 0)
		count(&h->errors[classify(-r)->class], 1);
	return -r;
}

/* Everything but the question whether the mailbox is to be believed. */
static int exchange(struct hsmp *h, struct hsmp_socket *s, enum hsmp_id id,
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

	if (now_ns < s->unsupported_ns[id])
		return -ENOMSG;
	if (now_ns < s->quiet_until_ns)
		return -EAGAIN;
	r = open_node(h, s, now_ns);
	if (r < 0)
		return r;

	if (msg->num_args)
		request.args[0] = arg;
	if (msg->kind == HSMP_KIND_SET_GET)
		request.args[0] |= HSMP_GET_BIT;
	err = transfer(h, s, &request, &reply);
	for (int i = 0; i < HSMP_RETRIES; i++) {
		if (!err || classify(err)->outcome != OUTCOME_RETRY)
			break;
		count(&s->retries, 1);
		err = transfer(h, s, &request, &reply);
	}
	if (err)
		return learn(h, s, id, err, classify(err)->outcome);

	for (unsigned int i = 0; i < HSMP_MAX_WORDS; i++)
		ret_words[i] = i < msg->response_sz ? reply.args[i] : 0;
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
	if (sock >= h->n_sockets)
		return -ENODEV;
	s = &h->sockets[sock];
	if (s->suspect)
		return hw_now_ns(h->hw) < s->quiet_until_ns ? -EAGAIN : -EBADE;
	r = exchange(h, s, id, arg, ret_words);
	if (r == 0)
		heard(s);
	return r;
}

int hsmp_probe(struct hsmp *h, unsigned int sock)
{
	uint32_t words[HSMP_MAX_WORDS];
	struct hsmp_socket *s;
	int r;

	if (sock >= h->n_sockets)
		return -ENODEV;
	s = &h->sockets[sock];
	r = exchange(h, s, HSMP_TEST, TEST_PATTERN, words);
	if (r < 0)
		return r;
	if (words[0] != TEST_PATTERN + HSMP_TEST_INCREMENT) {
		mismatch(s, hw_now_ns(h->hw));
		return -EBADE;
	}
	heard(s);
	r = exchange(h, s, HSMP_GET_PROTO_VER, 0, words);
	if (r < 0)
		return r;
	if (words[0] == 0 || words[0] > INT_MAX) {
		mismatch(s, hw_now_ns(h->hw));
		return -EBADE;
	}
	s->suspect = false;
	heard(s);
	return (int)words[0];
}

enum hsmp_state hsmp_get_state(const struct hsmp *h, unsigned int sock)
{
	if (sock >= h->n_sockets)
		return HSMP_STATE_NO_DEVICE;
	return (enum hsmp_state)atomic_load_explicit(&h->sockets[sock].state,
						     memory_order_relaxed);
}

const char *hsmp_state_name(enum hsmp_state state)
{
	return (unsigned int)state < HSMP_N_STATES ? state_names[state]
						   : "unknown";
}

const char *hsmp_error_name(enum hsmp_error err)
{
	return (unsigned int)err < HSMP_N_ERRORS ? error_names[err] : "other";
}

static uint64_t counted(const _Atomic uint64_t *counter)
{
	return atomic_load_explicit(counter, memory_order_relaxed);
}

void hsmp_get_counts(const struct hsmp *h, unsigned int sock,
		     struct hsmp_counts *ret)
{
	const struct hsmp_socket *s;

	*ret = (struct hsmp_counts){ 0 };
	if (sock >= h->n_sockets)
		return;
	s = &h->sockets[sock];
	ret->messages = counted(&s->messages);
	ret->retries = counted(&s->retries);
	ret->timeouts = counted(&s->timeouts);
	ret->latency_ns = counted(&s->latency_ns);
}

uint64_t hsmp_error_count(const struct hsmp *h, enum hsmp_error err)
{
	return (unsigned int)err < HSMP_N_ERRORS ? counted(&h->errors[err]) : 0;
}

uint64_t hsmp_message_count(const struct hsmp *h, enum hsmp_id id)
{
	return (unsigned int)id < HSMP_N_IDS ? counted(&h->messages[id]) : 0;
}
