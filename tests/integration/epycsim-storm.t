#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Many clients and commands at once, by real system calls; the program as it is
# and with sanitizers, whose findings would be on stderr.

# shellcheck source=tests/integration/epycsim-lib.sh
. "$(dirname "$0")/epycsim-lib.sh"

storm() # folder of a variant, kind of sysfs, variables of its build
{
	local before variant=$1 sysfs=$2

	shift 2
	flock build/.lock make -s --no-print-directory O="$variant" "$@" "$variant/bin/epycsim" >&2 || exit 1
	epycsim=$variant/bin/epycsim
	sim_start --scenario milan-1p --sysfs "$sysfs" || exit 1
	variant+=" with sysfs on $sysfs"
	like "$(client storm "$dir" 3 6)" '^OK [1-9]' "$variant: all answers were right"
	before=$(find "/proc/$sim/fd" -type l | wc -l)
	client storm "$dir" 1 6 >/dev/null
	is "$(find "/proc/$sim/fd" -type l | wc -l)" "$before" "$variant: no descriptor is kept"
	kill "$sim"
	wait "$sim"
	is "$? $(cat "$TMP/err")" '0 ' "$variant: it ends well and has said nothing"
}

mkdir -p build
storm build fuse
storm build/asan fuse SAN=address,undefined
storm build/asan tmpfs SAN=address,undefined
storm build/tsan fuse SAN=thread
storm build/tsan tmpfs SAN=thread
