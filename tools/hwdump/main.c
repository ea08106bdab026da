// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: hwdump, all that the hardware library sees, as text
 *
 * One `name value unit` a line, in an order that depends on nothing but the
 * machine: the machine, then each socket, then each logical CPU with its core
 * at the CPU that names it. What can't be had is `name - ERRNO`; ENODATA says
 * that the kernel does not tell, EBUSY that an isolated CPU would have had to
 * be disturbed. Two dumps of a machine at rest differ in what moves and
 * nothing else, which makes a dump a part of a bug report and, with a captured
 * tree, a test.
 *
 * --record writes a capture of what was read besides (hw/capture.h), and a root
 * that is a capture is read as one.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parse.h"
#include "hw/capture.h"
#include "tools/hwdump/hwdump.h"

#define OPEN_FILES 32

/* Options without a letter. */
enum {
	OPT_DIMMS = 256,
	OPT_LINKS,
	OPT_RECORD,
};

/* What later lines need: protocols and energy units. */
static void probe(struct dump *d)
{
	const struct topology *t = d->topo;

	hsmp_set_cpu(d->hsmp, t->vendor_amd, t->family, t->model);
	for (uint32_t i = 0; i < t->n_sockets; i++)
		d->proto[i] = hsmp_probe(d->hsmp, t->sockets[i].hsmp_index);
	probe_energy(d);
}

static int dump_open(struct dump *d, struct hw *hw)
{
	const struct topology *t;
	int r;

	d->hw = hw;
	r = topology_read(hw, &d->topo);
	if (r < 0)
		return r;
	t = d->topo;
	d->proto = calloc(t->n_sockets, sizeof(*d->proto));
	d->units = calloc(t->n_sockets, sizeof(*d->units));
	d->units_err = calloc(t->n_sockets, sizeof(*d->units_err));
	if (!d->proto || !d->units || !d->units_err)
		return -ENOMEM;
	r = hw_files_new(hw, OPEN_FILES, &d->files);
	if (r == 0)
		r = hsmp_new(hw, t->n_sockets, &d->hsmp);
	if (r == 0)
		r = telemetry_new(hw, d->hsmp, t->n_sockets, &d->telemetry);
	if (r == 0)
		r = msr_new(hw, t, &d->msr);
	if (r == 0)
		r = cpufreq_new(d->files, hw, t, &d->cf);
	if (r == 0)
		r = k10temp_new(d->files, hw, t->n_sockets, &d->k10temp);
	if (r == 0)
		r = powercap_new(d->files, hw, t, &d->powercap);
	if (r == 0)
		r = perf_power_new(hw, t, &d->perf);
	if (r == 0)
		probe(d);
	return r;
}

static void dump_close(struct dump *d)
{
	perf_power_free(d->perf);
	powercap_free(d->powercap);
	k10temp_free(d->k10temp);
	cpufreq_free(d->cf);
	msr_free(d->msr);
	telemetry_free(d->telemetry);
	hsmp_free(d->hsmp);
	hw_files_free(d->files);
	free(d->units_err);
	free(d->units);
	free(d->proto);
	topology_free(d->topo);
}

static void dump_all(const struct dump *d)
{
	dump_machine(d);
	for (uint32_t i = 0; i < d->topo->n_sockets; i++)
		dump_socket(d, i);
	for (uint32_t i = 0; i < d->topo->n_cpus; i++)
		dump_cpu(d, &d->topo->cpus[i]);
}

static void usage(void)
{
	puts("Usage: hwdump [--root DIR] [--only PREFIX] [--check] ...\n"
	     "Print what the hardware library sees, one `name value unit` a "
	     "line,\n`name - ERRNO` for what can't be had.\n"
	     "\n"
	     "  -r, --root DIR     read below DIR instead of /, or DIR as a "
	     "capture\n"
	     "  -o, --only PREFIX  only names that begin so, for instance "
	     "socket0.energy\n"
	     "  -c, --check        only say whether there is a source of energy "
	     "or an HSMP\n"
	     "                     mailbox: exit 0 if so, 1 if not\n"
	     "      --dimms LIST   addresses of DIMMs to ask for, as in "
	     "0x80,0x84\n"
	     "      --links LIST   links to ask for, as in bits 17 to 8 of the "
	     "messages\n"
	     "      --record DIR   also write a capture into DIR; see "
	     "tools/capture-root\n"
	     "  -h, --help         print this\n"
	     "  -V, --version      print the version");
}

/* Output that nobody could read is a failure too. */
static int finish(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	fprintf(stderr, "hwdump: cannot write: %s\n", strerror(errno));
	return EXIT_BAD_USE;
}

static int dump_machine_of(struct hw *hw, const struct dump_options *options)
{
	struct dump d = { .options = options };
	int status = EXIT_SUCCESS;
	int r;

	r = dump_open(&d, hw);
	if (r < 0 && options->check) {
		printf("no: the CPU topology below %s can't be read: %s\n",
		       options->root, strerror(-r));
		status = EXIT_FAILURE;
	} else if (r < 0) {
		fprintf(stderr,
			"hwdump: %s: cannot read the CPU topology: %s\n",
			options->root, strerror(-r));
		status = EXIT_BAD_USE;
	} else if (options->check) {
		status = dump_check(&d);
	} else {
		dump_all(&d);
	}
	dump_close(&d);
	return status;
}

