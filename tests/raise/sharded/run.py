"""Programs in plain C, raised to StableHLO and run by XLA on eight devices of the host, each of which holds a part of space.

usage: run.py ZYMASE CLANG [times]

XLA inserts what the devices send each other. Results are compared with those of the native program; with `times`, both are measured on
larger grids: the native program on one thread, XLA on one device and on eight.
"""

import ctypes
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"
import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax._src.interpreters import mlir  # noqa: E402
from jax._src.lib import xla_client  # noqa: E402
from jax._src.lib.mlir import ir  # noqa: E402

jax.config.update("jax_enable_x64", True)
FOLDER = pathlib.Path(__file__).parent
DEVICES = 8

# Function, rank of the arrays, dimension of space that is parted, how many arrays, sizes for comparison and for times, steps.
PROGRAMS = {
    "heat": dict(shape=lambda n: (n, n, n), parted=0, arrays=2, number=0.1, small=(16, 5), large=(192, 20)),
    "water": dict(shape=lambda n: (n, n), parted=0, arrays=6, number=0.02, small=(32, 5), large=(1024, 20)),
    "boltzmann": dict(shape=lambda n: (9, n, n), parted=1, arrays=2, number=0.9, small=(16, 5), large=(512, 20)),
}


def raised(zymase, name, n, steps, shape):
    """The function on tensors."""
    source = FOLDER / f"{name}.c"
    names = re.findall(r"\*(\w+)[,)]", source.read_text().split(f"void {name}(")[1].split("{")[0] + ")")
    sizes = "x".join(map(str, shape))
    words = [zymase, "raise", source, "--function", name, "--to", "stablehlo", "--fix", f"n={n},steps={steps}"]
    words += ["--shape", ",".join(f"{array}={sizes}" for array in names)]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def parted(text, rank, dimension):
    """The module with arrays parted along a dimension."""
    if dimension is None:
        return text
    tiles = ",".join(str(DEVICES if at == dimension else 1) for at in range(rank))
    sharding = f'mhlo.sharding = "{{devices=[{tiles}]<=[{DEVICES}]}}"'
    head = re.search(r"func\.func [^\n]*\{\n", text).group(0)
    kind = r"tensor<(?:\d+x)+f64>"
    new = re.sub(rf"(%\w+: {kind})", rf"\1 {{{sharding}}}", head)
    before, results = new.split("->")
    results = re.sub(kind, lambda found: f"{found.group(0)} {{{sharding}}}", results)
    text = text.replace(head, f"{before}->{results}")
    return re.sub(r"module(?: attributes)? *\{", "module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {", text, count=1)


def compiled(text, count):
    devices = jax.devices("cpu")[:count]
    options = xla_client.CompileOptions()
    options.num_partitions = count
    options.num_replicas = 1
    options.executable_build_options.num_partitions = count
    options.executable_build_options.use_spmd_partitioning = count > 1
    assignment = np.arange(count).reshape(1, count)
    options.executable_build_options.device_assignment = xla_client.DeviceAssignment.create(assignment)
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        client = devices[0].client
        return client.compile_and_load(module, xla_client.DeviceList(tuple(devices)), options)


def inputs(program, n, steps):
    random = np.random.default_rng(7)
    arrays = [1 + 0.1 * random.random(program["shape"](n)) for _ in range(program["arrays"])]
    return [np.float64(program["number"])] + arrays


def run(executable, values, count, dimension):
    """Runs it; the results in one piece, and the shortest of some times."""
    devices = jax.devices("cpu")[:count]
    mesh = jax.sharding.Mesh(np.array(devices), ("space",))

    def place(value):
        axes = [None] * value.ndim
        if value.ndim and count > 1:
            axes[dimension] = "space"
        return jax.device_put(value, jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*axes)))

    placed = [place(np.asarray(value)) for value in values]
    best = float("inf")
    for _ in range(3):
        begun = time.perf_counter()
        outputs = executable.execute_sharded(placed).disassemble_into_single_device_arrays()
        for parts in outputs:
            for part in parts:
                part.block_until_ready()
        best = min(best, time.perf_counter() - begun)
    join = lambda parts: np.concatenate([np.asarray(part) for part in parts], axis=dimension) if count > 1 else np.asarray(parts[0])
    return [join(parts) for parts in outputs], best


def native(library, name, n, steps, values):
    function = getattr(library, name)
    best = float("inf")
    for _ in range(3):
        arrays = [np.array(value) for value in values[1:]]
        pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in arrays]
        begun = time.perf_counter()
        function(ctypes.c_int(n), ctypes.c_int(steps), ctypes.c_double(values[0]), *pointers)
        best = min(best, time.perf_counter() - begun)
    return arrays, best


def main():
    zymase, clang = sys.argv[1:3]
    measure = sys.argv[3:] == ["times"]
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, program in PROGRAMS.items():
            n, steps = program["large" if measure else "small"]
            path = f"{scratch}/{name}.so"
            flags = ["-O3", "-march=native", "-ffp-contract=off", "-shared", "-fPIC"]
            subprocess.run([clang, *flags, FOLDER / f"{name}.c", "-o", path], check=True)
            values = inputs(program, n, steps)
            expected, alone = native(ctypes.CDLL(path), name, n, steps, values)
            text = raised(zymase, name, n, steps, program["shape"](n))
            rank = len(program["shape"](n))
            executable = compiled(parted(text, rank, program["parted"]), DEVICES)
            program_text = executable.hlo_modules()[0].to_string()
            sends = len(re.findall(r"= [^=\n]* collective-permute(?:-start)?\(", program_text))
            found, parted_time = run(executable, values, DEVICES, program["parted"])
            error = max(float(np.max(np.abs(a - b))) for a, b in zip(found, expected))
            good = error < 1e-12 and len(found) == len(expected) and sends > 0
            failed += not good
            line = f"{name}: {'ok' if good else 'WRONG'}, error {error:.1e}, {sends} exchanges"
            if measure:
                _, one = run(compiled(text, 1), values, 1, program["parted"])
                line += f"; native {alone * 1e3:.0f} ms, XLA on one device {one * 1e3:.0f} ms, on eight {parted_time * 1e3:.0f} ms"
            print(line, flush=True)
    sys.exit(1 if failed else 0)


main()
