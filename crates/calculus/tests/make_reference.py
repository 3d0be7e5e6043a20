#!/usr/bin/env python3
"""Writes reference.txt, the derivatives the formulas are tested against.

Needs mpmath. Run as: python3 make_reference.py > reference.txt

Ordinary points are differentiated numerically in 300 digits from the definition
of the function; no formula of the crate is repeated here. At the edges, where
the limit is a matter of convention, the expected values are written out.

A line is: function, operands, `->`, result, `|`, derivative by each operand,
where `-` says that the derivative is zero everywhere.
"""

from math import inf, nan

from mpmath import mp, mpf

mp.dps = 300
LINES = []


def text(x):
    return "-" if x is None else repr(float(x))


def line(name, args, result, partials):
    fields = [name, *map(text, args), "->", text(result), "|", *map(text, partials)]
    LINES.append(" ".join(fields))


def ordinary(name, f, *points, flat=()):
    """Numerical derivatives, save by the operands in `flat`."""
    for point in points:
        args = [mpf(a) for a in (point if isinstance(point, tuple) else (point,))]
        partials = []
        for i, at in enumerate(args):
            # In steps relative to the operand, which may be very small or large.
            unit = at or mpf(1)
            along = lambda t: f(*args[:i], unit * t, *args[i + 1 :])
            partials.append(None if i in flat else mp.diff(along, at / unit) / unit)
        line(name, args, f(*args), partials)


def edges(name, *rows):
    """Rows of operands, result and derivatives, written out."""
    for args, result, partials in rows:
        tupled = lambda x: x if isinstance(x, tuple) else (x,)
        line(name, tupled(args), result, tupled(partials))


# Arithmetic
ordinary("Neg", lambda x: -x, 1.5, -3)
edges("Neg", (inf, -inf, -1), (nan, nan, -1))
ordinary("Add", lambda x, y: x + y, (1.5, -3))
edges("Add", ((inf, -inf), nan, (1, 1)))
ordinary("Sub", lambda x, y: x - y, (1.5, -3))
edges("Sub", ((inf, inf), nan, (1, -1)))
ordinary("Mul", lambda x, y: x * y, (1.5, -3), (0, 2), (1e-200, 1e300))
edges("Mul", ((0, inf), nan, (inf, 0)), ((nan, 2), nan, (2, nan)))
ordinary("Div", lambda x, y: x / y, (1.5, -3), (0, 2), (3, 1e-100))
edges("Div", ((1, 0), inf, (inf, -inf)), ((0, 0), nan, (inf, nan)), ((1, inf), 0, (0, 0)))
ordinary("Recip", lambda x: 1 / x, 3, -0.7, 1e100)
edges("Recip", (0, inf, -inf), (-0.0, -inf, -inf), (inf, 0, 0))
ordinary("RecipEstimate", lambda x: 1 / x, 3, -0.7, 1e100)
edges("RecipEstimate", (2, 0.49993896484375, -0.25), (inf, 0, 0))
ordinary("Fma", lambda x, y, z: x * y + z, (1.5, -3, 7))
edges("Fma", ((inf, 0, 1), nan, (0, inf, 1)))
REM = [((5.5, 2), 1.5, (1, -2)), ((-5.5, 2), -1.5, (1, 2)), ((5.5, -2), 1.5, (1, 2)), ((6, 3), 0, (1, -2))]
edges("Rem", *REM, ((5, inf), 5, (1, 0)), ((1, 0), nan, (1, nan)), ((0.5, 2), 0.5, (1, 0)))
edges("Rem", ((1e15, 0.7), 0.46344131569286606, (1, -1428571428571428)))
for name in ("Remainder", "Remquo"):
    edges(name, ((5.5, 2), -0.5, (1, -3)), ((5, 2), 1, (1, -2)), ((-5, 2), -1, (1, 2)), ((7, 2), -1, (1, -4)))
    edges(name, ((5, inf), 5, (1, 0)), ((1, 0), nan, (1, nan)), ((nan, 1), nan, (1, nan)))

