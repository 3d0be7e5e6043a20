"""Reductions, and sums and products from the beginning to each element."""

from collections.abc import Iterator

import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from . import EVERYTHING, FLOATS, SIGNED, UNSIGNED, Case, is_float, is_integer, label

REDUCERS = {
    "max": jnp.max,
    "min": jnp.min,
    "sum": lambda x, axis: jnp.sum(x, axis, dtype=x.dtype),
    "prod": lambda x, axis: jnp.prod(x, axis, dtype=x.dtype),
    "and": lambda x, axis: lax.reduce(x, np.asarray(-1 if x.dtype != bool else True).astype(x.dtype), lax.bitwise_and, axis),
    "or": lambda x, axis: lax.reduce(x, np.zeros((), x.dtype), lax.bitwise_or, axis),
    "xor": lambda x, axis: lax.reduce(x, np.zeros((), x.dtype), lax.bitwise_xor, axis),
}


def cases(make) -> Iterator[Case]:
    for dtype in EVERYTHING:
        kind = np.dtype(dtype).kind
        x = make.array(dtype, 4, 5, 6, scale=1.0)
        names = ["max", "min"] if kind != "c" else []
        names += [] if kind == "b" else ["sum", "prod"]
        names += ["and", "or", "xor"] if kind == "b" or is_integer(dtype) else []
        for name in names:
            for axes in [(0,), (2,), (1, 2), (0, 1, 2), ()]:
                places = "".join(map(str, axes))
                yield Case(f"reduce_{name}_{places}_{label(dtype)}", lambda x, f=REDUCERS[name], a=axes: f(x, axis=a), [x], loose=8)
        for name in ["cumsum", "cumprod", "cummax", "cummin", "cumlogsumexp"] if kind != "b" else []:
            if (kind == "c" and name in ["cummax", "cummin", "cumlogsumexp"]) or (name == "cumlogsumexp" and not is_float(dtype)):
                continue
            for reverse in [False, True]:
                yield Case(f"{name}_{reverse}_{label(dtype)}", lambda x, f=getattr(lax, name), r=reverse: f(x, axis=1, reverse=r), [x], loose=16)
        if kind not in "bc":
            for index in [np.int32, np.int64, np.uint8]:
                yield Case(f"argmax_{label(index)}_{label(dtype)}", lambda x, i=index: (lax.argmax(x, 1, i), lax.argmin(x, 0, i)), [make.array(dtype, 5, 9)])
    for dtype in FLOATS:
        x = make.array(dtype, 5, 12, odd=True)
        yield Case(f"argmax_nan_{label(dtype)}", lambda x: (lax.argmax(x, 1, np.int32), lax.argmin(x, 0, np.int32), lax.argmin(x, 1, np.int32)), [x])
        yield Case(f"extrema_nan_{label(dtype)}", lambda x: (jnp.max(x, 1), jnp.min(x, 1), jnp.max(x, 0), lax.cummax(x, 1), lax.cummin(x, 0)), [x])
        yield Case(f"moments_{label(dtype)}", lambda x: (jnp.mean(x), jnp.var(x, 0), jnp.linalg.norm(x, axis=1)), [make.array(dtype, 6, 7, scale=1.0)], loose=16)
        yield Case(f"long_sum_{label(dtype)}", lambda x: jnp.sum(x), [np.abs(make.array(dtype, 700, scale=1.0))], loose=16)
        yield Case(f"logsumexp_{label(dtype)}", lambda x: (jnp.log(jnp.sum(jnp.exp(x), 1)), lax.reduce_precision(jnp.max(x), 5, 2)), [make.array(dtype, 6, 7, scale=1.0)], loose=8)
    for dtype in [np.float32, np.float64, np.int32, ml_dtypes.bfloat16, np.float16, np.uint8]:
        x = make.array(dtype, 6, 7)
        low = np.asarray(0 if label(dtype).startswith("u") else -50, dtype)
        yield Case(
            f"reduce_pairs_{label(dtype)}",
            lambda x, low=low: lax.reduce((x, lax.broadcasted_iota(np.int32, x.shape, 1)), (low, np.int32(0)), lambda a, b: (lax.max(a[0], b[0]), lax.select(lax.ge(a[0], b[0]), a[1], b[1])), (1,)),
            [x],
        )
        yield Case(f"associative_scan_{label(dtype)}", lambda x: lax.associative_scan(lambda a, b: a + b, x, axis=0), [x], loose=16)
    for dtype in [*SIGNED, *UNSIGNED]:
        yield Case(f"sum_wraps_{label(dtype)}", lambda x: (jnp.sum(x, 0, dtype=x.dtype), jnp.prod(x, 0, dtype=x.dtype)), [make.array(dtype, 9, 4, odd=True)])
