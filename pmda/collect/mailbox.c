// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in mailbox.h. */

#include "pmda/collect/mailbox.h"

#include <errno.h>
#include <string.h>

#include "hw/hsmp_msgs.h"
#include "hw/hsmp_rapl.h"
#include "hw/hsmp_support.h"

/* How often the timer looks whether the mailbox is healthy. */
#define MAILBOX_PERIOD_NS NSEC_PER_SEC

/* Messages that the timer sends at a time, and the pause between. */
#define MAILBOX_PORTION 4
#define MAILBOX_PAUSE_NS (2 * NSEC_PER_MSEC)

/* So often a place is asked for that can't be told, once a period. */
#define MAILBOX_TRIES 60

/**
 * struct candidate_kind - One kind of places that is asked for
 * @per:	Kind
 * @src:	Source by which
 * @other:	Source by which if that has no answer, SRC_NONE for nothing
 * @n:		Places
 */
struct candidate_kind {
	enum per per;
	enum source src;
	enum source other;
	uint32_t n;
};

static const struct candidate_kind candidate_kinds[] = {
	{ PER_NBIO, SRC_NBIO_DPM, SRC_NONE, 8 },
	/* With one socket there is no xGMI, but the links carry IO. */
	{ PER_LINK, SRC_XGMI_AGGREGATE, SRC_IOLINK, 16 },
	{ PER_RAIL, SRC_SVI3_TEMP, SRC_NONE, 8 },
};

void mailbox_init(struct mailbox *m, struct hw *hw, struct hsmp *hsmp,
		  struct telemetry *telemetry, const struct topology *topo,
		  uint32_t sock)
{
	m->hw = hw;
	m->hsmp = hsmp;
	m->telemetry = telemetry;
	m->topo = topo;
	m->sock = sock;
	m->proto = -EINPROGRESS;
	m->rapl_status = -EINPROGRESS;
}

void mailbox_carry(struct mailbox *m, const struct mailbox *from)
{
	m->proto = from->proto;
	m->limit_mw = from->limit_mw;
	m->rapl_status = from->rapl_status;
	m->rapl_esu = from->rapl_esu;
	m->asked = from->asked;
	m->tries = from->tries;
	memcpy(m->there, from->there, sizeof(m->there));
}

