// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Energies, by each way that there is to them
 *
 * energy_pkg is the value of the first register source that answers, in the
 * library's order; then each source under its own name, so that they can be
 * compared. A register is shown in microjoules from its 0, and as it is (raw);
 * its unit beside it. Of cores only those sources are shown that exist.
 */
#include <errno.h>

#include "hw/hsmp_rapl.h"
#include "hw/rapl.h"
#include "tools/hwdump/hwdump.h"

/**
 * struct domain - One register of one object
 * @reg:	It
 * @cpu:	CPU to read it on, TOPO_NONE if all are isolated
 * @socket:	Whose unit it has
 * @name:	Name of its lines
 * @all:	Show sources that do not exist, too
 */
struct domain {
	const struct rapl_reg *reg;
	uint32_t cpu;
	uint32_t socket;
	const char *name;
	bool all;
};

static uint64_t to_uj(uint64_t raw, unsigned int esu)
{
	struct rapl_counter counter = { 0 };

	(void)rapl_counter_update(&counter, esu, raw, false, 0,
				  RAPL_DEFAULT_PKG_MAX_MW);
	return rapl_sum_uj(counter.sum);
}

/* Read by each source: the best of them, and all in order. */
static void dump_domain(const struct dump *d, const char *o,
			const struct domain *domain)
{
	int status[MSR_N_SOURCES] = { 0 };
	uint64_t raw[MSR_N_SOURCES] = { 0 };
	struct rapl_units units;
	char name[NAME_LEN];
	int best = MSR_SOURCE_NONE, first = -ENOENT;
	unsigned int esu;

	units = rapl_units_decode(d->units[domain->socket]);
	esu = rapl_domain_esu(domain->reg, units);
	for (int s = MSR_SOURCE_NONE + 1; s < MSR_N_SOURCES; s++) {
		int r = d->units_err[domain->socket];

		if (r == 0)
			r = domain->cpu == TOPO_NONE
				    ? -EBUSY
				    : msr_read_by(d->msr, (enum msr_source)s,
						  domain->cpu, domain->reg->msr,
						  &raw[s]);
		status[s] = r;
		if (r == 0 && best == MSR_SOURCE_NONE)
			best = s;
		if (first == -ENOENT)
			first = r;
	}
	if (best == MSR_SOURCE_NONE) {
		put_error(d, o, domain->name, first);
	} else {
		raw[best] = rapl_domain_raw(domain->reg, raw[best]);
		put_u64(d, o, domain->name, to_uj(raw[best], esu), "uJ");
		name_of(name, "%s.raw", domain->name);
		put_u64(d, o, name, raw[best], "count");
	}
	for (int s = MSR_SOURCE_NONE + 1; s < MSR_N_SOURCES; s++) {
		if (status[s] == -ENOENT && !domain->all)
			continue;
		name_of(name, "%s.%s", domain->name,
			msr_source_name((enum msr_source)s));
		put_result(d, o, name, status[s],
			   to_uj(rapl_domain_raw(domain->reg, raw[s]), esu),
			   "uJ");
	}
}

static void dump_units(const struct dump *d, const char *o, uint32_t socket)
{
	struct rapl_units units = rapl_units_decode(d->units[socket]);
	int r = d->units_err[socket];
	uint64_t info = 0;
	uint32_t mw = 0;

	put_result(d, o, "energy_esu", r, units.energy, "");
	if (r == 0)
		put_hex(d, o, "energy_unit_register", d->units[socket]);
	if (r < 0 || !d->rapl->info)
		return;
	r = msr_read(d->msr, d->topo->sockets[socket].reader, d->rapl->info,
		     &info);
	if (r == 0) {
		put_hex(d, o, "power_info_register", info);
		r = rapl_info_max_mw(info, units, &mw);
	}
	put_result(d, o, "power_max", r, mw, "mW");
}

