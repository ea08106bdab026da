// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: THE table of nodes, and the tree that it becomes
 *
 * Expansion walks the table once. For each row the index words of its pattern
 * say which sets of numbers it runs over (at most two; a word that names the
 * set of an earlier one repeats its number). Each path that comes out is laid
 * into the tree, and folders are made on the way.
 *
 * Names are found by a hash table over (folder, name), both while the tree
 * grows and when requests look names up, so that 512 CPUs in one folder cost
 * no more than two.
 */
#include "sim/nodes.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/parse.h"
#include "base/util.h"
#include "sim/values.h"

static bool when_hsmp(const struct scenario *sc, const uint32_t index[2])
{
	UNUSED(index);
	return sc->has_hsmp;
}

static bool when_msr(const struct scenario *sc, const uint32_t index[2])
{
	UNUSED(index);
	return sc->has_msr;
}

static bool when_msr_safe(const struct scenario *sc, const uint32_t index[2])
{
	UNUSED(index);
	return sc->has_msr_safe;
}

static bool when_cpufreq(const struct scenario *sc, const uint32_t index[2])
{
	UNUSED(index);
	return sc->driver[0] != '\0';
}

/* Only this driver has the file on all kernels. */
static bool when_boost(const struct scenario *sc, const uint32_t index[2])
{
	UNUSED(index);
	return strcmp(sc->driver, "acpi-cpufreq") == 0;
}

/* The first CPU can't be taken offline. */
static bool when_not_first(const struct scenario *sc, const uint32_t index[2])
{
	UNUSED(sc);
	return index[0] > 0;
}

#define CPU "sys/devices/system/cpu/"
#define TOPOLOGY CPU "cpu%online/topology/"
#define CACHE CPU "cpu%online/cache/index%cache/"
#define CPUFREQ CPU "cpu%online/cpufreq/"
#define CPUIDLE CPU "cpu%online/cpuidle/state%state/"
#define NODE "sys/devices/system/node/"
#define K10TEMP "sys/bus/pci/drivers/k10temp/0000:00:%pci.3/hwmon/hwmon%socket/"
#define HWMON "sys/class/hwmon/hwmon%socket/"

