"""Compares what `zymase opt` makes of JAX programs with what JAX computes, and times both under XLA.

    python optimisation.py --zymase target/release/zymase [--filter NAME] [--every N]      values and gradients of all programs
    python optimisation.py --zymase target/release/zymase --table [--size 512]              times of the table of linear algebra
    python optimisation.py --zymase target/release/zymase --times [--filter NAME]          times of all programs

A program is lowered by JAX, optimised, and run by XLA (f64: the largest difference of an array is at most 1e-9 of its largest number);
then what was optimised is differentiated by `zymase grad`, optimised again, and compared with the derivative of what was not
optimised.

The table has, for each program, the time of plain JAX divided by that of the optimised program, for values and for gradients; the least
of many runs counts.
"""

import argparse
import pathlib
import sys
import tempfile
import time

import collection
import jax
import jax.numpy as jnp
import numpy as np
import programs
from collection import DEVICE, Zymase, flat, is_float, largest, lower, random_like
from jax._src.interpreters import mlir
from jaxlib import xla_client
from jaxlib.mlir import ir


class Optimiser(Zymase):
    def opt(self, text, *options):
        source, target = self.folder / "before.mlir", self.folder / "after.mlir"
        source.write_text(text)
        self.call("opt", source, *options, "-o", target)
        return target.read_text()


def differences(what, found, expected):
    if len(found) != len(expected):
        return [f"{what}: {len(found)} arrays instead of {len(expected)}"]
    complaints = []
    for place, (a, b) in enumerate(zip(found, expected)):
        b = np.asarray(b)
        if a.shape != b.shape:
            complaints.append(f"{what}, array {place}: shape {a.shape} instead of {b.shape}")
        elif not is_float(b):
            if not np.array_equal(a, b):
                complaints.append(f"{what}, array {place}: other integers")
        elif not collection.error(a, b) <= 1e-9 * largest(b[np.isfinite(b)]):
            complaints.append(f"{what}, array {place}: error {collection.error(a, b):.2e} of {largest(b):.2e}")
    return complaints


def check(program, zymase):
    arguments = program.arguments
    text = lower(program.function, arguments)
    optimised = zymase.opt(text)
    values = [np.asarray(array) for array in jax.jit(flat(program.function))(*arguments)]
    complaints = differences("values", collection.compiled_by_xla(optimised)(arguments), values)
    try:
        derivative = zymase.grad(text, "reverse")
    except RuntimeError:
        return complaints  # Refused without optimisation, too.
    ends = [value for value in values if is_float(value)]
    seeds = random_like(ends, 1)
    run = collection.compiled_by_xla(derivative)
    expected = run([*arguments, *seeds])
    made = zymase.opt(zymase.grad(optimised, "reverse"))
    complaints += differences("gradients", collection.compiled_by_xla(made)([*arguments, *seeds]), expected)
    return complaints


def executable(text):
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        return DEVICE.client.compile_and_load(module, xla_client.DeviceList((DEVICE,)), xla_client.CompileOptions())


def fastest(texts, arguments, seconds=1.5):
    """The least time of a run of each of some programs, which are run in turns."""
    made = [executable(text) for text in texts]
    placed = [jax.device_put(a, DEVICE) for a in arguments]

    def run(one):
        start = time.perf_counter()
        results = one.execute_sharded(placed).disassemble_into_single_device_arrays()
        jax.block_until_ready([shards[0] for shards in results])
        return time.perf_counter() - start

    best = [min(run(one) for _ in range(3)) for one in made]
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for place, one in enumerate(made):
            # What ran before has left other data in the caches: the first run of a turn does not count.
            run(one)
            best[place] = min(best[place], *(run(one) for _ in range(4)))
    return best


def table(n):
    """Programs of linear algebra that leave something to win: what JAX users write, and the same by hand."""
    one = lambda *shape: np.asarray(np.random.default_rng(1).standard_normal(shape), np.float32)
    a, b, c, u, w = one(n, n), one(n, n), one(n, n), one(n), one(n)
    scattered = lambda v: jnp.zeros((n, n), v.dtype).at[jnp.arange(n), jnp.arange(n)].set(v)
    rows = n // 8
    return {
        "(A@B)[:8]": (lambda a, b: (a @ b)[:8], lambda a, b: a[:8] @ b, (a, b)),
        "(A@B)@u": (lambda a, b, u: (a @ b) @ u, lambda a, b, u: a @ (b @ u), (a, b, u)),
        "eye@A": (lambda a: jnp.eye(n, dtype=a.dtype) @ a, lambda a: a, (a,)),
        "sum(A@B)": (lambda a, b: jnp.sum(a @ b), lambda a, b: jnp.sum(a, 0) @ jnp.sum(b, 1), (a, b)),
        "outer(u,w)@A": (lambda u, w, a: jnp.outer(u, w) @ a, lambda u, w, a: jnp.outer(u, w @ a), (u, w, a)),
        "diag(u)@A": (lambda u, a: jnp.diag(u) @ a, lambda u, a: u[:, None] * a, (u, a)),
        "trace(A@B)": (lambda a, b: jnp.trace(a @ b), lambda a, b: jnp.sum(a * b.T), (a, b)),
        "diag(A@B)": (lambda a, b: jnp.diag(a @ b), lambda a, b: jnp.sum(a * b.T, 1), (a, b)),
        "pad(A)@B": (
            lambda a, b: jnp.pad(a[:8], ((0, n - 8), (0, 0))) @ b,
            lambda a, b: jnp.pad(a[:8] @ b, ((0, n - 8), (0, 0))),
            (a, b),
        ),
        "A@diag(u)@B": (lambda a, u, b: a @ jnp.diag(u) @ b, lambda a, u, b: (a * u) @ b, (a, u, b)),
        "A@B+A@C": (lambda a, b, c: a @ b + a @ c, lambda a, b, c: a @ (b + c), (a, b, c)),
        "concat of row dots": (
            lambda a, b: jnp.concatenate([a[i * rows : (i + 1) * rows] @ b for i in range(8)]),
            lambda a, b: a @ b,
            (a, b),
        ),
        "diag-matmul loss": (
            lambda v, a, x: jnp.sum((scattered(v) @ a + x) ** 2),
            lambda v, a, x: jnp.sum((v[:, None] * a + x) ** 2),
            (u, a, c),
        ),
    }


