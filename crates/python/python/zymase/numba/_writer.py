"""The C file of entries for a Numba function: its conventions of calls."""

from .._shims import Types, Writer


class Opaque(Types):
    """Records are bytes here: nothing but their size matters to a call."""

    def struct(self, kind):
        name = self.names.get(kind.size)
        if name is None:
            name = self.names[kind.size] = f"struct zymase_record{kind.size}"
            self.lines.append(f"{name} {{ char bytes[{kind.size}]; }};")
        return name


class NumbaWriter(Writer):
    """Calls a function with Numba's conventions: a place for the result, one for errors, arrays in parts."""

    types_class = Opaque

    def __init__(self, signature, customs):
        super().__init__(signature)
        self.declared = None
        self.customs = customs

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
            *self.types.lines,
            *self.customs.definitions(),
            self.wrapped(),
            *self.entries,
        ]) + "\n"