/* clang-format off */
static const struct node_row node_rows[] = {
	{ "dev/hsmp",			0644, NODE_HSMP, NULL, when_hsmp },
	{ "dev/cpu/%cpu/msr",		0600, NODE_MSR, NULL, when_msr },
	{ "dev/cpu/%cpu/msr_safe",	0440, NODE_MSR_SAFE, NULL, when_msr_safe },

	{ CPU "present",	0444, NODE_TEXT, show_all_cpus, NULL },
	{ CPU "possible",	0444, NODE_TEXT, show_all_cpus, NULL },
	{ CPU "online",		0444, NODE_TEXT, show_online_cpus, NULL },
	{ CPU "offline",	0444, NODE_TEXT, show_offline_cpus, NULL },
	{ CPU "isolated",	0444, NODE_TEXT, show_isolated, NULL },
	{ CPU "nohz_full",	0444, NODE_TEXT, show_nohz_full, NULL },
	{ CPU "smt/active",	0444, NODE_TEXT, show_smt_active, NULL },
	{ CPU "smt/control",	0644, NODE_TEXT, show_smt_control, NULL },
	{ CPU "cpu%cpu/online",	0644, NODE_TEXT, show_cpu_online, when_not_first },

	{ TOPOLOGY "physical_package_id",	0444, NODE_TEXT, show_package_id, NULL },
	{ TOPOLOGY "core_id",			0444, NODE_TEXT, show_core_id, NULL },
	{ TOPOLOGY "die_id",			0444, NODE_TEXT, show_die_id, NULL },
	{ TOPOLOGY "cluster_id",		0444, NODE_TEXT, show_cluster_id, NULL },
	{ TOPOLOGY "thread_siblings_list",	0444, NODE_TEXT, show_core_cpus, NULL },
	{ TOPOLOGY "core_cpus_list",		0444, NODE_TEXT, show_core_cpus, NULL },
	{ TOPOLOGY "cluster_cpus_list",		0444, NODE_TEXT, show_core_cpus, NULL },
	{ TOPOLOGY "die_cpus_list",		0444, NODE_TEXT, show_die_cpus, NULL },
	{ TOPOLOGY "core_siblings_list",	0444, NODE_TEXT, show_package_cpus, NULL },
	{ TOPOLOGY "package_cpus_list",		0444, NODE_TEXT, show_package_cpus, NULL },

	{ CACHE "level",		0444, NODE_TEXT, show_cache_level, NULL },
	{ CACHE "type",			0444, NODE_TEXT, show_cache_type, NULL },
	{ CACHE "id",			0444, NODE_TEXT, show_cache_id, NULL },
	{ CACHE "shared_cpu_list",	0444, NODE_TEXT, show_cache_cpus, NULL },
	{ CACHE "size",			0444, NODE_TEXT, show_cache_size, NULL },

	{ CPUFREQ "scaling_driver",	0444, NODE_TEXT, show_freq_driver, when_cpufreq },
	{ CPUFREQ "scaling_governor",	0644, NODE_TEXT, show_freq_governor, when_cpufreq },
	{ CPUFREQ "scaling_available_governors", 0444, NODE_TEXT, show_freq_governors, when_cpufreq },
	{ CPUFREQ "scaling_cur_freq",	0444, NODE_TEXT, show_freq_cur, when_cpufreq },
	{ CPUFREQ "scaling_min_freq",	0644, NODE_TEXT, show_freq_min, when_cpufreq },
	{ CPUFREQ "scaling_max_freq",	0644, NODE_TEXT, show_freq_max, when_cpufreq },
	{ CPUFREQ "cpuinfo_min_freq",	0444, NODE_TEXT, show_freq_min, when_cpufreq },
	{ CPUFREQ "cpuinfo_max_freq",	0444, NODE_TEXT, show_freq_max, when_cpufreq },
	{ CPU "cpufreq/boost",		0644, NODE_TEXT, show_freq_boost, when_boost },

	{ CPUIDLE "name",	0444, NODE_TEXT, show_idle_name, NULL },
	{ CPUIDLE "desc",	0444, NODE_TEXT, show_idle_desc, NULL },
	{ CPUIDLE "latency",	0444, NODE_TEXT, show_idle_latency, NULL },
	{ CPUIDLE "residency",	0444, NODE_TEXT, show_idle_residency, NULL },
	{ CPUIDLE "time",	0444, NODE_TEXT, show_idle_time, NULL },
	{ CPUIDLE "usage",	0444, NODE_TEXT, show_idle_usage, NULL },
	{ CPUIDLE "above",	0444, NODE_TEXT, show_zero, NULL },
	{ CPUIDLE "below",	0444, NODE_TEXT, show_zero, NULL },
	{ CPUIDLE "rejected",	0444, NODE_TEXT, show_zero, NULL },
	{ CPUIDLE "disable",	0644, NODE_TEXT, show_zero, NULL },
	{ CPU "cpuidle/current_driver",		0444, NODE_TEXT, show_idle_driver, NULL },
	{ CPU "cpuidle/current_governor",	0644, NODE_TEXT, show_idle_governor, NULL },
	{ CPU "cpuidle/current_governor_ro",	0444, NODE_TEXT, show_idle_governor, NULL },

	{ NODE "online",		0444, NODE_TEXT, show_all_nodes, NULL },
	{ NODE "possible",		0444, NODE_TEXT, show_all_nodes, NULL },
	{ NODE "node%node/cpulist",	0444, NODE_TEXT, show_node_cpus, NULL },

	{ K10TEMP "name",		0444, NODE_TEXT, show_hwmon_name, NULL },
	{ K10TEMP "temp1_input",	0444, NODE_TEXT, show_hwmon_temp, NULL },
	{ K10TEMP "temp1_label",	0444, NODE_TEXT, show_hwmon_label, NULL },
	{ HWMON "name",			0444, NODE_TEXT, show_hwmon_name, NULL },
	{ HWMON "temp1_input",		0444, NODE_TEXT, show_hwmon_temp, NULL },
	{ HWMON "temp1_label",		0444, NODE_TEXT, show_hwmon_label, NULL },

	{ "sys/module/hsmp_common/version", 0444, NODE_TEXT, show_hsmp_version, when_hsmp },

	{ "proc/cpuinfo",	0444, NODE_LONG_TEXT, show_cpuinfo, NULL },
	{ "proc/stat",		0444, NODE_LONG_TEXT, show_stat, NULL },

	{ "epycsim/control",	0600, NODE_CONTROL, NULL, NULL },
	{ "epycsim/truth",	0444, NODE_LONG_TEXT, show_truth, NULL },
	{ "epycsim/status",	0444, NODE_LONG_TEXT, show_status, NULL },
	{ "epycsim/scenario",	0444, NODE_LONG_TEXT, show_scenario, NULL },
	{ "epycsim/error",	0444, NODE_LONG_TEXT, show_error, NULL },
};
/* clang-format on */

