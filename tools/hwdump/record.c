// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Calls that write down what they see
 *
 * The real calls, each with a note of its outcome; hw/capture.h has the format
 * and reads it. What is copied is what the library opens and nothing else, so
 * nothing gets into a capture that hwdump would not show: no host name, no
 * serial numbers, no addresses of a network.
 *
 * A second answer to the same question replaces the first. A failure to write
 * is kept until the end: the machine's answers are not to blame for it.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "hw/capture.h"
#include "hw/hsmp_abi.h"
#include "hw/msr_batch_abi.h"
#include "tools/hwdump/hwdump.h"

#define N_BUCKETS 16384

/* The kernel's MAX_ERRNO. */
#define ERRNO_MAX 4095

/**
 * struct note - One line
 * @next:	Another of the same bucket
 * @later:	The one that was made after it
 * @result:	What stands behind " = "
 * @key:	What stands before it
 */
struct note {
	struct note *next;
	struct note *later;
	char *result;
	char key[];
};

/**
 * struct source - A descriptor of the machine
 * @fd:		Descriptor
 * @copy:	Descriptor of the copy, negative for devices
 * @path:	Its path; of an event the arguments of its key
 * @is_event:	It is one
 */
struct source {
	int fd;
	int copy;
	char *path;
	bool is_event;
};

/**
 * struct record - A capture that is being made
 * @dirfd:	Its folder
 * @err:	First negative errno of writing, or 0
 * @first:	First note, in order of making
 * @last:	Last note
 * @buckets:	Notes by the hash of their key
 * @sources:	Descriptors that are open
 * @n_sources:	Their number
 */
struct record {
	int dirfd;
	int err;
	struct note *first;
	struct note *last;
	struct note *buckets[N_BUCKETS];
	struct source *sources;
	size_t n_sources;
};

static void failed(struct record *rec, int err)
{
	if (!rec->err)
		rec->err = err;
}

static unsigned int bucket_of(const char *key)
{
	uint32_t h = 2166136261U;

	for (; *key; key++)
		h = (h ^ (unsigned char)*key) * 16777619U;
	return h % N_BUCKETS;
}

static struct note *find_note(struct record *rec, const char *key)
{
	struct note **head = &rec->buckets[bucket_of(key)];
	struct note *note;

	for (note = *head; note; note = note->next)
		if (strcmp(note->key, key) == 0)
			return note;
	note = calloc(1, sizeof(*note) + strlen(key) + 1);
	if (!note)
		return NULL;
	memcpy(note->key, key, strlen(key) + 1);
	note->next = *head;
	*head = note;
	if (rec->last)
		rec->last->later = note;
	else
		rec->first = note;
	rec->last = note;
	return note;
}

/* Note a result. */
static void put(struct record *rec, const char *key, const char *result)
{
	struct note *note = find_note(rec, key);
	char *copy = note ? strdup(result) : NULL;

	if (!copy) {
		failed(rec, -ENOMEM);
		return;
	}
	if (strlen(key) + strlen(result) + 3 > CAPTURE_LINE_MAX)
		failed(rec, -EMSGSIZE);
	free(note->result);
	note->result = copy;
}

/* Note an error. */
static void put_err(struct record *rec, const char *key, int err)
{
	char result[32];

	(void)snprintf(result, sizeof(result), "-%s", hw_errno_name(err));
	put(rec, key, result);
}

static void put_value(struct record *rec, const char *key, int r,
		      uint64_t value)
{
	char result[32];

	if (r < 0) {
		put_err(rec, key, r);
		return;
	}
	(void)snprintf(result, sizeof(result), "0x%016" PRIX64, value);
	put(rec, key, result);
}

