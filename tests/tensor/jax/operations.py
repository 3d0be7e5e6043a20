"""Programs of one operation each, for `evaluation.py`."""

import dataclasses
from collections.abc import Callable, Iterator

import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

FLOATS = [ml_dtypes.bfloat16, np.float16, np.float32, np.float64]
COMPLEX = [np.complex64, np.complex128]
SIGNED = [np.int8, np.int16, np.int32, np.int64]
UNSIGNED = [np.uint8, np.uint16, np.uint32, np.uint64]
SHORT = [ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, ml_dtypes.float8_e4m3b11fnuz, ml_dtypes.float8_e4m3fnuz, ml_dtypes.float8_e5m2fnuz]
EVERYTHING = [np.bool_, *SIGNED, *UNSIGNED, *FLOATS, *COMPLEX]


@dataclasses.dataclass
class Case:
    name: str
    function: Callable
    arguments: list
    """How many roundings of the largest number a result may be off; 0 for three steps of the format."""
    loose: float = 0


class Maker:
    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def array(self, dtype, *shape, scale=3.0, odd=False):
        """Random numbers; `odd` puts infinities, NaN, zeros and extremes among floats."""
        dtype = np.dtype(dtype)
        if dtype == np.bool_:
            return self.random.integers(0, 2, shape).astype(bool)
        if dtype.kind in "iu":
            low, high = (0, 9) if dtype.kind == "u" else (-5, 6)
            value = np.asarray(self.random.integers(low, high, shape)).astype(dtype)
            if odd and value.size > 3:
                value.flat[:2] = [np.iinfo(dtype).min, np.iinfo(dtype).max]
            return value
        if dtype.kind == "c":
            return (self.random.normal(0, scale, shape) + 1j * self.random.normal(0, scale, shape)).astype(dtype)
        value = np.asarray(self.random.normal(0, scale, shape)).astype(dtype)
        if odd and value.size > 9 and dtype.itemsize > 1:
            info = ml_dtypes.finfo(dtype)
            value.flat[:9] = [np.inf, -np.inf, np.nan, 0.0, -0.0, info.max, info.tiny, -info.max, 0.5]
        return value


def label(dtype):
    return np.dtype(dtype).name


