"""Derivatives of C functions: against expected values, one mode against the other, both against central differences."""

import numpy as np
import pytest

from conftest import differences

X = np.array([0.3, -1.2, 0.8, 2.0])
SCALARS = [
    ("product", (2.0, 3.0, 0.5), (3.0, 2.0, np.cos(0.5))),
    ("smooth", (0.7,), (np.exp(-0.49) * (1 - 2 * 0.49),)),
    ("branch", (4.0,), (0.25,)),
    ("branch", (-2.0,), (-12.0,)),
    ("single", (2.0,), (12.0,)),
    ("power", (3.0, 4), (108.0,)),
]
ARRAYS = {
    "energy": lambda x: 2 * x * np.roll(x, -1) + np.roll(x, 1) ** 2,
    "rosenbrock": None,
    "scratch": None,
    "long_sum": np.cos,
}


@pytest.mark.parametrize("name, arguments, expected", SCALARS)
def test_scalar_gradient(lib, name, arguments, expected):
    result = lib.grad(name)(*arguments)
    result = result if isinstance(result, tuple) else (result,)
    assert np.allclose(result, expected, rtol=1e-6)


@pytest.mark.parametrize("name, arguments, expected", SCALARS)
def test_scalar_tangent(lib, name, arguments, expected):
    value, tangent = lib.jvp(name)(arguments, tuple([1.0] * len(expected)) if len(expected) > 1 else 1.0)
    assert np.isclose(tangent, sum(expected), rtol=1e-6)
    assert np.isclose(value, getattr(lib, name)(*arguments))


@pytest.mark.parametrize("name", ARRAYS)
def test_array_gradient_three_ways(lib, rng, name):
    gradient = lib.grad(name, wrt="x")(X, 4)
    if ARRAYS[name] is not None:
        assert np.allclose(gradient, ARRAYS[name](X))
    v = rng.normal(size=4)
    _, tangent = lib.jvp(name, wrt="x")((X, 4), v)
    assert np.isclose(tangent, gradient @ v)
    assert np.allclose(gradient, differences(lambda x: getattr(lib, name)(x, 4), X), atol=1e-5)


@pytest.mark.parametrize("name", ARRAYS)
def test_hessian_three_ways(lib, rng, name):
    hessian = lib.hessian(name, wrt="x")(X, 4)
    assert np.allclose(hessian, hessian.T)
    assert np.allclose(hessian, differences(lambda x: lib.grad(name, wrt="x")(x, 4), X), atol=1e-4)
    v = rng.normal(size=4)
    assert np.allclose(lib.hvp(name, wrt="x")((X, 4), v), hessian @ v)


def test_matrix_product(lib, rng):
    a, b, c = rng.normal(size=(3, 3)), rng.normal(size=(3, 3)), np.empty((3, 3))
    assert np.allclose(lib.matmul(a, b, c, 3), a @ b)
    assert np.allclose(c, a @ b)
    jacobian = lib.jacobian("matmul", wrt="a")(a, b, c, 3)
    assert jacobian.shape == (3, 3, 3, 3)
    assert np.allclose(jacobian, np.einsum("ip,qj->ijpq", np.eye(3), b))
    by_both = lib.jacobian("matmul", wrt=("a", "b"))(a, b, c, 3)
    assert np.allclose(by_both[0], jacobian)
    assert np.allclose(by_both[1], np.einsum("ip,qj->iqpj", a, np.eye(3)))


@pytest.mark.parametrize("m, n", [(1, 1), (2, 5), (5, 2), (4, 4)])
def test_jacobian_by_rows_and_columns(lib, rng, m, n):
    a, x, y = rng.normal(size=(m, n)), rng.normal(size=n), np.empty(m)
    assert np.allclose(lib.jacobian("matvec", wrt="x")(a, x, y, m, n), 2 * a * x)
    assert lib.jacobian("matvec", wrt="a")(a, x, y, m, n).shape == (m, m, n)


def test_pullback_can_be_called_again(lib, rng):
    x, y = rng.normal(size=3), np.empty(3)
    value, pullback = lib.vjp("both", wrt="x")(x, y, np.empty(3), 3)
    assert np.allclose(value[0], x * x) and np.allclose(value[1], np.exp(x))
    for _ in range(2):
        assert np.allclose(pullback((np.ones(3), np.zeros(3))), 2 * x)
        assert np.allclose(pullback(np.zeros(3), np.ones(3)), np.exp(x))


def test_several_values_have_jacobians(lib):
    first, second = lib.jacobian("both", wrt="x")(X, np.empty(4), np.empty(4), 4)
    assert np.allclose(first, np.diag(2 * X)) and np.allclose(second, np.diag(np.exp(X)))


def test_read_and_written(lib):
    u = np.array([1.0, 2.0, 3.0])
    jacobian = lib.jacobian("decay", wrt="u")(u, 0.5, 3)
    assert np.allclose(u, [1, 2, 3]), "a derivative leaves its arguments as they are"
    assert np.allclose(jacobian, differences(lambda v: lib.decay(v.copy(), 0.5, 3), u), atol=1e-6)
    assert np.allclose(lib.jacobian("decay", wrt="rate")(u, 0.5, 3), differences(lambda r: lib.decay(u.copy(), float(r), 3), 0.5))
    assert np.allclose(lib.decay(u, 0.5, 3), [1, 1, 1.5]) and np.allclose(u, [1, 1, 1.5])


