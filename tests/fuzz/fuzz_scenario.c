// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of scenarios, loads and faults
 *
 * The first byte chooses the parser. What is refused must say so on one line
 * and leave the output alone; what is accepted must make a machine that keeps
 * its laws. A scenario that breaks them would have slipped past a check.
 */
#include <errno.h>
#include <math.h>

#include "base/util.h"
#include "hw/hsmp_abi.h"
#include "sim/model/machine.h"
#include "tests/fuzz/fuzz.h"

#define POISON 0x5A

/* Also beyond a year: model time ends at 2^55 ns. */
static const uint64_t times[] = {
	0,
	1,
	NSEC_PER_MSEC,
	NSEC_PER_SEC + 1,
	3600 * NSEC_PER_SEC + 999999,
	(UINT64_C(1) << 55) - 1,
};

static void check_error(const struct scenario_error *err, size_t lines)
{
	size_t len = strnlen(err->reason, sizeof(err->reason));

	FUZZ_CHECK(len > 0 && len < sizeof(err->reason));
	FUZZ_CHECK(!memchr(err->reason, '\n', len));
	FUZZ_CHECK(err->line <= lines);
}

static void check_untouched(const void *mem, size_t size)
{
	const uint8_t *bytes = mem;

	for (size_t i = 0; i < size; i++)
		FUZZ_CHECK(bytes[i] == POISON);
}

static void check_core(const struct machine *m, uint32_t core, uint64_t t)
{
	const struct scenario *sc = machine_scenario(m);
	double load = machine_load(m, core, t);
	double joule = machine_core_j(m, core, t);
	double second = (double)t / 1e9;
	uint64_t idle = 0;

	FUZZ_CHECK(load >= 0 && load <= 1);
	FUZZ_CHECK(joule >= sc->core_idle_w * second * (1 - 1e-9));
	FUZZ_CHECK(joule <= sc->core_busy_w * second * (1 + 1e-9));
	for (int i = 0; i < IDLE_N_STATES; i++)
		idle += machine_idle_us(m, core, (enum idle_state)i, t);
	FUZZ_CHECK(idle <= t / NSEC_PER_USEC);
	FUZZ_CHECK(machine_core_khz(m, core, t) >= sc->min_mhz * 1000);
	FUZZ_CHECK(machine_core_khz(m, core, t) <= sc->max_mhz * 1000);
}

/* A limit holds whatever can be held: all but idle cores and the uncore. */
static void check_limit(const struct machine *m, uint32_t sock, uint64_t t)
{
	const struct scenario *sc = machine_scenario(m);
	double base = sc->uncore_w + sc->core_idle_w * sc->cores_per_socket;
	double most = fmax(sc->limit_w + 0.0005, base);

	FUZZ_CHECK(machine_pkg_w(m, sock, t) <= most * (1 + 1e-9));
	FUZZ_CHECK(machine_pkg_j(m, sock, t) <=
		   most * (double)t / 1e9 * (1 + 1e-9));
}

/* What comes in by the mailbox must not lead out of any array. */
static void check_firmware(struct machine *m, uint32_t sock, uint64_t t)
{
	static const uint32_t probes[] = {
		0, 1, 0x80, 1 << 9 | 1, 8 << 8 | 2, 0x80000000, UINT32_MAX,
	};
	uint8_t table[16];

	for (uint32_t id = 0; id <= HSMP_N_IDS; id++) {
		for (size_t i = 0; i < ARRAY_SIZE(probes); i++) {
			uint32_t args[HSMP_MAX_WORDS] = { probes[i] };

			/* The power limit is checked elsewhere. */
			if (id != HSMP_SET_SOCKET_POWER_LIMIT)
				(void)machine_hsmp(m, sock, id, args, t);
		}
	}
	FUZZ_CHECK(machine_metric_table(m, sock, t, table, sizeof(table)) ==
		   (machine_metric_table_size(m) ? 0 : -ENODEV));
}

