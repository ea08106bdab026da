/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The simulator as a file system
 *
 * Glue between libfuse's low-level interface and sim.h. Every request is
 * served by one of libfuse's threads from its arrival to its reply; a request
 * that has to wait keeps its thread. The number of threads is bounded, and
 * waits end when their caller is killed or the program stops.
 *
 * Regular files stand for device nodes: programs ask by open, ioctl and pread
 * only. Files are opened with direct_io, so that each read reaches us with the
 * size and offset that the program gave, beyond st_size too.
 *
 * The kernel may cache names for a day: the tree does not change. A fault that
 * hides or shows a node is announced to the kernel.
 */
#ifndef SIM_FS_H
#define SIM_FS_H

#include "sim/sim.h"

/* Threads at most; more requests than that wait in the kernel. */
#define FS_MAX_THREADS 64

struct fs;

/**
 * struct fs_events - What the file system tells the one who runs it
 * @ctx:	Handed to each
 * @ready:	Requests are being served; called once, from some thread
 */
struct fs_events {
	void *ctx;
	void (*ready)(void *ctx);
};

/**
 * fs_mount() - Mount
 * @sim:	Machine, must outlive the file system
 * @mountpoint:	Absolute path of an empty folder
 * @events:	Copied
 * @ret:	The file system; fs_unmount() it
 * @err:	What went wrong, NUL-terminated, set on failure only
 * @size:	Size of @err
 *
 * Return: 0 or negative errno, then nothing is mounted
 */
int fs_mount(struct sim *sim, const char *mountpoint,
	     const struct fs_events *events, struct fs **ret, char *err,
	     size_t size);

/**
 * fs_serve() - Serve requests in this thread and others until the end
 * @fs:		File system
 *
 * Ends after fs_quit(), or when somebody else has unmounted it.
 *
 * Return: 0 or negative errno
 */
int fs_serve(struct fs *fs);

/**
 * fs_quit() - Tell fs_serve() to end
 * @fs:		File system
 *
 * Takes effect when the thread in fs_serve() is interrupted by a signal, which
 * the caller has to send.
 */
void fs_quit(struct fs *fs);

/**
 * fs_unmount() - Unmount and release; open files of others become unusable
 * @fs:		File system or NULL
 */
void fs_unmount(struct fs *fs);

#endif
