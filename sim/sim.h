/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The simulator without its file system
 *
 * One struct sim is one machine that runs: the model, its clock, the tree of
 * nodes, faults, waits and counters. What a request means is here (serve_*),
 * how it comes in is fs.c's business; so a unit test can send requests without
 * a mount, and several machines fit into one process.
 *
 * Locks, in the order in which they may nest:
 *
 *	control		one command at a time
 *	lock		the model, the clock, what is plugged in, msr-safe's
 *			list: requests read, commands and the host's load
 *			write; held for the computation only, never while
 *			somebody waits
 *	faults.lock, waits.lock, error_lock	innermost, a few instructions
 */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "hw/hsmp_abi.h"
#include "sim/allowlist.h"
#include "sim/clock.h"
#include "sim/driver_msr.h"
#include "sim/fault.h"
#include "sim/hotplug.h"
#include "sim/nodes.h"
#include "sim/waits.h"

/* Most bytes of commands in one write. */
#define SIM_CONTROL_MAX 65536

/**
 * struct sim_counts - What was asked for, for the status file
 * @opens:	By kind of node
 * @reads:	By kind of node
 * @ioctls:	By message, those that passed the driver's checks
 * @refused:	ioctls that the driver refused before the mailbox
 * @batches:	Batches of registers
 * @batch_ops:	Operations in them
 * @pointers:	Pointers in requests behind which the caller's memory could not
 *		be reached
 */
struct sim_counts {
	_Atomic uint64_t opens[NODE_N_KINDS];
	_Atomic uint64_t reads[NODE_N_KINDS];
	_Atomic uint64_t ioctls[HSMP_N_IDS];
	_Atomic uint64_t refused;
	_Atomic uint64_t batches;
	_Atomic uint64_t batch_ops;
	_Atomic uint64_t pointers;
};

/**
 * struct sim_refresh - What it costs to keep plain files fresh
 * @files:	Files whose text moves
 * @rounds:	How often they were looked at
 * @cpu_ns:	Processor time of that
 */
struct sim_refresh {
	_Atomic uint64_t files;
	_Atomic uint64_t rounds;
	_Atomic uint64_t cpu_ns;
};

/**
 * struct sim_hooks - What the simulator asks of the one who runs it
 * @stop:	End the program; returns at once. May be NULL
 * @ctx:	Handed to @stop
 * @changed:	A node appeared or vanished: forget what is cached about it.
 *		Called while the control lock is held, no other. May be NULL
 * @changed_ctx: Handed to @changed
 * @settled:	Something was plugged or unplugged, and all @changed calls for
 *		it are over. Called under the same lock. May be NULL
 * @settled_ctx: Handed to @settled
 */
struct sim_hooks {
	void (*stop)(void *ctx);
	void *ctx;
	void (*changed)(void *ctx, uint32_t ino);
	void *changed_ctx;
	void (*settled)(void *ctx);
	void *settled_ctx;
};

/**
 * struct sim - A machine that runs; use the functions below
 * @text:	Text of the scenario, NUL-terminated, owned
 * @m:		Model, in memory of its own, owned
 * @tree:	Nodes, owned
 * @lock:	Guards @m, @clock, @hot, @list
 * @clock:	Model time
 * @hot:	What is plugged in
 * @list:	msr-safe's list, its entries owned
 * @plain_sysfs: Files of sysfs are plain files, see plain.h
 * @refresh:	What these cost
 * @faults:	Faults
 * @waits:	Mailboxes and slow answers
 * @counts:	Counters
 * @control:	Held while commands are carried out
 * @error_lock:	Guards @error
 * @error:	What was wrong with the last commands, empty if nothing
 * @hooks:	See there
 * @started:	Real time of the start, for the nodes' time stamps
 */
struct sim {
	char *text;
	struct machine *m;
	struct node_tree *tree;
	pthread_rwlock_t lock;
	struct sim_clock clock;
	struct hotplug hot;
	struct allowlist list;
	bool plain_sysfs;
	struct sim_refresh refresh;
	struct fault_set faults;
	struct waits waits;
	struct sim_counts counts;
	pthread_mutex_t control;
	pthread_mutex_t error_lock;
	char error[256];
	struct sim_hooks hooks;
	struct timespec started;
};

