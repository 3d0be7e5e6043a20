"""Compiled functions in JAX."""

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402
from jax.test_util import check_grads  # noqa: E402

import zymase  # noqa: E402

X = jnp.array([0.3, -1.2, 0.8, 2.0])
CASES = {
    "product": (lambda f: f, (2.0, 3.0, 0.5)),
    "energy": (lambda f: lambda x: f(x, 4), (X,)),
    "matmul": (lambda f: lambda a, b: f(a, b, 2), (jnp.arange(4.0).reshape(2, 2), jnp.ones((2, 2)))),
    "matvec": (lambda f: lambda a, x: f(a, x, 2, 3), (jnp.arange(6.0).reshape(2, 3), X[:3])),
    "decay": (lambda f: lambda u, r: f(u, r, 4), (X, 0.7)),
    "both": (lambda f: lambda x: f(x, 4), (X,)),
    "cubes": (lambda f: lambda z: f(z, 2), (jnp.array([1 + 2j, 3 - 1j]),)),
}


@pytest.fixture(scope="module")
def functions(lib):
    return {name: zymase.jax.function(lib, name) for name in [*CASES, "modulus", "laplace", "stops", "weighted", "power"]}


@pytest.mark.parametrize("name", CASES)
def test_second_order_in_all_modes(functions, name):
    prepare, arguments = CASES[name]
    check_grads(prepare(functions[name]), arguments, order=2, atol=1e-4, rtol=1e-4)


def test_values(functions):
    a, b = jnp.arange(4.0).reshape(2, 2), jnp.ones((2, 2))
    assert np.allclose(functions["matmul"](a, b, 2), a @ b)
    assert np.allclose(jax.jit(functions["matmul"], static_argnums=2)(a, b, 2), a @ b)
    y, z = functions["both"](X, 4)
    assert np.allclose(y, X * X) and np.allclose(z, jnp.exp(X))
    assert functions["laplace"](X, 4).shape == (4,)
    assert np.allclose(functions["decay"](X, 0.5, 4)[0], X[0]) and X[1] == -1.2


def test_batches(functions):
    f = functions["product"]
    expected = np.array([[x * y + np.sin(0.5) for y in range(3)] for x in range(2)])
    result = jax.vmap(jax.vmap(f, (None, 0, None)), (0, None, None))(jnp.arange(2.0), jnp.arange(3.0), 0.5)
    assert np.allclose(result, expected)
    rows = jnp.arange(12.0).reshape(3, 4)
    gradient = jax.grad(lambda x: functions["energy"](x, 4))
    assert np.allclose(jax.jit(jax.vmap(gradient))(rows), np.stack([gradient(row) for row in rows]))
    matmul = jax.vmap(lambda a, b: functions["matmul"](a, b, 2), (2, None), 1)
    a, b = jnp.arange(12.0).reshape(2, 2, 3), jnp.ones((2, 2))
    assert np.allclose(matmul(a, b), np.stack([a[:, :, i] @ b for i in range(3)], 1))


def test_inside_control_flow(functions):
    def loop(x):
        return jax.lax.scan(lambda c, y: (c + functions["product"](c, y, y), None), x, jnp.arange(3.0))[0]

    check_grads(jax.jit(loop), (0.5,), order=1, modes=["fwd", "rev"])
    assert np.allclose(jax.grad(lambda x: jax.lax.cond(x > 0, lambda v: functions["power"](v, 3), lambda v: v, x))(2.0), 12)


def test_jaxs_complex_convention(functions):
    z = jnp.array([1 + 2j, 3 - 1j])
    ours = jax.grad(lambda z: functions["modulus"](z, 2))(z)
    theirs = jax.grad(lambda z: jnp.sum(z.real**2 * z.imag + 3 * z.imag**2))(z)
    assert np.allclose(ours, theirs)
    cotangent = jnp.array([1 - 1j, 2 + 0.5j])
    ours = jax.vjp(lambda z: functions["cubes"](z, 2), z)[1](cotangent)[0]
    assert np.allclose(ours, jax.vjp(lambda z: z * z * z[0], z)[1](cotangent)[0])


def test_fortran_matrices(fortran):
    multiply = zymase.jax.function(fortran, "multiply")
    a, b = jnp.arange(6.0).reshape(2, 3), jnp.arange(12.0).reshape(3, 4)
    assert np.allclose(multiply(a, b, 2, 3, 4), a @ b)
    check_grads(lambda a, b: multiply(a, b, 2, 3, 4), (a, b), order=2, atol=1e-3, rtol=1e-3)
    norm = zymase.jax.function(fortran, "norm")
    assert np.allclose(jax.grad(norm)(jnp.array([3.0, 4.0])), [0.6, 0.8])
    rows = jnp.array([[3.0, 4.0], [6.0, 8.0]])
    assert np.allclose(jax.vmap(norm)(rows), [5, 10])


def test_errors(functions):
    with pytest.raises(TypeError, match="float64, not float32"):
        functions["energy"](X.astype("float32"), 4)
    with pytest.raises(ValueError, match="uses"):
        functions["matmul"](jnp.ones(3), jnp.ones(4), 2)
    with pytest.raises(TypeError, match="static_argnums"):
        jax.jit(functions["matmul"])(jnp.ones((2, 2)), jnp.ones((2, 2)), 2)
    with pytest.raises(Exception, match="abort"):
        jax.block_until_ready(functions["stops"](-1.0))
    with pytest.raises(NotImplementedError, match="third"):
        jax.grad(jax.grad(jax.grad(lambda x: functions["power"](x, 4))))(1.0)


def test_traced_integers(functions):
    assert np.allclose(jax.jit(functions["power"])(2.0, jnp.int32(3)), 8)
    assert np.allclose(jax.jit(jax.grad(functions["power"]))(2.0, jnp.int32(3)), 12)
