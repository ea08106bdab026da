// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in health.h. */

#include "pmda/health.h"

#include <errno.h>
#include <stdlib.h>

#include "base/log.h"

/* What happened and what to do about it. */
static const char *const cures[HSMP_N_STATES] = {
	[HSMP_STATE_OK] = "answers",
	[HSMP_STATE_NO_DEVICE] =
		"has no device: load the kernel module amd_hsmp or hsmp_acpi",
	[HSMP_STATE_NO_PERMISSION] =
		"can't be opened: make /dev/hsmp readable for this user",
	[HSMP_STATE_DISABLED] =
		"does not answer: enable HSMP Support in the BIOS menu "
		"Advanced > AMD CBS > NBIO > SMU",
	[HSMP_STATE_UNSUPPORTED_CPU] = "does not exist on this processor",
	[HSMP_STATE_DRIVER_MISMATCH] =
		"speaks another interface: use the kernel's own hsmp driver",
	[HSMP_STATE_BACKING_OFF] =
		"has stopped answering; it is asked again after a while",
};

/**
 * struct said - What was said of a socket
 * @package_id:	Which
 * @mailbox:	State of its mailbox at the last report
 * @energy:	Status of its energy then
 * @source:	By which energy was read then
 */
struct said {
	uint32_t package_id;
	enum hsmp_state mailbox;
	int energy;
	const char *source;
};

/**
 * struct health - What was said
 * @sockets:	As in the topology
 * @n:		Their number
 */
struct health {
	struct said *sockets;
	uint32_t n;
};

int health_new(const struct topology *topo, struct health **ret)
{
	struct health *h;

	h = calloc(1, sizeof(*h));
	if (!h)
		return -ENOMEM;
	h->sockets = calloc(topo->n_sockets, sizeof(*h->sockets));
	if (!h->sockets) {
		health_free(h);
		return -ENOMEM;
	}
	h->n = topo->n_sockets;
	/* Nothing was said, not even that all is well. */
	for (uint32_t s = 0; s < h->n; s++) {
		h->sockets[s].package_id = topo->sockets[s].package_id;
		h->sockets[s].energy = -EINPROGRESS;
	}
	*ret = h;
	return 0;
}

void health_free(struct health *h)
{
	if (!h)
		return;
	free(h->sockets);
	free(h);
}

void health_carry(struct health *to, const struct health *from)
{
	for (uint32_t s = 0; s < to->n; s++)
		for (uint32_t f = 0; f < from->n; f++)
			if (from->sockets[f].package_id ==
			    to->sockets[s].package_id)
				to->sockets[s] = from->sockets[f];
}

static const char *energy_cure(int status)
{
	switch (status) {
	case -ENOENT:
		return "no node: load the kernel module msr-safe or msr";
	case -EACCES:
		return "not permitted: add C0010299, C001029A and C001029B to "
		       "msr-safe's allow-list and make its nodes readable";
	case -EPERM:
		return "not permitted: use msr-safe, or start the agent as "
		       "root";
	case -EBUSY:
		return "all CPUs of the socket are isolated";
	default:
		return "the register can't be read";
	}
}

static void report_mailbox(struct said *said, struct collect *c, uint32_t s)
{
	enum hsmp_state state = collect_mailbox_state(c, s);

	if (state == said->mailbox || !cures[state])
		return;
	said->mailbox = state;
	log_write(NULL,
		  state == HSMP_STATE_OK ? LOG_LEVEL_INFO : LOG_LEVEL_WARN,
		  "socket%u: HSMP mailbox %s", said->package_id, cures[state]);
}

static void report_energy(struct said *said, struct collect *c, uint32_t s)
{
	struct energy_stats stats;
	int status;

	collect_energy_stats(c, s, &stats);
	status = stats.unit_status < 0 ? stats.unit_status : stats.status;
	/* Not known yet, or over by the next sample. */
	if (status == -EINPROGRESS || status == -EINTR || status == -EAGAIN ||
	    (status == 0 && !stats.source))
		return;
	/* Sources are literals: another one is another address. */
	if (status == said->energy &&
	    (status < 0 || stats.source == said->source))
		return;
	said->energy = status;
	said->source = stats.source;
	if (status < 0)
		log_write(NULL, LOG_LEVEL_WARN, "socket%u: no energy: %s",
			  said->package_id, energy_cure(status));
	else
		log_write(NULL, LOG_LEVEL_INFO, "socket%u: energy by %s",
			  said->package_id, stats.source);
}

void health_report(struct health *h, struct collect *c)
{
	for (uint32_t s = 0; s < h->n; s++) {
		report_mailbox(&h->sockets[s], c, s);
		report_energy(&h->sockets[s], c, s);
	}
}
