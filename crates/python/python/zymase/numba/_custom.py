"""Derivatives that the caller gives for functions that a Numba function calls: ``custom_adjoint={callee: adjoint}``.

In the copy that is differentiated, such a function is a call of a C function that calls back. See `zymase._custom`.
"""

import ctypes

import llvmlite.binding
import numpy as np
from numba.core import cgutils, types
from numba.core.dispatcher import Dispatcher
from numba.extending import intrinsic, overload

from .._call import Function
from .._custom import Custom
from .._errors import SignatureError
from .._types import Number, Parameter, Pointer, Signature
from ._flat import UNKNOWN, Tree, refuse_argument, refuse_result, specific, tree_of
from ._program import readonly_arrays
from ._writer import Opaque

_SHAPES = 4


class Customs:
    """The derivatives that were given for one copy of a function."""

    def __init__(self, given):
        self.made = []
        self.stubs = {}
        for callee, adjoint in dict(given or {}).items():
            if not isinstance(callee, Dispatcher):
                raise TypeError(f"custom_adjoint has the key {callee!r}, which is no @njit function")
            if not callable(adjoint):
                raise TypeError(f"custom_adjoint of {callee.__name__}(): {adjoint!r} is not callable")
            self.stubs[callee] = self._stub(callee, adjoint)

    def __iter__(self):
        return iter(self.made)

    def __bool__(self):
        return bool(self.made)

    def check_used(self, used, name):
        for callee in self.stubs:
            if callee not in used:
                raise ValueError(f"custom_adjoint: {name}() does not call {callee.__name__}()")

    def definitions(self):
        types_in_c = Opaque()
        return [line for custom in self.made for line in [*custom.text(types_in_c, True), *custom.shapes_text(types_in_c)]]

    def _stub(self, callee, adjoint):
        made = {}

        def stub(*arguments):
            raise NotImplementedError

        def build(kinds):
            if kinds not in made:
                made[kinds] = _Callee(callee, adjoint, kinds)
                self.made.append(made[kinds])
            return made[kinds].implementation()

        def implementation(*arguments):
            return build(tuple(types.unliteral(each) for each in arguments))

        overload(stub)(implementation)
        return stub


