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
 * enum source - What can be read
 * @SRC_NONE:			The agent's own knowledge, nothing to read
 * @SRC_ENERGY_PKG:		Register of a package's energy
 * @SRC_ENERGY_CORE:		Register of a core's energy
 * @SRC_PROTO_VER:		Protocol version of the mailbox
 * @SRC_POWER:			Socket power
 * @SRC_POWER_LIMIT:		Socket power limit in force
 * @SRC_POWER_LIMIT_MAX:	Its maximum
 * @SRC_BOOST_LIMIT:		Boost limit of a core
 * @SRC_PROCHOT:		PROCHOT
 * @SRC_CLOCKS:			FCLK and MCLK
 * @SRC_CCLK_LIMIT:		Core clock limit of a socket
 * @SRC_CORE_CCLK_LIMIT:	Core clock limit of a core
 * @SRC_TEMP_MONITOR:		Temperature by mailbox
 * @SRC_K10TEMP:		Temperature by the k10temp driver
 * @SRC_CUR_FREQ:		Clock as cpufreq knows it
 * @SRC_GOVERNOR:		cpufreq governor
 * @SRC_C2_TIME:		Time in C2
 * @SRC_C0_RESIDENCY:		Share of time not idle
 * @SRC_N:			Number of sources
 */
enum source {
	SRC_NONE,
	SRC_ENERGY_PKG,
	SRC_ENERGY_CORE,
	SRC_PROTO_VER,
	SRC_POWER,
	SRC_POWER_LIMIT,
	SRC_POWER_LIMIT_MAX,
	SRC_BOOST_LIMIT,
	SRC_PROCHOT,
	SRC_CLOCKS,
	SRC_CCLK_LIMIT,
	SRC_CORE_CCLK_LIMIT,
	SRC_TEMP_MONITOR,
	SRC_K10TEMP,
	SRC_CUR_FREQ,
	SRC_GOVERNOR,
	SRC_C2_TIME,
	SRC_C0_RESIDENCY,
	SRC_N,
};

/**
 * enum per - What a source or metric exists once for
 * @PER_MACHINE:	The machine; no instance domain
 * @PER_SOCKET:		Socket with an online CPU
 * @PER_CORE:		Physical core with an online thread
 * @PER_CPU:		Logical CPU; only online ones have instances
 * @PER_HSMP_ERROR:	Error class of the mailbox
 *
 * Instances are numbered as in the topology's arrays of sockets, cores and
 * CPUs; an error class by its enum.
 */
enum per {
	PER_MACHINE,
	PER_SOCKET,
	PER_CORE,
	PER_CPU,
	PER_HSMP_ERROR,
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

/* How long a failure that will not heal by itself is believed. */
#define RETRY_FILE_NS (10 * NSEC_PER_SEC)
#define RETRY_ARGUMENT_NS (3600 * NSEC_PER_SEC)

/**
 * struct source_desc - One row
 * @name:	For logs and tests
 * @per:	PER_SOCKET, PER_CORE or PER_CPU
 * @reader:	Who reads it
 * @msg:	Message of READER_MAILBOX
 * @fresh_ns:	How long a result counts
 */
struct source_desc {
	const char *name;
	enum per per;
	enum reader reader;
	enum hsmp_id msg;
	uint64_t fresh_ns;
};

extern const struct source_desc sources[SRC_N];

#endif
