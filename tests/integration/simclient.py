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
    simclient.py reads PATH SIZE N
        N reads of SIZE bytes of one open file, each result on a line
    simclient.py batch PATH ro|wo|rw CPU:REGISTER[=VALUE]...
        one batch; then each operation on a line: its error, its value
    simclient.py batch-raw PATH ADDRESS NUMOPS
        a batch whose operations lie at an address of our choice
    simclient.py batch-equals ROOT REGISTER...
        by one batch and by msr_safe, of all CPUs that are online, while the
        clock stands: OK and the number of values that are equal
    simclient.py telemetry PATH ro|wo|rw SOCK SIZE [ADDRESS]
        OK and the first bytes of a metric table, or ERRNO
    simclient.py any-ioctl PATH REQUEST
        the test message by an ioctl of any number: OK and the answer
    simclient.py held PATH hsmp|pread:OFFSET:SIZE
        opens once, then asks as often as a line comes by stdin
    simclient.py hammer SECONDS PATH...
        reads open files without pause: each must hold a whole number and a
        newline (the last digit's may lack); OK, reads, empty reads, least and
        greatest number of the first, values that ran back
    simclient.py parallel PATH N SOCK...
        one thread a SOCK sends N test messages: OK and ms for all
    simclient.py storm ROOT SECONDS THREADS
        all kinds of requests at once: OK and their number
    simclient.py open-nobody PATH MODE
        open as user 65534
"""

import ctypes
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
        batch = os.open(root + "/dev/cpu/msr_batch", os.O_RDONLY)
        ops = (BatchOp * 2)()
        for i, op in enumerate(ops):
            op.cpu, op.isrdmsr, op.msr = i, 1, 0xC001029A
        last = 0
        while time.monotonic() < end:
            try:
                assert hsmp(node, 1, 1, 1, 0, [n])[0] == n + 1
                hsmp(node, 4, 0, 1, 0, [])
            except OSError as e:
                assert e.errno == errno.ENODEV
            run_batch(batch, ops)
            assert ops[0].err == 0 and ops[1].err == 0
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
                f.write(b"cpu 5-7 off\ncpu 6 on\n")
                f.write((b"driver unbind\n", b"driver bind\n")[done % 2])
                f.write(b"cpu 5-7 on\n")
            done += 1
        counts.append(done)

    run_threads([lambda n=n: body(n) for n in range(int(n_threads))])
    print("OK", sum(counts))


class BatchArray(ctypes.Structure):
    _fields_ = [("numops", ctypes.c_uint32), ("version", ctypes.c_uint32),
                ("ops", ctypes.c_uint64)]


class BatchOp(ctypes.Structure):
    _fields_ = [("cpu", ctypes.c_uint16), ("isrdmsr", ctypes.c_uint16),
                ("err", ctypes.c_int32), ("msr", ctypes.c_uint32),
                ("pad", ctypes.c_uint32), ("msrdata", ctypes.c_uint64),
                ("wmask", ctypes.c_uint64)]


LIBC = ctypes.CDLL(None, use_errno=True)


def raw_ioctl(fd, request, arg):
    """An ioctl without the copies that fcntl.ioctl makes."""
    r = LIBC.ioctl(fd, ctypes.c_ulong(request), arg)
    if r < 0:
        raise OSError(ctypes.get_errno(), "ioctl")


def run_batch(fd, ops):
    array = BatchArray(len(ops), 0, ctypes.addressof(ops))
    raw_ioctl(fd, 0xC01063A2, ctypes.byref(array))


def cmd_reads(path, size, count):
    fd = os.open(path, os.O_RDONLY)
    for _ in range(int(count)):
        try:
            print("OK", os.read(fd, int(size)))
        except OSError as e:
            print(name(e))


def cmd_batch(path, mode, *what):
    ops = (BatchOp * len(what))()
    for op, text in zip(ops, what):
        cpu, _, rest = text.partition(":")
        reg, is_write, value = rest.partition("=")
        op.cpu, op.msr = int(cpu), int(reg, 0)
        op.isrdmsr = 0 if is_write else 1
        op.msrdata = int(value or "0", 0)
    fd = os.open(path, MODES[mode])
    try:
        run_batch(fd, ops)
        print("OK")
    except OSError as e:
        print(name(e))
    for op in ops:
        print(errno.errorcode.get(-op.err, op.err), "%x" % op.msrdata)


def cmd_batch_raw(path, address, numops):
    array = BatchArray(int(numops, 0), 0, int(address, 0))
    raw_ioctl(os.open(path, os.O_RDONLY), 0xC01063A2, ctypes.byref(array))
    print("OK")


def cpus_online(root):
    text = read_all(root + "/sys/devices/system/cpu/online").decode()
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def cmd_batch_equals(root, *regs):
    what = [(c, int(r, 0)) for c in cpus_online(root) for r in regs]
    ops = (BatchOp * len(what))()
    for op, (cpu, reg) in zip(ops, what):
        op.cpu, op.msr, op.isrdmsr = cpu, reg, 1
    run_batch(os.open(root + "/dev/cpu/msr_batch", os.O_RDONLY), ops)
    equal = 0
    for op, (cpu, reg) in zip(ops, what):
        fd = os.open(root + "/dev/cpu/%d/msr_safe" % cpu, os.O_RDONLY)
        single = struct.unpack("<Q", os.pread(fd, 8, reg))[0]
        equal += op.err == 0 and op.msrdata == single
        os.close(fd)
    print("OK", equal, "of", len(what))


def cmd_telemetry(path, mode, sock, size, address=None):
    buf = ctypes.create_string_buffer(16384)
    where = int(address, 0) if address else ctypes.addressof(buf)
    req = struct.pack("<QIHH", where, int(size, 0), int(sock), 0)
    fcntl.ioctl(os.open(path, MODES[mode]), 0x4010F801, req)
    print("OK", buf.raw[:8].hex())


def cmd_any_ioctl(path, request):
    msg = ctypes.create_string_buffer(bytes(message(1, 1, 1, 0, [41])), 44)
    raw_ioctl(os.open(path, os.O_RDONLY), int(request, 0), msg)
    print("OK", struct.unpack_from("<I", msg.raw, 8)[0])


def cmd_held(path, what):
    fd = os.open(path, os.O_RDONLY)
    for _ in sys.stdin:
        try:
            if what == "hsmp":
                print("OK", hsmp(fd, 1, 1, 1, 0, [41])[0], flush=True)
            else:
                _, off, size = what.split(":")
                os.pread(fd, int(size, 0), int(off, 0))
                print("OK", flush=True)
        except OSError as e:
            print(name(e), flush=True)


def cmd_hammer(seconds, *paths):
    files = [os.open(p, os.O_RDONLY) for p in paths]
    last = [None] * len(files)
    end = time.monotonic() + float(seconds)
    reads = empty = back = 0
    low = high = None
    while time.monotonic() < end:
        for i, fd in enumerate(files):
            text = os.pread(fd, 64, 0)
            reads += 1
            if not text:
                empty += 1
                continue
            if text.count(b"\n") > 1 or not text.rstrip(b"\n").isdigit():
                print("TORN", text)
                sys.exit(1)
            value = int(text)
            back += last[i] is not None and value < last[i]
            last[i] = value
            if i == 0:
                low = value if low is None else min(low, value)
                high = value if high is None else max(high, value)
    print("OK", reads, empty, low, high, back)


COMMANDS = {
    "hsmp": cmd_hsmp,
    "ioctl": cmd_ioctl,
    "pread": cmd_pread,
    "pwrite": cmd_pwrite,
    "open": cmd_open,
    "open-nobody": cmd_open_nobody,
    "reads": cmd_reads,
    "batch": cmd_batch,
    "batch-raw": cmd_batch_raw,
    "batch-equals": cmd_batch_equals,
    "telemetry": cmd_telemetry,
    "any-ioctl": cmd_any_ioctl,
    "held": cmd_held,
    "hammer": cmd_hammer,
    "parallel": cmd_parallel,
    "storm": cmd_storm,
}

if __name__ == "__main__":
    try:
        COMMANDS[sys.argv[1]](*sys.argv[2:])
    except OSError as e:
        print(name(e))
