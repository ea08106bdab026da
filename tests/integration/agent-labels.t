#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Labels, texts and the name space: what a client learns of metrics without
# fetching one. Expected labels follow from the scenario's numbering.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain
export PYTHONPATH=$REF
binadm=$(sed -n 's/^PCP_BINADM_DIR=//p' /etc/pcp.conf)

for scenario in "$TOP/tests/fixtures/scenarios/distinct-2p.scenario" "$TOP/sim/scenarios/venice-1p.scenario"; do
	name=$(basename "$scenario" .scenario)
	sed -n 's/^dimms *= */dimms = /p' "$scenario" >"$TMP/agent.conf"
	# shellcheck disable=SC2016 # expanded by the inner shell
	tools/with-sim "$scenario" --agent-config "$TMP/agent.conf" -- sh -c '
		for i in 1 2 3 4 5 6; do pminfo -f esmi >/dev/null; sleep 0.3; done
		"$1" "$2/pcp_labels.py"
		pminfo -dlmtT esmi >"$3/all" 2>"$3/errors"
		echo $? >"$3/status"' sh "$PYTHON" "$REF" "$TMP" >"$TMP/verdict" 2>&1
	is "$(tail -n 1 "$TMP/verdict")" 'wrong: 0' "$name: labels of the domain, of domains and of all instances are right"
	diag <"$TMP/verdict"
	is "$(cat "$TMP/status")" 0 "$name: pminfo -dlmtT of the whole tree succeeds"
	empty "$(cat "$TMP/errors")" "$name: and complains of nothing"
	empty "$(grep -E '^ *Error:|: Error:' "$TMP/all" | head -5)" "$name: nor is there an error in what it prints"
done

n=$(grep -c '^esmi\.' tests/fixtures/metrics.tsv)
is "$(grep -c '^esmi\.[a-z0-9_.]* PMID: 470\.[0-9.]* \[..*\]$' "$TMP/all")" "$n" "all $n metrics have one line of text"
is "$(grep -c '^Help:$' "$TMP/all")" "$n" "all $n have a help text"
is "$(grep -c '^    Data Type: ' "$TMP/all")" "$n" "all $n have a descriptor"

# PCP's own checkers, over what is installed.
"$binadm/pmnsmerge" "$OUT/gen/root_esmi" "$TMP/merged" >"$TMP/out" 2>&1
is $? 0 'pmnsmerge takes the name space'
empty "$(cat "$TMP/out")" 'and complains of nothing'
if [[ -x $binadm/chkhelp ]]; then
	"$binadm/newhelp" -n "$TMP/merged" -v 2 -o "$TMP/help" "$OUT/gen/help" >"$TMP/out" 2>&1
	is $? 0 'newhelp takes the help text'
	empty "$(cat "$TMP/out")" 'and complains of nothing, either'
	"$binadm/chkhelp" -n "$TMP/merged" -e "$TMP/help" esmi >"$TMP/out" 2>&1
	empty "$(cat "$TMP/out")" 'chkhelp finds no metric without text'
else
	skip 'chkhelp finds no metric without text' 'chkhelp is not installed'
fi
