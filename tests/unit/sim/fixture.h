/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: A simulated machine without a mount
 *
 * Two sockets with package ids 0 and 3, four cores each, two threads a core:
 * 16 CPUs, of which 5 is offline. All loads are constant, powers exact in
 * binary: a core takes 0.5 W + 0.5 x 8 W, a socket 4 x 4.5 W + 46 W = 64 W.
 */
#ifndef TESTS_UNIT_SIM_FIXTURE_H
#define TESTS_UNIT_SIM_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/parse.h"
#include "base/util.h"
#include "sim/sim.h"

#define FIXTURE_TEXT                                     \
	"[machine]\n"                                    \
	"name = fixture\n"                               \
	"model_name = AMD EPYC 7313 16-Core Processor\n" \
	"family = 25\n"                                  \
	"model = 1\n"                                    \
	"stepping = 1\n"                                 \
	"sockets = 2\n"                                  \
	"package_ids = 0,3\n"                            \
	"cores_per_socket = 4\n"                         \
	"threads_per_core = 2\n"                         \
	"cores_per_ccd = 2\n"                            \
	"nodes_per_socket = 2\n"                         \
	"offline = 5\n"                                  \
	"[hsmp]\n"                                       \
	"mailbox_us = 100\n"                             \
	"[energy]\n"                                     \
	"esu = 16\n"                                     \
	"bits = 32\n"                                    \
	"core_start = 0x1000\n"                          \
	"pkg_start = 0x2000\n"                           \
	"[power]\n"                                      \
	"core_idle_w = 0.5\n"                            \
	"core_busy_w = 8.5\n"                            \
	"uncore_w = 46\n"                                \
	"limit_w = 155\n"                                \
	"limit_max_w = 180\n"                            \
	"[clock]\n"                                      \
	"min_mhz = 1500\n"                               \
	"max_mhz = 3700\n"                               \
	"boost_limit_mhz = 3700\n"                       \
	"[load]\n"                                       \
	"all = constant 0.5\n"

/* The scenario of FIXTURE_TEXT and what is appended to it. */
static inline void fixture_scenario(const char *more, struct scenario *ret)
{
	struct scenario_error err = { .reason = "" };
	char text[4096];

	(void)snprintf(text, sizeof(text), "%s%s", FIXTURE_TEXT, more);
	if (scenario_parse(text, strlen(text), ret, &err))
		fail_msg("%u: %s", err.line, err.reason);
}

/* A machine whose clock stands at 0; sim_free() it. */
static inline struct sim *fixture_sim(const char *more)
{
	struct scenario *sc = test_malloc(sizeof(*sc));
	struct sim *sim = NULL;

	fixture_scenario(more, sc);
	assert_int_equal(sim_new(sc, FIXTURE_TEXT, &sim), 0);
	test_free(sc);
	sim_clock_start(&sim->clock, 0);
	sim->clock.stopped = true;
	return sim;
}

/* A command that is expected to be understood. */
static inline void fixture_command(struct sim *sim, const char *text)
{
	if (sim_command(sim, text, strlen(text)))
		fail_msg("%s: %s", text, sim->error);
}

/* The number of a node by its path, without a leading slash; 0 for none. */
static inline uint32_t fixture_node(struct sim *sim, const char *path)
{
	uint32_t ino = NODE_ROOT;

	while (*path && ino) {
		size_t len = strcspn(path, "/");
		char name[NODE_NAME_MAX];

		if (!slice_copy((struct slice){ path, len }, name,
				sizeof(name)))
			return 0;
		ino = node_lookup(sim->tree, ino, name);
		path += len + (path[len] == '/');
	}
	return ino;
}

/* What a file holds. */
static inline const char *fixture_text(struct sim *sim, const char *path,
				       char *buf, size_t size)
{
	struct text out = { buf, size, 0 };
	uint32_t ino = fixture_node(sim, path);

	if (!ino)
		fail_msg("no %s", path);
	serve_text(sim, ino, &out);
	assert_true(text_fits(&out));
	return buf;
}

#endif