/* Make the folders of a path. */
static void make_parents(struct record *rec, const char *path)
{
	char part[NAME_LEN * 2];

	for (const char *p = strchr(path, '/'); p; p = strchr(p + 1, '/')) {
		size_t n = (size_t)(p - path);

		if (n >= sizeof(part)) {
			failed(rec, -ENAMETOOLONG);
			return;
		}
		memcpy(part, path, n);
		part[n] = '\0';
		if (mkdirat(rec->dirfd, part, 0755) < 0 && errno != EEXIST)
			failed(rec, -errno);
	}
}

static int open_copy(struct record *rec, const char *path)
{
	int fd;

	make_parents(rec, path);
	fd = openat(rec->dirfd, path,
		    O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
		    0644);
	if (fd < 0)
		failed(rec, -errno);
	return fd;
}

static int add_source(struct record *rec, int fd, int copy, const char *path,
		      bool is_event)
{
	struct source *sources =
		realloc(rec->sources, (rec->n_sources + 1) * sizeof(*sources));
	char *name = strdup(path);

	if (sources)
		rec->sources = sources;
	if (!sources || !name) {
		free(name);
		(void)close(fd);
		if (copy >= 0)
			(void)close(copy);
		return -ENOMEM;
	}
	sources[rec->n_sources++] = (struct source){
		.fd = fd,
		.copy = copy,
		.path = name,
		.is_event = is_event,
	};
	return fd;
}

static struct source *find_source(struct record *rec, int fd)
{
	for (size_t i = 0; i < rec->n_sources; i++)
		if (rec->sources[i].fd == fd)
			return &rec->sources[i];
	return NULL;
}

static int record_open(void *ctx, int rootfd, const char *path, int flags)
{
	bool is_device = strncmp(path, "dev/", 4) == 0;
	struct record *rec = ctx;
	char key[NAME_LEN * 3], mode[16];
	struct stat st;
	int fd;

	fd = hw_posix_ops.open(NULL, rootfd, path, flags);
	if (rootfd == AT_FDCWD)
		return fd;
	if (fd < 0) {
		(void)snprintf(key, sizeof(key), "open %s", path);
		if (fd != -ENOENT)
			put_err(rec, key, fd);
		return fd;
	}
	(void)snprintf(key, sizeof(key), "%s %s", is_device ? "node" : "file",
		       path);
	if (fstat(fd, &st) < 0)
		failed(rec, -errno);
	else
		(void)snprintf(mode, sizeof(mode), "%04o",
			       (unsigned int)st.st_mode & 07777U);
	put(rec, key, mode);
	return add_source(rec, fd, is_device ? -1 : open_copy(rec, path), path,
			  false);
}

static int record_close(void *ctx, int fd)
{
	struct record *rec = ctx;
	struct source *s = find_source(rec, fd);

	if (s) {
		if (s->copy >= 0 && close(s->copy) < 0)
			failed(rec, -errno);
		free(s->path);
		*s = rec->sources[--rec->n_sources];
	}
	return hw_posix_ops.close(NULL, fd);
}

static void note_device_read(struct record *rec, const struct source *s,
			     const void *buf, ssize_t r, off_t off)
{
	char key[NAME_LEN * 3];
	uint64_t value = 0;

	if (s->is_event)
		(void)snprintf(key, sizeof(key), "perf %s", s->path);
	else
		(void)snprintf(key, sizeof(key), "msr %s 0x%llX", s->path,
			       (unsigned long long)off);
	/* A read that is too short is an error to the library. */
	if (r >= 0 && r < (ssize_t)sizeof(value))
		r = -EIO;
	if (r > 0)
		memcpy(&value, buf, sizeof(value));
	put_value(rec, key, (int)MIN(r, 0), value);
}

static ssize_t record_pread(void *ctx, int fd, void *buf, size_t n, off_t off)
{
	ssize_t r = hw_posix_ops.pread(NULL, fd, buf, n, off);
	struct record *rec = ctx;
	struct source *s = find_source(rec, fd);
	char key[NAME_LEN * 3];

	if (!s)
		return r;
	if (s->copy < 0) {
		note_device_read(rec, s, buf, r, off);
	} else if (r < 0) {
		(void)snprintf(key, sizeof(key), "read %s", s->path);
		put_err(rec, key, (int)r);
	} else if (pwrite(s->copy, buf, (size_t)r, off) != r ||
		   (off == 0 && ftruncate(s->copy, r) < 0)) {
		failed(rec, errno ? -errno : -EIO);
	}
	return r;
}

