// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The calls of the mock
 *
 * One mutex round every call. Memory that can't be had ends the program: a
 * test that runs out of memory has nothing to say.
 */
#include "tests/mock/mock.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void *must(void *p)
{
	if (!p)
		abort();
	return p;
}

/* Room for one more element; doubled at each power of two. */
static void *grown(void *array, size_t n, size_t size)
{
	if (n & (n - 1))
		return array;
	return must(realloc(array, MAX(2 * n, (size_t)1) * size));
}

#define GROW(array, n) ((array) = grown((array), (n), sizeof(*(array))))

static void fault(struct mock *m, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void fault(struct mock *m, const char *fmt, ...)
{
	va_list ap;

	if (m->fault[0])
		return;
	va_start(ap, fmt);
	(void)vsnprintf(m->fault, sizeof(m->fault), fmt, ap);
	va_end(ap);
}

struct mock *mock_new(void)
{
	struct mock *m = must(calloc(1, sizeof(*m)));

	pthread_mutex_init(&m->lock, NULL);
	m->now_ns = 1000 * NSEC_PER_SEC;
	return m;
}

void mock_free(struct mock *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->n_entries; i++) {
		free(m->entries[i].path);
		free(m->entries[i].data);
		free(m->entries[i].regs);
	}
	mock_clear_log(m);
	free(m->entries);
	free(m->fds);
	free(m->steps);
	free(m->perf);
	pthread_mutex_destroy(&m->lock);
	free(m);
}

int mock_hw(struct mock *m, struct hw **ret)
{
	return hw_new(ROOT, &mock_ops, m, ret);
}

const char *mock_done(struct mock *m)
{
	for (size_t i = 0; i < m->n_fds; i++) {
		if (!m->fds[i].open)
			continue;
		fault(m, "left open: %s",
		      m->fds[i].entry ? m->entries[m->fds[i].entry - 1].path
				      : ROOT);
	}
	if (m->next_step < m->n_steps)
		fault(m, "%zu of %zu ioctls were not made",
		      m->n_steps - m->next_step, m->n_steps);
	return m->fault[0] ? m->fault : NULL;
}

/* Index of the entry of a path, or n_entries. */
static size_t find(const struct mock *m, const char *path)
{
	size_t i;

	for (i = 0; i < m->n_entries; i++)
		if (strcmp(m->entries[i].path, path) == 0)
			break;
	return i;
}

static struct mock_entry *entry(struct mock *m, const char *path)
{
	size_t i = find(m, path);

	if (i == m->n_entries) {
		GROW(m->entries, m->n_entries);
		m->entries[i] = (struct mock_entry){
			.path = must(strdup(path)),
		};
		m->n_entries++;
	}
	m->entries[i].removed = false;
	return &m->entries[i];
}

void mock_bytes(struct mock *m, const char *path, const void *data, size_t size)
{
	struct mock_entry *e = entry(m, path);

	free(e->data);
	e->data = must(malloc(size + 1));
	memcpy(e->data, data, size);
	e->size = size;
}

void mock_file(struct mock *m, const char *path, const char *text)
{
	mock_bytes(m, path, text, strlen(text));
}

void mock_filef(struct mock *m, const char *text, const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	mock_file(m, path, text);
}

void mock_open_error(struct mock *m, const char *path, int err)
{
	entry(m, path)->open_err = err;
}

void mock_read_error(struct mock *m, const char *path, int err, int times)
{
	struct mock_entry *e = entry(m, path);

	e->read_err = err;
	e->read_err_times = times;
}

void mock_msr_node(struct mock *m, const char *path)
{
	entry(m, path)->is_msr = true;
}

static struct mock_reg *msr_reg(struct mock *m, const char *path, uint32_t reg)
{
	struct mock_entry *e = entry(m, path);
	size_t i;

	e->is_msr = true;
	for (i = 0; i < e->n_regs; i++)
		if (e->regs[i].reg == reg)
			break;
	if (i == e->n_regs) {
		GROW(e->regs, e->n_regs);
		e->n_regs++;
	}
	e->regs[i] = (struct mock_reg){ .reg = reg, .len = 8 };
	return &e->regs[i];
}

