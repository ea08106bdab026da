// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What no single line of a scenario can show
 *
 * One function a subject, in the order in which they may rely on each other.
 */
#include "sim/model/checks.h"

#include <errno.h>
#include <string.h>

#include "sim/model/table.h"

/* Points the error at the line of a key. */
#define FAIL_AT(section, key, ...) \
	(err->line = line_of(ps, section, key), scenario_fail(err, __VA_ARGS__))

static unsigned int line_of(const struct parser *ps, const char *section,
			    const char *key)
{
	int index = key_find(section, key);

	return index < 0 ? 0 : ps->line[index];
}

static int check_required(struct parser *ps, struct scenario_error *err)
{
	for (size_t i = 0; i < KEY_N_ROWS; i++) {
		const struct key_row *row = key_row(i);

		if (row->def || row->optional || ps->line[i])
			continue;
		err->line = 0;
		return scenario_fail(err, "%s is missing in [%s]", row->key,
				     row->section);
	}
	return 0;
}

static int check_size(struct parser *ps, struct scenario_error *err)
{
	const struct scenario *sc = &ps->sc;

	if (scenario_n_cpus(sc) > SCENARIO_MAX_CPUS)
		return FAIL_AT("machine", "cores_per_socket",
			       "cores_per_socket: %u sockets x %u cores x %u "
			       "threads are more than %d CPUs",
			       sc->n_sockets, sc->cores_per_socket,
			       sc->threads_per_core, SCENARIO_MAX_CPUS);
	if (sc->cores_per_socket % sc->cores_per_ccd)
		return FAIL_AT("machine", "cores_per_ccd",
			       "cores_per_ccd: %u does not divide "
			       "cores_per_socket, %u",
			       sc->cores_per_ccd, sc->cores_per_socket);
	if (sc->cores_per_socket % sc->nodes_per_socket)
		return FAIL_AT("machine", "nodes_per_socket",
			       "nodes_per_socket: %u does not divide "
			       "cores_per_socket, %u",
			       sc->nodes_per_socket, sc->cores_per_socket);
	return 0;
}

static int check_package_ids(struct parser *ps, struct scenario_error *err)
{
	uint32_t *ids = ps->sc.package_ids;
	uint32_t n = 0;

	if (line_of(ps, "machine", "package_ids") == 0) {
		for (; n < ps->sc.n_sockets; n++)
			ids[n] = n;
	}
	for (n = 0; n < SCENARIO_MAX_SOCKETS && ids[n] != UINT32_MAX; n++) {
		if (n && ids[n] <= ids[n - 1])
			return FAIL_AT("machine", "package_ids",
				       "package_ids: %u after %u does not "
				       "ascend",
				       ids[n], ids[n - 1]);
	}
	if (n != ps->sc.n_sockets)
		return FAIL_AT("machine", "package_ids",
			       "package_ids: %u ids for %u sockets", n,
			       ps->sc.n_sockets);
	return 0;
}

static int check_cpus(struct parser *ps, struct scenario_error *err)
{
	const struct {
		const char *key;
		const struct cpuset *set;
	} sets[] = {
		{ "offline", &ps->sc.offline },
		{ "isolated", &ps->sc.isolated },
		{ "nohz_full", &ps->sc.nohz_full },
	};
	uint32_t n_cpus = scenario_n_cpus(&ps->sc);

	for (size_t i = 0; i < ARRAY_SIZE(sets); i++) {
		unsigned int beyond = cpuset_next(sets[i].set, n_cpus);

		if (beyond < CPUSET_MAX)
			return FAIL_AT("machine", sets[i].key,
				       "%s: there is no CPU %u, the last is %u",
				       sets[i].key, beyond, n_cpus - 1);
	}
	if (cpuset_has(&ps->sc.offline, 0))
		return FAIL_AT("machine", "offline",
			       "offline: CPU 0 is always online");
	return 0;
}

static int check_energy(struct parser *ps, struct scenario_error *err)
{
	const struct scenario *sc = &ps->sc;

	if (sc->counter_bits != 32 && sc->counter_bits != 64)
		return FAIL_AT("energy", "bits",
			       "bits: %u is neither 32 nor 64",
			       sc->counter_bits);
	if (sc->counter_bits == 32 && sc->core_start > UINT32_MAX)
		return FAIL_AT("energy", "core_start",
			       "core_start: does not fit into 32 bits");
	if (sc->counter_bits == 32 && sc->pkg_start > UINT32_MAX)
		return FAIL_AT("energy", "pkg_start",
			       "pkg_start: does not fit into 32 bits");
	return 0;
}

static int check_power(struct parser *ps, struct scenario_error *err)
{
	const struct scenario *sc = &ps->sc;

	if (sc->core_busy_w < sc->core_idle_w)
		return FAIL_AT("power", "core_busy_w",
			       "core_busy_w: %.10g is less than core_idle_w, "
			       "%.10g",
			       sc->core_busy_w, sc->core_idle_w);
	if (sc->limit_w > sc->limit_max_w)
		return FAIL_AT("power", "limit_w",
			       "limit_w: %.10g is more than limit_max_w, %.10g",
			       sc->limit_w, sc->limit_max_w);
	return 0;
}

static int check_clock(struct parser *ps, struct scenario_error *err)
{
	const struct scenario *sc = &ps->sc;

	if (sc->max_mhz < sc->min_mhz)
		return FAIL_AT("clock", "max_mhz",
			       "max_mhz: %u is less than min_mhz, %u",
			       sc->max_mhz, sc->min_mhz);
	if (sc->boost_limit_mhz < sc->min_mhz ||
	    sc->boost_limit_mhz > sc->max_mhz)
		return FAIL_AT("clock", "boost_limit_mhz",
			       "boost_limit_mhz: %u is not in min_mhz to "
			       "max_mhz, %u to %u",
			       sc->boost_limit_mhz, sc->min_mhz, sc->max_mhz);
	return 0;
}

