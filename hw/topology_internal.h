/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Stages of reading a topology
 *
 * hw/topology_sysfs.c fills what single files say, hw/topology.c derives the
 * rest. Between the stages topo_cpu.socket and topo_core.socket hold the
 * package id; topology.c replaces it by the index.
 */
#ifndef HW_TOPOLOGY_INTERNAL_H
#define HW_TOPOLOGY_INTERNAL_H

#include "hw/topology.h"

/**
 * struct topo_sets - What changes when CPUs come and go
 * @present:	Present CPUs
 * @online:	Online CPUs
 * @isolated:	Present CPUs in isolated or nohz_full
 * @smt:	smt/active, TOPO_NONE where the kernel has none
 */
struct topo_sets {
	struct cpuset present;
	struct cpuset online;
	struct cpuset isolated;
	uint32_t smt;
};

/**
 * topo_read_sets() - Read them: five files
 * @hw:		Context
 * @ret:	Sets, undefined after a failure
 *
 * Return: 0 or negative errno
 */
int topo_read_sets(struct hw *hw, struct topo_sets *ret);

/**
 * topo_read_cpus() - Make @t->cpus from present, online and isolated
 * @hw:		Context
 * @t:		Topology, empty
 *
 * Return: 0 or negative errno
 */
int topo_read_cpus(struct hw *hw, struct topology *t);

/**
 * topo_read_cores() - Make @t->cores, group the CPUs by them
 * @hw:		Context
 * @t:		Topology with its CPUs
 *
 * Only one CPU of each group of siblings is asked.
 *
 * Return: 0 or negative errno
 */
int topo_read_cores(struct hw *hw, struct topology *t);

/**
 * topo_read_caches() - Fill in topo_cpu.l3
 * @hw:		Context
 * @t:		Topology with its sockets
 *
 * Only one CPU of each L3 is asked.
 *
 * Return: 0 or negative errno
 */
int topo_read_caches(struct hw *hw, struct topology *t);

/**
 * topo_read_nodes() - Fill in topo_cpu.node and n_nodes
 * @hw:		Context
 * @t:		Topology with its CPUs
 *
 * Return: 0 or negative errno
 */
int topo_read_nodes(struct hw *hw, struct topology *t);

/**
 * topo_read_cpuinfo() - Fill in APIC ids and the processor's identity
 * @hw:		Context
 * @t:		Topology with its CPUs
 *
 * Return: 0 or negative errno
 */
int topo_read_cpuinfo(struct hw *hw, struct topology *t);

/**
 * topo_find() - topology_cpu() for those who fill it in
 * @t:		Topology with its CPUs
 * @cpu:	Logical CPU
 *
 * Return: the CPU or NULL
 */
struct topo_cpu *topo_find(struct topology *t, uint32_t cpu);

#endif
