"""Compares derivatives that `zymase grad` makes of JAX programs with those of JAX.

    python collection.py --zymase target/release/zymase [--filter NAME] [--report REPORT.html]

Each program is lowered by JAX and differentiated by `zymase grad`, in reverse and in forward mode, in f64 and in f32. What comes
out is run by XLA (jaxlib's CPU client) and by `zymase run`, and compared with `jax.vjp` and `jax.jvp` at random seeds:

- f64: the largest difference of an array is at most 1e-12 of its largest number;
- f32: the largest error against f64 is at most four times that of JAX, whose error counts at least as one rounding of the
  largest number.

Prints a line for each program, and ends with status 1 if one fails that `expected_failures.txt` does not list (a name, a colon
and why), or if one that is listed has become right.
"""

import argparse
import html
import pathlib
import subprocess
import sys
import tempfile
import time
import traceback

import jax

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")

import jax.numpy as jnp
import numpy as np
from jax._src.interpreters import mlir
from jaxlib import xla_client
from jaxlib.mlir import ir

import programs

HERE = pathlib.Path(__file__).parent
DEVICE = jax.devices("cpu")[0]
NARROW = {np.dtype("float64"): np.float32, np.dtype("complex128"): np.complex64}


def is_float(array):
    return np.issubdtype(array.dtype, np.inexact)


def narrowed(array):
    return np.asarray(array, NARROW.get(np.asarray(array).dtype, np.asarray(array).dtype))


def widened(array):
    wide = {np.dtype("float32"): np.float64, np.dtype("complex64"): np.complex128}
    return np.asarray(array, wide.get(np.asarray(array).dtype, np.asarray(array).dtype))


def random_like(arrays, seed):
    random = np.random.default_rng(seed)
    made = []
    for array in arrays:
        value = random.standard_normal(array.shape)
        if np.issubdtype(array.dtype, np.complexfloating):
            value = value + 1j * random.standard_normal(array.shape)
        made.append(np.asarray(value, array.dtype))
    return made


def flat(function):
    """The function with a list of arrays as its result."""
    return lambda *arguments: jax.tree.leaves(function(*arguments))


def lower(function, arguments):
    return jax.jit(flat(function), keep_unused=True).lower(*arguments).as_text()


def run_by_xla(text, arguments):
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        devices = xla_client.DeviceList((DEVICE,))
        executable = DEVICE.client.compile_and_load(module, devices, xla_client.CompileOptions())
        results = executable.execute_sharded([jax.device_put(a, DEVICE) for a in arguments])
        return [np.asarray(shards[0]) for shards in results.disassemble_into_single_device_arrays()]


class Zymase:
    def __init__(self, binary, folder):
        self.binary, self.folder = binary, pathlib.Path(folder)

    def call(self, *arguments):
        command = [self.binary, *map(str, arguments)]
        finished = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if finished.returncode != 0:
            raise RuntimeError(finished.stderr.strip().replace(str(self.folder), ""))

    def grad(self, text, mode):
        source, target = self.folder / "program.mlir", self.folder / f"{mode}.mlir"
        source.write_text(text)
        self.call("grad", source, "--mode", mode, "-o", target)
        return target.read_text()

    def run(self, text, arguments, count):
        source = self.folder / "run.mlir"
        source.write_text(text)
        inputs = [self.folder / f"in{place}.npy" for place in range(len(arguments))]
        outputs = [self.folder / f"out{place}.npy" for place in range(count)]
        for path, array in zip(inputs, arguments):
            np.save(path, np.asarray(array))
        options = ["--input", *inputs] if inputs else []
        self.call("run", source, *options, "--output", *outputs)
        return [np.load(path) for path in outputs]


def derivatives_of_jax(function, arguments, seeds, tangents, mode):
    """Gradients, or results and tangents, in the order in which `zymase grad` gives them."""
    active = [place for place, array in enumerate(arguments) if is_float(array)]

    def of_active(*values):
        all_values = list(arguments)
        for place, value in zip(active, values):
            all_values[place] = value
        return flat(function)(*all_values)

    values = [arguments[place] for place in active]
    if mode == "forward":
        results, found = jax.jit(lambda x, t: jax.jvp(of_active, x, t))(tuple(values), tuple(tangents))
        found = [tangent for result, tangent in zip(results, found) if is_float(result)]
        return [np.asarray(array) for array in [*results, *found]]

    def of_floats(*values):
        return [result for result in of_active(*values) if is_float(result)]

    pull = jax.jit(lambda values, seeds: jax.vjp(of_floats, *values)[1](seeds))
    return [np.asarray(array) for array in pull(values, seeds)]


def largest(array):
    return float(np.max(np.abs(array), initial=0.0))


def error(found, truth):
    """The largest error of an array; infinite where shapes, types or numbers that are not finite differ."""
    if found.shape != truth.shape:
        return np.inf
    if not is_float(truth):
        return 0.0 if np.array_equal(found, truth) else np.inf
    odd = ~(np.isfinite(found) & np.isfinite(truth))
    if odd.any() and not np.array_equal(found[odd], widened(truth)[odd].astype(found.dtype), equal_nan=True):
        return np.inf
    return largest((found - truth)[~odd])


