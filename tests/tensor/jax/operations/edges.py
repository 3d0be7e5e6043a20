"""Functions of single elements where they are delicate: at zeros, infinities, poles, branch cuts, and far away."""

from collections.abc import Iterator

import ml_dtypes
import numpy as np
from jax import lax

from . import COMPLEX, FLOATS, SIGNED, UNSIGNED, Case, label, tensor

POINTS = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, np.inf, -np.inf, np.nan, 1e-3, -1e-3, 20.0, -20.0, 80.0, -80.0, 1e4, -1e4]
FUNCTIONS = ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "ceil", "cos", "cosh", "digamma", "erf", "erf_inv", "erfc", "exp", "exp2", "expm1", "floor", "lgamma", "log", "log1p", "logistic", "rsqrt", "sign", "sin", "sinh", "sqrt", "tan", "tanh", "bessel_i1e"]
OF_COMPLEX = ["abs", "cos", "exp", "log", "sqrt", "rsqrt", "sign", "sin", "tan", "tanh", "log1p", "expm1", "asin", "acos", "atan", "asinh", "acosh", "atanh", "sinh", "cosh", "square"]

# On the cuts of these XLA does not ask for the sign of a zero, as C and its standard for signed zeros (Annex G) do and Zymase does;
# crates/tensor/src/complex.rs tests those points.
WITH_CUTS = ["sqrt", "rsqrt", "asin", "acos", "atan", "asinh", "acosh", "atanh"]


def comparable(name, z):
    """The numbers of which XLA finds the side of the cut that they are on."""
    has_negative_zero = ((z.real == 0) & np.signbit(z.real)) | ((z.imag == 0) & np.signbit(z.imag))
    return z[~has_negative_zero] if name in WITH_CUTS else z


def cases(make) -> Iterator[Case]:
    for dtype in FLOATS:
        points = np.asarray(POINTS, dtype)
        for name in FUNCTIONS:
            chosen = points[np.abs(points.astype(float)) < 1e3] if name in ["sin", "cos", "tan"] else points
            yield Case(f"edge_{name}_{label(dtype)}", getattr(lax, name), [chosen])
        info = ml_dtypes.finfo(dtype)
        far = np.asarray([info.max, -info.max, info.tiny, -info.tiny, info.eps, 1 - info.eps, 1 + info.eps], dtype)
        for name in ["exp", "log", "log1p", "expm1", "tanh", "logistic", "sqrt", "rsqrt", "cbrt", "erf", "erfc", "atan", "asinh", "sin", "cos", "abs", "neg", "sign"]:
            yield Case(f"far_{name}_{label(dtype)}", getattr(lax, name), [far if name not in ["sin", "cos"] else far[2:]])
        a, b = (array.reshape(-1).astype(dtype) for array in np.meshgrid(POINTS, POINTS))
        for name in ["add", "mul", "div", "max", "min", "pow", "rem", "atan2", "sub", "nextafter", "eq", "lt", "ge"]:
            yield Case(f"edge_{name}_{label(dtype)}", getattr(lax, name), [a, b])
    for dtype in COMPLEX:
        parts = [0.0, -0.0, 1.0, -1.0, 0.5, 3.0, -3.0]
        real, imaginary = (array.reshape(-1) for array in np.meshgrid(parts, parts))
        z = np.empty(real.shape, dtype)
        z.real, z.imag = real, imaginary
        for name in OF_COMPLEX:
            yield Case(f"edge_{name}_{label(dtype)}", getattr(lax, name), [comparable(name, z)], loose=8)
        large = (z * 1e15).astype(dtype)
        for name in ["abs", "log", "sqrt", "rsqrt", "sign", "asinh", "acosh", "asin"]:
            yield Case(f"large_{name}_{label(dtype)}", getattr(lax, name), [comparable(name, large)], loose=8)
        first, second = np.repeat(z, 7), np.tile(z, 7)
        yield Case(f"edge_mul_{label(dtype)}", lax.mul, [first, second], loose=4)
        nonzero = np.where(second == 0, np.ones((), dtype), second)
        yield Case(f"edge_div_{label(dtype)}", lax.div, [first, nonzero], loose=8)
    for dtype in [*SIGNED, *UNSIGNED]:
        info, bits = np.iinfo(dtype), np.iinfo(dtype).bits
        values = np.asarray([info.min, info.min + 1, 0, 1, 2, 3, info.max, info.max // 2, info.max - 1], dtype)
        a, b = (array.reshape(-1) for array in np.meshgrid(values, values))
        for name in ["add", "sub", "mul", "div", "rem", "max", "min", "bitwise_xor", "lt", "ge"]:
            yield Case(f"edge_{name}_{label(dtype)}", getattr(lax, name), [a, b])
        shifts = np.asarray([0, 1, bits - 1, bits, bits + 1, min(info.max, 2 * bits)], dtype)
        a, b = (array.reshape(-1) for array in np.meshgrid(values, shifts))
        for name in ["shift_left", "shift_right_logical", "shift_right_arithmetic"]:
            yield Case(f"edge_{name}_{label(dtype)}", getattr(lax, name), [a, b])
        powers = np.asarray([0, 1, 2, 3, 5, 9, *([] if info.min == 0 else [-1, -2])], dtype)
        a, b = (array.reshape(-1) for array in np.meshgrid(values, powers))
        ty = tensor(a.shape, dtype)
        power = f"func.func @main(%a: {ty}, %b: {ty}) -> {ty} {{\n  %0 = stablehlo.power %a, %b : {ty}\n  return %0 : {ty}\n}}\n"
        yield Case(f"edge_pow_{label(dtype)}", power, [a, b])
