"""What `zymase.compile` returns: functions and their derivatives, for NumPy."""

import functools
import re

import numpy as np

from . import _extents, _native, _toolchain, _types
from ._build import Program, Source
from ._call import Function, as_numbers, check_float_value
from ._custom import Custom
from ._errors import SignatureError, ZymaseError
from ._evolution import read_report
from ._prototype import Prototype, declared_in_source, expression, fortran_declarations, fortran_extent
from ._types import Number, Parameter, Pointer


class Explanation(str):
    """The report of `Library.explain`: text, and a page in a notebook."""

    html = ""

    def _repr_html_(self):
        return self.html

    def __repr__(self):
        return str(self)


class Library:
    """A compiled program. `lib.NAME(*args)` calls a function; the methods make derivatives of one."""

    def __init__(self, sources, flags, signature, language, custom_adjoint=None):
        self._program = Program([Source(each, language) for each in sources], flags)
        self._functions, self._overloads, self._hidden = {}, {}, set()
        self._made = {}
        for place, source in enumerate(self._program.sources):
            self._read(place, source)
        for name, text in (signature or {}).items():
            self._settle(name, text)
        if custom_adjoint:
            self._give(custom_adjoint, flags)
        if self._program.state:
            every = [each for functions in self._overloads.values() for each in functions]
            self._program.make_base([text for text in (each.primal_text() for each in every) if text])
        # Everything is linked now, so that what is missing is said here.
        for function in list(self._functions.values())[:1]:
            self._try_link(function)

    def _try_link(self, function):
        try:
            function.entry("primal", [])
        except SignatureError:
            pass

    def _read(self, place, source):
        text = self._program.module_text(place)
        debug = _types.DebugInformation(text)
        bodies = _extents.functions_of(text)
        report = None
        for symbol, body in bodies.items():
            subprogram = re.search(r"!dbg (!\d+)", body.header)
            signature = debug.signature(subprogram.group(1), symbol, source.language) if subprogram else None
            if signature is None:
                continue
            if re.search(r"^define (internal|private)", body.header):
                self._hidden.add(signature.name)
                continue
            if re.search(r"^define (linkonce|weak)", body.header) and signature.name.startswith(("operator", "~", "_")):
                continue
            if report is None:
                report = self._evolutions(place)
            self._by_value(signature, body)
            self._declare(signature, source)
            function = Function(self._program, signature)
            self._measure(function, body, report.get(symbol, ({}, {})))
            function.place = place
            self._overloads.setdefault(signature.name, []).append(function)
        for name, functions in self._overloads.items():
            if len(functions) == 1:
                self._functions[name] = functions[0]

    @staticmethod
    def _by_value(signature, body):
        """Arguments of Fortran with the attribute `value` are passed like those of C."""
        physical = [text for _, text in body.parameters()]
        if signature.language == "fortran" and len(physical) == len(signature.parameters):
            for parameter, text in zip(signature.parameters, physical):
                if parameter.by_reference and not text.startswith("ptr"):
                    parameter.type, parameter.by_reference = parameter.type.to, False

    def _evolutions(self, place):
        command = [_toolchain.tool("opt"), "-passes=print<scalar-evolution>", "-disable-output", str(self._program.modules[place])]
        import subprocess

        return read_report(subprocess.run(command, capture_output=True, text=True, check=False, errors="replace").stderr)

    def _declare(self, signature, source):
        """Extents and intents as the source writes them."""
        numbers = {parameter.name: place for place, parameter in enumerate(signature.parameters)}
        if source.language == "fortran":
            said = fortran_declarations(source.text, signature.name)
            lower = {name.lower(): place for name, place in numbers.items()}
            for parameter in signature.parameters:
                intent, extents = said.get(parameter.name.lower(), (None, None))
                parameter.intent = intent
                if extents and not parameter.descriptor and not parameter.by_reference:
                    parameter.declared = [fortran_extent(each, lower) for each in extents]
            return
        declared = declared_in_source(source.text, signature.line, signature.name)
        if declared and len(declared) == len(signature.parameters):
            for parameter, said in zip(signature.parameters, declared):
                if said.extents and isinstance(parameter.type, Pointer):
                    self._extents(parameter, said, numbers)

    def _extents(self, parameter, said, numbers):
        extents = [expression(each, numbers) if each else None for each in said.extents]
        if all(each is not None for each in extents):
            parameter.declared = extents

    def _measure(self, function, body, report):
        """What the code does with each pointer."""
        signature = function.signature
        physical = dict(body.parameters())
        by_place = [name for name in physical] if signature.language == "fortran" else None
        if by_place is not None and len(by_place) != len(signature.parameters):
            return
        elements, scalars = {}, {}
        for number, parameter in enumerate(signature.parameters):
            name = by_place[number] if by_place else "%" + parameter.name
            if name not in physical:
                continue
            if isinstance(parameter.type, Pointer) and not parameter.descriptor and " byval(" not in physical[name]:
                kind = function.element(number)
                if not isinstance(kind, (Number, _types.Struct)):
                    continue
                elements[number] = (name, kind.dtype.itemsize)
                if function.is_scalar(number):
                    scalars[name] = number
            elif isinstance(parameter.type, Number) and not parameter.type.has_derivative:
                scalars[name] = number
        analysis = _extents.Analysis(body, report, elements, scalars)
        for number in elements:
            finding = analysis.finding(number)
            parameter = signature.parameters[number]
            parameter.is_read, parameter.is_written = finding.is_read, finding.is_written
            if not function.is_scalar(number):
                function.memory[number] = finding

    def _settle(self, name, text):
        """Takes what the caller says about a function."""
        said = Prototype(text)
        candidates = self._overloads.get(name, [])
        if not candidates:
            raise SignatureError(f"signature= names {name}, but {self._missing(name)}")
        fitting = [each for each in candidates if _fits(each, said)]
        if len(fitting) != 1:
            shown = "\n".join(f"  {_prototype(each)}" for each in candidates)
            raise SignatureError(f"`{text}` is none of the functions of that name:\n{shown}")
        function = fitting[0]
        names = {}
        for place, (parameter, declared) in enumerate(zip(function.signature.parameters, said.parameters)):
            parameter.name = declared.name or parameter.name
            names[parameter.name] = place
        for parameter, declared in zip(function.signature.parameters, said.parameters):
            if isinstance(parameter.type, _types.Unknown):
                parameter.type = Pointer(Number(declared.code), declared.const) if declared.pointer else Number(declared.code)
            if isinstance(parameter.type, Pointer):
                parameter.type.constant = declared.const
                if declared.extents:
                    self._extents(parameter, declared, names)
                    if parameter.declared is None:
                        raise SignatureError(f"`{declared.text}`: extents are expressions of integer arguments and constants")
        function.names = [parameter.name for parameter in function.signature.parameters]
        self._functions[name] = function

    def _give(self, custom_adjoint, flags):
        """Takes derivatives that the caller gives. Their functions stay functions of their own."""
        customs = [Custom(self._function(name), adjoint) for name, adjoint in custom_adjoint.items()]
        apart = [word for custom in customs for word in ("-mllvm", f"-force-attribute={custom.function.signature.symbol}:noinline")]
        self._program = Program(self._program.sources, [*flags, *apart])
        self._program.customs = tuple(customs)
        for functions in self._overloads.values():
            for function in functions:
                function.program = self._program

    def _missing(self, name):
        written = rf"\bstatic\b[^;{{}}()]*\b{re.escape(str(name))}\s*\("
        if name in self._hidden or any(re.search(written, source.text) for source in self._program.sources):
            return f"{name} is static: remove `static`, or call it from a function that is not"
        import difflib

        known = sorted(self._overloads)
        close = difflib.get_close_matches(name, known, 1)
        hint = f"; did you mean {close[0]}?" if close else ""
        return f"the program has no function {name} with a body{hint} (it has {', '.join(known) or 'none'})"

    def _function(self, name):
        if callable(name) and hasattr(name, "__name__"):
            name = name.__name__
        if name in self._functions:
            return self._functions[name]
        if name in self._overloads:
            shown = "\n".join(f"  {_prototype(each)}" for each in self._overloads[name])
            first = _prototype(self._overloads[name][0])
            raise SignatureError(
                f"{name} is ambiguous:\n{shown}\nchoose one by signature={{\"{name}\": \"{first}\"}}"
            )
        raise AttributeError(self._missing(name))

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        call = self[name]
        self.__dict__[name] = call
        return call

    def __getitem__(self, name):
        """The function itself."""
        return self._make(("primal", name, None), lambda: _primal(self._function(name)))

    def __dir__(self):
        return sorted({*self._functions, *object.__dir__(self)})

    def __repr__(self):
        lines = [_prototype(function) for functions in self._overloads.values() for function in functions]
        return "<zymase library: " + "; ".join(lines) + ">"

    def _make(self, key, make):
        key = tuple(tuple(part) if isinstance(part, list) else part for part in key)
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def grad(self, name, wrt=None):
        """The gradient of a function that has one number as value.

        ``lib.grad("energy", wrt="x")(x, n)`` takes all arguments of ``energy`` and returns the gradient by ``x``; a tuple of
        names gives a tuple, ``None`` means all floating-point inputs.

        >>> import numpy as np, zymase
        >>> lib = zymase.compile("double square(double x) { return x * x; }")
        >>> lib.grad("square")(3.0)
        6.0
        """
        return self._make(("grad", name, wrt), lambda: _gradient(self._function(name), wrt, False))

    def value_and_grad(self, name, wrt=None):
        """Like :meth:`grad`; returns ``(value, gradient)``."""
        return self._make(("value_and_grad", name, wrt), lambda: _gradient(self._function(name), wrt, True))

    def jvp(self, name, wrt=None):
        """``lib.jvp(name, wrt)(primals, tangents)`` returns ``(value, tangent of the value)``. `primals` are all arguments;
        `tangents` has one entry for each argument in `wrt`, and is bare when `wrt` is one name."""
        return self._make(("jvp", name, wrt), lambda: _tangent(self._function(name), wrt))

    def vjp(self, name, wrt=None):
        """``lib.vjp(name, wrt)(*args)`` returns ``(value, pullback)``; ``pullback(cotangent)`` the derivatives by `wrt`."""
        return self._make(("vjp", name, wrt), lambda: _pullback(self._function(name), wrt))

    def jacobian(self, name, wrt=None):
        """The Jacobian: the shape of the value, then the shape of the argument."""
        return self._make(("jacobian", name, wrt), lambda: _jacobian(self._function(name), wrt))

    def hvp(self, name, wrt=None):
        """``lib.hvp(name, wrt)(primals, tangents)``: the Hessian times the tangents."""
        return self._make(("hvp", name, wrt), lambda: _hessian_product(self._function(name), wrt))

    def hessian(self, name, wrt=None):
        """The Hessian: the shape of the argument twice. For several arguments a tuple of tuples."""
        return self._make(("hessian", name, wrt), lambda: _hessian(self._function(name), wrt))

    def explain(self, name):
        """Where the time and memory of a gradient go, by line of the source: text, in a notebook a page."""
        function = self._function(name)
        source = self._program.sources[function.place]
        path = source.file(self._program.folder)
        from ._build import _TOOLS

        command = [_toolchain.tool(_TOOLS[source.language]), "-O2", "-g", f"-fpass-plugin={_toolchain.plugin()}"]
        if source.language != "fortran":
            command += ["-fno-discard-value-names", "-I", _toolchain.include_folder()]
        command += [*self._program.flags, "-S", "-emit-llvm", "-o", "/dev/null", str(path)]
        symbol = function.signature.symbol
        records = _toolchain.run(command, f"{name} cannot be explained:", ["print=explain", f"function={symbol}"])
        report = _native.explain(f"{name} in {path.name}", source.text, records)
        if report is None:
            raise ZymaseError(f"there is nothing to explain about {name}")
        explanation = Explanation(report[0])
        explanation.html = report[1]
        return explanation


