"""Where the compilers, the plugin and the cache are, and how they are started."""

import hashlib
import os
import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path

from . import _native
from ._errors import CompileError, ZymaseError

_PACKAGE = Path(__file__).resolve().parent


@lru_cache(maxsize=None)
def tool(name):
    """The path of a tool of LLVM 22."""
    try:
        return _native.find_tool(name)
    except FileNotFoundError as error:
        raise ZymaseError(str(error)) from None


def plugin():
    """The path of `libzymase.so`: that of `ZYMASE_PLUGIN`, or the one in this package."""
    if named := os.environ.get("ZYMASE_PLUGIN"):
        if not Path(named).is_file():
            raise ZymaseError(f"ZYMASE_PLUGIN names {named}, which is not a file: unset the variable or correct it")
        return str(Path(named).resolve())
    inside = _PACKAGE / "lib" / "libzymase.so"
    if inside.is_file():
        return str(inside)
    raise ZymaseError(
        f"libzymase.so is not at {inside}: install the wheel that `cargo xtask wheel` builds, or set ZYMASE_PLUGIN to the "
        "path of the plugin"
    )


def program():
    """The path of the command `zymase`: in this package, or beside the plugin."""
    for path in (_PACKAGE / "bin" / "zymase", Path(plugin()).with_name("zymase")):
        if path.is_file():
            if not os.access(path, os.X_OK):
                path.chmod(path.stat().st_mode | 0o111)
            return str(path)
    raise ZymaseError("the command `zymase` is not in the package: install the wheel that `cargo xtask wheel` builds")


def include_folder():
    """The folder of `zymase/autodiff.h`."""
    for folder in (_PACKAGE / "include", _PACKAGE.parents[3] / "include"):
        if (folder / "zymase" / "autodiff.h").is_file():
            return str(folder)
    raise ZymaseError("zymase/autodiff.h is not in the package: install the wheel that `cargo xtask wheel` builds")


def cache_folder():
    """Where compiled code is kept: `ZYMASE_CACHE`, or a folder of the user's cache."""
    if named := os.environ.get("ZYMASE_CACHE"):
        folder = Path(named)
    else:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "zymase"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="zymase-"))


@lru_cache(maxsize=None)
def _identity(path, size, time):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def plugin_identity():
    """What changes when the plugin does."""
    path = plugin()
    status = os.stat(path)
    return _identity(path, status.st_size, status.st_mtime_ns)


def digest(*parts):
    """A name for what is made from these texts."""
    state = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        state.update(len(data).to_bytes(8, "little") + data)
    return state.hexdigest()[:32]


def run(command, what, options=()):
    """Runs a command; its standard output. What the compiler says is the text of the error."""
    environment = dict(os.environ)
    if options:
        environment["ZYMASE_FLAGS"] = " ".join(filter(None, [environment.get("ZYMASE_FLAGS", ""), *options]))
    # Names of files and numbers are the same in every language.
    environment["LC_ALL"] = "C"
    done = subprocess.run(command, capture_output=True, text=True, env=environment, errors="replace", check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        raise CompileError(f"{what}\n{said}" if said else f"{what}: {command[0]} ended with {done.returncode}")
    return done.stdout


def write(path, text):
    """Writes a file so that nobody ever sees a part of it."""
    with tempfile.NamedTemporaryFile("wb", dir=path.parent, delete=False) as file:
        file.write(text.encode() if isinstance(text, str) else text)
    os.replace(file.name, path)
    return path


def temporary(path):
    """A name beside `path` for what becomes it when it is complete."""
    return path.with_name(f"{path.stem}.{os.getpid()}.{os.urandom(4).hex()}{path.suffix}")
