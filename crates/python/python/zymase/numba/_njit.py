"""Derivatives that ``@njit`` functions call: code of Numba that fills the slots of a compiled entry and calls it."""

from numba.core import cgutils, types
from numba.extending import intrinsic, overload
from numba.np.numpy_support import as_dtype

from .._errors import ZymaseError
from ._flat import specific

#: Libraries whose addresses are in compiled code.
_KEPT = []
_NUMBERS = {"f8": types.float64, "f4": types.float32, "c16": types.complex128, "c8": types.complex64}


def allow_reverse(python, count, calls, with_value):
    """Lets @njit functions call a gradient."""
    names = ", ".join(f"x{n}" for n in range(count))

    def build(kinds):
        found, _, numbers, alone = calls.prepared(tuple(map(_settled, kinds)), _values(kinds))
        return _Body(found, numbers).reverse(alone, with_value)

    space = {"build": build}
    # Numba compares the names of parameters: they are written out.
    exec(f"def implementation({names}):\n    return build(({names},))\n", space)
    overload(python)(space["implementation"])


def allow_forward(python, calls):
    """Lets @njit functions call a tangent."""

    def implementation(primals, tangents):
        is_all = isinstance(primals, types.BaseTuple) and len(calls.source.names) == len(primals.types)
        kinds = tuple(primals.types) if is_all else (primals,)
        found, _, numbers, alone = calls.prepared(tuple(map(_settled, kinds)), _values(kinds))
        return _Body(found, numbers).forward(alone and not isinstance(tangents, types.BaseTuple), is_all)

    overload(python)(implementation)


def _settled(kind):
    return types.unliteral(specific(kind))


def _values(kinds):
    return [None] * len(kinds)


