#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Two clients at different rates, one of them with a profile of one instance:
# neither sees the other, in its values or in the messages that are sent.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain
if sanitized; then skip_all 'a sanitizer makes fetches late'; fi
export PYTHONPATH=$REF

tools/with-sim "$TOP/tests/fixtures/scenarios/distinct-2p.scenario" --log-dir "$TMP/logs" -- \
	"$PYTHON" "$REF/pcp_two.py" >"$TMP/verdict" 2>&1
is $? 0 'both clients have run'
statements_of "$TMP/verdict" 11
empty "$(grep -i timeout "$TMP/logs/pmcd/pmcd.log")" "pmcd's log tells of no timeout"
