#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The same sources with PCP 7: a throw-away Debian sid root, the build, and the
# integration tests in it. Needs root and a network with Debian's packages;
# the root lives in $TMP and goes with it. JOULEPATH_SID=DIR keeps it there
# and uses it again.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
requires debootstrap unshare chroot git
[ "$(id -u)" = 0 ] || skip_all 'needs root'
[ -e /dev/fuse ] || skip_all '/dev/fuse is missing'

root=${JOULEPATH_SID:-$TMP/sid}
packages='gcc make libc6-dev pkg-config libfuse3-dev fuse3 libcmocka-dev pcp
	python3-pcp libpcp-pmda3-dev libpcp4-dev perl procps curl git iproute2
	util-linux python3'

# inside COMMAND... - In the root, with a mount namespace that goes with it.
inside()
{
	# shellcheck disable=SC2016 # the inner shell expands
	unshare -m bash -c '
		root=$1
		shift
		mount --make-rprivate / &&
		mount -t proc proc "$root/proc" &&
		mount --rbind /sys "$root/sys" &&
		mount --rbind /dev "$root/dev" &&
		exec env -i HOME=/root TERM=dumb LC_ALL=C.UTF-8 \
			PATH=/usr/sbin:/usr/bin:/sbin:/bin \
			DEBIAN_FRONTEND=noninteractive SYSTEMD_OFFLINE=1 \
			chroot "$root" "$@"' inside "$root" "$@"
}

mirror()
{
	awk '/^URIs:/ { print $2; exit } /^deb / { for (i = 2; i <= NF; i++)
		if ($i ~ /^http/) { print $i; exit } }' \
		/etc/apt/sources.list.d/debian.sources /etc/apt/sources.list \
		2>/dev/null
}

make_root()
{
	[ -e "$root/usr/lib/pcp/bin/pmcd" ] && return 0
	debootstrap --variant=minbase --include=ca-certificates sid "$root" \
		"$(mirror)" || return 1
	printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
	chmod 755 "$root/usr/sbin/policy-rc.d"
	printf '%s\n' 'Acquire::Check-Valid-Until "false";' \
		'Acquire::Check-Date "false";' \
		'APT::Install-Recommends "false";' \
		>"$root/etc/apt/apt.conf.d/99throw-away"
	# shellcheck disable=SC2086 # a list
	inside sh -c 'apt-get update && apt-get install -y "$@"' sh $packages
}

diag 'a Debian sid root: about two minutes'
if make_root >"$TMP/root.log" 2>&1; then ok 'a root with PCP 7 can be made'; else
	not_ok 'a root with PCP 7 can be made'
	tail -n 15 "$TMP/root.log" | diag
	exit 1
fi
version=$(inside sed -n 's/^PCP_VERSION=//p' /etc/pcp.conf)
like "$version" '^7\.' "it has PCP 7: $version"

rm -rf "$root/joulepath"
mkdir "$root/joulepath"
git ls-files -z | xargs -0 tar -cf - | tar -xf - -C "$root/joulepath"
if inside sh -c 'cd /joulepath && make -s -j2 all' >"$TMP/build.log" 2>&1; then
	ok 'its programs build'
else
	not_ok 'its programs build'
	grep -E 'error' "$TMP/build.log" | head -n 20 | diag
	exit 1
fi
for test in agent-shape agent-labels agent-hotplug agent-disabled dbpmda with-sim energy-constant energy-wrap agent-slow; do
	diag "$test in the root"
	if inside sh -c "cd /joulepath && bash tests/integration/$test.t" >"$TMP/$test.log" 2>&1; then
		ok "tests/integration/$test.t passes with PCP $version"
	else
		not_ok "tests/integration/$test.t passes with PCP $version"
		grep -A 15 '^not ok' "$TMP/$test.log" | head -n 40 | diag
	fi
done
