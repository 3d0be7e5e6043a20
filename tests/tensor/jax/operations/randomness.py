"""Random bits and numbers, which XLA computes in a way that is written down."""

from collections.abc import Iterator

import jax
import numpy as np
from jax import lax

from . import FLOATS, Case, label

DRAWS = {
    "bits8": lambda k: jax.random.bits(k, (7,), np.uint8),
    "bits16": lambda k: jax.random.bits(k, (3, 5), np.uint16),
    "bits32": lambda k: jax.random.bits(k, (3, 5)),
    "bits64": lambda k: jax.random.bits(k, (9,), np.uint64),
    "normal": lambda k: jax.random.normal(k, (6,)),
    "split": lambda k: jax.random.key_data(jax.random.split(k, 3)),
    "fold_in": lambda k: jax.random.key_data(jax.random.fold_in(k, 17)),
    "permutation": lambda k: jax.random.permutation(k, 9),
    "gamma": lambda k: jax.random.gamma(k, 1.7, (4,)),
    "choice": lambda k: jax.random.choice(k, 7, (5,)),
    "bernoulli": lambda k: jax.random.bernoulli(k, 0.3, (9,)),
    "randint": lambda k: jax.random.randint(k, (9,), -5, 100),
    "categorical": lambda k: jax.random.categorical(k, np.log([0.2, 0.5, 0.3]), shape=(6,)),
    "truncated_normal": lambda k: jax.random.truncated_normal(k, -1.0, 2.0, (6,)),
}


def cases(make) -> Iterator[Case]:
    for kind in ["threefry2x32", "rbg", "unsafe_rbg"]:
        key = lambda data, k=kind: jax.random.wrap_key_data(data, impl=k)
        data = make.random.integers(0, 2**32, 2 if kind == "threefry2x32" else 4, dtype=np.uint32)
        for name, draw in DRAWS.items():
            yield Case(f"random_{kind}_{name}", lambda d, f=draw, key=key: f(key(d)), [data], loose=16)
        for dtype in FLOATS:
            yield Case(f"random_{kind}_uniform_{label(dtype)}", lambda d, t=dtype, key=key: jax.random.uniform(key(d), (8,), t), [data])
            yield Case(f"random_{kind}_normal_{label(dtype)}", lambda d, t=dtype, key=key: jax.random.normal(key(d), (8,), t), [data], loose=4)
    for algorithm in lax.RandomAlgorithm:
        for key_type, size in [(np.uint32, 4), (np.uint64, 2)]:
            data = make.random.integers(0, np.iinfo(key_type).max, size, dtype=key_type)
            for dtype in [np.uint8, np.uint16, np.uint32, np.uint64]:
                for shape in [(7,), (4, 6), ()]:
                    name = f"rng_bit_generator_{algorithm.name}_{label(key_type)}_{label(dtype)}_{len(shape)}"
                    yield Case(name, lambda k, s=shape, t=dtype, a=algorithm: lax.rng_bit_generator(k, s, t, a), [data])
