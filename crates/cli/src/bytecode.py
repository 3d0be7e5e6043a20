import sys

from jax._src.interpreters.mlir import make_ir_context
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

content = sys.stdin.buffer.read()
with make_ir_context() as context:
    try:
        module = stablehlo.deserialize_portable_artifact(context, content)
    except Exception:
        module = ir.Module.parse(content)
    sys.stdout.write(str(module))
