// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: epycsim, a simulated EPYC as a file system
 *
 * Exit status: 0 when told to end, or unmounted by somebody; 2 if what was
 * asked for can't be (one line says why, nothing is mounted); 1 if something
 * failed later.
 *
 * The end. SIGINT, SIGTERM, SIGHUP are blocked in all threads and read by the
 * stopper thread, which also hears the `unmount` command. It ends all waits,
 * so that threads inside slow answers reply at once, marks the session as
 * over, and then interrupts the main thread by SIGUSR1 until that has left
 * libfuse's loop: a single signal could come in the instant before the loop
 * goes to sleep, and be lost. The main thread unmounts.
 *
 * Plain files for sysfs (--sysfs tmpfs) are made before anything is mounted,
 * and mounted over sys by a thread of their own when requests are served; only
 * then is the program ready. That mount goes with the one below it.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "sim/fs.h"
#include "sim/options.h"
#include "sim/plain.h"
#include "sim/scenario_file.h"

#define KICK_INTERVAL_MS 10

/**
 * struct run - A mounted simulator
 * @opt:	Command line
 * @path:	Mount point, absolute
 * @name:	Scenario's name
 * @sim:	Machine
 * @fs:		File system
 * @plain:	Plain files, or NULL
 * @plain_error: Why they could not be mounted, negative errno
 * @signals:	signalfd of the signals that end it
 * @quit:	eventfd: end, for whatever reason
 * @begun:	eventfd: requests are being served
 * @main_thread: Thread in fs_serve()
 * @served:	It has left fs_serve()
 */
struct run {
	const struct options *opt;
	char path[PATH_MAX];
	const char *name;
	struct sim *sim;
	struct fs *fs;
	struct plain *plain;
	int plain_error;
	int signals;
	int quit;
	int begun;
	pthread_t main_thread;
	atomic_bool served;
};

static int print_keys(void)
{
	const char *section = "";
	struct scenario_key key;

	for (size_t i = 0; scenario_key_get(i, &key); i++) {
		if (strcmp(section, key.section) != 0)
			printf("%s[%s]\n", i ? "\n" : "", key.section);
		section = key.section;
		printf("  %-20s %s\n", key.key, key.help);
		printf("  %-20s %s", "", key.form);
		if (key.def)
			printf(", default %s", key.def);
		printf("%s\n", key.required ? ", required" : "");
	}
	return 0;
}

static int print_list(void)
{
	int r = scenario_file_list(stdout);

	return r < 0 ? bad_input("no scenarios found") : 0;
}

static int print_scenario(const char *word)
{
	cleanup_free char *text = NULL;
	char err[PATH_MAX + 256];

	if (scenario_file_text(word, &text, err, sizeof(err)))
		return bad_input("%s", err);
	(void)fputs(text, stdout);
	return 0;
}

/* All that only prints; the exit status. */
static int print_something(const struct options *opt)
{
	int r = 0;

	if (opt->help)
		(void)fputs(options_usage, stdout);
	else if (opt->version)
		(void)puts("epycsim " JOULEPATH_VERSION);
	else if (opt->list)
		r = print_list();
	else if (opt->keys)
		r = print_keys();
	else
		r = print_scenario(opt->show);
	if (!r && fflush(stdout))
		return 1;
	return r;
}

static bool is_mount_root(const char *path)
{
	struct statx stx;

	return statx(AT_FDCWD, path, 0, STATX_TYPE, &stx) == 0 &&
	       (stx.stx_attributes & STATX_ATTR_MOUNT_ROOT);
}

static bool is_empty(const char *path)
{
	struct dirent **names;
	int n = scandir(path, &names, NULL, alphasort);

	for (int i = 0; i < n; i++)
		free(names[i]);
	if (n >= 0)
		free(names);
	/* The two dots. */
	return n <= 2;
}

