"""Programs that other transformations of JAX have made: batches, derivatives, rules of users, loops that are rewritten."""

import jax
import jax.numpy as jnp
from jax import lax

from . import integers, normal, program, uniform


@program(normal(4, 3), normal(3, 3))
def batched_solve(b, a):
    return jax.vmap(lambda b: jnp.linalg.solve(a + 4 * jnp.eye(3, dtype=a.dtype), b))(b)


@program(normal(5, 6), normal(6))
def batched_scan(xs, w):
    def one(x):
        return lax.scan(lambda h, v: (jnp.tanh(h * v[0] + v[1]), h), x[0], (x, w))

    return jax.vmap(one)(xs)


@program(normal(4, 3), integers(4, high=3))
def batched_switch(x, kinds):
    return jax.vmap(lambda x, kind: lax.switch(kind, [jnp.sin, jnp.square, lambda x: x[::-1] * x], x))(x, kinds)


def growing_masked(x):
    count = jnp.zeros(x.shape, jnp.int32)
    for _ in range(25):
        more = x < 8.0
        x, count = jnp.where(more, x * 1.4 + 0.1, x), count + more
    return x


@program(uniform(5, low=0.5, high=3.0), reference=growing_masked)
def batched_while(x):
    return jax.vmap(lambda x: lax.while_loop(lambda x: x < 8.0, lambda x: x * 1.4 + 0.1, x))(x)


@program(normal(6, 4), integers(3, high=5), normal(3, 2, 4))
def batched_updates(x, rows, y):
    update = jax.vmap(lambda row, y: lax.dynamic_update_slice(x, y, (row, jnp.int32(0))))
    return update(rows, y) ** 2, jax.vmap(lambda row: lax.dynamic_slice(x, (row, jnp.int32(1)), (2, 2)))(rows)


@program(normal(4), normal(3), reference=lambda x, w: jnp.sum(jnp.sin(x)[1:] * w))
def rule_of_a_user_in_reverse(x, w):
    @jax.custom_vjp
    def clipped(x):
        return x

    clipped.defvjp(lambda x: (x, None), lambda _, g: (g,))
    return jnp.sum(clipped(jnp.sin(x))[1:] * w)


@program(normal(3, 3, scale=0.2), normal(3))
def fixed_point_by_rule(a, b):
    def solve(matvec, b):
        return lax.fori_loop(0, 60, lambda _, x: b - (matvec(x) - x), jnp.zeros_like(b))

    matvec = lambda x: x + a @ x
    return lax.custom_linear_solve(matvec, b, solve, transpose_solve=solve)


@program(uniform(4, low=1.0, high=9.0))
def root_by_rule(a):
    def solve(f, x):
        return lax.fori_loop(0, 30, lambda _, x: x - f(x) / (2 * x), x)

    return lax.custom_root(lambda x: x**2 - a, a, solve, lambda g, y: y / g(jnp.ones_like(y)))


@program(normal(4), normal(4))
def second_derivatives(x, v):
    def f(x):
        return jnp.sum(jnp.sin(x) * jnp.roll(x, 1) ** 2) + jax.nn.logsumexp(x)

    return jax.hessian(f)(x) @ v, jax.jacrev(jax.grad(f))(x)[0], jax.jacfwd(jnp.cumprod)(x)


@program(normal(3, 3), normal(3))
def derivatives_of_solvers(a, b):
    a = a + 4 * jnp.eye(3, dtype=a.dtype)
    return jax.grad(lambda a: jnp.sum(jnp.linalg.solve(a, b) ** 2))(a), jax.grad(lambda a: jnp.linalg.slogdet(a)[1])(a)


@program(normal(8), normal(2, 2, scale=0.5))
def derivative_of_a_scan(xs, w):
    def loss(w):
        return jnp.sum(lax.scan(lambda h, x: (jnp.tanh(w @ h + x), None), jnp.ones(2, xs.dtype), xs)[0])

    return jax.grad(loss)(w)


@program(normal(4, 3), normal(3, 3, scale=0.5))
def layers_in_a_scan(x, w):
    stack = jnp.stack([w, w.T, w @ w])
    block = jax.checkpoint(lambda x, w: (x + jax.nn.silu(x @ w), None), policy=jax.checkpoint_policies.dots_saveable)
    return lax.scan(block, x, stack, unroll=2)[0]


@program(normal(7, 3), uniform(7, 3, low=0.1, high=0.9))
def associative_scans(x, a):
    gates = lax.associative_scan(lambda l, r: (l[0] * r[0], r[0] * l[1] + r[1]), (a, x), reverse=True)[1]
    products = lax.associative_scan(jnp.matmul, jnp.einsum("ti,tj->tij", x, a)[:5] + jnp.eye(3, dtype=x.dtype))
    return gates, products, lax.cumlogsumexp(x, axis=0, reverse=True)


