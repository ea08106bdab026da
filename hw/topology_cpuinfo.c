// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What only /proc/cpuinfo knows
 *
 * Blocks of "key : value" lines, one block a CPU that is online, each with a
 * line "processor". A block belongs to the CPU that it names, not to its
 * position: where CPUs are offline, blocks are missing.
 */
#include <errno.h>
#include <string.h>

#include "base/parse.h"
#include "hw/topology_internal.h"

/* A decimal number that fits 32 bits, and nothing else. */
static bool slice_u32(struct slice s, uint32_t *ret)
{
	char text[16];
	const char *p = text;
	uint32_t v;

	if (!slice_copy(s, text, sizeof(text)) || !parse_u32(&p, &v) ||
	    !parse_end(p))
		return false;
	*ret = v;
	return true;
}

static enum cpu_vendor slice_vendor(struct slice s)
{
	char text[16];

	return slice_copy(s, text, sizeof(text)) ? cpu_vendor_of(text)
						 : CPU_VENDOR_UNKNOWN;
}

/* The same on all CPUs: taken from the first block. */
static void take_identity(struct topology *t, struct slice key,
			  struct slice value)
{
	if (slice_equal(key, "vendor_id")) {
		t->vendor = slice_vendor(value);
		t->vendor_amd = t->vendor == CPU_VENDOR_AMD;
	} else if (slice_equal(key, "cpu family")) {
		(void)slice_u32(value, &t->family);
	} else if (slice_equal(key, "model")) {
		(void)slice_u32(value, &t->model);
	} else if (slice_equal(key, "stepping")) {
		(void)slice_u32(value, &t->stepping);
	} else if (slice_equal(key, "model name")) {
		(void)slice_copy(value, t->model_name, sizeof(t->model_name));
	}
}

static void take_line(struct topology *t, const char *line,
		      struct topo_cpu **block, unsigned int *n_blocks)
{
	struct slice key, value;
	uint32_t v;

	if (!parse_key_value(line, ':', &key, &value))
		return;
	if (slice_equal(key, "processor")) {
		*block = slice_u32(value, &v) ? topo_find(t, v) : NULL;
		(*n_blocks)++;
		return;
	}
	if (*n_blocks == 1)
		take_identity(t, key, value);
	if (*block && slice_equal(key, "apicid") && slice_u32(value, &v))
		(*block)->apicid = v;
}

int topo_read_cpuinfo(struct hw *hw, struct topology *t)
{
	struct topo_cpu *block = NULL;
	unsigned int n_blocks = 0;
	struct hw_lines lines;
	char *line;
	int r;

	r = hw_lines_open(hw, &lines, "proc/cpuinfo");
	if (r < 0)
		return r == -ENOENT || r == -ENOTDIR ? 0 : r;
	for (;;) {
		r = lineread_next(&lines.lr, &line);
		/* Too long, or binary: not a line that we look for. */
		if (r == -EMSGSIZE || r == -EILSEQ)
			continue;
		if (r <= 0)
			break;
		take_line(t, line, &block, &n_blocks);
	}
	hw_lines_close(&lines);
	return r;
}
