# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
#
# Starts simulators for epycsim-*.t. sim_start ARGUMENT... mounts one at a new
# folder and sets $dir and $sim (its process); all are ended at exit.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"

[ -e /dev/fuse ] || skip_all '/dev/fuse is missing'
[ "$(id -u)" -eq 0 ] || skip_all 'only root may mount for others'
[ -x /usr/bin/python3 ] || skip_all 'python3 is not installed'
epycsim=$O/bin/epycsim
build "$epycsim"
client() { /usr/bin/python3 "$TOP/tests/integration/simclient.py" "$@"; }

# Others shall reach what is mounted below.
chmod 711 "$TMP"
sim_n=0
sim=
dir=

# A second start at the same folder must find it as the first did.
sim_run() # argument... : into $dir, until the ready line or 5 s
{
	local i

	# The child opens it later than we look.
	: >"$TMP/out"
	"$epycsim" "$@" "$dir" >"$TMP/out" 2>"$TMP/err" &
	sim=$!
	for ((i = 0; i < 500; i++)); do
		if grep -q ' ready at ' "$TMP/out"; then return 0; fi
		if ! kill -0 $sim 2>/dev/null; then break; fi
		sleep 0.01
	done
	diag <"$TMP/err"
	return 1
}

sim_start() # argument...
{
	sim_n=$((sim_n + 1))
	dir=$TMP/m$sim_n
	mkdir "$dir"
	cleanup_fn sim_end "$sim_n"
	sim_run "$@"
	eval "sim_pid_$sim_n=$sim"
}

# Ends a simulator; the last resort is for a test that has failed anyway.
sim_end() # number
{
	local pid=sim_pid_$1

	if [ -n "${!pid-}" ]; then
		kill "${!pid}" 2>/dev/null
		wait "${!pid}" 2>/dev/null
	fi
	if is_mounted "$TMP/m$1"; then umount -l "$TMP/m$1"; fi
}

is_mounted() # folder
{
	grep -q " $1 " /proc/self/mountinfo
}

names() # folder : what is in it, each with a blank behind it
{
	find "$1" -mindepth 1 -maxdepth 1 -printf '%f\n' | LC_ALL=C sort | tr '\n' ' '
}

control() # line... : one write
{
	printf '%s\n' "$@" >"$dir/epycsim/control"
}

now_ms() { echo $(($(date +%s%N) / 1000000)); }
