// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: hwdump, all that the hardware library sees, as text
 *
 * One `name value unit` a line, in an order that depends on nothing but the
 * machine: the machine, then each socket, then each logical CPU with its core
 * at the CPU that names it. What can't be had is `name - ERRNO`; ENODATA says
 * that the kernel does not tell, EBUSY that an isolated CPU would have had to
 * be disturbed. Blanks inside a value become underscores, so that three
 * columns are three columns.
 *
 * Two dumps of a machine at rest differ in what moves and nothing else, which
 * makes a dump a part of a bug report and, with a captured tree, a test.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "hw/cpufreq.h"
#include "hw/files.h"
#include "hw/hsmp.h"
#include "hw/hsmp_msgs.h"
#include "hw/hw.h"
#include "hw/hwmon.h"
#include "hw/msr.h"
#include "hw/msr_regs.h"
#include "hw/rapl.h"
#include "hw/topology.h"

#define EXIT_BAD_USE 2
#define NAME_LEN 96
#define OPEN_FILES 32

/**
 * struct dump - Handles on one machine
 * @hw:		Context
 * @topo:	Topology
 * @files:	Open files
 * @hsmp:	Mailboxes
 * @msr:	Registers
 * @cf:		cpufreq and cpuidle
 * @k10temp:	Temperatures
 * @proto:	HSMP protocol version by socket, or negative errno
 * @esu:	Energy unit by socket, or negative errno
 */
struct dump {
	struct hw *hw;
	struct topology *topo;
	struct hw_files *files;
	struct hsmp *hsmp;
	struct msr *msr;
	struct cpufreq *cf;
	struct k10temp *k10temp;
	int *proto;
	int *esu;
};

/* Name of an object, or of one of its values. */
static void name_of(char name[NAME_LEN], const char *fmt, ...)
	PRINTF_LIKE(2, 3);

static void name_of(char name[NAME_LEN], const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(name, NAME_LEN, fmt, ap);
	va_end(ap);
}

static void put_u64(const char *object, const char *name, uint64_t value,
		    const char *unit)
{
	printf("%s.%s %" PRIu64 " %s\n", object, name, value,
	       *unit ? unit : "none");
}

static void put_error(const char *object, const char *name, int err)
{
	printf("%s.%s - %s\n", object, name, hw_errno_name(err));
}

/* A word for a column: blanks and control characters become underscores. */
static void word_of(char word[NAME_LEN], const char *text)
{
	size_t n = 0;

	for (; *text && n < NAME_LEN - 1; text++)
		word[n++] = (unsigned char)*text > ' ' && *text != 0x7F ? *text
									: '_';
	word[n] = '\0';
}

static void put_text(const char *object, const char *name, const char *text)
{
	char word[NAME_LEN];

	word_of(word, text);
	printf("%s.%s %s none\n", object, name, *word ? word : "(empty)");
}

/* A number of the topology, which may be unknown. */
static void put_topo(const char *object, const char *name, uint32_t value)
{
	if (value == TOPO_NONE)
		put_error(object, name, ENODATA);
	else
		put_u64(object, name, value, "");
}

static void put_result(const char *object, const char *name, int r,
		       uint64_t value, const char *unit)
{
	if (r < 0)
		put_error(object, name, r);
	else
		put_u64(object, name, value, unit);
}

static void dump_machine(const struct dump *d)
{
	const struct topology *t = d->topo;
	const char *o = "machine";

	put_text(o, "model_name", t->model_name);
	put_u64(o, "vendor_amd", t->vendor_amd, "");
	put_u64(o, "family", t->family, "");
	put_u64(o, "model", t->model, "");
	put_u64(o, "stepping", t->stepping, "");
	put_u64(o, "n_sockets", t->n_sockets, "");
	put_u64(o, "n_cores", t->n_cores, "");
	put_u64(o, "n_cpus", t->n_cpus, "");
	put_u64(o, "n_online", t->n_online, "");
	put_topo(o, "n_ccds", t->n_ccds ? t->n_ccds : TOPO_NONE);
	put_topo(o, "n_numa_nodes", t->n_nodes ? t->n_nodes : TOPO_NONE);
	put_u64(o, "threads_per_core", t->threads_per_core, "");
	put_u64(o, "n_isolated", cpuset_count(&t->isolated), "");
	put_text(o, "msr_source", msr_source_name(msr_get_source(d->msr)));
}

