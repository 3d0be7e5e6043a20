"""The examples of docstrings and of the page of the package."""

import doctest
import importlib
import pathlib
import re

import pytest

import zymase

PAGE = pathlib.Path(__file__).parents[2] / "crates/python/README.md"


@pytest.mark.parametrize("name", ["zymase", "zymase._library", "zymase.numba", "zymase.jax", "zymase.jax._tensor", "zymase.jax._raised"])
def test_docstrings(name):
    if name != "zymase" and (framework := name.split(".")[1]) in ("numba", "jax"):
        pytest.importorskip(framework)
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0 and found.failed == 0


def test_page():
    exec("\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)), {"zymase": zymase})