void mock_msr(struct mock *m, const char *path, uint32_t reg, uint64_t value,
	      int err)
{
	struct mock_reg *r = msr_reg(m, path, reg);

	r->value = value;
	r->err = err;
}

void mock_msr_short(struct mock *m, const char *path, uint32_t reg,
		    size_t bytes)
{
	msr_reg(m, path, reg)->len = bytes;
}

void mock_batch_node(struct mock *m)
{
	mock_bytes(m, BATCH_NODE, "", 0);
}

void mock_batch_error(struct mock *m, int err)
{
	m->batch_err = err;
}

static void perf_path(char path[64], const struct hw_perf_event *event)
{
	(void)snprintf(path, 64, "perf/cpu%u", event->cpu);
}

static bool same_event(const struct hw_perf_event *a,
		       const struct hw_perf_event *b)
{
	return a->type == b->type && a->config == b->config && a->cpu == b->cpu;
}

void mock_perf_event(struct mock *m, const struct hw_perf_event *event,
		     uint64_t count, int err)
{
	char path[64];
	size_t i;

	for (i = 0; i < m->n_perf; i++)
		if (same_event(&m->perf[i].event, event))
			break;
	if (i == m->n_perf) {
		GROW(m->perf, m->n_perf);
		m->n_perf++;
	}
	m->perf[i] = (struct mock_perf){ .event = *event, .err = err };
	perf_path(path, event);
	mock_bytes(m, path, &count, sizeof(count));
}

/* The rest of a path that lies inside a folder, or NULL. */
static const char *inside(const char *path, const char *dir)
{
	size_t n = strlen(dir);

	if (strncmp(path, dir, n) != 0 || path[n] != '/')
		return NULL;
	return path + n + 1;
}

void mock_remove(struct mock *m, const char *path)
{
	for (size_t i = 0; i < m->n_entries; i++) {
		struct mock_entry *e = &m->entries[i];

		if (strcmp(e->path, path) == 0 || inside(e->path, path))
			e->removed = true;
	}
}

void mock_expect(struct mock *m, const struct hsmp_message *request, int err,
		 const uint32_t *words)
{
	struct mock_step *step;

	GROW(m->steps, m->n_steps);
	step = &m->steps[m->n_steps++];
	*step = (struct mock_step){ .err = err };
	memcpy(&step->request, request, sizeof(step->request));
	if (words)
		memcpy(step->words, words, sizeof(step->words));
}

void mock_on_ioctl(struct mock *m, mock_ioctl_fn fn, void *arg)
{
	m->ioctl_fn = fn;
	m->ioctl_arg = arg;
}

void mock_ioctl_takes(struct mock *m, uint64_t ns)
{
	m->ioctl_ns = ns;
}

void mock_advance(struct mock *m, uint64_t ns)
{
	pthread_mutex_lock(&m->lock);
	m->now_ns += ns;
	pthread_mutex_unlock(&m->lock);
}

uint64_t mock_now_ns(struct mock *m)
{
	return m->now_ns;
}

void mock_fail_nth(struct mock *m, unsigned int nth, int err)
{
	m->fail_in = nth;
	m->fail_err = err;
	m->failed = false;
}

bool mock_has_failed(struct mock *m)
{
	return m->failed;
}

unsigned int mock_count(struct mock *m, enum mock_op op, const char *path)
{
	unsigned int n = 0;

	for (size_t i = 0; i < m->n_calls; i++)
		if (m->calls[i].op == op &&
		    (!path || strcmp(m->calls[i].path, path) == 0))
			n++;
	return n;
}

void mock_clear_log(struct mock *m)
{
	for (size_t i = 0; i < m->n_calls; i++)
		free(m->calls[i].path);
	free(m->calls);
	m->calls = NULL;
	m->n_calls = 0;
}

