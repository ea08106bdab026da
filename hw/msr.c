// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Two kinds of nodes, tried in order
 *
 * A slot is one node. It is open, or it is closed with the errno of the last
 * try and the time before which there is no other. That msr-safe does not list
 * a register is remembered once for all CPUs, since its list is.
 *
 * Which registers a processor has says the table of hw/rapl_vendor.c. Another
 * vendor's number is never read: what it holds there is not what we think.
 */
#include "hw/msr.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/util.h"
#include "hw/msr_internal.h"
#include "hw/msr_regs.h"

/**
 * struct node_kind - One kind of node
 * @source:	What it is
 * @name:	Its name below dev/cpu/N
 */
struct node_kind {
	enum msr_source source;
	const char *name;
};

static const struct node_kind kinds[] = {
	[MSR_NODE_SAFE] = { MSR_SOURCE_MSR_SAFE, "msr_safe" },
	{ MSR_SOURCE_MSR, "msr" },
};
static_assert(ARRAY_SIZE(kinds) == MSR_N_NODES, "one slot a kind");

/* The only registers that are ever read. */
static const uint32_t known[] = {
	MSR_AMD_RAPL_POWER_UNIT,      MSR_AMD_CORE_ENERGY_STATUS,
	MSR_AMD_PKG_ENERGY_STATUS,    MSR_INTEL_RAPL_POWER_UNIT,
	MSR_INTEL_PKG_ENERGY_STATUS,  MSR_INTEL_PKG_POWER_INFO,
	MSR_INTEL_DRAM_ENERGY_STATUS,
};
static_assert(ARRAY_SIZE(known) == MSR_N_KNOWN, "one flag each");

static bool has_register(const struct rapl_model *model, uint32_t reg)
{
	if (!model)
		return false;
	if (reg == model->unit || (model->info && reg == model->info))
		return true;
	for (unsigned int d = 0; d < RAPL_N_DOMAINS; d++)
		if (reg == model->domains[d].msr)
			return true;
	return false;
}

int msr_new(struct hw *hw, const struct topology *topo, struct msr **ret)
{
	const struct msr_slot closed = { .fd = -1 };
	const struct rapl_model *model;
	struct msr *m;

	m = calloc(1, sizeof(*m) + topo->n_cpus * sizeof(m->slots[0]));
	if (!m)
		return -ENOMEM;
	m->hw = hw;
	m->topo = topo;
	m->n_cpus = topo->n_cpus;
	m->batch = closed;
	for (uint32_t i = 0; i < m->n_cpus; i++)
		for (unsigned int k = 0; k < MSR_N_NODES; k++)
			m->slots[i][k] = closed;
	model = rapl_model_find(topo->vendor, topo->family, topo->model);
	for (unsigned int i = 0; i < MSR_N_KNOWN; i++)
		m->permitted[i] = has_register(model, known[i]);
	*ret = m;
	return 0;
}

void msr_free(struct msr *m)
{
	if (!m)
		return;
	hw_close(m->hw, m->batch.fd);
	for (uint32_t i = 0; i < m->n_cpus; i++)
		for (unsigned int k = 0; k < MSR_N_NODES; k++)
			hw_close(m->hw, m->slots[i][k].fd);
	free(m);
}

static void slot_adopt(struct msr *m, struct msr_slot *to,
		       struct msr_slot *from)
{
	if (from->fd < 0)
		return;
	hw_close(m->hw, to->fd);
	*to = *from;
	from->fd = -1;
}

void msr_adopt(struct msr *m, struct msr *from)
{
	slot_adopt(m, &m->batch, &from->batch);
	for (uint32_t f = 0; f < from->n_cpus; f++) {
		uint32_t c = topology_map_cpu(from->topo, f, m->topo);

		for (unsigned int k = 0; c != TOPO_NONE && k < MSR_N_NODES; k++)
			slot_adopt(m, &m->slots[c][k], &from->slots[f][k]);
	}
}

/* Index of a register that this processor has, or MSR_N_KNOWN. */
static unsigned int msr_index(const struct msr *m, uint32_t reg)
{
	unsigned int i;

	for (i = 0; i < MSR_N_KNOWN; i++)
		if (known[i] == reg && m->permitted[i])
			break;
	return i;
}

int msr_check(const struct msr *m, uint32_t cpu, uint32_t reg,
	      const struct topo_cpu **ret_cpu, unsigned int *ret_index)
{
	const struct topo_cpu *c = topology_cpu(m->topo, cpu);
	unsigned int index = msr_index(m, reg);

	if (index == MSR_N_KNOWN)
		return -EPERM;
	if (!c || !c->online)
		return -ENXIO;
	if (c->no_ipi)
		return -EBUSY;
	*ret_cpu = c;
	*ret_index = index;
	return 0;
}

int msr_slot_open(struct msr *m, struct msr_slot *slot, const char *path)
{
	uint64_t now_ns;
	int fd;

	if (slot->fd >= 0)
		return 0;
	now_ns = hw_now_ns(m->hw);
	if (slot->err && now_ns < slot->retry_ns)
		return slot->err;
	fd = hw_open(m->hw, "%s", path);
	if (fd >= 0) {
		slot->fd = fd;
		slot->err = 0;
		return 0;
	}
	/* -EACCES is kept for registers that msr-safe does not list. */
	slot->err = fd == -EACCES ? -EPERM : fd;
	slot->retry_ns = now_ns + MSR_RETRY_NS;
	return slot->err;
}

