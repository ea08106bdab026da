// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Texts of sysfs files, see the header
 *
 * Forms are the kernel's: a decimal number, a name or a cpulist, then a
 * newline. What the model does not know is a constant that the kernel prints
 * on these parts; what is not known at all has no file.
 */
#include "sim/values.h"

#include <assert.h>
#include <string.h>

#include "base/util.h"
#include "sim/layout.h"
#include "sim/sim.h"

SHOW(show_all_cpus)
{
	uint32_t n = scenario_n_cpus(machine_scenario(now->m));

	UNUSED(index);
	if (n == 1)
		text_add(out, "0\n");
	else
		text_add(out, "0-%u\n", n - 1);
}

SHOW(show_online_cpus)
{
	struct cpuset set;

	UNUSED(index);
	layout_online(machine_scenario(now->m), &set);
	text_add_cpulist(out, &set);
}

SHOW(show_offline_cpus)
{
	UNUSED(index);
	text_add_cpulist(out, &machine_scenario(now->m)->offline);
}

SHOW(show_isolated)
{
	UNUSED(index);
	text_add_cpulist(out, &machine_scenario(now->m)->isolated);
}

SHOW(show_nohz_full)
{
	UNUSED(index);
	text_add_cpulist(out, &machine_scenario(now->m)->nohz_full);
}

SHOW(show_smt_active)
{
	const struct scenario *sc = machine_scenario(now->m);
	bool active = false;

	UNUSED(index);
	for (uint32_t i = 0; i < scenario_n_cores(sc) && !active; i++) {
		struct cpuset threads;

		layout_sharing(sc, i, SHARE_CORE, &threads);
		active = cpuset_count(&threads) > 1;
	}
	text_add(out, "%d\n", active);
}

SHOW(show_smt_control)
{
	UNUSED(index);
	if (machine_scenario(now->m)->threads_per_core < 2)
		text_add(out, "notsupported\n");
	else
		text_add(out, now->sim->hot.smt_off ? "off\n" : "on\n");
}

SHOW(show_cpu_online)
{
	text_add(out, "%d\n",
		 !cpuset_has(&machine_scenario(now->m)->offline, index[0]));
}

SHOW(show_package_id)
{
	const struct scenario *sc = machine_scenario(now->m);

	text_add(out, "%u\n", sc->package_ids[layout_socket(sc, index[0])]);
}

SHOW(show_core_id)
{
	text_add(out, "%u\n", layout_core_id(now->m, index[0]));
}

SHOW(show_die_id)
{
	/* Where the kernel does not take CCDs for dies, a package is one. */
	if (machine_scenario(now->m)->die_is_ccd)
		text_add(out, "%u\n",
			 layout_share_id(now->m, index[0], SHARE_CCD));
	else
		show_package_id(now, index, out);
}

/* What the kernel says where it knows no cluster, as on these parts. */
SHOW_TEXT(show_cluster_id, "65535")

static void add_sharing(const struct moment *now, uint32_t cpu,
			enum share share, struct text *out)
{
	struct cpuset set;

	layout_sharing(machine_scenario(now->m), cpu, share, &set);
	text_add_cpulist(out, &set);
}

SHOW(show_core_cpus)
{
	add_sharing(now, index[0], SHARE_CORE, out);
}

SHOW(show_die_cpus)
{
	add_sharing(now, index[0],
		    machine_scenario(now->m)->die_is_ccd ? SHARE_CCD
							 : SHARE_SOCKET,
		    out);
}

SHOW(show_package_cpus)
{
	add_sharing(now, index[0], SHARE_SOCKET, out);
}

SHOW(show_all_nodes)
{
	const struct scenario *sc = machine_scenario(now->m);
	uint32_t n = sc->n_sockets * sc->nodes_per_socket;

	UNUSED(index);
	if (n == 1)
		text_add(out, "0\n");
	else
		text_add(out, "0-%u\n", n - 1);
}

SHOW(show_node_cpus)
{
	const struct scenario *sc = machine_scenario(now->m);
	struct cpuset set;

	memset(&set, 0, sizeof(set));
	for (uint32_t cpu = 0; cpu < scenario_n_cpus(sc); cpu++)
		if (layout_node(sc, cpu) == index[0] &&
		    !cpuset_has(&sc->offline, cpu))
			cpuset_add(&set, cpu);
	text_add_cpulist(out, &set);
}

/* Caches by their number; sizes in KiB by processor below. */
static const struct {
	const char *type;
	uint32_t level;
	enum share share;
} caches[] = {
	{ "Data", 1, SHARE_CORE },
	{ "Instruction", 1, SHARE_CORE },
	{ "Unified", 2, SHARE_CORE },
	{ "Unified", 3, SHARE_CCD },
};

/*
 * The last row whose family and model are not above the machine's counts:
 * Milan, Genoa, Turin. The L3 is that of a classic CCD.
 */
