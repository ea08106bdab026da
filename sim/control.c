// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Commands to a running simulator, see the header
 *
 * A command is found by its first word in a table; what follows is read by the
 * row's function. Loads and faults have the grammar of scenarios and are read
 * by the scenario's own parsers.
 */
#include "sim/control.h"

#include <errno.h>
#include <string.h>

#include "base/parse.h"
#include "base/util.h"
#include "sim/model/keys.h"

/* A word as a whole, and the blanks behind it. */
static bool parse_keyword(const char **p, const char *keyword)
{
	const char *q = *p;
	struct slice word;

	if (!parse_word(&q, &word) || !slice_equal(word, keyword))
		return false;
	parse_blanks(&q);
	*p = q;
	return true;
}

/* "A" or "A-B", and that something stands behind it. */
static int parse_range(const char **p, const char *verb,
		       struct control_command *cmd, struct scenario_error *err)
{
	if (!parse_u32(p, &cmd->first))
		return scenario_fail(err, "%s: a number expected", verb);
	cmd->last = cmd->first;
	if (parse_lit(p, "-") && !parse_u32(p, &cmd->last))
		return scenario_fail(err, "%s: a last number expected after -",
				     verb);
	if (cmd->last < cmd->first)
		return scenario_fail(err, "%s: %u-%u are none", verb,
				     cmd->first, cmd->last);
	if (**p != ' ' && **p != '\t')
		return scenario_fail(
			err, "%s: something expected after numbers", verb);
	parse_blanks(p);
	return 0;
}

/* The last word of a command, one of two. */
static int parse_either(const char *p, const char *verb, const char *yes,
			const char *no, bool *ret, struct scenario_error *err)
{
	bool is_yes = parse_keyword(&p, yes);

	if ((!is_yes && !parse_keyword(&p, no)) || !parse_end(p))
		return scenario_fail(err, "%s: %s or %s expected at the end",
				     verb, yes, no);
	*ret = is_yes;
	return 0;
}

static int parse_load(const char *p, struct control_command *cmd,
		      struct scenario_error *err)
{
	cmd->verb = CONTROL_LOAD;
	if (parse_keyword(&p, "all")) {
		cmd->first = 0;
		cmd->last = UINT32_MAX;
	} else {
		if (!parse_keyword(&p, "core"))
			return scenario_fail(
				err, "load: all, or core A[-B], expected");
		if (parse_range(&p, "load", cmd, err))
			return -EINVAL;
	}
	return load_parse(p, &cmd->load, err);
}

static int parse_uncore(const char *p, struct control_command *cmd,
			struct scenario_error *err)
{
	cmd->verb = CONTROL_UNCORE;
	if (!parse_u32(&p, &cmd->sock) || (*p != ' ' && *p != '\t') ||
	    !parse_blanks(&p) || !parse_decimal(&p, &cmd->watt) ||
	    !parse_end(p))
		return scenario_fail(
			err, "uncore: a socket and a power in W expected");
	if (cmd->watt < 0)
		return scenario_fail(err, "uncore: a power is not negative");
	return 0;
}

static int parse_reset(const char *p, struct control_command *cmd,
		       struct scenario_error *err)
{
	cmd->verb = CONTROL_RESET;
	if (!parse_keyword(&p, "counters") || !parse_end(p))
		return scenario_fail(err, "reset: only counters can be reset");
	return 0;
}

static int parse_fault(const char *p, struct control_command *cmd,
		       struct scenario_error *err)
{
	const char *q = p;
	struct slice name;

	if (!parse_word(&q, &name) || !parse_blanks(&q))
		return scenario_fail(err, "fault: a name expected");
	cmd->on = parse_keyword(&q, "on");
	if (cmd->on || parse_keyword(&q, "off")) {
		cmd->verb = CONTROL_FAULT_SWITCH;
		if (!parse_end(q))
			return scenario_fail(err,
					     "fault: nothing expected after %s",
					     cmd->on ? "on" : "off");
		if (!slice_copy(name, cmd->fault.name, sizeof(cmd->fault.name)))
			return scenario_fail(err,
					     "fault: the name is too long");
		return 0;
	}
	cmd->verb = CONTROL_FAULT;
	return fault_parse(p, &cmd->fault, err);
}

