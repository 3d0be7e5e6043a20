"""Compiles programs and entries, and keeps what was compiled.

Sources become LLVM bitcode once. Each derivative is a shared library of its own: that bitcode and a small C file with derivative
calls, linked with link-time optimisation by lld, into which the plugin is loaded. Both are kept in the cache under names that
depend on everything they are made from.
"""

import ctypes
import json
import os
import re
import shutil
from functools import lru_cache
from pathlib import Path

from . import _toolchain as toolchain
from ._errors import ZymaseError
from ._state import State

_LANGUAGES = {
    "c": ("c", "h"),
    "c++": ("cc", "cpp", "cxx", "c++", "C", "CPP", "hpp", "cu"),
    "fortran": ("f", "F", "for", "f90", "F90", "f95", "F95", "f03", "F03", "f08", "F08"),
}
_EXTENSIONS = {"c": ".c", "c++": ".cpp", "fortran": ".f90"}
_TOOLS = {"c": "clang", "c++": "clang++", "fortran": "flang"}
_C_FOLDER = Path(__file__).resolve().parent / "c"


class Source:
    """One file of a program, or a text."""

    def __init__(self, given, language=None):
        self.path = None
        if isinstance(given, os.PathLike) or not looks_like_text(given):
            path = Path(os.path.expanduser(os.fspath(given)))
            if not path.is_file():
                raise FileNotFoundError(f"{path}: there is no such file to compile")
            self.path = path.resolve()
            self.text = self.path.read_text(errors="replace")
            self.language = language or self.language_of(self.path)
        else:
            self.text = given
            self.language = language or guess_language(given)
        if self.language not in _TOOLS:
            raise ValueError(f"language={self.language!r} is not known: write 'c', 'c++' or 'fortran'")

    @staticmethod
    def language_of(path):
        for language, extensions in _LANGUAGES.items():
            if path.suffix[1:] in extensions:
                return language
        raise ValueError(f"{path.name}: its extension says no language; pass language='c', 'c++' or 'fortran'")

    def file(self, folder):
        """The path to compile; a text is written to the cache."""
        if self.path is not None:
            return self.path
        name = "text_" + toolchain.digest(self.text)[:12] + _EXTENSIONS[self.language]
        path = folder / name
        if not path.is_file():
            toolchain.write(path, self.text)
        return path


def looks_like_text(given):
    """Whether a string is a program and not a path."""
    if not isinstance(given, str):
        raise TypeError(f"a source is a path or a text, not {type(given).__name__}")
    return "\n" in given or "{" in given or (";" in given and not os.path.exists(given))


def guess_language(text):
    if re.search(r"(?im)^\s*end\s*(subroutine|function|module|program)?\b", text) and re.search(
        r"(?im)^\s*[\w\s()*=,]*\b(subroutine|function|module)\s+\w+", text
    ):
        return "fortran"
    signs = r"\btemplate\s*<|\bnamespace\b|\bstd::|\bclass\b|extern\s+\"C\"|#include\s*<(cmath|vector|array|complex|algorithm|numeric|string|stdexcept)>"
    return "c++" if re.search(signs, text) or re.search(r"\w\s*&\s*\w+\s*[,)]\s*\{?", re.sub(r"&&", "", text.split("{")[0])) else "c"


