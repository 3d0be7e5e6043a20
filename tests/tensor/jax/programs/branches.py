"""Branches, and values that are chosen."""

import jax
import jax.numpy as jnp
from jax import lax

from . import integers, normal, program, uniform


@program(normal(4), normal(4))
def cond_by_sign(x, y):
    return lax.cond(jnp.sum(x) > 0, lambda: jnp.sin(x) * y, lambda: x * jnp.exp(y))


@program(normal(4), normal(4))
def cond_by_other_sign(x, y):
    return lax.cond(jnp.sum(x) <= 0, lambda: jnp.sin(x) * y, lambda: x * jnp.exp(y))


@program(normal(3), integers(high=3))
def switch(x, which):
    return lax.switch(which, [jnp.sin, lambda x: x**3, lambda x: jnp.flip(x) * 2.0], x)


@program(normal(9), uniform(2))
def cond_in_scan(xs, w):
    def step(h, x):
        h = lax.cond(x > 0, lambda h: h * w[0] + x, lambda h: jnp.sin(h + w[1] * x), h)
        return h, h

    return lax.scan(step, jnp.sum(w), xs)[1]


@program(normal(6), integers(6, high=4))
def switch_in_scan(xs, kinds):
    def step(h, inputs):
        x, kind = inputs
        h = lax.switch(kind, [lambda h: h + x, lambda h: h * x, lambda h: jnp.tanh(h), lambda h: h - x * x], h)
        return h, h

    return lax.scan(step, xs[0], (xs, kinds))


@program(normal(5, 4))
def where_and_clip(x):
    return jnp.where(x > 0.1, jnp.log1p(jnp.abs(x)), jnp.expm1(x)) + jnp.clip(x, -0.5, 0.5) ** 2


@program(normal(6), normal(6))
def piecewise(x, y):
    parts = [x < -0.5, x < 0.5]
    return jnp.select(parts, [y * x, jnp.cos(y)], x**2) + jnp.maximum(x, y) * jnp.minimum(x, 2 * y)


@program(normal(3), normal(3))
def safe_division(x, y):
    is_zero = jnp.abs(y) < 0.1
    return jnp.where(is_zero, 0.0, x / jnp.where(is_zero, 1.0, y))


@program(normal(5, scale=2.0))
def huber(x):
    return jnp.sum(jnp.where(jnp.abs(x) < 1, 0.5 * x**2, jnp.abs(x) - 0.5))


@program(normal(4, scale=2.0))
def nested_cond(x):
    total = jnp.sum(x)
    inner = lambda: lax.cond(total > 2.0, lambda: x**2, lambda: jnp.cos(x))
    return lax.cond(total > -2.0, inner, lambda: jnp.sin(x) * total)


@program(normal(7), normal(7))
def custom_derivative_rule(x, y):
    @jax.custom_jvp
    def softplus(x):
        return jnp.logaddexp(x, 0.0)

    softplus.defjvp(lambda xs, ts: (softplus(*xs), jax.nn.sigmoid(xs[0]) * ts[0]))
    return softplus(x) * y
