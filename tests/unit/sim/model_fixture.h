/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: A small machine for the tests of the model
 *
 * TINY is a complete scenario of 16 lines whose numbers are all exact in
 * binary. Tests drop a line of it (which leaves an empty one, so that line
 * numbers stay) and add lines behind it, from line 17 on.
 */
#ifndef TESTS_UNIT_SIM_MODEL_FIXTURE_H
#define TESTS_UNIT_SIM_MODEL_FIXTURE_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/util.h"
#include "sim/model/machine.h"

static const char *const tiny_lines[] = {
	"[machine]",
	"name = tiny",
	"cores_per_socket = 4",
	"cores_per_ccd = 2",
	"[power]",
	"core_idle_w = 1",
	"core_busy_w = 9",
	"uncore_w = 20",
	"limit_w = 2000",
	"limit_max_w = 2400",
	"[clock]",
	"min_mhz = 1000",
	"max_mhz = 3000",
	"boost_limit_mhz = 3000",
	"[load]",
	"all = constant 0.5",
};

/**
 * tiny_text() - TINY, changed
 * @drop:	Key whose line is left empty, or NULL
 * @add:	Lines behind it, "" for none
 *
 * Return: text, to be freed with free()
 */
static inline char *tiny_text(const char *drop, const char *add)
{
	size_t size = 1024 + strlen(add);
	char *text = malloc(size);
	size_t len = 0;

	assert_non_null(text);
	for (size_t i = 0; i < ARRAY_SIZE(tiny_lines); i++) {
		const char *line = tiny_lines[i];

		if (drop && strncmp(line, drop, strlen(drop)) == 0 &&
		    line[strlen(drop)] == ' ')
			line = "";
		len += (size_t)snprintf(text + len, size - len, "%s\n", line);
	}
	(void)snprintf(text + len, size - len, "%s\n", add);
	return text;
}

/**
 * tiny_scenario() - TINY, changed, as a scenario
 * @drop:	As for tiny_text()
 * @add:	As for tiny_text()
 * @ret:	Scenario
 */
static inline void tiny_scenario(const char *drop, const char *add,
				 struct scenario *ret)
{
	char *text = tiny_text(drop, add);
	struct scenario_error err = { 0 };
	int r = scenario_parse(text, strlen(text), ret, &err);

	if (r < 0)
		print_error("line %u: %s\n", err.line, err.reason);
	assert_int_equal(r, 0);
	free(text);
}

/**
 * tiny_machine() - TINY, changed, as a machine
 * @drop:	As for tiny_text()
 * @add:	As for tiny_text()
 *
 * Return: machine, to be freed with free()
 */
static inline struct machine *tiny_machine(const char *drop, const char *add)
{
	struct scenario sc;
	void *mem;

	tiny_scenario(drop, add, &sc);
	mem = malloc(machine_size(&sc));
	assert_non_null(mem);
	/* What the memory held before must not matter. */
	memset(mem, 0xA5, machine_size(&sc));
	return machine_init(mem, &sc);
}

/**
 * load_of() - A load from its text
 * @text:	Text
 *
 * Return: load
 */
static inline struct load load_of(const char *text)
{
	struct scenario_error err;
	struct load load;

	assert_int_equal(load_parse(text, &load, &err), 0);
	return load;
}

/**
 * struct bad - A change of TINY that is refused
 * @drop:	As for tiny_text()
 * @add:	As for tiny_text()
 * @line:	Line of the error
 * @reason:	Its reason
 */
struct bad {
	const char *drop;
	const char *add;
	unsigned int line;
	const char *reason;
};

/**
 * expect_bad() - Assert that a scenario is refused, and the output left alone
 * @bad:	The scenario
 */
static inline void expect_bad(const struct bad *bad)
{
	char *text = tiny_text(bad->drop, bad->add);
	struct scenario_error err = { .line = 999, .reason = "untouched" };
	struct scenario sc, before;
	int r;

	memset(&sc, 0x5A, sizeof(sc));
	before = sc;
	r = scenario_parse(text, strlen(text), &sc, &err);
	if (r != -EINVAL || strcmp(err.reason, bad->reason) != 0)
		print_error("added: %s\n", bad->add);
	assert_int_equal(r, -EINVAL);
	assert_string_equal(err.reason, bad->reason);
	assert_int_equal(err.line, bad->line);
	assert_memory_equal(&sc, &before, sizeof(sc));
	free(text);
}

/**
 * expect_all_bad() - The same for several
 * @bad:	Scenarios
 * @n:		Their number
 */
static inline void expect_all_bad(const struct bad *bad, size_t n)
{
	for (size_t i = 0; i < n; i++)
		expect_bad(&bad[i]);
}

#endif
