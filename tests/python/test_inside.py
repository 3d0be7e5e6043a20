"""Compiling within the process: what is wrong raises, the process goes on, and no other is started."""

import subprocess

import numpy as np
import pytest

import zymase
from zymase import _inside

numba = pytest.importorskip("numba")
LIBRARY = ""


def test_no_process_is_started(monkeypatch):
    zymase.numba.grad(lambda x: x * x)(1.0)  # What is compiled once in a cache is there now.
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("a process was started"))
    factor = float(np.random.default_rng().random())  # Not in the cache.

    def polynomial(x, a):
        total = 0.0
        for i in range(a.shape[0]):
            total += a[i] * x**i
        return total * factor

    a, step = np.array([1.0, -2.0, 0.5]), 1e-6
    by_x, by_a = zymase.numba.grad(polynomial)(1.5, a)
    assert by_x == pytest.approx((polynomial(1.5 + step, a) - polynomial(1.5 - step, a)) / (2 * step), rel=1e-6)
    assert by_x == pytest.approx(zymase.numba.jvp(polynomial, wrt="x")((1.5, a), 1.0)[1])
    assert by_x == pytest.approx(factor * (-2 + 1.5)) and np.allclose(by_a, factor * 1.5 ** np.arange(3))
    assert zymase.numba.hvp(polynomial)((1.5, a), (1.0, np.zeros(3)))[0] == pytest.approx(factor)


@pytest.mark.parametrize(
    "text, passes, said",
    [("define void @f( {", "verify", "given:1"), ("define void @f() { ret void }", "no-such-pass", "no-such-pass")],
)
def test_bad_modules(text, passes, said):
    with pytest.raises(zymase.CompileError, match=f"refused:(.|\n)*{said}"):
        _inside.run_passes(text, passes, "refused:")


def test_what_llvm_cannot_go_on_after():
    """An instruction of another processor ends LLVM's code generator, and a compiler with it."""
    foreign = "declare void @llvm.nvvm.barrier0()\ndefine void @f() {\n  call void @llvm.nvvm.barrier0()\n  ret void\n}\n"
    for _ in range(3):
        with pytest.raises(zymase.CompileError, match="Cannot select"):
            _inside.make_object("f", [foreign], LIBRARY, "refused:")
    assert _inside.make_object("g", ["define i32 @g() {\n  ret i32 3\n}\n"], LIBRARY, "refused:")


def test_what_cannot_be_loaded():
    calls = "declare double @nothing_of_this_name()\ndefine double @f() {\n  %y = call double @nothing_of_this_name()\n  ret double %y\n}\n"
    made = _inside.make_object("f", [calls], LIBRARY, "refused:")
    with pytest.raises(zymase.CompileError, match="nothing_of_this_name"):
        _inside.Loaded("f", [made], {}, "refused:")
    with pytest.raises(zymase.CompileError, match="not found"):
        _inside.Loaded("g", [made], {}, "refused:")
    with pytest.raises(zymase.CompileError, match="object"):
        _inside.Loaded("f", [b"no object"], {}, "refused:")


def test_every_kind_of_operand():
    """Complex numbers in parts, short integers, truth values and arrays of three axes are passed as Numba takes them."""

    def mixed(z, k, flag, w, a):
        total = (z * z * w[1]).imag * k + (z.real if flag else z.imag) ** 3
        for i in range(a.shape[0]):
            for j in range(a.shape[1]):
                for m in range(a.shape[2]):
                    total += a[i, j, m] ** 2 * (i + 10 * j + 100 * m + k)
        return total

    z, w, a, step = 1.5 - 0.5j, np.array([1 + 2j, 3 - 1j]), np.random.default_rng(3).random((2, 3, 4)), 1e-6
    for k, flag in ((np.int8(-3), True), (np.uint8(200), False), (np.int16(7), True), (5, False)):
        by_z, by_w, by_a = zymase.numba.grad(mixed)(z, k, flag, w, a)
        given = int(k), flag, w, a
        parts = [(mixed(z + d, *given) - mixed(z - d, *given)) / (2 * step) for d in (step, 1j * step)]
        assert by_z == pytest.approx(complex(*parts), rel=1e-6)
        numbers = np.array([[(mixed(z, int(k), flag, w + d * unit, a) - mixed(z, int(k), flag, w - d * unit, a)) / (2 * step) for d in (step, 1j * step)]
                            for unit in np.eye(2)])
        assert np.allclose(by_w, numbers[:, 0] + 1j * numbers[:, 1], rtol=1e-6, atol=1e-8)
        i, j, m = np.indices(a.shape)
        assert np.allclose(by_a, 2 * a * (i + 10 * j + 100 * m + int(k)))
        moved = zymase.numba.jvp(mixed, wrt=("z", "a"))((z, k, flag, w, a), (1 + 2j, a))[1]
        assert moved == pytest.approx((by_z * (1 - 2j)).real + (by_a * a).sum())
