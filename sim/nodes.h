/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: THE table of nodes, and the tree that it becomes
 *
 * One row a file: path pattern, mode, kind, what it shows, on which machines
 * it exists. Patterns hold index words such as %cpu; at start each row is
 * expanded for the scenario, folders come from the paths. Nothing else knows
 * which files there are: lookup, listing, opening and faults use the tree.
 *
 * The tree does not change after node_tree_new(), except for owner and mode
 * of a node and the mask of faults that fit it; these are atomic.
 */
#ifndef SIM_NODES_H
#define SIM_NODES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/model/machine.h"
#include "sim/text.h"

struct sim;

/* The root's number, as FUSE has it. 0 is no node. */
#define NODE_ROOT 1
#define NODE_NAME_MAX 32
#define NODE_PATH_MAX 160

/**
 * enum node_kind - How a node behaves
 * @NODE_DIR:		Folder
 * @NODE_TEXT:		Text up to a page, made anew by each read
 * @NODE_LONG_TEXT:	Text of any length, made anew by a read at offset 0
 * @NODE_HSMP:		/dev/hsmp
 * @NODE_MSR:		/dev/cpu/N/msr
 * @NODE_MSR_SAFE:	/dev/cpu/N/msr_safe
 * @NODE_CONTROL:	Takes commands
 * @NODE_N_KINDS:	Their number
 */
enum node_kind {
	NODE_DIR,
	NODE_TEXT,
	NODE_LONG_TEXT,
	NODE_HSMP,
	NODE_MSR,
	NODE_MSR_SAFE,
	NODE_CONTROL,
	NODE_N_KINDS,
};

/* Longest NODE_TEXT, a page as in sysfs. */
#define NODE_TEXT_MAX 4096

/**
 * struct moment - What a text is made from
 * @m:		Machine
 * @t_ns:	Model time; one for the whole text
 * @sim:	The simulator, for the files of epycsim/
 */
struct moment {
	const struct machine *m;
	uint64_t t_ns;
	struct sim *sim;
};

/**
 * typedef node_show - Makes the text of a node
 * @now:	The moment
 * @index:	The node's indices, in the order of its pattern
 * @out:	Where the text goes
 */
typedef void (*node_show)(const struct moment *now, const uint32_t index[2],
			  struct text *out);

/**
 * struct node_row - One row of the table
 * @path:	Pattern, without a leading slash
 * @mode:	Permission bits
 * @kind:	Behaviour
 * @show:	Text, for the two kinds that have one
 * @when:	If not NULL, whether the node exists in a scenario
 */
struct node_row {
	const char *path;
	uint16_t mode;
	enum node_kind kind;
	node_show show;
	bool (*when)(const struct scenario *sc, const uint32_t index[2]);
};

/**
 * struct node - A file or folder
 * @name:	Name in its folder
 * @parent:	Its folder
 * @child:	First child of a folder, 0 for none
 * @last:	Last child
 * @next:	Next in the same folder, 0 for none
 * @row:	Row, NULL for a folder
 * @index:	Indices of the pattern
 * @mode:	Permission bits now
 * @uid:	Owner
 * @gid:	Group
 * @faults:	Slots of the faults whose target it is
 */
struct node {
	char name[NODE_NAME_MAX];
	uint32_t parent;
	uint32_t child;
	uint32_t last;
	uint32_t next;
	const struct node_row *row;
	uint32_t index[2];
	atomic_uint mode;
	atomic_uint uid;
	atomic_uint gid;
	_Atomic uint64_t faults;
};

struct node_tree;

/**
 * node_tree_new() - Expand the table for a scenario
 * @sc:		Scenario
 * @ret:	The tree; node_tree_free() it
 *
 * Return: 0, -ENOMEM, -ENAMETOOLONG if a path in the table is too long
 */
int node_tree_new(const struct scenario *sc, struct node_tree **ret);

/**
 * node_tree_free() - Release a tree
 * @tree:	Tree or NULL
 */
void node_tree_free(struct node_tree *tree);

/**
 * node_get() - Find a node by its number
 * @tree:	Tree
 * @ino:	Number from NODE_ROOT on
 *
 * Return: the node, owned by @tree, or NULL
 */
struct node *node_get(struct node_tree *tree, uint64_t ino);

/**
 * node_lookup() - Find a node by its name
 * @tree:	Tree
 * @parent:	Its folder
 * @name:	Its name
 *
 * Return: its number, 0 if there is none
 */
uint32_t node_lookup(const struct node_tree *tree, uint32_t parent,
		     const char *name);

/**
 * node_path() - Path of a node below the root
 * @tree:	Tree
 * @ino:	Node
 * @buf:	Path with a leading slash, NUL-terminated
 * @size:	Its size, NODE_PATH_MAX is enough for all
 *
 * Return: @buf
 */
const char *node_path(struct node_tree *tree, uint32_t ino, char *buf,
		      size_t size);

/**
 * node_count() - Number of nodes
 * @tree:	Tree
 *
 * Return: count; their numbers are NODE_ROOT to count
 */
uint32_t node_count(const struct node_tree *tree);

static inline enum node_kind node_kind(const struct node *node)
{
	return node->row ? node->row->kind : NODE_DIR;
}

/**
 * node_kind_name() - A kind in words, for the status file
 * @kind:	Kind
 *
 * Return: static string
 */
const char *node_kind_name(enum node_kind kind);

#endif
