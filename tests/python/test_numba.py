"""Derivatives of Numba functions: against central differences, and against each other."""

import numpy as np
import pytest

numba = pytest.importorskip("numba")
pytest.importorskip("scipy")

from numba import cfunc, njit, prange  # noqa: E402

import zymase  # noqa: E402

FACTOR = 3.5
RNG = np.random.default_rng(5)
A = RNG.random((3, 3)) + 3 * np.eye(3)
B = RNG.random(3) + 0.2
S = A @ A.T


@njit
def squared(x):
    return x * x


@njit
def loops(x, y):
    total, kept = 0.0, np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        kept[i] = np.sin(x[i]) * y[0] + squared(x[i])
        total += kept[i] if kept[i] > 1 else 2 * kept[i]
    return total


@njit
def stencil(a):
    b = np.empty_like(a)
    for i in range(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1] - 4 * a[i, j]
    return (b[1:-1, 1:-1] ** 2).sum()


@njit
def trace(a):
    total = 0.0
    for i in range(a.shape[0]):
        total += np.tanh(a[i, i])
    return total + a.sum()


@njit
def inverse(a):
    return (np.linalg.inv(a) * a).sum() + np.linalg.inv(a)[0, 1]


@njit
def solve(a, b):
    return (np.linalg.solve(a, b) ** 2).sum()


@njit
def determinant(a):
    return np.linalg.det(a)


@njit
def products(a, b):
    return np.sum(np.dot(a, b) * b) + np.dot(b, b) + np.sum(a @ a)


@njit
def reshaped(a):
    flat = a.reshape(9) * 2
    return (flat.reshape((3, 3)).T @ a).sum() + a[1:, ::2].sum() + a.flatten()[2] ** 2


@njit
def tuples(a, b):
    pair, items, total = (a[0, 0], b[1]), [1.0], 0.0
    items.append(a[1, 1])
    for item in items:
        total += item * item
    return pair[0] * pair[1] + total + np.mean(a) + np.max(b) + np.std(b) + np.linalg.norm(b)


@njit
def elementwise(a, b):
    return np.exp(-np.abs(a @ b)).sum() + np.where(b > 0.5, b**2, np.log(b)).sum() + np.cumsum(b)[2]


@njit
def in_place(a, b):
    a[:] = a * b[0]
    for i in range(3):
        b[i] += a[i, i]
    return (a * a).sum() + b.sum()


@njit(parallel=True)
def remote_stats(mse, var_x, beta):
    ts = np.empty(beta.shape)
    for v in prange(mse.shape[0]):
        ts[v, :] = beta[v, :] / np.sqrt(np.diag(mse[v] * np.linalg.inv(var_x)))
    return ts.sum()


def closure():
    factor = FACTOR

    @njit
    def scaled(b):
        return (b * factor).sum() ** 2

    return scaled


CASES = {
    "loops": (loops, (B, B + 1)),
    "stencil": (stencil, (RNG.random((4, 5)),)),
    "trace": (trace, (A,)),
    "inverse": (inverse, (A,)),
    "solve": (solve, (A, B)),
    "determinant": (determinant, (A,)),
    "products": (products, (A, B)),
    "reshaped": (reshaped, (A,)),
    "tuples": (tuples, (A, B)),
    "elementwise": (elementwise, (A, B)),
    "in_place": (in_place, (A, B)),
    "remote_stats": (remote_stats, (RNG.random(4) + 1, S, RNG.random((4, 3)))),
    "closure": (closure(), (B,)),
}


def copies(arguments):
    return [argument.copy() for argument in arguments]


