"""Gathers, scatters, slices and sorts."""

import jax
import jax.numpy as jnp
from jax import lax

from . import integers, normal, program, uniform


@program(normal(9, 4), integers(3, 5, high=9), normal(4, 2))
def embedding(table, words, w):
    return jnp.mean(table[words], axis=1) @ w


@program(normal(12, 3), integers(12, high=4))
def segment_sums(x, segments):
    return jax.ops.segment_sum(jnp.sin(x), segments, num_segments=4) ** 2


@program(normal(12), integers(12, high=4))
def segment_extrema(x, segments):
    high = jax.ops.segment_max(x, segments, num_segments=5)
    return jnp.where(jnp.isfinite(high), high, 0.0) ** 2


@program(normal(6, 3), integers(4, high=6), normal(4, 3))
def scatter_set_unique(x, places, y):
    return x.at[jnp.array([4, 0, 2, 5])].set(y * 2) ** 2 + jnp.sum(x[places])


@program(normal(6), integers(4, high=6), normal(4))
def scatter_add(x, places, y):
    return jnp.sin(x.at[places].add(y**2))


@program(uniform(6, low=0.5, high=2.0), normal(3))
def scatter_multiply(x, y):
    return jnp.log(x.at[jnp.array([1, 3, 4])].multiply(jnp.exp(y), unique_indices=True))


@program(normal(6), normal(4))
def scatter_min_max(x, y):
    return x.at[jnp.array([0, 2, 2, 5])].max(y) * x.at[jnp.array([1, 1, 3, 4])].min(y)


@program(normal(5, 4), integers(3, low=-2, high=7), normal(3, 4))
def scatter_outside(x, rows, y):
    return x.at[rows].add(y, mode="drop") * x.at[rows].get(mode="fill", fill_value=0.5).sum()


@program(normal(8, 5), integers(high=4), integers(high=3))
def dynamic_slice(x, row, column):
    return jnp.exp(lax.dynamic_slice(x, (row, column), (3, 2)))


@program(normal(8, 5), normal(2, 2), integers(high=8))
def dynamic_update(x, y, row):
    return lax.dynamic_update_slice(x, y * y, (row, jnp.int32(1))) ** 3


@program(normal(5, 7))
def sort(x):
    return jnp.sort(x, axis=1) * jnp.arange(7)


@program(normal(9), normal(9))
def sort_pairs(keys, values):
    keys, values = lax.sort((keys, values), num_keys=1)
    return jnp.cumsum(keys) * values


@program(normal(11))
def median_and_quantiles(x):
    return jnp.median(x), jnp.quantile(x, 0.3)


@program(normal(3, 8))
def top_k(x):
    values, places = lax.top_k(x, 3)
    return values**2 + jnp.take_along_axis(jnp.sin(x), places, axis=1)


@program(normal(4, 6))
def argmax_and_gather(x):
    best = jnp.argmax(x, axis=1)
    return jnp.take_along_axis(x**2, best[:, None], axis=1), jnp.max(x, axis=0) - jnp.min(x, axis=0)


@program(normal(6, 6), uniform(10, 2, low=0.0, high=4.9))
def bilinear_interpolation(image, points):
    low = jnp.floor(points).astype(jnp.int32)
    part = points - low
    rows, columns = low[:, 0], low[:, 1]
    top = image[rows, columns] * (1 - part[:, 1]) + image[rows, columns + 1] * part[:, 1]
    bottom = image[rows + 1, columns] * (1 - part[:, 1]) + image[rows + 1, columns + 1] * part[:, 1]
    return top * (1 - part[:, 0]) + bottom * part[:, 0]


@program(uniform(7, low=0.0, high=5.0), normal(6))
def interpolation_in_a_table(x, heights):
    return jnp.interp(x, jnp.arange(6.0, dtype=x.dtype), heights)


@program(normal(7), normal(3))
def graph_convolution(x, w):
    senders = jnp.array([0, 1, 2, 3, 4, 5, 6, 0, 3])
    receivers = jnp.array([1, 2, 3, 4, 5, 6, 0, 3, 0])
    for weight in w:
        x = jnp.tanh(weight * jax.ops.segment_sum(x[senders], receivers, 7) + x)
    return x


@program(normal(4, 5), normal(4, 5))
def slices_and_strides(x, y):
    z = jnp.concatenate([x[:, ::2], y[::-1, 1:4]], axis=1)
    z = jnp.pad(z, ((1, 0), (2, 1))) + jnp.roll(jnp.pad(z, ((0, 1), (0, 3)), constant_values=2.0), 1, axis=0)
    return lax.pad(z, jnp.asarray(0.5, z.dtype), ((0, 1, 1), (-1, 0, 0))) ** 2
