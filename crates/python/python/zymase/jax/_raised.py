"""`zymase.jax.raised`: a function in C, C++ or Fortran as a part of the program of JAX itself.

Its loops are raised to StableHLO, so XLA compiles them for whatever it runs on. Derivatives, transposes and batches of the module are modules
again, made at the tensor level: they can be taken as often as JAX's own.
"""

import re

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from .. import _native, _toolchain
from .._errors import SignatureError, ZymaseError
from .._framework import Framed, bare
from ._function import zero_of
from ._rules import Kept
from ._tensor import _lower, optimise_step

_DTYPES = {"f64": "f8", "f32": "f4", "i64": "i8", "i32": "i4", "i16": "i2", "i8": "i1", "i1": "b1", "complex<f64>": "c16", "complex<f32>": "c8"}


#: The extent of an array whose size depends on an integer that can be anything.
_ENDLESS = 2**31 - 1


def _is_float(aval):
    return jnp.issubdtype(aval.dtype, jnp.inexact)


class _Module:
    """A module with one function `main`, and what is made of it. Equal only to itself."""

    def __init__(self, name, text, inputs, results):
        self.name, self.source, self.inputs, self.results = name, text, list(inputs), list(results)
        self.made = {}
        #: It calls no functions of Python, and has no open sizes.
        self.kept = Kept()
        self._text = None

    @property
    def text(self):
        if self._text is None:
            self._text = self.changed([])
        return self._text

    def changed(self, steps, last=()):
        try:
            return _native.transform(self.source, [*steps, optimise_step(), *last])
        except RuntimeError as error:
            raise ZymaseError(f"{self.name}: {error}") from None

    def derived(self, step, inputs, results):
        key = repr(step)
        if key not in self.made:
            self.made[key] = _Module(self.name, self.changed([step]), inputs, results)
        return self.made[key]

    def spread(self):
        """The same in operations that XLA divides among devices."""
        if "spread" not in self.made:
            self.made["spread"] = made = _Module(self.name, self.source, self.inputs, self.results)
            made._text = self.changed([], [("spread",)])
        return self.made["spread"]

    def forward(self, wrt):
        """Of operands and tangents: results, then tangents of those that have derivatives."""
        moved = [aval for aval in self.results if _is_float(aval)]
        return self.derived(("forward", "main", list(wrt)), [*self.inputs, *[self.inputs[n] for n in wrt]], [*self.results, *moved])

    def reverse(self, wrt):
        """Of operands and cotangents: the derivatives by some operands."""
        seeds = [aval for aval in self.results if _is_float(aval)]
        return self.derived(("reverse", "main", list(wrt), False, "none"), [*self.inputs, *seeds], [self.inputs[n] for n in wrt])

    def batched(self, size, places):
        wide = [jax.core.ShapedArray((size, *a.shape), a.dtype) for a in self.inputs]
        inputs = [wide[n] if n in places else a for n, a in enumerate(self.inputs)]
        results = [jax.core.ShapedArray((size, *a.shape), a.dtype) for a in self.results]
        return self.derived(("batch", "main", size, list(places)), inputs, results)


_raised = Primitive("zymase_raised")
_raised.multiple_results = True


@_raised.def_abstract_eval
def _(*_, module, keep, linear):
    return [module.results[n] for n in keep]


def _lower_raised(ctx, *operands, module, keep, linear):
    devices = getattr(ctx.module_context.axis_context, "num_devices", None) or 1
    written = module.spread() if devices > 1 else module
    results = _lower(ctx.replace(avals_out=list(module.results)), *operands, compiled=written)
    return [results[n] for n in keep]


def _jvp(primals, tangents, *, module, keep, linear):
    results = _raised.bind(*primals, module=module, keep=keep, linear=linear)
    wrt = [n for n, t in enumerate(tangents) if not isinstance(t, ad.Zero) and _is_float(module.inputs[n])]
    zeros = [zero_of(each) for each in results]
    if not wrt:
        return results, zeros
    forward = module.forward(wrt)
    floats = [n for n, aval in enumerate(module.results) if _is_float(aval)]
    chosen = [n for n in keep if n in floats]
    places = tuple(len(module.results) + floats.index(n) for n in chosen)
    first = len(module.inputs)
    moved = _raised.bind(
        *primals, *[tangents[n] for n in wrt], module=forward, keep=places, linear=tuple(range(first, first + len(wrt)))
    )
    by_number = dict(zip(chosen, moved))
    return results, [by_number.get(n, zero) for n, zero in zip(keep, zeros)]


