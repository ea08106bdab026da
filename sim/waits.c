// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Everything that makes a caller wait, see the header
 */
#include "sim/waits.h"

#include <errno.h>
#include <time.h>

#include "base/util.h"

void waits_init(struct waits *w)
{
	pthread_condattr_t attr;

	*w = (struct waits){ .stopping = false };
	pthread_mutex_init(&w->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&w->sleepers, &attr);
	for (size_t i = 0; i < ARRAY_SIZE(w->queue); i++)
		pthread_cond_init(&w->queue[i], &attr);
	pthread_condattr_destroy(&attr);
}

void waits_destroy(struct waits *w)
{
	for (size_t i = 0; i < ARRAY_SIZE(w->queue); i++)
		pthread_cond_destroy(&w->queue[i]);
	pthread_cond_destroy(&w->sleepers);
	pthread_mutex_destroy(&w->lock);
}

static void wake_all(struct waits *w)
{
	pthread_cond_broadcast(&w->sleepers);
	for (size_t i = 0; i < ARRAY_SIZE(w->queue); i++)
		pthread_cond_broadcast(&w->queue[i]);
}

void waits_stop(struct waits *w)
{
	pthread_mutex_lock(&w->lock);
	w->stopping = true;
	wake_all(w);
	pthread_mutex_unlock(&w->lock);
}

void waiter_interrupt(struct waiter *me)
{
	struct waits *w = me->waits;

	pthread_mutex_lock(&w->lock);
	me->interrupted = true;
	wake_all(w);
	pthread_mutex_unlock(&w->lock);
}

static struct timespec deadline_after(uint64_t ns)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	ts.tv_sec += (time_t)(ns / NSEC_PER_SEC);
	ts.tv_nsec += (long)(ns % NSEC_PER_SEC);
	if (ts.tv_nsec >= (long)NSEC_PER_SEC) {
		ts.tv_sec++;
		ts.tv_nsec -= (long)NSEC_PER_SEC;
	}
	return ts;
}

int waiter_sleep(struct waiter *me, uint64_t ns, bool interruptible)
{
	struct timespec deadline = deadline_after(ns);
	struct waits *w = me->waits;
	int r = 0;

	pthread_mutex_lock(&w->lock);
	while (r == 0) {
		if (w->stopping || (interruptible && me->interrupted))
			r = -EINTR;
		else if (pthread_cond_timedwait(&w->sleepers, &w->lock,
						&deadline) == ETIMEDOUT)
			break;
	}
	pthread_mutex_unlock(&w->lock);
	return r;
}

int mailbox_lock(struct waiter *me, uint32_t sock)
{
	struct waits *w = me->waits;
	int r = 0;

	pthread_mutex_lock(&w->lock);
	while (w->busy[sock] && !w->stopping && !me->interrupted)
		pthread_cond_wait(&w->queue[sock], &w->lock);
	if (w->stopping || me->interrupted)
		r = -EINTR;
	else
		w->busy[sock] = true;
	/* It may have been woken for a mailbox that it does not want now. */
	if (r && !w->busy[sock])
		pthread_cond_signal(&w->queue[sock]);
	pthread_mutex_unlock(&w->lock);
	return r;
}

void mailbox_unlock(struct waiter *me, uint32_t sock)
{
	struct waits *w = me->waits;

	pthread_mutex_lock(&w->lock);
	w->busy[sock] = false;
	pthread_cond_signal(&w->queue[sock]);
	pthread_mutex_unlock(&w->lock);
}