def _fits(function, said):
    parameters = function.signature.parameters
    if len(parameters) != len(said.parameters):
        return False
    for number, declared in enumerate(said.parameters):
        kind = parameters[number].type
        if isinstance(kind, _types.Unknown):
            continue
        if isinstance(kind, Pointer) != declared.pointer:
            return False
        element = function.element(number)
        if isinstance(element, Number) and declared.code not in (element.code, "?"):
            return False
    return True


def _prototype(function):
    parts = []
    for number, parameter in enumerate(function.signature.parameters):
        kind = function.element(number) if not isinstance(parameter.type, _types.Unknown) else parameter.type
        spelled = getattr(kind, "spelling", "") or getattr(kind, "code", "?")
        pointer = isinstance(parameter.type, Pointer)
        constant = "const " if pointer and parameter.type.constant else ""
        parts.append(f"{constant}{spelled} {'*' if pointer else ''}{parameter.name}")
    result = function.signature.result
    return f"{getattr(result, 'spelling', '') or 'void'} {function.name}({', '.join(parts)})"


def _bare(items):
    return items[0] if len(items) == 1 else list(items)


def _value(function):
    """The value of a function, as a tree of slots."""
    return _bare([(number, "primal") for number in function.outputs()])


def _primal(function):
    outputs = function.outputs()
    result = function.signature.result
    if result is not None:
        outputs = [function.count]
    tree = _bare([(number, "primal") for number in outputs]) if outputs else None
    return function.call("primal", [], lambda number, role: "zeros", tree)


