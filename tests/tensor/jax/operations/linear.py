"""Fourier transforms, factorisations and solutions."""

from collections.abc import Iterator

import jax.numpy as jnp
import numpy as np
from jax import lax
from jax._src.lax.linalg import geqrf
from jax.scipy.linalg import expm

from . import COMPLEX, Case, label


def cases(make) -> Iterator[Case]:
    for dtype in [np.float32, np.float64]:
        for shape in [(8,), (3, 7), (2, 4, 6), (5, 1)]:
            x = make.array(dtype, *shape)
            z = make.array(np.result_type(dtype, np.complex64), *shape)
            name = f"{'x'.join(map(str, shape))}_{label(dtype)}"
            yield Case(f"rfft_{name}", lambda x: jnp.fft.rfftn(x), [x], loose=16)
            yield Case(f"fft_{name}", lambda z: (jnp.fft.fftn(z), jnp.fft.fft(z)), [z], loose=16)
            yield Case(f"ifft_{name}", lambda z: jnp.fft.ifftn(z), [z], loose=16)
            if shape[-1] > 1:
                yield Case(f"irfft_{name}", lambda z: (jnp.fft.irfft(z), jnp.fft.irfft(z, n=2 * z.shape[-1] - 1)), [z], loose=16)
    for dtype in [np.float32, np.float64, *COMPLEX]:
        name = label(dtype)
        m = make.array(dtype, 2, 4, 4, scale=1.0)
        adjoint = np.conj(np.swapaxes(m, -1, -2))
        positive = (m @ adjoint + 3 * np.eye(4)).astype(dtype)
        yield Case(f"cholesky_{name}", lambda a: jnp.linalg.cholesky(a), [positive], loose=32)
        yield Case(f"cholesky_fails_{name}", lambda a: lax.linalg.cholesky(a, symmetrize_input=False), [-positive[0]], loose=32)
        for number, options in enumerate(
            [dict(left_side=True, lower=True), dict(left_side=False, lower=True), dict(left_side=True, lower=False, transpose_a=True), dict(left_side=False, lower=False, unit_diagonal=True), dict(left_side=True, lower=True, transpose_a=True, conjugate_a=True)]
        ):
            yield Case(f"triangular_{number}_{name}", lambda a, b, o=options: lax.linalg.triangular_solve(a, b, **o), [positive, m], loose=64)
        yield Case(f"lu_{name}", lambda a: lax.linalg.lu(a), [m], loose=64)
        yield Case(f"lu_tall_{name}", lambda a: lax.linalg.lu(a), [make.array(dtype, 5, 3, scale=1.0)], loose=64)
        yield Case(f"solve_{name}", lambda a, b: jnp.linalg.solve(a, b), [positive, m], loose=64)
        yield Case(f"determinant_{name}", lambda a: (jnp.linalg.det(a), jnp.linalg.slogdet(a)), [m], loose=64)
        yield Case(f"inverse_{name}", lambda a: jnp.linalg.inv(a), [positive], loose=64)
        for shape in [(4, 4), (5, 3), (3, 5), (2, 4, 3)]:
            yield Case(f"qr_{'x'.join(map(str, shape))}_{name}", lambda a: jnp.linalg.qr(a), [make.array(dtype, *shape, scale=1.0)], loose=64)
        yield Case(f"qr_complete_{name}", lambda a: jnp.linalg.qr(a, mode="complete"), [make.array(dtype, 5, 3, scale=1.0)], loose=64)
        yield Case(f"householder_{name}", lambda a: lax.linalg.householder_product(*geqrf(a)), [make.array(dtype, 5, 3, scale=1.0)], loose=64)
        yield Case(f"eigvalsh_{name}", lambda a: jnp.linalg.eigvalsh(a), [positive], loose=64)
        projector = lambda a: (lambda w, v: (v * w[..., None, :]) @ jnp.conj(jnp.swapaxes(v, -1, -2)))(*jnp.linalg.eigh(a))
        yield Case(f"eigh_{name}", projector, [positive], loose=64)
        yield Case(f"svdvals_{name}", lambda a: jnp.linalg.svd(a, compute_uv=False), [m], loose=64)
        again = lambda a: (lambda u, s, v: (u * s[..., None, :]) @ v)(*jnp.linalg.svd(a, full_matrices=False))
        for shape in [(4, 4), (5, 3), (3, 5)]:
            yield Case(f"svd_{'x'.join(map(str, shape))}_{name}", again, [make.array(dtype, *shape, scale=1.0)], loose=64)
        yield Case(f"eigvals_{name}", lambda a: jnp.sort(jnp.abs(jnp.linalg.eigvals(a))), [make.array(dtype, 4, 4, scale=1.0)], loose=256)
        yield Case(f"expm_{name}", expm, [make.array(dtype, 3, 3, scale=0.5)], loose=64)
