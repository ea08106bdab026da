#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Compare what a pmcd serves of a simulated machine with a hand-written list.

    agent_golden.py LIST

runs inside tools/with-sim, whose machine must be one that docs/SCENARIOS.md
describes. A list is of lines

    METRIC | INSTANCES | EXPECTED | WHERE IT COMES FROM
    include FILE

A later line about a metric replaces those of an included file; lines of one
file about the same metric add up. All esmi.* rows of metrics.tsv must be there.

INSTANCES: "-" for none, "*" with an error, else words: S C P D M L N R E G for
all of a domain that the scenario has, or names such as socket0, cpu0-3; a word
with - in front takes away. The domain's instances with a value must be these,
no more and no less.

EXPECTED is one of
    = EXPRESSION            equal
    one EXPRESSION          a member of the set
    ~ EXPRESSION +- BOUND   as near as that; the bound is 1e-9 of it if left out
    in LOW HIGH             two expressions
    span EXPRESSION +- B    as ~, but each load may be anything that it reaches
                            at some time: for averages
    APPVERSION AGAIN PERMISSION VALUE    error codes
    none                    no error, no value
in front of it "run" for what is only right while the model's clock runs.

Expressions are Python's. They know the scenario's keys by their names, the
instance (s: socket, c: core, n: CPU, d: CCD in its socket, i: place of DIMM,
link, NBIO or rail in its socket) and the functions below, which follow
docs/SCENARIOS.md by means of model.py. Nothing here was copied from the agent.
"""
import math
import os
import re
import subprocess
import sys
import time
from fractions import Fraction

import cpmapi as c_api
from pcp import pmapi

import model
from pcp_client import Client, control

SIM = os.environ["JOULEPATH_SIM"]
TOP = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
# include/pcp/pmapi.h
ERRORS = {"APPVERSION": c_api.PM_ERR_APPVERSION, "AGAIN": c_api.PM_ERR_AGAIN,
          "PERMISSION": c_api.PM_ERR_PERMISSION, "VALUE": c_api.PM_ERR_VALUE}
RAILS = ["VDDCR_CPU0", "VDDCR_CPU1", "VDDCR_SOC", "VDDIO", "VDDIO_MEM_S3"]
LINKS = [f"P{n}" for n in range(6)] + [f"G{n}" for n in range(8)]
# hardware.md 1.2, and what is none of these
ERRNOS = ("EBUSY EINTR EINVAL EIO ENODEV ENOMSG EPERM EREMOTEIO ETIMEDOUT "
          "other").split()
# Messages of hardware.md 1.6 that read, in any driver's table.
GETS = """TEST GET_SMU_VER GET_PROTO_VER GET_SOCKET_POWER
    GET_SOCKET_POWER_LIMIT GET_SOCKET_POWER_LIMIT_MAX GET_BOOST_LIMIT
    GET_PROC_HOT SET_XGMI_LINK_WIDTH SET_DF_PSTATE GET_FCLK_MCLK
    GET_CCLK_THROTTLE_LIMIT GET_C0_PERCENT GET_NBIO_DPM_LEVEL
    GET_DDR_BANDWIDTH GET_TEMP_MONITOR GET_DIMM_TEMP_RANGE GET_DIMM_POWER
    GET_DIMM_THERMAL GET_SOCKET_FREQ_LIMIT GET_CCLK_CORE_LIMIT GET_RAILS_SVI
    GET_SOCKET_FMAX_FMIN GET_IOLINK_BANDWITH GET_XGMI_BANDWITH SET_POWER_MODE
    SET_PSTATE_MAX_MIN GET_METRIC_TABLE_VER GET_METRIC_TABLE
    GET_METRIC_TABLE_DRAM_ADDR SET_XGMI_PSTATE_RANGE CPU_RAIL_ISO_FREQ_POLICY
    DFC_ENABLE_CTRL PC6_ENABLE CC6_ENABLE GET_RAPL_UNITS
    GET_RAPL_CORE_COUNTER GET_RAPL_PACKAGE_COUNTER DIMM_SB_RD READ_CCD_POWER
    READ_TDELTA GET_SVI3_VR_CTRL_TEMP GET_ENABLED_HSMP_CMDS
    SET_GET_FLOOR_LIMIT SDPS_LIMIT PQOS_TRAFFIC_PRIORITY
    PQOS_FLOATING_BW""".split()


def text_of(name):
    with open(os.path.join(SIM, "epycsim", name), encoding="ascii") as f:
        return f.read()


def status():
    """First word or two of each line of epycsim/status: its last."""
    return {" ".join(w[:-1]): w[-1] for w in map(str.split,
            text_of("status").splitlines()) if w}


def defaults():
    """Defaults of the scenario's keys, from the table in docs/SCENARIOS.md."""
    ret, section = {}, None
    with open(os.path.join(TOP, "docs", "SCENARIOS.md"),
              encoding="utf-8") as f:
        for line in f:
            head = re.match(r"### \[(\w+)", line)
            row = re.match(r"\| `(\w+)` \| .* \| `(.*)` \| ", line)
            if head:
                section = head.group(1)
            elif row and section:
                ret[f"{section}.{row.group(1)}"] = row.group(2)
    return ret


