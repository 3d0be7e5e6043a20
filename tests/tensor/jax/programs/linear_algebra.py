"""Factorisations, solutions of systems, products."""

import jax
import jax.numpy as jnp
import jax.scipy.linalg as linalg
from jax import lax

from . import complex_normal, normal, positive_definite, program


@program(normal(6, 2), normal(6), normal(3))
def gaussian_process(x, y, parameters):
    length, amplitude, noise = jnp.exp(parameters)
    distance = jnp.sum((x[:, None] - x[None]) ** 2, -1)
    kernel = amplitude * jnp.exp(-0.5 * distance / length**2) + (noise + 0.1) * jnp.eye(6, dtype=x.dtype)
    root = jnp.linalg.cholesky(kernel)
    alpha = linalg.solve_triangular(root, y, lower=True)
    return 0.5 * alpha @ alpha + jnp.sum(jnp.log(jnp.diag(root)))


@program(positive_definite(4))
def cholesky(a):
    return jnp.linalg.cholesky(a)


@program(normal(4, 4, shift=1.0), normal(4, 2))
def triangular_solve(a, b):
    a = a + 4 * jnp.eye(4, dtype=a.dtype)
    return linalg.solve_triangular(a, b, lower=True, trans=1) + linalg.solve_triangular(a, b, unit_diagonal=True)


@program(positive_definite(4), normal(4, 3), symmetric=(0,))
def cholesky_solve(a, b):
    return linalg.cho_solve(linalg.cho_factor(a), b)


@program(normal(4, 4), normal(4))
def solve(a, b):
    return jnp.linalg.solve(a + 4 * jnp.eye(4, dtype=a.dtype), b)


@program(normal(3, 3))
def determinant_and_inverse(a):
    a = a + 3 * jnp.eye(3, dtype=a.dtype)
    return jnp.linalg.det(a), jnp.linalg.slogdet(a)[1], jnp.linalg.inv(a)


@program(normal(5, 3))
def qr(a):
    q, r = jnp.linalg.qr(a)
    return q, r


@program(positive_definite(4))
def eigenvalues(a):
    values, vectors = jnp.linalg.eigh(a)
    return values, vectors**2


@program(normal(4, 3))
def singular_values(a):
    return jnp.linalg.svd(a, compute_uv=False)


@program(normal(3, 3, scale=0.3))
def matrix_exponential(a):
    return linalg.expm(a)


@program(normal(2, 3, 4), normal(2, 4, 5), normal(5, 3))
def einsums(a, b, c):
    return jnp.einsum("bij,bjk,kl->bil", a, b, c) * jnp.einsum("bij,bjk->b", a, b)[:, None, None]


@program(complex_normal(3, 3), complex_normal(3))
def complex_products(a, x):
    y = a @ x + jnp.conj(a).T @ jnp.conj(x)
    return jnp.real(jnp.vdot(y, y)), jnp.exp(y / 5), jnp.sqrt(y)


@program(normal(8), normal(8))
def fourier_convolution(x, y):
    return jnp.real(jnp.fft.ifft(jnp.fft.fft(x) * jnp.fft.fft(y)))


@program(normal(12))
def power_spectrum(x):
    return jnp.log(jnp.abs(jnp.fft.rfft(x)) ** 2 + 1.0)


@program(normal(9), normal(5))
def filter_by_real_transform(x, gains):
    return jnp.fft.irfft(jnp.fft.rfft(x) * gains, n=9)


@program(complex_normal(4, 6))
def fourier_in_the_plane(z):
    return jnp.abs(jnp.fft.fft2(z)), jnp.fft.ifft(z, axis=0)


@program(normal(5, 5), normal(5, 5))
def norms_and_traces(a, b):
    return jnp.trace(a @ b.T), jnp.linalg.norm(a), jnp.linalg.norm(b, axis=0), jnp.kron(a[:2, :2], b[:2, :2])


@program(positive_definite(3), normal(3, 3))
def gaussian_divergence(a, root):
    b = root @ root.T + jnp.eye(3, dtype=a.dtype)
    la, lb = jnp.linalg.cholesky(a), jnp.linalg.cholesky(b)
    m = lax.linalg.triangular_solve(lb, la, left_side=True, lower=True)
    return 0.5 * jnp.sum(m**2) + jnp.sum(jnp.log(jnp.diag(lb)) - jnp.log(jnp.diag(la)))


@program(normal(4, 4, scale=0.2), normal(4))
def conjugate_gradient(root, b):
    a = root @ root.T + jnp.eye(4, dtype=b.dtype)

    def step(state, _):
        x, r, p = state
        ap = a @ p
        alpha = (r @ r) / (p @ ap)
        s = r - alpha * ap
        return (x + alpha * p, s, s + (s @ s) / (r @ r) * p), None

    return lax.scan(step, (jnp.zeros_like(b), b, b), length=3)[0][0]
