#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A machine of 2 x 64 cores with SMT, as PCP's own client sees it: how many
# values, names of instances, labels. What is expected follows from the
# machine's description: core c of socket s is cpu(64 s + c), its sibling is
# cpu(128 + 64 s + c), a CCD has 8 cores.

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain

# instances METRIC FILE - Names of its instances in a pminfo -f output.
instances()
{
	sed -n "/^$1\$/,/^\$/s/^ *inst \[[0-9]* or \"\([^\"]*\)\"\] value .*/\1/p" "$2"
}

names() { seq -f "$1%g" "$2" "$3"; }

four=(pminfo -f esmi.power.socket esmi.energy.pkg esmi.boostlimit
	esmi.cpuidle.c2_residency)
# A sanitizer makes the first fetch, which opens 256 files, slower than an
# agent may be; the second one finds them open.
if sanitized; then
	# shellcheck disable=SC2016 # expanded by the inner shell
	four=(sh -c '"$@" >/dev/null; exec "$@"' sh "${four[@]}")
fi
tools/with-sim milan-2p -- "${four[@]}" >"$TMP/values" 2>"$TMP/errors"
is $? 0 'pminfo -f of four metrics succeeds'
empty "$(cat "$TMP/errors")" 'and complains of nothing'
is "$(instances esmi.power.socket "$TMP/values")" "$(names socket 0 1)" 'power has 2 values, socket0 and socket1'
is "$(instances esmi.energy.pkg "$TMP/values")" "$(names socket 0 1)" 'energy has 2 values, socket0 and socket1'
is "$(instances esmi.boostlimit "$TMP/values" | sort -V)" "$(names cpu 0 127)" 'the boost limit has 128 values, one for each physical core'
is "$(instances esmi.cpuidle.c2_residency "$TMP/values" | sort -V)" "$(names cpu 0 255)" 'C2 residency has 256 values, one for each logical CPU'

# Metadata and values of the whole tree: 9,000 files, which FUSE would serve
# ten times slower than a real sysfs does. The first fetch opens them.
# shellcheck disable=SC2016 # expanded by the inner shell
tools/with-sim milan-2p --sysfs tmpfs -- sh -c '
	pminfo -l esmi.power.socket >"$TMP/labels_socket"
	pminfo -l esmi.boostlimit >"$TMP/labels_core"
	pminfo -l esmi.cpuidle.c2_residency >"$TMP/labels_cpu"
	pminfo -dtT esmi >"$TMP/texts" 2>&1
	pminfo -f esmi >/dev/null 2>&1
	sleep 2
	pminfo -f esmi >"$TMP/all" 2>&1'

"$PYTHON" - "$TMP" >"$TMP/labels_verdict" 2>&1 <<'END'
"""Labels of every instance against the machine's description."""
import json
import re
import sys

tmp = sys.argv[1]


def labels(path):
    ret = {}
    with open(path, encoding="ascii") as f:
        for line in f:
            m = re.match(r'\s+inst \[\d+ or "([^"]+)"\] labels (\{.*\})', line)
            if m:
                ret[m.group(1)] = json.loads(m.group(2))
    return ret


def check(path, expected):
    got = labels(path)
    bad = [n for n in expected
           if {k: got.get(n, {}).get(k) for k in expected[n]} != expected[n]]
    for name in bad[:3]:
        print(path, name, got.get(name), "wanted", expected[name])
    print("checked", len(expected), "instances, wrong:", len(bad))


check(tmp + "/labels_socket",
      {f"socket{s}": {"socket_id": s, "disp_instance": f"socket{s}"}
       for s in range(2)})
check(tmp + "/labels_core",
      {f"cpu{n}": {"socket_id": n // 64, "die_id": n % 64 // 8,
                   "disp_instance": f"cpu{n}"} for n in range(128)})
check(tmp + "/labels_cpu",
      {f"cpu{n}": {"socket_id": n % 128 // 64, "die_id": n % 64 // 8,
                   "disp_instance": f"cpu{n}"} for n in range(256)})
END
is "$(cat "$TMP/labels_verdict")" "checked 2 instances, wrong: 0
checked 128 instances, wrong: 0
checked 256 instances, wrong: 0" 'pminfo -l tells socket_id, die_id and disp_instance of every instance'

n=$(grep -c '^esmi\.' "$TMP/texts")
is "$(grep -c '^esmi\.[a-z0-9_.]* \[..*\]$' "$TMP/texts") $(grep -c '^    Data Type: ' "$TMP/texts") $(grep -c '^Help:$' "$TMP/texts")" \
	"$n $n $n" 'every metric has a line, a descriptor and a help text'
empty "$(grep -E 'Error|Unknown|No PMCD agent' "$TMP/all" | grep -v 'Metric not supported by this version')" \
	'pminfo -f of everything meets no error but that this platform lacks a metric'

# Packages 0 and 3: names follow the package id, the count does not.
tools/with-sim sparse-ids -- pminfo -f esmi.power.socket esmi.energy.pkg \
	esmi.topology.n_sockets >"$TMP/sparse" 2>&1
is "$(instances esmi.power.socket "$TMP/sparse" | xargs)" 'socket0 socket3' 'packages 0 and 3 are socket0 and socket3'
is "$(instances esmi.energy.pkg "$TMP/sparse" | xargs)" 'socket0 socket3' 'for energy, too'
like "$(cat "$TMP/sparse")" 'n_sockets
    value 2' 'and they are 2 sockets'
