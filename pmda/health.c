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
 * struct health - What was said
 * @topo:	Topology
 * @mailbox:	State of each socket's mailbox at the last report
 * @energy:	Status of each socket's energy unit at the last report
 */
struct health {
	const struct topology *topo;
	enum hsmp_state *mailbox;
	int *energy;
};

int health_new(const struct topology *topo, struct health **ret)
{
	struct health *h;

	h = calloc(1, sizeof(*h));
	if (!h)
		return -ENOMEM;
	h->topo = topo;
	h->mailbox = calloc(topo->n_sockets, sizeof(*h->mailbox));
	h->energy = calloc(topo->n_sockets, sizeof(*h->energy));
	if (!h->mailbox || !h->energy) {
		health_free(h);
		return -ENOMEM;
	}
	/* Nothing was said, not even that all is well. */
	for (uint32_t s = 0; s < topo->n_sockets; s++)
		h->energy[s] = -EINPROGRESS;
	*ret = h;
	return 0;
}

void health_free(struct health *h)
{
	if (!h)
		return;
	free(h->mailbox);
	free(h->energy);
	free(h);
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

static void report_mailbox(struct health *h, struct collect *c, uint32_t s)
{
	enum hsmp_state state = collect_mailbox_state(c, s);

	if (state == h->mailbox[s] || !cures[state])
		return;
	h->mailbox[s] = state;
	log_write(NULL,
		  state == HSMP_STATE_OK ? LOG_LEVEL_INFO : LOG_LEVEL_WARN,
		  "socket%u: HSMP mailbox %s", h->topo->sockets[s].package_id,
		  cures[state]);
}

static void report_energy(struct health *h, struct collect *c, uint32_t s)
{
	struct energy_stats stats;

	collect_energy_stats(c, s, &stats);
	if (stats.unit_status == h->energy[s] ||
	    (stats.unit_status == 0 && !stats.source))
		return;
	h->energy[s] = stats.unit_status;
	if (stats.unit_status < 0)
		log_write(NULL, LOG_LEVEL_WARN, "socket%u: no energy: %s",
			  h->topo->sockets[s].package_id,
			  energy_cure(stats.unit_status));
	else
		log_write(NULL, LOG_LEVEL_INFO, "socket%u: energy by %s",
			  h->topo->sockets[s].package_id,
			  stats.source ? stats.source : "nothing yet");
}

void health_report(struct health *h, struct collect *c)
{
	for (uint32_t s = 0; s < h->topo->n_sockets; s++) {
		report_mailbox(h, c, s);
		report_energy(h, c, s);
	}
}
