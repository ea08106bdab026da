/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Small macros that every room uses
 *
 * Nothing here has state. Anything longer than a macro belongs elsewhere.
 */
#ifndef BASE_UTIL_H
#define BASE_UTIL_H

#include <stddef.h>
#include <stdint.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* <sys/param.h>, which PCP's headers bring, has the same two. */
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

/* For arguments that a callback's type demands and its body does not need. */
#define UNUSED(x) ((void)(x))

#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#define PUBLIC_SYMBOL __attribute__((visibility("default")))

#define NSEC_PER_SEC UINT64_C(1000000000)
#define NSEC_PER_MSEC UINT64_C(1000000)
#define NSEC_PER_USEC UINT64_C(1000)

#endif
