"""Compares the rates of the cost model of the tensor optimiser with what XLA takes on this machine.

    python bench/python/calibrate.py [--processor]

Single operations are timed at several sizes; from these follow the time of an operation of a product, of one on elements, of a byte, and of
starting a kernel, which `crates/transform/src/optimise/cost.rs` has as round numbers (femtoseconds). The last table says how well the model with
the measured rates tells the times of other operations. Runs on the device that JAX takes by default.
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np

#: The rates in `cost.rs`: product, element, byte, start.
MODEL = {"cpu": (20_000, 120_000, 60_000, 400_000_000), "gpu": (60, 200, 500, 3_000_000_000)}


def least(function, arguments, clock):
    """The least time of a call, in femtoseconds."""
    compiled = jax.jit(function)
    jax.block_until_ready(compiled(*arguments))
    best, end = np.inf, time.perf_counter() + 0.3
    while time.perf_counter() < end:
        start = clock()
        for _ in range(10):
            result = compiled(*arguments)
        jax.block_until_ready(result)
        best = min(best, (clock() - start) / 10)
    return best * 1e15


def normal(*shape):
    return jnp.asarray(np.random.default_rng(0).standard_normal(shape), jnp.float32)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--processor", action="store_true", help="time of the processor, for machines that others use too")
    clock = time.process_time if parser.parse_args().processor else time.perf_counter
    time_of = lambda function, *arguments: least(function, arguments, clock)
    large = 4096 if jax.default_backend() == "gpu" else 1024

    # What a call costs that does nothing is no part of the model.
    chain = lambda count: lambda x: [x := jnp.sort(x) + x for _ in range(count)][-1]
    one, many = time_of(chain(1), normal(8)), time_of(chain(33), normal(8))
    start = max(0.0, (many - one) / 64)
    call = max(0.0, one - 2 * start)
    a, wide = normal(large, large), normal(64 * 1024 * 1024 // 4)
    product = (time_of(lambda a: a @ a, a) - call - start) / (2 * large**3)
    byte = (time_of(lambda x: x + 1, wide) - call - start) / (2 * wide.nbytes)
    tanh = time_of(jnp.tanh, wide) - call - start
    element = max(0.0, tanh - 2 * byte * wide.nbytes) / (14 * wide.size)
    rates = (product, element, byte, start)
    known = MODEL.get(jax.default_backend(), MODEL["cpu"])
    print(f"{jax.devices()[0].device_kind}: a call that does nothing takes {call * 1e-9:.1f} us\n")
    print("| femtoseconds for | measured | in the model |\n| --- | --: | --: |")
    for name, found, there in zip(("an operation of a product", "one on an element", "a byte", "a kernel"), rates, known):
        print(f"| {name} | {found:.3g} | {there:.3g} |")

    n = large
    cases = {
        "matrix times vector": (lambda a, u: a @ u, (a, normal(n)), 2 * n * n, 0, 4 * n * n),
        "small product": (lambda a: a @ a, (normal(64, 64),), 2 * 64**3, 0, 3 * 4 * 64**2),
        "sum of rows": (lambda a: a.sum(1), (a,), 0, n * n, 4 * n * n),
        "transposition": (lambda a: a.T + 0, (a,), 0, 0, 2 * 4 * n * n),
        "concatenation": (lambda a: jnp.concatenate([a, a]), (a,), 0, 0, 4 * 4 * n * n),
        "exponential": (jnp.exp, (a,), 0, 14 * n * n, 2 * 4 * n * n),
    }
    print("\n| operation | measured, us | with measured rates | in the model |\n| --- | --: | --: | --: |")
    for name, (function, arguments, products, elements, moved) in cases.items():
        told = [p * products + e * elements + b * moved + s for p, e, b, s in (rates, known)]
        print(f"| {name} | {(time_of(function, *arguments) - call) * 1e-9:.1f} | {told[0] * 1e-9:.1f} | {told[1] * 1e-9:.1f} |")


if __name__ == "__main__":
    main()
