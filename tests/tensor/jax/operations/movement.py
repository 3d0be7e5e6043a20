"""What moves elements."""

from collections.abc import Iterator

import jax.numpy as jnp
import numpy as np
from jax import lax

from . import COMPLEX, EVERYTHING, NIBBLES, SHORT, Case, label


def cases(make) -> Iterator[Case]:
    for dtype in [*EVERYTHING, *SHORT, *NIBBLES]:
        x = make.array(dtype, 3, 4, 5)
        zero = x[0, 0, 0]
        name = label(dtype)
        yield Case(f"transpose_{name}", lambda x: lax.transpose(x, (2, 0, 1)), [x])
        yield Case(f"reshape_{name}", lambda x: lax.reshape(x, (6, 10)), [x])
        yield Case(f"reverse_{name}", lambda x: lax.rev(x, (0, 2)), [x])
        yield Case(f"broadcast_{name}", lambda x: lax.broadcast_in_dim(x, (3, 2, 4, 5), (0, 2, 3)), [x])
        yield Case(f"broadcast_one_{name}", lambda x: lax.broadcast_in_dim(x[:1], (3, 4, 5), (0, 1, 2)), [x])
        yield Case(f"slice_{name}", lambda x: lax.slice(x, (1, 0, 1), (3, 4, 5), (1, 2, 3)), [x])
        yield Case(f"concatenate_{name}", lambda x: lax.concatenate([x, x[:, :2], x[:, 3:]], 1), [x])
        yield Case(f"pad_{name}", lambda x, z: lax.pad(x, z, ((1, 2, 0), (-1, 1, 2), (0, -2, 1))), [x, zero])
        yield Case(f"dynamic_slice_{name}", lambda x, i, j: lax.dynamic_slice(x, (i, j, np.int32(0)), (2, 3, 4)), [x, np.int32(make.size(-3, 6)), np.int32(7)])
        yield Case(f"dynamic_update_slice_{name}", lambda x, i: lax.dynamic_update_slice(x, x[:2, :2, :2], (i, i, i)), [x, np.int32(make.size(-3, 6))])
        yield Case(f"squeeze_{name}", lambda x: (lax.squeeze(x[:1], (0,)), lax.expand_dims(x, (1, 3))), [x])
        yield Case(f"barrier_{name}", lambda x: lax.optimization_barrier(x), [x])
        if dtype in EVERYTHING:
            for dimension in [0, 1] if dtype != np.bool_ else []:
                yield Case(f"iota_{dimension}_{name}", lambda d=dtype, n=dimension: lax.broadcasted_iota(d, (3, 4), n), [])
            yield Case(f"tril_{name}", lambda x: (jnp.tril(x), jnp.triu(x, 1)), [x])
            yield Case(f"constant_{name}", lambda x=x: (jnp.asarray(x), jnp.full((2, 3), x[0, 0, 0])), [])
    for dtype in COMPLEX:
        yield Case(f"empty_{label(dtype)}", lambda x: (x + x, jnp.sum(x, 0), jnp.concatenate([x, x], 1)), [make.array(dtype, 0, 3)])