/* The fields of a message's response, or why there is none. */
static void dump_message(const struct dump *d, const char *object,
			 uint32_t sock, enum hsmp_id id, uint32_t arg)
{
	const struct hsmp_msg_desc *msg = &hsmp_msgs[id];
	uint32_t words[HSMP_MAX_WORDS];
	char name[NAME_LEN];
	int r;

	r = hsmp_get(d->hsmp, sock, id, arg, words);
	for (size_t i = 0; i < HSMP_MAX_FIELDS && msg->fields[i].name; i++) {
		const struct hsmp_field *f = &msg->fields[i];

		name_of(name, "hsmp.%s.%s", msg->name, f->name);
		put_result(object, name, r,
			   r < 0 ? 0 : hsmp_field_get(f, words), f->unit);
	}
}

/* Every message of a scope that the socket's protocol has and that reads. */
static void dump_messages(const struct dump *d, const char *object,
			  uint32_t socket, enum hsmp_scope scope, uint32_t arg)
{
	int proto = d->proto[socket];

	if (proto < 0)
		return;
	for (unsigned int id = 0; id < HSMP_N_IDS; id++) {
		const struct hsmp_msg_desc *msg = &hsmp_msgs[id];

		if (msg->scope == scope && msg->kind != HSMP_KIND_SET &&
		    hsmp_msg_in_proto(msg, (unsigned int)proto))
			dump_message(d, object,
				     d->topo->sockets[socket].hsmp_index,
				     (enum hsmp_id)id, arg);
	}
}

/* An energy register in microjoules, from whatever it started at. */
static void dump_energy(const struct dump *d, const char *object,
			const char *name, uint32_t socket, uint32_t reader,
			uint32_t reg)
{
	struct rapl_counter counter = { 0 };
	int esu = d->esu[socket];
	uint64_t raw = 0;
	int r = esu;

	if (r >= 0)
		r = reader == TOPO_NONE ? -EBUSY
					: msr_read(d->msr, reader, reg, &raw);
	if (r < 0) {
		put_error(object, name, r);
		return;
	}
	(void)rapl_counter_update(&counter, (unsigned int)esu, raw, false, 0,
				  RAPL_DEFAULT_PKG_MAX_MW);
	put_u64(object, name, rapl_sum_uj(counter.sum), "uJ");
}

static void dump_socket(const struct dump *d, uint32_t i)
{
	const struct topo_socket *s = &d->topo->sockets[i];
	int64_t mc = 0;
	char o[NAME_LEN];
	int r;

	name_of(o, "socket%" PRIu32, s->package_id);
	put_u64(o, "hsmp_index", s->hsmp_index, "");
	put_u64(o, "first_cpu", s->first_cpu, "");
	put_result(o, "reader", s->reader == TOPO_NONE ? -EBUSY : 0, s->reader,
		   "");
	put_u64(o, "n_cores", s->n_cores, "");
	put_u64(o, "n_cpus", s->n_cpus, "");
	put_topo(o, "n_ccds", s->n_ccds ? s->n_ccds : TOPO_NONE);

	put_text(o, "hsmp.state",
		 hsmp_state_name(hsmp_get_state(d->hsmp, s->hsmp_index)));
	put_result(o, "hsmp.protocol", d->proto[i], (uint64_t)d->proto[i], "");
	dump_messages(d, o, i, HSMP_SCOPE_SOCKET, 0);

	put_result(o, "energy_esu", d->esu[i], (uint64_t)d->esu[i], "");
	dump_energy(d, o, "energy_pkg", i, s->reader,
		    MSR_AMD_PKG_ENERGY_STATUS);

	r = k10temp_tctl_mc(d->k10temp, i, &mc);
	if (r < 0)
		put_error(o, "k10temp.tctl", r);
	else
		printf("%s.k10temp.tctl %" PRId64 " millidegC\n", o, mc);
}

