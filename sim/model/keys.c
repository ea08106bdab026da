// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: THE table of a scenario's keys, and how each type of value is read
 */
#include "sim/model/keys.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/parse.h"

#define IN(type_, field)                         \
	.offset = offsetof(struct type_, field), \
	.size = sizeof(((struct type_ *)NULL)->field)
#define SC(field) IN(scenario, field)
#define FAULT(field) IN(fault, field)
#define RANGE(min_, max_) .min = (min_), .max = (max_)

/* clang-format off */
static const struct key_row rows[] = {
	{ "machine", "name", .type = KEY_TEXT, SC(name),
	  .help = "name of the scenario" },
	{ "machine", "vendor", .type = KEY_TEXT, SC(vendor),
	  .def = "AuthenticAMD",
	  .help = "vendor_id of /proc/cpuinfo" },
	{ "machine", "model_name", .type = KEY_TEXT, SC(model_name),
	  .def = "AMD EPYC (simulated)",
	  .help = "model name of /proc/cpuinfo" },
	{ "machine", "family", .type = KEY_U32, SC(family), RANGE(1, 255),
	  .def = "25", .help = "CPU family, decimal (25 = 19h)" },
	{ "machine", "model", .type = KEY_U32, SC(model), RANGE(0, 255),
	  .def = "1",
	  .help = "CPU model" },
	{ "machine", "stepping", .type = KEY_U32, SC(stepping), RANGE(0, 15),
	  .def = "1", .help = "CPU stepping" },
	{ "machine", "sockets", .type = KEY_U32, SC(n_sockets),
	  RANGE(1, SCENARIO_MAX_SOCKETS), .def = "1", .help = "sockets" },
	{ "machine", "package_ids", .type = KEY_PACKAGE_IDS, SC(package_ids),
	  RANGE(0, 15), .optional = true,
	  .help = "physical_package_id of each socket, ascending; if left "
		  "out 0,1,..." },
	{ "machine", "cores_per_socket", .type = KEY_U32, SC(cores_per_socket),
	  RANGE(1, 512), .help = "physical cores of a socket" },
	{ "machine", "threads_per_core", .type = KEY_U32, SC(threads_per_core),
	  RANGE(1, 2), .def = "1",
	  .help = "2 = SMT; the sibling of CPU n is n + number of cores" },
	{ "machine", "cores_per_ccd", .type = KEY_U32, SC(cores_per_ccd),
	  RANGE(1, 512), .help = "cores of a CCD; divides cores_per_socket" },
	{ "machine", "die_is_ccd", .type = KEY_BOOL, SC(die_is_ccd),
	  .def = "no",
	  .help = "the kernel reports CCDs as dies (newer kernels, Zen 4)" },
	{ "machine", "nodes_per_socket", .type = KEY_U32, SC(nodes_per_socket),
	  RANGE(1, 8), .def = "1",
	  .help = "NUMA nodes of a socket; divides cores_per_socket" },
	{ "machine", "offline", .type = KEY_CPULIST, SC(offline), .def = "",
	  .help = "CPUs that are offline; not CPU 0" },
	{ "machine", "isolated", .type = KEY_CPULIST, SC(isolated), .def = "",
	  .help = "isolated CPUs" },
	{ "machine", "nohz_full", .type = KEY_CPULIST, SC(nohz_full), .def = "",
	  .help = "nohz_full CPUs" },

	{ "nodes", "hsmp", .type = KEY_BOOL, SC(has_hsmp), .def = "yes",
	  .help = "/dev/hsmp exists" },
	{ "nodes", "msr", .type = KEY_BOOL, SC(has_msr), .def = "yes",
	  .help = "/dev/cpu/N/msr exists" },
	{ "nodes", "msr_safe", .type = KEY_BOOL, SC(has_msr_safe), .def = "yes",
	  .help = "/dev/cpu/N/msr_safe exists" },
	{ "nodes", "msr_batch", .type = KEY_BOOL, SC(has_msr_batch),
	  .def = "yes", .help = "/dev/cpu/msr_batch exists" },
	{ "nodes", "powercap", .type = KEY_CHOICE, SC(powercap),
	  .words = "none|package|die", .def = "none",
	  .help = "zones below /sys/class/powercap; die = one a CCD, as "
		  "kernels 6.9 to 6.11 have" },
	{ "nodes", "k10temp", .type = KEY_BOOL, SC(has_k10temp), .def = "yes",
	  .help = "hwmon k10temp exists" },

	{ "msr_safe", "allow", .type = KEY_NUMBERS, SC(msr_allow),
	  RANGE(0, UINT32_MAX), .def = "0xC0010299 0xC001029A 0xC001029B",
	  .help = "registers on msr-safe's allow-list at the start; may be "
		  "empty" },

	{ "hsmp", "driver", .type = KEY_CHOICE, SC(driver_gen),
	  .words = "A|B|C|D|OOT", .def = "D",
	  .help = "generation of the driver's message table" },
	{ "hsmp", "binding", .type = KEY_CHOICE, SC(binding),
	  .words = "acpi|plat|none", .def = "acpi",
	  .help = "how the driver found the mailbox; none = no attributes in "
		  "sysfs" },
	{ "hsmp", "protocol", .type = KEY_U32, SC(protocol), RANGE(2, 9),
	  .def = "2",
	  .help = "protocol version: 2 Milan, 4 Trento, 5 Genoa, 6 MI300A, "
		  "7 Turin; 3, 8, 9 are not known to exist" },
	{ "hsmp", "smu_version", .type = KEY_U32, SC(smu_version),
	  RANGE(0, UINT32_MAX), .def = "0x2D5A00",
	  .help = "firmware version, 0x2D5A00 = 45.90.0" },
	{ "hsmp", "links", .type = KEY_LINKS, SC(links), .def = "",
	  .help = "links that exist, of P0 to P5 and G0 to G7" },
	{ "hsmp", "dimms", .type = KEY_NUMBERS, SC(dimms), RANGE(0, 255),
	  .def = "", .help = "addresses of DIMM sensors, e.g. 0x80 0x84 0x90" },
	{ "hsmp", "nbios", .type = KEY_U32, SC(nbios),
	  RANGE(1, SCENARIO_MAX_NBIOS), .def = "4",
	  .help = "NBIOs of a socket" },
	{ "hsmp", "ddr_channels", .type = KEY_U32, SC(ddr_channels),
	  RANGE(1, 256), .def = "8", .help = "DDR channels of a socket" },
	{ "hsmp", "capabilities", .type = KEY_BOOL, SC(capabilities),
	  .def = "yes",
	  .help = "message 37h is answered (family 1Ah models 50h to 5Fh)" },
	{ "hsmp", "metric_table", .type = KEY_CHOICE, SC(metric_table),
	  .words = "none|6|7V", .def = "none",
	  .help = "metric table: of protocol 6, or of family 1Ah models 50h "
		  "to 5Fh" },
	{ "hsmp", "mailbox_us", .type = KEY_U32, SC(mailbox_us),
	  RANGE(0, 90000),
	  .def = "300", .help = "time that a message takes" },

	{ "energy", "esu", .type = KEY_U32, SC(esu), RANGE(0, 31), .def = "16",
	  .help = "energy registers count in 2^-esu J" },
	{ "energy", "bits", .type = KEY_U32, SC(counter_bits), RANGE(32, 64),
	  .def = "32", .help = "width of the energy registers, 32 or 64" },
	{ "energy", "core_start", .type = KEY_U64, SC(core_start), .def = "0",
	  .help = "core registers at model time 0" },
	{ "energy", "pkg_start", .type = KEY_U64, SC(pkg_start), .def = "0",
	  .help = "package registers at model time 0, and those of memory" },

	{ "power", "core_idle_w", .type = KEY_DECIMAL, SC(core_idle_w),
	  RANGE(0.001, 1000), .help = "power of an idle core, W" },
	{ "power", "core_busy_w", .type = KEY_DECIMAL, SC(core_busy_w),
	  RANGE(0.001, 1000), .help = "power of a core that is always busy" },
	{ "power", "uncore_w", .type = KEY_DECIMAL, SC(uncore_w),
	  RANGE(0, SCENARIO_MAX_UNCORE_W),
	  .help = "power of the rest of a socket" },
	{ "power", "dram_idle_w", .type = KEY_DECIMAL, SC(dram_idle_w),
	  RANGE(0, 1000), .def = "0",
	  .help = "power of a socket's memory at load 0 (Intel only)" },
	{ "power", "dram_busy_w", .type = KEY_DECIMAL, SC(dram_busy_w),
	  RANGE(0, 1000), .def = "0",
	  .help = "the same at load 1 of all its cores" },
	{ "power", "limit_w", .type = KEY_DECIMAL, SC(limit_w), RANGE(1, 10000),
	  .help = "socket power limit; cores are held below it" },
	{ "power", "limit_max_w", .type = KEY_DECIMAL, SC(limit_max_w),
	  RANGE(1, 10000), .help = "its maximum" },

	{ "clock", "min_mhz", .type = KEY_U32, SC(min_mhz), RANGE(100, 10000),
	  .help = "core clock at load 0" },
	{ "clock", "max_mhz", .type = KEY_U32, SC(max_mhz), RANGE(100, 10000),
	  .help = "core clock at load 1" },
	{ "clock", "boost_limit_mhz", .type = KEY_U32, SC(boost_limit_mhz),
	  RANGE(100, 10000),
	  .help = "boost limit of every core, min_mhz to max_mhz" },
	{ "clock", "fclk_mhz", .type = KEY_U32, SC(fclk_mhz), RANGE(100, 10000),
	  .def = "1600", .help = "data fabric clock" },
	{ "clock", "mclk_mhz", .type = KEY_U32, SC(mclk_mhz), RANGE(100, 10000),
	  .def = "1600", .help = "memory clock" },

	{ "thermal", "ambient_c", .type = KEY_DECIMAL, SC(ambient_c),
	  RANGE(-40, 100),
	  .def = "28", .help = "socket temperature at 0 W, degrees Celsius" },
	{ "thermal", "c_per_w", .type = KEY_DECIMAL, SC(thermal_c_per_w),
	  RANGE(0, 10), .def = "0.25", .help = "its rise per watt" },
	{ "thermal", "prochot_c", .type = KEY_DECIMAL, SC(prochot_c),
	  RANGE(0, 200),
	  .def = "95", .help = "PROCHOT is asserted at and above it" },

	{ "cpufreq", "driver", .type = KEY_TEXT, SC(driver),
	  .def = "acpi-cpufreq",
	  .help = "scaling_driver" },
	{ "cpufreq", "governor", .type = KEY_TEXT, SC(governor),
	  .def = "performance", .help = "scaling_governor" },
	{ "cpufreq", "epp", .type = KEY_TEXT, SC(epp),
	  .def = "balance_performance",
	  .help = "energy_performance_preference (amd-pstate-epp)" },
	{ "cpufreq", "lowest_nonlinear_mhz", .type = KEY_U32,
	  SC(lowest_nonlinear_mhz), RANGE(100, 10000), .optional = true,
	  .help = "amd_pstate_lowest_nonlinear_freq; min_mhz if left out" },
	{ "cpufreq", "boost", .type = KEY_CHOICE, SC(boost),
	  .words = "off|on", .def = "on", .help = "boost is switched on" },
	{ "cpufreq", "prefcore", .type = KEY_BOOL, SC(prefcore), .def = "no",
	  .help = "preferred cores are ranked (amd-pstate)" },

	{ "load", "all", .type = KEY_LOAD, SC(load),
	  .help = "load of all cores that have none of their own" },
	{ "load", "core", .type = KEY_CORE_LOAD,
	  SC(core_loads), .optional = true,
	  .help = "'core A[-B]': load of these cores; the last that fits "
		  "counts" },

	{ "fault", "target", .type = KEY_TARGET, FAULT(target),
	  .optional = true,
	  .help = "hsmp[@SOCKET]:NAME|NUMBER|*, msr[@CPU]:NUMBER|* or "
		  "file:PATH with * and ?" },
	{ "fault", "errno", .type = KEY_ERRNO, FAULT(err),
	  .optional = true,
	  .help = "the call fails with it, e.g. EBUSY" },
	{ "fault", "status", .type = KEY_STATUS, FAULT(fw_status),
	  .optional = true,
	  RANGE(1, 255), .help = "status byte of the firmware (hsmp only)" },
	{ "fault", "dead", .type = KEY_BOOL, FAULT(dead),
	  .optional = true,
	  .help = "the mailbox never answers (hsmp only)" },
	{ "fault", "missing", .type = KEY_BOOL, FAULT(missing),
	  .optional = true,
	  .help = "the file does not exist (file only)" },
	{ "fault", "forbidden", .type = KEY_BOOL, FAULT(forbidden),
	  .optional = true,
	  .help = "open fails with EACCES (file only)" },
	{ "fault", "latency_ms", .type = KEY_LATENCY, FAULT(latency_ns),
	  RANGE(0, 60000), .optional = true,
	  .help = "extra time before the answer" },
	{ "fault", "every", .type = KEY_U32, FAULT(every), RANGE(0, UINT32_MAX),
	  .optional = true, .help = "only each n-th call; 0 or 1 = all" },
	{ "fault", "after", .type = KEY_U32, FAULT(after), RANGE(0, UINT32_MAX),
	  .optional = true, .help = "not before the n-th call" },
	{ "fault", "count", .type = KEY_U32, FAULT(count), RANGE(0, UINT32_MAX),
	  .optional = true, .help = "at most so often; 0 = no limit" },
	{ "fault", "active", .type = KEY_BOOL, FAULT(active),
	  .optional = true,
	  .help = "switched on from the start; yes if left out" },
};
/* clang-format on */