def _gradient(function, wrt, with_value):
    numbers, alone = function.wrt(wrt)
    outputs = check_float_value(function)

    def source(number, role):
        return "one" if number in outputs else "zeros"

    if len(outputs) > 1:
        names = ", ".join(function.names[number] for number in outputs)
        raise SignatureError(
            f"{function.name}() has several values ({names}): ask for the jacobian, or for vjp, which takes cotangents"
        )
    tree = [(number, "shadow") for number in numbers]
    tree = tree[0] if alone else tree
    name = f"{'value_and_grad' if with_value else 'grad'} of {function.name}"
    return function.call("vjp", numbers, source, [_value(function), tree] if with_value else tree, name)


def _given(values, numbers, alone, what):
    """Tangents as a flat list."""
    if alone and not (isinstance(values, (tuple, list)) and len(values) == 1 and not np.isscalar(values)):
        return [values]
    if not isinstance(values, (tuple, list)) or len(values) != len(numbers):
        raise TypeError(f"{what} must be a tuple of {len(numbers)}, one for each argument in wrt")
    return list(values)


def _primals(function, primals):
    if not isinstance(primals, (tuple, list)):
        if function.count == 1:
            return [primals]
        raise TypeError(f"primals must be a tuple of all {function.count} arguments of {function.name}()")
    return list(primals)


