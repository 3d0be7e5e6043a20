"""Derivatives of Numba functions.

>>> import zymase
>>> @zymase.numba.grad
... def product(x, y):
...     return x * y
>>> product(2.0, 5.0)
(5.0, 2.0)

`grad`, `value_and_grad`, `reverse` and `forward` take ``@njit`` functions, C callbacks (``@cfunc``) and plain functions, which are compiled by
Numba. Derivatives are called from Python, and from other ``@njit`` functions.
"""

import functools
import inspect
import re

import numba as _numba
import numpy as np
from numba.core import cgutils, config, types
from numba.extending import intrinsic, overload

from . import _build, _toolchain
from ._call import Function
from ._errors import ExecutionError, SignatureError, ZymaseError
from ._shims import Writer
from ._types import SPELLINGS, Number, Parameter, Pointer, Signature

#: Options of `njit` that change what is computed; the others are left out of the copy that is differentiated.
_OPTIONS = ("fastmath", "error_model", "boundscheck", "locals")


def _number(kind):
    """The format of a number of Numba, or None."""
    if isinstance(kind, (types.Float, types.Integer, types.Complex)) and not isinstance(kind, types.Boolean):
        code = np.dtype(str(kind)).str[1:]
        return Number(code, str(kind)) if code in SPELLINGS else None
    return None


def _specific(kind):
    """The type that a derivative is compiled for: arrays are contiguous."""
    if isinstance(kind, types.Array):
        return types.Array(kind.dtype, kind.ndim, "C")
    if isinstance(kind, types.Literal):
        return kind.literal_type
    return kind


class _Program(_build.Program):
    """The bitcode of a Numba function and what it calls."""

    languages = frozenset({"c"})

    def __init__(self, text, symbol):
        self.folder = _toolchain.cache_folder()
        self.flags = []
        support = (_build._C_FOLDER / "numba_support.c").read_text()
        self.key = _toolchain.digest("numba", _build.recipe(), _toolchain.plugin_identity(), text, symbol, support)
        self.objects = [self.folder / f"{self.key}_numba.o", self.folder / f"{_toolchain.digest('support', _toolchain.plugin_identity(), support)}.o"]
        if not self.objects[0].is_file():
            self._compile(text, symbol)
        if not self.objects[1].is_file():
            self._compile_c(_build._C_FOLDER / "numba_support.c", self.objects[1])
        if self.objects[0].with_suffix(".blas").is_file():
            self.flags = ["-llapack", "-lblas"]
        self.content = self.key
        self.base = None

    def _compile_c(self, source, target):
        new = _toolchain.temporary(target)
        _toolchain.run(
            [_toolchain.tool("clang"), "-O2", "-fPIC", "-c", "-flto=full", f"-fpass-plugin={_toolchain.plugin()}", "-fno-vectorize",
             "-fno-slp-vectorize", "-Wno-everything", "-x", "ir" if source.suffix == ".ll" else "c", str(source), "-o", str(new)],
            "what Numba compiled is not accepted:",
        )
        new.replace(target)

    def _compile(self, text, symbol):
        for name in ("NRT_incref", "NRT_decref"):
            text = _without_body(text, name)
        source = _toolchain.write(self.folder / f"{self.key}_whole.ll", _checked(text))
        reduced = self.folder / f"{self.key}_part.ll"
        passes = "internalize,globaldce,always-inline,function(sroa,instcombine<no-verify-fixpoint>,simplifycfg,jump-threading,simplifycfg),globaldce"
        _toolchain.run(
            [_toolchain.tool("opt"), "-S", f"-passes={passes}", f"-internalize-public-api-list={symbol}", str(source), "-o", str(reduced)],
            "what Numba compiled is not accepted:",
        )
        _toolchain.write(source, _without_failures(reduced.read_text()))
        _toolchain.run(
            [_toolchain.tool("opt"), "-S", "-passes=function(simplifycfg),globaldce", str(source), "-o", str(reduced)],
            "what Numba compiled is not accepted:",
        )
        if "numba_x" in (part := reduced.read_text()) or "numba_ez_x" in part:
            self.objects[0].with_suffix(".blas").touch()
        self._compile_c(reduced, self.objects[0])
        source.unlink(missing_ok=True)


def _without_body(text, name):
    """A module in which a function is only declared."""
    found = re.search(rf"^define linkonce_odr void @{name}\(.*?^}}$", text, re.M | re.S)
    return text if not found else text[: found.start()] + f"declare void @{name}(ptr)" + text[found.end() :]


