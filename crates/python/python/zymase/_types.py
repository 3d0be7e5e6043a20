"""Types of parameters and results, and what a function takes and returns.

Types are read from debug information in LLVM IR, which is the same for C, C++ and Fortran and resolves every typedef.
"""

import re
from dataclasses import dataclass, field

import numpy as np

#: How C spells the type of each format of numbers.
SPELLINGS = {
    "f8": "double",
    "f4": "float",
    "c16": "double _Complex",
    "c8": "float _Complex",
    "i1": "signed char",
    "i2": "short",
    "i4": "int",
    "i8": "long long",
    "u1": "unsigned char",
    "u2": "unsigned short",
    "u4": "unsigned int",
    "u8": "unsigned long long",
    "b1": "_Bool",
}


@dataclass
class Number:
    """A number of some format, such as ``f8``."""

    code: str
    spelling: str = ""

    @property
    def dtype(self):
        return np.dtype(self.code)

    @property
    def has_derivative(self):
        return self.code[0] in "fc"


@dataclass
class Struct:
    """A struct of numbers, arrays of numbers and other structs."""

    spelling: str
    members: list
    dtype: np.dtype
    size: int

    code = "V"

    @property
    def has_derivative(self):
        return any(_element(kind).has_derivative for _, kind, _, _ in self.members)


@dataclass
class Array:
    """An array within a struct, or behind a pointer."""

    of: object
    shape: tuple


@dataclass
class Pointer:
    to: object
    constant: bool
    reference: bool = False


@dataclass
class Unknown:
    """A type that Python objects cannot be passed as."""

    spelling: str

    has_derivative = False


@dataclass
class Parameter:
    name: str
    type: object
    #: Passed to the function as a pointer to one number or struct.
    by_reference: bool = False
    #: A Fortran array with a descriptor, and its rank.
    descriptor: int = 0
    fortran: bool = False
    #: Extents as written in the source or by the caller: expressions, or None where nothing is said.
    declared: list = None
    #: What a Fortran program says of it: in, out, inout.
    intent: str = None
    #: Written or read by the function: found in its code.
    is_read: bool = True
    is_written: bool = True


@dataclass
class Signature:
    name: str
    symbol: str
    result: object
    parameters: list
    language: str
    file: str = ""
    line: int = 0
    notes: list = field(default_factory=list)


def _element(kind):
    return kind.of if isinstance(kind, Array) else kind


def _field(text, name):
    found = re.search(r"[(\s]" + name + r": ([^,()]*(?:\([^()]*\))?)", text)
    return found.group(1).strip() if found else None


def _quoted(text, name):
    found = re.search(r"[(\s]" + name + r': "((?:[^"\\]|\\.)*)"', text)
    return found.group(1) if found else None


