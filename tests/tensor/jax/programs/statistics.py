"""Densities, models and accumulations."""

import jax
import jax.numpy as jnp
import jax.scipy.special as special
from jax import lax

from . import integers, normal, program, uniform


@program(normal(10, 2), normal(3), normal(3, 2), normal(3, 2))
def gaussian_mixture(x, weights, means, scales):
    z = (x[:, None] - means) * jnp.exp(scales)
    return jnp.sum(jax.nn.logsumexp(jax.nn.log_softmax(weights) + jnp.sum(scales, -1) - 0.5 * jnp.sum(z**2, -1), axis=1))


@program(uniform(6, low=80.0, high=120.0), uniform(6, low=0.1, high=0.5), uniform(6, low=0.2, high=2.0))
def black_scholes(spot, volatility, time):
    d1 = (jnp.log(spot / 100.0) + (0.02 + volatility**2 / 2) * time) / (volatility * jnp.sqrt(time))
    d2 = d1 - volatility * jnp.sqrt(time)
    cdf = lambda x: 0.5 * (1 + special.erf(x / 2**0.5))
    return spot * cdf(d1) - 100.0 * jnp.exp(-0.02 * time) * cdf(d2)


@program(normal(8, 3), normal(3), integers(8))
def logistic_regression(x, w, labels):
    z = x @ w
    return jnp.sum(jnp.logaddexp(0.0, z) - labels * z) + 0.5 * w @ w


@program(uniform(5, low=0.5, high=4.0), uniform(5, low=0.5, high=4.0))
def beta_density(a, b):
    return special.gammaln(a + b) - special.gammaln(a) - special.gammaln(b) + special.digamma(a * b)


@program(uniform(5, low=-0.9, high=0.9))
def special_functions(x):
    return jnp.stack([special.erf(x), special.erfc(x), lax.erf_inv(x), jnp.arcsinh(x), jnp.arctanh(x), special.expit(x)])


@program(uniform(4, low=0.5, high=3.0))
def bessel_functions(x):
    return special.i0e(x) + special.i1e(x)


@program(uniform(5, low=0.5, high=3.0), uniform(5, low=0.5, high=3.0))
def powers(x, y):
    return x**y + x**3 + x**-2 + jnp.sqrt(x * y) + jnp.cbrt(y) + jnp.arctan2(x, y) + jnp.hypot(x, y) + jnp.exp2(y)


@program(normal(4, 6))
def cumulative_sum(x):
    return jnp.cumsum(x, axis=1) ** 2 + jnp.cumsum(x[::-1], axis=0)


@program(normal(4, 6))
def cumulative_product(x):
    return jnp.cumprod(x, axis=1)


@program(normal(4, 6))
def cumulative_extrema(x):
    return lax.cummax(x, axis=1) * lax.cummin(x, axis=0)


@program(normal(4, 6))
def cumulative_logsumexp(x):
    return lax.cumlogsumexp(x, axis=1)


@program(uniform(9), normal(9))
def linear_recurrence(a, b):
    def combine(left, right):
        return left[0] * right[0], left[1] * right[0] + right[1]

    return lax.associative_scan(combine, (a, b))[1]


@program(normal(3, 4, 2))
def products_and_extrema(x):
    return jnp.prod(x, axis=(0, 2)), jnp.max(x, axis=1), jnp.min(x), jnp.ptp(x, axis=0)


@program(normal(7))
def rosenbrock(x):
    return jnp.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


@program(normal(20), normal(20))
def correlation(x, y):
    return jnp.corrcoef(x, y)[0, 1], jnp.std(x), jnp.var(y, ddof=1)


@program(normal(6, 4))
def softmax_of_logsumexp(x):
    return jax.nn.softmax(x, axis=0) * jax.nn.logsumexp(x, axis=1, keepdims=True)


@program(uniform(6, low=0.1, high=1.0), normal(3))
def poisson_regression(x, w):
    rate = jnp.exp(w[0] + w[1] * x + w[2] * x**2)
    return jnp.sum(rate - 3 * jnp.log(rate))


@program(normal(2), normal(2), integers(2, low=1, high=1000))
def reparametrised_sample(mean, scale, seed):
    key = jax.random.wrap_key_data(seed.astype(jnp.uint32), impl="threefry2x32")
    noise = jax.random.normal(key, (5, 2), mean.dtype)
    return jnp.mean((mean + jnp.exp(scale) * noise) ** 3)
