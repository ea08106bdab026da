// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Every HSMP message that reads, with its decode
 *
 * A value is named by the message and the field, and the argument between them
 * where there is one: hsmp.GET_DIMM_POWER@0x80.power. Two kinds of arguments
 * can't be found out, addresses of DIMMs and links: they come from --dimms and
 * --links, and without them the value is EDESTADDRREQ. Left out are the test
 * message, the one that only makes the firmware refill its table, and reads of
 * a DIMM's own registers, among which its serial number is. Energy counters are
 * shown by energy.c.
 *
 * What a platform is documented to lack is not sent, the library says ENOMSG.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "hw/hsmp_msgs.h"
#include "tools/hwdump/hwdump.h"

/* As many as any socket has. */
#define N_NBIOS 4
#define N_RAILS 5

/**
 * struct message - Where messages of one object go
 * @d:		Dump
 * @object:	Its name
 * @sock:	HSMP socket number
 */
struct message {
	const struct dump *d;
	const char *object;
	unsigned int sock;
};

static void put_field(const struct message *to, const char *prefix,
		      const struct hsmp_field *f, int r, const uint32_t *words)
{
	char name[NAME_LEN], unit[32];

	name_of(name, "%s.%s", prefix, f->name);
	if (r < 0) {
		put_error(to->d, to->object, name, r);
	} else if (f->divisor > 1) {
		/* "degC/4" counts quarters. */
		word_of(unit, sizeof(unit), f->unit);
		unit[strcspn(unit, "/")] = '\0';
		put_real(to->d, to->object, name,
			 (double)hsmp_field_int(f, words) / f->divisor, unit);
	} else if (f->is_signed) {
		put_s64(to->d, to->object, name, hsmp_field_int(f, words),
			f->unit);
	} else {
		put_u64(to->d, to->object, name, hsmp_field_get(f, words),
			f->unit);
	}
}

/*
 * The fabric's P-state means something only while it is locked. Of older
 * drivers, the address of the metric table comes without its size.
 */
static bool is_void(enum hsmp_id id, const struct hsmp_field *f,
		    const uint32_t *words)
{
	const struct hsmp_field *fields = hsmp_msgs[id].fields;

	switch (id) {
	case HSMP_SET_DF_PSTATE:
		return f == &fields[1] && !hsmp_field_get(&fields[0], words);
	case HSMP_GET_METRIC_TABLE_DRAM_ADDR:
		return f == &fields[2] && !hsmp_field_get(f, words);
	default:
		return false;
	}
}

static void put_fields(const struct message *to, enum hsmp_id id,
		       const char *prefix, int r, const uint32_t *words)
{
	const struct hsmp_field *fields = hsmp_msgs[id].fields;

	for (size_t i = 0; i < HSMP_MAX_FIELDS && fields[i].name; i++)
		put_field(to, prefix, &fields[i],
			  r == 0 && is_void(id, &fields[i], words) ? -ENODATA
								   : r,
			  words);
}

/* Send a message and print its fields, or why there are none. */
static void ask(const struct message *to, enum hsmp_id id, const char *suffix,
		uint32_t arg)
{
	char prefix[NAME_LEN], full[2 * NAME_LEN];
	uint32_t words[HSMP_MAX_WORDS];
	int r;

	name_of(prefix, "hsmp.%s%s", hsmp_msgs[id].name, suffix);
	(void)snprintf(full, sizeof(full), "%s.%s.", to->object, prefix);
	if (!wants(to->d, full))
		return;
	r = hsmp_get(to->d->hsmp, to->sock, id, arg, words);
	put_fields(to, id, prefix, r, words);
}

static void ask_at(const struct message *to, enum hsmp_id id, uint32_t arg)
{
	char suffix[NAME_LEN];

	name_of(suffix, "@0x%X", arg);
	ask(to, id, suffix, arg);
}

/* Fields of a message that is not sent, for one reason. */
static void not_asked(const struct message *to, enum hsmp_id id, int err)
{
	char prefix[NAME_LEN];

	name_of(prefix, "hsmp.%s", hsmp_msgs[id].name);
	put_fields(to, id, prefix, err, NULL);
}

static void ask_nbios(const struct message *to, enum hsmp_id id)
{
	for (uint32_t n = 0; n < N_NBIOS; n++) {
		uint32_t arg = 0;

		if (hsmp_arg_put(id, "nbio", n, &arg) == 0)
			ask_at(to, id, arg);
	}
}

static void ask_rails(const struct message *to, enum hsmp_id id)
{
	ask(to, id, "@hottest", 0);
	for (uint32_t rail = 0; rail < N_RAILS; rail++) {
		uint32_t arg = 0;

		if (hsmp_arg_put(id, "chosen", 1, &arg) == 0 &&
		    hsmp_arg_put(id, "rail", rail, &arg) == 0)
			ask_at(to, id, arg);
	}
}

static void ask_dimms(const struct message *to, enum hsmp_id id)
{
	const struct dump_args *dimms = &to->d->options->dimms;

	for (unsigned int i = 0; i < dimms->n; i++)
		ask_at(to, id, dimms->values[i]);
	if (!dimms->n)
		not_asked(to, id, -EDESTADDRREQ);
}