static_assert(ARRAY_SIZE(rows) == KEY_N_ROWS, "KEY_N_ROWS is out of date");

typedef int (*set_fn)(const struct key_row *row, const char *key,
		      const char *value, void *field,
		      struct scenario_error *err);

int scenario_fail(struct scenario_error *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(err->reason, sizeof(err->reason), fmt, ap);
	va_end(ap);
	/* Reasons quote what was given, and shall stay one line all the same. */
	for (char *p = err->reason; *p; p++) {
		if ((unsigned char)*p < 0x20)
			*p = '?';
	}
	return -EINVAL;
}

static int set_text(const struct key_row *row, const char *key,
		    const char *value, void *field, struct scenario_error *err)
{
	size_t len = strlen(value);

	if (len == 0)
		return scenario_fail(err, "%s: is empty", key);
	if (len >= row->size)
		return scenario_fail(err, "%s: longer than %zu characters", key,
				     row->size - 1);
	memcpy(field, value, len + 1);
	return 0;
}

static int set_u64(const struct key_row *row, const char *key,
		   const char *value, void *field, struct scenario_error *err)
{
	const char *p = value;

	UNUSED(row);
	if (!parse_number(&p, field) || !parse_end(p))
		return scenario_fail(err,
				     "%s: %.40s is not a whole number of 64 "
				     "bits, decimal or 0x...",
				     key, value);
	return 0;
}