def _tangent(function, wrt):
    numbers, alone = function.wrt(wrt)
    outputs = check_float_value(function)

    def source(number, role):
        if number not in numbers:
            return "zeros"
        return ("given", numbers.index(number), not function.is_constant(number))

    tree = [_value(function), _bare([(number, "shadow") for number in outputs])]
    call = function.call("jvp", numbers, source, tree, f"jvp of {function.name}")

    def jvp(primals, tangents):
        return call(*_primals(function, primals), *_given(tangents, numbers, alone, "tangents"))

    return _named(jvp, "jvp", function)


def _pullback_call(function, numbers, alone):
    outputs = check_float_value(function)

    def source(number, role):
        return ("given", outputs.index(number), True) if number in outputs else "zeros"

    tree = [(number, "shadow") for number in numbers]
    return function.call("vjp", numbers, source, tree[0] if alone else tree, f"vjp of {function.name}")


def _copies(function, arguments):
    """The arguments, with copies of what the function overwrites."""
    if len(arguments) != function.count:
        return list(arguments)
    return [
        argument.copy() if isinstance(argument, np.ndarray) and not function.is_constant(number) and not function.is_only_written(number) else argument
        for number, argument in enumerate(arguments)
    ]


def _pullback(function, wrt):
    numbers, alone = function.wrt(wrt)
    outputs = check_float_value(function)
    call = _pullback_call(function, numbers, alone)
    primal = function.call("primal", [], lambda number, role: "zeros", _value(function))

    def vjp(*arguments):
        kept = _copies(function, arguments)
        value = primal(*_copies(function, arguments))

        def pullback(*cotangents):
            if len(cotangents) == 1 and len(outputs) > 1:
                cotangents = cotangents[0]
            if not isinstance(cotangents, (tuple, list)) or len(cotangents) != len(outputs):
                raise TypeError(f"the pullback of {function.name}() takes {len(outputs)} cotangents, as the value has parts")
            return call(*kept, *cotangents)

        return value, pullback

    return _named(vjp, "vjp", function)


