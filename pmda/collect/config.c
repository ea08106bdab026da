// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in config.h. */

#include "pmda/collect/config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/parse.h"
#include "base/util.h"
#include "pmda/collect/inventory.h"

#define CONFIG_LINE 4096
#define CONFIG_WORD 32

static int bad(struct config_error *err, const char *fmt, ...)
	PRINTF_LIKE(2, 3);

static int bad(struct config_error *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(err->reason, sizeof(err->reason), fmt, ap);
	va_end(ap);
	return -EINVAL;
}

static int add_dimm(struct config *c, const char *word,
		    struct config_error *err)
{
	const char *p = word;
	uint64_t address;

	if (!parse_number(&p, &address) || !parse_end(p) ||
	    address >= CONFIG_DIMMS)
		return bad(err, "dimms: %s is no address from 0x00 to 0xFF",
			   word);
	c->dimm[address] = true;
	return 0;
}

static int add_link(struct config *c, const char *word,
		    struct config_error *err)
{
	int place = inventory_link_find(word);

	if (place < 0 || place >= CONFIG_LINKS)
		return bad(err, "links: %s is none of P0 to P5 and G0 to G7",
			   word);
	c->link[place] = true;
	return 0;
}

/**
 * struct config_key - One key
 * @name:	Name
 * @seen:	Offset of the flag in struct config that it was there
 * @add:	Takes one word of the value
 */
struct config_key {
	const char *name;
	size_t seen;
	int (*add)(struct config *c, const char *word,
		   struct config_error *err);
};

static const struct config_key keys[] = {
	{ "dimms", offsetof(struct config, has_dimms), add_dimm },
	{ "links", offsetof(struct config, has_links), add_link },
};

static int take_words(const struct config_key *key, struct slice value,
		      struct config *c, struct config_error *err)
{
	char text[CONFIG_LINE], word[CONFIG_WORD];
	const char *p = text;
	struct slice s;

	if (!slice_copy(value, text, sizeof(text)))
		return bad(err, "%s: the value is too long", key->name);
	while (parse_blanks(&p) && parse_word(&p, &s)) {
		int r;

		if (!slice_copy(s, word, sizeof(word)))
			return bad(err, "%s: a word is too long", key->name);
		r = key->add(c, word, err);
		if (r < 0)
			return r;
	}
	return parse_end(p) ? 0 : bad(err, "%s: strange characters", key->name);
}

static int take_line(char *line, struct config *c, struct config_error *err)
{
	struct slice name, value;

	line[strcspn(line, "#")] = '\0';
	if (line[strspn(line, " \t\r")] == '\0')
		return 0;
	if (!parse_key_value(line, '=', &name, &value))
		return bad(err, "this is no line of the form key = value");
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		bool *seen = (bool *)((char *)c + keys[i].seen);

		if (!slice_equal(name, keys[i].name))
			continue;
		if (*seen)
			return bad(err, "%s was there before", keys[i].name);
		*seen = true;
		return take_words(&keys[i], value, c, err);
	}
	return bad(err, "unknown key; there are dimms and links");
}

int config_read(lineread_fn read, void *ctx, struct config *ret,
		struct config_error *err)
{
	struct config c = { .has_dimms = false };
	char buf[CONFIG_LINE];
	struct lineread lr;
	char *line;
	int r;

	lineread_init(&lr, read, ctx, buf, sizeof(buf));
	while ((r = lineread_next(&lr, &line)) > 0) {
		err->line = lr.line;
		r = take_line(line, &c, err);
		if (r < 0)
			return r;
	}
	err->line = lr.line;
	if (r == -EMSGSIZE)
		return bad(err, "the line is too long");
	if (r == -EILSEQ)
		return bad(err, "the line holds a NUL");
	if (r == 0)
		*ret = c;
	return r;
}
