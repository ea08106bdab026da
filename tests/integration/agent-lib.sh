# shellcheck shell=bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# DOC: What agent-*.t share: a machine whose sysfs is as quick as a real one
#
# tools/with-sim mounts all of sysfs by FUSE, at some 80 us a read and two
# processors: a machine of hundreds of CPUs is then slower than any real one.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

plain_pid=
plain_dir=
# What runs the programs: steady_hand where times are asserted.
plain_by=(env)

# plain_end - Unmount; for the case that the script dies half-way, too.
plain_end()
{
	[[ -n $plain_pid ]] || return 0
	kill "$plain_pid" 2>/dev/null
	wait "$plain_pid" 2>/dev/null
	plain_pid=
	if grep -qF " $plain_dir " /proc/self/mounts; then umount -l "$plain_dir"; fi
}

# plain_ready FILE - epycsim has said so, or has ended.
plain_ready() { [[ -s $1 ]] || ! kill -0 "$plain_pid" 2>/dev/null; }

# on_plain SCENARIO [WITH-PCP'S OPTION]... -- COMMAND... - As with-sim does.
on_plain()
{
	local scenario=$1 status fd

	shift
	plain_dir=$(mktemp -d "$TMP/plain.XXXXXX")
	cleanup_fn plain_end
	exec {fd}>"$plain_dir.ready"
	"${plain_by[@]}" "$OUT/bin/epycsim" --scenario "$scenario" --sysfs tmpfs \
		--ready-fd "$fd" "$plain_dir" >"$plain_dir.log" 2>&1 &
	plain_pid=$!
	exec {fd}>&-
	eventually 20 plain_ready "$plain_dir.ready"
	[[ -s $plain_dir.ready ]] || {
		diag <"$plain_dir.log"
		return 125
	}
	JOULEPATH_SIM=$plain_dir "${plain_by[@]}" tools/with-pcp --root "$plain_dir" "$@"
	status=$?
	plain_end
	return "$status"
}
