"""Changes of element type."""

from collections.abc import Iterator

import ml_dtypes
import numpy as np
from jax import lax

from . import EVERYTHING, FLOATS, NIBBLES, SHORT, SIGNED, UNSIGNED, Case, label


def cases(make) -> Iterator[Case]:
    types = [*EVERYTHING, *SHORT, *NIBBLES]
    for source in types:
        for target in types:
            if np.dtype(source).kind == "c" and np.dtype(target).kind != "c":
                continue
            values = make.array(source, 20, odd=True) if source in EVERYTHING else make.array(np.float32, 20).astype(source)
            yield Case(f"convert_{label(source)}_{label(target)}", lambda x, t=target: lax.convert_element_type(x, t), [values])
    edges = [0.5, -0.5, 1.5, -1.5, 127.0, 128.0, -128.0, -129.0, 255.0, 256.0, 3e4, 7e4, -7e4, 2.2e9, -2.2e9, 5e9, 1e19, -1e19, np.inf, -np.inf, np.nan]
    for source in FLOATS:
        with np.errstate(over="ignore"):
            values = np.asarray(edges, source)
        for target in [*SIGNED, *UNSIGNED, np.bool_, *SHORT]:
            yield Case(f"edge_convert_{label(source)}_{label(target)}", lambda x, t=target: lax.convert_element_type(x, t), [values])
    for source in SHORT:
        codes = np.arange(256, dtype=np.uint8).view(source)
        for target in FLOATS:
            yield Case(f"all_codes_{label(source)}_{label(target)}", lambda x, t=target: lax.convert_element_type(x, t), [codes])
    widths = [[np.int8, np.uint8], [np.int16, np.uint16, np.float16, ml_dtypes.bfloat16], [np.int32, np.uint32, np.float32], [np.int64, np.uint64, np.float64]]
    flat = [dtype for group in widths for dtype in group]
    for source in flat:
        for target in flat:
            ratio = np.dtype(target).itemsize // np.dtype(source).itemsize
            values = make.array(source, 4, 8)
            if ratio > 1:
                values = values.reshape(4, -1, ratio)
            yield Case(f"bitcast_{label(source)}_{label(target)}", lambda x, t=target: lax.bitcast_convert_type(x, t), [values])
