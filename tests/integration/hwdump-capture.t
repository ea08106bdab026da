#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A machine that is recorded by tools/capture-root is, to the library, the
# machine: the dump of a capture is the dump that was made while recording.
# That makes a report from the field a test, if it holds all and betrays none.

# shellcheck source=tests/integration/epycsim-lib.sh
. "$(dirname "$0")/epycsim-lib.sh"

dump=$O/bin/hwdump
build "$dump"
capture() { tools/capture-root --hwdump "$dump" "$@"; }

same_dump() # capture sentence
{
	"$dump" --root "$1" >"$TMP/replayed" 2>"$TMP/replayed.err"
	is "$? $(cat "$TMP/replayed.err")" '0 ' "$2: it is read"
	empty "$(diff "$1/hwdump.txt" "$TMP/replayed" 2>&1 | head -n 5)" \
		"$2: the same dump, to the last byte"
}

for scenario in milan-1p sparse-ids hsmp-disabled; do
	sim_start --scenario "$scenario"
	"$dump" --root "$dir" >"$TMP/before"
	capture --root "$dir" "$TMP/$scenario" >"$TMP/out" 2>"$TMP/err"
	is "$? $(cat "$TMP/out" "$TMP/err")" "0 $TMP/$scenario" \
		"$scenario is recorded"
	"$dump" --root "$dir" >"$TMP/after"
	same_dump "$TMP/$scenario" "$scenario"
	# What stood still meanwhile must be in it; most values do.
	comm -12 <(sort "$TMP/before") <(sort "$TMP/after") >"$TMP/still"
	[ "$(wc -l <"$TMP/still")" -ge 200 ] && ok "$scenario: much stands still"
	empty "$(comm -23 "$TMP/still" <(sort "$TMP/replayed"))" \
		"$scenario: what does not move is as in the machine"
	sim_end "$sim_n"
done

# Replayed after the machine is gone; parts and the check work as well.
is "$("$dump" --root "$TMP/milan-1p" --check)" \
	'yes: HSMP protocol 2 on socket0' 'a capture can be checked'
"$dump" --root "$TMP/milan-1p" --only cpu3.energy >"$TMP/part"
is "$(wc -l <"$TMP/part")" \
	"$(grep -c '^cpu3\.energy' "$TMP/milan-1p/hwdump.txt")" \
	'a part of a capture can be had'

# Only what the library opens.
empty "$(cd "$TMP/milan-1p" && find . -type f |
	grep -vE '^\./(capture|hwdump\.txt|proc/cpuinfo)$' |
	grep -vE '^\./sys/(devices/system/(cpu|node)|class/powercap|module/[a-z_]*/version|bus/(pci/drivers/k10temp|event_source))')" \
	'no other file is in it'
empty "$(find "$TMP/milan-1p" ! -type f ! -type d)" 'it is plain files'
empty "$(grep -rlwF "$(uname -n)" "$TMP/milan-1p")" 'no host name is in it'
is "$(head -n 1 "$TMP/milan-1p/capture")" 'joulepath-capture 1' \
	'it says what it is'
like "$(grep -c '^hsmp 0 0x' "$TMP/milan-1p/capture")" '^[0-9]{2,}$' \
	'the answers of the mailbox are in it'

# As one file that says nothing of who made it.
sim_start --scenario milan-1p
is "$(capture --root "$dir" --tar "$TMP/packed")" "$TMP/packed.tar.gz" \
	'it is packed'
[ ! -e "$TMP/packed" ] && ok 'and the folder is gone'
is "$(tar --numeric-owner -tvzf "$TMP/packed.tar.gz" | awk '{ print $2 }' |
	sort -u)" 0/0 'it belongs to nobody'
(cd "$TMP" && tar -xzf packed.tar.gz)
same_dump "$TMP/packed" 'unpacked'

# A machine that denies: errors are answers too. Root may read everything, so
# the denial comes from the tree.
control 'fault gone file:/sys/devices/system/cpu/cpu0/cpufreq/* forbidden=yes'
control 'fault broken msr@1:* errno=EIO'
control 'fault busy hsmp:GET_FCLK_MCLK errno=EREMOTEIO'
capture --root "$dir" "$TMP/denied" >"$TMP/out" 2>&1
is $? 0 'a machine with faults is recorded'
same_dump "$TMP/denied" 'with faults'
says() { grep -cxF -e "$1" "$TMP/denied/hwdump.txt"; }
is "$(says 'cpu0.cpufreq.scaling_governor - EACCES')" 1 'a denied file is so'
is "$(says 'cpu1.energy_core.msr_safe - EIO')" 1 'a node that faulted is so'
is "$(says 'cpu1.energy_core - EIO')" 1 'a register that faulted is so'
is "$(says 'socket0.hsmp.GET_FCLK_MCLK.fclk - EREMOTEIO')" 1 'so is a message'

# Bad use.
bad() # sentence expected-line command...
{
	local sentence=$1 line=$2 status
	shift 2
	"$@" >"$TMP/out" 2>"$TMP/err"
	status=$?
	is "$status $(cat "$TMP/out")" '2 ' "$sentence: exit 2"
	like "$(cat "$TMP/err")" "^(hwdump|capture-root): $line\$" "$sentence: one line says so"
}
bad 'a folder that is not empty' "$TMP/packed: Directory not empty" \
	capture --root "$dir" "$TMP/packed"
bad 'a capture of a capture' "$TMP/packed is a capture already" \
	capture --root "$TMP/packed" "$TMP/again"
bad 'a tar file that exists' "$TMP/packed.tar.gz exists" \
	capture --tar "$TMP/packed"
bad 'no folder' 'which folder.*' capture
bad 'an unknown option' 'unknown option --bogus' capture --bogus x
bad 'two folders' 'unexpected argument b' capture a b
bad 'a root that is none' "$TMP/none: No such file or directory" \
	capture --root "$TMP/none" "$TMP/again"

# Captures that are none.
mkdir "$TMP/odd"
wrong() # line content...
{
	printf '%b' "$2" >"$TMP/odd/capture"
	bad "capture ${2@Q}" "$TMP/odd/capture:$1: not a line of a capture" \
		"$dump" --root "$TMP/odd"
}
wrong 1 ''
wrong 1 'joulepath-capture 2\n'
wrong 2 'joulepath-capture 1\nnonsense\n'
wrong 2 'joulepath-capture 1\n = x\n'
wrong 3 'joulepath-capture 1\nopen a = -EIO\n\n'
wrong 0 'joulepath-capture 1\nopen a = -EIO\nopen a = -EIO\n'
printf 'joulepath-capture 1\n' >"$TMP/odd/capture"
bad 'an empty capture' \
	"$TMP/odd: cannot read the CPU topology: No such file or directory" \
	"$dump" --root "$TMP/odd"