static int parse_clock(const char *p, struct control_command *cmd,
		       struct scenario_error *err)
{
	if (parse_keyword(&p, "stop"))
		cmd->verb = CONTROL_CLOCK_STOP;
	else if (parse_keyword(&p, "run"))
		cmd->verb = CONTROL_CLOCK_RUN;
	else if (!parse_keyword(&p, "step"))
		return scenario_fail(err, "clock: stop, run or step expected");
	else if (!duration_parse(&p, &cmd->step_ns))
		return scenario_fail(err,
				     "clock: a duration such as 1.5s expected");
	else
		cmd->verb = CONTROL_CLOCK_STEP;
	parse_blanks(&p);
	return parse_end(p)
		       ? 0
		       : scenario_fail(
				 err,
				 "clock: nothing more expected at \"%.40s\"",
				 p);
}

static int parse_cpu(const char *p, struct control_command *cmd,
		     struct scenario_error *err)
{
	cmd->verb = CONTROL_CPU;
	if (parse_range(&p, "cpu", cmd, err))
		return -EINVAL;
	return parse_either(p, "cpu", "on", "off", &cmd->on, err);
}

static int parse_smt(const char *p, struct control_command *cmd,
		     struct scenario_error *err)
{
	cmd->verb = CONTROL_SMT;
	return parse_either(p, "smt", "on", "off", &cmd->on, err);
}

static int parse_driver(const char *p, struct control_command *cmd,
			struct scenario_error *err)
{
	cmd->verb = CONTROL_DRIVER;
	cmd->sock = UINT32_MAX;
	cmd->on = parse_keyword(&p, "bind");
	if (!cmd->on && !parse_keyword(&p, "unbind"))
		return scenario_fail(err, "driver: bind or unbind expected");
	if (parse_keyword(&p, "socket") &&
	    (!parse_u32(&p, &cmd->sock) || cmd->sock == UINT32_MAX))
		return scenario_fail(err, "driver: a socket's number expected");
	return parse_end(p) ? 0
			    : scenario_fail(err,
					    "driver: nothing or socket N "
					    "expected at \"%.40s\"",
					    p);
}

static int parse_mailbox(const char *p, struct control_command *cmd,
			 struct scenario_error *err)
{
	uint64_t ns;

	cmd->verb = CONTROL_MAILBOX;
	if (!duration_parse(&p, &ns) || !parse_end(p))
		return scenario_fail(
			err, "mailbox: a duration such as 0.3ms expected");
	if (ns > 90 * NSEC_PER_MSEC)
		return scenario_fail(
			err, "mailbox: the driver waits 100 ms, so 90ms is "
			     "the most");
	cmd->us = (uint32_t)(ns / NSEC_PER_USEC);
	return 0;
}

static int parse_short(const char *p, struct control_command *cmd,
		       struct scenario_error *err)
{
	struct slice path;

	cmd->verb = CONTROL_SHORT;
	cmd->fault.target = FAULT_FILE;
	if (!parse_lit(&p, "file:") || *p != '/' || !parse_word(&p, &path) ||
	    !slice_copy(path, cmd->fault.path, sizeof(cmd->fault.path)))
		return scenario_fail(
			err, "short: file:/PATH expected, below the mount "
			     "point");
	parse_blanks(&p);
	if (parse_keyword(&p, "off") && parse_end(p))
		return 0;
	if (!parse_u32(&p, &cmd->bytes) || cmd->bytes == 0 || !parse_end(p))
		return scenario_fail(
			err, "short: a number of bytes from 1 on, or off, "
			     "expected");
	return 0;
}

static int parse_unmount(const char *p, struct control_command *cmd,
			 struct scenario_error *err)
{
	cmd->verb = CONTROL_UNMOUNT;
	return parse_end(p)
		       ? 0
		       : scenario_fail(err, "unmount: nothing more expected");
}

static const struct {
	const char *word;
	int (*parse)(const char *p, struct control_command *cmd,
		     struct scenario_error *err);
} commands[] = {
	{ "load", parse_load },	      { "uncore", parse_uncore },
	{ "reset", parse_reset },     { "fault", parse_fault },
	{ "clock", parse_clock },     { "cpu", parse_cpu },
	{ "smt", parse_smt },	      { "driver", parse_driver },
	{ "mailbox", parse_mailbox }, { "short", parse_short },
	{ "unmount", parse_unmount },
};

int control_parse(const char *line, struct control_command *ret,
		  struct scenario_error *err)
{
	struct control_command cmd;
	const char *p = line;

	memset(&cmd, 0, sizeof(cmd));
	/* A command is one line; its error has no number. */
	err->line = 0;
	parse_blanks(&p);
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		int r;

		if (!parse_keyword(&p, commands[i].word))
			continue;
		r = commands[i].parse(p, &cmd, err);
		if (!r)
			*ret = cmd;
		return r;
	}
	return scenario_fail(err, "unknown command \"%.40s\"", p);
}
