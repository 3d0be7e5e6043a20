"""`zymase.jax.function`: compiled functions as primitives of JAX.

Two primitives: `_outer` has the rules of differentiation, transposition and batching, `_inner` is the call of the compiled code. In
between, complex cotangents are conjugated: compiled derivatives pair real and imaginary parts, JAX pairs without conjugation.
"""

import os

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from .. import _build, _toolchain
from .._framework import GROUPS, Framed, bare

_TARGET = "zymase_call"
_handler = None
_registered = {}


def zero_of(value):
    """The tangent of something that does not change."""
    aval = jax.typeof(value) if hasattr(jax, "typeof") else jax.core.get_aval(value)
    return ad.Zero(aval.to_tangent_aval())


def _load_handler():
    """The handler, compiled against the header of the jaxlib that is installed."""
    global _handler
    if _handler is not None:
        return
    text = (_build._C_FOLDER / "xla_handler.c").read_text()
    folder = jax.ffi.include_dir()
    header = os.path.join(folder, "xla", "ffi", "api", "c_api.h")
    guard = _build.guard_library()
    name = f"xla_{_toolchain.digest(text, open(header, 'rb').read(), guard.name)[:16]}.so"
    target = _toolchain.cache_folder() / name
    if not target.is_file():
        new = _toolchain.temporary(target)
        _toolchain.run(
            [_toolchain.tool("clang"), "-O2", "-fPIC", "-shared", "-I", folder, str(_build._C_FOLDER / "xla_handler.c"),
             str(guard), "-o", str(new)],
            "the handler for XLA does not compile:",
        )
        os.replace(new, target)
    _handler = _build.load(str(target))
    jax.ffi.register_ffi_target(_TARGET, jax.ffi.pycapsule(_handler.zymase_xla_call), platform="cpu")


def _key(entry, symbol_path):
    """A number for an entry that is the same in every process."""
    import ctypes

    key = int(_toolchain.digest(symbol_path)[:15], 16)
    if _registered.setdefault(key, entry) != entry:
        raise RuntimeError(f"two entries have the name {symbol_path}: a defect of zymase")
    _handler.zymase_xla_register(ctypes.c_int64(key), ctypes.c_void_p(entry))
    return key


class _Jax(Framed):
    """A compiled function as parameters of primitives carry it: equal only to itself."""

    def operand_numbers(self, kind, traced):
        """What the operands of a kind belong to: inputs that are no constants, then groups of tangents and cotangents."""
        return [*traced, *[n for letter in GROUPS[kind] for n in self.group_numbers(letter)]]

    def result_avals(self, kind, traced, constants, avals, batch):
        shapes = {n: tuple(aval.shape[len(batch) :]) for n, aval in zip(traced, avals)}
        results = []
        for number in self.result_numbers(kind):
            shape = shapes[number] if number in shapes else self.output_shape(number, shapes, dict(constants))
            results.append(jax.core.ShapedArray((*batch, *shape), self.dtype(number)))
        return results

    def plan(self, kind, traced, constants, avals, results, batch):
        """What the handler puts into each slot."""
        entry, slots, library = self.function.entry(kind, [] if kind == "primal" else self.inputs)
        constants = dict(constants)
        places = {number: place for place, number in enumerate(traced)}
        sizes = {n: int(np.prod(a.shape[len(batch) :])) * self.dtype(n).itemsize for n, a in zip(traced, avals)}
        for aval, number in zip(results, self.result_numbers(kind)):
            sizes.setdefault(number, int(np.prod(aval.shape[len(batch) :])) * self.dtype(number).itemsize)
        for number in [n for n in self.returned if n not in sizes]:
            shapes = {n: tuple(a.shape[len(batch) :]) for n, a in zip(traced, avals)}
            shape = self.output_shape(number, shapes, constants)
            sizes[number] = int(np.prod(shape)) * self.dtype(number).itemsize
        gives = {(n, self.result_role(kind)): place for place, n in enumerate(self.result_numbers(kind))}
        described, behind = [], []
        for number, role in slots:
            if role == "extents":
                described.append([4, ("extents", number), 0, 0, 0])
                continue
            if number in constants and role == "primal":
                described.append([0, int(constants[number]), 0, 0, 0])
                continue
            given = places.get(number) if role == "primal" else self.role_source(kind, number, role)
            if role != "primal" and given is not None:
                given += len(traced)
            begin = [1, 0] if given is None else [2, given]
            if (number, role) in gives:
                described.append([2, gives[number, role], sizes[number], *begin])
            elif role == "primal" and given is not None and self.function.is_constant(number):
                described.append([1, given, sizes[number], 0, 0])
            else:
                described.append([3, 0, sizes[number], *begin])
        key = _key(entry, f"{library._name}:{self.function.symbol(kind)}")
        plan = [key, int(np.prod(batch, dtype=np.int64)), len(described)]
        start = 3 + 5 * len(described)
        for slot in described:
            if slot[0] == 4:
                extents = avals[places[slot[1][1]]].shape[len(batch) :]
                slot[1] = start + len(behind)
                behind += extents
            plan += slot
        return np.array([*plan, *behind], np.int64)

    def layout(self, number, rank, batch):
        """Axes from the slowest to the fastest."""
        outer = len(batch)
        inner = range(outer, rank)
        fortran = number < self.function.count and self.function.signature.parameters[number].fortran
        return (*range(outer), *(reversed(inner) if fortran else inner))