static int check_mountpoint(const char *dir, char *ret_path)
{
	struct stat st;

	if (stat(dir, &st)) {
		if (errno == ENOTCONN)
			return bad_input("%s: still mounted, its server died; "
					 "umount -l %s",
					 dir, dir);
		return bad_input("%s: %s", dir, strerror(errno));
	}
	if (!S_ISDIR(st.st_mode))
		return bad_input("%s: %s", dir, strerror(ENOTDIR));
	if (!realpath(dir, ret_path))
		return bad_input("%s: %s", dir, strerror(errno));
	if (is_mount_root(ret_path))
		return bad_input("%s: busy, something is mounted there", dir);
	if (!is_empty(ret_path))
		return bad_input("%s: %s", dir, strerror(ENOTEMPTY));
	return 0;
}

static int check_fuse(void)
{
	cleanup_close int fd = open("/dev/fuse", O_RDWR | O_CLOEXEC);

	if (fd >= 0)
		return 0;
	if (errno == ENOENT || errno == ENODEV)
		return bad_input("no /dev/fuse: load the kernel's module "
				 "(modprobe fuse), or give it to the container "
				 "(--device /dev/fuse)");
	return bad_input("/dev/fuse: %s; root may open it", strerror(errno));
}

static void announce_ready(struct run *run)
{
	printf("epycsim: %s ready at %s\n", run->name, run->path);
	/* Nobody needs to listen. */
	(void)fflush(stdout);
	if (run->opt->ready_fd >= 0) {
		ssize_t n = write(run->opt->ready_fd, "\n", 1);

		UNUSED(n);
		(void)close(run->opt->ready_fd);
	}
}

static void wake(int event_fd)
{
	uint64_t one = 1;
	ssize_t n = write(event_fd, &one, sizeof(one));

	UNUSED(n);
}

/* Called by a thread that serves: it can't wait for a request of its own. */
static void on_begun(void *ctx)
{
	struct run *run = ctx;

	if (run->plain)
		wake(run->begun);
	else
		announce_ready(run);
}

static void on_stop(void *ctx)
{
	struct run *run = ctx;

	wake(run->quit);
}

static void on_kick(int sig)
{
	UNUSED(sig);
}

static void *stopper(void *arg)
{
	struct run *run = arg;
	struct pollfd fds[] = { { .fd = run->signals, .events = POLLIN },
				{ .fd = run->quit, .events = POLLIN } };

	while (poll(fds, ARRAY_SIZE(fds), -1) < 0)
		continue;
	sim_stop(run->sim);
	if (atomic_load(&run->served))
		return NULL;
	fs_quit(run->fs);
	while (!atomic_load(&run->served)) {
		pthread_kill(run->main_thread, SIGUSR1);
		(void)poll(NULL, 0, KICK_INTERVAL_MS);
	}
	return NULL;
}

static bool wait_begun(struct run *run)
{
	struct pollfd fds[] = { { .fd = run->begun, .events = POLLIN },
				{ .fd = run->quit, .events = POLLIN } };

	while (poll(fds, ARRAY_SIZE(fds), -1) < 0)
		continue;
	return fds[1].revents == 0;
}

static void *plain_thread(void *arg)
{
	struct run *run = arg;
	struct waiter me = { .waits = &run->sim->waits };
	char sys[PATH_MAX + sizeof("/sys")];
	int r;

	if (!wait_begun(run))
		return NULL;
	(void)snprintf(sys, sizeof(sys), "%s/sys", run->path);
	r = plain_mount(run->plain, sys);
	if (r) {
		/* If the end has come meanwhile, that is why. */
		if (!atomic_load(&run->served) &&
		    waiter_sleep(&me, 0, false) == 0)
			run->plain_error = r;
		wake(run->quit);
		return NULL;
	}
	announce_ready(run);
	while (waiter_sleep(&me, PLAIN_INTERVAL_NS, false) == 0)
		plain_refresh(run->plain);
	return NULL;
}

/* Signals as the header of this file says. */
static int prepare_signals(struct run *run)
{
	struct sigaction kick = { .sa_handler = on_kick };
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	sigaction(SIGUSR1, &kick, NULL);
	sigaction(SIGPIPE, &ignore, NULL);
	run->main_thread = pthread_self();
	run->signals = signalfd(-1, &set, SFD_CLOEXEC);
	run->quit = eventfd(0, EFD_CLOEXEC);
	run->begun = eventfd(0, EFD_CLOEXEC);
	return run->signals < 0 || run->quit < 0 || run->begun < 0 ? -errno : 0;
}

