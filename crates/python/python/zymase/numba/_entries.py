"""Entries for a Numba function as LLVM IR, which no compiler of C has to read. They are what `_writer` writes in C; derivatives that the caller
gives are only written there."""

from .._shims import operands_of
from .._types import Number
from ._writer import Opaque

_NUMBERS = {"f8": "double", "f4": "float", "c16": "{ double, double }", "c8": "{ float, float }", "b1": "i8"}
_SIZES = {"f8": 8, "f4": 4, "c16": 16, "c8": 8, "b1": 1}


def _type_of(kind):
    if not isinstance(kind, Number):
        return f"[{kind.size} x i8]"
    return _NUMBERS.get(kind.code) or f"i{8 * int(kind.code[1:])}"


def _size_of(kind):
    return _SIZES.get(kind.code) or int(kind.code[1:]) if isinstance(kind, Number) else kind.size


class _Body:
    """The instructions of one function."""

    def __init__(self):
        self.lines, self.count = [], 0

    def add(self, text):
        self.lines.append(f"  {text}")

    def value(self, text):
        """A new value."""
        self.count += 1
        self.add(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def element(self, pointer, kind, place):
        """What is at a place behind a pointer."""
        if place:
            pointer = self.value(f"getelementptr inbounds {kind}, ptr {pointer}, i64 {place}")
        return self.value(f"load {kind}, ptr {pointer}")


class EntryWriter:
    """Writes the module with an entry: `i32 entry(ptr slots)`, which runs its body under the guard."""

    def __init__(self, signature, element):
        #: `element(number)` is what an operand consists of.
        self.signature, self.element = signature, element
        self.operands, _ = operands_of(signature, Opaque())
        self.has_result = signature.result is not None
        self.functions = []

    # ---- The function with everything that has a derivative behind pointers.

    def parameters(self):
        found = []
        for operand in self.operands:
            apart = " noalias" if operand.passed in ("value", "result") else ""
            found.append(f"{_type_of(self.element(operand.number))} %a{operand.number}" if operand.by_value else f"ptr{apart} %a{operand.number}")
        return found + [f"ptr %extents{operand.number}" for operand in self._arrays()]

    def _arrays(self):
        return [operand for operand in self.operands if operand.passed == "descriptor"]

    def wrapped(self):
        body, kinds, given = _Body(), ["ptr", "ptr"], ["ptr %result", "ptr %error"]
        result = _type_of(self.element(self.operands[-1].number)) if self.has_result else "ptr"
        body.add(f"%result = alloca {result}")
        body.add("%error = alloca ptr")
        body.add(f"store {result} zeroinitializer, ptr %result")
        body.add("store ptr null, ptr %error")
        for operand in self.operands:
            for kind, value in self._passed(operand, body):
                kinds.append(kind)
                given.append(f"{kind} {value}")
        symbol = f'@"{self.signature.symbol}"'
        status = body.value(f"call i32 {symbol}({', '.join(given)})")
        failed = body.value(f"icmp ne i32 {status}, 0")
        body.add(f"br i1 {failed}, label %failed, label %fine")
        body.lines += ["failed:", "  call void @abort() noreturn", "  unreachable", "fine:"]
        if self.has_result:
            body.add(f"store {result} {body.value(f'load {result}, ptr %result')}, ptr %a{self.operands[-1].number}")
        body.add("ret void")
        head = f"define internal void @wrapped({', '.join(self.parameters())}) noinline nounwind {{"
        return [f"declare i32 {symbol}({', '.join(kinds)})", head, *body.lines, "}"]

    def _passed(self, operand, body):
        """What Numba's function takes for an operand: types and values."""
        kind, name = self.element(operand.number), f"%a{operand.number}"
        if operand.passed == "result":
            return []
        if operand.passed == "descriptor":
            return self._array(operand, body)
        if operand.by_value:
            return [(_type_of(kind), name)]
        if kind.code[0] == "c":
            part = "double" if kind.code == "c16" else "float"
            return [(part, body.element(name, part, 0)), (part, body.element(name, part, 1))]
        return [(_type_of(kind), body.element(name, _type_of(kind), 0))]

    def _array(self, operand, body):
        """An array in parts: nobody who owns it, the number of elements, the size of one, the elements, extents and strides."""
        rank, size = self.signature.parameters[operand.number].descriptor, _size_of(self.element(operand.number))
        extents = [body.element(f"%extents{operand.number}", "i64", axis) for axis in range(rank)]
        count = extents[0]
        for extent in extents[1:]:
            count = body.value(f"mul nsw i64 {count}, {extent}")
        strides = [str(size)]
        for extent in reversed(extents[1:]):
            strides.insert(0, body.value(f"mul nsw i64 {strides[0]}, {extent}"))
        parts = [("ptr", "null"), ("ptr", "null"), ("i64", count), ("i64", size), ("ptr", f"%a{operand.number}")]
        return parts + [("i64", each) for each in [*extents, *strides]]

    # ---- Entries.

    def entry(self, name, kind, active):
        """Adds an entry; its slots, as in `_shims`."""
        body, slots = _Body(), []

        def slot(number, role):
            slots.append((number, role))
            return body.element("%slots", "ptr", len(slots) - 1)

        def value(operand):
            """The slot of a value, passed to a function."""
            place = slot(operand.number, "primal")
            kind = _type_of(self.element(operand.number))
            return (kind, body.element(place, kind, 0)) if operand.by_value else ("ptr", place)

        def extents():
            # Their slots are known to be behind all others.
            return [("ptr", body.element("%slots", "ptr", len(slots) + place)) for place in range(len(self._arrays()))]

        if kind == "primal":
            given = [value(operand) for operand in self.operands] + extents()
            body.add(f"call void @wrapped({', '.join(f'{kind} {each}' for kind, each in given)})")
        elif kind in ("jvp", "vjp"):
            given = [("dup", value(o), ("ptr", slot(o.number, "shadow"))) if o.number in active else ("const", value(o)) for o in self.operands]
            self._derivative(body, "fwddiff" if kind == "jvp" else "autodiff", "wrapped", given + [("const", each) for each in extents()])
        else:
            given = []
            for operand in self.operands:
                if operand.number not in active:
                    given.append(("const", value(operand)))
                    continue
                pairs = (("primal", "tangent"), ("shadow", "shadow tangent"))
                given += [("dup", *[("ptr", slot(operand.number, role)) for role in pair]) for pair in pairs]
            given += [("const", each) for each in extents()]
            self._inner(name, "autodiff" if kind == "hvp" else "fwddiff", active)
            self._derivative(body, "fwddiff", f"inner_{name}", given)
        body.add("ret void")
        self.functions += [
            f"define internal void @body_{name}(ptr %slots) nounwind {{", *body.lines, "}",
            f"define i32 @{name}(ptr %slots) nounwind {{",
            f"  %status = call i32 @zymase_guard(ptr @body_{name}, ptr %slots)", "  ret i32 %status", "}",
        ]
        return slots

    def _inner(self, name, way, active):
        """The derivative that is differentiated once more."""
        body, parameters, given = _Body(), [], []
        for operand in self.operands:
            a, s = f"%a{operand.number}", f"%s{operand.number}"
            kind = _type_of(self.element(operand.number)) if operand.by_value else "ptr"
            parameters.append(f"{kind} {a}")
            if operand.number in active:
                parameters.append(f"ptr {s}")
                given.append(("dup", ("ptr", a), ("ptr", s)))
            else:
                given.append(("const", (kind, a)))
        for place in range(len(self._arrays())):
            parameters.append(f"ptr %e{place}")
            given.append(("const", ("ptr", f"%e{place}")))
        self._derivative(body, way, "wrapped", given)
        body.add("ret void")
        self.functions += [f"define internal void @inner_{name}({', '.join(parameters)}) nounwind {{", *body.lines, "}"]

    def _derivative(self, body, way, function, given):
        """Asks for a derivative: operands with the words that say what they are."""
        words = [f"ptr @{function}"]
        for word, *values in given:
            words.append(f"i32 {body.element(f'@enzyme_{word}', 'i32', 0)}")
            words += [self._widened(body, kind, each) for kind, each in values]
        body.add(f"call double (ptr, ...) @__enzyme_{way}({', '.join(words)})")

    @staticmethod
    def _widened(body, kind, value):
        """Arguments of such calls are no shorter than `int`."""
        if kind in ("i8", "i16"):
            return f"i32 {body.value(f'sext {kind} {value} to i32')}"
        return f"{kind} {value}"

    def text(self):
        lines = [
            "@enzyme_const = external global i32",
            "@enzyme_dup = external global i32",
            "declare double @__enzyme_autodiff(ptr, ...)",
            "declare double @__enzyme_fwddiff(ptr, ...)",
            "declare i32 @zymase_guard(ptr, ptr)",
            "declare void @abort() noreturn",
            *self.wrapped(),
            *self.functions,
        ]
        return "\n".join(lines) + "\n"
