// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Prints what the model says, for comparison with tests/ref/model.py
 *
 * modeldump SCENARIO-FILE: commands on stdin, one a line:
 *
 *	at T			print everything at model time T (ns)
 *	load T A-B LOAD		give cores A to B another load from T on
 *	uncore T S WATT		give the uncore of socket S another power
 *	limit T S MILLIWATT	give socket S another power limit, by mailbox
 *	online T CPU 0|1	take a CPU offline or online
 *	reset T			start all energy registers anew
 *
 * modeldump --keys: the table of keys for docs/SCENARIOS.md.
 *
 * Output lines are "T WHAT NUMBER ITEM VALUE". Energies have 17 digits, all
 * that a double holds.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/parse.h"
#include "base/util.h"
#include "hw/hsmp_abi.h"
#include "sim/model/machine.h"

#define FILE_MAX_LEN 65536

static const char *const idle_names[IDLE_N_STATES] = {
	[IDLE_POLL] = "poll",
	[IDLE_C1] = "c1",
	[IDLE_C2] = "c2",
};

static void dump_core(const struct machine *m, uint32_t core, uint64_t t)
{
	printf("%" PRIu64 " core %u energy_j %.17g\n", t, core,
	       machine_core_j(m, core, t));
	printf("%" PRIu64 " core %u reg %" PRIu64 "\n", t, core,
	       machine_core_reg(m, core, t));
	printf("%" PRIu64 " core %u power_w %.17g\n", t, core,
	       machine_core_w(m, core, t));
	printf("%" PRIu64 " core %u khz %u\n", t, core,
	       machine_core_khz(m, core, t));
}

static uint64_t little_endian(const uint8_t *p, size_t size)
{
	uint64_t value = 0;

	while (size--)
		value = value << 8 | p[size];
	return value;
}

/* Offsets by table: protocol 6, then 7V. */
static void dump_table(const struct machine *m, uint32_t sock, uint64_t t)
{
	static const struct {
		const char *name;
		size_t offset[2];
		size_t size;
	} fields[] = {
		{ "counter", { 0, 4 }, 4 },	{ "socket", { 60, 56 }, 8 },
		{ "cores", { 68, 64 }, 8 },	{ "c0_acc", { 1280, 408 }, 8 },
		{ "ppt_ms", { 1352, 512 }, 4 },
	};
	bool is_7v = machine_scenario(m)->metric_table == SCENARIO_TABLE_7V;
	uint8_t table[1404];

	if (machine_metric_table(m, sock, t, table, sizeof(table)) < 0)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		printf("%" PRIu64 " pkg %u table_%s %" PRIu64 "\n", t, sock,
		       fields[i].name,
		       little_endian(table + fields[i].offset[is_7v],
				     fields[i].size));
}

static void dump_pkg(struct machine *m, uint32_t sock, uint64_t t)
{
	uint32_t args[HSMP_MAX_WORDS] = { 0 };

	printf("%" PRIu64 " pkg %u energy_j %.17g\n", t, sock,
	       machine_pkg_j(m, sock, t));
	printf("%" PRIu64 " pkg %u reg %" PRIu64 "\n", t, sock,
	       machine_pkg_reg(m, sock, t));
	printf("%" PRIu64 " pkg %u power_w %.17g\n", t, sock,
	       machine_pkg_w(m, sock, t));
	printf("%" PRIu64 " pkg %u temp_mc %d\n", t, sock,
	       machine_temp_mc(m, sock, t));
	(void)machine_hsmp(m, sock, HSMP_GET_SOCKET_POWER, args, t);
	printf("%" PRIu64 " pkg %u power_mw %u\n", t, sock, args[0]);
	printf("%" PRIu64 " pkg %u dram_j %.17g\n", t, sock,
	       machine_dram_j(m, sock, t));
	printf("%" PRIu64 " pkg %u dram_reg %" PRIu64 "\n", t, sock,
	       machine_dram_reg(m, sock, t));
	if (machine_hsmp(m, sock, HSMP_GET_SOCKET_FREQ_LIMIT, args, t) ==
	    HSMP_STATUS_OK)
		printf("%" PRIu64 " pkg %u limit %u\n", t, sock, args[0]);
	dump_table(m, sock, t);
}

static void dump_cpu(const struct machine *m, uint32_t cpu, uint64_t t)
{
	printf("%" PRIu64 " cpu %u apicid %u\n", t, cpu,
	       machine_apicid(m, cpu));
	for (int i = 0; i < IDLE_N_STATES; i++) {
		enum idle_state state = (enum idle_state)i;

		printf("%" PRIu64 " cpu %u %s_us %" PRIu64 "\n", t, cpu,
		       idle_names[i], machine_idle_us(m, cpu, state, t));
		printf("%" PRIu64 " cpu %u %s_usage %" PRIu64 "\n", t, cpu,
		       idle_names[i], machine_idle_usage(m, cpu, state, t));
	}
}

