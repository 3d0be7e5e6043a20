"""Programs of JAX as text that keeps what lowering would lose.

StableHLO has no `stop_gradient`, no rules of `custom_jvp` and `custom_vjp`, and another convention where operands of `maximum` are equal. So a
program is traced, and written anew before it is lowered:

- `stop_gradient` goes through integers, which have no derivative;
- functions with rules become custom calls that name functions of the module, for tangents or adjoints;
- equal operands of `max` and `min` share the derivative, `clamp` has none at its bounds, and that of `abs` at 0 is 1, as in JAX.

After differentiation the custom calls that are left become calls of the functions themselves.
"""

import itertools
import re

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend import core
from jax.interpreters import mlir

#: How often rules are followed into rules: their tangents may be linear functions with rules, which are transposed.
DEPTH = 2

_rule = core.Primitive("zymase_rule")
_rule.multiple_results = True
_numbers = itertools.count()


def _is_float(aval):
    return jnp.issubdtype(aval.dtype, jnp.inexact)


class Rule:
    """A function with a rule: itself, and what its derivative is, as functions of flat lists.

    `kinds` says which derivatives the rule gives, `forward` or `reverse`: both, one or, where rules are not followed any further, none, so that
    what needs them is refused. `constants` are places of operands by which it has none: values that the function closes over, and those
    for which JAX has no formula.
    """

    def __init__(self, primal, avals, results, kinds, constants):
        self.number = next(_numbers)
        self.primal, self.avals, self.results, self.kinds = primal, avals, results, kinds
        self.constants = set(constants)

    @property
    def name(self):
        return f"zymase_rule_{self.number}"

    def _places(self):
        return [place for place, a in enumerate(self.avals) if _is_float(a) and place not in self.constants]

    def _by(self, places, operands):
        """The function of some of its operands, and these."""
        values = list(operands[: len(self.avals)])

        def chosen(*x):
            full = list(values)
            for place, each in zip(places, x):
                full[place] = each
            return tuple(self.primal(*full))

        return chosen, [values[place] for place in places]

    def forward(self, *operands):
        """Operands, then tangents of those that have derivatives, to tangents of results that have."""
        chosen, values = self._by(self._places(), operands)
        if not values:
            return [jnp.zeros(a.shape, a.dtype) for a in self.results if _is_float(a)]
        _, moved = jax.jvp(chosen, tuple(values), tuple(operands[len(self.avals) :]))
        return [each for each, a in zip(moved, self.results) if _is_float(a)]

    def reverse(self, *operands):
        """Operands, results, adjoints of results that have derivatives, to adjoints of operands that have."""
        chosen, values = self._by(self._places(), operands)
        given = iter(operands[len(self.avals) + len(self.results) :])
        seeds = [next(given) if _is_float(a) else np.zeros(a.shape, jax.dtypes.float0) for a in self.results]
        return list(jax.vjp(chosen, *values)[1](tuple(seeds)))

    def _settle_constants(self):
        """Adds the operands by which JAX has no derivative to the constants; where there are no others, its error is raised."""

        def problem(places):
            def derivative(values, directions):
                chosen, moved = self._by(places, values)
                if "forward" in self.kinds:
                    return jax.jvp(chosen, tuple(moved), tuple(directions))
                results, pullback = jax.vjp(chosen, *moved)
                return pullback(tuple(r if _is_float(r) else np.zeros(r.shape, jax.dtypes.float0) for r in results))

            try:
                jax.eval_shape(derivative, list(self.avals), [self.avals[place] for place in places])
            except Exception as error:  # JAX raises errors of many types.
                return error

        places = self._places()
        error = problem(places) if self.kinds else None
        if error is not None:
            without = {place for place in places if problem([place]) is not None}
            if len(without) == len(places):
                raise error
            self.constants |= without

    def texts(self, depth, kept):
        """The functions of the rule as text; the function itself is put aside."""
        kept.primals[self.name] = _part(self.primal, self.avals, f"{self.name}_primal", None, kept)
        try:
            return self._derivatives(depth, kept)
        except Exception:  # JAX raises errors of many types.
            self._settle_constants()
            return self._derivatives(depth, kept)

    def _derivatives(self, depth, kept):
        parts, moved = [], [self.avals[place] for place in self._places()]
        if "forward" in self.kinds:
            parts += _part(self.forward, [*self.avals, *moved], f"{self.name}_forward", depth - 1, kept)
        if "reverse" in self.kinds:
            seeds = [a for a in self.results if _is_float(a)]
            parts += _part(self.reverse, [*self.avals, *self.results, *seeds], f"{self.name}_reverse", depth - 1, kept)
        return parts


