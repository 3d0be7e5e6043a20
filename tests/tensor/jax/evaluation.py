"""Compares results of `zymase run` with those of XLA, operation by operation.

    python evaluation.py --zymase target/release/zymase [--filter NAME] [--every N [--first K]] [--seed S] [--keep FOLDER]

Programs are made from the operations of `jax.lax`, for many element types, shapes and attributes, lowered by JAX, and run by both, from
the pretty form and the generic form in turn. Integers must be equal, floats at most `STEPS` numbers of their format apart or as
close as rounding of the largest intermediate number explains (`loose` programs: sums of many products). Numbers that XLA
makes zero because they are denormal may be either.

Both forms of a program must be printed as a text that is read again unchanged, and that JAX reads as the same program.
Ends with status 1 if one program is not, or if more than one in a hundred gives other results, 2 if there is none of that name.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import traceback

import jax

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")

import ml_dtypes
import numpy as np
from jax import export
from jax._src.interpreters import mlir
from jaxlib.mlir import ir

import operations
from collection import compiled_by_xla

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
    found, expected = np.atleast_1d(found), np.atleast_1d(expected)
    if expected.dtype == bool or operations.is_integer(expected.dtype):
        wrong = found != expected
    else:
        wide_found, wide = found.astype(np.float64), expected.astype(np.float64)
        nan = np.isnan(wide_found) | np.isnan(wide)
        close = np.abs(places(found) - places(expected)) <= STEPS
        if expected.dtype.itemsize > 1:
            tiny = float(ml_dtypes.finfo(expected.dtype).tiny)
            close |= (wide == 0) & (np.abs(wide_found) < tiny)
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


def lowered(case):
    """Both forms of the program, and what XLA computes."""
    if isinstance(case.function, str):
        with mlir.make_ir_context():
            pretty, generic = forms(ir.Module.parse(case.function))
        return pretty, generic, compiled_by_xla(pretty)(case.arguments)
    function = jax.jit(lambda *a: jax.tree.leaves(case.function(*a)), keep_unused=True)
    traced = function.lower(*case.arguments)
    expected = [np.asarray(array) for array in traced.compile()(*case.arguments)]
    if case.shapes is None:
        return *forms(traced.compiler_ir("stablehlo")), expected
    scope = export.SymbolicScope([] if "b" in case.shapes[0] else ["a >= 3"])
    specifications = [jax.ShapeDtypeStruct(export.symbolic_shape(shape, scope=scope), array.dtype) for shape, array in zip(case.shapes, case.arguments)]
    text = export.export(function)(*specifications).mlir_module()
    with mlir.make_ir_context():
        return *forms(ir.Module.parse(text)), expected


def forms(module):
    return str(module), module.operation.get_asm(print_generic_op_form=True)


def check_text(binary, pretty, generic, folder):
    """What is wrong with the reading and printing of a program, of which there are files of both forms."""
    with mlir.make_ir_context():
        expected = forms(ir.Module.parse(pretty.read_text()))[0]
    once = folder / "once.mlir"
    for source, form in [(pretty, []), (generic, []), (pretty, ["--generic"])]:
        text = call(binary, "fmt", source, *form)
        once.write_text(text)
        if call(binary, "fmt", once, *form) != text:
            return f"fmt {' '.join(form)} changes what it printed"
        with mlir.make_ir_context():
            if forms(ir.Module.parse(text))[0] != expected:
                return f"fmt {' '.join(form)} prints what JAX reads as another program"
    return None


def check(binary, case, number, folder):
    """What is wrong with the text of a program, and with its results."""
    folder.mkdir()
    pretty, generic, expected = lowered(case)
    sources = [folder / "pretty.mlir", folder / "generic.mlir"]
    for source, text in zip(sources, [pretty, generic]):
        source.write_text(text)
    wrong_text = check_text(binary, *sources, folder)
    inputs = [folder / f"in{place}.npy" for place in range(len(case.arguments))]
    outputs = [folder / f"out{place}.npy" for place in range(len(expected))]
    for path, array in zip(inputs, case.arguments):
        np.save(path, np.asarray(array))
    try:
        call(binary, "run", sources[number % 2], *(["--input", *inputs] if inputs else []), "--output", *outputs)
    except RuntimeError as problem:
        return wrong_text, str(problem)
    for place, array in enumerate(expected):
        found = np.load(outputs[place])
        found = found.view(array.dtype) if found.dtype.itemsize == array.dtype.itemsize else found
        wrong = difference(found, array, case.loose)
        if wrong:
            return wrong_text, f"result {place}: {wrong}"
    return wrong_text, None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zymase", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--every", type=int, default=1, help="only every Nth program")
    parser.add_argument("--first", type=int, default=0, help="the first of those, counted from 0")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=pathlib.Path, help="where programs that differ are kept")
    options = parser.parse_args()
    binary = str(pathlib.Path(options.zymase).resolve())
    chosen = [case for case in operations.cases(options.seed) if options.filter in case.name][options.first :: options.every]
    if not chosen:
        sys.exit(2)
    texts = results = 0
    with tempfile.TemporaryDirectory() as scratch:
        base = options.keep or pathlib.Path(scratch)

        def examine(numbered):
            number, case = numbered
            folder = base / f"{number}_{case.name}"
            try:
                outcome = check(binary, case, number, folder)
            except Exception:
                return " ".join(traceback.format_exc().splitlines()[-1:])[:300], None
            if outcome == (None, None):
                shutil.rmtree(folder)
            return outcome

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for case, (wrong_text, wrong) in zip(chosen, pool.map(examine, enumerate(chosen))):
                texts += bool(wrong_text)
                results += bool(wrong)
                for complaint in filter(None, [wrong_text, wrong]):
                    print(f"{case.name}: {' '.join(complaint.split())[:300]}", flush=True)
    print(f"{len(chosen) - texts} of {len(chosen)} programs are read and printed as they are, {len(chosen) - results} agree with XLA")
    sys.exit(1 if texts or 100 * results > len(chosen) else 0)


if __name__ == "__main__":
    main()
