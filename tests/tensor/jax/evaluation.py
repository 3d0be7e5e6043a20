"""Compares results of `zymase run` with those of XLA, operation by operation.

    python evaluation.py --zymase target/release/zymase [--filter NAME] [--seed S] [--keep FOLDER]

Programs are made from the operations of `jax.lax`, for many element types, shapes and attributes, lowered by JAX, and run by both.
Integers must be equal, floats at most `STEPS` numbers of their format apart or as close as rounding of the largest
intermediate number explains (`loose` programs: sums of many products). The text of each program must also be printed and
read again unchanged.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import jax

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")

import ml_dtypes
import numpy as np

import operations

STEPS = 3
INTEGER_OF = {1: np.int8, 2: np.int16, 4: np.int32, 8: np.int64}


def places(array):
    """The place of each float among all numbers of its format, zero at zero."""
    code = np.ascontiguousarray(array).view(INTEGER_OF[array.dtype.itemsize]).astype(np.int64)
    lowest = np.int64(-1) << (8 * array.dtype.itemsize - 1)
    return np.where(code < 0, lowest - code, code)


def difference(found, expected, loose):
    """What differs, or nothing."""
    if found.shape != expected.shape or found.dtype != expected.dtype:
        return f"{found.dtype}{found.shape} instead of {expected.dtype}{expected.shape}"
    if np.issubdtype(expected.dtype, np.complexfloating):
        return difference(found.real, expected.real, loose) or difference(found.imag, expected.imag, loose)
    if expected.dtype.kind in "biu" or expected.dtype.name.startswith(("int", "uint")):
        wrong = found != expected
    else:
        wide_found, wide = found.astype(np.float64), expected.astype(np.float64)
        nan = np.isnan(wide_found) | np.isnan(wide)
        close = np.abs(places(found) - places(expected)) <= STEPS
        if loose:
            size = np.max(np.abs(wide[np.isfinite(wide)]), initial=0.0)
            eps = float(ml_dtypes.finfo(expected.dtype).eps)
            with np.errstate(invalid="ignore"):
                close |= np.abs(wide_found - wide) <= loose * eps * size
        wrong = np.where(nan, np.isnan(wide_found) != np.isnan(wide), ~close)
    if not wrong.any():
        return None
    where = np.unravel_index(np.argmax(wrong), wrong.shape)
    return f"{wrong.sum()} of {wrong.size} elements, at {tuple(map(int, where))}: {found[where]} instead of {expected[where]}"


def call(binary, *arguments):
    finished = subprocess.run([binary, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    if finished.returncode != 0:
        raise RuntimeError(finished.stderr.strip().splitlines()[0] if finished.stderr.strip() else f"status {finished.returncode}")
    return finished.stdout


def check(binary, case, folder):
    lowered = jax.jit(lambda *a: jax.tree.leaves(case.function(*a)), keep_unused=True).lower(*case.arguments)
    source = folder / f"{case.name}.mlir"
    source.write_text(lowered.as_text())
    expected = [np.asarray(array) for array in lowered.compile()(*case.arguments)]
    inputs = [folder / f"in{place}.npy" for place in range(len(case.arguments))]
    outputs = [folder / f"out{place}.npy" for place in range(len(expected))]
    for path, array in zip(inputs, case.arguments):
        np.save(path, np.asarray(array))
    call(binary, "run", source, *(["--input", *inputs] if inputs else []), "--output", *outputs)
    for place, array in enumerate(expected):
        found = np.load(outputs[place])
        found = found.view(array.dtype) if found.dtype.itemsize == array.dtype.itemsize else found
        wrong = difference(found.reshape(found.shape), array, case.loose)
        if wrong:
            return f"result {place}: {wrong}"
    for form in [[], ["--generic"]]:
        once = folder / "once.mlir"
        once.write_text(call(binary, "fmt", source, *form))
        if call(binary, "fmt", once, *form) != once.read_text():
            return f"fmt {' '.join(form)} changes what it printed"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zymase", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    failures = count = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        binary = str(pathlib.Path(options.zymase).resolve())
        for case in operations.cases(options.seed):
            if options.filter not in case.name:
                continue
            count += 1
            try:
                wrong = check(binary, case, folder)
            except Exception as problem:
                wrong = " ".join(str(problem).split())[:300]
            if wrong:
                failures += 1
                print(f"{case.name}: {wrong}", flush=True)
            elif not options.keep:
                (folder / f"{case.name}.mlir").unlink(missing_ok=True)
    print(f"{count - failures} of {count} programs agree with XLA")
    sys.exit(1 if failures or not count else 0)


if __name__ == "__main__":
    main()
