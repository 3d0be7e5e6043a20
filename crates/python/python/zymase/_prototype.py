"""Prototypes as text: those of C with extents, such as ``double f(const double x[n][3], int n)``, and declarations of Fortran.

Extents become expressions: nested tuples of ``("p", number of a parameter)``, ``("c", constant)``, ``"+"``, ``"*"`` and so on,
which :func:`evaluate` computes.
"""

import ast
import re

from ._errors import SignatureError

_WORDS = {
    "double": "f8", "float": "f4", "int": "i4", "long": "i8", "long int": "i8", "long long": "i8", "long long int": "i8",
    "short": "i2", "short int": "i2", "char": "i1", "signed char": "i1", "unsigned char": "u1", "unsigned": "u4",
    "unsigned int": "u4", "unsigned long": "u8", "unsigned long int": "u8", "unsigned long long": "u8",
    "unsigned short": "u2", "size_t": "u8", "ssize_t": "i8", "ptrdiff_t": "i8", "int8_t": "i1", "int16_t": "i2",
    "int32_t": "i4", "int64_t": "i8", "uint8_t": "u1", "uint16_t": "u2", "uint32_t": "u4", "uint64_t": "u8",
    "_Bool": "b1", "bool": "b1", "double _Complex": "c16", "_Complex double": "c16", "double complex": "c16",
    "complex double": "c16", "float _Complex": "c8", "_Complex float": "c8", "float complex": "c8",
    "complex float": "c8", "std::complex<double>": "c16", "std::complex<float>": "c8", "void": None,
}


def split(text, separator=","):
    """The parts of a list, not split within brackets."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        if letter in "([{<":
            depth += 1
        elif letter in ")]}>":
            depth -= 1
        elif letter == separator and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def balanced(text, start):
    """The text within the brackets that open at `start`."""
    depth = 0
    for place in range(start, len(text)):
        if text[place] == "(":
            depth += 1
        elif text[place] == ")":
            depth -= 1
            if depth == 0:
                return text[start + 1 : place]
    return None


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", lambda found: " " * len(found.group()), text, flags=re.S)
    return re.sub(r"//[^\n]*", lambda found: " " * len(found.group()), text)


class Declared:
    """A parameter as a prototype writes it."""

    def __init__(self, text):
        self.text = text
        extents = re.findall(r"\[([^\]]*)\]", text)
        self.extents = [re.sub(r"\b(const|restrict|static|__restrict)\b", "", each).strip() for each in extents]
        head = re.sub(r"\[[^\]]*\]", "", text)
        head = re.sub(r"\(\s*\*\s*(\w+)\s*\)", r"*\1", head)
        self.pointer = "*" in head or "&" in head or bool(extents)
        words = re.findall(r"[\w:<>]+", head.replace("*", " ").replace("&", " "))
        self.const = "const" in words
        words = [word for word in words if word not in ("const", "restrict", "__restrict", "volatile", "register", "struct")]
        self.name = words[-1] if len(words) > 1 and " ".join(words) not in _WORDS else None
        kind = " ".join(words[:-1] if self.name else words)
        self.code = _WORDS.get(kind, "?")


class Prototype:
    """A prototype of C: the types of its parameters, and their extents as text."""

    def __init__(self, text):
        text = without_comments(text).strip().rstrip(";").strip()
        place = text.find("(")
        inner = balanced(text, place) if place >= 0 else None
        head = re.match(r"(.*?)([\w:~]+)\s*$", text[: max(place, 0)], re.S)
        if inner is None or head is None:
            raise SignatureError(f"`{text}` is no prototype of C: write one such as `double f(const double x[n], int n)`")
        self.name = head.group(2)
        self.result = Declared(head.group(1).strip() or "int")
        self.parameters = [Declared(part) for part in split(inner) if part != "void"]


def declared_in_source(source, line, name):
    """The parameters of the definition of a function of C or C++ at this line, or None."""
    lines = without_comments(source).split("\n")
    text = "\n".join(lines[max(line - 1, 0) : line + 60])
    found = re.search(r"\b" + re.escape(name) + r"\s*\(", text)
    inner = balanced(text, found.end() - 1) if found else None
    if inner is None or "#" in inner:
        return None
    return [Declared(part) for part in split(inner) if part != "void"]


def expression(text, numbers):
    """An extent as an expression of parameters, by their numbers; None if it is something else."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return None
    return _convert(tree, numbers)


_OPERATORS = {ast.Add: "+", ast.Mult: "*"}