/* What the mailbox says of a counter. */
static void put_hsmp(const struct dump *d, const char *o, const char *name,
		     uint32_t socket, int r, uint64_t count)
{
	struct hsmp_rapl_units units = { 0 };
	char raw_name[NAME_LEN];

	if (r == 0)
		r = hsmp_rapl_units(
			d->hsmp, d->topo->sockets[socket].hsmp_index, &units);
	put_result(d, o, name, r, to_uj(count, units.energy), "uJ");
	if (r < 0)
		return;
	name_of(raw_name, "%s_raw", name);
	put_u64(d, o, raw_name, count, "count");
}

static void dump_other_sources(const struct dump *d, const char *o,
			       uint32_t socket)
{
	unsigned int esu = 0;
	uint64_t v = 0;
	int r;

	r = d->proto[socket];
	if (r >= 0)
		r = hsmp_rapl_pkg(d->hsmp, d->topo->sockets[socket].hsmp_index,
				  &v);
	put_hsmp(d, o, "energy_pkg.hsmp", socket, MIN(r, 0), v);
	r = powercap_pkg_uj(d->powercap, socket, &v);
	put_result(d, o, "energy_pkg.powercap", r, v, "uJ");
	r = powercap_pkg_range_uj(d->powercap, socket, &v);
	put_result(d, o, "energy_pkg.powercap_range", r, v, "uJ");
	r = perf_power_pkg(d->perf, socket, &v, &esu);
	put_result(d, o, "energy_pkg.perf", r,
		   r < 0 ? 0 : rapl_sum_uj((uint128_t)v << (32 - esu)), "uJ");
}

void dump_socket_energy(const struct dump *d, const char *o, uint32_t socket)
{
	char name[NAME_LEN], esu_name[NAME_LEN];

	name_of(name, "%s.energy", o);
	name_of(esu_name, "%s.power_", o);
	if (!wants(d, name) && !wants(d, esu_name))
		return;
	dump_units(d, o, socket);
	for (unsigned int i = 0; d->rapl && i < RAPL_N_DOMAINS; i++) {
		const struct rapl_reg *reg = &d->rapl->domains[i];
		const struct domain domain = {
			.reg = reg,
			.cpu = d->topo->sockets[socket].reader,
			.socket = socket,
			.name = name,
			.all = true,
		};

		if (!reg->msr || reg->scope != RAPL_SCOPE_PKG)
			continue;
		name_of(name, "energy_%s",
			rapl_domain_name((enum rapl_domain)i));
		name_of(esu_name, "%s_esu", name);
		if (reg->fixed_esu)
			put_u64(d, o, esu_name, reg->fixed_esu, "");
		dump_domain(d, o, &domain);
	}
	if (!d->rapl)
		put_error(d, o, "energy_pkg", EOPNOTSUPP);
	dump_other_sources(d, o, socket);
}

void dump_core_energy(const struct dump *d, const char *o,
		      const struct topo_core *core)
{
	const struct rapl_reg *reg;
	char name[NAME_LEN];
	uint64_t v = 0;
	int r;

	name_of(name, "%s.energy_core", o);
	if (!wants(d, name))
		return;
	reg = d->rapl ? &d->rapl->domains[RAPL_DOMAIN_CORE] : NULL;
	if (reg && reg->msr)
		dump_domain(d, o,
			    &(struct domain){
				    .reg = reg,
				    .cpu = core->reader,
				    .socket = core->socket,
				    .name = "energy_core",
			    });
	if (d->proto[core->socket] < 0 || core->apicid == TOPO_NONE)
		return;
	r = hsmp_rapl_core(d->hsmp, d->topo->sockets[core->socket].hsmp_index,
			   core->apicid, &v);
	if (r != -ENOMSG)
		put_hsmp(d, o, "energy_core.hsmp", core->socket, r, v);
}

void probe_energy(struct dump *d)
{
	const struct topology *t = d->topo;

	d->rapl = rapl_model_find(t->vendor, t->family, t->model);
	for (uint32_t i = 0; i < t->n_sockets; i++) {
		uint32_t cpu = t->sockets[i].reader;

		if (!d->rapl)
			d->units_err[i] = -EOPNOTSUPP;
		else if (cpu == TOPO_NONE)
			d->units_err[i] = -EBUSY;
		else
			d->units_err[i] = msr_read(d->msr, cpu, d->rapl->unit,
						   &d->units[i]);
	}
}
