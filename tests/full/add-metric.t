#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# CONTRIBUTING.md promises that a metric is one row: add one to a copy of the
# tree, and see it served, named, described and documented.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
requires gcc git pminfo perl
[ -e /dev/fuse ] || skip_all '/dev/fuse is missing'

mkdir "$TMP/copy"
git ls-files -z | xargs -0 tar -cf - | tar -xf - -C "$TMP/copy"
cd "$TMP/copy" || exit 1
perl -0pi -e 's/\n\t\},\n\};/\n\t}, {
		.name = "esmi.agent.answer",
		.cluster = CLUSTER_AGENT, .item = 1000,
		.type = METRIC_U32, .unit = UNIT_COUNT, .semantics = METRIC_DISCRETE,
		.per = PER_MACHINE, .get = get_n_cores,
		.oneline = "cores once more",
		.help = "A row that a test added.",
	},\n};/' pmda/metrics/agent.c
is "$(grep -c agent.answer pmda/metrics/agent.c)" 1 'a row is added, and nothing else'
diag 'building the copy'
if make -s -j2 all WERROR=1 >"$TMP/log" 2>&1; then ok 'the copy builds'; else
	not_ok 'the copy builds'
	diag <"$TMP/log"
fi
unset O
tools/with-sim milan-1p -- pminfo -dft esmi.agent.answer >"$TMP/served" 2>&1
like "$(cat "$TMP/served")" 'value 8' 'it is served: 8 cores'
like "$(cat "$TMP/served")" 'cores once more' 'it has its line of help'
like "$(cat "$TMP/served")" 'Semantics: discrete' 'it has its semantics'
like "$(cat build/gen/METRICS.md)" '\| esmi.agent.answer \| 470.12.1000 \| u32 \| count \|' \
	'it is documented'
