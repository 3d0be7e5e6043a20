"""StableHLO lowered to native code against XLA on one core: products of matrices, chains of elementwise functions, and some programs.

Usage: taskset -c 0 python bench/lower/xla.py ZYMASE, with JAX installed; XLA runs on one thread.
"""

import os
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
ROUNDS = 60


def best(call):
    call()
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        jax.block_until_ready(call())
        times.append(time.perf_counter() - start)
    return min(times)


def case(zymase, folder, name, function, arguments):
    lowered = jax.jit(function).lower(*arguments)
    module = os.path.join(folder, "module.mlir")
    with open(module, "w") as file:
        file.write(str(lowered.compiler_ir("stablehlo")))
    inputs = []
    for number, argument in enumerate(arguments):
        inputs.append(os.path.join(folder, f"in{number}.npy"))
        np.save(inputs[-1], argument)
    compiled = lowered.compile()
    given = [jax.device_put(argument) for argument in arguments]
    xla = best(lambda: compiled(*given))
    expected = [np.asarray(value) for value in jax.tree_util.tree_leaves(compiled(*given))]
    outputs = [os.path.join(folder, f"out{number}.npy") for number in range(len(expected))]
    command = [zymase, "run", module, "--native", "--repeat", str(ROUNDS), "--input", *inputs, "--output", *outputs]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(f"| {name} | {done.stderr.strip()} |")
        return
    native = float(done.stderr.split()[0])
    errors = [np.max(np.abs(np.load(path) - value)) / np.max(np.abs(value)) for path, value in zip(outputs, expected)]
    print(f"| {name} | {xla * 1e6:.0f} | {native * 1e6:.0f} | {native / xla:.2f} | {max(errors):.1e} |", flush=True)


def main(zymase):
    random = np.random.RandomState(0)
    print("| program | XLA (µs) | native (µs) | ratio | difference |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for size in (64, 256, 512):
            for kind in (np.float32, np.float64):
                given = [random.rand(size, size).astype(kind) for _ in range(2)]
                case(zymase, folder, f"matrix product, {size}, {np.dtype(kind).name}", lambda a, b: a @ b, given)
        for kind in (np.float32, np.float64):
            for size in (10_000, 1_000_000):
                given = [random.rand(size).astype(kind) for _ in range(2)]
                name = f"{size}, {np.dtype(kind).name}"
                case(zymase, folder, f"sums and products, {name}", lambda x, y: 2.5 * x + y * x - 0.5, given)
            given = [random.rand(10_000).astype(kind) for _ in range(2)]
            chain = lambda x, y: jnp.tanh(x) * jnp.exp(-y) + jnp.log1p(x * y)
            case(zymase, folder, f"tanh, exp, log1p, 10000, {np.dtype(kind).name}", chain, given)
        rows = random.rand(256, 512).astype(np.float32)
        case(zymase, folder, "softmax, 256 x 512", lambda x: jax.nn.softmax(x, axis=-1), [rows])
        weights = [random.rand(512, 256).astype(np.float32) * 0.01, random.rand(256, 10).astype(np.float32) * 0.01]
        loss = lambda a, b, x: jnp.sum((jnp.tanh(x @ a) @ b) ** 2)
        case(zymase, folder, "gradient of two layers", jax.grad(loss, (0, 1)), [*weights, rows])
        image, kernel = random.rand(4, 28, 28, 8).astype(np.float32), random.rand(3, 3, 8, 16).astype(np.float32)
        numbers = ("NHWC", "HWIO", "NHWC")
        convolve = lambda x, w: jax.lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=numbers)
        case(zymase, folder, "convolution 3 x 3, 8 to 16 features", convolve, [image, kernel])
        step = lambda _, u: u + 0.1 * (jnp.roll(u, 1) + jnp.roll(u, -1) - 2 * u)
        heat = lambda u: jax.lax.fori_loop(0, 100, step, u)
        case(zymase, folder, "heat, 10000 points, 100 steps", heat, [random.rand(10_000)])


main(sys.argv[1])