def elementwise(make) -> Iterator[Case]:
    anywhere = ["abs", "ceil", "cos", "exp", "exp2", "expm1", "floor", "logistic", "neg", "round", "sign", "sin", "tan", "tanh", "cbrt", "is_finite", "erf", "erfc", "square", "sinh", "cosh", "asinh", "atan"]
    positive = ["log", "log1p", "rsqrt", "sqrt", "lgamma", "digamma"]
    within = ["acos", "asin", "atanh", "erf_inv"]
    for dtype in FLOATS:
        for name in anywhere:
            scale = 1.0 if name in ["exp", "exp2", "expm1", "sinh", "cosh"] else 3.0
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [make.array(dtype, 20, scale=scale, odd=name not in ["sin", "cos", "tan"])])
        for name in positive:
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [np.abs(make.array(dtype, 20)) + np.asarray(0.1, dtype)])
        for name in within:
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [np.tanh(make.array(np.float64, 20)).astype(dtype)])
        yield Case(f"acosh_{label(dtype)}", lax.acosh, [np.abs(make.array(dtype, 20)) + np.asarray(1.1, dtype)])
        yield Case(f"bessel_{label(dtype)}", lambda x: (lax.bessel_i0e(x), lax.bessel_i1e(x)), [make.array(dtype, 20)], loose=4)
        yield Case(f"nextafter_{label(dtype)}", lax.nextafter, [make.array(dtype, 20), make.array(dtype, 20)])
        for exponent, mantissa in [(5, 10), (8, 7), (2, 3), (4, 0)]:
            yield Case(f"reduce_precision_{exponent}_{mantissa}_{label(dtype)}", lambda x, e=exponent, m=mantissa: lax.reduce_precision(x, e, m), [make.array(dtype, 20, odd=True)])
    for dtype in [np.float32, np.float64]:
        yield Case(f"zeta_{label(dtype)}", lax.zeta, [np.abs(make.array(dtype, 9)) + dtype(1.5), np.abs(make.array(dtype, 9)) + dtype(0.5)], loose=8)
        yield Case(f"polygamma_{label(dtype)}", lax.polygamma, [np.full(9, 2, dtype), np.abs(make.array(dtype, 9)) + dtype(0.5)], loose=8)
        yield Case(f"igamma_{label(dtype)}", lax.igamma, [np.abs(make.array(dtype, 9)) + dtype(0.5), np.abs(make.array(dtype, 9)) + dtype(0.5)], loose=16)
        yield Case(f"betainc_{label(dtype)}", lambda a, b, x: lax.betainc(a, b, x), [np.abs(make.array(dtype, 9)) + dtype(0.5), np.abs(make.array(dtype, 9)) + dtype(0.5), make.random.uniform(0.1, 0.9, 9).astype(dtype)], loose=32)
    for dtype in COMPLEX:
        for name in ["abs", "cos", "exp", "expm1", "log", "log1p", "logistic", "neg", "rsqrt", "sign", "sin", "sqrt", "tan", "tanh", "real", "imag", "conj", "sinh", "cosh", "asinh", "atan", "asin", "acos", "atanh", "acosh", "square"]:
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [make.array(dtype, 20, scale=1.0)], loose=8)
    for dtype in [*SIGNED, *UNSIGNED]:
        for name in ["abs", "neg", "sign", "bitwise_not", "population_count", "clz"]:
            if name == "abs" and np.dtype(dtype).kind == "u":
                continue
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [make.array(dtype, 20, odd=True)])
    for dtype in EVERYTHING:
        kind = np.dtype(dtype).kind
        names = ["add", "mul", "max", "min"] if kind == "b" else ["add", "sub", "mul", "div", "max", "min"]
        if kind in "fV" or np.dtype(dtype) == ml_dtypes.bfloat16:
            names += ["pow", "rem", "atan2"]
        if kind == "c":
            names = ["add", "sub", "mul", "div", "pow"]
        if kind in "iu":
            names += ["rem", "shift_left", "shift_right_logical", "shift_right_arithmetic"]
        if kind in "iub":
            names += ["bitwise_and", "bitwise_or", "bitwise_xor"]
        for name in names:
            if kind == "b" and name in ["add", "mul"]:
                continue
            a, b = make.array(dtype, 5, 6, odd=True), make.array(dtype, 5, 6)
            if name == "pow" and kind != "c":
                a = np.abs(a)
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [a, b], loose=16 if kind == "c" else 0)
        for name in ["eq", "ne"] + ([] if kind == "c" else ["lt", "le", "gt", "ge"]):
            a = make.array(dtype, 20, odd=True)
            b = np.where(make.array(np.bool_, 20), a, make.array(dtype, 20))
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [a, b])
        yield Case(f"select_{label(dtype)}", lax.select, [make.array(np.bool_, 20), make.array(dtype, 20), make.array(dtype, 20)])
        if kind != "c" and kind != "b":
            yield Case(f"clamp_{label(dtype)}", lax.clamp, [make.array(dtype), make.array(dtype, 20, odd=True), make.array(dtype)])
        for exponent in [-3, 0, 2, 7]:
            if kind in "fc" or (kind == "i" and exponent >= 0):
                yield Case(f"integer_pow_{exponent}_{label(dtype)}", lambda x, e=exponent: lax.integer_pow(x, e), [make.array(dtype, 20)], loose=8)