@_rule.def_abstract_eval
def _(*_, rule):
    return list(rule.results)


def result_types(ctx):
    """The types of the results of what is lowered; the function that gives them has changed in JAX."""
    try:
        return [mlir.aval_to_ir_type(aval) for aval in ctx.avals_out]
    except TypeError:
        return [mlir.aval_to_ir_type(ctx.module_context, aval) for aval in ctx.avals_out]


def _lower_rule(ctx, *operands, rule):
    from jax._src.interpreters import mlir as internal
    from jaxlib.mlir import ir

    call = internal.custom_call(rule.name, result_types=result_types(ctx), operands=list(operands))
    for kind in rule.kinds:
        call.operation.attributes[f"zymase.{kind}"] = ir.FlatSymbolRefAttr.get(f"{rule.name}_{kind}")
    if rule.constants:
        call.operation.attributes["zymase.constants"] = ir.DenseI64ArrayAttr.get(sorted(rule.constants))
    return call.results


mlir.register_lowering(_rule, _lower_rule)


def _stopped(x):
    """The value, by way of integers."""
    if not jnp.issubdtype(x.dtype, jnp.inexact):
        return x
    if jnp.issubdtype(x.dtype, jnp.complexfloating):
        return jax.lax.complex(_stopped(x.real), _stopped(x.imag))
    bits = jnp.dtype(f"uint{x.dtype.itemsize * 8}")
    return jax.lax.bitcast_convert_type(jax.lax.bitcast_convert_type(x, bits), x.dtype)


def _shared(primitive, x, y):
    """`max` or `min` whose derivative equal operands share."""
    half = jnp.asarray(0.5, x.dtype)
    return jnp.where(x == y, half * x + half * y, primitive.bind(x, y))


def _clamped(low, x, high):
    inside = (x > low) & (x < high)
    kept = jnp.where(x < low, low, jnp.where(x > high, high, _stopped(x)))
    return jnp.where(inside, x, jnp.broadcast_to(kept, x.shape))


def _closed(value):
    return isinstance(value, core.ClosedJaxpr)


def _bind(primitive, values, parameters):
    """Applies a primitive with the parameters of an equation; older versions of JAX pass functions as operands."""
    found = primitive.get_bind_params(parameters)
    if isinstance(found, tuple):
        return primitive.bind(*found[0], *values, **found[1])
    return primitive.bind(*values, **found)


#: What has derivatives that its lowered code has not: functions with rules, solvers that stop gradients inside, samplers that reject.
_WITH_RULES = (
    "custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr", "custom_linear_solve", "linear_call", "random_gamma", "igamma", "igammac",
    "regularized_incomplete_beta", "tridiagonal_solve", "shard_map",
)

#: Of these, what has adjoints of its own, too: what is linear in operands, so that the transposes of tangents are rules as well; and functions
#: of the parts of arrays on devices, of which the lowered code does not say what their adjoints sum among devices.
_BOTH_WAYS = ("custom_linear_solve", "linear_call", "tridiagonal_solve", "shard_map")

#: Running maxima and the like: the derivatives are those of the steps by which JAX takes them together.
_CUMULATIVE = {"cummax": jax.lax.max, "cummin": jax.lax.min, "cumprod": jax.lax.mul, "cumlogsumexp": jnp.logaddexp}

#: Factorisations that read one triangle: their derivatives are by that triangle, JAX's by a symmetric matrix.
_SYMMETRIC = ("cholesky", "eigh")


