"""The exceptions of the package."""


class ZymaseError(Exception):
    """Something that the package, or the compiler behind it, refuses."""


class CompileError(ZymaseError, RuntimeError):
    """The compiler did not accept a program, or the plugin could not differentiate it. The text is the compiler's, with the
    line of the source and what to do about it."""


class SignatureError(ZymaseError, TypeError):
    """What a function takes cannot be told from the program. The text shows the candidates and the ``signature=`` that
    settles it."""


class ExecutionError(ZymaseError, RuntimeError):
    """Compiled code ended with ``abort``, ``exit``, a failed ``assert``, an exception of C++ or a fault of the processor."""