class DebugInformation:
    """The metadata of a module in LLVM's text form."""

    def __init__(self, text):
        self.nodes = {}
        for line in text.split("\n"):
            if line.startswith("!") and " = " in line:
                name, _, body = line.partition(" = ")
                self.nodes[name] = body.removeprefix("distinct ")
        self.fortran = any("DW_LANG_Fortran" in node for node in self.nodes.values() if "DICompileUnit" in node)
        self.variables = {}
        for node in self.nodes.values():
            if node.startswith("!DILocalVariable(") and (number := _field(node, "arg")):
                self.variables.setdefault(_field(node, "scope"), {})[int(number)] = (
                    _quoted(node, "name"),
                    _field(node, "type"),
                )

    def list(self, reference):
        text = self.nodes.get(reference or "", "")
        if not text.startswith("!{"):
            return []
        return [item.strip() for item in text[2:-1].split(",")] if text != "!{}" else []

    def signature(self, subprogram, symbol, language):
        node = self.nodes.get(subprogram)
        if node is None:
            return None
        kinds = self.list(_field(self.nodes.get(_field(node, "type"), ""), "types"))
        result = self.type(kinds[0]) if kinds else None
        names = self.variables.get(subprogram, {})
        parameters = []
        for number, kind in enumerate(kinds[1:], 1):
            name, declared = names.get(number, (f"argument{number}", None))
            parameters.append(self.parameter(name or f"argument{number}", declared or kind))
        file = self.nodes.get(_field(node, "file"), "")
        name = _quoted(node, "name") or symbol
        return Signature(
            name, symbol, result, parameters, language, self.path(file), int(_field(node, "line") or 0)
        )

    def path(self, file):
        import os.path

        return os.path.join(_quoted(file, "directory") or "", _quoted(file, "filename") or "")

    def parameter(self, name, reference):
        if reference == "null":
            return Parameter(name, Unknown("..."))
        if self.fortran:
            return self.fortran_parameter(name, reference)
        kind = self.type(reference)
        if isinstance(kind, Pointer) and kind.reference:
            return Parameter(name, kind, by_reference=True)
        return Parameter(name, kind)

    def fortran_parameter(self, name, reference):
        node = self.nodes.get(reference, "")
        while "DW_TAG_pointer_type" in node or "DW_TAG_reference_type" in node:
            reference = _field(node, "baseType")
            node = self.nodes.get(reference, "")
        if "DW_TAG_array_type" in node:
            element = self.type(_field(node, "baseType"))
            rank = len(self.list(_field(node, "elements")))
            described = rank if "dataLocation" in node else 0
            return Parameter(name, Pointer(element, False), descriptor=described, fortran=True)
        return Parameter(name, Pointer(self.type(reference), False), by_reference=True, fortran=True)

    def type(self, reference, depth=0):
        if reference in (None, "null"):
            return None
        node = self.nodes.get(reference, "")
        name = _quoted(node, "name") or ""
        if node.startswith("!DIBasicType("):
            return self.number(node, name)
        tag = _field(node, "tag") or ""
        base = _field(node, "baseType")
        if tag in ("DW_TAG_typedef", "DW_TAG_volatile_type", "DW_TAG_restrict_type", "DW_TAG_const_type"):
            return self.type(base, depth)
        if tag in ("DW_TAG_pointer_type", "DW_TAG_reference_type"):
            return self.pointer(base, tag == "DW_TAG_reference_type", depth)
        if tag == "DW_TAG_enumeration_type":
            return Number({"8": "u1", "16": "u2", "64": "i8"}.get(_field(node, "size"), "i4"), "int")
        if tag == "DW_TAG_array_type":
            extents = [_field(self.nodes.get(each, ""), "count") for each in self.list(_field(node, "elements"))]
            shape = tuple(int(each) if each and each.isdigit() else -1 for each in extents)
            return Array(self.type(base, depth), shape)
        if tag in ("DW_TAG_structure_type", "DW_TAG_class_type"):
            return self.structure(node, name, depth)
        return Unknown(name or tag)

    def number(self, node, name):
        size = int(_field(node, "size") or 0)
        encoding = _field(node, "encoding") or ""
        if encoding == "DW_ATE_float":
            code = {64: "f8", 32: "f4"}.get(size)
        elif encoding == "DW_ATE_complex_float":
            code = {128: "c16", 64: "c8"}.get(size)
        elif encoding == "DW_ATE_boolean":
            # A Fortran logical has the size of an integer.
            code = "b1" if size == 8 else {32: "i4", 64: "i8", 16: "i2"}.get(size)
        elif "unsigned" in encoding:
            code = {8: "u1", 16: "u2", 32: "u4", 64: "u8"}.get(size)
        elif "signed" in encoding:
            code = {8: "i1", 16: "i2", 32: "i4", 64: "i8"}.get(size)
        else:
            code = None
        return Number(code, name) if code else Unknown(name)

    def pointer(self, base, reference, depth):
        constant = False
        node = self.nodes.get(base or "", "")
        while _field(node, "tag") in ("DW_TAG_const_type", "DW_TAG_typedef", "DW_TAG_volatile_type", "DW_TAG_array_type"):
            constant |= _field(node, "tag") == "DW_TAG_const_type"
            inner = _field(node, "baseType")
            if _field(node, "tag") == "DW_TAG_array_type" and not self.leads_to_const(inner):
                break
            base_node = self.nodes.get(inner or "", "")
            if _field(node, "tag") == "DW_TAG_array_type":
                constant = True
                break
            node = base_node
        if depth > 4:
            return Unknown("pointer")
        target = self.type(base, depth + 1)
        if target is None:
            return Unknown("void *")
        return Pointer(target, constant, reference)

    def leads_to_const(self, reference):
        node = self.nodes.get(reference or "", "")
        while _field(node, "tag") in ("DW_TAG_typedef", "DW_TAG_volatile_type"):
            node = self.nodes.get(_field(node, "baseType") or "", "")
        return _field(node, "tag") == "DW_TAG_const_type"

    def structure(self, node, name, depth):
        if re.match(r"complex<(double|float)>$", name):
            return Number("c16" if "double" in name else "c8", "std::" + name)
        members = []
        size = int(_field(node, "size") or 0) // 8
        if depth > 6 or size == 0:
            return Unknown(name or "struct")
        for reference in self.list(_field(node, "elements")):
            member = self.nodes.get(reference, "")
            if _field(member, "tag") != "DW_TAG_member" or "DIFlagStaticMember" in member:
                if _field(member, "tag") == "DW_TAG_inheritance":
                    return Unknown(name)
                continue
            kind = self.type(_field(member, "baseType"), depth + 1)
            offset = int(_field(member, "offset") or 0) // 8
            inner = _element(kind)
            if not isinstance(inner, (Number, Struct)) or "DIFlagBitField" in member:
                return Unknown(name or "struct")
            if isinstance(kind, Array) and -1 in kind.shape:
                return Unknown(name or "struct")
            members.append((_quoted(member, "name") or f"member{len(members)}", kind, offset, reference))
        if not members:
            return Unknown(name or "struct")
        formats = [
            (_element(kind).dtype, kind.shape) if isinstance(kind, Array) else kind.dtype for _, kind, _, _ in members
        ]
        dtype = np.dtype(
            {
                "names": [member for member, _, _, _ in members],
                "formats": formats,
                "offsets": [offset for _, _, offset, _ in members],
                "itemsize": size,
            }
        )
        return Struct(name or "struct", members, dtype, size)
