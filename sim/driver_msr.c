// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What the msr drivers do with a call, see the header
 */
#include "sim/driver_msr.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "base/util.h"

static bool is_online(const struct machine *m, uint32_t cpu)
{
	const struct scenario *sc = machine_scenario(m);

	return cpu < scenario_n_cpus(sc) && !cpuset_has(&sc->offline, cpu);
}

int msr_driver_open(enum msr_driver drv, bool privileged, bool online)
{
	if (drv == MSR_DRIVER_MSR && !privileged)
		return -EPERM;
	return online ? 0 : -ENXIO;
}

int msr_driver_check(enum msr_driver drv, const struct allowlist *list,
		     size_t count, uint64_t off)
{
	switch (drv) {
	case MSR_DRIVER_MSR:
		return count % sizeof(uint64_t) ? -EINVAL : 0;
	case MSR_DRIVER_SAFE:
		if (count != sizeof(uint64_t))
			return -EINVAL;
		return allowlist_find(list, (uint32_t)off) ? 0 : -EACCES;
	}
	return -EINVAL;
}

ssize_t msr_driver_read(const struct machine *m, uint32_t cpu, uint64_t off,
			uint64_t t_ns, void *buf, size_t count)
{
	size_t n = MIN(count, (size_t)MSR_DRIVER_MAX_READ);
	uint64_t value;

	if (!is_online(m, cpu))
		return -ENXIO;
	if (machine_msr(m, cpu, (uint32_t)off, t_ns, &value))
		return -EIO;
	for (size_t at = 0; at < n; at += sizeof(value))
		memcpy((char *)buf + at, &value, sizeof(value));
	return (ssize_t)n;
}

int msr_driver_write(enum msr_driver drv, const struct allowlist *list,
		     const struct machine *m, uint32_t cpu, size_t count,
		     uint64_t off)
{
	const struct allowlist_entry *entry;

	switch (drv) {
	case MSR_DRIVER_MSR:
		if (count % sizeof(uint64_t))
			return -EINVAL;
		break;
	case MSR_DRIVER_SAFE:
		if (count != sizeof(uint64_t))
			return -EINVAL;
		entry = allowlist_find(list, (uint32_t)off);
		if (!entry || entry->wmask == 0)
			return -EACCES;
		break;
	}
	return is_online(m, cpu) ? -EIO : -ENXIO;
}

int msr_driver_batch_check(int accmode, const struct msr_batch_array *array)
{
	if (accmode != O_RDONLY && accmode != O_RDWR)
		return -EBADF;
	if (array->numops == 0)
		return -EINVAL;
	return array->numops > MSR_DRIVER_MAX_OPS ? -E2BIG : 0;
}

/* The write mask of a register that may not be touched stays as it came. */
static int check_op(const struct allowlist *list, const struct machine *m,
		    struct msr_batch_op *op)
{
	const struct allowlist_entry *entry;

	if (!is_online(m, op->cpu))
		return -ENXIO;
	entry = allowlist_find(list, op->msr);
	if (!entry)
		return -EACCES;
	op->wmask = entry->wmask;
	return !op->isrdmsr && op->wmask == 0 ? -EROFS : 0;
}

int msr_driver_batch_allow(const struct allowlist *list,
			   const struct machine *m, struct msr_batch_op *ops,
			   size_t n)
{
	int r = 0;

	for (size_t i = 0; i < n; i++) {
		ops[i].err = check_op(list, m, &ops[i]);
		if (ops[i].err)
			r = ops[i].err;
	}
	return r;
}

void msr_driver_batch_run(const struct machine *m, uint64_t t_ns,
			  struct msr_batch_op *ops, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t value;

		/* It reads before it writes, and no register takes a write. */
		if (ops[i].err)
			continue;
		if (machine_msr(m, ops[i].cpu, ops[i].msr, t_ns, &value) ||
		    !ops[i].isrdmsr)
			ops[i].err = -EIO;
		else
			ops[i].msrdata = value;
	}
}

int msr_driver_batch_result(const struct msr_batch_op *ops, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (ops[i].err)
			return ops[i].err;
	return 0;
}
