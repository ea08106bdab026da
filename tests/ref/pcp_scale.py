#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""All metrics of a large machine each second: what it costs.

    pcp_scale.py SECONDS

Prints "key value" lines: times of the fetches as the client and as the agent
see them, processor time of the agent, operations of the machine's devices.
"""
import os
import sys
import time

from agent_golden import Everything, status
from pcp_client import Client, ticks

WARM_FETCHES = 5


def agent():
    """Process of the agent: pmcd's only child."""
    pid = Client(["pmcd.pid"]).fetch().values["pmcd.pid"][None]
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as f:
        return int(f.read().split()[0])


def cpu(pid):
    """User and system time of a process, in seconds."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as f:
        fields = f.read().rpartition(")")[2].split()
    hertz = os.sysconf("SC_CLK_TCK")
    return int(fields[11]) / hertz, int(fields[12]) / hertz


def operations(state):
    """Reads, ioctls and opens of devices and files, by kind."""
    ret = {}
    for key, value in state.items():
        kind = key.split()[0]
        if kind in ("opens", "reads", "ioctls", "batches", "batch_operations"):
            if value.isdigit() and "control" not in key:
                ret[kind] = ret.get(kind, 0) + int(value)
    return ret


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def main():
    seconds = int(sys.argv[1])
    everything = Everything()
    client_ms, agent_ms, values, empty = [], [], [], 0
    pid = agent()
    begin = before = last = None
    number = {name: i for i, name in enumerate(everything.names)}
    fetch_time = number["esmi.agent.fetch_time"]
    cpu_time = number["esmi.agent.cpu_time"]
    for i in ticks(1, WARM_FETCHES + seconds):
        if i == WARM_FETCHES:
            begin, before = cpu(pid), operations(status())
            began = time.monotonic()
        started = time.monotonic()
        result = everything.context.pmFetch(everything.pmids)
        took = (time.monotonic() - started) * 1000
        atom = everything.context.pmExtractValue(
            result.contents.get_valfmt(fetch_time),
            result.contents.get_vlist(fetch_time, 0),
            everything.descs[fetch_time].contents.type,
            everything.descs[fetch_time].contents.type)
        now = atom.ull
        atom = everything.context.pmExtractValue(
            result.contents.get_valfmt(cpu_time),
            result.contents.get_vlist(cpu_time, 0),
            everything.descs[cpu_time].contents.type,
            everything.descs[cpu_time].contents.type)
        if i <= WARM_FETCHES:
            own = [atom.ull, atom.ull]
        own[1] = atom.ull
        counts = [result.contents.get_numval(k)
                  for k in range(len(everything.names))]
        everything.context.pmFreeResult(result)
        if i >= WARM_FETCHES:
            client_ms.append(took)
            # The counter shows fetches up to the one before.
            agent_ms.append((now - last) / 1000)
            values.append(sum(n for n in counts if n > 0))
            empty += sum(n < 0 for n in counts)
        last = now
    span = time.monotonic() - began
    end, after = cpu(pid), operations(status())
    print("fetches", len(client_ms))
    print("values", min(values), max(values))
    print("metrics_with_values", sum(n > 0 for n in counts))
    for who, ms in (("client", client_ms), ("agent", agent_ms)):
        print(f"{who}_median_ms {percentile(ms, 0.5):.1f}")
        print(f"{who}_p99_ms {percentile(ms, 0.99):.1f}")
        print(f"{who}_max_ms {max(ms):.1f}")
    print(f"user_percent {100 * (end[0] - begin[0]) / span:.2f}")
    print(f"system_percent {100 * (end[1] - begin[1]) / span:.2f}")
    print(f"agent_cpu_percent {(own[1] - own[0]) / 1e4 / span:.2f}")
    for kind in sorted(after):
        print(f"{kind}_per_s {(after[kind] - before.get(kind, 0)) / span:.1f}")
    print("same_agent", int(agent() == pid))


if __name__ == "__main__":
    main()
