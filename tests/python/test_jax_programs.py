"""Programs as people write them in JAX, by `zymase.jax`: values and gradients against JAX's, reverse against forward mode and differences.

Each stands for something that once was wrong or refused.
"""

import functools
import os

# Eight devices; and programs that are compiled more often than they run need no fast code.
FLAGS = "--xla_force_host_platform_device_count=8 --xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true"
os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {FLAGS}"

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import Mesh, NamedSharding  # noqa: E402
from jax.sharding import PartitionSpec as P  # noqa: E402

import zymase  # noqa: E402
import zymase.jax as zj  # noqa: E402

random = np.random.default_rng(5)
X = jnp.asarray(random.standard_normal((4, 3)))
PLACES = jnp.array([2, 0, 2, 1])
KEY = jax.random.PRNGKey(1)


def agree(found, expected, rtol=1e-8):
    found, expected = jax.tree.leaves(found), jax.tree.leaves(expected)
    assert len(found) == len(expected)
    for one, two in zip(found, expected):
        assert np.shape(one) == np.shape(two)
        if one.dtype != jax.dtypes.float0:
            np.testing.assert_allclose(one, two, rtol=rtol, atol=1e-9)


def check(function, x, forward=True, step=1e-6, rtol=1e-8):
    """Value and gradient against JAX's; along a direction against differences and, where it has tangents, forward mode."""
    value, gradient = zj.value_and_grad(function)(x)
    agree((value, gradient), jax.value_and_grad(function)(x), rtol)
    agree(zj.optimize(function)(x), value)
    direction = jnp.asarray(np.random.default_rng(2).standard_normal(x.shape))
    along = float(jnp.vdot(gradient, direction))
    difference = (function(x + step * direction) - function(x - step * direction)) / (2 * step)
    np.testing.assert_allclose(along, difference, rtol=1e-4, atol=1e-4)
    if forward:
        agree(zj.jvp(function, (x,), (direction,))[1], along, max(rtol, 1e-7))


def lotka_volterra(rates):
    from jax.experimental.ode import odeint

    def change(y, t, rates):
        return jnp.stack([rates[0] * y[0] - rates[1] * y[0] * y[1], rates[2] * y[0] * y[1] - rates[3] * y[1]])

    return odeint(change, jnp.array([1.0, 0.5]), jnp.array([0.0, 2.0, 3.0]), rates, rtol=1e-9, atol=1e-9)[-1].sum()


def test_solver_of_differential_equations():
    # The gradient is that of the adjoint equation, right to the tolerance of the solver.
    check(lotka_volterra, jnp.array([1.1, 0.4, 0.1, 0.4]), forward=False, rtol=1e-6)


def by_conjugate_gradients(x):
    matrix = x.T @ x + 5 * jnp.eye(3)
    found, _ = jax.scipy.sparse.linalg.cg(lambda v: matrix @ v, x[0], tol=1e-13)
    return found @ found


def by_gmres(x):
    found, _ = jax.scipy.sparse.linalg.gmres(lambda v: (x[:3] + 6 * jnp.eye(3)) @ v, x[3], tol=1e-13)
    return found @ found


def tridiagonal(x):
    lower, upper = x[:, 0].at[0].set(0.0), x[:, 2].at[-1].set(0.0)
    return jnp.sum(lax.linalg.tridiagonal_solve(lower, x[:, 1] + 6.0, upper, x) ** 2)


def implicit_step(x):
    return jnp.sum(lax.custom_root(lambda y: y + 0.1 * y**3 - x, jnp.zeros_like(x), newton, solve_by_jacobian) ** 2)


def newton(function, start):
    def step(_, y):
        value, slope = jax.jvp(function, (y,), (jnp.ones_like(y),))
        return y - value / slope

    return lax.fori_loop(0, 12, step, start)


def solve_by_jacobian(function, y):
    matrix = jax.jacobian(function)(y).reshape(y.size, y.size)
    return jnp.linalg.solve(matrix, y.ravel()).reshape(y.shape)


@pytest.mark.parametrize("function", [by_conjugate_gradients, by_gmres, tridiagonal, implicit_step])
def test_linear_solvers(function):
    check(function, X, rtol=1e-6)


def sum_of_concatenation(x):
    return jnp.sum(x**2) + jnp.sum(jnp.sin(x)) + jnp.sum(jnp.delete(x, 1, axis=0))


