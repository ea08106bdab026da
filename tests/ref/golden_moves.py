#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Values that follow faults and commands, on the scenario distinct-2p.

Runs inside tools/with-sim; prints "ok SENTENCE" or "bad SENTENCE: WHAT".
"""
import sys
import time

from agent_golden import ERRORS, Everything, brief
from pcp_client import Client, control

EVERYTHING = Everything()


def say(is_right, sentence, got=""):
    print(f"ok {sentence}" if is_right else f"bad {sentence}: {got}")


def settle(seconds=1.5):
    """Let what is fresh for 100 ms, and averages of 1 s, pass."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ret = EVERYTHING.fetch()
        time.sleep(0.2)
    return ret or EVERYTHING.fetch()


def prochot():
    before = settle()
    say(before["esmi.prochot"] == {"socket1": 0, "socket4": 0},
        "PROCHOT is 0 below its threshold", before["esmi.prochot"])
    # The rest alone is above the limit, so cores are held to idle:
    # 28.3 + 0.31 x (250 + 4 x 0.625) = 106.575 degrees, above 90
    control("uncore 0 250")
    hot = settle(2.5)
    say(hot["esmi.prochot"] == {"socket1": 1, "socket4": 0},
        "PROCHOT is 1 on the socket that is too hot, and only there",
        hot["esmi.prochot"])
    say(hot["esmi.temperature.socket"] == {"socket1": 106.5,
                                           "socket4": 49.125},
        "its temperature is that of its power",
        hot["esmi.temperature.socket"])
    say(hot["esmi.clock.active_limit_source"]["socket1"] & 2
        and not hot["esmi.clock.active_limit_source"]["socket4"] & 2,
        "PROCHOT is a source of its clock limit",
        hot["esmi.clock.active_limit_source"])
    control("uncore 0 41.5")


def one_cpu():
    # An attribute of CPU 3 alone: nobody else's value may stand for it.
    control("fault governor file:/sys/devices/system/cpu/cpu3/cpufreq/"
            "scaling_governor errno=EIO")
    control("fault freq file:/sys/devices/system/cpu/cpu3/cpufreq/"
            "scaling_cur_freq errno=EIO")
    control("fault idle file:/sys/devices/system/cpu/cpu3/cpuidle/"
            "*/time errno=EIO")
    now = settle(12)
    for metric in ("pstate.governor", "amd_pstate.scaling_cur_freq",
                   "cpuidle.c2_residency"):
        names = set(now["esmi." + metric])
        say("cpu3" not in names and len(names) == 14,
            f"esmi.{metric} lacks the CPU that can't be read, and only it",
            sorted(names))
    for name in ("governor", "freq", "idle"):
        control(f"fault {name} off")


def rejected():
    """Implausible steps are counted as such, and lost intervals as others."""
    # 300 kW for a while: more than twice the maximum allows.
    control("uncore 0 10000")
    before = settle(0.5)
    control("clock step 1h")
    after = settle(1)
    control("uncore 0 41.5")
    say(after["esmi.energy.rejected_samples"]["socket1"]
        > before["esmi.energy.rejected_samples"]["socket1"],
        "an implausible step counts as a rejected sample",
        after["esmi.energy.rejected_samples"])
    say(after["esmi.energy.lost_intervals"] == {"socket1": 0, "socket4": 0},
        "and not as a lost interval", after["esmi.energy.lost_intervals"])


def busy():
    """What passes is "try again", what is refused is not."""
    control("fault busy hsmp:GET_SOCKET_POWER errno=EBUSY")
    now = settle(1)
    say(now["esmi.power.socket"] == ERRORS["AGAIN"],
        "a busy firmware is PM_ERR_AGAIN", brief(now["esmi.power.socket"]))
    say(now["esmi.hsmp.retries"]["socket1"] > 0
        and now["esmi.hsmp.errors"]["EBUSY"] > 0
        and now["esmi.hsmp.timeouts"]["socket1"] == 0,
        "and counts as retries and EBUSY, not as time-outs",
        brief(now["esmi.hsmp.errors"]))
    control("fault busy off")
    control("fault late hsmp:GET_SOCKET_POWER errno=EINTR")
    now = settle(1)
    say(now["esmi.power.socket"] == ERRORS["AGAIN"],
        "an interrupted message is PM_ERR_AGAIN",
        brief(now["esmi.power.socket"]))
    control("fault late off")
    now = settle(1)
    say(set(now["esmi.power.socket"]) == {"socket1", "socket4"},
        "and the values come back", brief(now["esmi.power.socket"]))


def age():
    """The age of the newest energy sample grows until the next one."""
    client = Client(["esmi.agent.sample_age"])
    ages = []
    for _ in range(40):
        ages.append(client.fetch().values["esmi.agent.sample_age"][None])
        time.sleep(0.1)
    steps = [b - a for a, b in zip(ages, ages[1:])]
    grown = [s for s in steps if 80 <= s <= 400]
    say(len(grown) >= 20, "the sample age grows with time", ages)


def counters():
    """What the agent counts of itself moves."""
    a = EVERYTHING.fetch()
    time.sleep(0.3)
    b = EVERYTHING.fetch()
    moved = [m for m in ("fetch_time", "cpu_time", "reads")
             if b["esmi.agent." + m][None] > a["esmi.agent." + m][None]]
    say(len(moved) == 3, "fetch_time, cpu_time and reads count on", moved)
    say(b["esmi.hsmp.latency_total"]["socket4"]
        > a["esmi.hsmp.latency_total"]["socket4"],
        "so does latency_total", b["esmi.hsmp.latency_total"])


def main():
    for move in (prochot, one_cpu, rejected, busy, age, counters):
        move()
    return 0


if __name__ == "__main__":
    sys.exit(main())
