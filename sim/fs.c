// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The simulator as a file system, see the header
 *
 * What a kind of node can do is one row of kind_ops; the callbacks that
 * libfuse knows find the node, then its row. fi->fh holds the access mode
 * (FUSE does not repeat it in an ioctl), and for long texts the address of a
 * struct long_text, which holds both.
 */
#include "sim/fs_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "sim/driver_hsmp.h"

/* Names and attributes may be cached so long, in seconds. */
#define CACHE_S 86400.0
/* As sysfs says of each of its files. */
#define TEXT_SIZE 4096

/**
 * struct long_text - An open file of kind NODE_LONG_TEXT
 * @fs:		File system
 * @next:	Next in its list
 * @prev:	Previous
 * @users:	The open file, and reads that are being answered: a program
 *		may close the file as soon as it has the answer, while the
 *		one who answered still holds the lock
 * @lock:	Guards the rest: threads may share a descriptor
 * @buf:	Text as of the last read at offset 0
 * @size:	Room in @buf
 * @len:	Length of the text
 */
struct long_text {
	struct fs *fs;
	struct long_text *next;
	struct long_text *prev;
	atomic_uint users;
	pthread_mutex_t lock;
	char *buf;
	size_t size;
	size_t len;
};

/**
 * struct kind_ops - What the nodes of a kind can do
 * @open:	Prepare fi->fh; NULL keeps the access mode in it
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
	void (*write)(fuse_req_t req, uint32_t ino, const char *buf,
		      size_t size, off_t off);
	void (*ioctl)(fuse_req_t req, struct waiter *me, uint32_t ino,
		      unsigned int cmd, int accmode, const void *in,
		      size_t in_size);
};

static struct sim *sim_of(fuse_req_t req)
{
	struct fs *fs = fuse_req_userdata(req);

	return fs->sim;
}

static struct node *node_of(fuse_req_t req, fuse_ino_t ino)
{
	return node_get(sim_of(req)->tree, ino);
}

static void on_interrupt(fuse_req_t req, void *me)
{
	UNUSED(req);
	waiter_interrupt(me);
}

/* From here on the caller's death ends the waits of a request... */
static void begin_waits(fuse_req_t req, struct waiter *me)
{
	*me = (struct waiter){ .waits = &sim_of(req)->waits };
	fuse_req_interrupt_func(req, on_interrupt, me);
}

/* ...until here; the reply must come later, it frees the request. */
static void end_waits(fuse_req_t req)
{
	fuse_req_interrupt_func(req, NULL, NULL);
}

static void reply_part(fuse_req_t req, const char *buf, size_t len, size_t size,
		       off_t off)
{
	size_t at = MIN((size_t)off, len);

	fuse_reply_buf(req, buf + at, MIN(size, len - at));
}

static void text_read(fuse_req_t req, struct waiter *me, uint32_t ino,
		      size_t size, off_t off, struct fuse_file_info *fi)
{
	char buf[NODE_TEXT_MAX + 1];
	struct text out = { buf, sizeof(buf), 0 };
	int r;

	UNUSED(fi);
	r = serve_delay(sim_of(req), me, ino);
	end_waits(req);
	if (r) {
		fuse_reply_err(req, -r);
		return;
	}
	serve_text(sim_of(req), ino, &out);
	reply_part(req, buf, MIN(out.len, sizeof(buf) - 1), size, off);
}

static int long_text_open(struct fs *fs, struct fuse_file_info *fi)
{
	struct long_text *lt = calloc(1, sizeof(*lt));

	if (!lt)
		return -ENOMEM;
	atomic_init(&lt->users, 1);
	pthread_mutex_init(&lt->lock, NULL);
	lt->fs = fs;
	pthread_mutex_lock(&fs->lock);
	lt->next = fs->texts;
	if (lt->next)
		lt->next->prev = lt;
	fs->texts = lt;
	pthread_mutex_unlock(&fs->lock);
	fi->fh = (uintptr_t)lt;
	return 0;
}

static void long_text_put(struct long_text *lt)
{
	if (atomic_fetch_sub(&lt->users, 1) > 1)
		return;
	pthread_mutex_lock(&lt->fs->lock);
	if (lt->next)
		lt->next->prev = lt->prev;
	if (lt->prev)
		lt->prev->next = lt->next;
	else
		lt->fs->texts = lt->next;
	pthread_mutex_unlock(&lt->fs->lock);
	pthread_mutex_destroy(&lt->lock);
	free(lt->buf);
	free(lt);
}

