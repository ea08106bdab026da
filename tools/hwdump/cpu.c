// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Logical CPUs, and each core at the CPU that names it
 *
 * Each file is read once: idle_time is the sum of the times that are shown.
 */
#include <errno.h>

#include "tools/hwdump/hwdump.h"

#define TEXT_LEN 512

static void dump_core(const struct dump *d, const char *o,
		      const struct topo_core *core)
{
	put_topo(d, o, "ccd", core->ccd);
	put_u64(d, o, "n_threads", core->n_threads, "");
	put_result(d, o, "reader", core->reader == TOPO_NONE ? -EBUSY : 0,
		   core->reader, "");
	dump_core_energy(d, o, core);
	dump_core_messages(d, o, core);
}

static void dump_cpufreq(const struct dump *d, const char *o, uint32_t cpu)
{
	for (unsigned int a = 0; a < CPUFREQ_N_ATTRS; a++) {
		const struct cpufreq_desc *desc = &cpufreq_attrs[a];
		char name[NAME_LEN], text[TEXT_LEN];
		uint64_t v = 0;
		int r;

		name_of(name, "cpufreq.%s", desc->file);
		if (!desc->is_text) {
			r = cpufreq_get_u64(d->cf, cpu, (enum cpufreq_attr)a,
					    &v);
			put_result(d, o, name, r, v, desc->unit);
			continue;
		}
		r = cpufreq_get_text(d->cf, cpu, (enum cpufreq_attr)a, text,
				     sizeof(text));
		if (r < 0)
			put_error(d, o, name, r);
		else
			put_text(d, o, name, text);
	}
}

/* The attributes of one idle state; adds its time. */
static int dump_state(const struct dump *d, const char *o, uint32_t cpu,
		      const char *state, uint64_t *sum_us)
{
	char name[NAME_LEN], word[NAME_LEN / 2], text[TEXT_LEN];
	int r, status = 0;

	word_of(word, sizeof(word), state);
	name_of(name, "idle.%s.desc", word);
	r = cpuidle_state_desc(d->cf, cpu, state, text, sizeof(text));
	if (r < 0)
		put_error(d, o, name, r);
	else
		put_text(d, o, name, text);
	for (unsigned int a = 0; a < CPUIDLE_N_ATTRS; a++) {
		const struct cpufreq_desc *desc = &cpuidle_attrs[a];
		uint64_t v = 0;

		r = cpuidle_get(d->cf, cpu, state, (enum cpuidle_attr)a, &v);
		name_of(name, "idle.%s.%s", word, desc->file);
		put_result(d, o, name, r, v, desc->unit);
		if (a == CPUIDLE_TIME) {
			status = r;
			*sum_us += v;
		}
	}
	return status;
}

static void dump_idle(const struct dump *d, const char *o, uint32_t cpu)
{
	const char *state;
	uint64_t sum_us = 0;
	int status = 0;

	for (unsigned int k = 0;; k++) {
		int r = cpuidle_state_name(d->cf, cpu, k, &state);

		if (r == -ENOENT && k)
			break;
		if (r < 0) {
			status = r;
			break;
		}
		r = dump_state(d, o, cpu, state, &sum_us);
		if (r < 0)
			status = r;
	}
	put_result(d, o, "idle_time", status, sum_us, "us");
}

void dump_cpu(const struct dump *d, const struct topo_cpu *c)
{
	const struct topology *t = d->topo;
	char o[NAME_LEN], part[NAME_LEN];

	name_of(o, "cpu%u", c->cpu);
	name_of(part, "%s.", o);
	if (!wants(d, part))
		return;
	put_u64(d, o, "online", c->online, "");
	put_u64(d, o, "no_ipi", c->no_ipi, "");
	if (!c->online)
		return;
	put_u64(d, o, "package_id", t->sockets[c->socket].package_id, "");
	put_u64(d, o, "core", t->cores[c->core].cpu, "");
	put_topo(d, o, "core_id", c->core_id);
	put_topo(d, o, "die_id", c->die_id);
	put_topo(d, o, "l3", c->l3);
	put_topo(d, o, "numa_node", c->node);
	put_topo(d, o, "apicid", c->apicid);
	if (t->cores[c->core].cpu == c->cpu)
		dump_core(d, o, &t->cores[c->core]);
	name_of(part, "%s.cpufreq.", o);
	if (wants(d, part))
		dump_cpufreq(d, o, c->cpu);
	name_of(part, "%s.idle", o);
	if (wants(d, part))
		dump_idle(d, o, c->cpu);
}
