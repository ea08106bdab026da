/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: cpufreq and cpuidle of one machine
 *
 * Values by the name of the attribute and of the idle state, whatever the
 * driver: cpuN/cpufreq/scaling_cur_freq, cpuN/cpuidle/stateK/{name,time}.
 * Which attributes exist depends on the driver (acpi-cpufreq has no
 * amd_pstate_max_freq, only amd-pstate-epp has an energy preference); what is
 * missing is -ENOENT and never a number. State names are read once per CPU, at
 * the first use, and compared without regard to case (POLL, C1, C2).
 *
 * Files whose values move stay open (hw/files.h); those that follow the
 * configuration are opened, read and closed, since they are asked for rarely.
 *
 * Threads: a handle belongs to one thread.
 */
#ifndef HW_CPUFREQ_H
#define HW_CPUFREQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/files.h"
#include "hw/topology.h"

/**
 * enum cpufreq_attr - Files of cpuN/cpufreq
 * @CPUFREQ_CUR_FREQ:		scaling_cur_freq
 * @CPUFREQ_GOVERNOR:		scaling_governor
 * @CPUFREQ_DRIVER:		scaling_driver
 * @CPUFREQ_AVAILABLE_GOVERNORS: scaling_available_governors
 * @CPUFREQ_MIN_FREQ:		scaling_min_freq
 * @CPUFREQ_MAX_FREQ:		scaling_max_freq
 * @CPUFREQ_HW_MIN_FREQ:	cpuinfo_min_freq
 * @CPUFREQ_HW_MAX_FREQ:	cpuinfo_max_freq
 * @CPUFREQ_HW_CUR_FREQ:	cpuinfo_cur_freq, root only
 * @CPUFREQ_AVAILABLE_FREQS:	scaling_available_frequencies (acpi-cpufreq)
 * @CPUFREQ_BIOS_LIMIT:		bios_limit (acpi-cpufreq)
 * @CPUFREQ_AMD_MAX_FREQ:	amd_pstate_max_freq
 * @CPUFREQ_AMD_LOWEST_NONLINEAR_FREQ: amd_pstate_lowest_nonlinear_freq
 * @CPUFREQ_AMD_HIGHEST_PERF:	amd_pstate_highest_perf
 * @CPUFREQ_AMD_PREFCORE_RANKING: amd_pstate_prefcore_ranking
 * @CPUFREQ_AMD_HW_PREFCORE:	amd_pstate_hw_prefcore
 * @CPUFREQ_EPP:		energy_performance_preference; reading it may
 *				give -EINVAL on older kernels
 * @CPUFREQ_AVAILABLE_EPPS:	energy_performance_available_preferences
 * @CPUFREQ_N_ATTRS:		How many there are
 */
enum cpufreq_attr {
	CPUFREQ_CUR_FREQ,
	CPUFREQ_GOVERNOR,
	CPUFREQ_DRIVER,
	CPUFREQ_AVAILABLE_GOVERNORS,
	CPUFREQ_MIN_FREQ,
	CPUFREQ_MAX_FREQ,
	CPUFREQ_HW_MIN_FREQ,
	CPUFREQ_HW_MAX_FREQ,
	CPUFREQ_HW_CUR_FREQ,
	CPUFREQ_AVAILABLE_FREQS,
	CPUFREQ_BIOS_LIMIT,
	CPUFREQ_AMD_MAX_FREQ,
	CPUFREQ_AMD_LOWEST_NONLINEAR_FREQ,
	CPUFREQ_AMD_HIGHEST_PERF,
	CPUFREQ_AMD_PREFCORE_RANKING,
	CPUFREQ_AMD_HW_PREFCORE,
	CPUFREQ_EPP,
	CPUFREQ_AVAILABLE_EPPS,
	CPUFREQ_N_ATTRS,
};