/* Log a call; returns the errno that it was told to fail with, or 0. */
static int called(struct mock *m, enum mock_op op, const char *path)
{
	GROW(m->calls, m->n_calls);
	m->calls[m->n_calls++] = (struct mock_call){
		.op = op,
		.path = must(strdup(path)),
	};
	if (op == MOCK_CLOSE || op == MOCK_BATCH_OP || !m->fail_in ||
	    --m->fail_in)
		return 0;
	m->failed = true;
	return m->fail_err;
}

static struct mock_fd *get_fd(struct mock *m, int fd, const char *what)
{
	if (fd < FIRST_FD || (size_t)(fd - FIRST_FD) >= m->n_fds ||
	    !m->fds[fd - FIRST_FD].open) {
		fault(m, "%s of a descriptor that is not open", what);
		return NULL;
	}
	return &m->fds[fd - FIRST_FD];
}

static int new_fd(struct mock *m, size_t entry)
{
	GROW(m->fds, m->n_fds);
	m->fds[m->n_fds] = (struct mock_fd){ .entry = entry, .open = true };
	return FIRST_FD + (int)m->n_fds++;
}

static bool is_dir(const struct mock *m, const char *path)
{
	for (size_t i = 0; i < m->n_entries; i++)
		if (!m->entries[i].removed && inside(m->entries[i].path, path))
			return true;
	return false;
}

static int open_locked(struct mock *m, int rootfd, const char *path, int flags)
{
	int r = called(m, MOCK_OPEN, path);
	size_t i;

	if (r)
		return r;
	if ((flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC))
		fault(m, "%s is opened for writing", path);
	if (!(flags & O_CLOEXEC))
		fault(m, "%s is opened without O_CLOEXEC", path);
	if (strcmp(path, ROOT) == 0 && rootfd == AT_FDCWD)
		return new_fd(m, 0);
	if (path[0] == '/')
		fault(m, "%s is outside of the root", path);
	if (!get_fd(m, rootfd, "open below"))
		return -EBADF;
	i = find(m, path);
	if (i == m->n_entries || m->entries[i].removed)
		return is_dir(m, path) ? -EISDIR : -ENOENT;
	if (m->entries[i].open_err)
		return m->entries[i].open_err;
	return new_fd(m, i + 1);
}

static int mock_open(void *ctx, int rootfd, const char *path, int flags)
{
	struct mock *m = ctx;
	int r;

	pthread_mutex_lock(&m->lock);
	r = open_locked(m, rootfd, path, flags);
	pthread_mutex_unlock(&m->lock);
	return r;
}

static const char *path_of(const struct mock *m, const struct mock_fd *f)
{
	return f->entry ? m->entries[f->entry - 1].path : ROOT;
}

static int mock_close(void *ctx, int fd)
{
	struct mock *m = ctx;
	struct mock_fd *f;

	pthread_mutex_lock(&m->lock);
	f = get_fd(m, fd, "close");
	if (f) {
		(void)called(m, MOCK_CLOSE, path_of(m, f));
		f->open = false;
	}
	pthread_mutex_unlock(&m->lock);
	return f ? 0 : -EBADF;
}

static ssize_t pread_msr(struct mock *m, const struct mock_entry *e, void *buf,
			 size_t n, off_t off)
{
	if (n != 8) {
		fault(m, "%s is read by %zu bytes", e->path, n);
		return -EINVAL;
	}
	for (size_t i = 0; i < e->n_regs; i++) {
		if ((off_t)e->regs[i].reg != off)
			continue;
		if (e->regs[i].err)
			return e->regs[i].err;
		memcpy(buf, &e->regs[i].value, e->regs[i].len);
		return (ssize_t)e->regs[i].len;
	}
	return -EIO;
}

