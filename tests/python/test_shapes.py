"""What is found about memory behind pointers."""

import numpy as np
import pytest

import zymase
from zymase._framework import Framed
from zymase._prototype import evaluate

# name, integers by name -> shapes of all arrays that are found
SHAPES = [
    ("energy", {"n": 5}, {"x": None}),
    ("matmul", {"n": 3}, {"a": (3, 3), "b": (3, 3), "c": (3, 3)}),
    ("matvec", {"m": 2, "n": 5}, {"a": (2, 5), "x": (5,), "y": (2,)}),
    ("laplace", {"n": 6}, {"u": (6,), "v": (6,)}),
    ("differences", {"n": 6}, {"u": (6,), "v": (5,)}),
    ("both", {"n": 4}, {"y": (4,), "z": (4,)}),
    ("total", {"n": 4}, {"x": (4,), "sum": (1,)}),
    ("cubes", {"n": 4}, {"w": (4,)}),
    ("by_index", {"n": 4}, {"y": None, "x": (4,)}),
]


@pytest.mark.parametrize("name, integers, expected", SHAPES)
def test_shapes(lib, name, integers, expected):
    function = lib._function(name)
    values = {function.names.index(key): value for key, value in integers.items()}
    for parameter, shape in expected.items():
        found = function.shape_of(function.names.index(parameter))
        assert (found and tuple(evaluate(extent, values) for extent in found)) == shape, parameter


@pytest.mark.parametrize(
    "name, only_written",
    [("matmul", ["c"]), ("matvec", ["y"]), ("decay", []), ("total", ["sum"]), ("both", ["y", "z"]), ("laplace", ["v"])],
)
def test_what_is_only_written(lib, name, only_written):
    function = lib._function(name)
    assert [function.names[n] for n in range(function.count) if function.is_only_written(n)] == only_written


def test_what_may_be_read_is_not_only_written():
    library = zymase.compile("""
        void maybe(const double *x, double *y, int n, int clear) {
          if (clear) for (int i = 0; i < n; i++) y[i] = 0;
          for (int i = 0; i < n; i++) y[i] += x[i];
        }
        void part(const double *x, double *y, int n) {
          for (int i = 0; i < n - 1; i++) y[i] = 0;
          for (int i = 0; i < n; i++) y[i] += x[i];
        }
        void stored(const double *x, double *y, int n) {
          for (int i = 0; i < n; i++) { y[i] = x[i]; y[i] *= y[i]; }
        }""")
    for name, expected in [("maybe", False), ("part", False), ("stored", True)]:
        assert library._function(name).is_only_written(1) == expected, name


def test_unknown_extents_ask(lib):
    with pytest.raises(zymase.SignatureError, match=r"signature=\{\"by_index\""):
        Framed(lib, "by_index")


def test_declared_extents(lib):
    framed = Framed(
        "void spread(const double *x, const int *w, double *y, int n, int m) { for (int i = 0; i < n; i++) y[w[i]] = x[i]; }",
        "spread",
        signature={"spread": "void spread(const double x[n], const int w[n], double y[m][2], int n, int m)"},
    )
    assert framed.output_shape(2, {}, {3: 3, 4: 5}) == (5, 2)
    assert framed.passed == [0, 1, 2, 3, 4] or framed.passed == [0, 1, 3, 4]
    del lib


def test_interior_rows_keep_their_boundary(lib):
    result = Framed(lib, "laplace").numpy("primal", [np.arange(5.0), 5])[0]
    assert result.shape == (5,) and result[0] == 0 and result[-1] == 0