# Powers
ordinary("Sqrt", mp.sqrt, 2, 0.3, 1e-300, 1e300)
edges("Sqrt", (0, 0, inf), (-0.0, -0.0, -inf), (inf, inf, 0), (-1, nan, nan), (nan, nan, nan))
cbrt = lambda x: mp.sign(x) * mp.cbrt(abs(x))
ordinary("Cbrt", cbrt, 2, -0.3, 1e-300, -1e300)
edges("Cbrt", (0, 0, inf), (-0.0, -0.0, inf), (inf, inf, 0), (-inf, -inf, 0), (nan, nan, nan))
ordinary("Rsqrt", lambda x: 1 / mp.sqrt(x), 2, 0.3, 1e150)
edges("Rsqrt", (0, inf, -inf), (inf, 0, 0), (-1, nan, nan))
ordinary("RsqrtEstimate", lambda x: 1 / mp.sqrt(x), 2, 0.3, 1e150)
edges("RsqrtEstimate", (4, 0.49993896484375, -0.0625), (inf, 0, 0), (-1, nan, nan))
ordinary("Pow", lambda x, y: x**y, (2, 3), (2, -0.5), (0.3, 1.7), (1e-3, 1e-3), (1.0000001, 1e6), (1, 5), (7, 0.5))
edges("Pow", ((0, 0), 1, (0, -inf)), ((0, 1), 0, (1, 0)), ((0, 2), 0, (0, 0)), ((0, 0.5), 0, (inf, 0)))
edges("Pow", ((-2, 3), -8, (12, nan)), ((-2, 2), 4, (-4, nan)), ((-2, 1), -2, (1, nan)), ((-2, 0.5), nan, (nan, nan)))
edges("Pow", ((nan, 0), 1, (0, nan)), ((1, nan), 1, (nan, 0)), ((inf, -1), 0, (0, 0)), ((inf, 2), inf, (inf, inf)))
edges("Pow", ((0, -1), inf, (-inf, -inf)), ((-0.0, 3), -0.0, (0, 0)), ((1e-200, 2), 0, (2e-200, 0)))
edges("Pow", ((2, inf), inf, (inf, inf)), ((2, -inf), 0, (nan, 0)), ((inf, 0), 1, (0, inf)))
ordinary("Powi", lambda x, n: x ** int(n), (2, 3), (-2, 3), (2, -2), (-0.7, 5), (3, 1), (5, 0), flat=(1,))
edges("Powi", ((0, 0), 1, (0, None)), ((0, 1), 0, (1, None)), ((0, 2), 0, (0, None)), ((nan, 0), 1, (0, None)))
edges("Powi", ((0, -1), inf, (-inf, None)), ((inf, 2), inf, (inf, None)), ((nan, 1), nan, (1, None)))
ordinary("Rcbrt", lambda x: 1 / cbrt(x), 2, -0.3, 1e-30)
edges("Rcbrt", (inf, 0, 0), (nan, nan, nan))
ordinary("Rhypot", lambda x, y: 1 / mp.hypot(x, y), (3, 4), (0, -2), (1e-10, 1))
edges("Rhypot", ((nan, 1), nan, (nan, nan)))
ordinary("Norm3d", lambda x, y, z: mp.sqrt(x * x + y * y + z * z), (3, 4, -2), (0, -2, 1), (1e-10, 1, 3))
edges("Norm3d", ((0, 0, 0), 0, (0, 0, 0)), ((nan, 1, 2), nan, (nan, nan, nan)))
ordinary("Rnorm3d", lambda x, y, z: 1 / mp.sqrt(x * x + y * y + z * z), (3, 4, -2), (0, -2, 1), (1e-10, 1, 3))
edges("Rnorm3d", ((nan, 1, 2), nan, (nan, nan, nan)))
ordinary("Hypot", mp.hypot, (3, 4), (0, -2), (1e200, -2e200), (1e-200, 3e-200), (1e-10, 1))
edges("Hypot", ((0, 0), 0, (0, 0)), ((-0.0, 0), 0, (0, 0)), ((nan, 1), nan, (nan, nan)), ((1, inf), inf, (0, nan)))

