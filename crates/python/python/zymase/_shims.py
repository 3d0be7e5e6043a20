"""C code that calls a function, or asks the plugin for a derivative of it.

Every entry is `int entry(void **slots)`. The function is wrapped so that everything with a derivative is behind a pointer, the
result too: one kind of operand, whatever the function takes. Kinds of entries:

- ``primal``: the function itself;
- ``jvp``: a tangent beside every operand with a derivative;
- ``vjp``: an adjoint beside it;
- ``hvp``: the tangent of ``vjp``;
- ``jvp2``: the tangent of ``jvp``.
"""

from dataclasses import dataclass, field

from ._errors import SignatureError
from ._types import SPELLINGS, Array, Number, Pointer, Struct


@dataclass
class Operand:
    """One argument of the wrapped function, or its result (the last one, if there is one)."""

    number: int
    #: The type in C, without pointer, and without `const`.
    element: str
    #: A number that is passed by value all the way: an integer.
    by_value: bool
    #: How the function itself takes it.
    passed: str
    constant: bool
    #: Whether it has derivatives.
    differentiable: bool


@dataclass
class Types:
    """Definitions of structs that entries need."""

    lines: list = field(default_factory=list)
    names: dict = field(default_factory=dict)

    def spell(self, kind):
        if isinstance(kind, Number):
            return SPELLINGS[kind.code]
        if isinstance(kind, Struct):
            return self.struct(kind)
        if isinstance(kind, Array):
            return self.spell(kind.of)
        raise SignatureError(f"{getattr(kind, 'spelling', kind)} cannot be passed from Python")

    def struct(self, kind):
        key = (kind.spelling, str(kind.dtype))
        if key not in self.names:
            members = []
            for name, member, _, _ in kind.members:
                extents = "".join(f"[{extent}]" for extent in member.shape) if isinstance(member, Array) else ""
                members.append(f"  {self.spell(member)} {name}{extents};")
            name = f"struct zymase_struct{len(self.names)}"
            self.names[key] = name
            self.lines += [f"{name} {{", *members, "};", f"_Static_assert(sizeof({name}) == {kind.size}, \"layout\");"]
        return self.names[key]


def element_of(kind):
    """What one element behind a pointer is."""
    return kind.of if isinstance(kind, Array) else kind


def operands_of(signature, types):
    """The operands of a function, and the text by which it is declared and called."""
    operands, declared = [], []
    for number, parameter in enumerate(signature.parameters):
        kind = parameter.type
        if isinstance(kind, Pointer):
            element = element_of(kind.to)
            if isinstance(element, Pointer) or not isinstance(element, (Number, Struct)):
                raise refuse(signature, parameter)
            spelled = types.spell(element)
            passed = "descriptor" if parameter.descriptor else "pointer"
            operands.append(
                Operand(number, spelled, False, passed, kind.constant, element.has_derivative)
            )
            declared.append("void *" if parameter.descriptor else ("const " if kind.constant else "") + spelled + " *")
        elif isinstance(kind, (Number, Struct)):
            spelled = types.spell(kind)
            by_value = isinstance(kind, Number) and not kind.has_derivative
            operands.append(Operand(number, spelled, by_value, "value", True, kind.has_derivative))
            declared.append(spelled)
        else:
            raise refuse(signature, parameter)
    result = signature.result
    if result is not None:
        if not isinstance(result, (Number, Struct)):
            raise SignatureError(
                f"{signature.name}() returns {getattr(result, 'spelling', 'a pointer')}, which cannot be a result in "
                "Python: return a number or a struct of numbers, or write through a pointer"
            )
        operands.append(Operand(len(operands), types.spell(result), False, "result", False, result.has_derivative))
    return operands, declared


def refuse(signature, parameter):
    spelling = getattr(parameter.type, "spelling", None) or "a pointer to pointers"
    return SignatureError(
        f"{parameter.name} of {signature.name}() is {spelling}, which cannot be passed from Python: write a function that "
        "takes numbers, pointers to numbers and structs of numbers, or say what it is by "
        f'signature={{"{signature.name}": "…"}}'
    )