static bool do_at(struct machine *m, const char *p)
{
	const struct scenario *sc = machine_scenario(m);
	uint64_t t;

	if (!parse_u64(&p, &t) || !parse_end(p))
		return false;
	for (uint32_t i = 0; i < scenario_n_cores(sc); i++)
		dump_core(m, i, t);
	for (uint32_t i = 0; i < sc->n_sockets; i++)
		dump_pkg(m, i, t);
	for (uint32_t i = 0; i < scenario_n_cpus(sc); i++)
		dump_cpu(m, i, t);
	return true;
}

static bool do_load(struct machine *m, const char *p)
{
	struct scenario_error err;
	uint32_t first, last;
	struct load load;
	uint64_t t;

	if (!parse_u64(&p, &t) || !parse_lit(&p, " ") ||
	    !parse_u32(&p, &first) || !parse_lit(&p, "-") ||
	    !parse_u32(&p, &last) || !parse_lit(&p, " "))
		return false;
	return load_parse(p, &load, &err) == 0 &&
	       machine_set_load(m, first, last, &load, t) == 0;
}

static bool do_uncore(struct machine *m, const char *p)
{
	uint32_t sock;
	uint64_t t;
	double watt;

	return parse_u64(&p, &t) && parse_lit(&p, " ") &&
	       parse_u32(&p, &sock) && parse_lit(&p, " ") &&
	       parse_decimal(&p, &watt) && parse_end(p) &&
	       machine_set_uncore_w(m, sock, watt, t) == 0;
}

static bool do_limit(struct machine *m, const char *p)
{
	uint32_t args[HSMP_MAX_WORDS] = { 0 };
	uint32_t sock;
	uint64_t t;

	return parse_u64(&p, &t) && parse_lit(&p, " ") &&
	       parse_u32(&p, &sock) && parse_lit(&p, " ") &&
	       parse_u32(&p, &args[0]) && parse_end(p) &&
	       machine_hsmp(m, sock, HSMP_SET_SOCKET_POWER_LIMIT, args, t) ==
		       HSMP_STATUS_OK;
}

static bool do_online(struct machine *m, const char *p)
{
	uint32_t cpu, online;
	uint64_t t;

	return parse_u64(&p, &t) && parse_lit(&p, " ") && parse_u32(&p, &cpu) &&
	       parse_lit(&p, " ") && parse_u32(&p, &online) && parse_end(p) &&
	       machine_set_online(m, cpu, online, t) == 0;
}

static bool do_reset(struct machine *m, const char *p)
{
	uint64_t t;

	if (!parse_u64(&p, &t) || !parse_end(p))
		return false;
	machine_reset_counters(m, t);
	return true;
}

static bool do_line(struct machine *m, const char *line)
{
	static const struct {
		const char *verb;
		bool (*run)(struct machine *m, const char *p);
	} verbs[] = {
		{ "at ", do_at },	  { "load ", do_load },
		{ "uncore ", do_uncore }, { "limit ", do_limit },
		{ "online ", do_online }, { "reset ", do_reset },
	};

	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++) {
		const char *p = line;

		if (parse_lit(&p, verbs[i].verb))
			return verbs[i].run(m, p);
	}
	return false;
}

static int dump_keys(void)
{
	struct scenario_key key;
	const char *section = "";

	for (size_t i = 0; scenario_key_get(i, &key); i++) {
		if (strcmp(section, key.section) != 0) {
			section = key.section;
			printf("\n### [%s%s]\n\n"
			       "| Key | Value | Default | Meaning |\n"
			       "|---|---|---|---|\n",
			       section,
			       strcmp(section, "fault") == 0 ? " NAME" : "");
		}
		printf("| `%s` | %s | %s%s%s | ", key.key, key.form,
		       key.def && *key.def ? "`" : "",
		       key.def	      ? key.def
		       : key.required ? "required"
				      : "",
		       key.def && *key.def ? "`" : "");
		/* A bar ends a cell. */
		for (const char *p = key.help; *p; p++)
			printf(*p == '|' ? "\\%c" : "%c", *p);
		printf(" |\n");
	}
	return 0;
}

static int dump_file(const char *path)
{
	cleanup_fclose FILE *f = fopen(path, "re");
	cleanup_free char *text = malloc(FILE_MAX_LEN);
	cleanup_free void *mem = NULL;
	struct scenario_error err;
	struct machine *m;
	struct scenario sc;
	char line[4096];
	size_t len;

	if (!f || !text) {
		fprintf(stderr, "modeldump: %s: %s\n", path, strerror(errno));
		return 2;
	}
	len = fread(text, 1, FILE_MAX_LEN, f);
	if (scenario_parse(text, len, &sc, &err) < 0) {
		fprintf(stderr, "%s:%u: %s\n", path, err.line, err.reason);
		return 2;
	}
	mem = malloc(machine_size(&sc));
	if (!mem)
		return 2;
	m = machine_init(mem, &sc);
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		if (!do_line(m, line)) {
			fprintf(stderr, "modeldump: cannot do '%s'\n", line);
			return 2;
		}
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: modeldump SCENARIO-FILE|--keys\n");
		return 2;
	}
	if (strcmp(argv[1], "--keys") == 0)
		return dump_keys();
	return dump_file(argv[1]);
}
