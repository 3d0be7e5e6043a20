"""Compiled functions in JAX, through XLA's typed foreign function interface.

>>> import jax, zymase
>>> jax.config.update("jax_enable_x64", True)
>>> f = zymase.jax.function("double f(double x, double y) { return x * x * y; }", "f")
>>> float(jax.grad(f)(3.0, 2.0))
12.0
"""

from ._function import function

__all__ = ["function"]