def _checked(text):
    """A module whose functions do not return that they failed: they end instead. What failed is found out by running the
    function once more."""
    lines, inside = [], False
    for line in text.split("\n"):
        if line.startswith("define "):
            inside = " i32 @" in line and "%excinfo" in line
        elif line.startswith("}"):
            inside = False
        found = re.match(r"\s+ret i32 ([-%\w.\"]+)(.*)$", line) if inside else None
        if found and found.group(1) not in ("0", "-2"):
            value = f"%zymase.status.{len(lines)}"
            lines += [f"  {value} = call i32 @zymase_status(i32 {found.group(1)})", f"  ret i32 {value}"]
        else:
            lines.append(line)
    return "\n".join(lines) + _STATUS


_STATUS = """
declare void @abort() noreturn
define internal i32 @zymase_status(i32 %status) alwaysinline {
  switch i32 %status, label %failed [ i32 0, label %fine
                                      i32 -2, label %fine ]
failed:
  call void @abort() noreturn
  unreachable
fine:
  ret i32 %status
}
"""


def _without_failures(text):
    """A module in which blocks that only lead to the end of the program do nothing else."""
    result, body = [], None
    for line in text.split("\n"):
        if line.startswith("define "):
            body = [line]
        elif body is None:
            result.append(line)
        elif line.startswith("}"):
            result += [*_prune(body), line]
            body = None
        else:
            body.append(line)
    return "\n".join(result)


def _prune(lines):
    """One function without what runs before it ends the program."""
    blocks, name = {}, None
    for line in lines[1:]:
        if found := re.match(r'^("[^"]*"|[-\w.$]+):', line):
            name = "%" + found.group(1)
            blocks[name] = [line]
        else:
            name = name or "%"
            blocks.setdefault(name, []).append(line)
    if "invoke " in "\n".join(lines):
        return lines
    following = {}
    for name, body in blocks.items():
        last = max((place for place, line in enumerate(body) if re.match(r"\s+(br|switch|ret|unreachable|indirectbr)\b", line)), default=0)
        following[name] = None if re.match(r"\s+ret\b", body[last]) else re.findall(r'label (%"[^"]*"|%[-\w.$]+)', "\n".join(body[last:]))
    # What can return.
    alive, grown = {name for name, after in following.items() if after is None}, True
    while grown:
        more = {name for name, after in following.items() if after and name not in alive and any(each in alive for each in after)}
        alive |= more
        grown = bool(more)
    doomed = set(blocks) - alive
    result = lines[:1]
    for name, body in blocks.items():
        if name in doomed and name != "%" and any(body):
            result += [body[0], "  call void @abort() noreturn", "  unreachable", ""]
        else:
            result += body
    return result


class _Writer(Writer):
    """Calls a function with Numba's conventions: a place for the result, one for errors, arrays in parts."""

    def __init__(self, signature):
        super().__init__(signature)
        self.declared = None

    def wrapped(self):
        parameters, call, kinds = [], [], []
        for operand in self.operands:
            parameters.append(self.parameter(operand, "a"))
            if operand.passed == "result":
                continue
            parameter = self.signature.parameters[operand.number]
            self.pass_one(operand, parameter, call, kinds)
        parameters += [f"const long long *extents{o.number}" for o in self.operands if o.passed == "descriptor"]
        result = self.operands[-1].element if self.has_result else "void *"
        keep = f"  *a{self.operands[-1].number} = result;" if self.has_result else ""
        names = ", ".join(["&result", "&error", *call])
        return (
            f"int {self.signature.symbol}({', '.join([f'{result} *', 'void **', *kinds])});\n"
            f"__attribute__((noinline)) static void wrapped({', '.join(parameters)}) {{\n"
            f"  {result} result = 0;\n  void *error = 0;\n"
            f"  if ({self.signature.symbol}({names}) != 0) abort();\n{keep}\n}}"
        )

    def pass_one(self, operand, parameter, call, kinds):
        name = f"a{operand.number}"
        if operand.passed != "descriptor":
            value = name if operand.by_value else f"*{name}"
            if "_Complex" in operand.element:
                part = operand.element.split()[0]
                call += [f"__real__ {value}", f"__imag__ {value}"]
                kinds += [part, part]
            else:
                call.append(value)
                kinds.append(operand.element)
            return
        rank, size = parameter.descriptor, f"(long long)sizeof({operand.element})"
        extents = [f"extents{operand.number}[{axis}]" for axis in range(rank)]
        call += ["(void *)0", "(void *)0", " * ".join(extents), size, name, *extents]
        call += [" * ".join([size, *extents[axis + 1 :]]) for axis in range(rank)]
        kinds += ["void *", "void *", "long long", "long long", f"{operand.element} *"] + ["long long"] * (2 * rank)

    def text(self):
        return "\n".join([
            "#include <zymase/autodiff.h>",
            "void abort(void) __attribute__((noreturn));",
            "int zymase_guard(void (*body)(void **), void **slots);",
            self.wrapped(),
            *self.entries,
        ]) + "\n"


