"""Compiled functions in JAX, through XLA's typed foreign function interface, and programs of JAX through the tensor level.

>>> import jax, zymase
>>> jax.config.update("jax_enable_x64", True)
>>> f = zymase.jax.function("double f(double x, double y) { return x * x * y; }", "f")
>>> float(jax.grad(f)(3.0, 2.0))
12.0
"""

from ._function import function
from ._raised import raised
from ._tensor import checkpoint, grad, hessian, jacfwd, jacrev, jit, jvp, optimize, value_and_grad, vjp, vmap

__all__ = [
    "checkpoint", "function", "grad", "hessian", "jacfwd", "jacrev", "jit", "jvp", "optimize", "raised", "value_and_grad", "vjp", "vmap",
]
