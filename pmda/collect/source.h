/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: THE table of sources
 *
 * A source is one read of the machine: a mailbox message, a register, a sysfs
 * file. Several metrics may be cut out of one source (FCLK and MCLK), and no
 * source is read twice for one fetch. Each (source, instance) has a slot with
 * the latest result; the table says per what it exists, who reads it and how
 * long a result counts as fresh.
 */
#ifndef PMDA_COLLECT_SOURCE_H
#define PMDA_COLLECT_SOURCE_H

#include <stdint.h>

#include "base/util.h"
#include "hw/hsmp_abi.h"

/**
 * enum source - What can be read; the rows of sources[] say what it is
 */
enum source {
	SRC_NONE,
	SRC_ENERGY_PKG,
	SRC_ENERGY_CORE,
	SRC_PROTO_VER,
	SRC_SMU_VER,
	SRC_POWER,
	SRC_POWER_LIMIT,
	SRC_POWER_LIMIT_MAX,
	SRC_BOOST_LIMIT,
	SRC_PROCHOT,
	SRC_XGMI_WIDTH,
	SRC_DF_PSTATE,
	SRC_CLOCKS,
	SRC_CCLK_LIMIT,
	SRC_C0_PERCENT,
	SRC_NBIO_DPM,
	SRC_DDR,
	SRC_TEMP_MONITOR,
	SRC_DIMM_RANGE,
	SRC_DIMM_POWER,
	SRC_DIMM_MAX,
	SRC_DIMM_TOTAL,
	SRC_DIMM_THERMAL,
	SRC_DIMM_MAX_TEMP,
	SRC_FREQ_LIMIT,
	SRC_CORE_CCLK_LIMIT,
	SRC_SVI_RAILS,
	SRC_FMAX_FMIN,
	SRC_IOLINK,
	SRC_XGMI_AGGREGATE,
	SRC_XGMI_READ,
	SRC_XGMI_WRITE,
	SRC_POWER_MODE,
	SRC_DF_PSTATE_RANGE,
	SRC_TABLE_VER,
	SRC_XGMI_PSTATE,
	SRC_RAIL_ISO,
	SRC_DFC,
	SRC_PC6,
	SRC_CC6,
	SRC_CCD_POWER,
	SRC_TDELTA,
	SRC_SVI3_TEMP,
	SRC_FLOOR_LIMIT,
	SRC_FLOOR_EFFECTIVE,
	SRC_SDPS_LIMIT,
	SRC_TABLE,
	SRC_K10TEMP,
	SRC_C0_RESIDENCY,
	SRC_CUR_FREQ,
	SRC_GOVERNOR,
	SRC_FREQ_DRIVER,
	SRC_GOVERNORS,
	SRC_MIN_FREQ,
	SRC_MAX_FREQ,
	SRC_HW_MIN_FREQ,
	SRC_HW_MAX_FREQ,
	SRC_AMD_MAX_FREQ,
	SRC_AMD_NONLINEAR_FREQ,
	SRC_AMD_HIGHEST_PERF,
	SRC_AMD_PREFCORE_RANKING,
	SRC_EPP,
	SRC_POLL_TIME,
	SRC_POLL_USAGE,
	SRC_POLL_ABOVE,
	SRC_POLL_BELOW,
	SRC_C1_TIME,
	SRC_C1_USAGE,
	SRC_C1_ABOVE,
	SRC_C1_BELOW,
	SRC_C1_LATENCY,
	SRC_C1_DISABLED,
	SRC_C2_TIME,
	SRC_C2_USAGE,
	SRC_C2_ABOVE,
	SRC_C2_BELOW,
	SRC_C2_LATENCY,
	SRC_C2_DISABLED,
	SRC_BOOST,
	SRC_AMD_STATUS,
	SRC_AMD_PREFCORE,
	SRC_IDLE_DRIVER,
	SRC_IDLE_GOVERNOR,
	SRC_HSMP_DRIVER,
	SRC_N,
};

/**
 * enum per - What a source or metric exists once for
 * @PER_MACHINE:	The machine; no instance domain
 * @PER_SOCKET:		Socket with an online CPU
 * @PER_CORE:		Physical core with an online thread
 * @PER_CPU:		Logical CPU; only online ones have instances
 * @PER_CCD:		Core complex die
 * @PER_DIMM:		DIMM address
 * @PER_LINK:		xGMI or IO link
 * @PER_NBIO:		NBIO
 * @PER_RAIL:		SVI3 voltage rail
 * @PER_HSMP_ERROR:	Error class of the mailbox
 * @PER_HSMP_MESSAGE:	HSMP message that reads
 *
 * Instances are numbered as in the topology's arrays of sockets, cores and
 * CPUs; CCDs to rails as inventory.h says; an error class and a message by its
 * enum.
 */