def scatters(x):
    y = jnp.zeros((5, 3)).at[PLACES].add(x).at[1].mul(2.0).at[-1].set(x[0]).at[jnp.array([0, 9])].set(7.0, mode="drop")
    return jnp.sum(y**2) + jnp.sum(jnp.take(x, PLACES, axis=0)) + jnp.sum(jnp.delete(x, 1, axis=0))


def running(x):
    return jnp.sum(lax.cummax(x) * x) + jnp.sum(lax.cummin(x, axis=1)) + jnp.sum(lax.cumlogsumexp(x)) + jnp.sum(jnp.cumprod(x))


def gamma_samples(x):
    return jnp.sum(jax.random.gamma(KEY, jnp.abs(x) + 0.5)) + jnp.sum(jax.random.dirichlet(KEY, jnp.abs(x[0]) + 1) ** 2)


def beta_distribution(x):
    return jnp.sum(jax.scipy.special.betainc(2.0, 3.0, jax.nn.sigmoid(x)) ** 2)


@pytest.mark.parametrize("function", [sum_of_concatenation, scatters, running, beta_distribution])
def test_functions(function):
    check(function, X)


def test_samples():
    # Samples are drawn by rejection: their derivative is that of the distribution, which differences for one key are not.
    agree(zj.value_and_grad(gamma_samples)(X), jax.value_and_grad(gamma_samples)(X))
    agree(zj.jvp(gamma_samples, (X,), (X,)), jax.jvp(gamma_samples, (X,), (X,)))


def test_ties_of_running_maxima():
    x, weights = jnp.array([0.0, 1.0, 1.0, -2.0, 1.0, 3.0]), jnp.arange(1.0, 7.0)
    for function in [lax.cummax, lax.cummin]:
        loss = lambda x: jnp.sum(function(x) * weights)
        agree(zj.grad(loss)(x), jax.grad(loss)(x))
        agree(zj.jvp(loss, (x,), (weights,)), jax.jvp(loss, (x,), (weights,)))


def test_no_derivative_is_refused():
    with pytest.raises(zymase.ZymaseError, match="no derivative by operand 0"):
        zj.grad(lambda a: jax.scipy.special.betainc(a, 3.0, 0.5))(2.0)
    agree(zj.optimize(lambda a: jax.scipy.special.betainc(a, 3.0, 0.5))(2.0), jax.scipy.special.betainc(2.0, 3.0, 0.5))


def test_calls_of_python():
    seen = []

    def host(x):
        seen.append(np.array(x))
        return np.sin(x)

    def called(x):
        return jax.pure_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x)

    agree(zj.optimize(lambda x: called(x) + called(2 * x))(X), jnp.sin(X) + jnp.sin(2 * X))
    agree(jax.jit(lambda x: called(x) + zj.jit(lambda y: called(3 * y))(x))(X), jnp.sin(X) + jnp.sin(3 * X))
    agree(zj.grad(lambda x: jnp.sum(x * lax.stop_gradient(called(x))))(X), jnp.sin(X))
    agree(zj.grad(lambda x: (jax.debug.callback(host, x), jnp.sum(x**2))[1])(X), 2 * X)
    jax.effects_barrier()
    assert len(seen) >= 5
    with pytest.raises(zymase.ZymaseError, match="ordered effects"):
        zj.grad(lambda x: (jax.debug.print("{}", x, ordered=True), jnp.sum(x))[1])(X)


def test_signatures():
    def both(make):
        agree(make(zj), make(jax))

    x = X[0]
    both(lambda m: m.grad(lambda z: z**2, holomorphic=True)(1.0 + 2j))
    both(lambda m: m.grad(lambda d: jnp.sum(d["x"] * d["n"]), allow_int=True)({"x": x, "n": jnp.arange(3)}))
    both(lambda m: m.jvp(lambda a: (jnp.sin(a), a * 2), (x,), (x,), has_aux=True))
    both(lambda m: (lambda found: (found[0], found[1](x), found[2]))(m.vjp(lambda a: (jnp.sin(a), a * 2), x, has_aux=True)))
    both(lambda m: m.jacfwd(lambda a: (jnp.sin(a), a * 2), has_aux=True)(x))
    both(lambda m: m.jacrev(lambda a: (jnp.sin(a), a * 2), has_aux=True)(x))
    both(lambda m: m.hessian(lambda a: (jnp.sum(a**3), a), has_aux=True)(x))
    both(lambda m: m.jacrev(lambda z: z**2 * z[::-1], holomorphic=True)(x + 1j))
    both(lambda m: m.jacfwd(lambda z: z**2 * z[::-1], holomorphic=True)(x + 1j))
    both(lambda m: m.vmap(lambda a: a - lax.pmean(a, "rows"), axis_name="rows")(X))
    both(lambda m: m.vmap(lambda: 3.0, axis_size=4)())
    both(lambda m: m.grad(m.checkpoint(lambda a, n: jnp.sum(a**n), static_argnums=(1,)))(x, 3))
    both(lambda m: m.jvp(lambda a, n: a * n, (x, 3), (x, np.zeros((), jax.dtypes.float0))))
    with pytest.raises(TypeError, match="holomorphic"):
        zj.jacfwd(lambda z: z**2)(x + 1j)
    with pytest.raises(TypeError, match="complex dtype"):
        zj.grad(lambda a: a**2, holomorphic=True)(1.0)


