// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in hsmp_rapl.h. */

#include "hw/hsmp_rapl.h"

#include "hw/rapl.h"

int hsmp_rapl_units(struct hsmp *h, unsigned int sock,
		    struct hsmp_rapl_units *ret)
{
	uint32_t words[HSMP_MAX_WORDS];
	struct rapl_units units;
	int r;

	r = hsmp_get(h, sock, HSMP_GET_RAPL_UNITS, 0, words);
	if (r < 0)
		return r;
	/* The unit register, of which the mailbox documents these two. */
	units = rapl_units_decode(words[0]);
	*ret = (struct hsmp_rapl_units){
		.energy = units.energy,
		.time = units.time,
	};
	return 0;
}

static int get_count(struct hsmp *h, unsigned int sock, enum hsmp_id id,
		     uint32_t arg, uint64_t *ret)
{
	uint32_t words[HSMP_MAX_WORDS];
	int r;

	r = hsmp_get(h, sock, id, arg, words);
	if (r < 0)
		return r;
	*ret = (uint64_t)words[1] << 32 | words[0];
	return 0;
}

int hsmp_rapl_core(struct hsmp *h, unsigned int sock, uint32_t apicid,
		   uint64_t *ret)
{
	uint32_t arg = 0;
	int r;

	r = hsmp_arg_put(HSMP_GET_RAPL_CORE_COUNTER, HSMP_ARG_APICID, apicid,
			 &arg);
	if (r < 0)
		return r;
	return get_count(h, sock, HSMP_GET_RAPL_CORE_COUNTER, arg, ret);
}

int hsmp_rapl_pkg(struct hsmp *h, unsigned int sock, uint64_t *ret)
{
	return get_count(h, sock, HSMP_GET_RAPL_PACKAGE_COUNTER, 0, ret);
}