/* A whole number inside the row's range. */
static int read_in_range(const struct key_row *row, const char *key,
			 const char *value, uint64_t *ret,
			 struct scenario_error *err)
{
	const char *p = value;
	uint64_t v;

	if (!parse_number(&p, &v) || !parse_end(p) || (double)v < row->min ||
	    (double)v > row->max)
		return scenario_fail(err,
				     "%s: %.40s is not a whole number in %.10g "
				     "to %.10g",
				     key, value, row->min, row->max);
	*ret = v;
	return 0;
}

static int set_u32(const struct key_row *row, const char *key,
		   const char *value, void *field, struct scenario_error *err)
{
	uint32_t *ret = field;
	uint64_t v;
	int r;

	r = read_in_range(row, key, value, &v, err);
	if (r < 0)
		return r;
	*ret = (uint32_t)v;
	return 0;
}

static int set_status(const struct key_row *row, const char *key,
		      const char *value, void *field,
		      struct scenario_error *err)
{
	uint8_t *ret = field;
	uint64_t v;
	int r;

	r = read_in_range(row, key, value, &v, err);
	if (r < 0)
		return r;
	*ret = (uint8_t)v;
	return 0;
}

static int set_decimal(const struct key_row *row, const char *key,
		       const char *value, void *field,
		       struct scenario_error *err)
{
	const char *p = value;
	double *ret = field;
	double v;