static const char *const kind_names[] = {
	[NODE_DIR] = "folder",
	[NODE_TEXT] = "text",
	[NODE_LONG_TEXT] = "long_text",
	[NODE_HSMP] = "hsmp",
	[NODE_MSR] = "msr",
	[NODE_MSR_SAFE] = "msr_safe",
	[NODE_CONTROL] = "control",
};

static_assert(ARRAY_SIZE(kind_names) == NODE_N_KINDS, "a kind has no name");

const char *node_kind_name(enum node_kind kind)
{
	return kind_names[kind];
}

/* Sets of numbers that a pattern may run over. */
enum index_set {
	SET_CPU,
	SET_ONLINE,
	SET_SOCKET,
	SET_NODE,
	SET_STATE,
	SET_CACHE,
	SET_NONE,
};

/* Index words: the set, and how its number is written. */
static const struct index_word {
	const char *word;
	enum index_set set;
	bool is_pci;
} index_words[] = {
	{ "%cpu", SET_CPU, false },	  { "%online", SET_ONLINE, false },
	{ "%socket", SET_SOCKET, false }, { "%pci", SET_SOCKET, true },
	{ "%node", SET_NODE, false },	  { "%state", SET_STATE, false },
	{ "%cache", SET_CACHE, false },
};

/* The first socket's functions are device 18h of bus 0, the next one's 19h. */
#define PCI_FIRST_DEVICE 0x18
#define N_CACHES 4

static uint32_t set_size(const struct scenario *sc, enum index_set set)
{
	switch (set) {
	case SET_CPU:
	case SET_ONLINE:
		return scenario_n_cpus(sc);
	case SET_SOCKET:
		return sc->n_sockets;
	case SET_NODE:
		return sc->n_sockets * sc->nodes_per_socket;
	case SET_STATE:
		return IDLE_N_STATES;
	case SET_CACHE:
		return N_CACHES;
	case SET_NONE:
		return 1;
	}
	return 0;
}

static bool set_has(const struct scenario *sc, enum index_set set, uint32_t i)
{
	return set != SET_ONLINE || !cpuset_has(&sc->offline, i);
}

/**
 * struct node_tree - All nodes and the way to them
 * @nodes:	By number; entry 0 is not used
 * @n:		Entries used, including that one
 * @max:	Entries there is room for
 * @slots:	Hash table of numbers, 0 is empty
 * @n_slots:	Its size, a power of two, more than twice @n
 */
struct node_tree {
	struct node *nodes;
	uint32_t n;
	uint32_t max;
	uint32_t *slots;
	uint32_t n_slots;
};