_inner = Primitive("zymase_inner")
_inner.multiple_results = True
_outer = Primitive("zymase")
_outer.multiple_results = True


def _abstract(*avals, function, kind, traced, constants, batch):
    return function.result_avals(kind, traced, constants, avals, batch)


def _lower_inner(*operands, function, kind, traced, constants, batch):
    _load_handler()
    avals = [jax.core.ShapedArray(each.shape, each.dtype) for each in operands]
    results = function.result_avals(kind, traced, constants, avals, batch)
    plan = function.plan(kind, traced, constants, avals, results, batch)
    numbers = function.operand_numbers(kind, traced)
    shapes = [jax.ShapeDtypeStruct(each.shape, each.dtype) for each in results]
    call = jax.ffi.ffi_call(
        _TARGET, shapes,
        input_layouts=[function.layout(n, a.ndim, batch) for n, a in zip(numbers, avals)],
        output_layouts=[function.layout(n, len(s.shape), batch) for n, s in zip(function.result_numbers(kind), shapes)],
    )
    return call(*operands, plan=plan)


def _with_conjugates(*operands, function, kind, **parameters):
    if kind not in ("vjp", "hvp"):
        return _inner.bind(*operands, function=function, kind=kind, **parameters)
    first, count = len(parameters["traced"]), len(function.outputs)
    turned = [jnp.conj(o) if first <= p < first + count and jnp.iscomplexobj(o) else o for p, o in enumerate(operands)]
    results = _inner.bind(*turned, function=function, kind=kind, **parameters)
    return [jnp.conj(each) if jnp.iscomplexobj(each) else each for each in results]


def _jvp(primals, tangents, *, function, kind, traced, constants, batch):
    parameters = {"function": function, "traced": traced, "constants": constants, "batch": batch}

    def bind(kind, *groups):
        return _outer.bind(*[each for group in groups for each in group], kind=kind, **parameters)

    groups, moved = _split(function, kind, traced, primals), _split(function, kind, traced, tangents)
    inputs = [n for n in function.inputs]
    place = {n: p for p, n in enumerate(traced)}

    def instantiated(values, shadows):
        return [ad.instantiate_zeros(s) if not isinstance(s, ad.Zero) else jnp.zeros(v.shape, v.dtype) for v, s in zip(values, shadows)]

    def is_zero(shadows):
        return all(isinstance(each, ad.Zero) for each in shadows)

    x = groups[0]
    x_inputs = [x[place[n]] for n in inputs]
    x_moved = [moved[0][place[n]] for n in inputs]
    results = bind(kind, *groups)
    terms = []
    if not is_zero(x_moved):
        along = instantiated(x_inputs, x_moved)
        following = {"primal": "jvp", "jvp": "jvp2", "vjp": "hvp"}.get(kind)
        if following is None:
            raise NotImplementedError(f"third derivatives of {function.name}() are not made: only first and second ones")
        terms.append(bind(following, *groups, along))
    for group in range(1, len(groups)):
        if not is_zero(moved[group]):
            along = instantiated(groups[group], moved[group])
            terms.append(bind(kind, *groups[:group], along, *groups[group + 1 :]))
    numbers = function.result_numbers(kind)
    if not terms:
        return results, [zero_of(each) for each in results]
    if kind == "primal":
        by_number = dict(zip(function.outputs, terms[0]))
        return results, [
            by_number[n] if n in by_number else zero_of(r) for n, r in zip(numbers, results)
        ]
    total = terms[0]
    for term in terms[1:]:
        total = [a + b for a, b in zip(total, term)]
    return results, total


