// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What the rows of pmda/metrics/ have in common: the list of their files,
 * the instance domains, names of units. A new metric is appended at the end of
 * its cluster with the next free item.
 */

#include "pmda/metrics.h"

#include "base/util.h"

const struct indom_desc indoms[PER_N] = {
	[PER_SOCKET] = {
		.serial = 0,
		.name = "per socket",
		.oneline = "processor sockets",
		.help = "One instance for each socket with an online CPU, socketN, where N is\n"
			"physical_package_id. The numbers may have gaps.",
	},
	[PER_CORE] = {
		.serial = 1,
		.name = "per core",
		.oneline = "physical cores",
		.help = "One instance for each physical core with an online thread, cpuN, where\n"
			"N is the lowest logical CPU of the core: its SMT siblings have no\n"
			"instance of their own.",
	},
	[PER_CPU] = {
		.serial = 2,
		.name = "per cpu",
		.oneline = "logical CPUs",
		.help = "One instance for each online logical CPU, cpuN.",
	},
	[PER_HSMP_ERROR] = {
		.serial = 8,
		.name = "per error",
		.oneline = "error classes of the HSMP mailbox",
		.help = "One instance for each errno by which the hsmp driver refuses a message,\n"
			"and one, other, for the rest.",
	},
	[PER_CCD] = {
		.serial = 3,
		.name = "per CCD",
		.oneline = "core complex dies",
		.help = "One instance for each core complex die, socketN/ccdM, where M counts the dies\n"
			"inside the socket.",
	},
	[PER_DIMM] = {
		.serial = 4,
		.name = "per DIMM",
		.oneline = "DIMMs",
		.help = "One instance for each DIMM address that the configuration names,\n"
			"socketN/dimm0xAA. Addresses are documented for the processor only; no driver\n"
			"lists them.",
	},
	[PER_LINK] = {
		.serial = 5,
		.name = "per link",
		.oneline = "xGMI and IO links",
		.help = "One instance for each link that the platform has and that answers,\n"
			"socketN/LINK.",
	},
	[PER_NBIO] = {
		.serial = 6,
		.name = "per NBIO",
		.oneline = "NBIO quadrants",
		.help = "One instance for each NBIO, socketN/nbioM.",
	},
	[PER_RAIL] = {
		.serial = 7,
		.name = "per rail",
		.oneline = "SVI3 voltage rails",
		.help = "One instance for each rail whose regulator answers, socketN/RAIL.",
	},
	[PER_HSMP_MESSAGE] = {
		.serial = 9,
		.name = "per message",
		.oneline = "HSMP messages that read",
		.help = "One instance for each message, by its name in the kernel.",
	},
};

/**
 * struct metric_table - Rows of one subject
 * @rows:	Rows
 * @n:		Their number
 */
struct metric_table {
	const struct metric *rows;
	const size_t *n;
};

#define METRIC_SUBJECT_TABLE(name) { metrics_##name, &n_metrics_##name },
static const struct metric_table tables[] = { METRIC_SUBJECTS(
	METRIC_SUBJECT_TABLE) };

size_t metrics_count(void)
{
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(tables); i++)
		n += *tables[i].n;
	return n;
}

const struct metric *metric_at(size_t i)
{
	size_t t = 0;

	while (i >= *tables[t].n)
		i -= *tables[t++].n;
	return &tables[t].rows[i];
}

const struct metric *metric_find(unsigned int cluster, unsigned int item)
{
	for (size_t t = 0; t < ARRAY_SIZE(tables); t++)
		for (size_t i = 0; i < *tables[t].n; i++) {
			const struct metric *m = &tables[t].rows[i];

			if (m->cluster == cluster && m->item == item)
				return m;
		}
	return NULL;
}

static const char *const unit_texts[METRIC_N_UNITS] = {
	[UNIT_NONE] = "",
	[UNIT_MILLIWATT] = "mW",
	[UNIT_WATT] = "W",
	[UNIT_MICROJOULE] = "uJ",
	[UNIT_JOULE_PER_COUNT] = "J/count",
	[UNIT_BITS] = "bits",
	[UNIT_MEGAHERTZ] = "MHz",
	[UNIT_KILOHERTZ] = "kHz",
	[UNIT_MEGATRANSFER_PER_SECOND] = "MT/s",
	[UNIT_MEGABIT_PER_SECOND] = "Mbit/s",
	[UNIT_GIGABYTE_PER_SECOND] = "GB/s",
	[UNIT_PERCENT] = "%",
	[UNIT_CELSIUS] = "degC",
	[UNIT_MICROSECOND] = "us",
	[UNIT_MILLISECOND] = "ms",
	[UNIT_COUNT] = "count",
	[UNIT_LANES] = "lanes",
	[UNIT_FLAG] = "0/1",
	[UNIT_CODE] = "code",
	[UNIT_MASK] = "bit mask",
	[UNIT_STATE] = "state",
	[UNIT_LEVEL] = "level",
	[UNIT_REFRESH] = "0=1x 1=2x",
	[UNIT_VERSION] = "a.b.c",
	[UNIT_HEX] = "hex",
};

const char *metric_unit_text(enum metric_unit unit)
{
	return unit_texts[unit];
}

const char *metric_type_text(enum metric_type type)
{
	switch (type) {
	case METRIC_U32:
		return "u32";
	case METRIC_U64:
		return "u64";
	case METRIC_DOUBLE:
		return "double";
	case METRIC_STRING:
		return "string";
	}
	return "";
}

const char *metric_semantics_text(enum metric_semantics semantics)
{
	switch (semantics) {
	case METRIC_INSTANT:
		return "instant";
	case METRIC_DISCRETE:
		return "discrete";
	case METRIC_COUNTER:
		return "counter";
	}
	return "";
}
