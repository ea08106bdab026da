/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Which energy registers a processor has, pure
 *
 * One row a group of models: the registers of its domains, whose they are,
 * how wide they are and in which unit they count. A processor without a row
 * has no registers that we know, and then none of it is ever read.
 *
 * Units. A domain counts in the unit of the unit register (its ESU), except
 * DRAM on Intel's Haswell to Ice Lake servers and Knights Landing and Mill,
 * whose unit is fixed, whatever the unit register says. Linux knows it twice
 * and contradicts itself: perf takes 2^-16 J (15.258789... uJ), powercap the
 * rounded decimal 15.3 uJ, 0.27 % more. We take 2^-16 J: it is what the
 * register's documentation rounds to 15.3, and it is exact in our sums. Who
 * wants the other has the raw register and the unit beside it in hwdump. From
 * Sapphire Rapids on, DRAM follows the unit register again (powercap dropped
 * its fixed unit there).
 *
 * Widths. Intel's energies are bits 31 to 0, the upper half is reserved. AMD's
 * are 32 or 64 bits wide by model; sources disagree, so that is detected
 * (rapl.h).
 *
 * No I/O, no clock, no allocation.
 */
#ifndef HW_RAPL_VENDOR_H
#define HW_RAPL_VENDOR_H

#include <stddef.h>
#include <stdint.h>

#include "hw/rapl.h"

/**
 * enum cpu_vendor - Who made the processor
 * @CPU_VENDOR_UNKNOWN:	Another, or /proc/cpuinfo does not say
 * @CPU_VENDOR_AMD:	AuthenticAMD
 * @CPU_VENDOR_HYGON:	HygonGenuine: AMD's registers
 * @CPU_VENDOR_INTEL:	GenuineIntel
 * @CPU_N_VENDORS:	How many there are
 */
enum cpu_vendor {
	CPU_VENDOR_UNKNOWN,
	CPU_VENDOR_AMD,
	CPU_VENDOR_HYGON,
	CPU_VENDOR_INTEL,
	CPU_N_VENDORS,
};

/**
 * cpu_vendor_name() - A vendor as /proc/cpuinfo has it
 * @vendor:	Vendor
 *
 * Return: a static string such as "AuthenticAMD"; "unknown"
 */
const char *cpu_vendor_name(enum cpu_vendor vendor);

/**
 * cpu_vendor_of() - A vendor by its name in /proc/cpuinfo
 * @name:	vendor_id
 *
 * Return: vendor, CPU_VENDOR_UNKNOWN for another
 */
enum cpu_vendor cpu_vendor_of(const char *name);

/**
 * enum rapl_domain - What a register counts the energy of
 * @RAPL_DOMAIN_CORE:	One physical core
 * @RAPL_DOMAIN_PKG:	One package
 * @RAPL_DOMAIN_DRAM:	The memory of one package
 * @RAPL_N_DOMAINS:	How many there are
 */
enum rapl_domain {
	RAPL_DOMAIN_CORE,
	RAPL_DOMAIN_PKG,
	RAPL_DOMAIN_DRAM,
	RAPL_N_DOMAINS,
};

/**
 * enum rapl_scope - Who shares a register
 * @RAPL_SCOPE_CORE:	Threads of a physical core
 * @RAPL_SCOPE_PKG:	CPUs of a package
 */
enum rapl_scope {
	RAPL_SCOPE_CORE,
	RAPL_SCOPE_PKG,
};

/**
 * struct rapl_reg - The register of one domain
 * @msr:	Register, 0 if there is no such domain
 * @scope:	Who shares it
 * @bits:	32, or 0 where the width is to be detected
 * @fixed_esu:	Unit if it is not the unit register's, else 0
 */
struct rapl_reg {
	uint32_t msr;
	enum rapl_scope scope;
	uint8_t bits;
	uint8_t fixed_esu;
};

/**
 * struct rapl_model - One row
 * @vendor:	Whose
 * @family:	CPU family
 * @models:	CPU models, ended by 0; NULL for all models of the family
 * @unit:	Unit register
 * @info:	Register of the package's power limits, 0 if there is none
 * @domains:	By enum rapl_domain
 */
struct rapl_model {
	enum cpu_vendor vendor;
	uint32_t family;
	const uint8_t *models;
	uint32_t unit;
	uint32_t info;
	struct rapl_reg domains[RAPL_N_DOMAINS];
};

extern const struct rapl_model rapl_models[];
extern const size_t rapl_n_models;

/**
 * rapl_model_find() - Row of a processor
 * @vendor:	Vendor
 * @family:	CPU family
 * @model:	CPU model
 *
 * Return: row, or NULL if none of its energy registers is known
 */
const struct rapl_model *rapl_model_find(enum cpu_vendor vendor,
					 uint32_t family, uint32_t model);

/**
 * rapl_domain_name() - A domain in a word
 * @domain:	Domain
 *
 * Return: "core", "pkg" or "dram"
 */
const char *rapl_domain_name(enum rapl_domain domain);

/**
 * rapl_domain_esu() - Unit of a domain
 * @reg:	Its register
 * @units:	Content of the unit register
 *
 * Return: ESU: the register counts 2^-ESU J
 */
unsigned int rapl_domain_esu(const struct rapl_reg *reg,
			     struct rapl_units units);

/**
 * rapl_domain_raw() - The part of a register that counts
 * @reg:	Its register
 * @value:	What was read
 *
 * Return: @value without reserved bits
 */
uint64_t rapl_domain_raw(const struct rapl_reg *reg, uint64_t value);

/**
 * rapl_info_max_mw() - Largest power of a package by its info register
 * @info:	Content of 0x614: maximum [46:32] in the unit register's power
 *		unit
 * @units:	Content of the unit register
 * @ret_mw:	Milliwatts, at least 1
 *
 * Many processors leave it 0: they do not tell.
 *
 * Return: 0, or -ENODATA if it is 0
 */
int rapl_info_max_mw(uint64_t info, struct rapl_units units, uint32_t *ret_mw);

#endif