def _split(function, kind, traced, values):
    """The operands of a kind by groups."""
    groups, start = [list(values[: len(traced)])], len(traced)
    for letter in GROUPS[kind]:
        size = len(function.group_numbers(letter))
        groups.append(list(values[start : start + size]))
        start += size
    return groups


def _transpose(cotangents, *operands, function, kind, traced, constants, batch):
    parameters = {"function": function, "traced": traced, "constants": constants, "batch": batch}
    groups = _split(function, kind, traced, operands)
    unknown = [g for g in range(1, len(groups)) if any(ad.is_undefined_primal(each) for each in groups[g])]
    if len(unknown) != 1 or any(ad.is_undefined_primal(each) for each in groups[0]):
        raise NotImplementedError(f"{function.name}(): this derivative is not linear in what it is transposed for")
    shapes = function.result_avals(kind, traced, constants, [jax.core.ShapedArray(np.shape(each), each.dtype) for each in groups[0]], batch)
    given = [jnp.zeros(s.shape, s.dtype) if isinstance(c, ad.Zero) else c for c, s in zip(cotangents, shapes)]
    x, group = groups[0], unknown[0]
    others = [each for g in range(1, len(groups)) if g != group for each in groups[g]]
    way = {
        ("jvp", 1): ("vjp", [*given]),
        ("vjp", 1): ("jvp", [*given]),
        ("hvp", 1): ("jvp2", [*others, *given]),
        ("hvp", 2): ("hvp", [*others, *given]),
        ("jvp2", 1): ("hvp", [*given, *others]),
        ("jvp2", 2): ("hvp", [*given, *others]),
    }[kind, group]
    found = _outer.bind(*x, *way[1], kind=way[0], **parameters)
    result = [None] * len(operands)
    start = len(traced) + sum(len(each) for each in groups[1:group])
    for offset, (each, operand) in enumerate(zip(found, groups[group])):
        result[start + offset] = each if ad.is_undefined_primal(operand) else None
    return result


def _batch(operands, dimensions, *, function, kind, traced, constants, batch):
    size = next(o.shape[d] for o, d in zip(operands, dimensions) if d is not None)
    moved = [
        jnp.broadcast_to(o, (size, *o.shape)) if d is None else jnp.moveaxis(o, d, 0)
        for o, d in zip(operands, dimensions)
    ]
    results = _outer.bind(*moved, function=function, kind=kind, traced=traced, constants=constants, batch=(size, *batch))
    return results, [0] * len(results)


for _primitive in (_inner, _outer):
    _primitive.def_abstract_eval(_abstract)
mlir.register_lowering(_inner, mlir.lower_fun(_lower_inner, multiple_results=True))
mlir.register_lowering(_outer, mlir.lower_fun(_with_conjugates, multiple_results=True))
_outer.def_impl(lambda *operands, **parameters: _compiled(tuple(sorted(parameters.items(), key=lambda item: item[0])))(*operands))
ad.primitive_jvps[_outer] = _jvp
ad.primitive_transposes[_outer] = _transpose
batching.primitive_batchers[_outer] = _batch

_jitted = {}


