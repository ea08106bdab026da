// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The support decision against the specification's matrix
 *
 * For every platform and every number there could be, by the list that was
 * typed from the specification.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/util.h"
#include "hw/hsmp_support.h"
#include "tests/unit/hw/hsmp_expected.h"

static const struct {
	uint32_t family;
	uint32_t first;
	uint32_t last;
	uint32_t proto;
	enum hsmp_platform platform;
} machines[] = {
	{ 0x19, 0x00, 0x0F, 2, HSMP_PLATFORM_MILAN },
	{ 0x19, 0x30, 0x3F, 4, HSMP_PLATFORM_TRENTO },
	{ 0x19, 0x10, 0x1F, 5, HSMP_PLATFORM_GENOA },
	{ 0x19, 0xA0, 0xAF, 5, HSMP_PLATFORM_GENOA },
	{ 0x19, 0x90, 0x9F, 6, HSMP_PLATFORM_MI300A },
	{ 0x1A, 0x00, 0x1F, 7, HSMP_PLATFORM_TURIN },
	{ 0x1A, 0x00, 0x1F, 5, HSMP_PLATFORM_TURIN },
	{ 0x1A, 0x50, 0x5F, 7, HSMP_PLATFORM_1AH_50 },
};

static void platforms_are_family_model_and_protocol_together(void **state)
{
	(void)state;
	for (uint32_t family = 0x15; family <= 0x1C; family++) {
		for (uint32_t model = 0; model <= 0x100; model++) {
			for (uint32_t proto = 0; proto <= 9; proto++) {
				enum hsmp_platform want = HSMP_N_PLATFORMS;

				for (size_t i = 0; i < ARRAY_SIZE(machines);
				     i++)
					if (machines[i].family == family &&
					    machines[i].first <= model &&
					    machines[i].last >= model &&
					    machines[i].proto == proto)
						want = machines[i].platform;
				assert_int_equal(hsmp_platform_find(
							 family, model, proto),
						 want);
			}
		}
	}
}

/* Column of a message and platform, '-' for what is no message. */
static char column(unsigned int id, unsigned int platform)
{
	for (size_t i = 0; i < ARRAY_SIZE(expected_msgs); i++)
		if (expected_msgs[i].id == id)
			return expected_msgs[i].platforms[platform];
	return '-';
}

static void the_matrix_is_that_of_the_specification(void **state)
{
	(void)state;
	for (unsigned int p = 0; p < HSMP_N_PLATFORMS; p++) {
		for (unsigned int id = 0; id < 300; id++) {
			enum hsmp_support s =
				hsmp_support((enum hsmp_platform)p, NULL, id);

			switch (column(id, p)) {
			case 'y':
				assert_int_equal(s, HSMP_SUPPORT_YES);
				break;
			case '?':
				assert_int_equal(s, HSMP_SUPPORT_PROBE);
				break;
			default:
				assert_int_equal(s, HSMP_SUPPORT_NO);
				break;
			}
		}
	}
}

static void
an_unknown_platform_is_probed_and_never_taken_for_turin(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(expected_msgs); i++)
		assert_int_equal(hsmp_support(HSMP_N_PLATFORMS, NULL,
					      expected_msgs[i].id),
				 HSMP_SUPPORT_PROBE);
	/* But what is no message is none anywhere. */
	assert_int_equal(hsmp_support(HSMP_N_PLATFORMS, NULL, 0x00),
			 HSMP_SUPPORT_NO);
	assert_int_equal(hsmp_support(HSMP_N_PLATFORMS, NULL, 0x2B),
			 HSMP_SUPPORT_NO);
	assert_int_equal(hsmp_support(HSMP_N_PLATFORMS, NULL, 0x3D),
			 HSMP_SUPPORT_NO);
}

static void the_firmwares_word_outweighs_the_matrix(void **state)
{
	/* 01h, 04h, 15h in the first word; 31h, 37h, 3Bh in the second. */
	const uint32_t words[3] = { 0x00200012, 0x08820000, 0xFFFFFFFF };
	struct hsmp_caps caps = { 0 };
	static const unsigned int yes[] = {
		0x01, 0x04, 0x15, 0x31, 0x37, 0x3B
	};

	(void)state;
	assert_int_equal(hsmp_caps_set(words, &caps), 0);
	assert_true(caps.known);
	for (size_t i = 0; i < ARRAY_SIZE(expected_msgs); i++) {
		const struct expected_msg *e = &expected_msgs[i];
		enum hsmp_support want = HSMP_SUPPORT_NO;

		for (size_t k = 0; k < ARRAY_SIZE(yes); k++)
			if (yes[k] == e->id)
				want = HSMP_SUPPORT_YES;
		/* Sets are not its subject. */
		if (hsmp_msgs[e->id].kind == HSMP_KIND_SET)
			want = e->platforms[5] == 'y' ? HSMP_SUPPORT_YES
						      : HSMP_SUPPORT_NO;
		assert_int_equal(
			hsmp_support(HSMP_PLATFORM_1AH_50, &caps, e->id), want);
	}
	/* An unknown platform may say it, too. */
	assert_int_equal(hsmp_support(HSMP_N_PLATFORMS, &caps, 0x04),
			 HSMP_SUPPORT_YES);
	assert_int_equal(hsmp_support(HSMP_N_PLATFORMS, &caps, 0x06),
			 HSMP_SUPPORT_NO);
	assert_int_equal(hsmp_support(HSMP_N_PLATFORMS, &caps, 0x05),
			 HSMP_SUPPORT_PROBE);
}

static void what_denies_itself_is_not_believed(void **state)
{
	const uint32_t nothing[3] = { 0, 0, 0 };
	const uint32_t all_but[3] = { 0xFFFFFFFF, 0xFF7FFFFF, 0xFFFFFFFF };
	struct hsmp_caps caps = { .known = false, .gets = 5 };

	(void)state;
	assert_int_equal(hsmp_caps_set(nothing, &caps), -EBADMSG);
	assert_int_equal(hsmp_caps_set(all_but, &caps), -EBADMSG);
	assert_false(caps.known);
	assert_int_equal(caps.gets, 5);
	/* Capabilities that are not known say nothing. */
	assert_int_equal(hsmp_support(HSMP_PLATFORM_MILAN, &caps, 0x04),
			 HSMP_SUPPORT_YES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			platforms_are_family_model_and_protocol_together),
		cmocka_unit_test(the_matrix_is_that_of_the_specification),
		cmocka_unit_test(
			an_unknown_platform_is_probed_and_never_taken_for_turin),
		cmocka_unit_test(the_firmwares_word_outweighs_the_matrix),
		cmocka_unit_test(what_denies_itself_is_not_believed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
