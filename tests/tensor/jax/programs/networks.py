"""Layers of neural networks and their losses."""

import jax
import jax.numpy as jnp
from jax import lax

from . import integers, normal, program, uniform


@program(normal(8, 5), normal(5, 7), normal(7), normal(7, 3), normal(3))
def mlp_relu(x, w1, b1, w2, b2):
    return jnp.sum((jax.nn.relu(x @ w1 + b1) @ w2 + b2) ** 2)


@program(normal(8, 5), normal(5, 7), normal(7), normal(7, 3), integers(8, high=3))
def mlp_cross_entropy(x, w1, b1, w2, labels):
    logits = jnp.tanh(x @ w1 + b1) @ w2
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], axis=1))


@program(normal(4, 6), normal(6, 6), normal(6, 6))
def mlp_gelu_residual(x, w1, w2):
    return x + jax.nn.gelu(x @ w1, approximate=False) @ w2 + jax.nn.gelu(x @ w2)


@program(normal(4, 6), normal(6, 3), normal(3, 6))
def autoencoder(x, encode, decode):
    code = jax.nn.sigmoid(x @ encode)
    return jnp.mean((jax.nn.softplus(code @ decode) - x) ** 2) + 0.1 * jnp.sum(jnp.abs(code))


@program(normal(2, 8, 8, 3), normal(3, 3, 3, 4, scale=0.3), normal(4))
def cnn_same(x, kernel, bias):
    y = lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return jnp.tanh(y + bias)


@program(normal(2, 3, 9, 9), normal(4, 3, 3, 3, scale=0.3), normal(4 * 4, 5))
def cnn_max_pool(x, kernel, dense):
    y = lax.conv_general_dilated(x, kernel, (2, 2), ((1, 0), (0, 1)))
    y = lax.reduce_window(y, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
    return y.reshape(2, -1) @ dense


@program(normal(2, 7, 7, 2))
def average_pool(x):
    y = lax.reduce_window(x, 0.0, lax.add, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    return jnp.sin(y / 9)


@program(normal(1, 10, 4), normal(3, 2, 8, scale=0.4))
def grouped_dilated_convolution(x, kernel):
    return lax.conv_general_dilated(
        x, kernel, (1,), [(2, 2)], rhs_dilation=(2,), dimension_numbers=("NWC", "WIO", "NWC"), feature_group_count=2
    )


@program(normal(2, 5, 5, 3), normal(3, 3, 4, 3, scale=0.3))
def transposed_convolution(x, kernel):
    return jnp.sin(lax.conv_transpose(x, kernel, (2, 2), "SAME", transpose_kernel=True))


@program(normal(1, 4, 5, 3, 2), normal(2, 2, 2, 2, 3, scale=0.3))
def convolution_in_space(x, kernel):
    return lax.conv_general_dilated(x, kernel, (1, 2, 1), "VALID", dimension_numbers=("NDHWC", "DHWIO", "NDHWC")) ** 2


@program(normal(5, 4), normal(5, 4), normal(5, 4))
def attention(q, k, v):
    return jax.nn.softmax(q @ k.T / 2.0, axis=-1) @ v


@program(normal(2, 6, 8), normal(8, 24, scale=0.4), normal(8, 8, scale=0.4))
def causal_attention(x, into, out):
    q, k, v = jnp.split((x @ into).reshape(2, 6, 2, 12), 3, axis=-1)
    scores = jnp.einsum("bihd,bjhd->bhij", q, k) / jnp.sqrt(4.0).astype(x.dtype)
    scores = jnp.where(jnp.tril(jnp.ones((6, 6), bool)), scores, -1e30)
    return jnp.einsum("bhij,bjhd->bihd", jax.nn.softmax(scores), v).reshape(2, 6, 8) @ out


@program(normal(6, 4), normal(6, 4), normal(6, 3))
def linear_attention(q, k, v):
    q, k = jax.nn.elu(q) + 1, jax.nn.elu(k) + 1
    return (q @ (k.T @ v)) / (q @ jnp.sum(k, axis=0))[:, None]


@program(normal(4, 6), normal(6), normal(6))
def layer_norm(x, scale, offset):
    mean = jnp.mean(x, -1, keepdims=True)
    return (x - mean) * lax.rsqrt(jnp.var(x, -1, keepdims=True) + 1e-5) * scale + offset


@program(normal(4, 6), normal(6))
def rms_norm(x, scale):
    return x * lax.rsqrt(jnp.mean(x**2, -1, keepdims=True) + 1e-6) * scale


@program(normal(8, 3, 3, 4), normal(4), normal(4))
def batch_norm(x, scale, offset):
    mean, variance = jnp.mean(x, (0, 1, 2)), jnp.var(x, (0, 1, 2))
    return jax.nn.relu((x - mean) / jnp.sqrt(variance + 1e-3) * scale + offset)


@program(normal(2, 5, 8), normal(8, 24, scale=0.3), normal(8, 16, scale=0.3), normal(16, 8, scale=0.3), normal(8))
def transformer_block(x, qkv, up, down, scale):
    def norm(x):
        return x * lax.rsqrt(jnp.mean(x**2, -1, keepdims=True) + 1e-6) * scale

    q, k, v = jnp.split(norm(x) @ qkv, 3, axis=-1)
    x = x + jax.nn.softmax(q @ k.swapaxes(1, 2) / 8**0.5) @ v
    return x + jax.nn.silu(norm(x) @ up) @ down


@program(uniform(6, 10), normal(10, 4), integers(2, low=1, high=1000))
def dropout(x, w, seed):
    key = jax.random.wrap_key_data(seed.astype(jnp.uint32), impl="threefry2x32")
    kept = jax.random.bernoulli(key, 0.7, x.shape)
    return jnp.where(kept, x / 0.7, 0) @ w


@program(normal(4, 8), normal(4, 8))
def contrastive_loss(a, b):
    a = a / jnp.linalg.norm(a, axis=-1, keepdims=True)
    b = b / jnp.linalg.norm(b, axis=-1, keepdims=True)
    logits = a @ b.T / 0.1
    return jnp.mean(jax.nn.logsumexp(logits, axis=0) + jax.nn.logsumexp(logits, axis=1) - 2 * jnp.diag(logits))


@program(normal(3, 4), normal(4, 2), normal(3, 2))
def step_of_gradient_descent(x, w, y):
    def loss(w):
        return jnp.mean((jnp.tanh(x @ w) - y) ** 2)

    return loss(w - 0.3 * jax.grad(loss)(w))
