/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Inside of the simulated machine
 *
 * machine.c makes and changes it, energy.c sums, limit.c finds the ceiling
 * below which a power limit holds the cores, throttle.c counts how long,
 * idle.c has what else follows from load, firmware*.c the mailbox, table*.c
 * the metric tables.
 *
 * What was before a change must not move when a load, a ceiling or a clock
 * changes. So a core keeps its sums up to its last change (@at), and what the
 * present load's integrals were then (@base_busy, @base_active): integrals all
 * count from model time 0. And registers show the last whole millisecond,
 * which for the rest of the millisecond of a change lies before it: the sums
 * of that are kept in @latch.
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

/* Clocks in sums: Q20 MHz. */
#define CLOCK_BITS 20

/* Memory's register counts in 2^-16 J whatever the ESU, in 32 bits. */
#define DRAM_ESU 16

/* Bytes that may be written behind DIMM addresses of a socket. */
#define SOCKET_MAX_SIDEBAND 32

#define NO_CORE UINT32_MAX

/**
 * struct core_sums - What a core has done since model time 0
 * @busy:	Integral of its load, Q60 ns
 * @active:	Integral of the lesser of load and ceiling, Q60 ns
 * @clock:	Integral of its clock, Q20 MHz x ns
 */
struct core_sums {
	uint128_t busy;
	uint128_t active;
	uint128_t clock;
};

/**
 * struct core_state - A physical core
 * @load:	Its present load
 * @floor:	Lowest level of @load, Q60; 0 while @parked
 * @peak:	Highest level of @load, Q60; 0 while @parked
 * @since_ns:	When anything of it was changed last
 * @at:		Its sums at @since_ns
 * @latch:	Its sums at the last whole millisecond up to @since_ns
 * @base_busy:	Integral of @load at @since_ns
 * @base_active: Integral of the lesser of @load and ceiling at @since_ns
 * @forgotten:	Energy that the register has forgotten, Q50 nJ
 * @boost_mhz:	Boost limit
 * @floor_mhz:	Floor limit
 * @parked:	All its threads are offline: the load is ignored
 */
struct core_state {
	struct load load;
	uint64_t floor;
	uint64_t peak;
	uint64_t since_ns;
	struct core_sums at;
	struct core_sums latch;
	uint128_t base_busy;
	uint128_t base_active;
	uint128_t forgotten;
	uint32_t boost_mhz;
	uint32_t floor_mhz;
	bool parked;
};

/**
 * struct number_range - Lowest and highest of something that can be set
 * @min:	Lowest
 * @max:	Highest
 */
struct number_range {
	uint8_t min;
	uint8_t max;
};

/**
 * struct sideband_byte - A byte that was written behind a DIMM address
 * @where:	Address, LID, offset and space as in message 39h
 * @value:	Byte
 */
struct sideband_byte {
	uint32_t where;
	uint8_t value;
};

/**
 * struct settings - What the mailbox of a socket sets and gets
 * @nbio:	DPM levels of each NBIO
 * @xgmi_width:	Link width, codes 0 to 2
 * @xgmi_pstate: xGMI P-states; the lower number is the faster one
 * @gmi3_width:	GMI3 width
 * @df_range:	Data fabric P-states; the lower number is the faster one
 * @apb_disabled: The data fabric's P-state is locked
 * @df_pstate:	At this one
 * @pci_rate:	PCIe rate, 0 to 2
 * @power_mode:	Efficiency mode as it was set
 * @sdps_mw:	SDPS limit
 * @cpurail_iso: Independent rails
 * @dfc:	DF C-states are enabled
 * @pc6:	PC6 is enabled
 * @cc6:	CC6 is enabled
 * @n_sideband:	Length of @sideband
 * @sideband:	Bytes written, each place once
 */
struct settings {
	struct number_range nbio[SCENARIO_MAX_NBIOS];
	struct number_range xgmi_width;
	struct number_range xgmi_pstate;
	struct number_range gmi3_width;
	struct number_range df_range;
	bool apb_disabled;
	uint8_t df_pstate;
	uint8_t pci_rate;
	uint32_t power_mode;
	uint32_t sdps_mw;
	bool cpurail_iso;
	bool dfc;
	bool pc6;
	bool cc6;
	uint32_t n_sideband;
	struct sideband_byte sideband[SOCKET_MAX_SIDEBAND];
};

