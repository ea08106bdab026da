// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in mailbox.h. */

#include "pmda/collect/mailbox.h"

#include <errno.h>
#include <string.h>

#include "hw/hsmp_msgs.h"

/* How often the timer looks whether the mailbox is healthy. */
#define MAILBOX_PERIOD_NS NSEC_PER_SEC

void mailbox_init(struct mailbox *m, struct hw *hw, struct hsmp *hsmp,
		  const struct topology *topo, uint32_t sock)
{
	m->hw = hw;
	m->hsmp = hsmp;
	m->topo = topo;
	m->sock = sock;
	m->proto = -EINPROGRESS;
}

/*
 * Failures of the mailbox, not of a message. From then on only the timer asks
 * it, until it answers again: no fetch waits for a mailbox that was silent.
 */
static bool mailbox_failed(int r)
{
	switch (r) {
	case -ETIMEDOUT:
	case -ENODEV:
	case -ENOENT:
	case -EACCES:
	case -ENOTTY:
	case -EBADE:
		return true;
	default:
		return false;
	}
}

static bool mailbox_has(const struct mailbox *m, enum hsmp_id id)
{
	return m->proto > MAILBOX_LAST_KNOWN_PROTO ||
	       hsmp_msg_in_proto(&hsmp_msgs[id], (unsigned int)m->proto);
}

int mailbox_read(struct mailbox *m, enum source src, uint32_t index,
		 union slot_data *ret_data)
{
	uint32_t hsmp_sock = m->topo->sockets[m->sock].hsmp_index;
	const struct source_desc *d = &sources[src];
	uint32_t words[HSMP_MAX_WORDS] = { 0 };
	uint32_t arg = 0;
	int r;

	if (m->proto < 0)
		return m->proto;
	if (src == SRC_PROTO_VER) {
		/* The probe knows it; it does not change. */
		ret_data->word[0] = (uint32_t)m->proto;
		return 0;
	}
	if (!mailbox_has(m, d->msg))
		return -ENOMSG;
	if (d->per == PER_CORE) {
		arg = m->topo->cores[index].apicid;
		if (arg == TOPO_NONE)
			return -ENODATA;
	}
	r = hsmp_get(m->hsmp, hsmp_sock, d->msg, arg, words);
	if (mailbox_failed(r))
		m->proto = r;
	if (r < 0)
		return r;
	memcpy(ret_data->word, words, sizeof(ret_data->word));
	return 0;
}

uint64_t mailbox_tick(struct mailbox *m, uint64_t now_ns)
{
	uint32_t hsmp_sock = m->topo->sockets[m->sock].hsmp_index;
	int r;

	if (m->proto > 0 && hsmp_get_state(m->hsmp, hsmp_sock) == HSMP_STATE_OK)
		return now_ns + MAILBOX_PERIOD_NS;
	r = hsmp_probe(m->hsmp, hsmp_sock);
	if (hsmp_get_state(m->hsmp, hsmp_sock) == HSMP_STATE_DISABLED)
		r = -EOPNOTSUPP;
	/* While it backs off, the reason is the earlier one. */
	if (r != -EAGAIN || m->proto == -EINPROGRESS || m->proto > 0)
		m->proto = r;
	return now_ns + MAILBOX_PERIOD_NS;
}
