"""Times of models in JAX, as people write them, by plain JAX and by zymase: values, and values with gradients.

    python bench/python/models.py [--sizes small|large] [--filter NAME] [--seconds S] [--processor] [--limit SECONDS]
        [--markdown]

Runs on the device that JAX takes by default. Values and gradients are compared before they are timed (float32, with float64 as the truth).
Both programs run in turns, so that what else the machine does concerns both; the least time of many counts. The table has the time of plain JAX
divided by that of zymase.
"""

import argparse
import math
import time

import jax
import jax.numpy as jnp
import numpy as np
import zymase.jax
from jax import lax
from jax.scipy.special import logsumexp

MODELS = {}
random = np.random.default_rng(1)


def normal(*shape, scale=1.0):
    return np.asarray(random.standard_normal(shape) * scale, np.float32)


def model(name):
    """Adds a model: a function of the factor of its sizes, which gives a function and its arguments; the first one is differentiated by."""

    def note(make):
        MODELS[name] = make
        return make

    return note


@model("MLP")
def mlp(large):
    batch, widths = (4096, (1024, 2048, 2048, 10)) if large else (64, (64, 128, 128, 10))
    layers = [(normal(a, b, scale=a**-0.5), normal(b, scale=0.1)) for a, b in zip(widths, widths[1:])]

    def loss(layers, x, y):
        for w, b in layers[:-1]:
            x = jax.nn.relu(x @ w + b)
        logits = x @ layers[-1][0] + layers[-1][1]
        return -jnp.mean(jnp.sum(jax.nn.log_softmax(logits) * jax.nn.one_hot(y, 10), axis=1))

    return loss, (layers, normal(batch, widths[0]), random.integers(0, 10, batch).astype(np.int32))


