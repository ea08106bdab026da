/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Sockets, CCDs, cores and threads
 *
 * Read once from sysfs and /proc/cpuinfo, everything keyed by the logical
 * CPU number, never by position: package ids may be sparse, CPUs may be
 * offline, siblings need not be at +N/2.
 *
 * Sources: present, online, isolated, nohz_full under
 * sys/devices/system/cpu; cpuN/topology/{physical_package_id,core_id,die_id,
 * thread_siblings_list}; the L3 by the cache index whose level is 3;
 * node*\/cpulist; APIC ids (HSMP's argument) only from /proc/cpuinfo, where
 * offline CPUs are absent.
 *
 * CCD: the die_id only where the kernel puts more than one die into a
 * package, else the L3's id (on Zen 3, 4 and 5 classic the same thing). The
 * CCD's number inside its socket is its rank, 0, 1, ...
 *
 * A file that is missing or holds something else than it should leaves its
 * field unknown; one that exists and can't be read (EIO, EACCES, EMFILE) fails
 * the whole, since a guess around it could be wrong. An isolated or nohz_full
 * that is not a cpulist isolates every CPU: who must not be disturbed is then
 * unknown.
 *
 * An offline CPU has no topology files. It is known to exist, belongs to no
 * core or socket, and gets no instance until it comes online.
 *
 * A topology is immutable: after a change in hot-plug, a new one is read. What
 * keeps its identity then: a CPU by its number, a core by its package and
 * core_id (its lowest CPU may have gone), a socket by its package id. A
 * socket also keeps its HSMP number, which the driver gave it when it was
 * loaded: if all CPUs of the first of two packages go offline, the second is
 * still HSMP's socket 1, though it is the only one left. A CCD is named by
 * its rank, so it does not keep its name while a whole CCD before it is
 * offline; its L3's id does.
 */
#ifndef HW_TOPOLOGY_H
#define HW_TOPOLOGY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpuset.h"
#include "hw/hw.h"
#include "hw/rapl_vendor.h"

#define TOPO_NONE UINT32_MAX

/**
 * struct topo_cpu - One logical CPU that is present
 * @cpu:	Its number N as in cpuN
 * @online:	It is online; the fields below are TOPO_NONE if not
 * @no_ipi:	In isolated or nohz_full: never to be disturbed by an MSR read
 * @socket:	Index into topology.sockets
 * @core:	Index into topology.cores
 * @core_id:	topology/core_id, unique only inside a package
 * @die_id:	topology/die_id, TOPO_NONE where the kernel has none
 * @l3:		The L3's id, TOPO_NONE where unknown
 * @node:	NUMA node, TOPO_NONE where unknown
 * @apicid:	APIC id, TOPO_NONE where /proc/cpuinfo does not list it
 */
struct topo_cpu {
	uint32_t cpu;
	bool online;
	bool no_ipi;
	uint32_t socket;
	uint32_t core;
	uint32_t core_id;
	uint32_t die_id;
	uint32_t l3;
	uint32_t node;
	uint32_t apicid;
};

/**
 * struct topo_core - One physical core with at least one online thread
 * @cpu:	Its lowest online logical CPU
 * @name:	Its lowest logical CPU that was seen online; names its instance
 *		cpuN, which stays if that CPU goes and a sibling is left
 * @socket:	Index into topology.sockets
 * @ccd:	Rank of its CCD inside the socket, or TOPO_NONE where unknown
 * @node:	NUMA node or TOPO_NONE
 * @apicid:	APIC id of its lowest online thread, or TOPO_NONE
 * @reader:	Online thread whose MSRs may be read, or TOPO_NONE if all of
 *		its threads are isolated
 * @threads:	Index of its first entry in topology.threads
 * @n_threads:	Number of its online threads
 */
struct topo_core {
	uint32_t cpu;
	uint32_t name;
	uint32_t socket;
	uint32_t ccd;
	uint32_t node;
	uint32_t apicid;
	uint32_t reader;
	uint32_t threads;
	uint32_t n_threads;
};

/**
 * struct topo_socket - One package with at least one online CPU
 * @package_id:	physical_package_id; names its instance socketN
 * @hsmp_index:	Socket number for HSMP messages: the rank of the package id
 *		(the driver numbers its sockets densely) among the packages
 *		that had an online CPU when the first topology was read
 * @first_cpu:	Its lowest online logical CPU
 * @reader:	Online CPU whose MSRs may be read, the reader of one of its
 *		cores, or TOPO_NONE
 * @n_cores:	Cores with at least one online thread
 * @n_cpus:	Online logical CPUs
 * @n_ccds:	CCDs, 0 where neither die nor L3 is known
 */
struct topo_socket {
	uint32_t package_id;
	uint32_t hsmp_index;
	uint32_t first_cpu;
	uint32_t reader;
	uint32_t n_cores;
	uint32_t n_cpus;
	uint32_t n_ccds;
};

/**
 * struct topology - All of it, read-only for the user
 * @vendor:	Who made the processors
 * @vendor_amd:	@vendor is CPU_VENDOR_AMD
 * @family:	CPU family, 0 if unknown
 * @model:	CPU model
 * @stepping:	Stepping
 * @model_name:	"model name", empty if unknown
 * @cpus:	Present CPUs in ascending order
 * @n_cpus:	Their number
 * @n_online:	Those of them that are online
 * @cores:	Cores in ascending order of their lowest CPU
 * @n_cores:	Their number
 * @sockets:	Sockets in ascending order of package_id
 * @n_sockets:	Their number
 * @threads:	Logical CPU numbers, grouped by core
 * @n_nodes:	NUMA nodes that have CPUs, 0 if unknown
 * @n_ccds:	CCDs of all sockets, 0 if unknown for one of them
 * @threads_per_core: The most online threads that any core has
 * @smt:	smt/active: 0 or 1, TOPO_NONE where the kernel has none
 * @isolated:	CPUs in isolated or nohz_full
 */
struct topology {
	enum cpu_vendor vendor;
	bool vendor_amd;
	uint32_t family;
	uint32_t model;
	uint32_t stepping;
	char model_name[64];
	struct topo_cpu *cpus;
	uint32_t n_cpus;
	uint32_t n_online;
	struct topo_core *cores;
	uint32_t n_cores;
	struct topo_socket *sockets;
	uint32_t n_sockets;
	uint32_t *threads;
	uint32_t n_nodes;
	uint32_t n_ccds;
	uint32_t threads_per_core;
	uint32_t smt;
	struct cpuset isolated;
};

/**
 * topology_read() - Read the machine's topology
 * @hw:		Context
 * @ret:	The topology; topology_free() it
 *
 * Return: 0, -ENOMEM, -ENODATA if no CPU is online, or the errno of the first
 * file that is indispensable (present, online, physical_package_id, one of
 * thread_siblings_list and core_id) or that exists and can't be read
 */
int topology_read(struct hw *hw, struct topology **ret);

/**
 * topology_free() - Release a topology
 * @topo:	Topology or NULL
 */
void topology_free(struct topology *topo);

/**
 * topology_cpu() - Find a logical CPU by its number
 * @topo:	Topology
 * @cpu:	Number N as in cpuN
 *
 * Return: the CPU, owned by @topo, or NULL if it is not present
 */
const struct topo_cpu *topology_cpu(const struct topology *topo, uint32_t cpu);

/**
 * topology_changed() - Whether CPUs came or went since a topology was read
 * @hw:		Context
 * @topo:	Topology
 *
 * Five small files: present, online, isolated, nohz_full, smt/active. Cheap
 * enough for each tick of a timer.
 *
 * Return: 1 if another topology should be read, 0 if not, or the errno of
 * the first file that can't be read
 */
int topology_changed(struct hw *hw, const struct topology *topo);

/**
 * topology_reread() - Read the topology that follows another
 * @hw:		Context
 * @old:	The topology up to now; stays the caller's
 * @ret:	The new one; topology_free() it
 *
 * Sockets keep the HSMP numbers that they have in @old, as long as no two
 * would have the same. So a number may be larger than the number of sockets
 * that are left.
 *
 * Return: as topology_read(). A CPU that goes offline meanwhile may make it
 * fail, with -ENOENT for instance; then topology_changed() says 1 again.
 */
int topology_reread(struct hw *hw, const struct topology *old,
		    struct topology **ret);

/**
 * topology_map_cpu() - Where a CPU is in another topology of the machine
 * @from:	Topology
 * @cpu:	Index into its cpus
 * @to:		Another topology
 *
 * Return: index into the cpus of @to, TOPO_NONE if it is not there
 */
uint32_t topology_map_cpu(const struct topology *from, uint32_t cpu,
			  const struct topology *to);

/**
 * topology_map_core() - Where a core is in another topology of the machine
 * @from:	Topology
 * @core:	Index into its cores
 * @to:		Another topology
 *
 * It is the core that one of its threads belongs to now; if all of these are
 * offline, the one with the same package and core_id.
 *
 * Return: index into the cores of @to, TOPO_NONE if it is not there
 */
uint32_t topology_map_core(const struct topology *from, uint32_t core,
			   const struct topology *to);

/**
 * topology_find_core() - Where a core is that was known earlier
 * @topo:	Topology
 * @package_id:	Its package
 * @cpu:	One of its CPUs
 * @core_id:	The kernel's number of it, or TOPO_NONE
 *
 * Return: its index, TOPO_NONE if none of its CPUs is online
 */
uint32_t topology_find_core(const struct topology *topo, uint32_t package_id,
			    uint32_t cpu, uint32_t core_id);

/**
 * topology_find_socket() - Where a socket is that was known earlier
 * @topo:	Topology
 * @package_id:	Its package
 *
 * Return: its index, TOPO_NONE if none of its CPUs is online
 */
uint32_t topology_find_socket(const struct topology *topo, uint32_t package_id);

/**
 * topology_map_socket() - Where a socket is in another topology
 * @from:	Topology
 * @sock:	Index into its sockets
 * @to:		Another topology
 *
 * Return: index into the sockets of @to, TOPO_NONE if it is not there
 */
uint32_t topology_map_socket(const struct topology *from, uint32_t sock,
			     const struct topology *to);

#endif