static ssize_t pread_locked(struct mock *m, int fd, void *buf, size_t n,
			    off_t off)
{
	const struct mock_fd *f = get_fd(m, fd, "pread");
	struct mock_entry *e;
	int r;

	if (!f)
		return -EBADF;
	r = called(m, MOCK_PREAD, path_of(m, f));
	if (r)
		return r;
	if (!f->entry)
		return -EISDIR;
	e = &m->entries[f->entry - 1];
	if (e->read_err && e->read_err_times) {
		if (e->read_err_times > 0)
			e->read_err_times--;
		return e->read_err;
	}
	if (e->is_msr)
		return pread_msr(m, e, buf, n, off);
	if (off < 0 || (size_t)off >= e->size)
		return 0;
	n = MIN(n, e->size - (size_t)off);
	memcpy(buf, e->data + off, n);
	return (ssize_t)n;
}

static ssize_t mock_pread(void *ctx, int fd, void *buf, size_t n, off_t off)
{
	struct mock *m = ctx;
	ssize_t r;

	pthread_mutex_lock(&m->lock);
	r = pread_locked(m, fd, buf, n, off);
	pthread_mutex_unlock(&m->lock);
	return r;
}

/* The script's next step must be this message, to the last byte. */
static int play(struct mock *m, struct hsmp_message *msg)
{
	const struct mock_step *step;

	if (m->next_step >= m->n_steps) {
		fault(m, "unexpected ioctl: message %02Xh for socket %u",
		      msg->msg_id, msg->sock_ind);
		return -ENOSYS;
	}
	step = &m->steps[m->next_step++];
	if (memcmp(&step->request, msg, sizeof(*msg)) != 0) {
		fault(m, "ioctl %zu is message %02Xh, not %02Xh as expected",
		      m->next_step, msg->msg_id, step->request.msg_id);
		return -ENOSYS;
	}
	if (step->err)
		memset(msg->args, 0xA5, sizeof(msg->args));
	else
		memcpy(msg->args, step->words, sizeof(msg->args));
	return step->err;
}

/* What msr-safe finds before it executes anything. */
static int batch_check(struct mock *m, struct msr_batch_op *op)
{
	char path[64];
	size_t i;

	(void)snprintf(path, sizeof(path), "dev/cpu/%u/msr_safe", op->cpu);
	(void)called(m, MOCK_BATCH_OP, path);
	if (op->isrdmsr != 1)
		fault(m, "a batch writes register %x", op->msr);
	i = find(m, path);
	if (i == m->n_entries || m->entries[i].removed)
		return -ENXIO;
	for (size_t k = 0; k < m->entries[i].n_regs; k++)
		if (m->entries[i].regs[k].reg == op->msr)
			return m->entries[i].regs[k].err == -EACCES ? -EACCES
								    : 0;
	return -EACCES;
}

static int batch_execute(struct mock *m, struct msr_batch_op *op)
{
	char path[64];
	const struct mock_entry *e;

	(void)snprintf(path, sizeof(path), "dev/cpu/%u/msr_safe", op->cpu);
	e = &m->entries[find(m, path)];
	for (size_t k = 0; k < e->n_regs; k++) {
		if (e->regs[k].reg != op->msr)
			continue;
		if (e->regs[k].err)
			return -EIO;
		op->msrdata = e->regs[k].value;
	}
	return 0;
}

/* A batch as msr-safe 1.8 does it: all checks first, all or nothing. */
static int batch(struct mock *m, const struct msr_batch_array *array)
{
	struct msr_batch_op *ops = (struct msr_batch_op *)(uintptr_t)array->ops;
	int r = 0;

	if (m->batch_err)
		return m->batch_err;
	if (!array->numops)
		return -EINVAL;
	for (uint32_t i = 0; i < array->numops; i++) {
		ops[i].err = batch_check(m, &ops[i]);
		if (ops[i].err)
			r = ops[i].err;
	}
	for (uint32_t i = 0; !r && i < array->numops; i++)
		ops[i].err = batch_execute(m, &ops[i]);
	for (uint32_t i = 0; !r && i < array->numops; i++)
		r = ops[i].err;
	return r;
}

/* Without the lock: it may take its time, and others look at the clock. */
static int answer(struct mock *m, void *arg)
{
	int r;

	pthread_mutex_unlock(&m->lock);
	r = m->ioctl_fn(m->ioctl_arg, arg);
	pthread_mutex_lock(&m->lock);
	return r;
}