class _Callee(Custom):
    """A function that is called with certain types."""

    def __init__(self, callee, adjoint, kinds):
        self.callee, self.given, self.kinds = callee, adjoint, kinds
        name, names = callee.__name__, callee.py_func.__code__.co_varnames
        flat = tuple(specific(kind) for kind in kinds)
        if len(kinds) != callee.py_func.__code__.co_argcount:
            raise SignatureError(f"custom_adjoint: {name}() must be called with all its arguments")
        callee.compile(flat)
        compiled = callee.overloads[flat]
        readonly = readonly_arrays(compiled.library.get_llvm_str(), compiled.fndesc.llvm_func_name)
        self.arguments_in = [tree_of(kind, None, refuse_argument(each, name)) for kind, each in zip(flat, names)]
        result = types.unliteral(compiled.signature.return_type)
        self.result = Tree(result, []) if result == types.none else tree_of(result, UNKNOWN, refuse_result(name))
        self.returns_number = self.result.is_plain and self.result.leaves[0].kind == "number"
        function = self._function(name, names, readonly)
        super().__init__(function, self._adjoint, self._primal)
        self.symbol = function.signature.symbol = self.name.replace("entry_custom", "numba_custom")
        llvmlite.binding.add_symbol(self.symbol, ctypes.cast(self.callback, ctypes.c_void_p).value)
        llvmlite.binding.add_symbol(self.symbol + "_shapes", ctypes.cast(self.callback, ctypes.c_void_p).value)

    def _function(self, name, names, readonly):
        """The function in C: arrays are a pointer and extents."""
        parameters, self.leaf_numbers = [], []

        def add(leaf, label, constant, is_read):
            self.leaf_numbers.append(len(parameters))
            if not leaf.is_array and is_read:
                parameters.append(leaf.parameter(label))
                return
            if leaf.kind == "record":
                raise SignatureError(f"custom_adjoint: {label} of {name}() is a record")
            rank = leaf.type.ndim if leaf.is_array else 0
            pointer = Parameter(label, Pointer(leaf.element, constant), is_read=is_read)
            place = len(parameters)
            pointer.declared = [("p", place + 1 + axis) for axis in range(rank)] or [("c", 1)]
            parameters.append(pointer)
            parameters.extend(Parameter(f"{label} extent {axis}", Number("i8")) for axis in range(rank))

        for tree, label in zip(self.arguments_in, names):
            for leaf in tree.leaves:
                add(leaf, label, label in readonly or leaf.path != (), True)
        if not self.returns_number:
            for leaf in self.result.leaves:
                add(leaf, "the result", False, False)
        number = self.result.leaves[0].element if self.returns_number else None
        function = Function(None, Signature(name, "", number, parameters, "numba"))
        return function

    @property
    def in_leaves(self):
        return [leaf for tree in self.arguments_in for leaf in tree.leaves]

    # ---- What is called back.

    def _rebuilt(self, flat):
        """The arguments as Python passes them."""
        found, place = [], 0
        for tree in self.arguments_in:
            parts = []
            for leaf in tree.leaves:
                value = flat[self.leaf_numbers[place]]
                parts.append(bool(value) if leaf.kind == "bool" else value)
                place += 1
            found.append(tree.rebuilt(parts) if tree.leaves else tree.constants.get(()))
        return found

    def _adjoint(self, *given):
        *flat, cotangent = given
        arguments = self._rebuilt(flat)
        if not self.returns_number and self.result.leaves:
            parts = list(cotangent) if len(self.outputs) > 1 else [cotangent]
            parts = iter(parts)
            shown = [next(parts) if leaf.has_derivative else None for leaf in self.result.leaves]
            shown = [part if leaf.is_array or part is None else part.reshape(-1)[0] for part, leaf in zip(shown, self.result.leaves)]
            cotangent = self.result.rebuilt(shown)
        found = self.given(*arguments, cotangent)
        has = [n for n, tree in enumerate(self.arguments_in) if any(leaf.has_derivative for leaf in tree.leaves)]
        if len(has) == 1 and not (isinstance(found, (tuple, list)) and len(found) in (1, len(arguments)) and len(arguments) >= 1 and self.arguments_in[has[0]].is_plain):
            found = (found,)
        if isinstance(found, (tuple, list)) and len(found) == len(arguments) != len(has):
            found = [found[n] for n in has]
        if not isinstance(found, (tuple, list)) or len(found) != len(has):
            raise TypeError(f"the adjoint of {self.function.name}() must return {len(has)} derivatives, one for each floating-point argument")
        parts = []
        for number, part in zip(has, found):
            for leaf in self.arguments_in[number].leaves:
                if leaf.has_derivative:
                    inner = part
                    for index in leaf.path:
                        inner = inner[index]
                    parts.append(inner)
        return tuple(parts)

    def _primal(self, slots, shapes, _):
        flat = []
        for number in range(self.function.count):
            view = self._view(slots[2 * number], number, shapes[number])
            flat.append(view if isinstance(self.function.signature.parameters[number].type, Pointer) else view[()].item())
        value = self.callee(*self._rebuilt(flat))
        if self.returns_number:
            self._view(slots[2 * self.function.count], self.function.count, ())[...] = value
            return
        for number, leaf in zip(self.leaf_numbers[len(self.in_leaves) :], self.result.leaves):
            part = value
            for index in leaf.path:
                part = part[index]
            flat[number][...] = part

    def run(self, way, slots, tape):
        if way != _SHAPES:
            return super().run(way, slots, tape)
        try:
            flat = self.arguments(slots)
            value = self.callee(*self._rebuilt(flat))
            extents = [extent for leaf in self._wide() for extent in leaf.shape_of(value)]
            target = (ctypes.c_longlong * max(len(extents), 1)).from_address(tape)
            target[: len(extents)] = extents
            return 0
        except BaseException as error:  # Nothing may pass through compiled code.
            return self.failed(error)

    def _wide(self):
        return [] if self.returns_number else [leaf for leaf in self.result.leaves if leaf.is_array]

    # ---- Code.

    def shapes_text(self, types_in_c):
        """A C function that says how large the result will be."""
        if not self._wide():
            return []
        count = self.leaf_numbers[len(self.in_leaves)]
        operands, declared = self.operands(types_in_c)
        plain = [f"{spelled} a{o.number}" for o, spelled in zip(operands[:count], declared)]
        slots = [*self._slots(operands[:count], False), *["0"] * (2 * (len(operands) - count) + 2)]
        zeros = [f"long long z{o.number} = 0;" for o in operands[count:]]
        slots[2 * count :: 2] = [f"&z{o.number}" for o in operands[count:]] + ["0"]
        name = f"{self.symbol}_shapes"
        return [
            f"__attribute__((noinline)) void {name}({', '.join([*plain, 'long long *extents'])}) {{",
            f"  {' '.join(zeros)}\n  void *slots[] = {{{', '.join(slots)}}};",
            f"  if ({self.name}({_SHAPES}, slots, (long long)extents) < 0) zymase_leave(\"a function with a custom adjoint raised an exception\");",
            "}",
            f"void *__enzyme_inactivefn_{name}[] = {{(void *){name}}};",
        ]

    def implementation(self):
        """The function that Numba compiles in the place of the callee."""
        space, lines, names, shown = {"np": np}, [], [], []
        place = 0
        for number, (tree, kind) in enumerate(zip(self.arguments_in, self.kinds)):
            for leaf in tree.leaves:
                given = f"arguments[{number}]" + "".join(f"[{index}]" for index in leaf.path)
                name = f"v{place}"
                lines.append(f"    {name} = np.ascontiguousarray({given})" if leaf.is_array else f"    {name} = {'np.int8' if leaf.kind == 'bool' else ''}({given})")
                parameter = self.function.signature.parameters[self.leaf_numbers[place]]
                if leaf.is_array and not parameter.type.constant and getattr(kind, "layout", "C") != "C":
                    shown.append(f"    {given}[...] = {name}")
                names.append(name)
                place += 1
        space["invoke"] = self._intrinsic(self.symbol, self.function.signature.result is not None)
        if wide := self._wide():
            space["find_shapes"] = self._intrinsic(self.symbol + "_shapes", False, True)
            lines += [f"    extents = np.zeros({sum(leaf.type.ndim for leaf in wide)}, np.int64)", f"    find_shapes(({', '.join([*names, 'extents'])},))"]
        results, start = [], 0
        if not self.returns_number:
            for leaf in self.result.leaves:
                name, space[f"dtype{place}"] = f"v{place}", leaf.element.dtype.type
                shape = "1"
                if leaf.is_array:
                    shape = "(" + "".join(f"extents[{start + axis}], " for axis in range(leaf.type.ndim)) + ")"
                    start += leaf.type.ndim
                lines.append(f"    {name} = np.zeros({shape}, dtype{place})")
                names.append(name)
                results.append(name if leaf.is_array else f"{name}[0]")
                place += 1
        lines += [f"    value = invoke(({''.join(name + ', ' for name in names)}))", *shown]
        if self.returns_number:
            lines.append("    return value")
        elif self.result.leaves:
            lines.append(f"    return {self.result.built(results, space)}")
        exec("\n".join(["def implementation(*arguments):", *lines]), space)
        return space["implementation"]

    def _intrinsic(self, symbol, has_result, is_shapes=False):
        code = self.function.signature.result.code if has_result else None
        output = {"f8": types.float64, "f4": types.float32}[code] if has_result else types.none

        @intrinsic
        def call(typing, items):
            def generate(context, builder, sig, values):
                from llvmlite import ir

                pointer, operands = ir.PointerType(ir.IntType(8)), []
                kinds = list(sig.args[0].types)
                for place, kind in enumerate(kinds):
                    item = builder.extract_value(values[0], place)
                    if not isinstance(kind, types.Array):
                        operands.append(item)
                        continue
                    array = context.make_array(kind)(context, builder, item)
                    operands.append(builder.bitcast(array.data, pointer))
                    is_number = not is_shapes and place >= len(self.in_leaves) and not self.result.leaves[place - len(self.in_leaves)].is_array
                    if not is_number and not (is_shapes and place == len(kinds) - 1):
                        operands += cgutils.unpack_tuple(builder, array.shape)
                back = context.get_value_type(output) if has_result else ir.VoidType()
                function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(back, [each.type for each in operands]), symbol)
                found = builder.call(function, operands)
                return found if has_result else context.get_dummy_value()

            return output(items), generate

        return call