/* FNV-1a over the folder's number and the name. */
static uint32_t hash(uint32_t parent, const char *name, size_t len)
{
	uint32_t h = UINT32_C(2166136261) ^ parent * UINT32_C(2654435761);

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)name[i]) * UINT32_C(16777619);
	return h;
}

/* The slot that holds a name, or the empty one where it belongs. */
static uint32_t find_slot(const struct node_tree *tree, uint32_t parent,
			  const char *name, size_t len)
{
	uint32_t at = hash(parent, name, len) & (tree->n_slots - 1);

	while (tree->slots[at]) {
		const struct node *node = &tree->nodes[tree->slots[at]];

		if (node->parent == parent && strlen(node->name) == len &&
		    memcmp(node->name, name, len) == 0)
			break;
		at = (at + 1) & (tree->n_slots - 1);
	}
	return at;
}

static int grow(struct node_tree *tree)
{
	uint32_t max = tree->max ? 2 * tree->max : 1024;
	cleanup_free uint32_t *slots = calloc((size_t)max * 4, sizeof(*slots));
	struct node *nodes;

	if (!slots)
		return -ENOMEM;
	nodes = realloc(tree->nodes, max * sizeof(*nodes));
	if (!nodes)
		return -ENOMEM;
	memset(nodes + tree->max, 0, (max - tree->max) * sizeof(*nodes));
	tree->nodes = nodes;
	tree->max = max;
	free(tree->slots);
	tree->slots = take_ptr(slots);
	tree->n_slots = max * 4;
	for (uint32_t i = NODE_ROOT + 1; i < tree->n; i++) {
		const struct node *node = &nodes[i];
		uint32_t at = find_slot(tree, node->parent, node->name,
					strlen(node->name));

		tree->slots[at] = i;
	}
	return 0;
}

/* Find or make a name in a folder. */
static int add_name(struct node_tree *tree, uint32_t parent, struct slice name,
		    uint32_t *ret)
{
	struct node *node;
	uint32_t at;
	int r;

	at = find_slot(tree, parent, name.s, name.len);
	if (tree->slots[at]) {
		*ret = tree->slots[at];
		return 0;
	}
	if (tree->n == tree->max) {
		r = grow(tree);
		if (r)
			return r;
		at = find_slot(tree, parent, name.s, name.len);
	}
	node = &tree->nodes[tree->n];
	if (!slice_copy(name, node->name, sizeof(node->name)))
		return -ENAMETOOLONG;
	node->parent = parent;
	atomic_init(&node->mode, 0555);
	if (tree->nodes[parent].last)
		tree->nodes[tree->nodes[parent].last].next = tree->n;
	else
		tree->nodes[parent].child = tree->n;
	tree->nodes[parent].last = tree->n;
	tree->slots[at] = tree->n;
	*ret = tree->n++;
	return 0;
}

static int add_path(struct node_tree *tree, const char *path,
		    const struct node_row *row, const uint32_t index[2])
{
	uint32_t ino = NODE_ROOT;
	struct node *node;

	for (const char *p = path; *p;) {
		struct slice name = { p, strcspn(p, "/") };
		int r = add_name(tree, ino, name, &ino);

		if (r)
			return r;
		p += name.len;
		p += *p == '/';
	}
	node = &tree->nodes[ino];
	node->row = row;
	memcpy(node->index, index, sizeof(node->index));
	atomic_init(&node->mode, row->mode);
	return 0;
}

static const struct index_word *word_at(const char *p)
{
	for (size_t i = 0; i < ARRAY_SIZE(index_words); i++)
		if (strncmp(p, index_words[i].word,
			    strlen(index_words[i].word)) == 0)
			return &index_words[i];
	return NULL;
}

