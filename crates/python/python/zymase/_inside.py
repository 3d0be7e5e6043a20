"""Compiles in this process, by requests to the plugin's library: no compiler is started, and no library linked."""

import ctypes
from functools import lru_cache

from . import _toolchain as toolchain
from ._errors import CompileError, ZymaseError

_RUN_PASSES, _MAKE_OBJECT, _LOAD = range(3)


class _Part(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]


@lru_cache(maxsize=None)
def _library(path):
    try:
        library = ctypes.CDLL(path)
        library.zymase_request.argtypes = [ctypes.c_uint32, ctypes.POINTER(_Part), ctypes.c_size_t, ctypes.POINTER(_Part)]
        library.zymase_forget.argtypes, library.zymase_forget.restype = [_Part], None
        return library
    except (OSError, AttributeError) as error:
        # Says which package brings LLVM, if that is what is missing.
        toolchain.tool("clang")
        raise ZymaseError(f"{path} cannot be loaded: {error}") from None


def _request(kind, what, *parts):
    """The answer to a request; what is wrong is the text of the error."""
    library, answer = _library(toolchain.plugin()), _Part()
    data = [part.encode() if isinstance(part, str) else part for part in parts]
    given = (_Part * len(data))(*[_Part(ctypes.cast(ctypes.c_char_p(each), ctypes.c_void_p), len(each)) for each in data])
    status = library.zymase_request(kind, given, len(data), ctypes.byref(answer))
    try:
        made = ctypes.string_at(answer.data, answer.size)
    finally:
        library.zymase_forget(answer)
    if status:
        raise CompileError(f"{what}\n{made.decode(errors='replace').strip()}")
    return made


def run_passes(text, passes, what):
    """The text of a module after passes, which are named as for `opt`."""
    return _request(_RUN_PASSES, what, text, passes).decode()


def make_object(symbol, modules, library, what):
    """The object of some modules, of which one function can be seen; of `library` only what the others need."""
    return _request(_MAKE_OBJECT, what, symbol, *modules, library)


class Loaded:
    """Objects in memory, as a library of which one symbol is known."""

    def __init__(self, symbol, objects, given, what):
        lines = "".join(f"{name} {address}\n" for name, address in given.items())
        self.addresses = {symbol: int(_request(_LOAD, what, symbol, lines, *objects))}

    def __getattr__(self, name):
        try:
            return ctypes.c_void_p(self.__dict__["addresses"][name])
        except KeyError:
            raise AttributeError(name) from None