def _transpose(cotangents, *operands, module, keep, linear):
    unknown = [n for n, operand in enumerate(operands) if ad.is_undefined_primal(operand)]
    if not set(unknown) <= set(linear):
        raise NotImplementedError(f"{module.name}(): this derivative is not linear in what it is transposed for")
    given = {n: c for n, c in zip(keep, cotangents) if not isinstance(c, ad.Zero)}
    seeds = [given.get(n, jnp.zeros(a.shape, a.dtype)) for n, a in enumerate(module.results) if _is_float(a)]
    values = [jnp.zeros(module.inputs[n].shape, module.inputs[n].dtype) if n in unknown else o for n, o in enumerate(operands)]
    reverse, first = module.reverse(unknown), len(module.inputs)
    found = _raised.bind(
        *values, *seeds, module=reverse, keep=tuple(range(len(unknown))), linear=tuple(range(first, first + len(seeds)))
    )
    by_number = dict(zip(unknown, found))
    return [by_number.get(n) for n in range(len(operands))]


def _batch(operands, dimensions, *, module, keep, linear):
    size = next(o.shape[d] for o, d in zip(operands, dimensions) if d is not None)
    places = [n for n, d in enumerate(dimensions) if d is not None]
    moved = [o if d is None else jnp.moveaxis(o, d, 0) for o, d in zip(operands, dimensions)]
    results = _raised.bind(*moved, module=module.batched(size, places), keep=keep, linear=linear)
    return results, [0] * len(results)


mlir.register_lowering(_raised, _lower_raised)
ad.primitive_jvps[_raised] = _jvp
ad.primitive_transposes[_raised] = _transpose
batching.primitive_batchers[_raised] = _batch
_jitted = {}


def _bound(module):
    if module not in _jitted:
        keep = tuple(range(len(module.results)))
        _jitted[module] = jax.jit(lambda *operands: _raised.bind(*operands, module=module, keep=keep, linear=()))
    return _jitted[module]


_raised.def_impl(lambda *operands, **parameters: jax.jit(lambda *o: _raised.bind(*o, **parameters))(*operands))


def _types(text):
    """The types in a list such as ``%arg0: tensor<4xf64>, tensor<f64>``."""
    found = []
    for inside in re.findall(r"tensor<((?:[^<>]|<[^<>]*>)*)>", text):
        *extents, element = inside.split("x") if not inside.startswith("complex") else [inside]
        found.append(jax.core.ShapedArray(tuple(int(each) for each in extents), np.dtype(_DTYPES[element])))
    return found


def _made(framed, fix, shape, flags):
    """The module of a function for fixed arguments."""
    library, function = framed.library, framed.function
    source = library._program.sources[function.place]
    path = source.file(library._program.folder)
    command = [_toolchain.program(), "raise", str(path), "--function", function.signature.symbol, "--to", "stablehlo"]
    if fix:
        command += ["--fix", ",".join(f"{name}={value!r}" for name, value in fix.items())]
    if shape:
        command += ["--shape", ",".join(f"{name}={'x'.join(map(str, extents))}" for name, extents in shape.items())]
    command += ["--", *library._program.flags]
    text = _toolchain.run(command, f"{framed.name}() is not raised:")
    head = re.search(r"func\.func (?:public )?@([\w.$\"]+)\((.*?)\)(?: -> (.*?))? \{\n", text, re.S)
    if head is None:
        raise ZymaseError(f"{framed.name}(): zymase raise answered without a function: a defect of zymase")
    text = text.replace(f"@{head.group(1)}(", "@main(")
    return _Module(framed.name, text, _types(head.group(2)), _types(head.group(3) or ""))