class _Function(Function):
    """A Numba function for certain types."""

    def new_writer(self):
        return _Writer(self.signature)


class _Specialisation:
    """A function for one tuple of argument types, and its derivatives."""

    def __init__(self, python, options, name, kinds):
        self.name = name
        self.kinds = kinds
        before = config.LOOP_VECTORIZE, config.SLP_VECTORIZE
        config.LOOP_VECTORIZE = config.SLP_VECTORIZE = 0
        try:
            dispatcher = _numba.njit(**options)(python)
            dispatcher.compile(tuple(kinds))
        finally:
            config.LOOP_VECTORIZE, config.SLP_VECTORIZE = before
        compiled = dispatcher.overloads[tuple(kinds)]
        self.result = compiled.signature.return_type
        self.primal = dispatcher
        signature = self._signature(compiled, list(inspect.signature(python).parameters))
        program = _Program(compiled.library.get_llvm_str(), signature.symbol)
        self.function = _Function(program, signature)

    def _signature(self, compiled, names):
        parameters = []
        for name, kind in zip(names, self.kinds):
            if isinstance(kind, types.Array) and (element := _number(kind.dtype)) and kind.ndim > 0:
                parameters.append(Parameter(name, Pointer(element, False), descriptor=kind.ndim))
            elif number := _number(kind):
                parameters.append(Parameter(name, number))
            else:
                raise SignatureError(
                    f"{name} of {self.name}() is {kind}: derivatives take floats, integers, complex numbers and arrays of them"
                )
        result = None if self.result == types.none else _number(self.result)
        if result is None and self.result != types.none:
            raise SignatureError(
                f"{self.name}() returns {self.result}: derivatives are made of functions that return a number, or nothing and write "
                "into arrays"
            )
        return Signature(self.name, compiled.fndesc.llvm_func_name, result, parameters, "numba")

    def reverse(self, wrt, alone, with_value):
        """A call that returns gradients, after the value if that is asked for."""
        from ._library import _gradient

        given = self.function.names[wrt[0]] if alone else tuple(self.function.names[n] for n in wrt)
        return _gradient(self.function, given, with_value)

    def forward(self, wrt, alone):
        from ._library import _tangent

        return _tangent(self.function, self.function.names[wrt[0]] if alone else tuple(self.function.names[n] for n in wrt))


class _Differentiable:
    """A function that is compiled for each tuple of argument types it meets."""

    def __init__(self, given):
        self.python = given
        options = {}
        if isinstance(given, _numba.core.dispatcher.Dispatcher):
            self.python = given.py_func
            options = {key: value for key, value in given.targetoptions.items() if key in _OPTIONS}
        elif hasattr(given, "_pyfunc"):
            self.python = given._pyfunc
        elif not inspect.isfunction(given):
            raise TypeError(f"derivatives are made of @njit functions, cfuncs and Python functions, not of {type(given).__name__}")
        self.options = options
        self.name = self.python.__name__
        self.parameters = inspect.signature(self.python)
        self.names = list(self.parameters.parameters)
        self.made = {}
        functools.update_wrapper(self, self.python)

    def specialise(self, kinds):
        kinds = tuple(_specific(kind) for kind in kinds)
        if kinds not in self.made:
            self.made[kinds] = _Specialisation(self.python, self.options, self.name, kinds)
        return self.made[kinds]

    def complete(self, arguments, named):
        """All arguments in their places, with defaults."""
        if named or len(arguments) != len(self.names):
            bound = self.parameters.bind(*arguments, **named)
            bound.apply_defaults()
            arguments = bound.args
        return arguments

    def types_of(self, arguments):
        return tuple(_numba.typeof(argument) for argument in arguments)

    def wrt(self, function, const, dup):
        """(numbers of what is differentiated by, whether it was named alone)."""
        const = {const} if isinstance(const, str) else set(const or ())
        if unknown := [name for name in [*const, *([dup] if isinstance(dup, str) else dup or ())] if name not in self.names]:
            raise ValueError(f"{self.name}() has no argument {unknown[0]!r}: it takes {', '.join(self.names)}")
        if isinstance(dup, str):
            return [function.number_of(dup)], True
        if dup is not None:
            return [function.number_of(name) for name in dup], False
        numbers = [n for n in function.inputs() if self.names[n] not in const]
        if not numbers:
            raise TypeError(f"{self.name}() has no floating-point arguments to differentiate with respect to")
        return numbers, len(numbers) == 1

    def guarded(self, specialisation, call, arguments):
        """Runs a derivative; what Numba's code raises is raised as it is."""
        try:
            return call(*arguments)
        except ExecutionError as error:
            if "abort" not in str(error):
                raise
            copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments[: len(self.names)]]
            specialisation.primal(*copies)
            raise


