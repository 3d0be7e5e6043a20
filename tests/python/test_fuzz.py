"""10,000 calls with random arguments: they return or raise, and the interpreter goes on."""

import numpy as np
import pytest

import zymase

CALLS_OF_A_SEED = 2500
THROWS = r"""
#include <stdexcept>
extern "C" double throws(double x, int n) {
  if (n < 0) throw std::invalid_argument("n is negative");
  if (n > 2) throw n;
  return x * x * n;
}
"""
SPRING = np.dtype([("k", "f8"), ("rest", "f4", (2,)), ("count", "i4")], align=True)


def calls_of(lib, throwing_lib):
    """Calls, each with what makes right arguments for it."""

    def array(rng, *shape):
        return rng.normal(size=shape)

    def size(rng):
        return int(rng.integers(1, 5))

    def matrices(rng):
        n = size(rng)
        return [array(rng, n, n), array(rng, n, n), np.zeros((n, n)), n]

    def vector(rng):
        n = size(rng)
        return [array(rng, n), n]

    def lengths(rng):
        n = size(rng) + 2
        return [array(rng, n), np.zeros(n), n]

    def complex_vector(rng):
        n = size(rng)
        return [array(rng, n) + 1j, n]

    def spring(rng):
        return [np.zeros((), SPRING), np.ones(1, SPRING)]

    def numbers(rng):
        return list(map(float, rng.normal(size=3)))

    def stopping(rng):
        return [float(rng.choice([-1.0, 2.0, 3.0, 5.0, 11.0]))]

    def integers(rng):
        return [int(each) for each in rng.choice([-(2**31), -1, 0, 1, 7], size=2)]

    def throwing(rng):
        return [float(rng.normal()), int(rng.integers(-2, 4))]

    return [
        (lib.energy, vector), (lib.grad("energy", wrt="x"), vector), (lib.value_and_grad("energy", wrt="x"), vector),
        (lib.matmul, matrices), (lib.jvp("matmul", wrt="a"), lambda rng: [(m := matrices(rng)), m[0]]), (lib.laplace, lengths),
        (lib.vjp("laplace", wrt="u"), lengths), (lib.decay, lambda rng: [array(rng, 4), 0.5, 4]), (lib.stops, stopping),
        (lib.grad("stops"), stopping), (lib.divide, integers), (lib.product, numbers), (lib.grad("product"), numbers),
        (lib.hvp("energy", wrt="x"), lambda rng: [(v := vector(rng)), v[0]]), (lib.scratch, vector), (lib.grad("scratch"), vector),
        (lib.float_sum, lambda rng: [array(rng, 3).astype("f4"), 3]), (lib.square, lambda rng: [complex(*rng.normal(size=2))]),
        (lib.modulus, complex_vector), (lib.grad("modulus", wrt="z"), complex_vector),
        (lib.cubes, lambda rng: [array(rng, 3) + 1j, np.zeros(3, complex), 3]), (lib.spring_energy, spring),
        (lib.grad("spring_energy"), spring), (throwing_lib.throws, throwing), (throwing_lib.grad("throws"), throwing),
        (lib.scaled, lambda rng: [array(rng, 3), np.zeros(3), np.ones(3), 3]),
    ]


def anything(rng):
    """A value that is seldom right."""
    shape = tuple(rng.integers(0, 5, size=rng.integers(0, 3)))
    kind = rng.integers(4)
    if kind == 0:
        return rng.normal(size=shape)
    if kind == 1:
        return int(rng.choice([0, 1, 2, 3, 4, 5, -1, -7, 2**31 - 1, -(2**31), 2**63, 2**70]))
    if kind == 2:
        return np.zeros(shape or 1, rng.choice([SPRING, np.dtype("c16"), np.dtype("f4"), np.dtype("i8"), np.dtype(">f8"), np.dtype("O")]))
    others = [float(rng.choice([0.5, 5.0, -1.0, 1e308, np.nan, np.inf])), None, "text", 1 + 2j, [1.0, 2.0], (), np.array(["a"]), object(), True]
    return others[rng.integers(len(others))]


def damaged(rng, value):
    """A right argument made wrong, or at least unusual."""
    if not isinstance(value, np.ndarray) or not value.ndim:
        return anything(rng)
    way = rng.integers(8)
    if way == 0:
        return value.real.astype(rng.choice(["f4", "i4", "c16", "f8", ">f8"])) if value.dtype != SPRING else value.view("u1")
    if way == 1:
        value.flags.writeable = False
        return value
    if way == 2:
        return value[..., :-1]
    if way == 3:
        return value[..., ::-1]
    if way == 4:
        return np.stack([value, value], axis=-1)[..., 0]
    if way == 5 and value.dtype != SPRING:
        value[...] = rng.choice([np.nan, np.inf, 0.0])
        return value
    if way == 6:
        return value.reshape(-1)
    return anything(rng)


@pytest.mark.parametrize("seed", range(4))
def test_fuzzed_calls(lib, seed):
    rng = np.random.default_rng(seed)
    calls = calls_of(lib, zymase.compile(THROWS))
    outcomes = {}
    for _ in range(CALLS_OF_A_SEED):
        call, right = calls[rng.integers(len(calls))]
        arguments = [damaged(rng, each) if rng.random() < 0.25 else each for each in right(rng)]
        if rng.random() < 0.05:
            arguments = [anything(rng) for _ in range(rng.integers(0, 6))]
        try:
            call(*arguments)
            outcome = "returned"
        except (zymase.ZymaseError, TypeError, ValueError, OverflowError, IndexError) as error:
            outcome = type(error).__name__
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    # All of them are met often: right calls, wrong types, wrong sizes, read-only outputs, and code that would end the process.
    assert min(outcomes.get(each, 0) for each in ("returned", "TypeError", "ValueError", "ExecutionError")) > CALLS_OF_A_SEED // 50, outcomes
    assert lib.stops(3.0) == 9
