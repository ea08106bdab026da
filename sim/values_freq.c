// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Texts of cpufreq, see values.h
 *
 * acpi-cpufreq, amd-pstate and amd-pstate-epp. All frequencies are kHz.
 */
#include <string.h>

#include "base/util.h"
#include "sim/layout.h"
#include "sim/sim.h"
#include "sim/values.h"

/* Of the abstract scale: what firmware says of the best core, and per rank. */
#define HIGHEST_PERF 255U
#define PREFCORE_BEST 236U
#define PREFCORE_STEP 5
#define PREFCORE_RANKS 8
/* Of a core when none is preferred. */
#define PREFCORE_NONE 166U

static bool is_epp(const struct scenario *sc)
{
	return strcmp(sc->driver, "amd-pstate-epp") == 0;
}

/* Drivers that leave it to the hardware how a policy is kept. */
static bool sets_policy(const struct scenario *sc)
{
	return is_epp(sc) || strcmp(sc->driver, "intel_pstate") == 0;
}

SHOW(show_freq_driver)
{
	UNUSED(index);
	text_add(out, "%s\n", machine_scenario(now->m)->driver);
}

SHOW(show_freq_governor)
{
	UNUSED(index);
	text_add(out, "%s\n", machine_scenario(now->m)->governor);
}

SHOW(show_freq_governors)
{
	UNUSED(index);
	/* A driver that sets the hardware's own policy offers no others. */
	text_add(out, "%s\n",
		 sets_policy(machine_scenario(now->m))
			 ? "performance powersave"
			 : "conservative ondemand userspace powersave "
			   "performance schedutil ");
}

SHOW(show_freq_cur)
{
	uint32_t core = layout_core(machine_scenario(now->m), index[0]);

	text_add(out, "%u\n", machine_core_khz(now->m, core, now->t_ns));
}

SHOW(show_freq_min)
{
	UNUSED(index);
	text_add(out, "%u\n", machine_scenario(now->m)->min_mhz * 1000);
}

SHOW(show_freq_max)
{
	UNUSED(index);
	text_add(out, "%u\n", machine_scenario(now->m)->max_mhz * 1000);
}

/* Three P-states, as EPYC has; the one in the middle is plausible. */
SHOW(show_freq_available)
{
	const struct scenario *sc = machine_scenario(now->m);

	UNUSED(index);
	text_add(out, "%u %u %u \n", sc->max_mhz * 1000,
		 (sc->max_mhz + sc->min_mhz) * 500, sc->min_mhz * 1000);
}

/* The threads of a core share their P-state; blanks between, no ranges. */
SHOW(show_freq_domain)
{
	struct cpuset threads;
	const char *blank = "";

	layout_sharing(machine_scenario(now->m), index[0], SHARE_CORE,
		       &threads);
	for (unsigned int cpu = cpuset_next(&threads, 0); cpu < CPUSET_MAX;
	     cpu = cpuset_next(&threads, cpu + 1)) {
		text_add(out, "%s%u", blank, cpu);
		blank = " ";
	}
	text_add(out, "\n");
}

SHOW(show_freq_nonlinear)
{
	UNUSED(index);
	text_add(out, "%u\n",
		 machine_scenario(now->m)->lowest_nonlinear_mhz * 1000);
}

SHOW(show_freq_boost)
{
	UNUSED(index);
	text_add(out, "%d\n", machine_scenario(now->m)->boost);
}

SHOW(show_perf_highest)
{
	UNUSED(now);
	UNUSED(index);
	text_add(out, "%u\n", HIGHEST_PERF);
}

/* Where cores are preferred, the first ones of a CCD are the best. */
SHOW(show_perf_ranking)
{
	const struct scenario *sc = machine_scenario(now->m);
	uint32_t core = layout_core(sc, index[0]) % sc->cores_per_socket;
	uint32_t rank = core % sc->cores_per_ccd % PREFCORE_RANKS;

	text_add(out, "%u\n",
		 sc->prefcore ? PREFCORE_BEST - rank * PREFCORE_STEP
			      : PREFCORE_NONE);
}

SHOW(show_prefcore)
{
	UNUSED(index);
	text_add(out, "%s\n",
		 machine_scenario(now->m)->prefcore ? "enabled" : "disabled");
}

SHOW(show_pstate_status)
{
	UNUSED(index);
	text_add(out, "%s\n",
		 is_epp(machine_scenario(now->m)) ? "active" : "passive");
}

SHOW(show_epp)
{
	UNUSED(index);
	text_add(out, "%s\n", machine_scenario(now->m)->epp);
}

SHOW_TEXT(show_epps,
	  "default performance balance_performance balance_power power ")