def compare(name, found, truth, own):
    """Complains where an array differs too much from the truth. `own` is what JAX gives in f32, or nothing in f64."""
    if len(found) != len(truth):
        return [f"{name}: {len(found)} arrays instead of {len(truth)}"]
    complaints = []
    for place, (array, expected) in enumerate(zip(found, truth)):
        size = largest(expected[np.isfinite(expected)]) if is_float(expected) else 0.0
        if own is None:
            allowed = 1e-12 * size
        else:
            allowed = 4 * max(error(widened(own[place]), expected), np.finfo(np.float32).eps / 2 * size)
        if array.dtype != (expected if own is None else own[place]).dtype:
            complaints.append(f"{name}, array {place}: {array.dtype} instead of {expected.dtype}")
        wrong = error(widened(array), expected)
        if not wrong <= allowed:
            complaints.append(f"{name}, array {place}: error {wrong:.2e} of {size:.2e}, allowed {allowed:.2e}")
    return complaints


def check(program, zymase):
    """What is wrong with the derivatives of a program; an empty list when all is well."""
    complaints = []
    for precision in ["f64", "f32"]:
        is_wide = precision == "f64"
        arguments = [array if is_wide else narrowed(array) for array in program.arguments]
        text = lower(program.function, arguments)
        results = jax.eval_shape(flat(program.function), *arguments)
        seeds = random_like([result for result in results if np.issubdtype(result.dtype, np.inexact)], 1)
        tangents = random_like([array for array in arguments if is_float(array)], 2)
        wide = [[widened(array) for array in arrays] for arrays in [arguments, seeds, tangents]]
        for mode in ["reverse", "forward"]:
            truth = derivatives_of_jax(program.reference, *wide, mode)
            own = None if is_wide else derivatives_of_jax(program.reference, arguments, seeds, tangents, mode)
            inputs = [*arguments, *(seeds if mode == "reverse" else tangents)]
            try:
                derivative = zymase.grad(text, mode)
            except Exception as problem:
                complaints.append(f"{precision} {mode} grad: {first_lines(problem)}")
                continue
            runners = {"xla": lambda: run_by_xla(derivative, inputs), "zymase run": lambda: zymase.run(derivative, inputs, len(truth))}
            for runner, run in runners.items():
                try:
                    complaints += compare(f"{precision} {mode} by {runner}", run(), truth, own)
                except Exception as problem:
                    complaints.append(f"{precision} {mode} by {runner}: {first_lines(problem)}")
    return complaints


def first_lines(problem):
    return "\n    ".join(str(problem).splitlines()[:3]) or repr(problem)


def expected_failures():
    path = HERE / "expected_failures.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    pairs = [line.split(":", 1) for line in lines if line.strip() and not line.startswith("#")]
    return {name.strip(): why.strip() for name, why in pairs}


def write_report(path, rows):
    cells = "".join(
        f"<tr class={kind}><td>{family}<td>{name}<td>{kind}<td>{seconds:.1f}<td><pre>{html.escape(chr(10).join(complaints))}</pre>"
        for family, name, kind, seconds, complaints in rows
    )
    style = "body{font:14px sans-serif}td{padding:2px 8px;vertical-align:top}.wrong{background:#fdd}.expected{background:#ffd}pre{margin:0;white-space:pre-wrap}"
    head = "<tr><th>family<th>program<th>verdict<th>seconds<th>differences"
    path.write_text(f"<!doctype html><meta charset=utf-8><title>Derivatives of JAX programs</title><style>{style}</style><table>{head}{cells}</table>")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zymase", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--report", type=pathlib.Path)
    options = parser.parse_args()
    chosen = [program for program in programs.load() if options.filter in f"{program.family}/{program.name}"]
    expected = expected_failures()
    rows, surprises = [], 0
    with tempfile.TemporaryDirectory() as folder:
        zymase = Zymase(str(pathlib.Path(options.zymase).resolve()), folder)
        for program in chosen:
            start = time.monotonic()
            try:
                complaints = check(program, zymase)
            except Exception:
                complaints = traceback.format_exc().splitlines()[-6:]
            seconds = time.monotonic() - start
            is_expected = program.name in expected
            kind = ("expected" if is_expected else "wrong") if complaints else ("surprise" if is_expected else "right")
            surprises += kind in ["wrong", "surprise"]
            rows.append((program.family, program.name, kind, seconds, complaints))
            print(f"{kind:9} {program.family}/{program.name} ({seconds:.1f} s)", flush=True)
            for complaint in complaints if kind == "wrong" else []:
                print(f"    {complaint}", flush=True)
    if options.report:
        write_report(options.report, rows)
    count = lambda kind: sum(row[2] == kind for row in rows)
    print(f"{count('right')} of {len(rows)} programs have the derivatives of JAX; {count('expected')} are known not to; {surprises} surprises")
    sys.exit(1 if surprises or not rows else 0)


if __name__ == "__main__":
    main()
