#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The model against an independent integration (tests/ref/model.py): every
# scenario that comes with epycsim, then random ones with random commands.
# MODEL_REF_SEED and MODEL_REF_RUNS repeat or lengthen the random part.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"

PYTHON=/usr/bin/python3
requires "$PYTHON"
build "$O/bin/modeldump"
DUMP=$O/bin/modeldump

compare() # scenario commands
{
	"$DUMP" "$1" <"$2" >"$TMP/dump" &&
		"$PYTHON" tests/ref/model.py "$1" "$2" "$TMP/dump"
}

# Instants around the edge of a millisecond, then up to an hour.
printf 'at %s\n' 0 1 999999 1000000 1000001 1000000000 12345678901 \
	600000000000 3599999999999 3600000000000 >"$TMP/instants"

for scenario in sim/scenarios/*.scenario; do
	name=$(basename "$scenario" .scenario)
	if result=$(compare "$scenario" "$TMP/instants" 2>&1); then
		ok "$name follows the independent integration"
		diag "$result"
	else
		not_ok "$name follows the independent integration" "$result"
	fi
	is "$(sed -n 's/^name = //p' "$scenario")" "$name" \
		"$name is named as its file is"
done

seed=${MODEL_REF_SEED:-$(date +%s)}
runs=${MODEL_REF_RUNS:-20}
diag "random scenarios from seed $seed on; MODEL_REF_SEED=$seed repeats them"
wrong=
for ((i = seed; i < seed + runs; i++)); do
	"$PYTHON" tests/ref/random_scenario.py "$i" "$TMP/random.scenario" \
		"$TMP/commands"
	result=$(compare "$TMP/random.scenario" "$TMP/commands" 2>&1) ||
		wrong+="seed $i: $result"$'\n'
done
empty "$wrong" "$runs random scenarios and commands follow it too"

# A comparison that cannot fail would prove nothing.
"$DUMP" sim/scenarios/steady.scenario <"$TMP/instants" |
	sed '/pkg 0 reg/s/.$/x/' | sed 's/x$/3/' >"$TMP/dump"
"$PYTHON" tests/ref/model.py sim/scenarios/steady.scenario "$TMP/instants" \
	"$TMP/dump" >"$TMP/result"
is "$?" 1 "a register that is off is found"

# From the first section's heading on, the document is the parser's own text.
is "$("$DUMP" --keys | tail -n +2)" \
	"$(sed -n '/^### \[machine\]/,$p' docs/SCENARIOS.md)" \
	"docs/SCENARIOS.md has the parser's keys"
