/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Instance domains
 *
 * External names and internal numbers, made from what the machine has:
 * socketN has the number N = physical_package_id, cpuN the number N of the
 * logical CPU, socketN/dimm0xAA and the like N x 65536 plus their place in the
 * socket, an error class its errno, a message its id. So they are stable over
 * restarts without any file.
 */
#ifndef PMDA_INSTANCES_H
#define PMDA_INSTANCES_H

#include "pmda/collect/collect.h"
#include "pmda/metrics.h"
#include "pmda/pcp.h"

struct instances;

/**
 * instances_new() - Make all instance domains
 * @collect:	Collector, must outlive the object
 * @domain:	Domain number
 * @ret:	The object; instances_free() it
 *
 * Return: 0 or -ENOMEM
 */
int instances_new(struct collect *collect, int domain, struct instances **ret);

/**
 * instances_refresh() - Follow what the collector has found since
 * @ins:	Object
 *
 * Cheap if nothing has changed. The tables stay at their addresses.
 *
 * Return: 1 if something has changed, 0 if not, -ENOMEM
 */
int instances_refresh(struct instances *ins);

/**
 * instances_free() - Release them
 * @ins:	Object or NULL
 */
void instances_free(struct instances *ins);

/**
 * instances_table() - The table for pmdaInit()
 * @ins:	Object
 * @ret_n:	Number of entries
 *
 * Return: table, owned by the object
 */
pmdaIndom *instances_table(struct instances *ins, int *ret_n);

/**
 * instances_count() - Instances of one domain
 * @ins:	Object
 * @per:	What they are per
 *
 * Return: number, 0 for PER_MACHINE
 */
uint32_t instances_count(const struct instances *ins, enum per per);

/**
 * instances_number() - Internal number of the n-th instance
 * @ins:	Object
 * @per:	What it is per
 * @n:		Below instances_count()
 *
 * Return: PCP's internal instance identifier
 */
int instances_number(const struct instances *ins, enum per per, uint32_t n);

/**
 * instances_index() - Position in the topology's arrays
 * @ins:	Object
 * @per:	What it is per
 * @number:	Internal instance identifier
 * @ret_index:	Index as enum per documents it
 *
 * Return: 0, -ENOENT for an instance that does not exist
 */
int instances_index(const struct instances *ins, enum per per,
		    unsigned int number, uint32_t *ret_index);

/**
 * instances_labels() - Labels of one instance
 * @ins:	Object
 * @serial:	Serial number of the instance domain
 * @number:	Internal instance identifier
 * @buf:	JSON object
 * @size:	Its size
 *
 * Return: length, 0 if it has none
 */
int instances_labels(const struct instances *ins, unsigned int serial,
		     unsigned int number, char *buf, size_t size);

#endif