/* Two threads beside libfuse's: one ends it, one follows the host. */
static int serve(struct run *run)
{
	pthread_t stop, host;
	int r;

	r = pthread_create(&stop, NULL, stopper, run);
	if (r)
		return -r;
	r = pthread_create(&host, NULL, sim_host_load_thread, run->sim);
	if (!r) {
		r = -fs_serve(run->fs);
		atomic_store(&run->served, true);
		wake(run->quit);
		pthread_join(stop, NULL);
		pthread_join(host, NULL);
		return -r;
	}
	atomic_store(&run->served, true);
	wake(run->quit);
	pthread_join(stop, NULL);
	return -r;
}

static void on_settled(void *ctx)
{
	plain_sync(ctx);
}

static int make_plain(struct run *run, struct sim_hooks *hooks)
{
	char err[256];

	if (!run->opt->plain)
		return 0;
	if (sim_set_plain_sysfs(run->sim))
		return bad_input("scenario %s has faults of files below /sys, "
				 "which --sysfs tmpfs can't have",
				 run->name);
	if (plain_new(run->sim, &run->plain, err, sizeof(err)))
		return bad_input("%s", err);
	hooks->settled = on_settled;
	hooks->settled_ctx = run->plain;
	return 0;
}

/* The plain files' thread may hang in a look-up until all is unmounted. */
static int serve_with_plain(struct run *run)
{
	pthread_t plain;
	int r = -pthread_create(&plain, NULL, plain_thread, run);

	if (!r) {
		r = serve(run);
		fs_unmount(run->fs);
		pthread_join(plain, NULL);
		return r ? r : run->plain_error;
	}
	fs_unmount(run->fs);
	return r;
}

static int serve_and_unmount(struct run *run)
{
	int r;

	if (run->plain)
		return serve_with_plain(run);
	r = serve(run);
	fs_unmount(run->fs);
	return r;
}

static int mount_and_serve(struct run *run)
{
	struct fs_events events = { .ctx = run, .ready = on_begun };
	struct sim_hooks hooks = { .ctx = run, .stop = on_stop };
	char err[256];
	int r;

	r = make_plain(run, &hooks);
	if (r)
		return r;
	sim_set_hooks(run->sim, &hooks);
	if (fs_mount(run->sim, run->path, &events, &run->fs, err, sizeof(err)))
		return bad_input("%s: %s", run->path, err);
	r = serve_and_unmount(run);
	if (r) {
		(void)fprintf(stderr, "epycsim: %s\n", strerror(-r));
		return 1;
	}
	return 0;
}

static int simulate(const struct options *opt)
{
	struct run run = { .opt = opt, .signals = -1, .quit = -1, .begun = -1 };
	struct scenario_file *file = NULL;
	char err[PATH_MAX + 256];
	int r;

	if (scenario_file_load(opt->scenario, &file, err, sizeof(err)))
		return bad_input("%s", err);
	run.name = file->sc.name;
	/* A message of 300 us shall not take 350; threads inherit this. */
	(void)prctl(PR_SET_TIMERSLACK, 1UL);
	r = check_mountpoint(opt->dir, run.path);
	if (!r)
		r = check_fuse();
	if (!r && (prepare_signals(&run) ||
		   sim_new(&file->sc, file->text, &run.sim))) {
		(void)fprintf(stderr, "epycsim: %s\n", strerror(ENOMEM));
		r = 1;
	}
	if (!r)
		r = mount_and_serve(&run);
	plain_free(run.plain);
	sim_free(run.sim);
	cleanup_close_fn(&run.begun);
	cleanup_close_fn(&run.signals);
	cleanup_close_fn(&run.quit);
	scenario_file_free(file);
	return r;
}

int main(int argc, char **argv)
{
	struct options opt;
	int r;

	r = options_parse(argc, argv, &opt);
	if (r)
		return r;
	return opt.dir ? simulate(&opt) : print_something(&opt);
}
