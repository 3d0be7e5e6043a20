"""Reads modules in bytecode, as `jax.export` writes them, with `zymase`, and compares what they compute.

    python bytecode.py --zymase target/release/zymase
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import jax

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")

import jax.numpy as jnp
import numpy as np
from jax import export, lax


def softmax_of_sine(x):
    return jax.nn.softmax(jnp.sin(x)) * 2


def power_of_matrix(x):
    return lax.fori_loop(0, 5, lambda _, y: y @ x * 0.5, jnp.eye(3))


def sorted_sums(x):
    return jnp.cumsum(jnp.sort(x, axis=0), axis=0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zymase", required=True)
    zymase = parser.parse_args().zymase
    x = np.random.default_rng(3).standard_normal((3, 3))
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        np.save(folder / "x.npy", x)
        for function in [softmax_of_sine, power_of_matrix, sorted_sums]:
            module, result = folder / "module.mlirbc", folder / "result.npy"
            module.write_bytes(export.export(jax.jit(function))(x).mlir_module_serialized)
            command = [zymase, "run", module, "--input", folder / "x.npy", "--output", result]
            environment = {**os.environ, "ZYMASE_PYTHON": sys.executable}
            done = subprocess.run(command, env=environment, capture_output=True, text=True)
            is_right = done.returncode == 0 and np.allclose(np.load(result), function(x), rtol=1e-12)
            print("right" if is_right else f"wrong  {done.stderr}", function.__name__)
            wrong += not is_right
    sys.exit(wrong != 0)


main()
