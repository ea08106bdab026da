/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Scenarios: a machine described in a text file
 *
 * An ini file: [section] lines, "key = value" lines, # comments. Unknown
 * sections and keys, values out of range and repeated keys are errors that
 * name the line and the reason; a scenario is never half understood. The keys
 * are one table (scenario.c), from which epycsim prints their description.
 *
 * Pure: text in, structure out. No I/O, no clock, no allocation.
 */
#ifndef SIM_MODEL_SCENARIO_H
#define SIM_MODEL_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpuset.h"
#include "hw/hsmp_msgs.h"

#define SCENARIO_MAX_SOCKETS 8
#define SCENARIO_MAX_CPUS 1024
#define SCENARIO_MAX_STEPS 32
#define SCENARIO_MAX_CORE_LOADS 64
#define SCENARIO_MAX_FAULTS 32
#define SCENARIO_MAX_UNCORE_W 10000
#define SCENARIO_MAX_NUMBERS 64
#define SCENARIO_MAX_NBIOS 16

/**
 * enum load_kind - Shape of a load over time
 * @LOAD_CONSTANT:	@level always
 * @LOAD_STEPS:		Levels from given times on, 0 before the first
 * @LOAD_SINE:		level + amplitude x sin(2 pi t / period)
 * @LOAD_HOST:		The machine that runs the simulator: real CPU n drives
 *			the simulated core n modulo the number of cores. The
 *			model knows no host: to it this is a constant @level, 0
 *			at first, which the simulator renews with
 *			machine_set_load()
 */
enum load_kind {
	LOAD_CONSTANT,
	LOAD_STEPS,
	LOAD_SINE,
	LOAD_HOST,
};

/**
 * struct load_step - One step of LOAD_STEPS
 * @at_ns:	Model time at which it begins
 * @level:	Load, 0 to 1
 */
struct load_step {
	uint64_t at_ns;
	double level;
};

/**
 * struct load - Share of time in which a core is busy, as a function of time
 * @kind:	Shape
 * @level:	Constant level, or mean of the sine, 0 to 1
 * @amplitude:	Of the sine; level +- amplitude stays inside 0 to 1
 * @period_ns:	Of the sine
 * @steps:	Of LOAD_STEPS, ascending in time
 * @n_steps:	Their number
 * @repeat_ns:	If not 0, the steps begin anew after so long
 */
struct load {
	enum load_kind kind;
	double level;
	double amplitude;
	uint64_t period_ns;
	struct load_step steps[SCENARIO_MAX_STEPS];
	uint32_t n_steps;
	uint64_t repeat_ns;
};

/**
 * struct core_load - A load for some cores only
 * @first:	First core (index over all sockets)
 * @last:	Last core
 * @load:	Their load
 */
struct core_load {
	uint32_t first;
	uint32_t last;
	struct load load;
};

/**
 * enum fault_target - What a fault applies to
 * @FAULT_HSMP:		A message: "hsmp:GET_SOCKET_POWER", "hsmp:0x04",
 *			"hsmp:*"; on one socket with "hsmp@1:..."
 * @FAULT_MSR:		A register: "msr:0xC001029A", "msr:*"; applies to msr
 *			and msr_safe; on one CPU with "msr@5:..."
 * @FAULT_FILE:		A path below the mount point, with * and ? as in
 *			fnmatch(3): "file:/sys/devices/system/cpu/cpu3/..."
 */
enum fault_target {
	FAULT_HSMP,
	FAULT_MSR,
	FAULT_FILE,
};

/**
 * struct fault - Something that goes wrong
 * @name:	Name, for live control
 * @target:	Kind of target
 * @id:		Message or register; UINT32_MAX for all
 * @where:	Socket index or CPU; UINT32_MAX for all
 * @path:	Pattern of FAULT_FILE
 * @err:	errno to return, 0 for none (a fault of latency only)
 * @fw_status:	Status byte of the firmware instead of @err (hsmp only),
 *		0 for none
 * @dead:	The mailbox never answers: the driver's 100 ms, then ETIMEDOUT
 * @missing:	The node does not exist (ENOENT, not listed)
 * @forbidden:	open fails with EACCES
 * @latency_ns:	Extra time before the answer
 * @every:	Only each n-th call, 0 or 1 for all
 * @after:	Not before the n-th call
 * @count:	At most so often, 0 for no limit
 * @active:	Switched on at start
 */
