// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The machine as a whole, and its sockets
 */
#include <errno.h>

#include "tools/hwdump/hwdump.h"

#define TEXT_LEN 256

/* The driver is a module of either name, or of none if it is built in. */
static void dump_driver_version(const struct dump *d, const char *o)
{
	static const char *const modules[] = { "hsmp_common", "amd_hsmp" };
	char text[TEXT_LEN];
	int r = -ENOENT;

	for (size_t i = 0; i < ARRAY_SIZE(modules) && r == -ENOENT; i++)
		r = hw_read_text(d->hw, text, sizeof(text),
				 "sys/module/%s/version", modules[i]);
	if (r < 0)
		put_error(d, o, "hsmp_driver_version", r);
	else
		put_text(d, o, "hsmp_driver_version", text);
}

static void dump_globals(const struct dump *d, const char *o)
{
	for (unsigned int g = 0; g < CPUFREQ_N_GLOBALS; g++) {
		char name[NAME_LEN], text[TEXT_LEN];
		int r;

		word_of(name, sizeof(name), cpufreq_globals[g].file);
		for (char *p = name; *p; p++)
			if (*p == '/')
				*p = '.';
		r = cpufreq_global_text(d->cf, (enum cpufreq_global)g, text,
					sizeof(text));
		if (r < 0)
			put_error(d, o, name, r);
		else
			put_text(d, o, name, text);
	}
}

void dump_machine(const struct dump *d)
{
	const struct topology *t = d->topo;
	const char *o = "machine";

	if (!wants(d, "machine."))
		return;
	put_text(d, o, "model_name", t->model_name);
	put_text(d, o, "vendor", cpu_vendor_name(t->vendor));
	put_u64(d, o, "family", t->family, "");
	put_u64(d, o, "model", t->model, "");
	put_u64(d, o, "stepping", t->stepping, "");
	put_u64(d, o, "n_sockets", t->n_sockets, "");
	put_u64(d, o, "n_cores", t->n_cores, "");
	put_u64(d, o, "n_cpus", t->n_cpus, "");
	put_u64(d, o, "n_online", t->n_online, "");
	put_topo(d, o, "n_ccds", t->n_ccds ? t->n_ccds : TOPO_NONE);
	put_topo(d, o, "n_numa_nodes", t->n_nodes ? t->n_nodes : TOPO_NONE);
	put_u64(d, o, "threads_per_core", t->threads_per_core, "");
	put_topo(d, o, "smt_active", t->smt);
	put_u64(d, o, "n_isolated", cpuset_count(&t->isolated), "");
	put_text(d, o, "msr_source", msr_source_name(msr_get_source(d->msr)));
	dump_driver_version(d, o);
	dump_globals(d, o);
}

void dump_socket(const struct dump *d, uint32_t i)
{
	const struct topo_socket *s = &d->topo->sockets[i];
	int64_t mc = 0;
	char o[NAME_LEN], dotted[NAME_LEN];
	int r;

	name_of(o, "socket%u", s->package_id);
	name_of(dotted, "socket%u.", s->package_id);
	if (!wants(d, dotted))
		return;
	put_u64(d, o, "hsmp_index", s->hsmp_index, "");
	put_u64(d, o, "first_cpu", s->first_cpu, "");
	put_result(d, o, "reader", s->reader == TOPO_NONE ? -EBUSY : 0,
		   s->reader, "");
	put_u64(d, o, "n_cores", s->n_cores, "");
	put_u64(d, o, "n_cpus", s->n_cpus, "");
	put_topo(d, o, "n_ccds", s->n_ccds ? s->n_ccds : TOPO_NONE);

	dump_messages(d, o, i);
	dump_table(d, o, i);
	dump_socket_energy(d, o, i);

	r = k10temp_tctl_mc(d->k10temp, i, &mc);
	if (r < 0)
		put_error(d, o, "k10temp.tctl", r);
	else
		put_s64(d, o, "k10temp.tctl", mc, "millidegC");
}
