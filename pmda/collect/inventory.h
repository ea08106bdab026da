/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: What a socket has beside cores: CCDs, DIMMs, links, NBIOs, rails
 *
 * Each kind has fixed places in each socket, so that an instance's number
 * does not depend on what was found first: DIMMs by address, links by the
 * order of their names, the others by their own number. What is there is a
 * set of places. CCDs come from the topology; links, NBIOs and rails from
 * asking once, off the fetch path, those that the platform can have; DIMM
 * addresses only from the configuration, since no driver lists them and each
 * wrong one would cost a line in the kernel's log.
 *
 * Pure but for inventory_new().
 */
#ifndef PMDA_COLLECT_INVENTORY_H
#define PMDA_COLLECT_INVENTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/topology.h"
#include "pmda/collect/source.h"

#define INVENTORY_NAME 24

struct inventory;

/**
 * inventory_new() - Nothing but the topology's CCDs
 * @topo:	Topology, must outlive the object
 * @ret:	The object; inventory_free() it
 *
 * Return: 0 or -ENOMEM
 */
int inventory_new(const struct topology *topo, struct inventory **ret);

/**
 * inventory_free() - Release it
 * @inv:	Object or NULL
 */
void inventory_free(struct inventory *inv);

/**
 * inventory_places() - Places of a kind in one socket
 * @per:	PER_CCD, PER_DIMM, PER_LINK, PER_NBIO or PER_RAIL
 *
 * Return: number, 0 for other kinds
 */
uint32_t inventory_places(enum per per);

/**
 * inventory_socket() - Socket of an instance
 * @per:	Kind
 * @index:	Instance
 *
 * Return: index of the socket
 */
uint32_t inventory_socket(enum per per, uint32_t index);

/**
 * inventory_place() - Place of an instance inside its socket
 * @per:	Kind
 * @index:	Instance
 *
 * Return: DIMM address, number of link, NBIO, rail or CCD
 */
uint32_t inventory_place(enum per per, uint32_t index);

/**
 * inventory_set() - Say whether something is there
 * @inv:	Object
 * @per:	Kind
 * @index:	Instance
 * @there:	Whether it is
 */
void inventory_set(struct inventory *inv, enum per per, uint32_t index,
		   bool there);

/**
 * inventory_has() - Is it there?
 * @inv:	Object
 * @per:	Kind
 * @index:	Instance
 *
 * Return: true if so
 */
bool inventory_has(const struct inventory *inv, enum per per, uint32_t index);

/**
 * inventory_generation() - Changes so far
 * @inv:	Object
 *
 * Return: a number that moves with each change
 */
unsigned int inventory_generation(const struct inventory *inv);

/**
 * inventory_name() - Name of a place, as instances have it behind socketN/
 * @per:	Kind
 * @place:	Place
 * @buf:	At least INVENTORY_NAME bytes
 */
void inventory_name(enum per per, uint32_t place, char buf[INVENTORY_NAME]);

/**
 * inventory_link_find() - A link by its name
 * @name:	Such as "P1"
 *
 * Return: place, or -ENOENT
 */
int inventory_link_find(const char *name);

/**
 * inventory_link_arg() - A link as an argument of messages 1Dh and 1Eh
 * @place:	Place
 * @proto:	Protocol version; 6 numbers links otherwise
 *
 * Return: bits 8 and up of the argument; 0 if the protocol has no such link
 */
uint32_t inventory_link_arg(uint32_t place, int proto);

/**
 * inventory_candidate() - Can the platform have it?
 * @per:	PER_LINK, PER_NBIO or PER_RAIL
 * @place:	Place
 * @topo:	For family and model
 * @proto:	Protocol version
 *
 * Return: true if it is worth asking once
 */
bool inventory_candidate(enum per per, uint32_t place,
			 const struct topology *topo, int proto);

#endif
