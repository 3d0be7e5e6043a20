"""Loops, branches and calls."""

from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import EVERYTHING, Case, label


def cases(make) -> Iterator[Case]:
    for dtype in EVERYTHING:
        x, name = make.array(dtype, 5, scale=1.0), label(dtype)
        flip = (lambda v: ~v) if dtype == np.bool_ else (lambda v: v + v)
        index = np.int32(make.size(-1, 4))
        yield Case(f"cond_{name}", lambda p, x, f=flip: lax.cond(p, f, lambda v: v, x), [np.bool_(make.size(0, 2)), x])
        yield Case(f"switch_{name}", lambda i, x, f=flip: lax.switch(i, [lambda v: v, f, lambda v: f(f(v))], x), [index, x])
        yield Case(f"while_{name}", lambda x, f=flip: lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, f(s[1])), (0, x)), [x], loose=4)
        yield Case(f"fori_{name}", lambda n, x, f=flip: lax.fori_loop(0, n, lambda _, v: f(v), x), [np.int32(3), x], loose=4)
        yield Case(f"scan_{name}", lambda x, f=flip: lax.scan(lambda c, v: (f(c), jnp.where(c == v, c, v)), x[0], x), [x], loose=4)
        yield Case(f"mapped_{name}", lambda x, f=flip: lax.map(f, x), [x], loose=4)
        yield Case(f"called_{name}", lambda x, f=jax.jit(flip): (f(x), f(f(x))), [x], loose=4)
