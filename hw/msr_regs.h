/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Model-specific registers that this product reads, and no others
 *
 * Numbers only, shared with the simulator.
 */
#ifndef HW_MSR_REGS_H
#define HW_MSR_REGS_H

/* AMD, family 17h and later: units, then energy of the core, of the package. */
#define MSR_AMD_RAPL_POWER_UNIT 0xC0010299
#define MSR_AMD_CORE_ENERGY_STATUS 0xC001029A
#define MSR_AMD_PKG_ENERGY_STATUS 0xC001029B

/* Intel: units, energy of package and DRAM, limits of the package's power. */
#define MSR_INTEL_RAPL_POWER_UNIT 0x606
#define MSR_INTEL_PKG_ENERGY_STATUS 0x611
#define MSR_INTEL_PKG_POWER_INFO 0x614
#define MSR_INTEL_DRAM_ENERGY_STATUS 0x619

#endif
