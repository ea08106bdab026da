// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The tree that the table of nodes becomes
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
#include "sim/layout.h"
#include "sim/node_table.h"

static const char *const kind_names[] = {
	[NODE_DIR] = "folder",
	[NODE_TEXT] = "text",
	[NODE_LONG_TEXT] = "long_text",
	[NODE_HSMP] = "hsmp",
	[NODE_MSR] = "msr",
	[NODE_MSR_SAFE] = "msr_safe",
	[NODE_MSR_BATCH] = "msr_batch",
	[NODE_ALLOWLIST] = "msr_allowlist",
	[NODE_MSR_VERSION] = "msr_safe_version",
	[NODE_ATTR] = "hsmp_attribute",
	[NODE_METRICS_BIN] = "metrics_bin",
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
	SET_SOCKET,
	SET_NODE,
	SET_STATE,
	SET_CACHE,
	SET_ZONE,
	SET_NONE,
};

/* How a number is written. */
enum index_form {
	FORM_DECIMAL,
	FORM_PCI,
	FORM_ACPI,
	FORM_HSMP_HWMON,
};

static const struct index_word {
	const char *word;
	enum index_set set;
	enum index_form form;
} index_words[] = {
	{ "%cpu", SET_CPU, FORM_DECIMAL },
	{ "%socket", SET_SOCKET, FORM_DECIMAL },
	{ "%pci", SET_SOCKET, FORM_PCI },
	{ "%acpi", SET_SOCKET, FORM_ACPI },
	{ "%hsmphwmon", SET_SOCKET, FORM_HSMP_HWMON },
	{ "%node", SET_NODE, FORM_DECIMAL },
	{ "%state", SET_STATE, FORM_DECIMAL },
	{ "%cache", SET_CACHE, FORM_DECIMAL },
	{ "%zone", SET_ZONE, FORM_DECIMAL },
};

/* The first socket's functions are device 18h of bus 0, the next one's 19h. */
#define PCI_FIRST_DEVICE 0x18
#define N_CACHES 4

static uint32_t set_size(const struct scenario *sc, enum index_set set)
{
	switch (set) {
	case SET_CPU:
		return scenario_n_cpus(sc);
	case SET_SOCKET:
		return sc->n_sockets;
	case SET_NODE:
		return sc->n_sockets * sc->nodes_per_socket;
	case SET_STATE:
		return IDLE_N_STATES;
	case SET_CACHE:
		return N_CACHES;
	case SET_ZONE:
		return layout_n_zones(sc);
	case SET_NONE:
		return 1;
	}
	return 0;
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

/* A name needs what all rows need on whose way it lies. */
static void add_needs(struct node *node, const struct node_row *row,
		      const uint32_t index[2], bool is_new)
{
	if (is_new) {
		node->needs = row->needs;
		node->needs_index = index[0];
	} else if (node->needs != row->needs || node->needs_index != index[0]) {
		node->needs = NEEDS_NOTHING;
	}
}

static int add_path(struct node_tree *tree, const char *path,
		    const struct node_row *row, const uint32_t index[2])
{
	uint32_t ino = NODE_ROOT;
	struct node *node;

	for (const char *p = path; *p;) {
		struct slice name = { p, strcspn(p, "/") };
		uint32_t n = tree->n;
		int r = add_name(tree, ino, name, &ino);

		if (r)
			return r;
		add_needs(&tree->nodes[ino], row, index, tree->n > n);
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

static void add_number(const struct scenario *sc, enum index_form form,
		       uint32_t i, struct text *out)
{
	switch (form) {
	case FORM_DECIMAL:
		text_add(out, "%u", i);
		break;
	case FORM_PCI:
		text_add(out, "%02x", PCI_FIRST_DEVICE + i);
		break;
	case FORM_ACPI:
		text_add(out, "%02x", i);
		break;
	case FORM_HSMP_HWMON:
		/* Behind those of the sockets' temperatures. */
		text_add(out, "%u", sc->has_k10temp ? sc->n_sockets + i : i);
		break;
	}
}

/* Write a pattern with numbers in place of its index words. */
static int format_path(const struct scenario *sc, const char *pattern,
		       const enum index_set sets[2], const uint32_t index[2],
		       char *buf, size_t size)
{
	struct text out = { buf, size, 0 };

	for (const char *p = pattern; *p;) {
		const struct index_word *word = *p == '%' ? word_at(p) : NULL;

		if (!word) {
			text_add(&out, "%c", *p++);
			continue;
		}
		add_number(sc, word->form, index[word->set == sets[0] ? 0 : 1],
			   &out);
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
		for (index[1] = 0; index[1] < set_size(sc, sets[1]);
		     index[1]++) {
			int r;

			if (row->when && !row->when(sc, index))
				continue;
			r = format_path(sc, row->path, sets, index, path,
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
	for (size_t i = 0; i < n_node_rows && !r; i++)
		r = expand(tree, sc, &node_rows[i]);
	if (r) {
		node_tree_free(tree);
		return r;
	}
	*ret = tree;
	return 0;
}

static bool is_there(const struct node *node, const struct presence *now)
{
	switch (node->needs) {
	case NEEDS_NOTHING:
		return true;
	case NEEDS_CPU:
		return cpuset_has(&now->online, node->needs_index);
	case NEEDS_SEEN_CPU:
		return cpuset_has(&now->seen, node->needs_index);
	case NEEDS_DRIVER:
		return now->sockets != 0;
	case NEEDS_SOCKET:
		return now->sockets >> node->needs_index & 1;
	}
	return true;
}

void node_tree_update(struct node_tree *tree, const struct presence *now,
		      void (*changed)(void *ctx, uint32_t ino), void *ctx)
{
	for (uint32_t ino = NODE_ROOT + 1; ino < tree->n; ino++) {
		struct node *node = &tree->nodes[ino];
		const struct node *parent = &tree->nodes[node->parent];
		bool absent = !is_there(node, now);

		if (atomic_exchange(&node->absent, absent) == absent)
			continue;
		if (changed && (node->needs != parent->needs ||
				node->needs_index != parent->needs_index))
			changed(ctx, ino);
	}
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
