// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in clients.h. */

#include "pmda/clients.h"

#include <errno.h>
#include <pwd.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/parse.h"

/* pmcd numbers contexts from 0, densely; more than this is not believed. */
#define CLIENTS_MAX 65536

/**
 * struct client - One context
 * @grain:	Its rate limit
 * @trusted:	uid 0 or PCP's user
 */
struct client {
	struct grain grain;
	bool trusted;
};

/**
 * struct clients - All contexts
 * @pcp_uid:	PCP's user, UINT64_MAX if there is none
 * @list:	By context number
 * @n:		Room in @list
 */
struct clients {
	uint64_t pcp_uid;
	struct client *list;
	size_t n;
};

int clients_new(const char *pcp_user, struct clients **ret)
{
	struct passwd pw, *found = NULL;
	struct clients *cl;
	char buf[4096];

	cl = calloc(1, sizeof(*cl));
	if (!cl)
		return -ENOMEM;
	if (pcp_user)
		(void)getpwnam_r(pcp_user, &pw, buf, sizeof(buf), &found);
	cl->pcp_uid = found ? pw.pw_uid : UINT64_MAX;
	*ret = cl;
	return 0;
}

void clients_free(struct clients *cl)
{
	if (!cl)
		return;
	free(cl->list);
	free(cl);
}

int clients_set_uid(struct clients *cl, int context, const char *uid)
{
	struct client *list;
	uint32_t value;

	if (context < 0 || context >= CLIENTS_MAX || !parse_u32(&uid, &value) ||
	    !parse_end(uid))
		return -EINVAL;
	if ((size_t)context >= cl->n) {
		size_t n = (size_t)context + 16;

		list = realloc(cl->list, n * sizeof(*list));
		if (!list)
			return -ENOMEM;
		memset(list + cl->n, 0, (n - cl->n) * sizeof(*list));
		cl->list = list;
		cl->n = n;
	}
	cl->list[context].trusted = value == 0 || value == cl->pcp_uid;
	return 0;
}

void clients_end(struct clients *cl, int context)
{
	if (context >= 0 && (size_t)context < cl->n)
		cl->list[context] = (struct client){ .trusted = false };
}

struct grain *clients_grain(struct clients *cl, int context)
{
	if (context < 0 || (size_t)context >= cl->n ||
	    !cl->list[context].trusted)
		return NULL;
	return &cl->list[context].grain;
}
