// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of control commands
 *
 * The room of the file system is not linked to fuzzers, so the parser is
 * included here. Properties: a refusal leaves the output alone and has a
 * reason; what was accepted is inside the bounds that the header promises.
 */
#include <errno.h>

#include "sim/control.c"
#include "tests/fuzz/fuzz.h"

static void check_command(const struct control_command *c)
{
	switch (c->verb) {
	case CONTROL_LOAD:
		FUZZ_CHECK(c->first <= c->last);
		FUZZ_CHECK(c->load.level >= 0 && c->load.level <= 1);
		FUZZ_CHECK(c->load.n_steps <= SCENARIO_MAX_STEPS);
		break;
	case CONTROL_UNCORE:
		FUZZ_CHECK(c->watt >= 0);
		break;
	case CONTROL_FAULT:
	case CONTROL_FAULT_SWITCH:
		FUZZ_CHECK(memchr(c->fault.name, '\0', sizeof(c->fault.name)));
		FUZZ_CHECK(c->fault.name[0] != '\0');
		FUZZ_CHECK(memchr(c->fault.path, '\0', sizeof(c->fault.path)));
		break;
	case CONTROL_CLOCK_STEP:
		FUZZ_CHECK(c->step_ns <= UINT64_C(1000000000000000));
		break;
	case CONTROL_RESET:
	case CONTROL_CLOCK_STOP:
	case CONTROL_CLOCK_RUN:
	case CONTROL_UNMOUNT:
		break;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct scenario_error err = { .line = 9, .reason = "" };
	static struct control_command before;
	struct control_command cmd;
	char *line = fuzz_string(data, size);

	memset(&cmd, 0x5A, sizeof(cmd));
	memset(&before, 0x5A, sizeof(before));
	if (control_parse(line, &cmd, &err) == 0) {
		check_command(&cmd);
	} else {
		FUZZ_CHECK(memcmp(&cmd, &before, sizeof(cmd)) == 0);
		FUZZ_CHECK(err.reason[0] != '\0' && err.line == 0);
	}
	free(line);
	return 0;
}
