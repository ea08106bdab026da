// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The simulator without its file system: birth, death, commands
 */
#include "sim/sim.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim/control.h"

static uint64_t real_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec;
}

/* The time is taken with the lock: no change comes between. */
static void fix_moment(struct sim *sim, struct moment *ret)
{
	ret->m = sim->m;
	ret->sim = sim;
	ret->t_ns = sim_clock_now(&sim->clock, real_ns());
}

void sim_moment_begin(struct sim *sim, struct moment *ret)
{
	pthread_rwlock_rdlock(&sim->lock);
	fix_moment(sim, ret);
}

void sim_moment_begin_change(struct sim *sim, struct moment *ret)
{
	pthread_rwlock_wrlock(&sim->lock);
	fix_moment(sim, ret);
}

void sim_moment_end(struct sim *sim)
{
	pthread_rwlock_unlock(&sim->lock);
}

/* The way to the control file must stay open. */
static bool can_fail(const char *path)
{
	return strncmp(path, "/epycsim", strlen("/epycsim")) != 0;
}

bool sim_is_plain(struct sim *sim, uint32_t ino)
{
	char path[NODE_PATH_MAX];

	if (node_kind(node_get(sim->tree, ino)) != NODE_TEXT)
		return false;
	node_path(sim->tree, ino, path, sizeof(path));
	return strncmp(path, "/sys/", strlen("/sys/")) == 0;
}

/* Whether a pattern means a file that faults can't reach. */
static bool means_plain(struct sim *sim, const struct fault *f)
{
	char path[NODE_PATH_MAX];

	for (uint32_t ino = NODE_ROOT + 1;
	     sim->plain_sysfs && ino <= node_count(sim->tree); ino++) {
		if (!sim_is_plain(sim, ino))
			continue;
		node_path(sim->tree, ino, path, sizeof(path));
		if (fault_fits_path(f, path))
			return true;
	}
	return false;
}

int sim_set_plain_sysfs(struct sim *sim)
{
	struct fault_slot s;

	sim->plain_sysfs = true;
	for (unsigned int i = 0; fault_set_get(&sim->faults, i, &s); i++)
		if (means_plain(sim, &s.fault))
			return -EINVAL;
	return 0;
}

/* Tell each node whether the fault in a slot is meant for it. */
static void fit_fault(struct sim *sim, unsigned int slot, const struct fault *f)
{
	uint64_t bit = UINT64_C(1) << slot;
	char path[NODE_PATH_MAX];

	for (uint32_t ino = NODE_ROOT + 1; ino <= node_count(sim->tree);
	     ino++) {
		struct node *node = node_get(sim->tree, ino);

		node_path(sim->tree, ino, path, sizeof(path));
		if (can_fail(path) && fault_fits_path(f, path))
			atomic_fetch_or(&node->faults, bit);
		else
			atomic_fetch_and(&node->faults, ~bit);
	}
}

/* What is cached about the nodes of a slot is no longer true. */
static void announce(struct sim *sim, unsigned int slot)
{
	struct fault_slot s;

	if (!sim->hooks.changed || !fault_set_get(&sim->faults, slot, &s) ||
	    !s.fault.missing)
		return;
	for (uint32_t ino = NODE_ROOT + 1; ino <= node_count(sim->tree);
	     ino++) {
		struct node *node = node_get(sim->tree, ino);

		if (atomic_load(&node->faults) >> slot & 1)
			sim->hooks.changed(sim->hooks.changed_ctx, ino);
	}
}

static int put_fault(struct sim *sim, const struct fault *f)
{
	struct fault off = *f;
	int slot;

	/* Switched on when the nodes know of it, not before. */
	off.active = false;
	slot = fault_set_put(&sim->faults, &off);
	if (slot < 0)
		return slot;
	fit_fault(sim, (unsigned int)slot, f);
	if (f->active)
		fault_set_switch(&sim->faults, f->name, true);
	return slot;
}

