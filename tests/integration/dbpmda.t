#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The dbpmda session of README.md, run as it stands there. dbpmda exits with 0
# whatever happened, so its output is what counts.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain

# The README's shell block that runs dbpmda, between its markers.
# shellcheck disable=SC2016 # backquotes are markdown's
sed -n '/^<!-- dbpmda session -->/,/^<!-- end -->/p' README.md |
	sed -n '/^```sh$/,/^```$/p' | sed '/^```/d' >"$TMP/session"
like "$(cat "$TMP/session")" 'open pipe' 'README.md has a dbpmda session'
for line in 'desc 470.0.0' 'fetch 470.0.0' 'instance 470.0' 'instance 470.1' 'status'; do
	like "$(cat "$TMP/session")" "$(printf '(^|\n)%s' "$line")" "it asks: $line"
done
# It is written for build/; this may be another variant.
sed -i "s|build/bin/|$OUT/bin/|g" "$TMP/session"
timeout 60 bash -e "$TMP/session" >"$TMP/dbpmda" 2>&1
is $? 0 'it runs'
text=$(cat "$TMP/dbpmda")
like "$text" 'PMID: 470\.0\.0' 'desc answers'
like "$text" 'Data Type: 32-bit unsigned int' 'power is an unsigned 32-bit number'
like "$text" 'Semantics: instant' 'of the moment'
like "$text" 'numval: 1' 'fetch answers with one value'
like "$text" 'value [1-9][0-9]{4,5} ' 'of milliwatts'
like "$text" 'socket0' 'instance 470.0 lists sockets'
like "$text" 'cpu7' 'instance 470.1 lists cores'
like "$text" 'PMDA: +[^ ]*pmdaesmi' 'status tells of the agent'
empty "$(grep -iE 'error|syntax|unknown|lost connection|timeout' "$TMP/dbpmda")" 'and nothing goes wrong'
diag <"$TMP/dbpmda"
