"""Compiled functions in PyTorch.

>>> import torch, zymase
>>> f = zymase.torch.function("double f(double x, double y) { return x * x * y; }", "f")
>>> x = torch.tensor(3.0, dtype=torch.float64, requires_grad=True)
>>> f(x, 2.0).backward()
>>> x.grad
tensor(12., dtype=torch.float64)
"""

import itertools

import numpy as np
import torch as _torch

from ._framework import Framed, bare

_TYPES = {
    "f8": _torch.float64, "f4": _torch.float32, "c16": _torch.complex128, "c8": _torch.complex64, "i1": _torch.int8,
    "i2": _torch.int16, "i4": _torch.int32, "i8": _torch.int64, "u1": _torch.uint8, "b1": _torch.bool,
}
_counter = itertools.count()


class _Function:
    """The custom operators of one compiled function: one for each kind of derivative."""

    def __init__(self, framed):
        self.framed = framed
        self.stem = f"zymase::{framed.name}_{next(_counter)}"
        #: Numbers of what is passed as a tensor, and of what is passed as an integer.
        self.integers = [n for n in framed.passed if framed.is_number(n) and not framed.function.has_derivative(n)]
        self.tensors = [n for n in framed.passed if n not in self.integers]
        self.operators = {}
        for kind in ("hvp", "vjp", "jvp", "primal"):
            self._register(kind)

    def _type(self, number):
        return _TYPES[self.framed.function.element(number).code]

    def _shapes(self, kind, tensors, integers):
        framed = self.framed
        shapes = {n: tuple(t.shape) for n, t in zip(self.tensors, tensors)}
        values = dict(zip(self.integers, integers))
        return [
            (shapes[n] if n in shapes else framed.output_shape(n, shapes, values)) for n in framed.result_numbers(kind)
        ]

    def _run(self, kind, tensors, integers, more):
        values = {**dict(zip(self.integers, integers))}
        for number, tensor in zip(self.tensors, tensors):
            array = tensor.detach().resolve_conj().resolve_neg().numpy()
            values[number] = array[()] if self.framed.is_number(number) else array
        passed = [values[n] for n in self.framed.passed]
        given = [each.detach().resolve_conj().resolve_neg().numpy() for each in more]
        results = self.framed.numpy(kind, passed, given)
        return [_torch.from_numpy(np.array(result, copy=result.ndim == 0 or not result.flags.writeable, order="C")) for result in results]

    def _register(self, kind):
        if kind != "primal" and not (self.framed.inputs and self.framed.outputs):
            return

        def implementation(tensors: list[_torch.Tensor], more: list[_torch.Tensor], integers: list[int]) -> list[_torch.Tensor]:
            return self._run(kind, tensors, integers, more)

        operator = _torch.library.custom_op(f"{self.stem}_{kind}", mutates_args=())(implementation)

        def fake(tensors, more, integers):
            shapes = self._shapes(kind, tensors, integers)
            numbers = self.framed.result_numbers(kind)
            return [_torch.empty(shape, dtype=self._type(n)) for shape, n in zip(shapes, numbers)]

        operator.register_fake(fake)

        def setup(ctx, inputs, output):
            tensors, more, integers = inputs
            ctx.save_for_backward(*tensors, *more)
            ctx.count, ctx.integers = len(tensors), integers

        def backward(ctx, gradients):
            saved = list(ctx.saved_tensors)
            return self._backward(kind, saved[: ctx.count], saved[ctx.count :], ctx.integers, gradients)

        operator.register_autograd(backward, setup_context=setup)
        self.operators[kind] = operator

    def _backward(self, kind, tensors, more, integers, gradients):
        """Gradients by the tensors and by `more`."""
        framed, op = self.framed, self.operators
        results = framed.result_numbers(kind)
        shapes = self._shapes(kind, tensors, integers)
        given = [
            _torch.zeros(shape, dtype=self._type(n)) if g is None else g.contiguous()
            for g, n, shape in zip(gradients, results, shapes)
            if framed.function.has_derivative(n)
        ]
        if kind == "primal":
            by_inputs, by_more = op["vjp"](tensors, given, integers), []
        elif kind == "vjp":
            by_inputs = op["hvp"](tensors, [*more, *given], integers)
            by_more = op["jvp"](tensors, given, integers)
        elif kind == "jvp":
            by_inputs = op["hvp"](tensors, [*given, *more], integers)
            by_more = op["vjp"](tensors, given, integers)
        else:
            raise NotImplementedError(f"third derivatives of {framed.name}() are not made: only first and second ones")
        by_number = dict(zip(framed.inputs, by_inputs))
        # The structure of the arguments as PyTorch sees it: a list of integers is one leaf, an empty list is none.
        return [by_number.get(n) for n in self.tensors], by_more, None if integers else []

    def __call__(self, *arguments):
        framed = self.framed
        if len(arguments) != len(framed.passed):
            raise framed.wrong_count(len(arguments))
        values = dict(zip(framed.passed, arguments))
        integers = [self._integer(n, values[n]) for n in self.integers]
        tensors = [self._tensor(n, values[n]) for n in self.tensors]
        return bare(self.operators["primal"](tensors, [], integers))

    def _integer(self, number, value):
        if isinstance(value, _torch.Tensor):
            if value.dtype.is_floating_point or value.dtype.is_complex:
                raise TypeError(f"{self.framed.function.names[number]} of {self.framed.name}() takes an integer")
            return int(value)
        import operator

        return operator.index(value) if not isinstance(value, bool) else int(value)

    def _tensor(self, number, value):
        expected = self._type(number)
        name = self.framed.function.names[number]
        if isinstance(value, _torch.Tensor):
            if value.dtype != expected:
                raise TypeError(f"{name} of {self.framed.name}() takes a tensor of {expected}, not of {value.dtype}")
            if value.device.type not in ("cpu", "meta"):
                raise TypeError(f"{name} of {self.framed.name}() must be on the CPU: move it with .cpu()")
            if self.framed.is_number(number) and value.dim() != 0:
                raise ValueError(f"{name} of {self.framed.name}() takes a number, not a tensor of shape {tuple(value.shape)}")
            return value
        if self.framed.is_number(number):
            return _torch.tensor(value, dtype=expected)
        raise TypeError(f"{name} of {self.framed.name}() takes a tensor, not {type(value).__name__}")


def function(source, name, *, flags=(), signature=None, language=None):
    """The function `name` of a C, C++ or Fortran source, for tensors on the CPU.

    Outputs are returned, not passed: arrays that are only written are left out of the arguments, arrays that are read and written
    are passed and returned. Gradients are made by the plugin; ``backward`` can be differentiated once more. Works under
    ``torch.compile``.
    """
    framed = Framed(source, name, flags, signature, language)
    operators = _Function(framed)

    def call(*arguments):
        return operators(*arguments)

    call.__name__ = call.__qualname__ = framed.name
    call.__doc__ = f"{framed.name}({', '.join(framed.function.names[n] for n in framed.passed)}), compiled by zymase."
    return call


__all__ = ["function"]