/**
 * enum cpufreq_global - Files of sys/devices/system/cpu for all CPUs
 * @CPUFREQ_BOOST:		cpufreq/boost: 0 or 1
 * @CPUFREQ_AMD_STATUS:		amd_pstate/status: disable, passive, active or
 *				guided; may exist though another driver works
 * @CPUFREQ_AMD_PREFCORE:	amd_pstate/prefcore: enabled or disabled
 * @CPUIDLE_DRIVER:		cpuidle/current_driver
 * @CPUIDLE_GOVERNOR:		cpuidle/current_governor
 * @CPUFREQ_N_GLOBALS:		How many there are
 */
enum cpufreq_global {
	CPUFREQ_BOOST,
	CPUFREQ_AMD_STATUS,
	CPUFREQ_AMD_PREFCORE,
	CPUIDLE_DRIVER,
	CPUIDLE_GOVERNOR,
	CPUFREQ_N_GLOBALS,
};

/**
 * enum cpuidle_attr - Files of cpuN/cpuidle/stateK that hold numbers
 * @CPUIDLE_TIME:	time: the kernel's requested-state time since boot;
 *			only finished visits count
 * @CPUIDLE_USAGE:	usage: how often it was entered
 * @CPUIDLE_ABOVE:	above: left too early
 * @CPUIDLE_BELOW:	below: left so late that a deeper one had been better
 * @CPUIDLE_REJECTED:	rejected: could not be entered (newer kernels)
 * @CPUIDLE_LATENCY:	latency: exit latency
 * @CPUIDLE_RESIDENCY:	residency: target residency
 * @CPUIDLE_DISABLED:	disable: 0 or 1
 * @CPUIDLE_N_ATTRS:	How many there are
 */
enum cpuidle_attr {
	CPUIDLE_TIME,
	CPUIDLE_USAGE,
	CPUIDLE_ABOVE,
	CPUIDLE_BELOW,
	CPUIDLE_REJECTED,
	CPUIDLE_LATENCY,
	CPUIDLE_RESIDENCY,
	CPUIDLE_DISABLED,
	CPUIDLE_N_ATTRS,
};

/**
 * struct cpufreq_desc - One attribute
 * @file:	Name of the file, below its folder
 * @is_text:	It holds words, else one decimal number
 * @stays_open:	It is asked for again and again: it stays open
 * @unit:	Unit of a number: "kHz", "us", "count", "" for a plain one; NULL
 *		for words
 */
struct cpufreq_desc {
	const char *file;
	bool is_text;
	bool stays_open;
	const char *unit;
};

/* By enum cpufreq_attr, enum cpufreq_global and enum cpuidle_attr. */
extern const struct cpufreq_desc cpufreq_attrs[CPUFREQ_N_ATTRS];
extern const struct cpufreq_desc cpufreq_globals[CPUFREQ_N_GLOBALS];
extern const struct cpufreq_desc cpuidle_attrs[CPUIDLE_N_ATTRS];

struct cpufreq;

/**
 * cpufreq_new() - Prepare; opens nothing yet
 * @files:	Cache, must outlive the handle
 * @hw:		Context, must outlive the handle
 * @topo:	Topology, must outlive the handle
 * @ret:	The handle; cpufreq_free() it
 *
 * Return: 0 or -ENOMEM
 */
int cpufreq_new(struct hw_files *files, struct hw *hw,
		const struct topology *topo, struct cpufreq **ret);

/**
 * cpufreq_free() - Close everything
 * @cf:		Handle or NULL
 */
void cpufreq_free(struct cpufreq *cf);

/**
 * cpufreq_get_u64() - A number of a CPU
 * @cf:		Handle
 * @cpu:	Logical CPU
 * @attr:	Attribute that is a number
 * @ret:	Its value in the unit of cpufreq_attrs
 *
 * Return: 0; -ENOENT without that attribute, for instance with another driver;
 * -ENXIO for a CPU that is not present; -EINVAL if it holds no number
 * ("<unknown>") or @attr is words; else negative errno
 */
int cpufreq_get_u64(struct cpufreq *cf, uint32_t cpu, enum cpufreq_attr attr,
		    uint64_t *ret);

/**
 * cpufreq_get_text() - Words of a CPU
 * @cf:		Handle
 * @cpu:	Logical CPU
 * @attr:	Any attribute
 * @buf:	Its text, NUL-terminated, without trailing blanks
 * @size:	Size of @buf
 *
 * Return: length, or negative errno as cpufreq_get_u64(); -EMSGSIZE if it does
 * not fit
 */