# Exponentials
ordinary("Exp", mp.exp, 0, 1.5, -30, 700)
edges("Exp", (inf, inf, inf), (-inf, 0, 0), (nan, nan, nan))
ordinary("Exp2", lambda x: mpf(2) ** x, 0, 1.5, -30, 1000)
edges("Exp2", (inf, inf, inf), (-inf, 0, 0), (nan, nan, nan))
ordinary("Exp10", lambda x: mpf(10) ** x, 0, 1.5, -30, 300)
edges("Exp10", (inf, inf, inf), (-inf, 0, 0), (nan, nan, nan))
ordinary("Expm1", mp.expm1, 0, 1e-20, 1.5, -3, 700)
edges("Expm1", (inf, inf, inf), (-inf, -1, 0), (nan, nan, nan))
ordinary("Log", mp.log, 2, 1, 1e-300, 1e300)
edges("Log", (0, -inf, inf), (-0.0, -inf, -inf), (inf, inf, 0), (nan, nan, nan))
ordinary("Log2", lambda x: mp.log(x, 2), 2, 1, 1e-300, 1e300)
edges("Log2", (0, -inf, inf), (inf, inf, 0), (nan, nan, nan))
ordinary("Log10", lambda x: mp.log(x, 10), 2, 1, 1e-300, 1e300)
edges("Log10", (0, -inf, inf), (inf, inf, 0), (nan, nan, nan))
ordinary("Log1p", mp.log1p, 0, 1e-20, -0.5, 1e300)
edges("Log1p", (-1, -inf, inf), (inf, inf, 0), (nan, nan, nan))
ordinary("Logistic", lambda x: 1 / (1 + mp.exp(-x)), 0, 1.5, -3, -30)
edges("Logistic", (inf, 1, 0), (-inf, 0, 0), (nan, nan, nan))

# Circular functions
ordinary("Sin", mp.sin, 0, 1, -2.5, 1e5)
edges("Sin", (inf, nan, nan), (nan, nan, nan))
ordinary("Cos", mp.cos, 0, 1, -2.5, 1e5)
edges("Cos", (-inf, nan, nan), (nan, nan, nan))
ordinary("Tan", mp.tan, 0, 1, -2.5, 1.57)
edges("Tan", (inf, nan, nan))
ordinary("Asin", mp.asin, 0, 0.5, -0.999999, 0.9999999999999999)
edges("Asin", (1, mp.pi / 2, inf), (-1, -mp.pi / 2, inf), (2, nan, nan), (nan, nan, nan))
ordinary("Acos", mp.acos, 0, 0.5, -0.999999, 0.9999999999999999)
edges("Acos", (1, 0, -inf), (-1, mp.pi, -inf), (2, nan, nan), (nan, nan, nan))
ordinary("Atan", mp.atan, 0, 0.5, -3, 1e100)
edges("Atan", (inf, mp.pi / 2, 0), (-inf, -mp.pi / 2, 0), (nan, nan, nan))
ANGLES = [(1, 2), (-3, 0.5), (2, -1), (-1, -1), (0, 1), (1, 0), (-1, 0), (1e200, 3e200), (1e-200, 3e-200), (1, 1e-200)]
ordinary("Atan2", mp.atan2, *ANGLES)
edges("Atan2", ((0, -1), mp.pi, (-1, 0)), ((-0.0, -1), -mp.pi, (-1, 0)), ((0, 0), 0, (nan, nan)), ((1, inf), 0, (0, 0)))
edges("Atan2", ((-inf, 1), -mp.pi / 2, (0, 0)), ((nan, 1), nan, (nan, nan)))
ordinary("Atan2Pi", lambda y, x: mp.atan2(y, x) / mp.pi, (1, 2), (-3, 0.5), (1, 0))
edges("Atan2Pi", ((0, 0), 0, (nan, nan)), ((1, inf), 0, (0, 0)))
ordinary("SinPi", mp.sinpi, 0, 0.25, -1.7, 0.5)
edges("SinPi", (inf, nan, nan))
ordinary("CosPi", mp.cospi, 0, 0.25, -1.7, 0.5)
edges("CosPi", (inf, nan, nan))
ordinary("TanPi", lambda x: mp.tan(mp.pi * x), 0, 0.25, -1.7)
edges("TanPi", (0.5, inf, inf), (nan, nan, nan))
ordinary("AsinPi", lambda x: mp.asin(x) / mp.pi, 0, 0.5, -0.999999)
edges("AsinPi", (1, 0.5, inf), (-1, -0.5, inf), (2, nan, nan))
ordinary("AcosPi", lambda x: mp.acos(x) / mp.pi, 0, 0.5, -0.999999)
edges("AcosPi", (1, 0, -inf), (-1, 1, -inf), (2, nan, nan))
ordinary("AtanPi", lambda x: mp.atan(x) / mp.pi, 0, 0.5, -3)
edges("AtanPi", (inf, 0.5, 0), (nan, nan, nan))
ordinary("Sinc", lambda x: mp.sin(x) / x, 0.1, 1, -2.5, 30)
edges("Sinc", (0, 1, 0), (-0.0, 1, 0), (nan, nan, nan))
ordinary("SincN", lambda x: mp.sinpi(x) / (mp.pi * x), 0.1, 1, -2.5)
edges("SincN", (0, 1, 0), (nan, nan, nan))