@pytest.mark.parametrize("name", CASES)
def test_gradient(name):
    function, arguments = CASES[name]
    before = copies(arguments)
    value, gradient = zymase.numba.value_and_grad(function)(*arguments)
    gradient = gradient if isinstance(gradient, tuple) else (gradient,)
    assert np.isclose(value, function(*copies(arguments)))
    for number, argument in enumerate(arguments):
        assert np.array_equal(argument, before[number]), "arguments stay as they are"
        expected = np.zeros_like(argument)
        for place in np.ndindex(argument.shape):
            up, down = copies(arguments), copies(arguments)
            up[number][place] += 1e-6
            down[number][place] -= 1e-6
            expected[place] = (function(*up) - function(*down)) / 2e-6
        assert np.allclose(gradient[number], expected, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("name", ["loops", "stencil", "inverse"])
def test_forward_agrees(name):
    function, arguments = CASES[name]
    tangents = [RNG.normal(size=argument.shape) for argument in arguments]
    _, moved = zymase.numba.forward()(function)(tuple(arguments), tangents[0] if len(arguments) == 1 else tuple(tangents))
    gradient = zymase.numba.grad(function)(*arguments)
    gradient = gradient if isinstance(gradient, tuple) else (gradient,)
    assert np.isclose(moved, sum((g * t).sum() for g, t in zip(gradient, tangents)))


def test_decorators():
    @zymase.numba.grad
    def product(x, y):
        return x * y

    assert product(2.0, 5.0) == (5.0, 2.0)

    @zymase.numba.reverse(const="x", dup="y", val_and_grad=True)
    def cubic(x, y):
        return x * y**3

    assert cubic(2.0, 3.0) == (54.0, 54.0)
    assert zymase.numba.grad(wrt="x")(lambda x, y: x * x * y)(3.0, 2.0) == 12
    assert zymase.numba.forward(dup="y")(cubic.__wrapped__)((2.0, 3.0), 1.0) == (54.0, 54.0)


def test_whiles_branches_defaults():
    def shrink(x, rate=0.7):
        while x > 1.0:
            x = x * rate
        return x * x

    by_x, by_rate = zymase.numba.grad(shrink)(10.0)
    assert np.isclose(by_x, (shrink(10 + 1e-6) - shrink(10 - 1e-6)) / 2e-6)
    assert np.isclose(by_rate, (shrink(10, 0.7 + 1e-7) - shrink(10, 0.7 - 1e-7)) / 2e-7)


def test_cfuncs():
    @cfunc("float64(float64)")
    def cube(x):
        return x**3

    assert np.isclose(zymase.numba.grad(cube)(2.0), 12)


def test_called_from_njit():
    gradient = zymase.numba.grad(loops)
    both = zymase.numba.value_and_grad(lambda x, y: x * x * y)

    @njit
    def outer(x, y):
        by_x, by_y = gradient(x, y)
        value, parts = both(3.0, 2.0)
        return by_x.sum() + by_y.sum() + value + parts[0] + parts[1]

    by_x, by_y = gradient(B, B + 1)
    assert np.isclose(outer(B, B + 1), by_x.sum() + by_y.sum() + 18 + 12 + 9)


def test_types():
    assert np.isclose(zymase.numba.grad(lambda x: x * x)(np.float32(3)), 6)
    single = zymase.numba.grad(lambda x: (x * x).sum())(np.arange(3, dtype="f4"))
    assert single.dtype == np.float32 and np.allclose(single, [0, 2, 4])
    assert np.allclose(zymase.numba.grad(lambda x, n: x[n] ** 2)(np.arange(3.0), 2), [0, 0, 4])


def test_errors():
    with pytest.raises(ZeroDivisionError):
        zymase.numba.grad(njit(lambda x: 1 / x))(0.0)
    with pytest.raises(zymase.SignatureError, match="returns"):
        zymase.numba.grad(lambda x: x * 2)(np.ones(3))
    with pytest.raises(TypeError, match="no floating-point"):
        zymase.numba.grad(lambda n: n * 2)(3)
    with pytest.raises(ValueError, match="no argument 'z'"):
        zymase.numba.reverse(dup="z")(lambda x: x)(1.0)
    with pytest.raises(TypeError):
        zymase.numba.grad(3)


RECORD = np.dtype([("x", "f8"), ("y", "f8"), ("mass", "f4"), ("number", "i4")])


@njit
def array_result(x, y):
    return x * y[0] + np.sin(x)


@njit
def tuple_result(x, factor):
    return x.sum() * factor, x * factor, x.size


@njit(parallel=True)
def remote_array(mse, var_x, beta):
    ts = np.empty_like(beta)
    for v in prange(mse.shape[0]):
        ts[v, :] = beta[v, :] / np.sqrt(np.diag(mse[v] * np.linalg.inv(var_x)))
    return ts


def test_array_results():
    x, y = B, B + 1
    value, (by_x, by_y) = (lambda pair: (pair[0], pair[1](np.ones(3))))(zymase.numba.vjp(array_result)(x, y))
    assert np.allclose(value, array_result(x, y)) and np.allclose(by_x, y[0] + np.cos(x)) and np.allclose(by_y, [x.sum(), 0, 0])
    value, moved = zymase.numba.forward(dup="x")(array_result)((x, y), np.ones(3))
    assert np.allclose(moved, y[0] + np.cos(x))
    assert np.allclose(zymase.numba.jacobian(array_result, wrt="x")(x, y), np.diag(y[0] + np.cos(x)))
    with pytest.raises(zymase.SignatureError, match="vjp"):
        zymase.numba.grad(array_result)(x, y)


def test_tuple_results():
    value, pullback = zymase.numba.vjp(tuple_result)(B, 2.0)
    assert np.isclose(value[0], 2 * B.sum()) and np.allclose(value[1], 2 * B) and value[2] == 3
    by_x, by_factor = pullback((1.0, np.arange(3.0), None))
    assert np.allclose(by_x, 2 + 2 * np.arange(3)) and np.isclose(by_factor, B.sum() + B @ np.arange(3))
    _, moved = zymase.numba.jvp(tuple_result, wrt="factor")((B, 2.0), 1.0)
    assert np.isclose(moved[0], B.sum()) and np.allclose(moved[1], B) and moved[2] is None


def test_calls_of_parallel_functions():
    @njit
    def loss(mse, var_x, beta):
        return (remote_array(mse, var_x, beta) ** 2).sum()

    arguments = (RNG.random(4) + 1, S, RNG.random((4, 3)))
    value, pullback = zymase.numba.vjp(remote_array)(*arguments)
    for mine, other in zip(pullback(2 * value), zymase.numba.grad(loss)(*arguments)):
        assert np.allclose(mine, other)
    assert np.allclose(zymase.numba.grad(loss)(*arguments)[0], -value**2 @ np.ones(3) / arguments[0])


def test_records():
    @njit
    def energy(bodies):
        total = 0.0
        for i in range(bodies.size):
            total += bodies[i].mass * bodies[i].x ** 2 * bodies[i].y * bodies[i].number
        return total

    bodies = np.zeros(3, RECORD)
    bodies["x"], bodies["y"], bodies["mass"], bodies["number"] = [1, 2, 3], [4, 5, 6], 2, [1, 2, 0]
    gradient = zymase.numba.grad(energy)(bodies)
    assert gradient.dtype == RECORD and np.allclose(gradient["x"], [16, 80, 0]) and np.allclose(gradient["y"], [2, 16, 0])
    assert np.allclose(gradient["mass"], [4, 40, 0])
    one = zymase.numba.grad(lambda body: body.x * body.y**2)(bodies[1])
    assert one["x"] == 25 and one["y"] == 20


def test_tuples_flags_functions_and_texts():
    def f(pair, minus, inner, way):
        value = inner(pair[0]) * (pair[1] ** 2).sum()
        return -value if minus and way == "up" else value

    square = njit(lambda t: t * t)
    value, (by_number, by_array) = zymase.numba.value_and_grad(f)((3.0, B), True, square, "up")
    assert np.isclose(by_number, -6 * (B**2).sum()) and np.allclose(by_array, -18 * B)
    assert np.isclose(zymase.numba.grad(f)((3.0, B), True, square, "down")[0], 6 * (B**2).sum())


def test_tangents_from_njit():
    along = zymase.numba.forward(dup="x")(array_result)
    number = zymase.numba.forward()(lambda x, y: x * x * y)

    @njit
    def outer(x, y):
        value, moved = along((x, y), np.ones_like(x))
        other, tangent = number((3.0, 2.0), (1.0, 10.0))
        return value.sum() + moved.sum() + other + tangent

    assert np.isclose(outer(B, B + 1), (array_result(B, B + 1) + B[0] + 1 + np.cos(B)).sum() + 18 + 12 + 90)


def test_custom_adjoints():
    @njit
    def length(x, scale):
        return np.sqrt((x * x).sum()) * scale

    @njit
    def doubled(x):
        return 2 * x

    @njit
    def f(x):
        return length(doubled(x), 3.0) ** 2

    given = {length: lambda x, scale, c: (x * c, 0.0), doubled: lambda x, c: 10 * c}
    value, gradient = zymase.numba.value_and_grad(f, custom_adjoint=given)(B)
    assert np.isclose(value, f(B)) and np.allclose(gradient, 10 * 2 * B * 2 * length(2 * B, 3.0))
    _, moved = zymase.numba.forward(custom_adjoint=given)(f)((B,), np.ones(3))
    assert np.isclose(moved, gradient.sum())
    with pytest.raises(ValueError, match="does not call"):
        zymase.numba.grad(lambda x: x * x, custom_adjoint={length: lambda x, scale, c: (x * c, 0.0)})(2.0)