struct fault {
	char name[32];
	enum fault_target target;
	uint32_t id;
	uint32_t where;
	char path[128];
	int err;
	uint8_t fw_status;
	bool dead;
	bool missing;
	bool forbidden;
	uint64_t latency_ns;
	uint32_t every;
	uint32_t after;
	uint32_t count;
	bool active;
};

/**
 * enum scenario_binding - How the kernel found the mailbox
 * @SCENARIO_BINDING_ACPI: hsmp_acpi: devices AMDI0097:0X
 * @SCENARIO_BINDING_PLAT: amd_hsmp: one platform device with socketN below
 * @SCENARIO_BINDING_NONE: No sysfs attributes at all
 */
enum scenario_binding {
	SCENARIO_BINDING_ACPI,
	SCENARIO_BINDING_PLAT,
	SCENARIO_BINDING_NONE,
};

/**
 * enum scenario_table - The metric table that the firmware keeps
 * @SCENARIO_TABLE_NONE: None; messages 23h to 25h are unknown
 * @SCENARIO_TABLE_6:	That of protocol 6, 1404 bytes
 * @SCENARIO_TABLE_7V:	That of family 1Ah models 50h to 5Fh, 13852 bytes
 */
enum scenario_table {
	SCENARIO_TABLE_NONE,
	SCENARIO_TABLE_6,
	SCENARIO_TABLE_7V,
};

/**
 * enum scenario_powercap - Zones below /sys/class/powercap
 * @SCENARIO_POWERCAP_NONE: No powercap
 * @SCENARIO_POWERCAP_PACKAGE: One zone a package
 * @SCENARIO_POWERCAP_DIE: One "package" a CCD, as kernels 6.9 to 6.11 have on
 *			Zen 4 and later
 */
enum scenario_powercap {
	SCENARIO_POWERCAP_NONE,
	SCENARIO_POWERCAP_PACKAGE,
	SCENARIO_POWERCAP_DIE,
};

/* Links of a socket, as bits of a mask: P0 to P5, then G0 to G7. */
#define SCENARIO_LINK_P(n) (UINT32_C(1) << (n))
#define SCENARIO_LINK_G(n) (UINT32_C(1) << (6 + (n)))
#define SCENARIO_N_LINKS 14

/**
 * struct number_list - Numbers in the order in which they were given
 * @n:		Their number
 * @v:		They, each once
 */
struct number_list {
	uint32_t n;
	uint32_t v[SCENARIO_MAX_NUMBERS];
};

