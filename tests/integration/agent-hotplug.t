#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The machine changes under a running agent: CPUs, SMT, the driver, counters,
# a suspend. Instances follow under the numbers that they had, sums neither
# jump nor decrease, the agent stays the same process.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain
if sanitized; then skip_all 'a sanitizer makes the first fetch after a change late'; fi
export PYTHONPATH=$REF

tools/with-sim "$TOP/tests/fixtures/scenarios/distinct-2p.scenario" --log-dir "$TMP/logs" -- \
	"$PYTHON" "$REF/pcp_hotplug.py" >"$TMP/verdict" 2>&1
is $? 0 'all changes were made'
statements_of "$TMP/verdict" 30
empty "$(grep -i timeout "$TMP/logs/pmcd/pmcd.log")" "pmcd's log tells of no timeout"