static void long_text_release(struct fuse_file_info *fi)
{
	long_text_put((struct long_text *)(uintptr_t)fi->fh);
}

void fs_free_texts(struct fs *fs)
{
	while (fs->texts)
		long_text_put(fs->texts);
}

/* The text may grow between two attempts, but not for ever. */
static int long_text_make(struct sim *sim, uint32_t ino, struct long_text *lt)
{
	for (;;) {
		struct text out = { lt->buf, lt->size, 0 };
		char *bigger;

		serve_text(sim, ino, &out);
		if (text_fits(&out)) {
			lt->len = out.len;
			return 0;
		}
		bigger = realloc(lt->buf, out.len + out.len / 8 + 64);
		if (!bigger)
			return -ENOMEM;
		lt->buf = bigger;
		lt->size = out.len + out.len / 8 + 64;
	}
}

static void long_text_read(fuse_req_t req, struct waiter *me, uint32_t ino,
			   size_t size, off_t off, struct fuse_file_info *fi)
{
	struct long_text *lt = (struct long_text *)(uintptr_t)fi->fh;
	int r = serve_delay(sim_of(req), me, ino);

	end_waits(req);
	if (r) {
		fuse_reply_err(req, -r);
		return;
	}
	atomic_fetch_add(&lt->users, 1);
	pthread_mutex_lock(&lt->lock);
	if (off == 0 || !lt->buf)
		r = long_text_make(sim_of(req), ino, lt);
	if (r)
		fuse_reply_err(req, -r);
	else
		reply_part(req, lt->buf, lt->len, size, off);
	pthread_mutex_unlock(&lt->lock);
	long_text_put(lt);
}

static void msr_read(fuse_req_t req, struct waiter *me, uint32_t ino,
		     size_t size, off_t off, struct fuse_file_info *fi)
{
	char buf[MSR_DRIVER_MAX_READ];
	ssize_t r;

	UNUSED(fi);
	r = serve_msr(sim_of(req), me, ino, (uint64_t)off, buf, size);
	end_waits(req);
	if (r < 0)
		fuse_reply_err(req, (int)-r);
	else
		fuse_reply_buf(req, buf, (size_t)r);
}

static void msr_write(fuse_req_t req, uint32_t ino, const char *buf,
		      size_t size, off_t off)
{
	enum msr_driver drv = node_kind(node_of(req, ino)) == NODE_MSR
				      ? MSR_DRIVER_MSR
				      : MSR_DRIVER_SAFE;

	UNUSED(buf);
	fuse_reply_err(req, -msr_driver_write(drv, size, (uint64_t)off));
}

static void control_write(fuse_req_t req, uint32_t ino, const char *buf,
			  size_t size, off_t off)
{
	int r = size > SIM_CONTROL_MAX ? -E2BIG
				       : sim_command(sim_of(req), buf, size);

	UNUSED(ino);
	UNUSED(off);
	if (r)
		fuse_reply_err(req, -r);
	else
		fuse_reply_write(req, size);
}

static void hsmp_message(fuse_req_t req, struct waiter *me, uint32_t ino,
			 int accmode, const void *in)
{
	struct hsmp_message msg;
	int r;

	memcpy(&msg, in, sizeof(msg));
	r = serve_hsmp(sim_of(req), me, ino, accmode, &msg);
	end_waits(req);
	if (r)
		fuse_reply_err(req, -r);
	else if (hsmp_driver_copies_back(&msg))
		fuse_reply_ioctl(req, 0, &msg, sizeof(msg));
	else
		fuse_reply_ioctl(req, 0, NULL, 0);
}

static void hsmp_telemetry(fuse_req_t req, int accmode, const void *in)
{
	struct hsmp_telemetry_data data;

	memcpy(&data, in, sizeof(data));
	fuse_reply_err(req, -hsmp_driver_telemetry(accmode, &data));
}

static void hsmp_ioctl(fuse_req_t req, struct waiter *me, uint32_t ino,
		       unsigned int cmd, int accmode, const void *in,
		       size_t in_size)
{
	/* The kernel has copied in what the size in the number says. */
	if (cmd == HSMP_IOCTL_CMD && in_size == sizeof(struct hsmp_message)) {
		hsmp_message(req, me, ino, accmode, in);
		return;
	}
	end_waits(req);
	if (cmd == HSMP_IOCTL_GET_TELEMETRY_DATA &&
	    in_size == sizeof(struct hsmp_telemetry_data))
		hsmp_telemetry(req, accmode, in);
	else
		fuse_reply_err(req, ENOTTY);
}

