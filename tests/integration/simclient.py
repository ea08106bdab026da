#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A program that asks device nodes by the real system calls.

Independent of the product: numbers and layouts are those of the kernel's
interface, written out once more. Prints the errno's name or OK first.

    simclient.py hsmp PATH ro|wo|rw ID NUM_ARGS RESPONSE_SZ SOCK [ARG...]
        OK MS and eight words in hexadecimal, or ERRNO MS
    simclient.py ioctl PATH ro|wo|rw REQUEST HEXBYTES
        OK and the bytes afterwards, or ERRNO
    simclient.py pread PATH OFFSET SIZE
        OK and the bytes in hexadecimal, or ERRNO
    simclient.py pwrite PATH OFFSET HEXBYTES
        OK and their number, or ERRNO
    simclient.py open PATH ro|wo|rw
        OK or ERRNO
    simclient.py parallel PATH N SOCK...
        one thread a SOCK sends N test messages: OK and ms for all
    simclient.py storm ROOT SECONDS THREADS
        all kinds of requests at once: OK and their number
    simclient.py open-nobody PATH MODE
        open as user 65534
"""

import errno
import fcntl
import os
import struct
import sys
import threading
import time

MODES = {"ro": os.O_RDONLY, "wo": os.O_WRONLY, "rw": os.O_RDWR}
HSMP_IOCTL_CMD = 0xC02CF800


def name(e):
    return errno.errorcode.get(e.errno, str(e.errno))


def message(msg_id, num_args, response_sz, sock, args):
    words = (list(args) + [0] * 8)[:8]
    data = struct.pack("<IHH8IH2x", msg_id, num_args, response_sz, *words, sock)
    assert len(data) == 44
    return bytearray(data)


def hsmp(fd, *what):
    buf = message(*what)
    fcntl.ioctl(fd, HSMP_IOCTL_CMD, buf, True)
    return struct.unpack_from("<8I", buf, 8)


def cmd_hsmp(path, mode, msg_id, num_args, response_sz, sock, *args):
    fd = os.open(path, MODES[mode])
    numbers = [int(x, 0) for x in (msg_id, num_args, response_sz, sock)]
    start = time.monotonic()
    try:
        words = hsmp(fd, *numbers, [int(x, 0) for x in args])
    except OSError as e:
        print(name(e), int((time.monotonic() - start) * 1000))
        return
    ms = int((time.monotonic() - start) * 1000)
    print("OK", ms, *["%x" % w for w in words])


def cmd_ioctl(path, mode, request, data):
    fd = os.open(path, MODES[mode])
    buf = bytearray.fromhex(data)
    fcntl.ioctl(fd, int(request, 0), buf, True)
    print("OK", buf.hex())


def cmd_pread(path, offset, size):
    fd = os.open(path, os.O_RDONLY)
    print("OK", os.pread(fd, int(size, 0), int(offset, 0)).hex())


def cmd_pwrite(path, offset, data):
    fd = os.open(path, os.O_WRONLY)
    print("OK", os.pwrite(fd, bytes.fromhex(data), int(offset, 0)))


def cmd_open(path, mode):
    os.open(path, MODES[mode])
    print("OK")


def cmd_open_nobody(path, mode):
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
    cmd_open(path, mode)


def run_threads(bodies):
    failures = []

    def guarded(body):
        try:
            body()
        except Exception as e:  # a thread's failure is the program's
            failures.append(repr(e))

    threads = [threading.Thread(target=guarded, args=(b,)) for b in bodies]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if failures:
        print("FAILED", *failures)
        sys.exit(1)


def cmd_parallel(path, count, *socks):
    def body(sock):
        fd = os.open(path, os.O_RDONLY)
        for i in range(int(count)):
            assert hsmp(fd, 1, 1, 1, sock, [i])[0] == i + 1

    start = time.monotonic()
    run_threads([lambda s=int(s): body(s) for s in socks])
    print("OK", int((time.monotonic() - start) * 1000))


def read_all(path):
    with open(path, "rb", buffering=0) as f:
        return f.read()


def cmd_storm(root, seconds, n_threads):
    end = time.monotonic() + float(seconds)
    counts = []
    cpu = root + "/sys/devices/system/cpu/cpu0/"

    def body(n):
        done = 0
        node = os.open(root + "/dev/hsmp", os.O_RDONLY)
        msr = os.open(root + "/dev/cpu/0/msr", os.O_RDONLY)
        last = 0
        while time.monotonic() < end:
            assert hsmp(node, 1, 1, 1, 0, [n])[0] == n + 1
            hsmp(node, 4, 0, 1, 0, [])
            now = struct.unpack("<Q", os.pread(msr, 8, 0xC001029B))[0]
            assert now >= last or last - now > 1 << 31
            last = now
            assert read_all(cpu + "cpufreq/scaling_cur_freq").endswith(b"\n")
            assert read_all(cpu + "cpuidle/state2/time").endswith(b"\n")
            read_all(root + "/epycsim/truth")
            read_all(root + "/epycsim/status")
            read_all(root + "/proc/cpuinfo")
            with open(root + "/epycsim/control", "wb", buffering=0) as f:
                f.write(b"load core 1 constant 0.%d\n" % (done % 10))
                f.write(b"fault s file:/dev/hsmp missing=yes active=no\n")
                f.write(b"fault f msr:0x10 errno=EIO\nfault f off\n")
            done += 1
        counts.append(done)

    run_threads([lambda n=n: body(n) for n in range(int(n_threads))])
    print("OK", sum(counts))


COMMANDS = {
    "hsmp": cmd_hsmp,
    "ioctl": cmd_ioctl,
    "pread": cmd_pread,
    "pwrite": cmd_pwrite,
    "open": cmd_open,
    "open-nobody": cmd_open_nobody,
    "parallel": cmd_parallel,
    "storm": cmd_storm,
}

if __name__ == "__main__":
    try:
        COMMANDS[sys.argv[1]](*sys.argv[2:])
    except OSError as e:
        print(name(e))
