// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Loads and durations as text
 *
 * A load is a word that names its shape, then the shape's numbers. One table
 * row a shape.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/parse.h"
#include "sim/model/keys.h"
#include "sim/model/load.h"

#define DURATION_MAX_NS 1e15

bool duration_parse(const char **p, uint64_t *ret_ns)
{
	/* Longer names before those that they begin with. */
	static const struct {
		const char *name;
		double ns;
	} units[] = {
		{ "ns", 1 },  { "us", 1e3 },   { "ms", 1e6 },
		{ "s", 1e9 }, { "min", 60e9 }, { "h", 3600e9 },
	};
	const char *s = *p;
	double v;

	if (!parse_decimal(&s, &v))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (!parse_lit(&s, units[i].name))
			continue;
		if (v < 0 || v * units[i].ns > DURATION_MAX_NS)
			return false;
		*p = s;
		*ret_ns = (uint64_t)llround(v * units[i].ns);
		return true;
	}
	return false;
}

static bool parse_level(const char **p, double *ret)
{
	const char *s = *p;
	double v;

	if (!parse_decimal(&s, &v) || v < 0 || v > 1)
		return false;
	*p = s;
	*ret = v;
	return true;
}

/* A control command may leave blanks behind. */
static bool ends(const char *p)
{
	(void)parse_blanks(&p);
	return parse_end(p);
}

static int parse_constant(const char *p, struct load *load,
			  struct scenario_error *err)
{
	if (!parse_level(&p, &load->level) || !ends(p))
		return scenario_fail(err,
				     "write constant LEVEL, a number in 0 to "
				     "1");
	return 0;
}

static int parse_sine(const char *p, struct load *load,
		      struct scenario_error *err)
{
	if (!parse_level(&p, &load->level) || !parse_blanks(&p) ||
	    !parse_level(&p, &load->amplitude) || !parse_blanks(&p) ||
	    !duration_parse(&p, &load->period_ns) || !ends(p))
		return scenario_fail(err,
				     "write sine MEAN AMPLITUDE PERIOD, e.g. "
				     "sine 0.5 0.3 20s");
	if (load->level - load->amplitude < 0 ||
	    load->level + load->amplitude > 1)
		return scenario_fail(err,
				     "a sine of %.10g +- %.10g leaves 0 to 1",
				     load->level, load->amplitude);
	if (load->period_ns < LOAD_MIN_PERIOD_NS ||
	    load->period_ns > LOAD_MAX_PERIOD_NS)
		return scenario_fail(err,
				     "the period of a sine is 1ms to 10min");
	return 0;
}

/* The time after "repeat", and the end. */
static int parse_repeat(const char *p, struct load *load,
			struct scenario_error *err)
{
	const struct load_step *last = &load->steps[load->n_steps - 1];

	if (!parse_blanks(&p) || !duration_parse(&p, &load->repeat_ns) ||
	    !ends(p))
		return scenario_fail(err, "write repeat DURATION at the end");
	if (load->repeat_ns <= last->at_ns)
		return scenario_fail(err,
				     "the steps repeat before the last one "
				     "begins");
	return 0;
}

static bool parse_step(const char **p, struct load_step *ret)
{
	const char *s = *p;

	if (!duration_parse(&s, &ret->at_ns) || !parse_lit(&s, ":") ||
	    !parse_level(&s, &ret->level) ||
	    !(ends(s) || *s == ' ' || *s == '\t'))
		return false;
	(void)parse_blanks(&s);
	*p = s;
	return true;
}

static int parse_steps(const char *p, struct load *load,
		       struct scenario_error *err)
{
	while (!ends(p)) {
		struct load_step *step = &load->steps[load->n_steps];

		if (load->n_steps && parse_lit(&p, "repeat"))
			return parse_repeat(p, load, err);
		if (load->n_steps == SCENARIO_MAX_STEPS)
			return scenario_fail(err, "more than %d steps",
					     SCENARIO_MAX_STEPS);
		if (!parse_step(&p, step))
			return scenario_fail(err,
					     "'%.40s' is not a step TIME:LEVEL "
					     "such as 5s:0.9",
					     p);
		if (load->n_steps && step->at_ns <= step[-1].at_ns)
			return scenario_fail(err,
					     "steps do not ascend in time");
		load->n_steps++;
	}
	if (load->n_steps == 0)
		return scenario_fail(err, "write steps TIME:LEVEL ... [repeat "
					  "DURATION]");
	return 0;
}

static int parse_host(const char *p, struct load *load,
		      struct scenario_error *err)
{
	UNUSED(load);
	if (!ends(p))
		return scenario_fail(err, "host takes no numbers");
	return 0;
}

static const struct {
	const char *name;
	enum load_kind kind;
	int (*parse)(const char *p, struct load *load,
		     struct scenario_error *err);
} shapes[] = {
	{ "constant", LOAD_CONSTANT, parse_constant },
	{ "steps", LOAD_STEPS, parse_steps },
	{ "sine", LOAD_SINE, parse_sine },
	{ "host", LOAD_HOST, parse_host },
};

int load_parse(const char *text, struct load *ret, struct scenario_error *err)
{
	const char *p = text;
	struct load load;
	struct slice word;
	int r;

	memset(&load, 0, sizeof(load));
	(void)parse_blanks(&p);
	if (!parse_word(&p, &word))
		word.len = 0;
	(void)parse_blanks(&p);
	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++) {
		if (word.len == 0 || !slice_equal(word, shapes[i].name))
			continue;
		load.kind = shapes[i].kind;
		r = shapes[i].parse(p, &load, err);
		if (r < 0) {
			err->line = 0;
			return r;
		}
		*ret = load;
		return 0;
	}
	err->line = 0;
	return scenario_fail(
		err, "'%.40s' is not constant, steps, sine or host", text);
}