class _Rewriter:
    """Evaluates a jaxpr, with other operations in the place of some."""

    def __init__(self, depth):
        self.depth = depth
        self.rules = []

    def run(self, closed, *arguments):
        jaxpr, space = closed.jaxpr, {}

        def read(atom):
            return atom.val if isinstance(atom, core.Literal) else space[atom]

        def write(variables, values):
            for variable, value in zip(variables, values):
                space[variable] = value

        write(jaxpr.constvars, closed.consts)
        write(jaxpr.invars, arguments)
        for equation in jaxpr.eqns:
            values = [jnp.asarray(v) if isinstance(v, (int, float, complex, np.generic)) else v for v in map(read, equation.invars)]
            write(equation.outvars, self.equation(equation, values))
        return [read(atom) for atom in jaxpr.outvars]

    def equation(self, equation, values):
        name, parameters = equation.primitive.name, equation.params
        if name == "stop_gradient":
            return [_stopped(values[0])]
        if name in ("max", "min") and jnp.issubdtype(values[0].dtype, jnp.floating):
            return [_shared(equation.primitive, *values)]
        if name == "abs" and jnp.issubdtype(values[0].dtype, jnp.floating):
            return [jnp.where(values[0] >= 0, values[0], -values[0])]
        if name == "clamp" and jnp.issubdtype(values[1].dtype, jnp.floating):
            return [_clamped(*values)]
        if name in _CUMULATIVE:
            along = jax.make_jaxpr(lambda x: jax.lax.associative_scan(_CUMULATIVE[name], x, parameters["reverse"], parameters["axis"]))
            return self.run(along(*values), *values)
        if name in _WITH_RULES or (name in _SYMMETRIC and self.depth > 0):
            return self.custom(equation, values)
        if name in ("pjit", "jit", "closed_call", "core_call") and _closed(inner := parameters.get("jaxpr", parameters.get("call_jaxpr"))):
            return self.run(inner, *values)
        if name in ("checkpoint", "remat2", "remat"):
            inner = parameters["jaxpr"]
            return self.run(inner if _closed(inner) else core.ClosedJaxpr(inner, ()), *values)
        changed = {key: self.inner(value) for key, value in parameters.items()}
        with equation.ctx.manager:
            found = _bind(equation.primitive, values, changed)
        return list(found) if equation.primitive.multiple_results else [found]

    def inner(self, value):
        """Bodies of loops and branches, rewritten too."""
        if _closed(value):
            avals = [jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in value.jaxpr.invars]
            return jax.make_jaxpr(lambda *x: self.run(value, *x))(*avals)
        if isinstance(value, tuple) and value and all(_closed(each) for each in value):
            made = [self.inner(each) for each in value]
            return type(value)(*made) if hasattr(value, "_fields") else tuple(made)
        return value

    def custom(self, equation, values):
        name, parameters = equation.primitive.name, equation.params
        avals = [jax.ShapeDtypeStruct(v.shape, v.dtype) for v in values]
        results = [jax.core.ShapedArray(v.aval.shape, v.aval.dtype) for v in equation.outvars]

        def primal(*x):
            found = _bind(equation.primitive, x, parameters)
            return found if equation.primitive.multiple_results else [found]

        kinds = ("reverse",) if name.startswith("custom_vjp") else ("forward", "reverse") if name in _BOTH_WAYS else ("forward",)
        rule = Rule(primal, avals, results, kinds if self.depth > 0 else (), range(parameters.get("num_consts", 0)))
        self.rules.append(rule)
        return _rule.bind(*values, rule=rule)


class Kept:
    """What belongs to the text of a module: functions that have rules, as text, and functions of Python that it calls by number."""

    def __init__(self):
        self.primals, self.callbacks = {}, []
        #: Names of the sizes that are open, which the function takes before its arguments.
        self.sizes = []

    def take(self, lowered):
        """The text of a lowered program, with its calls of Python numbered among all, and the sizes that it takes."""
        given = lowered._lowering.compile_args
        if given.get("ordered_effects"):
            raise RuntimeError("ordered effects (of io_callback or debug.print) are not carried; use ordered=False, or JAX's own transformation")
        callbacks = given.get("host_callbacks") or ()
        text, found = _CALLBACK.subn(lambda m: f"{m[1]}{int(m[2]) + len(self.callbacks)}{m[3]}", lowered.as_text())
        if len(re.findall(_CALLBACK_NAME, text)) != found or (found > 0) != bool(callbacks) or given.get("keepalive"):
            raise RuntimeError("a call of Python is not understood; use JAX's own transformation of the function")
        self.callbacks += callbacks
        main = re.search(r"^ *func\.func public @main\(.*$", text, re.M)
        return text, re.findall(r'jax\.global_constant = "([^"]+)"', main.group()) if main else []


