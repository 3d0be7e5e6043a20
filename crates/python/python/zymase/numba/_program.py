"""What Numba compiled, as bitcode that derivatives can be made of.

Functions of Numba return a status. Here they end the program instead, and a block that only leads there does nothing else: derivatives
see the numbers alone. What failed is found out by running the function once more.
"""

import json
import re
from functools import lru_cache
from pathlib import Path

from .. import _build, _inside, _toolchain
from .._errors import CompileError


class Program(_build.Program):
    """The code of a Numba function and what it calls. Entries are made in this process, but for those with derivatives that the caller gives."""

    languages = frozenset({"c"})

    def __init__(self, text, symbol, customs):
        self.customs = customs
        self.folder = _toolchain.cache_folder()
        self.key = _toolchain.digest("numba", _own(), _build.recipe(), _toolchain.plugin_identity(), text, symbol)
        self.part = self.folder / f"{self.key}_numba.ll"
        record = self.part.with_suffix(".json")
        if not (self.part.is_file() and record.is_file()):
            self._reduce(text, symbol, record)
        known = json.loads(record.read_text())
        #: Names of the arrays that the function does not write.
        self.readonly = set(known["readonly"])
        self.flags = ["-llapack", "-lblas"] if known["blas"] else []
        self.content = self.key
        self.base = None

    @property
    def is_inside(self):
        """Whether entries are made in this process."""
        return not self.customs

    @property
    def objects(self):
        """The code for a linker."""
        target = self.folder / f"{self.key}_numba.o"
        if not target.is_file():
            _compile_c(self.part, target)
        return [target, _support(linked=True)]

    def _reduce(self, text, symbol, record):
        for name in ("NRT_incref", "NRT_decref"):
            text = _without_body(text, name)
        clean = "function(sroa,instcombine<no-verify-fixpoint>,simplifycfg,jump-threading,simplifycfg)"
        reduced = _inside.run_passes(_checked(_resolved(text)), f"{_kept(symbol)},globaldce,always-inline,{clean},globaldce", _REFUSED)
        passes = "function(simplifycfg),globaldce,cgscc(function-attrs)"
        part = _inside.run_passes(_without_failures(reduced), passes, _REFUSED)
        known = {"blas": "numba_x" in part or "numba_ez_x" in part, "readonly": _readonly(part, symbol)}
        _toolchain.write(self.part, part)
        _toolchain.write(record, json.dumps(known))

    def link(self, text, symbol, name):
        if not self.is_inside:
            return super().link(text, symbol, name)
        target = self.folder / f"{_toolchain.digest('inside', self.content, text, _own())}.object"
        if not target.is_file():
            modules = [text, self.part.read_bytes()]
            _toolchain.write(target, _inside.make_object(symbol, modules, _support(linked=False).read_bytes(), f"{name}:"))
        data, given = target.read_bytes(), _given()
        if self.flags:
            given |= _linear_algebra(_inside.outside_symbols(data))
        return _inside.Loaded(symbol, [data, _build.leave_object().read_bytes()], given, f"{name}:")


_REFUSED = "what Numba compiled is not accepted:"


def _kept(symbol):
    """The pass that leaves one function visible."""
    return f"internalize<preserve-gv={symbol}>"


@lru_cache(maxsize=None)
def _own():
    """What changes when these files do."""
    folder = Path(__file__).parent
    return _toolchain.digest(*[(folder / name).read_bytes() for name in ("_program.py", "_entries.py")])


def _compile_c(source, target):
    new = _toolchain.temporary(target)
    _toolchain.run(
        [_toolchain.tool("clang"), "-O2", "-fPIC", "-c", "-flto=full", f"-fpass-plugin={_toolchain.plugin()}", "-fno-vectorize",
         "-fno-slp-vectorize", "-Wno-everything", "-x", "ir" if source.suffix == ".ll" else "c", str(source), "-o", str(new)],
        _REFUSED,
    )
    new.replace(target)


def _support(linked):
    """What Numba's code calls, in bitcode: for a linker, or as it is in C. Compiled once."""
    source = _build._C_FOLDER / "numba_support.c"
    parts = [_toolchain.plugin_identity()] if linked else ["inside"]
    target = _toolchain.cache_folder() / f"{_toolchain.digest('support', *parts, source.read_text())}{'.o' if linked else '.bc'}"
    if target.is_file():
        return target
    if linked:
        _compile_c(source, target)
        return target
    new = _toolchain.temporary(target)
    # Optimised together with what calls it.
    plain = ["-O2", "-Xclang", "-disable-llvm-passes", "-fPIC", "-c", "-emit-llvm", "-Wno-everything"]
    _toolchain.run([_toolchain.tool("clang"), *plain, str(source), "-o", str(new)], _REFUSED)
    new.replace(target)
    return target


