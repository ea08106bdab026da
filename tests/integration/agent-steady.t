#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Steady state: 100 fetches of everything open no descriptor and allocate
# nothing.
#
# Allocations are counted by a preloaded malloc (malloc_count.c) under who
# asked. libpcp allocates a buffer for each reply; that is its business and the
# reason why the third count is not asserted. Ours are the calls from the
# program, and those from libc that the program is behind (fopen, asprintf).

# shellcheck source=tests/integration/lib.sh
. "$(dirname "$0")/lib.sh"
needs_chain
requires gcc od
if sanitized; then skip_all 'a sanitizer has its own malloc'; fi

gcc -shared -fPIC -O2 -D_GNU_SOURCE -o "$TMP/malloc_count.so" tests/integration/malloc_count.c ||
	{ not_ok 'malloc_count.c compiles'; exit; }

cat >"$TMP/inside.py" <<'END'
import os
import subprocess
import sys
import time
from pcp_client import Client

METRICS = [line.split()[0] for line in
           subprocess.run(["pminfo", "esmi"], capture_output=True, text=True,
                          check=True).stdout.splitlines()]


def agent():
    pid = Client(["pmcd.pid"]).fetch().values["pmcd.pid"][None]
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as f:
        return int(f.read().split()[0])


def state(pid):
    fds = sorted(os.readlink(f"/proc/{pid}/fd/{n}")
                 for n in os.listdir(f"/proc/{pid}/fd"))
    with open(os.environ["MALLOC_COUNT_FILE"], "rb") as f:
        raw = f.read(24)
    return fds, [int.from_bytes(raw[i:i + 8], "little") for i in (0, 8, 16)]


pid = agent()
# Text metrics can't be extracted as numbers; they are fetched all the same.
client = Client([m for m in METRICS])
fetch = lambda: client.context.pmFreeResult(
    client.context.pmFetch(client.pmids))
# Steady is what no longer opens files: reads go on behind the answers.
opened, before = None, state(pid)
while opened is None or len(opened) != len(before[0]):
    for _ in range(5):
        fetch()
        time.sleep(0.3)
    opened, before = before[0], state(pid)
for _ in range(100):
    fetch()
after = state(pid)
print("metrics", len(METRICS))
print("counting", int(sum(before[1]) > 0))
print("descriptors", len(before[0]), len(after[0]))
print("new", sorted(set(after[0]) - set(before[0]))[:3])
for i, owner in enumerate(("program", "libc", "others")):
    print(owner, after[1][i] - before[1][i])
END
export MALLOC_COUNT_FILE=$TMP/counts MALLOC_COUNT_NAME=pmdaesmi
for scenario in milan-1p milan-2p; do
	: >"$TMP/counts"
	LD_PRELOAD=$TMP/malloc_count.so tools/with-sim "$scenario" -- \
		env -u LD_PRELOAD PYTHONPATH="$REF" "$PYTHON" "$TMP/inside.py" >"$TMP/steady" 2>&1
	is $? 0 "$scenario: all fetches of all metrics succeed"
	diag <"$TMP/steady"
	like "$(cat "$TMP/steady")" 'counting 1' "$scenario: the agent's allocations are counted (it has some at its start)"
	like "$(cat "$TMP/steady")" 'descriptors ([0-9]+) ([0-9]+)' "$scenario: descriptors are counted"
	is "${BASH_REMATCH[2]}" "${BASH_REMATCH[1]}" "$scenario: 100 fetches open no descriptor"
	like "$(cat "$TMP/steady")" $'new \\[\\]' "$scenario: nor do they swap one for another file's"
	like "$(cat "$TMP/steady")" $'program 0\n' "$scenario: 100 fetches allocate nothing in the program"
	like "$(cat "$TMP/steady")" $'libc 0\n' "$scenario: nor in libc on its behalf"
done