enum per {
	PER_MACHINE,
	PER_SOCKET,
	PER_CORE,
	PER_CPU,
	PER_CCD,
	PER_DIMM,
	PER_LINK,
	PER_NBIO,
	PER_RAIL,
	PER_HSMP_ERROR,
	PER_HSMP_MESSAGE,
	PER_N,
};

/**
 * enum reader - Who reads it
 * @READER_NONE:	Nobody
 * @READER_ENERGY:	The thread that owns the energy counters
 * @READER_FILES:	The thread that owns the sysfs files
 * @READER_MAILBOX:	The thread of the socket's mailbox
 */
enum reader {
	READER_NONE,
	READER_ENERGY,
	READER_FILES,
	READER_MAILBOX,
};

/*
 * How long a result counts as fresh. A sum must be as young as the fetch,
 * since PCP divides by the times of fetches; clients that ask within
 * FRESH_SUM_NS of each other share. Configuration changes seldom.
 */
#define FRESH_SUM_NS (2 * NSEC_PER_MSEC)
#define FRESH_INSTANT_NS (100 * NSEC_PER_MSEC)
#define FRESH_CONFIG_NS (10 * NSEC_PER_SEC)

/*
 * How old a result may be that is served while it is being read anew, off the
 * fetch path: configuration, and what costs a message for each core.
 */
#define SERVE_CONFIG_NS (2 * FRESH_CONFIG_NS)
#define SERVE_CORE_NS (2500 * NSEC_PER_MSEC)

/* How long a failure that will not heal by itself is believed. */
#define RETRY_FILE_NS (10 * NSEC_PER_SEC)
#define RETRY_ARGUMENT_NS (3600 * NSEC_PER_SEC)

/*
 * A prerequisite that is not satisfied, such as a second socket for xGMI, may
 * be one day; each try costs a line in the kernel's log.
 */
#define RETRY_PREREQUISITE_NS (60 * NSEC_PER_SEC)

/**
 * enum source_arg - How the argument of a message is made
 * @ARG_NONE:	It has none
 * @ARG_CONST:	The row's constant
 * @ARG_CORE:	APIC id of the core
 * @ARG_CCD:	APIC id of a core of the CCD
 * @ARG_FLOOR:	The row's constant, and the APIC id in bits 27 to 16
 * @ARG_DIMM:	DIMM address
 * @ARG_LINK:	Link in bits 8 and up, and the row's constant as the type
 * @ARG_NBIO:	NBIO in bits 23 to 16
 * @ARG_RAIL:	Bit 0 set, rail in bits 3 to 1
 */
enum source_arg {
	ARG_NONE,
	ARG_CONST,
	ARG_CORE,
	ARG_CCD,
	ARG_FLOOR,
	ARG_DIMM,
	ARG_LINK,
	ARG_NBIO,
	ARG_RAIL,
};

/**
 * enum source_file - Where a file of READER_FILES belongs
 * @FILE_NONE:		Not a plain file
 * @FILE_CPUFREQ:	cpuN/cpufreq/
 * @FILE_CPUIDLE:	cpuN/cpuidle/stateK/ of the state with the row's name
 * @FILE_CPU_GLOBAL:	sys/devices/system/cpu/
 * @FILE_HSMP_DRIVER:	Version of the hsmp driver
 * @FILE_K10TEMP:	Temperature by k10temp
 * @FILE_C0:		Share of time not idle, from all idle states
 */
enum source_file {
	FILE_NONE,
	FILE_CPUFREQ,
	FILE_CPUIDLE,
	FILE_CPU_GLOBAL,
	FILE_HSMP_DRIVER,
	FILE_K10TEMP,
	FILE_C0,
};

/**
 * struct source_desc - One row
 * @name:	For logs and tests
 * @per:	What it exists once for
 * @reader:	Who reads it
 * @fresh_ns:	How long a result counts
 * @serve_ns:	How old it may be while it is being read anew; 0 if a fetch waits
 * @msg:	Message of READER_MAILBOX
 * @arg:	Its argument
 * @constant:	Part of the argument
 * @file:	File of READER_FILES
 * @state:	Idle state of FILE_CPUIDLE
 * @attribute:	enum cpufreq_attr, cpuidle_attr or cpufreq_global
 */
struct source_desc {
	const char *name;
	enum per per;
	enum reader reader;
	uint64_t fresh_ns;
	uint64_t serve_ns;
	enum hsmp_id msg;
	enum source_arg arg;
	uint32_t constant;
	enum source_file file;
	const char *state;
	uint8_t attribute;
};

extern const struct source_desc sources[SRC_N];

#endif
