"""Small programs around single operations that the other families leave out."""

import jax
import jax.numpy as jnp
from jax import lax

from . import complex_normal, normal, program, uniform


@program(normal(2, 3, 4))
def movement(x):
    y = jnp.flip(jnp.swapaxes(x, 0, 2), 1).reshape(4, 6)
    return jnp.tile(y, (2, 1)) * jnp.repeat(y, 2, axis=0) + jnp.broadcast_to(x[0, 0, :1], (8, 6))


@program(complex_normal(5), normal(5))
def complex_functions(z, x):
    return jnp.exp(z) * jnp.log(z), jnp.real(z) * x, jnp.abs(z), jnp.sin(z) / z, lax.complex(x, jnp.imag(z)) ** 2


@program(normal(4, 5))
def reduced_precision(x):
    return lax.reduce_precision(x, 8, 7) * 2.0 + jnp.round(x) * x


@program(normal(5), normal(5))
def remainders(x, y):
    return jnp.fmod(3 * x, y) + jnp.mod(x, 0.7) + jnp.sign(x) * y + jnp.floor(y) * x


@program(normal(3, 4))
def window_sums(x):
    return lax.reduce_window(x, 0.0, lax.add, (2, 3), (1, 2), ((1, 0), (1, 1)), window_dilation=(1, 2)) ** 2


def window_products_by_slices(x):
    return x[0:5:2] * x[1:6:2] * x[2:7:2]


@program(uniform(8, low=0.5, high=1.5), reference=window_products_by_slices)
def window_products(x):
    return lax.reduce_window(x, x.dtype.type(1), lax.mul, (3,), (2,), "VALID")


@program(normal(4, 4))
def reduce_by_own_body(x):
    def combine(a, b):
        return a + b + 0.3 * a * b

    return lax.reduce(x, jnp.zeros((), x.dtype), combine, (0,))


@program(normal(6))
def barrier_and_composite(x):
    return lax.optimization_barrier(jnp.sin(x)) * jnp.cos(x)


@program(normal(4), normal(3))
def hessian_vector_product(x, w):
    def f(x):
        return jnp.sum(jnp.tanh(x[:3] * w) * x[1:]) ** 2

    return jax.jvp(jax.grad(f), (x,), (jnp.arange(4.0, dtype=x.dtype),))[1]


@program(normal(5, 3), normal(3))
def gradients_by_example(x, w):
    return jax.vmap(jax.grad(lambda w, x: jnp.sin(x @ w) ** 2), (None, 0))(w, x)


@program(normal(5))
def mixed_precision(x):
    return (x.astype(jnp.float32) * 2).astype(x.dtype) * x


@program(normal(3), normal(3))
def several_results(x, y):
    return {"sum": x + y, "both": (jnp.sin(x), y), "total": jnp.sum(x * y), "count": jnp.sum(x > 0)}


@program(normal(3, 3), normal(3))
def calls_of_one_function(a, x):
    @jax.jit
    def layer(x):
        return jnp.tanh(a @ x)

    return layer(layer(layer(x)))
