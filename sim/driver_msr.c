// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What the msr drivers do with a call, see the header
 */
#include "sim/driver_msr.h"

#include <errno.h>
#include <string.h>

#include "base/util.h"
#include "hw/msr_regs.h"
#include "sim/layout.h"

static uint64_t read_units(const struct machine *m, uint32_t cpu, uint64_t t_ns)
{
	UNUSED(cpu);
	UNUSED(t_ns);
	return machine_unit_reg(m);
}

static uint64_t read_core(const struct machine *m, uint32_t cpu, uint64_t t_ns)
{
	return machine_core_reg(m, layout_core(machine_scenario(m), cpu), t_ns);
}

static uint64_t read_pkg(const struct machine *m, uint32_t cpu, uint64_t t_ns)
{
	return machine_pkg_reg(m, layout_socket(machine_scenario(m), cpu),
			       t_ns);
}

/* Registers of the simulated machine; all are on msr-safe's allow-list. */
static const struct {
	uint32_t reg;
	uint64_t (*read)(const struct machine *m, uint32_t cpu, uint64_t t_ns);
} registers[] = {
	{ MSR_AMD_RAPL_POWER_UNIT, read_units },
	{ MSR_AMD_CORE_ENERGY_STATUS, read_core },
	{ MSR_AMD_PKG_ENERGY_STATUS, read_pkg },
};

static int find_register(uint64_t off)
{
	for (size_t i = 0; i < ARRAY_SIZE(registers); i++)
		if (registers[i].reg == (uint32_t)off)
			return (int)i;
	return -ENOENT;
}

int msr_driver_open(enum msr_driver drv, bool privileged, bool online)
{
	if (drv == MSR_DRIVER_MSR && !privileged)
		return -EPERM;
	return online ? 0 : -ENXIO;
}

int msr_driver_check(enum msr_driver drv, size_t count, uint64_t off)
{
	switch (drv) {
	case MSR_DRIVER_MSR:
		return count % sizeof(uint64_t) ? -EINVAL : 0;
	case MSR_DRIVER_SAFE:
		if (count != sizeof(uint64_t))
			return -EINVAL;
		return find_register(off) < 0 ? -EACCES : 0;
	}
	return -EINVAL;
}

ssize_t msr_driver_read(const struct machine *m, uint32_t cpu, uint64_t off,
			uint64_t t_ns, void *buf, size_t count)
{
	size_t n = MIN(count, (size_t)MSR_DRIVER_MAX_READ);
	int i = find_register(off);
	uint64_t value;

	if (i < 0)
		return -EIO;
	value = registers[i].read(m, cpu, t_ns);
	for (size_t at = 0; at < n; at += sizeof(value))
		memcpy((char *)buf + at, &value, sizeof(value));
	return (ssize_t)n;
}

int msr_driver_write(enum msr_driver drv, size_t count, uint64_t off)
{
	int r = msr_driver_check(drv, count, off);

	if (r)
		return r;
	return drv == MSR_DRIVER_SAFE ? -EACCES : -EIO;
}
