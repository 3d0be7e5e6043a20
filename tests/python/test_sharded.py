"""Simulations in C that run on eight devices: `zymase.jax.raised` under shardings over space. XLA inserts the exchange of halos."""

import os
import pathlib

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402

import zymase  # noqa: E402

N, STEPS = 16, 3
RANDOM = np.random.default_rng(7)
# For each function its fields, the axis that is spread over the devices, and the number it is called with besides.
CASES = {
    "heat": ([RANDOM.random((N, N, N))], 0, 0.1),
    "shallow_water": ([1 + 0.1 * RANDOM.random((N, N)), *RANDOM.random((2, N, N)) * 0.1], 0, 0.05),
    "lattice": ([1 + 0.1 * RANDOM.random((9, N, N))], 1, 0.7),
}


@pytest.fixture(scope="module")
def library():
    return zymase.compile(pathlib.Path(__file__).with_name("fields.c"))


def spread(fields, axis):
    assert len(jax.devices()) == 8
    mesh = Mesh(np.array(jax.devices()), ("space",))
    sharding = NamedSharding(mesh, PartitionSpec(*[None] * axis, "space"))
    return [jax.device_put(jnp.asarray(field), sharding) for field in fields], sharding


def raised(library, name):
    fields, axis, number = CASES[name]
    shape = {"f": (9, N, N)} if name == "lattice" else None
    function = zymase.jax.raised(library, name, fix={"n": N, "steps": STEPS}, shape=shape)

    def step(*fields):
        outputs = function(*fields, number)
        return outputs if isinstance(outputs, tuple) else (outputs,)

    return step, fields, axis, number


@pytest.mark.parametrize("name", CASES)
def test_spread_over_devices_as_on_one(library, name):
    step, fields, axis, number = raised(library, name)
    expected = [field.copy() for field in fields]
    getattr(library, name)(*expected, number, N, STEPS)
    given, sharding = spread(fields, axis)
    compiled = jax.jit(step, out_shardings=(sharding,) * len(given)).lower(*given).compile()
    found = compiled(*given)
    for field, output, native in zip(fields, found, expected):
        assert np.allclose(output, native, rtol=1e-12, atol=1e-14) and not np.allclose(output, field, atol=1e-4)
    text = compiled.as_text()
    assert "collective-permute" in text and "all-gather" not in text


@pytest.mark.parametrize("name", CASES)
def test_gradients_spread_over_devices(library, name):
    step, fields, axis, number = raised(library, name)
    weights = [np.cos(np.arange(field.size)).reshape(field.shape) for field in fields]

    def objective(*fields):
        return sum((weight * jnp.sin(output)).sum() for weight, output in zip(weights, step(*fields)))

    given, sharding = spread(fields, axis)
    places = tuple(range(len(fields)))
    compiled = jax.jit(jax.grad(objective, places), out_shardings=(sharding,) * len(given)).lower(*given).compile()
    gradients = compiled(*given)
    directions = [RANDOM.random(field.shape) for field in fields]
    h = 1e-6
    ahead, behind = ([field + sign * h * direction for field, direction in zip(fields, directions)] for sign in (1, -1))
    for moved in (ahead, behind):
        getattr(library, name)(*moved, number, N, STEPS)
    change = sum((weight * (np.sin(a) - np.sin(b))).sum() for weight, a, b in zip(weights, ahead, behind)) / (2 * h)
    along = sum((np.asarray(gradient) * direction).sum() for gradient, direction in zip(gradients, directions))
    _, tangent = jax.jvp(objective, [jnp.asarray(field) for field in fields], [jnp.asarray(d) for d in directions])
    assert np.allclose(along, change, rtol=1e-6) and np.allclose(along, tangent, rtol=1e-12)
    assert "collective-permute" in compiled.as_text()
