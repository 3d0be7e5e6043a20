"""Derivatives that the caller gives. The adjoints here are not the true ones: so it shows whose derivative is taken."""

import numpy as np
import pytest

import zymase

TEXT = """
#include <math.h>
double g(double x, double y) { return x * x * y; }
double dot(const double *x, const double *w, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * w[i]; return s; }
void smooth(const double *x, double *y, int n) { for (int i = 0; i < n; i++) y[i] = sin(x[i]); }
void scale(double *x, double a, int n) { for (int i = 0; i < n; i++) x[i] *= a; }
double f(double x, double y) { return g(x, y) * 3; }
double chain(const double *x) { double w[3] = {1, 2, 3}, y[3]; smooth(x, y, 3); return dot(y, w, 3); }
double overwritten(const double *x, double a) { double t[3] = {x[0], x[1], x[2]}; scale(t, a, 3); return t[0] * t[1] * t[2]; }
double loop(double x, int n) { for (int i = 0; i < n; i++) x = g(x, 0.5); return x; }
"""
X = np.array([0.1, 0.2, 0.3])


@pytest.fixture(scope="module")
def program():
    return zymase.compile(TEXT, custom_adjoint={
        "g": lambda x, y, c: (20 * x * y * c, x * x * c),
        "dot": lambda x, w, n, c: (w * c, x * c),
        "smooth": lambda x, y, n, c: 100 * np.cos(x) * c,
        "scale": lambda x, a, n, c: (a * c, (x * c).sum()),
    })


def test_numbers(program):
    assert program.value_and_grad("f")(2.0, 5.0) == (60, (600, 12))
    assert program.jvp("f")((2.0, 5.0), (1.0, 2.0)) == (60, 624)
    # 10 x at each of three steps, of which each is x^2 / 2.
    assert np.isclose(program.grad("loop", "x")(1.1, 2), 10 * 1.1 * 10 * 1.1**2 / 2)


def test_arrays_and_constant_memory(program):
    expected = 100 * np.cos(X) * [1, 2, 3]
    assert np.allclose(program.grad("chain", "x")(X), expected)
    assert np.isclose(program.jvp("chain", "x")((X,), np.ones(3))[1], expected.sum())


def test_overwritten_memory(program):
    by_x, by_a = program.grad("overwritten")(X, 2.0)
    assert np.allclose(by_x, 8 * X.prod() / X) and np.isclose(by_a, 12 * X.prod())
    _, moved = program.jvp("overwritten")((X, 2.0), (np.ones(3), 1.0))
    assert np.isclose(moved, by_x.sum() + by_a)


def test_what_an_adjoint_raises():
    def wrong(x, y, c):
        raise KeyError("oops")

    with pytest.raises(KeyError, match="oops"):
        zymase.compile(TEXT, custom_adjoint={"g": wrong}).grad("f")(2.0, 5.0)
    with pytest.raises(TypeError, match="2 derivatives"):
        zymase.compile(TEXT, custom_adjoint={"g": lambda x, y, c: 1.0}).grad("f")(2.0, 5.0)
    with pytest.raises(AttributeError, match="no function nothing"):
        zymase.compile(TEXT, custom_adjoint={"nothing": wrong})


def test_second_derivatives_are_refused(program):
    with pytest.raises(zymase.ZymaseError):
        program.hvp("f", "x")((2.0, 5.0), 1.0)


def test_fortran():
    text = """
real(8) function inner(x, n)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  inner = sum(x**2)
end function
real(8) function outer(x, n)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), external :: inner
  outer = inner(x, n) * 2
end function
"""
    library = zymase.compile(text, custom_adjoint={"inner": lambda x, n, c: 7 * x * c})
    assert np.allclose(library.grad("outer", "x")(X, 3), 14 * X)
