"""Compares derivatives that `zymase grad` makes of JAX programs with those of JAX.

    python collection.py --zymase target/release/zymase [--filter NAME] [--every N [--first K]] [--report REPORT.html]

Each program is lowered by JAX and differentiated by `zymase grad`, in reverse and in forward mode, in f64 and in f32. What comes
out is run by XLA (jaxlib's CPU client) and by `zymase run`, and compared with `jax.vjp` and `jax.jvp` at random seeds:

- f64: the largest difference of an array is at most 1e-12 of its largest number;
- f32: the error against f64 is at most four times that of JAX. An error is the root mean square, over a few inputs that are nearly the
  same, of the largest error of an array: roundings of one input may happen to cancel. That of JAX counts at least as one
  rounding of the largest number.

Prints a line for each program, and ends with status 1 if one differs, 2 if there is none of that name.
"""

import argparse
import concurrent.futures
import dataclasses
import html
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import traceback

import jax

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")

import numpy as np
from jax._src.interpreters import mlir
from jaxlib import xla_client
from jaxlib.mlir import ir

import programs

INPUTS = 12
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


def compiled_by_xla(text):
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        devices = xla_client.DeviceList((DEVICE,))
        executable = DEVICE.client.compile_and_load(module, devices, xla_client.CompileOptions())

    def run(arguments):
        results = executable.execute_sharded([jax.device_put(a, DEVICE) for a in arguments])
        return [np.asarray(shards[0]) for shards in results.disassemble_into_single_device_arrays()]

    return run


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

    def runner(self, text, count):
        source = self.folder / "run.mlir"
        source.write_text(text)

        def run(arguments):
            inputs = [self.folder / f"in{place}.npy" for place in range(len(arguments))]
            outputs = [self.folder / f"out{place}.npy" for place in range(count)]
            for path, array in zip(inputs, arguments):
                np.save(path, np.asarray(array))
            options = ["--input", *inputs] if inputs else []
            self.call("run", source, *options, "--output", *outputs)
            return [np.load(path) for path in outputs]

        return run


def derivatives_of_jax(function, is_active, mode):
    """From arguments and seeds or tangents to gradients, or results and tangents, in the order in which `zymase grad` gives them."""

    def derivative(arguments, directions):
        def of_active(*values):
            values = iter(values)
            return flat(function)(*[next(values) if active else value for value, active in zip(arguments, is_active)])

        def of_floats(*values):
            return [result for result in of_active(*values) if is_float(result)]

        values = [value for value, active in zip(arguments, is_active) if active]
        if mode == "reverse":
            return jax.vjp(of_floats, *values)[1](directions)
        results, found = jax.jvp(of_active, tuple(values), tuple(directions))
        return [*results, *[tangent for result, tangent in zip(results, found) if is_float(result)]]

    compiled = jax.jit(derivative)
    return lambda arguments, directions: [np.asarray(array) for array in compiled(arguments, directions)]


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


@dataclasses.dataclass
class Samples:
    """Arguments, seeds or tangents, what is true and, in f32, what JAX gives; one of each for every input."""

    arguments: list
    directions: list
    truth: list
    own: list | None


def nearby(array, number):
    """The array, a little smaller in each input after the first; symmetric and positive matrices stay so."""
    return np.asarray(array * (1 - 0.01 * np.random.default_rng(number).random()), array.dtype) if number and is_float(array) else array


def symmetric_part(matrix):
    return (matrix + matrix.T) / 2


def samples(program, arguments, mode):
    is_wide = all(array.dtype not in NARROW.values() for array in arguments)
    is_active = [is_float(array) for array in arguments]
    places = [place for place, active in enumerate(is_active) if active]
    results = jax.eval_shape(flat(program.function), *arguments)
    ends = [result for result in results if np.issubdtype(result.dtype, np.inexact)]
    by_jax = derivatives_of_jax(program.reference, is_active, mode)
    made = Samples([], [], [], None if is_wide else [])
    for number in range(1 if is_wide else INPUTS):
        inputs = [nearby(array, number) for array in arguments]
        if mode == "reverse":
            directions = random_like(ends, 2 * number + 1)
        else:
            directions = random_like([array for array in inputs if is_float(array)], 2 * number + 2)
            directions = [symmetric_part(array) if place in program.symmetric else array for place, array in zip(places, directions)]
        made.arguments.append(inputs)
        made.directions.append(directions)
        made.truth.append(by_jax([widened(array) for array in inputs], [widened(array) for array in directions]))
        if not is_wide:
            made.own.append(by_jax(inputs, directions))
    return made


def mean(errors):
    return float(np.sqrt(np.mean(np.square(errors))))