static void note_hsmp(struct record *rec, const struct hsmp_message *asked,
		      int r, const struct hsmp_message *answer)
{
	char key[64], result[HSMP_MAX_WORDS * 11 + 1];
	size_t used = 0;

	(void)snprintf(key, sizeof(key), "hsmp %u 0x%02X 0x%X", asked->sock_ind,
		       asked->msg_id, asked->args[0]);
	if (r < 0) {
		put_err(rec, key, r);
		return;
	}
	result[0] = '\0';
	for (unsigned int i = 0; i < asked->response_sz && i < HSMP_MAX_WORDS;
	     i++)
		used += (size_t)snprintf(result + used, sizeof(result) - used,
					 "%s0x%08X", i ? " " : "",
					 answer->args[i]);
	put(rec, key, result);
}

static void note_table(struct record *rec, const struct hsmp_telemetry_data *t,
		       int r)
{
	const uint8_t *table = (const uint8_t *)(uintptr_t)t->buf;
	char key[64], hex[2 * CAPTURE_TABLE_PART + 1];

	for (uint32_t off = 0; off < t->size; off += CAPTURE_TABLE_PART) {
		uint32_t n = MIN(t->size - off, CAPTURE_TABLE_PART);

		(void)snprintf(key, sizeof(key), "table %u %u %u", t->sock_ind,
			       t->size, off);
		if (r < 0) {
			put_err(rec, key, r);
			return;
		}
		for (uint32_t i = 0; i < n; i++)
			(void)snprintf(hex + (size_t)2 * i, 3, "%02X",
				       table[off + i]);
		put(rec, key, hex);
	}
}

static void note_batch(struct record *rec, const struct msr_batch_array *array,
		       int r)
{
	const struct msr_batch_op *ops =
		(const struct msr_batch_op *)(uintptr_t)array->ops;
	bool marked = false;
	char key[64];

	for (uint32_t i = 0; i < array->numops; i++)
		marked = marked || ops[i].err;
	for (uint32_t i = 0; i < array->numops; i++) {
		int err = ops[i].err;

		/* What was not executed for another's sake is asked again. */
		if (r < 0 && marked && !err)
			continue;
		/* A driver that did not look leaves what it found. */
		if (r < 0 && (!err || err < -ERRNO_MAX))
			err = r;
		(void)snprintf(key, sizeof(key), "batch %u 0x%X", ops[i].cpu,
			       ops[i].msr);
		put_value(rec, key, err, ops[i].msrdata);
	}
}

static int record_ioctl(void *ctx, int fd, unsigned long req, void *arg)
{
	struct hsmp_message asked = { 0 };
	struct record *rec = ctx;
	int r;

	if (req == HSMP_IOCTL_CMD)
		memcpy(&asked, arg, sizeof(asked));
	r = hw_posix_ops.ioctl(NULL, fd, req, arg);
	if (req == HSMP_IOCTL_CMD)
		note_hsmp(rec, &asked, r, arg);
	else if (req == HSMP_IOCTL_GET_TELEMETRY_DATA)
		note_table(rec, arg, r);
	else if (req == X86_IOC_MSR_BATCH)
		note_batch(rec, arg, r);
	return r;
}

/**
 * struct listing - A folder that is being listed
 * @names:	Names so far, NULL without memory
 * @fn:		Who wants to know
 * @arg:	Its argument
 * @result:	What it said
 */
struct listing {
	char *names;
	hw_list_fn fn;
	void *arg;
	int result;
};

