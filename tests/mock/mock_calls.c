// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The calls of the mock
 *
 * One mutex round every call. Memory that can't be had ends the program: a
 * test that runs out of memory has nothing to say.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "tests/mock/mock_internal.h"

/* Log a call; returns the errno that it was told to fail with, or 0. */
static int called(struct mock *m, enum mock_op op, const char *path)
{
	GROW(m->calls, m->n_calls);
	m->calls[m->n_calls++] = (struct mock_call){
		.op = op,
		.path = mock_must(strdup(path)),
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
		mock_fault(m, "%s of a descriptor that is not open", what);
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
		if (!m->entries[i].removed &&
		    mock_inside(m->entries[i].path, path))
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
		mock_fault(m, "%s is opened for writing", path);
	if (!(flags & O_CLOEXEC))
		mock_fault(m, "%s is opened without O_CLOEXEC", path);
	if (strcmp(path, ROOT) == 0 && rootfd == AT_FDCWD)
		return new_fd(m, 0);
	if (path[0] == '/')
		mock_fault(m, "%s is outside of the root", path);
	if (!get_fd(m, rootfd, "open below"))
		return -EBADF;
	i = mock_find(m, path);
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
		mock_fault(m, "%s is read by %zu bytes", e->path, n);
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
		mock_fault(m, "unexpected ioctl: message %02Xh for socket %u",
			   msg->msg_id, msg->sock_ind);
		return -ENOSYS;
	}
	step = &m->steps[m->next_step++];
	if (memcmp(&step->request, msg, sizeof(*msg)) != 0) {
		mock_fault(m,
			   "ioctl %zu is message %02Xh, not %02Xh as expected",
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
		mock_fault(m, "a batch writes register %x", op->msr);
	i = mock_find(m, path);
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
	e = &m->entries[mock_find(m, path)];
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
		mock_fault(m, "unknown request %lx", req);
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
		const char *name = mock_inside(m->entries[i].path, dir);
		size_t n = name ? strcspn(name, "/") : 0;
		bool known = false;

		if (!n || m->entries[i].removed)
			continue;
		for (const char *p = names; p && *p; p += strlen(p) + 1)
			known |= strlen(p) == n && memcmp(p, name, n) == 0;
		if (known)
			continue;
		names = mock_must(realloc(names, used + n + 2));
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
	i = mock_find(m, dir);
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

	mock_perf_path(path, event);
	r = called(m, MOCK_PERF, path);
	if (r)
		return r;
	for (size_t i = 0; i < m->n_perf; i++) {
		if (!mock_same_event(&m->perf[i].event, event))
			continue;
		return m->perf[i].err ? m->perf[i].err
				      : new_fd(m, mock_find(m, path) + 1);
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