def compare(name, found, made, symmetric):
    """Complains where an array differs too much from the truth; `symmetric` are places of gradients by symmetric matrices."""
    if any(len(arrays) != len(made.truth[0]) for arrays in found):
        return [f"{name}: {len(found[0])} arrays instead of {len(made.truth[0])}"]
    complaints = []
    for place in range(len(made.truth[0])):
        part = symmetric_part if place in symmetric else lambda array: array
        of_all = lambda arrays: [part(widened(one[place])) for one in arrays]
        truth = of_all(made.truth)
        sizes = [largest(array[np.isfinite(array)]) if is_float(array) else 0.0 for array in truth]
        if made.own is None:
            allowed = 1e-12 * sizes[0]
        else:
            rounding = np.finfo(np.float32).eps / 2
            own = [max(error(array, expected), rounding * size) for array, expected, size in zip(of_all(made.own), truth, sizes)]
            allowed = 4 * mean(own)
        expected = (made.truth if made.own is None else made.own)[0][place]
        if found[0][place].dtype != expected.dtype:
            complaints.append(f"{name}, array {place}: {found[0][place].dtype} instead of {expected.dtype}")
        wrong = mean([error(array, expected) for array, expected in zip(of_all(found), truth)])
        if not wrong <= allowed:
            complaints.append(f"{name}, array {place}: error {wrong:.2e} of {max(sizes):.2e}, allowed {allowed:.2e}")
    return complaints


def check(program, zymase):
    """What is wrong with the derivatives of a program; an empty list when all is well."""
    complaints = []
    for precision in ["f64", "f32"]:
        arguments = [array if precision == "f64" else narrowed(array) for array in program.arguments]
        text = lower(program.function, arguments)
        places = [place for place, array in enumerate(arguments) if is_float(array)]
        for mode in ["reverse", "forward"]:
            made = samples(program, arguments, mode)
            symmetric = [places.index(place) for place in program.symmetric] if mode == "reverse" else []
            try:
                derivative = zymase.grad(text, mode)
            except Exception as problem:
                complaints.append(f"{precision} {mode} grad: {first_lines(problem)}")
                continue
            runners = {"xla": lambda: compiled_by_xla(derivative), "zymase run": lambda: zymase.runner(derivative, len(made.truth[0]))}
            for runner, start in runners.items():
                try:
                    run = start()
                    found = [run([*inputs, *directions]) for inputs, directions in zip(made.arguments, made.directions)]
                    complaints += compare(f"{precision} {mode} by {runner}", found, made, symmetric)
                except Exception as problem:
                    complaints.append(f"{precision} {mode} by {runner}: {first_lines(problem)}")
    return complaints


def first_lines(problem):
    return "\n    ".join(str(problem).splitlines()[:3]) or repr(problem)


def verdict(complaints):
    return "wrong" if complaints else "right"


def write_report(path, rows):
    cells = "".join(
        f"<tr class={verdict(complaints)}><td>{family}<td>{name}<td>{verdict(complaints)}<td>{seconds:.1f}<td><pre>{html.escape(chr(10).join(complaints))}</pre>"
        for family, name, seconds, complaints in rows
    )
    style = "body{font:14px sans-serif}td{padding:2px 8px;vertical-align:top}.wrong{background:#fdd}pre{margin:0;white-space:pre-wrap}"
    head = "<tr><th>family<th>program<th>verdict<th>seconds<th>differences"
    path.write_text(f"<!doctype html><meta charset=utf-8><title>Derivatives of JAX programs</title><style>{style}</style><table>{head}{cells}</table>")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zymase", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--every", type=int, default=1, help="only every Nth program")
    parser.add_argument("--first", type=int, default=0, help="the first of those, counted from 0")
    parser.add_argument("--report", type=pathlib.Path)
    options = parser.parse_args()
    chosen = [program for program in programs.load() if options.filter in f"{program.family}/{program.name}"][options.first :: options.every]
    if not chosen:
        sys.exit(2)
    binary = str(pathlib.Path(options.zymase).resolve())

    def examine(program):
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            try:
                complaints = check(program, Zymase(binary, folder))
            except Exception:
                complaints = traceback.format_exc().splitlines()[-6:]
        return program.family, program.name, time.monotonic() - start, complaints

    rows = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for row in pool.map(examine, chosen):
            rows.append(row)
            family, name, seconds, complaints = row
            print(f"{verdict(complaints)}  {family}/{name} ({seconds:.1f} s)", flush=True)
            for complaint in complaints:
                print(f"    {complaint}", flush=True)
    if options.report:
        write_report(options.report, rows)
    right = sum(not complaints for *_, complaints in rows)
    print(f"{right} of {len(rows)} programs have the derivatives of JAX")
    wrong = {name for _, name, _, complaints in rows if complaints}
    surprises = sorted(wrong ^ (known_misses() & {name for _, name, *_ in rows}))
    if surprises:
        print("not as expected_failures.txt says:", ", ".join(surprises))
    sys.exit(1 if surprises else 0)


def known_misses():
    """The programs of expected_failures.txt."""
    lines = (pathlib.Path(__file__).parent / "expected_failures.txt").read_text().splitlines()
    return {line.split(":")[0] for line in lines if line and not line.startswith("#")}


if __name__ == "__main__":
    main()
