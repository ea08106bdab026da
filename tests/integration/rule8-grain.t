#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# How fine users see energy: root and pcp each 100 ms, nobody and whoever
# comes by TCP each second, on average. Up to fifty fetches a second for 6 s;
# some power is always drawn, so that each new sample is a new value. root and
# pcp are asked one after the other: what one of them has sampled, the other
# may see as well.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain
((EUID == 0)) || skip_all 'becoming other users needs root'
id pcp >/dev/null 2>&1 || skip_all 'there is no user pcp'
chmod 755 "$TMP"
runuser -u nobody -- test -x "$TMP" || skip_all "nobody may not enter $TMP: choose another TMPDIR"
# The tree may lie where only root may look.
mkdir "$TMP/ref"
cp "$REF"/pcp_*.py "$TMP/ref/"
chmod -R a+rX "$TMP/ref"
REF=$TMP/ref

cat >"$TMP/inside" <<'END'
grain() # USER INTERVAL FILE [HOST]
{
	local as=(runuser -u "$1" --)

	[[ $1 != root ]] || as=()
	"${as[@]}" env PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 \
		"$REF/pcp_energy.py" grain "$2" 6 esmi.energy.pkg ${4:+"$4"} >"$TMP/$3" 2>&1 &
}
grain root 0.02 root
wait
grain pcp 0.02 pcp
wait
grain nobody 0.1 nobody
wait
grain nobody 0.02 crowd1
grain nobody 0.02 crowd2
grain root 0.02 tcp "localhost:$PMCD_PORT"
wait
grain nobody 1 each_second
wait
END
export REF
tools/with-sim milan-1p --agent-user pcp -- bash "$TMP/inside"
is $? 0 'clients of three users run'

# changes_between FILE LEAST MOST SENTENCE
changes_between()
{
	local n

	n=$(sed -n 's/^changes //p' "$TMP/$1")
	diag "$1: $(tail -n 1 "$TMP/$1")"
	if [[ $n =~ ^[0-9]+$ ]] && ((n >= $2 && n <= $3)); then
		ok "$4"
	else
		not_ok "$4" "${n:-none} changes, wanted $2 to $3"
	fi
}

# 6 s hold 60 grains of 100 ms; the last may be taken early, a busy machine
# may let some pass. Of 1 s: 6, and the first one may come at once.
changes_between root 48 62 'root sees a new value each 100 ms, not more'
changes_between pcp 48 62 'pcp sees a new value each 100 ms, not more'
changes_between nobody 5 7 'nobody sees a new value each second'
changes_between crowd1 5 7 'two contexts of nobody see no more than one does (first)'
changes_between crowd2 5 7 'two contexts of nobody see no more than one does (second)'
changes_between tcp 5 7 'root by TCP is anybody'
changes_between each_second 6 6 'nobody, who asks each second, sees a new value each time'