class _Body:
    """Writes the function that Numba compiles in the place of a derivative."""

    def __init__(self, found, numbers):
        self.found, self.numbers, self.function = found, numbers, found.function
        self.active = found.active(numbers)
        self.space, self.lines, self.items = {}, [], []
        self.leaves = [leaf for tree in found.arguments for leaf in tree.leaves]

    def line(self, text):
        self.lines.append("    " + text)

    def item(self, name):
        """What is passed on: its place."""
        self.items.append(name)
        return len(self.items) - 1

    def arguments(self, first):
        """The numbers and arrays of the arguments: (place among the items, by number)."""
        places, number = {}, 0
        for argument, tree in enumerate(self.found.arguments):
            for leaf in tree.leaves:
                given = first(argument) + "".join(f"[{index}]" for index in leaf.path)
                self.one(number, leaf, given)
                places[number] = self.item(f"v{number}")
                number += 1
        return places

    def one(self, number, leaf, given):
        name = f"v{number}"
        self.space["np"] = __import__("numpy")
        if leaf.kind == "array":
            copy = "" if self.function.is_constant(number) else ".copy()"
            self.line(f"{name} = np.ascontiguousarray({given}){copy}")
        elif leaf.kind == "record":
            self.space[f"kind{number}"] = as_dtype(leaf.type)
            self.line(f"{name} = np.empty(1, kind{number})")
            self.line(f"{name}[0] = {given}")
        else:
            self.line(f"{name} = np.int8({given})" if leaf.kind == "bool" else f"{name} = {given}")

    def shadows(self, active):
        """Arrays of zeros beside those with derivatives."""
        places = {}
        for number, leaf in enumerate(self.leaves):
            if leaf.is_array and number in active:
                self.line(f"d{number} = np.zeros_like(v{number})")
                places[number] = self.item(f"d{number}")
        return places

    def finish(self, run, result):
        self.space["run"] = run
        self.line(f"status, value, numbers = run({', '.join(self.items)})")
        self.line("if status != 0:")
        self.line(f"    raise RuntimeError('the derivative of {self.found.name}() ended early')")
        self.line(f"return {result}")

    def made(self, parameters):
        exec("\n".join([f"def call({parameters}):", *self.lines]), self.space)
        return self.space["call"]

    def part(self, number, scalars):
        leaf = self.leaves[number]
        if leaf.is_array:
            return f"d{number}" + ("[0]" if leaf.kind == "record" else "")
        return f"numbers[{scalars.index(number)}]"

    def reverse(self, alone, with_value):
        self.found.require_number()
        if self.function.signature.result is None:
            raise ZymaseError(f"{self.found.name}() returns nothing: its gradient cannot be called from @njit code")
        entry, slots, library = self.function.entry("vjp", self.active)
        values = self.arguments(lambda argument: f"x{argument}")
        shadows = self.shadows(self.function.active(self.active))
        scalars = [number for number in self.active if not self.leaves[number].is_array]
        run = _entry(self.function, slots, entry, library, values, shadows, {}, scalars, 1)
        parts = []
        for number in self.numbers:
            tree = self.found.arguments[number]
            names = [self.part(n, scalars) if self.function.has_derivative(n) else "None" for n in self.found.places[number]]
            parts.append(_tuple_text(tree, names, self.space))
        result = parts[0] if alone else "(" + "".join(part + ", " for part in parts) + ")"
        self.finish(run, f"(value, {result})" if with_value else result)
        return self.made(", ".join(f"x{n}" for n in range(len(self.found.arguments))))

    def forward(self, alone, is_all):
        if not (self.found.returns_number or self.found.result.is_plain):
            raise ZymaseError(f"{self.found.name}() returns {self.found.result.type}: its tangent cannot be called from @njit code")
        entry, slots, library = self.function.entry("jvp", self.active)
        values = self.arguments((lambda argument: f"primals[{argument}]") if is_all else lambda argument: "primals")
        shadows = self.shadows(set(self.function.active(self.active)) - set(self.active))
        tangents = {}
        for place, argument in enumerate(self.numbers):
            base = "tangents" if alone else f"tangents[{place}]"
            for number, leaf in zip(self.found.places[argument], self.found.arguments[argument].leaves):
                if number in self.active:
                    given = base + "".join(f"[{index}]" for index in leaf.path)
                    if leaf.is_array:
                        self.line(f"d{number} = np.ascontiguousarray({given}).copy()")
                        shadows[number] = self.item(f"d{number}")
                    else:
                        self.line(f"d{number} = v{number} * 0 + {given}")
                        tangents[number] = self.item(f"d{number}")
        if self.found.function.results is not None:
            number = self.found.function.results[0]
            copies = [f"v{n}.copy()" if leaf.is_array else f"v{n}" for n, leaf in enumerate(self.leaves)]
            given = [tree.built([copies[n] for n in places], self.space) for tree, places in zip(self.found.arguments, self.found.places)]
            self.space["primal"] = self.found.primal
            self.line(f"v{number} = np.zeros_like(np.ascontiguousarray(primal({', '.join(given)})))")
            self.line(f"d{number} = np.zeros_like(v{number})")
            values[number], shadows[number] = self.item(f"v{number}"), self.item(f"d{number}")
            run = _entry(self.function, slots, entry, library, values, shadows, tangents, [], 0)
            self.finish(run, f"(v{number}, d{number})")
        else:
            run = _entry(self.function, slots, entry, library, values, shadows, tangents, [self.function.count], 0)
            self.finish(run, "(value, numbers[0])")
        return self.made("primals, tangents")


def _tuple_text(tree, names, space):
    if tree.is_plain:
        return names[0]

    def walk(kind, path):
        if isinstance(kind, types.BaseTuple):
            items = [walk(each, (*path, place)) for place, each in enumerate(kind.types)]
            if isinstance(kind, types.BaseNamedTuple):
                name = f"result{len(space)}"
                space[name] = kind.instance_class
                return f"{name}({', '.join(items)})"
            return "(" + "".join(item + ", " for item in items) + ")"
        return next((name for leaf, name in zip(tree.leaves, names) if leaf.path == path), "None")

    return walk(tree.type, ())


