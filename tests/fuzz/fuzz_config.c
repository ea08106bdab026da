// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Fuzzing of the agent's configuration file
 *
 * Properties: a refusal leaves the output alone and names a line and a
 * reason on one line; what was not mentioned is not set.
 */
#include <errno.h>
#include <stdbool.h>

#include "base/util.h"
#include "pmda/collect/config.h"
#include "tests/fuzz/fuzz.h"

struct text {
	const uint8_t *data;
	size_t left;
};

static ssize_t text_read(void *ctx, void *buf, size_t n)
{
	struct text *t = ctx;

	n = MIN(n, t->left);
	if (n == 0)
		return 0;
	memcpy(buf, t->data, n);
	t->data += n;
	t->left -= n;
	return (ssize_t)n;
}

static bool any(const bool *flags, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (flags[i])
			return true;
	return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text text = { .data = data, .left = size };
	struct config c = { .has_dimms = true, .dimm = { [7] = true } };
	struct config_error err = { .line = 0 };
	int r = config_read(text_read, &text, &c, &err);

	if (r == 0) {
		FUZZ_CHECK(c.has_dimms || !any(c.dimm, CONFIG_DIMMS));
		FUZZ_CHECK(c.has_links || !any(c.link, CONFIG_LINKS));
	} else {
		FUZZ_CHECK(r == -EINVAL && err.line > 0 && err.reason[0]);
		FUZZ_CHECK(!strchr(err.reason, '\n'));
		FUZZ_CHECK(c.has_dimms && c.dimm[7] && !c.has_links);
	}
	return 0;
}
