/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Inside of the file system
 *
 * For fs.c (requests), fs_kinds.c (what nodes do with them), fs_user.c (memory
 * of the caller) and mount.c (beginning and end) only.
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

/* Size of the attribute metrics_bin, as sysfs shows it. */
#define METRICS_BIN_SIZE 1404

/**
 * struct fs_ioctl - An ioctl
 * @cmd:	Number
 * @accmode:	As the node was opened
 * @in:		What the kernel has copied from @address
 * @in_size:	As much as the number says, if it says that it reads, else 0
 * @address:	Its argument, an address of the caller's
 */
struct fs_ioctl {
	unsigned int cmd;
	int accmode;
	const void *in;
	size_t in_size;
	uint64_t address;
};

/**
 * struct kind_ops - What the nodes of a kind can do
 * @open:	Prepare fi->fh; NULL keeps the access mode in it, which FUSE
 *		does not repeat in an ioctl
 * @release:	Undo @open; may be NULL
 * @read:	Reply to a read; NULL is EINVAL, as where a driver has none
 * @write:	Reply to a write; NULL likewise
 * @ioctl:	Reply to an ioctl; NULL is ENOTTY
 */
struct kind_ops {
	int (*open)(struct fs *fs, struct fuse_file_info *fi);
	void (*release)(struct fuse_file_info *fi);
	void (*read)(fuse_req_t req, struct waiter *me, uint32_t ino,
		     size_t size, off_t off, struct fuse_file_info *fi);
	void (*write)(fuse_req_t req, struct waiter *me, uint32_t ino,
		      const char *buf, size_t size, off_t off);
	void (*ioctl)(fuse_req_t req, struct waiter *me, uint32_t ino,
		      const struct fs_ioctl *ctl);
};

/* By kind; NODE_DIR has none of them. */
extern const struct kind_ops kind_ops[];

/**
 * fs_sim() - The machine that a request is for
 * @req:	Request
 *
 * Return: the machine
 */
struct sim *fs_sim(fuse_req_t req);

/**
 * fs_node() - The node that a request is for
 * @req:	Request
 * @ino:	Its number
 *
 * Return: the node, or NULL
 */
struct node *fs_node(fuse_req_t req, fuse_ino_t ino);

/**
 * fs_user_read() - Copy from the memory of the one who asks
 * @req:	Request
 * @address:	Where from
 * @buf:	Where to
 * @size:	How much
 *
 * Return: 0, -EFAULT
 */
int fs_user_read(fuse_req_t req, uint64_t address, void *buf, size_t size);

/**
 * fs_user_write() - Copy into the memory of the one who asks
 * @req:	Request
 * @address:	Where to
 * @buf:	Where from
 * @size:	How much
 *
 * Return: 0, -EFAULT
 */
int fs_user_write(fuse_req_t req, uint64_t address, const void *buf,
		  size_t size);

/* Callbacks; their userdata is the struct fs. */
extern const struct fuse_lowlevel_ops fs_ops;

/**
 * fs_free_texts() - Release what is still open
 * @fs:		File system that serves no requests any more
 */
void fs_free_texts(struct fs *fs);

#endif
