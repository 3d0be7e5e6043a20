"""Products of matrices, and convolutions."""

from collections.abc import Iterator

import ml_dtypes
import numpy as np
from jax import lax

from . import COMPLEX, FLOATS, SIGNED, UNSIGNED, Case, is_integer, label

DIMENSIONS = [(((2,), (0,)), ((), ())), (((1, 2), (2, 0)), ((0,), (1,))), (((), ()), ((0,), (1,))), (((0, 1, 2), (1, 2, 0)), ((), ())), (((1,), (2,)), ((2, 0), (0, 1)))]
WINDOWS = [
    dict(window_strides=(1, 1), padding="SAME"),
    dict(window_strides=(2, 1), padding=((1, 2), (0, -1))),
    dict(window_strides=(1, 2), padding=((0, 0), (0, 0)), lhs_dilation=(2, 1)),
    dict(window_strides=(1, 1), padding=((3, 3), (2, 2)), rhs_dilation=(2, 2)),
    dict(window_strides=(1, 1), padding="SAME", feature_group_count=2),
    dict(window_strides=(1, 1), padding="SAME", batch_group_count=2),
    dict(window_strides=(2, 2), padding=((1, 0), (2, 1)), lhs_dilation=(1, 2), rhs_dilation=(2, 1), feature_group_count=4),
]


def products(make) -> Iterator[Case]:
    for dtype in [*SIGNED, *UNSIGNED, *FLOATS, *COMPLEX]:
        a, b = make.array(dtype, 3, 4, 5, scale=1.0), make.array(dtype, 5, 3, 4, scale=1.0)
        for number, (contract, batch) in enumerate(DIMENSIONS):
            yield Case(f"dot_general_{number}_{label(dtype)}", lambda a, b, c=contract, d=batch: lax.dot_general(a, b, (c, d)), [a, b], loose=128 if number == 3 else 8)
        for precision in ["highest", "default"]:
            yield Case(f"dot_{precision}_{label(dtype)}", lambda a, b, p=precision: lax.dot_general(a, b, DIMENSIONS[0], precision=p), [a, b], loose=8)
        yield Case(f"matvec_{label(dtype)}", lambda a, b: (a[0] @ b[:, 0, 0], a[0, 0] @ b[:, 0, 0]), [a, b], loose=8)
    wider = [(np.int8, np.int32), (np.uint8, np.int32), (np.int16, np.int32), (np.float16, np.float32), (ml_dtypes.bfloat16, np.float32), (np.float32, np.float64), (ml_dtypes.float8_e4m3fn, np.float32), (ml_dtypes.float8_e5m2, ml_dtypes.bfloat16), (ml_dtypes.int4, np.int32), (np.int32, np.int64)]
    for dtype, result in wider:
        a, b = make.array(dtype, 3, 4, 5, scale=1.0), make.array(dtype, 5, 3, 4, scale=1.0)
        for number in [0, 1]:
            yield Case(f"dot_wider_{number}_{label(dtype)}_{label(result)}", lambda a, b, r=result, d=DIMENSIONS[number]: lax.dot_general(a, b, d, preferred_element_type=r), [a, b], loose=8)
    for first, second in [(np.float32, ml_dtypes.bfloat16), (np.float16, np.float32), (np.int8, np.int32), (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2), (np.int8, np.float32)]:
        result = np.int32 if is_integer(second) else np.float32
        yield Case(
            f"dot_mixed_{label(first)}_{label(second)}",
            lambda a, b, r=result: lax.dot_general(a, b, DIMENSIONS[0], preferred_element_type=r),
            [make.array(first, 3, 4, 5, scale=1.0), make.array(second, 5, 3, 4, scale=1.0)],
            loose=8,
        )


def convolutions(make) -> Iterator[Case]:
    for dtype in [*FLOATS, np.int8, np.int16, np.int32, np.int64, np.uint8, *COMPLEX]:
        for number, options in enumerate(WINDOWS):
            if options.get("batch_group_count") and np.dtype(dtype).kind == "c":
                continue
            features = 4 // options.get("feature_group_count", 1)
            x, kernel = make.array(dtype, 2, 4, 7, 6, scale=1.0), make.array(dtype, 8, features, 3, 2, scale=1.0)
            yield Case(f"convolution_{number}_{label(dtype)}", lambda x, k, o=options: lax.conv_general_dilated(x, k, **o), [x, kernel], loose=16)
        yield Case(f"convolution_nhwc_{label(dtype)}", lambda x, k: lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")), [make.array(dtype, 2, 5, 4, 3, scale=1.0), make.array(dtype, 2, 3, 3, 2, scale=1.0)], loose=16)
        yield Case(f"convolution_1d_{label(dtype)}", lambda x, k: lax.conv_general_dilated(x, k, (2,), "SAME", dimension_numbers=("NHC", "HIO", "NHC")), [make.array(dtype, 2, 9, 3, scale=1.0), make.array(dtype, 4, 3, 5, scale=1.0)], loose=16)
        yield Case(f"convolution_3d_{label(dtype)}", lambda x, k: lax.conv_general_dilated(x, k, (1, 2, 1), "VALID"), [make.array(dtype, 1, 2, 4, 5, 3, scale=1.0), make.array(dtype, 3, 2, 2, 2, 2, scale=1.0)], loose=16)
        yield Case(f"convolution_0d_{label(dtype)}", lambda x, k: lax.conv_general_dilated(x, k, (), ()), [make.array(dtype, 4, 3, scale=1.0), make.array(dtype, 5, 3, scale=1.0)], loose=16)
    for dtype, result in [(np.int8, np.int32), (ml_dtypes.bfloat16, np.float32), (np.float16, np.float32), (ml_dtypes.float8_e4m3fn, np.float32)]:
        yield Case(
            f"convolution_wider_{label(dtype)}_{label(result)}",
            lambda x, k, r=result: lax.conv_general_dilated(x, k, (1, 1), "SAME", preferred_element_type=r),
            [make.array(dtype, 2, 3, 5, 6, scale=1.0), make.array(dtype, 4, 3, 3, 2, scale=1.0)],
            loose=16,
        )
    for dtype in [np.float32, np.float64]:
        yield Case(f"conv_transpose_{label(dtype)}", lambda x, k: lax.conv_transpose(x, k, (2, 2), "SAME"), [make.array(dtype, 1, 4, 5, 3, scale=1.0), make.array(dtype, 3, 3, 3, 2, scale=1.0)], loose=16)
        yield Case(f"patches_{label(dtype)}", lambda x: lax.conv_general_dilated_patches(x, (2, 3), (1, 2), "SAME"), [make.array(dtype, 2, 3, 5, 6)], loose=16)


def cases(make) -> Iterator[Case]:
    yield from products(make)
    yield from convolutions(make)
