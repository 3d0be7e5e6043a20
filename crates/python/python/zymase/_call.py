"""Calls: which slots an entry has, what goes into them and what comes out."""

from dataclasses import dataclass

import numpy as np

from . import _build, _native
from ._custom import take_raised
from ._errors import ExecutionError, SignatureError
from ._prototype import written_out
from ._shims import Writer, element_of
from ._types import Array, Number, Pointer, Struct


@dataclass
class Description:
    """A parameter as the native part of the package reads it."""

    name: str
    code: str
    scalar: bool
    dtype: object
    writable: bool
    copied: bool
    fortran: bool
    required: tuple
    shape: list
    shape_text: str
    spelling: str
    rank: int


class Function:
    """A compiled function: what it takes, which of it has derivatives, what its value is."""

    def __init__(self, program, signature):
        self.program = program
        self.signature = signature
        self.name = signature.name
        self.names = [parameter.name for parameter in signature.parameters]
        self.count = len(self.names)
        #: What is found about the memory behind each pointer (`_extents.Finding`), by number.
        self.memory = {}
        self.entries = {}

    def is_pointer(self, number):
        """Whether an array is passed for it."""
        parameter = self.signature.parameters[number]
        return isinstance(parameter.type, Pointer) and not self.is_scalar(number)

    def is_scalar(self, number):
        parameter = self.signature.parameters[number]
        if isinstance(parameter.type, Number):
            return True
        return parameter.by_reference and isinstance(parameter.type.to, Number)

    def element(self, number):
        if number == self.count:
            return self.signature.result
        kind = self.signature.parameters[number].type
        return element_of(kind.to) if isinstance(kind, Pointer) else kind

    def is_constant(self, number):
        """Whether the function does not write it, as declared."""
        parameter = self.signature.parameters[number]
        if not isinstance(parameter.type, Pointer):
            return True
        if parameter.intent:
            return parameter.intent == "in"
        if parameter.fortran:
            return not parameter.is_written
        return parameter.type.constant

    def has_derivative(self, number):
        return self.element(number).has_derivative

    def is_only_written(self, number):
        parameter = self.signature.parameters[number]
        if not isinstance(parameter.type, Pointer) or self.is_constant(number):
            return False
        return parameter.intent == "out" or (parameter.intent is None and parameter.is_written and not parameter.is_read)

    def inputs(self):
        """Numbers of the parameters that have derivatives and whose values matter."""
        return [n for n in range(self.count) if self.has_derivative(n) and not self.is_only_written(n)]

    def outputs(self):
        """Numbers of what the value of the function consists of: its result, or what it writes."""
        result = self.signature.result
        if result is not None and result.has_derivative:
            return [self.count]
        written = [n for n in range(self.count) if not self.is_constant(n)]
        return written or ([self.count] if result is not None else [])

    def number_of(self, name):
        if isinstance(name, bool) or not isinstance(name, (str, int)):
            raise TypeError(f"wrt names arguments, or tuples of them; {name!r} is neither a name nor a number")
        if isinstance(name, int):
            if not 0 <= name < self.count:
                raise ValueError(f"{self.name}() has no argument number {name}: it takes {', '.join(self.names)}")
            number = name
        else:
            if name not in self.names:
                raise ValueError(f"{self.name}() has no argument {name!r}: it takes {', '.join(self.names)}")
            number = self.names.index(name)
        if not self.has_derivative(number):
            raise TypeError(f"{self.names[number]} of {self.name}() is an integer: it has no derivative")
        return number

    def wrt(self, given):
        """(numbers, whether one was named alone)."""
        if given is None:
            numbers = self.inputs()
            if not numbers:
                raise TypeError(f"{self.name}() has no floating-point arguments to differentiate with respect to")
            return numbers, len(numbers) == 1
        if isinstance(given, (tuple, list)):
            return [self.number_of(each) for each in given], False
        return [self.number_of(given)], True

    def active(self, wrt):
        """What has a shadow: what is asked for, and what the function writes."""
        active = {n for n in range(self.count) if self.has_derivative(n) and (n in wrt or not self.is_constant(n))}
        if self.signature.result is not None and self.signature.result.has_derivative:
            active.add(self.count)
        return active

    def spelling(self, number):
        kind = self.element(number)
        spelled = getattr(kind, "spelling", "") or kind.code
        parameter = self.signature.parameters[number]
        if parameter.fortran:
            return spelled
        if isinstance(parameter.type, Pointer):
            return ("const " if parameter.type.constant else "") + spelled + (" &" if parameter.by_reference else " *")
        return spelled

    def description(self, number, derivative):
        if number == self.count:
            kind = self.signature.result
            return Description("the result", kind.code, isinstance(kind, Number), kind.dtype, False, False, False, None, [], "", "", 0)
        parameter, kind = self.signature.parameters[number], self.element(number)
        memory = self.memory.get(number)
        inner = list(parameter.type.to.shape) if isinstance(parameter.type, Pointer) and isinstance(parameter.type.to, Array) else []
        shape, required = self.shape_of(number), memory.required if memory else None
        written = not self.is_constant(number)
        if isinstance(kind, Struct) and not isinstance(parameter.type, Pointer):
            required = ("c", 1)
        if parameter.declared and all(parameter.declared):
            required = ("*", *parameter.declared) if len(parameter.declared) > 1 else parameter.declared[0]
        text = "×".join(written_out(each, self.names) for each in shape) if shape else ""
        del inner
        return Description(
            parameter.name, kind.code, self.is_scalar(number), kind.dtype, written,
            derivative and written and not self.is_only_written(number), parameter.fortran, required, shape, text,
            self.spelling(number), parameter.descriptor,
        )

    def shape_of(self, number):
        """The shape of an array argument as expressions, or None."""
        parameter = self.signature.parameters[number]
        memory = self.memory.get(number)
        if parameter.declared and all(each is not None for each in parameter.declared):
            return list(parameter.declared)
        if parameter.fortran:
            return None
        if isinstance(parameter.type, Pointer) and isinstance(parameter.type.to, Array):
            inner = [("c", extent) for extent in parameter.type.to.shape]
            if memory and memory.shape and len(memory.shape) == len(inner) + 1:
                return [memory.shape[0], *inner]
            return None
        return memory.shape if memory else None

    def call(self, kind, wrt, sources, results, name=None):
        """An object that Python can call.

        `sources(number, role)` says what goes into the slot of an operand: "zeros", "one", or ("given", place, copied);
        `results` is a tree of (number, role).
        """
        entry, slots, library = self.entry(kind, wrt)
        derivative = kind != "primal"
        count = self.count + (1 if self.signature.result is not None else 0)
        described = [self.description(number, derivative) for number in range(count)]
        filled = []
        for number, role in slots:
            if role == "primal" and number < self.count:
                filled.append(("argument", number, 0, False))
                continue
            if role == "extents":
                filled.append(("extents", number, 0, False))
                continue
            source = "zeros" if role == "primal" else sources(number, role)
            filled.append((source, number, 0, False) if isinstance(source, str) else (source[0], number, source[1], source[2]))
        places = {slot: place for place, slot in enumerate(slots)}

        def tree(part):
            if part is None:
                return None
            if isinstance(part, list):
                return tuple(tree(each) for each in part)
            return places[part]

        made = _native.Call(
            name=name or self.name, entry=entry, message=_build.message_address(), library=library, parameters=described,
            arguments=self.count, sources=filled, results=tree(results), error=ExecutionError,
        )
        return _watched(made) if self.program.customs else made

    def symbol(self, kind):
        return f"zymase_entry_{kind}_{self.signature.symbol}" if kind == "primal" else f"zymase_entry_{kind}"

    def primal_text(self):
        """The C file of the entry of the function itself, where it can be called."""
        try:
            writer = self.new_writer()
            writer.entry(self.symbol("primal"), "primal", frozenset())
            return writer.text()
        except SignatureError:
            return None

    def new_writer(self):
        writer = Writer(self.signature)
        writer.customs = self.program.customs
        return writer

    def entry(self, kind, wrt):
        """The address of an entry, its slots and the library it is in."""
        active = frozenset(self.active(wrt)) if kind != "primal" else frozenset()
        if (kind, active) not in self.entries:
            writer = self.new_writer()
            symbol = self.symbol(kind)
            slots = writer.entry(symbol, kind, active)
            slots += [(o.number, "extents") for o in writer.operands if o.passed == "descriptor"]
            way = {"primal": "", "vjp": "gradient of ", "jvp": "tangent of "}.get(kind, "second derivative of ")
            if kind == "primal" and self.program.base is not None:
                library = _build.load_global(str(self.program.base))
            else:
                library = self.program.link(writer.text(), symbol, f"{way}{self.name}() cannot be made")
            self.entries[kind, active] = (_build.address(library, symbol), slots, library)
        return self.entries[kind, active]


def _watched(call):
    """A call that raises what derivatives that the caller gave have raised."""

    def watched(*arguments, **named):
        try:
            return call(*arguments, **named)
        except ExecutionError:
            if error := take_raised():
                raise error from None
            raise

    watched.__name__ = watched.__qualname__ = call.__name__
    return watched


def as_numbers(value):
    """A number as NumPy has it, an array as it is."""
    return value if isinstance(value, np.ndarray) else np.asarray(value)


def check_float_value(function):
    """The parts of the value must have derivatives."""
    outputs = [n for n in function.outputs() if function.element(n) is not None and function.has_derivative(n)]
    if not outputs:
        raise SignatureError(
            f"{function.name}() returns no floating-point number and writes none: there is nothing to differentiate"
        )
    return outputs