	if (!parse_decimal(&p, &v) || !parse_end(p) || v < row->min ||
	    v > row->max)
		return scenario_fail(err,
				     "%s: %.40s is not a number in %.10g to "
				     "%.10g",
				     key, value, row->min, row->max);
	*ret = v;
	return 0;
}

static int set_latency(const struct key_row *row, const char *key,
		       const char *value, void *field,
		       struct scenario_error *err)
{
	uint64_t *ret = field;
	double ms;
	int r;

	r = set_decimal(row, key, value, &ms, err);
	if (r < 0)
		return r;
	*ret = (uint64_t)llround(ms * 1e6);
	return 0;
}

static int set_bool(const struct key_row *row, const char *key,
		    const char *value, void *field, struct scenario_error *err)
{
	bool *ret = field;

	UNUSED(row);
	if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
		return scenario_fail(err, "%s: %.40s is neither yes nor no",
				     key, value);
	*ret = strcmp(value, "yes") == 0;
	return 0;
}

/* The row's words are "A|B|C". */
static int set_choice(const struct key_row *row, const char *key,
		      const char *value, void *field,
		      struct scenario_error *err)
{
	const char *word = row->words;
	size_t len = strlen(value);
	uint32_t number = 0;

	/* Two words at once are none. */
	while (strchr(value, '|') || strncmp(word, value, len) != 0 ||
	       (word[len] != '|' && word[len] != '\0')) {
		word += strcspn(word, "|");
		if (*word == '\0')
			return scenario_fail(err, "%s: %.40s is none of %s",
					     key, value, row->words);
		word++;
		number++;
	}
	/* A bool or an enum. */
	if (row->size == sizeof(bool))
		*(bool *)field = number != 0;
	else
		*(uint32_t *)field = number;
	return 0;
}

