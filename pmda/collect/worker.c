// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in worker.h. */

#include "pmda/collect/worker.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

int worker_init(struct worker *w, struct worker_shared *shared,
		const struct worker_ops *ops, void *self, uint32_t size)
{
	pthread_condattr_t attr;
	struct work_item *queue;
	int r;

	queue = calloc(size ? size : 1, sizeof(*queue));
	if (!queue)
		return -ENOMEM;
	r = -pthread_condattr_init(&attr);
	if (r == 0) {
		/* Deadlines must not move when somebody sets the date. */
		(void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
		r = -pthread_cond_init(&w->work, &attr);
		(void)pthread_condattr_destroy(&attr);
	}
	if (r < 0) {
		free(queue);
		return r;
	}
	w->shared = shared;
	w->ops = ops;
	w->self = self;
	w->queue = queue;
	w->size = size;
	return 0;
}

void worker_push(struct worker *w, struct work_item item, bool first)
{
	struct slot *slot = &w->shared->slots[item.src][item.index];

	if (slot->wanted || w->count == w->size)
		return;
	slot->wanted = true;
	if (first)
		w->head = (w->head + w->size - 1) % w->size;
	w->queue[(w->head + (first ? 0 : w->count)) % w->size] = item;
	w->count++;
	(void)pthread_cond_signal(&w->work);
}

static unsigned int worker_pop(struct worker *w, struct work_item *items)
{
	unsigned int n = 0;

	while (n < w->ops->batch && w->count) {
		items[n++] = w->queue[w->head];
		w->head = (w->head + 1) % w->size;
		w->count--;
	}
	return n;
}

static void worker_store(struct worker *w, const struct work_item *items,
			 const struct work_result *results, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		struct slot *slot =
			&w->shared->slots[items[i].src][items[i].index];

		if (results[i].status == 0)
			slot->data = results[i].data;
		slot->status = results[i].status;
		slot->at_ns = results[i].at_ns;
		slot->wanted = false;
	}
}

/* What a client waits for passes on this clock, not on the context's. */
static uint64_t monotonic_ns(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec;
}

/* The lock is held on entry and exit, not during the reads. */
static void worker_batch(struct worker *w)
{
	struct work_result results[WORKER_BATCH];
	struct work_item items[WORKER_BATCH];
	bool late;
	uint64_t begin = monotonic_ns();
	unsigned int n;

	n = worker_pop(w, items);
	(void)pthread_mutex_unlock(&w->shared->lock);
	w->ops->read(w->self, items, n, results);
	late = monotonic_ns() - begin > WORKER_LATE_NS;
	(void)pthread_mutex_lock(&w->shared->lock);
	if (w->ops->commit)
		w->ops->commit(w->self, items, n, results);
	worker_store(w, items, results, n);
	w->late = late;
	if (w->ops->publish)
		w->ops->publish(w->self);
	(void)pthread_cond_broadcast(&w->shared->done);
}

static void worker_tick(struct worker *w, uint64_t now_ns)
{
	uint64_t due;

	(void)pthread_mutex_unlock(&w->shared->lock);
	due = w->ops->tick(w->self, now_ns);
	(void)pthread_mutex_lock(&w->shared->lock);
	w->due_ns = due;
	w->ticked = true;
	if (w->ops->publish)
		w->ops->publish(w->self);
	(void)pthread_cond_broadcast(&w->shared->done);
}

/* The context's clock may be another one than the condition's. */
static void worker_sleep(struct worker *w, uint64_t ns)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	ns += (uint64_t)ts.tv_nsec;
	ts.tv_sec += (time_t)(ns / NSEC_PER_SEC);
	ts.tv_nsec = (long)(ns % NSEC_PER_SEC);
	(void)pthread_cond_timedwait(&w->work, &w->shared->lock, &ts);
}

static void *worker_main(void *arg)
{
	struct worker *w = arg;

	(void)pthread_mutex_lock(&w->shared->lock);
	while (!w->stop) {
		uint64_t now = hw_now_ns(w->shared->hw);

		if (now >= w->due_ns)
			worker_tick(w, now);
		else if (w->count)
			worker_batch(w);
		else
			worker_sleep(w, w->due_ns - now);
	}
	(void)pthread_mutex_unlock(&w->shared->lock);
	return NULL;
}

int worker_start(struct worker *w)
{
	sigset_t all, old;
	int r;

	/* Signals are for the main thread. */
	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &old);
	r = -pthread_create(&w->thread, NULL, worker_main, w);
	(void)pthread_sigmask(SIG_SETMASK, &old, NULL);
	w->running = r == 0;
	return r;
}

void worker_destroy(struct worker *w)
{
	if (!w->queue)
		return;
	if (w->running) {
		(void)pthread_mutex_lock(&w->shared->lock);
		w->stop = true;
		(void)pthread_cond_signal(&w->work);
		(void)pthread_mutex_unlock(&w->shared->lock);
		(void)pthread_join(w->thread, NULL);
		w->running = false;
	}
	(void)pthread_cond_destroy(&w->work);
	free(w->queue);
	w->queue = NULL;
}
