"""Derivatives that the caller gives: ``custom_adjoint={callee: adjoint}``.

The function stays a function of its own, and a rule of the plugin (docs/rules.md) serves its calls in differentiated code. The rule calls back:
before the function runs its arguments are kept, and in the reverse sweep ``adjoint(*args, cotangent)`` turns the cotangent of its value
into derivatives by its floating-point arguments.
"""

import ctypes
import itertools
import threading

import numpy as np

from ._errors import SignatureError
from ._prototype import evaluate
from ._shims import operands_of
from ._types import Number, Pointer

_KEEP, _REVERSE, _FORWARD, _PRIMAL = range(4)
_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_longlong, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.c_longlong)
_numbers = itertools.count()

#: What a callback raised, until the call that it belongs to ends.
_raised = threading.local()


def take_raised():
    """What a derivative that the caller gave has raised in this thread, once."""
    error, _raised.error = getattr(_raised, "error", None), None
    return error


class Custom:
    """The derivative of one function."""

    def __init__(self, function, adjoint, primal=None):
        if not callable(adjoint):
            raise TypeError(f"custom_adjoint of {function.name}(): {adjoint!r} is not callable")
        self.function, self.adjoint, self.primal = function, adjoint, primal
        self.name = f"zymase_entry_custom_{next(_numbers)}"
        self.inputs = function.inputs()
        self.outputs = [n for n in function.outputs() if function.has_derivative(n)]
        self.kept, self.tokens = {}, itertools.count()
        self.callback = _CALLBACK(self.run)
        self._check()

    def _check(self):
        function, signature = self.function, self.function.signature
        if not self.outputs:
            raise SignatureError(f"{function.name}() returns no floating-point number and writes none: it has no adjoint")
        written = [n for n in range(function.count) if not function.is_constant(n) and function.has_derivative(n)]
        if signature.result is not None and (not signature.result.has_derivative or written):
            names = ", ".join(function.names[n] for n in written)
            raise SignatureError(
                f"custom_adjoint: {function.name}() must return a floating-point number and write no arrays, or write arrays and return nothing"
                + (f"; it writes {names} (inputs must be const)" if written else "")
            )
        for number in range(function.count + (signature.result is not None)):
            kind = function.element(number)
            by_value = number == function.count or not isinstance(signature.parameters[number].type, Pointer)
            if not isinstance(kind, Number) or (by_value and kind.code[0] == "c") or (not by_value and signature.parameters[number].descriptor):
                name = "the result" if number == function.count else function.names[number]
                raise SignatureError(f"custom_adjoint: {name} of {function.name}() must be a real number or a pointer to numbers")
            if number < function.count and not by_value and self._extents(number) is None:
                from ._library import _prototype

                raise SignatureError(
                    f"custom_adjoint: the extent of {function.names[number]} of {function.name}() cannot be told: say it by "
                    f'signature={{"{function.name}": "{_prototype(function)}"}} with extents such as x[n]'
                )

    def _extents(self, number):
        """The shape of an array argument as expressions."""
        function = self.function
        if function.is_scalar(number):
            return []
        shape = function.shape_of(number)
        if shape is not None:
            return shape
        memory = function.memory.get(number)
        return [memory.required] if memory is not None and memory.required is not None else None

    # ---- The code of the rule.

    def operands(self, types):
        operands, declared = operands_of(self.function.signature, types)
        return operands, declared

    def text(self, types, body=None):
        """Definitions in C. `body` makes the function itself, where it is no part of the program."""
        operands, declared = self.operands(types)
        symbol, name = self.function.signature.symbol, self.name
        result = operands.pop().element if self.function.signature.result is not None else None
        plain = ", ".join(f"{self._spelled(o, d)} a{o.number}" for o, d in zip(operands, declared)) or "void"
        shadowed, forward, given = [], [], []
        for operand, spelled in zip(operands, declared):
            number = operand.number
            shadowed.append(f"{self._spelled(operand, spelled)} a{number}")
            given.append(f"a{number}")
            forward.append(shadowed[-1])
            if operand.passed == "pointer":
                shadowed.append(f"{operand.element} *d{number}")
                forward.append(f"{operand.element} *d{number}")
            elif not operand.by_value:
                forward.append(f"{operand.element} d{number}")
        numbers = [o for o in operands if o.passed == "value" and not o.by_value]
        call = f"{symbol}({', '.join(given)})"
        fail = "zymase_leave(\"a custom adjoint raised an exception\");"
        lines = [
            "void zymase_leave(const char *);",
            f"long long (*{name})(int, void **, long long) = 0;",
            f"{result or 'void'} {symbol}({plain});",
        ]
        slots = self._slots(operands, False)
        if body is not None:
            last = "&r" if result else "0"
            lines += [
                f"__attribute__((noinline)) {result or 'void'} {symbol}({plain}) {{",
                f"  {result + ' r = 0;' if result else ''}",
                f"  void *slots[] = {{{', '.join([*slots, last, '0'])}}};",
                f"  if ({name}({_PRIMAL}, slots, 0) < 0) {fail}",
                f"  {'return r;' if result else ''}\n}}",
            ]
        kept = f"struct kept_{name}" if result else "long long"
        if result:
            lines.append(f"{kept} {{ long long tape; {result} value; }};")
        lines += [
            f"static {kept} zymase_without_shadows_keep_{name}({', '.join(shadowed) or 'void'}) {{",
            f"  void *slots[] = {{{', '.join([*slots, '0', '0'])}}};",
            f"  long long tape = {name}({_KEEP}, slots, 0);",
            f"  if (tape < 0) {fail}",
            f"  return ({kept}){{tape, {call}}};" if result else f"  {call};\n  return tape;",
            "}",
        ]
        gradient = "void" if not numbers else numbers[0].element if len(numbers) == 1 else f"struct gradient_{name}"
        if len(numbers) > 1:
            lines.append(f"{gradient} {{ {' '.join(f'{o.element} g{o.number};' for o in numbers)} }};")
        seed = [f"{result} seed"] if result else []
        found = [f"g{o.number}" for o in numbers]
        lines += [
            f"static {gradient} zymase_without_shadows_reverse_{name}({', '.join([*shadowed, *seed, 'long long tape'])}) {{",
            *[f"  {o.element} g{o.number} = 0;" for o in numbers],
            f"  void *slots[] = {{{', '.join([*self._slots(operands, True, 'g'), '0', '&seed' if result else '0'])}}};",
            f"  if ({name}({_REVERSE}, slots, tape) < 0) {fail}",
            f"  return {found[0]};" if len(found) == 1 else f"  return ({gradient}){{{', '.join(found)}}};" if found else "",
            "}",
        ]
        both = f"struct both_{name}" if result else "void"
        if result:
            lines.append(f"{both} {{ {result} value, tangent; }};")
        lines += [
            f"static {both} zymase_without_shadows_forward_{name}({', '.join(forward) or 'void'}) {{",
            f"  {result + ' tangent = 0;' if result else ''}",
            f"  void *slots[] = {{{', '.join([*self._slots(operands, True, 'd'), '0', '&tangent' if result else '0'])}}};",
            f"  if ({name}({_FORWARD}, slots, 0) < 0) {fail}",
            f"  return ({both}){{{call}, tangent}};" if result else f"  {call};",
            "}",
            f"void *__enzyme_register_gradient_{name}[] = {{(void *){symbol}, (void *)zymase_without_shadows_keep_{name}, "
            f"(void *)zymase_without_shadows_reverse_{name}}};",
            f"void *__enzyme_register_derivative_{name}[] = {{(void *){symbol}, (void *)zymase_without_shadows_forward_{name}}};",
        ]
        return lines

    @staticmethod
    def _spelled(operand, declared):
        return declared

    @staticmethod
    def _slots(operands, with_shadows, prefix=""):
        slots = []
        for operand in operands:
            pointer = operand.passed == "pointer"
            slots.append(f"(void *)a{operand.number}" if pointer else f"&a{operand.number}")
            if not with_shadows or operand.by_value or not operand.differentiable:
                slots.append("0")
            else:
                slots.append(f"d{operand.number}" if pointer else f"&{prefix}{operand.number}")
        return slots

    # ---- What is called back.

    def install(self, library):
        """Tells a library that was loaded what to call."""
        ctypes.c_void_p.in_dll(library, self.name).value = ctypes.cast(self.callback, ctypes.c_void_p).value

    def run(self, way, slots, tape):
        try:
            if way == _KEEP:
                token = next(self.tokens)
                self.kept[token] = self.arguments(slots)
                return token
            if way == _REVERSE:
                self.reverse(slots, self.kept.pop(tape))
            elif way == _FORWARD:
                self.forward(slots, self.arguments(slots))
            else:
                self.call_primal(slots)
            return 0
        except BaseException as error:  # Nothing may pass through compiled code.
            return self.failed(error)

    def failed(self, error):
        _raised.error = error
        self.kept.clear()
        return -1

    def _view(self, address, number, shape):
        dtype = self.function.element(number).dtype
        count = int(np.prod(shape))
        if count == 0 or not address:
            return np.zeros(shape, dtype)
        memory = (ctypes.c_char * (count * dtype.itemsize)).from_address(address)
        fortran = number < self.function.count and self.function.signature.parameters[number].fortran
        return np.frombuffer(memory, dtype).reshape(shape, order="F" if fortran else "C")

    def shapes(self, slots):
        """The shapes of all arguments, and the integers among them."""
        function, integers = self.function, {}
        for number in range(function.count):
            if function.is_scalar(number) and not function.has_derivative(number):
                integers[number] = int(self._view(slots[2 * number], number, ())[()])
        shapes = {}
        for number in range(function.count):
            shapes[number] = tuple(max(int(evaluate(each, integers)), 0) for each in self._extents(number) or []) if function.is_pointer(number) else ()
        return shapes

    def arguments(self, slots):
        """Copies of the arguments, as Python passes them."""
        shapes, found = self.shapes(slots), []
        for number in range(self.function.count):
            view = self._view(slots[2 * number], number, shapes[number])
            is_number = self.function.is_scalar(number) and self.function.is_constant(number)
            found.append(view[()].item() if is_number else view.copy(order="K"))
        return found

    def shadow(self, slots, number, shape):
        """The shadow of an argument, or None where it is constant."""
        address = slots[2 * number + 1]
        is_array = number < self.function.count and isinstance(self.function.signature.parameters[number].type, Pointer)
        if not address or (is_array and address == slots[2 * number]):
            return None
        return self._view(address, number, shape)

    def gradients(self, arguments, cotangents):
        """Derivatives by the inputs, in their shapes."""
        cotangent = cotangents[0] if len(cotangents) == 1 else tuple(cotangents)
        found = self.adjoint(*arguments, cotangent)
        if not isinstance(found, (tuple, list)) or (len(self.inputs) == 1 and len(found) != 1 and not isinstance(found, tuple)):
            found = (found,)
        if len(found) == self.function.count and len(found) != len(self.inputs):
            found = [found[n] for n in self.inputs]
        if len(found) != len(self.inputs):
            names = ", ".join(self.function.names[n] for n in self.inputs)
            raise TypeError(f"the adjoint of {self.function.name}() must return {len(self.inputs)} derivatives ({names}), not {len(found)}")
        result = []
        for number, part in zip(self.inputs, found):
            shape, dtype = np.shape(arguments[number]), self.function.element(number).dtype
            part = np.zeros(shape, dtype) if part is None else np.asarray(part)
            if part.shape != shape and part.size != int(np.prod(shape)):
                raise ValueError(f"the adjoint of {self.function.name}() returned a derivative by {self.function.names[number]} of shape {part.shape}, not {shape}")
            result.append(part.reshape(shape).astype(dtype))
        return result

    def output_shapes(self, shapes):
        return [() if n == self.function.count else shapes[n] for n in self.outputs]

    def reverse(self, slots, arguments):
        shapes = self.shapes(slots)
        seeds = []
        for number, shape in zip(self.outputs, self.output_shapes(shapes)):
            shadow = self.shadow(slots, number, shape)
            seeds.append(np.zeros(shape, self.function.element(number).dtype) if shadow is None else shadow.copy())
            if shadow is not None and number < self.function.count:
                shadow[...] = 0
        seeds = [seed[()].item() if n == self.function.count else seed for n, seed in zip(self.outputs, seeds)]
        for number, part in zip(self.inputs, self.gradients(arguments, seeds)):
            shadow = self.shadow(slots, number, shapes[number])
            if shadow is not None:
                shadow[...] += part

    def forward(self, slots, arguments):
        """The tangent of the value, element by element of it."""
        shapes = self.shapes(slots)
        moved = [self.shadow(slots, n, shapes[n]) for n in self.inputs]
        moved = [None if each is None else each.copy() for each in moved]
        sizes = self.output_shapes(shapes)
        results = [np.zeros(shape, self.function.element(n).dtype) for n, shape in zip(self.outputs, sizes)]
        for output, place in ((o, p) for o, shape in enumerate(sizes) for p in np.ndindex(shape)):
            seeds = [np.zeros_like(each) for each in results]
            seeds[output][place] = 1
            given = [seed[()].item() if n == self.function.count else seed for n, seed in zip(self.outputs, seeds)]
            parts = self.gradients(arguments, given)
            results[output][place] = sum((part * tangent).sum() for part, tangent in zip(parts, moved) if tangent is not None)
        for number, shape, result in zip(self.outputs, sizes, results):
            shadow = self.shadow(slots, number, shape)
            if shadow is not None:
                shadow[...] = result

    def call_primal(self, slots):
        """Runs a function that is no part of the program."""
        shapes = self.shapes(slots)
        self.primal(slots, shapes, self)