def _reverse(given, const, dup, with_value):
    source = _Differentiable(given)
    calls = {}

    def prepared(kinds):
        key = tuple(_specific(kind) for kind in kinds)
        if key not in calls:
            specialisation = source.specialise(kinds)
            numbers, alone = source.wrt(specialisation.function, const, dup)
            calls[key] = (specialisation, specialisation.reverse(numbers, alone, with_value), numbers, alone)
        return calls[key]

    fast = {}

    def gradient(*arguments, **named):
        if named or len(arguments) != len(source.names):
            arguments = source.complete(arguments, named)
        key = tuple([(type(a), a.dtype, a.ndim) if isinstance(a, np.ndarray) else type(a) for a in arguments])
        found = fast.get(key)
        if found is None:
            found = fast[key] = prepared(source.types_of(arguments))
        try:
            return found[1](*arguments)
        except ExecutionError:
            return source.guarded(found[0], found[1], arguments)

    functools.update_wrapper(gradient, source.python)
    gradient.__name__ = f"{'value_and_grad' if with_value else 'grad'}_of_{source.name}"
    _make_callable(gradient, len(source.names), prepared, with_value)
    return gradient


def _make_callable(python, count, prepared, with_value):
    """Lets @njit functions call a derivative."""

    names = ", ".join(f"x{n}" for n in range(count))

    def build(kinds):
        specialisation, _, numbers, alone = prepared(tuple(_specific(kind) for kind in kinds))
        return _njit_body(specialisation, numbers, alone, with_value)

    space = {"build": build}
    # Numba compares the names of parameters: they are written out.
    exec(f"def implementation({names}):\n    return build(({names},))\n", space)
    overload(python)(space["implementation"])


def _njit_body(specialisation, numbers, alone, with_value):
    """A function for Numba that calls the compiled entry."""
    function = specialisation.function
    entry, slots, library = function.entry("vjp", numbers)
    run = _entry_intrinsic(function, slots, entry, library, numbers, with_value)
    count = function.count
    arrays = [n for n in range(count) if isinstance(function.signature.parameters[n].type, Pointer)]
    has_derivative = [n for n in arrays if function.has_derivative(n)]
    names = [f"x{n}" for n in range(count)]
    lines = [f"def call({', '.join(names)}):"]
    for n in has_derivative:
        lines += [f"    c{n} = np.ascontiguousarray(x{n}).copy()", f"    d{n} = np.zeros_like(c{n})"]
    passed = [f"c{n}" if n in has_derivative else f"x{n}" for n in range(count)] + [f"d{n}" for n in has_derivative]
    lines.append(f"    status, value, numbers = run({', '.join(passed)})")
    lines.append("    if status != 0:")
    lines.append(f"        raise RuntimeError('the derivative of {specialisation.name}() ended early')")
    scalars = [n for n in numbers if n not in arrays]
    parts = [f"d{n}" if n in arrays else f"numbers[{scalars.index(n)}]" for n in numbers]
    result = parts[0] if alone else "(" + "".join(part + ", " for part in parts) + ")"
    lines.append(f"    return (value, {result})" if with_value else f"    return {result}")
    space = {"np": np, "run": run}
    exec("\n".join(lines), space)
    return space["call"]


_KEPT = []


