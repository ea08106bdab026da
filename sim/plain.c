// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: sysfs as plain files, see the header
 *
 * The tmpfs is made detached (fsmount()) and filled by descriptor before it is
 * mounted anywhere: nobody sees a half of it, and it vanishes by itself if the
 * program ends early. State is one array by node number; the tree's order,
 * parents before children, is that in which files are made, and the reverse
 * that in which they are removed.
 */
#include "sim/plain.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"

/* What is written beside a text, before it takes over its name. */
#define NEW_NAME ".new"
/* Texts made while the model is locked once; commands wait so long. */
#define BATCH 64

/**
 * struct plain_file - A node as a file
 * @exists:	It does
 * @hash:	Of the text of one that does not move
 * @page:	Its page, of one that moves, mapped; else NULL
 * @len:	Length of its text, of one that moves
 * @text:	Its text, of one that moves
 */
struct plain_file {
	bool exists;
	uint64_t hash;
	char *page;
	size_t len;
	char text[PLAIN_MOVING_MAX];
};

/**
 * struct plain - All of them
 * @sim:	Machine
 * @fd:		Root of the tmpfs
 * @lock:	One refresh or one sync at a time
 * @files:	By node number
 * @n:		Entries
 */
struct plain {
	struct sim *sim;
	int fd;
	pthread_mutex_t lock;
	struct plain_file *files;
	uint32_t n;
};

/* Path from the tmpfs's root; "" for the root itself. */
static const char *path_of(struct plain *plain, uint32_t ino,
			   char buf[NODE_PATH_MAX])
{
	const char *path = node_path(plain->sim->tree, ino, buf, NODE_PATH_MAX);

	return path + strlen("/sys") + (path[strlen("/sys")] == '/');
}

static bool is_below_sys(struct plain *plain, uint32_t ino)
{
	char buf[NODE_PATH_MAX];

	node_path(plain->sim->tree, ino, buf, sizeof(buf));
	return strncmp(buf, "/sys/", strlen("/sys/")) == 0;
}

static bool is_moving(const struct node *node)
{
	return node->row && node->row->moves;
}

/* FNV-1a. */
static uint64_t hash(const char *text, size_t len)
{
	uint64_t h = UINT64_C(14695981039346656037);

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
	return h;
}

static int write_all(int fd, const char *text, size_t len)
{
	ssize_t n = pwrite(fd, text, len, 0);

	if (n < 0)
		return -errno;
	return (size_t)n == len ? 0 : -EIO;
}

