/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Commands to a running simulator
 *
 * One a line, written into epycsim/control:
 *
 *	load all LOAD			LOAD as in a scenario
 *	load core A[-B] LOAD
 *	uncore SOCKET WATT
 *	reset counters			energy registers begin anew at 0
 *	fault NAME TARGET KEY=VALUE...	as in a scenario; replaces NAME
 *	fault NAME on|off
 *	clock stop|run
 *	clock step DURATION		forward, e.g. 1.5s
 *	cpu A[-B] on|off		as by writing into cpuN/online
 *	smt on|off			as by writing into smt/control
 *	driver bind|unbind [socket N]	the HSMP driver
 *	mailbox DURATION		time that a message takes, up to 90ms
 *	short PATTERN BYTES|off		reads of these files return no more
 *	unmount				ends the simulator
 *
 * Here they are only understood; sim.c carries them out.
 *
 * Pure: no I/O, no clock, no allocation.
 */
#ifndef SIM_CONTROL_H
#define SIM_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/scenario.h"

/* Longest line, with room for a load of many steps. */
#define CONTROL_LINE_MAX 1024

/**
 * enum control_verb - What to do
 * @CONTROL_LOAD:	Give cores another load
 * @CONTROL_UNCORE:	Give an uncore another power
 * @CONTROL_RESET:	Reset the energy registers
 * @CONTROL_FAULT:	Add or replace a fault
 * @CONTROL_FAULT_SWITCH: Switch a fault on or off
 * @CONTROL_CLOCK_STOP:	Stop model time
 * @CONTROL_CLOCK_RUN:	Let it run
 * @CONTROL_CLOCK_STEP:	Move it forward
 * @CONTROL_CPU:	Take CPUs online or offline
 * @CONTROL_SMT:	Switch SMT
 * @CONTROL_DRIVER:	Bind or unbind the HSMP driver
 * @CONTROL_MAILBOX:	Give the mailbox another pace
 * @CONTROL_SHORT:	Cut reads of files
 * @CONTROL_UNMOUNT:	End
 */
enum control_verb {
	CONTROL_LOAD,
	CONTROL_UNCORE,
	CONTROL_RESET,
	CONTROL_FAULT,
	CONTROL_FAULT_SWITCH,
	CONTROL_CLOCK_STOP,
	CONTROL_CLOCK_RUN,
	CONTROL_CLOCK_STEP,
	CONTROL_CPU,
	CONTROL_SMT,
	CONTROL_DRIVER,
	CONTROL_MAILBOX,
	CONTROL_SHORT,
	CONTROL_UNMOUNT,
};

/**
 * struct control_command - One command
 * @verb:	What to do
 * @first:	CONTROL_LOAD: first core; CONTROL_CPU: first CPU
 * @last:	Last one; for CONTROL_LOAD UINT32_MAX for the last there is
 * @load:	CONTROL_LOAD
 * @sock:	CONTROL_UNCORE; CONTROL_DRIVER: UINT32_MAX for all sockets
 * @watt:	CONTROL_UNCORE
 * @fault:	CONTROL_FAULT; of CONTROL_FAULT_SWITCH the name, of
 *		CONTROL_SHORT target and path
 * @on:		CONTROL_FAULT_SWITCH, CONTROL_CPU, CONTROL_SMT; CONTROL_DRIVER:
 *		bind it
 * @step_ns:	CONTROL_CLOCK_STEP
 * @us:		CONTROL_MAILBOX
 * @bytes:	CONTROL_SHORT: most that a read returns, 0 for no limit
 */
struct control_command {
	enum control_verb verb;
	uint32_t first;
	uint32_t last;
	struct load load;
	uint32_t sock;
	double watt;
	struct fault fault;
	bool on;
	uint64_t step_ns;
	uint32_t us;
	uint32_t bytes;
};

/**
 * control_parse() - Understand a line
 * @line:	NUL-terminated, with or without a newline
 * @ret:	Command, untouched on failure
 * @err:	What is wrong, set on failure only; its line is 0
 *
 * Return: 0 or -EINVAL
 */
int control_parse(const char *line, struct control_command *ret,
		  struct scenario_error *err);

#endif