static int add_name(void *arg, const char *name)
{
	struct listing *l = arg;
	char *names = NULL;

	if (l->names && asprintf(&names, "%s%s%s", l->names,
				 *l->names ? "/" : "", name) < 0)
		names = NULL;
	free(l->names);
	l->names = names;
	/* The folder is recorded to its end, whatever was sought in it. */
	if (!l->result)
		l->result = l->fn(l->arg, name);
	return 0;
}

static int record_list(void *ctx, int rootfd, const char *dir, hw_list_fn fn,
		       void *arg)
{
	struct listing l = { .names = strdup(""), .fn = fn, .arg = arg };
	struct record *rec = ctx;
	char key[NAME_LEN * 3];
	int r;

	(void)snprintf(key, sizeof(key), "list %s", dir);
	r = hw_posix_ops.list(NULL, rootfd, dir, add_name, &l);
	if (r < 0 && r != -ENOENT)
		put_err(rec, key, r);
	else if (r == 0 && l.names)
		put(rec, key, l.names);
	else if (r == 0)
		failed(rec, -ENOMEM);
	free(l.names);
	return r < 0 ? r : l.result;
}

static uint64_t record_now_ns(void *ctx)
{
	UNUSED(ctx);
	return hw_posix_ops.now_ns(NULL);
}

static int record_perf_open(void *ctx, int rootfd,
			    const struct hw_perf_event *event)
{
	int fd = hw_posix_ops.perf_open(NULL, rootfd, event);
	struct record *rec = ctx;
	char args[64], key[96];

	(void)snprintf(args, sizeof(args), "%u 0x%llX %u", event->type,
		       (unsigned long long)event->config, event->cpu);
	if (fd >= 0)
		return add_source(rec, fd, -1, args, true);
	(void)snprintf(key, sizeof(key), "perf-open %s", args);
	put_err(rec, key, fd);
	return fd;
}

const struct hw_ops record_ops = {
	.open = record_open,
	.close = record_close,
	.pread = record_pread,
	.ioctl = record_ioctl,
	.list = record_list,
	.now_ns = record_now_ns,
	.perf_open = record_perf_open,
};

static int refuse_name(void *arg, const char *name)
{
	UNUSED(arg);
	UNUSED(name);
	return -ENOTEMPTY;
}

int record_new(const char *dir, struct record **ret)
{
	cleanup_close int fd = -1;
	struct record *rec;
	int r;

	if (mkdir(dir, 0755) < 0 && errno != EEXIST)
		return -errno;
	r = hw_posix_ops.list(NULL, AT_FDCWD, dir, refuse_name, NULL);
	if (r < 0)
		return r;
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	rec = calloc(1, sizeof(*rec));
	if (!rec)
		return -ENOMEM;
	rec->dirfd = take_fd(&fd);
	*ret = rec;
	return 0;
}

static void write_notes(struct record *rec)
{
	FILE *f;
	int fd;

	fd = openat(rec->dirfd, CAPTURE_FILE,
		    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	f = fd < 0 ? NULL : fdopen(fd, "w");
	if (!f) {
		failed(rec, -errno);
		if (fd >= 0)
			(void)close(fd);
		return;
	}
	(void)fprintf(f, "%s\n", CAPTURE_MAGIC);
	for (const struct note *n = rec->first; n; n = n->later)
		if (n->result)
			(void)fprintf(f, "%s = %s\n", n->key, n->result);
	if (ferror(f))
		failed(rec, -EIO);
	if (fclose(f) != 0)
		failed(rec, -errno);
}

int record_finish(struct record *rec)
{
	struct note *next;
	int err;

	if (!rec)
		return 0;
	write_notes(rec);
	for (struct note *n = rec->first; n; n = next) {
		next = n->later;
		free(n->result);
		free(n);
	}
	for (size_t i = 0; i < rec->n_sources; i++)
		free(rec->sources[i].path);
	free(rec->sources);
	(void)close(rec->dirfd);
	err = rec->err;
	free(rec);
	return err;
}
