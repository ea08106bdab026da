// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Setting up a mock, and asking what happened
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/mock/mock_internal.h"

void mock_fault(struct mock *m, const char *fmt, ...)
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
	struct mock *m = mock_must(calloc(1, sizeof(*m)));

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
		mock_fault(m, "left open: %s",
			   m->fds[i].entry
				   ? m->entries[m->fds[i].entry - 1].path
				   : ROOT);
	}
	if (m->next_step < m->n_steps)
		mock_fault(m, "%zu of %zu ioctls were not made",
			   m->n_steps - m->next_step, m->n_steps);
	return m->fault[0] ? m->fault : NULL;
}

size_t mock_find(const struct mock *m, const char *path)
{
	size_t i;

	for (i = 0; i < m->n_entries; i++)
		if (strcmp(m->entries[i].path, path) == 0)
			break;
	return i;
}

static struct mock_entry *entry(struct mock *m, const char *path)
{
	size_t i = mock_find(m, path);

	if (i == m->n_entries) {
		GROW(m->entries, m->n_entries);
		m->entries[i] = (struct mock_entry){
			.path = mock_must(strdup(path)),
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
	e->data = mock_must(malloc(size + 1));
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

void mock_perf_path(char path[64], const struct hw_perf_event *event)
{
	(void)snprintf(path, 64, "perf/cpu%u", event->cpu);
}

void mock_perf_event(struct mock *m, const struct hw_perf_event *event,
		     uint64_t count, int err)
{
	char path[64];
	size_t i;

	for (i = 0; i < m->n_perf; i++)
		if (mock_same_event(&m->perf[i].event, event))
			break;
	if (i == m->n_perf) {
		GROW(m->perf, m->n_perf);
		m->n_perf++;
	}
	m->perf[i] = (struct mock_perf){ .event = *event, .err = err };
	mock_perf_path(path, event);
	mock_bytes(m, path, &count, sizeof(count));
}

const char *mock_inside(const char *path, const char *dir)
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

		if (strcmp(e->path, path) == 0 || mock_inside(e->path, path))
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
