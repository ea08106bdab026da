/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Count the allocations of a process by who asks
 *
 * Preloaded into the agent by steady-state.t. The libraries of PCP allocate a
 * buffer for each reply, which is theirs; what the test wants to know is
 * whether the agent itself does, so every call is counted under who asked: the
 * program, libc on the program's behalf (fopen, asprintf), or anybody else. A
 * call from libc belongs to the first caller outside of libc, found by
 * unwinding; libpcp keeps its buffers in a tree of libc's.
 *
 * MALLOC_COUNT_FILE names a file, which is mapped: the test reads the counts
 * while the process runs, without asking it anything. Only a process whose
 * name is MALLOC_COUNT_NAME counts; pmcd, which starts the agent, does not.
 */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum owner { OWNER_PROGRAM, OWNER_LIBC, OWNER_OTHERS, N_OWNERS };

struct range {
	uintptr_t begin;
	uintptr_t end;
};

static uint64_t *counts;
static struct range program;
static struct range libc;
static __thread bool unwinding;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t size);
extern void *__libc_memalign(size_t align, size_t size);

static int find_ranges(struct dl_phdr_info *info, size_t size, void *data)
{
	struct range *r = NULL;

	(void)size;
	(void)data;
	if (info->dlpi_name[0] == '\0' && !program.end)
		r = &program;
	else if (strstr(info->dlpi_name, "/libc.so"))
		r = &libc;
	for (int i = 0; r && i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
			continue;
		r->begin = info->dlpi_addr + p->p_vaddr;
		r->end = r->begin + p->p_memsz;
	}
	return 0;
}

__attribute__((constructor)) static void begin(void)
{
	const char *file = getenv("MALLOC_COUNT_FILE");
	const char *name = getenv("MALLOC_COUNT_NAME");
	void *first;
	void *map;
	int fd;

	if (!file || !name || strcmp(name, program_invocation_short_name) != 0)
		return;
	fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	if (fd < 0 || ftruncate(fd, 4096) < 0)
		abort();
	map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (map == MAP_FAILED)
		abort();
	dl_iterate_phdr(find_ranges, NULL);
	/* The first use loads the unwinder, which allocates. */
	(void)backtrace(&first, 1);
	counts = map;
}

static bool inside(const struct range *r, const void *address)
{
	uintptr_t at = (uintptr_t)address;

	return at >= r->begin && at < r->end;
}

/* Frames: ours, libc's, and then who called libc. */
static enum owner owner_behind_libc(void)
{
	void *frames[32];
	int n, i = 0;

	if (unwinding)
		return OWNER_OTHERS;
	unwinding = true;
	n = backtrace(frames, 32);
	unwinding = false;
	while (i < n && !inside(&libc, frames[i]))
		i++;
	while (i < n && inside(&libc, frames[i]))
		i++;
	return i < n && inside(&program, frames[i]) ? OWNER_LIBC : OWNER_OTHERS;
}

static void count(const void *caller)
{
	enum owner owner = OWNER_OTHERS;

	if (!counts)
		return;
	if (inside(&program, caller))
		owner = OWNER_PROGRAM;
	else if (inside(&libc, caller))
		owner = owner_behind_libc();
	__atomic_fetch_add(&counts[owner], 1, __ATOMIC_RELAXED);
}

void *malloc(size_t size)
{
	count(__builtin_return_address(0));
	return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	count(__builtin_return_address(0));
	return __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
	count(__builtin_return_address(0));
	return __libc_realloc(p, size);
}

void *aligned_alloc(size_t align, size_t size)
{
	count(__builtin_return_address(0));
	return __libc_memalign(align, size);
}

int posix_memalign(void **ret, size_t align, size_t size)
{
	count(__builtin_return_address(0));
	*ret = __libc_memalign(align, size);
	return *ret ? 0 : ENOMEM;
}