def lengths_by_masks(xs, lengths):
    def one(x, length):
        def step(h, inputs):
            i, x = inputs
            return jnp.where(i < length, jnp.sin(h) + x * h, h), None

        return lax.scan(step, 1.0 + x[0], (jnp.arange(10), x))[0]

    return jnp.stack([one(x, length) for x, length in zip(xs, lengths)])


@program(normal(3, 10), integers(3, low=1, high=10), reference=lengths_by_masks)
def lengths_in_a_loop(xs, lengths):
    def one(x, length):
        return lax.fori_loop(0, length, lambda i, h: jnp.sin(h) + x[i] * h, 1.0 + x[0])

    return jnp.stack([one(x, length) for x, length in zip(xs, lengths)])


@program(normal(4, 5), normal(3))
def beam_of_the_best(scores, w):
    def step(best, row):
        values, places = lax.top_k((best[:, None] + row[None]).reshape(-1), 3)
        return values, places // 5

    return lax.scan(step, w, scores)[0]


@program(normal(6), uniform(3, low=0.1, high=1.0))
def adam(x, w):
    def loss(x):
        return jnp.sum(jnp.cos(x) * jnp.tile(w, 2)) + 0.1 * jnp.sum(x**4)

    def step(i, state):
        x, m, v = state
        g = jax.grad(loss)(x)
        m, v = 0.9 * m + 0.1 * g, 0.99 * v + 0.01 * g**2
        rate = jnp.asarray(i + 1, x.dtype)
        return x - 0.1 * (m / (1 - 0.9**rate)) / (jnp.sqrt(v / (1 - 0.99**rate)) + 1e-8), m, v

    return lax.fori_loop(0, 6, step, (x, jnp.zeros_like(x), jnp.zeros_like(x)))[0]


@program(normal(2, 6, 6, 4), normal(3, 3, 1, 4, scale=0.4), normal(1, 1, 4, 6, scale=0.4))
def separable_convolution(x, depth, point):
    numbers = ("NHWC", "HWIO", "NHWC")
    y = lax.conv_general_dilated(x, depth, (1, 1), "SAME", dimension_numbers=numbers, feature_group_count=4)
    return lax.conv_general_dilated(jax.nn.relu6(y), point, (2, 2), "VALID", dimension_numbers=numbers)


@program(normal(1, 7, 2), normal(3, 2, 3, scale=0.4))
def dilated_input_convolution(x, kernel):
    numbers = ("NWC", "WIO", "NWC")
    y = lax.conv_general_dilated(x, kernel, (2,), [(3, 1)], lhs_dilation=(3,), rhs_dilation=(2,), dimension_numbers=numbers)
    return y, lax.conv_general_dilated(x, kernel, (1,), [(-1, -1)], dimension_numbers=numbers)


@program(normal(4, 5, 3), normal(3, 3, 2, scale=0.4))
def convolutions_by_example(x, kernels):
    numbers = ("NWC", "WIO", "NWC")
    one = lambda x, k: lax.conv_general_dilated(x[None], k[:, None], (1,), "SAME", dimension_numbers=numbers)
    return jax.vmap(jax.vmap(one, (None, -1)), (0, None))(x[..., :1], kernels)


@program(normal(6, 4), normal(5, 4), integers(2, low=1, high=2**31 - 1))
def dropout_and_noise(x, y, seed):
    key = jax.random.wrap_key_data(seed.astype(jnp.uint32), impl="threefry2x32")
    first, second = jax.random.split(key)
    keep = jax.random.bernoulli(first, 0.7, x.shape)
    chosen = jax.random.permutation(second, 5)
    return jnp.where(keep, x / 0.7, 0.0) @ y[chosen].T, jax.random.gumbel(second, (4,), x.dtype) * x[0]


@program(normal(5, 4), normal(2))
def resized_and_mapped(image, shift):
    resized = jax.image.resize(image, (8, 3), "bilinear")
    rows, columns = jnp.meshgrid(jnp.arange(4.0), jnp.arange(3.0), indexing="ij")
    places = [(rows + jax.nn.sigmoid(shift[0])).astype(image.dtype), (columns + jax.nn.sigmoid(shift[1])).astype(image.dtype)]
    return resized, jax.scipy.ndimage.map_coordinates(image, places, order=1)


@program(normal(5, 3), integers(4, low=-7, high=8), normal(4, 3))
def gathers_by_mode(x, rows, y):
    taken = [x.at[places].get(mode=mode) for places, mode in zip([rows, rows, rows % 5], ["clip", "fill", "promise_in_bounds"])]
    return [jnp.nan_to_num(part) ** 2 for part in taken], x.at[rows].add(y, mode="clip"), x.at[rows % 5].power(2.0)