def _entry(function, slots, entry, library, values, shadows, tangents, scalars, seed):
    """An intrinsic that fills the slots of an entry and calls it: (status, value, derivatives that are numbers)."""
    _KEPT.append(library)
    count, has_result = function.count, function.signature.result is not None
    result_type = _type_of(function, count) if has_result else types.float64
    number_types = [_type_of(function, n) for n in scalars] or [types.float64]

    @intrinsic
    def run(typing, *given):
        given = given[0] if len(given) == 1 and isinstance(given[0], types.BaseTuple) else given
        output = types.Tuple([types.int32, result_type, types.Tuple(number_types)])
        signature = output(types.StarArgTuple(tuple(given)))

        def generate(context, builder, sig, items):
            return _Filling(context, builder, list(sig.args[0].types), items[0]).call(
                function, slots, entry, (values, shadows, tangents), (result_type, number_types, scalars, seed), output
            )

        return signature, generate

    return run


def _type_of(function, number):
    code = function.element(number).code
    return _NUMBERS.get(code) or getattr(types, function.element(number).dtype.name)


class _Filling:
    """Writes LLVM IR that fills slots."""

    def __init__(self, context, builder, kinds, given):
        self.context, self.builder, self.kinds = context, builder, kinds
        self.items = [builder.extract_value(given, place) for place in range(len(kinds))]

    def cell(self, kind, value=None):
        from llvmlite import ir

        place = cgutils.alloca_once(self.builder, self.context.get_value_type(kind))
        self.builder.store(value if value is not None else ir.Constant(self.context.get_value_type(kind), None), place)
        return place

    def array(self, place):
        return self.context.make_array(self.kinds[place])(self.context, self.builder, self.items[place])

    def extents(self, place):
        from llvmlite import ir

        shape = self.array(place)
        target = cgutils.alloca_once(self.builder, ir.IntType(64), size=self.kinds[place].ndim)
        for axis, extent in enumerate(cgutils.unpack_tuple(self.builder, shape.shape)):
            self.builder.store(extent, self.builder.gep(target, [ir.Constant(ir.IntType(32), axis)]))
        return target

    def call(self, function, slots, entry, places, wanted, output):
        from llvmlite import ir

        (values, shadows, tangents), (result_type, number_types, scalars, seed) = places, wanted
        builder, count = self.builder, function.count
        pointer = ir.PointerType(ir.IntType(8))
        table = cgutils.alloca_once(builder, pointer, size=len(slots) + 1)
        cells = {}
        for place, (n, role) in enumerate(slots):
            if role == "extents":
                target = self.extents(values[n])
            elif n == count:
                one = self.context.get_constant_generic(builder, result_type, seed) if role == "shadow" else None
                target = self.cell(result_type, one)
            elif function.is_pointer(n):
                target = self.array(values[n] if role == "primal" else shadows[n]).data
            elif role == "primal":
                target = self.cell(self.kinds[values[n]], self.items[values[n]])
            elif n in tangents:
                target = self.cell(self.kinds[tangents[n]], self.items[tangents[n]])
            else:
                target = self.cell(_type_of(function, n))
            cells[n, role] = target
            builder.store(builder.bitcast(target, pointer), builder.gep(table, [ir.Constant(ir.IntType(32), place)]))
        kind = ir.FunctionType(ir.IntType(32), [table.type])
        address = builder.inttoptr(ir.Constant(ir.IntType(64), entry), ir.PointerType(kind))
        status = builder.call(address, [table])
        value = builder.load(cells[count, "primal"]) if (count, "primal") in cells else ir.Constant(ir.DoubleType(), 0.0)
        found = [builder.load(cells[n, "shadow"]) for n in scalars] or [ir.Constant(ir.DoubleType(), 0.0)]
        inner = self.context.make_tuple(builder, types.Tuple(number_types), found)
        return self.context.make_tuple(builder, output, [status, value, inner])
