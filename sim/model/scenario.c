// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The scenario file
 *
 * Lines are taken one by one into a copy, keys through the table in keys.c.
 * At the end, what a single line can't show is checked: keys that are missing
 * and values that contradict each other. Each error carries the line of the
 * key whose value is to be changed; a default has none.
 *
 * A comment begins with # at the start of a line or behind a blank.
 */
#include "sim/model/scenario.h"

#include <errno.h>
#include <string.h>

#include "base/lineread.h"
#include "base/parse.h"
#include "sim/model/checks.h"
#include "sim/model/keys.h"

#define LINE_MAX_LEN 1000

/* The text as a source of lines. */
struct text {
	const char *s;
	size_t left;
};

static ssize_t text_read(void *ctx, void *buf, size_t n)
{
	struct text *text = ctx;

	n = MIN(n, text->left);
	/* An empty text may have no address, to which nothing may be added. */
	if (n == 0)
		return 0;
	memcpy(buf, text->s, n);
	text->s += n;
	text->left -= n;
	return (ssize_t)n;
}

/* Cuts a comment and the blanks at both ends off. */
static char *strip(char *line)
{
	size_t end = 0;

	for (size_t i = 0; line[i]; i++) {
		bool blank = line[i] == ' ' || line[i] == '\t';

		if (line[i] == '#' && (i == 0 || end < i))
			break;
		if (!blank)
			end = i + 1;
	}
	line[end] = '\0';
	return line + strspn(line, " \t");
}

static bool has_control(const char *line)
{
	for (; *line; line++) {
		if ((unsigned char)*line < 0x20 && *line != '\t')
			return true;
	}
	return false;
}

static int begin_fault(struct parser *ps, char *name,
		       struct scenario_error *err)
{
	struct scenario *sc = &ps->sc;
	struct fault *fault = &sc->faults[sc->n_faults];
	struct slice word;
	const char *p = name;

	if (!parse_word(&p, &word) || !parse_end(p) ||
	    word.len >= sizeof(fault->name))
		return scenario_fail(err,
				     "write [fault NAME], a name of 1 to %zu "
				     "characters without blanks",
				     sizeof(fault->name) - 1);
	if (sc->n_faults == SCENARIO_MAX_FAULTS)
		return scenario_fail(err, "more than %d faults",
				     SCENARIO_MAX_FAULTS);
	for (uint32_t i = 0; i < sc->n_faults; i++) {
		if (slice_equal(word, sc->faults[i].name))
			return scenario_fail(err,
					     "fault %s is there already, from "
					     "line %u",
					     name, ps->fault_line[i]);
	}
	(void)slice_copy(word, fault->name, sizeof(fault->name));
	fault->active = true;
	ps->fault_line[sc->n_faults++] = err->line;
	for (size_t i = 0; i < KEY_N_ROWS; i++) {
		if (strcmp(key_row(i)->section, "fault") == 0)
			ps->line[i] = 0;
	}
	return 0;
}

/* The section is kept as the table's own string. */
static int section_line(struct parser *ps, char *line,
			struct scenario_error *err)
{
	static const char fault[] = "fault";
	size_t len = strlen(line);
	char *name = line + 1;
	int row;

	if (line[len - 1] != ']')
		return scenario_fail(err, "'%.40s' lacks its ]", line);
	line[len - 1] = '\0';
	if (strncmp(name, fault, sizeof(fault) - 1) == 0) {
		char *rest = name + sizeof(fault) - 1;

		if (*rest == '\0' || *rest == ' ' || *rest == '\t') {
			ps->section = fault;
			return begin_fault(ps, rest + strspn(rest, " \t"), err);
		}
	}
	row = key_find(name, "");
	if (row < 0)
		return scenario_fail(err, "section [%.40s] is not known", name);
	ps->section = key_row((size_t)row)->section;
	return 0;
}

static int key_line(struct parser *ps, const char *line,
		    struct scenario_error *err)
{
	struct scenario *sc = &ps->sc;
	const struct key_row *row;
	struct slice key, value;
	void *base = sc;
	char text[2][LINE_MAX_LEN + 1];
	int index;

	if (!parse_key_value(line, '=', &key, &value))
		return scenario_fail(err,
				     "'%.40s' is neither [section] nor "
				     "key = value",
				     line);
	(void)slice_copy(key, text[0], sizeof(text[0]));
	(void)slice_copy(value, text[1], sizeof(text[1]));
	if (!ps->section)
		return scenario_fail(err, "%.40s: stands before any [section]",
				     text[0]);
	index = key_find(ps->section, text[0]);
	if (index < 0)
		return scenario_fail(err, "%.40s: no such key in [%s]", text[0],
				     ps->section);
	row = key_row((size_t)index);
	if (ps->line[index] && row->type != KEY_CORE_LOAD)
		return scenario_fail(err, "%s: is there already, from line %u",
				     row->key, ps->line[index]);
	ps->line[index] = err->line;
	if (row->type == KEY_CORE_LOAD &&
	    sc->n_core_loads < SCENARIO_MAX_CORE_LOADS)
		ps->core_load_line[sc->n_core_loads] = err->line;
	if (strcmp(row->section, "fault") == 0)
		base = &sc->faults[sc->n_faults - 1];
	if (row->type == KEY_TARGET)
		ps->fault_has_target[sc->n_faults - 1] = true;
	return key_set(row, text[0], text[1], base, err);
}

static int one_line(struct parser *ps, char *line, struct scenario_error *err)
{
	if (has_control(line))
		return scenario_fail(err, "control character");
	line = strip(line);
	if (*line == '\0')
		return 0;
	if (*line == '[')
		return section_line(ps, line, err);
	return key_line(ps, line, err);
}

static int all_lines(struct parser *ps, const char *s, size_t len,
		     struct scenario_error *err)
{
	struct text text = { .s = s, .left = len };
	char buf[LINE_MAX_LEN + 1];
	struct lineread lr;
	char *line;
	int r;

	lineread_init(&lr, text_read, &text, buf, sizeof(buf));
	for (;;) {
		r = lineread_next(&lr, &line);
		err->line = lr.line;
		if (r == 0)
			return 0;
		if (r == -EMSGSIZE)
			return scenario_fail(err, "longer than %d characters",
					     LINE_MAX_LEN);
		if (r < 0)
			return scenario_fail(err, "holds a NUL");
		r = one_line(ps, line, err);
		if (r < 0)
			return r;
	}
}

static int set_defaults(struct parser *ps, struct scenario_error *err)
{
	for (size_t i = 0; i < KEY_N_ROWS; i++) {
		const struct key_row *row = key_row(i);
		int r = 0;

		if (row->def)
			r = key_set(row, row->key, row->def, &ps->sc, err);
		if (r < 0)
			return r;
	}
	memset(ps->sc.package_ids, 0xFF, sizeof(ps->sc.package_ids));
	return 0;
}

bool scenario_is_intel(const struct scenario *sc)
{
	return strcmp(sc->vendor, "GenuineIntel") == 0;
}

int scenario_parse(const char *text, size_t len, struct scenario *ret,
		   struct scenario_error *err)
{
	struct scenario_error found = { 0 };
	struct parser ps;
	int r;

	memset(&ps, 0, sizeof(ps));
	r = set_defaults(&ps, &found);
	if (r == 0)
		r = all_lines(&ps, text, len, &found);
	if (r == 0)
		r = scenario_check(&ps, &found);
	if (r < 0) {
		*err = found;
		return r;
	}
	*ret = ps.sc;
	return 0;
}