static void check_socket(struct machine *m, uint32_t sock, uint64_t t)
{
	const struct scenario *sc = machine_scenario(m);
	double sum = sc->uncore_w * (double)t / 1e9;
	uint32_t n = sc->cores_per_socket;

	check_limit(m, sock, t);
	check_firmware(m, sock, t);

	for (uint32_t i = sock * n; i < (sock + 1) * n; i++)
		sum += machine_core_j(m, i, t);
	FUZZ_CHECK(fabs(machine_pkg_j(m, sock, t) - sum) <= sum * 1e-9);
	if (sc->counter_bits == 32)
		FUZZ_CHECK(machine_pkg_reg(m, sock, t) <= UINT32_MAX);
}

static void check_machine(const struct scenario *sc)
{
	void *mem = malloc(machine_size(sc));
	struct machine *m;

	FUZZ_CHECK(mem);
	m = machine_init(mem, sc);
	for (size_t i = 0; i < ARRAY_SIZE(times); i++) {
		for (uint32_t c = 0; c < scenario_n_cores(sc); c++)
			check_core(m, c, times[i]);
		for (uint32_t s = 0; s < sc->n_sockets; s++)
			check_socket(m, s, times[i]);
	}
	free(mem);
}

static void fuzz_scenario(const char *text, size_t len)
{
	struct scenario_error err = { .reason = "" };
	static struct scenario sc;
	size_t lines = 1;
	int r;

	for (size_t i = 0; i < len; i++)
		lines += text[i] == '\n';
	memset(&sc, POISON, sizeof(sc));
	r = scenario_parse(text, len, &sc, &err);
	FUZZ_CHECK(r == 0 || r == -EINVAL);
	if (r < 0) {
		check_error(&err, lines);
		check_untouched(&sc, sizeof(sc));
		return;
	}
	FUZZ_CHECK(scenario_n_cpus(&sc) <= SCENARIO_MAX_CPUS);
	FUZZ_CHECK(sc.name[0] && memchr(sc.name, '\0', sizeof(sc.name)));
	check_machine(&sc);
}

static void fuzz_load(const char *text)
{
	struct scenario_error err = { .reason = "" };
	struct load load;

	memset(&load, POISON, sizeof(load));
	if (load_parse(text, &load, &err) < 0) {
		check_error(&err, 0);
		check_untouched(&load, sizeof(load));
		return;
	}
	FUZZ_CHECK(load.level >= 0 && load.level <= 1);
	FUZZ_CHECK(load.n_steps <= SCENARIO_MAX_STEPS);
	FUZZ_CHECK((load.n_steps > 0) == (load.kind == LOAD_STEPS));
	FUZZ_CHECK((load.period_ns > 0) == (load.kind == LOAD_SINE));
}

static void fuzz_fault(const char *text)
{
	struct scenario_error err = { .reason = "" };
	struct fault f;

	memset(&f, POISON, sizeof(f));
	if (fault_parse(text, &f, &err) < 0) {
		check_error(&err, 0);
		check_untouched(&f, sizeof(f));
		return;
	}
	FUZZ_CHECK(f.name[0] && memchr(f.name, '\0', sizeof(f.name)));
	FUZZ_CHECK(memchr(f.path, '\0', sizeof(f.path)));
	FUZZ_CHECK((f.target == FAULT_FILE) == (f.path[0] == '/'));
	FUZZ_CHECK(f.err || f.fw_status || f.dead || f.missing || f.forbidden ||
		   f.latency_ns);
	FUZZ_CHECK(f.latency_ns <= 60 * NSEC_PER_SEC);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text;

	if (size == 0)
		return 0;
	if (data[0] != 'l' && data[0] != 'f') {
		fuzz_scenario((const char *)data, size);
		return 0;
	}
	text = fuzz_string(data + 1, size - 1);
	if (data[0] == 'l')
		fuzz_load(text);
	else
		fuzz_fault(text);
	free(text);
	return 0;
}
