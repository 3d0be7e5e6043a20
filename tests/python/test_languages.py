"""Fortran and C++."""

import numpy as np
import pytest

import zymase
from conftest import differences


def test_fortran_inputs_and_outputs(fortran):
    x, y = np.arange(3.0), np.ones(3)
    assert np.allclose(fortran.axpy(3, 2.0, x, y), 1 + 2 * x * x) and np.allclose(y, 1 + 2 * x * x)
    assert np.allclose(fortran.jacobian("axpy", wrt="a")(3, 2.0, x, y), x * x)
    assert np.allclose(fortran.jacobian("axpy", wrt="x")(3, 2.0, x, y), np.diag(4 * x))
    assert np.allclose(fortran.jacobian("axpy", wrt="y")(3, 2.0, x, y), np.eye(3))


def test_fortran_assumed_shape(fortran):
    x = np.array([3.0, 4.0])
    assert fortran.norm(x) == 5
    assert np.allclose(fortran.grad("norm")(x), x / 5)
    assert np.allclose(fortran.hessian("norm")(x), (np.eye(2) - np.outer(x, x) / 25) / 5)
    with pytest.raises(ValueError, match="1 axes"):
        fortran.norm(np.ones((2, 2)))


@pytest.mark.parametrize("order", ["C", "F"])
def test_fortran_matrices_have_fortrans_indices(fortran, rng, order):
    a = np.array(rng.normal(size=(2, 3)), order=order)
    b, c = rng.normal(size=(3, 4)), np.zeros((2, 4), order=order)
    assert np.allclose(fortran.multiply(a, b, c, 2, 3, 4), a @ b) and np.allclose(c, a @ b)
    value, pullback = fortran.vjp("multiply", wrt=("a", "b"))(a, b, c, 2, 3, 4)
    w = rng.normal(size=(2, 4))
    by_a, by_b = pullback(w)
    assert np.allclose(value, a @ b) and np.allclose(by_a, w @ b.T) and np.allclose(by_b, a.T @ w)
    assert np.allclose(fortran.jacobian("multiply", wrt="a")(a, b, c, 2, 3, 4), np.einsum("ip,qk->ikpq", np.eye(2), b))


def test_fortran_likelihood(fortran):
    theta, y = np.array([1.0, 2.0]), np.array([0.5, 1.5, 3.0])
    value, gradient = fortran.value_and_grad("likelihood", wrt="theta")(theta, y, 3)
    assert np.isclose(value, np.sum(-0.5 * ((y - 1) / 2) ** 2 - np.log(2)))
    assert np.allclose(gradient, differences(lambda t: fortran.likelihood(t, y, 3), theta), atol=1e-6)
    hessian = fortran.hessian("likelihood", wrt="theta")(theta, y, 3)
    assert np.allclose(hessian, differences(lambda t: fortran.grad("likelihood", wrt="theta")(t, y, 3), theta), atol=1e-5)


def test_fortran_scalars(fortran):
    assert fortran.cube(2.0, 0.0) == 8
    assert fortran.grad("cube", wrt="x")(2.0, 0.0) == 12
    out = np.zeros(1)
    fortran.cube(3.0, out)
    assert out[0] == 27
    assert fortran.grad("kinetic")(2.0, 3.0) == (4.5, 6.0)


def test_cpp_names(cpp):
    assert cpp.area(2.0, 3.0) == 6 and cpp.grad("area")(2.0, 3.0) == (3, 2)
    assert cpp.potential(2.0) == 0.5 and cpp.grad("potential")(2.0) == -0.25
    assert np.isclose(cpp.grad("plain")(1.0), np.e)
    assert cpp.turned(1 + 1j) == 2j


def test_cpp_references_and_exceptions(cpp):
    assert cpp.filled(2.0, 3) == 12 and cpp.grad("filled", wrt="value")(2.0, 3) == 12
    for call in (cpp.filled, cpp.grad("filled", wrt="value")):
        with pytest.raises(zymase.ExecutionError, match="n is negative"):
            call(2.0, -1)
    assert cpp.filled(2.0, 1) == 4, "an exception changes nothing"
    assert cpp.swapped(2.0, 3.0) == (9.0, 2.0)
    assert np.allclose(np.array(cpp.jacobian("swapped")(2.0, 3.0), float), [[0, 6], [1, 0]])


def test_overloads_ask(cpp):
    library = zymase.compile("#include <cmath>\ndouble g(double x) { return x; }\nfloat g(float x) { return x; }")
    with pytest.raises(zymase.SignatureError, match="ambiguous(.|\n)*signature="):
        library.g(1.0)


def test_several_files(tmp_path):
    (tmp_path / "shared.h").write_text("double inner(double x);\n#define FACTOR 3\n")
    (tmp_path / "a.c").write_text('#include "shared.h"\ndouble outer(double x) { return inner(x) * FACTOR; }\n')
    (tmp_path / "b.c").write_text("double inner(double x) { return x * x * SCALE; }\n")
    library = zymase.compile(tmp_path / "a.c", str(tmp_path / "b.c"), flags=["-DSCALE=2"])
    assert library.outer(2.0) == 24 and library.grad("outer")(2.0) == 24
    (tmp_path / "shared.h").write_text("double inner(double x);\n#define FACTOR 5\n")
    assert zymase.compile([tmp_path / "a.c", tmp_path / "b.c"], flags="-DSCALE=2").outer(2.0) == 40, "headers count"


def test_variables_are_shared():
    library = zymase.compile("""
        static double k = 2.0;
        int calls;
        void set_k(double value) { k = value; }
        double energy(double x) { calls++; return k * x * x; }
        int count(void) { return calls; }
        double history(double x) { static double last = 1; double r = x * last; last = x; return r; }
    """)
    assert library.energy(3.0) == 18 and library.grad("energy")(3.0) == 12
    library.set_k(5.0)
    assert library.energy(3.0) == 45 and library.grad("energy")(3.0) == 30
    assert library.count() == 4
    assert library.history(2.0) == 2 and library.grad("history")(3.0) == 2 and library.history(1.0) == 3
