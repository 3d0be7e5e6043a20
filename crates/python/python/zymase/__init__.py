"""Derivatives of compiled functions from Python.

>>> import numpy as np, zymase
>>> lib = zymase.compile('''
... double energy(const double *x, int n) {
...   double sum = 0;
...   for (int i = 0; i < n; i++) sum += x[i] * x[i];
...   return sum;
... }''')
>>> x = np.array([1.0, 2.0, 3.0])
>>> lib.energy(x, 3)
14.0
>>> lib.grad("energy", wrt="x")(x, 3)
array([2., 4., 6.])

``zymase.torch``, ``zymase.jax``, ``zymase.tensorflow`` and ``zymase.numba`` are imported when they are used, and need their
framework only then.
"""

import importlib

from ._errors import CompileError, ExecutionError, SignatureError, ZymaseError
from ._library import Explanation, Library
from ._native import __version__

_PARTS = ("jax", "numba", "tensorflow", "torch")


def compile(*sources, flags=(), signature=None, language=None, custom_adjoint=None):
    """Compiles C, C++ or Fortran, and returns a :class:`Library`.

    `sources` are paths, or texts; several are one program. `flags` go to the compiler (``-DNAME=3``, ``-I folder``, ``-lname``).
    `signature` says what cannot be told from the program: ``{"f": "void f(const double x[n], double y[n], int n)"}``.
    `language` is ``"c"``, ``"c++"`` or ``"fortran"`` where neither the name of a file nor a text says so. What was compiled is kept
    in a cache (``ZYMASE_CACHE``) by its content. Kernels of CUDA (``.cu``) run on the CPU.

    ``custom_adjoint={"callee": adjoint}`` gives the derivative of a function of the program: ``adjoint(*args, cotangent)`` takes its
    arguments and the cotangent of its value, and returns the derivatives by its floating-point inputs, bare for one and a tuple for several.

    >>> import zymase
    >>> lib = zymase.compile("double f(double x, double y) { return x * y; }")
    >>> lib.value_and_grad("f")(2.0, 5.0)
    (10.0, (5.0, 2.0))

    What the code does that would end the process (``abort``, ``exit``, a failed ``assert``, an exception of C++, division of integers
    by zero, memory that is not there) raises :class:`ExecutionError`; what it had allocated is lost. In threads that the code has
    started itself, and within other libraries that it calls (their ``abort`` is not that of the compiled program), it still ends the
    process.
    """
    listed = []
    for source in sources:
        listed.extend(source if isinstance(source, (list, tuple)) else [source])
    if not listed:
        raise TypeError("compile() needs a source: a path or a text")
    if isinstance(flags, str):
        import shlex

        flags = shlex.split(flags)
    return Library(listed, flags, signature, language, custom_adjoint)


def __getattr__(name):
    if name in _PARTS:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module 'zymase' has no attribute {name!r}")


__all__ = [
    "CompileError", "ExecutionError", "Explanation", "Library", "SignatureError", "ZymaseError", "__version__", "compile",
]
