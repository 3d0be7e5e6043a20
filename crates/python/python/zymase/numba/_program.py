"""What Numba compiled, as bitcode that derivatives can be made of.

Functions of Numba return a status. Here they end the program instead, and a block that only leads there does nothing else: derivatives
see the numbers alone. What failed is found out by running the function once more.
"""

import json
import re

from .. import _build, _toolchain


class Program(_build.Program):
    """The bitcode of a Numba function and what it calls."""

    languages = frozenset({"c"})

    def __init__(self, text, symbol, customs):
        self.customs = customs
        self.folder = _toolchain.cache_folder()
        self.flags = []
        support = (_build._C_FOLDER / "numba_support.c").read_text()
        self.key = _toolchain.digest("numba", _build.recipe(), _toolchain.plugin_identity(), text, symbol, support)
        self.objects = [self.folder / f"{self.key}_numba.o", self.folder / f"{_toolchain.digest('support', _toolchain.plugin_identity(), support)}.o"]
        record = self.objects[0].with_suffix(".json")
        if not (self.objects[0].is_file() and record.is_file()):
            self._compile(text, symbol, record)
        if not self.objects[1].is_file():
            self._compile_c(_build._C_FOLDER / "numba_support.c", self.objects[1])
        known = json.loads(record.read_text())
        #: Names of the arrays that the function does not write.
        self.readonly = set(known["readonly"])
        if known["blas"]:
            self.flags = ["-llapack", "-lblas"]
        self.content = self.key
        self.base = None

    def _compile_c(self, source, target):
        new = _toolchain.temporary(target)
        _toolchain.run(
            [_toolchain.tool("clang"), "-O2", "-fPIC", "-c", "-flto=full", f"-fpass-plugin={_toolchain.plugin()}", "-fno-vectorize",
             "-fno-slp-vectorize", "-Wno-everything", "-x", "ir" if source.suffix == ".ll" else "c", str(source), "-o", str(new)],
            "what Numba compiled is not accepted:",
        )
        new.replace(target)

    def _compile(self, text, symbol, record):
        for name in ("NRT_incref", "NRT_decref"):
            text = _without_body(text, name)
        source = _toolchain.write(self.folder / f"{self.key}_whole.ll", _checked(_resolved(text)))
        reduced = self.folder / f"{self.key}_part.ll"
        passes = "internalize,globaldce,always-inline,function(sroa,instcombine<no-verify-fixpoint>,simplifycfg,jump-threading,simplifycfg),globaldce"
        _toolchain.run(
            [_toolchain.tool("opt"), "-S", f"-passes={passes}", f"-internalize-public-api-list={symbol}", str(source), "-o", str(reduced)],
            "what Numba compiled is not accepted:",
        )
        _toolchain.write(source, _without_failures(reduced.read_text()))
        _toolchain.run(
            [_toolchain.tool("opt"), "-S", "-passes=function(simplifycfg),globaldce,cgscc(function-attrs)", str(source), "-o", str(reduced)],
            "what Numba compiled is not accepted:",
        )
        part = reduced.read_text()
        known = {"blas": "numba_x" in part or "numba_ez_x" in part, "readonly": _readonly(part, symbol)}
        self._compile_c(reduced, self.objects[0])
        _toolchain.write(record, json.dumps(known))
        for each in (source, reduced):
            each.unlink(missing_ok=True)


def readonly_arrays(text, symbol):
    """Names of the arrays that a compiled function does not write."""
    folder = _toolchain.cache_folder()
    source = folder / f"{_toolchain.digest('readonly', text, symbol)}.ll"
    try:
        _toolchain.write(source, text)
        passes = "internalize,always-inline,function(sroa),cgscc(function-attrs)"
        command = [_toolchain.tool("opt"), "-S", f"-passes={passes}", f"-internalize-public-api-list={symbol}", str(source)]
        return set(_readonly(_toolchain.run(command, "what Numba compiled is not accepted:"), symbol))
    finally:
        source.unlink(missing_ok=True)


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
