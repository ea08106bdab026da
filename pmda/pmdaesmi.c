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
	{ "config", 1, 'c', "FILE",
	  "DIMM addresses and links, see pmda/collect/config.h" },
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

/**
 * struct call - What the command line asks for
 * @root:	Prefix of all paths
 * @config:	Configuration file, NULL for none
 */
struct call {
	const char *root;
	const char *config;
};

/* Return: -1 to go on, else the exit status. */
static int parse_options(int argc, char *argv[], pmdaOptions *opts,
			 pmdaInterface *dispatch, struct call *call)
{
	int c;

	if (wants_help(argc, argv)) {
		pmdaUsageMessage(opts);
		return 0;
	}
	while ((c = pmdaGetOptions(argc, argv, opts, dispatch)) != EOF) {
		switch (c) {
		case 'r':
			call->root = opts->optarg;
			break;
		case 'c':
			call->config = opts->optarg;
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

/* Return: 0, or the exit status. */
static int make_agent(const struct call *call, struct esmi **ret)
{
	struct config_error err = { .line = 0 };
	struct esmi *agent;
	int r;

	r = esmi_new(call->root, &agent);
	if (r < 0) {
		fprintf(stderr,
			"%s: %s: %s; give --root a readable tree with "
			"/sys/devices/system/cpu\n",
			pmGetProgname(), call->root, strerror(-r));
		return 2;
	}
	r = call->config ? esmi_configure(agent, call->config, &err) : 0;
	if (r == -EINVAL)
		fprintf(stderr, "%s: %s:%u: %s\n", pmGetProgname(),
			call->config, err.line, err.reason);
	else if (r < 0)
		fprintf(stderr, "%s: %s: %s\n", pmGetProgname(), call->config,
			strerror(-r));
	if (r < 0) {
		esmi_free(agent);
		return 2;
	}
	*ret = agent;
	return 0;
}

int main(int argc, char *argv[])
{
	static pmdaOptions opts = {
		.short_options = "c:D:d:l:r:U:V?",
		.long_options = long_options,
		.opterr = 1,
	};
	static pmdaInterface dispatch;
	struct call call = { .root = "/" };
	struct esmi *agent = NULL;
	int r;

	pmSetProgname(argv[0]);
	pmdaDaemon(&dispatch, PMDA_INTERFACE_7, pmGetProgname(), ESMI_DOMAIN,
		   "esmi.log", NULL);
	r = parse_options(argc, argv, &opts, &dispatch, &call);
	if (r >= 0)
		return r;
	raise_file_limit();
	r = make_agent(&call, &agent);
	if (r)
		return r;
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
