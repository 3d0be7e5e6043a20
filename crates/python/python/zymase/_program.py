"""The `zymase` command, as it is in the wheel."""

import os
import sys
from pathlib import Path


def main():
    program = Path(__file__).resolve().parent / "bin" / "zymase"
    if not program.is_file():
        sys.exit("zymase: this installation has no program; install the wheel that `cargo xtask wheel` builds")
    if not os.access(program, os.X_OK):
        program.chmod(program.stat().st_mode | 0o111)
    os.execv(program, [str(program), *sys.argv[1:]])
