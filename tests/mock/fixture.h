/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: A mock and a context on it for each cmocka test
 *
 * The teardown fails the test if the mock saw a fault, so that no test can
 * forget to ask.
 */
#ifndef TESTS_MOCK_FIXTURE_H
#define TESTS_MOCK_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/mock/mock.h"

/**
 * struct fixture - State of a test
 * @m:		Mock
 * @hw:		Context on it
 */
struct fixture {
	struct mock *m;
	struct hw *hw;
};

static inline int fixture_setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	if (!f)
		return -1;
	f->m = mock_new();
	if (!f->m || mock_hw(f->m, &f->hw) < 0)
		return -1;
	mock_clear_log(f->m);
	*state = f;
	return 0;
}

static inline int fixture_teardown(void **state)
{
	struct fixture *f = *state;
	const char *fault;
	int r = 0;

	hw_free(f->hw);
	fault = mock_done(f->m);
	if (fault) {
		print_error("# mock: %s\n", fault);
		r = -1;
	}
	mock_free(f->m);
	free(f);
	return r;
}

#define fixture_test(fn) \
	cmocka_unit_test_setup_teardown(fn, fixture_setup, fixture_teardown)

#endif
