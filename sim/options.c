// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Command line of epycsim, see the header
 */
#include "sim/options.h"

#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/parse.h"
#include "sim/scenario_file.h"

enum long_option {
	OPT_SCENARIO = 's',
	OPT_LIST = 'l',
	OPT_HELP = 'h',
	OPT_VERSION = 'V',
	OPT_SHOW = 256,
	OPT_READY_FD,
	OPT_HELP_SCENARIO,
	OPT_SYSFS,
};

static const struct option long_options[] = {
	{ "scenario", required_argument, NULL, OPT_SCENARIO },
	{ "list", no_argument, NULL, OPT_LIST },
	{ "show", required_argument, NULL, OPT_SHOW },
	{ "help-scenario", no_argument, NULL, OPT_HELP_SCENARIO },
	{ "sysfs", required_argument, NULL, OPT_SYSFS },
	{ "ready-fd", required_argument, NULL, OPT_READY_FD },
	{ "help", no_argument, NULL, OPT_HELP },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ NULL, 0, NULL, 0 },
};

const char options_usage[] =
	"usage: epycsim [--scenario FILE|NAME] [--sysfs fuse|tmpfs]\n"
	"               [--ready-fd N] MOUNTPOINT\n"
	"       epycsim --list | --show FILE|NAME | --help-scenario\n"
	"\n"
	"Mounts a simulated EPYC machine: /dev/hsmp, MSRs, sysfs, /proc. Stays\n"
	"in the foreground until SIGINT, SIGTERM or SIGHUP, and unmounts.\n"
	"\n"
	"  -s, --scenario FILE|NAME  machine to simulate (" SCENARIO_DEFAULT
	")\n"
	"  -l, --list                names of the scenarios there are\n"
	"      --show FILE|NAME      text of a scenario\n"
	"      --help-scenario       what a scenario can say\n"
	"      --sysfs fuse|tmpfs    sysfs as all the rest (fuse), or as plain\n"
	"                            files: as quick as the real one, without\n"
	"                            faults and without the attributes of the\n"
	"                            HSMP driver; values move each 100 ms\n"
	"      --ready-fd N          write a byte to descriptor N when ready\n"
	"  -h, --help                this text\n"
	"  -V, --version             version\n"
	"\n"
	"While it runs: MOUNTPOINT/epycsim/{control,error,truth,status}.\n";

int bad_input(const char *fmt, ...)
{
	char line[PATH_MAX + 512];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	(void)fprintf(stderr, "epycsim: %s\n", line);
	return EXIT_BAD_INPUT;
}

static int parse_ready_fd(const char *text, int *ret)
{
	const char *p = text;
	uint32_t fd;

	if (!parse_u32(&p, &fd) || !parse_end(p) || fd > INT_MAX ||
	    fcntl((int)fd, F_GETFD) < 0)
		return bad_input("--ready-fd %s is not an open descriptor",
				 text);
	*ret = (int)fd;
	return 0;
}

static int parse_sysfs(const char *text, bool *ret_plain)
{
	*ret_plain = strcmp(text, "tmpfs") == 0;
	if (!*ret_plain && strcmp(text, "fuse") != 0)
		return bad_input("--sysfs %s is neither fuse nor tmpfs", text);
	return 0;
}

/* One option; 0, or the exit status. */
static int take_option(int c, char **argv, struct options *opt)
{
	switch (c) {
	case OPT_SCENARIO:
		opt->scenario = optarg;
		return 0;
	case OPT_SHOW:
		opt->show = optarg;
		return 0;
	case OPT_LIST:
		opt->list = true;
		return 0;
	case OPT_HELP_SCENARIO:
		opt->keys = true;
		return 0;
	case OPT_SYSFS:
		return parse_sysfs(optarg, &opt->plain);
	case OPT_READY_FD:
		return parse_ready_fd(optarg, &opt->ready_fd);
	case OPT_HELP:
		opt->help = true;
		return 0;
	case OPT_VERSION:
		opt->version = true;
		return 0;
	case ':':
		return bad_input("option %s needs a value, see --help",
				 argv[optind - 1]);
	default:
		break;
	}
	/* A short option of several is known by its letter only. */
	if (optopt)
		return bad_input("unknown option -%c, see --help", optopt);
	return bad_input("unknown option %s, see --help", argv[optind - 1]);
}

int options_parse(int argc, char **argv, struct options *opt)
{
	int c;

	*opt = (struct options){ .scenario = SCENARIO_DEFAULT, .ready_fd = -1 };
	opterr = 0;
	while ((c = getopt_long(argc, argv, ":s:lhV", long_options, NULL)) !=
	       -1) {
		int r = take_option(c, argv, opt);

		if (r)
			return r;
	}
	if (opt->help || opt->version || opt->list || opt->show || opt->keys)
		return 0;
	if (optind == argc)
		return bad_input("no mount point given, see --help");
	if (optind + 1 < argc)
		return bad_input("one mount point expected, not also %s",
				 argv[optind + 1]);
	opt->dir = argv[optind];
	return 0;
}
