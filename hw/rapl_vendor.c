// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The table of energy registers
 *
 * AMD: C001_0299 to 029B since family 17h, Hygon's 18h the same. Intel:
 * servers whose DRAM unit is known either way; Linux has the same list
 * (arch/x86/events/rapl.c, drivers/powercap/intel_rapl_msr.c). Intel's core
 * domain (PP0) counts all cores of a package and is not what we call core.
 */
#include "hw/rapl_vendor.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "base/util.h"
#include "hw/msr_regs.h"

/* Sandy and Ivy Bridge EP; Sapphire and Emerald Rapids: DRAM in ESU. */
static const uint8_t intel_plain[] = { 0x2D, 0x3E, 0x8F, 0xCF, 0 };

/*
 * Haswell EP; Broadwell EP and DE; Skylake, Cascade and Cooper Lake; Ice Lake
 * and its DE; Knights Landing and Mill: DRAM in 2^-16 J.
 */
static const uint8_t intel_fixed[] = { 0x3F, 0x4F, 0x56, 0x55, 0x6A,
				       0x6C, 0x57, 0x85, 0 };

#define AMD_REGISTERS                                              \
	.unit = MSR_AMD_RAPL_POWER_UNIT, .domains = {              \
		[RAPL_DOMAIN_CORE] = { MSR_AMD_CORE_ENERGY_STATUS, \
				       RAPL_SCOPE_CORE, 0, 0 },    \
		[RAPL_DOMAIN_PKG] = { MSR_AMD_PKG_ENERGY_STATUS,   \
				      RAPL_SCOPE_PKG, 0, 0 },      \
	}

#define INTEL_REGISTERS(dram_esu)                                            \
	.unit = MSR_INTEL_RAPL_POWER_UNIT, .info = MSR_INTEL_PKG_POWER_INFO, \
	.domains = {                                                         \
		[RAPL_DOMAIN_PKG] = { MSR_INTEL_PKG_ENERGY_STATUS,           \
				      RAPL_SCOPE_PKG, 32, 0 },               \
		[RAPL_DOMAIN_DRAM] = { MSR_INTEL_DRAM_ENERGY_STATUS,         \
				       RAPL_SCOPE_PKG, 32, dram_esu },       \
	}

/* clang-format off */
const struct rapl_model rapl_models[] = {
	{ CPU_VENDOR_AMD, 0x17, NULL, AMD_REGISTERS },
	{ CPU_VENDOR_AMD, 0x19, NULL, AMD_REGISTERS },
	{ CPU_VENDOR_AMD, 0x1A, NULL, AMD_REGISTERS },
	{ CPU_VENDOR_HYGON, 0x18, NULL, AMD_REGISTERS },
	{ CPU_VENDOR_INTEL, 6, intel_plain, INTEL_REGISTERS(0) },
	{ CPU_VENDOR_INTEL, 6, intel_fixed, INTEL_REGISTERS(16) },
};
/* clang-format on */
const size_t rapl_n_models = ARRAY_SIZE(rapl_models);

static const char *const vendor_names[] = {
	[CPU_VENDOR_UNKNOWN] = "unknown",
	[CPU_VENDOR_AMD] = "AuthenticAMD",
	[CPU_VENDOR_HYGON] = "HygonGenuine",
	[CPU_VENDOR_INTEL] = "GenuineIntel",
};
static_assert(ARRAY_SIZE(vendor_names) == CPU_N_VENDORS, "one name each");

static const char *const domain_names[] = {
	[RAPL_DOMAIN_CORE] = "core",
	[RAPL_DOMAIN_PKG] = "pkg",
	[RAPL_DOMAIN_DRAM] = "dram",
};
static_assert(ARRAY_SIZE(domain_names) == RAPL_N_DOMAINS, "one name each");

const char *cpu_vendor_name(enum cpu_vendor vendor)
{
	return (unsigned int)vendor < CPU_N_VENDORS ? vendor_names[vendor]
						    : vendor_names[0];
}

enum cpu_vendor cpu_vendor_of(const char *name)
{
	for (unsigned int v = CPU_VENDOR_UNKNOWN + 1; v < CPU_N_VENDORS; v++)
		if (strcmp(vendor_names[v], name) == 0)
			return (enum cpu_vendor)v;
	return CPU_VENDOR_UNKNOWN;
}

static bool has_model(const struct rapl_model *row, uint32_t model)
{
	if (!row->models)
		return true;
	for (const uint8_t *m = row->models; *m; m++)
		if (*m == model)
			return true;
	return false;
}

const struct rapl_model *rapl_model_find(enum cpu_vendor vendor,
					 uint32_t family, uint32_t model)
{
	for (size_t i = 0; i < rapl_n_models; i++) {
		const struct rapl_model *row = &rapl_models[i];

		if (row->vendor == vendor && row->family == family &&
		    has_model(row, model))
			return row;
	}
	return NULL;
}

const char *rapl_domain_name(enum rapl_domain domain)
{
	return (unsigned int)domain < RAPL_N_DOMAINS ? domain_names[domain]
						     : "unknown";
}

unsigned int rapl_domain_esu(const struct rapl_reg *reg,
			     struct rapl_units units)
{
	return reg->fixed_esu ? reg->fixed_esu : units.energy;
}

uint64_t rapl_domain_raw(const struct rapl_reg *reg, uint64_t value)
{
	return reg->bits == 32 ? value & UINT32_MAX : value;
}

int rapl_info_max_mw(uint64_t info, struct rapl_units units, uint32_t *ret_mw)
{
	uint64_t mw = (info >> 32 & 0x7FFF) * 1000 >> units.power;

	if (!mw)
		return -ENODATA;
	*ret_mw = (uint32_t)mw;
	return 0;
}
