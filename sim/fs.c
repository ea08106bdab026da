// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The simulator as a file system, see the header
 *
 * What a kind of node can do is one row of kind_ops (fs_kinds.c); the callbacks
 * that libfuse knows find the node, then its row.
 */
#include "sim/fs_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

/* Names and attributes may be cached so long, in seconds. */
#define CACHE_S 86400.0
/* As sysfs says of each of its files. */
#define TEXT_SIZE 4096

static void on_interrupt(fuse_req_t req, void *me)
{
	UNUSED(req);
	waiter_interrupt(me);
}

/* From here on the caller's death ends the waits of a request. */
static void begin_waits(fuse_req_t req, struct waiter *me)
{
	*me = (struct waiter){ .waits = &fs_sim(req)->waits };
	fuse_req_interrupt_func(req, on_interrupt, me);
}

static void fill_attr(struct sim *sim, uint32_t ino, struct stat *st)
{
	const struct node *node = node_get(sim->tree, ino);
	enum node_kind kind = node_kind(node);

	memset(st, 0, sizeof(*st));
	st->st_ino = ino;
	/* One link for folders too: nobody shall count subfolders by it. */
	st->st_nlink = 1;
	st->st_mode = (kind == NODE_DIR ? S_IFDIR : S_IFREG) |
		      (mode_t)atomic_load(&node->mode);
	st->st_uid = atomic_load(&node->uid);
	st->st_gid = atomic_load(&node->gid);
	if (kind == NODE_TEXT || kind == NODE_ATTR)
		st->st_size = TEXT_SIZE;
	else if (kind == NODE_METRICS_BIN)
		st->st_size = METRICS_BIN_SIZE;
	st->st_blksize = 4096;
	st->st_atim = st->st_mtim = st->st_ctim = sim->started;
}

static void fs_init(void *userdata, struct fuse_conn_info *conn)
{
	struct fs *fs = userdata;

	UNUSED(conn);
	if (fs->events.ready)
		fs->events.ready(fs->events.ctx);
}

static void fs_lookup(fuse_req_t req, fuse_ino_t parent, const char *name)
{
	struct sim *sim = fs_sim(req);
	struct fuse_entry_param e = { .attr_timeout = CACHE_S,
				      .entry_timeout = CACHE_S };
	uint32_t ino = node_lookup(sim->tree, (uint32_t)parent, name);

	if (!ino || serve_missing(sim, ino)) {
		fuse_reply_err(req, ENOENT);
		return;
	}
	e.ino = ino;
	fill_attr(sim, ino, &e.attr);
	fuse_reply_entry(req, &e);
}

static void fs_getattr(fuse_req_t req, fuse_ino_t ino,
		       struct fuse_file_info *fi)
{
	struct stat st;

	UNUSED(fi);
	if (!fs_node(req, ino)) {
		fuse_reply_err(req, ENOENT);
		return;
	}
	fill_attr(fs_sim(req), (uint32_t)ino, &st);
	fuse_reply_attr(req, &st, CACHE_S);
}

/* Owner and mode can be changed, as udev rules do; the rest is as it is. */
static void fs_setattr(fuse_req_t req, fuse_ino_t ino, struct stat *attr,
		       int to_set, struct fuse_file_info *fi)
{
	struct node *node = fs_node(req, ino);
	struct stat st;

	UNUSED(fi);
	if (!node) {
		fuse_reply_err(req, ENOENT);
		return;
	}
	if (to_set & FUSE_SET_ATTR_MODE)
		atomic_store(&node->mode, attr->st_mode & 07777);
	if (to_set & FUSE_SET_ATTR_UID)
		atomic_store(&node->uid, attr->st_uid);
	if (to_set & FUSE_SET_ATTR_GID)
		atomic_store(&node->gid, attr->st_gid);
	fill_attr(fs_sim(req), (uint32_t)ino, &st);
	fuse_reply_attr(req, &st, CACHE_S);
}

static void fs_open(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi)
{
	int accmode = fi->flags & O_ACCMODE;
	struct node *node = fs_node(req, ino);
	int r;

	if (!node || node_kind(node) == NODE_DIR) {
		fuse_reply_err(req, node ? EISDIR : ENOENT);
		return;
	}
	/*
	 * The kernel's driver asks for CAP_SYS_RAWIO. Root of a container has
	 * it seldom, root of the machine that is simulated always.
	 */
	r = serve_open(fs_sim(req), (uint32_t)ino, accmode,
		       fuse_req_ctx(req)->uid == 0);
	fi->fh = (uint64_t)accmode;
	if (!r && kind_ops[node_kind(node)].open)
		r = kind_ops[node_kind(node)].open(fuse_req_userdata(req), fi);
	if (r) {
		fuse_reply_err(req, -r);
		return;
	}
	fi->direct_io = 1;
	/* The caller was interrupted and does not know of the open file. */
	if (fuse_reply_open(req, fi) == -ENOENT &&
	    kind_ops[node_kind(node)].release)
		kind_ops[node_kind(node)].release(fi);
}

