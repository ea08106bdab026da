#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""An independent calculation of what a scenario makes of a machine.

Written from docs/SCENARIOS.md, not from sim/model/: own reader of the file,
fractions instead of fixed-point numbers, and numeric quadrature instead of
closed forms. Each load is integrated piece by piece between its breakpoints
(changes by commands, steps, eighths of a sine's period) with Gauss-Legendre
rules of ten points; only equal whole periods of a sine are integrated once.

    model.py SCENARIO COMMANDS DUMP

compares every line that modeldump printed for these commands, says what
differs, and exits 1 if anything does. Tolerances:

- energies: 1e-9 of their value; powers: 1e-9;
- registers and idle times: exact, except where the exact value is so near to a
  whole count that the rounding of the scenario's decimal fractions to binary
  decides (the bound in docs/SCENARIOS.md, times 4; more than one count only
  with ESU 31 after hours). Where nothing is rounded, as in the scenarios
  steady, wrap-1s and wide, they are exact;
- clocks, temperatures, mW: exact, likewise.
"""
import math
import re
import sys
from fractions import Fraction
from functools import lru_cache

MS = 1_000_000
UNITS = {'ns': 1, 'us': 10**3, 'ms': 10**6, 's': 10**9, 'min': 60 * 10**9,
         'h': 3600 * 10**9}
IDLE = {'poll': (0, 2, 1), 'c1': (2, 100, 49), 'c2': (100, 1000, 900)}
MAILBOX_WINDOW = 10 * MS
THERMAL_WINDOW = 1000 * MS


def gauss_legendre(n):
    """Nodes and weights on -1..1, by Newton's method on P_n."""
    rule = []
    for k in range(n):
        x = math.cos(math.pi * (k + 0.75) / (n + 0.5))
        for _ in range(50):
            p, q = 1.0, 0.0
            for j in range(n):
                p, q = ((2 * j + 1) * x * p - j * q) / (j + 1), p
            slope = n * (x * p - q) / (x * x - 1)
            x -= p / slope
        rule.append((x, 2 / ((1 - x * x) * slope * slope)))
    return rule


RULE = gauss_legendre(10)


def duration(text):
    m = re.fullmatch(r'([0-9.eE+-]+?)(ns|us|ms|s|min|h)', text)
    ns = Fraction(m.group(1)) * UNITS[m.group(2)]
    # To the nearest, halves away from zero.
    return int(ns + Fraction(1, 2))


def dyadic(x):
    """A fraction that the model's numbers hold without rounding."""
    return x.denominator <= 2**50 and 2**50 % x.denominator == 0


class Constant:
    def unrounded(self):
        return dyadic(self.level)

    def peak(self):
        return self.level

    def capped(self, a, b, top):
        return min(self.level, top) * (b - a)

    def __init__(self, words):
        self.level = Fraction(words[0]) if words else Fraction(0)

    def at(self, _):
        return float(self.level)

    def integral(self, a, b):
        return self.level * (b - a)


class Sine:
    @staticmethod
    def unrounded():
        return False

    def __init__(self, words):
        self.mean, self.amplitude = Fraction(words[0]), Fraction(words[1])
        self.period = duration(words[2])

    def peak(self):
        return self.mean + self.amplitude

    def at(self, t):
        turn = (t % self.period) / self.period
        return (float(self.mean)
                + float(self.amplitude) * math.sin(2 * math.pi * turn))

    @lru_cache(maxsize=None)
    def piece(self, a, b):
        """Quadrature of the sine alone; a, b inside one period."""
        edges = sorted({a, b} | {e for e in
                                 (self.period * k // 8 for k in range(9))
                                 if a < e < b})
        terms = []
        for lo, hi in zip(edges, edges[1:]):
            half = (hi - lo) / 2
            for x, weight in RULE:
                turn = (lo + half * (1 + x)) / self.period
                terms.append(weight * half * math.sin(2 * math.pi * turn))
        return Fraction(math.fsum(terms))

    def over_periods(self, a, b, piece):
        """Sum of a function of intervals inside a period; equal ones once."""
        first, last = a // self.period, b // self.period
        a0, b0 = a - first * self.period, b - last * self.period
        if first == last:
            return piece(a0, b0)
        return (piece(a0, self.period)
                + (last - first - 1) * piece(0, self.period) + piece(0, b0))

    def integral(self, a, b):
        return (self.mean * (b - a)
                + self.amplitude * self.over_periods(a, b, self.piece))

    @lru_cache(maxsize=None)
    def capped_piece(self, a, b, top):
        """The same of min(load, top), cut where the sine crosses it."""
        at_top = float((top - self.mean) / self.amplitude)
        up = math.asin(at_top) / (2 * math.pi)
        cuts = {0.0, 1.0, up % 1, (0.5 - up) % 1} | {k / 8 for k in range(9)}
        edges = [a] + sorted(e for e in (c * self.period for c in cuts)
                             if a < e < b) + [b]
        terms = []
        for lo, hi in zip(edges, edges[1:]):
            half = (hi - lo) / 2
            above = math.sin(2 * math.pi * (lo + half) / self.period) > at_top
            for x, weight in RULE:
                turn = (lo + half * (1 + x)) / self.period
                swing = at_top if above else math.sin(2 * math.pi * turn)
                terms.append(weight * half * swing)
        return Fraction(math.fsum(terms))

    def capped(self, a, b, top):
        if top >= self.peak():
            return self.integral(a, b)
        if top <= self.mean - self.amplitude:
            return top * (b - a)
        return (self.mean * (b - a) + self.amplitude * self.over_periods(
            a, b, lambda lo, hi: self.capped_piece(lo, hi, top)))


class Steps:
    def unrounded(self):
        return all(dyadic(level) for _, level in self.steps)

    def __init__(self, words):
        self.repeat = 0
        if 'repeat' in words:
            i = words.index('repeat')
            self.repeat = duration(words[i + 1])
            words = words[:i]
        pairs = [w.split(':') for w in words]
        self.steps = [(duration(t), Fraction(level)) for t, level in pairs]

    def exact(self, t):
        if self.repeat:
            t %= self.repeat
        level = Fraction(0)
        for begin, value in self.steps:
            if begin <= t:
                level = value
        return level

    def at(self, t):
        return float(self.exact(t))

    def next_edge(self, t):
        turn = t // self.repeat if self.repeat else 0
        edges = [turn * self.repeat + begin for begin, _ in self.steps]
        if self.repeat:
            edges.append((turn + 1) * self.repeat)
        return min((e for e in edges if e > t), default=None)

    def peak(self):
        return max(level for _, level in self.steps)

    def integral(self, a, b):
        return self.capped(a, b, Fraction(1))

    @lru_cache(maxsize=None)
    def capped(self, a, b, top):
        total = Fraction(0)
        while a < b:
            edge = self.next_edge(a)
            end = b if edge is None else min(edge, b)
            total += min(self.exact(a), top) * (end - a)
            a = end
        return total


IDLE_CORE = Constant(['0'])
SHAPES = {'constant': Constant, 'sine': Sine, 'steps': Steps,
          'host': Constant}
_loads = {}


def load_of(text):
    words = text.split()
    key = ' '.join(words)
    if key not in _loads:
        _loads[key] = SHAPES[words[0]](words[1:])
    return _loads[key]


def cpulist(text):
    cpus = set()
    for part in filter(None, text.split(',')):
        lo, _, hi = part.partition('-')
        cpus |= set(range(int(lo), int(hi or lo) + 1))
    return cpus


DEFAULTS = {
    'machine.sockets': '1', 'machine.threads_per_core': '1',
    'machine.offline': '', 'energy.esu': '16', 'energy.bits': '32',
    'energy.core_start': '0', 'energy.pkg_start': '0',
    'thermal.ambient_c': '28', 'thermal.c_per_w': '0.25',
    'thermal.prochot_c': '95', 'power.dram_idle_w': '0',
    'power.dram_busy_w': '0', 'hsmp.metric_table': 'none',
}


def read_scenario(path):
    keys, section = dict(DEFAULTS), ''
    core_loads = []
    for line in open(path, encoding='utf-8'):
        line = re.sub(r'(^|\s)#.*', '', line.rstrip('\n')).strip()
        if line.startswith('['):
            section = line.strip('[]').split()[0]
        elif line:
            key, value = (part.strip() for part in line.split('=', 1))
            if section == 'load' and key.startswith('core'):
                lo, _, hi = key[4:].strip().partition('-')
                core_loads.append((int(lo), int(hi or lo), value))
            else:
                keys[section + '.' + key] = value
    return keys, core_loads


class Machine:
    def __init__(self, path):
        keys, core_loads = read_scenario(path)

        def whole(key):
            return int(keys[key], 0)

        def exact(key):
            return Fraction(keys[key])

        self.sockets = whole('machine.sockets')
        self.per_socket = whole('machine.cores_per_socket')
        self.threads = whole('machine.threads_per_core')
        self.per_ccd = whole('machine.cores_per_ccd')
        ids = keys.get('machine.package_ids')
        self.ids = ([int(i) for i in ids.split(',')] if ids
                    else list(range(self.sockets)))
        self.cores = self.sockets * self.per_socket
        self.offline = cpulist(keys['machine.offline'])
        self.table = keys['hsmp.metric_table']
        self.extra_items = []
        # What only some firmware has.
        if int(keys.get('hsmp.protocol', '2')) >= 5:
            self.extra_items.append('limit')
        if self.table != 'none':
            self.extra_items += ['table_' + name for name in (
                'counter', 'socket', 'cores', 'c0_acc', 'ppt_ms')]
        self.esu, self.bits = whole('energy.esu'), whole('energy.bits')
        self.core_start = whole('energy.core_start')
        self.pkg_start = whole('energy.pkg_start')
        self.idle_w = exact('power.core_idle_w')
        self.extra_w = exact('power.core_busy_w') - self.idle_w
        self.dram_idle_w = exact('power.dram_idle_w')
        self.dram_extra_w = exact('power.dram_busy_w') - self.dram_idle_w
        self.prochot_mc = exact('thermal.prochot_c') * 1000
        self.ambient = exact('thermal.ambient_c')
        self.c_per_w = exact('thermal.c_per_w')
        self.min_mhz = whole('clock.min_mhz')
        self.top_mhz = min(whole('clock.max_mhz'),
                           whole('clock.boost_limit_mhz'))
        self.agent_limits = self.top_mhz < whole('clock.max_mhz')
        self.drives = []
        for core in range(self.cores):
            text = keys['load.all']
            for lo, hi, own in core_loads:
                if lo <= core <= hi:
                    text = own
            self.drives.append(load_of(text))
        # Histories: (from, what), ascending. A core's: load and ceiling.
        self.loads = [[] for _ in range(self.cores)]
        self.uncore = [[(0, exact('power.uncore_w'))]
                       for _ in range(self.sockets)]
        self.limit_w = [Fraction(nearest(exact('power.limit_w') * 1000), 1000)
                        for _ in range(self.sockets)]
        self.ceilings = [[] for _ in range(self.sockets)]
        self.changed = [0] * self.sockets
        self.reset_at = None
        for sock in range(self.sockets):
            self.changes(0, sock)

    def load(self, core):
        """What a core does now: nothing when all its threads are offline."""
        if all(core + k * self.cores in self.offline
               for k in range(self.threads)):
            return IDLE_CORE
        return self.drives[core]

    def ceiling(self, sock):
        """The highest share to which the limit lets all cores go.

        Found by trying, from the highest peak down, how many cores are held.
        """
        if not self.extra_w:
            return Fraction(1)
        base = self.uncore[sock][-1][1] + self.per_socket * self.idle_w
        room = max(self.limit_w[sock] - base, Fraction(0)) / self.extra_w
        peaks = sorted((self.load(c).peak() for c in self.members(sock)),
                       reverse=True)
        if sum(peaks) <= room:
            return Fraction(1)
        for held in range(1, len(peaks) + 1):
            top = (room - sum(peaks[held:])) / held
            if held == len(peaks) or top >= peaks[held]:
                return max(top, Fraction(0))
        raise AssertionError

    def changes(self, t, sock):
        """Something of a socket is another one from now on."""
        self.changed[sock] = t
        top = self.ceiling(sock)
        self.ceilings[sock].append((t, top))
        for core in self.members(sock):
            now = (self.load(core), top)
            if not self.loads[core] or self.loads[core][-1][1] != now:
                self.loads[core].append((t, now))

    def set_load(self, t, lo, hi, text):
        for core in range(lo, hi + 1):
            self.drives[core] = load_of(text)
        for sock in range(lo // self.per_socket, hi // self.per_socket + 1):
            self.changes(t, sock)

    def set_uncore(self, t, sock, watt):
        self.uncore[sock].append((t, Fraction(watt)))
        self.changes(t, sock)

    def set_limit(self, t, sock, milliwatt):
        self.limit_w[sock] = Fraction(milliwatt, 1000)
        self.changes(t, sock)

    def set_online(self, t, cpu, online):
        if online:
            self.offline.discard(cpu)
        else:
            self.offline.add(cpu)
        self.changes(t, cpu % self.cores // self.per_socket)

    @staticmethod
    def pieces(history, t):
        ends = [begin for begin, _ in history[1:]] + [t]
        for (begin, what), end in zip(history, ends):
            if begin < t and begin < end:
                yield begin, min(end, t), what

    def busy(self, core, t):
        return sum((load.integral(a, b) for a, b, (load, _)
                    in self.pieces(self.loads[core], t)), Fraction(0))

    def active(self, core, t):
        return sum((load.capped(a, b, top) for a, b, (load, top)
                    in self.pieces(self.loads[core], t)), Fraction(0))

    def core_nj(self, core, t):
        return self.idle_w * t + self.extra_w * self.active(core, t)

    def cores_nj(self, sock, t):
        return sum(self.core_nj(c, t) for c in self.members(sock))

    def dram_nj(self, sock, t):
        busy = sum(self.busy(c, t) for c in self.members(sock))
        return self.dram_idle_w * t + (self.dram_extra_w * busy
                                       / self.per_socket)

    def held_ns(self, sock, t):
        """For how long the power limit held the socket back."""
        until = max(t, self.changed[sock])
        return sum(b - a for a, b, top
                   in self.pieces(self.ceilings[sock], until) if top < 1)

    def is_held(self, sock):
        return any(top < 1 for _, top in self.ceilings[sock])

    def members(self, sock):
        return range(sock * self.per_socket, (sock + 1) * self.per_socket)

    def pkg_nj(self, sock, t):
        uncore = sum((watt * (b - a)
                      for a, b, watt in self.pieces(self.uncore[sock], t)),
                     Fraction(0))
        return uncore + self.cores_nj(sock, t)

    def level(self, core, t):
        load, top = self.loads[core][-1][1]
        return min(load.at(t), float(top))

    def core_w(self, core, t):
        return float(self.idle_w) + float(self.extra_w) * self.level(core, t)

    def pkg_w(self, sock, t):
        return (float(self.uncore[sock][-1][1])
                + math.fsum(self.core_w(c, t) for c in self.members(sock)))

    def average_w(self, sock, t, window):
        """The average, and how far it may be off."""
        start = max(t - window, 0, self.changed[sock])
        if start >= t:
            return Fraction(self.pkg_w(sock, t)), Fraction(1, 10**9)
        energy = self.pkg_nj(sock, t) - self.pkg_nj(sock, start)
        # The quadrature's own error counts in a window of few nanoseconds.
        swing = sum(getattr(self.load(c), 'period', 0)
                    for c in self.members(sock))
        slack = Fraction(1, 10**9) + (self.extra_w * swing / 10**15
                                      / (t - start))
        return energy / (t - start), slack

    def apicid(self, cpu):
        core, thread = cpu % self.cores, cpu // self.cores
        sock, inner = divmod(core, self.per_socket)
        ccd, inner = divmod(inner, self.per_ccd)
        low = (self.per_ccd - 1).bit_length() + 1
        ccds = self.per_socket // self.per_ccd
        high = (ccds - 1).bit_length()
        value = inner * 2 + thread if self.threads == 2 else inner
        return (self.ids[sock] << (low + high)) + (ccd << low) + value

    def core_unrounded(self, core):
        return (dyadic(self.idle_w) and dyadic(self.extra_w)
                and not self.is_held(core // self.per_socket)
                and all(load.unrounded() for _, (load, _) in self.loads[core]))

    def core_parts(self, core):
        """Of how many roundings a core's power is made; see rounding_j()."""
        sock = core // self.per_socket
        return self.per_socket + 4 if self.is_held(sock) else 1

    def pkg_unrounded(self, sock):
        return (all(dyadic(watt) for _, watt in self.uncore[sock])
                and all(self.core_unrounded(c) for c in self.members(sock)))

    @staticmethod
    def rounding_j(parts, watt, t):
        seconds = t / 1e9
        bound = seconds * (parts * 2.0**-51 + float(watt) * 2.0**-53)
        # And what this calculation itself loses.
        return 4 * bound + 1e-15 * float(watt) * seconds


def candidates(value, slack, rounding):
    """Whole numbers that rounding makes of value +- slack."""
    slack = Fraction(slack)
    return set(range(rounding(value - slack), rounding(value + slack) + 1))


def nearest(value):
    return math.floor(value + Fraction(1, 2))


class Check:
    """Expectations about single values; each is (description, ok)."""

    def __init__(self, machine):
        self.m = machine
        self.ambiguous = 0

    def one_of(self, wanted, got):
        self.ambiguous += len(wanted) > 1
        return ('/'.join(map(str, sorted(wanted))), int(got) in wanted)

    @staticmethod
    def close(wanted, got):
        wanted = float(wanted)
        return ('%.17g' % wanted,
                abs(float(got) - wanted) <= 1e-9 * abs(wanted))

    def register(self, energy, start, parts, unrounded, t, got, esu=None,
                 bits=None):
        m = self.m
        esu = m.esu if esu is None else esu
        bits = bits or m.bits
        now = t - t % MS
        counted = energy(now)
        if m.reset_at is not None:
            start = 0
            counted -= energy(m.reset_at - m.reset_at % MS)
        watt = energy(now) / now if now else 0
        scale = Fraction(2**esu, 10**9)
        slack = m.rounding_j(parts, watt, now) * 2**esu
        if unrounded:
            slack = 0
        wanted = {(start + n) % 2**bits for n in
                  candidates(counted * scale, slack, math.floor)}
        return self.one_of(wanted, got)

    def core(self, n, t, item, got):
        m = self.m
        if item == 'energy_j':
            return self.close(m.core_nj(n, t) / 10**9, got)
        if item == 'reg':
            return self.register(lambda at: m.core_nj(n, at), m.core_start,
                                 m.core_parts(n), m.core_unrounded(n), t, got)
        if item == 'power_w':
            return self.close(m.core_w(n, t), got)
        if item == 'khz':
            mhz = m.min_mhz + (m.top_mhz - m.min_mhz) * m.level(n, t)
            return self.one_of(candidates(Fraction(mhz) * 1000, 1e-6, nearest),
                               got)
        raise KeyError(item)

    def pkg(self, n, t, item, got):
        m = self.m
        if item == 'energy_j':
            return self.close(m.pkg_nj(n, t) / 10**9, got)
        if item == 'reg':
            return self.register(lambda at: m.pkg_nj(n, at), m.pkg_start,
                                 self.pkg_parts(n), m.pkg_unrounded(n), t, got)
        if item == 'dram_j':
            return self.close(m.dram_nj(n, t) / 10**9, got)
        if item == 'dram_reg':
            return self.register(lambda at: m.dram_nj(n, at), m.pkg_start,
                                 m.per_socket + 1, False, t, got, 16, 32)
        if item == 'limit':
            return self.limit(n, t, got)
        if item.startswith('table_'):
            return self.in_table(n, t, item, got)
        if item == 'power_w':
            return self.close(m.pkg_w(n, t), got)
        if item == 'power_mw':
            watt, slack = m.average_w(n, t, MAILBOX_WINDOW)
            return self.one_of(candidates(watt * 1000, slack * 1000, nearest),
                               got)
        if item == 'temp_mc':
            return self.one_of(self.temperatures(n, t), got)
        raise KeyError(item)

    def pkg_parts(self, n):
        m = self.m
        first = n * m.per_socket
        return m.per_socket * m.core_parts(first) + 1

    def temperatures(self, n, t):
        m = self.m
        watt, slack = m.average_w(n, t, THERMAL_WINDOW)
        celsius = m.ambient + m.c_per_w * watt
        slack = m.c_per_w * slack * 8 + Fraction(2, 10**6)
        return {s * 125 for s in candidates(celsius * 8, slack, math.floor)}

    def limit(self, n, t, got):
        """Message 19h: MHz and sources, if the protocol has it."""
        m = self.m
        top = m.ceilings[n][-1][1]
        clocks = candidates((m.top_mhz - m.min_mhz) * top, 1e-6, math.floor)
        sources = 8 * (top < 1) + 128 * m.agent_limits
        wanted = set()
        for mc in self.temperatures(n, t):
            if mc >= m.prochot_mc:
                wanted.add(m.min_mhz << 16 | sources | 2)
            else:
                wanted |= {m.min_mhz + mhz << 16 | (sources or 16)
                           for mhz in clocks}
        return self.one_of(wanted, got)

    def in_table(self, n, t, item, got):
        m = self.m
        now = t - t % MS
        if item == 'table_counter':
            return self.one_of({now // MS % 2**32}, got)
        if item == 'table_ppt_ms':
            return self.one_of({m.held_ns(n, now) // MS % 2**32}, got)
        if item == 'table_c0_acc':
            busy = sum(m.busy(c, now) for c in m.members(n)) / MS * 1024
            if m.table == '6':
                busy *= Fraction(100, m.per_socket)
            slack = float(busy) * 1e-15 + 1e-6
            return self.one_of(candidates(busy, slack, math.floor), got)
        energy = {'table_socket': m.pkg_nj, 'table_cores': m.cores_nj}[item]
        joule = energy(n, now) / 10**9 * 2**16
        watt = float(energy(n, now)) / now if now else 0
        slack = m.rounding_j(self.pkg_parts(n), watt, now) * 2**16
        return self.one_of(candidates(joule, slack, math.floor), got)

    def cpu(self, n, t, item, got):
        m = self.m
        if item == 'apicid':
            return self.one_of({m.apicid(n)}, got)
        state, _, what = item.partition('_')
        begin, end, visit = IDLE[state]
        now = t - t % MS
        idle_us = (now - m.busy(n % m.cores, now)) / 1000
        wanted = set()
        slack = 0 if m.core_unrounded(n % m.cores) else now * 2.0**-50
        for total in candidates(idle_us, slack, math.floor):
            whole, rest = divmod(max(total, 0), 1000)
            us = whole * (end - begin) + max(0, min(rest, end) - begin)
            wanted.add(us if what == 'us' else us // visit)
        return self.one_of(wanted, got)


ITEMS = {
    'core': ['energy_j', 'reg', 'power_w', 'khz'],
    'pkg': ['energy_j', 'reg', 'power_w', 'temp_mc', 'power_mw', 'dram_j',
            'dram_reg'],
    'cpu': ['apicid'] + [s + '_' + w for s in IDLE for w in ('us', 'usage')],
}


def expected_lines(machine, t):
    counts = {'core': machine.cores, 'pkg': machine.sockets,
              'cpu': machine.cores * machine.threads}
    for what, items in ITEMS.items():
        if what == 'pkg':
            items = items + machine.extra_items
        for n in range(counts[what]):
            for item in items:
                yield str(t), what, str(n), item


def main():
    machine = Machine(sys.argv[1])
    check = Check(machine)
    dump = [line.split() for line in open(sys.argv[3], encoding='utf-8')]
    pos, bad = 0, 0
    for line in open(sys.argv[2], encoding='utf-8'):
        verb, *rest = line.split(None, 3)
        if verb == 'load':
            lo, hi = rest[1].split('-')
            machine.set_load(int(rest[0]), int(lo), int(hi), rest[2])
        elif verb == 'uncore':
            machine.set_uncore(int(rest[0]), int(rest[1]), rest[2])
        elif verb == 'limit':
            machine.set_limit(int(rest[0]), int(rest[1]), int(rest[2]))
        elif verb == 'online':
            machine.set_online(int(rest[0]), int(rest[1]), int(rest[2]) == 1)
        elif verb == 'reset':
            machine.reset_at = int(rest[0])
        else:
            t = int(rest[0])
            for key in expected_lines(machine, t):
                if pos >= len(dump) or tuple(dump[pos][:4]) != key:
                    sys.exit('line %d of the dump is not %s'
                             % (pos + 1, ' '.join(key)))
                got = dump[pos][4]
                pos += 1
                what, n, item = key[1], int(key[2]), key[3]
                wanted, ok = getattr(check, what)(n, t, item, got)
                if not ok:
                    bad += 1
                    if bad <= 20:
                        print('%s: got %s, wanted %s'
                              % (' '.join(key), got, wanted))
    if pos != len(dump):
        sys.exit('the dump goes on after line %d' % pos)
    print('%d values, %d of them on the edge of rounding, %d wrong'
          % (pos, check.ambiguous, bad))
    sys.exit(1 if bad or pos == 0 else 0)


if __name__ == '__main__':
    main()
