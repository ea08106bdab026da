// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in hsmp_support.h. */

#include "hw/hsmp_support.h"

#include <errno.h>

#include "base/util.h"

static bool bit_of(uint64_t map, unsigned int id)
{
	return map >> id & 1;
}

int hsmp_caps_set(const uint32_t words[HSMP_CAPS_WORDS], struct hsmp_caps *ret)
{
	uint64_t gets = (uint64_t)words[1] << 32 | words[0];

	if (!bit_of(gets, HSMP_GET_ENABLED_HSMP_CMDS))
		return -EBADMSG;
	*ret = (struct hsmp_caps){ .known = true, .gets = gets };
	return 0;
}

static bool has_model(const struct hsmp_platform_desc *p, uint32_t model)
{
	for (size_t i = 0; i < ARRAY_SIZE(p->models); i++) {
		const struct hsmp_models *range = &p->models[i];

		if (range->last && model >= range->first &&
		    model <= range->last)
			return true;
	}
	return false;
}

enum hsmp_platform hsmp_platform_find(uint32_t family, uint32_t model,
				      uint32_t proto)
{
	for (unsigned int i = 0; i < HSMP_N_PLATFORMS; i++) {
		const struct hsmp_platform_desc *p = &hsmp_platforms[i];

		if (proto && p->family == family && has_model(p, model) &&
		    (p->proto == proto || p->early_proto == proto))
			return (enum hsmp_platform)i;
	}
	return HSMP_N_PLATFORMS;
}

enum hsmp_support hsmp_support(enum hsmp_platform platform,
			       const struct hsmp_caps *caps, unsigned int id)
{
	const struct hsmp_msg_desc *msg;

	if (id >= HSMP_N_IDS || hsmp_msgs[id].kind == HSMP_KIND_RESERVED)
		return HSMP_SUPPORT_NO;
	msg = &hsmp_msgs[id];
	if (caps && caps->known && msg->kind != HSMP_KIND_SET)
		return bit_of(caps->gets, id) ? HSMP_SUPPORT_YES
					      : HSMP_SUPPORT_NO;
	if (platform >= HSMP_N_PLATFORMS)
		return HSMP_SUPPORT_PROBE;
	if (bit_of(hsmp_platforms[platform].disputed, id))
		return HSMP_SUPPORT_PROBE;
	return bit_of(msg->platforms, platform) ? HSMP_SUPPORT_YES
						: HSMP_SUPPORT_NO;
}