def time_table(zymase, n):
    print(f"{'n = ' + str(n):20} {'values':>8} {'by hand':>8} {'gradient':>9} {'by hand':>8}   (plain JAX = 1)")
    for name, (written, by_hand, arguments) in table(n).items():
        text = lower(written, arguments)
        optimised = zymase.opt(text)
        plain, ours, hand = fastest([text, optimised, lower(by_hand, arguments)], arguments)
        places = tuple(range(len(arguments)))
        ends = jax.eval_shape(flat(written), *arguments)
        seeds = [np.asarray(array, np.float32) for array in random_like(ends, 1)]
        gradient = lambda function: lower(lambda *all: jax.vjp(flat(function), *all[: len(places)])[1](list(all[len(places) :])), (*arguments, *seeds))
        made = zymase.opt(zymase.grad(optimised, "reverse"))
        plain_gradient, our_gradient, hand_gradient = fastest([gradient(written), made, gradient(by_hand)], [*arguments, *seeds])
        print(f"{name:20} {plain / ours:8.2f} {plain / hand:8.2f} {plain_gradient / our_gradient:9.2f} {plain_gradient / hand_gradient:8.2f}", flush=True)


def gradient_of_jax(function, arguments, seeds):
    """The derivative that JAX makes, by all arguments that are floats."""
    places = [place for place, array in enumerate(arguments) if is_float(array)]

    def gradient(*everything):
        inputs, directions = list(everything[: len(arguments)]), list(everything[len(arguments) :])

        def of_active(*values):
            changed = list(inputs)
            for place, value in zip(places, values):
                changed[place] = value
            return [result for result in flat(function)(*changed) if is_float(result)]

        return jax.vjp(of_active, *[inputs[place] for place in places])[1](directions)

    return lower(gradient, (*arguments, *seeds))


def time_programs(zymase, chosen):
    print(f"{'program':40} {'values':>8} {'gradient':>9}   (plain JAX = 1)")
    ratios = []
    for program in chosen:
        arguments = [collection.narrowed(array) for array in program.arguments]
        try:
            text = lower(program.function, arguments)
            optimised = zymase.opt(text)
            plain, ours = fastest([text, optimised], arguments, 0.3)
            ends = [value for value in jax.eval_shape(flat(program.function), *arguments) if np.issubdtype(value.dtype, np.inexact)]
            seeds = random_like(ends, 1)
            made = zymase.opt(zymase.grad(optimised, "reverse"))
            by_jax, by_us = fastest([gradient_of_jax(program.reference, arguments, seeds), made], [*arguments, *seeds], 0.3)
        except Exception as problem:
            print(f"{program.family + '/' + program.name:40} {collection.first_lines(problem)[:80]}")
            continue
        ratios.append((plain / ours, by_jax / by_us))
        print(f"{program.family + '/' + program.name:40} {plain / ours:8.2f} {by_jax / by_us:9.2f}", flush=True)
    means = np.exp(np.mean(np.log(ratios), axis=0))
    print(f"{'geometric mean of ' + str(len(ratios)):40} {means[0]:8.2f} {means[1]:9.2f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zymase", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--every", type=int, default=1, help="only every Nth program")
    parser.add_argument("--first", type=int, default=0, help="the first of those, counted from 0")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--size", type=int, default=512)
    options = parser.parse_args()
    binary = str(pathlib.Path(options.zymase).resolve())
    if options.table:
        with tempfile.TemporaryDirectory() as folder:
            time_table(Optimiser(binary, folder), options.size)
        return
    wrong = 0
    chosen = [one for one in programs.load() if options.filter in f"{one.family}/{one.name}"][options.first :: options.every]
    if not chosen:
        sys.exit(2)
    if options.times:
        with tempfile.TemporaryDirectory() as folder:
            time_programs(Optimiser(binary, folder), chosen)
        return
    for program in chosen:
        with tempfile.TemporaryDirectory() as folder:
            try:
                complaints = check(program, Optimiser(binary, folder))
            except Exception as problem:
                complaints = [collection.first_lines(problem)]
        wrong += bool(complaints)
        for complaint in complaints:
            print(f"wrong  {program.family}/{program.name}: {complaint}", flush=True)
    print(f"{len(chosen) - wrong} of {len(chosen)} programs compute the same when optimised")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
