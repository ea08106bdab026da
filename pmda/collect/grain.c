// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in grain.h. */

#include "pmda/collect/grain.h"

bool grain_admit(struct grain *g, uint64_t grain_ns, uint64_t now_ns)
{
	if (now_ns + grain_ns / 4 < g->due_ns)
		return false;
	g->due_ns = MAX(g->due_ns, now_ns) + grain_ns;
	return true;
}