static void dump_core(const struct dump *d, const char *o,
		      const struct topo_core *core)
{
	put_topo(o, "ccd", core->ccd);
	put_u64(o, "n_threads", core->n_threads, "");
	put_result(o, "reader", core->reader == TOPO_NONE ? -EBUSY : 0,
		   core->reader, "");
	dump_energy(d, o, "energy_core", core->socket, core->reader,
		    MSR_AMD_CORE_ENERGY_STATUS);
	if (core->apicid != TOPO_NONE)
		dump_messages(d, o, core->socket, HSMP_SCOPE_CORE,
			      core->apicid);
}

static void dump_idle(const struct dump *d, const char *o, uint32_t cpu)
{
	const char *state;
	char name[NAME_LEN], word[NAME_LEN];
	uint64_t us = 0;
	int r;

	for (unsigned int k = 0;; k++) {
		r = cpuidle_state_name(d->cf, cpu, k, &state);
		if (r == -ENOENT && k)
			break;
		if (r < 0) {
			put_error(o, "idle_time", r);
			return;
		}
		r = cpuidle_time_us(d->cf, cpu, state, &us);
		word_of(word, state);
		name_of(name, "idle.%s.time", word);
		put_result(o, name, r, us, "us");
	}
	r = cpuidle_idle_us(d->cf, cpu, &us);
	put_result(o, "idle_time", r, us, "us");
}

static void dump_cpu(const struct dump *d, const struct topo_cpu *c)
{
	const struct topology *t = d->topo;
	char o[NAME_LEN], governor[32];
	uint64_t khz = 0;
	int r;

	name_of(o, "cpu%" PRIu32, c->cpu);
	put_u64(o, "online", c->online, "");
	put_u64(o, "no_ipi", c->no_ipi, "");
	if (!c->online)
		return;
	put_u64(o, "package_id", t->sockets[c->socket].package_id, "");
	put_u64(o, "core", t->cores[c->core].cpu, "");
	put_topo(o, "core_id", c->core_id);
	put_topo(o, "die_id", c->die_id);
	put_topo(o, "l3", c->l3);
	put_topo(o, "numa_node", c->node);
	put_topo(o, "apicid", c->apicid);
	if (t->cores[c->core].cpu == c->cpu)
		dump_core(d, o, &t->cores[c->core]);

	r = cpufreq_cur_khz(d->cf, c->cpu, &khz);
	put_result(o, "cur_freq", r, khz, "kHz");
	r = cpufreq_governor(d->cf, c->cpu, governor, sizeof(governor));
	if (r < 0)
		put_error(o, "governor", r);
	else
		put_text(o, "governor", governor);
	dump_idle(d, o, c->cpu);
}

/* What later lines need: protocols and energy units. */
static void probe(struct dump *d)
{
	const struct topology *t = d->topo;
	uint64_t units = 0;
	int r;

	hsmp_set_cpu(d->hsmp, t->vendor_amd, t->family, t->model);
	for (uint32_t i = 0; i < t->n_sockets; i++) {
		const struct topo_socket *s = &t->sockets[i];

		d->proto[i] = hsmp_probe(d->hsmp, s->hsmp_index);
		r = s->reader == TOPO_NONE
			    ? -EBUSY
			    : msr_read(d->msr, s->reader,
				       MSR_AMD_RAPL_POWER_UNIT, &units);
		d->esu[i] = r < 0 ? r : rapl_units_decode(units).energy;
	}
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
	d->esu = calloc(t->n_sockets, sizeof(*d->esu));
	if (!d->proto || !d->esu)
		return -ENOMEM;
	r = hw_files_new(hw, OPEN_FILES, &d->files);
	if (r == 0)
		r = hsmp_new(hw, t->n_sockets, &d->hsmp);
	if (r == 0)
		r = msr_new(hw, t, &d->msr);
	if (r == 0)
		r = cpufreq_new(d->files, hw, t, &d->cf);
	if (r == 0)
		r = k10temp_new(d->files, hw, t->n_sockets, &d->k10temp);
	if (r == 0)
		probe(d);
	return r;
}

