/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Logging for programs
 *
 * Libraries do not log; programs do, through one sink, so that an agent can
 * hand lines to PCP's log and a daemon to journald. Each call site keeps its
 * own budget: LOG_BURST lines at once, then one each LOG_INTERVAL_NS, and the
 * next line that gets through says how many were held back. A fault that
 * repeats each fetch thus costs a line a minute, not a disk. A site that keeps
 * silent gets its budget back, one line each LOG_INTERVAL_NS.
 *
 * The budget is lock-free; a race between two threads at one site can let a
 * line too many through, never one too few that is not counted.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/util.h"

#define LOG_BURST 5
#define LOG_INTERVAL_NS (60 * NSEC_PER_SEC)

/**
 * enum log_level - How urgent a line is, most urgent first
 * @LOG_LEVEL_ERROR:	Something that the user asked for will not happen
 * @LOG_LEVEL_WARN:	It happens, but not as well as it should
 * @LOG_LEVEL_INFO:	Once at start, once at a change of state
 * @LOG_LEVEL_DEBUG:	Only on request
 */
enum log_level {
	LOG_LEVEL_ERROR,
	LOG_LEVEL_WARN,
	LOG_LEVEL_INFO,
	LOG_LEVEL_DEBUG,
};

/**
 * struct log_site - Rate limit of one call site, zero at first
 * @window_ns:	Start of the current interval, monotonic
 * @used:	Lines let through and not yet earned back, at most LOG_BURST
 * @held:	Lines held back since the last one that got through
 */
struct log_site {
	_Atomic uint64_t window_ns;
	_Atomic uint32_t used;
	_Atomic uint32_t held;
};

/**
 * typedef log_sink - Where lines go
 * @ctx:	Context given to log_set_sink()
 * @level:	Urgency
 * @line:	Text, at most 1023 bytes (a longer one ends in "..."), in which
 *		each control character has become a blank
 */
typedef void (*log_sink)(void *ctx, enum log_level level, const char *line);

/**
 * log_set_sink() - Replace the sink (default: "program: text" on stderr)
 * @sink:	Called from any thread; NULL restores the default
 * @ctx:	Handed to it
 *
 * To be called before threads are started.
 */
void log_set_sink(log_sink sink, void *ctx);

/**
 * log_set_level() - Least urgent level that is still written
 * @level:	Level; LOG_LEVEL_INFO at start
 */
void log_set_level(enum log_level level);

/**
 * log_site_admit() - Decide whether a line may pass
 * @site:	The call site's state
 * @now_ns:	Monotonic time
 * @ret_held:	Lines held back before this one, set if it passes
 *
 * Return: true if the line may be written
 */
bool log_site_admit(struct log_site *site, uint64_t now_ns, uint32_t *ret_held);

/**
 * log_write() - Write a line under a site's rate limit
 * @site:	The call site's state, NULL for no limit
 * @level:	Urgency
 * @fmt:	printf-style text
 *
 * Keeps errno.
 */
void log_write(struct log_site *site, enum log_level level, const char *fmt,
	       ...) PRINTF_LIKE(3, 4);

#define log_at(level, ...)                               \
	do {                                             \
		static struct log_site site_;            \
		log_write(&site_, (level), __VA_ARGS__); \
	} while (0)

#define log_error(...) log_at(LOG_LEVEL_ERROR, __VA_ARGS__)
#define log_warn(...) log_at(LOG_LEVEL_WARN, __VA_ARGS__)
#define log_info(...) log_at(LOG_LEVEL_INFO, __VA_ARGS__)
#define log_debug(...) log_at(LOG_LEVEL_DEBUG, __VA_ARGS__)

#endif
