"""The tensor level inside JAX: the same derivatives as JAX's own, where rules and conventions decide too."""

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402

import zymase.jax as zj  # noqa: E402

X = jnp.array([0.3, -1.0, 0.0, 2.0])
A = jnp.arange(16.0).reshape(4, 4) / 7 - 1


@jax.custom_vjp
def clipped(x):
    return x * 2


clipped.defvjp(lambda x: (x * 2, x), lambda kept, g: (jnp.clip(g, -0.1, 0.1) * kept,))


@jax.custom_jvp
def softplus(x):
    return jnp.log(1 + jnp.exp(x))


softplus.defjvp(lambda p, t: (softplus(p[0]), (1 - 1 / (1 + jnp.exp(p[0]))) * t[0]))

FUNCTIONS = {
    "elementwise": lambda x: jnp.sum(jnp.sin(x) * x),
    "relu at 0": lambda x: jnp.sum(jax.nn.relu(x) * x + jax.nn.relu(x)),
    "maximum at a tie": lambda x: jnp.sum(jnp.maximum(x, 0.0) * 3),
    "minimum at a tie": lambda x: jnp.sum(jnp.minimum(x, x * 1.0) * 3),
    "clip at its bounds": lambda x: jnp.sum(jnp.clip(x, -1.0, 2.0) * 3),
    "clamp at its bounds": lambda x: jnp.sum(jax.lax.clamp(-1.0, x, 2.0) * 3),
    "abs at 0": lambda x: jnp.sum(jnp.abs(x)),
    "largest of equals": lambda x: jnp.max(jnp.array([1.0, 1.0, 0.5, 1.0]) * (1 + 0 * x) + x * 0),
    "stop_gradient": lambda x: jnp.sum(jax.lax.stop_gradient(x) * x),
    "straight through": lambda x: jnp.sum((x + jax.lax.stop_gradient(jnp.round(x) - x)) ** 2),
    "logsumexp": lambda x: jax.nn.logsumexp(x),
    "activations": lambda x: jnp.sum(jax.nn.sigmoid(x) * jax.nn.silu(x) + jax.nn.gelu(x) + jax.nn.softplus(x)),
    "scan": lambda x: jax.lax.scan(lambda c, y: (jnp.sin(c) * y + jax.nn.relu(c), c), 1.0, x)[0],
    "loop": lambda x: jax.lax.fori_loop(0, 5, lambda i, c: c * jnp.cos(x[i % 4]) + c, 1.0),
    "cond": lambda x: jax.lax.cond(x[0] > 0, lambda v: jnp.sum(v**2), lambda v: jnp.sum(v), x),
    "custom_vjp": lambda x: jnp.sum(clipped(x) * x),
    "custom_jvp": lambda x: jnp.sum(softplus(x * 1000)),
    "solver": lambda x: jnp.sum(jnp.linalg.inv(A @ A.T + jnp.eye(4) + jnp.diag(x**2))),
    "determinant": lambda x: jnp.linalg.slogdet(A @ A.T + jnp.eye(4) + jnp.diag(x**2))[1],
    "incomplete gamma": lambda x: jnp.sum(jax.scipy.special.gammainc(2.0, x**2 + 0.1)),
}


def agree(found, expected):
    found, expected = jax.tree.leaves(found), jax.tree.leaves(expected)
    assert len(found) == len(expected)
    for one, two in zip(found, expected):
        assert np.shape(one) == np.shape(two) and np.allclose(one, two, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients_are_those_of_jax(name):
    function = FUNCTIONS[name]
    agree(zj.value_and_grad(function)(X), jax.value_and_grad(function)(X))


@pytest.mark.parametrize("name", ["elementwise", "relu at 0", "activations", "scan", "solver"])
def test_tangents_are_those_of_jax(name):
    agree(zj.jvp(FUNCTIONS[name], (X,), (A[0],)), jax.jvp(FUNCTIONS[name], (X,), (A[0],)))


def test_transformations():
    def loss(x):
        return jnp.sum(jnp.tanh(A @ x) ** 2)

    def vector(x):
        return {"a": jnp.sin(A @ x), "b": x[:2] ** 2}

    agree(zj.hessian(loss)(X), jax.hessian(loss)(X))
    agree(zj.jacfwd(vector)(X), jax.jacfwd(vector)(X))
    agree(zj.jacrev(vector)(X), jax.jacrev(vector)(X))
    value, pullback = zj.vjp(vector, X)
    agree(value, vector(X))
    agree(pullback(value), jax.vjp(vector, X)[1](value))
    agree(zj.jit(loss)(X), loss(X))
    agree(zj.vmap(loss)(A), jax.vmap(loss)(A))
    agree(jax.jit(zj.grad(loss))(X), jax.grad(loss)(X))
    agree(jax.vmap(zj.grad(loss))(A), jax.vmap(jax.grad(loss))(A))
    twice = jax.grad(lambda x: jax.grad(loss)(x).sum())(X)
    agree(jax.grad(lambda x: zj.grad(loss)(x).sum())(X), twice)
    agree(zj.grad(lambda x: zj.grad(loss)(x).sum())(X), twice)


def test_arguments():
    def model(parameters, x, power=2):
        return jnp.sum(jnp.tanh(x @ parameters["w"] + parameters["b"]) ** power)

    parameters = {"w": A, "b": X}
    agree(zj.grad(model)(parameters, X), jax.grad(model)(parameters, X))
    agree(zj.grad(model, argnums=(0, 1))(parameters, X, power=3), jax.grad(model, argnums=(0, 1))(parameters, X, power=3))
    both = zj.value_and_grad(lambda x: (jnp.sum(x**2), {"kept": x * 2}), has_aux=True)(X)
    agree(both, jax.value_and_grad(lambda x: (jnp.sum(x**2), {"kept": x * 2}), has_aux=True)(X))
    saving = zj.checkpoint(lambda x: jax.lax.fori_loop(0, 100, lambda i, c: jnp.sin(c) * x[0], 1.0))
    agree(zj.grad(saving)(X), jax.grad(saving)(X))


def test_optimised_programs():
    n = 64
    b = jnp.ones((n, n)) * 0.5

    def diagonal(v):
        return jnp.sum((jnp.zeros((n, n)).at[jnp.arange(n), jnp.arange(n)].set(v) @ b + 1) ** 2)

    v = jnp.linspace(0, 1, n)
    agree(zj.grad(diagonal)(v), jax.grad(diagonal)(v))
    text = jax.jit(zj.grad(diagonal)).lower(v).as_text()
    assert "dot_general" not in text, "a product with a diagonal matrix needs none"
    agree(zj.optimize(lambda a: jnp.trace(a @ a))(A), jnp.trace(A @ A))


def test_errors():
    with pytest.raises(TypeError, match="scalar-output"):
        zj.grad(jnp.sin)(X)
    with pytest.raises(TypeError, match="real- or complex-valued inputs"):
        zj.grad(lambda n: n * 2.0)(3)
    with pytest.raises(zymase_error(), match="custom_call|callback"):
        zj.grad(lambda x: jax.pure_callback(np.sin, jax.ShapeDtypeStruct((), "f8"), x))(1.0)


def zymase_error():
    import zymase

    return zymase.ZymaseError