static void ask_links(const struct message *to, enum hsmp_id id)
{
	/* An I/O link has the aggregate only. */
	static const uint32_t types[] = { 1, 2, 4 };
	const struct dump_args *links = &to->d->options->links;
	size_t n = id == HSMP_GET_IOLINK_BANDWITH ? 1 : ARRAY_SIZE(types);

	for (unsigned int i = 0; i < links->n; i++) {
		for (size_t k = 0; k < n; k++) {
			uint32_t arg = 0;

			if (hsmp_arg_put(id, "link", links->values[i], &arg) ==
				    0 &&
			    hsmp_arg_put(id, "type", types[k], &arg) == 0)
				ask_at(to, id, arg);
		}
	}
	if (!links->n)
		not_asked(to, id, -EDESTADDRREQ);
}

/* One core of each CCD. */
static void ask_ccds(const struct message *to, enum hsmp_id id, uint32_t socket)
{
	const struct topology *t = to->d->topo;

	for (uint32_t ccd = 0; ccd < t->sockets[socket].n_ccds; ccd++) {
		for (uint32_t i = 0; i < t->n_cores; i++) {
			const struct topo_core *core = &t->cores[i];
			char suffix[NAME_LEN];
			uint32_t arg = 0;

			if (core->socket != socket || core->ccd != ccd ||
			    hsmp_arg_put(id, HSMP_ARG_APICID, core->apicid,
					 &arg) < 0)
				continue;
			name_of(suffix, "@ccd%u", ccd);
			ask(to, id, suffix, arg);
			break;
		}
	}
}

static void ask_socket(const struct message *to, enum hsmp_id id,
		       uint32_t socket)
{
	enum hsmp_scope scope = hsmp_msgs[id].scope;

	if (scope != HSMP_SCOPE_CORE && scope != HSMP_SCOPE_CORE_FLOOR &&
	    hsmp_supported(to->d->hsmp, to->sock, id) == HSMP_SUPPORT_NO) {
		not_asked(to, id, -ENOMSG);
		return;
	}
	switch (scope) {
	case HSMP_SCOPE_SOCKET:
	case HSMP_SCOPE_OTHER:
		ask(to, id, "", 0);
		break;
	case HSMP_SCOPE_MASK:
		ask(to, id, "", 1);
		break;
	case HSMP_SCOPE_CCD:
		ask_ccds(to, id, socket);
		break;
	case HSMP_SCOPE_NBIO:
		ask_nbios(to, id);
		break;
	case HSMP_SCOPE_DIMM:
		ask_dimms(to, id);
		break;
	case HSMP_SCOPE_LINK:
		ask_links(to, id);
		break;
	case HSMP_SCOPE_RAIL:
		ask_rails(to, id);
		break;
	case HSMP_SCOPE_CORE:
	case HSMP_SCOPE_CORE_FLOOR:
	case HSMP_N_SCOPES:
		break;
	}
}

static bool is_dumped(unsigned int id)
{
	enum hsmp_kind kind = hsmp_msgs[id].kind;

	return (kind == HSMP_KIND_GET || kind == HSMP_KIND_SET_GET) &&
	       id != HSMP_TEST && id != HSMP_DIMM_SB_RD &&
	       id != HSMP_GET_RAPL_CORE_COUNTER &&
	       id != HSMP_GET_RAPL_PACKAGE_COUNTER;
}

void dump_messages(const struct dump *d, const char *object, uint32_t socket)
{
	unsigned int sock = d->topo->sockets[socket].hsmp_index;
	const struct message to = { d, object, sock };
	int proto = d->proto[socket];

	put_text(d, object, "hsmp.state",
		 hsmp_state_name(hsmp_get_state(d->hsmp, sock)));
	put_result(d, object, "hsmp.protocol", proto, (uint64_t)proto, "");
	if (proto < 0)
		return;
	for (unsigned int id = 0; id < HSMP_N_IDS; id++)
		if (is_dumped(id))
			ask_socket(&to, (enum hsmp_id)id, socket);
}

void dump_core_messages(const struct dump *d, const char *object,
			const struct topo_core *core)
{
	unsigned int sock = d->topo->sockets[core->socket].hsmp_index;
	const struct message to = { d, object, sock };

	if (d->proto[core->socket] < 0 || core->apicid == TOPO_NONE)
		return;
	for (unsigned int i = 0; i < HSMP_N_IDS; i++) {
		enum hsmp_scope scope = hsmp_msgs[i].scope;
		enum hsmp_id id = (enum hsmp_id)i;
		uint32_t arg = 0;

		if (!is_dumped(i) || (scope != HSMP_SCOPE_CORE &&
				      scope != HSMP_SCOPE_CORE_FLOOR))
			continue;
		if (hsmp_arg_put(id, HSMP_ARG_APICID, core->apicid, &arg) < 0)
			continue;
		ask(&to, id, "", arg);
		if (scope == HSMP_SCOPE_CORE_FLOOR)
			ask(&to, id, "@effective", arg | HSMP_FLOOR_EFFECTIVE);
	}
}
