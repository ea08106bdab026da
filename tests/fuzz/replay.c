// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Replay of a corpus without libFuzzer
 *
 * Runs a harness over its committed seeds and over each seed's beginnings, as
 * an ordinary test in TAP. FUZZ_NAME says which harness it is linked with.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>

#include "base/cleanup.h"
#include "tests/fuzz/fuzz.h"

#define CORPUS "tests/fuzz/corpus/" FUZZ_NAME

/* Longer seeds are cut at fewer places: the quadratic cost would be felt. */
#define MAX_CUTS 512

static int is_seed(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Hands over a block of exactly @size bytes, for AddressSanitizer. */
static void run(const uint8_t *data, size_t size)
{
	cleanup_free uint8_t *copy = malloc(size ? size : 1);

	FUZZ_CHECK(copy);
	memcpy(copy, data, size);
	(void)LLVMFuzzerTestOneInput(copy, size);
}

/* Returns 0, or the errno that kept the seed from being read. */
static int replay(const char *name)
{
	cleanup_free uint8_t *data = NULL;
	cleanup_fclose FILE *f = NULL;
	char path[PATH_MAX];
	size_t step;
	long size;

	if (snprintf(path, sizeof(path), "%s/%s", CORPUS, name) >=
	    (int)sizeof(path))
		return ENAMETOOLONG;
	f = fopen(path, "re");
	if (!f || fseek(f, 0, SEEK_END) != 0)
		return errno;
	size = ftell(f);
	if (size < 0)
		return errno;
	rewind(f);
	data = malloc((size_t)size + 1);
	if (!data)
		return ENOMEM;
	if (fread(data, 1, (size_t)size, f) != (size_t)size)
		return EIO;

	step = (size_t)size / MAX_CUTS + 1;
	for (size_t n = 0; n < (size_t)size; n += step)
		run(data, n);
	run(data, (size_t)size);
	return 0;
}

int main(void)
{
	struct dirent **seeds = NULL;
	int n = scandir(CORPUS, &seeds, is_seed, alphasort);
	int failed = 0;

	if (n <= 0) {
		(void)printf("1..1\nnot ok 1 - %s has no seeds\n", CORPUS);
		return 1;
	}
	(void)printf("1..%d\n", n);
	for (int i = 0; i < n; i++) {
		int err;

		/* Known before a crash, which ends the test here. */
		(void)printf("# %s\n", seeds[i]->d_name);
		(void)fflush(stdout);
		err = replay(seeds[i]->d_name);
		(void)printf("%sok %d - %s and its beginnings%s%s\n",
			     err ? "not " : "", i + 1, seeds[i]->d_name,
			     err ? ": " : "", err ? strerror(err) : "");
		failed += err != 0;
		free(seeds[i]);
	}
	free(seeds);
	return failed != 0;
}
