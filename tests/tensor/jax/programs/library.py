"""Functions of JAX's libraries that are programs by themselves: series, fractions, rejection, factorisations."""

import jax
import jax.numpy as jnp
import jax.scipy.linalg as linalg
import jax.scipy.special as special
import jax.scipy.stats as stats
from jax import lax

from . import complex_normal, integers, normal, positive_definite, program, uniform


@program(normal(5, 4, scale=2.0))
def activations(x):
    names = ["celu", "selu", "silu", "mish", "hard_tanh", "hard_swish", "soft_sign", "log_sigmoid", "squareplus", "relu6"]
    return [getattr(jax.nn, name)(x) for name in names]


@program(normal(3, 8))
def gated_and_standardised(x):
    return jax.nn.glu(x, axis=1), jax.nn.standardize(x, axis=0), jax.nn.logmeanexp(x, axis=1)


@program(normal(4, 6), integers(4, high=6))
def smoothed_labels(logits, labels):
    targets = 0.9 * jax.nn.one_hot(labels, 6, dtype=logits.dtype) + 0.1 / 6
    return -jnp.sum(targets * jax.nn.log_softmax(logits, axis=-1), axis=-1)


@program(uniform(5, low=0.5, high=4.0), uniform(5, low=0.3, high=6.0))
def incomplete_gamma(a, x):
    return special.gammainc(a, x) + special.gammaincc(a, x) ** 2


@program(uniform(3, low=0.1, high=0.9))
def incomplete_beta(x):
    a, b = jnp.asarray([0.6, 1.5, 3.0], x.dtype), jnp.asarray([2.5, 0.7, 1.1], x.dtype)
    return special.betainc(a, b, x)


@program(uniform(5, low=0.05, high=0.95))
def inverses_of_distributions(p):
    return special.ndtri(p), special.logit(p), lax.erf_inv(2 * p - 1) ** 2, special.log_ndtr(4 * p - 3)


@program(uniform(4, low=0.5, high=4.0))
def gamma_functions(x):
    return special.digamma(x), special.polygamma(1, x), special.polygamma(2, x), special.gamma(x), special.zeta(3.0, x)


@program(uniform(5, low=0.2, high=3.0), uniform(5, low=0.2, high=3.0))
def entropies(x, y):
    return special.entr(x), special.rel_entr(x, y), special.kl_div(x, y), special.xlogy(x, y), special.xlog1py(y, x)


@program(uniform(4, low=-3.0, high=3.0))
def more_bessel_functions(x):
    return special.i0(x), special.i1(x), special.i1e(x) * special.i0e(x), jnp.sinc(x), special.expi(jnp.abs(x) + 0.5)


@program(normal(6), uniform(6, low=0.5, high=2.0), uniform(6, low=2.0, high=5.0))
def densities(x, scale, shape):
    positive = jnp.exp(x)
    return (
        stats.norm.logpdf(x, 0.3, scale) + stats.t.logpdf(x, shape) + stats.laplace.logpdf(x, 0.0, scale),
        stats.gamma.logpdf(positive, shape, scale=scale) + stats.expon.logpdf(positive, scale=scale),
        stats.cauchy.logcdf(x, 0.1, scale) + stats.logistic.cdf(x / scale) + stats.pareto.logpdf(positive + 1, shape),
    )


@program(normal(3), positive_definite(3), normal(4, 3))
def multivariate_normal(mean, covariance, x):
    return stats.multivariate_normal.logpdf(x, mean, covariance)


@program(normal(9), uniform(9, low=0.2, high=1.0))
def kernel_density(data, weights):
    return stats.gaussian_kde(data, weights=weights)(jnp.linspace(-1.0, 1.0, 5).astype(data.dtype))


@program(normal(4, 3))
def least_squares_and_pseudo_inverse(a):
    b = jnp.arange(4.0, dtype=a.dtype)
    return jnp.linalg.lstsq(a, b)[0], jnp.linalg.pinv(a)


@program(normal(3, 5))
def wide_factors(a):
    q, r = jnp.linalg.qr(a[:, :3])
    u, s, v = jnp.linalg.svd(a, full_matrices=False)
    return jnp.abs(r), q**2, s, (u * s**2) @ v


@program(normal(2, 4, 4))
def stacked_systems(a):
    a = a + 4 * jnp.eye(4, dtype=a.dtype)
    sign, logarithm = jnp.linalg.slogdet(a)
    p, l, u = linalg.lu(a[0])
    return logarithm, jnp.linalg.matrix_power(a, 3), jnp.linalg.solve(a, jnp.ones((2, 4, 1), a.dtype)), l, u