# Hyperbolic functions
ordinary("Sinh", mp.sinh, 0, 1, -2.5, 700)
edges("Sinh", (inf, inf, inf), (-inf, -inf, inf), (nan, nan, nan))
ordinary("Cosh", mp.cosh, 0, 1, -2.5, 700)
edges("Cosh", (inf, inf, inf), (-inf, inf, -inf), (nan, nan, nan))
ordinary("Tanh", mp.tanh, 0, 0.5, -2.5, 15, 30)
edges("Tanh", (inf, 1, 0), (-inf, -1, 0), (nan, nan, nan))
ordinary("Asinh", mp.asinh, 0, 0.5, -2.5, 1e100)
edges("Asinh", (inf, inf, 0), (-inf, -inf, 0), (nan, nan, nan))
ordinary("Acosh", mp.acosh, 1.0000000000000002, 1.5, 30, 1e200)
edges("Acosh", (1, 0, inf), (inf, inf, 0), (0.5, nan, nan), (-2, nan, nan), (nan, nan, nan))
ordinary("Atanh", mp.atanh, 0, 0.5, -0.9999999999999999)
edges("Atanh", (1, inf, inf), (-1, -inf, inf), (nan, nan, nan))

# Special functions
ordinary("Erf", mp.erf, 0, 0.5, -2, 5)
edges("Erf", (inf, 1, 0), (-inf, -1, 0), (nan, nan, nan))
ordinary("Erfc", mp.erfc, 0, 0.5, -2, 5)
edges("Erfc", (inf, 0, 0), (-inf, 2, 0), (nan, nan, nan))
ordinary("Erfi", mp.erfi, 0, 0.5, -2, 5)
edges("Erfi", (inf, inf, inf), (nan, nan, nan))
mp.dps = 40  # the inverses are searched for
ordinary("Erfinv", mp.erfinv, 0, 0.5, -0.9)
edges("Erfinv", (1, inf, inf), (nan, nan, nan))
ordinary("Erfcinv", lambda x: mp.erfinv(1 - x), 1, 0.5, 1.9)
edges("Erfcinv", (nan, nan, nan))
ordinary("Normcdf", lambda x: mp.erfc(-x / mp.sqrt(2)) / 2, 0, 0.5, -2, 5)
edges("Normcdf", (nan, nan, nan))
ordinary("Normcdfinv", lambda x: mp.sqrt(2) * mp.erfinv(2 * x - 1), 0.5, 0.2, 0.9)
edges("Normcdfinv", (nan, nan, nan))
mp.dps = 300
ordinary("Erfcx", lambda x: mp.exp(x * x) * mp.erfc(x), 0, 0.5, -2, 5)
edges("Erfcx", (nan, nan, nan))
ordinary("Tgamma", mp.gamma, 1, 2, 0.5, 1e-10, 5.5, 100, -0.5, -1.5, -3.25, -20.5)
edges("Tgamma", (0, inf, -inf), (-0.0, -inf, -inf), (inf, inf, inf), (nan, nan, nan))
lgamma = lambda x: mp.log(abs(mp.gamma(x)))
GAMMA = [1, 2, 0.5, 1e-10, 5.5, 100, 1e10, 1e300, -0.5, -1.5, -3.25, -20.5, -1e-10, -1000.125]
ordinary("Lgamma", lambda x: lgamma(x) if x < 1e9 else mp.loggamma(x), *GAMMA)
edges("Lgamma", (0, inf, -inf), (-0.0, inf, inf), (inf, inf, inf), (-inf, inf, nan), (nan, nan, nan))
for order in range(6):
    for x in GAMMA[:7] + GAMMA[8:12] + [-0.75, 1e-3, 9.5, 30]:
        line(f"Polygamma({order})", (x,), mp.psi(order, mpf(x)), (mp.psi(order + 1, mpf(x)),))