@pytest.mark.parametrize("rows", [1, 5])
def test_open_sizes(rows):
    (size,) = jax.export.symbolic_shape("size")
    # By the rows themselves a loop that reads them has no derivative yet: it would carry a tensor of open sizes.
    losses = [
        (lambda w, x: jnp.sum(jnp.tanh(x @ w) ** 2), (0, 1)),
        (lambda w, x: -jnp.sum(jax.nn.log_softmax(x @ w, axis=1)[:, 0]), (0, 1)),
        (lambda w, x: lax.scan(lambda c, y: (jnp.sin(c) + y @ w[:, 0], None), 0.0, x)[0], 0),
    ]
    x = jnp.asarray(random.standard_normal((rows, 3)))
    for loss, places in losses:
        shapes = jax.ShapeDtypeStruct((3, 4), "f8"), jax.ShapeDtypeStruct((size, 3), "f8")
        exported = jax.export.export(jax.jit(zj.value_and_grad(loss, places)))(*shapes)
        agree(exported.call(X.T, x), jax.value_and_grad(loss, places)(X.T, x))
    with pytest.raises(zymase.ZymaseError, match="sizes of tensor<[?]x3xf64>, which are known only at run time"):
        jax.export.export(jax.jit(zj.grad(losses[2][0], 1)))(*shapes)


def mesh():
    return Mesh(np.array(jax.devices()).reshape(4, 2), ("data", "model"))


def by_constraint(x):
    hidden = lax.with_sharding_constraint(jnp.tanh(x @ x.T), NamedSharding(mesh(), P("data", "model")))
    return jnp.sum(hidden**2)


def exchange(x):
    @functools.partial(jax.shard_map, mesh=mesh(), in_specs=P("data", None), out_specs=P("data", None))
    def step(u):
        above = lax.ppermute(u[-1:], "data", [(i, (i + 1) % 4) for i in range(4)])
        below = lax.ppermute(u[:1], "data", [(i, (i - 1) % 4) for i in range(4)])
        wide = jnp.concatenate([above, u, below])
        return u + 0.1 * (wide[2:] + wide[:-2] - 2 * u)

    return jnp.sum(step(step(x)) ** 2)


def mean_of_parts(x):
    @functools.partial(jax.shard_map, mesh=mesh(), in_specs=(P("data", None), P()), out_specs=P())
    def loss(x, w):
        return lax.pmean(jnp.mean(jnp.tanh(x @ w) ** 2), "data")

    return loss(x, x[:6])


def gathered(x):
    @functools.partial(jax.shard_map, mesh=mesh(), in_specs=P("data", None), out_specs=P("data", None))
    def parts(x):
        return lax.psum_scatter(jnp.sin(lax.all_gather(x, "data", tiled=True)) * x.sum(), "data", tiled=True)

    return jnp.sum(parts(x) ** 2)


@pytest.mark.skipif(not hasattr(jax, "shard_map"), reason="an older version of JAX")
@pytest.mark.parametrize("function", [by_constraint, exchange, mean_of_parts, gathered])
def test_parts_on_devices(function):
    x = jax.device_put(jnp.asarray(random.standard_normal((8, 6))), NamedSharding(mesh(), P("data", None)))
    agree(zj.value_and_grad(function)(x), jax.value_and_grad(function)(x))
    agree(zj.optimize(function)(x), function(x))
    agree(zj.jvp(function, (x,), (x + 1,)), jax.jvp(function, (x,), (x + 1,)))
