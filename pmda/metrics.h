/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: THE table of metrics
 *
 * One row a metric. The name space, help texts, docs/METRICS.md and the
 * agent's answers all come from it; nothing else lists metrics. PMIDs,
 * types, units, semantics and instance domains are those of the
 * specification and never change once released: archives hold them
 * (tests/fixtures/pmids.golden is append-only).
 *
 * Knows nothing of PCP's headers: pmda/units.c translates.
 */
#ifndef PMDA_METRICS_H
#define PMDA_METRICS_H

#include <stddef.h>
#include <stdint.h>

#include "pmda/collect/getters.h"
#include "pmda/collect/source.h"

#define ESMI_DOMAIN 470
#define ESMI_NAME "esmi"

/* Clusters of the domain. */
enum metric_cluster {
	CLUSTER_POWER,
	CLUSTER_ENERGY,
	CLUSTER_CLOCK,
	CLUSTER_ACTIVITY,
	CLUSTER_TEMPERATURE,
	CLUSTER_MEMORY,
	CLUSTER_FABRIC,
	CLUSTER_PSTATE,
	CLUSTER_AMD_PSTATE,
	CLUSTER_CPUIDLE,
	CLUSTER_HSMP,
	CLUSTER_TOPOLOGY,
	CLUSTER_AGENT,
};

#define METRIC_FALLBACKS 2

/* Which member of union metric_value counts. */
enum metric_type {
	METRIC_U32,
	METRIC_U64,
	METRIC_DOUBLE,
	METRIC_STRING,
};

enum metric_semantics {
	METRIC_INSTANT,
	METRIC_DISCRETE,
	METRIC_COUNTER,
};

/**
 * enum metric_unit - Units, see metric_unit_text() for their names
 */
enum metric_unit {
	UNIT_NONE,
	UNIT_MILLIWATT,
	UNIT_WATT,
	UNIT_MICROJOULE,
	UNIT_JOULE_PER_COUNT,
	UNIT_BITS,
	UNIT_MEGAHERTZ,
	UNIT_KILOHERTZ,
	UNIT_MEGATRANSFER_PER_SECOND,
	UNIT_MEGABIT_PER_SECOND,
	UNIT_GIGABYTE_PER_SECOND,
	UNIT_PERCENT,
	UNIT_CELSIUS,
	UNIT_MICROSECOND,
	UNIT_MILLISECOND,
	UNIT_COUNT,
	UNIT_LANES,
	UNIT_FLAG,
	UNIT_CODE,
	UNIT_MASK,
	UNIT_STATE,
	UNIT_LEVEL,
	UNIT_REFRESH,
	UNIT_VERSION,
	UNIT_HEX,
	METRIC_N_UNITS,
};

/**
 * struct metric - One row
 * @name:	Full name
 * @cluster:	Cluster of the PMID
 * @item:	Item of the PMID
 * @type:	Type
 * @unit:	Unit
 * @semantics:	Semantics
 * @per:	What it exists once for; its instance domain
 * @source:	What must be read for it, SRC_NONE for nothing
 * @fallback:	What is read instead where @source is not supported, in order;
 *		SRC_NONE for nothing more
 * @get:	Makes its value
 * @params:	What @get needs beside the source
 * @oneline:	One line, no full stop
 * @help:	Text for people: what it is, where it comes from, its traps
 */
struct metric {
	const char *name;
	enum metric_cluster cluster;
	uint16_t item;
	enum metric_type type;
	enum metric_unit unit;
	enum metric_semantics semantics;
	enum per per;
	enum source source;
	enum source fallback[METRIC_FALLBACKS];
	metric_getter get;
	struct getter_params params;
	const char *oneline;
	const char *help;
};

/**
 * metrics_count() - Number of metrics
 *
 * Return: count
 */
size_t metrics_count(void);

/**
 * metric_at() - The n-th metric, in the order of the PMIDs
 * @i:		Below metrics_count()
 *
 * Return: row
 */
const struct metric *metric_at(size_t i);

/**
 * metric_find() - A metric by its PMID
 * @cluster:	Cluster
 * @item:	Item
 *
 * Return: row, or NULL
 */
const struct metric *metric_find(unsigned int cluster, unsigned int item);

/* The rows of one subject, each in a file of pmda/metrics/. */
#define METRIC_SUBJECTS(X) \
	X(power)           \
	X(energy)          \
	X(clock)           \
	X(activity)        \
	X(temperature)     \
	X(memory)          \
	X(fabric)          \
	X(cpufreq)         \
	X(cpuidle)         \
	X(hsmp)            \
	X(topology)        \
	X(agent)

#define METRIC_SUBJECT_DECLARE(name)                 \
	extern const struct metric metrics_##name[]; \
	extern const size_t n_metrics_##name;
METRIC_SUBJECTS(METRIC_SUBJECT_DECLARE)

/**
 * struct indom_desc - One instance domain
 * @serial:	Serial number in the domain, as in 470.SERIAL
 * @name:	Value of its label indom_name
 * @oneline:	One line
 * @help:	Text
 */
struct indom_desc {
	uint32_t serial;
	const char *name;
	const char *oneline;
	const char *help;
};

/* Indexed by enum per; PER_MACHINE has none. */
extern const struct indom_desc indoms[PER_N];

/**
 * metric_unit_text() - A unit in words
 * @unit:	Unit
 *
 * Return: a static string such as "mW", "" for a plain number
 */
const char *metric_unit_text(enum metric_unit unit);

/**
 * metric_type_text() - A type in words
 * @type:	Type
 *
 * Return: a static string such as "u64"
 */
const char *metric_type_text(enum metric_type type);

/**
 * metric_semantics_text() - Semantics in words
 * @semantics:	Semantics
 *
 * Return: "instant", "discrete" or "counter"
 */
const char *metric_semantics_text(enum metric_semantics semantics);

#endif
