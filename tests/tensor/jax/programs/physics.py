"""Differential equations and simulations."""

import jax
import jax.numpy as jnp
from jax import lax

from . import complex_normal, normal, program, uniform


def runge_kutta(f, y, step):
    k1 = f(y)
    k2 = f(y + step / 2 * k1)
    k3 = f(y + step / 2 * k2)
    k4 = f(y + step * k3)
    return y + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


@program(uniform(2, low=0.5, high=2.0), uniform(4, low=0.5, high=1.5))
def lotka_volterra(y, p):
    def f(y):
        return jnp.stack([p[0] * y[0] - p[1] * y[0] * y[1], p[2] * y[0] * y[1] - p[3] * y[1]])

    return lax.scan(lambda y, _: (runge_kutta(f, y, 0.05), y), y, length=40)


@program(normal(3), uniform(3, low=1.0, high=3.0))
def lorenz(y, p):
    def f(y):
        return jnp.array([p[0] * (y[1] - y[0]), y[0] * (p[1] - y[2]) - y[1], y[0] * y[1] - p[2] * y[2]])

    return lax.fori_loop(0, 30, lambda _, y: runge_kutta(f, y, 0.02), y)


@program(normal(5, 2), normal(5, 2, scale=0.3), uniform(5))
def bodies_under_gravity(x, v, mass):
    def acceleration(x):
        d = x[None] - x[:, None]
        return jnp.sum(mass[None, :, None] * d / (jnp.sum(d**2, -1, keepdims=True) + 0.1) ** 1.5, 1)

    def step(state, _):
        x, v = state
        v = v + 0.05 * acceleration(x)
        return (x + 0.05 * v, v), None

    return lax.scan(step, (x, v), length=10)[0]


@program(normal(16), uniform(1, low=0.1, high=0.4))
def heat_equation(u, k):
    def step(u, _):
        return u + k * (jnp.roll(u, 1) - 2 * u + jnp.roll(u, -1)), None

    return lax.scan(step, u, length=20)[0]


@program(normal(6, 6), uniform(6, 6, low=0.5, high=1.0))
def wave_in_the_plane(u, speed):
    def step(state, _):
        before, now = state
        laplace = -4 * now
        for axis in range(2):
            laplace += jnp.roll(now, 1, axis) + jnp.roll(now, -1, axis)
        return (now, 2 * now - before + 0.1 * speed**2 * laplace), None

    return lax.scan(step, (u, u), length=8)[0][1]


@program(complex_normal(8), normal(8))
def schroedinger(psi, potential):
    momentum = jnp.fft.fftfreq(8).astype(potential.dtype) * 6.0

    def step(psi, _):
        psi = psi * jnp.exp(-0.05j * potential)
        return jnp.fft.ifft(jnp.fft.fft(psi) * jnp.exp(-0.05j * momentum**2)), None

    psi = lax.scan(step, psi, length=5)[0]
    return jnp.abs(psi) ** 2


@program(normal(6, 3), normal(6, 3))
def lennard_jones(x, _):
    d = x[:, None] - x[None] + 2.0 * jnp.eye(6, dtype=x.dtype)[..., None]
    r6 = 1 / (jnp.sum(d**2, -1) + 0.5) ** 3
    return jnp.sum(r6**2 - r6)


@program(normal(4), normal(4))
def forces_of_a_potential(x, v):
    def energy(x):
        return jnp.sum(jnp.cos(x[:-1] - x[1:]) + 0.1 * x[1:] ** 4)

    return jax.grad(energy)(x) * v, jax.jvp(jax.grad(energy), (x,), (v,))[1]


@program(uniform(3, low=0.2, high=1.0))
def geodesic(x):
    def metric(x):
        return jnp.diag(1 + x**2)

    derivative = jax.jacfwd(metric)(x)
    return jnp.einsum("ij,jkl->ikl", jnp.diag(1 / (1 + x**2)), derivative)
