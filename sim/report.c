// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Texts of epycsim/: what is really so
 *
 * truth is what an observer that sees everything would say, in one instant:
 * model time, true energies and powers. Sockets are numbered as messages and
 * package ids are sorted; a core is named by its lowest CPU that is online,
 * and not listed if it has none. status is about the simulator. Each line is
 * "name value" or, of more words, a sentence with fixed places.
 */
#include <inttypes.h>

#include "base/util.h"
#include "hw/hsmp_msgs.h"
#include "sim/layout.h"
#include "sim/sim.h"
#include "sim/values.h"

void show_truth(const struct moment *now, const uint32_t index[2],
		struct text *out)
{
	const struct scenario *sc = machine_scenario(now->m);

	UNUSED(index);
	text_add(out, "time_ns %" PRIu64 "\n", now->t_ns);
	for (uint32_t sock = 0; sock < sc->n_sockets; sock++) {
		text_add(out, "socket%u energy_j %.9f\n", sc->package_ids[sock],
			 machine_pkg_j(now->m, sock, now->t_ns));
		text_add(out, "socket%u power_w %.9f\n", sc->package_ids[sock],
			 machine_pkg_w(now->m, sock, now->t_ns));
	}
	for (uint32_t core = 0; core < scenario_n_cores(sc); core++) {
		struct cpuset threads;
		unsigned int cpu;

		layout_sharing(sc, core, SHARE_CORE, &threads);
		cpu = cpuset_next(&threads, 0);
		if (cpu == CPUSET_MAX)
			continue;
		text_add(out, "cpu%u energy_j %.9f\n", cpu,
			 machine_core_j(now->m, core, now->t_ns));
		text_add(out, "cpu%u power_w %.9f\n", cpu,
			 machine_core_w(now->m, core, now->t_ns));
	}
}

static void add_plugged(const struct moment *now, struct text *out)
{
	struct sim *sim = now->sim;
	const struct scenario *sc = machine_scenario(now->m);
	struct cpuset online;

	layout_online(sc, &online);
	text_add(out, "cpus_online %u\n", cpuset_count(&online));
	for (uint32_t sock = 0; sock < sc->n_sockets && sc->has_hsmp; sock++)
		text_add(out, "driver socket %u %s\n", sock,
			 sim->hot.sockets >> sock & 1 ? "bound" : "unbound");
	text_add(out, "mailbox_us %u\n", sc->mailbox_us);
	text_add(out, "msr_allowlist %zu\n", sim->list.n);
	if (!sim->plain_sysfs)
		return;
	text_add(out, "refresh_files %" PRIu64 "\n",
		 atomic_load(&sim->refresh.files));
	text_add(out, "refresh_rounds %" PRIu64 "\n",
		 atomic_load(&sim->refresh.rounds));
	text_add(out, "refresh_cpu_us %" PRIu64 "\n",
		 atomic_load(&sim->refresh.cpu_ns) / NSEC_PER_USEC);
}

static void add_faults(struct sim *sim, struct text *out)
{
	struct fault_slot s;

	for (unsigned int i = 0; fault_set_get(&sim->faults, i, &s); i++)
		text_add(out,
			 "fault %s %s calls %" PRIu64 " hits %" PRIu64 "\n",
			 s.fault.name, s.fault.active ? "on" : "off", s.calls,
			 s.hits);
}

static void add_counts(struct sim *sim, struct text *out)
{
	for (int kind = 0; kind < NODE_N_KINDS; kind++) {
		if (kind == NODE_DIR)
			continue;
		text_add(out, "opens %s %" PRIu64 "\n",
			 node_kind_name((enum node_kind)kind),
			 atomic_load(&sim->counts.opens[kind]));
		text_add(out, "reads %s %" PRIu64 "\n",
			 node_kind_name((enum node_kind)kind),
			 atomic_load(&sim->counts.reads[kind]));
	}
	text_add(out, "ioctls_refused %" PRIu64 "\n",
		 atomic_load(&sim->counts.refused));
	text_add(out, "batches %" PRIu64 "\n",
		 atomic_load(&sim->counts.batches));
	text_add(out, "batch_operations %" PRIu64 "\n",
		 atomic_load(&sim->counts.batch_ops));
	text_add(out, "pointers_refused %" PRIu64 "\n",
		 atomic_load(&sim->counts.pointers));
	for (unsigned int id = 0; id < HSMP_N_IDS; id++) {
		uint64_t n = atomic_load(&sim->counts.ioctls[id]);

		if (n > 0)
			text_add(out, "ioctls %s %" PRIu64 "\n",
				 hsmp_msgs[id].name, n);
	}
}

void show_status(const struct moment *now, const uint32_t index[2],
		 struct text *out)
{
	struct sim *sim = now->sim;

	UNUSED(index);
	text_add(out, "scenario %s\n", machine_scenario(now->m)->name);
	text_add(out, "time_ns %" PRIu64 "\n", now->t_ns);
	text_add(out, "clock %s\n", sim->clock.stopped ? "stopped" : "running");
	text_add(out, "nodes %" PRIu32 "\n", node_count(sim->tree));
	add_plugged(now, out);
	add_faults(sim, out);
	add_counts(sim, out);
}

void show_scenario(const struct moment *now, const uint32_t index[2],
		   struct text *out)
{
	UNUSED(index);
	text_add(out, "%s", now->sim->text);
}

void show_error(const struct moment *now, const uint32_t index[2],
		struct text *out)
{
	struct sim *sim = now->sim;

	UNUSED(index);
	pthread_mutex_lock(&sim->error_lock);
	if (sim->error[0] != '\0')
		text_add(out, "%s\n", sim->error);
	pthread_mutex_unlock(&sim->error_lock);
}