def _named(callable_object, way, function):
    callable_object.__name__ = callable_object.__qualname__ = f"{way} of {function.name}"
    return callable_object


def _shapes(function, arguments, numbers):
    shapes = []
    for number in numbers:
        if number == function.count or function.is_scalar(number) and not isinstance(arguments[number], np.ndarray):
            shapes.append(())
        else:
            shapes.append(np.shape(arguments[number]))
    return shapes


def _kind(function, number):
    element = function.element(number)
    if not isinstance(element, Number):
        raise SignatureError(f"{function.name}(): there are no Jacobians by structs; ask for vjp or jvp")
    if element.code[0] == "c":
        raise SignatureError(f"{function.name}(): there are no Jacobians of complex numbers; ask for vjp or jvp")
    return element.dtype


def _basis(shape, dtype, place, order):
    if shape == ():
        return 1.0
    vector = np.zeros(shape, dtype, order=order)
    vector.reshape(-1, order="A")[place] = 1
    return vector


def _jacobian(function, wrt):
    numbers, alone = function.wrt(wrt)
    outputs = check_float_value(function)
    kinds = {number: _kind(function, number) for number in {*numbers, *outputs}}
    orders = {n: "F" if n < function.count and function.signature.parameters[n].fortran else "C" for n in kinds}
    # Made when they are needed: most callers need one of them.
    forward = functools.lru_cache(maxsize=None)(lambda: _tangent(function, tuple(function.names[n] for n in numbers)))
    backward = functools.lru_cache(maxsize=None)(lambda: _pullback_call(function, numbers, False))

    def jacobian(*arguments):
        if len(arguments) != function.count:
            return _primal(function)(*arguments)
        ins, outs = _shapes(function, arguments, numbers), _shapes(function, arguments, outputs)
        sizes_in, sizes_out = [int(np.prod(s)) for s in ins], [int(np.prod(s)) for s in outs]
        blocks = [
            [np.zeros((sizes_out[o], sizes_in[i]), kinds[outputs[o]]) for i in range(len(ins))] for o in range(len(outs))
        ]
        if sum(sizes_in) < sum(sizes_out):
            for i, number in enumerate(numbers):
                for place in range(sizes_in[i]):
                    tangents = [np.zeros(s, kinds[n]) if s != () else 0.0 for s, n in zip(ins, numbers)]
                    tangents[i] = _basis(ins[i], kinds[number], place, orders[number])
                    _, moved = forward()(tuple(arguments), tuple(tangents))
                    for o, part in enumerate(moved if len(outputs) > 1 else [moved]):
                        blocks[o][i][:, place] = as_numbers(part).reshape(-1, order=orders[outputs[o]])
        else:
            for o, number in enumerate(outputs):
                for place in range(sizes_out[o]):
                    seeds = [np.zeros(s, kinds[n]) if s != () else 0.0 for s, n in zip(outs, outputs)]
                    seeds[o] = _basis(outs[o], kinds[number], place, orders[number])
                    for i, part in enumerate(backward()(*arguments, *seeds)):
                        blocks[o][i][place, :] = as_numbers(part).reshape(-1, order=orders[numbers[i]])

        def shaped(o, i):
            # Rows and columns are counted in the order of memory.
            rows = blocks[o][i].reshape((*outs[o], sizes_in[i]), order="C") if orders[outputs[o]] == "C" else _unravel(blocks[o][i], outs[o])
            return _columns(rows, ins[i], orders[numbers[i]])[()]

        table = [[shaped(o, i) for i in range(len(ins))] for o in range(len(outs))]
        rows = [row[0] if alone else tuple(row) for row in table]
        return rows[0] if len(rows) == 1 else tuple(rows)

    return _named(jacobian, "jacobian", function)


