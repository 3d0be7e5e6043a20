"""Derivatives and optimised programs by the tensor level, with the signatures of JAX.

A function is traced and lowered to StableHLO (`_rules`), changed there by the native part of the package, and called as an operation of
JAX. Transformations of JAX around it (`jax.vmap`, `jax.grad`) use JAX's own derivatives of the same function.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from .. import _native
from .._errors import ZymaseError
from ._rules import called_from, plain_text_of, result_types, settled, text_of


def optimise_step():
    """What is done before and after differentiation: the target, how much numbers may change, and seconds."""
    platform = jax.default_backend()
    target = {"gpu": "gpu", "cuda": "gpu", "rocm": "gpu", "tpu": "tpu"}.get(platform, "cpu")
    return ("optimise", target, "reassociate", 5.0)


_module = Primitive("zymase_module")
_module.multiple_results = True


class _Compiled:
    """A module, what belongs to it, and the same function in plain JAX. Equal only to itself."""

    def __init__(self, made, results, reference):
        (self.text, self.kept), self.results, self.reference = made, results, reference


@_module.def_abstract_eval
def _(*_, compiled):
    return list(compiled.results)


def _sizes(ctx, names):
    """The values of open sizes where the module is called."""
    known = dict(zip(ctx.module_context.shape_poly_state.dim_vars, ctx.dim_var_values)) if names else {}
    return [known[name] for name in names]


def _lower(ctx, *operands, compiled):
    from jax._src.interpreters import mlir as internal
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import func

    module = ir.Module.parse(called_from(compiled.text, ctx.module_context, compiled.kept))
    symbol = internal.merge_mlir_modules(
        ctx.module_context.module, "zymase_main", module, dst_symtab=ctx.module_context.symbol_table
    )
    return func.CallOp(result_types(ctx), ir.FlatSymbolRefAttr.get(symbol), [*_sizes(ctx, compiled.kept.sizes), *operands]).results


mlir.register_lowering(_module, _lower)


def _jvp(primals, tangents, *, compiled):
    tangents = [ad.instantiate_zeros(t) for t in tangents]
    results = _module.bind(*primals, compiled=compiled)
    _, moved = jax.jvp(lambda *x: tuple(compiled.reference(*x)), tuple(primals), tuple(tangents))
    return results, list(moved)


def _batch(operands, dimensions, *, compiled):
    results = jax.vmap(lambda *x: tuple(compiled.reference(*x)), tuple(dimensions))(*operands)
    return list(results), [0] * len(results)


ad.primitive_jvps[_module] = _jvp
batching.primitive_batchers[_module] = _batch


def _is_number(leaf):
    return isinstance(leaf, (jax.Array, np.ndarray, np.generic, int, float, complex)) or isinstance(leaf, jax.core.Tracer)


class _Traced:
    """A function of flat arrays, made from one call of a function of anything."""

    def __init__(self, function, arguments, named):
        leaves, self.tree = jax.tree.flatten((arguments, named))
        self.is_array = [_is_number(leaf) for leaf in leaves]
        self.fixed = [None if array else leaf for leaf, array in zip(leaves, self.is_array)]
        self.flat = [jnp.asarray(leaf) for leaf, array in zip(leaves, self.is_array) if array]
        self.function = function
        self.out_tree = None

    def key(self):
        return self.tree, tuple((x.shape, x.dtype) for x in self.flat), tuple(map(repr, self.fixed)), jax.config.jax_enable_x64

    def rebuilt(self, flat):
        given = iter(flat)
        return jax.tree.unflatten(self.tree, [next(given) if array else leaf for array, leaf in zip(self.is_array, self.fixed)])

    def __call__(self, *flat):
        arguments, named = self.rebuilt(flat)
        leaves, self.out_tree = jax.tree.flatten(self.function(*arguments, **named))
        return [jnp.asarray(leaf) for leaf in leaves]

    def jaxpr(self):
        avals = [jax.ShapeDtypeStruct(x.shape, x.dtype) for x in self.flat]
        self.flat = None
        return jax.make_jaxpr(self.__call__)(*avals)

    def places(self, argnums):
        """Numbers of the flat arrays that belong to each of some arguments."""
        arguments, _ = jax.tree.unflatten(self.tree, range(len(self.is_array)))
        numbers = {leaf: place for place, leaf in enumerate(leaf for leaf, array in enumerate(self.is_array) if array)}
        if any(not -len(arguments) <= n < len(arguments) for n in argnums):
            raise ValueError(f"argnums {argnums} do not fit {len(arguments)} arguments")
        parts = [jax.tree.leaves(arguments[n]) for n in argnums]
        return [[numbers[leaf] for leaf in part if leaf in numbers] for part in parts], [jax.tree.structure(arguments[n]) for n in argnums]


def _is_float(aval):
    return jnp.issubdtype(aval.dtype, jnp.inexact)


def _transformed(closed, steps, function):
    """The text of a traced program after some steps, which ask how many parameters stand before its arguments, and what belongs to it."""
    try:
        if not steps:
            text, kept = plain_text_of(closed)
            return _native.transform(text, [optimise_step()]), kept
        text, kept = text_of(closed)
        text = _native.transform(text, [optimise_step(), *[step(len(kept.sizes)) for step in steps]])
        return _native.transform(settled(text, kept), [optimise_step()]), kept
    except RuntimeError as error:
        name = getattr(function, "__name__", "the function")
        raise ZymaseError(f"{name}: {error}") from None


def _call(made, results, reference):
    compiled = _Compiled(made, results, reference)
    return jax.jit(lambda *operands: _module.bind(*operands, compiled=compiled))


def _shaped(aval):
    return jax.core.ShapedArray(aval.shape, aval.dtype)


def _check(places, avals, what, allow_int=False):
    for place in places:
        if not _is_float(avals[place]) and not allow_int:
            raise TypeError(f"{what} requires real- or complex-valued inputs (input dtype that is a sub-dtype of np.inexact), but got {avals[place].dtype.name}")


def _is_complex(aval):
    return jnp.issubdtype(aval.dtype, jnp.complexfloating)


def _check_holomorphic(inputs, outputs, what):
    if not all(map(_is_complex, inputs)):
        raise TypeError(f"{what} with holomorphic=True requires inputs with complex dtype, but got {[a.dtype.name for a in inputs]}.")
    if not all(map(_is_complex, outputs)):
        raise TypeError(f"{what} with holomorphic=True requires outputs with complex dtype, but got {[a.dtype.name for a in outputs]}.")


class _Function:
    """What is shared by all that is made from one function: one entry for each shape of arguments."""

    def __init__(self, function):
        self.function = function
        self.entries = {}

    def entry(self, traced, extra, make):
        key = (traced.key(), extra)
        if key not in self.entries:
            self.entries[key] = make()
        return self.entries[key]

    def reverse(self, arguments, named, argnums, checkpoint="none", allow_int=False):
        """(call, traced, parts, trees, results, numbers that have adjoints): the call takes flat arrays and adjoints of results, and gives
        results and gradients. A part has a place for each leaf, or the gradient itself for one that is no float."""
        traced = _Traced(self.function, arguments, named)
        flat = traced.flat

        def make():
            parts, trees = traced.places(argnums)
            closed = traced.jaxpr()
            _check([place for part in parts for place in part], closed.in_avals, "grad", allow_int)
            wrt, parts = _floats_of(parts, closed.in_avals)
            floats = [aval for aval in closed.out_avals if _is_float(aval)]

            def reference(*operands):
                values, seeds = operands[: len(closed.in_avals)], iter(operands[len(closed.in_avals) :])

                def chosen(*x):
                    full = list(values)
                    for place, each in zip(wrt, x):
                        full[place] = each
                    return tuple(traced(*full))

                results, pullback = jax.vjp(chosen, *[values[place] for place in wrt])
                cotangents = [next(seeds) if _is_float(r) else np.zeros(r.shape, jax.dtypes.float0) for r in results]
                return [*results, *pullback(tuple(cotangents))]

            made = _transformed(closed, [lambda first: ("reverse", "main", [first + n for n in wrt], True, checkpoint)], self.function)
            results = [*map(_shaped, closed.out_avals), *[_shaped(closed.in_avals[place]) for place in wrt]]
            return _call(made, results, reference), traced, parts, trees, closed.out_avals, floats

        return self.entry(traced, ("reverse", tuple(argnums), checkpoint), make), flat

    def forward(self, arguments, named, argnums):
        traced = _Traced(self.function, arguments, named)
        flat = traced.flat

        def make():
            parts, trees = traced.places(argnums)
            closed = traced.jaxpr()
            wrt, parts = _floats_of(parts, closed.in_avals)

            def reference(*operands):
                values, tangents = list(operands[: len(closed.in_avals)]), operands[len(closed.in_avals) :]

                def chosen(*x):
                    full = list(values)
                    for place, each in zip(wrt, x):
                        full[place] = each
                    return tuple(traced(*full))

                results, moved = jax.jvp(chosen, tuple(values[p] for p in wrt), tuple(tangents))
                return [*results, *[m for m, r in zip(moved, results) if _is_float(r)]]

            made = _transformed(closed, [lambda first: ("forward", "main", [first + n for n in wrt])], self.function)
            results = [*map(_shaped, closed.out_avals), *[_shaped(a) for a in closed.out_avals if _is_float(a)]]
            return _call(made, results, reference), traced, parts, trees, closed.out_avals

        return self.entry(traced, ("forward", tuple(argnums)), make), flat

    def plain(self, arguments, named):
        traced = _Traced(self.function, arguments, named)
        flat = traced.flat

        def make():
            closed = traced.jaxpr()
            made = _transformed(closed, [], self.function)
            return _call(made, [_shaped(a) for a in closed.out_avals], traced), traced

        return self.entry(traced, "plain", make), flat


def _numbers(argnums):
    return (argnums,) if isinstance(argnums, int) else tuple(argnums)


def _floats_of(parts, avals):
    """The places that have derivatives; and the parts, in which the others have become zeros without a type, as in JAX."""
    wrt = [place for part in parts for place in part if _is_float(avals[place])]
    zero = lambda place: np.zeros(avals[place].shape, jax.dtypes.float0)
    return wrt, [[None if _is_float(avals[place]) else zero(place) for place in part] for part in parts]


def _gradients(found, parts, trees, argnums):
    given, results = iter(found), []
    for part, tree in zip(parts, trees):
        results.append(jax.tree.unflatten(tree, [next(given) if zero is None else zero for zero in part]))
    return results[0] if isinstance(argnums, int) else tuple(results)


def value_and_grad(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False, reduce_axes=()):
    """Like ``jax.value_and_grad``, by zymase: the program is optimised, differentiated, and optimised again."""
    if reduce_axes:
        raise NotImplementedError("reduce_axes argument to grad is deprecated")
    source, way = _Function(fun), getattr(fun, "zymase_checkpoint", "none")

    @functools.wraps(fun)
    def wrapper(*arguments, **named):
        (call, traced, parts, trees, outs, floats), flat = source.reverse(arguments, named, _numbers(argnums), way, allow_int)
        first = outs[0] if outs else None
        if first is None or first.shape != () or (not has_aux and len(outs) != 1):
            shown = [tuple(aval.shape) for aval in outs]
            raise TypeError(f"Gradient only defined for scalar-output functions. Output had shape: {shown[0] if len(shown) == 1 else shown}.")
        if holomorphic:
            _check_holomorphic([flat[place] for part in traced.places(_numbers(argnums))[0] for place in part], [first], "grad")
        elif not jnp.issubdtype(first.dtype, jnp.floating):
            raise TypeError(f"grad requires real-valued outputs, but got {first.dtype.name}")
        seeds = [jnp.ones((), first.dtype), *[jnp.zeros(aval.shape, aval.dtype) for aval in floats[1:]]]
        found = call(*flat, *seeds)
        value = jax.tree.unflatten(traced.out_tree, found[: len(outs)])
        return value, _gradients(found[len(outs) :], parts, trees, argnums)

    return wrapper


def grad(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False, reduce_axes=()):
    """Like ``jax.grad``, by zymase.

    >>> import zymase
    >>> float(zymase.jax.grad(lambda x: x ** 3)(2.0))
    12.0
    """
    both = value_and_grad(fun, argnums, has_aux, holomorphic, allow_int, reduce_axes)

    @functools.wraps(fun)
    def wrapper(*arguments, **named):
        value, gradient = both(*arguments, **named)
        return (gradient, value[1]) if has_aux else gradient

    return wrapper


def jvp(fun, primals, tangents, has_aux=False):
    """Like ``jax.jvp``, by zymase."""
    (call, traced, _, _, outs), flat = _cached(fun).forward(tuple(primals), {}, tuple(range(len(primals))))
    leaves = jax.tree.leaves(tuple(tangents))
    given = [jnp.asarray(t, x.dtype) for t, x in zip(leaves, flat) if _is_float(x)]
    found = call(*flat, *given)
    values, moved = found[: len(outs)], iter(found[len(outs) :])
    shadows = [next(moved) if _is_float(a) else np.zeros(a.shape, jax.dtypes.float0) for a in outs]
    value, shadow = jax.tree.unflatten(traced.out_tree, values), jax.tree.unflatten(traced.out_tree, shadows)
    return (value[0], shadow[0], value[1]) if has_aux else (value, shadow)


@functools.lru_cache(maxsize=256)
def _cached(fun):
    return _Function(fun)


def vjp(fun, *primals, has_aux=False, reduce_axes=()):
    """Like ``jax.vjp``, by zymase: the pullback runs the function and its derivative."""
    if reduce_axes:
        raise NotImplementedError("reduce_axes argument to vjp is deprecated")
    argnums = tuple(range(len(primals)))
    (call, traced, parts, trees, outs, _), flat = _cached(fun).reverse(primals, {}, argnums, allow_int=True)
    value = fun(*primals)
    first = value[0] if has_aux else value
    count = len(jax.tree.leaves(first))

    def pullback(cotangents):
        leaves, tree = jax.tree.flatten(cotangents)
        if tree != jax.tree.structure(first):
            raise ValueError(f"the cotangents have the structure {tree}, the value of the function has {jax.tree.structure(first)}")
        given = iter(leaves)
        known = [next(given) if place < count else None for place in range(len(outs))]
        seeds = [jnp.zeros(a.shape, a.dtype) if c is None else jnp.asarray(c, a.dtype) for c, a in zip(known, outs) if _is_float(a)]
        return _gradients(call(*flat, *seeds)[len(outs) :], parts, trees, argnums)

    del traced
    return (first, pullback, value[1]) if has_aux else (value, pullback)


def _jacobian(fun, argnums, mode, has_aux, holomorphic, allow_int=False):
    source = _Function((lambda *arguments, **named: fun(*arguments, **named)[0]) if has_aux else fun)
    what = "jacfwd" if mode == "forward" else "jacrev"

    def check(inputs, outputs):
        if holomorphic:
            return _check_holomorphic(inputs, outputs, what)
        # JAX's convention for complex numbers needs real numbers on the side from which a direction starts.
        for aval in inputs if mode == "forward" else outputs:
            if not jnp.issubdtype(aval.dtype, jnp.floating):
                side = "inputs" if mode == "forward" else "outputs"
                raise TypeError(f"{what} requires real-valued {side}, but got {aval.dtype.name}. For holomorphic differentiation, pass holomorphic=True.")

    @functools.wraps(fun)
    def wrapper(*arguments, **named):
        numbers = _numbers(argnums)
        traced = _Traced(source.function, arguments, named)
        flat = traced.flat

        def make():
            parts, trees = traced.places(numbers)
            closed = traced.jaxpr()
            places = [place for part in parts for place in part]
            _check(places, closed.in_avals, what, allow_int)
            check([closed.in_avals[place] for place in places if _is_float(closed.in_avals[place])], closed.out_avals)
            wrt, zeros = _floats_of(parts, closed.in_avals)
            way = jax.jacfwd if mode == "forward" else jax.jacrev

            def reference(*operands):
                def chosen(*x):
                    full = list(operands)
                    for place, each in zip(wrt, x):
                        full[place] = each
                    return tuple(traced(*full))

                table = way(chosen, tuple(range(len(wrt))), holomorphic=holomorphic)(*[operands[p] for p in wrt])
                return [each for row in table for each in row]

            made = _transformed(closed, [lambda first: ("jacobian", "main", [first + n for n in wrt], mode)], fun)
            results = [
                jax.core.ShapedArray((*out.shape, *closed.in_avals[place].shape), out.dtype)
                for out in closed.out_avals for place in wrt
            ]
            return _call(made, results, reference), traced, zeros, trees, closed.out_avals

        call, kept, parts, trees, outs = source.entry(traced, ("jacobian", numbers, mode), make)
        found = iter(call(*flat))
        rows = []
        for out in outs:
            wide = [[None if zero is None else np.zeros((*out.shape, *zero.shape), zero.dtype) for zero in part] for part in parts]
            rows.append(_gradients([next(found) for part in parts for zero in part if zero is None], wide, trees, argnums))
        table = jax.tree.unflatten(kept.out_tree, rows)
        return (table, fun(*arguments, **named)[1]) if has_aux else table

    return wrapper


def jacfwd(fun, argnums=0, has_aux=False, holomorphic=False):
    """Like ``jax.jacfwd``, by zymase."""
    return _jacobian(fun, argnums, "forward", has_aux, holomorphic)


def jacrev(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False):
    """Like ``jax.jacrev``, by zymase."""
    return _jacobian(fun, argnums, "reverse", has_aux, holomorphic, allow_int)


def hessian(fun, argnums=0, has_aux=False, holomorphic=False):
    """Like ``jax.hessian``: the Jacobian, in forward mode, of the gradient that JAX traces."""
    return jacfwd(jax.jacrev(fun, argnums, has_aux, holomorphic), argnums, has_aux, holomorphic)


def optimize(fun):
    """A function that computes what `fun` does, after zymase has rewritten its program.

    >>> import jax.numpy as jnp, zymase
    >>> float(zymase.jax.optimize(lambda a, b: jnp.trace(a @ b))(jnp.eye(3), jnp.eye(3)))
    3.0
    """
    source = _Function(fun)

    @functools.wraps(fun)
    def wrapper(*arguments, **named):
        (call, traced), flat = source.plain(arguments, named)
        return jax.tree.unflatten(traced.out_tree, call(*flat))

    return wrapper


def jit(fun, static_argnums=(), static_argnames=(), **options):
    """Like ``jax.jit``; the program is optimised by zymase first."""
    return jax.jit(optimize(fun), static_argnums=static_argnums, static_argnames=static_argnames, **options)


def vmap(fun, in_axes=0, out_axes=0, **options):
    """Like ``jax.vmap``, with the program optimised."""
    return optimize(jax.vmap(fun, in_axes, out_axes, **options))


def checkpoint(fun, way="sqrt", **options):
    """Like ``jax.checkpoint``; besides, gradients of the function by zymase save memory in loops: ``sqrt``, ``binomial:SLOTS`` or
    ``budget:BYTES``."""
    saving = jax.checkpoint(fun, **options)

    @functools.wraps(fun)
    def wrapper(*arguments, **named):
        return saving(*arguments, **named)

    wrapper.zymase_checkpoint = way
    return wrapper