static void init_locks(struct sim *sim)
{
	pthread_rwlockattr_t attr;

	pthread_rwlockattr_init(&attr);
	/* Else a command waits for ever while requests keep coming. */
	pthread_rwlockattr_setkind_np(
		&attr, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(&sim->lock, &attr);
	pthread_rwlockattr_destroy(&attr);
	pthread_mutex_init(&sim->control, NULL);
	pthread_mutex_init(&sim->error_lock, NULL);
	fault_set_init(&sim->faults);
	waits_init(&sim->waits);
}

static int init_list(struct allowlist *list, const struct scenario *sc)
{
	const struct number_list *allow = &sc->msr_allow;

	list->entries = calloc(MAX(allow->n, 1U), sizeof(*list->entries));
	if (!list->entries)
		return -ENOMEM;
	for (uint32_t i = 0; i < allow->n; i++)
		list->entries[i].msr = allow->v[i];
	list->n = allow->n;
	return 0;
}

/* Mark what is there; called with the control lock, or alone. */
static void update_tree(struct sim *sim)
{
	struct presence now;

	pthread_rwlock_rdlock(&sim->lock);
	hotplug_presence(&sim->hot, sim->m, &now);
	pthread_rwlock_unlock(&sim->lock);
	node_tree_update(sim->tree, &now, sim->hooks.changed,
			 sim->hooks.changed_ctx);
	if (sim->hooks.settled)
		sim->hooks.settled(sim->hooks.settled_ctx);
}

int sim_new(const struct scenario *sc, const char *text, struct sim **ret)
{
	struct sim *sim = calloc(1, sizeof(*sim));
	void *mem;
	int r;

	if (!sim)
		return -ENOMEM;
	init_locks(sim);
	clock_gettime(CLOCK_REALTIME, &sim->started);
	sim->text = strdup(text);
	mem = malloc(machine_size(sc));
	if (mem)
		sim->m = machine_init(mem, sc);
	r = sim->text && mem ? node_tree_new(sc, &sim->tree) : -ENOMEM;
	if (!r)
		r = hotplug_init(&sim->hot, sc);
	if (!r)
		r = init_list(&sim->list, sc);
	if (!r)
		update_tree(sim);
	for (uint32_t i = 0; i < sc->n_faults && r >= 0; i++)
		r = put_fault(sim, &sc->faults[i]);
	if (r < 0) {
		sim_free(sim);
		return r;
	}
	sim_clock_start(&sim->clock, real_ns());
	*ret = sim;
	return 0;
}

void sim_free(struct sim *sim)
{
	if (!sim)
		return;
	node_tree_free(sim->tree);
	hotplug_destroy(&sim->hot);
	free(sim->list.entries);
	free(sim->m);
	free(sim->text);
	waits_destroy(&sim->waits);
	fault_set_destroy(&sim->faults);
	pthread_mutex_destroy(&sim->error_lock);
	pthread_mutex_destroy(&sim->control);
	pthread_rwlock_destroy(&sim->lock);
	free(sim);
}

void sim_set_hooks(struct sim *sim, const struct sim_hooks *hooks)
{
	sim->hooks = *hooks;
}

void sim_stop(struct sim *sim)
{
	waits_stop(&sim->waits);
}

static int set_load(struct sim *sim, const struct control_command *cmd,
		    struct scenario_error *err)
{
	uint32_t n_cores = scenario_n_cores(machine_scenario(sim->m));
	uint32_t last = cmd->last == UINT32_MAX ? n_cores - 1 : cmd->last;
	uint64_t t_ns = sim_clock_now(&sim->clock, real_ns());

	if (last >= n_cores) {
		(void)snprintf(err->reason, sizeof(err->reason),
			       "load: core %u does not exist, the last is %u",
			       last, n_cores - 1);
		return -EINVAL;
	}
	return machine_set_load(sim->m, cmd->first, last, &cmd->load, t_ns);
}

static int set_uncore(struct sim *sim, const struct control_command *cmd,
		      struct scenario_error *err)
{
	uint64_t t_ns = sim_clock_now(&sim->clock, real_ns());
	int r = machine_set_uncore_w(sim->m, cmd->sock, cmd->watt, t_ns);

	if (r)
		(void)snprintf(err->reason, sizeof(err->reason),
			       "uncore: not for socket %u", cmd->sock);
	return r;
}

static int step_clock(struct sim *sim, const struct control_command *cmd,
		      struct scenario_error *err)
{
	int r = sim_clock_step(&sim->clock, cmd->step_ns, real_ns());

	if (r)
		(void)snprintf(err->reason, sizeof(err->reason),
			       "clock: the model does not count so far");
	return r;
}

/* What changes the model or its clock; called with the lock for writing. */
static int change_model(struct sim *sim, const struct control_command *cmd,
			struct scenario_error *err)
{
	uint64_t t_ns = sim_clock_now(&sim->clock, real_ns());

	switch (cmd->verb) {
	case CONTROL_LOAD:
		return set_load(sim, cmd, err);
	case CONTROL_UNCORE:
		return set_uncore(sim, cmd, err);
	case CONTROL_RESET:
		machine_reset_counters(sim->m, t_ns);
		return 0;
	case CONTROL_CLOCK_STOP:
		sim_clock_stop(&sim->clock, real_ns());
		return 0;
	case CONTROL_CLOCK_RUN:
		sim_clock_run(&sim->clock, real_ns());
		return 0;
	case CONTROL_CLOCK_STEP:
		return step_clock(sim, cmd, err);
	case CONTROL_CPU:
		return hotplug_cpus(&sim->hot, sim->m, cmd->first, cmd->last,
				    cmd->on, t_ns, err);
	case CONTROL_SMT:
		return hotplug_smt(&sim->hot, sim->m, cmd->on, t_ns, err);
	case CONTROL_DRIVER:
		return hotplug_driver(&sim->hot, machine_scenario(sim->m),
				      cmd->sock, cmd->on, err);
	case CONTROL_MAILBOX:
		return machine_set_mailbox_us(sim->m, cmd->us);
	case CONTROL_FAULT:
	case CONTROL_FAULT_SWITCH:
	case CONTROL_SHORT:
	case CONTROL_UNMOUNT:
		break;
	}
	return -EINVAL;
}

static int refuse_plain(const char *verb, struct scenario_error *err)
{
	(void)snprintf(err->reason, sizeof(err->reason),
		       "%s: files below /sys are plain files here, without "
		       "--sysfs tmpfs they can fail",
		       verb);
	return -EINVAL;
}

static int cut_reads(struct sim *sim, const struct control_command *cmd,
		     struct scenario_error *err)
{
	char path[NODE_PATH_MAX];

	if (means_plain(sim, &cmd->fault))
		return refuse_plain("short", err);
	for (uint32_t ino = NODE_ROOT + 1; ino <= node_count(sim->tree);
	     ino++) {
		struct node *node = node_get(sim->tree, ino);

		node_path(sim->tree, ino, path, sizeof(path));
		if (can_fail(path) && fault_fits_path(&cmd->fault, path))
			atomic_store(&node->short_len, cmd->bytes);
	}
	return 0;
}

static int change_fault(struct sim *sim, const struct control_command *cmd,
			struct scenario_error *err)
{
	bool add = cmd->verb == CONTROL_FAULT;
	int slot;

	if (add && means_plain(sim, &cmd->fault))
		return refuse_plain("fault", err);
	slot = add ? put_fault(sim, &cmd->fault)
		   : fault_set_switch(&sim->faults, cmd->fault.name, cmd->on);

	if (slot < 0) {
		(void)snprintf(err->reason, sizeof(err->reason),
			       add ? "fault: %s is one too many"
				   : "fault: there is no %s",
			       cmd->fault.name);
		return -EINVAL;
	}
	announce(sim, (unsigned int)slot);
	return 0;
}

static int execute(struct sim *sim, const struct control_command *cmd,
		   struct scenario_error *err)
{
	bool plugs = false;
	int r;

	switch (cmd->verb) {
	case CONTROL_UNMOUNT:
		if (sim->hooks.stop)
			sim->hooks.stop(sim->hooks.ctx);
		return 0;
	case CONTROL_FAULT:
	case CONTROL_FAULT_SWITCH:
		return change_fault(sim, cmd, err);
	case CONTROL_SHORT:
		return cut_reads(sim, cmd, err);
	case CONTROL_CPU:
	case CONTROL_SMT:
	case CONTROL_DRIVER:
		plugs = true;
		break;
	case CONTROL_LOAD:
	case CONTROL_UNCORE:
	case CONTROL_RESET:
	case CONTROL_MAILBOX:
	case CONTROL_CLOCK_STOP:
	case CONTROL_CLOCK_RUN:
	case CONTROL_CLOCK_STEP:
		break;
	}
	pthread_rwlock_wrlock(&sim->lock);
	r = change_model(sim, cmd, err);
	pthread_rwlock_unlock(&sim->lock);
	if (plugs)
		update_tree(sim);
	return r;
}

static int command_line(struct sim *sim, const char *text, size_t len,
			struct scenario_error *err)
{
	struct control_command cmd;
	char line[CONTROL_LINE_MAX];
	int r;

	if (len >= sizeof(line) || memchr(text, '\0', len)) {
		(void)snprintf(err->reason, sizeof(err->reason),
			       "a line of %zu bytes, or with a NUL", len);
		return -EINVAL;
	}
	memcpy(line, text, len);
	line[len] = '\0';
	if (line[strspn(line, " \t")] == '\0')
		return 0;
	r = control_parse(line, &cmd, err);
	return r ? r : execute(sim, &cmd, err);
}

int sim_command(struct sim *sim, const char *text, size_t len)
{
	struct scenario_error err = { .reason = "" };
	int r = 0;

	pthread_mutex_lock(&sim->control);
	for (size_t at = 0; at < len && r == 0;) {
		const char *end = memchr(text + at, '\n', len - at);
		size_t n = end ? (size_t)(end - text) - at : len - at;

		r = command_line(sim, text + at, n, &err);
		at += n + 1;
	}
	pthread_mutex_unlock(&sim->control);

	pthread_mutex_lock(&sim->error_lock);
	(void)snprintf(sim->error, sizeof(sim->error), "%s",
		       r ? err.reason : "");
	pthread_mutex_unlock(&sim->error_lock);
	return r;
}
