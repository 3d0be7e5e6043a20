"""The notebooks of `examples/notebooks` run from their first cell to the last."""

import os
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "notebooks"
NEEDS = {"ode_pytorch": "torch", "bayes_jax": "jax", "simulation_numba": "numba"}


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.ipynb")))
def test_notebook(name, monkeypatch):
    pytest.importorskip(NEEDS[name])
    monkeypatch.setenv("PYTHONPATH", os.environ.get("PYTHONPATH", ""))
    page = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    nbclient.NotebookClient(page, timeout=300, kernel_name="python3").execute()