static uint32_t hsmp_sock(const struct mailbox *m)
{
	return m->topo->sockets[m->sock].hsmp_index;
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

/* Errors that say nothing of what was asked for. */
static bool passes(int r)
{
	return mailbox_failed(r) || r == -EAGAIN || r == -EINTR || r == -EIO;
}

/* APIC id of some core of a CCD. */
static uint32_t ccd_apicid(const struct mailbox *m, uint32_t ccd)
{
	for (uint32_t c = 0; c < m->topo->n_cores; c++)
		if (m->topo->cores[c].socket == m->sock &&
		    m->topo->cores[c].ccd == ccd)
			return m->topo->cores[c].apicid;
	return TOPO_NONE;
}

static int make_apicid(const struct mailbox *m, const struct source_desc *d,
		       uint32_t index, uint32_t *arg)
{
	uint32_t apicid =
		d->arg == ARG_CCD
			? ccd_apicid(m, inventory_place(PER_CCD, index))
			: m->topo->cores[index].apicid;

	if (apicid == TOPO_NONE)
		return -ENODATA;
	*arg = d->constant;
	return hsmp_arg_put(d->msg, HSMP_ARG_APICID, apicid, arg);
}

static int make_arg(const struct mailbox *m, const struct source_desc *d,
		    uint32_t index, uint32_t *arg)
{
	switch (d->arg) {
	case ARG_NONE:
	case ARG_CONST:
		*arg = d->constant;
		return 0;
	case ARG_CORE:
	case ARG_CCD:
	case ARG_FLOOR:
		return make_apicid(m, d, index, arg);
	case ARG_DIMM:
		*arg = inventory_place(PER_DIMM, index);
		return 0;
	case ARG_LINK:
		*arg = inventory_link_arg(inventory_place(PER_LINK, index),
					  m->proto) |
		       d->constant;
		return 0;
	case ARG_NBIO:
		*arg = inventory_place(PER_NBIO, index) << 16;
		return 0;
	case ARG_RAIL:
		*arg = inventory_place(PER_RAIL, index) << 1 | 1;
		return 0;
	}
	return -EINVAL;
}

/*
 * Which DIMM, or all, by flags above the address: only these parts know them,
 * others take it for a bad address (AMD's library).
 */
static bool lacks_flags(const struct mailbox *m, const struct source_desc *d)
{
	return d->arg == ARG_CONST &&
	       hsmp_platform_find(m->topo->family, m->topo->model,
				  (uint32_t)m->proto) != HSMP_PLATFORM_1AH_50;
}

static int read_message(struct mailbox *m, enum source src, uint32_t index,
			union slot_data *ret_data)
{
	const struct source_desc *d = &sources[src];
	uint32_t words[HSMP_MAX_WORDS] = { 0 };
	uint32_t arg;
	int r;

	if (hsmp_supported(m->hsmp, hsmp_sock(m), d->msg) == HSMP_SUPPORT_NO ||
	    lacks_flags(m, d))
		return -ENOMSG;
	r = make_arg(m, d, index, &arg);
	if (r < 0)
		return r;
	r = hsmp_get(m->hsmp, hsmp_sock(m), d->msg, arg, words);
	if (r == 0)
		memcpy(ret_data->word, words, sizeof(ret_data->word));
	return r;
}

static int read_table(struct mailbox *m)
{
	int r;

	r = telemetry_read(m->telemetry, hsmp_sock(m), m->table, &m->layout);
	if (r == 0)
		m->table_ns = hw_now_ns(m->hw);
	return r;
}

int mailbox_read(struct mailbox *m, enum source src, uint32_t index,
		 union slot_data *ret_data)
{
	int r;

	if (m->proto < 0)
		return m->proto;
	switch (src) {
	case SRC_PROTO_VER:
		/* The probe knows it; it does not change. */
		ret_data->word[0] = (uint32_t)m->proto;
		return 0;
	case SRC_TABLE:
		r = read_table(m);
		break;
	case SRC_ENERGY_PKG:
		r = hsmp_rapl_pkg(m->hsmp, hsmp_sock(m), &ret_data->u64);
		break;
	case SRC_ENERGY_CORE:
		r = hsmp_rapl_core(m->hsmp, hsmp_sock(m),
				   m->topo->cores[index].apicid,
				   &ret_data->u64);
		break;
	default:
		r = read_message(m, src, index, ret_data);
		break;
	}
	if (mailbox_failed(r) && src != SRC_TABLE)
		m->proto = r;
	/* The firmware was busy at each retry; that passes. */
	return r == -EBUSY ? -EAGAIN : r;
}

static void probe(struct mailbox *m)
{
	int r = hsmp_probe(m->hsmp, hsmp_sock(m));

	if (hsmp_get_state(m->hsmp, hsmp_sock(m)) == HSMP_STATE_DISABLED)
		r = -EOPNOTSUPP;
	/* While it backs off, the reason is the earlier one. */
	if (r != -EAGAIN || m->proto == -EINPROGRESS || m->proto > 0)
		m->proto = r;
}

static void find_limit(struct mailbox *m)
{
	union slot_data data;

	if (!m->limit_mw &&
	    mailbox_read(m, SRC_POWER_LIMIT_MAX, m->sock, &data) == 0)
		m->limit_mw = data.word[0];
}

static void find_rapl(struct mailbox *m)
{
	struct hsmp_rapl_units units;

	if (m->rapl_status != -EINPROGRESS)
		return;
	m->rapl_status = hsmp_rapl_units(m->hsmp, hsmp_sock(m), &units);
	if (m->rapl_status == 0)
		m->rapl_esu = units.energy;
}

/* Candidate @i: its kind, NULL behind the last one; its place. */
static const struct candidate_kind *candidate(uint32_t i, uint32_t *ret_place)
{
	for (size_t k = 0; k < ARRAY_SIZE(candidate_kinds); k++) {
		if (i < candidate_kinds[k].n) {
			*ret_place = i;
			return &candidate_kinds[k];
		}
		i -= candidate_kinds[k].n;
	}
	return NULL;
}

/* 1 or 0, or the error for which that is not known yet. */
static int is_there(struct mailbox *m, const struct candidate_kind *kind,
		    uint32_t place)
{
	uint32_t index = m->sock * inventory_places(kind->per) + place;
	union slot_data data;
	int r;

	r = mailbox_read(m, kind->src, index, &data);
	if (r < 0 && !passes(r) && kind->other != SRC_NONE)
		r = mailbox_read(m, kind->other, index, &data);
	if (r < 0 && passes(r))
		return r;
	return r == 0;
}

/*
 * Ask for some places. What a disturbance hid is asked for again later, but
 * one place that never answers does not keep the others back for good.
 * Return: true if there are more to ask now
 */
static bool find_places(struct mailbox *m)
{
	unsigned int sent = 0;

	while (m->asked < MAILBOX_CANDIDATES && sent < MAILBOX_PORTION &&
	       m->proto > 0) {
		uint32_t place;
		const struct candidate_kind *kind = candidate(m->asked, &place);

		if (kind &&
		    inventory_candidate(kind->per, place, m->topo, m->proto)) {
			int r = is_there(m, kind, place);

			if (r < 0 && ++m->tries < MAILBOX_TRIES)
				return false;
			m->there[m->asked] = r > 0;
			sent++;
		}
		m->tries = 0;
		m->asked++;
	}
	return m->asked < MAILBOX_CANDIDATES && m->proto > 0;
}

uint64_t mailbox_tick(struct mailbox *m, uint64_t now_ns)
{
	bool more = false;

	if (m->proto < 0 ||
	    hsmp_get_state(m->hsmp, hsmp_sock(m)) != HSMP_STATE_OK)
		probe(m);
	if (m->proto > 0) {
		find_limit(m);
		find_rapl(m);
		more = find_places(m);
	}
	return now_ns + (more ? MAILBOX_PAUSE_NS : MAILBOX_PERIOD_NS);
}

void mailbox_publish_places(const struct mailbox *m, struct inventory *inv)
{
	for (uint32_t i = 0; i < m->asked; i++) {
		const struct candidate_kind *kind;
		uint32_t place;

		kind = candidate(i, &place);
		if (kind)
			inventory_set(inv, kind->per,
				      m->sock * inventory_places(kind->per) +
					      place,
				      m->there[i]);
	}
}
