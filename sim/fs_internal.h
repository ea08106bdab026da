/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Inside of the file system
 *
 * For fs.c (requests) and mount.c (beginning and end) only.
 */
#ifndef SIM_FS_INTERNAL_H
#define SIM_FS_INTERNAL_H

#define FUSE_USE_VERSION 314

#include <fuse_lowlevel.h>

#include "sim/fs.h"

struct long_text;

/**
 * struct fs - The mounted file system
 * @sim:	Machine
 * @se:		libfuse's session
 * @events:	Whom to tell
 * @lock:	Guards @texts; innermost
 * @texts:	Open files of kind NODE_LONG_TEXT: at the end there may be some
 *		of which the kernel does not say any more that they are closed
 */
struct fs {
	struct sim *sim;
	struct fuse_session *se;
	struct fs_events events;
	pthread_mutex_t lock;
	struct long_text *texts;
};

/* Callbacks; their userdata is the struct fs. */
extern const struct fuse_lowlevel_ops fs_ops;

/**
 * fs_free_texts() - Release what is still open
 * @fs:		File system that serves no requests any more
 */
void fs_free_texts(struct fs *fs);

#endif
