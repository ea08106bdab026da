/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: THE table of nodes, and the tree that it becomes
 *
 * One row a file: path pattern, mode, kind, what it shows, on which machines
 * it exists. Patterns hold index words such as %cpu; at start each row is
 * expanded for the scenario, folders come from the paths. Nothing else knows
 * which files there are: lookup, listing, opening and faults use the tree.
 *
 * What may come and go while the machine runs (a CPU's folders, the HSMP
 * driver's nodes) is in the tree from the start; a row says what it needs, and
 * node_tree_update() marks those that lack it as absent. A folder all of whose
 * files need the same needs it too.
 *
 * The tree does not change after node_tree_new(), except for owner, mode and
 * absence of a node, and what faults do to it; these are atomic.
 */
#ifndef SIM_NODES_H
#define SIM_NODES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/cpuset.h"
#include "sim/model/machine.h"
#include "sim/text.h"

struct sim;

/* The root's number, as FUSE has it. 0 is no node. */
#define NODE_ROOT 1
#define NODE_NAME_MAX 48
#define NODE_PATH_MAX 160

/**
 * enum node_kind - How a node behaves
 * @NODE_DIR:		Folder
 * @NODE_TEXT:		Text up to a page, made anew by each read
 * @NODE_LONG_TEXT:	Text of any length, made anew by a read at offset 0
 * @NODE_HSMP:		/dev/hsmp
 * @NODE_MSR:		/dev/cpu/N/msr
 * @NODE_MSR_SAFE:	/dev/cpu/N/msr_safe
 * @NODE_MSR_BATCH:	/dev/cpu/msr_batch
 * @NODE_ALLOWLIST:	/dev/cpu/msr_allowlist
 * @NODE_MSR_VERSION:	/dev/cpu/msr_safe_version
 * @NODE_ATTR:		Attribute of the HSMP driver: a message each read
 * @NODE_METRICS_BIN:	Its binary attribute
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
	NODE_MSR_BATCH,
	NODE_ALLOWLIST,
	NODE_MSR_VERSION,
	NODE_ATTR,
	NODE_METRICS_BIN,
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
 * enum node_needs - What must be there for a node to be there
 * @NEEDS_NOTHING:	It is always there
 * @NEEDS_CPU:		The CPU of its first index is online
 * @NEEDS_SEEN_CPU:	That CPU is or was online
 * @NEEDS_DRIVER:	The HSMP driver is bound to a socket
 * @NEEDS_SOCKET:	It is bound to the socket of its first index
 */
enum node_needs {
	NEEDS_NOTHING,
	NEEDS_CPU,
	NEEDS_SEEN_CPU,
	NEEDS_DRIVER,
	NEEDS_SOCKET,
};

/**
 * struct presence - What is there
 * @online:	CPUs that are online
 * @seen:	CPUs that are or were online
 * @sockets:	Sockets to which the HSMP driver is bound, a bit each
 */
struct presence {
	struct cpuset online;
	struct cpuset seen;
	uint32_t sockets;
};

struct hsmp_attr;

/**
 * typedef node_when - Whether a row is there in a scenario at all
 * @sc:		Scenario
 * @index:	The node's indices
 */
typedef bool (*node_when)(const struct scenario *sc, const uint32_t index[2]);

/**
 * struct node_row - One row of the table
 * @path:	Pattern, without a leading slash
 * @mode:	Permission bits
 * @kind:	Behaviour
 * @show:	Text, for the two kinds that have one
 * @when:	If not NULL, whether the node exists in a scenario
 * @needs:	What it needs while the machine runs
 * @moves:	Its text moves with time, not only by commands
 * @attr:	For NODE_ATTR
 */
struct node_row {
	const char *path;
	uint16_t mode;
	enum node_kind kind;
	node_show show;
	node_when when;
	enum node_needs needs;
	bool moves;
	const struct hsmp_attr *attr;
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
 * @needs:	What it needs, for a folder what all in it need
 * @needs_index: Which CPU or socket
 * @absent:	It is not there now
 * @short_len:	Most bytes that a read returns, 0 for no limit
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
	enum node_needs needs;
	uint32_t needs_index;
	atomic_bool absent;
	atomic_uint short_len;
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
 * node_tree_update() - Say what is there now
 * @tree:	Tree
 * @now:	What is there
 * @changed:	Called for each node that came or went; of a folder and what is
 *		in it, for the folder only. May be NULL
 * @ctx:	Handed to @changed
 */
void node_tree_update(struct node_tree *tree, const struct presence *now,
		      void (*changed)(void *ctx, uint32_t ino), void *ctx);

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