class Writer:
    """Writes the C file of some entries for one function."""

    types_class = Types

    def __init__(self, signature):
        self.types = self.types_class()
        self.signature = signature
        self.operands, self.declared = operands_of(signature, self.types)
        self.has_result = signature.result is not None
        self.entries = []
        #: Derivatives that the caller gives (`_custom.Custom`).
        self.customs = ()

    def parameter(self, operand, prefix):
        if operand.by_value:
            return f"{operand.element} {prefix}{operand.number}"
        restrict = " restrict " if operand.passed in ("value", "result") else ""
        constant = "const " if operand.passed == "value" else ""
        return f"{constant}{operand.element} *{restrict}{prefix}{operand.number}"

    def wrapped(self):
        """The function with everything that has a derivative behind pointers."""
        extra = [f"const long long *extents{operand.number}" for operand in self.operands if operand.passed == "descriptor"]
        parameters = ", ".join([self.parameter(operand, "a") for operand in self.operands] + extra) or "void"
        arguments, before = [], []
        for operand in self.operands:
            if operand.passed == "result":
                continue
            name = f"a{operand.number}"
            if operand.passed == "descriptor":
                before += self.descriptor(operand)
                arguments.append(f"&d{operand.number}")
            elif operand.passed == "value" and not operand.by_value:
                arguments.append(f"*{name}")
            else:
                arguments.append(name)
        call = f"{self.signature.symbol}({', '.join(arguments)})"
        if self.has_result:
            call = f"*a{self.operands[-1].number} = {call}"
        body = "\n".join(f"  {line}" for line in [*before, f"{call};"])
        return f"__attribute__((noinline)) static void wrapped({parameters}) {{\n{body}\n}}"

    def descriptor(self, operand):
        """A descriptor of Fortran for contiguous memory, in flang's layout."""
        parameter = self.signature.parameters[operand.number]
        rank, code = parameter.descriptor, element_of(parameter.type.to).code
        name, extents = f"d{operand.number}", f"extents{operand.number}"
        lines = [
            f"struct zymase_descriptor{rank} {name};",
            f"{name}.base = a{operand.number};",
            f"{name}.size = sizeof({operand.element});",
            f"{name}.version = {DESCRIPTOR_VERSION};",
            f"{name}.rank = {rank};",
            f"{name}.type = {DESCRIPTOR_TYPES[code]};",
            f"{name}.attribute = 0;",
            f"{name}.extra = 0;",
            f"long long stride{operand.number} = sizeof({operand.element});",
        ]
        for axis in range(rank):
            lines += [
                f"{name}.axes[{axis}].lower = 1;",
                f"{name}.axes[{axis}].extent = {extents}[{axis}];",
                f"{name}.axes[{axis}].stride = stride{operand.number};",
                f"stride{operand.number} *= {extents}[{axis}];",
            ]
        return lines

    def descriptors(self):
        ranks = {p.descriptor for p in self.signature.parameters if p.descriptor}
        return [
            f"struct zymase_descriptor{rank} {{ void *base; unsigned long long size; int version; unsigned char rank; "
            f"signed char type; unsigned char attribute, extra; struct {{ long long lower, extent, stride; }} axes[{rank}]; }};"
            for rank in sorted(ranks)
        ]

    def value(self, operand, slot):
        if operand.by_value:
            return f"*({operand.element} *)slots[{slot}]"
        return f"({operand.element} *)slots[{slot}]"

    def extents(self, first):
        """Arguments for descriptors, in slots behind the others."""
        count = [operand for operand in self.operands if operand.passed == "descriptor"]
        return [f"(const long long *)slots[{first + place}]" for place, _ in enumerate(count)]

    def primal(self, name):
        slots = list(range(len(self.operands)))
        arguments = [self.value(operand, slot) for operand, slot in zip(self.operands, slots)] + self.extents(len(slots))
        self.add(name, f"wrapped({', '.join(arguments)});")
        return [(operand.number, "primal") for operand in self.operands]

    def call(self, way, function, operands, names):
        """A derivative call: `names` gives the expressions of a value and its shadow, or the value alone."""
        parts = [f"(void *){function}"]
        for operand, values in zip(operands, names):
            marker = "enzyme_dup" if len(values) == 2 else "enzyme_const"
            parts += [marker, *values]
        return f"{way}({', '.join(parts)});"

    def first_order(self, name, way, active):
        """Slots: for each operand its value, then its shadow if it is active."""
        slots, names = [], []
        for operand in self.operands:
            values = [self.value(operand, len(slots))]
            slots.append((operand.number, "primal"))
            if operand.number in active:
                values.append(self.value(operand, len(slots)))
                slots.append((operand.number, "shadow"))
            names.append(values)
        extra = self.extents(len(slots))
        call = self.call(way, "wrapped", self.operands, names)
        if extra:
            call = call.removesuffix(");") + "".join(f", enzyme_const, {each}" for each in extra) + ");"
        self.add(name, call)
        return slots

    def second_order(self, name, way, active):
        """The tangent of a derivative. Slots: value, tangent, shadow, tangent of the shadow."""
        parameters, inner, outer, slots = [], [], ["(void *)" + f"inner_{name}"], []
        for operand in self.operands:
            a, s = f"a{operand.number}", f"s{operand.number}"
            parameters.append(self.parameter(operand, "a").replace(" restrict ", ""))
            if operand.number not in active:
                inner += ["enzyme_const", a]
                outer += ["enzyme_const", self.value(operand, len(slots))]
                slots.append((operand.number, "primal"))
                continue
            parameters.append(f"{operand.element} *{s}")
            inner += ["enzyme_dup", a, s]
            for kinds in (("primal", "tangent"), ("shadow", "shadow tangent")):
                outer.append("enzyme_dup")
                for kind in kinds:
                    outer.append(self.value(operand, len(slots)))
                    slots.append((operand.number, kind))
        for place, each in enumerate(self.extents(len(slots))):
            parameters.append(f"const long long *e{place}")
            inner += ["enzyme_const", f"e{place}"]
            outer += ["enzyme_const", each]
        self.entries.append(
            f"static void inner_{name}({', '.join(parameters)}) {{\n  {way}((void *)wrapped, {', '.join(inner)});\n}}"
        )
        self.add(name, f"__enzyme_fwddiff({', '.join(outer)});")
        return slots

    def add(self, name, body):
        self.entries.append(
            f"static void body_{name}(void **slots) {{\n  {body}\n}}\n"
            f"int {name}(void **slots) {{ return zymase_guard(body_{name}, slots); }}"
        )

    def entry(self, name, kind, active):
        if kind == "primal":
            return self.primal(name)
        if kind in ("jvp", "vjp"):
            return self.first_order(name, "__enzyme_fwddiff" if kind == "jvp" else "__enzyme_autodiff", active)
        return self.second_order(name, "__enzyme_autodiff" if kind == "hvp" else "__enzyme_fwddiff", active)

    def text(self):
        result = "void" if not self.has_result else self.operands[-1].element
        lines = [
            "#include <zymase/autodiff.h>",
            *self.types.lines,
            *self.descriptors(),
            "int zymase_guard(void (*body)(void **), void **slots);",
            f"{result} {self.signature.symbol}({', '.join(self.declared) or 'void'});",
            *[line for custom in self.customs for line in custom.text(self.types)],
            self.wrapped(),
            *self.entries,
        ]
        return "\n".join(lines) + "\n"


#: Of `ISO_Fortran_binding.h` that comes with flang 22.
DESCRIPTOR_VERSION = 20240719
DESCRIPTOR_TYPES = {"i1": 7, "i2": 8, "i4": 9, "i8": 10, "f4": 27, "f8": 28, "c8": 34, "c16": 35}
