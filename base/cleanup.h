/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Cleanup attributes
 *
 * A variable so marked is released when it leaves its scope, on every path.
 * What shall outlive the scope is taken out of it with take_fd() or
 * take_ptr(). Every helper accepts the empty value (NULL, a negative fd) and
 * keeps errno, since it runs between a failure and its report.
 */
#ifndef BASE_CLEANUP_H
#define BASE_CLEANUP_H

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static inline void cleanup_close_fn(int *fd)
{
	int saved = errno;

	if (*fd >= 0)
		(void)close(*fd);
	errno = saved;
}

static inline void cleanup_free_fn(void *p)
{
	free(*(void **)p);
}

static inline void cleanup_fclose_fn(FILE **f)
{
	int saved = errno;

	if (*f)
		(void)fclose(*f);
	errno = saved;
}

static inline void cleanup_closedir_fn(DIR **d)
{
	int saved = errno;

	if (*d)
		(void)closedir(*d);
	errno = saved;
}

#define cleanup_close __attribute__((cleanup(cleanup_close_fn)))
#define cleanup_free __attribute__((cleanup(cleanup_free_fn)))
#define cleanup_fclose __attribute__((cleanup(cleanup_fclose_fn)))
#define cleanup_closedir __attribute__((cleanup(cleanup_closedir_fn)))

/**
 * take_fd() - Move a descriptor out of a cleanup variable
 * @fd:		The variable; holds -EBADF afterwards
 *
 * Return: the descriptor, now the caller's to close
 */
static inline int take_fd(int *fd)
{
	int r = *fd;

	*fd = -EBADF;
	return r;
}

/* Move a pointer out of a cleanup variable, which then holds NULL. */
#define take_ptr(p)                         \
	__extension__({                     \
		__typeof__(p) taken_ = (p); \
		(p) = NULL;                 \
		taken_;                     \
	})

#endif