/**
 * struct scenario - The whole description
 *
 * @name:		Name of the scenario
 * @vendor:		vendor_id, AuthenticAMD or GenuineIntel
 * @model_name:		"model name" of /proc/cpuinfo
 * @family:		CPU family, e.g. 25 for 19h
 * @model:		CPU model
 * @stepping:		Stepping
 * @n_sockets:		Sockets
 * @package_ids:	Their physical_package_id, ascending, may be sparse
 * @cores_per_socket:	Physical cores of a socket
 * @threads_per_core:	1 or 2; the sibling of CPU n is n + number of cores
 * @cores_per_ccd:	Cores of a CCD
 * @die_is_ccd:		The kernel reports CCDs as dies
 * @nodes_per_socket:	NUMA nodes of a socket (NPS)
 * @offline:		CPUs that are offline
 * @isolated:		/sys/devices/system/cpu/isolated
 * @nohz_full:		/sys/devices/system/cpu/nohz_full
 * @has_hsmp:		/dev/hsmp exists
 * @has_msr:		/dev/cpu/N/msr exists
 * @has_msr_safe:	/dev/cpu/N/msr_safe exists
 * @has_msr_batch:	/dev/cpu/msr_batch exists
 * @powercap:		Which powercap zones exist
 * @has_k10temp:	hwmon k10temp exists
 * @msr_allow:		msr-safe's allow-list at the start; may be empty
 * @driver_gen:		Generation of the HSMP driver's message table
 * @binding:		How the HSMP driver was bound
 * @protocol:		HSMP protocol version
 * @smu_version:	As GET_SMU_VER answers, e.g. 0x2D5A00
 * @links:		Links that exist, SCENARIO_LINK_P() and _G()
 * @dimms:		DIMM addresses that the firmware knows, below 0x100
 * @nbios:		NBIOs of a socket
 * @ddr_channels:	DDR channels of a socket
 * @capabilities:	Message 37h is answered, on parts that have it
 * @metric_table:	Metric table
 * @esu:		Energy unit 2^-ESU J
 * @counter_bits:	32 or 64
 * @core_start:		Raw value of core energy registers at model time 0
 * @pkg_start:		Raw value of package energy registers at time 0
 * @core_idle_w:	Power of an idle core
 * @core_busy_w:	Power of a core that is always busy
 * @uncore_w:		Power of the rest of the package, constant
 * @dram_idle_w:	Power of a socket's memory at load 0 (Intel only)
 * @dram_busy_w:	The same at load 1 of all its cores
 * @limit_w:		Socket power limit
 * @limit_max_w:	Its maximum
 * @min_mhz:		Core clock at load 0
 * @max_mhz:		Core clock at load 1 (boost)
 * @fclk_mhz:		Data fabric clock
 * @mclk_mhz:		Memory clock
 * @boost_limit_mhz:	Boost limit of every core
 * @ambient_c:		Temperature at 0 W
 * @thermal_c_per_w:	Rise of the socket temperature per watt
 * @prochot_c:		PROCHOT is asserted at and above it
 * @driver:		scaling_driver
 * @governor:		scaling_governor
 * @epp:		energy_performance_preference (amd-pstate-epp)
 * @lowest_nonlinear_mhz: amd_pstate_lowest_nonlinear_freq
 * @boost:		Boost is switched on
 * @prefcore:		Preferred cores are ranked
 * @mailbox_us:		Time the mailbox takes for a message
 * @load:		Load of all cores that have none of their own
 * @core_loads:		Loads of single cores; the last one that fits counts
 * @n_core_loads:	Their number
 * @faults:		Faults
 * @n_faults:		Their number
 *
 * Units are in the names. Powers and clocks are per the parts' data sheets
 * where public, otherwise plausible; the point is that the truth is known.
 */
struct scenario {
	char name[32];
	char vendor[16];
	char model_name[64];
	uint32_t family;
	uint32_t model;
	uint32_t stepping;
	uint32_t n_sockets;
	uint32_t package_ids[SCENARIO_MAX_SOCKETS];
	uint32_t cores_per_socket;
	uint32_t threads_per_core;
	uint32_t cores_per_ccd;
	bool die_is_ccd;
	uint32_t nodes_per_socket;
	struct cpuset offline;
	struct cpuset isolated;
	struct cpuset nohz_full;
	bool has_hsmp;
	bool has_msr;
	bool has_msr_safe;
	bool has_msr_batch;
	enum scenario_powercap powercap;
	bool has_k10temp;
	struct number_list msr_allow;
	enum hsmp_gen driver_gen;
	enum scenario_binding binding;
	uint32_t protocol;
	uint32_t smu_version;
	uint32_t links;
	struct number_list dimms;
	uint32_t nbios;
	uint32_t ddr_channels;
	bool capabilities;
	enum scenario_table metric_table;
	uint32_t esu;
	uint32_t counter_bits;
	uint64_t core_start;
	uint64_t pkg_start;
	double core_idle_w;
	double core_busy_w;
	double uncore_w;
	double dram_idle_w;
	double dram_busy_w;
	double limit_w;
	double limit_max_w;
	uint32_t min_mhz;
	uint32_t max_mhz;
	uint32_t fclk_mhz;
	uint32_t mclk_mhz;
	uint32_t boost_limit_mhz;
	double ambient_c;
	double thermal_c_per_w;
	double prochot_c;
	char driver[32];
	char governor[32];
	char epp[32];
	uint32_t lowest_nonlinear_mhz;
	bool boost;
	bool prefcore;
	uint32_t mailbox_us;
	struct load load;
	struct core_load core_loads[SCENARIO_MAX_CORE_LOADS];
	uint32_t n_core_loads;
	struct fault faults[SCENARIO_MAX_FAULTS];
	uint32_t n_faults;
};