/**
 * struct throttled - For how long something held a socket back
 * @ppt_ns:	The power limit did
 * @prochot_ns:	PROCHOT was asserted
 */
struct throttled {
	uint64_t ppt_ns;
	uint64_t prochot_ns;
};

/**
 * struct socket_state - A socket
 * @uncore:	Present power of the uncore, Q50 W
 * @since_ns:	When it began
 * @offset:	Its energy minus power x model time, Q50 nJ
 * @latch:	Its energy at the last whole millisecond up to @since_ns
 * @changed_ns:	When anything of the socket's power was changed last
 * @throttled:	Until then
 * @ceiling:	Share above which no core takes power, Q60; SHARE_ONE for none
 * @forgotten:	Energy that the register has forgotten, Q50 nJ
 * @dram_forgotten: The same of the memory's register
 * @limit_mw:	Power limit
 * @set:	What else was set by mailbox
 */
struct socket_state {
	uint64_t uncore;
	uint64_t since_ns;
	int128_t offset;
	uint128_t latch;
	uint64_t changed_ns;
	struct throttled throttled;
	uint64_t ceiling;
	uint128_t forgotten;
	uint128_t dram_forgotten;
	uint32_t limit_mw;
	struct settings set;
};

/**
 * struct machine - See machine.h
 * @sc:		Scenario; its offline set and mailbox_us are the present ones
 * @core_start:	Value of core registers whose counted energy is 0
 * @pkg_start:	The same of package registers and those of memory
 * @core_idle:	Power of an idle core, Q50 W
 * @core_extra:	What a busy core takes more, Q50 W
 * @dram_idle:	Power of a socket's memory at load 0, Q50 W
 * @dram_extra:	What it takes more at load 1
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
	uint64_t dram_idle;
	uint64_t dram_extra;
	uint32_t n_cores;
	struct socket_state sockets[SCENARIO_MAX_SOCKETS];
	struct core_state cores[];
};

/**
 * first_core() - First core of a socket
 * @m:		Machine
 * @sock:	Socket
 *
 * Return: number over all sockets
 */
static inline uint32_t first_core(const struct machine *m, uint32_t sock)
{
	return sock * m->sc.cores_per_socket;
}

/**
 * core_socket() - State of a core's socket
 * @m:		Machine
 * @core:	Core
 *
 * Return: it
 */
static inline const struct socket_state *core_socket(const struct machine *m,
						     uint32_t core)
{
	return &m->sockets[core / m->sc.cores_per_socket];
}

/**
 * whole_ms() - The last whole millisecond
 * @t_ns:	Model time
 *
 * Return: model time
 */
static inline uint64_t whole_ms(uint64_t t_ns)
{
	return t_ns - t_ns % NSEC_PER_MSEC;
}

/**
 * core_sums_at() - Sums of a core
 * @m:		Machine
 * @core:	Core
 * @t_ns:	Model time
 * @ret:	Sums at it, or at the last change of the core if that is later
 */
void core_sums_at(const struct machine *m, uint32_t core, uint64_t t_ns,
		  struct core_sums *ret);

/**
 * core_sums_at_ms() - Sums of a core at the last whole millisecond
 * @m:		Machine
 * @core:	Core
 * @t_ns:	Model time
 * @ret:	Sums
 *
 * Return: that millisecond, as model time
 */
uint64_t core_sums_at_ms(const struct machine *m, uint32_t core, uint64_t t_ns,
			 struct core_sums *ret);

/**
 * core_energy_of() - Energy of a core
 * @m:		Machine
 * @sums:	Its sums
 * @t_ns:	Model time of the sums
 *
 * Return: Q50 nJ
 */
uint128_t core_energy_of(const struct machine *m, const struct core_sums *sums,
			 uint64_t t_ns);

/**
 * core_energy_at_ms() - Energy of a core at the last whole millisecond
 * @m:		Machine
 * @core:	Core
 * @t_ns:	Model time
 *
 * Return: Q50 nJ
 */
uint128_t core_energy_at_ms(const struct machine *m, uint32_t core,
			    uint64_t t_ns);

