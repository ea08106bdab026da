// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Logging
 *
 * The budget is tested with made-up times, the text with a sink that keeps
 * the last line.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/cleanup.h"
#include "base/log.h"

#define START (1000 * NSEC_PER_SEC)

struct kept {
	unsigned int lines;
	enum log_level level;
	char line[2048];
};

static void keep(void *ctx, enum log_level level, const char *line)
{
	struct kept *kept = ctx;

	kept->lines++;
	kept->level = level;
	assert_true(strlen(line) < sizeof(kept->line));
	strncpy(kept->line, line, sizeof(kept->line) - 1);
	errno = EXDEV;
}

static int use_keeper(void **state)
{
	static struct kept kept;

	memset(&kept, 0, sizeof(kept));
	log_set_sink(keep, &kept);
	log_set_level(LOG_LEVEL_INFO);
	*state = &kept;
	return 0;
}

static int use_default(void **state)
{
	*state = NULL;
	log_set_sink(NULL, NULL);
	log_set_level(LOG_LEVEL_INFO);
	return 0;
}

/* How many of @n attempts at one time pass; what was held before the last. */
static unsigned int admit(struct log_site *site, uint64_t now_ns,
			  unsigned int n, uint32_t *ret_held)
{
	unsigned int passed = 0;

	for (unsigned int i = 0; i < n; i++)
		passed += log_site_admit(site, now_ns, ret_held);
	return passed;
}

static void a_burst_passes_and_the_rest_is_held(void **state)
{
	struct log_site site = { 0 };
	uint32_t held = 4711;

	(void)state;
	assert_int_equal(admit(&site, START, LOG_BURST, &held), LOG_BURST);
	assert_int_equal(held, 0);
	held = 4711;
	assert_int_equal(admit(&site, START, 100, &held), 0);
	assert_int_equal(held, 4711);
	assert_int_equal(site.held, 100);
}

static void after_the_burst_one_line_an_interval_passes(void **state)
{
	struct log_site site = { 0 };
	uint32_t held = 0;

	(void)state;
	admit(&site, START, LOG_BURST + 7, &held);
	assert_int_equal(admit(&site, START + LOG_INTERVAL_NS - 1, 1, &held),
			 0);
	assert_int_equal(admit(&site, START + LOG_INTERVAL_NS, 1, &held), 1);
	assert_int_equal(held, 8);
	assert_int_equal(admit(&site, START + LOG_INTERVAL_NS, 10, &held), 0);
	assert_int_equal(
		admit(&site, START + 2 * LOG_INTERVAL_NS - 1, 1, &held), 0);
	assert_int_equal(admit(&site, START + 2 * LOG_INTERVAL_NS, 3, &held),
			 1);
	assert_int_equal(held, 11);
}

static void the_interval_begins_with_the_first_line(void **state)
{
	uint64_t odd = START + LOG_INTERVAL_NS / 2 + 12345;
	struct log_site site = { 0 };
	uint32_t held = 0;

	(void)state;
	assert_int_equal(admit(&site, odd, LOG_BURST + 1, &held), LOG_BURST);
	assert_int_equal(admit(&site, odd + LOG_INTERVAL_NS - 1, 1, &held), 0);
	assert_int_equal(admit(&site, odd + LOG_INTERVAL_NS, 2, &held), 1);
}

static void the_interval_also_begins_there_soon_after_boot(void **state)
{
	uint64_t soon = LOG_INTERVAL_NS / 2;
	struct log_site site = { 0 };
	uint32_t held = 0;

	(void)state;
	assert_int_equal(admit(&site, soon, LOG_BURST, &held), LOG_BURST);
	assert_int_equal(admit(&site, soon + LOG_INTERVAL_NS - 1, 1, &held), 0);
	assert_int_equal(admit(&site, soon + LOG_INTERVAL_NS, 2, &held), 1);
}

static void a_line_in_between_does_not_move_the_intervals(void **state)
{
	struct log_site site = { 0 };
	uint32_t held = 0;

	(void)state;
	admit(&site, START, LOG_BURST, &held);
	assert_int_equal(
		admit(&site, START + LOG_INTERVAL_NS * 3 / 2, 2, &held), 1);
	assert_int_equal(admit(&site, START + 2 * LOG_INTERVAL_NS, 2, &held),
			 1);
}

static void a_silent_site_gets_its_budget_back(void **state)
{
	struct log_site site = { 0 };
	uint32_t held = 0;

	(void)state;
	admit(&site, START, LOG_BURST, &held);
	assert_int_equal(admit(&site, START + 3 * LOG_INTERVAL_NS, 10, &held),
			 3);
	assert_int_equal(
		admit(&site, START + 1000 * LOG_INTERVAL_NS, 10, &held),
		LOG_BURST);
	/* What was held back earlier was told with the first of these. */
	assert_int_equal(site.held, 10 - LOG_BURST);
}

static void a_clock_that_steps_back_gives_nothing_away(void **state)
{
	struct log_site site = { 0 };
	uint32_t held = 0;

	(void)state;
	admit(&site, START, LOG_BURST, &held);
	assert_int_equal(admit(&site, 0, 10, &held), 0);
	assert_int_equal(admit(&site, START + LOG_INTERVAL_NS, 10, &held), 1);
	assert_int_equal(held, 10);
}

static void time_starts_anywhere(void **state)
{
	static const uint64_t starts[] = { 0, 1, UINT64_MAX };
	uint32_t held = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(starts); i++) {
		struct log_site site = { 0 };

		assert_int_equal(admit(&site, starts[i], 10, &held), LOG_BURST);
	}
}

