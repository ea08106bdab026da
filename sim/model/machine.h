/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The simulated machine as a function of time
 *
 * Theory. A core's load is the share of time in which it is busy. Its power
 * is idle + (busy - idle) x load, the load being cut at the ceiling that its
 * socket's power limit sets (limit.c); a package's power is the sum of its
 * cores' and the uncore's. Energies are the integrals of these, in closed form: the
 * value at a time does not depend on how often or when it was asked for
 * before. Registers show the energy as it was at the last whole millisecond,
 * in units of 2^-ESU J, added to their start value, modulo their width. Idle
 * time, clocks, temperature and PROCHOT follow from the same load.
 *
 * Loads, limits and which CPUs are online can be changed while the machine
 * runs: a change begins a new segment, whose start energies are those at its
 * beginning. Queries for times before
 * the current segment's start are answered as at its start.
 *
 * Cores are numbered over all sockets: core i of socket s is
 * s x cores_per_socket + i. Logical CPU n is a thread of core n modulo the
 * number of cores. Sockets are numbered 0, 1, ... whatever their package ids.
 * A core whose threads are all offline has load 0.
 *
 * Pure: no I/O, no clock (time is an argument), no allocation after
 * machine_init(), which uses memory of the caller. A machine may be read by
 * several threads at once; whoever changes it excludes them.
 */
#ifndef SIM_MODEL_MACHINE_H
#define SIM_MODEL_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/model/scenario.h"

/* Idle states, as acpi_idle names them. */
enum idle_state {
	IDLE_POLL,
	IDLE_C1,
	IDLE_C2,
	IDLE_N_STATES,
};

struct machine;

/**
 * machine_size() - Memory that a machine needs
 * @sc:		Scenario
 *
 * Return: bytes
 */
size_t machine_size(const struct scenario *sc);

/**
 * machine_init() - Make a machine at model time 0
 * @mem:	machine_size() bytes aligned as malloc() does, owned by the
 *		caller, who frees them when the machine is no longer used
 * @sc:		Scenario; copied
 *
 * Return: the machine, in @mem
 */
struct machine *machine_init(void *mem, const struct scenario *sc);

/**
 * machine_scenario() - What the machine was made from
 * @m:		Machine
 *
 * Return: its copy of the scenario, in which machine_set_online() and
 * machine_set_mailbox_us() change the offline set and the mailbox's pace
 */
const struct scenario *machine_scenario(const struct machine *m);

/**
 * machine_set_load() - Give cores another load from a time on
 * @m:		Machine
 * @first:	First core
 * @last:	Last core
 * @load:	Load; steps and sines count from model time 0
 * @t_ns:	Model time, not before any earlier change
 *
 * Return: 0, -EINVAL for a core that does not exist
 */
int machine_set_load(struct machine *m, uint32_t first, uint32_t last,
		     const struct load *load, uint64_t t_ns);

/**
 * machine_set_uncore_w() - Give the uncore of a socket another power
 * @m:		Machine
 * @sock:	Socket
 * @watt:	Power, 0 or more
 * @t_ns:	Model time, not before any earlier change
 *
 * Return: 0, -EINVAL
 */
int machine_set_uncore_w(struct machine *m, uint32_t sock, double watt,
			 uint64_t t_ns);

/**
 * machine_set_online() - Take a CPU offline or online
 * @m:		Machine
 * @cpu:	Logical CPU
 * @online:	New state
 * @t_ns:	Model time, not before any earlier change
 *
 * The offline set of machine_scenario() follows. A core of which one thread is
 * online keeps its whole load; a core without any has load 0 and its idle
 * power from then on. When it comes back, its load is again that function of
 * model time which drove it.
 *
 * Return: 0, -EINVAL for a CPU that does not exist or for CPU 0 to go
 */
int machine_set_online(struct machine *m, uint32_t cpu, bool online,
		       uint64_t t_ns);

/**
 * machine_set_mailbox_us() - Give the mailbox another pace
 * @m:		Machine
 * @us:		Time that a message takes; machine_scenario() follows
 *
 * Return: 0, -EINVAL above 90000
 */
int machine_set_mailbox_us(struct machine *m, uint32_t us);

/**
 * machine_reset_counters() - Start all energy registers anew at zero
 * @m:		Machine
 * @t_ns:	Model time
 *
 * The true energies go on; only the registers forget.
 */
void machine_reset_counters(struct machine *m, uint64_t t_ns);

/**
 * machine_core_load() - What drives a core
 * @m:		Machine
 * @core:	Core
 *
 * Return: its present load, valid until it is changed
 */