int cpufreq_get_text(struct cpufreq *cf, uint32_t cpu, enum cpufreq_attr attr,
		     char *buf, size_t size);

/**
 * cpufreq_global_u64() - A number of all CPUs
 * @cf:		Handle
 * @attr:	Attribute that is a number
 * @ret:	Its value
 *
 * Return: 0, or negative errno as cpufreq_get_u64()
 */
int cpufreq_global_u64(struct cpufreq *cf, enum cpufreq_global attr,
		       uint64_t *ret);

/**
 * cpufreq_global_text() - Words of all CPUs
 * @cf:		Handle
 * @attr:	Any attribute
 * @buf:	Its text, NUL-terminated, without trailing blanks
 * @size:	Size of @buf
 *
 * Return: length, or negative errno as cpufreq_get_text()
 */
int cpufreq_global_text(struct cpufreq *cf, enum cpufreq_global attr, char *buf,
			size_t size);

/**
 * cpufreq_cur_khz() - scaling_cur_freq
 * @cf:		Handle
 * @cpu:	Logical CPU
 * @ret_khz:	Frequency in kHz
 *
 * Return: as cpufreq_get_u64()
 */
int cpufreq_cur_khz(struct cpufreq *cf, uint32_t cpu, uint64_t *ret_khz);

/**
 * cpufreq_governor() - scaling_governor
 * @cf:		Handle
 * @cpu:	Logical CPU
 * @buf:	Name, NUL-terminated
 * @size:	Its size
 *
 * Return: as cpufreq_get_text()
 */
int cpufreq_governor(struct cpufreq *cf, uint32_t cpu, char *buf, size_t size);

/**
 * cpuidle_state_name() - Name of one idle state, in the kernel's order
 * @cf:		Handle
 * @cpu:	Logical CPU
 * @state:	Number of the state, from 0
 * @ret_name:	Its name, owned by @cf and valid as long as it is
 *
 * Return: 0, -ENOENT behind the last state, else negative errno
 */
int cpuidle_state_name(struct cpufreq *cf, uint32_t cpu, unsigned int state,
		       const char **ret_name);

/**
 * cpuidle_state_desc() - What the driver says about one idle state
 * @cf:		Handle
 * @cpu:	Logical CPU
 * @state:	Name of the state, case ignored
 * @buf:	Its desc, NUL-terminated
 * @size:	Size of @buf
 *
 * Return: length, -ENOENT without that state, else negative errno
 */
int cpuidle_state_desc(struct cpufreq *cf, uint32_t cpu, const char *state,
		       char *buf, size_t size);

/**
 * cpuidle_get() - A number of one idle state
 * @cf:		Handle
 * @cpu:	Logical CPU
 * @state:	Name of the state, e.g. "C2", case ignored
 * @attr:	Attribute
 * @ret:	Its value in the unit of cpuidle_attrs
 *
 * Return: 0, -ENOENT without that state or attribute, -ENXIO for a CPU that is
 * not present, else negative errno
 */
int cpuidle_get(struct cpufreq *cf, uint32_t cpu, const char *state,
		enum cpuidle_attr attr, uint64_t *ret);

/**
 * cpuidle_time_us() - Cumulative time that a CPU spent in one idle state
 * @cf:		Handle
 * @cpu:	Logical CPU
 * @state:	Name of the state, e.g. "C2", case ignored
 * @ret_us:	Microseconds since boot
 *
 * Return: as cpuidle_get() of CPUIDLE_TIME
 */
int cpuidle_time_us(struct cpufreq *cf, uint32_t cpu, const char *state,
		    uint64_t *ret_us);

/**
 * cpuidle_idle_us() - Cumulative time in all idle states of a CPU
 * @cf:		Handle
 * @cpu:	Logical CPU
 * @ret_us:	Microseconds since boot
 *
 * Return: 0, -ENOENT without cpuidle, else negative errno
 */
int cpuidle_idle_us(struct cpufreq *cf, uint32_t cpu, uint64_t *ret_us);

#endif
