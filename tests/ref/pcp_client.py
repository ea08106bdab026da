# SPDX-License-Identifier: LGPL-2.1-or-later
"""A small PCP client that knows when it asked.

Fetches numeric metrics from the pmcd that PMCD_SOCKET names and notes, for
each sample, the timestamp that pmcd gave it and the client's own clock before
and after. The read of the machine lies between the latter two, whatever the
scheduler did meanwhile; so bounds derived from them hold on a busy machine.

Also reads the simulator's truth, one instant a call.
"""

import os
import time
from collections import namedtuple

from pcp import pmapi
import cpmapi as c_api

# stamp: pmcd's; before, after: this process's clock. All in seconds.
Sample = namedtuple("Sample", "stamp before after values")
Truth = namedtuple("Truth", "time energy_j power_w")


class Client:
    """A context on a pmcd, and the metrics that it is asked for."""

    def __init__(self, metrics, host="local:"):
        self.metrics = list(metrics)
        self.context = pmapi.pmContext(c_api.PM_CONTEXT_HOST, host)
        self.pmids = self.context.pmLookupName(tuple(self.metrics))
        self.descs = self.context.pmLookupDescs(self.pmids)
        self.names = [self._instances(d) for d in self.descs]

    def _instances(self, desc):
        if desc.contents.indom == c_api.PM_INDOM_NULL:
            return {}
        numbers, names = self.context.pmGetInDom(desc)
        return dict(zip(numbers or [], names or []))

    def fetch(self):
        """One fetch: values[metric] is {instance: number}; a metric without
        a value is an empty dict; a singular one has the instance None."""
        before = time.monotonic()
        result = self.context.pmFetch(self.pmids)
        after = time.monotonic()
        values = {}
        for i, metric in enumerate(self.metrics):
            values[metric] = {}
            for j in range(max(result.contents.get_numval(i), 0)):
                atom = self.context.pmExtractValue(
                    result.contents.get_valfmt(i),
                    result.contents.get_vlist(i, j),
                    self.descs[i].contents.type,
                    c_api.PM_TYPE_U64)
                inst = result.contents.get_inst(i, j)
                values[metric][self.names[i].get(inst)] = atom.ull
        stamp = result.contents.timestamp
        # struct timeval before PCP 7, struct timespec since.
        fraction = (stamp.tv_usec / 1e6 if hasattr(stamp, "tv_usec")
                    else stamp.tv_nsec / 1e9)
        # The stamp lies in the result: look before it is freed.
        seconds = stamp.tv_sec + fraction
        self.context.pmFreeResult(result)
        return Sample(seconds, before, after, values)


def read_truth(sim=None):
    """The simulator's state at one instant, by instance name."""
    sim = sim or os.environ["JOULEPATH_SIM"]
    with open(os.path.join(sim, "epycsim", "truth"), encoding="ascii") as f:
        lines = f.read().split("\n")
    model_time, energy, power = None, {}, {}
    for line in lines:
        words = line.split()
        if len(words) == 2 and words[0] == "time_ns":
            model_time = int(words[1]) / 1e9
        elif len(words) == 3 and words[1] == "energy_j":
            energy[words[0]] = float(words[2])
        elif len(words) == 3 and words[1] == "power_w":
            power[words[0]] = float(words[2])
    return Truth(model_time, energy, power)


def control(command, sim=None):
    """Give the simulator a command."""
    sim = sim or os.environ["JOULEPATH_SIM"]
    with open(os.path.join(sim, "epycsim", "control"), "w",
              encoding="ascii") as f:
        f.write(command + "\n")


def ticks(interval, count):
    """Yield count times, interval apart without drift, the first one now."""
    begin = time.monotonic()
    for i in range(count):
        delay = begin + i * interval - time.monotonic()
        if delay > 0:
            time.sleep(delay)
        yield i
