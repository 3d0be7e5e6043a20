"""Programs of one operation each, for `evaluation.py`: a module for each family of operations, with a function `cases`."""

import dataclasses
import importlib
from collections.abc import Callable, Iterator

import ml_dtypes
import numpy as np

FAMILIES = ["elementwise", "edges", "conversions", "movement", "reductions", "windows", "sorting", "contractions", "linear", "indexing", "bodies", "control", "randomness", "sizes"]

FLOATS = [ml_dtypes.bfloat16, np.float16, np.float32, np.float64]
COMPLEX = [np.complex64, np.complex128]
SIGNED = [np.int8, np.int16, np.int32, np.int64]
UNSIGNED = [np.uint8, np.uint16, np.uint32, np.uint64]
SHORT = [
    ml_dtypes.float8_e4m3fn,
    ml_dtypes.float8_e5m2,
    ml_dtypes.float8_e4m3b11fnuz,
    ml_dtypes.float8_e4m3fnuz,
    ml_dtypes.float8_e5m2fnuz,
    ml_dtypes.float8_e4m3,
    ml_dtypes.float8_e3m4,
]
NIBBLES = [ml_dtypes.int4, ml_dtypes.uint4]
EVERYTHING = [np.bool_, *SIGNED, *UNSIGNED, *FLOATS, *COMPLEX]


@dataclasses.dataclass
class Case:
    name: str
    """A function of JAX, or the text of a module."""
    function: Callable | str
    arguments: list
    """How many roundings of the largest number a result may be off; 0 for three steps of the format."""
    loose: float = 0
    """Shapes with names for sizes that are known only when the program runs."""
    shapes: list[str] | None = None


class Maker:
    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def array(self, dtype, *shape, scale=3.0, odd=False):
        """Random numbers; `odd` puts infinities, NaN, zeros and extremes among floats."""
        dtype = np.dtype(dtype)
        if dtype == np.bool_:
            return self.random.integers(0, 2, shape).astype(bool)
        if is_integer(dtype):
            low, high = (0, 9) if "u" in dtype.name[:1] else (-5, 6)
            value = np.asarray(self.random.integers(low, high, shape)).astype(dtype)
            if odd and value.size > 3:
                value.flat[:2] = [ml_dtypes.iinfo(dtype).min, ml_dtypes.iinfo(dtype).max]
            return value
        if dtype.kind == "c":
            return (self.random.normal(0, scale, shape) + 1j * self.random.normal(0, scale, shape)).astype(dtype)
        value = np.asarray(self.random.normal(0, scale, shape)).astype(dtype)
        if odd and value.size > 9 and dtype.itemsize > 1:
            info = ml_dtypes.finfo(dtype)
            value.flat[:9] = [np.inf, -np.inf, np.nan, 0.0, -0.0, info.max, info.tiny, -info.max, 0.5]
        return value

    def size(self, low, high):
        return int(self.random.integers(low, high))

    def pick(self, choices):
        return choices[self.size(0, len(choices))]


def is_integer(dtype):
    return np.dtype(dtype).name.startswith(("int", "uint"))


def is_float(dtype):
    dtype = np.dtype(dtype)
    return dtype.kind == "f" or (dtype.kind == "V" and not is_integer(dtype))


def label(dtype):
    return np.dtype(dtype).name


NAMES = {"bool": "i1", "bfloat16": "bf16", "float16": "f16", "float32": "f32", "float64": "f64", "complex64": "complex<f32>", "complex128": "complex<f64>"}


def element(dtype):
    """The name of an element type in MLIR."""
    name = label(dtype)
    return NAMES.get(name) or name.replace("uint", "ui").replace("int", "i")


def tensor(shape, dtype):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element(dtype) + ">"


def cases(seed) -> Iterator[Case]:
    for number, family in enumerate(FAMILIES):
        yield from importlib.import_module(f"{__name__}.{family}").cases(Maker([seed, number]))
