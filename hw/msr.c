// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Two kinds of nodes, tried in order
 *
 * A slot is one node of one CPU. It is open, or it is closed with the errno
 * of the last try and the time before which there is no other. That msr-safe
 * does not list a register is remembered once for all CPUs, since its list is.
 */
#include "hw/msr.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "base/util.h"
#include "hw/msr_regs.h"

#define N_NODES 2

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
	{ MSR_SOURCE_MSR_SAFE, "msr_safe" },
	{ MSR_SOURCE_MSR, "msr" },
};
static_assert(ARRAY_SIZE(kinds) == N_NODES, "one slot a kind");

/* The only registers that are ever read. */
static const uint32_t allowed[] = {
	MSR_AMD_RAPL_POWER_UNIT,
	MSR_AMD_CORE_ENERGY_STATUS,
	MSR_AMD_PKG_ENERGY_STATUS,
};

/**
 * struct msr_slot - One node of one CPU
 * @fd:		Descriptor, or negative
 * @err:	Negative errno of the last try to open it, 0 before the first
 * @retry_ns:	It is not opened before
 */
struct msr_slot {
	int fd;
	int err;
	uint64_t retry_ns;
};

/**
 * struct msr - MSR access
 * @hw:		Context
 * @topo:	Topology
 * @source:	Kind that answered last
 * @unlisted_ns: Until when a register is taken for not listed, by kind
 * @n_cpus:	Length of @slots
 * @slots:	By index of the CPU in @topo
 */
struct msr {
	struct hw *hw;
	const struct topology *topo;
	enum msr_source source;
	uint64_t unlisted_ns[N_NODES][ARRAY_SIZE(allowed)];
	uint32_t n_cpus;
	struct msr_slot slots[][N_NODES];
};

int msr_new(struct hw *hw, const struct topology *topo, struct msr **ret)
{
	struct msr *m;

	m = calloc(1, sizeof(*m) + topo->n_cpus * sizeof(m->slots[0]));
	if (!m)
		return -ENOMEM;
	m->hw = hw;
	m->topo = topo;
	m->n_cpus = topo->n_cpus;
	for (uint32_t i = 0; i < m->n_cpus; i++)
		for (unsigned int k = 0; k < N_NODES; k++)
			m->slots[i][k].fd = -1;
	*ret = m;
	return 0;
}

void msr_free(struct msr *m)
{
	if (!m)
		return;
	for (uint32_t i = 0; i < m->n_cpus; i++)
		for (unsigned int k = 0; k < N_NODES; k++)
			hw_close(m->hw, m->slots[i][k].fd);
	free(m);
}

/* Index of a register in allowed[], or -1. */
static int allowed_index(uint32_t reg)
{
	for (size_t i = 0; i < ARRAY_SIZE(allowed); i++)
		if (allowed[i] == reg)
			return (int)i;
	return -1;
}

static int open_slot(struct msr *m, const struct topo_cpu *cpu, unsigned int k)
{
	struct msr_slot *slot = &m->slots[cpu - m->topo->cpus][k];
	uint64_t now_ns;
	int fd;

	if (slot->fd >= 0)
		return 0;
	now_ns = hw_now_ns(m->hw);
	if (slot->err && now_ns < slot->retry_ns)
		return slot->err;
	fd = hw_open(m->hw, "dev/cpu/%u/%s", cpu->cpu, kinds[k].name);
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

static int read_slot(struct msr *m, const struct topo_cpu *cpu, unsigned int k,
		     int index, uint64_t *ret)
{
	struct msr_slot *slot = &m->slots[cpu - m->topo->cpus][k];
	uint64_t *unlisted_ns = &m->unlisted_ns[k][index];
	uint64_t value;
	int r;

	r = open_slot(m, cpu, k);
	if (r < 0)
		return r;
	if (*unlisted_ns && hw_now_ns(m->hw) < *unlisted_ns)
		return -EACCES;
	r = hw_pread(m->hw, slot->fd, &value, sizeof(value), allowed[index]);
	if (r == 0)
		*ret = value;
	else if (r == -EACCES)
		*unlisted_ns = hw_now_ns(m->hw) + MSR_RETRY_NS;
	else if (r == -ENXIO || r == -ENODEV || r == -EBADF) {
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
	const struct topo_cpu *c = topology_cpu(m->topo, cpu);
	int index = allowed_index(reg);
	int first = -ENOENT;
	int r;

	if (index < 0)
		return -EPERM;
	if (!c || !c->online)
		return -ENXIO;
	if (c->no_ipi)
		return -EBUSY;
	for (unsigned int k = 0; k < N_NODES; k++) {
		r = read_slot(m, c, k, index, ret);
		if (r == 0)
			m->source = kinds[k].source;
		if (!left_for_next(r))
			return r;
		if (first == -ENOENT && r != -ENOTDIR)
			first = r;
	}
	return first;
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
	for (unsigned int k = 0; k < N_NODES; k++) {
		r = open_slot(m, c, k);
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
	int first = -EBUSY;
	int n = 0;
	int r;

	/* A socket's reader is always the reader of one of its cores. */
	for (uint32_t i = 0; i < t->n_cores; i++) {
		if (t->cores[i].reader == TOPO_NONE)
			continue;
		r = open_cpu(m, t->cores[i].reader);
		if (r > 0)
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
		[MSR_SOURCE_MSR_SAFE] = "msr_safe",
		[MSR_SOURCE_MSR] = "msr",
	};

	static_assert(ARRAY_SIZE(names) == MSR_N_SOURCES, "one name each");
	return (unsigned int)source < MSR_N_SOURCES ? names[source] : "none";
}