static int set_numbers(const struct key_row *row, const char *key,
		       const char *value, void *field,
		       struct scenario_error *err)
{
	struct number_list *list = field;
	const char *p = value;
	uint64_t v;

	for (list->n = 0; !parse_end(p); parse_blanks(&p)) {
		if (list->n == SCENARIO_MAX_NUMBERS || !parse_number(&p, &v) ||
		    (double)v < row->min || (double)v > row->max)
			return scenario_fail(
				err,
				"%s: '%.40s' is not up to %d whole numbers in "
				"%.10g to %.10g with blanks between",
				key, value, SCENARIO_MAX_NUMBERS, row->min,
				row->max);
		if (*p != '\0' && *p != ' ' && *p != '\t')
			return scenario_fail(err, "%s: '%.40s' after a number",
					     key, p);
		for (uint32_t i = 0; i < list->n; i++)
			if (list->v[i] == v)
				return scenario_fail(err,
						     "%s: 0x%X is there twice",
						     key, list->v[i]);
		list->v[list->n++] = (uint32_t)v;
	}
	return 0;
}

static const char *const link_names[] = {
	"P0", "P1", "P2", "P3", "P4", "P5", "G0",
	"G1", "G2", "G3", "G4", "G5", "G6", "G7",
};
static_assert(ARRAY_SIZE(link_names) == SCENARIO_N_LINKS, "a link has no name");

