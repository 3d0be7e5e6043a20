"""Sorts."""

from collections.abc import Iterator

import jax.numpy as jnp
import numpy as np
from jax import lax

from . import EVERYTHING, FLOATS, Case, label


def cases(make) -> Iterator[Case]:
    for dtype in EVERYTHING:
        kind = np.dtype(dtype).kind
        x = make.array(dtype, 5, 12, odd=kind != "c")
        for dimension in [0, 1]:
            yield Case(f"sort_{dimension}_{label(dtype)}", lambda x, d=dimension: lax.sort(x, dimension=d), [x])
        number = lambda x: lax.broadcasted_iota(np.int32, x.shape, 0)
        yield Case(f"sort_pairs_{label(dtype)}", lambda x: lax.sort((x, number(x)), dimension=0, num_keys=1), [x])
        keys = make.random.integers(0, 3, (5, 12)).astype(np.int32)
        yield Case(f"sort_two_keys_{label(dtype)}", lambda x, k: lax.sort((k, x, number(x)), dimension=1, num_keys=2), [x, keys])
        yield Case(f"sort_unstable_{label(dtype)}", lambda x: lax.sort(x, dimension=1, is_stable=False), [x])
        if kind != "c":
            yield Case(f"argsort_{label(dtype)}", lambda x: (jnp.argsort(x, axis=1), jnp.argsort(x, axis=0, descending=True)), [x])
            if kind != "b":
                for k in [1, 4, 12]:
                    yield Case(f"top_k_{k}_{label(dtype)}", lambda x, k=k: lax.top_k(x, k), [make.array(dtype, 5, 12)])
            yield Case(f"searchsorted_{label(dtype)}", lambda x, v: jnp.searchsorted(x, v), [np.sort(make.array(dtype, 12)), make.array(dtype, 5)])
            yield Case(f"unique_{label(dtype)}", lambda x: jnp.unique(x, size=6, fill_value=x[0]), [make.array(dtype, 9)])
    for dtype in FLOATS:
        yield Case(f"median_{label(dtype)}", lambda x: (jnp.median(x, 0), jnp.quantile(x, 0.3)), [make.array(dtype, 5, 8)], loose=4)
        signed_zeros = np.asarray([0.0, -0.0, 1.0, -1.0, -0.0, 0.0, np.nan, -np.nan, np.inf, -np.inf], dtype)
        yield Case(f"sort_zeros_{label(dtype)}", lambda x: lax.sort((x, lax.iota(np.int32, 10)), num_keys=1), [signed_zeros])
        yield Case(f"top_k_nan_{label(dtype)}", lambda x: lax.top_k(x, 4), [signed_zeros])
