"""A compiled function as frameworks see it: outputs are returned, and derivatives of first and second order are functions too.

Kinds of functions, for x the inputs, v and w tangents of those that have derivatives, c cotangents of such outputs:

- ``primal``: x to outputs;
- ``jvp``: x, v to J v;
- ``vjp``: x, c to Jᵀ c;
- ``hvp``: x, c, v to the derivative of Jᵀ c along v;
- ``jvp2``: x, v, w to the derivative of J v along w.

They are closed under differentiation and transposition, up to the second order.
"""

import numpy as np

from ._errors import SignatureError
from ._library import Library
from ._prototype import evaluate, parameters_of
from ._types import Number

#: How many groups of operands each kind takes beside the inputs: "v" for tangents, "c" for cotangents.
GROUPS = {"primal": "", "jvp": "v", "vjp": "c", "hvp": "cv", "jvp2": "vv"}
#: What each kind gives: one for each output, or one for each input that has derivatives.
GIVES_INPUTS = ("vjp", "hvp")


class Framed:
    """One function for a framework."""

    def __init__(self, source, name, flags=(), signature=None, language=None):
        import zymase

        library = source if isinstance(source, Library) else zymase.compile(
            *(source if isinstance(source, (list, tuple)) else [source]), flags=flags, signature=signature, language=language
        )
        self.library = library
        self.function = function = library._function(name)
        self.name = function.name
        self.passed = [n for n in range(function.count) if not function.is_only_written(n)]
        written = [n for n in range(function.count) if not function.is_constant(n) and function.signature.parameters[n].is_written]
        self.returned = ([function.count] if function.signature.result is not None else []) + written
        self.inputs = function.inputs()
        self.outputs = [n for n in self.returned if function.has_derivative(n)]
        self._calls = {}
        if not self.returned:
            raise SignatureError(f"{self.name}() returns nothing and writes nothing: it has no value")
        for number in {*self.passed, *self.returned}:
            if not isinstance(function.element(number), Number):
                raise SignatureError(f"{self.name}() takes or returns structs, which frameworks have no arrays of")
        for number in self.returned:
            if number < function.count and number not in self.passed and not function.is_scalar(number):
                self._require_shape(number)

    def _require_shape(self, number):
        function = self.function
        if function.shape_of(number) is None:
            from ._library import _prototype

            name = function.names[number]
            lengths = [function.names[n] for n in range(function.count) if function.is_scalar(n) and not function.has_derivative(n)]
            shown = _prototype(function).replace(f"*{name}", f"{name}[{lengths[0] if lengths else '…'}]")
            raise SignatureError(
                f"the extent of {name}, which {self.name}() writes, cannot be told from its subscripts: say it by "
                f'signature={{"{self.name}": "{shown}"}}'
            )

    def dtype(self, number):
        return self.function.element(number).dtype

    def is_number(self, number):
        return number == self.function.count or self.function.is_scalar(number)

    def shape_parameters(self):
        """Numbers of the integers that shapes of outputs depend on."""
        found = set()
        for number in self.returned:
            if number not in self.passed and not self.is_number(number):
                for extent in self.function.shape_of(number):
                    found |= parameters_of(extent)
        return found

    def output_shape(self, number, shapes, integers):
        """The shape of an output: `shapes` of what is passed, and `integers`, by number."""
        if self.is_number(number):
            return ()
        if number in self.passed:
            return shapes[number]
        values = [evaluate(extent, integers) for extent in self.function.shape_of(number)]
        return tuple(max(value, 0) for value in values)

    def result_numbers(self, kind):
        """What the results of a kind belong to."""
        if kind == "primal":
            return self.returned
        return self.inputs if kind in GIVES_INPUTS else self.outputs

    def group_numbers(self, letter):
        """What the operands of a group belong to."""
        return self.inputs if letter == "v" else self.outputs

    def role_source(self, kind, number, role):
        """What goes into a slot that is no argument: None for zeros, or (place among the operands behind the inputs)."""
        ins, outs = self.inputs, self.outputs
        if kind == "jvp" and number in ins:
            return ins.index(number)
        if kind == "vjp" and number in outs:
            return outs.index(number)
        if kind == "hvp" and role == "shadow" and number in outs:
            return outs.index(number)
        if kind == "hvp" and role == "tangent" and number in ins:
            return len(outs) + ins.index(number)
        if kind == "jvp2" and role == "shadow" and number in ins:
            return ins.index(number)
        if kind == "jvp2" and role == "tangent" and number in ins:
            return len(ins) + ins.index(number)
        return None

    def result_role(self, kind):
        return {"primal": "primal", "jvp": "shadow", "vjp": "shadow"}.get(kind, "shadow tangent")

    def check(self, kind):
        if kind != "primal" and (not self.outputs or not self.inputs):
            raise TypeError(f"{self.name}() has no floating-point inputs or no floating-point outputs: it has no derivative")

    def call(self, kind):
        """The compiled call for NumPy."""
        if kind not in self._calls:
            self.check(kind)

            def source(number, role):
                place = self.role_source(kind, number, role)
                return "zeros" if place is None else ("given", place, True)

            results = [(number, self.result_role(kind)) for number in self.result_numbers(kind)]
            wrt = [] if kind == "primal" else self.inputs
            self._calls[kind] = self.function.call(kind, wrt, source, results, self.name)
        return self._calls[kind]

    def numpy(self, kind, passed, more=()):
        """Runs a kind on NumPy arrays and numbers; a list of arrays."""
        values = dict(zip(self.passed, passed))
        arguments = []
        integers = {n: int(v) for n, v in values.items() if self.is_number(n) and not self.function.has_derivative(n)}
        shapes = {n: np.shape(v) for n, v in values.items()}
        for number in range(self.function.count):
            if number not in values:
                shape = self.output_shape(number, shapes, integers)
                order = "F" if self.function.signature.parameters[number].fortran else "C"
                arguments.append(0.0 if self.is_number(number) else np.zeros(shape, self.dtype(number), order=order))
                continue
            value = values[number]
            if kind == "primal" and not self.function.is_constant(number) and not self.is_number(number):
                value = np.array(value, order="K")
            arguments.append(value)
        more = [value if np.ndim(value) else value[()] if isinstance(value, np.ndarray) else value for value in more]
        results = self.call(kind)(*arguments, *more)
        return [np.asarray(result, self.dtype(number)) for result, number in zip(results, self.result_numbers(kind))]

    def wrong_count(self, count):
        names = [self.function.names[n] for n in self.passed]
        return TypeError(f"{self.name}() takes {len(names)} arguments ({', '.join(names)}), but {count} were given")

    def flops_name(self):
        return self.name


def bare(results):
    return results[0] if len(results) == 1 else tuple(results)