def _unravel(block, shape):
    """The first axis of a matrix as the axes of an array in Fortran's order."""
    return np.stack([column.reshape(shape, order="F") for column in block.T], axis=-1) if block.shape[1] else np.zeros((*shape, 0))


def _columns(rows, shape, order):
    """The last axis as the axes of an array."""
    result = rows.reshape((*rows.shape[:-1], *(shape if order == "C" else shape[::-1])))
    if order == "F":
        first = rows.ndim - 1
        result = result.transpose((*range(first), *reversed(range(first, first + len(shape)))))
    return result


def _hessian_call(function, numbers, alone):
    outputs = check_float_value(function)
    if len(outputs) != 1:
        raise SignatureError(f"{function.name}() has several values: there is no one Hessian")

    def source(number, role):
        if role == "shadow":
            return "one" if number in outputs else "zeros"
        if role == "tangent" and number in numbers:
            return ("given", numbers.index(number), not function.is_constant(number))
        return "zeros"

    tree = [(number, "shadow tangent") for number in numbers]
    return function.call("hvp", numbers, source, tree[0] if alone else tree, f"hvp of {function.name}")


def _hessian_product(function, wrt):
    numbers, alone = function.wrt(wrt)
    call = _hessian_call(function, numbers, alone)

    def hvp(primals, tangents):
        return call(*_primals(function, primals), *_given(tangents, numbers, alone, "tangents"))

    return _named(hvp, "hvp", function)


def _hessian(function, wrt):
    numbers, alone = function.wrt(wrt)
    call = _hessian_call(function, numbers, False)
    kinds = {number: _kind(function, number) for number in numbers}
    orders = {n: "F" if function.signature.parameters[n].fortran else "C" for n in numbers}

    def hessian(*arguments):
        if len(arguments) != function.count:
            return _primal(function)(*arguments)
        shapes = _shapes(function, arguments, numbers)
        sizes = [int(np.prod(shape)) for shape in shapes]
        table = [[np.zeros((sizes[i], sizes[j]), kinds[numbers[i]]) for j in range(len(sizes))] for i in range(len(sizes))]
        for j, number in enumerate(numbers):
            for place in range(sizes[j]):
                tangents = [np.zeros(s, kinds[n]) if s != () else 0.0 for s, n in zip(shapes, numbers)]
                tangents[j] = _basis(shapes[j], kinds[number], place, orders[number])
                for i, part in enumerate(call(*arguments, *tangents)):
                    table[i][j][:, place] = as_numbers(part).reshape(-1, order=orders[numbers[i]])

        def shaped(i, j):
            rows = table[i][j].reshape((*shapes[i], sizes[j])) if orders[numbers[i]] == "C" else _unravel(table[i][j], shapes[i])
            return _columns(rows, shapes[j], orders[numbers[j]])[()]

        if alone:
            return shaped(0, 0)
        return tuple(tuple(shaped(i, j) for j in range(len(sizes))) for i in range(len(sizes)))

    return _named(hessian, "hessian", function)


__all__ = ["Explanation", "Library", "Parameter"]
