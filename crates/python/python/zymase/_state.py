"""Variables that a program changes, shared by all libraries that are made from it.

Each derivative is a library of its own, with a copy of the program in it. What the program keeps in global and static variables must be the
same for all of them: the library of the functions themselves defines these variables, the others refer to them.
"""

import re
import subprocess

from . import _toolchain as toolchain

_GLOBAL = re.compile(r"^@(\"[^\"]+\"|[-\w.$]+) = ([^\n]*?)\bglobal ([^\n]*)$", re.M)


def _uses(text, name):
    return re.findall(rf"^[^\n]*@{re.escape(name)}(?![-\w.$])[^\n]*$", text, re.M)


def _is_changed(texts, name, words):
    """Whether anything but loads uses a variable; those of one file that are left as variables are changed."""
    if re.search(r"\b(internal|private)\b", words):
        return True
    for text in texts:
        for line in _uses(text, name):
            if line.startswith(f"@{name} =") or line.startswith(("!", ";")):
                continue
            if not re.match(r"\s+%\S+ = load (?:\S+|\[[^\]]*\]|<[^>]*>), ptr ", line) and not re.match(r"\s+#dbg", line):
                return True
    return False


class State:
    """The changed variables of some objects of bitcode."""

    def __init__(self, objects):
        self.texts = [_disassembled(path) for path in objects]
        #: By place of the object: old and new names.
        self.names = [{} for _ in objects]
        for place, text in enumerate(self.texts):
            for name, words, _ in _GLOBAL.findall(text):
                plain = name.strip('"')
                if "enzyme" in plain or "zymase" in plain or plain.startswith("llvm.") or "external" in words.split():
                    continue
                if not _is_changed(self.texts if not re.search(r"\b(internal|private)\b", words) else [text], name, words):
                    continue
                new = "zymase_state_" + re.sub(r"\W", "_", plain)
                if re.search(r"\b(internal|private)\b", words):
                    self.names[place][name] = f"{new}_{place}"
                else:
                    for names in self.names:
                        names[name] = new

    def __bool__(self):
        return any(self.names)

    def text(self, place, defines):
        """An object's text in which changed variables are visible (`defines`), or only declared."""
        text, names = self.texts[place], self.names[place]

        def declared(found):
            name, words, rest = found.groups()
            if name not in names:
                return found.group()
            kind = "thread_local " if "thread_local" in words else ""
            if "external" in words.split():
                return f"@{name} = external {kind}global {rest}"
            if defines:
                return f"@{name} = {kind}global {rest}"
            return f"@{name} = external {kind}global {_type_of(rest)}"

        text = _GLOBAL.sub(declared, text)
        if not defines:
            # Constructors have run where the variables are.
            text = re.sub(r"^@llvm\.global_(ctors|dtors) = [^\n]*$", "", text, flags=re.M)
        for name in sorted(names, key=len, reverse=True):
            text = re.sub(rf"@{re.escape(name)}(?![-\w.$])", f"@{names[name]}", text)
        return text

    def write(self, folder, key, defines):
        """Objects of this kind, as paths."""
        paths = []
        for place in range(len(self.texts)):
            path = folder / f"{key}_{place}_{'base' if defines else 'part'}.o"
            if not path.is_file():
                source = toolchain.write(path.with_suffix(".state.ll"), self.text(place, defines))
                new = toolchain.temporary(path)
                toolchain.run([toolchain.tool("llvm-as"), str(source), "-o", str(new)], "global variables cannot be shared:")
                source.unlink(missing_ok=True)
                new.replace(path)
            paths.append(path)
        return paths


def _disassembled(path):
    command = [toolchain.tool("llvm-dis"), str(path), "-o", "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=False, errors="replace").stdout
    # Summaries for other kinds of link-time optimisation name variables too.
    return re.sub(r"^\^\d+ = [^\n]*\n", "", text, flags=re.M)


def _type_of(rest):
    """The type at the beginning of `TYPE INITIALISER, align 8`."""
    depth = 0
    for place, letter in enumerate(rest):
        depth += (letter in "[{<(") - (letter in "]}>)")
        if depth == 0 and letter in " ,":
            return rest[:place]
    return rest
