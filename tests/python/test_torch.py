"""Compiled functions in PyTorch."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import zymase  # noqa: E402


def tensor(*shape, dtype=torch.float64, seed=3):
    generator = torch.Generator().manual_seed(seed)
    return torch.rand(shape, dtype=dtype, generator=generator).requires_grad_()


CASES = {
    "product": (lambda f: f, lambda: (tensor(), tensor(seed=4), tensor(seed=5))),
    "energy": (lambda f: lambda x: f(x, 4), lambda: (tensor(4),)),
    "matmul": (lambda f: lambda a, b: f(a, b, 3), lambda: (tensor(3, 3), tensor(3, 3, seed=9))),
    "matvec": (lambda f: lambda a, x: f(a, x, 2, 3), lambda: (tensor(2, 3), tensor(3))),
    "decay": (lambda f: lambda u, r: f(u, r, 4), lambda: (tensor(4), tensor())),
    "both": (lambda f: lambda x: f(x, 3), lambda: (tensor(3),)),
    "cubes": (lambda f: lambda z: f(z, 2), lambda: (tensor(2, dtype=torch.complex128),)),
}


@pytest.fixture(scope="module")
def functions(lib):
    return {name: zymase.torch.function(lib, name) for name in [*CASES, "modulus", "stops", "power"]}


@pytest.mark.parametrize("name", CASES)
def test_gradients(functions, name):
    prepare, arguments = CASES[name]
    assert torch.autograd.gradcheck(prepare(functions[name]), arguments())


@pytest.mark.parametrize("name", CASES)
def test_gradients_of_gradients(functions, name):
    prepare, arguments = CASES[name]
    assert torch.autograd.gradgradcheck(prepare(functions[name]), arguments())


def test_values(functions):
    a, b = tensor(3, 3), tensor(3, 3, seed=8)
    assert torch.allclose(functions["matmul"](a, b, 3), a @ b)
    assert torch.allclose(functions["matmul"](a.T, b, 3), a.T @ b), "strided tensors"
    y, z = functions["both"](a[0], 3)
    assert torch.allclose(y, a[0] ** 2) and torch.allclose(z, torch.exp(a[0]))


def test_backward_into_leaves(functions):
    x = torch.tensor(3.0, dtype=torch.float64, requires_grad=True)
    functions["power"](x, 3).backward()
    assert x.grad == 27


def test_under_compile(functions):
    x = tensor(4)
    compiled = torch.compile(lambda x: torch.sin(functions["energy"](x, 4)) * 2, fullgraph=True)
    compiled(x).backward()
    again = x.detach().clone().requires_grad_()
    (torch.sin(functions["energy"](again, 4)) * 2).backward()
    assert torch.allclose(x.grad, again.grad)


def test_training_step(functions):
    weights = tensor(3, 3)
    optimiser = torch.optim.SGD([weights], lr=0.1)
    target = torch.eye(3, dtype=torch.float64)
    losses = []
    for _ in range(20):
        optimiser.zero_grad()
        loss = ((functions["matmul"](weights, weights, 3) - target) ** 2).sum()
        loss.backward()
        optimiser.step()
        losses.append(float(loss))
    assert losses[-1] < losses[0]


def test_errors(functions):
    with pytest.raises(TypeError, match="float64"):
        functions["energy"](torch.ones(4), 4)
    with pytest.raises(ValueError, match="uses"):
        functions["matmul"](torch.ones(3, dtype=torch.float64), torch.ones(4, dtype=torch.float64), 2)
    with pytest.raises(TypeError):
        functions["energy"](tensor(4), 4.0)
    with pytest.raises(zymase.ExecutionError, match="abort"):
        functions["stops"](torch.tensor(-1.0, dtype=torch.float64))
    assert np.isclose(float(functions["stops"](2.0)), 4)
