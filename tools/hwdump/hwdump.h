/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: What the parts of hwdump share
 *
 * One file a subject; main.c opens the machine and calls them in order. Lines
 * are written by out.c and nobody else, so that --only has one place.
 */
#ifndef TOOLS_HWDUMP_HWDUMP_H
#define TOOLS_HWDUMP_HWDUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/util.h"
#include "hw/cpufreq.h"
#include "hw/files.h"
#include "hw/hsmp.h"
#include "hw/hw.h"
#include "hw/hwmon.h"
#include "hw/msr.h"
#include "hw/perf.h"
#include "hw/powercap.h"
#include "hw/rapl_vendor.h"
#include "hw/telemetry.h"
#include "hw/topology.h"

#define EXIT_BAD_USE 2
#define NAME_LEN 128

/* Most arguments of --dimms or --links. */
#define DUMP_ARGS_MAX 64

/**
 * struct dump_args - Values for one kind of argument of HSMP messages
 * @n:		How many
 * @values:	They
 */
struct dump_args {
	unsigned int n;
	uint32_t values[DUMP_ARGS_MAX];
};

/**
 * struct dump_options - What was asked for
 * @root:	Folder that stands for /
 * @record:	Folder for a capture, or NULL
 * @only:	Prefix of the names to print, "" for all
 * @check:	Only say whether there is a source
 * @dimms:	DIMM addresses
 * @links:	Links, as in bits [17:8] of the messages
 */
struct dump_options {
	const char *root;
	const char *record;
	const char *only;
	bool check;
	struct dump_args dimms;
	struct dump_args links;
};

/**
 * struct dump - Handles on one machine
 * @options:	What was asked for
 * @hw:		Context
 * @topo:	Topology
 * @files:	Open files
 * @hsmp:	Mailboxes
 * @telemetry:	Metric tables
 * @msr:	Registers
 * @cf:		cpufreq and cpuidle
 * @k10temp:	Temperatures
 * @powercap:	Zones
 * @perf:	Events
 * @rapl:	Energy registers of this processor, NULL if none is known
 * @proto:	HSMP protocol version by socket, or negative errno
 * @units:	Unit register by socket
 * @units_err:	0 or the negative errno of reading it, by socket
 */
struct dump {
	const struct dump_options *options;
	struct hw *hw;
	struct topology *topo;
	struct hw_files *files;
	struct hsmp *hsmp;
	struct telemetry *telemetry;
	struct msr *msr;
	struct cpufreq *cf;
	struct k10temp *k10temp;
	struct powercap *powercap;
	struct perf_power *perf;
	const struct rapl_model *rapl;
	int *proto;
	uint64_t *units;
	int *units_err;
};

/* out.c: names and lines. */

/* Name of an object, or of one of its values. */
void name_of(char name[NAME_LEN], const char *fmt, ...) PRINTF_LIKE(2, 3);

/* A word for a column: blanks and control characters become underscores. */
void word_of(char *word, size_t size, const char *text);

/* Whether lines of an object, whose name or a part of it this is, are wanted. */
bool wants(const struct dump *d, const char *object);

void put_u64(const struct dump *d, const char *object, const char *name,
	     uint64_t value, const char *unit);
void put_s64(const struct dump *d, const char *object, const char *name,
	     int64_t value, const char *unit);
void put_hex(const struct dump *d, const char *object, const char *name,
	     uint64_t value);
void put_real(const struct dump *d, const char *object, const char *name,
	      double value, const char *unit);
void put_text(const struct dump *d, const char *object, const char *name,
	      const char *text);
void put_error(const struct dump *d, const char *object, const char *name,
	       int err);

/* A number of the topology, which may be unknown. */
void put_topo(const struct dump *d, const char *object, const char *name,
	      uint32_t value);

/* A value, or the negative errno @r. */
void put_result(const struct dump *d, const char *object, const char *name,
		int r, uint64_t value, const char *unit);

/* One subject each. */
void dump_machine(const struct dump *d);
void dump_messages(const struct dump *d, const char *object, uint32_t socket);
void dump_core_messages(const struct dump *d, const char *object,
			const struct topo_core *core);
void dump_table(const struct dump *d, const char *object, uint32_t socket);
void dump_socket(const struct dump *d, uint32_t socket);
void dump_socket_energy(const struct dump *d, const char *object,
			uint32_t socket);
void dump_core_energy(const struct dump *d, const char *object,
		      const struct topo_core *core);
void dump_cpu(const struct dump *d, const struct topo_cpu *cpu);

/* Read the unit register of each socket. */
void probe_energy(struct dump *d);

/* Whether there is a source worth an agent, in one line: exit status. */
int dump_check(const struct dump *d);

/* record.c: calls that write a capture. */
struct record;

/**
 * record_new() - Begin a capture
 * @dir:	Folder, made if it does not exist; must be empty
 * @ret:	The capture
 *
 * Return: 0 or negative errno, -ENOTEMPTY
 */
int record_new(const char *dir, struct record **ret);

/**
 * record_finish() - Write what was recorded, and release it
 * @rec:	Capture or NULL
 *
 * Return: 0 or the first negative errno of writing
 */
int record_finish(struct record *rec);

/* Calls on the running system that are recorded; context: the capture. */
extern const struct hw_ops record_ops;

#endif
