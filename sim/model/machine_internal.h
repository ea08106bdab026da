/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Inside of the simulated machine
 *
 * For machine.c (energy), idle.c (what follows from load) and firmware.c (the
 * mailbox) only.
 *
 * What was before a change of load must not move when the load changes. Busy
 * time is therefore offset + integral of the present load, the offset chosen
 * so that it is continuous at the change (integrals all count from model
 * time 0). And registers show the last whole millisecond, which for the rest
 * of the millisecond of a change lies before it: its busy time is kept in
 * @latch.
 */
#ifndef SIM_MODEL_MACHINE_INTERNAL_H
#define SIM_MODEL_MACHINE_INTERNAL_H

#include "base/util.h"
#include "sim/model/fixed.h"
#include "sim/model/machine.h"

/* Over how long the firmware averages what it reports. */
#define FIRMWARE_WINDOW_NS (10 * NSEC_PER_MSEC)
/* The time over which the power is averaged that heats the socket. */
#define THERMAL_WINDOW_NS NSEC_PER_SEC

/* NBIOs of a socket with a DPM level of their own. */
#define SOCKET_N_NBIOS 4

/**
 * struct core_state - A physical core
 * @load:	Its present load
 * @since_ns:	When this load began
 * @offset:	Busy time minus the integral of @load, Q60 ns
 * @latch:	Busy time at the last whole millisecond up to @since_ns
 * @forgotten:	Energy that the register has forgotten, Q50 nJ
 * @boost_mhz:	Boost limit
 * @parked:	All its threads are offline: the load is ignored
 */
struct core_state {
	struct load load;
	uint64_t since_ns;
	int128_t offset;
	uint128_t latch;
	uint128_t forgotten;
	uint32_t boost_mhz;
	bool parked;
};

/**
 * struct nbio_state - DPM levels of an NBIO
 * @min:	Lowest
 * @max:	Highest
 */
struct nbio_state {
	uint8_t min;
	uint8_t max;
};

/**
 * struct socket_state - A socket
 * @uncore:	Present power of the uncore, Q50 W
 * @since_ns:	When it began
 * @offset:	Its energy minus power x model time, Q50 nJ
 * @latch:	Its energy at the last whole millisecond up to @since_ns
 * @changed_ns:	When anything of the socket's power was changed last
 * @forgotten:	Energy that the register has forgotten, Q50 nJ
 * @limit_mw:	Power limit
 * @nbio:	NBIOs
 * @xgmi_min:	Narrowest xGMI link, as a code 0 to 2
 * @xgmi_max:	Widest xGMI link
 * @apb_disabled: The data fabric's P-state is locked
 * @df_pstate:	At this one
 */
struct socket_state {
	uint64_t uncore;
	uint64_t since_ns;
	int128_t offset;
	uint128_t latch;
	uint64_t changed_ns;
	uint128_t forgotten;
	uint32_t limit_mw;
	struct nbio_state nbio[SOCKET_N_NBIOS];
	uint8_t xgmi_min;
	uint8_t xgmi_max;
	bool apb_disabled;
	uint8_t df_pstate;
};

/**
 * struct machine - See machine.h
 * @sc:		Scenario
 * @core_start:	Value of core registers whose counted energy is 0
 * @pkg_start:	The same of package registers
 * @core_idle:	Power of an idle core, Q50 W
 * @core_extra:	What a busy core takes more, Q50 W
 * @n_cores:	Length of @cores
 * @sockets:	Sockets
 * @cores:	Cores over all sockets
 */
struct machine {
	struct scenario sc;
	uint64_t core_start;
	uint64_t pkg_start;
	uint64_t core_idle;
	uint64_t core_extra;
	uint32_t n_cores;
	struct socket_state sockets[SCENARIO_MAX_SOCKETS];
	struct core_state cores[];
};

/**
 * machine_busy() - Busy time of a core since model time 0
 * @m:		Machine
 * @core:	Core
 * @t_ns:	Model time
 *
 * Return: Q60 nanoseconds
 */
uint128_t machine_busy(const struct machine *m, uint32_t core, uint64_t t_ns);

/**
 * machine_busy_at_ms() - Busy time of a core at the last whole millisecond
 * @m:		Machine
 * @core:	Core
 * @t_ns:	Model time
 * @ret_ms_ns:	That millisecond, as model time
 *
 * Return: Q60 nanoseconds
 */
uint128_t machine_busy_at_ms(const struct machine *m, uint32_t core,
			     uint64_t t_ns, uint64_t *ret_ms_ns);

/**
 * machine_avg_pkg_w() - Average power of a socket over the time before now
 * @m:		Machine
 * @sock:	Socket
 * @t_ns:	Model time
 * @window_ns:	At most so long, but not back beyond model time 0 or the last
 *		change of a load; the power of the instant if nothing is left
 *
 * Return: W
 */
double machine_avg_pkg_w(const struct machine *m, uint32_t sock, uint64_t t_ns,
			 uint64_t window_ns);

/**
 * machine_avg_load() - Average load of a socket's cores, likewise
 * @m:		Machine
 * @sock:	Socket
 * @t_ns:	Model time
 * @window_ns:	As for machine_avg_pkg_w()
 *
 * Return: 0 to 1
 */
double machine_avg_load(const struct machine *m, uint32_t sock, uint64_t t_ns,
			uint64_t window_ns);

#endif
