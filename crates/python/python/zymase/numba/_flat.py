"""Arguments and results of Numba functions as numbers and arrays.

A derivative takes numbers and contiguous arrays. What a function takes beside them (tuples, records, booleans) is taken apart, and a small
function that Numba compiles puts it together again; results that are no number are written into arrays. Functions, texts and None are
constants of that small function.
"""

from dataclasses import dataclass, field

import numpy as np
from numba.core import types

from .._errors import SignatureError
from .._types import SPELLINGS, Array, Number, Parameter, Pointer, Struct

#: What a function may be given that has no derivative and no memory: it becomes a constant.
_CONSTANTS = (
    types.NoneType, types.Dispatcher, types.UnicodeType, types.StringLiteral, types.DType, types.NumberClass, types.EnumMember,
    types.FunctionType, types.Module,
)


def number_of(kind):
    """The format of a number of Numba, or None."""
    if isinstance(kind, (types.Float, types.Integer, types.Complex)) and not isinstance(kind, types.Boolean):
        code = np.dtype(str(kind)).str[1:]
        return Number(code, str(kind)) if code in SPELLINGS else None
    return None


def _format(dtype):
    """A format of NumPy, or None."""
    if dtype.subdtype is not None:
        inner = _format(dtype.subdtype[0])
        return inner and Array(inner, dtype.subdtype[1])
    if dtype.names is None:
        code = dtype.str[1:]
        return Number(code, str(dtype)) if code in SPELLINGS and dtype.isnative else None
    members = [(name, _format(dtype.fields[name][0]), dtype.fields[name][1], None) for name in dtype.names]
    return Struct("record", members, dtype, dtype.itemsize) if all(kind for _, kind, _, _ in members) else None


def element_of(kind):
    """What the elements of an array of Numba are, or None."""
    if isinstance(kind, types.Record):
        from numba.np.numpy_support import as_dtype

        return _format(as_dtype(kind))
    if isinstance(kind, types.Boolean):
        return Number("b1", "bool")
    return number_of(kind)


def specific(kind):
    """The type that a derivative is compiled for: arrays are contiguous."""
    if isinstance(kind, types.Array):
        return types.Array(kind.dtype, kind.ndim, "C")
    if isinstance(kind, (types.Omitted, types.StringLiteral)):
        return kind
    if isinstance(kind, types.Literal):
        return kind.literal_type
    if isinstance(kind, types.BaseTuple):
        return kind.replace_types([specific(each) for each in kind.types]) if isinstance(kind, types.NamedTuple) else types.Tuple(
            [specific(each) for each in kind.types]
        ) if not isinstance(kind, types.NamedUniTuple) else types.NamedUniTuple(specific(kind.dtype), kind.count, kind.instance_class)
    return kind


#: Where nothing is constant: results.
UNKNOWN = object()


@dataclass
class Leaf:
    """A number or an array."""

    #: How it is reached from the argument or the result: indices.
    path: tuple
    #: "number", "bool", "array" or "record".
    kind: str
    element: object
    #: The type of Numba.
    type: object

    @property
    def has_derivative(self):
        return self.element.has_derivative

    @property
    def is_array(self):
        return self.kind in ("array", "record")

    def parameter(self, name):
        if self.kind == "array":
            return Parameter(name, Pointer(self.element, False), descriptor=self.type.ndim)
        if self.kind == "record":
            return Parameter(name, Pointer(self.element, False), descriptor=1)
        return Parameter(name, Number("i1", "bool") if self.kind == "bool" else self.element)

    def of(self, value):
        """What is passed to a derivative for an argument of the function."""
        for place in self.path:
            value = value[place]
        if self.kind == "record":
            return np.asarray(value).reshape(1)
        return int(value) if self.kind == "bool" else value

    def passed_type(self):
        if self.kind == "array":
            return specific(self.type)
        if self.kind == "record":
            return types.Array(self.type, 1, "C")
        return types.int8 if self.kind == "bool" else self.type

    def text(self, name):
        """The argument that is made again of what is passed."""
        return {"record": f"{name}[0]", "bool": f"({name} != 0)"}.get(self.kind, name)

    def shape_of(self, value):
        """The shape of what is written for this part of a result."""
        for place in self.path:
            value = value[place]
        return np.shape(value) if self.kind == "array" else (1,)