static const struct kind_ops kind_ops[] = {
	[NODE_TEXT] = { .read = text_read },
	[NODE_LONG_TEXT] = { .open = long_text_open,
			     .release = long_text_release,
			     .read = long_text_read },
	[NODE_HSMP] = { .ioctl = hsmp_ioctl },
	[NODE_MSR] = { .read = msr_read, .write = msr_write },
	[NODE_MSR_SAFE] = { .read = msr_read, .write = msr_write },
	[NODE_CONTROL] = { .write = control_write },
};

static_assert(ARRAY_SIZE(kind_ops) == NODE_N_KINDS, "a kind lacks its row");

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
	st->st_size = kind == NODE_TEXT ? TEXT_SIZE : 0;
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
	struct sim *sim = sim_of(req);
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
	if (!node_of(req, ino)) {
		fuse_reply_err(req, ENOENT);
		return;
	}
	fill_attr(sim_of(req), (uint32_t)ino, &st);
	fuse_reply_attr(req, &st, CACHE_S);
}

/* Owner and mode can be changed, as udev rules do; the rest is as it is. */
static void fs_setattr(fuse_req_t req, fuse_ino_t ino, struct stat *attr,
		       int to_set, struct fuse_file_info *fi)
{
	struct node *node = node_of(req, ino);
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
	fill_attr(sim_of(req), (uint32_t)ino, &st);
	fuse_reply_attr(req, &st, CACHE_S);
}

static void fs_open(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi)
{
	int accmode = fi->flags & O_ACCMODE;
	struct node *node = node_of(req, ino);
	int r;

	if (!node || node_kind(node) == NODE_DIR) {
		fuse_reply_err(req, node ? EISDIR : ENOENT);
		return;
	}
	/*
	 * The kernel's driver asks for CAP_SYS_RAWIO. Root of a container has
	 * it seldom, root of the machine that is simulated always.
	 */
	r = serve_open(sim_of(req), (uint32_t)ino, accmode,
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
	struct node *node = node_of(req, ino);

	if (node && kind_ops[node_kind(node)].release)
		kind_ops[node_kind(node)].release(fi);
	fuse_reply_err(req, 0);
}

static void fs_read(fuse_req_t req, fuse_ino_t ino, size_t size, off_t off,
		    struct fuse_file_info *fi)
{
	struct node *node = node_of(req, ino);
	struct waiter me;

	if (!node || !kind_ops[node_kind(node)].read) {
		fuse_reply_err(req, EINVAL);
		return;
	}
	atomic_fetch_add(&sim_of(req)->counts.reads[node_kind(node)], 1);
	begin_waits(req, &me);
	kind_ops[node_kind(node)].read(req, &me, (uint32_t)ino, size, off, fi);
}

static void fs_write(fuse_req_t req, fuse_ino_t ino, const char *buf,
		     size_t size, off_t off, struct fuse_file_info *fi)
{
	struct node *node = node_of(req, ino);

	UNUSED(fi);
	if (!node || !kind_ops[node_kind(node)].write) {
		fuse_reply_err(req, EINVAL);
		return;
	}
	kind_ops[node_kind(node)].write(req, (uint32_t)ino, buf, size, off);
}

static void fs_ioctl(fuse_req_t req, fuse_ino_t ino, unsigned int cmd,
		     void *arg, struct fuse_file_info *fi, unsigned int flags,
		     const void *in_buf, size_t in_bufsz, size_t out_bufsz)
{
	struct node *node = node_of(req, ino);
	struct waiter me;

	UNUSED(arg);
	UNUSED(flags);
	UNUSED(out_bufsz);
	if (!node || !kind_ops[node_kind(node)].ioctl) {
		fuse_reply_err(req, ENOTTY);
		return;
	}
	begin_waits(req, &me);
	kind_ops[node_kind(node)].ioctl(req, &me, (uint32_t)ino, cmd,
					(int)fi->fh, in_buf, in_bufsz);
}

/*
 * A position is 1 and 2 behind the dots, and the node's number plus 1 behind
 * a node, so that a listing can go on from anywhere.
 */
static void fs_readdir(fuse_req_t req, fuse_ino_t ino, size_t size, off_t off,
		       struct fuse_file_info *fi)
{
	struct sim *sim = sim_of(req);
	struct node *dir = node_of(req, ino);
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
