// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of control commands
 *
 * Properties: a refusal leaves the output alone and has a reason; what was
 * accepted is inside the bounds that the header promises.
 */
#include <string.h>

#include "sim/control.h"
#include "tests/fuzz/fuzz.h"

#define UNTOUCHED 0x5A

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
	case CONTROL_CPU:
		FUZZ_CHECK(c->first <= c->last);
		break;
	case CONTROL_MAILBOX:
		FUZZ_CHECK(c->us <= 90000);
		break;
	case CONTROL_SHORT:
		FUZZ_CHECK(c->fault.target == FAULT_FILE);
		FUZZ_CHECK(c->fault.path[0] == '/');
		FUZZ_CHECK(memchr(c->fault.path, '\0', sizeof(c->fault.path)));
		break;
	case CONTROL_SMT:
	case CONTROL_DRIVER:
	case CONTROL_RESET:
	case CONTROL_CLOCK_STOP:
	case CONTROL_CLOCK_RUN:
	case CONTROL_UNMOUNT:
		break;
	}
}

static bool is_untouched(const void *p, size_t size)
{
	const unsigned char *bytes = p;

	for (size_t i = 0; i < size; i++)
		if (bytes[i] != UNTOUCHED)
			return false;
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct scenario_error err = { .line = 9, .reason = "" };
	struct control_command cmd;
	char *line = fuzz_string(data, size);

	memset(&cmd, UNTOUCHED, sizeof(cmd));
	if (control_parse(line, &cmd, &err) == 0) {
		check_command(&cmd);
	} else {
		FUZZ_CHECK(is_untouched(&cmd, sizeof(cmd)));
		FUZZ_CHECK(err.reason[0] != '\0' && err.line == 0);
	}
	free(line);
	return 0;
}
