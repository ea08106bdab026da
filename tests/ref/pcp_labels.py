#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Labels of every metric and instance against the scenario's numbering.

Runs inside tools/with-sim; the last line is "wrong: N".
"""
import json
import os
import re
import subprocess
import sys

import cpmapi as c_api
from pcp import pmapi

from agent_golden import SIM, World

# One metric for each instance domain.
EXAMPLES = {"S": "power.socket", "C": "boostlimit", "P": "pstate.governor",
            "D": "power.ccd", "M": "dimm.power", "L": "iolink.bw",
            "N": "nbio.dpm_min", "R": "temperature.svi3_rail",
            "E": "hsmp.errors", "G": "hsmp.messages"}
INDOMS = {"S": 0, "C": 1, "P": 2, "D": 3, "M": 4, "L": 5, "N": 6, "R": 7,
          "E": 8, "G": 9}
IDENTITY = ("socket_id", "die_id", "core_id", "numa_node", "disp_instance")
# Units that PCP 6 can't say are a label (W, degC, J), others need none.
UNITS = {"esmi.power.socket": "mW", "esmi.energy.pkg": "uJ",
         "esmi.energy.unit": "J/count", "esmi.temperature.socket": "degC"}
# What moves must not be in a label: it would make a new series each time.
VOLATILE = re.compile("time|power|energy|temp|freq|load|pid|count|age|mhz",
                      re.IGNORECASE)


def labels(metric):
    """Labels of a metric, and of its instances with their numbers."""
    own, instances = None, {}
    text = subprocess.run(["pminfo", "-l", metric], capture_output=True,
                          text=True, check=True).stdout
    for line in text.splitlines():
        m = re.match(r'\s+inst \[(\d+) or "([^"]+)"\] labels (\{.*\})', line)
        if m:
            instances[m.group(2)] = (int(m.group(1)), json.loads(m.group(3)))
        elif line.strip().startswith("labels "):
            own = json.loads(line.strip()[7:])
    return own, instances


class Check:
    def __init__(self):
        self.world = World(os.path.join(SIM, "epycsim", "scenario"))
        self.wrong = 0
        self.seen = 0

    def equal(self, got, wanted, *where):
        self.seen += 1
        if got != wanted:
            self.wrong += 1
            print(*where, "got", got, "wanted", wanted)

    def identity(self, kind, name, what):
        """The identity that an instance is to have."""
        ret = {"disp_instance": name}
        if "s" in what:
            ret["socket_id"] = self.world.ids[what["s"]]
        if kind == "D":
            ret["die_id"] = what["d"]
        if kind in "CP":
            core = what["c"]
            inside = core % self.world.per_socket
            ret["die_id"] = inside // self.world.per_ccd
            ret["core_id"] = self.world.cpu_file(what["n"],
                                                 "topology/core_id")
            ret["numa_node"] = self.world.node(core)
        return ret

    def domain(self, kind):
        metric = "esmi." + EXAMPLES[kind]
        own, instances = labels(metric)
        wanted = self.world.domain(kind)
        venice = self.world.keys["model"] == 80
        if kind in "DR" and not venice:
            # CCDs are there, their power is not; rails answer only there.
            wanted = wanted if kind == "D" else {}
        if kind == "N":
            wanted = {n: w for n, w in wanted.items() if w["i"] < 4}
        self.equal(set(instances), set(wanted), metric, "instances")
        for name in set(instances) & set(wanted):
            got = {k: v for k, v in instances[name][1].items()
                   if k in IDENTITY}
            self.equal(got, self.identity(kind, name, wanted[name]), metric,
                       name)
        self.equal(len({n for n, _ in instances.values()}), len(instances),
                   metric, "different numbers")
        self.equal(bool(own.get("indom_name")), True, metric, "indom_name")

    def texts(self):
        """Every instance domain has a line and a text."""
        context = pmapi.pmContext(c_api.PM_CONTEXT_HOST, "local:")
        for kind, metric in EXAMPLES.items():
            desc = context.pmLookupDescs(
                context.pmLookupName(("esmi." + metric,)))[0]
            indom = desc.contents.indom
            self.equal(indom & 0x3FFFFF, INDOMS[kind], metric, "serial")
            line = context.pmLookupInDomText(desc, c_api.PM_TEXT_ONELINE)
            text = context.pmLookupInDomText(desc, c_api.PM_TEXT_HELP)
            self.equal(len(line) > 2 and "\n" not in line, True, metric,
                       "one line of its domain")
            self.equal(len(text) > 20, True, metric, "text of its domain")

    def machine(self):
        """Labels of the domain: the processor and the driver."""
        own, _ = labels("esmi.agent.reads")
        keys = self.world.keys
        self.equal({k: own.get(k) for k in ("cpu_family", "cpu_model",
                                            "cpu_name", "hsmp_driver")},
                   {"cpu_family": keys["family"], "cpu_model": keys["model"],
                    "cpu_name": keys["model_name"],
                    "hsmp_driver": self.world.driver_version()}, "domain")
        self.equal(own.get("agent"), None if "agent" not in own else "esmi",
                   "agent")
        # Context labels are pmcd's.
        ours = set(own) - {"domainname", "groupid", "hostname", "machineid",
                           "userid", "agent"}
        self.equal({k for k in ours if VOLATILE.search(k)}, set(), "volatile")


def main():
    check = Check()
    check.machine()
    check.texts()
    for kind in EXAMPLES:
        check.domain(kind)
    for metric, unit in UNITS.items():
        own, _ = labels(metric)
        check.equal(own.get("units"), unit, metric, "units")
    print("checked", check.seen)
    print("wrong:", check.wrong)
    return 0


if __name__ == "__main__":
    sys.exit(main())
