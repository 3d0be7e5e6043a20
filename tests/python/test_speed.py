"""What a call costs: time of the processor, the best of many. Other work on the machine can make that several times as long as docs/python.md says: limits
leave room for it."""

import ctypes
import subprocess
import time

import pytest

import zymase
from zymase import _toolchain

TEXT = "double product(double x, double y, double z) { return x * y * z + x; }\n"
#: Microseconds beyond a call by ctypes, and nanoseconds of a call from compiled code.
FROM_PYTHON, FROM_NJIT = 3, 60


def best(call, repetitions=60):
    """The least time of the processor that a call took, in seconds."""
    least = float("inf")
    for _ in range(repetitions):
        begin = time.thread_time()
        call()
        least = min(least, time.thread_time() - begin)
    return least


def many(call, count=3000):
    def run():
        for _ in range(count):
            call(1.5, 2.0, 3.0)

    return best(run) / count


def test_gradients_cost_little_more_than_ctypes(tmp_path):
    source, shared = tmp_path / "product.c", tmp_path / "product.so"
    source.write_text(TEXT)
    subprocess.run([_toolchain.tool("clang"), "-O2", "-shared", "-fPIC", str(source), "-o", str(shared)], check=True)
    plain = ctypes.CDLL(str(shared)).product
    plain.argtypes, plain.restype = [ctypes.c_double] * 3, ctypes.c_double
    gradient = zymase.compile(TEXT).grad("product")
    assert gradient(1.5, 2.0, 3.0) == (7.0, 4.5, 3.0) and plain(1.5, 2.0, 3.0) == 10.5
    assert (many(gradient) - many(plain)) * 1e6 < FROM_PYTHON


def test_gradients_in_compiled_code():
    numba = pytest.importorskip("numba")

    @zymase.numba.grad
    def gradient(x, y, z):
        return x * y * z + x

    @numba.njit
    def loop(count):
        total = 0.0
        for i in range(count):
            by_x, by_y, by_z = gradient(1.5 + i * 1e-9, 2.0, 3.0)
            total += by_x + by_y + by_z
        return total

    assert loop(1) == 14.5
    assert best(lambda: loop(200_000)) / 200_000 * 1e9 < FROM_NJIT