def conversions(make) -> Iterator[Case]:
    types = [*EVERYTHING, *SHORT, ml_dtypes.int4, ml_dtypes.uint4]
    for source in types:
        for target in types:
            if np.dtype(source).kind == "c" and np.dtype(target).kind != "c":
                continue
            values = make.array(source, 20, odd=True) if source in EVERYTHING else make.array(np.float32, 20).astype(source)
            yield Case(f"convert_{label(source)}_{label(target)}", lambda x, t=target: lax.convert_element_type(x, t), [values])
    for source, target in [(np.float32, np.int32), (np.float64, np.uint8), (np.int8, np.uint8), (np.float16, ml_dtypes.bfloat16), (np.uint8, np.uint32), (np.float32, np.uint64)]:
        values = make.array(source, 5, 8)
        yield Case(f"bitcast_{label(source)}_{label(target)}", lambda x, t=target: lax.bitcast_convert_type(x, t), [values.reshape(5, -1, np.dtype(target).itemsize // np.dtype(source).itemsize) if np.dtype(target).itemsize > np.dtype(source).itemsize else values])


def movement(make) -> Iterator[Case]:
    for dtype in [*EVERYTHING, *SHORT]:
        x = make.array(dtype if dtype in EVERYTHING else np.float32, 3, 4, 5).astype(dtype)
        zero = x[0, 0, 0]
        yield Case(f"transpose_{label(dtype)}", lambda x: lax.transpose(x, (2, 0, 1)), [x])
        yield Case(f"reshape_{label(dtype)}", lambda x: lax.reshape(x, (6, 10)), [x])
        yield Case(f"reverse_{label(dtype)}", lambda x: lax.rev(x, (0, 2)), [x])
        yield Case(f"broadcast_{label(dtype)}", lambda x: lax.broadcast_in_dim(x, (3, 2, 4, 5), (0, 2, 3)), [x])
        yield Case(f"slice_{label(dtype)}", lambda x: lax.slice(x, (1, 0, 1), (3, 4, 5), (1, 2, 3)), [x])
        yield Case(f"concatenate_{label(dtype)}", lambda x: lax.concatenate([x, x[:, :2], x[:, 3:]], 1), [x])
        yield Case(f"pad_{label(dtype)}", lambda x, z: lax.pad(x, z, ((1, 2, 0), (-1, 1, 2), (0, -2, 1))), [x, zero])
        yield Case(f"dynamic_slice_{label(dtype)}", lambda x, i, j: lax.dynamic_slice(x, (i, j, np.int32(0)), (2, 3, 4)), [x, np.int32(make.random.integers(-3, 6)), np.int32(7)])
        yield Case(f"dynamic_update_slice_{label(dtype)}", lambda x, i: lax.dynamic_update_slice(x, x[:2, :2, :2], (i, i, i)), [x, np.int32(make.random.integers(-3, 6))])
        if dtype in EVERYTHING and dtype != np.bool_:
            yield Case(f"iota_{label(dtype)}", lambda d=dtype: lax.broadcasted_iota(d, (3, 4), 1), [])
            if np.dtype(dtype).kind != "c":
                yield Case(f"sort_{label(dtype)}", lambda x: lax.sort(x, dimension=1), [make.array(dtype, 5, 9, odd=True)])
                yield Case(f"sort_pairs_{label(dtype)}", lambda x: lax.sort((x, lax.broadcasted_iota(np.int32, (5, 9), 0)), dimension=0, num_keys=1), [make.array(dtype, 5, 9, odd=True)])
                yield Case(f"argmax_{label(dtype)}", lambda x: (lax.argmax(x, 1, np.int32), lax.argmin(x, 0, np.int64)), [make.array(dtype, 5, 9)])
                yield Case(f"top_k_{label(dtype)}", lambda x: lax.top_k(x, 4), [make.array(dtype, 5, 9)])
            else:
                yield Case(f"sort_{label(dtype)}", lambda x: lax.sort(x, dimension=1), [make.array(dtype, 5, 9)])


def reductions(make) -> Iterator[Case]:
    for dtype in EVERYTHING:
        kind = np.dtype(dtype).kind
        x = make.array(dtype, 4, 5, 6, scale=1.0)
        names = ["max", "min"] if kind != "c" else []
        names += ["and", "or"] if kind == "b" else ["sum", "prod"]
        reducers = {"max": jnp.max, "min": jnp.min, "sum": lambda x, axis: jnp.sum(x, axis, dtype=x.dtype), "prod": lambda x, axis: jnp.prod(x, axis, dtype=x.dtype), "and": jnp.all, "or": jnp.any}
        for name in names:
            for axes in [(0,), (1, 2), (0, 1, 2), ()]:
                yield Case(f"reduce_{name}_{len(axes)}_{label(dtype)}", lambda x, f=reducers[name], a=axes: f(x, axis=a), [x], loose=8)
        for name in ["cumsum", "cumprod", "cummax", "cummin"] if kind != "b" else []:
            if kind == "c" and name in ["cummax", "cummin"]:
                continue
            for reverse in [False, True]:
                yield Case(f"{name}_{reverse}_{label(dtype)}", lambda x, f=getattr(lax, name), r=reverse: f(x, axis=1, reverse=r), [x], loose=16)
        if kind not in "bc":
            for number, (window, strides, padding, base, dilation) in enumerate(
                [((2, 3, 1), (1, 2, 1), "VALID", None, None), ((1, 2, 2), (1, 1, 2), "SAME", None, None), ((2, 2, 2), (1, 1, 1), ((1, 0), (0, 2), (1, 1)), (1, 2, 1), (2, 1, 2))]
            ):
                for operation, start in [(lax.add, 0), (lax.max, None), (lax.min, None), (lax.mul, 1)]:
                    if start is None:
                        info = np.iinfo(dtype) if kind in "iu" else ml_dtypes.finfo(dtype)
                        start = info.min if operation is lax.max else info.max
                    yield Case(
                        f"reduce_window_{operation.__name__}_{number}_{label(dtype)}",
                        lambda x, o=operation, w=window, s=strides, p=padding, b=base, d=dilation, i=start: lax.reduce_window(x, np.asarray(i, x.dtype), o, w, s, p, b, d),
                        [x],
                        loose=8,
                    )
    for dtype in [np.float32, np.float64, np.int32, ml_dtypes.bfloat16]:
        x = make.array(dtype, 6, 7)
        yield Case(f"select_and_scatter_{label(dtype)}", lambda x: jnp.sum(lax.reduce_window(x, np.asarray(-100, x.dtype), lax.max, (2, 3), (2, 2), "VALID"), dtype=x.dtype), [x], loose=4)
        if np.dtype(dtype).kind == "f":
            import jax

            yield Case(f"select_and_scatter_grad_{label(dtype)}", jax.grad(lambda x: jnp.sum(lax.reduce_window(x, -np.inf, lax.max, (2, 3), (1, 2), "SAME") ** 2)), [x], loose=4)
        yield Case(f"reduce_own_body_{label(dtype)}", lambda x: lax.reduce((x, lax.broadcasted_iota(np.int32, x.shape, 1)), (np.asarray(-50, x.dtype), np.int32(0)), lambda a, b: (lax.max(a[0], b[0]), lax.select(lax.ge(a[0], b[0]), a[1], b[1])), (1,)), [x])


def contractions(make) -> Iterator[Case]:
    for dtype in [*SIGNED, *UNSIGNED, *FLOATS, *COMPLEX]:
        a, b = make.array(dtype, 3, 4, 5, scale=1.0), make.array(dtype, 5, 3, 4, scale=1.0)
        for number, (contract, batch) in enumerate([(((2,), (0,)), ((), ())), (((1, 2), (2, 0)), ((0,), (1,))), (((), ()), ((0,), (1,))), (((0, 1, 2), (1, 2, 0)), ((), ()))]):
            yield Case(f"dot_general_{number}_{label(dtype)}", lambda a, b, c=contract, d=batch: lax.dot_general(a, b, (c, d)), [a, b], loose=8)
        if np.dtype(dtype).kind not in "u":
            wide = np.float32 if np.dtype(dtype).itemsize == 2 and np.dtype(dtype).kind != "i" else None
            yield Case(f"dot_preferred_{label(dtype)}", lambda a, b, w=wide: lax.dot_general(a, b, (((2,), (0,)), ((), ())), preferred_element_type=w), [a, b], loose=8)
    for dtype in [np.float32, np.float64, ml_dtypes.bfloat16, np.float16, np.int32, np.complex64]:
        for number, options in enumerate(
            [
                dict(window_strides=(1, 1), padding="SAME"),
                dict(window_strides=(2, 1), padding=((1, 2), (0, -1))),
                dict(window_strides=(1, 2), padding="VALID", lhs_dilation=(2, 1)),
                dict(window_strides=(1, 1), padding=((3, 3), (2, 2)), rhs_dilation=(2, 2)),
                dict(window_strides=(1, 1), padding="SAME", feature_group_count=2),
                dict(window_strides=(1, 1), padding="SAME", batch_group_count=2),
            ]
        ):
            if options.get("batch_group_count") and np.dtype(dtype).kind == "c":
                continue
            features = 4 // options.get("feature_group_count", 1)
            x, kernel = make.array(dtype, 2, 4, 7, 6, scale=1.0), make.array(dtype, 6, features, 3, 2, scale=1.0)
            yield Case(f"convolution_{number}_{label(dtype)}", lambda x, k, o=options: lax.conv_general_dilated(x, k, **o), [x, kernel], loose=16)
        yield Case(f"convolution_nhwc_{label(dtype)}", lambda x, k: lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")), [make.array(dtype, 2, 5, 4, 3, scale=1.0), make.array(dtype, 2, 3, 3, 2, scale=1.0)], loose=16)
    for dtype in [np.float32, np.float64]:
        for shape in [(8,), (3, 7), (2, 4, 6)]:
            x = make.array(dtype, *shape)
            z = make.array(np.result_type(dtype, np.complex64), *shape)
            for name, function in [("rfft", lambda x: jnp.fft.rfftn(x)), ("fft", lambda x: jnp.fft.fftn(x + 0j))]:
                yield Case(f"{name}_{len(shape)}_{label(dtype)}", function, [x], loose=16)
            yield Case(f"ifft_{len(shape)}_{label(dtype)}", lambda z: jnp.fft.ifftn(z), [z], loose=16)
            yield Case(f"irfft_{len(shape)}_{label(dtype)}", lambda z: jnp.fft.irfft(z), [z], loose=16)
        m = make.array(dtype, 2, 4, 4, scale=1.0)
        positive = (m @ np.swapaxes(m, -1, -2) + 3 * np.eye(4)).astype(dtype)
        yield Case(f"cholesky_{label(dtype)}", lambda a: jnp.linalg.cholesky(a), [positive], loose=32)
        yield Case(f"triangular_{label(dtype)}", lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True, lower=True), [positive, m], loose=64)
        yield Case(f"lu_{label(dtype)}", lambda a: lax.linalg.lu(a), [m], loose=64)
        yield Case(f"solve_{label(dtype)}", lambda a, b: jnp.linalg.solve(a, b), [positive, m], loose=64)
        yield Case(f"qr_{label(dtype)}", lambda a: jnp.linalg.qr(a), [m], loose=64)
        yield Case(f"eigvalsh_{label(dtype)}", lambda a: jnp.linalg.eigvalsh(a), [positive], loose=64)
        yield Case(f"svdvals_{label(dtype)}", lambda a: jnp.linalg.svd(a, compute_uv=False), [m], loose=64)


def scatters(make, count=400) -> Iterator[Case]:
    """Scatters and gathers with random dimension numbers, also outside."""
    operations = [("add", lax.scatter_add), ("mul", lax.scatter_mul), ("min", lax.scatter_min), ("max", lax.scatter_max), ("set", lax.scatter), ("sub", getattr(lax, "scatter_sub", lax.scatter_add))]
    types = [*SIGNED, *UNSIGNED, *FLOATS, *COMPLEX, np.bool_]
    for number in range(count):
        name, operation = operations[number % len(operations)]
        dtype = types[make.random.integers(len(types))]
        kind = np.dtype(dtype).kind
        if (kind == "c" and name in ["min", "max"]) or (kind == "b" and name != "set"):
            name, operation = "set", lax.scatter
        rank = int(make.random.integers(1, 4))
        shape = [int(make.random.integers(2, 6)) for _ in range(rank)]
        batching = 1 if rank > 1 and make.random.random() < 0.25 else 0
        indexed = sorted(make.random.permutation(np.arange(batching, rank))[: make.random.integers(1, rank - batching + 1)].tolist())
        inserted = [d for d in indexed if make.random.random() < 0.5]
        windows = [d for d in range(batching, rank) if d not in inserted]
        sizes = [int(make.random.integers(1, shape[d] + 1)) if d in indexed else shape[d] for d in windows]
        where = [shape[0]] * batching + [int(make.random.integers(1, 4)) for _ in range(int(make.random.integers(0, 3)))]
        slots = sorted(make.random.permutation(len(where) + len(windows))[: len(windows)].tolist())
        update_shape, sizes_left, where_left = [], list(sizes), list(where)
        for slot in range(len(where) + len(windows)):
            update_shape.append(sizes_left.pop(0) if slot in slots else where_left.pop(0))
        order = make.random.permutation(len(indexed)).tolist()
        operand_dims = tuple(indexed[place] for place in order)
        high = max(shape) + 2 if make.random.random() < 0.4 else 2
        low = -2 if high > 2 else 0
        indices = make.random.integers(low, high, [*where, len(indexed)]).astype([np.int32, np.int64, np.int8][number % 3])
        dimensions = lax.ScatterDimensionNumbers(
            update_window_dims=tuple(slots), inserted_window_dims=tuple(inserted), scatter_dims_to_operand_dims=operand_dims,
            operand_batching_dims=tuple(range(batching)), scatter_indices_batching_dims=tuple(range(batching)),
        )
        mode = ["fill", "clip", "promise_in_bounds"][int(make.random.integers(3))] if high > 2 or name != "set" else "clip"
        x, updates = make.array(dtype, *shape), make.array(dtype, *update_shape)
        if name == "set" and len(where):
            # Which of several updates of one element wins is left open.
            flat = np.arange(int(np.prod(where, dtype=int)))
            if len(flat) > 1:
                indices = np.broadcast_to(indices.reshape(-1, len(indexed))[0], indices.shape).copy()
                updates = np.broadcast_to(np.asarray(updates).flat[0], update_shape).copy() if updates.size else updates
        yield Case(
            f"scatter_{name}_{number}_{mode}_{label(dtype)}",
            lambda x, i, u, o=operation, d=dimensions, m=mode: o(x, i, u, d, mode=m),
            [x, indices, updates],
            loose=8,
        )
        gather = lax.GatherDimensionNumbers(
            offset_dims=tuple(slots), collapsed_slice_dims=tuple(inserted), start_index_map=operand_dims,
            operand_batching_dims=tuple(range(batching)), start_indices_batching_dims=tuple(range(batching)),
        )
        slice_sizes = [1] * batching + [1 if d in inserted else sizes[windows.index(d)] for d in range(batching, rank)]
        yield Case(f"gather_{number}_{mode}_{label(dtype)}", lambda x, i, d=gather, s=slice_sizes, m=mode: lax.gather(x, i, d, s, mode=m), [x, indices])


def randomness(make) -> Iterator[Case]:
    for kind in ["threefry2x32", "rbg"]:
        import jax

        key = lambda data, k=kind: jax.random.wrap_key_data(data, impl=k)
        data = make.random.integers(0, 2**32, 2 if kind == "threefry2x32" else 4, dtype=np.uint32)
        for name, draw in [("bits8", lambda k: jax.random.bits(k, (7,), np.uint8)), ("bits32", lambda k: jax.random.bits(k, (3, 5))), ("bits64", lambda k: jax.random.bits(k, (9,), np.uint64)), ("normal", lambda k: jax.random.normal(k, (6,))), ("split", lambda k: jax.random.key_data(jax.random.split(k, 3))), ("permutation", lambda k: jax.random.permutation(k, 9)), ("gamma", lambda k: jax.random.gamma(k, 1.7, (4,)))]:
            yield Case(f"random_{kind}_{name}", lambda d, f=draw, key=key: f(key(d)), [data], loose=16)


def cases(seed) -> Iterator[Case]:
    make = Maker(seed)
    for family in [elementwise, conversions, movement, reductions, contractions, scatters, randomness]:
        yield from family(make)