def test_value_of_a_void_function(lib):
    value, gradient = lib.value_and_grad("total", wrt="x")(X, 4, np.zeros(1))
    assert np.allclose(value, [np.sum(X**3)]) and np.allclose(gradient, 3 * X**2)
    assert np.allclose(lib.hvp("total", wrt="x")((X, 4, np.zeros(1)), np.ones(4)), 6 * X)


def test_wrt_decides_the_shape_of_results(lib):
    assert isinstance(lib.grad("product", wrt="x")(1.0, 2.0, 3.0), float)
    assert isinstance(lib.grad("product", wrt=("x",))(1.0, 2.0, 3.0), tuple)
    assert len(lib.grad("product", wrt=("z", "x"))(1.0, 2.0, 3.0)) == 2
    assert len(lib.grad("product")(1.0, 2.0, 3.0)) == 3
    assert lib.value_and_grad("product", wrt="y")(1.0, 2.0, 0.0) == (2.0, 1.0)
    assert lib.grad("total")(X, 4, np.zeros(1)).shape == (4,), "what is only written is no input"


def test_scalar_hessian(lib):
    table = lib.hessian("product")(2.0, 3.0, 0.5)
    assert np.allclose(np.array(table, float), [[0, 1, 0], [1, 0, 0], [0, 0, -np.sin(0.5)]])


def test_multidimensional_arguments(lib, rng):
    x = rng.normal(size=(2, 3))
    assert np.allclose(lib.grad("weighted", wrt="x")(2, 3, x), 2 * x * [[1], [2]])
    assert lib.grad("matvec", wrt="x") is lib.grad("matvec", wrt="x")
    flat = lib.grad("weighted", wrt="x")(2, 3, x.reshape(-1))
    assert flat.shape == (6,)


def test_single_precision(lib):
    x = np.arange(3, dtype="f4")
    gradient = lib.grad("float_sum", wrt="x")(x, 3)
    assert gradient.dtype == np.float32 and np.allclose(gradient, 3 * x * x)


def test_indices(lib):
    x, places = np.array([1.0, 2.0, 3.0]), np.array([2, 2, 0], "i4")
    assert np.allclose(lib.grad("element", wrt="x")(x, places, 3), [2, 0, 12])


def test_structs(lib):
    dtype = np.dtype({"names": ["k", "rest", "count"], "formats": ["f8", ("f4", 2), "i4"], "offsets": [0, 8, 16], "itemsize": 24})
    s, other = np.zeros((), dtype), np.zeros(1, dtype)
    s["k"], s["count"], s["rest"], other["k"] = 3, 5, [1, 2], 4
    assert lib.spring_energy(s, other) == 46
    by_s, by_other = lib.grad("spring_energy", wrt=("s", "other"))(s, other)
    assert by_s["k"] == 24 and np.allclose(by_s["rest"], [0, 5]) and by_s["count"] == 0
    assert by_other["k"][0] == 9


def test_complex(lib):
    assert lib.square(1 + 2j) == -3 + 4j
    value, pullback = lib.vjp("square")(1 + 2j)
    assert value == -3 + 4j and pullback(1 + 0j) == 2 - 4j
    assert lib.jvp("square")((1 + 2j,), 1j) == (-3 + 4j, 1j * 2 * (1 + 2j))
    z = np.array([1 + 2j, 3 - 1j])
    expected = 2 * z.real * z.imag + 1j * (z.real**2 + 6 * z.imag)
    assert np.allclose(lib.grad("modulus", wrt="z")(z, 2), expected), "d/dre + i d/dim"


def test_status_results(lib):
    y = np.zeros(1)
    assert lib.status(np.array([3.0]), y) == 7 and y[0] == 9
    assert np.allclose(lib.grad("status", wrt="x")(np.array([3.0]), y), [6])


def test_arguments_by_name(lib):
    assert lib.energy(X, n=4) == lib.energy(X, 4)
    assert np.allclose(lib.grad("energy", wrt="x")(x=X, n=4), lib.grad("energy", wrt="x")(X, 4))


def test_strided_and_read_only_inputs(lib):
    wide = np.zeros((4, 2))
    wide[:, 0] = X
    assert np.allclose(lib.grad("energy", wrt="x")(wide[:, 0], 4), lib.grad("energy", wrt="x")(X, 4))
    fixed = X.copy()
    fixed.flags.writeable = False
    assert np.isclose(lib.energy(fixed, 4), lib.energy(X, 4))
    swapped = X.astype(">f8")
    assert np.isclose(lib.energy(swapped, 4), lib.energy(X, 4))
    out = np.zeros((4, 2))
    lib.scaled(X, out[:, 1], np.ones(3), 4)
    assert np.allclose(out[:, 1], X), "what is written comes back"


def test_nan_stays_nan(lib):
    assert np.isnan(lib.grad("product", wrt="x")(1.0, np.nan, 1.0))


def test_explanation(lib):
    text = lib.explain("energy")
    assert "kept for the reverse sweep" in text and "<html" in text._repr_html_().lower()