/* Make a file of that name; nobody else does, so it must not exist. */
static int write_file(struct plain *plain, const char *name, mode_t mode,
		      const char *text, size_t len)
{
	cleanup_close int fd = openat(
		plain->fd, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	int r;

	if (fd < 0)
		return -errno;
	r = write_all(fd, text, len);
	if (!r && fchmod(fd, mode))
		r = -errno;
	return r;
}

static int map_page(struct plain *plain, const char *name,
		    struct plain_file *file)
{
	cleanup_close int fd = openat(plain->fd, name, O_RDWR | O_CLOEXEC);
	void *page;

	if (fd < 0)
		return -errno;
	page = mmap(NULL, PLAIN_MOVING_MAX, PROT_READ | PROT_WRITE, MAP_SHARED,
		    fd, 0);
	if (page == MAP_FAILED)
		return -errno;
	file->page = page;
	return 0;
}

static void unmap_page(struct plain_file *file)
{
	if (file->page)
		(void)munmap(file->page, PLAIN_MOVING_MAX);
	file->page = NULL;
}

static int make_text(struct plain *plain, uint32_t ino, const char *text,
		     size_t len)
{
	const struct node *node = node_get(plain->sim->tree, ino);
	struct plain_file *file = &plain->files[ino];
	char buf[NODE_PATH_MAX];
	const char *name = path_of(plain, ino, buf);
	mode_t mode = (mode_t)atomic_load(&node->mode);
	int r;

	if (is_moving(node) && len > PLAIN_MOVING_MAX)
		return -EFBIG;
	if (file->exists) {
		/* Under another name first, so that it changes as a whole. */
		r = write_file(plain, NEW_NAME, mode, text, len);
		if (!r && renameat(plain->fd, NEW_NAME, plain->fd, name))
			r = -errno;
	} else {
		r = write_file(plain, name, mode, text, len);
		if (!r && is_moving(node)) {
			memcpy(file->text, text, len);
			file->len = len;
			r = map_page(plain, name, file);
		}
	}
	file->exists |= !r;
	file->hash = hash(text, len);
	return r;
}

/* A folder, or a file of which only the folder is there: nothing to do. */
static int make_folder(struct plain *plain, uint32_t ino)
{
	char buf[NODE_PATH_MAX];

	if (plain->files[ino].exists)
		return 0;
	if (mkdirat(plain->fd, path_of(plain, ino, buf), 0755) &&
	    errno != EEXIST)
		return -errno;
	plain->files[ino].exists = true;
	return 0;
}

static void remove_node(struct plain *plain, uint32_t ino)
{
	struct plain_file *file = &plain->files[ino];
	char buf[NODE_PATH_MAX];
	const char *name = path_of(plain, ino, buf);

	unmap_page(file);
	if (node_kind(node_get(plain->sim->tree, ino)) == NODE_DIR) {
		(void)unlinkat(plain->fd, name, AT_REMOVEDIR);
	} else {
		cleanup_close int fd =
			openat(plain->fd, name, O_WRONLY | O_CLOEXEC);

		if (fd >= 0 && ftruncate(fd, 0))
			UNUSED(errno);
		(void)unlinkat(plain->fd, name, 0);
	}
	file->exists = false;
}

/* A folder is there if a text is in it, at any depth. */
static bool has_texts(struct plain *plain, uint32_t ino)
{
	const struct node *node = node_get(plain->sim->tree, ino);

	if (atomic_load(&node->absent))
		return false;
	if (node_kind(node) == NODE_TEXT)
		return true;
	for (uint32_t i = node->child; i;
	     i = node_get(plain->sim->tree, i)->next)
		if (has_texts(plain, i))
			return true;
	return false;
}

/* What a text should be. */
static size_t ask_text(struct plain *plain, uint32_t ino,
		       char buf[NODE_TEXT_MAX + 1])
{
	struct text out = { buf, NODE_TEXT_MAX + 1, 0 };

	serve_text(plain->sim, ino, &out);
	return MIN(out.len, (size_t)NODE_TEXT_MAX);
}

static int sync_node(struct plain *plain, uint32_t ino)
{
	const struct node *node = node_get(plain->sim->tree, ino);
	struct plain_file *file = &plain->files[ino];
	char text[NODE_TEXT_MAX + 1];
	size_t len;

	if (node_kind(node) == NODE_DIR)
		return make_folder(plain, ino);
	if (file->exists && is_moving(node))
		return 0;
	len = ask_text(plain, ino, text);
	if (file->exists && file->hash == hash(text, len))
		return 0;
	return make_text(plain, ino, text, len);
}

/* The first error; what can be made is made all the same. */
static int sync_all(struct plain *plain)
{
	uint64_t moving = 0;
	int r = 0;

	for (uint32_t ino = plain->n - 1; ino > NODE_ROOT; ino--)
		if (plain->files[ino].exists && !has_texts(plain, ino))
			remove_node(plain, ino);
	for (uint32_t ino = NODE_ROOT + 1; ino < plain->n; ino++) {
		int r2;

		if (!is_below_sys(plain, ino) || !has_texts(plain, ino))
			continue;
		r2 = sync_node(plain, ino);
		r = r ? r : r2;
		moving += plain->files[ino].page != NULL;
	}
	atomic_store(&plain->sim->refresh.files, moving);
	return r;
}

void plain_sync(struct plain *plain)
{
	pthread_mutex_lock(&plain->lock);
	(void)sync_all(plain);
	pthread_mutex_unlock(&plain->lock);
}

static void store_word(struct plain_file *file, unsigned int word)
{
	size_t at = word * sizeof(uint64_t);
	uint64_t bits;

	/* A mapping begins at a page, so the word is aligned. */
	memcpy(&bits, file->text + at, sizeof(bits));
	__atomic_store_n((uint64_t *)(void *)(file->page + at), bits,
			 __ATOMIC_SEQ_CST);
}

static int open_file(struct plain *plain, uint32_t ino)
{
	char buf[NODE_PATH_MAX];
	int fd =
		openat(plain->fd, path_of(plain, ino, buf), O_RDWR | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

static void grow(struct plain *plain, uint32_t ino)
{
	struct plain_file *file = &plain->files[ino];
	cleanup_close int fd = open_file(plain, ino);

	if (fd < 0)
		return;
	store_word(file, 0);
	if (pwrite(fd, "\n", 1, (off_t)file->len - 1) < 0)
		UNUSED(errno);
}

static void renew(struct plain *plain, uint32_t ino)
{
	struct plain_file *file = &plain->files[ino];
	cleanup_close int fd = open_file(plain, ino);

	if (fd < 0 || ftruncate(fd, 0))
		return;
	(void)write_all(fd, file->text, file->len);
}

static void bring_further(struct plain *plain, uint32_t ino, const char *want,
			  size_t want_len)
{
	struct plain_file *file = &plain->files[ino];
	char next[PLAIN_MOVING_MAX];
	enum plain_step step;
	unsigned int word;

	if (want_len > PLAIN_MOVING_MAX)
		return;
	step = plain_step(file->text, file->len, want, want_len, next, &word);
	if (step == PLAIN_SAME)
		return;
	memcpy(file->text, next, sizeof(next));
	file->len = want_len;
	switch (step) {
	case PLAIN_SAME:
		break;
	case PLAIN_STORE:
		store_word(file, word);
		break;
	case PLAIN_GROW:
		grow(plain, ino);
		break;
	case PLAIN_RENEW:
		renew(plain, ino);
		break;
	}
}

/* Some files from @ino on, of one moment; the first one behind them. */
static uint32_t refresh_some(struct plain *plain, uint32_t ino)
{
	char texts[BATCH][PLAIN_MOVING_MAX + 1];
	struct text outs[BATCH];
	uint32_t inos[BATCH];
	struct moment now;
	size_t n = 0;

	sim_moment_begin(plain->sim, &now);
	for (; ino < plain->n && n < BATCH; ino++) {
		const struct node *node;

		if (!plain->files[ino].page)
			continue;
		node = node_get(plain->sim->tree, ino);
		texts[n][0] = '\0';
		outs[n] = (struct text){ texts[n], sizeof(texts[n]), 0 };
		node->row->show(&now, node->index, &outs[n]);
		inos[n++] = ino;
	}
	sim_moment_end(plain->sim);
	for (size_t i = 0; i < n; i++)
		bring_further(plain, inos[i], texts[i], outs[i].len);
	return ino;
}

static uint64_t thread_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec;
}

void plain_refresh(struct plain *plain)
{
	uint64_t begin = thread_ns();

	pthread_mutex_lock(&plain->lock);
	for (uint32_t ino = NODE_ROOT + 1; ino < plain->n;)
		ino = refresh_some(plain, ino);
	pthread_mutex_unlock(&plain->lock);
	atomic_fetch_add(&plain->sim->refresh.rounds, 1);
	atomic_fetch_add(&plain->sim->refresh.cpu_ns, thread_ns() - begin);
}

/* A tmpfs that is mounted nowhere. */
static int new_tmpfs(void)
{
	cleanup_close int fs = fsopen("tmpfs", FSOPEN_CLOEXEC);
	int fd;

	if (fs < 0 ||
	    fsconfig(fs, FSCONFIG_SET_STRING, "source", "epycsim", 0) ||
	    fsconfig(fs, FSCONFIG_SET_STRING, "mode", "0755", 0) ||
	    fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		return -errno;
	fd = fsmount(fs, FSMOUNT_CLOEXEC,
		     MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
	return fd < 0 ? -errno : fd;
}

int plain_new(struct sim *sim, struct plain **ret, char *err, size_t size)
{
	struct plain *plain = calloc(1, sizeof(*plain));
	int r = -ENOMEM;

	if (plain) {
		pthread_mutex_init(&plain->lock, NULL);
		plain->sim = sim;
		plain->n = node_count(sim->tree) + 1;
		plain->files = calloc(plain->n, sizeof(*plain->files));
		plain->fd = new_tmpfs();
		r = plain->fd < 0 ? plain->fd : -ENOMEM;
		if (plain->fd >= 0 && plain->files)
			r = sync_all(plain);
	}
	if (r) {
		(void)snprintf(err, size, "cannot make plain files: %s",
			       strerror(-r));
		plain_free(plain);
		return r;
	}
	*ret = plain;
	return 0;
}

int plain_mount(struct plain *plain, const char *dir)
{
	return move_mount(plain->fd, "", AT_FDCWD, dir, MOVE_MOUNT_F_EMPTY_PATH)
		       ? -errno
		       : 0;
}

void plain_free(struct plain *plain)
{
	if (!plain)
		return;
	for (uint32_t ino = 0; plain->files && ino < plain->n; ino++)
		unmap_page(&plain->files[ino]);
	if (plain->fd >= 0)
		(void)close(plain->fd);
	pthread_mutex_destroy(&plain->lock);
	free(plain->files);
	free(plain);
}
