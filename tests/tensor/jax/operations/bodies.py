"""Texts of StableHLO that JAX does not write: scatters of several operands by any body, with index vectors anywhere, reductions and
sorts by any body, `map`, `case`, padding of windows, and the same in the generic form."""

from collections.abc import Iterator

import numpy as np

from . import COMPLEX, FLOATS, SIGNED, UNSIGNED, Case, is_float, label, tensor

BODIES = {"add": "stablehlo.add", "mul": "stablehlo.multiply", "max": "stablehlo.maximum", "min": "stablehlo.minimum"}


def text_of(arguments, lines, result, results):
    parameters = ", ".join(f"%arg{place}: {tensor(array.shape, array.dtype)}" for place, array in enumerate(arguments))
    body = "\n    ".join(lines)
    return f"module {{\n  func.func public @main({parameters}) -> ({results}) {{\n    {body}\n    return {result} : {results}\n  }}\n}}\n"


def body_of(name, dtype, pairs=1):
    """A region of two elements of each operand."""
    ty = tensor((), dtype)
    parameters = ", ".join(f"%{side}{number}: {ty}" for side in "ab" for number in range(pairs))
    lines = []
    for number in range(pairs):
        if name == "set":
            lines.append(f"%r{number} = stablehlo.add %b{number}, %b{number} : {ty}")
        elif name == "both":
            lines.append(f"%p{number} = stablehlo.multiply %a{number}, %b{(number + 1) % pairs} : {ty}")
            lines.append(f"%r{number} = stablehlo.add %p{number}, %b{number} : {ty}")
        else:
            lines.append(f"%r{number} = {BODIES[name]} %a{number}, %b{number} : {ty}")
    returned = ", ".join(f"%r{number}" for number in range(pairs))
    types = ", ".join([ty] * pairs)
    return "({\n    ^bb0(" + parameters + "):\n      " + "\n      ".join(lines) + f"\n      stablehlo.return {returned} : {types}\n    }})"


def scatters(make) -> Iterator[Case]:
    for dtype in [*SIGNED, *UNSIGNED, *FLOATS, *COMPLEX]:
        for name in ["add", "mul", "max", "min", "set", "both"]:
            if np.dtype(dtype).kind == "c" and name in ["max", "min"]:
                continue
            for pairs in [1, 2]:
                # The vector of indices lies in front.
                operands = [make.array(dtype, 5, 4, scale=1.0) for _ in range(pairs)]
                count = make.size(1, 5)
                rows = make.random.permutation(7)[:count] - 1
                indices = np.stack([rows, make.random.integers(-1, 4, count)]).astype(np.int64)
                updates = [make.array(dtype, count, 2, scale=1.0) for _ in range(pairs)]
                arguments = [*operands, indices, *updates]
                ty, given = tensor((5, 4), dtype), ", ".join(f"%arg{place}" for place in range(len(arguments)))
                types = ", ".join(tensor(array.shape, array.dtype) for array in arguments)
                results = ", ".join([ty] * pairs)
                line = (
                    f'%0:{pairs} = "stablehlo.scatter"({given}) <{{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], '
                    f"scatter_dims_to_operand_dims = [0, 1]>, unique_indices = false}}> {body_of(name, dtype, pairs)} : ({types}) -> ({results})"
                )
                found = ", ".join(f"%0#{place}" for place in range(pairs))
                yield Case(f"scatter_text_{name}_{pairs}_{label(dtype)}", text_of(arguments, [line], found, results), arguments, loose=8)


def others(make) -> Iterator[Case]:
    for dtype in [*SIGNED, *UNSIGNED, *FLOATS]:
        x, y = make.array(dtype, 4, 5, scale=1.0), make.array(dtype, 4, 5, scale=1.0)
        ty, scalar = tensor((4, 5), dtype), tensor((), dtype)
        number = "0.0" if is_float(dtype) else "0"
        start = f"%c = stablehlo.constant dense<{number}> : {scalar}"
        both = (
            f'%0:2 = "stablehlo.reduce"(%arg0, %arg1, %c, %c) <{{dimensions = array<i64: 1>}}> ({{\n    ^bb0(%a: {scalar}, %b: {scalar}, %d: {scalar}, %e: {scalar}):\n'
            f"      %s = stablehlo.add %a, %d : {scalar}\n      %m = stablehlo.maximum %b, %e : {scalar}\n      stablehlo.return %s, %m : {scalar}, {scalar}\n    }}) : ({ty}, {ty}, {scalar}, {scalar}) -> ({tensor((4,), dtype)}, {tensor((4,), dtype)})"
        )
        yield Case(f"reduce_text_{label(dtype)}", text_of([x, y], [start, both], "%0#0, %0#1", f"{tensor((4,), dtype)}, {tensor((4,), dtype)}"), [x, y], loose=8)
        mapped = (
            f'%0 = "stablehlo.map"(%arg0, %arg1) <{{dimensions = array<i64: 0, 1>}}> ({{\n    ^bb0(%a: {scalar}, %b: {scalar}):\n      %s = stablehlo.multiply %a, %b : {scalar}\n'
            f"      %t = stablehlo.subtract %s, %a : {scalar}\n      stablehlo.return %t : {scalar}\n    }}) : ({ty}, {ty}) -> {ty}"
        )
        yield Case(f"map_text_{label(dtype)}", text_of([x, y], [mapped], "%0", ty), [x, y], loose=4)
        order = (
            f'%0:2 = "stablehlo.sort"(%arg0, %arg1) <{{dimension = 0 : i64, is_stable = true}}> ({{\n    ^bb0(%a: {scalar}, %b: {scalar}, %d: {scalar}, %e: {scalar}):\n'
            f"      %s = stablehlo.multiply %a, %a : {scalar}\n      %t = stablehlo.multiply %b, %b : {scalar}\n      %r = stablehlo.compare GT, %s, %t : ({scalar}, {scalar}) -> tensor<i1>\n      stablehlo.return %r : tensor<i1>\n    }}) : ({ty}, {ty}) -> ({ty}, {ty})"
        )
        yield Case(f"sort_text_{label(dtype)}", text_of([x, y], [order], "%0#0, %0#1", f"{ty}, {ty}"), [x, y])
        for padding in ["[[0, 0], [0, 0]]", "[[1, 2], [0, 1]]"]:
            rows, columns = (3, 2) if padding.startswith("[[0") else (6, 3)
            result = tensor((rows, columns), dtype)
            window = (
                f'%0 = "stablehlo.reduce_window"(%arg0, %c) <{{padding = dense<{padding}> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>}}> '
                f"{body_of('add', dtype)} : ({ty}, {scalar}) -> {result}"
            )
            yield Case(f"reduce_window_text_{rows}_{label(dtype)}", text_of([x], [start, window], "%0", result), [x], loose=8)
        if is_float(dtype):
            source = make.array(dtype, 2, 2, scale=1.0)
            selected = (
                f'%0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %c) <{{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>}}> ({{\n    ^bb0(%a: {scalar}, %b: {scalar}):\n'
                f"      %r = stablehlo.compare LE, %a, %b : ({scalar}, {scalar}) -> tensor<i1>\n      stablehlo.return %r : tensor<i1>\n    }}, {body_of('add', dtype)[1:]} : ({ty}, {tensor((2, 2), dtype)}, {scalar}) -> {ty}"
            )
            yield Case(f"select_and_scatter_text_{label(dtype)}", text_of([x, source], [start, selected], "%0", ty), [x, source], loose=8)


def cases(make) -> Iterator[Case]:
    yield from scatters(make)
    yield from others(make)
