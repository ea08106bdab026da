// SPDX-License-Identifier: LGPL-2.1-or-later
/* The agent's configuration file: what is taken, what is refused, and where. */

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/util.h"
#include "pmda/collect/config.h"
#include "pmda/collect/inventory.h"

struct text {
	const char *s;
	size_t left;
};

static ssize_t text_read(void *ctx, void *buf, size_t n)
{
	struct text *t = ctx;

	n = MIN(n, t->left);
	memcpy(buf, t->s, n);
	t->s += n;
	t->left -= n;
	return (ssize_t)n;
}

static int parse(const char *s, struct config *ret, struct config_error *err)
{
	struct text t = { .s = s, .left = strlen(s) };

	return config_read(text_read, &t, ret, err);
}

static void dimms_and_links_are_taken(void **state)
{
	struct config_error err;
	struct config c = { 0 };

	(void)state;
	assert_int_equal(parse("# a comment\n\n"
			       " dimms = 0x80 0x84\t144 # the last is 0x90\n"
			       "links=P1 G0",
			       &c, &err),
			 0);
	assert_true(c.has_dimms && c.has_links);
	for (unsigned int i = 0; i < CONFIG_DIMMS; i++)
		assert_int_equal(c.dimm[i],
				 i == 0x80 || i == 0x84 || i == 0x90);
	assert_true(c.link[inventory_link_find("P1")]);
	assert_true(c.link[inventory_link_find("G0")]);
	assert_false(c.link[inventory_link_find("P0")]);
}

static void an_empty_file_says_nothing(void **state)
{
	struct config_error err;
	struct config c = { .has_dimms = true };

	(void)state;
	assert_int_equal(parse("", &c, &err), 0);
	assert_false(c.has_dimms);
}

static void each_error_names_its_line_and_leaves_the_output_alone(void **state)
{
	static const struct {
		const char *text;
		unsigned int line;
		const char *reason;
	} cases[] = {
		{ "\nspeed = 3\n", 2, "unknown key" },
		{ "dimms 0x80\n", 1, "key = value" },
		{ "dimms = 0x100", 1, "0x100 is no address" },
		{ "dimms = x", 1, "x is no address" },
		{ "dimms = 0x80,0x84", 1, "is no address" },
		{ "links = P1\nlinks = P3\n", 2, "was there before" },
		{ "links = Q7\n", 1, "Q7 is none of" },
		{ "# 1\n# 2\nlinks = "
		  "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP\n",
		  3, "too long" },
		{ "= 3\n", 1, "key = value" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct config c = { .has_links = true, .link = { true } };
		struct config_error err = { 0 };

		assert_int_equal(parse(cases[i].text, &c, &err), -EINVAL);
		assert_int_equal(err.line, cases[i].line);
		assert_non_null(strstr(err.reason, cases[i].reason));
		assert_true(c.has_links && c.link[0] && !c.has_dimms);
	}
}

static ssize_t failing_read(void *ctx, void *buf, size_t n)
{
	(void)ctx;
	(void)buf;
	(void)n;
	return -EIO;
}

static void a_file_that_cannot_be_read_is_no_syntax_error(void **state)
{
	struct config_error err;
	struct config c;

	(void)state;
	assert_int_equal(config_read(failing_read, NULL, &c, &err), -EIO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dimms_and_links_are_taken),
		cmocka_unit_test(an_empty_file_says_nothing),
		cmocka_unit_test(
			each_error_names_its_line_and_leaves_the_output_alone),
		cmocka_unit_test(a_file_that_cannot_be_read_is_no_syntax_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
