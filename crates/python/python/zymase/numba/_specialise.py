"""A Numba function for certain types of arguments, and its derivatives."""

import inspect

import numba
import numpy as np
from numba.core import types

from .._call import Function, as_numbers
from .._errors import SignatureError
from .._library import _gradient, _hessian_call
from .._types import Pointer, Signature
from ._copies import Copies, code_of, without_vectors
from ._entries import EntryWriter
from ._flat import UNKNOWN, Tree, refuse_argument, refuse_result, tree_of
from ._program import Program
from ._writer import NumbaWriter


class NumbaFunction(Function):
    """A compiled function, with Numba's conventions."""

    def __init__(self, program, signature, results):
        super().__init__(program, signature)
        #: The arrays that its value is written to, or None where it returns a number or nothing.
        self.results = results

    def new_writer(self):
        if self.program.is_inside:
            return EntryWriter(self.signature, self.element)
        return NumbaWriter(self.signature, self.program.customs)

    def outputs(self):
        return list(self.results) if self.results is not None else super().outputs()


def known_value(kind, value):
    """The value of what is constant, where its type says it."""
    return kind.dispatcher if isinstance(kind, types.Dispatcher) else value


class Specialisation:
    """A function for one tuple of argument types."""

    def __init__(self, source, kinds, values):
        self.name, self.names = source.name, source.names
        customs = source.customs()
        copies = Copies(customs.stubs)
        values = [copies.value(known_value(kind, value), frozenset()) for kind, value in zip(kinds, values)]
        self.kinds = tuple(numba.typeof(v) if isinstance(k, types.Dispatcher) else k for k, v in zip(kinds, values))
        self.arguments = [
            tree_of(kind, value, refuse_argument(name, self.name)) for name, kind, value in zip(self.names, self.kinds, values)
        ]
        with without_vectors():
            copy = copies.compiled(source.python, source.options)
            compiled = code_of(copy, self.kinds)
            result = types.unliteral(compiled.signature.return_type)
            self.result = Tree(result, []) if result == types.none else tree_of(result, UNKNOWN, refuse_result(self.name))
            self.returns_number = self.result.is_plain and self.result.leaves[0].kind == "number"
            self.is_plain = all(tree.is_plain for tree in self.arguments) and (self.returns_number or result == types.none)
            if not self.is_plain:
                compiled = self._flattened(copy)
        #: What gives values: with functions as they are.
        self.primal = numba.njit(**source.options)(source.python) if customs.stubs else copy
        customs.check_used(copies.used, self.name)
        self.function = self._function(compiled, customs)

    def _flattened(self, copy):
        """The function of numbers and arrays alone."""
        space, names, given, start = {"function": copy}, [], [], 0
        for tree in self.arguments:
            mine = [f"p{start + place}" for place in range(len(tree.leaves))]
            given.append(tree.built(mine, space))
            names += mine
            start += len(mine)
        call = f"function({', '.join(given)})"
        leaves = self._leaves()
        kinds = [leaf.passed_type() for leaf in leaves]
        if self.returns_number:
            lines = [f"    return {call}"]
        else:
            lines = [f"    result = {call}"]
            for place, leaf in enumerate(self.result.leaves):
                value = "result" + "".join(f"[{index}]" for index in leaf.path)
                target = f"r{place}[...]" if leaf.kind == "array" else f"r{place}[0]"
                names.append(f"r{place}")
                lines.append(f"    {target} = {value}")
                kinds.append(leaf.passed_type() if leaf.is_array else types.Array(leaf.type, 1, "C"))
        exec("\n".join([f"def flattened({', '.join(names)}):", *lines]), space)
        return code_of(numba.njit(space["flattened"]), tuple(kinds))

    def _leaves(self):
        return [leaf for tree in self.arguments for leaf in tree.leaves]

    def _function(self, compiled, customs):
        parameters, self.places = [], []
        for name, tree in zip(self.names, self.arguments):
            self.places.append(list(range(len(parameters), len(parameters) + len(tree.leaves))))
            for leaf in tree.leaves:
                parameters.append(leaf.parameter(name + "".join(f"[{index}]" for index in leaf.path)))
        program = Program(compiled.library.get_llvm_str(), compiled.fndesc.llvm_func_name, customs)
        inner = self.names if self.is_plain else [f"p{number}" for number in range(len(parameters))]
        for parameter, name in zip(parameters, inner):
            if isinstance(parameter.type, Pointer) and name in program.readonly:
                parameter.type.constant = True
                parameter.is_written = False
        results = None
        if not self.returns_number and self.result.leaves:
            results = []
            for place, leaf in enumerate(self.result.leaves):
                parameter = leaf.parameter(f"result {place}")
                if not leaf.is_array:
                    parameter.type, parameter.descriptor = Pointer(leaf.element, False), 1
                parameter.is_read = False
                results.append(len(parameters))
                parameters.append(parameter)
        number = self.result.leaves[0].element if self.returns_number else None
        return NumbaFunction(program, Signature(self.name, compiled.fndesc.llvm_func_name, number, parameters, "numba"), results)

    def wrt(self, source, const, dup):
        """(numbers of the arguments that are differentiated by, whether one was named alone)."""
        const = {const} if isinstance(const, str) else set(const or ())
        named = [dup] if isinstance(dup, str) else list(dup or ())
        if unknown := [name for name in [*const, *named] if name not in self.names]:
            raise ValueError(f"{self.name}() has no argument {unknown[0]!r}: it takes {', '.join(self.names)}")
        has = [number for number, tree in enumerate(self.arguments) if any(leaf.has_derivative for leaf in tree.leaves)]
        if dup is not None:
            numbers = [self.names.index(name) for name in named]
            if wrong := [number for number in numbers if number not in has]:
                raise TypeError(f"{self.names[wrong[0]]} of {self.name}() is {self.kinds[wrong[0]]}: it has no derivative")
            return numbers, isinstance(dup, str)
        numbers = [number for number in has if self.names[number] not in const]
        if not numbers:
            raise TypeError(f"{self.name}() has no floating-point arguments to differentiate with respect to")
        return numbers, len(numbers) == 1

    def active(self, numbers):
        """The numbers and arrays with derivatives in some arguments."""
        return [n for a in numbers for n in self.places[a] if self.function.has_derivative(n)]

    def flat(self, arguments):
        return [leaf.of(argument) for tree, argument in zip(self.arguments, arguments) for leaf in tree.leaves]

    def parts_of(self, trees, values, what):
        """Tangents or cotangents as the list of the leaves with derivatives."""
        found = []
        for tree, value in zip(trees, values):
            for leaf in tree.leaves:
                if leaf.has_derivative:
                    part = value
                    try:
                        for index in leaf.path:
                            part = part[index]
                    except (TypeError, IndexError):
                        raise TypeError(f"a {what} of {self.name}() has not the structure of {tree.type}") from None
                    found.append(np.asarray(part).reshape(1) if leaf.kind == "record" else part)
        return found

    def gradients(self, parts, numbers, alone):
        """Gradients in the structure of the arguments."""
        given, found = iter(parts), []
        for number in numbers:
            tree = self.arguments[number]
            found.append(tree.rebuilt([next(given) if leaf.has_derivative else None for leaf in tree.leaves]))
        return found[0] if alone else tuple(found)

    def require_number(self):
        if not self.returns_number and self.result.leaves:
            raise SignatureError(
                f"{self.name}() returns {self.result.type}: a gradient is made of one number; ask for zymase.numba.vjp, whose pullback takes a "
                "cotangent, for zymase.numba.jacobian, or for forward"
            )

    def reverse(self, numbers, alone, with_value):
        """A call that returns gradients, after the value if that is asked for."""
        self.require_number()
        active = self.active(numbers)
        if self.is_plain:
            return _gradient(self.function, active[0] if alone else tuple(active), with_value)
        call = _gradient(self.function, tuple(active), with_value)

        def gradient(*arguments):
            found = call(*self.flat(arguments))
            parts = self.gradients(found[1] if with_value else found, numbers, alone)
            return (found[0], parts) if with_value else parts

        return gradient

    def buffers(self, arguments):
        """Arrays for what the function returns."""
        if self.function.results is None:
            return []
        value = self.value(arguments)
        return [np.zeros(leaf.shape_of(value), leaf.element.dtype) for leaf in self.result.leaves]

    def value(self, arguments):
        return self.primal(*copied(arguments))

    def returned(self, parts):
        """The value or its tangent, of what was written for it; the parts without derivatives may be missing."""
        if self.function.results is None:
            return parts[0] if len(parts) == 1 else tuple(parts)
        given = iter(parts)
        whole = len(parts) == len(self.result.leaves)
        shown = [next(given) if whole or leaf.has_derivative else None for leaf in self.result.leaves]
        shown = [part if leaf.is_array or part is None else part[0] for part, leaf in zip(shown, self.result.leaves)]
        return self.result.rebuilt(shown)

    def float_outputs(self):
        found = [n for n in self.function.outputs() if self.function.has_derivative(n)]
        if not found:
            raise SignatureError(f"{self.name}() returns no floating-point number and writes none: there is nothing to differentiate")
        return found

    def forward(self, numbers, alone):
        """A call of primals and tangents that returns (value, tangent)."""
        active, outputs = self.active(numbers), self.function.outputs()
        function, floats = self.function, self.float_outputs()

        def source(number, role):
            return ("given", active.index(number), not function.is_constant(number)) if number in active else "zeros"

        tree = [[(n, "primal") for n in outputs], [(n, "shadow") for n in floats]]
        call = function.call("jvp", active, source, tree, f"jvp of {self.name}")
        trees = [self.arguments[number] for number in numbers]

        def jvp(primals, tangents):
            given = _listed(tangents, trees, alone, "tangents")
            value, moved = call(*self.flat(primals), *self.buffers(primals), *self.parts_of(trees, given, "tangent"))
            return self.returned(value), self.returned(moved)

        return jvp

    def pullback(self, numbers, alone):
        """A call of arguments that returns (value, pullback)."""
        active, floats, function = self.active(numbers), self.float_outputs(), self.function

        def source(number, role):
            return ("given", floats.index(number), True) if number in floats else "zeros"

        call = function.call("vjp", active, source, [(n, "shadow") for n in active], f"vjp of {self.name}")
        primal = function.call("primal", [], lambda number, role: "zeros", [(n, "primal") for n in function.outputs()], self.name)

        def vjp(*arguments):
            kept = copied(arguments)
            buffers = self.buffers(kept)
            value = self.returned(primal(*self.flat(copied(kept)), *buffers))

            def pulled(cotangent):
                if function.results is None:
                    parts = [cotangent] if len(floats) == 1 else list(cotangent)
                else:
                    parts = self.parts_of([self.result], [cotangent], "cotangent")
                    shapes = [np.shape(b) for b, leaf in zip(buffers, self.result.leaves) if leaf.has_derivative]
                    parts = [np.reshape(part, shape) if np.shape(part) == () else part for part, shape in zip(parts, shapes)]
                found = call(*self.flat(kept), *[np.zeros_like(each) for each in buffers], *parts)
                return self.gradients(found, numbers, alone)

            return value, pulled

        return vjp

    def hessian_product(self, numbers, alone):
        """A call of primals and tangents that returns the Hessian times the tangents."""
        self.require_number()
        call = _hessian_call(self.function, self.active(numbers), False)
        trees = [self.arguments[number] for number in numbers]

        def hvp(primals, tangents):
            given = _listed(tangents, trees, alone, "tangents")
            return self.gradients(call(*self.flat(primals), *self.parts_of(trees, given, "tangent")), numbers, alone)

        return hvp

    def jacobian(self, numbers, alone):
        """A call of arguments that returns Jacobians: the shape of the value, then that of the argument."""
        trees = [self.arguments[number] for number in numbers]
        if not all(tree.is_plain for tree in trees) or not (self.returns_number or self.result.is_plain):
            raise SignatureError(f"{self.name}(): Jacobians are made of numbers and arrays by numbers and arrays; ask for vjp or forward")
        vjp = self.pullback(numbers, False)

        def jacobian(*arguments):
            value, pulled = vjp(*arguments)
            value = as_numbers(value)
            found = [np.zeros((value.size, *np.shape(arguments[number])), value.dtype) for number in numbers]
            for row, place in enumerate(np.ndindex(value.shape)):
                seed = np.zeros_like(value)
                seed[place] = 1
                for table, part in zip(found, pulled(seed if value.shape else seed[()])):
                    table[row] = part
            found = [table.reshape((*value.shape, *table.shape[1:])) for table in found]
            return found[0] if alone else tuple(found)

        return jacobian


