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

/**
 * struct fs - The mounted file system
 * @sim:	Machine
 * @se:		libfuse's session
 * @events:	Whom to tell
 */
struct fs {
	struct sim *sim;
	struct fuse_session *se;
	struct fs_events events;
};

/* Callbacks; their userdata is the struct fs. */
extern const struct fuse_lowlevel_ops fs_ops;

#endif
