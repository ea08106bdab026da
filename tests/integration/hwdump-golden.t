#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Every value that hwdump shows of every scenario, or why there is none, against
# lists that were written from the hardware's documentation and the scenarios:
# tests/fixtures/golden/hw, language in tests/ref/golden.py. The machine stands
# still at a time that the list says, so values are exact.
#
# GOLDEN_ONLY="milan-1p rome" takes these only, GOLDEN_SHOWN=N shows more
# differences.

# shellcheck source=tests/integration/epycsim-lib.sh
. "$(dirname "$0")/epycsim-lib.sh"

LISTS=tests/fixtures/golden/hw
hwdump=$O/bin/hwdump
build "$hwdump"
export PYTHONDONTWRITEBYTECODE=1
golden() { /usr/bin/python3 "$TOP/tests/ref/golden.py" "$@"; }

to_ns() # DURATION: whole s or ms
{
	case $1 in
	*[!0-9]ms | '') return 1 ;;
	*ms) echo $((${1%ms} * 1000000)) ;;
	*s) echo $((${1%s} * 1000000000)) ;;
	*) return 1 ;;
	esac
}

model_ns() { sed -n 's/^time_ns //p' "$dir/epycsim/truth"; }

# stop_at DURATION: the model's clock, on the nanosecond
stop_at()
{
	local at now

	at=$(to_ns "$1") || return 1
	control 'clock stop' || return 1
	now=$(model_ns)
	control "clock step $((at - now))ns" || return 1
	[ "$(model_ns)" -eq "$at" ]
}

# dump_of SCENARIO LIST FILE
dump_of()
{
	local options

	# shellcheck disable=SC2046 # words
	read -ra options <<<"$(golden --get "$2" options)"
	sim_start --scenario "$1" || return 1
	stop_at "$(golden --get "$2" time)" || return 1
	"$hwdump" --root "$dir" ${options[@]+"${options[@]}"} >"$3" || return 1
	sim_end "$sim_n"
	unset "sim_pid_$sim_n"
}

for scenario in $("$epycsim" --list | cut -d' ' -f1); do
	list=$LISTS/$scenario.list
	if [ -n "${GOLDEN_ONLY-}" ] && [[ " $GOLDEN_ONLY " != *" $scenario "* ]]; then
		continue
	fi
	sentence="$scenario is what its documentation says"
	if [ ! -f "$list" ]; then
		not_ok "$sentence" "there is no $list"
		continue
	fi
	dump=$TMP/$scenario.dump
	if ! dump_of "$scenario" "$list" "$dump"; then
		not_ok "$sentence" 'the dump failed'
	elif result=$(golden "$list" "$dump"); then
		ok "$sentence"
		diag "${result#ok }"
	else
		not_ok "$sentence" "$result"
	fi
done
