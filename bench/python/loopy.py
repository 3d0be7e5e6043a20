"""Gradients of loops that Numba compiles, by zymase and by JAX: time of a gradient, and processor time until the first one.

    python bench/python/loopy.py

Programs of JAX are written as its documentation advises: with array operations where there are any, `lax.cond` and `lax.scan` elsewhere. Gradients are
compared before anything is measured. Times are the best of many runs.
"""

import resource
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
import zymase
from numba import njit

jax.config.update("jax_enable_x64", True)
rng = np.random.default_rng(1)
CASES = {}


def case(name, jax_function, *arguments):
    def note(function):
        CASES[name] = (function, jax_function, arguments)
        return function

    return note


def trace_jax(a):
    return jnp.sum(a + jnp.sum(jnp.tanh(jnp.diagonal(a))))


@case("trace of tanh", trace_jax, rng.random((64, 64)))
@njit
def trace(a):
    total = 0.0
    for i in range(a.shape[0]):
        total += np.tanh(a[i, i])
    result = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            result += a[i, j] + total
    return result


def stencil_jax(u, steps):
    def step(u, _):
        inner = u[1:-1, 1:-1] + 0.1 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * u[1:-1, 1:-1])
        return u.at[1:-1, 1:-1].set(inner), None

    return jnp.sum(jax.lax.scan(step, u, None, length=steps)[0] ** 2)


@case("5-point stencil", stencil_jax, rng.random((48, 48)), 20)
@njit
def stencil(u, steps):
    now, after = u.copy(), u.copy()
    for _ in range(steps):
        for i in range(1, u.shape[0] - 1):
            for j in range(1, u.shape[1] - 1):
                after[i, j] = now[i, j] + 0.1 * (now[i - 1, j] + now[i + 1, j] + now[i, j - 1] + now[i, j + 1] - 4 * now[i, j])
        now, after = after, now
    total = 0.0
    for i in range(u.shape[0]):
        for j in range(u.shape[1]):
            total += now[i, j] ** 2
    return total


def branch_jax(x):
    return jax.lax.cond(jnp.sum(x) > 0, lambda x: jnp.sum(jnp.sin(x) * x), lambda x: jnp.sum(jnp.cos(x) - x), x)


@case("branch on a sum", branch_jax, rng.normal(size=1000))
@njit
def branch(x):
    total = 0.0
    for i in range(x.size):
        total += x[i]
    result = 0.0
    for i in range(x.size):
        if total > 0:
            result += np.sin(x[i]) * x[i]
        else:
            result += np.cos(x[i]) - x[i]
    return result


def while_jax(x):
    def newton(a):
        def step(carry, _):
            y, done = carry
            new = 0.5 * (y + a / y)
            return (jnp.where(done, y, new), done | (jnp.abs(new * new - a) < 1e-10)), None

        return jax.lax.scan(step, (a, jnp.abs(a * a - a) < 1e-10), None, length=12)[0][0]

    return jnp.sum(jax.vmap(newton)(x))


@case("while loop", while_jax, rng.random(200) * 4 + 0.5)
@njit
def while_loop(x):
    total = 0.0
    for i in range(x.size):
        y = x[i]
        while np.abs(y * y - x[i]) >= 1e-10:
            y = 0.5 * (y + x[i] / y)
        total += y
    return total


def processor():
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def best(call, seconds=1.0):
    """The best time of one call, in microseconds."""
    least, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        call()
        least = min(least, time.perf_counter() - begin)
    return least * 1e6


def main():
    # What both start once in a process is not counted.
    zymase.numba.grad(njit(lambda x: x * x))(1.0)
    jax.jit(jax.grad(lambda x: x * x))(1.0)
    print("| program | gradient, us | JAX, us | factor | first, s | JAX, s | factor |\n| --- | --: | --: | --: | --: | --: | --: |")
    for name, (function, in_jax, arguments) in CASES.items():
        if len(sys.argv) > 1 and sys.argv[1] not in name:
            continue
        begin = processor()
        ours = zymase.numba.grad(function)
        mine = ours(*arguments)
        first = processor() - begin
        static = tuple(n for n, each in enumerate(arguments) if isinstance(each, int))
        operands = [jnp.asarray(each) if isinstance(each, np.ndarray) else each for each in arguments]
        begin = processor()
        theirs = jax.jit(jax.grad(in_jax), static_argnums=static)
        other = theirs(*operands).block_until_ready()
        first_jax = processor() - begin
        assert np.allclose(mine, other, rtol=1e-6, atol=1e-8), name
        time_ours, time_jax = best(lambda: ours(*arguments)), best(lambda: theirs(*operands).block_until_ready())
        print(f"| {name} | {time_ours:.1f} | {time_jax:.1f} | {time_jax / time_ours:.1f} | {first:.2f} | {first_jax:.2f} | {first_jax / first:.1f} |", flush=True)


if __name__ == "__main__":
    main()