@program(complex_normal(3, 3), complex_normal(3, 2))
def complex_systems(a, b):
    a = a + 3 * jnp.eye(3, dtype=a.dtype)
    h = a @ jnp.conj(a).T
    return jnp.linalg.solve(a, b), jnp.linalg.eigvalsh(h), jnp.linalg.det(a), jnp.linalg.cholesky(h)


@program(positive_definite(4), positive_definite(4))
def functions_of_matrices(a, b):
    values, vectors = jnp.linalg.eigh(a)
    root = (vectors * jnp.sqrt(values)) @ vectors.T
    return root, linalg.expm(-b / 4), jnp.linalg.multi_dot([a, b, root])


@program(normal(4, 4), complex_normal(3, 3))
def eigenvalues_without_symmetry(a, b):
    values = jnp.linalg.eigvals(a)
    return jnp.sum(jnp.exp(values)), jnp.sum(jnp.abs(values) ** 3), jnp.sum(jnp.linalg.eigvals(b) ** 2)


@program(normal(6, 3), normal(3, 3, 4))
def ragged_products(x, w):
    return lax.ragged_dot(x, w, jnp.array([1, 3, 2], jnp.int32)) ** 2


@program(normal(3, 4, 10))
def real_transforms(x):
    spectrum = jnp.fft.rfft2(x)
    shifted = jnp.fft.fftshift(jnp.abs(jnp.fft.fft(x, axis=1)), axes=1)
    return jnp.fft.irfft2(spectrum * jnp.abs(spectrum)), shifted, jnp.fft.irfft(spectrum, n=8), jnp.fft.hfft(spectrum)


@program(complex_normal(2, 3, 4))
def transforms_in_three_dimensions(z):
    return jnp.fft.fftn(z), jnp.angle(jnp.fft.ifftn(z)), jnp.fft.fft(z, n=6, axis=1, norm="ortho")


@program(complex_normal(5), complex_normal(5))
def more_complex_functions(z, w):
    polar = jnp.abs(w) * jnp.exp(1j * jnp.angle(z))
    return polar, z**w, jnp.tanh(z), jnp.arctan(w / 4), jnp.log1p(z), jnp.expm1(w), z**3 / w, jnp.sinh(z) * jnp.cosh(w)


def quotients_of_complex_numbers(z, w):
    return z / jnp.abs(z) * w, jnp.cumsum(z) * jnp.cumprod(w), jnp.prod(z), jnp.real(jnp.sum(z * jnp.conj(w)))


@program(complex_normal(5), complex_normal(5), reference=quotients_of_complex_numbers)
def signs_of_complex_numbers(z, w):
    return jnp.sign(z) * w, jnp.cumsum(z) * jnp.cumprod(w), jnp.prod(z), jnp.real(jnp.sum(z * jnp.conj(w)))


@program(normal(6), normal(4))
def polynomials_and_convolutions(x, p):
    return jnp.polyval(p, x), jnp.convolve(x, p, mode="same"), jnp.correlate(x, p, mode="full"), jnp.polymul(p, x)


@program(normal(4, 5), normal(4))
def sums_in_windows(x, w):
    return jnp.trapezoid(x, axis=1), jnp.diff(x, n=2), jnp.gradient(x, axis=0), jnp.cov(x), jnp.average(x, 0, w**2)


@program(normal(12))
def order_statistics(x):
    return jnp.percentile(x, jnp.array([10.0, 50.0, 90.0]).astype(x.dtype)), jnp.nanmax(x), jnp.sort(x, descending=True), x[jnp.argsort(-x)] * x


def segments_by_masks(x, segments):
    masks = [segments == number for number in range(3)]
    totals = jnp.stack([jnp.prod(jnp.where(mask, x[0], 1.0)) for mask in masks])
    means = jnp.stack([jnp.sum(jnp.where(mask, x[1], 0.0)) / (1 + jnp.sum(mask)) for mask in masks])
    least = jnp.stack([jnp.min(jnp.where(mask, x[2], jnp.inf)) for mask in masks])
    return totals, means, least.clip(-2.0, 2.0)


@program(normal(3, 6), integers(6, high=3), reference=segments_by_masks)
def segments(x, segments):
    totals = jax.ops.segment_prod(x[0], segments, num_segments=3)
    means = jax.ops.segment_sum(x[1], segments, 3) / (1 + jnp.bincount(segments, length=3))
    return totals, means, jax.ops.segment_min(x[2], segments, 4, indices_are_sorted=False)[:3].clip(-2.0, 2.0)
