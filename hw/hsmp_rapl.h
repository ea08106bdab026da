/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Energy counters by the mailbox
 *
 * Turin and later answer three messages with what their RAPL registers hold.
 * They need no privilege and interrupt no core, and the counts have 64 bits,
 * but each costs an exchange, and the cores of a socket queue up for one
 * mailbox. Raw counts only: hw/rapl.h adds them up.
 *
 * Threads: as hsmp_get().
 */
#ifndef HW_HSMP_RAPL_H
#define HW_HSMP_RAPL_H

#include <stdint.h>

#include "hw/hsmp.h"

/**
 * struct hsmp_rapl_units - Units of a socket
 * @energy:	ESU: counts are in 2^-ESU J, 0 to 31
 * @time:	TU: time in 2^-TU s, 0 to 15
 */
struct hsmp_rapl_units {
	uint8_t energy;
	uint8_t time;
};

/**
 * hsmp_rapl_units() - Units of a socket's counters (30h); they do not change
 * @h:		Mailboxes
 * @sock:	HSMP socket number
 * @ret:	Units
 *
 * Return: 0, negative errno as hsmp_get()
 */
int hsmp_rapl_units(struct hsmp *h, unsigned int sock,
		    struct hsmp_rapl_units *ret);

/**
 * hsmp_rapl_core() - Count of one core (31h)
 * @h:		Mailboxes
 * @sock:	HSMP socket number of that core
 * @apicid:	APIC id of one of its threads
 * @ret:	64-bit count
 *
 * Return: 0, -ERANGE for an APIC id of more than 16 bits, negative errno as
 * hsmp_get(): -EINVAL for an APIC id that the socket does not have
 */
int hsmp_rapl_core(struct hsmp *h, unsigned int sock, uint32_t apicid,
		   uint64_t *ret);

/**
 * hsmp_rapl_pkg() - Count of the socket (32h)
 * @h:		Mailboxes
 * @sock:	HSMP socket number
 * @ret:	64-bit count
 *
 * Return: 0, negative errno as hsmp_get()
 */
int hsmp_rapl_pkg(struct hsmp *h, unsigned int sock, uint64_t *ret);

#endif