/**
 * sim_new() - Make a machine; its clock begins at 0
 * @sc:		Scenario; copied
 * @text:	Its text, NUL-terminated; copied
 * @ret:	The machine; sim_free() it
 *
 * Return: 0, -ENOMEM, or what node_tree_new() says
 */
int sim_new(const struct scenario *sc, const char *text, struct sim **ret);

/**
 * sim_free() - Release a machine that nobody uses any more
 * @sim:	Machine or NULL
 */
void sim_free(struct sim *sim);

/**
 * sim_set_hooks() - Say who runs it
 * @sim:	Machine, before requests are served
 * @hooks:	Copied
 */
void sim_set_hooks(struct sim *sim, const struct sim_hooks *hooks);

/**
 * sim_set_plain_sysfs() - Say that files of sysfs are plain files
 * @sim:	Machine, before requests are served
 *
 * Faults don't reach them: commands that would put one there are refused.
 *
 * Return: 0, -EINVAL if the scenario has such a fault
 */
int sim_set_plain_sysfs(struct sim *sim);

/**
 * sim_is_plain() - Whether a node is a plain file in that mode
 * @sim:	Machine
 * @ino:	Node
 *
 * Return: true for texts below sys/
 */
bool sim_is_plain(struct sim *sim, uint32_t ino);

/**
 * sim_stop() - End all waits, so that the program can end
 * @sim:	Machine
 */
void sim_stop(struct sim *sim);

/**
 * sim_command() - Carry out the commands of one write
 * @sim:	Machine
 * @text:	Lines; need not be NUL-terminated
 * @len:	Length
 *
 * They are carried out in order up to the first that is wrong, which is
 * explained in epycsim/error.
 *
 * Return: 0, -EINVAL
 */
int sim_command(struct sim *sim, const char *text, size_t len);

/**
 * sim_moment_begin() - Fix the moment for a computation, and lock the model
 * @sim:	Machine
 * @ret:	The moment; sim_moment_end() soon
 */
void sim_moment_begin(struct sim *sim, struct moment *ret);

/**
 * sim_moment_begin_change() - The same, for a change of the model
 * @sim:	Machine
 * @ret:	The moment; sim_moment_end() soon
 */
void sim_moment_begin_change(struct sim *sim, struct moment *ret);

/**
 * sim_moment_end() - Unlock the model
 * @sim:	Machine
 */
void sim_moment_end(struct sim *sim);

/**
 * sim_host_load_thread() - Body of the thread that follows the real machine
 * @arg:	The struct sim
 *
 * Ends after sim_stop().
 *
 * Return: NULL
 */
void *sim_host_load_thread(void *arg);

/**
 * sim_write_list() - Write into msr-safe's list
 * @sim:	Machine
 * @text:	Text
 * @len:	Its length
 *
 * Return: 0, -E2BIG, -ENOMEM, or what allowlist_parse() says, -ENOTUNIQ
 */
int sim_write_list(struct sim *sim, const char *text, size_t len);

/**
 * serve_missing() - Whether a node is not there
 * @sim:	Machine
 * @ino:	Node
 *
 * Return: true if so
 */
bool serve_missing(struct sim *sim, uint32_t ino);

/**
 * serve_open() - Open a node
 * @sim:	Machine
 * @ino:	Node
 * @accmode:	O_RDONLY, O_WRONLY or O_RDWR
 * @privileged:	The caller has CAP_SYS_RAWIO
 *
 * What mode bits forbid has been refused before.
 *
 * Return: 0, -EACCES, -EPERM, -ENXIO, -ENOENT
 */
int serve_open(struct sim *sim, uint32_t ino, int accmode, bool privileged);

/**
 * serve_delay() - Apply faults of a file: their time passes here
 * @sim:	Machine
 * @me:		The request
 * @ino:	Node
 *
 * Return: 0, or the errno of a fault, or -EINTR; -ENODEV if it is not there
 * any more
 */
int serve_delay(struct sim *sim, struct waiter *me, uint32_t ino);

