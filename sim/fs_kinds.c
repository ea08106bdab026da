// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What each kind of node does with a request, see fs.c
 *
 * A request that has to wait does so in a serve_ function; the reply comes
 * after fs_end_waits(), since it frees the request.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "sim/driver_hsmp.h"
#include "sim/fs_internal.h"

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
 * struct list_reader - An open msr_allowlist
 * @lock:	Guards the rest: threads may share a descriptor
 * @next:	Entry that the next read returns
 * @off:	Offset at which such a read comes
 */
struct list_reader {
	pthread_mutex_t lock;
	uint64_t next;
	uint64_t off;
};

struct sim *fs_sim(fuse_req_t req)
{
	struct fs *fs = fuse_req_userdata(req);

	return fs->sim;
}

struct node *fs_node(fuse_req_t req, fuse_ino_t ino)
{
	return node_get(fs_sim(req)->tree, ino);
}

/* From here on a request waits no more, and may be replied to. */
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
	r = serve_delay(fs_sim(req), me, ino);
	end_waits(req);
	if (r) {
		fuse_reply_err(req, -r);
		return;
	}
	serve_text(fs_sim(req), ino, &out);
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
	int r = serve_delay(fs_sim(req), me, ino);

	end_waits(req);
	if (r) {
		fuse_reply_err(req, -r);
		return;
	}
	atomic_fetch_add(&lt->users, 1);
	pthread_mutex_lock(&lt->lock);
	if (off == 0 || !lt->buf)
		r = long_text_make(fs_sim(req), ino, lt);
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
	r = serve_msr(fs_sim(req), me, ino, (uint64_t)off, buf, size);
	end_waits(req);
	if (r < 0)
		fuse_reply_err(req, (int)-r);
	else
		fuse_reply_buf(req, buf, (size_t)r);
}

static void msr_write(fuse_req_t req, struct waiter *me, uint32_t ino,
		      const char *buf, size_t size, off_t off)
{
	UNUSED(me);
	UNUSED(buf);
	end_waits(req);
	fuse_reply_err(req,
		       -serve_msr_write(fs_sim(req), ino, (uint64_t)off, size));
}

/* 0 or negative errno; a write that went well took all of it. */
static void reply_written(fuse_req_t req, int r, size_t size)
{
	end_waits(req);
	if (r)
		fuse_reply_err(req, -r);
	else
		fuse_reply_write(req, size);
}

static void control_write(fuse_req_t req, struct waiter *me, uint32_t ino,
			  const char *buf, size_t size, off_t off)
{
	UNUSED(me);
	UNUSED(ino);
	UNUSED(off);
	reply_written(req,
		      size > SIM_CONTROL_MAX
			      ? -E2BIG
			      : sim_command(fs_sim(req), buf, size),
		      size);
}

static int list_open(struct fs *fs, struct fuse_file_info *fi)
{
	struct list_reader *lr = calloc(1, sizeof(*lr));

	UNUSED(fs);
	if (!lr)
		return -ENOMEM;
	pthread_mutex_init(&lr->lock, NULL);
	fi->fh = (uintptr_t)lr;
	return 0;
}

static void list_release(struct fuse_file_info *fi)
{
	struct list_reader *lr = (struct list_reader *)(uintptr_t)fi->fh;

	pthread_mutex_destroy(&lr->lock);
	free(lr);
}

/*
 * The driver counts entries in the file's position, the kernel's FUSE counts
 * bytes. Where a read goes on from the one before, the next entry is meant;
 * any other offset is the number of an entry.
 */
static void list_read(fuse_req_t req, struct waiter *me, uint32_t ino,
		      size_t size, off_t off, struct fuse_file_info *fi)
{
	struct list_reader *lr = (struct list_reader *)(uintptr_t)fi->fh;
	char buf[128];
	struct text out = { buf, sizeof(buf), 0 };
	uint64_t at = (uint64_t)off;
	bool there, fits;

	UNUSED(me);
	UNUSED(ino);
	end_waits(req);
	pthread_mutex_lock(&lr->lock);
	there = serve_list(fs_sim(req), at == lr->off ? lr->next : at, &out);
	fits = out.len <= size;
	/* After the last entry, or an error, it begins anew. */
	lr->next = there && fits ? (at == lr->off ? lr->next : at) + 1 : 0;
	lr->off = there && fits ? at + out.len : at;
	pthread_mutex_unlock(&lr->lock);
	if (!fits)
		fuse_reply_err(req, E2BIG);
	else
		fuse_reply_buf(req, buf, out.len);
}

static void list_write(fuse_req_t req, struct waiter *me, uint32_t ino,
		       const char *buf, size_t size, off_t off)
{
	UNUSED(me);
	UNUSED(ino);
	UNUSED(off);
	reply_written(req, sim_write_list(fs_sim(req), buf, size), size);
}

static void version_read(fuse_req_t req, struct waiter *me, uint32_t ino,
			 size_t size, off_t off, struct fuse_file_info *fi)
{
	static const char version[] = "1.8.0";

	UNUSED(me);
	UNUSED(ino);
	UNUSED(fi);
	end_waits(req);
	/* With its NUL, and once. */
	fuse_reply_buf(req, version, off > 0 ? 0 : MIN(size, sizeof(version)));
}

static void attr_read(fuse_req_t req, struct waiter *me, uint32_t ino,
		      size_t size, off_t off, struct fuse_file_info *fi)
{
	char buf[NODE_TEXT_MAX + 1] = "";
	struct text out = { buf, sizeof(buf), 0 };
	int r;

	UNUSED(fi);
	r = serve_attr(fs_sim(req), me, ino, &out);
	end_waits(req);
	if (r)
		fuse_reply_err(req, -r);
	else
		reply_part(req, buf, out.len, size, off);
}