static const struct {
	uint32_t family;
	uint32_t model;
	uint32_t kb[ARRAY_SIZE(caches)];
} cache_sizes[] = {
	{ 0, 0, { 32, 32, 512, 32768 } },
	{ 0x19, 0x10, { 32, 32, 1024, 32768 } },
	{ 0x19, 0x30, { 32, 32, 512, 32768 } },
	{ 0x19, 0x90, { 32, 32, 1024, 32768 } },
	{ 0x1A, 0x00, { 48, 32, 1024, 32768 } },
};

uint32_t cache_kb(const struct scenario *sc, uint32_t cache)
{
	uint32_t kb = 0;

	for (size_t i = 0; i < ARRAY_SIZE(cache_sizes); i++)
		if (sc->family > cache_sizes[i].family ||
		    (sc->family == cache_sizes[i].family &&
		     sc->model >= cache_sizes[i].model))
			kb = cache_sizes[i].kb[cache];
	return kb;
}

SHOW(show_cache_level)
{
	UNUSED(now);
	text_add(out, "%u\n", caches[index[1]].level);
}

SHOW(show_cache_type)
{
	UNUSED(now);
	text_add(out, "%s\n", caches[index[1]].type);
}

SHOW(show_cache_id)
{
	text_add(out, "%u\n",
		 layout_share_id(now->m, index[0], caches[index[1]].share));
}

SHOW(show_cache_cpus)
{
	add_sharing(now, index[0], caches[index[1]].share, out);
}

SHOW(show_cache_size)
{
	text_add(out, "%uK\n", cache_kb(machine_scenario(now->m), index[1]));
}

/* acpi_idle on these parts. */
static const struct {
	const char *name;
	const char *desc;
} idle_states[] = {
	[IDLE_POLL] = { "POLL", "CPUIDLE CORE POLL IDLE" },
	[IDLE_C1] = { "C1", "ACPI FFH MWAIT 0x0" },
	[IDLE_C2] = { "C2", "ACPI IOPORT 0x814" },
};

static_assert(ARRAY_SIZE(idle_states) == IDLE_N_STATES, "an idle state lacks");

/*
 * What the firmware says of latencies; residencies are twice as much. C2 is
 * what differs: Rome, then Milan and Genoa, then Turin. The first row is also
 * for what has no other.
 */
static const struct {
	uint32_t family;
	uint32_t us[IDLE_N_STATES];
} idle_latencies[] = {
	{ 0x19, { [IDLE_C1] = 1, [IDLE_C2] = 800 } },
	{ 0x17, { [IDLE_C1] = 1, [IDLE_C2] = 400 } },
	{ 0x1A, { [IDLE_C1] = 1, [IDLE_C2] = 100 } },
};

static uint32_t idle_latency(const struct moment *now, uint32_t state)
{
	size_t row = 0;

	for (size_t i = 0; i < ARRAY_SIZE(idle_latencies); i++)
		if (idle_latencies[i].family ==
		    machine_scenario(now->m)->family)
			row = i;
	return idle_latencies[row].us[state];
}

SHOW(show_idle_name)
{
	UNUSED(now);
	text_add(out, "%s\n", idle_states[index[1]].name);
}

SHOW(show_idle_desc)
{
	UNUSED(now);
	text_add(out, "%s\n", idle_states[index[1]].desc);
}

SHOW(show_idle_latency)
{
	text_add(out, "%u\n", idle_latency(now, index[1]));
}

SHOW(show_idle_residency)
{
	text_add(out, "%u\n", 2 * idle_latency(now, index[1]));
}

SHOW(show_idle_time)
{
	text_add(out, "%llu\n",
		 (unsigned long long)hotplug_idle_us(
			 &now->sim->hot, now->m, index[0],
			 (enum idle_state)index[1], now->t_ns));
}

SHOW(show_idle_usage)
{
	text_add(out, "%llu\n",
		 (unsigned long long)hotplug_idle_usage(
			 &now->sim->hot, now->m, index[0],
			 (enum idle_state)index[1], now->t_ns));
}

/* Governor's mistakes, which this machine's never makes, and switches. */
SHOW_TEXT(show_zero, "0")
SHOW_TEXT(show_idle_driver, "acpi_idle")
SHOW_TEXT(show_idle_governor, "menu")

SHOW_TEXT(show_hwmon_name, "k10temp")
SHOW_TEXT(show_hwmon_label, "Tctl")

SHOW(show_hwmon_temp)
{
	text_add(out, "%d\n", machine_temp_mc(now->m, index[0], now->t_ns));
}

/* What the drivers of that time say of themselves; A and B are guesses. */
static const char *const hsmp_versions[] = {
	[HSMP_GEN_A] = "1.0", [HSMP_GEN_B] = "2.0",   [HSMP_GEN_C] = "2.3",
	[HSMP_GEN_D] = "2.5", [HSMP_GEN_OOT] = "3.0",
};

static_assert(ARRAY_SIZE(hsmp_versions) == HSMP_N_GENS, "a version lacks");

SHOW(show_hsmp_version)
{
	UNUSED(index);
	text_add(out, "%s\n",
		 hsmp_versions[machine_scenario(now->m)->driver_gen]);
}

SHOW_TEXT(show_hsmp_hwmon_name, "amd_hsmp_hwmon")
SHOW_TEXT(show_hsmp_modalias, "acpi:AMDI0097:")
