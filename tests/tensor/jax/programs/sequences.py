"""Loops: recurrent networks, filters, iterations with a known and an unknown number of rounds."""

import jax
import jax.numpy as jnp
from jax import lax

from . import complex_normal, normal, positive_definite, program, uniform


@program(normal(6, 3), normal(3, 16, scale=0.4), normal(4, 16, scale=0.4), normal(16))
def lstm(xs, wx, wh, b):
    def step(carry, x):
        h, c = carry
        i, f, g, o = jnp.split(x @ wx + h @ wh + b, 4)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    zero = jnp.zeros(4, xs.dtype)
    return lax.scan(step, (zero, zero), xs)[1]


@program(normal(6, 2, 3), normal(3, 12, scale=0.4), normal(4, 12, scale=0.4), normal(2, 4))
def gru(xs, wx, wh, h):
    def step(h, x):
        a, b = x @ wx, h @ wh
        z = jax.nn.sigmoid(a[:, :4] + b[:, :4])
        r = jax.nn.sigmoid(a[:, 4:8] + b[:, 4:8])
        return (1 - z) * h + z * jnp.tanh(a[:, 8:] + r * b[:, 8:]), None

    return lax.scan(step, h, xs)[0]


@program(normal(7, 3), normal(3, 3, scale=0.5))
def rnn_in_both_directions(xs, w):
    def step(h, x):
        h = jnp.tanh(x + h @ w)
        return h, h

    ahead = lax.scan(step, xs[0], xs)[1]
    back = lax.scan(step, xs[-1], xs, reverse=True)[1]
    return jnp.concatenate([ahead, back], axis=1)


@program(normal(4, scale=0.3))
def fori_loop_with_known_rounds(x):
    return lax.fori_loop(0, 9, lambda i, x: jnp.sin(x) + 0.1 * i, x)


@program(normal(3, 3, scale=0.3), normal(3))
def power_iteration(a, v):
    def step(v, _):
        v = a @ v + v
        return v / jnp.linalg.norm(v), None

    return lax.scan(step, v, length=12)[0]


@program(normal(4, 5, 3), normal(3, 3, scale=0.4))
def scan_in_scan(xs, w):
    def inner(h, x):
        return jnp.tanh(h @ w + x), h

    def outer(h, xs):
        h, hs = lax.scan(inner, h, xs)
        return h, jnp.sum(hs**2)

    return lax.scan(outer, jnp.zeros(3, xs.dtype), xs)


@program(normal(20, scale=0.4), normal(2, 2, scale=0.4))
def scan_with_checkpoints(xs, w):
    @jax.checkpoint
    def step(h, x):
        return jnp.tanh(w @ h + x), None

    return lax.scan(step, jnp.ones(2, xs.dtype), xs)[0]


def newton_unrolled(a):
    x = a
    for _ in range(14):
        step = (x - a / x) / 2
        x = jnp.where(jnp.max(jnp.abs(step)) > 1e-3, x - step, x)
    return x


@program(uniform(3, low=1.0, high=50.0), reference=newton_unrolled)
def while_newton(a):
    def unfinished(state):
        x, step = state
        return jnp.max(jnp.abs(step)) > 1e-3

    def improve(state):
        x, _ = state
        step = (x - a / x) / 2
        x = jnp.where(jnp.max(jnp.abs(step)) > 1e-3, x - step, x)
        return x, step

    return lax.while_loop(unfinished, improve, (a, a))[0]


def collatz_like_masked(x, y):
    for _ in range(20):
        more = jnp.sum(x * x) < 100.0
        x, y = jnp.where(more, 1.3 * x + 0.1 * jnp.sin(y), x), jnp.where(more, y * jnp.cos(x), y)
    return x, y


@program(normal(4), normal(4), reference=collatz_like_masked)
def while_growing(x, y):
    def step(state):
        x, y = state
        return 1.3 * x + 0.1 * jnp.sin(y), y * jnp.cos(x)

    return lax.while_loop(lambda state: jnp.sum(state[0] ** 2) < 100.0, step, (x, y))


@program(normal(8, 2), positive_definite(3), positive_definite(2), normal(3, 3, scale=0.4), normal(2, 3))
def kalman_filter(observations, q, r, a, c):
    def step(carry, y):
        m, p = carry
        m, p = a @ m, a @ p @ a.T + q
        s = c @ p @ c.T + r
        innovation = y - c @ m
        determinant = s[0, 0] * s[1, 1] - s[0, 1] * s[1, 0]
        inverse = jnp.array([[s[1, 1], -s[0, 1]], [-s[1, 0], s[0, 0]]]) / determinant
        gain = p @ c.T @ inverse
        cost = jnp.log(determinant) + innovation @ inverse @ innovation
        return (m + gain @ innovation, p - gain @ c @ p), cost

    start = (jnp.zeros(3, a.dtype), jnp.eye(3, dtype=a.dtype))
    return jnp.sum(lax.scan(step, start, observations)[1])


@program(normal(7, 3), normal(3, 3), normal(3))
def hidden_markov_model(emissions, transitions, start):
    transitions = jax.nn.log_softmax(transitions, axis=1)

    def step(alpha, emission):
        alpha = jax.nn.logsumexp(alpha[:, None] + transitions, axis=0) + emission
        return alpha, None

    return jax.nn.logsumexp(lax.scan(step, jax.nn.log_softmax(start), emissions)[0])


@program(uniform(5, 6, low=0.1, high=1.0))
def sinkhorn(cost):
    kernel = jnp.exp(-cost / 0.3)

    def step(_, uv):
        u, v = uv
        u = 0.2 / (kernel @ v)
        return u, (1 / 6) / (kernel.T @ u)

    u, v = lax.fori_loop(0, 15, step, (jnp.ones(5, cost.dtype), jnp.ones(6, cost.dtype)))
    return jnp.sum(u[:, None] * kernel * v * cost)


@program(normal(5, 6, scale=0.7))
def soft_time_warping(cost):
    def row(previous, costs):
        def cell(left, inputs):
            up, diagonal, here = inputs
            best = -jax.nn.logsumexp(jnp.stack([-left, -up, -diagonal]))
            return here + best, here + best

        shifted = jnp.concatenate([previous[:1] + 5.0, previous[:-1]])
        return lax.scan(cell, previous[0] + 3.0, (previous, shifted, costs))[1], None

    return lax.scan(row, jnp.cumsum(cost[0]), cost[1:])[0][-1]


@program(complex_normal(3), complex_normal(3))
def complex_iteration(z, c):
    def step(z, _):
        z = (z * z + c) / (2.0 + jnp.abs(z) ** 2)
        return z, jnp.abs(z)

    z, sizes = lax.scan(step, z, length=6)
    return jnp.sum(sizes), z


@program(normal(3, 4), normal(4))
def bilevel(x, w):
    def loss(w):
        return jnp.mean((x @ w - 1.0) ** 2) + 0.1 * jnp.sum(w**4)

    return loss(lax.fori_loop(0, 5, lambda _, w: w - 0.05 * jax.grad(loss)(w), w))


@program(normal(12), normal(3))
def table_filled_in_a_loop(x, w):
    def step(i, table):
        window = lax.dynamic_slice(table, (i,), (3,))
        return lax.dynamic_update_slice(table, jnp.tanh(window @ w)[None], (i + 3,))

    return lax.fori_loop(0, 9, step, x)