def _compiled(parameters):
    """The primitive under jit, for calls outside of it."""
    if parameters not in _jitted:
        _jitted[parameters] = jax.jit(lambda *operands: _outer.bind(*operands, **dict(parameters)))
    return _jitted[parameters]


def _is_traced(value):
    return isinstance(value, jax.core.Tracer)


def function(source, name, *, flags=(), signature=None, language=None):
    """The function `name` of a C, C++ or Fortran source, for arrays of JAX on the CPU.

    Outputs are returned, not passed. Works under ``jit``, ``grad``, ``jvp``, ``vjp``, ``vmap`` and their combinations, up to second
    derivatives. Integers that shapes depend on must be known when a program is traced: pass Python numbers
    (``static_argnums``, ``functools.partial``).
    """
    framed = _Jax(source, name, flags, signature, language)
    shaping = framed.shape_parameters()

    def call(*arguments):
        if len(arguments) != len(framed.passed):
            raise framed.wrong_count(len(arguments))
        traced, constants, operands = [], [], []
        for number, value in zip(framed.passed, arguments):
            expected = framed.dtype(number)
            if framed.is_number(number) and not framed.function.has_derivative(number) and not _is_traced(value):
                constants.append((number, _integer(framed, number, value)))
                continue
            if number in shaping:
                raise TypeError(
                    f"{framed.function.names[number]} of {framed.name}() decides the shape of a result: it must be a number that is "
                    "known when the program is traced (static_argnums, functools.partial)"
                )
            operands.append(_operand(framed, number, value, expected))
            traced.append(number)
        _check_extents(framed, traced, constants, operands)
        return bare(
            _outer.bind(*operands, function=framed, kind="primal", traced=tuple(traced), constants=tuple(constants), batch=())
        )

    call.__name__ = call.__qualname__ = framed.name
    call.__doc__ = f"{framed.name}({', '.join(framed.function.names[n] for n in framed.passed)}), compiled by zymase."
    return call


def _integer(framed, number, value):
    kind = np.asarray(value).dtype.kind
    if kind not in "iub" or np.ndim(value):
        raise TypeError(f"{framed.function.names[number]} of {framed.name}() takes an integer")
    limits = np.iinfo(framed.dtype(number)) if framed.dtype(number).kind in "iu" else None
    if limits and not limits.min <= int(value) <= limits.max:
        raise OverflowError(f"{value} does not fit {framed.function.names[number]} of {framed.name}()")
    return int(value)


def _operand(framed, number, value, expected):
    name = framed.function.names[number]
    if isinstance(value, (bool, int, float, complex)):
        value = np.asarray(value, expected) if np.can_cast(np.min_scalar_type(value), expected, "same_kind") else np.asarray(value)
        if jnp.zeros((), expected).dtype == expected:
            value = jnp.asarray(value)
    if getattr(value, "dtype", None) is None:
        value = np.asarray(value)
    if jax.dtypes.canonicalize_dtype(expected) != expected:
        raise TypeError(
            f"{name} of {framed.name}() is {expected}, which JAX does not have until "
            'jax.config.update("jax_enable_x64", True)'
        )
    if value.dtype != expected:
        raise TypeError(f"{name} of {framed.name}() takes {expected}, not {value.dtype}: convert it with .astype")
    if framed.is_number(number) and np.ndim(value):
        raise ValueError(f"{name} of {framed.name}() takes a number, not an array of shape {np.shape(value)}")
    return jnp.asarray(value)


def _check_extents(framed, traced, constants, operands):
    """Arrays must have the elements that the function uses, as far as that is known."""
    from .._prototype import evaluate, parameters_of

    known = dict(constants)
    for number, operand in zip(traced, operands):
        if framed.is_number(number):
            continue
        described = framed.function.description(number, False)
        if described.required and parameters_of(described.required) <= set(known):
            needed = evaluate(described.required, known)
            if operand.size < needed:
                raise ValueError(
                    f"{described.name} of {framed.name}() has {operand.size} elements, but the function uses {needed} ({described.shape_text})"
                )
        if described.rank and operand.ndim != described.rank:
            raise ValueError(f"{described.name} of {framed.name}() takes an array with {described.rank} axes")

