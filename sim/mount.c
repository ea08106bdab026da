// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Beginning and end of the file system, see fs.h
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/fs_internal.h"

/* What libfuse would print is said by us, once and in our form. */
static void quiet(enum fuse_log_level level, const char *fmt, va_list ap)
{
	UNUSED(level);
	UNUSED(fmt);
	UNUSED(ap);
}

static void on_changed(void *ctx, uint32_t ino)
{
	struct fs *fs = ctx;
	const struct node *node = node_get(fs->sim->tree, ino);

	(void)fuse_lowlevel_notify_inval_entry(fs->se, node->parent, node->name,
					       strlen(node->name));
}

static struct fuse_session *new_session(struct fs *fs)
{
	static const char *const argv[] = {
		"epycsim",
		"-o",
		/* Others may look only if the one who mounts may allow it. */
		"default_permissions,fsname=epycsim,subtype=epycsim",
		"-o",
		"allow_other",
	};
	struct fuse_args args = FUSE_ARGS_INIT(0, NULL);
	struct fuse_session *se = NULL;
	size_t n = geteuid() == 0 ? ARRAY_SIZE(argv) : 3;

	for (size_t i = 0; i < n; i++)
		if (fuse_opt_add_arg(&args, argv[i]))
			goto out;
	se = fuse_session_new(&args, &fs_ops, sizeof(fs_ops), fs);
out:
	fuse_opt_free_args(&args);
	return se;
}

int fs_mount(struct sim *sim, const char *mountpoint,
	     const struct fs_events *events, struct fs **ret, char *err,
	     size_t size)
{
	struct fs *fs = calloc(1, sizeof(*fs));
	struct sim_hooks hooks = sim->hooks;
	int r = -ENOMEM;

	if (!fs)
		goto fail;
	fuse_set_log_func(quiet);
	pthread_mutex_init(&fs->lock, NULL);
	fs->sim = sim;
	fs->events = *events;
	fs->se = new_session(fs);
	if (!fs->se)
		goto fail;
	errno = 0;
	if (fuse_session_mount(fs->se, mountpoint)) {
		r = errno ? -errno : -EIO;
		fuse_session_destroy(fs->se);
		goto fail;
	}
	hooks.changed = on_changed;
	hooks.changed_ctx = fs;
	sim_set_hooks(sim, &hooks);
	*ret = fs;
	return 0;
fail:
	free(fs);
	(void)snprintf(err, size, "cannot mount: %s%s", strerror(-r),
		       r == -EPERM ? ", which root may" : "");
	return r;
}

int fs_serve(struct fs *fs)
{
	struct fuse_loop_config *config = fuse_loop_cfg_create();
	int r;

	if (!config)
		return -ENOMEM;
	fuse_loop_cfg_set_max_threads(config, FS_MAX_THREADS);
	r = fuse_session_loop_mt(fs->se, config);
	fuse_loop_cfg_destroy(config);
	/* After a signal, or an unmount from outside, all is well. */
	return r < 0 && r != -EINTR && r != -ENODEV ? r : 0;
}

void fs_quit(struct fs *fs)
{
	fuse_session_exit(fs->se);
}

void fs_unmount(struct fs *fs)
{
	if (!fs)
		return;
	fuse_session_unmount(fs->se);
	fuse_session_destroy(fs->se);
	fs_free_texts(fs);
	pthread_mutex_destroy(&fs->lock);
	free(fs);
}
