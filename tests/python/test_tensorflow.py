"""Compiled functions in TensorFlow."""

import os

import numpy as np
import pytest

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
tf = pytest.importorskip("tensorflow")

import zymase  # noqa: E402

A = np.arange(9.0).reshape(3, 3) / 7
CASES = {
    "product": (lambda f: f, [np.float64(2.0), np.float64(3.0), np.float64(0.5)]),
    "energy": (lambda f: lambda x: f(x, 3), [A[1]]),
    "matmul": (lambda f: lambda a, b: f(a, b, 3), [A, A.T]),
    "decay": (lambda f: lambda u, r: f(u, r, 3), [A[1], np.float64(0.7)]),
}


@pytest.fixture(scope="module")
def functions(lib):
    return {name: zymase.tensorflow.function(lib, name) for name in [*CASES, "both", "stops"]}


@pytest.mark.parametrize("name", CASES)
def test_gradients(functions, name):
    prepare, arguments = CASES[name]
    theirs, ours = tf.test.compute_gradient(prepare(functions[name]), arguments)
    for one, two in zip(theirs, ours):
        assert np.allclose(one, two, atol=1e-6)


@pytest.mark.parametrize("name", ["product", "matmul"])
def test_gradients_of_gradients(functions, name):
    prepare, arguments = CASES[name]
    function = prepare(functions[name])

    def gradient(*values):
        with tf.GradientTape() as tape:
            tape.watch(values)
            value = tf.reduce_sum(function(*values) ** 2)
        return tape.gradient(value, values)[0]

    theirs, ours = tf.test.compute_gradient(gradient, arguments)
    for one, two in zip(theirs, ours):
        assert np.allclose(one, two, atol=1e-5)


def test_in_a_graph(functions):
    @tf.function
    def both(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y, z = functions["both"](x, 3)
            value = tf.reduce_sum(y) + tf.reduce_sum(z)
        return y, tape.gradient(value, x)

    y, gradient = both(tf.constant(A[1]))
    assert y.shape == (3,) and np.allclose(gradient, 2 * A[1] + np.exp(A[1]))


def test_errors(functions):
    with pytest.raises(TypeError, match="float64"):
        functions["energy"](tf.constant([1.0, 2.0, 3.0]), 3)
    with pytest.raises(Exception, match="abort"):
        functions["stops"](tf.constant(-1.0, tf.float64))