def raised(source, name, *, fix=None, shape=None, flags=(), signature=None, language=None):
    """The function `name` of a C, C++ or Fortran source as StableHLO: it runs wherever XLA runs, and JAX sees what it does.

    `fix` gives arguments that are constants (``fix={"n": 64}``), which callers leave out; extents of arrays must follow from them, or be
    given by ``shape={"x": (64, 64)}``. Outputs are returned, as those of :func:`function`. What cannot be raised is refused with the line of
    the source. Derivatives are made at the tensor level, and can be taken again and again.

    >>> import jax, jax.numpy as jnp, zymase
    >>> text = "double norm(const double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return s; }"
    >>> norm = zymase.jax.raised(text, "norm", fix={"n": 3})
    >>> jax.grad(norm)(jnp.array([1.0, 2.0, 3.0])).tolist()
    [2.0, 4.0, 6.0]
    """
    framed = Framed(source, name, flags, signature, language)
    function, fix = framed.function, dict(fix or {})
    for each in [*fix, *(shape or {})]:
        if each not in function.names:
            raise ValueError(f"{framed.name}() has no argument {each!r}: it takes {', '.join(function.names)}")
    for each, value in fix.items():
        number = function.names.index(each)
        if not framed.is_number(number) or np.ndim(value):
            raise TypeError(f"{each} of {framed.name}() cannot be fixed: only numbers can")
        fix[each] = float(value) if function.has_derivative(number) else int(value)
    module = _made(framed, fix, shape, flags)
    taken = [n for n in range(function.count) if function.names[n] not in fix]
    if len(taken) != len(module.inputs) or len(framed.returned) != len(module.results):
        raise ZymaseError(
            f"{framed.name}(): the raised function takes {len(module.inputs)} and returns {len(module.results)} arrays, not {len(taken)} and "
            f"{len(framed.returned)}"
        )
    for number, aval in zip(taken, module.inputs):
        if int(np.prod(aval.shape)) >= _ENDLESS:
            name = function.names[number]
            raise SignatureError(
                f"the extent of {name} of {framed.name}() does not follow from what is fixed: fix what it depends on, or say shape={{\"{name}\": (…)}}"
            )
    passed = [n for n in taken if n in framed.passed]
    constants = {function.names.index(each): value for each, value in fix.items() if isinstance(value, int)}

    def call(*arguments):
        if len(arguments) != len(passed):
            names = ", ".join(function.names[n] for n in passed)
            raise TypeError(f"{framed.name}() takes {len(passed)} arguments ({names}), but {len(arguments)} were given")
        given, operands, shapes = dict(zip(passed, arguments)), [], {}
        for number, aval in zip(taken, module.inputs):
            if number not in given:
                operands.append(jnp.zeros(aval.shape, aval.dtype))
                continue
            value = _operand(framed, number, given[number], aval)
            shapes[number] = np.shape(given[number])
            operands.append(value)
        results = _bound(module)(*operands)
        return bare([_shaped(framed, number, each, shapes, constants) for number, each in zip(framed.returned, results)])

    call.__name__ = call.__qualname__ = framed.name
    call.__doc__ = f"{framed.name}({', '.join(function.names[n] for n in passed)}), raised by zymase."
    call.stablehlo = module.source
    return call


def _is_fortran(framed, number):
    return number < framed.function.count and framed.function.signature.parameters[number].fortran


def _operand(framed, number, value, aval):
    name = f"{framed.function.names[number]} of {framed.name}()"
    if isinstance(value, (bool, int, float, complex)) and np.can_cast(np.min_scalar_type(value), aval.dtype, "same_kind"):
        value = np.asarray(value, aval.dtype)
    if getattr(value, "dtype", None) is None:
        value = np.asarray(value)
    if jax.dtypes.canonicalize_dtype(aval.dtype) != aval.dtype:
        raise TypeError(f'{name} is {aval.dtype}, which JAX does not have until jax.config.update("jax_enable_x64", True)')
    if value.dtype != aval.dtype:
        raise TypeError(f"{name} takes {aval.dtype}, not {value.dtype}: convert it with .astype")
    if int(np.prod(np.shape(value))) != int(np.prod(aval.shape)):
        raise ValueError(f"{name} has the shape {np.shape(value)}; the raised function takes {aval.shape}")
    value = jnp.asarray(value)
    if value.shape != aval.shape:
        value = jnp.reshape(value.T if _is_fortran(framed, number) else value, aval.shape)
    return value


def _shaped(framed, number, result, shapes, constants):
    """A result in the shape that callers know it in."""
    if framed.is_number(number):
        return jnp.reshape(result, ())
    try:
        shape = framed.output_shape(number, shapes, constants)
    except (KeyError, TypeError):
        return result
    if shape == result.shape or int(np.prod(shape)) != result.size:
        return result
    return jnp.reshape(result, shape[::-1]).T if _is_fortran(framed, number) else jnp.reshape(result, shape)