const char *scenario_link_name(uint32_t link)
{
	return link_names[link];
}

static int set_links(const struct key_row *row, const char *key,
		     const char *value, void *field, struct scenario_error *err)
{
	const char *p = value;
	uint32_t *links = field;
	struct slice word;

	UNUSED(row);
	for (*links = 0; parse_word(&p, &word); parse_blanks(&p)) {
		uint32_t i = 0;

		while (i < SCENARIO_N_LINKS &&
		       !slice_equal(word, link_names[i]))
			i++;
		if (i == SCENARIO_N_LINKS)
			return scenario_fail(
				err,
				"%s: %.40s is not a list of links P0 to P5, G0 "
				"to G7",
				key, value);
		*links |= UINT32_C(1) << i;
	}
	return 0;
}

static int set_cpulist(const struct key_row *row, const char *key,
		       const char *value, void *field,
		       struct scenario_error *err)
{
	UNUSED(row);
	if (cpulist_parse(value, field) < 0)
		return scenario_fail(err,
				     "%s: %.40s is not a list of CPUs such as "
				     "2,5-7",
				     key, value);
	return 0;
}

/* Their number is known only at the end of the text; unused ones are ~0. */
static int set_package_ids(const struct key_row *row, const char *key,
			   const char *value, void *field,
			   struct scenario_error *err)
{
	uint32_t *ids = field;
	const char *p = value;
	uint32_t n = 0;

	do {
		if (n == SCENARIO_MAX_SOCKETS || !parse_u32(&p, &ids[n]) ||
		    ids[n] > row->max)
			return scenario_fail(err,
					     "%s: %.40s is not up to %d "
					     "numbers in 0 to %.10g such as "
					     "0,3",
					     key, value, SCENARIO_MAX_SOCKETS,
					     row->max);
		n++;
	} while (parse_lit(&p, ","));
	if (!parse_end(p))
		return scenario_fail(err, "%s: '%.40s' after the last number",
				     key, p);
	while (n < SCENARIO_MAX_SOCKETS)
		ids[n++] = UINT32_MAX;
	return 0;
}

static int set_load(const struct key_row *row, const char *key,
		    const char *value, void *field, struct scenario_error *err)
{
	struct scenario_error inner;

	UNUSED(row);
	if (load_parse(value, field, &inner) < 0)
		return scenario_fail(err, "%s: %.140s", key, inner.reason);
	return 0;
}

/* The list's length is no field of its own row, hence the offset. */
static int set_core_load(const struct key_row *row, const char *key,
			 const char *value, void *field,
			 struct scenario_error *err)
{
	struct scenario *sc = (void *)((char *)field - row->offset);
	struct core_load *cl = &sc->core_loads[sc->n_core_loads];
	const char *p = key;

	if (sc->n_core_loads == SCENARIO_MAX_CORE_LOADS)
		return scenario_fail(err, "%s: more than %d loads of cores",
				     key, SCENARIO_MAX_CORE_LOADS);
	if (!parse_lit(&p, "core") || !parse_blanks(&p) ||
	    !parse_u32(&p, &cl->first))
		return scenario_fail(err, "%s: write core N or core N-M", key);
	cl->last = cl->first;
	if (parse_lit(&p, "-") && !parse_u32(&p, &cl->last))
		return scenario_fail(err, "%s: write core N or core N-M", key);
	if (!parse_end(p) || cl->last < cl->first)
		return scenario_fail(err, "%s: write core N or core N-M", key);
	sc->n_core_loads++;
	return set_load(row, key, value, &cl->load, err);
}