/**
 * uncore_energy() - Energy of a socket's uncore
 * @m:		Machine
 * @sock:	Socket
 * @t_ns:	Model time
 *
 * Return: Q50 nJ
 */
uint128_t uncore_energy(const struct machine *m, uint32_t sock, uint64_t t_ns);

/**
 * uncore_energy_at_ms() - The same at the last whole millisecond
 * @m:		Machine
 * @sock:	Socket
 * @t_ns:	Model time
 *
 * Return: Q50 nJ
 */
uint128_t uncore_energy_at_ms(const struct machine *m, uint32_t sock,
			      uint64_t t_ns);

/**
 * pkg_energy_at_ms() - Energy of a package at the last whole millisecond
 * @m:		Machine
 * @sock:	Socket
 * @t_ns:	Model time
 *
 * Return: Q50 nJ
 */
uint128_t pkg_energy_at_ms(const struct machine *m, uint32_t sock,
			   uint64_t t_ns);

/**
 * dram_energy_at_ms() - Energy of memory at the last whole millisecond
 * @m:		Machine
 * @sock:	Socket
 * @t_ns:	Model time
 *
 * Return: Q50 nJ
 */
uint128_t dram_energy_at_ms(const struct machine *m, uint32_t sock,
			    uint64_t t_ns);

/**
 * machine_avg_pkg_w() - Average power of a socket over the time before now
 * @m:		Machine
 * @sock:	Socket
 * @t_ns:	Model time
 * @window_ns:	At most so long, but not back beyond model time 0 or the last
 *		change of its power; the power of the instant if nothing is left
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

/**
 * machine_avg_cores_w() - Average power of some cores of a socket, likewise
 * @m:		Machine
 * @first:	First core
 * @n:		Their number, all of one socket
 * @t_ns:	Model time
 * @window_ns:	As for machine_avg_pkg_w()
 *
 * Return: W
 */
double machine_avg_cores_w(const struct machine *m, uint32_t first, uint32_t n,
			   uint64_t t_ns, uint64_t window_ns);

/**
 * machine_temp_of() - Socket temperature at a steady power
 * @m:		Machine
 * @watt:	Power
 *
 * Return: millidegrees Celsius, a multiple of 125
 */
int32_t machine_temp_of(const struct machine *m, double watt);

/**
 * limit_ceiling() - The ceiling below which a power limit holds the cores
 * @m:		Machine
 * @sock:	Socket
 *
 * Return: Q60, SHARE_ONE if the limit is never reached
 */
uint64_t limit_ceiling(const struct machine *m, uint32_t sock);

/**
 * core_clock_range() - Clocks of a core at load 0 and 1
 * @m:		Machine
 * @core:	Core
 * @ret_min_mhz: At load 0
 * @ret_max_mhz: At load 1 without a ceiling
 */
void core_clock_range(const struct machine *m, uint32_t core,
		      uint32_t *ret_min_mhz, uint32_t *ret_max_mhz);

/**
 * core_limit_mhz() - Up to which clock a core may go now
 * @m:		Machine
 * @core:	Core
 * @prochot:	PROCHOT of its socket is asserted
 *
 * Return: MHz
 */
uint32_t core_limit_mhz(const struct machine *m, uint32_t core, bool prochot);

/**
 * socket_throttled() - For how long a socket was held back since model time 0
 * @m:		Machine
 * @sock:	Socket
 * @t_ns:	Model time
 * @ret:	Times
 */
void socket_throttled(const struct machine *m, uint32_t sock, uint64_t t_ns,
		      struct throttled *ret);

/**
 * core_change_begin() - Before something of a core is changed
 * @m:		Machine
 * @core:	Core
 * @t_ns:	Model time
 */
void core_change_begin(struct machine *m, uint32_t core, uint64_t t_ns);

/**
 * core_change_end() - After it was changed
 * @m:		Machine
 * @core:	Core
 */
void core_change_end(struct machine *m, uint32_t core);

/**
 * socket_set_limit() - Give a socket another power limit
 * @m:		Machine
 * @sock:	Socket
 * @limit_mw:	Limit
 * @t_ns:	Model time
 */
void socket_set_limit(struct machine *m, uint32_t sock, uint32_t limit_mw,
		      uint64_t t_ns);

#endif
