#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Bad input to the agent: one clear line on stderr, exit 2.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_built bin/pmdaesmi

refuses() # REASON ARGUMENT...
{
	local like=$1 said status

	shift
	said=$(cd "$TMP" && timeout 10 "$OUT/bin/pmdaesmi" "$@" 2>&1 >/dev/null </dev/null)
	status=$?
	is "$status" 2 "exit status 2: pmdaesmi $*"
	like "$said" "$like" "a reason: $like"
	is "$(wc -l <<<"$said")" 1 'in one line'
}

refuses 'nonsense' --nonsense
refuses 'Z' -Z
refuses "$TMP/nowhere" --root "$TMP/nowhere"
: >"$TMP/file"
refuses "$TMP/file" --root "$TMP/file"
((EUID != 0)) || refuses 'no-such-user' -U no-such-user
refuses 'numeric domain' -d abc
refuses 'argument too many' surplus

"$OUT/bin/pmdaesmi" --help >"$TMP/help" 2>&1
is $? 0 '--help succeeds'
like "$(cat "$TMP/help")" '--root' 'and tells of --root'