static int request(struct mock *m, const char *path, unsigned long req,
		   void *arg)
{
	if (req == X86_IOC_MSR_BATCH && strcmp(path, BATCH_NODE) == 0)
		return batch(m, arg);
	if (req != HSMP_IOCTL_CMD)
		fault(m, "unknown request %lx", req);
	return m->ioctl_fn ? answer(m, arg) : play(m, arg);
}

static int mock_ioctl(void *ctx, int fd, unsigned long req, void *arg)
{
	struct mock *m = ctx;
	struct mock_fd *f;
	int r = -EBADF;

	pthread_mutex_lock(&m->lock);
	f = get_fd(m, fd, "ioctl");
	if (f) {
		r = called(m, MOCK_IOCTL, path_of(m, f));
		m->now_ns += m->ioctl_ns;
		if (!r)
			r = request(m, path_of(m, f), req, arg);
	}
	pthread_mutex_unlock(&m->lock);
	return r;
}

/* Names in a folder, each once: "a\0b\0\0"; NULL if there is no folder. */
static char *names_in(const struct mock *m, const char *dir)
{
	char *names = NULL;
	size_t used = 0;

	for (size_t i = 0; i < m->n_entries; i++) {
		const char *name = inside(m->entries[i].path, dir);
		size_t n = name ? strcspn(name, "/") : 0;
		bool known = false;

		if (!n || m->entries[i].removed)
			continue;
		for (const char *p = names; p && *p; p += strlen(p) + 1)
			known |= strlen(p) == n && memcmp(p, name, n) == 0;
		if (known)
			continue;
		names = must(realloc(names, used + n + 2));
		memcpy(names + used, name, n);
		used += n;
		names[used++] = '\0';
		names[used] = '\0';
	}
	return names;
}

static int mock_list(void *ctx, int rootfd, const char *dir, hw_list_fn fn,
		     void *arg)
{
	struct mock *m = ctx;
	char *names = NULL;
	size_t i;
	int r;

	pthread_mutex_lock(&m->lock);
	r = called(m, MOCK_LIST, dir);
	if (!r && !get_fd(m, rootfd, "list below"))
		r = -EBADF;
	i = find(m, dir);
	if (!r && i < m->n_entries && !m->entries[i].removed)
		r = m->entries[i].open_err ? m->entries[i].open_err : -ENOTDIR;
	if (!r) {
		names = names_in(m, dir);
		r = names ? 0 : -ENOENT;
	}
	pthread_mutex_unlock(&m->lock);
	for (const char *p = names; !r && p && *p; p += strlen(p) + 1)
		r = fn(arg, p);
	free(names);
	return r;
}

static uint64_t mock_clock(void *ctx)
{
	struct mock *m = ctx;
	uint64_t now_ns;

	pthread_mutex_lock(&m->lock);
	now_ns = m->now_ns;
	pthread_mutex_unlock(&m->lock);
	return now_ns;
}

static int perf_open_locked(struct mock *m, const struct hw_perf_event *event)
{
	char path[64];
	int r;

	perf_path(path, event);
	r = called(m, MOCK_PERF, path);
	if (r)
		return r;
	for (size_t i = 0; i < m->n_perf; i++) {
		if (!same_event(&m->perf[i].event, event))
			continue;
		return m->perf[i].err ? m->perf[i].err
				      : new_fd(m, find(m, path) + 1);
	}
	return -ENOENT;
}

static int mock_perf_open(void *ctx, int rootfd,
			  const struct hw_perf_event *event)
{
	struct mock *m = ctx;
	int r;

	pthread_mutex_lock(&m->lock);
	r = get_fd(m, rootfd, "perf_open below") ? perf_open_locked(m, event)
						 : -EBADF;
	pthread_mutex_unlock(&m->lock);
	return r;
}

const struct hw_ops mock_ops = {
	.open = mock_open,
	.close = mock_close,
	.pread = mock_pread,
	.ioctl = mock_ioctl,
	.list = mock_list,
	.now_ns = mock_clock,
	.perf_open = mock_perf_open,
};