def _entry_intrinsic(function, slots, entry, library, numbers, with_value):
    """An intrinsic that fills the slots of an entry and calls it: (status, value, derivatives by numbers)."""
    _KEPT.append(library)
    count = function.count
    arrays = [n for n in range(count) if isinstance(function.signature.parameters[n].type, Pointer)]
    shadows = {n: count + place for place, n in enumerate([n for n in arrays if function.has_derivative(n)])}
    if function.signature.result is None:
        raise ZymaseError(f"{function.name}() returns nothing: its gradient cannot be called from @njit code")
    scalars = [n for n in numbers if n not in arrays]

    def type_of(n):
        return types.Complex(n) if n.startswith("c") else getattr(types, {"f8": "float64", "f4": "float32", "c16": "complex128", "c8": "complex64"}[n])

    result_type = type_of(function.signature.result.code)
    number_types = [type_of(function.element(n).code) for n in scalars] or [types.float64]

    @intrinsic
    def run(typing, *given):
        given = given[0] if len(given) == 1 and isinstance(given[0], types.BaseTuple) else given
        output = types.Tuple([types.int32, result_type, types.Tuple(number_types)])
        signature = output(types.StarArgTuple(tuple(given)))

        def generate(context, builder, sig, values):
            from llvmlite import ir

            kinds = list(sig.args[0].types)
            items = [builder.extract_value(values[0], place) for place in range(len(kinds))]
            pointer = ir.PointerType(ir.IntType(8))
            table = cgutils.alloca_once(builder, pointer, size=len(slots) + 1)
            cells = {}

            def cell(kind, value=None):
                place = cgutils.alloca_once(builder, context.get_value_type(kind))
                builder.store(value if value is not None else ir.Constant(context.get_value_type(kind), None), place)
                return place

            def array(n, index):
                return context.make_array(kinds[index])(context, builder, items[index])

            for place, (n, role) in enumerate(slots):
                if role == "extents":
                    shape = array(n, n)
                    target = cgutils.alloca_once(builder, ir.IntType(64), size=kinds[n].ndim)
                    for axis, extent in enumerate(cgutils.unpack_tuple(builder, shape.shape)):
                        builder.store(extent, builder.gep(target, [ir.Constant(ir.IntType(32), axis)]))
                elif n in arrays:
                    target = array(n, n if role == "primal" else shadows[n]).data
                elif n == count:
                    target = cell(result_type, context.get_constant_generic(builder, result_type, 1) if role == "shadow" else None)
                elif role == "primal":
                    target = cell(kinds[n], items[n])
                else:
                    target = cell(type_of(function.element(n).code))
                cells[n, role] = target
                builder.store(builder.bitcast(target, pointer), builder.gep(table, [ir.Constant(ir.IntType(32), place)]))
            kind = ir.FunctionType(ir.IntType(32), [table.type])
            address = builder.inttoptr(ir.Constant(ir.IntType(64), entry), ir.PointerType(kind))
            status = builder.call(address, [table])
            value = builder.load(cells[count, "primal"])
            found = [builder.load(cells[n, "shadow"]) for n in scalars] or [ir.Constant(ir.DoubleType(), 0.0)]
            inner = context.make_tuple(builder, types.Tuple(number_types), found)
            return context.make_tuple(builder, output, [status, value, inner])

        return signature, generate

    return run


def grad(function=None, *, wrt=None):
    """The gradient of a function by all its floating-point arguments, or by those in `wrt`: bare for one, a tuple for several.

    >>> import zymase
    >>> @zymase.numba.grad
    ... def cube(x):
    ...     return x * x * x
    >>> cube(2.0)
    12.0
    """
    if function is None:
        return lambda each: grad(each, wrt=wrt)
    return _reverse(function, None, wrt, False)


def value_and_grad(function=None, *, wrt=None):
    """Like :func:`grad`; returns ``(value, gradient)``."""
    if function is None:
        return lambda each: value_and_grad(each, wrt=wrt)
    return _reverse(function, None, wrt, True)


def reverse(*, const=None, dup=None, val_and_grad=False):
    """Makes a decorator: the gradients by the arguments named by `dup` (all that `const` does not name), after the value with
    `val_and_grad`."""
    return lambda function: _reverse(function, const, dup, val_and_grad)


def forward(*, const=None, dup=None):
    """Makes a decorator: ``forward(...)(f)(primals, tangents)`` returns ``(value, tangent)``; tangents are bare where `dup` is one name."""

    def decorate(function):
        source = _Differentiable(function)
        calls = {}

        def jvp(primals, tangents):
            primals = source.complete(tuple(primals) if isinstance(primals, (tuple, list)) else (primals,), {})
            key = tuple(_specific(kind) for kind in source.types_of(primals))
            if key not in calls:
                specialisation = source.specialise(key)
                calls[key] = specialisation.forward(*source.wrt(specialisation.function, const, dup))
            return calls[key](primals, tangents)

        functools.update_wrapper(jvp, source.python)
        return jvp

    return decorate


__all__ = ["forward", "grad", "reverse", "value_and_grad"]