def number(text):
    try:
        return int(text, 0)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text


class World(model.Machine):
    """The scenario, and what follows from it at model time t."""

    def __init__(self, path):
        super().__init__(path)
        keys = {**defaults(), **model.read_scenario(path)[0]}
        self.keys = {k.split(".")[1]: number(v) for k, v in keys.items()}
        self.keys["freq_driver"] = keys["cpufreq.driver"]
        self.keys["boost"] = 1 if keys["cpufreq.boost"] == "on" else 0
        self.isolated = (model.cpulist(keys.get("machine.isolated", ""))
                         | model.cpulist(keys.get("machine.nohz_full", "")))
        self.dimms = [int(x, 0) for x in keys.get("hsmp.dimms", "").split()]
        self.links = [LINKS.index(x) for x in
                      sorted(keys.get("hsmp.links", "").split(),
                             key=LINKS.index)]
        self.t = 0
        self.span = None
        self.ccds = self.per_socket // self.per_ccd
        self.cpus = [n for n in range(self.cores * self.threads)
                     if n not in self.offline]

    def first_cpu(self, core):
        """Lowest online thread of a core, None if there is none."""
        return next((n for n in self.cpus if n % self.cores == core), None)

    def domain(self, kind):
        """Names of the instances of a domain: what they stand for."""
        ret = {}
        for s, pkg in enumerate(self.ids):
            sock = f"socket{pkg}"
            if kind == "S":
                ret[sock] = {"s": s}
            places = {"D": [f"ccd{d}" for d in range(self.ccds)],
                      "M": [f"dimm0x{a:02X}" for a in self.dimms],
                      "L": [LINKS[i] for i in self.links],
                      "N": [f"nbio{i}" for i in range(self.keys["nbios"])],
                      "R": RAILS}.get(kind, [])
            for i, place in enumerate(places):
                link = self.links[i] if kind == "L" else i
                ret[f"{sock}/{place}"] = {"s": s, "i": link, "d": i}
        if kind == "C":
            for c in range(self.cores):
                n = self.first_cpu(c)
                if n is not None:
                    # Named after the core's lowest CPU that is there at all.
                    ret[f"cpu{n}"] = {"c": c, "n": n,
                                      "s": c // self.per_socket}
        if kind == "P":
            for n in self.cpus:
                c = n % self.cores
                ret[f"cpu{n}"] = {"n": n, "c": c, "s": c // self.per_socket}
        if kind == "E":
            ret = {name: {"errno": name} for name in ERRNOS}
        if kind == "G":
            ret = {name: {"msg": name} for name in GETS}
        return ret

    # What expressions may use.

    def share(self, c):
        """Load, cut by the power limit, now or at the end of its span."""
        if self.span is None:
            return self.level(c, self.t)
        load, top = self.loads[c][-1][1]
        if isinstance(load, model.Sine):
            ends = (load.mean - load.amplitude, load.mean + load.amplitude)
        elif isinstance(load, model.Steps):
            levels = [level for _, level in load.steps]
            ends = (min(levels), max(levels))
        else:
            ends = (load.level, load.level)
        return float(min(ends[self.span], top))

    def core_watt(self, c):
        return float(self.idle_w) + float(self.extra_w) * self.share(c)

    def socket_load(self, s):
        return math.fsum(map(self.share, self.members(s))) / self.per_socket

    def uncore_watt(self, s):
        return float(self.uncore[s][-1][1])

    def cores_watt(self, s):
        return math.fsum(map(self.core_watt, self.members(s)))

    def ccd_cores(self, s, d):
        first = s * self.per_socket + d * self.per_ccd
        return range(first, first + self.per_ccd)

    def ccd_mw(self, s, d):
        return 1000 * math.fsum(map(self.core_watt, self.ccd_cores(s, d)))

    def mean_load(self, s, at=None):
        """Average of the last 10 ms, without the limit, as message 11h."""
        at = self.t if at is None else at
        begin = max(at - model.MAILBOX_WINDOW, 0, self.changed[s])
        if begin >= at:
            return math.fsum(self.share(c) for c in self.members(s)) / (
                self.per_socket)
        busy = sum(self.busy(c, at) - self.busy(c, begin)
                   for c in self.members(s))
        return float(busy / (at - begin) / self.per_socket)

    def mean_mw(self, s):
        return float(self.average_w(s, self.t, model.MAILBOX_WINDOW)[0] * 1000)

    def celsius(self, s):
        """Down to an eighth of a degree."""
        watt = float(self.average_w(s, self.t, model.THERMAL_WINDOW)[0])
        exact = float(self.ambient) + float(self.c_per_w) * watt
        return math.floor(exact * 8 + 1e-6) / 8

    def celsius_span(self, s):
        return (float(self.ambient) + float(self.c_per_w)
                * (self.uncore_watt(s) + self.cores_watt(s)))

    def dimm_load(self, s):
        return self.mean_load(s, self.t - self.t % (256 * model.MS))

    def dimm_mw(self, s, i):
        return round(1200 + 50 * (i % 4) + 4000 * self.dimm_load(s))

    def dimm_celsius(self, s, i):
        exact = (float(self.ambient) + 6 + 18 * self.dimm_load(s)
                 + (i % 4) / 2)
        return math.floor(exact * 4 + 1e-6) / 4

    def dimm_age(self):
        return self.t % (256 * model.MS) // model.MS

    def link_in(self, s, i):
        load = (self.mean_load(s) if self.span is None
                else self.socket_load(s))
        return 500 + 3000 * load * (4 + i % 4)

    def limit_mhz(self, c):
        """Message 1Ah of a core."""
        if self.hot(c // self.per_socket):
            return self.min_mhz
        top = float(self.ceilings[c // self.per_socket][-1][1])
        return int(self.min_mhz + (self.top_mhz - self.min_mhz) * top + 1e-6)

    def hot(self, s):
        return self.celsius(s) >= self.keys["prochot_c"]

    def limit_sources(self, s):
        """Bits of message 19h."""
        bits = 0
        if self.hot(s):
            bits |= 1 << 1
        if self.ceilings[s][-1][1] < 1:
            bits |= 1 << 3
        if not bits:
            bits = 1 << (7 if self.agent_limits else 4)
        return bits

    def khz(self, c):
        mhz = self.min_mhz + (self.top_mhz - self.min_mhz) * self.share(c)
        return round(mhz * 1000)

    def idle_us(self, c):
        now = self.t - self.t % model.MS
        return (now - self.busy(c, now)) // 1000

    def state(self, c, name, what):
        """Of the idle time: us in a state, or visits to it."""
        begin, end, visit = model.IDLE[name]
        whole, rest = divmod(int(self.idle_us(c)), 1000)
        spent = whole * (end - begin) + min(max(rest - begin, 0), end - begin)
        return spent if what == "time" else spent // visit

    def uj(self, nj, start, bits):
        """Sums that registers give which went round 0, 1, 2, ... times since
        the first look at them."""
        now = self.t - self.t % model.MS
        raw = start + Fraction(nj(now)) * 2**self.esu / 10**9
        ret = set()
        for turns in range(int(raw) // 2**bits + 1):
            counts = int(raw) - turns * 2**bits
            ret |= {(counts + k) * 10**6 // 2**self.esu for k in (-1, 0, 1)}
        return ret

    def core_uj(self, c):
        return self.uj(lambda t: self.core_nj(c, t), self.core_start,
                       self.bits)

    def pkg_uj(self, s):
        return self.uj(lambda t: self.pkg_nj(s, t), self.pkg_start, self.bits)

    def table_uj(self, s, part):
        """Energy since the start, as the metric tables have it."""
        now = self.t - self.t % model.MS
        cores = self.cores_nj(s, now)
        uncore = self.pkg_nj(s, now) - cores
        return float({"socket": cores + uncore, "cores": cores,
                      "uncore": uncore}[part]) / 1000

    def held_ms(self, s):
        return int(self.held_ns(s, self.t - self.t % model.MS)) // model.MS

    @staticmethod
    def file(path):
        """First line of a file of the machine; a number if it is one."""
        with open(os.path.join(SIM, path), encoding="ascii") as f:
            text = f.read().strip()
        return int(text) if text.isdigit() else text

    def driver_version(self):
        """hardware.md 1.4: that of hsmp_common, else that of amd_hsmp."""
        new = "sys/module/hsmp_common/version"
        return self.file(new if os.path.exists(os.path.join(SIM, new))
                         else "sys/module/amd_hsmp/version")

    @staticmethod
    def sent(msg):
        """How often the machine has got a message."""
        return int(STATUS.get("ioctls " + msg, 0))

    @staticmethod
    def refused():
        """How many messages its driver refused, whichever they were."""
        return int(STATUS["ioctls_refused"])

    def cpu_file(self, n, name):
        return self.file(f"sys/devices/system/cpu/cpu{n}/{name}")

    def idle_file(self, n, state, name):
        """Of the idle state of that name, whatever its number."""
        base = f"cpuidle/state%d/{name}"
        for k in range(4):
            if self.cpu_file(n, f"cpuidle/state{k}/name") == state:
                return self.cpu_file(n, base % k)
        return None

    def apic(self, n):
        return self.apicid(n)

    def node(self, c):
        per = self.keys["nodes_per_socket"]
        s, k = divmod(c, self.per_socket)
        return s * per + k // (self.per_socket // per)

    def ram_gbs(self):
        return self.keys["mclk_mhz"] * 2 * 8 * self.keys["ddr_channels"] / 1000


FUNCTIONS = """core_watt socket_load uncore_watt cores_watt ccd_mw mean_load
    mean_mw celsius celsius_span dimm_load dimm_mw dimm_celsius dimm_age
    link_in limit_mhz hot limit_sources khz idle_us state core_uj pkg_uj apic
    node ram_gbs share table_uj held_ms file cpu_file idle_file
    driver_version sent refused""".split()


class Golden:
    """A list, and what is wrong with the values."""

    def __init__(self, path):
        self.lines = {}
        self.read(path)
        self.world = World(os.path.join(SIM, "epycsim", "scenario"))
        self.wrong = []
        self.checked = 0

    def read(self, path):
        own = set()
        with open(path, encoding="ascii") as f:
            for line in f:
                line = re.sub(r"(^|\s)#.*", "", line).strip()
                if line.startswith("include "):
                    self.read(os.path.join(os.path.dirname(path), line[8:]))
                elif line:
                    words = [w.strip() for w in line.split(" | ")]
                    if len(words) != 4:
                        sys.exit(f"{path}: {line}: four columns expected")
                    if words[0] not in own:
                        self.lines[words[0]] = []
                    own.add(words[0])
                    self.lines[words[0]].append(words[1:])

    def instances(self, text):
        ret = {}
        for word in text.split():
            minus, word = word[0] == "-" and len(word) > 1, word.lstrip("-")
            if word == "":
                return {None: {}}
            if re.fullmatch("[SCPDMLNREG]", word):
                some = self.world.domain(word)
            else:
                some = {}
                m = re.fullmatch(r"(.*?)(\d+)-(\d+)", word)
                names = ([f"{m.group(1)}{k}" for k in
                          range(int(m.group(2)), int(m.group(3)) + 1)]
                         if m else [word])
                for name in names:
                    for kind in "SCDMLNREG":
                        if name in self.world.domain(kind):
                            some[name] = self.world.domain(kind)[name]
                    some.setdefault(name, {})
            for name, what in some.items():
                if minus:
                    ret.pop(name, None)
                else:
                    ret[name] = what
        return ret

    def evaluate(self, text, names):
        scope = {f: getattr(self.world, f) for f in FUNCTIONS}
        scope.update(self.world.keys, m=self.world, t=self.world.t,
                     **names)
        return eval(text, scope)  # pylint: disable=eval-used

    def fits(self, expected, names, got):
        """None, or what was wanted."""
        how, _, text = expected.partition(" ")
        if how == "=":
            want = self.evaluate(text, names)
            return None if got == want else f"{want}"
        if how == "one":
            want = self.evaluate(text, names)
            return None if got in want else f"one of {sorted(want)[:9]}"
        if how == "in":
            low, high = (self.evaluate(w, names) for w in text.split())
            return None if low <= got <= high else f"{low} to {high}"
        text, _, bound = text.partition(" +- ")
        low = high = None
        if how == "span":
            self.world.span = 0
            low = self.evaluate(text, names)
            self.world.span = 1
            high = self.evaluate(text, names)
            self.world.span = None
            low, high = min(low, high), max(low, high)
        elif how == "~":
            low = high = self.evaluate(text, names)
        else:
            sys.exit(f"{expected}: not understood")
        slack = (self.evaluate(bound, names) if bound
                 else 1e-9 * max(abs(low), abs(high)))
        return (None if low - slack <= got <= high + slack
                else f"{low} to {high} +- {slack}")

    def complain(self, *words):
        self.wrong.append(" ".join(map(str, words)))

    def check(self, metric, fetched, running):
        wanted = {}
        for instances, expected, _ in self.lines[metric]:
            run = expected.startswith("run ")
            if run != running:
                return
            expected = expected[4:] if run else expected
            if expected in ERRORS:
                if fetched != ERRORS[expected]:
                    self.complain(metric, brief(fetched), "wanted", expected)
                self.checked += 1
                return
            if expected == "none":
                if fetched != {}:
                    self.complain(metric, brief(fetched), "wanted none")
                self.checked += 1
                return
            for name, what in self.instances(instances).items():
                wanted[name] = (expected, what)
        self.checked += 1
        if isinstance(fetched, int):
            self.complain(metric, brief(fetched), "wanted values")
            return
        if set(fetched) != set(wanted):
            self.complain(metric, "lacks", sorted(set(wanted) - set(fetched),
                          key=str)[:5], "has too many",
                          sorted(set(fetched) - set(wanted), key=str)[:5])
        for name in set(fetched) & set(wanted):
            expected, what = wanted[name]
            complaint = self.fits(expected, what, fetched[name])
            if complaint:
                self.complain(metric, name, fetched[name], "wanted",
                              complaint)


def brief(fetched):
    if isinstance(fetched, int):
        return next((k for k, v in ERRORS.items() if v == fetched), fetched)
    return f"{len(fetched)} values, {list(fetched.items())[:2]}"


class Everything:
    """All metrics of the agent, text and numbers, in one context."""

    def __init__(self):
        self.names = [line.split()[0] for line in subprocess.run(
            ["pminfo", "esmi"], capture_output=True, text=True,
            check=True).stdout.splitlines()]
        self.context = pmapi.pmContext(c_api.PM_CONTEXT_HOST, "local:")
        self.pmids = self.context.pmLookupName(tuple(self.names))
        self.descs = self.context.pmLookupDescs(self.pmids)

    def instances(self, desc):
        if desc.contents.indom == c_api.PM_INDOM_NULL:
            return {}
        try:
            numbers, names = self.context.pmGetInDom(desc)
        except pmapi.pmErr:
            return {}
        return dict(zip(numbers or [], names or []))

    def fetch(self):
        """{metric: {instance: value} or an error code}."""
        result = self.context.pmFetch(self.pmids)
        known, ret = {}, {}
        for i, metric in enumerate(self.names):
            n = result.contents.get_numval(i)
            if n < 0:
                ret[metric] = n
                continue
            desc = self.descs[i].contents
            if desc.indom not in known:
                known[desc.indom] = self.instances(self.descs[i])
            ret[metric] = {}
            for j in range(n):
                atom = self.context.pmExtractValue(
                    result.contents.get_valfmt(i),
                    result.contents.get_vlist(i, j), desc.type, desc.type)
                value = atom.dref(desc.type)
                if isinstance(value, bytes):
                    value = value.decode()
                inst = result.contents.get_inst(i, j)
                ret[metric][known[desc.indom].get(
                    inst, None if desc.indom == c_api.PM_INDOM_NULL
                    else f"#{inst}")] = value
        self.context.pmFreeResult(result)
        return ret


def rows_of_specification():
    path = os.path.join(TOP, "tests", "fixtures", "metrics.tsv")
    with open(path, encoding="utf-8") as f:
        return {line.split("\t")[0] for line in f if line.startswith("esmi.")}


STATUS = {}


def quiet_status():
    """The machine's counts once nobody sends messages any more."""
    def ioctls(state):
        return {k: v for k, v in state.items() if k.startswith("ioctls")}

    before, after = None, status()
    while before is None or ioctls(before) != ioctls(after):
        time.sleep(0.3)
        before, after = after, status()
    return after


def main():
    golden = Golden(sys.argv[1])
    for name in rows_of_specification() ^ set(golden.lines):
        golden.complain(name, "is not in both the list and the table")
    everything = Everything()
    for name in set(everything.names) ^ set(golden.lines):
        golden.complain(name, "is not in both the list and what is served")
    for _ in range(8):
        everything.fetch()
        time.sleep(0.3)
    everything.fetch()
    time.sleep(1)
    running = everything.fetch()
    golden.world.t = int(status()["time_ns"])
    for metric in set(golden.lines) & set(running):
        golden.check(metric, running[metric], True)
    control("clock stop")
    # What is fresh for 10 s may stay; all else is read anew.
    for _ in range(4):
        time.sleep(0.3)
        stopped = everything.fetch()
    # The agent goes on reading what the fetch did not wait for.
    STATUS.update(quiet_status())
    if isinstance(stopped["esmi.hsmp.messages"], dict):
        stopped.update(Client(["esmi.hsmp.messages"]).fetch().values)
    golden.world.t = int(STATUS["time_ns"])
    for metric in set(golden.lines) & set(stopped):
        golden.check(metric, stopped[metric], False)
    for line in sorted(golden.wrong):
        print(line)
    n = sum(isinstance(v, dict) and len(v) > 0 for v in running.values())
    print(f"{n} have values")
    print(f"checked {golden.checked} metrics, wrong: {len(golden.wrong)}")
    return 1 if golden.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
