// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of captures
 *
 * The input is the file "capture" in a folder that holds nothing else. Whatever
 * it says, reading it ends, and what the calls answer is a value or an errno.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "hw/capture.h"
#include "hw/hsmp_abi.h"
#include "hw/msr_batch_abi.h"
#include "hw/topology.h"
#include "tests/fuzz/fuzz.h"

static void write_capture(const char *dir, const uint8_t *data, size_t size)
{
	char path[64];
	int fd;

	(void)snprintf(path, sizeof(path), "%s/capture", dir);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	FUZZ_CHECK(fd >= 0);
	FUZZ_CHECK(write(fd, data, size) == (ssize_t)size);
	FUZZ_CHECK(close(fd) == 0);
}

static void try_calls(struct hw *hw)
{
	struct hsmp_message msg = { .msg_id = 4 };
	uint8_t table[4];
	struct hsmp_telemetry_data telemetry = {
		.buf = (uintptr_t)table,
		.size = sizeof(table),
	};
	struct msr_batch_op op = { .isrdmsr = 1, .msr = 0x611 };
	struct msr_batch_array array = { .numops = 1, .ops = (uintptr_t)&op };
	const struct hw_perf_event event = { .type = 9, .config = 2 };
	uint64_t v;
	int fd;

	fd = hw_open(hw, "dev/hsmp");
	if (fd >= 0) {
		(void)hw_ioctl(hw, fd, HSMP_IOCTL_CMD, &msg);
		(void)hw_ioctl(hw, fd, HSMP_IOCTL_GET_TELEMETRY_DATA,
			       &telemetry);
		hw_close(hw, fd);
	}
	fd = hw_open(hw, "dev/cpu/msr_batch");
	if (fd >= 0) {
		(void)hw_ioctl(hw, fd, X86_IOC_MSR_BATCH, &array);
		hw_close(hw, fd);
	}
	fd = hw_open(hw, "dev/cpu/0/msr");
	if (fd >= 0) {
		(void)hw_pread(hw, fd, &v, sizeof(v), 0x611);
		hw_close(hw, fd);
	}
	fd = hw_perf_open(hw, &event);
	if (fd >= 0) {
		(void)hw_pread(hw, fd, &v, sizeof(v), 0);
		hw_close(hw, fd);
	}
}

static int any_name(void *arg, const char *name)
{
	FUZZ_CHECK(!strchr(name, '/'));
	(*(unsigned int *)arg)++;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char dir[] = "/tmp/fuzz-capture.XXXXXX", path[64];
	struct topology *t = NULL;
	struct capture *c = NULL;
	unsigned int line = 12345, names = 0;
	struct hw *hw = NULL;
	int r;

	FUZZ_CHECK(mkdtemp(dir));
	write_capture(dir, data, size);
	r = capture_load(dir, &c, &line);
	if (r == 0) {
		FUZZ_CHECK(line == 12345);
		FUZZ_CHECK(hw_new(dir, &capture_ops, c, &hw) == 0);
		try_calls(hw);
		(void)hw_list(hw, any_name, &names, "sys/class/powercap");
		/* There are no copies. */
		FUZZ_CHECK(topology_read(hw, &t) < 0);
		hw_free(hw);
		capture_free(c);
	} else {
		FUZZ_CHECK(r == -EPROTO && !c && line != 12345);
	}
	(void)snprintf(path, sizeof(path), "%s/capture", dir);
	FUZZ_CHECK(unlink(path) == 0 && rmdir(dir) == 0);
	return 0;
}
