#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes a random scenario and commands for modeldump.

    random_scenario.py SEED SCENARIO COMMANDS
"""
import random
import sys

MS = 1_000_000


def fraction(rnd, top=1.0):
    # Some that binary numbers hold, most that they don't.
    if rnd.random() < 0.3:
        return rnd.choice(['0', '1', '0.5', '0.25', '0.75'])
    return '%.*f' % (rnd.randint(1, 6), rnd.random() * top)


def duration(rnd, lo, hi):
    unit, ns = rnd.choice([('ms', MS), ('s', 1000 * MS), ('us', 1000)])
    return '%d%s' % (max(1, rnd.randint(lo, hi) // ns), unit)


def load(rnd):
    shape = rnd.choice(['constant', 'sine', 'steps', 'host'])
    if shape == 'constant':
        return 'constant ' + fraction(rnd)
    if shape == 'sine':
        mean = rnd.choice([0.5, 0.3, 0.71, round(rnd.random(), 3)])
        room = min(mean, 1 - mean)
        swing = room if rnd.random() < 0.3 else rnd.random() * room
        swing = '%.6f' % (int(swing * 1e6) / 1e6)
        return 'sine %s %s %s' % (mean, swing,
                                  duration(rnd, 20 * MS, 500_000 * MS))
    if shape == 'steps':
        times = sorted(rnd.sample(range(20_000), rnd.randint(1, 8)))
        text = ' '.join('%dms:%s' % (t, fraction(rnd)) for t in times)
        if rnd.random() < 0.7:
            text += ' repeat %dms' % (times[-1] + rnd.randint(1, 5000))
        return 'steps ' + text
    return 'host'


def scenario(rnd):
    sockets = rnd.randint(1, 4)
    per_ccd = rnd.choice([1, 2, 3, 4, 6, 8])
    per_socket = per_ccd * rnd.randint(1, 4)
    threads = rnd.randint(1, 2)
    cores = sockets * per_socket
    bits = rnd.choice([32, 64])
    ids = sorted(rnd.sample(range(16), sockets))
    offline = sorted(rnd.sample(range(1, cores * threads),
                                rnd.randint(0, (cores * threads - 1) // 2)))
    idle = rnd.uniform(0.01, 2)
    table = ['[hsmp]', 'protocol = %d' % rnd.choice([2, 5, 7])]
    if rnd.random() < 0.3:
        table = ['[hsmp]', 'protocol = 6', 'metric_table = 6']
    elif rnd.random() < 0.3:
        table = ['[hsmp]', 'protocol = 7', 'metric_table = 7V']
    lines = table + [
        '[machine]', 'name = random', 'sockets = %d' % sockets,
        'package_ids = ' + ','.join(map(str, ids)),
        'cores_per_socket = %d' % per_socket,
        'threads_per_core = %d' % threads, 'cores_per_ccd = %d' % per_ccd,
        'offline = ' + ','.join(map(str, offline)),
        '[energy]', 'esu = %d' % rnd.choice([0, 10, 14, 16, 24, 31]),
        'bits = %d' % bits, 'core_start = 0x%X' % rnd.getrandbits(bits),
        'pkg_start = %d' % rnd.getrandbits(bits),
        '[power]', 'core_idle_w = %.3f' % idle,
        'core_busy_w = %.3f' % (idle + rnd.uniform(0, 20)),
        'uncore_w = %.2f' % rnd.uniform(0, 300),
        'limit_w = %.3f' % rnd.uniform(1, 600), 'limit_max_w = 600',
        '[clock]', 'min_mhz = %d' % rnd.randint(400, 1500),
        'max_mhz = %d' % rnd.randint(2500, 5000), 'boost_limit_mhz = 2500',
        '[thermal]', 'ambient_c = %.1f' % rnd.uniform(-10, 40),
        'c_per_w = %.3f' % rnd.uniform(0, 0.4),
        '[load]', 'all = ' + load(rnd),
    ]
    for _ in range(rnd.randint(0, 6)):
        lo = rnd.randrange(cores)
        hi = rnd.randrange(lo, cores)
        span = '%d' % lo if lo == hi else '%d-%d' % (lo, hi)
        lines.append('core %s = %s' % (span, load(rnd)))
    return lines, cores, cores * threads, sockets


def commands(rnd, cores, cpus, sockets):
    t, lines = 0, ['at 0']
    for _ in range(rnd.randint(5, 20)):
        # Several within a millisecond, then minutes.
        t += rnd.choice([0, 1, rnd.randrange(MS), rnd.randrange(50 * MS),
                         MS * rnd.randrange(3000), rnd.randrange(10**12)])
        verb = rnd.choice(['at', 'at', 'load', 'load', 'uncore', 'reset',
                           'limit', 'limit', 'online'])
        if verb == 'load':
            lo = rnd.randrange(cores)
            lines.append('load %d %d-%d %s'
                         % (t, lo, rnd.randrange(lo, cores), load(rnd)))
        elif verb == 'uncore':
            lines.append('uncore %d %d %.2f'
                         % (t, rnd.randrange(sockets), rnd.uniform(0, 300)))
        elif verb == 'limit':
            lines.append('limit %d %d %d'
                         % (t, rnd.randrange(sockets),
                            rnd.randint(1, 600_000)))
        elif verb == 'online' and cpus > 1:
            lines.append('online %d %d %d' % (t, rnd.randrange(1, cpus),
                                              rnd.randrange(2)))
        elif verb == 'reset':
            lines.append('reset %d' % t)
        lines.append('at %d' % t)
    lines.append('at %d' % (t + 3_600_000 * MS))
    return lines


def main():
    rnd = random.Random(int(sys.argv[1]))
    lines, cores, cpus, sockets = scenario(rnd)
    with open(sys.argv[2], 'w', encoding='utf-8') as out:
        out.write('\n'.join(lines) + '\n')
    with open(sys.argv[3], 'w', encoding='utf-8') as out:
        out.write('\n'.join(commands(rnd, cores, cpus, sockets)) + '\n')


if __name__ == '__main__':
    main()
