"""Programs whose derivatives are compared with those of JAX, by family.

A program is a function and what it is called with. Arguments that are floats or complex numbers are differentiated; the
others are passed as they are. All functions are written for any precision: numbers in them are Python's.
"""

import dataclasses
import importlib
from collections.abc import Callable

import numpy as np

FAMILIES = ["networks", "sequences", "branches", "indexing", "linear_algebra", "physics", "statistics", "pieces"]
FAMILIES += ["library", "transformations"]


@dataclasses.dataclass
class Program:
    name: str
    family: str
    function: Callable
    arguments: list[np.ndarray]
    """The same function as JAX can differentiate it, where it cannot differentiate the one above."""
    reference: Callable
    """Places of arguments that stand for symmetric matrices, of which the function reads one triangle: JAX differentiates by the matrix,
    `zymase grad` by the triangle, and what both say about symmetric changes is compared."""
    symmetric: tuple[int, ...]


PROGRAMS: list[Program] = []


def normal(*shape, scale=1.0, shift=0.0):
    return lambda random: shift + scale * random.standard_normal(shape)


def uniform(*shape, low=0.0, high=1.0):
    return lambda random: random.uniform(low, high, shape)


def complex_normal(*shape):
    return lambda random: random.standard_normal(shape) + 1j * random.standard_normal(shape)


def integers(*shape, low=0, high=2):
    return lambda random: random.integers(low, high, shape).astype(np.int32)


def positive_definite(size, scale=1.0):
    def make(random):
        root = random.standard_normal((size, size))
        return scale * (root @ root.T / size + np.eye(size))

    return make


def program(*makers, reference=None, symmetric=()):
    """Registers a function with what makes its arguments, from numbers that depend on its name only."""

    def register(function):
        seed = sum(ord(letter) * 31**place for place, letter in enumerate(function.__name__)) % 2**32
        random = np.random.default_rng(seed)
        arguments = [np.asarray(maker(random)) for maker in makers]
        family = function.__module__.rsplit(".", 1)[-1]
        PROGRAMS.append(Program(function.__name__, family, function, arguments, reference or function, symmetric))
        return function

    return register


def load() -> list[Program]:
    for family in FAMILIES:
        importlib.import_module(f"{__name__}.{family}")
    names = [program.name for program in PROGRAMS]
    assert len(set(names)) == len(names), "two programs have the same name"
    return PROGRAMS
