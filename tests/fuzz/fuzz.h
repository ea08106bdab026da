/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: What the fuzz harnesses share
 *
 * A harness is one file fuzz_NAME.c with LLVMFuzzerTestOneInput(). It checks
 * properties, not only that nothing crashes. Seeds lie in corpus/NAME/, words
 * that help the fuzzer in NAME.dict (optional).
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/**
 * LLVMFuzzerTestOneInput() - The harness, by the name that libFuzzer calls
 * @data:	Input
 * @size:	Its length
 *
 * Return: 0
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A property that must hold whatever the input; not assert(), for NDEBUG. */
#define FUZZ_CHECK(condition)                                                  \
	do {                                                                   \
		if (!(condition)) {                                            \
			(void)fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, \
				      __LINE__, #condition);                   \
			abort();                                               \
		}                                                              \
	} while (0)

/**
 * fuzz_string() - The input as a NUL-terminated string
 * @data:	Input
 * @size:	Its length
 *
 * A heap block of exactly that size, so that AddressSanitizer sees a read
 * behind the NUL. A NUL within the input ends the string early.
 *
 * Return: the string, to be freed
 */
static inline char *fuzz_string(const uint8_t *data, size_t size)
{
	size_t len = strnlen((const char *)data, size);
	char *s = malloc(len + 1);

	FUZZ_CHECK(s);
	memcpy(s, data, len);
	s[len] = '\0';
	return s;
}

#endif
