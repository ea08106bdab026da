// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of msr-safe's list
 *
 * Properties: counting and reading agree; nothing is written beyond the room;
 * what was accepted, shown as msr-safe shows it and read again, is the same.
 */
#include "sim/allowlist.h"
#include "tests/fuzz/fuzz.h"

#define LINE_MAX_LEN 80

/* The list as reads of msr_allowlist return it. */
static char *show(const struct allowlist *list, size_t *ret_len)
{
	size_t size = (list->n + 1) * LINE_MAX_LEN;
	struct text out = { malloc(size), size, 0 };

	FUZZ_CHECK(out.buf);
	for (size_t i = 0; i < list->n; i++)
		allowlist_show(list, i, &out);
	FUZZ_CHECK(text_fits(&out));
	*ret_len = out.len;
	return out.buf;
}

static void check_round_trip(const struct allowlist *list)
{
	struct allowlist_entry *again = malloc(list->n * sizeof(*again));
	size_t len;
	char *text = show(list, &len);

	FUZZ_CHECK(again);
	FUZZ_CHECK(allowlist_parse(text, len, again, list->n) == (int)list->n);
	for (size_t i = 0; i < list->n; i++) {
		FUZZ_CHECK(again[i].msr == list->entries[i].msr);
		FUZZ_CHECK(again[i].wmask == list->entries[i].wmask);
		FUZZ_CHECK(allowlist_find(list, again[i].msr)->msr ==
			   again[i].msr);
	}
	free(text);
	free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	struct allowlist list = { NULL, 0 };
	int n;

	FUZZ_CHECK(text);
	if (size)
		memcpy(text, data, size);
	n = allowlist_parse(text, size, NULL, 0);
	FUZZ_CHECK(n != 0);
	if (n > 0) {
		list.n = (size_t)n;
		list.entries = malloc(list.n * sizeof(*list.entries));
		FUZZ_CHECK(list.entries);
		FUZZ_CHECK(allowlist_parse(text, size, list.entries, list.n) ==
			   n);
		check_round_trip(&list);
		(void)allowlist_has_twins(list.entries, list.n);
	}
	free(list.entries);
	free(text);
	return 0;
}
