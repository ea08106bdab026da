#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The metric table against its specification (tests/fixtures/metrics.tsv) and
# against the numbers that archives hold (tests/fixtures/pmids.golden, which
# only ever grows at its end).

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/static/files.sh
. tests/static/files.sh
requires gcc git

spec=tests/fixtures/metrics.tsv
golden=tests/fixtures/pmids.golden

# name pmid type unit semantics instances, a line each, from the specification
spec_rows()
{
	awk -F'\t' '
		BEGIN {
			sem["i"] = "instant"; sem["d"] = "discrete"; sem["c"] = "counter"
			per["S"] = "per socket"; per["C"] = "per core"; per["P"] = "per cpu"
			per["E"] = "per error"; per["-"] = "-"
			per["D"] = "per CCD"; per["M"] = "per DIMM"; per["L"] = "per link"
			per["N"] = "per NBIO"; per["R"] = "per rail"; per["G"] = "per message"
		}
		/^#/ { next }
		{
			unit = $5 == "none" ? "" : $5
			print $1 "|" $2 "|" $4 "|" unit "|" sem[$6] "|" per[$7]
		}' "$spec"
}

# the same from what the metric table prints
table_rows() # METRICS.md
{
	sed -n 's/^| \(esmi\.[^ ]*\) | /\1|/p' "$1" |
		awk -F' *[|] *' '{ print $1 "|" $2 "|" $3 "|" $4 "|" $5 "|" $6 }'
}

strangers() # METRICS.md: rows that the specification does not have like this
{
	table_rows "$1" | grep -vxFf <(spec_rows)
}

shifted() # old new: lines of old that are not the beginning of new
{
	head -n "$(wc -l <"$1")" "$2" | diff "$1" -
}

if ! build "$O/gen/METRICS.md"; then
	not_ok "METRICS.md can be printed"
	exit 1
fi
md=$O/gen/METRICS.md
rows=$(table_rows "$md" | wc -l)
if [ "$rows" -gt 30 ]; then ok "the table has $rows rows"; else
	not_ok "the table has rows" "$rows"
fi
empty "$(strangers "$md")" \
	"each row has the specification's number, type, unit, semantics, instances"
sed 's/| u64 | uJ |/| u32 | uJ |/' "$md" >"$TMP/wrong.md"
like "$(strangers "$TMP/wrong.md")" 'esmi.energy.pkg' "a wrong type is seen"

empty "$(awk -F'\t' '$8 == "fixed" || $9 == "fixed" { print $1 }' "$spec" |
	grep -vxFf <(table_rows "$md" | cut -d'|' -f1))" \
	"all names that are fixed are served"

empty "$(table_rows "$md" | awk -F'|' '{ print $2, $1 }' | grep -vxFf "$golden")" \
	"each PMID is in $golden"
empty "$(cut -d' ' -f1 "$golden" | sort | uniq -d)" "no PMID is used twice"
if git show "HEAD:$golden" >"$TMP/golden" 2>/dev/null; then
	empty "$(shifted "$TMP/golden" "$golden")" "$golden only grew at its end"
fi
sed 1d "$golden" >"$TMP/shorter"
like "$(shifted "$golden" "$TMP/shorter")" '470.0.0' "a lost PMID is seen"
