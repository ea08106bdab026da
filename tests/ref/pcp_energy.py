# SPDX-License-Identifier: LGPL-2.1-or-later
"""Compare the agent's energy sums with the simulator's truth.

Every sum is bracketed: truth, fetch, truth. The sample that the fetch shows
was taken inside of the bracket, so that a sum that is late, lost or counted
twice can't hide, and a busy machine can't make a right sum look wrong.

usage: pcp_energy.py follow INTERVAL SECONDS METRIC
       pcp_energy.py gap SECONDS METRIC
       pcp_energy.py exact SECONDS METRIC...
       pcp_energy.py grain INTERVAL SECONDS METRIC [HOST]
       pcp_energy.py hold INTERVAL SECONDS

follow	fetch each INTERVAL for SECONDS; every sum must be the truth's
gap	one fetch, SECONDS without any client, one fetch; the same
exact	SECONDS of model time between two fetches with the clock stopped
grain	how often the sums change for who runs this: prints count and span
hold	fetch a bit of everything each INTERVAL for SECONDS: prints the number
	of fetches, the longest one, and how many had values of which metric

The last line says "ok ..." or "bad ...", exit status 0 or 1.
"""

import sys
import time

from pcp_client import Client, control, read_truth, ticks

# Registers show the energy of the last whole millisecond; 2 ms are allowed
# for that and for the clock of the simulator's answer.
REGISTER_S = 0.002


class Follower:
    """Sums of one metric against the truth since the first fetch."""

    def __init__(self, metric):
        self.metric = metric
        self.client = Client([metric])
        # The first fetch begins the agent's sums.
        self.bracket()
        time.sleep(0.2)
        self.first = self.bracket()

    def bracket(self):
        low = read_truth()
        sample = self.client.fetch()
        high = read_truth()
        return low, sample, high

    def errors(self):
        """Per instance: joules outside of what is possible, now."""
        low0, sample0, high0 = self.first
        low, sample, high = self.bracket()
        ret = {}
        for inst, end in sample.values[self.metric].items():
            gain = (end - sample0.values[self.metric][inst]) / 1e6
            slack = REGISTER_S * high.power_w[inst]
            least = low.energy_j[inst] - high0.energy_j[inst] - slack
            most = high.energy_j[inst] - low0.energy_j[inst] + slack
            error = max(least - gain, 0) - max(gain - most, 0)
            ret[inst] = (error, gain, least, most)
        if not ret:
            raise SystemExit(f"bad no value of {self.metric}")
        return ret


def verdict(good, text):
    print(("ok " if good else "bad ") + text)
    return 0 if good else 1


def report(worst, n, span):
    missing, inst, (_, gain, least, most) = worst
    return verdict(
        missing == 0,
        f"{n} sums over {span:.1f} s, worst is {missing:.3f} J outside: "
        f"{inst} {gain:.3f} J, possible {least:.3f} to {most:.3f} J")


def follow(interval, seconds, metric):
    f = Follower(metric)
    worst = (-1, None, None)
    n = 0
    begin = time.monotonic()
    said = begin
    for i in ticks(interval, int(round(seconds / interval)) + 1):
        if i == 0:
            continue
        for inst, e in f.errors().items():
            n += 1
            worst = max(worst, (abs(e[0]), inst, e))
        if time.monotonic() - said > 10:
            said = time.monotonic()
            print(f"{said - begin:.0f} s, worst {worst[0]:.3f} J", flush=True)
    return report(worst, n, time.monotonic() - begin)


def gap(seconds, metric):
    f = Follower(metric)
    begin = time.monotonic()
    time.sleep(seconds)
    worst = (-1, None, None)
    errors = f.errors()
    for inst, e in errors.items():
        worst = max(worst, (abs(e[0]), inst, e))
    return report(worst, len(errors), time.monotonic() - begin)


def exact(seconds, *metrics):
    """With a stopped clock, sum and truth belong to the same instant."""
    client = Client(metrics)

    def stopped():
        control("clock stop")
        # Anything that was under way is over, and a fresh sample allowed.
        client.fetch()
        time.sleep(0.3)
        values = client.fetch().values
        return {i: v for m in metrics for i, v in values[m].items()}, read_truth()

    sums0, truth0 = stopped()
    control("clock run")
    time.sleep(seconds)
    sums, truth = stopped()
    control("clock run")
    if not sums or sums.keys() != sums0.keys():
        return verdict(False, f"{len(sums0)} sums, then {len(sums)}")
    worst, inst = max(
        (abs((sums[i] - sums0[i]) / 1e6 /
             (truth.energy_j[i] - truth0.energy_j[i]) - 1), i) for i in sums)
    return verdict(worst <= 0.001,
                   f"{len(sums)} sums over {truth.time - truth0.time:.3f} s, "
                   f"worst {100 * worst:.5f} % off ({inst})")


def grain(interval, seconds, metric, host="local:"):
    client = Client([metric], host)
    seen = []
    begin = time.monotonic()
    for _ in ticks(interval, int(round(seconds / interval)) + 1):
        sample = client.fetch()
        value = tuple(sorted(sample.values[metric].items()))
        if not value:
            return verdict(False, "no value")
        if not seen or seen[-1][1] != value:
            seen.append((sample.after, value))
    span = time.monotonic() - begin
    distances = sorted(b[0] - a[0] for a, b in zip(seen, seen[1:]))
    shortest = distances[0] if distances else 0
    print(f"changes {len(seen) - 1}")
    return verdict(True, f"{len(seen) - 1} changes in {span:.1f} s, "
                   f"shortest distance {shortest * 1000:.0f} ms")


HOLD = ("esmi.power.socket", "esmi.energy.pkg", "esmi.energy.core",
        "esmi.amd_pstate.scaling_cur_freq", "esmi.cpuidle.c2_residency",
        "esmi.hsmp.timeouts")


def hold(interval, seconds):
    client = Client(HOLD)
    longest = 0
    counts = dict.fromkeys(HOLD, 0)
    n = int(round(seconds / interval))
    for i in ticks(interval, n):
        sample = client.fetch()
        longest = max(longest, sample.after - sample.before)
        for metric in HOLD:
            counts[metric] += bool(sample.values[metric])
        if i % 20 == 19:
            print(f"{i + 1} fetches, longest {longest * 1000:.0f} ms",
                  flush=True)
    for metric in HOLD:
        print(f"with {metric}: {counts[metric]}")
    return verdict(True, f"{n} fetches, longest {longest * 1000:.0f} ms")


def main(argv):
    if len(argv) < 2 or argv[1] not in ("follow", "gap", "exact", "grain",
                                        "hold"):
        print(__doc__, file=sys.stderr)
        return 2
    args = [float(a) if a.replace(".", "", 1).isdigit() else a
            for a in argv[2:]]
    return globals()[argv[1]](*args)


if __name__ == "__main__":
    sys.exit(main(sys.argv))
