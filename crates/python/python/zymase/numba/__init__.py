"""Derivatives of Numba functions.

>>> import zymase
>>> @zymase.numba.grad
... def product(x, y):
...     return x * y
>>> product(2.0, 5.0)
(5.0, 2.0)

`grad`, `value_and_grad`, `reverse` and `forward` take ``@njit`` functions, C callbacks (``@cfunc``) and plain functions, which are compiled by
Numba; so do `jvp`, `vjp`, `jacobian` and `hvp`. Derivatives are called from Python; those of the first four also from other ``@njit``
functions.
"""

import functools

import numpy as np

from .._errors import ExecutionError
from ._flat import specific
from ._njit import allow_forward, allow_reverse
from ._specialise import Differentiable, copied


class _Calls:
    """The calls that are made from one function, by the types of its arguments."""

    def __init__(self, source, const, dup, make):
        self.source, self.const, self.dup, self.make = source, const, dup, make
        self.made, self.fast = {}, {}

    def prepared(self, kinds, values):
        """(specialisation, call, numbers of the arguments, whether one was named alone)."""
        specialisation = self.source.specialise(kinds, values)
        if specialisation not in self.made:
            numbers, alone = specialisation.wrt(self.source, self.const, self.dup)
            self.made[specialisation] = (specialisation, self.make(specialisation, numbers, alone), numbers, alone)
        return self.made[specialisation]

    def of(self, arguments):
        """What is made for some arguments. Numbers and arrays are looked up by what is quickly known of them."""
        key = tuple([(type(a), a.dtype, a.ndim) if isinstance(a, np.ndarray) else type(a) for a in arguments])
        found = self.fast.get(key)
        if found is None:
            found = self.prepared(self.source.types_of(arguments), arguments)
            if all(isinstance(a, (np.ndarray, np.number, int, float, complex)) for a in arguments):
                self.fast[key] = found
        return found

    def run(self, found, arguments, call):
        """Runs a derivative; what the function itself raises is raised as it is."""
        try:
            return call()
        except ExecutionError as error:
            if "abort" in str(error):
                found[0].primal(*copied(arguments))
            raise


def _named(call, way, source):
    functools.update_wrapper(call, source.python)
    call.__name__ = f"{way}_of_{source.name}"
    return call


def _reverse(given, const, dup, with_value, custom_adjoint=None):
    source = Differentiable(given, custom_adjoint)
    calls = _Calls(source, const, dup, lambda each, numbers, alone: each.reverse(numbers, alone, with_value))
    count, find = len(source.names), calls.of

    def gradient(*arguments, **named):
        if named or len(arguments) != count:
            arguments = source.complete(arguments, named)
        found = find(arguments)
        try:
            return found[1](*arguments)
        except ExecutionError:
            return calls.run(found, arguments, lambda: found[1](*arguments))

    _named(gradient, "value_and_grad" if with_value else "grad", source)
    allow_reverse(gradient, count, calls, with_value)
    return gradient


def _of_arguments(given, wrt, way, make, custom_adjoint):
    """A derivative that is called with the arguments of the function."""
    source = Differentiable(given, custom_adjoint)
    calls = _Calls(source, None, wrt, make)

    def derivative(*arguments, **named):
        arguments = source.complete(arguments, named)
        found = calls.of(arguments)
        return calls.run(found, arguments, lambda: found[1](*arguments))

    return _named(derivative, way, source)


def _of_primals(given, const, wrt, way, make, custom_adjoint):
    """A derivative that is called with primals and tangents."""
    source = Differentiable(given, custom_adjoint)
    calls = _Calls(source, const, wrt, make)
    count = len(source.names)

    def derivative(primals, tangents):
        is_all = isinstance(primals, (tuple, list)) and not (count == 1 and len(primals) != 1)
        primals = source.complete(tuple(primals) if is_all else (primals,), {})
        found = calls.of(primals)
        return calls.run(found, primals, lambda: found[1](primals, tangents))

    return _named(derivative, way, source), calls


def grad(function=None, *, wrt=None, custom_adjoint=None):
    """The gradient of a function by all its floating-point arguments, or by those in `wrt`: bare for one, a tuple for several.

    ``custom_adjoint={callee: adjoint}`` gives the derivative of an ``@njit`` function that is called: ``adjoint(*args, cotangent)`` returns
    the derivatives by its floating-point arguments.

    >>> import zymase
    >>> @zymase.numba.grad
    ... def cube(x):
    ...     return x * x * x
    >>> cube(2.0)
    12.0
    """
    if function is None:
        return lambda each: grad(each, wrt=wrt, custom_adjoint=custom_adjoint)
    return _reverse(function, None, wrt, False, custom_adjoint)


def value_and_grad(function=None, *, wrt=None, custom_adjoint=None):
    """Like :func:`grad`; returns ``(value, gradient)``."""
    if function is None:
        return lambda each: value_and_grad(each, wrt=wrt, custom_adjoint=custom_adjoint)
    return _reverse(function, None, wrt, True, custom_adjoint)


def reverse(*, const=None, dup=None, val_and_grad=False, custom_adjoint=None):
    """Makes a decorator: the gradients by the arguments named by `dup` (all that `const` does not name), after the value with
    `val_and_grad`."""
    return lambda function: _reverse(function, const, dup, val_and_grad, custom_adjoint)


def forward(*, const=None, dup=None, custom_adjoint=None):
    """Makes a decorator: ``forward(...)(f)(primals, tangents)`` returns ``(value, tangent)``; tangents are bare where `dup` is one name."""

    def decorate(function):
        call, calls = _of_primals(function, const, dup, "forward", lambda each, numbers, alone: each.forward(numbers, alone), custom_adjoint)
        allow_forward(call, calls)
        return call

    return decorate


def jvp(function, *, wrt=None, custom_adjoint=None):
    """``jvp(f)(primals, tangents)`` returns ``(value, tangent of the value)``, for functions that return numbers, arrays or tuples of them.

    >>> import zymase
    >>> zymase.numba.jvp(lambda x, y: x * y, wrt="x")((2.0, 5.0), 1.0)
    (10.0, 5.0)
    """
    return forward(dup=wrt, custom_adjoint=custom_adjoint)(function)


def vjp(function, *, wrt=None, custom_adjoint=None):
    """``vjp(f)(*args)`` returns ``(value, pullback)``; ``pullback(cotangent)`` the derivatives by `wrt`. A cotangent has the structure of the
    value.

    >>> import numpy as np, zymase
    >>> value, pullback = zymase.numba.vjp(lambda x: x * x)(np.array([1.0, 2.0]))
    >>> pullback(np.array([1.0, 10.0]))
    array([ 2., 40.])
    """
    return _of_arguments(function, wrt, "vjp", lambda each, numbers, alone: each.pullback(numbers, alone), custom_adjoint)


def jacobian(function, *, wrt=None, custom_adjoint=None):
    """The Jacobian of a function of numbers and arrays: the shape of the value, then the shape of the argument."""
    return _of_arguments(function, wrt, "jacobian", lambda each, numbers, alone: each.jacobian(numbers, alone), custom_adjoint)


def hvp(function, *, wrt=None):
    """``hvp(f)(primals, tangents)``: the Hessian of a function with one number as value times the tangents."""
    return _of_primals(function, None, wrt, "hvp", lambda each, numbers, alone: each.hessian_product(numbers, alone), None)[0]


__all__ = ["forward", "grad", "hvp", "jacobian", "jvp", "reverse", "value_and_grad", "vjp"]
