// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: pmdaesmi, the agent as a daemon of pmcd
 *
 * Order: options; look at the machine and open what needs privileges; log
 * file; give up privileges; connect to pmcd; start the reader threads; answer
 * until pmcd closes the pipe. Exit status 2 for a bad call, 1 for a failure.
 */

#include <errno.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <syslog.h>
#include <unistd.h>

#include "base/log.h"
#include "pmda/esmi.h"
#include "pmda/metrics.h"

static pmLongOptions long_options[] = {
	PMDA_OPTIONS_HEADER("Options"),
	PMDAOPT_DEBUG,
	PMDAOPT_DOMAIN,
	PMDAOPT_LOGFILE,
	{ "root", 1, 'r', "DIR",
	  "prefix of all /dev, /sys and /proc paths (default /)" },
	PMDAOPT_USERNAME,
	{ "version", 0, 'V', NULL, "print the version and exit" },
	PMOPT_HELP,
	PMDA_OPTIONS_END,
};

static void notify(void *ctx, enum log_level level, const char *line)
{
	static const int priorities[] = {
		[LOG_LEVEL_ERROR] = LOG_ERR,
		[LOG_LEVEL_WARN] = LOG_WARNING,
		[LOG_LEVEL_INFO] = LOG_INFO,
		[LOG_LEVEL_DEBUG] = LOG_DEBUG,
	};

	UNUSED(ctx);
	pmNotifyErr(priorities[level], "%s", line);
}

/* 512 CPUs with a few files each need more than the usual 1024. */
static void raise_file_limit(void)
{
	struct rlimit rl;

	if (getrlimit(RLIMIT_NOFILE, &rl) < 0)
		return;
	rl.rlim_cur = rl.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &rl);
}

static int bad_call(const char *what, const char *arg)
{
	fprintf(stderr, "%s: %s: %s; see %s --help\n", pmGetProgname(), what,
		arg, pmGetProgname());
	return 2;
}

/* libpcp counts a request for help as an error, so it is looked for first. */
static bool wants_help(int argc, char *argv[])
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--help") == 0 ||
		    strcmp(argv[i], "-?") == 0)
			return true;
	return false;
}

/* libpcp would end the program only once it is a daemon. */
static bool user_exists(const char *name)
{
	struct passwd pw, *found = NULL;
	char buf[4096];

	return getpwnam_r(name, &pw, buf, sizeof(buf), &found) == 0 && found;
}

/* Return: -1 to go on, else the exit status. */
static int parse_options(int argc, char *argv[], pmdaOptions *opts,
			 pmdaInterface *dispatch, const char **ret_root)
{
	int c;

	if (wants_help(argc, argv)) {
		pmdaUsageMessage(opts);
		return 0;
	}
	while ((c = pmdaGetOptions(argc, argv, opts, dispatch)) != EOF) {
		switch (c) {
		case 'r':
			*ret_root = opts->optarg;
			break;
		case 'V':
			printf("pmdaesmi %s\n", JOULEPATH_VERSION);
			return 0;
		case '?':
		default:
			return 2;
		}
	}
	/* libpcp has named the option, but keeps its lines until now. */
	if (opts->errors) {
		(void)pmflush();
		return 2;
	}
	if (opts->username && !user_exists(opts->username))
		return bad_call("there is no such user", opts->username);
	if (opts->optind < argc)
		return bad_call("there is an argument too many",
				argv[opts->optind]);
	return -1;
}

int main(int argc, char *argv[])
{
	static pmdaOptions opts = {
		.short_options = "D:d:l:r:U:V?",
		.long_options = long_options,
		.opterr = 1,
	};
	static pmdaInterface dispatch;
	struct esmi *agent = NULL;
	const char *root = "/";
	int r;

	pmSetProgname(argv[0]);
	pmdaDaemon(&dispatch, PMDA_INTERFACE_7, pmGetProgname(), ESMI_DOMAIN,
		   "esmi.log", NULL);
	r = parse_options(argc, argv, &opts, &dispatch, &root);
	if (r >= 0)
		return r;
	raise_file_limit();
	r = esmi_new(root, &agent);
	if (r < 0) {
		fprintf(stderr,
			"%s: %s: %s; give --root a readable tree with "
			"/sys/devices/system/cpu\n",
			pmGetProgname(), root, strerror(-r));
		return 2;
	}
	pmdaOpenLog(&dispatch);
	log_set_sink(notify, NULL);
	if (pmDebugOptions.appl0)
		log_set_level(LOG_LEVEL_DEBUG);
	if (!opts.username)
		(void)pmGetUsername(&opts.username);
	/* As another user there is nothing to give up. */
	if (geteuid() == 0)
		(void)pmSetProcessIdentity(opts.username);
	r = esmi_attach(agent, &dispatch);
	if (r == 0)
		r = esmi_start(agent);
	if (r < 0) {
		log_error("can't start: %s", strerror(-r));
		esmi_free(agent);
		return 1;
	}
	if (dispatch.status == 0) {
		pmdaConnect(&dispatch);
		pmdaMain(&dispatch);
	}
	r = dispatch.status;
	esmi_free(agent);
	return r == 0 ? 0 : 1;
}
