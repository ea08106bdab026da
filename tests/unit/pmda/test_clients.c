// SPDX-License-Identifier: LGPL-2.1-or-later
/* Who is trusted, and a client's choice of instances. */

#include <errno.h>
#include <pwd.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "pmda/clients.h"
#include "pmda/profile.h"

static int setup(void **state)
{
	struct clients *cl;

	/* Some user that exists everywhere stands for PCP's. */
	assert_int_equal(clients_new("daemon", &cl), 0);
	*state = cl;
	return 0;
}

static int teardown(void **state)
{
	clients_free(*state);
	return 0;
}

static void an_unknown_context_is_not_trusted(void **state)
{
	assert_null(clients_grain(*state, 0));
	assert_null(clients_grain(*state, -1));
	assert_null(clients_grain(*state, 1000000));
}

static void root_and_pcp_are_trusted_and_nobody_is_not(void **state)
{
	const struct passwd *pw = getpwnam("daemon");
	char uid[16];

	assert_non_null(pw);
	(void)snprintf(uid, sizeof(uid), "%u", pw->pw_uid);
	assert_int_equal(clients_set_uid(*state, 0, "0"), 0);
	assert_int_equal(clients_set_uid(*state, 1, uid), 0);
	assert_int_equal(clients_set_uid(*state, 2, "65534"), 0);
	assert_non_null(clients_grain(*state, 0));
	assert_non_null(clients_grain(*state, 1));
	assert_null(clients_grain(*state, 2));
	assert_ptr_not_equal(clients_grain(*state, 0),
			     clients_grain(*state, 1));
}

static void a_closed_context_loses_its_trust(void **state)
{
	assert_int_equal(clients_set_uid(*state, 5, "0"), 0);
	clients_end(*state, 5);
	assert_null(clients_grain(*state, 5));
	clients_end(*state, 77);
	clients_end(*state, -1);
}

static void a_uid_that_is_no_number_changes_nothing(void **state)
{
	assert_int_equal(clients_set_uid(*state, 3, "0x0"), -EINVAL);
	assert_int_equal(clients_set_uid(*state, 3, ""), -EINVAL);
	assert_int_equal(clients_set_uid(*state, 3, "-1"), -EINVAL);
	assert_int_equal(clients_set_uid(*state, -3, "0"), -EINVAL);
	assert_int_equal(clients_set_uid(*state, 100000000, "0"), -EINVAL);
	assert_null(clients_grain(*state, 3));
}

static void without_a_pcp_user_only_root_is_trusted(void **state)
{
	struct clients *cl;

	(void)state;
	assert_int_equal(clients_new(NULL, &cl), 0);
	assert_int_equal(clients_set_uid(cl, 0, "0"), 0);
	/* Whatever "no user" is inside, it is no uid. */
	assert_int_equal(clients_set_uid(cl, 1, "4294967295"), 0);
	assert_int_equal(clients_set_uid(cl, 2, "18446744073709551615"),
			 -EINVAL);
	assert_non_null(clients_grain(cl, 0));
	assert_null(clients_grain(cl, 1));
	clients_free(cl);
}

#define INDOM 77

static void no_profile_means_everything(void **state)
{
	const pmProfile all = { .state = PM_PROFILE_INCLUDE };
	const pmProfile none = { .state = PM_PROFILE_EXCLUDE };

	(void)state;
	assert_true(profile_has(NULL, INDOM, 3));
	assert_true(profile_has(&all, INDOM, 3));
	assert_false(profile_has(&none, INDOM, 3));
}

static void a_list_is_for_its_own_domain_only(void **state)
{
	int list[] = { 3, 5 };
	pmInDomProfile domain = {
		.indom = INDOM,
		.state = PM_PROFILE_EXCLUDE,
		.instances_len = 2,
		.instances = list,
	};
	const pmProfile p = {
		.state = PM_PROFILE_INCLUDE,
		.profile_len = 1,
		.profile = &domain,
	};

	(void)state;
	/* "Exclude all" with a list means: only the list. */
	assert_true(profile_has(&p, INDOM, 3));
	assert_true(profile_has(&p, INDOM, 5));
	assert_false(profile_has(&p, INDOM, 4));
	assert_true(profile_has(&p, INDOM + 1, 4));
	/* "Include all" with a list means: all but the list. */
	domain.state = PM_PROFILE_INCLUDE;
	assert_false(profile_has(&p, INDOM, 3));
	assert_true(profile_has(&p, INDOM, 4));
}

#define clients_test(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		clients_test(an_unknown_context_is_not_trusted),
		clients_test(root_and_pcp_are_trusted_and_nobody_is_not),
		clients_test(a_closed_context_loses_its_trust),
		clients_test(a_uid_that_is_no_number_changes_nothing),
		clients_test(without_a_pcp_user_only_root_is_trusted),
		cmocka_unit_test(no_profile_means_everything),
		cmocka_unit_test(a_list_is_for_its_own_domain_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
