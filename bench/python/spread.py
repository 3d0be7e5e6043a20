"""Simulations in C that `zymase.jax.raised` makes, spread over devices, against the compiled program on one thread.

    python bench/python/spread.py [DEVICES]

The devices are threads of this machine: more of them than processors show what exchanges cost, not what devices bring. Fields are compared before
anything is measured. Times are the best of five runs of 20 steps.
"""

import os
import pathlib
import sys
import time

DEVICES = int(sys.argv[1]) if len(sys.argv) > 1 else 8
os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} --xla_force_host_platform_device_count={DEVICES}"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402

import zymase  # noqa: E402

jax.config.update("jax_enable_x64", True)
FIELDS = pathlib.Path(__file__).parents[2] / "tests/python/fields.c"
STEPS, RUNS = 20, 5
rng = np.random.default_rng(1)
# For each function the extent of its fields, these, the axis that is spread, the number it is called with besides, and the shapes it cannot know.
CASES = {
    "heat": (128, [rng.random((128, 128, 128))], 0, 0.1, None),
    "shallow_water": (512, [1 + 0.1 * rng.random((512, 512)), *0.1 * rng.random((2, 512, 512))], 0, 0.05, None),
    "lattice": (256, [1 + 0.1 * rng.random((9, 256, 256))], 1, 0.7, {"f": (9, 256, 256)}),
}


def best(call):
    """The least time of many runs, in milliseconds."""
    least = float("inf")
    for _ in range(RUNS):
        begin = time.perf_counter()
        call()
        least = min(least, time.perf_counter() - begin)
    return 1000 * least


def measure(library, name):
    extent, fields, axis, number, shape = CASES[name]
    raised = zymase.jax.raised(library, name, fix={"n": extent, "steps": STEPS}, shape=shape)
    places = NamedSharding(Mesh(np.array(jax.devices()), ("space",)), PartitionSpec(*[None] * axis, "space"))
    given = [jax.device_put(jnp.asarray(field), places) for field in fields]
    spread = jax.jit(lambda *fields: raised(*fields, number)).lower(*given).compile()
    native = getattr(library, name)
    expected = [field.copy() for field in fields]
    native(*expected, number, extent, STEPS)
    for output, field in zip(jax.tree.leaves(spread(*given)), expected):
        np.testing.assert_allclose(output, field, rtol=1e-10)
    return best(lambda: jax.block_until_ready(spread(*given))), best(lambda: native(*expected, number, extent, STEPS))


if __name__ == "__main__":
    library = zymase.compile(FIELDS)
    print(f"| 20 steps, ms | {DEVICES} devices | compiled, one thread |\n| --- | --: | --: |")
    for name in CASES:
        print("| {} | {:.0f} | {:.0f} |".format(name, *measure(library, name)), flush=True)
