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

#: How often rules are followed into rules: for second derivatives.
DEPTH = 2

_rule = core.Primitive("zymase_rule")
_rule.multiple_results = True
_numbers = itertools.count()


def _is_float(aval):
    return jnp.issubdtype(aval.dtype, jnp.inexact)


class Rule:
    """A function with a rule: itself, and what its derivative is, as functions of flat lists."""

    def __init__(self, primal, avals, results, is_adjoint):
        self.number = next(_numbers)
        self.primal, self.avals, self.results, self.is_adjoint = primal, avals, results, is_adjoint

    @property
    def name(self):
        return f"zymase_rule_{self.number}"

    def forward(self, *operands):
        """Operands, then tangents of those that have derivatives, to tangents of results that have."""
        values, given = operands[: len(self.avals)], iter(operands[len(self.avals) :])
        tangents = [next(given) if _is_float(a) else np.zeros(a.shape, jax.dtypes.float0) for a in self.avals]
        _, moved = jax.jvp(lambda *x: tuple(self.primal(*x)), tuple(values), tuple(tangents))
        return [each for each, a in zip(moved, self.results) if _is_float(a)]

    def reverse(self, *operands):
        """Operands, results, adjoints of results that have derivatives, to adjoints of operands that have."""
        count = len(self.avals)
        values, given = operands[:count], iter(operands[count + len(self.results) :])
        seeds = [next(given) if _is_float(a) else np.zeros(a.shape, jax.dtypes.float0) for a in self.results]
        _, pullback = jax.vjp(lambda *x: tuple(self.primal(*x)), *values)
        return [each for each, a in zip(pullback(tuple(seeds)), self.avals) if _is_float(a)]

    def texts(self, depth, primals):
        """The functions of the rule as text; the function itself is put into `primals`."""
        floats_in = [a for a in self.avals if _is_float(a)]
        floats_out = [a for a in self.results if _is_float(a)]
        primals[self.name] = _part(self.primal, self.avals, f"{self.name}_primal", 0, primals)
        if self.is_adjoint:
            return _part(self.reverse, [*self.avals, *self.results, *floats_out], f"{self.name}_reverse", depth - 1, primals)
        return _part(self.forward, [*self.avals, *floats_in], f"{self.name}_forward", depth - 1, primals)


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
    kind = "reverse" if rule.is_adjoint else "forward"
    call.operation.attributes[f"zymase.{kind}"] = ir.FlatSymbolRefAttr.get(f"{rule.name}_{kind}")
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


#: What has derivatives that its lowered code has not: functions with rules, solvers that stop gradients inside, samplers that reject; and
#: factorisations that read one triangle: their derivatives are by that triangle, JAX's by a symmetric matrix.
_WITH_RULES = (
    "custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr", "custom_linear_solve", "linear_call", "random_gamma", "igamma", "igammac",
    "regularized_incomplete_beta", "cholesky", "eigh",
)


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
        if name in _WITH_RULES and (self.depth > 0 or "call_jaxpr" in parameters or "fun_jaxpr" in parameters):
            return self.custom(equation, values, name.startswith("custom_vjp"))
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
            made = jax.make_jaxpr(lambda *x: self.run(value, *x))(*avals)
            return made if not made.consts else value
        if isinstance(value, tuple) and value and all(_closed(each) for each in value):
            made = [self.inner(each) for each in value]
            return type(value)(*made) if hasattr(value, "_fields") else tuple(made)
        return value

    def custom(self, equation, values, is_adjoint):
        parameters = equation.params
        inner = parameters.get("call_jaxpr", parameters.get("fun_jaxpr"))
        if self.depth <= 0:
            return self.run(inner, *values)
        avals = [jax.ShapeDtypeStruct(v.shape, v.dtype) for v in values]
        results = [jax.core.ShapedArray(v.aval.shape, v.aval.dtype) for v in equation.outvars]

        def primal(*x):
            found = _bind(equation.primitive, x, parameters)
            return found if equation.primitive.multiple_results else [found]

        rule = Rule(primal, avals, results, is_adjoint)
        self.rules.append(rule)
        return _rule.bind(*values, rule=rule)


def _part(function, avals, prefix, depth, primals):
    """A function lowered alone, its functions renamed, `main` to the prefix."""
    closed = jax.make_jaxpr(lambda *x: list(function(*x)))(*avals)
    text = _text(closed, depth, primals)
    names = re.findall(r"func\.func (?:public |private )?@(\"[^\"]+\"|[\w.$]+)", text)
    for name in sorted(set(names), key=len, reverse=True):
        if name.startswith("zymase_rule_"):
            continue
        new = prefix if name == "main" else f"{prefix}_{name}"
        text = re.sub(rf"@{re.escape(name)}(?![\w.$])", f"@{new}", text)
    text = re.sub(r"func\.func (?:public |private )?", "func.func private ", text)
    start = re.search(r"^module .*\{$", text, re.M).end()
    return text[start : text.rindex("}")].strip("\n")


def _joined(text, parts):
    """A module with more functions in it."""
    place = text.rindex("}")
    return text[:place] + "\n".join(parts) + "\n" + text[place:] if parts else text


def _text(closed, depth, primals):
    rewriter = _Rewriter(depth)
    avals = [jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in closed.jaxpr.invars]
    text = jax.jit(lambda *x: rewriter.run(closed, *x), keep_unused=True).lower(*avals).as_text()
    return _joined(text, [rule.texts(depth, primals) for rule in rewriter.rules])


def text_of(closed):
    """The module of a traced program, in which rules are kept, and the functions that have rules."""
    primals = {}
    return _text(closed, DEPTH, primals), primals


def settled(text, primals):
    """A module in which custom calls of rules have become calls of the functions themselves."""
    used, parts = set(re.findall(r"custom_call @(zymase_rule_\d+)\(", text)), []
    for name in sorted(used):
        parts.append(primals[name])
    text = re.sub(
        r"stablehlo\.custom_call @(zymase_rule_\d+)\(([^)]*)\)(?: \{[^{}]*\})? : ", r"func.call @\1_primal(\2) : ", text
    )
    return _joined(text, parts)


__all__ = ["Rule", "result_types", "settled", "text_of"]
