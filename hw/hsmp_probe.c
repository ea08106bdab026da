// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Who is on the other side of a mailbox
 *
 * A probe tests the exchange, then asks protocol version, firmware version
 * and, where that may be there, which messages the firmware answers. The last
 * two are asked once a life of the node and may fail.
 */
#include <errno.h>
#include <limits.h>

#include "base/util.h"
#include "hw/hsmp_internal.h"

#define TEST_PATTERN UINT32_C(0xDEADBEEF)
/* Argument of HSMP_GET_ENABLED_HSMP_CMDS: the gets. */
#define CMDS_GETS 1
/* The protocol that first had it. */
#define CMDS_FIRST_PROTO 7

static enum hsmp_platform platform_of(const struct hsmp *h,
				      const struct hsmp_socket *s)
{
	return hsmp_platform_find(
		h->family, h->model,
		atomic_load_explicit(&s->proto, memory_order_relaxed));
}

/* What platform or firmware say, without what was learnt from exchanges. */
static enum hsmp_support
documented(const struct hsmp *h, const struct hsmp_socket *s, unsigned int id)
{
	uint64_t gets = atomic_load_explicit(&s->caps, memory_order_relaxed);
	struct hsmp_caps caps = { .known = gets != 0, .gets = gets };

	return hsmp_support(platform_of(h, s), &caps, id);
}

enum hsmp_support hsmp_supported(const struct hsmp *h, unsigned int sock,
				 enum hsmp_id id)
{
	const struct hsmp_socket *s;

	if (sock >= h->n_sockets || (unsigned int)id >= HSMP_N_IDS)
		return HSMP_SUPPORT_NO;
	s = &h->sockets[sock];
	if (hw_now_ns(h->hw) <
	    atomic_load_explicit(&s->unsupported_ns[id], memory_order_relaxed))
		return HSMP_SUPPORT_NO;
	if (atomic_load_explicit(&s->worked, memory_order_relaxed) >> id & 1)
		return HSMP_SUPPORT_YES;
	return documented(h, s, id);
}

enum hsmp_platform hsmp_get_platform(const struct hsmp *h, unsigned int sock)
{
	return sock < h->n_sockets ? platform_of(h, &h->sockets[sock])
				   : HSMP_N_PLATFORMS;
}

uint32_t hsmp_get_proto(const struct hsmp *h, unsigned int sock)
{
	return sock < h->n_sockets
		       ? atomic_load_explicit(&h->sockets[sock].proto,
					      memory_order_relaxed)
		       : 0;
}

uint32_t hsmp_get_smu_version(const struct hsmp *h, unsigned int sock)
{
	return sock < h->n_sockets
		       ? atomic_load_explicit(&h->sockets[sock].smu_version,
					      memory_order_relaxed)
		       : 0;
}

/* Worth asking: documented to be there, or a newer and unknown platform. */
static bool may_have_caps(const struct hsmp *h, const struct hsmp_socket *s)
{
	switch (documented(h, s, HSMP_GET_ENABLED_HSMP_CMDS)) {
	case HSMP_SUPPORT_NO:
		return false;
	case HSMP_SUPPORT_YES:
		return true;
	case HSMP_SUPPORT_PROBE:
		break;
	}
	return h->family &&
	       atomic_load_explicit(&s->proto, memory_order_relaxed) >=
		       CMDS_FIRST_PROTO;
}

static int ask_smu_version(struct hsmp *h, struct hsmp_socket *s)
{
	uint32_t words[HSMP_MAX_WORDS];
	int r;

	if (atomic_load_explicit(&s->smu_version, memory_order_relaxed))
		return 0;
	r = hsmp_exchange(h, s, HSMP_GET_SMU_VER, 0, words);
	if (r == 0)
		atomic_store_explicit(&s->smu_version, words[0],
				      memory_order_relaxed);
	return r;
}

static int ask_caps(struct hsmp *h, struct hsmp_socket *s)
{
	uint32_t words[HSMP_MAX_WORDS];
	struct hsmp_caps caps;
	int r;

	if (atomic_load_explicit(&s->caps, memory_order_relaxed) ||
	    !may_have_caps(h, s))
		return 0;
	r = hsmp_exchange(h, s, HSMP_GET_ENABLED_HSMP_CMDS, CMDS_GETS, words);
	if (r == 0 && hsmp_caps_set(words, &caps) == 0)
		atomic_store_explicit(&s->caps, caps.gets,
				      memory_order_relaxed);
	return r;
}

/* A message that this firmware lacks is one thing, a lost mailbox another. */
static bool is_lost(const struct hsmp_socket *s)
{
	return atomic_load_explicit(&s->state, memory_order_relaxed) !=
	       HSMP_STATE_OK;
}

int hsmp_probe(struct hsmp *h, unsigned int sock)
{
	uint32_t words[HSMP_MAX_WORDS];
	struct hsmp_socket *s;
	uint32_t proto;
	int r;

	if (sock >= h->n_sockets)
		return -ENODEV;
	s = &h->sockets[sock];
	r = hsmp_exchange(h, s, HSMP_TEST, TEST_PATTERN, words);
	if (r < 0)
		return r;
	if (words[0] != TEST_PATTERN + HSMP_TEST_INCREMENT) {
		hsmp_mismatch(s, hw_now_ns(h->hw));
		return -EBADE;
	}
	hsmp_heard(s);
	r = hsmp_exchange(h, s, HSMP_GET_PROTO_VER, 0, words);
	if (r < 0)
		return r;
	proto = words[0];
	if (proto == 0 || proto > INT_MAX) {
		hsmp_mismatch(s, hw_now_ns(h->hw));
		return -EBADE;
	}
	s->suspect = false;
	hsmp_heard(s);
	atomic_store_explicit(&s->proto, proto, memory_order_relaxed);
	r = ask_smu_version(h, s);
	if (r < 0 && is_lost(s))
		return r;
	r = ask_caps(h, s);
	if (r < 0 && is_lost(s))
		return r;
	return (int)proto;
}
