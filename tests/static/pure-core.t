#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What computes does no I/O, has no clock and does not allocate: the objects of
# the pure parts may ask the C library for nothing but what is listed here.
# Only then can a test know that the same input gives the same joules.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/static/files.sh
. tests/static/files.sh
requires nm gcc

# Compilers put these calls in by themselves.
compiler='_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|__popcountdi2'
# 128-bit integers.
compiler="$compiler|__u?(div|mod)ti3|__(float|fix)(un|uns)?[a-z]*ti[a-z]*"
memory='(__)?(mem(cpy|move|set|cmp|chr|rchr)|str(len|nlen|cmp|ncmp|chr|rchr|spn|cspn|pbrk))(_chk)?'
mathematics='(sin|cos|tan|acos|exp|exp2|log|log2|pow|sqrt|floor|ceil|fabs|fmod|round|trunc|rint|nearbyint|lrint|llrint|lround|llround|fmin|fmax|copysign|ldexp|frexp|modf)[fl]?'
formatting='(__)?v?snprintf(_chk)?'
always="$compiler|$memory|__assert_fail|bsearch"

# Prints "object: symbol" for what is undefined there, not listed, and not
# defined in another pure object.
impurities() # regex object...
{
	local allowed=$1
	shift
	nm -A -u "$@" | awk '{ print $1, $NF }' |
		grep -vE " ($allowed)$" |
		grep -vxFf <(nm -g --defined-only "$@" | awk 'NF == 3 { print $3 }' |
			while read -r s; do
				printf '%s\n' "${@/%/: $s}"
			done)
}

objects() # source... : those that exist, as objects
{
	local f

	for f in "$@"; do
		if [ -f "$f" ]; then echo "$O/obj/${f%.c}.o"; fi
	done
}

check() # sentence regex object...
{
	local sentence=$1 allowed=$2
	shift 2
	if [ $# -eq 0 ]; then
		skip "$sentence" "no such source"
	elif build "$@"; then
		empty "$(impurities "$allowed" "$@")" "$sentence"
	else
		not_ok "$sentence" "it cannot be built"
	fi
}

mapfile -t parsers < <(objects base/parse.c base/cpuset.c)
mapfile -t reader < <(objects base/lineread.c)
mapfile -t rapl < <(objects hw/rapl.c hw/rapl_vendor.c)
mapfile -t numbers < <(objects hw/hsmp_msgs.c hw/hsmp_support.c \
	hw/metric_table.c)
mapfile -t model < <(objects sim/model/*.c)

check "parsers and CPU sets are pure" "$always" "${parsers[@]}"
# lineread_fd() is the one function in it that does I/O.
check "the line reader is pure but for read()" \
	"$always|read|__errno_location" "${reader[@]}"
check "energy accumulators are pure" "$always" "${rapl[@]}"
check "messages and metric tables are pure" "$always" "${numbers[@]}"
base_calls=$(nm -g --defined-only "${parsers[@]}" "${reader[@]}" |
	awk 'NF == 3 && $3 != "lineread_fd" { print $3 }' | paste -sd'|')
tables='hsmp_[a-z_]*|msr_[a-z_]*'
check "the simulator's model is pure" \
	"$always|$mathematics|$formatting|$base_calls|$tables" "${model[@]}"

echo '#include <stdlib.h>
void *f(void); void *f(void) { return malloc(1); }' >"$TMP/impure.c"
gcc -c -o "$TMP/impure.o" "$TMP/impure.c"
is "$(impurities "$always" "$TMP/impure.o")" "$TMP/impure.o: malloc" \
	"an allocation is seen"