class Program:
    """Sources as bitcode, and their optimised code as text."""

    def __init__(self, sources, flags):
        self.sources = sources
        self.flags = [os.fspath(flag) for flag in flags]
        self.folder = toolchain.cache_folder()
        self.languages = {source.language for source in sources}
        key = [recipe(), toolchain.plugin_identity(), _identity_of(toolchain.tool("clang")), *self.flags]
        key += [part for source in sources for part in (source.language, source.text, source.path or "")]
        self.key = toolchain.digest("program", *key)
        self.objects = [self.folder / f"{self.key}_{place}.o" for place in range(len(sources))]
        self.modules = [self.folder / f"{self.key}_{place}.ll" for place in range(len(sources))]
        if not self.is_kept():
            self.compile()
        #: What libraries are named after: headers may have changed the objects.
        self.content = toolchain.digest(*[path.read_bytes() for path in self.objects])
        #: The library of the functions themselves, where the program keeps variables that it changes.
        self.base = None
        self.state = State(self.objects) if self.may_have_state() else None
        #: Derivatives that the caller gives (`_custom.Custom`).
        self.customs = ()

    def may_have_state(self):
        return any(re.search(r"^@[^\n]*\bglobal\b", self.module_text(place), re.M) for place in range(len(self.sources)))

    def make_base(self, texts):
        """One library with the entries of all functions, which has the variables that the program changes."""
        objects = self.state.write(self.folder, self.content, True)
        identity = toolchain.digest("base", self.content, *self.flags, *texts, guard_library().name, recipe())
        target = self.folder / f"libzymase_{identity}.so"
        if not target.is_file():
            self.make_library(texts, identity, target, "the program does not link", objects)
        self.base = target
        return load_global(str(target))

    def is_kept(self):
        """Whether everything is in the cache, made from files as they are now."""
        record = self.folder / f"{self.key}.json"
        if not record.is_file() or not all(path.is_file() for path in [*self.objects, *self.modules]):
            return False
        try:
            files = json.loads(record.read_text())
        except ValueError:
            return False
        return all(os.path.isfile(path) and _identity_of(path) == identity for path, identity in files.items())

    def compile(self):
        files = {}
        with _modules_folder(self.folder, self.key) as modules:
            for source, target, module in zip(self.sources, self.objects, self.modules):
                self.compile_one(source, target, module, modules, files)
        toolchain.write(self.folder / f"{self.key}.json", json.dumps(files))

    def compile_one(self, source, target, module, modules, files):
        path = source.file(self.folder)
        if path.suffix == ".cu":
            return self.compile_cuda(path, target, module, files)
        what = f"{source.path or 'the text'} does not compile:"
        tool, plugin = toolchain.tool(_TOOLS[source.language]), toolchain.plugin()
        common = ["-O2", "-fPIC", "-c"]
        if source.language == "fortran":
            common += ["-J", str(modules), "-I", str(modules), "-mllvm", "-unroll-runtime=0"]
            for_text, depends = ["-O1"], []
        else:
            attributes = Path(plugin).with_name("libzymase_attributes.so")
            common += [f"-fplugin={attributes}"] if attributes.is_file() else []
            common += ["-I", toolchain.include_folder(), "-fno-vectorize", "-fno-slp-vectorize", "-Wno-unknown-attributes"]
            common += ["-Xclang", "-mllvm", "-Xclang", "-unroll-runtime=0"]
            for_text = ["-O1", "-fno-unroll-loops", "-fno-discard-value-names", "-fno-math-errno"]
            depends = ["-MD", "-MF", str(module) + ".d"]
        new, new_text = toolchain.temporary(target), toolchain.temporary(module)
        toolchain.run(
            [tool, *common, "-flto=full", f"-fpass-plugin={plugin}", "-gline-tables-only", *self.flags, *depends, str(path), "-o", str(new)],
            what,
            ["strip-debug=1"],
        )
        toolchain.run([tool, *common, *self.flags, *for_text, "-g", "-S", "-emit-llvm", str(path), "-o", str(new_text)], what)
        os.replace(new, target)
        os.replace(new_text, module)
        if depends:
            _read_files(module, files)

    def compile_cuda(self, path, target, module, files):
        """A file in CUDA: its kernels run on the CPU."""
        common = [toolchain.program(), "c++", "--zymase-gpu=cpu", "-fPIC", "-c", "-fno-vectorize", "-fno-slp-vectorize", *self.flags, str(path)]
        for_text = ["-O1", "-g", "-S", "-emit-llvm", "-fno-unroll-loops", "-fno-discard-value-names", "-fno-math-errno", "-MD", "-MF", str(module) + ".d"]
        new, new_text = toolchain.temporary(target), toolchain.temporary(module)
        what = f"{path} does not compile:"
        toolchain.run([*common, "-O2", "-flto=full", "-gline-tables-only", "-o", str(new)], what, ["strip-debug=1"])
        toolchain.run([*[word for word in common if word != "-c"], *for_text, "-o", str(new_text)], what)
        os.replace(new, target)
        os.replace(new_text, module)
        _read_files(module, files)

    def link(self, text, symbol, name):
        """The shared library of a C file with the entry of that name, loaded."""
        guard = guard_library()
        identity = toolchain.digest("entries", self.content, *self.flags, text, guard.name, recipe())
        target = self.folder / f"{identity}.so"
        if not target.is_file():
            objects = self.objects if self.base is None else [*self.state.write(self.folder, self.content, False), self.base]
            self.make_library([text], identity, target, name, objects)
        library = load(str(target))
        for custom in self.customs:
            custom.install(library)
        return library

    def make_library(self, texts, identity, target, name, objects):
        entries = [self.compile_entries(text, f"{identity}_{place}", name) for place, text in enumerate(texts)]
        try:
            self.link_objects([*objects, *entries], target, name)
        finally:
            for each in entries:
                each.unlink(missing_ok=True)

    def compile_entries(self, text, identity, name):
        source = toolchain.write(self.folder / f"{identity}.c", text)
        entries = toolchain.temporary(self.folder / f"{identity}.o")
        plugin, cpp = toolchain.plugin(), "c++" in self.languages
        clang = toolchain.tool("clang")
        unwinding = ["-fexceptions"] if cpp else []
        toolchain.run(
            [clang, "-O2", "-fPIC", "-c", "-flto=full", f"-fpass-plugin={plugin}", "-fno-vectorize", "-fno-slp-vectorize", *unwinding,
             "-gline-tables-only", "-Wno-incompatible-library-redeclaration", "-Wno-incompatible-pointer-types-discards-qualifiers",
             "-I", toolchain.include_folder(), str(source), "-o", str(entries)],
            f"{name}: the call does not compile:",
            ["strip-debug=1"],
        )
        return entries

    def link_objects(self, objects, target, name):
        plugin, cpp = toolchain.plugin(), "c++" in self.languages
        new = toolchain.temporary(target)
        driver = toolchain.tool("flang" if "fortran" in self.languages else "clang++" if cpp else "clang")
        toolchain.tool("ld.lld")
        libraries = ["-lm"] + (["-lstdc++"] if cpp and "fortran" in self.languages else [])
        libraries += [flag for flag in self.flags if flag.startswith(("-l", "-L", "-Wl,", "-fopenmp"))]
        if any(source.path is not None and source.path.suffix == ".cu" for source in getattr(self, "sources", ())):
            libraries.append("-fopenmp")
        script = toolchain.write(self.folder / "exports.map", "{ global: zymase_entry_*; zymase_state_*; local: *; };\n")
        toolchain.run(
            [driver, "-shared", "-fPIC", "-O2", "-flto=full", "-fuse-ld=lld-22", f"-Wl,--load-pass-plugin={plugin}",
             f"-Wl,--version-script={script}", "-Wl,-z,defs", f"-Wl,-soname,{target.name}", *[str(each) for each in objects],
             str(leave_object()), str(guard_library()), "-o", str(new), *libraries],
            f"{name}:",
        )
        os.replace(new, target)

    def module_text(self, place):
        return self.modules[place].read_text(errors="replace")