/**
 * serve_text() - Make the text of a node
 * @sim:	Machine
 * @ino:	Node with a text
 * @out:	Text
 */
void serve_text(struct sim *sim, uint32_t ino, struct text *out);

/**
 * serve_list() - Make what a read of msr-safe's list returns
 * @sim:	Machine
 * @index:	Which entry
 * @out:	Its text
 *
 * Return: true, false behind the last entry
 */
bool serve_list(struct sim *sim, uint64_t index, struct text *out);

/**
 * serve_msr() - Read a register through a node
 * @sim:	Machine
 * @me:		The request
 * @ino:	Node of kind NODE_MSR or NODE_MSR_SAFE
 * @off:	Offset
 * @buf:	Result, MSR_DRIVER_MAX_READ bytes
 * @count:	Bytes asked for
 *
 * Return: bytes, or negative errno
 */
ssize_t serve_msr(struct sim *sim, struct waiter *me, uint32_t ino,
		  uint64_t off, void *buf, size_t count);

/**
 * serve_msr_write() - Write a register through a node
 * @sim:	Machine
 * @ino:	Node of kind NODE_MSR or NODE_MSR_SAFE
 * @off:	Offset
 * @count:	Bytes
 *
 * Return: negative errno
 */
int serve_msr_write(struct sim *sim, uint32_t ino, uint64_t off, size_t count);

/**
 * serve_batch() - Carry out a batch of operations on registers
 * @sim:	Machine
 * @me:		The request
 * @ino:	Node of kind NODE_MSR_BATCH
 * @ops:	Operations, in and out
 * @n:		Their number
 *
 * All of them see the same moment.
 *
 * Return: 0 or negative errno; @ops are to be copied back in either case
 */
int serve_batch(struct sim *sim, struct waiter *me, uint32_t ino,
		struct msr_batch_op *ops, size_t n);

/**
 * serve_hsmp() - Exchange a message
 * @sim:	Machine
 * @me:		The request
 * @ino:	Node of kind NODE_HSMP
 * @accmode:	As it was opened
 * @msg:	Message; the response is stored on success
 *
 * Waits for the mailbox, and takes the time of the exchange.
 *
 * Return: 0 or negative errno
 */
int serve_hsmp(struct sim *sim, struct waiter *me, uint32_t ino, int accmode,
	       struct hsmp_message *msg);

/**
 * serve_telemetry() - Read a metric table by the second ioctl
 * @sim:	Machine
 * @me:		The request
 * @ino:	Node of kind NODE_HSMP
 * @accmode:	As it was opened
 * @req:	Request
 * @ret:	Table, req->size bytes of it; free() it
 *
 * Return: 0 or negative errno
 */
int serve_telemetry(struct sim *sim, struct waiter *me, uint32_t ino,
		    int accmode, const struct hsmp_telemetry_data *req,
		    void **ret);

/**
 * serve_table() - Read metrics_bin
 * @sim:	Machine
 * @me:		The request
 * @ino:	Node of kind NODE_METRICS_BIN
 * @size:	Bytes asked for
 * @off:	Offset
 * @ret:	Table, free() it; NULL at the end of the file
 *
 * Return: bytes, or negative errno
 */
int serve_table(struct sim *sim, struct waiter *me, uint32_t ino, size_t size,
		uint64_t off, void **ret);

/**
 * serve_attr() - Read an attribute of the HSMP driver
 * @sim:	Machine
 * @me:		The request
 * @ino:	Node of kind NODE_ATTR
 * @out:	Text
 *
 * Return: 0 or negative errno
 */
int serve_attr(struct sim *sim, struct waiter *me, uint32_t ino,
	       struct text *out);

/**
 * serve_attr_write() - Write an attribute of the HSMP driver
 * @sim:	Machine
 * @me:		The request
 * @ino:	Node of kind NODE_ATTR
 * @buf:	Bytes
 * @len:	Their number
 *
 * Return: 0 or negative errno
 */
int serve_attr_write(struct sim *sim, struct waiter *me, uint32_t ino,
		     const char *buf, size_t len);

#endif
