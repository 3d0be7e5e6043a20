"""Reductions of windows, and what scatters to the elements that windows select."""

from collections.abc import Iterator

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from . import EVERYTHING, FLOATS, Case, is_float, label

WINDOWS = [
    ((2, 3, 1), (1, 2, 1), "VALID", None, None),
    ((1, 2, 2), (1, 1, 2), "SAME", None, None),
    ((2, 2, 2), (1, 1, 1), ((1, 0), (0, 2), (1, 1)), (1, 2, 1), (2, 1, 2)),
    ((3, 1, 2), (2, 1, 3), ((0, 2), (0, 0), (2, 0)), (2, 1, 1), (1, 1, 2)),
]


def lowest(dtype):
    info = ml_dtypes.finfo(dtype) if is_float(dtype) else np.iinfo(dtype)
    return info.min, info.max


def cases(make) -> Iterator[Case]:
    for dtype in EVERYTHING:
        kind = np.dtype(dtype).kind
        x = make.array(dtype, 4, 5, 6, scale=1.0)
        for number, (window, strides, padding, base, dilation) in enumerate(WINDOWS):
            choices = [(lax.add, 0), (lax.mul, 1)]
            if kind == "b":
                choices = [(lax.bitwise_or, False), (lax.bitwise_and, True)]
            elif kind != "c":
                choices += [(lax.max, lowest(dtype)[0]), (lax.min, lowest(dtype)[1])]
            for operation, start in choices:
                yield Case(
                    f"reduce_window_{operation.__name__}_{number}_{label(dtype)}",
                    lambda x, o=operation, w=window, s=strides, p=padding, b=base, d=dilation, i=start: lax.reduce_window(x, np.asarray(i).astype(x.dtype), o, w, s, p, b, d),
                    [x],
                    loose=8,
                )
    for dtype in FLOATS:
        x = make.array(dtype, 6, 7)
        for number, (window, strides, padding) in enumerate([((2, 3), (2, 2), "VALID"), ((2, 3), (1, 2), "SAME"), ((3, 3), (1, 1), "SAME"), ((2, 2), (2, 2), ((1, 1), (0, 1)))]):
            pooled = lambda x, w=window, s=strides, p=padding: lax.reduce_window(x, np.asarray(-np.inf, x.dtype), lax.max, w, s, p)
            yield Case(f"pooled_{number}_{label(dtype)}", pooled, [x])
            yield Case(f"select_and_scatter_{number}_{label(dtype)}", jax.grad(lambda x, f=pooled: jnp.sum(f(x) ** 2)), [x], loose=4)
            least = lambda x, w=window, s=strides, p=padding: lax.reduce_window(x, np.asarray(np.inf, x.dtype), lax.min, w, s, p)
            yield Case(f"select_least_and_scatter_{number}_{label(dtype)}", jax.grad(lambda x, f=least: jnp.sum(f(x) ** 2)), [x], loose=4)
    for dtype in [np.float32, np.float64]:
        yield Case(f"average_{label(dtype)}", jax.grad(lambda x: jnp.sum(jnp.sin(lax.reduce_window(x, np.asarray(0, x.dtype), lax.add, (2, 3), (2, 1), "SAME")))), [make.array(dtype, 6, 7)], loose=8)
        pairs = lambda x, y: lax.reduce_window((x, y), (np.asarray(0, x.dtype), np.asarray(1, y.dtype)), lambda a, b: (a[0] + b[0], a[1] * b[1]), (2, 2), (1, 2), "VALID")
        yield Case(f"reduce_window_pairs_{label(dtype)}", pairs, [make.array(dtype, 5, 6), make.array(dtype, 5, 6)], loose=8)