void msr_slot_drop(struct msr *m, struct msr_slot *slot, int err)
{
	hw_close(m->hw, slot->fd);
	slot->fd = -1;
	slot->err = err;
	slot->retry_ns = hw_now_ns(m->hw) + MSR_RETRY_NS;
}

bool msr_is_unlisted(struct msr *m, unsigned int kind, unsigned int index)
{
	uint64_t until_ns = m->unlisted_ns[kind][index];

	return until_ns && hw_now_ns(m->hw) < until_ns;
}

void msr_set_unlisted(struct msr *m, unsigned int kind, unsigned int index)
{
	m->unlisted_ns[kind][index] = hw_now_ns(m->hw) + MSR_RETRY_NS;
}

static int open_node(struct msr *m, const struct topo_cpu *cpu, unsigned int k)
{
	char path[64];

	(void)snprintf(path, sizeof(path), "dev/cpu/%u/%s", cpu->cpu,
		       kinds[k].name);
	return msr_slot_open(m, &m->slots[cpu - m->topo->cpus][k], path);
}

static int read_node(struct msr *m, const struct topo_cpu *cpu, unsigned int k,
		     unsigned int index, uint64_t *ret)
{
	struct msr_slot *slot = &m->slots[cpu - m->topo->cpus][k];
	uint64_t value;
	int r;

	r = open_node(m, cpu, k);
	if (r < 0)
		return r;
	if (msr_is_unlisted(m, k, index))
		return -EACCES;
	r = hw_pread(m->hw, slot->fd, &value, sizeof(value), known[index]);
	if (r == 0) {
		m->source = kinds[k].source;
		*ret = value;
	} else if (r == -EACCES) {
		msr_set_unlisted(m, k, index);
	} else if (r == -ENXIO || r == -ENODEV || r == -EBADF) {
		hw_close(m->hw, slot->fd);
		slot->fd = -1;
	}
	return r;
}

/* The source can't be used, another one may. */
static bool left_for_next(int r)
{
	return r == -ENOENT || r == -ENOTDIR || r == -EPERM || r == -EACCES;
}

int msr_read(struct msr *m, uint32_t cpu, uint32_t reg, uint64_t *ret)
{
	const struct topo_cpu *c;
	unsigned int index;
	int first = -ENOENT;
	int r;

	r = msr_check(m, cpu, reg, &c, &index);
	if (r < 0)
		return r;
	for (unsigned int k = 0; k < MSR_N_NODES; k++) {
		r = read_node(m, c, k, index, ret);
		if (!left_for_next(r))
			return r;
		if (first == -ENOENT && r != -ENOTDIR)
			first = r;
	}
	return first;
}

int msr_read_by(struct msr *m, enum msr_source source, uint32_t cpu,
		uint32_t reg, uint64_t *ret)
{
	const struct topo_cpu *c;
	unsigned int index;
	int r;

	r = msr_check(m, cpu, reg, &c, &index);
	if (r < 0)
		return r;
	if (source == MSR_SOURCE_MSR_BATCH)
		return msr_batch_one(m, cpu, index, reg, ret);
	for (unsigned int k = 0; k < MSR_N_NODES; k++)
		if (kinds[k].source == source)
			return read_node(m, c, k, index, ret);
	return -EINVAL;
}

/* Open all kinds of nodes of a CPU: 1 if one is open, else the errno. */
static int open_cpu(struct msr *m, uint32_t cpu)
{
	const struct topo_cpu *c = topology_cpu(m->topo, cpu);
	int first = -ENOENT;
	bool any = false;
	int r;

	if (!c)
		return -ENXIO;
	for (unsigned int k = 0; k < MSR_N_NODES; k++) {
		r = open_node(m, c, k);
		if (r == 0)
			any = true;
		else if (first == -ENOENT && r != -ENOTDIR)
			first = r;
	}
	return any ? 1 : first;
}

int msr_open_readers(struct msr *m)
{
	const struct topology *t = m->topo;
	bool batch = false;
	int first = -EBUSY;
	int n = 0;
	int r;

	/* A socket's reader is always the reader of one of its cores. */
	for (uint32_t i = 0; i < t->n_cores; i++) {
		if (t->cores[i].reader == TOPO_NONE)
			continue;
		batch = batch || msr_batch_open(m) == 0;
		r = open_cpu(m, t->cores[i].reader);
		if (r > 0 || batch)
			n++;
		else if (first == -EBUSY || first == -ENOENT)
			first = r;
	}
	return n ? n : first;
}

enum msr_source msr_get_source(const struct msr *m)
{
	return m->source;
}

const char *msr_source_name(enum msr_source source)
{
	static const char *const names[] = {
		[MSR_SOURCE_NONE] = "none",
		[MSR_SOURCE_MSR_BATCH] = "msr_batch",
		[MSR_SOURCE_MSR_SAFE] = "msr_safe",
		[MSR_SOURCE_MSR] = "msr",
	};

	static_assert(ARRAY_SIZE(names) == MSR_N_SOURCES, "one name each");
	return (unsigned int)source < MSR_N_SOURCES ? names[source] : "none";
}
