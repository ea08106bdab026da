# SPDX-License-Identifier: LGPL-2.1-or-later
"""Hold a dump of hwdump to a list of what the documents demand.

usage: golden.py LIST DUMP	compare: differences, then "ok ..." or "bad ..."
       golden.py --get LIST WORD	what a directive of the list says
       golden.py --wants LIST	the lines that the list wants

A list has lines

	NAME EXPECTATION UNIT  # where that is written
	NAME - ERRNO           # where that is written

and demands exactly these names, each once. The reason is compulsory. {0-3,8}
in a name stands for each of the numbers, several of them for each combination;
the numbers are n (or n1), n2, ... in the expectation, their places in the
braces, from 0 on, i (or i1), i2, ...; {0x80,0x84} is possible too:

	WORD        this word
	A..B        a number from A to B
	=EXPR       this number, computed; =EXPR..EXPR an interval
	=EXPR~D     this number, D more or less

No blanks in an expectation. Numbers in expressions are exact fractions, and
what is compared is the exact result; dumped fractions have ten digits, so for
them the last digit may differ. Directives:

	include FILE        another list, relative to this one; names that are
	                    defined later are known in it
	def NAME EXPR       a number, or NAME(A,B) EXPR a function
	set NAME TEXT       $NAME stands for TEXT, also in what is included
	dump KEY TEXT       for who makes the dump: model time, options

A later def or set of the same name holds, for the whole list.
"""

import itertools
import math
import os
import re
import sys
from fractions import Fraction

NUMBER = re.compile(r"(?<![\w.])(0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?)(?![\w.])")
BRACES = re.compile(r"\{([^}]*)\}")
SHOWN = 20


class BadList(Exception):
    pass


def turns(x):
    """sin of x turns, where it has a simple value exactly."""
    x -= math.floor(x)
    simple = {0: 0, Fraction(1, 4): 1, Fraction(1, 2): 0, Fraction(3, 4): -1}
    if x in simple:
        return Fraction(simple[x])
    return Fraction(math.sin(2 * math.pi * x))


def sine_at(mean, swing, period, t):
    return mean + swing * turns(t / period)


def sine_mean(mean, swing, period, t0, t1):
    """Mean of mean + swing sin(2 pi t / period) from t0 to t1."""
    def cosine(t):
        return turns(t / period + Fraction(1, 4))
    wave = swing * (cosine(t0) - cosine(t1))
    if wave:
        wave *= period / Fraction(2 * math.pi) / (t1 - t0)
    return mean + wave


def choose(number, *pairs):
    """choose(n,a,b,x,c,d,y,...,z): x if a <= n <= b, y if c <= n <= d, else z"""
    for low, high, value in zip(*[iter(pairs[:-1])] * 3):
        if low <= number <= high:
            return value
    return pairs[-1]


BUILTINS = {"F": Fraction, "floor": math.floor, "min": min, "max": max,
            "sum": lambda f, a, b: sum(f(i) for i in range(int(a), int(b) + 1)),
            "nearest": lambda x: math.floor(x + Fraction(1, 2)),
            "bits": lambda x: int(x).bit_length(),
            "sine_at": sine_at, "sine_mean": sine_mean, "choose": choose,
            "__builtins__": {}}


def exact(expr):
    return NUMBER.sub(lambda m: "F(%s)" % (
        int(m[0], 16) if m[0][:2].lower() == "0x" else "'%s'" % m[0]), expr)


def numbers_of(text):
    """What stands in braces: (text, number) each."""
    ret = []
    for part in text.split(","):
        if part.startswith("0x"):
            ret.append((part, int(part, 16)))
            continue
        first, _, last = part.partition("-")
        if not first.isdigit() or (last and not last.isdigit()):
            raise BadList(f"bad numbers {{{text}}}")
        ret += [(str(i), i) for i in range(int(first), int(last or first) + 1)]
    return ret


