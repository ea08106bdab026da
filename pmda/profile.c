// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in profile.h. */

#include "pmda/profile.h"

static bool listed(const pmInDomProfile *p, int inst)
{
	for (int i = 0; i < p->instances_len; i++)
		if (p->instances[i] == inst)
			return true;
	return false;
}

bool profile_has(const pmProfile *profile, pmInDom indom, int inst)
{
	if (!profile)
		return true;
	for (int i = 0; i < profile->profile_len; i++) {
		const pmInDomProfile *p = &profile->profile[i];

		if (p->indom == indom)
			return listed(p, inst) ==
			       (p->state == PM_PROFILE_EXCLUDE);
	}
	return profile->state == PM_PROFILE_INCLUDE;
}