static void attr_write(fuse_req_t req, struct waiter *me, uint32_t ino,
		       const char *buf, size_t size, off_t off)
{
	UNUSED(off);
	reply_written(req, serve_attr_write(fs_sim(req), me, ino, buf, size),
		      size);
}

static void table_read(fuse_req_t req, struct waiter *me, uint32_t ino,
		       size_t size, off_t off, struct fuse_file_info *fi)
{
	cleanup_free void *table = NULL;
	int r;

	UNUSED(fi);
	r = serve_table(fs_sim(req), me, ino, size, (uint64_t)off, &table);
	end_waits(req);
	if (r < 0)
		fuse_reply_err(req, -r);
	else
		fuse_reply_buf(req, table, (size_t)r);
}

static void hsmp_message(fuse_req_t req, struct waiter *me, uint32_t ino,
			 const struct fs_ioctl *ctl)
{
	enum hsmp_gen gen = machine_scenario(fs_sim(req)->m)->driver_gen;
	bool is_usual = ctl->cmd == HSMP_IOCTL_CMD;
	struct hsmp_message msg;
	int r = 0;

	/*
	 * The kernel has copied as many bytes as the number says. A driver
	 * that takes any number for this one reads and writes a message all
	 * the same.
	 */
	if (is_usual)
		memcpy(&msg, ctl->in, sizeof(msg));
	else
		r = fs_user_read(req, ctl->address, &msg, sizeof(msg));
	if (!r)
		r = serve_hsmp(fs_sim(req), me, ino, ctl->accmode, &msg);
	end_waits(req);
	if (!r && !is_usual && hsmp_driver_copies_back(gen, &msg))
		r = fs_user_write(req, ctl->address, &msg, sizeof(msg));
	if (r)
		fuse_reply_err(req, -r);
	else if (is_usual && hsmp_driver_copies_back(gen, &msg))
		fuse_reply_ioctl(req, 0, &msg, sizeof(msg));
	else
		fuse_reply_ioctl(req, 0, NULL, 0);
}

static void hsmp_telemetry(fuse_req_t req, struct waiter *me, uint32_t ino,
			   const struct fs_ioctl *ctl)
{
	cleanup_free void *table = NULL;
	struct hsmp_telemetry_data data;
	int r;

	memcpy(&data, ctl->in, sizeof(data));
	r = serve_telemetry(fs_sim(req), me, ino, ctl->accmode, &data, &table);
	end_waits(req);
	if (!r)
		r = fs_user_write(req, data.buf, table, data.size);
	if (r)
		fuse_reply_err(req, -r);
	else
		fuse_reply_ioctl(req, 0, NULL, 0);
}

static void hsmp_ioctl(fuse_req_t req, struct waiter *me, uint32_t ino,
		       const struct fs_ioctl *ctl)
{
	const struct hsmp_gen_desc *gen =
		&hsmp_gens[machine_scenario(fs_sim(req)->m)->driver_gen];

	if (ctl->cmd == HSMP_IOCTL_CMD || gen->any_ioctl) {
		hsmp_message(req, me, ino, ctl);
	} else if (ctl->cmd == HSMP_IOCTL_GET_TELEMETRY_DATA &&
		   gen->has_telemetry) {
		hsmp_telemetry(req, me, ino, ctl);
	} else {
		end_waits(req);
		fuse_reply_err(req, ENOTTY);
	}
}

/* The operations are copied back even if the batch has failed. */
static int run_batch(fuse_req_t req, struct waiter *me, uint32_t ino,
		     const struct fs_ioctl *ctl)
{
	cleanup_free struct msr_batch_op *ops = NULL;
	struct msr_batch_array array;
	size_t size;
	int r, r2;

	memcpy(&array, ctl->in, sizeof(array));
	r = msr_driver_batch_check(ctl->accmode, &array);
	if (r)
		return r;
	size = array.numops * sizeof(*ops);
	ops = malloc(size);
	if (!ops)
		return -E2BIG;
	r = fs_user_read(req, array.ops, ops, size);
	if (r)
		return r;
	r = serve_batch(fs_sim(req), me, ino, ops, array.numops);
	r2 = fs_user_write(req, array.ops, ops, size);
	return r ? r : r2;
}

static void batch_ioctl(fuse_req_t req, struct waiter *me, uint32_t ino,
			const struct fs_ioctl *ctl)
{
	int r = ctl->cmd == X86_IOC_MSR_BATCH ? run_batch(req, me, ino, ctl)
					      : -ENOTTY;

	end_waits(req);
	/* The array itself comes back as it went. */
	if (r)
		fuse_reply_err(req, -r);
	else
		fuse_reply_ioctl(req, 0, ctl->in, ctl->in_size);
}

const struct kind_ops kind_ops[] = {
	[NODE_TEXT] = { .read = text_read },
	[NODE_LONG_TEXT] = { .open = long_text_open,
			     .release = long_text_release,
			     .read = long_text_read },
	[NODE_HSMP] = { .ioctl = hsmp_ioctl },
	[NODE_MSR] = { .read = msr_read, .write = msr_write },
	[NODE_MSR_SAFE] = { .read = msr_read, .write = msr_write },
	[NODE_MSR_BATCH] = { .ioctl = batch_ioctl },
	[NODE_ALLOWLIST] = { .open = list_open,
			     .release = list_release,
			     .read = list_read,
			     .write = list_write },
	[NODE_MSR_VERSION] = { .read = version_read },
	[NODE_ATTR] = { .read = attr_read, .write = attr_write },
	[NODE_METRICS_BIN] = { .read = table_read },
	[NODE_CONTROL] = { .write = control_write },
};

static_assert(ARRAY_SIZE(kind_ops) == NODE_N_KINDS, "a kind lacks its row");