edges("Polygamma(0)", (0, -inf, inf), (inf, inf, 0), (nan, nan, nan))
BESSEL = (1e-5, 0.5, 1, 5, 30)
ordinary("J0", lambda x: mp.besselj(0, x), 0, -2, *BESSEL)
ordinary("J1", lambda x: mp.besselj(1, x), -2, *BESSEL)
edges("J1", (0, 0, 0.5), (-0.0, -0.0, 0.5), (nan, nan, nan))
ordinary("Y0", lambda x: mp.bessely(0, x), *BESSEL)
edges("Y0", (0, -inf, inf), (nan, nan, nan))
ordinary("Y1", lambda x: mp.bessely(1, x), *BESSEL)
edges("Y1", (nan, nan, nan))
for n in (0, 1, 2, 5, -3):
    for x in BESSEL[1:]:
        ordinary("Jn", lambda _, x: mp.besselj(n, x), (n, x), flat=(0,))
        ordinary("Yn", lambda _, x: mp.bessely(n, x), (n, x), flat=(0,))
edges("Jn", ((0, 0), 1, (None, 0)), ((1, 0), 0, (None, 0.5)), ((2, 0), 0, (None, 0)), ((1, nan), nan, (None, nan)))

# Choices
edges("Fabs", (2, 2, 1), (-2, 2, -1), (0, 0, 0), (-0.0, 0, 0), (inf, inf, 1), (-inf, inf, -1), (nan, nan, 1))
edges("Copysign", ((2, 3), 2, (1, None)), ((2, -3), -2, (-1, None)), ((-2, -3), -2, (1, None)))
edges("Copysign", ((-2, 0), 2, (-1, None)), ((2, -0.0), -2, (-1, None)), ((0, -1), -0.0, (-1, None)))
edges("Fdim", ((3, 1), 2, (1, -1)), ((1, 3), 0, (0, 0)), ((1, 1), 0, (0, 0)), ((inf, inf), 0, (0, 0)))
edges("Fdim", ((nan, 1), nan, (1, -1)), ((1, nan), nan, (1, -1)))
first, second = (1, 0), (0, 1)
for name in ("MaxNum", "MaximumNum", "Maximum"):
    edges(name, ((1, 2), 2, second), ((2, 1), 2, first), ((1, 1), 1, first), ((inf, -inf), inf, first))
    edges(name, ((0, -0.0), 0, first), ((-0.0, 0), 0, first), ((nan, nan), nan, first))
for name in ("MinNum", "MinimumNum", "Minimum"):
    edges(name, ((1, 2), 1, first), ((2, 1), 1, second), ((1, 1), 1, second), ((inf, -inf), -inf, second))
    edges(name, ((0, -0.0), -0.0, second), ((-0.0, 0), -0.0, second), ((nan, nan), nan, first))
for name in ("MaxNum", "MaximumNum", "MinNum", "MinimumNum"):
    edges(name, ((nan, 1), 1, second), ((1, nan), 1, first))
for name in ("Maximum", "Minimum"):
    edges(name, ((nan, 1), nan, first), ((1, nan), nan, second))

# Parts of numbers
for name in ("Ceil", "Floor", "Trunc", "Round", "RoundEven", "Rint", "Nearbyint", "Lrint", "Llrint", "Lround"):
    edges(name, (2, 2, None))
for name in ("Llround", "Logb", "Ilogb"):
    edges(name, (2, 2 if name == "Llround" else 1, None))
edges("Frexp", (8, 0.5, 0.0625), (-3, -0.75, 0.25), (0, 0, 1), (-0.0, -0.0, 1), (nan, nan, nan))
edges("Modf", (2.5, 0.5, 1), (-2.5, -0.5, 1), (0, 0, 1))
for name in ("Ldexp", "Scalbn", "Scalbln"):
    edges(name, ((3, 4), 48, (16, None)), ((3, -2), 0.75, (0.25, None)), ((inf, 1), inf, (2, None)))
edges("Scalef", ((3, 4.75), 48, (16, None)), ((3, -1.25), 0.75, (0.25, None)), ((inf, 1), inf, (2, None)))
for name in ("Nextafter", "Nexttoward"):
    edges(name, ((1, 2), 1.0000000000000002, (1, None)), ((1, nan), nan, (1, None)))

print("# Written by make_reference.py: function operands -> result | derivatives")
print("\n".join(LINES))
