"""Compiles in this process, by requests to the plugin's library: no compiler is started, and no library linked."""

import ctypes
import struct
from functools import lru_cache

from . import _toolchain as toolchain
from ._errors import CompileError, ZymaseError

_RUN_PASSES, _MAKE_OBJECT, _LOAD = range(3)
#: The kind of a section with symbols.
_SYMBOLS = 2


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


def outside_symbols(data):
    """Names of what an object refers to and does not have: its symbols without a section (ELF, 64 bits)."""

    def section(place):
        return struct.unpack_from("<IIQQQQIIQQ", data, sections + place * size)

    (sections,) = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    names = set()
    for _, kind, _, _, begin, length, link, *_ in map(section, range(count)):
        if kind == _SYMBOLS:
            texts = section(link)[4]
            for name, _, _, place, _, _ in struct.iter_unpack("<IBBHQQ", data[begin : begin + length]):
                if name and not place:
                    names.add(data[texts + name : data.index(b"\0", texts + name)].decode())
    return names


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
