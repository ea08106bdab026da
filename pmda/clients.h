/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Who asks
 *
 * pmcd tells the uid of clients that connect through a local socket. uid 0
 * and PCP's own user (pmlogger, pmproxy) are trusted with energy at the fine
 * grain (grain.h); everybody else, remote clients too, is not.
 */
#ifndef PMDA_CLIENTS_H
#define PMDA_CLIENTS_H

#include <stdbool.h>

#include "pmda/collect/grain.h"

struct clients;

/**
 * clients_new() - Nobody yet
 * @pcp_user:	Name of PCP's own user
 * @ret:	The object; clients_free() it
 *
 * Return: 0 or -ENOMEM
 */
int clients_new(const char *pcp_user, struct clients **ret);

/**
 * clients_free() - Forget all
 * @cl:		Object or NULL
 */
void clients_free(struct clients *cl);

/**
 * clients_set_uid() - pmcd tells a context's user
 * @cl:		Object
 * @context:	pmcd's number of the context
 * @uid:	Decimal text
 *
 * Return: 0, -EINVAL, -ENOMEM
 */
int clients_set_uid(struct clients *cl, int context, const char *uid);

/**
 * clients_end() - A context is closed; its number may come again
 * @cl:		Object
 * @context:	pmcd's number of the context
 */
void clients_end(struct clients *cl, int context);

/**
 * clients_grain() - The rate limit of a trusted context
 * @cl:		Object
 * @context:	pmcd's number of the context
 *
 * Return: its rate limit, owned by the object, valid until the next call of
 * clients_set_uid(); NULL if it is not trusted
 */
struct grain *clients_grain(struct clients *cl, int context);

#endif
