"""Functions of single elements."""

from collections.abc import Iterator

import numpy as np
from jax import lax

from . import COMPLEX, EVERYTHING, FLOATS, NIBBLES, SIGNED, UNSIGNED, Case, is_float, is_integer, label

ANYWHERE = ["abs", "ceil", "cos", "exp", "exp2", "expm1", "floor", "logistic", "neg", "round", "sign", "sin", "tan", "tanh", "cbrt", "is_finite", "erf", "erfc", "square", "sinh", "cosh", "asinh", "atan"]
POSITIVE = ["log", "log1p", "rsqrt", "sqrt", "lgamma", "digamma"]
WITHIN = ["acos", "asin", "atanh", "erf_inv"]
OF_COMPLEX = ["abs", "cos", "exp", "expm1", "log", "log1p", "logistic", "neg", "rsqrt", "sign", "sin", "sqrt", "tan", "tanh", "real", "imag", "conj", "sinh", "cosh", "asinh", "atan", "asin", "acos", "atanh", "acosh", "square"]


def functions(make) -> Iterator[Case]:
    for dtype in FLOATS:
        for name in ANYWHERE:
            scale = 1.0 if name in ["exp", "exp2", "expm1", "sinh", "cosh"] else 3.0
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [make.array(dtype, 20, scale=scale, odd=name not in ["sin", "cos", "tan"])])
        for name in POSITIVE:
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [np.abs(make.array(dtype, 20)) + np.asarray(0.1, dtype)])
        for name in WITHIN:
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [np.tanh(make.array(np.float64, 20)).astype(dtype)])
        yield Case(f"acosh_{label(dtype)}", lax.acosh, [np.abs(make.array(dtype, 20)) + np.asarray(1.1, dtype)])
        yield Case(f"bessel_{label(dtype)}", lambda x: (lax.bessel_i0e(x), lax.bessel_i1e(x)), [make.array(dtype, 20)], loose=4)
        yield Case(f"nextafter_{label(dtype)}", lax.nextafter, [make.array(dtype, 20), make.array(dtype, 20)])
        for exponent, mantissa in [(5, 10), (8, 7), (2, 3), (4, 0), (8, 23), (11, 52), (3, 4)]:
            yield Case(f"reduce_precision_{exponent}_{mantissa}_{label(dtype)}", lambda x, e=exponent, m=mantissa: lax.reduce_precision(x, e, m), [make.array(dtype, 20, odd=True)])
        for method in lax.RoundingMethod:
            halves = np.asarray(np.arange(-10, 10) / 2, dtype)
            yield Case(f"round_{method.name}_{label(dtype)}", lambda x, m=method: lax.round(x, m), [halves])
    for dtype in COMPLEX:
        for name in OF_COMPLEX:
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [make.array(dtype, 20, scale=1.0)], loose=8)
        yield Case(f"complex_of_parts_{label(dtype)}", lambda z: lax.complex(lax.imag(z), lax.real(z)), [make.array(dtype, 20)])
    for dtype in [*SIGNED, *UNSIGNED]:
        for name in ["abs", "neg", "sign", "bitwise_not", "population_count", "clz", "square"]:
            if name == "abs" and label(dtype).startswith("u"):
                continue
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [make.array(dtype, 20, odd=True)])


def of_two(make) -> Iterator[Case]:
    for dtype in EVERYTHING:
        kind = np.dtype(dtype).kind
        names = ["max", "min"] if kind == "b" else ["add", "sub", "mul", "div", "max", "min"]
        if is_float(dtype):
            names += ["pow", "rem", "atan2"]
        if kind == "c":
            names = ["add", "sub", "mul", "div", "pow"]
        if is_integer(dtype):
            names += ["rem", "shift_left", "shift_right_logical", "shift_right_arithmetic"]
        if kind in "iub":
            names += ["bitwise_and", "bitwise_or", "bitwise_xor"]
        for name in names:
            a, b = make.array(dtype, 5, 6, odd=True), make.array(dtype, 5, 6)
            if name == "pow" and kind != "c":
                a = np.abs(a)
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [a, b], loose=16 if kind == "c" else 0)
        for name in ["eq", "ne"] + ([] if kind == "c" else ["lt", "le", "gt", "ge"]):
            a = make.array(dtype, 20, odd=True)
            b = np.where(make.array(np.bool_, 20), a, make.array(dtype, 20))
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [a, b])
        yield Case(f"select_{label(dtype)}", lax.select, [make.array(np.bool_, 20), make.array(dtype, 20), make.array(dtype, 20)])
        yield Case(f"select_n_{label(dtype)}", lax.select_n, [make.random.integers(0, 3, 20).astype(np.int32), *(make.array(dtype, 20) for _ in range(3))])
        if kind not in "cb":
            yield Case(f"clamp_{label(dtype)}", lax.clamp, [make.array(dtype), make.array(dtype, 20, odd=True), make.array(dtype)])
            yield Case(f"clamp_each_{label(dtype)}", lax.clamp, [make.array(dtype, 20), make.array(dtype, 20, odd=True), make.array(dtype, 20)])
        for exponent in [-3, -1, 0, 1, 2, 3, 7]:
            if is_float(dtype) or kind == "c" or (is_integer(dtype) and exponent >= 0):
                yield Case(f"integer_pow_{exponent}_{label(dtype)}", lambda x, e=exponent: lax.integer_pow(x, e), [make.array(dtype, 20)], loose=8)
        if is_float(dtype) or kind == "c":
            yield Case(f"pow_integer_{label(dtype)}", lax.pow, [make.array(dtype, 20), make.array(np.int32, 20)], loose=16)
    for dtype in NIBBLES:
        for name in ["add", "sub", "mul", "max", "min", "bitwise_and", "bitwise_xor"]:
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [make.array(dtype, 20, odd=True), make.array(dtype, 20)])


def special(make) -> Iterator[Case]:
    def positive(dtype, shift):
        return (np.abs(make.array(np.float64, 9)) + shift).astype(dtype)

    for dtype in FLOATS:
        loose = 1 if np.dtype(dtype).itemsize == 2 else 0
        for name, shifts in [("zeta", (1.5, 0.5)), ("igamma", (0.5, 0.5)), ("igammac", (0.5, 0.5)), ("random_gamma_grad", (0.5, 0.5)), ("igamma_grad_a", (0.5, 0.5))]:
            yield Case(f"{name}_{label(dtype)}", getattr(lax, name), [positive(dtype, shift) for shift in shifts], loose=loose or 32)
        for order in [0, 1, 2, 5]:
            yield Case(f"polygamma_{order}_{label(dtype)}", lax.polygamma, [np.full(9, order, dtype), positive(dtype, 0.5)], loose=loose or 16)
        yield Case(f"betainc_{label(dtype)}", lax.betainc, [positive(dtype, 0.5), positive(dtype, 0.5), make.random.uniform(0.1, 0.9, 9).astype(dtype)], loose=loose or 32)


def cases(make) -> Iterator[Case]:
    yield from functions(make)
    yield from of_two(make)
    yield from special(make)
