// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in energy_msr.h. */

#include "pmda/collect/energy_msr.h"

#include <errno.h>
#include <stdlib.h>

#include "hw/files.h"
#include "hw/msr_batch.h"
#include "hw/powercap.h"
#include "hw/rapl_vendor.h"

/* A unit that could not be read is tried again so often. */
#define UNIT_RETRY_NS (10 * NSEC_PER_SEC)

/* Files of powercap that stay open. */
#define POWERCAP_FILES 16

/**
 * struct socket_unit - Unit of one socket
 * @status:	0 once it is known
 * @tried_ns:	When it was tried last
 * @units:	Unit register
 * @limit_mw:	Largest power, 0 if the processor does not tell
 */
struct socket_unit {
	int status;
	uint64_t tried_ns;
	struct rapl_units units;
	uint32_t limit_mw;
};

/**
 * struct energy_msr - State
 * @hw:		Context
 * @topo:	Topology
 * @msr:	Nodes
 * @model:	The processor's registers, NULL if none is known
 * @units:	Unit of each socket
 * @files:	Files of powercap
 * @powercap:	The last resort
 * @reads:	Room for a batch
 * @place:	Which item each read of the batch belongs to
 */
struct energy_msr {
	struct hw *hw;
	const struct topology *topo;
	struct msr *msr;
	const struct rapl_model *model;
	struct socket_unit *units;
	struct hw_files *files;
	struct powercap *powercap;
	struct msr_read reads[MSR_BATCH_MAX];
	unsigned int place[MSR_BATCH_MAX];
};

int energy_msr_new(struct hw *hw, const struct topology *topo,
		   struct energy_msr **ret)
{
	struct energy_msr *em;

	em = calloc(1, sizeof(*em));
	if (!em)
		return -ENOMEM;
	em->hw = hw;
	em->topo = topo;
	em->model = rapl_model_find(topo->vendor, topo->family, topo->model);
	em->units = calloc(topo->n_sockets, sizeof(*em->units));
	if (!em->units || msr_new(hw, topo, &em->msr) < 0 ||
	    hw_files_new(hw, POWERCAP_FILES, &em->files) < 0 ||
	    powercap_new(em->files, hw, topo, &em->powercap) < 0) {
		energy_msr_free(em);
		return -ENOMEM;
	}
	for (uint32_t s = 0; s < topo->n_sockets; s++)
		em->units[s].status = -EINPROGRESS;
	(void)msr_open_readers(em->msr);
	*ret = em;
	return 0;
}

void energy_msr_free(struct energy_msr *em)
{
	if (!em)
		return;
	powercap_free(em->powercap);
	hw_files_free(em->files);
	msr_free(em->msr);
	free(em->units);
	free(em);
}

void energy_msr_adopt(struct energy_msr *em, struct energy_msr *from)
{
	msr_adopt(em->msr, from->msr);
	for (uint32_t f = 0; f < from->topo->n_sockets; f++) {
		uint32_t s = topology_map_socket(from->topo, f, em->topo);

		if (s != TOPO_NONE)
			em->units[s] = from->units[f];
	}
}

static void read_limit(struct energy_msr *em, struct socket_unit *u,
		       uint32_t cpu)
{
	uint64_t info;

	if (em->model->info &&
	    msr_read(em->msr, cpu, em->model->info, &info) == 0)
		(void)rapl_info_max_mw(info, u->units, &u->limit_mw);
}

/* The unit never changes while the machine runs; a failure may heal. */
static int unit_status(struct energy_msr *em, uint32_t sock)
{
	struct socket_unit *u = &em->units[sock];
	uint32_t cpu = em->topo->sockets[sock].reader;
	uint64_t now = hw_now_ns(em->hw);
	uint64_t reg;

	if (u->status == 0)
		return 0;
	if (!em->model)
		return u->status = -EOPNOTSUPP;
	if (cpu == TOPO_NONE)
		return u->status = -EBUSY;
	if (u->status != -EINPROGRESS && now - u->tried_ns < UNIT_RETRY_NS)
		return u->status;
	u->tried_ns = now;
	u->status = msr_read(em->msr, cpu, em->model->unit, &reg);
	if (u->status == 0) {
		u->units = rapl_units_decode(reg);
		read_limit(em, u, cpu);
	}
	return u->status;
}

/* Which register of which CPU; 0 or negative errno. */
static int find_register(struct energy_msr *em, struct work_item item,
			 struct msr_read *ret)
{
	const struct rapl_reg *reg;
	uint32_t sock = item.index;
	int r;

	if (item.src == SRC_ENERGY_CORE)
		sock = em->topo->cores[item.index].socket;
	r = unit_status(em, sock);
	if (r < 0)
		return r;
	reg = &em->model
		       ->domains[item.src == SRC_ENERGY_CORE ? RAPL_DOMAIN_CORE
							     : RAPL_DOMAIN_PKG];
	if (!reg->msr)
		return -EOPNOTSUPP;
	ret->cpu = item.src == SRC_ENERGY_CORE
			   ? em->topo->cores[item.index].reader
			   : em->topo->sockets[sock].reader;
	ret->reg = reg->msr;
	return ret->cpu == TOPO_NONE ? -EBUSY : 0;
}

/* Only where there is no register: the two must not be mixed in one sum. */
static void try_powercap(struct energy_msr *em, struct work_item item,
			 struct work_result *result)
{
	uint64_t uj, range;

	if (item.src != SRC_ENERGY_PKG ||
	    powercap_pkg_uj(em->powercap, item.index, &uj) < 0 ||
	    powercap_pkg_range_uj(em->powercap, item.index, &range) < 0 ||
	    range == 0)
		return;
	result->data.u64 = uj;
	result->range_uj = range;
	result->status = 0;
	result->at_ns = hw_now_ns(em->hw);
}

void energy_msr_read(struct energy_msr *em, const struct work_item *items,
		     unsigned int n, struct work_result *ret)
{
	unsigned int n_reads = 0;
	uint64_t now;

	for (unsigned int i = 0; i < n; i++) {
		ret[i].status =
			find_register(em, items[i], &em->reads[n_reads]);
		ret[i].range_uj = 0;
		if (ret[i].status == 0)
			em->place[n_reads++] = i;
	}
	(void)msr_batch_read(em->msr, em->reads, n_reads);
	now = hw_now_ns(em->hw);
	for (unsigned int i = 0; i < n; i++)
		ret[i].at_ns = now;
	for (unsigned int r = 0; r < n_reads; r++) {
		ret[em->place[r]].status = em->reads[r].err;
		ret[em->place[r]].data.u64 = em->reads[r].value;
	}
	for (unsigned int i = 0; i < n; i++)
		if (ret[i].status < 0)
			try_powercap(em, items[i], &ret[i]);
}

int energy_msr_unit(const struct energy_msr *em, uint32_t sock,
		    uint32_t *ret_esu)
{
	const struct socket_unit *u = &em->units[sock];

	if (u->status == 0)
		*ret_esu = rapl_domain_esu(&em->model->domains[RAPL_DOMAIN_PKG],
					   u->units);
	return u->status;
}

const char *energy_msr_source(const struct energy_msr *em)
{
	return msr_source_name(msr_get_source(em->msr));
}

uint32_t energy_msr_limit(const struct energy_msr *em, uint32_t sock)
{
	return em->units[sock].limit_mw;
}
