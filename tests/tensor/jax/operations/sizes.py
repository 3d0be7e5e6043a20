"""Programs with sizes that are known only when they run."""

from collections.abc import Iterator

import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from . import Case, label


def cases(make) -> Iterator[Case]:
    for dtype in [np.float32, np.float64, ml_dtypes.bfloat16, np.int32, np.complex64]:
        x, y, name = make.array(dtype, 3, 4), make.array(dtype, 4, 5), label(dtype)
        one, two = ["a, 4"], ["a, b", "b, c"]
        programs = {
            "add": lambda x: x + x,
            "broadcast": lambda x: x + jnp.ones((x.shape[0], 1), x.dtype),
            "reshape": lambda x: x.reshape(-1),
            "transpose": lambda x: x.T,
            "sum": lambda x: jnp.sum(x, 0, dtype=x.dtype),
            "concatenate": lambda x: jnp.concatenate([x, x], 0),
            "pad": lambda x: jnp.pad(x, ((1, 2), (0, 1))),
            "slice": lambda x: (x[1:], x[:, ::2], x[: x.shape[0] - 1]),
            "iota": lambda x: lax.broadcasted_iota(np.int32, x.shape, 0),
            "dynamic_slice": lambda x: lax.dynamic_slice(x, (1, 1), (x.shape[0] - 1, 2)),
            "update": lambda x: x.at[1].set(x[0]),
            "gather": lambda x: x[jnp.array([0, 2, 1])],
            "repeat": lambda x: jnp.tile(x, (2, 1)),
            "size": lambda x: x * x.shape[0],
            "select": lambda x: jnp.where(x == x[0, 0], x, jnp.zeros_like(x)),
            "reverse": lambda x: lax.rev(x, (0,)),
            "while": lambda x: lax.fori_loop(0, x.shape[0], lambda i, v: v + x[i], x[0]),
            "convolution": lambda x: lax.conv_general_dilated(x[None, None], jnp.ones((1, 1, 2, 2), x.dtype), (1, 1), "SAME"),
        }
        if np.dtype(dtype).kind != "c":
            programs |= {
                "max": lambda x: jnp.max(x, 0),
                "sort": lambda x: lax.sort(x, dimension=0),
                "cumsum": lambda x: jnp.cumsum(x, 0, dtype=x.dtype),
                "argmax": lambda x: jnp.argmax(x, 0),
                "window": lambda x: lax.reduce_window(x, np.asarray(0, x.dtype), lax.add, (2, 2), (1, 1), "SAME"),
                "clamp": lambda x: jnp.clip(x, np.asarray(0, x.dtype), np.asarray(1, x.dtype)),
            }
        for kind, function in programs.items():
            yield Case(f"sizes_{kind}_{name}", function, [x], loose=8, shapes=one)
        yield Case(f"sizes_dot_{name}", lambda x, y: x @ y, [x, y], loose=8, shapes=two)
        yield Case(f"sizes_einsum_{name}", lambda x, y: jnp.einsum("ab,bc->ca", x, y), [x, y], loose=8, shapes=two)
