# SPDX-License-Identifier: LGPL-2.1-or-later
"""Watch all esmi metrics of the agent once a second; print one JSON object.

Runs as the command of with-sim. Times of fetches are the client's, costs the
agent's own account and the kernel's of its process.

usage: agent_scale.py SECONDS LOOP_PROGRAM
"""

import json
import os
import subprocess
import sys
import time

import cpmapi as c
from pcp import pmapi

PER_CORE = (0x0A, 0x1A, 0x31)
PER_SOCKET = (0x02, 0x04, 0x06, 0x07, 0x0B, 0x0F, 0x10, 0x11, 0x14, 0x19,
              0x1B, 0x1C, 0x32)
RESPONSES = {0x0F: 2, 0x31: 2, 0x32: 2}
CPU_FILES = ("scaling_driver scaling_governor scaling_available_governors "
             "scaling_cur_freq scaling_min_freq scaling_max_freq "
             "cpuinfo_min_freq cpuinfo_max_freq amd_pstate_max_freq "
             "amd_pstate_lowest_nonlinear_freq amd_pstate_highest_perf "
             "amd_pstate_prefcore_ranking energy_performance_preference"
             ).split()
IDLE_FILES = "time usage above below".split()


def single(ctx, name):
    pmid = ctx.pmLookupName([name])
    desc = ctx.pmLookupDescs(pmid)
    result = ctx.pmFetch(pmid)
    atom = ctx.pmExtractValue(result.contents.get_valfmt(0),
                              result.contents.get_vlist(0, 0),
                              desc[0].contents.type, c.PM_TYPE_U64)
    ctx.pmFreeResult(result)
    return atom.ull


def cpu_ticks(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as f:
        words = f.read().rsplit(")", 1)[1].split()
    return int(words[11]), int(words[12])


def value_list(sim):
    """What a loop over values would read for the same metrics."""
    cpus, apicids, cores = [], {}, []
    block = None
    with open(f"{sim}/proc/cpuinfo", encoding="ascii") as f:
        for line in f:
            key, _, value = line.partition(":")
            if key.strip() == "processor":
                block = int(value)
                cpus.append(block)
            elif key.strip() == "apicid":
                apicids[block] = int(value)
    sysfs = "sys/devices/system/cpu"
    lines, sockets = [], set()
    for cpu in cpus:
        base = f"{sysfs}/cpu{cpu}"
        with open(f"{sim}/{base}/topology/thread_siblings_list",
                  encoding="ascii") as f:
            first = int(f.read().replace("-", ",").split(",")[0])
        with open(f"{sim}/{base}/topology/physical_package_id",
                  encoding="ascii") as f:
            socket = int(f.read())
        sockets.add(socket)
        if first == cpu:
            cores.append((socket, apicids[cpu]))
        lines += [f"r {base}/cpufreq/{n}" for n in CPU_FILES]
        lines += [f"r {base}/cpuidle/state{s}/{n}" for s in range(3)
                  for n in IDLE_FILES]
    order = {s: i for i, s in enumerate(sorted(sockets))}
    for socket, apicid in cores:
        lines += [f"h {order[socket]} {m} 1 {RESPONSES.get(m, 1)} {apicid}"
                  for m in PER_CORE]
    for i in order.values():
        lines += [f"h {i} {m} 0 {RESPONSES.get(m, 1)} 0" for m in PER_SOCKET]
    return lines, len(cpus)


def main():
    seconds, loop = int(sys.argv[1]), sys.argv[2]
    sim = os.environ["JOULEPATH_SIM"]
    lines, n_cpus = value_list(sim)
    ctx = pmapi.pmContext(c.PM_CONTEXT_HOST, "local:")
    names = []
    ctx.pmTraversePMNS("esmi", names.append)
    names = [n.decode() if isinstance(n, bytes) else n for n in names]
    pmids = ctx.pmLookupName(names)
    pmcd = single(ctx, "pmcd.pid")
    pid = int(subprocess.run(["pgrep", "-P", str(pmcd), "-x", "pmdaesmi"],
                             capture_output=True, text=True,
                             check=True).stdout.split()[0])
    for _ in range(5):
        ctx.pmFreeResult(ctx.pmFetch(pmids))
        time.sleep(1)
    reads, spent = single(ctx, "esmi.agent.reads"), single(
        ctx, "esmi.agent.fetch_time")
    user, system = cpu_ticks(pid)
    begin, times, values, again = time.monotonic(), [], 0, 0
    for i in range(seconds):
        now = time.monotonic()
        result = ctx.pmFetch(pmids)
        times.append(time.monotonic() - now)
        counts = [result.contents.get_numval(k) for k in range(len(names))]
        values = sum(n for n in counts if n > 0)
        again += sum(n == c.PM_ERR_AGAIN for n in counts)
        ctx.pmFreeResult(result)
        if i % 10 == 9:
            print(f"{n_cpus} CPUs: {i + 1} of {seconds} s", file=sys.stderr)
        time.sleep(max(0, begin + i + 1 - time.monotonic()))
    span = time.monotonic() - begin
    user, system = (b - a for a, b in zip((user, system), cpu_ticks(pid)))
    spent = single(ctx, "esmi.agent.fetch_time") - spent
    reads = single(ctx, "esmi.agent.reads") - reads
    out = subprocess.run([loop, sim, "3"], input="\n".join(lines) + "\n",
                         capture_output=True, text=True, check=True).stdout
    peer = {k: float(v) for k, v in (w.split() for w in out.splitlines())}
    with open(f"/proc/{pid}/status", encoding="ascii") as f:
        rss = next(int(w.split()[1]) for w in f if w.startswith("VmRSS"))
    times.sort()
    hz = os.sysconf("SC_CLK_TCK")
    print(json.dumps({
        "cpus": n_cpus, "metrics": len(names), "values": values,
        "again": again, "seconds": seconds,
        "p50_ms": times[len(times) // 2] * 1e3,
        "p99_ms": times[min(len(times) - 1, int(len(times) * 0.99))] * 1e3,
        "agent_fetch_ms": spent / 1e3 / (seconds + 1),
        "user_percent": user / hz / span * 100,
        "system_percent": system / hz / span * 100,
        "reads_per_s": reads / span, "rss_kib": rss,
        "loop_values": peer["values"] / peer["passes"],
        "loop_calls": peer["calls"] / peer["passes"],
        "loop_cpu_ms": (peer["user_us"] + peer["system_us"]) / 1e3
                       / peer["passes"],
        "loop_wall_ms": peer["wall_us"] / 1e3 / peer["passes"],
    }))


main()