def _convert(tree, numbers):
    if isinstance(tree, ast.Constant) and isinstance(tree.value, int):
        return ("c", tree.value)
    if isinstance(tree, ast.Name) and tree.id in numbers:
        return ("p", numbers[tree.id])
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
        inner = _convert(tree.operand, numbers)
        return inner and ("*", ("c", -1), inner)
    if isinstance(tree, ast.BinOp):
        left, right = _convert(tree.left, numbers), _convert(tree.right, numbers)
        if left is None or right is None:
            return None
        if type(tree.op) in _OPERATORS:
            return (_OPERATORS[type(tree.op)], left, right)
        if isinstance(tree.op, ast.Sub):
            return ("+", left, ("*", ("c", -1), right))
        if isinstance(tree.op, (ast.Div, ast.FloorDiv)):
            return ("/", left, right)
    return None


def evaluate(extent, integers):
    """The value of an expression, for the integers that parameters have (a mapping)."""
    head, rest = extent[0], extent[1:]
    if head == "c":
        return rest[0]
    if head == "p":
        return integers[rest[0]]
    if head == "guard":
        return 0 if any(evaluate(each, integers) < 0 for each in rest[1:]) else evaluate(rest[0], integers)
    values = [evaluate(each, integers) for each in rest]
    if head == "+":
        return sum(values)
    if head == "*":
        product = 1
        for value in values:
            product *= value
        return product
    if head == "/":
        return int(values[0] / values[1]) if values[1] else 0
    return max(values) if head == "max" else min(values)


def parameters_of(extent):
    """The numbers of the parameters that an expression depends on."""
    if extent[0] == "p":
        return {extent[1]}
    if extent[0] == "c":
        return set()
    return set().union(*[parameters_of(each) for each in extent[1:]])


def written_out(extent, names):
    """An expression as text."""
    head, rest = extent[0], extent[1:]
    if head == "c":
        return str(rest[0])
    if head == "p":
        return names[rest[0]]
    if head == "guard":
        return written_out(rest[0], names)
    parts = [written_out(each, names) for each in rest]
    if head in "+*/":
        return "(" + f" {head} ".join(parts) + ")"
    return f"{head}({', '.join(parts)})"


def fortran_declarations(source, name):
    """What a subroutine or function of Fortran says of its arguments: {argument: (intent, extents as text or None)}."""
    lines = []
    for line in source.split("\n"):
        line = re.sub(r"!.*", "", line).rstrip()
        if re.match(r"^[cC*]", line) and "::" not in line and not re.match(r"(?i)^(c\w|contains)", line):
            continue
        if lines and lines[-1].endswith("&"):
            lines[-1] = lines[-1][:-1] + line.lstrip().lstrip("&")
        elif lines and re.match(r"^     [^\s0]", line):
            lines[-1] += line[6:]
        else:
            lines.append(line)
    inside, found = False, {}
    begin = re.compile(r"(?i)^\s*(?!end)(?:.*\s)?(?:subroutine|function)\s+" + re.escape(name) + r"\b")
    for line in lines:
        if begin.match(line):
            inside = True
            continue
        if not inside:
            continue
        if re.match(r"(?i)^\s*(end\s*(subroutine|function)\b|end\s*$|contains\b)", line):
            break
        _fortran_line(line, found)
    return found


def _fortran_line(line, found):
    kind = r"(?:real|integer|complex|logical|double\s+precision|type)"
    match = re.match(r"(?i)^\s*(" + kind + r")(.*)$", line)
    if not match:
        return
    rest = match.group(2)
    if "::" in rest:
        attributes, names = rest.split("::", 1)
    else:
        attributes = re.match(r"\s*(\*\s*\d+|\([^)]*\))?", rest).group()
        names = rest[len(attributes) :]
    intent = re.search(r"(?i)intent\s*\(\s*(in\s*out|in|out)\s*\)", attributes)
    intent = intent.group(1).lower().replace(" ", "") if intent else None
    common = re.search(r"(?i)dimension\s*\(", attributes)
    common = split(balanced(attributes, common.end() - 1) or "") if common else None
    for part in split(names):
        part = part.split("=")[0].strip()
        if not (item := re.match(r"(\w+)\s*(\(?)", part)):
            continue
        extents = split(balanced(part, item.end() - 1) or "") if item.group(2) else common
        found[item.group(1).lower()] = (intent, extents)


def fortran_extent(text, numbers):
    """One extent of a Fortran array: `n`, `0:n`, `*` or `:`."""
    text = text.strip().lower()
    if text in ("*", ":") or text.endswith(":") or "*" == text[-1:]:
        return None
    if ":" in text:
        low, high = text.split(":", 1)
        low, high = expression(low, numbers), expression(high, numbers)
        return None if low is None or high is None else ("+", high, ("c", 1), ("*", ("c", -1), low))
    return expression(text, numbers)