static void fs_release(fuse_req_t req, fuse_ino_t ino,
		       struct fuse_file_info *fi)
{
	struct node *node = fs_node(req, ino);

	if (node && kind_ops[node_kind(node)].release)
		kind_ops[node_kind(node)].release(fi);
	fuse_reply_err(req, 0);
}

static void fs_read(fuse_req_t req, fuse_ino_t ino, size_t size, off_t off,
		    struct fuse_file_info *fi)
{
	struct node *node = fs_node(req, ino);
	struct waiter me;

	if (!node || !kind_ops[node_kind(node)].read) {
		fuse_reply_err(req, EINVAL);
		return;
	}
	atomic_fetch_add(&fs_sim(req)->counts.reads[node_kind(node)], 1);
	if (atomic_load(&node->short_len))
		size = MIN(size, atomic_load(&node->short_len));
	begin_waits(req, &me);
	kind_ops[node_kind(node)].read(req, &me, (uint32_t)ino, size, off, fi);
}

static void fs_write(fuse_req_t req, fuse_ino_t ino, const char *buf,
		     size_t size, off_t off, struct fuse_file_info *fi)
{
	struct node *node = fs_node(req, ino);
	struct waiter me;

	UNUSED(fi);
	if (!node || !kind_ops[node_kind(node)].write) {
		fuse_reply_err(req, EINVAL);
		return;
	}
	begin_waits(req, &me);
	kind_ops[node_kind(node)].write(req, &me, (uint32_t)ino, buf, size,
					off);
}

static void fs_ioctl(fuse_req_t req, fuse_ino_t ino, unsigned int cmd,
		     void *arg, struct fuse_file_info *fi, unsigned int flags,
		     const void *in_buf, size_t in_bufsz, size_t out_bufsz)
{
	struct node *node = fs_node(req, ino);
	struct waiter me;

	UNUSED(flags);
	UNUSED(out_bufsz);
	if (!node || !kind_ops[node_kind(node)].ioctl) {
		fuse_reply_err(req, ENOTTY);
		return;
	}
	begin_waits(req, &me);
	kind_ops[node_kind(node)].ioctl(
		req, &me, (uint32_t)ino,
		&(struct fs_ioctl){ .cmd = cmd,
				    .accmode = (int)fi->fh,
				    .in = in_buf,
				    .in_size = in_bufsz,
				    .address = (uintptr_t)arg });
}

/*
 * A position is 1 and 2 behind the dots, and the node's number plus 1 behind
 * a node, so that a listing can go on from anywhere.
 */
static void fs_readdir(fuse_req_t req, fuse_ino_t ino, size_t size, off_t off,
		       struct fuse_file_info *fi)
{
	struct sim *sim = fs_sim(req);
	struct node *dir = fs_node(req, ino);
	cleanup_free char *buf = malloc(size);
	size_t used = 0;
	uint32_t next;

	UNUSED(fi);
	if (!buf || !dir || node_kind(dir) != NODE_DIR || off < 0) {
		fuse_reply_err(req, buf ? ENOTDIR : ENOMEM);
		return;
	}
	for (off_t dot = off; dot < 2; dot++) {
		uint64_t to = dot == 0 ? ino : dir->parent;
		struct stat st = { .st_ino = to, .st_mode = S_IFDIR };
		size_t n = fuse_add_direntry(req, buf + used, size - used,
					     dot == 0 ? "." : "..", &st,
					     dot + 1);

		if (n > size - used)
			break;
		used += n;
	}
	next = dir->child;
	if (off > 2) {
		struct node *last = node_get(sim->tree, (uint64_t)off - 1);

		next = last && last->parent == ino ? last->next : 0;
	}
	while (next) {
		struct node *node = node_get(sim->tree, next);
		struct stat st;
		size_t n;

		fill_attr(sim, next, &st);
		n = serve_missing(sim, next)
			    ? 0
			    : fuse_add_direntry(req, buf + used, size - used,
						node->name, &st,
						(off_t)next + 1);
		if (n > size - used)
			break;
		used += n;
		next = node->next;
	}
	fuse_reply_buf(req, buf, used);
}

const struct fuse_lowlevel_ops fs_ops = {
	.init = fs_init,
	.lookup = fs_lookup,
	.getattr = fs_getattr,
	.setattr = fs_setattr,
	.open = fs_open,
	.release = fs_release,
	.read = fs_read,
	.write = fs_write,
	.ioctl = fs_ioctl,
	.readdir = fs_readdir,
};
