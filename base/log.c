// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Logging for programs
 *
 * This file owns the only process-wide state of the rooms below the programs:
 * where lines go and how urgent they must be. Everything that varies by call
 * site lies in the caller's struct log_site.
 *
 * A site's budget is a bucket: each line takes one of LOG_BURST places, each
 * LOG_INTERVAL_NS that has passed frees one. The clock of an empty bucket
 * does not run: its first line starts it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/log.h"

/* The longest line; what is longer ends in "...". */
#define LINE_SIZE 1024

struct log_state {
	log_sink sink;
	void *ctx;
	_Atomic int level;
};

static void stderr_sink(void *ctx, enum log_level level, const char *line)
{
	UNUSED(ctx);
	UNUSED(level);
	(void)fprintf(stderr, "%s: %s\n", program_invocation_short_name, line);
}

static struct log_state state = {
	.sink = stderr_sink,
	.level = LOG_LEVEL_INFO,
};

void log_set_sink(log_sink sink, void *ctx)
{
	state.sink = sink ? sink : stderr_sink;
	state.ctx = ctx;
}

void log_set_level(enum log_level level)
{
	state.level = (int)level;
}

/* Frees the places whose time has come. */
static void refill(struct log_site *site, uint64_t now_ns)
{
	uint64_t window = site->window_ns;
	uint32_t used = site->used;
	uint64_t n;

	if (used == 0) {
		site->window_ns = now_ns;
		return;
	}
	if (now_ns < window)
		return;
	n = (now_ns - window) / LOG_INTERVAL_NS;
	if (n == 0)
		return;
	/* Who moves the window has the right to free its places. */
	if (!atomic_compare_exchange_strong(
		    &site->window_ns, &window,
		    n < used ? window + n * LOG_INTERVAL_NS : now_ns))
		return;
	while (!atomic_compare_exchange_weak(&site->used, &used,
					     n < used ? used - (uint32_t)n : 0))
		;
}

bool log_site_admit(struct log_site *site, uint64_t now_ns, uint32_t *ret_held)
{
	uint32_t used;

	refill(site, now_ns);
	used = site->used;
	while (used < LOG_BURST) {
		if (atomic_compare_exchange_weak(&site->used, &used,
						 used + 1)) {
			*ret_held = atomic_exchange(&site->held, 0);
			return true;
		}
	}
	atomic_fetch_add(&site->held, 1);
	return false;
}

static uint64_t monotonic_ns(void)
{
	struct timespec ts;

	/* Cannot fail with this clock and a valid address. */
	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec;
}

/* One line stays one line, whatever a file's content put into it. */
static void make_one_line(char *line)
{
	for (; *line; line++)
		if ((unsigned char)*line < 0x20 || *line == 0x7f)
			*line = ' ';
}

/* Appends a remark, at the cost of the text if both do not fit. */
static void append(char *line, size_t size, const char *remark)
{
	size_t n = MIN(strlen(remark), size - 1);
	size_t at = MIN(strlen(line), size - 1 - n);

	memcpy(line + at, remark, n);
	line[at + n] = '\0';
}

void log_write(struct log_site *site, enum log_level level, const char *fmt,
	       ...)
{
	char remark[sizeof(" (4294967295 lines like this held back)")];
	char line[LINE_SIZE];
	int saved = errno;
	uint32_t held = 0;
	va_list ap;
	int n;

	if ((int)level > state.level)
		return;
	if (site && !log_site_admit(site, monotonic_ns(), &held))
		return;

	va_start(ap, fmt);
	n = vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	if (n < 0)
		line[0] = '\0';
	if (n >= (int)sizeof(line))
		append(line, sizeof(line), "...");
	make_one_line(line);
	if (held) {
		(void)snprintf(remark, sizeof(remark),
			       " (%" PRIu32 " lines like this held back)",
			       held);
		append(line, sizeof(line), remark);
	}
	state.sink(state.ctx, level, line);
	errno = saved;
}