def copied(arguments):
    """Arguments that a function may overwrite."""

    def copy(value):
        if isinstance(value, (np.ndarray, np.void)):
            return value.copy()
        if isinstance(value, tuple):
            items = [copy(each) for each in value]
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        return value

    return [copy(argument) for argument in arguments]


def _listed(values, trees, alone, what):
    if alone and not (isinstance(values, (tuple, list)) and len(values) == 1 and trees[0].is_plain):
        return [values]
    if not isinstance(values, (tuple, list)) or len(values) != len(trees):
        raise TypeError(f"{what} must be a tuple of {len(trees)}, one for each argument that is differentiated by")
    return list(values)


class Differentiable:
    """A function that is compiled for each tuple of argument types it meets."""

    def __init__(self, given, custom_adjoint=None):
        from ._copies import options_of
        from ._custom import Customs

        self.python, self.options = given, {}
        if isinstance(given, numba.core.dispatcher.Dispatcher):
            self.python = given.py_func
            self.options = options_of(given)
        elif hasattr(given, "_pyfunc"):
            self.python = given._pyfunc
        elif not inspect.isfunction(given):
            raise TypeError(f"derivatives are made of @njit functions, cfuncs and Python functions, not of {type(given).__name__}")
        self.name = self.python.__name__
        self.parameters = inspect.signature(self.python)
        self.names = list(self.parameters.parameters)
        self.customs = lambda: Customs(custom_adjoint)
        self.made = {}
        self.customs()

    def specialise(self, kinds, values):
        from ._flat import specific

        kinds = tuple(specific(kind) for kind in kinds)
        fixed = tuple(value for kind, value in zip(kinds, values) if isinstance(kind, (types.UnicodeType, types.DType, types.EnumMember)))
        key = (kinds, tuple(map(repr, fixed)))
        if key not in self.made:
            self.made[key] = Specialisation(self, kinds, values)
        return self.made[key]

    def complete(self, arguments, named):
        """All arguments in their places, with defaults."""
        if named or len(arguments) != len(self.names):
            bound = self.parameters.bind(*arguments, **named)
            bound.apply_defaults()
            arguments = bound.args
        return arguments

    def types_of(self, arguments):
        return tuple(numba.typeof(argument) for argument in arguments)
