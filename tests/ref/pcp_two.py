#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Two clients at different rates, one of them with a one-instance profile.

Runs inside tools/with-sim on distinct-2p; prints "ok SENTENCE" or "bad
SENTENCE: WHAT". A message in the machine's count is one that was sent.
"""
import sys
import threading
import time

from agent_golden import status
from pcp_client import Client, ticks

SECONDS = 8


def say(is_right, sentence, got=""):
    print(f"ok {sentence}" if is_right else f"bad {sentence}: {got}")


def sent(message):
    return int(status().get("ioctls " + message, 0))


class Poller(threading.Thread):
    """Fetches at a rate; keeps the samples."""

    def __init__(self, metrics, interval, only=None):
        super().__init__()
        self.client = Client(metrics)
        self.interval = interval
        self.samples = []
        if only:
            for desc, names in zip(self.client.descs, self.client.names):
                number = next(i for i, n in names.items() if n == only)
                self.client.context.pmDelProfile(desc, None)
                self.client.context.pmAddProfile(desc, [number])

    def run(self):
        for _ in ticks(self.interval, int(SECONDS / self.interval)):
            self.samples.append(self.client.fetch())


def run(*pollers):
    """All at once; messages per metric of interest that they caused."""
    # Longer than what is young enough to be shared.
    time.sleep(0.5)
    names = ("GET_CCLK_CORE_LIMIT", "GET_SOCKET_POWER")
    before = [sent(n) for n in names]
    for p in pollers:
        p.start()
    for p in pollers:
        p.join()
    return [sent(n) - b for n, b in zip(names, before)]


def watts(samples, name):
    """Power by differences of a sum and the times of the answers."""
    first, last = samples[0], samples[-1]
    return ((last.values["esmi.energy.pkg"][name]
             - first.values["esmi.energy.pkg"][name]) / 1e6
            / (last.stamp - first.stamp))


def main():
    for _ in range(5):
        Client(["esmi.cclk_limit", "esmi.power.socket"]).fetch()
        time.sleep(0.2)

    one = Poller(["esmi.cclk_limit"], 1, "cpu2")
    alone = run(one)
    say(all(set(s.values["esmi.cclk_limit"]) == {"cpu2"}
            for s in one.samples), "one instance is asked for, one comes")
    say(alone[0] == len(one.samples),
        "and one message is sent for each fetch of it", alone)
    say(alone[1] == 0, "none for what nobody asked for", alone)

    one = Poller(["esmi.cclk_limit"], 1, "cpu2")
    power = Poller(["esmi.power.socket", "esmi.energy.pkg"], 0.25)
    both = run(one, power)
    say(all(set(s.values["esmi.cclk_limit"]) == {"cpu2"}
            for s in one.samples), "beside another client, too")
    say(both[0] == len(one.samples),
        "the other client causes no message about cores", both)
    say(both[1] == 2 * len(power.samples),
        "each fetch of the other sends one message to each socket", both)
    seen = [s.values["esmi.power.socket"] for s in power.samples]
    say(all(v in ({"socket1": 61760, "socket4": 67402},
                  {"socket1": 61760, "socket4": 67403}) for v in seen),
        "it sees all of its instances in each fetch", seen[:3])
    say(abs(watts(power.samples, "socket1") - 61.76) < 2,
        "power by energy is that of the machine", watts(power.samples,
                                                        "socket1"))

    fast = Poller(["esmi.energy.pkg"], 0.25, "socket4")
    slow = Poller(["esmi.energy.pkg"], 2)
    run(fast, slow)
    say(all(set(s.values["esmi.energy.pkg"]) == {"socket4"}
            for s in fast.samples), "a profile of one socket gives one sum")
    say(all(len(s.values["esmi.energy.pkg"]) == 2 for s in slow.samples),
        "the slow client without a profile gets both")
    say(abs(watts(fast.samples, "socket4") - 67.4) < 2
        and abs(watts(slow.samples, "socket4") - 67.4) < 2
        and abs(watts(slow.samples, "socket1") - 61.76) < 2,
        "both see the same power, each at its own rate",
        (watts(fast.samples, "socket4"), watts(slow.samples, "socket4")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