static void dump_close(struct dump *d)
{
	k10temp_free(d->k10temp);
	cpufreq_free(d->cf);
	msr_free(d->msr);
	hsmp_free(d->hsmp);
	hw_files_free(d->files);
	free(d->esu);
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

/* Whether there is a source worth an agent, in one line: exit status. */
static int check(const struct dump *d)
{
	const struct topology *t = d->topo;
	int r = -ENODATA;

	for (uint32_t i = 0; i < t->n_sockets; i++) {
		const struct topo_socket *s = &t->sockets[i];
		uint64_t raw = 0;

		if (d->proto[i] > 0) {
			printf("yes: HSMP protocol %d on socket%" PRIu32 "\n",
			       d->proto[i], s->package_id);
			return EXIT_SUCCESS;
		}
		r = d->esu[i];
		if (r > 0)
			r = msr_read(d->msr, s->reader,
				     MSR_AMD_PKG_ENERGY_STATUS, &raw);
		/* Hypervisors that don't have the registers may say 0. */
		if (r == 0 && raw) {
			printf("yes: energy of socket%" PRIu32 " by %s\n",
			       s->package_id,
			       msr_source_name(msr_get_source(d->msr)));
			return EXIT_SUCCESS;
		}
	}
	printf("no: HSMP is %s (%s), energy registers give %s\n",
	       hsmp_state_name(hsmp_get_state(d->hsmp, 0)),
	       hw_errno_name(d->proto[0]),
	       r < 0 ? hw_errno_name(r) : "nothing but 0");
	return EXIT_FAILURE;
}

static void usage(void)
{
	puts("Usage: hwdump [--root DIR] [--check]\n"
	     "Print what the hardware library sees, one `name value unit` a "
	     "line,\n`name - ERRNO` for what can't be had.\n"
	     "\n"
	     "  -r, --root DIR  read below DIR instead of /\n"
	     "  -c, --check     only say whether there is a source of energy or "
	     "an HSMP\n"
	     "                  mailbox: exit 0 if so, 1 if not\n"
	     "  -h, --help      print this\n"
	     "  -V, --version   print the version");
}

/* Output that nobody could read is a failure too. */
static int finish(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	fprintf(stderr, "hwdump: cannot write: %s\n", strerror(errno));
	return EXIT_BAD_USE;
}

static int run(const char *root, bool only_check)
{
	struct dump d = { 0 };
	struct hw *hw = NULL;
	int status = EXIT_SUCCESS;
	int r;

	r = hw_new(root, NULL, NULL, &hw);
	if (r < 0) {
		fprintf(stderr, "hwdump: %s: %s\n", root, strerror(-r));
		return EXIT_BAD_USE;
	}
	r = dump_open(&d, hw);
	if (r < 0 && only_check) {
		printf("no: the CPU topology below %s can't be read: %s\n",
		       root, strerror(-r));
		status = EXIT_FAILURE;
	} else if (r < 0) {
		fprintf(stderr,
			"hwdump: %s: cannot read the CPU topology: %s\n", root,
			strerror(-r));
		status = EXIT_BAD_USE;
	} else if (only_check) {
		status = check(&d);
	} else {
		dump_all(&d);
	}
	dump_close(&d);
	hw_free(hw);
	return finish(status);
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "root", required_argument, NULL, 'r' },
		{ "check", no_argument, NULL, 'c' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ NULL, 0, NULL, 0 },
	};
	const char *root = "/";
	bool only_check = false;
	int c;

	while ((c = getopt_long(argc, argv, "r:chV", options, NULL)) != -1) {
		switch (c) {
		case 'r':
			root = optarg;
			break;
		case 'c':
			only_check = true;
			break;
		case 'h':
			usage();
			return finish(EXIT_SUCCESS);
		case 'V':
			puts("hwdump " JOULEPATH_VERSION);
			return finish(EXIT_SUCCESS);
		default:
			/* getopt_long() has said why. */
			return EXIT_BAD_USE;
		}
	}
	if (optind < argc) {
		fprintf(stderr, "hwdump: unexpected argument '%s'\n",
			argv[optind]);
		return EXIT_BAD_USE;
	}
	return run(root, only_check);
}