/* Which calls to use: recorded ones, those of a capture, or the real ones. */
static int choose_ops(const struct dump_options *options, struct record **rec,
		      struct capture **capture, const struct hw_ops **ret_ops,
		      void **ret_ctx)
{
	unsigned int line = 0;
	int r;

	r = capture_load(options->root, capture, &line);
	if (r == -EPROTO) {
		fprintf(stderr, "hwdump: %s/%s:%u: not a line of a capture\n",
			options->root, CAPTURE_FILE, line);
		return r;
	}
	if (r < 0 && r != -ENOENT) {
		fprintf(stderr, "hwdump: %s: %s\n", options->root,
			strerror(-r));
		return r;
	}
	if (r == 0 && options->record) {
		fprintf(stderr, "hwdump: %s is a capture already\n",
			options->root);
		return -EINVAL;
	}
	if (r == 0) {
		*ret_ops = &capture_ops;
		*ret_ctx = *capture;
		return 0;
	}
	*ret_ops = NULL;
	if (!options->record)
		return 0;
	r = record_new(options->record, rec);
	if (r < 0) {
		fprintf(stderr, "hwdump: %s: %s\n", options->record,
			strerror(-r));
		return r;
	}
	*ret_ops = &record_ops;
	*ret_ctx = *rec;
	return 0;
}

static int run(const struct dump_options *options)
{
	const struct hw_ops *ops = NULL;
	struct capture *capture = NULL;
	struct record *rec = NULL;
	int status = EXIT_BAD_USE;
	struct hw *hw = NULL;
	void *ctx = NULL;
	int r;

	r = choose_ops(options, &rec, &capture, &ops, &ctx);
	if (r == 0) {
		r = hw_new(options->root, ops, ctx, &hw);
		if (r < 0)
			fprintf(stderr, "hwdump: %s: %s\n", options->root,
				strerror(-r));
		else
			status = dump_machine_of(hw, options);
	}
	hw_free(hw);
	capture_free(capture);
	r = record_finish(rec);
	if (r < 0) {
		fprintf(stderr, "hwdump: %s: cannot write the capture: %s\n",
			options->record, strerror(-r));
		status = EXIT_BAD_USE;
	}
	return finish(status);
}

/* A list of numbers; says what is wrong with it. */
static int parse_args(struct dump_args *ret, const char *option,
		      const char *text)
{
	struct dump_args args = { 0 };
	const char *p = text;
	uint64_t v;

	do {
		if (args.n == DUMP_ARGS_MAX || !parse_number(&p, &v) ||
		    v > UINT32_MAX) {
			fprintf(stderr, "hwdump: bad list for --%s: '%s'\n",
				option, text);
			return -EINVAL;
		}
		args.values[args.n++] = (uint32_t)v;
	} while (parse_lit(&p, ","));
	if (!parse_end(p)) {
		fprintf(stderr, "hwdump: bad list for --%s: '%s'\n", option,
			text);
		return -EINVAL;
	}
	*ret = args;
	return 0;
}

/* One option: 0 to go on, else the exit status is in @ret_status. */
static int take_option(int c, struct dump_options *o, int *ret_status)
{
	switch (c) {
	case 'r':
		o->root = optarg;
		return 0;
	case 'o':
		o->only = optarg;
		return 0;
	case 'c':
		o->check = true;
		return 0;
	case OPT_DIMMS:
		return parse_args(&o->dimms, "dimms", optarg);
	case OPT_LINKS:
		return parse_args(&o->links, "links", optarg);
	case OPT_RECORD:
		o->record = optarg;
		return 0;
	case 'h':
		usage();
		*ret_status = finish(EXIT_SUCCESS);
		return 1;
	case 'V':
		puts("hwdump " JOULEPATH_VERSION);
		*ret_status = finish(EXIT_SUCCESS);
		return 1;
	default:
		/* getopt_long() has said why. */
		return -EINVAL;
	}
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "root", required_argument, NULL, 'r' },
		{ "only", required_argument, NULL, 'o' },
		{ "check", no_argument, NULL, 'c' },
		{ "dimms", required_argument, NULL, OPT_DIMMS },
		{ "links", required_argument, NULL, OPT_LINKS },
		{ "record", required_argument, NULL, OPT_RECORD },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ NULL, 0, NULL, 0 },
	};
	struct dump_options o = { .root = "/", .only = "" };
	int status = EXIT_BAD_USE;
	int c;

	while ((c = getopt_long(argc, argv, "r:o:chV", options, NULL)) != -1)
		if (take_option(c, &o, &status) != 0)
			return status;
	if (optind < argc) {
		fprintf(stderr, "hwdump: unexpected argument '%s'\n",
			argv[optind]);
		return EXIT_BAD_USE;
	}
	return run(&o);
}
