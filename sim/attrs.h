/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Attributes of the HSMP driver in sysfs
 *
 * Each read of one is a message through the mailbox, and its text is made from
 * the response: hwmon (drivers/platform/x86/amd/hsmp/hwmon.c, microwatt) and
 * what the ACPI driver has below AMDI0097:0X (acpi.c). They are named by the
 * table of nodes and called by serve_hsmp.c.
 *
 * Pure: no I/O, no clock, no allocation.
 */
#ifndef SIM_ATTRS_H
#define SIM_ATTRS_H

#include <stddef.h>
#include <stdint.h>

#include "hw/hsmp_abi.h"
#include "sim/text.h"

/**
 * struct hsmp_attr - An attribute
 * @id:		Message that a read sends, without arguments
 * @n_words:	Response words that the driver asks for
 * @format:	Makes the text
 * @set_id:	Message that a write sends, 0 if it can't be written
 */
struct hsmp_attr {
	uint32_t id;
	uint16_t n_words;
	void (*format)(const uint32_t words[HSMP_MAX_WORDS], struct text *out);
	uint32_t set_id;
};

extern const struct hsmp_attr attr_power1_input;
extern const struct hsmp_attr attr_power1_cap;
extern const struct hsmp_attr attr_power1_cap_max;
extern const struct hsmp_attr attr_c0_residency;
extern const struct hsmp_attr attr_prochot;
extern const struct hsmp_attr attr_smu_version;
extern const struct hsmp_attr attr_protocol;
extern const struct hsmp_attr attr_cclk_limit;
extern const struct hsmp_attr attr_ddr_max;
extern const struct hsmp_attr attr_ddr_used;
extern const struct hsmp_attr attr_ddr_percent;
extern const struct hsmp_attr attr_fclk;
extern const struct hsmp_attr attr_mclk;
extern const struct hsmp_attr attr_fmax;
extern const struct hsmp_attr attr_fmin;
extern const struct hsmp_attr attr_freq_limit;
extern const struct hsmp_attr attr_freq_source;

/**
 * attr_parse() - What is written into a power attribute
 * @buf:	Bytes, need not be NUL-terminated
 * @len:	Their number
 * @ret_mw:	Milliwatts, as the argument of a message
 *
 * A decimal number of microwatts, as the kernel's kstrtol() takes it; what a
 * milliwatt does not hold is cut off.
 *
 * Return: 0, -EINVAL
 */
int attr_parse(const char *buf, size_t len, uint32_t *ret_mw);

#endif