/* Also fills what was left out. */
static int check_cpufreq(struct parser *ps, struct scenario_error *err)
{
	struct scenario *sc = &ps->sc;

	if (line_of(ps, "cpufreq", "lowest_nonlinear_mhz") == 0)
		sc->lowest_nonlinear_mhz = sc->min_mhz;
	if (sc->lowest_nonlinear_mhz < sc->min_mhz ||
	    sc->lowest_nonlinear_mhz > sc->max_mhz)
		return FAIL_AT("cpufreq", "lowest_nonlinear_mhz",
			       "lowest_nonlinear_mhz: %u is not in min_mhz to "
			       "max_mhz, %u to %u",
			       sc->lowest_nonlinear_mhz, sc->min_mhz,
			       sc->max_mhz);
	return 0;
}

static int check_vendor(struct parser *ps, struct scenario_error *err)
{
	const struct scenario *sc = &ps->sc;

	if (scenario_is_intel(sc) && sc->has_hsmp)
		return FAIL_AT("nodes", "hsmp",
			       "hsmp: GenuineIntel has none, write hsmp = no");
	if (!scenario_is_intel(sc) && sc->dram_busy_w > 0)
		return FAIL_AT("power", "dram_busy_w",
			       "dram_busy_w: only GenuineIntel has a register "
			       "for it");
	if (sc->dram_busy_w < sc->dram_idle_w)
		return FAIL_AT("power", "dram_busy_w",
			       "dram_busy_w: %.10g is less than dram_idle_w, "
			       "%.10g",
			       sc->dram_busy_w, sc->dram_idle_w);
	return 0;
}

/* Each table came with a protocol. */
static int check_metric_table(struct parser *ps, struct scenario_error *err)
{
	const struct scenario *sc = &ps->sc;

	if (sc->metric_table == SCENARIO_TABLE_6 && sc->protocol != 6)
		return FAIL_AT("hsmp", "metric_table",
			       "metric_table: 6 needs protocol 6, not %u",
			       sc->protocol);
	if (sc->metric_table == SCENARIO_TABLE_6 &&
	    sc->cores_per_socket > TABLE_6_CORES)
		return FAIL_AT("hsmp", "metric_table",
			       "metric_table: 6 has room for %d cores",
			       TABLE_6_CORES);
	if (sc->metric_table == SCENARIO_TABLE_7V &&
	    (sc->cores_per_ccd > TABLE_7V_CORES ||
	     sc->cores_per_socket / sc->cores_per_ccd > TABLE_7V_CCDS))
		return FAIL_AT("hsmp", "metric_table",
			       "metric_table: 7V has room for %d CCDs of %d "
			       "cores",
			       TABLE_7V_CCDS, TABLE_7V_CORES);
	if (sc->metric_table == SCENARIO_TABLE_7V && sc->protocol < 7)
		return FAIL_AT("hsmp", "metric_table",
			       "metric_table: 7V needs protocol 7, not %u",
			       sc->protocol);
	return 0;
}

static int check_core_loads(struct parser *ps, struct scenario_error *err)
{
	uint32_t n_cores = scenario_n_cores(&ps->sc);

	for (uint32_t i = 0; i < ps->sc.n_core_loads; i++) {
		uint32_t last = ps->sc.core_loads[i].last;

		if (last < n_cores)
			continue;
		err->line = ps->core_load_line[i];
		return scenario_fail(err,
				     "core: there is no core %u, the last is "
				     "%u",
				     last, n_cores - 1);
	}
	return 0;
}

static int check_fault_where(const struct scenario *sc,
			     const struct fault *fault,
			     struct scenario_error *err)
{
	uint32_t n_cpus = scenario_n_cpus(sc);

	if (fault->where == UINT32_MAX)
		return 0;
	if (fault->target == FAULT_HSMP && fault->where >= sc->n_sockets)
		return scenario_fail(err,
				     "fault %s: there is no socket %u, the "
				     "last is %u",
				     fault->name, fault->where,
				     sc->n_sockets - 1);
	if (fault->target == FAULT_MSR && fault->where >= n_cpus)
		return scenario_fail(err,
				     "fault %s: there is no CPU %u, the last "
				     "is %u",
				     fault->name, fault->where, n_cpus - 1);
	return 0;
}

static int check_faults(struct parser *ps, struct scenario_error *err)
{
	for (uint32_t i = 0; i < ps->sc.n_faults; i++) {
		const struct fault *fault = &ps->sc.faults[i];
		struct scenario_error inner;
		int r;

		err->line = ps->fault_line[i];
		if (!ps->fault_has_target[i])
			return scenario_fail(err, "fault %s: target is missing",
					     fault->name);
		if (fault_check(fault, &inner) < 0)
			return scenario_fail(err, "fault %s: %.110s",
					     fault->name, inner.reason);
		r = check_fault_where(&ps->sc, fault, err);
		if (r < 0)
			return r;
	}
	return 0;
}

int scenario_check(struct parser *ps, struct scenario_error *err)
{
	static int (*const checks[])(struct parser *,
				     struct scenario_error *) = {
		check_required,	    check_size,	      check_package_ids,
		check_cpus,	    check_energy,     check_power,
		check_clock,	    check_cpufreq,    check_vendor,
		check_metric_table, check_core_loads, check_faults,
	};

	for (size_t i = 0; i < ARRAY_SIZE(checks); i++) {
		int r = checks[i](ps, err);

		if (r < 0)
			return r;
	}
	return 0;
}
