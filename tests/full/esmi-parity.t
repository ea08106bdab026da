#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The back end that carries messages by AMD's E-SMI library against our own:
# every value that hwdump prints, at the same instant of the same simulated
# machine. E-SMI knows /dev/hsmp only, so the machine is bound over / in a mount
# namespace of its own. Needs the library: ESMI_LIB_DIR=DIR with libe_smi64*.a.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
[ -n "${ESMI_LIB_DIR-}" ] || skip_all 'ESMI_LIB_DIR is not set: AMD has the library, Debian does not'
requires unshare gcc
[ "$(id -u)" = 0 ] || skip_all 'needs root'
[ -e /dev/fuse ] || skip_all '/dev/fuse is missing'

if make -s -j2 O=build/esmi WERROR=1 ESMI_LIB_DIR="$ESMI_LIB_DIR" build/esmi/bin/hwdump \
	build/esmi/bin/pmdaesmi >"$TMP/log" 2>&1 &&
	env -u ESMI_LIB_DIR make -s O=build build/bin/hwdump build/bin/epycsim >>"$TMP/log" 2>&1; then
	ok 'it builds with E-SMI'
else
	not_ok 'it builds with E-SMI'
	diag <"$TMP/log"
	exit 1
fi
# Not the same program twice.
if nm build/esmi/bin/hwdump | grep -q ' T hsmp_xfer'; then ok "one program has AMD's hsmp_xfer()"; else
	not_ok "one program has AMD's hsmp_xfer()"
fi
if nm build/bin/hwdump | grep -q hsmp_xfer; then not_ok 'and the other has not'; else
	ok 'and the other has not'
fi

dumps() # DIRECTORY : both dumps of the machine that is mounted there
{
	# shellcheck disable=SC2016 # the inner shell expands
	unshare -m bash -c '
		sim=$1 top=$2 tmp=$3
		mount --make-rprivate /
		mount --bind "$sim/sys/devices/system/cpu" /sys/devices/system/cpu
		mount --bind "$sim/proc/cpuinfo" /proc/cpuinfo
		mount --bind "$sim/dev" /dev
		"$top/build/bin/hwdump" >"$tmp/kernel" 2>"$tmp/kernel.err"
		"$top/build/esmi/bin/hwdump" >"$tmp/esmi" 2>"$tmp/esmi.err"
	' dumps "$1" "$TOP" "$TMP"
}

mkdir "$TMP/sim"
for scenario in milan-1p genoa-2p turin-2p venice-1p hsmp-disabled sparse-ids; do
	: >"$TMP/ready"
	build/bin/epycsim --scenario "$scenario" "$TMP/sim" >"$TMP/ready" 2>&1 &
	pid=$!
	for _ in $(seq 100); do
		grep -q ready "$TMP/ready" && break
		sleep 0.1
	done
	echo 'clock stop' >"$TMP/sim/epycsim/control"
	dumps "$TMP/sim"
	kill "$pid"
	wait "$pid"
	n=$(grep -c . "$TMP/kernel")
	messages=$(grep -c '\.hsmp\.' "$TMP/kernel")
	differ=$(diff "$TMP/kernel" "$TMP/esmi" | grep -c '^[<>]')
	diag "$scenario: $n values, $messages of them by mailbox, $differ lines differ"
	if [ "$messages" -gt 0 ] && [ "$differ" = 0 ]; then
		ok "$scenario: both back ends say the same"
	else
		not_ok "$scenario: both back ends say the same"
		diff "$TMP/kernel" "$TMP/esmi" | head -n 20 | diag
	fi
done