const struct load *machine_core_load(const struct machine *m, uint32_t core);

/* Load of a core, 0 to 1. */
double machine_load(const struct machine *m, uint32_t core, uint64_t t_ns);
/* Power at an instant, W. */
double machine_core_w(const struct machine *m, uint32_t core, uint64_t t_ns);
double machine_pkg_w(const struct machine *m, uint32_t sock, uint64_t t_ns);
/* True energy since model time 0, J. */
double machine_core_j(const struct machine *m, uint32_t core, uint64_t t_ns);
double machine_pkg_j(const struct machine *m, uint32_t sock, uint64_t t_ns);
/* Energy registers as a read at that time shows them. */
uint64_t machine_core_reg(const struct machine *m, uint32_t core,
			  uint64_t t_ns);
uint64_t machine_pkg_reg(const struct machine *m, uint32_t sock, uint64_t t_ns);
/* Unit register: C001_0299, or 606h of Intel, which has the same layout. */
uint64_t machine_unit_reg(const struct machine *m);
/* Memory of a socket: true energy, J, and register 619h; Intel, else 0. */
double machine_dram_w(const struct machine *m, uint32_t sock, uint64_t t_ns);
double machine_dram_j(const struct machine *m, uint32_t sock, uint64_t t_ns);
uint64_t machine_dram_reg(const struct machine *m, uint32_t sock,
			  uint64_t t_ns);

/**
 * machine_msr() - Read a model-specific register
 * @m:		Machine
 * @cpu:	Logical CPU, an existing one
 * @reg:	Register
 * @t_ns:	Model time
 * @value:	What it holds
 *
 * AMD: C001_0299 to C001_029B. Intel: 606h, 611h, 614h, and 619h where memory
 * has a power. That the CPU is offline is the driver's business.
 *
 * Return: 0, -EIO for a register that the machine does not have
 */
int machine_msr(const struct machine *m, uint32_t cpu, uint32_t reg,
		uint64_t t_ns, uint64_t *value);

/* Core clock, kHz. */
uint32_t machine_core_khz(const struct machine *m, uint32_t core,
			  uint64_t t_ns);
/* Socket temperature, millidegrees Celsius. */
int32_t machine_temp_mc(const struct machine *m, uint32_t sock, uint64_t t_ns);
/* PROCHOT is asserted. */
bool machine_prochot(const struct machine *m, uint32_t sock, uint64_t t_ns);
/* Idle states of a logical CPU: cumulative time (us) and finished visits. */
uint64_t machine_idle_us(const struct machine *m, uint32_t cpu,
			 enum idle_state state, uint64_t t_ns);
uint64_t machine_idle_usage(const struct machine *m, uint32_t cpu,
			    enum idle_state state, uint64_t t_ns);

/**
 * machine_apicid() - APIC id of a logical CPU
 * @m:		Machine
 * @cpu:	Logical CPU
 *
 * Not equal to the CPU number on most machines: package bits above CCD, core
 * and thread bits, each field as wide as it must be, as real parts have it.
 *
 * Return: APIC id
 */
uint32_t machine_apicid(const struct machine *m, uint32_t cpu);

/**
 * machine_hsmp() - What the firmware answers to a message
 * @m:		Machine
 * @sock:	Socket
 * @id:		Message, enum hsmp_id
 * @args:	Eight words, arguments in, responses out
 * @t_ns:	Model time
 *
 * Not called for messages that the driver refuses before the mailbox.
 *
 * Return: status register, enum hsmp_status
 */
uint8_t machine_hsmp(struct machine *m, uint32_t sock, uint32_t id,
		     uint32_t args[8], uint64_t t_ns);

/**
 * machine_metric_table_size() - Size of the metric table
 * @m:		Machine
 *
 * Return: bytes, 0 if the platform has none
 */
size_t machine_metric_table_size(const struct machine *m);

/**
 * machine_metric_table() - The table as the firmware refilled it just now
 * @m:		Machine
 * @sock:	Socket
 * @t_ns:	Model time
 * @buf:	Its leading @size bytes, in the layout of hw/metric_table.h
 * @size:	1 to machine_metric_table_size()
 *
 * All of it is as it was at the last whole millisecond. The accumulation
 * counter counts milliseconds, modulo 2^32; sums are integrals in the table's
 * units.
 *
 * Return: 0, -ENODEV if there is no such table or socket, -EINVAL for @size
 */
int machine_metric_table(const struct machine *m, uint32_t sock, uint64_t t_ns,
			 void *buf, size_t size);

#endif
