// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: msr-safe's list: its text, its errors, its life
 *
 * Expectations are those of msr-safe 1.8.0 (msr_allowlist.c) and, for numbers,
 * of the kernel's kstrtoull() with base 0.
 */
#include <errno.h>
#include <fcntl.h>

#include "sim/allowlist.h"
#include "tests/unit/sim/fixture.h"

static void texts_are_pairs_with_comments_between(void **state)
{
	static const struct {
		const char *text;
		int n;
		struct allowlist_entry first;
		struct allowlist_entry last;
	} rows[] = {
		{ "0xC0010299 0x0\n", 1, { 0xC0010299, 0 }, { 0xC0010299, 0 } },
		{ "0x10 0x1 # why\n0x11 0x2\n", 2, { 0x10, 1 }, { 0x11, 2 } },
		{ "# head\n\n  # more\n\t0x10\t7\n",
		  1,
		  { 0x10, 7 },
		  { 0x10, 7 } },
		{ "0x10 1 0x11 2 0x12 3\n", 3, { 0x10, 1 }, { 0x12, 3 } },
		/* A pair may stand on two lines; any blank does. */
		{ "0x10\n1\v0x11\f2\r", 2, { 0x10, 1 }, { 0x11, 2 } },
		{ "16 010\n", 1, { 16, 8 }, { 16, 8 } },
		{ "0X1f 0xFFFFFFFFFFFFFFFF\n",
		  1,
		  { 31, UINT64_MAX },
		  { 31, UINT64_MAX } },
		{ "+5 0\n", 1, { 5, 0 }, { 5, 0 } },
		{ "0x10 0x0 #no newline at the end", 1, { 16, 0 }, { 16, 0 } },
		{ "18446744073709551615 0 ",
		  1,
		  { UINT64_MAX, 0 },
		  { UINT64_MAX, 0 } },
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct allowlist_entry e[4];
		size_t len = strlen(rows[i].text);

		if (allowlist_parse(rows[i].text, len, NULL, 0) != rows[i].n)
			fail_msg("row %zu", i);
		assert_int_equal(
			allowlist_parse(rows[i].text, len, e, ARRAY_SIZE(e)),
			rows[i].n);
		assert_true(e[0].msr == rows[i].first.msr &&
			    e[0].wmask == rows[i].first.wmask);
		assert_true(e[rows[i].n - 1].msr == rows[i].last.msr &&
			    e[rows[i].n - 1].wmask == rows[i].last.wmask);
	}
}

static void other_texts_have_these_errors(void **state)
{
	static const struct {
		const char *text;
		int result;
	} rows[] = {
		{ "0x10 0x0", -EILSEQ },
		{ "0x10", -EILSEQ },
		{ "0x10 ", -EILSEQ },
		{ "0x10 0x0\n0x11\n", -EILSEQ },
		{ "0x10 # comment\n0x0\n", -EINVAL },
		{ "msr mask\n", -EINVAL },
		{ "0x 0\n", -EINVAL },
		{ "0xg 0\n", -EINVAL },
		{ "08 0\n", -EINVAL },
		{ "12a 0\n", -EINVAL },
		{ "-1 0\n", -EINVAL },
		{ "+ 0\n", -EINVAL },
		{ "++1 0\n", -EINVAL },
		{ "0x10000000000000000 0\n", -ERANGE },
		{ "18446744073709551616 0\n", -ERANGE },
		/* Too large is found before what stands behind it. */
		{ "99999999999999999999z 0\n", -ERANGE },
		{ "0x10 0x1FFFFFFFFFFFFFFFF\n", -ERANGE },
		{ "# only a comment\n", -ENOMSG },
		{ "\n \t\n", -ENOMSG },
		{ "", -ENOMSG },
	};

	UNUSED(state);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		int r = allowlist_parse(rows[i].text, strlen(rows[i].text),
					NULL, 0);

		if (r != rows[i].result)
			fail_msg("\"%s\": %d instead of %d", rows[i].text, r,
				 rows[i].result);
	}
	/* A NUL ends the text. */
	assert_int_equal(allowlist_parse("1 2 \0x", 6, NULL, 0), 1);
}