/**
 * struct scenario_error - What is wrong with a text
 * @line:	Line from 1, 0 if the whole text is meant
 * @reason:	One clause without a full stop, e.g. "cores_per_socket: 0 is
 *		not in 1 to 256"
 */
struct scenario_error {
	unsigned int line;
	char reason[160];
};

/**
 * scenario_parse() - Read a scenario
 * @text:	Text, need not be NUL-terminated
 * @len:	Its length
 * @ret:	Scenario, untouched on failure
 * @err:	What is wrong, set on failure only
 *
 * Return: 0 or -EINVAL
 */
int scenario_parse(const char *text, size_t len, struct scenario *ret,
		   struct scenario_error *err);

/**
 * fault_parse() - Read one fault from the words of a control command
 * @text:	"NAME TARGET KEY=VALUE ...", e.g.
 *		"slow hsmp:GET_SOCKET_POWER latency_ms=50 every=3"
 * @ret:	Fault, untouched on failure
 * @err:	What is wrong, set on failure only; its line is 0
 *
 * Return: 0 or -EINVAL
 */
int fault_parse(const char *text, struct fault *ret,
		struct scenario_error *err);

/**
 * duration_parse() - Read a time such as "1.5s", "20ms", "300us", "7ns", "2min"
 * @p:		Cursor, moved behind it on success only
 * @ret_ns:	Nanoseconds, up to 10^15; to the nearest one
 *
 * Return: true on success
 */
bool duration_parse(const char **p, uint64_t *ret_ns);

/**
 * load_parse() - Read a load from its text
 * @text:	"constant 0.5", "sine 0.5 0.3 10s", "steps 0s:0.1 5s:0.9
 *		repeat 10s", or "host"
 * @ret:	Load, untouched on failure
 * @err:	What is wrong, set on failure only; its line is 0
 *
 * Return: 0 or -EINVAL
 */
int load_parse(const char *text, struct load *ret, struct scenario_error *err);

/**
 * struct scenario_key - One key as the user sees it
 * @section:	Section
 * @key:	Key
 * @form:	What its value is, with the range
 * @def:	Text of the default, NULL if there is none
 * @required:	Must be there
 * @help:	One line
 */
struct scenario_key {
	const char *section;
	const char *key;
	char form[64];
	const char *def;
	bool required;
	const char *help;
};

/**
 * scenario_key_get() - Walk through all keys, in the order of their sections
 * @index:	From 0
 * @ret:	The key; its strings are static
 *
 * Return: true, false behind the last one
 */
bool scenario_key_get(size_t index, struct scenario_key *ret);

/**
 * scenario_link_name() - Name of a link
 * @link:	Number of its bit, 0 to SCENARIO_N_LINKS - 1
 *
 * Return: "P0" to "P5", "G0" to "G7"
 */
const char *scenario_link_name(uint32_t link);

/**
 * scenario_is_intel() - Whether the machine is Intel's
 * @sc:		Scenario
 *
 * Return: true for vendor GenuineIntel
 */
bool scenario_is_intel(const struct scenario *sc);

/**
 * scenario_n_cores() - Physical cores of the whole machine
 * @sc:		Scenario
 *
 * Return: count
 */
static inline uint32_t scenario_n_cores(const struct scenario *sc)
{
	return sc->n_sockets * sc->cores_per_socket;
}

/**
 * scenario_n_cpus() - Logical CPUs of the whole machine, offline ones too
 * @sc:		Scenario
 *
 * Return: count
 */
static inline uint32_t scenario_n_cpus(const struct scenario *sc)
{
	return scenario_n_cores(sc) * sc->threads_per_core;
}

#endif