@dataclass
class Tree:
    """An argument or a result, with its leaves in order."""

    type: object
    leaves: list
    #: Constants by path.
    constants: dict = field(default_factory=dict)

    @property
    def is_plain(self):
        """Whether it is passed as it is."""
        return len(self.leaves) == 1 and self.leaves[0].path == () and self.leaves[0].kind in ("number", "array")

    def rebuilt(self, parts, path=(), kind=None):
        """The tree again, with something else for each leaf that has a derivative, and None for the others."""
        kind = self.type if kind is None else kind
        if isinstance(kind, types.BaseTuple):
            items = [self.rebuilt(parts, (*path, place), each) for place, each in enumerate(kind.types)]
            return kind.instance_class(*items) if isinstance(kind, types.BaseNamedTuple) else tuple(items)
        for leaf, part in zip(self.leaves, parts):
            if leaf.path == path:
                return part[0] if leaf.kind == "record" and part is not None else part
        return None

    def built(self, names, space, path=(), kind=None):
        """The text that makes the argument of the names of its leaves."""
        kind = self.type if kind is None else kind
        if isinstance(kind, types.BaseTuple):
            items = [self.built(names, space, (*path, place), each) for place, each in enumerate(kind.types)]
            if isinstance(kind, types.BaseNamedTuple):
                name = f"tuple{len(space)}"
                space[name] = kind.instance_class
                return f"{name}({', '.join(items)})"
            return "(" + "".join(item + ", " for item in items) + ")"
        for leaf, name in zip(self.leaves, names):
            if leaf.path == path:
                return leaf.text(name)
        name = f"constant{len(space)}"
        space[name] = self.constants[path]
        return name


def tree_of(kind, value, refuse):
    """A type as a tree. `value` gives what is constant."""
    tree = Tree(kind, [])

    def walk(kind, path):
        if isinstance(kind, types.BaseTuple):
            for place, each in enumerate(kind.types):
                walk(each, (*path, place))
        elif isinstance(kind, types.Array) and kind.ndim > 0 and (element := element_of(kind.dtype)):
            tree.leaves.append(Leaf(path, "array", element, kind))
        elif isinstance(kind, types.Record) and (element := element_of(kind)):
            tree.leaves.append(Leaf(path, "record", element, kind))
        elif isinstance(kind, types.Boolean):
            tree.leaves.append(Leaf(path, "bool", Number("b1", "bool"), kind))
        elif number := number_of(kind):
            tree.leaves.append(Leaf(path, "number", number, kind))
        elif isinstance(kind, types.Omitted):
            tree.constants[path] = kind.value
        elif isinstance(kind, types.NoneType) and value is not UNKNOWN:
            tree.constants[path] = None
        elif isinstance(kind, types.Dispatcher) and value is not UNKNOWN:
            tree.constants[path] = kind.dispatcher
        elif isinstance(kind, _CONSTANTS) and value not in (None, UNKNOWN):
            found = value
            for place in path:
                found = found[place]
            tree.constants[path] = found
        else:
            raise refuse(kind)

    walk(kind, ())
    return tree


def refuse_argument(name, function):
    def refuse(kind):
        return SignatureError(
            f"{name} of {function}() is {kind}: derivatives take floats, integers, complex numbers, records, arrays of them, and tuples"
        )

    return refuse


def refuse_result(function):
    def refuse(kind):
        return SignatureError(
            f"{function}() returns {kind}: derivatives are made of functions that return numbers, arrays, or tuples of them, or write into arrays"
        )

    return refuse