static int write_list(struct sim *sim, const char *text)
{
	return sim_write_list(sim, text, strlen(text));
}

/* All of it, as it is read entry by entry. */
static void expect_list(struct sim *sim, const char *want)
{
	char buf[1024] = "";
	struct text out = { buf, sizeof(buf), 0 };

	for (uint64_t i = 0; serve_list(sim, i, &out); i++)
		continue;
	assert_string_equal(buf, want);
}

#define HEAD "#MSR       Write mask        \n"

static void a_write_replaces_the_list_or_leaves_it(void **state)
{
	static const char rapl[] = HEAD "0xC0010299 0x0000000000000000\n"
					"0xC001029A 0x0000000000000000\n"
					"0xC001029B 0x0000000000000000\n";
	static char big[ALLOWLIST_TEXT_MAX + 1];
	struct sim *sim = fixture_sim("");

	UNUSED(state);
	expect_list(sim, rapl);
	assert_int_equal(write_list(sim, "0x10 0x0 x"), -EILSEQ);
	assert_int_equal(write_list(sim, "0x10 yes\n"), -EINVAL);
	assert_int_equal(write_list(sim, "0x10 0x1FFFFFFFFFFFFFFFF\n"),
			 -ERANGE);
	assert_int_equal(write_list(sim, "# none\n"), -ENOMSG);
	memset(big, ' ', sizeof(big));
	assert_int_equal(sim_write_list(sim, big, sizeof(big)), -E2BIG);
	assert_int_equal(sim_write_list(sim, big, sizeof(big) - 1), -ENOMSG);
	expect_list(sim, rapl);
	assert_int_equal(write_list(sim, "0x620 0x7F7F\n0x10 0\n"), 0);
	expect_list(sim, HEAD "0x00000620 0x0000000000007F7F\n"
			      "0x00000010 0x0000000000000000\n");
	/* A register that is there twice leaves none. */
	assert_int_equal(write_list(sim, "1 0\n2 0\n1 0\n"), -ENOTUNIQ);
	expect_list(sim, "");
	assert_int_equal(write_list(sim, "0x10 0\n"), 0);
	/* Two bytes or fewer clear it, whatever they are. */
	assert_int_equal(write_list(sim, "zz"), 0);
	expect_list(sim, "");
	sim_free(sim);
}

static void msr_safe_obeys_the_list_as_it_is_now(void **state)
{
	struct sim *sim = fixture_sim("[msr_safe]\n"
				      "allow = 0xC001029B\n");
	struct waiter me = { .waits = &sim->waits };
	uint32_t safe = fixture_node(sim, "dev/cpu/0/msr_safe");
	uint32_t plain = fixture_node(sim, "dev/cpu/0/msr");
	uint8_t buf[8];

	UNUSED(state);
	assert_int_equal(serve_msr(sim, &me, safe, 0xC001029B, buf, 8), 8);
	assert_int_equal(serve_msr(sim, &me, safe, 0xC001029A, buf, 8),
			 -EACCES);
	assert_int_equal(serve_msr(sim, &me, plain, 0xC001029A, buf, 8), 8);
	assert_int_equal(write_list(sim, "0xC001029A 0\n0x10 0\n"), 0);
	assert_int_equal(serve_msr(sim, &me, safe, 0xC001029B, buf, 8),
			 -EACCES);
	assert_int_equal(serve_msr(sim, &me, safe, 0xC001029A, buf, 8), 8);
	/* Listed, but the processor has no such register. */
	assert_int_equal(serve_msr(sim, &me, safe, 0x10, buf, 8), -EIO);
	assert_int_equal(write_list(sim, "\n"), 0);
	assert_int_equal(serve_msr(sim, &me, safe, 0xC001029A, buf, 8),
			 -EACCES);
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_pairs_with_comments_between),
		cmocka_unit_test(other_texts_have_these_errors),
		cmocka_unit_test(a_write_replaces_the_list_or_leaves_it),
		cmocka_unit_test(msr_safe_obeys_the_list_as_it_is_now),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
