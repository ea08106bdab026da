// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What happened to the mailboxes, for any thread to ask
 */
#include <assert.h>

#include "base/util.h"
#include "hw/hsmp_internal.h"

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