static int set_target(const struct key_row *row, const char *key,
		      const char *value, void *field,
		      struct scenario_error *err)
{
	UNUSED(key);
	return fault_target_parse(value, (void *)((char *)field - row->offset),
				  err);
}

static int set_errno(const struct key_row *row, const char *key,
		     const char *value, void *field, struct scenario_error *err)
{
	int *ret = field;

	UNUSED(row);
	if (fault_errno_parse(value) == 0)
		return scenario_fail(err,
				     "%s: %.40s is not an errno such as EBUSY",
				     key, value);
	*ret = fault_errno_parse(value);
	return 0;
}

/**
 * struct key_reader - How a type of value is read, and how that is said
 * @set:	Reads
 * @form:	In words; may have the range appended; NULL = the row's words
 * @ranged:	The row's range counts
 */
struct key_reader {
	set_fn set;
	const char *form;
	bool ranged;
};

static const struct key_reader readers[] = {
	[KEY_TEXT] = { set_text, "text", false },
	[KEY_U32] = { set_u32, "whole number in", true },
	[KEY_U64] = { set_u64, "whole number of 64 bits", false },
	[KEY_DECIMAL] = { set_decimal, "number in", true },
	[KEY_BOOL] = { set_bool, "yes or no", false },
	[KEY_CHOICE] = { set_choice, NULL, false },
	[KEY_NUMBERS] = { set_numbers, "numbers with blanks in", true },
	[KEY_LINKS] = { set_links, "links such as P1 G0", false },
	[KEY_CPULIST] = { set_cpulist, "CPUs such as 2,5-7", false },
	[KEY_PACKAGE_IDS] = { set_package_ids, "numbers in", true },
	[KEY_LOAD] = { set_load, "load", false },
	[KEY_CORE_LOAD] = { set_core_load, "load", false },
	[KEY_TARGET] = { set_target, "target", false },
	[KEY_ERRNO] = { set_errno, "name of an errno", false },
	[KEY_STATUS] = { set_status, "whole number in", true },
	[KEY_LATENCY] = { set_latency, "number in", true },
};
static_assert(ARRAY_SIZE(readers) == KEY_N_TYPES, "a type has no reader");

const struct key_row *key_row(size_t index)
{
	return index < KEY_N_ROWS ? &rows[index] : NULL;
}

/* "core 0-3" is written with the cores; its row's key is the first word. */
static bool key_fits(const struct key_row *row, const char *key)
{
	size_t len = strlen(row->key);

	if (row->type != KEY_CORE_LOAD)
		return strcmp(row->key, key) == 0;
	return strncmp(row->key, key, len) == 0 &&
	       (key[len] == ' ' || key[len] == '\t' || key[len] == '\0');
}

int key_find(const char *section, const char *key)
{
	for (int i = 0; i < KEY_N_ROWS; i++) {
		if (strcmp(rows[i].section, section) == 0 &&
		    (*key == '\0' || key_fits(&rows[i], key)))
			return i;
	}
	return -ENOENT;
}

int key_set(const struct key_row *row, const char *key, const char *value,
	    void *base, struct scenario_error *err)
{
	return readers[row->type].set(row, key, value,
				      (char *)base + row->offset, err);
}

bool scenario_key_get(size_t index, struct scenario_key *ret)
{
	const struct key_row *row = key_row(index);
	const struct key_reader *reader;

	if (!row)
		return false;
	reader = &readers[row->type];
	ret->section = row->section;
	ret->key = row->key;
	ret->def = row->def;
	ret->required = !row->def && !row->optional;
	ret->help = row->help;
	if (reader->ranged)
		(void)snprintf(ret->form, sizeof(ret->form),
			       "%s %.10g to %.10g", reader->form, row->min,
			       row->max);
	else
		(void)snprintf(ret->form, sizeof(ret->form), "%s",
			       reader->form ? reader->form : row->words);
	return true;
}