class Golden:
    """A list, read; wants[name] is (kind, value, unit)."""

    def __init__(self, path):
        self.sets, self.defs, self.dump = {}, {}, {}
        self.lines = []
        self.read(path, set())
        self.env = dict(BUILTINS)
        self.define()
        self.wants = {}
        for where, line in self.lines:
            try:
                self.demand(line)
            except (BadList, ValueError, NameError, SyntaxError, TypeError,
                    ZeroDivisionError) as e:
                raise BadList(f"{where}: {e}") from e

    def read(self, path, above):
        if path in above:
            raise BadList(f"{path} includes itself")
        with open(path, encoding="ascii") as f:
            for number, line in enumerate(f, 1):
                where = f"{os.path.basename(path)}:{number}"
                words = line.split("#")[0].split()
                if not words:
                    continue
                if words[0] == "include" and len(words) == 2:
                    self.read(os.path.join(os.path.dirname(path), words[1]),
                              above | {path})
                elif words[0] in ("set", "dump") and len(words) >= 3:
                    to = self.sets if words[0] == "set" else self.dump
                    to[words[1]] = " ".join(words[2:])
                elif words[0] == "def" and len(words) >= 3:
                    self.defs[words[1]] = " ".join(words[2:])
                else:
                    reason = line.partition("#")[2].strip()
                    if len(words) != 3 or not reason:
                        raise BadList(f"{where}: NAME WHAT UNIT # REASON")
                    self.lines.append((where, line.split("#")[0]))

    def substitute(self, text):
        """Texts may contain names of other texts."""
        while "$" in text:
            text = re.sub(r"\$(\w+)", lambda m: self.sets[m[1]], text)
        return text

    def define(self):
        """Functions first, since constants may use them; in any order."""
        constants = {}
        for head, expr in self.defs.items():
            m = re.fullmatch(r"(\w+)(?:\(([\w,]*)\))?", head)
            if not m:
                raise BadList(f"def {head}")
            code = exact(self.substitute(expr))
            if m[2] is None:
                constants[m[1]] = code
            else:
                self.env[m[1]] = eval(f"lambda {m[2]}: {code}", self.env)
        while constants:
            before = len(constants)
            for name, code in list(constants.items()):
                try:
                    self.env[name] = eval(code, self.env)
                    del constants[name]
                except NameError as e:
                    unknown = e
            if len(constants) == before:
                raise BadList(f"def {', '.join(constants)}: {unknown}")

    def value(self, expr, names):
        # In the globals, so that generators inside of it see them too.
        return eval(exact(expr), dict(self.env, **names))

    def demand(self, line):
        pattern, what, unit = self.substitute(line).split()
        groups = [numbers_of(m) for m in BRACES.findall(pattern)]
        parts = re.split(r"\{[^}]*\}", pattern)
        for chosen in itertools.product(*map(enumerate, groups)):
            name, n = parts[0], {}
            for i, (place, (text, number)) in enumerate(chosen, 1):
                name += text + parts[i]
                n[f"n{i}"], n[f"i{i}"] = Fraction(number), Fraction(place)
            n["n"], n["i"] = n.get("n1"), n.get("i1")
            if name in self.wants:
                raise BadList(f"{name} is demanded twice")
            self.wants[name] = (*self.expectation(what, n), unit)

    def expectation(self, what, n):
        if what == "-":
            return "errno", None
        expr = what[1:] if what[0] == "=" else what
        if what[0] != "=" and not re.fullmatch(
                r"-?[\d.]+\.\.-?[\d.]+", what):
            return "word", what
        low, dots, high = expr.partition("..")
        if dots:
            return "interval", (self.value(low, n), self.value(high, n))
        expr, tilde, slack = expr.partition("~")
        v = self.value(expr, n)
        d = self.value(slack, n) if tilde else 0
        return "interval", (v - d, v + d)


def number_of(text):
    try:
        return Fraction(text)
    except ValueError:
        return None


def fits(want, value, unit):
    kind, expected, wanted_unit = want
    if unit != wanted_unit:
        return False
    if kind == "errno":
        return value == "-"
    if kind == "word":
        return value == expected
    number = number_of(value)
    if number is None:
        return False
    # Ten digits, of what is a fraction or has an exponent.
    slack = 0 if re.fullmatch(r"-?\d+", value) else abs(number) / 10**9
    return expected[0] - slack <= number <= expected[1] + slack


def shown(want):
    kind, expected, unit = want
    if kind == "errno":
        return f"- {unit}"
    if kind == "word":
        return f"{expected} {unit}"
    ends = [str(e) if e == int(e) else f"{float(e):.12g}" for e in expected]
    return f"{ends[0] if ends[0] == ends[1] else '..'.join(ends)} {unit}"


def compare(golden, lines):
    """What is wrong with a dump, one text each."""
    wrong, seen = [], set()
    for line in lines:
        words = line.split()
        if len(words) != 3:
            wrong.append(f"not three words: {line}")
            continue
        name, value, unit = words
        if name in seen:
            wrong.append(f"twice: {line}")
        elif name not in golden.wants:
            wrong.append(f"unexpected: {line}")
        elif not fits(golden.wants[name], value, unit):
            wrong.append(f"{name}: {value} {unit}, "
                         f"wanted {shown(golden.wants[name])}")
        seen.add(name)
    wrong += [f"missing: {name} {shown(want)}"
              for name, want in golden.wants.items() if name not in seen]
    return wrong


def main(argv):
    if len(argv) == 4 and argv[1] == "--get":
        print(Golden(argv[2]).dump.get(argv[3], ""))
        return 0
    if len(argv) == 3 and argv[1] == "--wants":
        for name, want in Golden(argv[2]).wants.items():
            print(name, shown(want))
        return 0
    if len(argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    golden = Golden(argv[1])
    with open(argv[2], encoding="utf-8") as f:
        lines = f.read().splitlines()
    wrong = compare(golden, lines)
    for text in wrong[:int(os.environ.get("GOLDEN_SHOWN", SHOWN))]:
        print(text)
    print(f"{'bad' if wrong else 'ok'} {len(lines)} lines, "
          f"{len(golden.wants)} wanted, {len(wrong)} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv))
    except BadList as e:
        print(f"bad list: {e}")
        sys.exit(1)
