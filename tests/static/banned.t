#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Functions that cannot be used safely, and words that mean nothing to others.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/static/files.sh
. tests/static/files.sh

# Unbounded writes, parsing without errors, hidden state, the stack as a heap.
functions='v?sprintf|strcpy|strcat|stpcpy|gets|v?f?scanf|v?sscanf|ato(i|l|ll|f)|strtok(_r)?|alloca|strdupa|tmpnam|mktemp|bcopy|bzero'

# Comments and strings are blanked, lines are kept.
bare_code()
{
	perl -0777 -pe 's{(/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*")}
		{ my $t = $1; $t =~ s/[^\n]/ /g; $t }gsex' "$1"
}

banned_calls() # file...
{
	local f

	for f in "$@"; do
		bare_code "$f" | grep -nE "\b($functions)[[:space:]]*\(" |
			sed "s|^|$f:|"
	done
}

# Paths that exist on one machine only, and talk about how a text was made.
words='(^|[^[:alnum:]_.])/(home|Users)/[[:lower:]]|(^|[^[:alnum:]_.}])/wor[k]/|/tmp/[w]t\b|\b(AI|language) (assistant|model)\b|\bas an A[I]\b|\bT[O]DO\b|\bF[I]XME\b|\bX[X]X\b'

mapfile -t sources < <(c_files)
mapfile -t texts < <(text_files)
empty "$(banned_calls "${sources[@]}")" "no banned function is called"
empty "$(grep -nEI "$words" "${texts[@]}")" "no text speaks of its making"

cat >"$TMP/bad.c" <<'END'
/* sprintf( in a comment */
const char *s = "gets(";
int n = sscanf(s, "%d", &n) + atoi (s);
END
is "$(banned_calls "$TMP/bad.c" | cut -d: -f2)" 3 \
	"banned calls are seen, comments and strings are not"
# In two pieces, so that this file passes.
printf 'see /wo%s\n' 'rk/notes' >"$TMP/bad.txt"
like "$(grep -nE "$words" "$TMP/bad.txt")" notes "a private path is seen"
