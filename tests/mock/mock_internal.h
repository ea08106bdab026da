/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: What the mock's set-up (mock.c) and its calls (mock_calls.c) share
 */
#ifndef TESTS_MOCK_MOCK_INTERNAL_H
#define TESTS_MOCK_MOCK_INTERNAL_H

#include <pthread.h>
#include <stdlib.h>

#include "tests/mock/mock.h"

#define FIRST_FD 100
#define BATCH_NODE "dev/cpu/msr_batch"
#define ROOT "/mock"

/**
 * struct mock_reg - A register of an MSR node
 * @reg:	Number
 * @value:	Value
 * @err:	Negative errno or 0
 * @len:	Bytes that a read gives
 */
struct mock_reg {
	uint32_t reg;
	uint64_t value;
	int err;
	size_t len;
};

/**
 * struct mock_entry - A file, or a folder that can't be opened
 * @path:	Path below the root
 * @data:	Content, NULL for an MSR node or a folder
 * @size:	Its size
 * @is_msr:	It is an MSR node
 * @removed:	It is not there any more; descriptors stay valid
 * @open_err:	Negative errno of opening or listing it
 * @read_err:	Negative errno of reading it
 * @read_err_times: How often still, negative for ever
 * @regs:	Registers
 * @n_regs:	Their number
 */
struct mock_entry {
	char *path;
	char *data;
	size_t size;
	bool is_msr;
	bool removed;
	int open_err;
	int read_err;
	int read_err_times;
	struct mock_reg *regs;
	size_t n_regs;
};

/* One call that was made. */
struct mock_call {
	enum mock_op op;
	char *path;
};

/* One ioctl that is expected. */
struct mock_step {
	struct hsmp_message request;
	int err;
	uint32_t words[HSMP_MAX_WORDS];
};

/* One descriptor that was given out: its entry + 1, 0 for the root. */
struct mock_fd {
	size_t entry;
	bool open;
};

/* One event of perf; what is read from it is the entry of its path. */
struct mock_perf {
	struct hw_perf_event event;
	int err;
};

struct mock {
	pthread_mutex_t lock;
	char fault[256];
	struct mock_entry *entries;
	size_t n_entries;
	struct mock_fd *fds;
	size_t n_fds;
	struct mock_call *calls;
	size_t n_calls;
	struct mock_step *steps;
	size_t n_steps;
	size_t next_step;
	mock_ioctl_fn ioctl_fn;
	void *ioctl_arg;
	uint64_t ioctl_ns;
	int batch_err;
	struct mock_perf *perf;
	size_t n_perf;
	uint64_t now_ns;
	unsigned int fail_in;
	int fail_err;
	bool failed;
};

/* Memory that can't be had ends the program. */
static inline void *mock_must(void *p)
{
	if (!p)
		abort();
	return p;
}

/* Room for one more element; doubled at each power of two. */
static inline void *mock_grown(void *array, size_t n, size_t size)
{
	if (n & (n - 1))
		return array;
	return mock_must(realloc(array, MAX(2 * n, (size_t)1) * size));
}

#define GROW(array, n) ((array) = mock_grown((array), (n), sizeof(*(array))))

/* Keep the first fault. */
void mock_fault(struct mock *m, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Index of the entry of a path, or n_entries. */
size_t mock_find(const struct mock *m, const char *path);

/* The rest of a path that lies inside a folder, or NULL. */
const char *mock_inside(const char *path, const char *dir);

/* Path under which an event of perf is an entry. */
void mock_perf_path(char path[64], const struct hw_perf_event *event);

static inline bool mock_same_event(const struct hw_perf_event *a,
				   const struct hw_perf_event *b)
{
	return a->type == b->type && a->config == b->config && a->cpu == b->cpu;
}

#endif