def _read_files(module, files):
    """Files that a source has included, with what they are."""
    written = Path(str(module) + ".d")
    text = written.read_text().replace("\\\n", " ") if written.is_file() else ":"
    for each in text.split(":", 1)[1].split():
        if os.path.isfile(each):
            files[os.path.abspath(each)] = _identity_of(each)


class _modules_folder:
    """A folder for the module files of Fortran."""

    def __init__(self, folder, key):
        self.path = folder / f"{key}_modules"

    def __enter__(self):
        self.path.mkdir(exist_ok=True)
        return self.path

    def __exit__(self, *_):
        if not any(self.path.iterdir()):
            shutil.rmtree(self.path, ignore_errors=True)


@lru_cache(maxsize=None)
def recipe():
    """What changes when this file does."""
    return toolchain.digest(Path(__file__).read_text(), _c_text("leave.c"))


def _identity_of(path):
    status = os.stat(path)
    return toolchain._identity(str(path), status.st_size, status.st_mtime_ns)


@lru_cache(maxsize=None)
def load(path):
    return ctypes.CDLL(path)


def _c_text(name):
    return (_C_FOLDER / name).read_text()


@lru_cache(maxsize=None)
def guard_library():
    """The library that runs entries, compiled once, and loaded before anything needs it. It catches exceptions of C++ where there
    is a C++ compiler."""
    target = toolchain.cache_folder() / f"libzymase_guard_{toolchain.digest(_c_text('guard.c'), recipe())[:12]}.so"
    if not target.is_file():
        new = toolchain.temporary(target)
        rest = ["-O2", "-fPIC", "-shared", "-fexceptions", "-ftls-model=initial-exec", str(_C_FOLDER / "guard.c"), f"-Wl,-soname,{target.name}", "-o", str(new)]
        what = "the guard of compiled code does not compile:"
        try:
            toolchain.run([toolchain.tool("clang++"), "-x", "c++", *rest], what)
        except ZymaseError:
            toolchain.run([toolchain.tool("clang"), *rest], what)
        os.replace(new, target)
    load_global(str(target))
    return target


@lru_cache(maxsize=None)
def load_global(path):
    return ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)


@lru_cache(maxsize=None)
def leave_object():
    target = toolchain.cache_folder() / f"leave_{toolchain.digest(_c_text('leave.c'))[:12]}.o"
    if not target.is_file():
        new = toolchain.temporary(target)
        toolchain.run(
            [toolchain.tool("clang"), "-O2", "-fPIC", "-c", "-Wno-everything", str(_C_FOLDER / "leave.c"), "-o", str(new)],
            "the guard of compiled code does not compile:",
        )
        os.replace(new, target)
    return target


def message_address():
    return address(load_global(str(guard_library())), "zymase_message")


def address(library, symbol):
    try:
        return ctypes.cast(getattr(library, symbol), ctypes.c_void_p).value
    except AttributeError:
        raise ZymaseError(f"{symbol} is not in the compiled library") from None
