"""What a call of a gradient costs: time of the processor, the best of many.

    PYTHONPATH=crates/python/python python bench/python/calls.py
"""

import ctypes
import subprocess
import tempfile
import time
from pathlib import Path

import numba

import zymase
from zymase import _toolchain

TEXT = "double product(double x, double y, double z) { return x * y * z + x; }\n"


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


def from_python(folder):
    source, shared = folder / "product.c", folder / "product.so"
    source.write_text(TEXT)
    subprocess.run([_toolchain.tool("clang"), "-O2", "-shared", "-fPIC", str(source), "-o", str(shared)], check=True)
    plain = ctypes.CDLL(str(shared)).product
    plain.argtypes, plain.restype = [ctypes.c_double] * 3, ctypes.c_double
    gradient = zymase.compile(TEXT).grad("product")
    assert gradient(1.5, 2.0, 3.0) == (7.0, 4.5, 3.0) and plain(1.5, 2.0, 3.0) == 10.5
    return many(gradient), many(plain)


def from_compiled_code():
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
    return best(lambda: loop(200_000)) / 200_000


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        gradient, plain = from_python(Path(folder))
    print(f"from Python: gradient {gradient * 1e6:.2f} us, the function by ctypes {plain * 1e6:.2f} us")
    print(f"from compiled code: gradient {from_compiled_code() * 1e9:.1f} ns")
