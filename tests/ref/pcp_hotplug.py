#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Changes of the machine under a running agent, on distinct-2p.

Runs inside tools/with-sim; prints "ok SENTENCE" or "bad SENTENCE: WHAT".

distinct-2p has cores 0 to 7 of which 4 to 7 are on package 4; CPU n + 8 is
the sibling of CPU n; CPU 6 is offline. Powers: 61.76 W and 67.4025 W.
"""
import sys
import time

import cpmapi as c_api
from agent_golden import Everything
from pcp_client import control, read_truth
from pcp_scale import agent

EVERYTHING = Everything()
SUMS = ["esmi.energy.pkg", "esmi.energy.core", "esmi.cpuidle.c2_residency",
        "esmi.energy.wraps", "esmi.energy.lost_intervals"]
# Whatever a change costs, it is over by then.
SETTLE = 6


def say(is_right, sentence, got=""):
    print(f"ok {sentence}" if is_right else f"bad {sentence}: {got}")


def numbers(metric):
    """Instances of a metric: {name: number}."""
    desc = EVERYTHING.descs[EVERYTHING.names.index(metric)]
    assert desc.contents.indom != c_api.PM_INDOM_NULL
    return {name: inst for inst, name in EVERYTHING.instances(desc).items()}


def until(is_so, seconds=SETTLE):
    """Fetch until something is so; the last fetch."""
    end = time.monotonic() + seconds
    while True:
        now = EVERYTHING.fetch()
        if is_so(now) or time.monotonic() > end:
            return now
        time.sleep(0.2)


def values(now, metric):
    return now[metric] if isinstance(now[metric], dict) else {}


class Watch:
    """Sums must not fall; nor that of a package rise faster than its limit."""

    def __init__(self):
        self.last = {}
        self.falls = []

    def look(self, now):
        at = read_truth().time
        for metric in SUMS:
            for name, value in values(now, metric).items():
                old, then = self.last.get((metric, name), (value, at))
                # 205 W, and a second for what lies between fetch and truth.
                most = (205e6 * (at - then + 1)
                        if metric == "esmi.energy.pkg" else float("inf"))
                if not 0 <= value - old <= most:
                    self.falls.append((metric, name, old, value))
                self.last[metric, name] = (value, at)


def joules(now, package):
    return values(now, "esmi.energy.pkg").get(package, 0) / 1e6


def rate(package, seconds=2):
    """Average power by the agent's sums and the machine's own clock."""
    a, t = EVERYTHING.fetch(), read_truth()
    time.sleep(seconds)
    b, u = EVERYTHING.fetch(), read_truth()
    return (joules(b, package) - joules(a, package)) / (u.time - t.time)


def offline(watch):
    before = numbers("esmi.pstate.governor")
    cores = numbers("esmi.energy.core")
    control("cpu 3 off")
    now = until(lambda n: "cpu3" not in values(n, "esmi.pstate.governor"))
    watch.look(now)
    after = numbers("esmi.pstate.governor")
    say("cpu3" not in values(now, "esmi.pstate.governor")
        and "cpu3" not in after and len(after) == len(before) - 1,
        "a CPU that goes offline is no instance", sorted(after))
    say(all(before[name] == inst for name, inst in after.items()),
        "the other CPUs keep their numbers", after)
    say(now["esmi.topology.n_cpus"] == {None: 14}, "n_cpus is one less",
        now["esmi.topology.n_cpus"])
    say(len(values(now, "esmi.energy.core")) == 8,
        "its core is still there, by its sibling",
        sorted(values(now, "esmi.energy.core")))
    say(numbers("esmi.energy.core") == cores,
        "with the name and number that it had", numbers("esmi.energy.core"))
    control("cpu 11 off")
    now = until(lambda n: len(values(n, "esmi.boostlimit")) == 7)
    watch.look(now)
    say(len(values(now, "esmi.boostlimit")) == 7
        and now["esmi.topology.n_cores"] == {None: 7},
        "a core without CPUs is gone", sorted(values(now, "esmi.boostlimit")))
    # What its register shows when it comes back is less than its sum.
    control("reset counters")
    time.sleep(1)
    watch.look(EVERYTHING.fetch())
    control("cpu 3 on")
    control("cpu 11 on")
    now = until(lambda n: len(values(n, "esmi.pstate.governor")) == 15
                and len(values(n, "esmi.energy.core")) == 8)
    watch.look(now)
    say(numbers("esmi.pstate.governor") == before,
        "when they come back, names and numbers are those of before",
        numbers("esmi.pstate.governor"))
    say(set(values(now, "esmi.cpuidle.c2_residency")) == set(before),
        "and so are the values", len(values(now, "esmi.cpuidle.c2_residency")))
    say(not watch.falls, "no sum has fallen or jumped", watch.falls[:3])
    control("cpu 6 on")
    now = until(lambda n: "cpu6" in values(n, "esmi.pstate.governor"))
    watch.look(now)
    say("cpu6" in values(now, "esmi.amd_pstate.scaling_cur_freq")
        and now["esmi.topology.n_cpus"] == {None: 16},
        "a CPU that was offline at the start is served when it comes",
        now["esmi.topology.n_cpus"])
    control("cpu 6 off")
    until(lambda n: "cpu6" not in values(n, "esmi.pstate.governor"))


def package(watch):
    """The second package goes, and a core of it comes back later."""
    for cpus in ("4-7", "12-15"):
        control(f"cpu {cpus} off")
    now = until(lambda n: len(values(n, "esmi.energy.pkg")) == 1)
    watch.look(now)
    say(list(values(now, "esmi.energy.pkg")) == ["socket1"],
        "a package without CPUs is gone", now["esmi.energy.pkg"])
    control("reset counters")
    time.sleep(1)
    watch.look(EVERYTHING.fetch())
    for cpus, cores in (("4-5", 6), ("12-15", 8), ("7", 8)):
        control(f"cpu {cpus} on")
        watch.look(until(lambda n, cores=cores: len(values(
            n, "esmi.energy.core")) == cores
            and len(values(n, "esmi.energy.pkg")) == 2))
    now = until(lambda n: len(values(n, "esmi.pstate.governor")) == 15)
    watch.look(now)
    say(len(values(now, "esmi.energy.core")) == 8
        and len(values(now, "esmi.energy.pkg")) == 2,
        "it comes back core by core", sorted(values(now, "esmi.energy.core")))
    say(not watch.falls, "and no sum has fallen or jumped by that",
        watch.falls[:3])
    got = rate("socket4")
    say(abs(got - 67.4) < 3, "and its power by energy is right", got)


def smt(watch):
    before = numbers("esmi.pstate.governor")
    control("smt off")
    now = until(lambda n: len(values(n, "esmi.pstate.governor")) <= 8)
    watch.look(now)
    left = set(values(now, "esmi.pstate.governor"))
    say(left and not left & {f"cpu{n}" for n in (8, 9, 10, 11, 12, 13, 15)},
        "without SMT the second threads are gone", sorted(left))
    say(now["esmi.topology.n_cpus"][None] == len(left),
        "n_cpus counts what is left", now["esmi.topology.n_cpus"])
    say(abs(rate("socket1") - 61.76) < 3,
        "power by energy is as before", rate("socket1"))
    control("smt on")
    control("cpu 6 off")
    now = until(lambda n: set(values(n, "esmi.pstate.governor"))
                == set(before))
    watch.look(now)
    say(numbers("esmi.pstate.governor") == before,
        "with SMT again names and numbers are those of before",
        sorted(values(now, "esmi.pstate.governor")))
    say(not watch.falls, "no sum has fallen or jumped by SMT", watch.falls[:3])


def driver(watch):
    control("driver unbind")
    now = until(lambda n: not values(n, "esmi.power.socket"))
    watch.look(now)
    say(not values(now, "esmi.power.socket")
        and not values(now, "esmi.prochot"),
        "without a driver the mailbox has no values",
        now["esmi.power.socket"])
    say(set(now["esmi.hsmp.state"].values()) == {"no-device"},
        "and its state says why", now["esmi.hsmp.state"])
    say(len(values(now, "esmi.energy.pkg")) == 2,
        "registers are served all the same", now["esmi.energy.pkg"])
    control("driver bind")
    now = until(lambda n: len(values(n, "esmi.power.socket")) == 2, 12)
    watch.look(now)
    say(values(now, "esmi.power.socket").get("socket1") == 61760
        and set(now["esmi.hsmp.state"].values()) == {"ok"},
        "with a driver again the values are back",
        (now["esmi.power.socket"], now["esmi.hsmp.state"]))


def reset(watch):
    before = EVERYTHING.fetch()
    control("reset counters")
    time.sleep(0.3)
    now = EVERYTHING.fetch()
    watch.look(now)
    say(joules(now, "socket1") >= joules(before, "socket1")
        and joules(now, "socket1") - joules(before, "socket1") < 205,
        "a reset of the counters makes no sum jump",
        (joules(before, "socket1"), joules(now, "socket1")))
    got = rate("socket1")
    say(abs(got - 61.76) < 3, "and the power by energy is right after it",
        got)


def suspend(watch):
    watch.look(EVERYTHING.fetch())
    before = EVERYTHING.fetch()
    control("clock step 60s")
    now = until(lambda n: joules(n, "socket4") > joules(before, "socket4"), 2)
    for _ in range(5):
        time.sleep(0.2)
        now = EVERYTHING.fetch()
    watch.look(now)
    grown = joules(now, "socket4") - joules(before, "socket4")
    # All of it, or nothing with a sample that was rejected: never more.
    rejected = now["esmi.energy.rejected_samples"]["socket4"]
    say(grown < 67.4025 * 65, "a suspend of 60 s makes no sum jump", grown)
    say(grown > 67.4025 * 59 or rejected > 0,
        "its energy is counted, or a rejected sample says that it is not",
        (grown, rejected))
    got = rate("socket4")
    say(abs(got - 67.4) < 3, "and the power by energy is right after it", got)
    say(not watch.falls, "no sum has fallen or jumped in all of this", watch.falls[:3])


def main():
    pid = agent()
    watch = Watch()
    for _ in range(5):
        watch.look(EVERYTHING.fetch())
        time.sleep(0.3)
    for change in (offline, package, smt, driver, reset, suspend):
        change(watch)
    say(agent() == pid, "the agent is the same process", agent())
    return 0


if __name__ == "__main__":
    sys.exit(main())
