"""Compiled functions in TensorFlow.

>>> import tensorflow as tf, zymase
>>> f = zymase.tensorflow.function("double f(double x) { return x * x; }", "f")
>>> x = tf.constant(3.0, tf.float64)
>>> with tf.GradientTape() as tape:
...     tape.watch(x)
...     y = f(x)
>>> float(tape.gradient(y, x))
6.0
"""

import tensorflow as _tf

from ._framework import Framed, bare


class _Function:
    def __init__(self, framed):
        self.framed = framed
        self.integers = [n for n in framed.passed if framed.is_number(n) and not framed.function.has_derivative(n)]
        self.tensors = [n for n in framed.passed if n not in self.integers]

    def _run(self, kind, tensors, integers, more):
        framed = self.framed
        results = framed.result_numbers(kind)

        def run(*arrays):
            count, whole = len(tensors), len(tensors) + len(integers)
            values = {n: (a[()] if framed.is_number(n) else a) for n, a in zip(self.tensors, arrays[:count])}
            values.update({n: int(a) for n, a in zip(self.integers, arrays[count:whole])})
            return framed.numpy(kind, [values[n] for n in framed.passed], list(arrays[whole:]))

        kinds = [_tf.as_dtype(framed.dtype(n)) for n in results]
        given = _tf.numpy_function(run, [*tensors, *integers, *more], kinds)
        given = list(given) if isinstance(given, (list, tuple)) else [given]
        return [_shaped(each, self._shape(n, tensors, integers)) for each, n in zip(given, results)]

    def _shape(self, number, tensors, integers):
        """The static shape of a result, as far as it is known."""
        shapes = {n: tensor.shape for n, tensor in zip(self.tensors, tensors)}
        if number in shapes:
            return shapes[number]
        if self.framed.is_number(number):
            return _tf.TensorShape(())
        known = {n: _tf.get_static_value(value) for n, value in zip(self.integers, integers)}
        if any(known.get(n) is None for n in self.framed.shape_parameters()):
            return _tf.TensorShape(None)
        return self.framed.output_shape(number, {}, {n: int(v) for n, v in known.items() if v is not None})

    def kind(self, kind, tensors, integers, more):
        """A kind of derivative, which TensorFlow can differentiate."""
        count = len(tensors)

        @_tf.custom_gradient
        def run(*operands):
            ours, others = operands[:count], operands[count:]

            def gradient(*cotangents):
                return self._gradient(kind, ours, integers, others, cotangents)

            results = self._run(kind, ours, integers, others)
            return (results if len(results) > 1 else results[0]), gradient

        given = run(*tensors, *more)
        return list(given) if isinstance(given, (list, tuple)) else [given]

    def _gradient(self, kind, tensors, integers, more, cotangents):
        framed = self.framed
        given = [c for c, n in zip(cotangents, framed.result_numbers(kind)) if framed.function.has_derivative(n)]
        if kind == "primal":
            by_inputs, by_more = self.kind("vjp", tensors, integers, given), []
        elif kind == "vjp":
            by_inputs = self.kind("hvp", tensors, integers, [*more, *given])
            by_more = self.kind("jvp", tensors, integers, given)
        elif kind == "jvp":
            by_inputs = self.kind("hvp", tensors, integers, [*given, *more])
            by_more = self.kind("vjp", tensors, integers, given)
        else:
            raise NotImplementedError(f"third derivatives of {framed.name}() are not made: only first and second ones")
        by_number = dict(zip(framed.inputs, by_inputs))
        return [by_number.get(n) for n in self.tensors] + by_more

    def __call__(self, *arguments):
        framed = self.framed
        if len(arguments) != len(framed.passed):
            raise framed.wrong_count(len(arguments))
        values = dict(zip(framed.passed, arguments))
        tensors = [self._tensor(n, values[n]) for n in self.tensors]
        integers = []
        for n in self.integers:
            value = _tf.convert_to_tensor(values[n])
            if not value.dtype.is_integer and value.dtype != _tf.bool:
                raise TypeError(f"{framed.function.names[n]} of {framed.name}() takes an integer, not {value.dtype.name}")
            integers.append(_tf.cast(value, framed.dtype(n)))
        return bare(self.kind("primal", tensors, integers, []))

    def _tensor(self, number, value):
        framed, expected = self.framed, _tf.as_dtype(self.framed.dtype(number))
        name = framed.function.names[number]
        if not hasattr(value, "dtype") and framed.is_number(number):
            value = _tf.constant(value, expected)
        value = _tf.convert_to_tensor(value)
        if value.dtype != expected:
            raise TypeError(f"{name} of {framed.name}() takes a tensor of {expected.name}, not of {value.dtype.name}")
        return value


def _shaped(tensor, shape):
    tensor.set_shape(shape)
    return tensor


def function(source, name, *, flags=(), signature=None, language=None):
    """The function `name` of a C, C++ or Fortran source, for tensors. Outputs are returned, not passed. Usable in a
    ``tf.GradientTape``, also a nested one, and in ``tf.function``."""
    framed = Framed(source, name, flags, signature, language)
    run = _Function(framed)

    def call(*arguments):
        return run(*arguments)

    call.__name__ = call.__qualname__ = framed.name
    call.__doc__ = f"{framed.name}({', '.join(framed.function.names[n] for n in framed.passed)}), compiled by zymase."
    return call


__all__ = ["function"]
