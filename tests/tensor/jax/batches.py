"""Writes programs that JAX lowered, with what JAX computes for many examples and for many derivatives of them.

    python batches.py

Each file in `../batches` has a first line that says what is to be done with `@main`, arguments (`@inputs`) and results
(`@expected`):

- `batch N of P,P`: stack these parameters; `jax.vmap`
- `jacobian forward of P` or `reverse`: `jax.jacfwd`, `jax.jacrev`
- `hessian of P`: the Jacobian of the gradient; `jax.hessian`
- `product of P`: the gradient moved along a direction, which is the last argument; `jax.jvp` of `jax.grad`
- `gradients N of P,P by Q`: gradients by one parameter for each example; `jax.vmap` of `jax.grad`
"""

import pathlib

import jax

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")

import jax.numpy as jnp
import numpy as np
from jax import lax

OUT = pathlib.Path(__file__).parent.parent / "batches"
RANDOM = np.random.default_rng(7)


def draw(*shape):
    return RANDOM.standard_normal(shape)


def element(number):
    if isinstance(number, (bool, np.bool_)):
        return "true" if number else "false"
    return str(number) if isinstance(number, (int, np.integer)) else f"{number:.17e}"


def dense(array):
    if array.ndim == 0:
        return element(array[()])
    return "[" + ", ".join(dense(part) for part in array) + "]"


def type_of(array):
    names = {"float64": "f64", "int64": "i64", "int32": "i32", "bool": "i1", "uint32": "ui32"}
    return "tensor<" + "".join(f"{size}x" for size in array.shape) + names[array.dtype.name] + ">"


def constants(name, arrays):
    arrays = [np.asarray(array) for array in arrays]
    types = ", ".join(type_of(array) for array in arrays)
    lines = [f"  func.func private @{name}() -> ({types}) {{"]
    for number, array in enumerate(arrays):
        lines.append(f"    %{number} = stablehlo.constant dense<{dense(array)}> : {type_of(array)}")
    names = ", ".join(f"%{number}" for number in range(len(arrays)))
    lines.append(f"    return {names} : {types}\n  }}")
    return "\n".join(lines)


def write(name, what, function, single, inputs, expected):
    text = jax.jit(function, keep_unused=True).lower(*single).as_text().rstrip()
    assert text.endswith("}")
    leaves = jax.tree.leaves(expected)
    parts = [f"// {what}", text[:-1].rstrip(), constants("inputs", inputs), constants("expected", leaves), "}\n"]
    (OUT / f"{name}.mlir").write_text("\n".join(parts))


def batch(name, function, size, axes, arguments):
    """Arguments in `axes` have the examples in front."""
    single = [array[0] if place in axes else array for place, array in enumerate(arguments)]
    chosen = [0 if place in axes else None for place in range(len(arguments))]
    what = f"batch {size} of {','.join(map(str, axes))}"
    write(name, what, function, single, arguments, jax.vmap(function, chosen)(*arguments))


def jacobians(name, function, place, arguments):
    for mode, made in [("forward", jax.jacfwd), ("reverse", jax.jacrev)]:
        expected = made(function, argnums=place)(*arguments)
        write(f"{name}_{mode}", f"jacobian {mode} of {place}", function, arguments, arguments, expected)


def hessian(name, function, place, arguments):
    write(name, f"hessian of {place}", function, arguments, arguments, jax.hessian(function, argnums=place)(*arguments))


def product(name, function, place, arguments):
    direction = draw(*arguments[place].shape)

    def gradient(x):
        changed = list(arguments)
        changed[place] = x
        return jax.grad(function, argnums=place)(*changed)

    expected = jax.jvp(gradient, (arguments[place],), (direction,))[1]
    write(name, f"product of {place}", function, arguments, [*arguments, direction], expected)


def gradients(name, function, size, axes, by, arguments):
    single = [array[0] if place in axes else array for place, array in enumerate(arguments)]
    chosen = [0 if place in axes else None for place in range(len(arguments))]
    expected = jax.vmap(jax.grad(function, argnums=by), chosen)(*arguments)
    what = f"gradients {size} of {','.join(map(str, axes))} by {by}"
    write(name, what, function, single, arguments, expected)


def perceptron(w, v, x, y):
    return jnp.mean((jnp.tanh(x @ w) @ v - y) ** 2)


def recurrent(w, x):
    def step(state, row):
        state = jnp.tanh(w @ state + row)
        return state, jnp.sum(state)

    last, sums = lax.scan(step, jnp.zeros(3), x)
    return last * 2.0, sums


def recurrent_loss(w, x):
    last, sums = recurrent(w, x)
    return jnp.sum(last**2) + jnp.sum(sums)


def newton(a):
    def goes_on(state):
        return jnp.abs(state[0] ** 2 - a) > 1e-13 * a

    def step(state):
        return 0.5 * (state[0] + a / state[0]), state[1] + 1

    return lax.while_loop(goes_on, step, (a, 0))


