"""Bad input raises, and nothing ends the interpreter."""

import os
import re

import numpy as np
import pytest

import zymase

X = np.arange(4.0)


@pytest.mark.parametrize(
    "call, error, text",
    [
        (lambda lib: lib.energy(X, 5), ValueError, "has 4 elements, but the function uses"),
        (lambda lib: lib.energy(X.astype("f4"), 4), TypeError, "float64, not of float32"),
        (lambda lib: lib.energy(X.astype("i8"), 4), TypeError, "float64, not of int64"),
        (lambda lib: lib.energy(X, 4.0), TypeError, "takes a number, not float"),
        (lambda lib: lib.energy(X, 2**40), OverflowError, "does not fit"),
        (lambda lib: lib.energy(X), TypeError, r"takes 2 arguments \(x, n\)"),
        (lambda lib: lib.energy(X, 4, 5), TypeError, "3 were given"),
        (lambda lib: lib.energy("text", 4), TypeError, "takes a NumPy array"),
        (lambda lib: lib.energy(None, 4), TypeError, "takes a NumPy array"),
        (lambda lib: lib.energy(X, n=4, m=3), TypeError, "names that it does not have"),
        (lambda lib: lib.product("a", 1.0, 1.0), TypeError, "takes a number"),
        (lambda lib: lib.product(1j, 1.0, 1.0), TypeError, "takes a number"),
        (lambda lib: lib.grad("energy", wrt="n"), TypeError, "has no derivative"),
        (lambda lib: lib.grad("energy", wrt="q"), ValueError, "it takes x, n"),
        (lambda lib: lib.grad("nothing"), AttributeError, "no function nothing"),
        (lambda lib: lib.enrgy, AttributeError, "did you mean energy"),
        (lambda lib: lib.grad("hidden"), AttributeError, "static"),
        (lambda lib: lib.grad("both", wrt="x"), TypeError, "several values"),
        (lambda lib: lib.grad("matmul", wrt="a")(np.eye(2), np.eye(2), np.eye(2), 2), ValueError, "ask for the jacobian"),
        (lambda lib: lib.matmul(np.ones((3, 2)), np.ones((3, 3)), np.ones((3, 3)), 3), ValueError, "elements|shape"),
        (lambda lib: lib.jvp("energy", wrt="x")((X, 4), np.ones(3)), ValueError, "must be"),
        (lambda lib: lib.jvp("energy", wrt="x")((X, 4), np.ones(4, "f4")), TypeError, "float32"),
        (lambda lib: lib.jvp("product")((1.0, 2.0, 3.0), 1.0), TypeError, "tuple of 3"),
        (lambda lib: lib.grad("divide"), TypeError, "no floating-point"),
    ],
)
def test_bad_calls(lib, call, error, text):
    with pytest.raises(error, match=text):
        call(lib)


def test_read_only_output(lib):
    y = np.zeros(4)
    y.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        lib.scaled(X, y, np.ones(3), 4)


@pytest.mark.parametrize("way", ["primal", "grad"])
@pytest.mark.parametrize("x, text", [(-1.0, r"abort\(\)"), (11.0, r"exit\(3\)"), (5.0, "assertion `x != 5' failed")])
def test_what_would_end_the_process(lib, way, x, text):
    call = lib.stops if way == "primal" else lib.grad("stops")
    with pytest.raises(zymase.ExecutionError, match=text):
        call(x)
    assert lib.stops(3.0) == 9


def test_division_by_zero(lib):
    with pytest.raises(zymase.ExecutionError, match="divided by zero"):
        lib.divide(1, 0)
    assert lib.divide(6, 3) == 2


def test_missing_file():
    with pytest.raises(FileNotFoundError, match="nowhere.c"):
        zymase.compile("nowhere.c")


@pytest.mark.parametrize(
    "text, said",
    [
        ("double f(double x) { return y; }", r":1:29: error: use of undeclared identifier 'y'(.|\n)*return y;"),
        ("double f(double x) { return x;", "error: expected"),
        ("double h(double); double f(double x) { return h(x); }", "undefined symbol: h"),
        ("subroutine f(x)\n  real(8) :: x\n  x = undeclared_function(x\nend subroutine\n", "error"),
    ],
)
def test_compile_errors(text, said):
    with pytest.raises(zymase.CompileError, match=said):
        zymase.compile(text)


def test_what_cannot_be_differentiated_is_said():
    library = zymase.compile("#include <setjmp.h>\ndouble f(double x) { jmp_buf place; if (setjmp(place)) return x; return x * x; }")
    with pytest.raises(zymase.CompileError, match="help"):
        library.grad("f")


def test_unknown_parameters_ask():
    library = zymase.compile("double f(void *data) { return *(double *)data; }\ndouble g(double **rows) { return rows[0][0]; }")
    with pytest.raises(zymase.SignatureError, match="signature="):
        library.f(X)
    with pytest.raises(zymase.SignatureError):
        library.g(X)
    settled = zymase.compile(
        "double f(void *data) { return *(double *)data * 2; }", signature={"f": "double f(const double data[1])"}
    )
    assert settled.f(X + 1) == 2 and settled.grad("f")(X + 1)[0] == 2


def test_signature_that_does_not_fit():
    with pytest.raises(zymase.SignatureError, match="none of the functions"):
        zymase.compile("double f(double x) { return x; }", signature={"f": "double f(float x)"})


def test_signature_extents_are_checked():
    text = "double f(const double *x, const int *where, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[where[i]]; return s; }"
    library = zymase.compile(text, signature={"f": "double f(const double x[2*n], const int where[n], int n)"})
    with pytest.raises(ValueError, match="uses 6"):
        library.f(np.ones(5), np.zeros(3, "i4"), 3)
    assert library.f(np.ones(6), np.zeros(3, "i4"), 3) == 3


def test_the_cache_is_used(tmp_path, monkeypatch):
    monkeypatch.setenv("ZYMASE_CACHE", str(tmp_path))
    text = "double cached(double x) { return x * 3; }"
    assert zymase.compile(text).grad("cached")(1.0) == 3
    before = sorted(os.listdir(tmp_path))
    assert zymase.compile(text).grad("cached")(1.0) == 3
    assert sorted(os.listdir(tmp_path)) == before


def test_messages_name_the_argument(lib):
    with pytest.raises(TypeError) as caught:
        lib.energy(X.astype("f4"), 4)
    assert re.search(r"x \(`const double \*`\)", str(caught.value))
