// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of CPU lists
 *
 * What is accepted has a canonical text that names the same set; a buffer
 * that is too small is filled up to its end and terminated; what is refused
 * has one of the two errors and changes nothing.
 */
#include <errno.h>

#include "base/cpuset.h"
#include "tests/fuzz/fuzz.h"

static void check_set(const struct cpuset *set, size_t cut)
{
	size_t len = cpulist_format(set, NULL, 0);
	char *text = malloc(len + 1);
	struct cpuset again;
	unsigned int n = 0;
	unsigned int cpu;
	char *small;

	FUZZ_CHECK(text);
	FUZZ_CHECK(cpulist_format(set, text, len + 1) == len);
	FUZZ_CHECK(strlen(text) == len);
	FUZZ_CHECK(cpulist_parse(text, &again) == 0);
	FUZZ_CHECK(memcmp(set, &again, sizeof(again)) == 0);

	cpuset_for_each(cpu, set)
	{
		FUZZ_CHECK(cpuset_has(set, cpu));
		cpuset_del(&again, cpu);
		n++;
	}
	FUZZ_CHECK(n == cpuset_count(set) && cpuset_count(&again) == 0);

	cut %= len + 1;
	small = malloc(cut + 1);
	FUZZ_CHECK(small);
	FUZZ_CHECK(cpulist_format(set, small, cut + 1) == len);
	FUZZ_CHECK(strlen(small) == cut && !memcmp(small, text, cut));
	free(small);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_string(data, size);
	struct cpuset before;
	struct cpuset set;
	int r;

	memset(&before, 0x5a, sizeof(before));
	set = before;
	r = cpulist_parse(text, &set);
	if (r == 0) {
		check_set(&set, size);
	} else {
		FUZZ_CHECK(r == -EINVAL || r == -ERANGE);
		FUZZ_CHECK(memcmp(&set, &before, sizeof(set)) == 0);
	}
	free(text);
	return 0;
}
