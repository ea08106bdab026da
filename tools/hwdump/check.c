// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: hwdump --check: is there a source worth an agent
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/hwdump/hwdump.h"

int dump_check(const struct dump *d)
{
	const struct topology *t = d->topo;
	int r = -ENODATA;

	for (uint32_t i = 0; i < t->n_sockets; i++) {
		const struct topo_socket *s = &t->sockets[i];
		uint64_t raw = 0;

		if (d->proto[i] > 0) {
			printf("yes: HSMP protocol %d on socket%" PRIu32 "\n",
			       d->proto[i], s->package_id);
			return EXIT_SUCCESS;
		}
		r = d->units_err[i];
		if (r == 0)
			r = msr_read(d->msr, s->reader,
				     d->rapl->domains[RAPL_DOMAIN_PKG].msr,
				     &raw);
		/* Hypervisors that don't have the registers may say 0. */
		if (r == 0 && raw) {
			printf("yes: energy of socket%" PRIu32 " by %s\n",
			       s->package_id,
			       msr_source_name(msr_get_source(d->msr)));
			return EXIT_SUCCESS;
		}
	}
	printf("no: HSMP is %s (%s), energy registers give %s\n",
	       hsmp_state_name(hsmp_get_state(d->hsmp, 0)),
	       hw_errno_name(d->proto[0]),
	       r < 0 ? hw_errno_name(r) : "nothing but 0");
	return EXIT_FAILURE;
}