/* The sets that a pattern runs over, in the order of their first words. */
static void pattern_sets(const char *pattern, enum index_set ret[2])
{
	unsigned int n = 0;

	ret[0] = ret[1] = SET_NONE;
	for (const char *p = strchr(pattern, '%'); p; p = strchr(p + 1, '%')) {
		const struct index_word *word = word_at(p);

		assert(word && "unknown index word in the table of nodes");
		if (n > 0 && ret[0] == word->set)
			continue;
		assert(n < 2 && "more than two indices in a pattern");
		ret[n++] = word->set;
	}
}

/* Write a pattern with numbers in place of its index words. */
static int format_path(const char *pattern, const enum index_set sets[2],
		       const uint32_t index[2], char *buf, size_t size)
{
	struct text out = { buf, size, 0 };

	for (const char *p = pattern; *p;) {
		const struct index_word *word = *p == '%' ? word_at(p) : NULL;
		uint32_t i;

		if (!word) {
			text_add(&out, "%c", *p++);
			continue;
		}
		i = index[word->set == sets[0] ? 0 : 1];
		if (word->is_pci)
			text_add(&out, "%02x", PCI_FIRST_DEVICE + i);
		else
			text_add(&out, "%u", i);
		p += strlen(word->word);
	}
	return text_fits(&out) ? 0 : -ENAMETOOLONG;
}

static int expand(struct node_tree *tree, const struct scenario *sc,
		  const struct node_row *row)
{
	char path[NODE_PATH_MAX] = "";
	enum index_set sets[2];
	uint32_t index[2];

	pattern_sets(row->path, sets);
	for (index[0] = 0; index[0] < set_size(sc, sets[0]); index[0]++) {
		if (!set_has(sc, sets[0], index[0]))
			continue;
		for (index[1] = 0; index[1] < set_size(sc, sets[1]);
		     index[1]++) {
			int r;

			if (row->when && !row->when(sc, index))
				continue;
			r = format_path(row->path, sets, index, path,
					sizeof(path));
			if (!r)
				r = add_path(tree, path, row, index);
			if (r)
				return r;
		}
	}
	return 0;
}

int node_tree_new(const struct scenario *sc, struct node_tree **ret)
{
	struct node_tree *tree = calloc(1, sizeof(*tree));
	int r;

	if (!tree)
		return -ENOMEM;
	r = grow(tree);
	if (!r) {
		tree->nodes[NODE_ROOT].parent = NODE_ROOT;
		atomic_init(&tree->nodes[NODE_ROOT].mode, 0555);
		tree->n = NODE_ROOT + 1;
	}
	for (size_t i = 0; i < ARRAY_SIZE(node_rows) && !r; i++)
		r = expand(tree, sc, &node_rows[i]);
	if (r) {
		node_tree_free(tree);
		return r;
	}
	*ret = tree;
	return 0;
}

void node_tree_free(struct node_tree *tree)
{
	if (!tree)
		return;
	free(tree->nodes);
	free(tree->slots);
	free(tree);
}

struct node *node_get(struct node_tree *tree, uint64_t ino)
{
	return ino >= NODE_ROOT && ino < tree->n ? &tree->nodes[ino] : NULL;
}

uint32_t node_lookup(const struct node_tree *tree, uint32_t parent,
		     const char *name)
{
	return tree->slots[find_slot(tree, parent, name, strlen(name))];
}

const char *node_path(struct node_tree *tree, uint32_t ino, char *buf,
		      size_t size)
{
	size_t at = size - 1;

	buf[at] = '\0';
	while (ino != NODE_ROOT) {
		const struct node *node = &tree->nodes[ino];
		size_t len = strlen(node->name);

		if (at < len + 1)
			break;
		at -= len;
		memcpy(buf + at, node->name, len);
		buf[--at] = '/';
		ino = node->parent;
	}
	if (buf[at] == '\0' && at > 0)
		buf[--at] = '/';
	memmove(buf, buf + at, size - at);
	return buf;
}

uint32_t node_count(const struct node_tree *tree)
{
	return tree->n - 1;
}