def _given():
    """Addresses of what runs entries and ends them."""
    guard = _build.load_global(str(_build.guard_library()))
    return {name: _build.address(guard, name) for name in ("zymase_guard", "zymase_leave")}


def _linear_algebra(names):
    """Addresses of those that are routines of the system's LAPACK and BLAS."""
    found = {}
    for library in (_system_library("lapack"), _system_library("blas")):
        for name in names:
            if name.endswith("_") and name not in found and hasattr(library, name):
                found[name] = _build.address(library, name)
    return found


def _system_library(name):
    for file in (f"lib{name}.so.3", f"lib{name}.so"):
        try:
            return _build.load(file)
        except OSError as error:
            said = error
    raise CompileError(f"linear algebra needs the system's {name.upper()}: install the package lib{name}3 ({said})")


def readonly_arrays(text, symbol):
    """Names of the arrays that a compiled function does not write."""
    return set(_readonly(_inside.run_passes(text, f"{_kept(symbol)},always-inline,function(sroa),cgscc(function-attrs)", _REFUSED), symbol))


def _readonly(text, symbol):
    """Names of the arrays that a function does not write, by what LLVM finds out about their elements."""
    header = next((line for line in text.split("\n") if line.startswith("define ") and f"@{symbol}(" in line.replace('"', "")), "")
    found = re.findall(r"ptr ([^%]*?)%\"?arg\.([^\s,\")]+)\.4\"?(?=[,)])", header)
    return [name for attributes, name in found if re.search(r"\b(readonly|readnone)\b", attributes)]


def _without_body(text, name):
    """A module in which a function is only declared."""
    found = re.search(rf"^define linkonce_odr void @{name}\(.*?^}}$", text, re.M | re.S)
    return text if not found else text[: found.start()] + f"declare void @{name}(ptr)" + text[found.end() :]


def _resolved(text):
    """A module in which functions that call themselves do so by their names: Numba leaves that to its linker."""
    mark = r'@"\.numba\.unresolved\$([^"]+)"'
    if "numba.unresolved$" not in text:
        return text
    lines = [line for line in text.split("\n") if not (line.startswith("declare ") and re.search(mark, line))]
    return re.sub(mark, r'@"\1"', "\n".join(lines))


def _checked(text):
    """A module whose functions do not return that they failed: they end instead. What failed is found out by running the
    function once more."""
    lines, inside = [], False
    for line in text.split("\n"):
        if line.startswith("define "):
            inside = " i32 @" in line and "%excinfo" in line
        elif line.startswith("}"):
            inside = False
        found = re.match(r"\s+ret i32 ([-%\w.\"]+)(.*)$", line) if inside else None
        if found and found.group(1) not in ("0", "-2"):
            value = f"%zymase.status.{len(lines)}"
            lines += [f"  {value} = call i32 @zymase_status(i32 {found.group(1)})", f"  ret i32 {value}"]
        else:
            lines.append(line)
    return "\n".join(lines) + _STATUS


_STATUS = """
declare void @abort() noreturn
define internal i32 @zymase_status(i32 %status) alwaysinline {
  switch i32 %status, label %failed [ i32 0, label %fine
                                      i32 -2, label %fine ]
failed:
  call void @abort() noreturn
  unreachable
fine:
  ret i32 %status
}
"""


def _without_failures(text):
    """A module in which blocks that only lead to the end of the program do nothing else."""
    result, body = [], None
    for line in text.split("\n"):
        if line.startswith("define "):
            body = [line]
        elif body is None:
            result.append(line)
        elif line.startswith("}"):
            result += [*_prune(body), line]
            body = None
        else:
            body.append(line)
    return "\n".join(result)


def _prune(lines):
    """One function without what runs before it ends the program."""
    blocks, name = {}, None
    for line in lines[1:]:
        if found := re.match(r'^("[^"]*"|[-\w.$]+):', line):
            name = "%" + found.group(1)
            blocks[name] = [line]
        else:
            name = name or "%"
            blocks.setdefault(name, []).append(line)
    if "invoke " in "\n".join(lines):
        return lines
    following = {}
    for name, body in blocks.items():
        last = max((place for place, line in enumerate(body) if re.match(r"\s+(br|switch|ret|unreachable|indirectbr)\b", line)), default=0)
        following[name] = None if re.match(r"\s+ret\b", body[last]) else re.findall(r'label (%"[^"]*"|%[-\w.$]+)', "\n".join(body[last:]))
    # What can return.
    alive, grown = {name for name, after in following.items() if after is None}, True
    while grown:
        more = {name for name, after in following.items() if after and name not in alive and any(each in alive for each in after)}
        alive |= more
        grown = bool(more)
    doomed = set(blocks) - alive
    result = lines[:1]
    for name, body in blocks.items():
        if name in doomed and name != "%" and any(body):
            result += [body[0], "  call void @abort() noreturn", "  unreachable", ""]
        else:
            result += body
    return result