@model("transformer")
def transformer(large):
    batch, length, width, heads, depth, words = (8, 512, 512, 8, 4, 8192) if large else (2, 32, 64, 4, 2, 256)
    block = lambda: {
        "q": normal(width, width, scale=width**-0.5), "k": normal(width, width, scale=width**-0.5),
        "v": normal(width, width, scale=width**-0.5), "o": normal(width, width, scale=width**-0.5),
        "up": normal(width, 4 * width, scale=width**-0.5), "down": normal(4 * width, width, scale=0.5 * width**-0.5),
        "g1": 1 + normal(width, scale=0.1), "b1": normal(width, scale=0.1), "g2": 1 + normal(width, scale=0.1), "b2": normal(width, scale=0.1),
    }
    parameters = {"table": normal(words, width, scale=0.1), "place": normal(length, width, scale=0.1), "blocks": [block() for _ in range(depth)]}

    def norm(x, g, b):
        mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
        return (x - mean) / jnp.sqrt(variance + 1e-5) * g + b

    def loss(p, tokens):
        x = p["table"][tokens[:, :-1]] + p["place"]
        seen = jnp.tril(jnp.ones((length, length), bool))
        for b in p["blocks"]:
            h = norm(x, b["g1"], b["b1"])
            q, k, v = [(h @ b[name]).reshape(batch, length, heads, -1).transpose(0, 2, 1, 3) for name in "qkv"]
            scores = q @ k.swapaxes(-1, -2) / math.sqrt(width // heads)
            weights = jax.nn.softmax(jnp.where(seen, scores, -1e9))
            x = x + (weights @ v).transpose(0, 2, 1, 3).reshape(batch, length, width) @ b["o"]
            x = x + jax.nn.gelu(norm(x, b["g2"], b["b2"]) @ b["up"]) @ b["down"]
        logits = jax.nn.log_softmax(x @ p["table"].T)
        return -jnp.mean(jnp.take_along_axis(logits, tokens[:, 1:, None], axis=-1))

    return loss, (parameters, random.integers(0, words, (batch, length + 1)).astype(np.int32))


def lstm_cell(p, h, c, x):
    i, f, g, o = jnp.split(x @ p["w"] + h @ p["u"] + p["b"], 4, axis=-1)
    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    return jax.nn.sigmoid(o) * jnp.tanh(c), c


def lstm_parts(large, steps):
    batch, width, state = (256, 512, 1024) if large else (16, 32, 64)
    p = {"w": normal(width, 4 * state, scale=width**-0.5), "u": normal(state, 4 * state, scale=state**-0.5), "b": normal(4 * state, scale=0.1)}
    return p, normal(steps, batch, width), np.zeros((batch, state), np.float32)


@model("LSTM, unrolled")
def lstm_unrolled(large):
    p, xs, zero = lstm_parts(large, 12)

    def loss(p, xs):
        h, c, total = zero, zero, 0.0
        for x in xs:
            h, c = lstm_cell(p, h, c, x)
            total += jnp.sum(h**2)
        return total

    return loss, (p, xs)


@model("LSTM, scan")
def lstm_scan(large):
    p, xs, zero = lstm_parts(large, 64)

    def loss(p, xs):
        def step(state, x):
            h, c = lstm_cell(p, *state, x)
            return (h, c), h

        return jnp.mean(lax.scan(step, (xs[0, :, :1] * 0 + zero,) * 2, xs)[1] ** 2)

    return loss, (p, xs)


@model("NasRNN")
def nas_rnn(large):
    batch, width, steps = (256, 512, 16) if large else (16, 64, 8)
    p = {"w": normal(width, 8 * width, scale=width**-0.5), "u": normal(width, 8 * width, scale=width**-0.5)}
    zero = np.zeros((batch, width), np.float32)

    def cell(p, h, c, x):
        a, b = jnp.split(x @ p["w"], 8, -1), jnp.split(h @ p["u"], 8, -1)
        l1 = [jax.nn.sigmoid(a[0] + b[0]), jax.nn.relu(a[1] + b[1]), jax.nn.sigmoid(a[2] + b[2]), jax.nn.relu(a[3] * b[3])]
        l1 += [jnp.tanh(a[4] + b[4]), jax.nn.sigmoid(a[5] + b[5]), jnp.tanh(a[6] + b[6]), jax.nn.sigmoid(a[7] + b[7])]
        l2 = [jnp.tanh(l1[0] * l1[1]), jnp.tanh(l1[2] + l1[3]), jnp.tanh(l1[4] * l1[5]), jax.nn.sigmoid(l1[6] + l1[7])]
        l2[0] = jnp.tanh(l2[0] + c)
        new = l2[0] * l2[1]
        return jnp.tanh(new * jnp.tanh(l2[2] + l2[3])), new

    def loss(p, xs):
        h, c = zero, zero
        for x in xs:
            h, c = cell(p, h, c, x)
        return jnp.sum(h**2)

    return loss, (p, normal(steps, batch, width))


@model("KAN")
def kan(large):
    batch, widths = (2048, (64, 64, 64, 1)) if large else (64, (8, 16, 16, 1))
    grid = jnp.linspace(-2.2, 2.2, 12, dtype=jnp.float32)
    layers = [(normal(a, 8, b, scale=0.3), normal(a, b, scale=a**-0.5)) for a, b in zip(widths, widths[1:])]

    def basis(x):
        x = x[..., None]
        b = ((x >= grid[:-1]) & (x < grid[1:])).astype(x.dtype)
        for k in range(1, 4):
            left = (x - grid[: -(k + 1)]) / (grid[k:-1] - grid[: -(k + 1)]) * b[..., :-1]
            b = left + (grid[k + 1 :] - x) / (grid[k + 1 :] - grid[1:-k]) * b[..., 1:]
        return b

    def loss(layers, x, y):
        for c, w in layers:
            x = jnp.einsum("bik,iko->bo", basis(x), c) + jax.nn.silu(x) @ w
            x = jnp.tanh(x)
        return jnp.mean((x[:, 0] - y) ** 2)

    return loss, (layers, normal(batch, widths[0]), normal(batch))


@model("convnet")
def convnet(large):
    batch, extent, widths = (128, 32, (3, 64, 64, 128)) if large else (8, 16, (3, 8, 8, 16))
    p = {"k": [normal(3, 3, a, b, scale=(9 * a) ** -0.5) for a, b in zip(widths, widths[1:])], "g": [1 + normal(b, scale=0.1) for b in widths[1:]],
         "b": [normal(b, scale=0.1) for b in widths[1:]], "w": normal(widths[-1], 10)}

    def loss(p, x, y):
        for k, g, b in zip(p["k"], p["g"], p["b"]):
            x = lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
            x = jax.nn.relu((x - mean) * lax.rsqrt(variance + 1e-5) * g + b)
            x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        logits = jax.nn.log_softmax(x.mean((1, 2)) @ p["w"])
        return -jnp.mean(jnp.take_along_axis(logits, y[:, None], 1))

    return loss, (p, normal(batch, extent, extent, 3), random.integers(0, 10, batch).astype(np.int32))


@model("GP likelihood")
def gp(large):
    n, d = (1024, 8) if large else (128, 4)

    def loss(p, x, y):
        difference = (x[:, None] - x[None]) / jnp.exp(p["length"])
        k = jnp.exp(p["scale"]) * jnp.exp(-0.5 * jnp.sum(difference**2, -1)) + jnp.exp(p["noise"]) * jnp.eye(n)
        l = jnp.linalg.cholesky(k)
        alpha = jax.scipy.linalg.cho_solve((l, True), y)
        return 0.5 * y @ alpha + jnp.sum(jnp.log(jnp.diag(l))) + 0.5 * n * math.log(2 * math.pi)

    return loss, ({"length": normal(d, scale=0.1), "scale": np.float32(0.2), "noise": np.float32(-1.0)}, normal(n, d), normal(n))


@model("stencil PDE")
def stencil(large):
    n, steps = (1024, 50) if large else (64, 20)

    def loss(p, u):
        def step(u, _):
            inner = u[1:-1, 1:-1]
            lap = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * inner
            u = u.at[1:-1, 1:-1].set(inner + p["k"] * lap + p["r"] * inner * (1 - inner))
            u = u.at[0].set(0.0).at[-1].set(0.0)
            return u, None

        return jnp.mean(lax.scan(step, u * p["a"], None, length=steps)[0] ** 2)

    return loss, ({"k": np.float32(0.1), "r": np.float32(0.01), "a": np.float32(0.9)}, np.asarray(random.random((n, n)), np.float32))


@model("cable model")
def cable(large):
    cells, parts, steps = (512, 64, 100) if large else (4, 32, 50)

    def loss(p, current):
        def step(state, i):
            v, m, h = state
            m = m + 0.02 * ((1 - m) / (1 + jnp.exp(-(v + 40) / 9)) - m / (1 + jnp.exp((v + 60) / 18)))
            h = h + 0.02 * ((1 - h) / (1 + jnp.exp((v + 62) / 7)) - h / (1 + jnp.exp(-(v + 35) / 10)))
            ion = jnp.exp(p["sodium"]) * m**3 * h * (v - 50) + jnp.exp(p["leak"]) * (v + 70)
            left = jnp.concatenate([v[:, :1], v[:, :-1]], 1)
            right = jnp.concatenate([v[:, 1:], v[:, -1:]], 1)
            v = v + 0.02 * (jnp.exp(p["axial"]) * (left + right - 2 * v) - ion + i * (jnp.arange(parts) == 0))
            return (v, m, h), v[:, -1]

        start = (jnp.full((cells, parts), -65.0), jnp.full((cells, parts), 0.05), jnp.full((cells, parts), 0.6))
        return jnp.mean(lax.scan(step, start, current)[1] ** 2)

    p = {name: normal(cells, parts, scale=0.1) - 1 for name in ("sodium", "leak", "axial")}
    return loss, (p, np.asarray(random.random(steps) * 10, np.float32))


@model("GNN")
def gnn(large):
    nodes, edges, width = (8192, 65536, 128) if large else (128, 512, 32)
    p = [{"m": normal(2 * width, width, scale=width**-0.5), "u": normal(2 * width, width, scale=width**-0.5)} for _ in range(3)]

    def loss(p, x, senders, receivers):
        for layer in p:
            message = jax.nn.relu(jnp.concatenate([x[senders], x[receivers]], 1) @ layer["m"])
            total = jax.ops.segment_sum(message, receivers, nodes)
            count = jax.ops.segment_sum(jnp.ones((edges, 1)), receivers, nodes)
            x = x + jnp.tanh(jnp.concatenate([x, total / jnp.maximum(count, 1)], 1) @ layer["u"])
        return jnp.mean(x**2)

    places = lambda: random.integers(0, nodes, edges).astype(np.int32)
    return loss, (p, normal(nodes, width), places(), places())


@model("neural ODE")
def neural_ode(large):
    batch, width, hidden, steps = (1024, 64, 512, 20) if large else (32, 4, 32, 20)
    p = {"w1": normal(width, hidden, scale=width**-0.5), "b1": normal(hidden, scale=0.1), "w2": normal(hidden, width, scale=hidden**-0.5)}

    def loss(p, y):
        f = lambda y: jnp.tanh(y @ p["w1"] + p["b1"]) @ p["w2"]

        def step(y, _):
            k1 = f(y)
            k2 = f(y + 0.05 * k1)
            k3 = f(y + 0.05 * k2)
            y = y + 0.1 / 6 * (k1 + 2 * k2 + 2 * k3 + f(y + 0.1 * k3))
            return y, y

        return jnp.mean(lax.scan(step, y, None, length=steps)[1] ** 2)

    return loss, (p, normal(batch, width))


@model("attention with a bias")
def softmax_chain(large):
    n, d = (1024, 128) if large else (64, 16)

    def loss(p, x):
        scores = (x @ p["q"]) @ (x @ p["k"]).T / math.sqrt(d) + jnp.diag(p["b"])
        mixed = jax.nn.softmax(scores) @ (x @ p["v"])
        return jnp.mean(logsumexp(mixed, axis=1)) + jnp.trace(mixed.T @ mixed) / n

    return loss, ({"q": normal(d, d, scale=d**-0.5), "k": normal(d, d, scale=d**-0.5), "v": normal(d, d), "b": normal(n)}, normal(n, d))


def fastest(functions, arguments, seconds, clock):
    """The least time of a call of each of some functions, which are run in turns."""

    def run(function, times):
        start = clock()
        for _ in range(times):
            result = function(*arguments)
        jax.block_until_ready(result)
        return (clock() - start) / times

    best = [min(run(one, 1) for _ in range(3)) for one in functions]
    # Clocks, that of the processor above all, are coarse.
    times = [max(1, math.ceil(0.02 / max(least, 1e-5))) for least in best] if clock is time.process_time else [1] * len(functions)
    best, end = [math.inf] * len(functions), time.perf_counter() + seconds
    while time.perf_counter() < end:
        for place, one in enumerate(functions):
            run(one, 1)
            best[place] = min(best[place], *(run(one, times[place]) for _ in range(4)))
    return best


def error(found, truth):
    """The largest error of an array, of its largest number."""
    pairs = zip(jax.tree.leaves(found), jax.tree.leaves(truth))
    return max(float(np.max(np.abs(np.asarray(a, np.float64) - b)) / max(np.max(np.abs(b)), 1e-30)) for a, b in pairs)


def truth_of(function, arguments):
    wide = lambda x: np.asarray(x, np.float64) if np.asarray(x).dtype.kind == "f" else x
    with jax.enable_x64(True) if hasattr(jax, "enable_x64") else jax.experimental.enable_x64():
        return jax.tree.map(np.asarray, jax.jit(function)(*jax.tree.map(wide, arguments)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", choices=["small", "large"], default="small")
    parser.add_argument("--filter", default="")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each pair is run")
    parser.add_argument("--processor", action="store_true", help="time of the processor, for machines that others use too")
    parser.add_argument("--limit", type=float, default=math.inf, help="no model is begun after so many seconds")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    clock = time.process_time if options.processor else time.perf_counter
    print(f"jax {jax.__version__} on {jax.devices()[0].device_kind}, {options.sizes} sizes; times of plain JAX and of zymase, ms")
    line = "| {:22} | {:>8} | {:>8} | {:>6} | {:>8} | {:>8} | {:>6} | {:>7} | {:>7} |"
    print(line.format("model", "value", "zymase", "factor", "gradient", "zymase", "factor", "error", "JAX's"))
    if options.markdown:
        print("| --- |" + " --: |" * 8)
    factors, begin = [], time.perf_counter()
    for name, make in MODELS.items():
        if options.filter not in name:
            continue
        if time.perf_counter() - begin > options.limit:
            print(f"{name}: not begun, the time is over", flush=True)
            continue
        function, arguments = make(options.sizes == "large")
        arguments = jax.tree.map(jnp.asarray, arguments)
        try:
            pairs = [(jax.jit(function), zymase.jax.jit(function)), (jax.jit(jax.value_and_grad(function)), jax.jit(zymase.jax.value_and_grad(function)))]
            values = [[one(*arguments) for one in pair] for pair in pairs]
        except Exception as problem:
            print(f"{name}: {type(problem).__name__}: {str(problem)[:300]}", flush=True)
            continue
        true_value, true_gradient = truth_of(jax.value_and_grad(function), arguments)
        errors = [error(values[1][which], (true_value, true_gradient)) for which in (0, 1)]
        (a, b), (c, d) = [fastest(pair, arguments, options.seconds, clock) for pair in pairs]
        factors.append((a / b, c / d))
        wrong = "" if errors[1] <= max(4 * errors[0], 1e-4) else "   WRONG"
        shown = [f"{1e3 * t:.3f}" for t in (a, b)] + [f"{a / b:.2f}"] + [f"{1e3 * t:.3f}" for t in (c, d)] + [f"{c / d:.2f}"]
        print(line.format(name, *shown, f"{errors[1]:.0e}", f"{errors[0]:.0e}") + wrong, flush=True)
    means = np.exp(np.mean(np.log(factors), axis=0))
    print(line.format("geometric mean", "", "", f"{means[0]:.2f}", "", "", f"{means[1]:.2f}", "", ""))


if __name__ == "__main__":
    main()