_CALLBACK_NAME = r"custom_call @xla_[a-z_]*python[a-z_]*callback\("
_CALLBACK = re.compile(rf"({_CALLBACK_NAME}.*?\{{index = )(\d+)( : ui64\}})")


def called_from(text, module_context, kept):
    """The text with its calls of Python numbered as in the module that it becomes a part of; that module gets the functions."""
    first = len(module_context.host_callbacks)
    for callback in kept.callbacks:
        module_context.add_host_callback(callback)
    return _CALLBACK.sub(lambda m: f"{m[1]}{int(m[2]) + first}{m[3]}", text)


def _part(function, avals, prefix, depth, kept):
    """Functions of a function that is lowered alone, renamed, `main` to the prefix, and what they refer to, each as text."""
    closed = jax.make_jaxpr(lambda *x: list(function(*x)))(*avals)
    text, sizes = _text(closed, depth, kept)
    if sizes:
        raise RuntimeError("functions with derivative rules of their own are not yet differentiated for arrays of open sizes; give the sizes")
    names = re.findall(r"func\.func (?:public |private )?@(\"[^\"]+\"|[\w.$]+)", text)
    for name in sorted(set(names), key=len, reverse=True):
        if name.startswith("zymase_rule_"):
            continue
        new = prefix if name == "main" else f"{prefix}_{name}"
        text = re.sub(rf"@{re.escape(name)}(?![\w.$])", f"@{new}", text)
    text = re.sub(r"func\.func (?:public |private )?", "func.func private ", text)
    start = re.search(r"^module .*\{$", text, re.M).end()
    body = text[start : text.rindex("}")].strip("\n")
    meshes = re.findall(_MESH, body, re.M)
    return [*meshes, re.sub(_MESH, "", body, flags=re.M)]


#: Meshes of devices, which functions share.
_MESH = r"^ *sdy\.mesh @.*\n"


def _joined(text, parts):
    """A module with more functions and meshes in it."""
    for part in parts:
        if not re.fullmatch(_MESH, part):
            continue
        name = re.search(r"@(\"[^\"]+\"|[\w.$]+)", part).group(1)
        there = re.search(rf"^ *sdy\.mesh @{re.escape(name)}(?![\w.$]).*\n", text, re.M)
        if there is None:
            start = re.search(r"^module .*\{$\n", text, re.M).end()
            text = text[:start] + part + text[start:]
        elif there.group().split() != part.split():
            raise RuntimeError(f"two meshes of devices are called {name}; functions with rules of their own must use the mesh of the program")
    place = text.rindex("}")
    functions = [part for part in parts if not re.fullmatch(_MESH, part)]
    return text[:place] + "\n".join(functions) + "\n" + text[place:] if functions else text


def _text(closed, depth, kept):
    """The module of a program; with a depth, rules are kept in it."""
    avals = [jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in closed.jaxpr.invars]
    rewriter = _Rewriter(depth) if depth is not None else None
    run = core.jaxpr_as_fun(closed) if rewriter is None else lambda *x: rewriter.run(closed, *x)
    traced = jax.jit(lambda *x: run(*x), keep_unused=True).trace(*avals)
    # These first: they find out which operands the calls of the rules say are constants.
    parts = [part for rule in (rewriter.rules if rewriter else ()) for part in rule.texts(depth, kept)]
    text, sizes = kept.take(traced.lower())
    return _joined(text, parts), sizes


def plain_text_of(closed):
    """The module of a traced program as JAX lowers it, and what belongs to it."""
    return _whole(closed, None)


def text_of(closed):
    """The module of a traced program, in which rules are kept, and what belongs to it."""
    return _whole(closed, DEPTH)


def _whole(closed, depth):
    kept = Kept()
    text, kept.sizes = _text(closed, depth, kept)
    return text, kept


def settled(text, kept):
    """A module in which custom calls of rules have become calls of the functions themselves."""
    used = set(re.findall(r"custom_call @(zymase_rule_\d+)\(", text))
    parts = [part for name in sorted(used) for part in kept.primals[name]]
    text = re.sub(
        r"stablehlo\.custom_call @(zymase_rule_\d+)\(([^)]*)\)(?: \{[^{}]*\})? : ", r"func.call @\1_primal(\2) : ", text
    )
    return _joined(text, parts)


__all__ = ["Kept", "Rule", "called_from", "plain_text_of", "result_types", "settled", "text_of"]
