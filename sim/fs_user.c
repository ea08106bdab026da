// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Memory of the program that asks, see fs_internal.h
 *
 * FUSE copies an ioctl's argument, but knows nothing of pointers inside of it
 * (or, with the drivers that ignore the ioctl's number, of its real size).
 * While the request waits for its reply the caller's thread sleeps in the
 * system call, so its memory can be reached by process_vm_readv() as the
 * driver's copy_from_user() would.
 *
 * A pointer that leads nowhere is EFAULT. If the simulator may not look into
 * the caller (another user, and no CAP_SYS_PTRACE) that is EFAULT too; both
 * are counted in epycsim/status.
 */
#include <errno.h>
#include <sys/uio.h>

#include "sim/fs_internal.h"

/* The address is a number here, and never followed by this process. */
static struct iovec remote_iov(uint64_t address, size_t size)
{
	return (struct iovec){ .iov_base = (void *)(uintptr_t)address,
			       .iov_len = size };
}

static int result(fuse_req_t req, ssize_t n, size_t size)
{
	if (n >= 0 && (size_t)n == size)
		return 0;
	atomic_fetch_add(&fs_sim(req)->counts.pointers, 1);
	return -EFAULT;
}

int fs_user_read(fuse_req_t req, uint64_t address, void *buf, size_t size)
{
	struct iovec remote = remote_iov(address, size);
	struct iovec local = { .iov_base = buf, .iov_len = size };
	pid_t pid = fuse_req_ctx(req)->pid;

	return result(req, process_vm_readv(pid, &local, 1, &remote, 1, 0),
		      size);
}

int fs_user_write(fuse_req_t req, uint64_t address, const void *buf,
		  size_t size)
{
	struct iovec remote = remote_iov(address, size);
	/* Only read from; the interface has one type for both directions. */
	struct iovec local = { .iov_base = (void *)(uintptr_t)buf,
			       .iov_len = size };
	pid_t pid = fuse_req_ctx(req)->pid;

	return result(req, process_vm_writev(pid, &local, 1, &remote, 1, 0),
		      size);
}