def chosen(p, x):
    return lax.cond(p, lambda x: jnp.log(x), lambda x: x * x, x)


def switched(i, x, y):
    return lax.switch(i, [lambda: x, lambda: jnp.sin(x) * y, lambda: x @ jnp.outer(y, y)])


def likelihood(lengths, x, y):
    distances = jnp.sum(((x[:, None] - x[None]) / lengths) ** 2, -1)
    factor = jnp.linalg.cholesky(jnp.exp(-0.5 * distances) + 0.1 * jnp.eye(x.shape[0]))
    z = jax.scipy.linalg.solve_triangular(factor, y, lower=True)
    return 0.5 * z @ z + jnp.sum(jnp.log(jnp.diag(factor)))


def convolved(k, x):
    y = lax.conv_general_dilated(x, k, (1, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return lax.reduce_window(jnp.tanh(y), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 1, 1, 1), "VALID")


def indexed(table, rows, start):
    taken = jnp.take(table, rows, axis=0)
    part = lax.dynamic_slice(table, (start, 0), (2, 3))
    put = lax.dynamic_update_slice(table, taken[:2], (start, 0))
    return taken, part, put.at[rows].add(1.0), jnp.take_along_axis(taken, rows[:, None] % 3, 1)


def sorted_values(x):
    return jnp.sort(x), jnp.argsort(x), jnp.cumsum(x), lax.top_k(x, 2), jnp.argmax(x), jnp.median(x)


def solved(a, b):
    return jnp.linalg.solve(a, b), jnp.linalg.slogdet(a)[1], jnp.linalg.qr(a)[1] ** 2


def transformed(x):
    return jnp.abs(jnp.fft.rfft(x)), jnp.real(jnp.fft.ifft(x * 1j)), jnp.convolve(x, x[:3])


def attention(w, x):
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    return jnp.sum(jax.nn.softmax(q @ k.T / 2.0) @ v, axis=0)


def main():
    OUT.mkdir(exist_ok=True)
    weights = [draw(3, 4), draw(4), draw(5, 3), draw(5)]
    batch("perceptron", perceptron, 6, [2, 3], [*weights[:2], draw(6, 5, 3), draw(6, 5)])
    gradients("perceptron_gradients", perceptron, 6, [2, 3], 0, [*weights[:2], draw(6, 5, 3), draw(6, 5)])
    hessian("perceptron_hessian", perceptron, 1, weights)
    product("perceptron_product", perceptron, 0, weights)
    batch("recurrent_inputs", recurrent, 3, [1], [draw(3, 3), draw(3, 4, 3)])
    batch("recurrent_weights", recurrent, 3, [0], [draw(3, 3, 3), draw(4, 3)])
    gradients("recurrent_gradients", recurrent_loss, 3, [1], 0, [draw(3, 3), draw(3, 4, 3)])
    jacobians("recurrent_jacobian", recurrent, 0, [draw(3, 3), draw(4, 3)])
    batch("newton", newton, 5, [0], [np.array([0.5, 2.0, 900.0, 1.0, 3e-4])])
    batch("chosen", chosen, 4, [0, 1], [np.array([True, False, True, False]), np.abs(draw(4, 3)) * [[1], [-1], [1], [-1]]])
    batch("switched", switched, 5, [0, 1], [np.array([0, 1, 2, -1, 7]), draw(5, 3), draw(3)])
    batch("likelihood", likelihood, 3, [0, 2], [np.exp(draw(3, 2)), draw(5, 2), draw(3, 5)])
    batch("convolved_both", convolved, 3, [0, 1], [draw(3, 2, 3, 2, 3), draw(3, 2, 4, 5, 2)])
    batch("convolved_kernel", convolved, 3, [0], [draw(3, 2, 3, 2, 3), draw(2, 4, 5, 2)])
    jacobians("convolved_jacobian", convolved, 0, [draw(2, 2, 1, 1), draw(1, 3, 3, 1)])
    batch("indexed", indexed, 3, [0, 1, 2], [draw(3, 5, 3), RANDOM.integers(0, 5, (3, 4)), np.array([0, 2, 9])])
    batch("indexed_places", indexed, 3, [1, 2], [draw(5, 3), RANDOM.integers(0, 5, (3, 4)), np.array([0, 2, 9])])
    batch("sorted_values", sorted_values, 4, [0], [draw(4, 5)])
    batch("solved", solved, 3, [0, 1], [draw(3, 4, 4), draw(3, 4, 2)])
    batch("solved_right", solved, 3, [1], [draw(4, 4), draw(3, 4, 2)])
    batch("transformed", transformed, 3, [0], [draw(3, 8)])
    jacobians("attention_jacobian", attention, 1, [draw(3, 2, 2), draw(3, 2)])


if __name__ == "__main__":
    main()
