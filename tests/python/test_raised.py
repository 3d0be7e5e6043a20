"""`zymase.jax.raised`: the same values as the compiled function, and derivatives of any order."""

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402
from jax.test_util import check_grads  # noqa: E402

import zymase  # noqa: E402

TEXT = """
#include <math.h>
void step(const double *u, double *v, double dt, int n) {
  for (int i = 1; i < n - 1; i++) v[i] = u[i] + dt * (u[i - 1] - 2 * u[i] + u[i + 1]);
  v[0] = u[0]; v[n - 1] = u[n - 1];
}
double energy(const double *x, const double *w, int n) { double s = 0; for (int i = 0; i < n; i++) s += w[i] * sin(x[i]); return s; }
void relax(double *u, int n, int steps) { for (int k = 0; k < steps; k++) for (int i = 1; i < n; i++) u[i] = 0.5 * (u[i] + sin(u[i])); }
void matmul(const double *a, const double *b, double *c, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
"""
U = jnp.sin(jnp.arange(8.0))


@pytest.fixture(scope="module")
def library():
    return zymase.compile(TEXT)


def test_outputs_are_returned_and_fixed_arguments_left_out(library):
    step = zymase.jax.raised(library, "step", fix={"n": 8})
    assert np.allclose(step(U, 0.1), library.step(np.asarray(U), np.zeros(8), 0.1, 8))
    check_grads(step, (U, 0.1), order=3, modes=["fwd", "rev"])
    assert "stablehlo" in jax.jit(step).lower(U, 0.1).as_text() and "custom_call" not in jax.jit(step).lower(U, 0.1).as_text()


def test_transformations_go_together(library):
    energy = zymase.jax.raised(library, "energy", fix={"n": 8})
    both = jnp.stack([U, 2 * U])
    assert np.allclose(jax.vmap(jax.jit(jax.grad(energy)), (0, None))(both, U), jnp.cos(both) * U)
    assert np.allclose(jax.hessian(energy)(U, U), jnp.diag(-jnp.sin(U) * U))
    relax = zymase.jax.raised(library, "relax", fix={"n": 8, "steps": 3})
    assert np.allclose(relax(U), library.relax(np.array(U), 8, 3))
    check_grads(relax, (U,), order=2)


def test_shapes_follow_subscripts(library):
    product = zymase.jax.raised(library, "matmul", fix={"n": 3})
    a, b = jnp.arange(9.0).reshape(3, 3), jnp.eye(3) + 1
    assert np.allclose(product(a, b), a @ b) and product(a.ravel(), b).shape == (3, 3)
    assert np.allclose(jax.grad(lambda a: product(a, b).sum())(a), jnp.ones((3, 3)) @ b.T)


def test_what_cannot_be_raised_is_said(library):
    with pytest.raises(zymase.SignatureError, match="extent of x"):
        zymase.jax.raised(library, "energy")
    with pytest.raises(ValueError, match="no argument 'm'"):
        zymase.jax.raised(library, "energy", fix={"m": 3})
    with pytest.raises(TypeError, match="cannot be fixed"):
        zymase.jax.raised(library, "energy", fix={"x": 3})
    text = '#include <stdio.h>\ndouble f(double x) {\n  printf("%g", x);\n  return x;\n}'
    with pytest.raises(zymase.CompileError, match=":3: `printf`"):
        zymase.jax.raised(text, "f")
