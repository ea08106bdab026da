// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Texts of powercap, see values.h
 *
 * As intel_rapl_common makes them, also on AMD: a register's lower 32 bits
 * times an energy unit in whole nanojoules, so that all values carry that
 * rounding (15258 instead of 15258.79 nJ) and wrap at max_energy_range_uj. A
 * zone is a package, or where the kernel takes CCDs for packages, a CCD, which
 * then shows the energy of its whole package. On AMD its part "core" is the
 * one core on which the zone's lowest CPU runs; on Intel the part is the
 * memory, with a unit of its own.
 */
#include <inttypes.h>

#include "base/util.h"
#include "hw/msr_regs.h"
#include "sim/layout.h"
#include "sim/values.h"

/* Unit of memory on Intel's servers, nJ. */
#define DRAM_UNIT_NJ 15300

static uint64_t unit_nj(const struct moment *now)
{
	return NSEC_PER_SEC >> machine_scenario(now->m)->esu;
}

/* CPU through which a zone's registers are read: one of its first core. */
static uint32_t zone_cpu(const struct moment *now, uint32_t zone)
{
	return layout_zone_core(machine_scenario(now->m), zone);
}

static void add_energy(const struct moment *now, uint32_t zone, uint32_t reg,
		       uint64_t nj, struct text *out)
{
	uint64_t raw = 0;

	(void)machine_msr(now->m, zone_cpu(now, zone), reg, now->t_ns, &raw);
	text_add(out, "%" PRIu64 "\n", (raw & UINT32_MAX) * nj / 1000);
}

static void add_range(uint64_t nj, struct text *out)
{
	text_add(out, "%" PRIu64 "\n", UINT32_MAX * nj / 1000);
}

SHOW(show_zone_name)
{
	const struct scenario *sc = machine_scenario(now->m);
	uint32_t core = zone_cpu(now, index[0]);
	uint32_t package = sc->package_ids[layout_socket(sc, core)];

	if (sc->powercap == SCENARIO_POWERCAP_DIE)
		text_add(out, "package-%u-die-%u\n", package,
			 layout_share_id(now->m, core, SHARE_CCD));
	else
		text_add(out, "package-%u\n", package);
}

SHOW(show_zone_energy)
{
	bool intel = scenario_is_intel(machine_scenario(now->m));

	add_energy(now, index[0],
		   intel ? MSR_INTEL_PKG_ENERGY_STATUS
			 : MSR_AMD_PKG_ENERGY_STATUS,
		   unit_nj(now), out);
}

SHOW(show_zone_range)
{
	UNUSED(index);
	add_range(unit_nj(now), out);
}

SHOW_TEXT(show_zone_constraint, "long_term")

SHOW(show_zone_tdp)
{
	uint64_t raw = 0, units = machine_unit_reg(now->m);

	(void)machine_msr(now->m, zone_cpu(now, index[0]),
			  MSR_INTEL_PKG_POWER_INFO, now->t_ns, &raw);
	text_add(out, "%" PRIu64 "\n",
		 (raw & 0x7FFF) * 1000000 >> (units & 0xF));
}

SHOW(show_part_name)
{
	UNUSED(index);
	text_add(out, "%s\n",
		 scenario_is_intel(machine_scenario(now->m)) ? "dram" : "core");
}

SHOW(show_part_energy)
{
	if (scenario_is_intel(machine_scenario(now->m)))
		add_energy(now, index[0], MSR_INTEL_DRAM_ENERGY_STATUS,
			   DRAM_UNIT_NJ, out);
	else
		add_energy(now, index[0], MSR_AMD_CORE_ENERGY_STATUS,
			   unit_nj(now), out);
}

SHOW(show_part_range)
{
	UNUSED(index);
	add_range(scenario_is_intel(machine_scenario(now->m)) ? DRAM_UNIT_NJ
							      : unit_nj(now),
		  out);
}