static void a_line_reaches_the_sink_with_its_level(void **state)
{
	struct kept *kept = *state;

	errno = ENOENT;
	log_warn("%s: errno %d", "dev/hsmp", errno);
	assert_int_equal(errno, ENOENT);
	assert_int_equal(kept->lines, 1);
	assert_int_equal(kept->level, LOG_LEVEL_WARN);
	assert_string_equal(kept->line, "dev/hsmp: errno 2");
}

static void less_urgent_lines_than_the_level_are_dropped(void **state)
{
	struct kept *kept = *state;

	log_debug("not yet");
	assert_int_equal(kept->lines, 0);
	log_info("shown");
	log_set_level(LOG_LEVEL_DEBUG);
	log_debug("now");
	assert_int_equal(kept->lines, 2);
	log_set_level(LOG_LEVEL_ERROR);
	log_warn("no more");
	assert_int_equal(kept->lines, 2);
	log_error("still");
	assert_int_equal(kept->lines, 3);
	assert_int_equal(kept->level, LOG_LEVEL_ERROR);
}

static void each_call_site_has_its_own_budget(void **state)
{
	struct kept *kept = *state;

	for (int i = 0; i < 20; i++)
		log_info("first site");
	assert_int_equal(kept->lines, LOG_BURST);
	for (int i = 0; i < 20; i++)
		log_info("second site");
	assert_int_equal(kept->lines, 2 * LOG_BURST);
}

static void a_line_without_a_site_is_never_held_back(void **state)
{
	struct kept *kept = *state;

	for (int i = 0; i < 100; i++)
		log_write(NULL, LOG_LEVEL_INFO, "line %d", i);
	assert_int_equal(kept->lines, 100);
	assert_string_equal(kept->line, "line 99");
}

static void the_next_line_says_how_many_were_held(void **state)
{
	struct log_site site = { .held = 12 };
	struct kept *kept = *state;

	log_write(&site, LOG_LEVEL_INFO, "again");
	assert_string_equal(kept->line, "again (12 lines like this held back)");
	log_write(&site, LOG_LEVEL_INFO, "again");
	assert_string_equal(kept->line, "again");
}

static void a_long_line_is_cut_but_keeps_the_remark(void **state)
{
	struct log_site site = { .held = UINT32_MAX };
	struct kept *kept = *state;
	char text[2000];

	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	log_write(NULL, LOG_LEVEL_INFO, "%s", text);
	assert_int_equal(strlen(kept->line), 1023);
	assert_string_equal(kept->line + 1020, "...");

	text[1023] = '\0';
	log_write(NULL, LOG_LEVEL_INFO, "%s", text);
	assert_string_equal(kept->line, text);

	log_write(&site, LOG_LEVEL_INFO, "%s", text);
	assert_int_equal(strlen(kept->line), 1023);
	assert_string_equal(strchr(kept->line, ' '),
			    " (4294967295 lines like this held back)");
}

static void control_characters_cannot_forge_a_second_line(void **state)
{
	struct kept *kept = *state;

	log_info("a\nb\r\x1b[1m\x7f\tc\xc3\xa9");
	assert_string_equal(kept->line, "a b  [1m  c\xc3\xa9");
}

/* The default sink, seen through a pipe in place of stderr. */
static void by_default_the_program_is_named_on_stderr(void **state)
{
	cleanup_close int stderr_copy = dup(STDERR_FILENO);
	char got[128] = "";
	int fds[2];

	(void)state;
	assert_true(stderr_copy >= 0);
	assert_int_equal(pipe(fds), 0);
	assert_true(dup2(fds[1], STDERR_FILENO) >= 0);
	log_error("no such root");
	assert_true(dup2(stderr_copy, STDERR_FILENO) >= 0);
	close(fds[1]);
	assert_true(read(fds[0], got, sizeof(got) - 1) > 0);
	close(fds[0]);
	assert_string_equal(got, "test_log: no such root\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_burst_passes_and_the_rest_is_held),
		cmocka_unit_test(after_the_burst_one_line_an_interval_passes),
		cmocka_unit_test(the_interval_begins_with_the_first_line),
		cmocka_unit_test(
			the_interval_also_begins_there_soon_after_boot),
		cmocka_unit_test(a_line_in_between_does_not_move_the_intervals),
		cmocka_unit_test(a_silent_site_gets_its_budget_back),
		cmocka_unit_test(a_clock_that_steps_back_gives_nothing_away),
		cmocka_unit_test(time_starts_anywhere),
		cmocka_unit_test_setup(a_line_reaches_the_sink_with_its_level,
				       use_keeper),
		cmocka_unit_test_setup(
			less_urgent_lines_than_the_level_are_dropped,
			use_keeper),
		cmocka_unit_test_setup(each_call_site_has_its_own_budget,
				       use_keeper),
		cmocka_unit_test_setup(a_line_without_a_site_is_never_held_back,
				       use_keeper),
		cmocka_unit_test_setup(the_next_line_says_how_many_were_held,
				       use_keeper),
		cmocka_unit_test_setup(a_long_line_is_cut_but_keeps_the_remark,
				       use_keeper),
		cmocka_unit_test_setup(
			control_characters_cannot_forge_a_second_line,
			use_keeper),
		cmocka_unit_test_setup(
			by_default_the_program_is_named_on_stderr, use_default),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
