"""Scatters and gathers with random dimension numbers, also outside."""

from collections.abc import Iterator

import jax.numpy as jnp
import numpy as np
from jax import lax

from . import COMPLEX, EVERYTHING, FLOATS, NIBBLES, SHORT, SIGNED, UNSIGNED, Case, label

OPERATIONS = [("add", lax.scatter_add), ("mul", lax.scatter_mul), ("min", lax.scatter_min), ("max", lax.scatter_max), ("set", lax.scatter), ("sub", lax.scatter_sub)]
MODES = ["fill", "clip", "promise_in_bounds", "one_hot"]
INDICES = [np.int32, np.int64, np.int8, np.uint8, np.uint32, np.int16]


def random_cases(make, count=700) -> Iterator[Case]:
    types = [*SIGNED, *UNSIGNED, *FLOATS, *COMPLEX, np.bool_]
    for number in range(count):
        name, operation = OPERATIONS[number % len(OPERATIONS)]
        dtype = types[make.size(0, len(types))]
        kind = np.dtype(dtype).kind
        if (kind == "c" and name in ["min", "max"]) or (kind == "b" and name not in ["set", "min", "max"]):
            name, operation = "set", lax.scatter
        rank = make.size(1, 5)
        shape = [make.size(2, 6) for _ in range(rank)]
        batching = make.size(1, min(rank, 3)) if rank > 1 and make.random.random() < 0.3 else 0
        indexed = sorted(make.random.permutation(np.arange(batching, rank))[: make.size(1, rank - batching + 1)].tolist())
        inserted = [d for d in indexed if make.random.random() < 0.5]
        windows = [d for d in range(batching, rank) if d not in inserted]
        sizes = [make.size(1, shape[d] + 1) if d in indexed else shape[d] for d in windows]
        where = [shape[d] for d in range(batching)] + [make.size(1, 4) for _ in range(make.size(0, 3))]
        slots = sorted(make.random.permutation(len(where) + len(windows))[: len(windows)].tolist())
        update_shape, sizes_left, where_left = [], list(sizes), list(where)
        for slot in range(len(where) + len(windows)):
            update_shape.append(sizes_left.pop(0) if slot in slots else where_left.pop(0))
        order = make.random.permutation(len(indexed)).tolist()
        operand_dims = tuple(indexed[place] for place in order)
        index_type = INDICES[number % len(INDICES)]
        high = max(shape) + 2 if make.random.random() < 0.4 else 2
        low = -2 if high > 2 and not label(index_type).startswith("u") else 0
        indices = make.random.integers(low, high, [*where, len(indexed)]).astype(index_type)
        batch = dict(operand_batching_dims=tuple(range(batching)))
        dimensions = lax.ScatterDimensionNumbers(
            update_window_dims=tuple(slots), inserted_window_dims=tuple(inserted), scatter_dims_to_operand_dims=operand_dims,
            scatter_indices_batching_dims=tuple(range(batching)), **batch,
        )
        mode = make.pick(MODES[:3]) if high > 2 or name != "set" else "clip"
        x, updates = make.array(dtype, *shape), make.array(dtype, *update_shape)
        flags = dict(indices_are_sorted=False, unique_indices=False)
        if name == "set" and len(where):
            # Which of several updates of one element wins is left open.
            if int(np.prod(where, dtype=int)) > 1:
                indices = np.broadcast_to(indices.reshape(-1, len(indexed))[0], indices.shape).copy()
                updates = np.broadcast_to(np.asarray(updates).flat[0], update_shape).copy() if updates.size else updates
        elif len(indexed) == 1 and len(where) == 1 and not batching and not windows:
            # Different places, in order.
            indices = np.arange(where[0]).astype(index_type).reshape(-1, 1)
            flags = dict(indices_are_sorted=True, unique_indices=True)
        yield Case(
            f"scatter_{name}_{number}_{mode}_{label(dtype)}",
            lambda x, i, u, o=operation, d=dimensions, m=mode, f=flags: o(x, i, u, d, mode=m, **f),
            [x, indices, updates],
            loose=8,
        )
        gather = lax.GatherDimensionNumbers(
            offset_dims=tuple(slots), collapsed_slice_dims=tuple(inserted), start_index_map=operand_dims,
            start_indices_batching_dims=tuple(range(batching)), **batch,
        )
        slice_sizes = [1] * batching + [1 if d in inserted else sizes[windows.index(d)] for d in range(batching, rank)]
        yield Case(f"gather_{number}_{mode}_{label(dtype)}", lambda x, i, d=gather, s=slice_sizes, m=mode: lax.gather(x, i, d, s, mode=m), [x, indices])


def by_brackets(make) -> Iterator[Case]:
    """What people write."""
    for dtype in [*EVERYTHING, *SHORT[:2], *NIBBLES]:
        x, name = make.array(dtype, 5, 6), label(dtype)
        rows = np.asarray([0, 3, -1, 7], np.int32)
        y = make.array(dtype, 4, 6)
        yield Case(f"take_{name}", lambda x, i: (x[i], jnp.take(x, i, axis=1, mode="clip"), x[i, i]), [x, rows])
        yield Case(f"put_{name}", lambda x, y: (x.at[jnp.array([0, 3, 1, 4])].set(y), x.at[1:3, ::2].set(y[:2, :3])), [x, y])
        if dtype in EVERYTHING and np.dtype(dtype).kind != "b":
            yield Case(f"put_add_{name}", lambda x, i, y: (x.at[i].add(y), x.at[i, i].multiply(y[:, 0])), [x, rows, y], loose=8)
            yield Case(f"put_apply_{name}", lambda x: x.at[jnp.array([0, 3, 1])].apply(lambda v: v * v), [x], loose=8)
            if np.dtype(dtype).kind != "c":
                yield Case(f"put_extrema_{name}", lambda x, i, y: (x.at[i].max(y, mode="drop"), x.at[:, 1].min(y[0, :5])), [x, rows, y])
                yield Case(f"segment_{name}", lambda x: jnp.zeros((3, 6), x.dtype).at[jnp.array([0, 2, 2, 0, 1])].add(x), [x], loose=8)
        yield Case(f"where_{name}", lambda x: jnp.where(x == x[0, 0], x, x[1, 1]), [x])


def cases(make) -> Iterator[Case]:
    yield from random_cases(make)
    yield from by_brackets(make)
