"""Copies of Numba functions, and of all that they call, for derivatives: without vectorised loops, on one thread, and with other functions in
the place of those that have a derivative of their own."""

import types as python_types

import numba
from numba.core import config
from numba.core.compiler import Flags, compile_extra
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher

#: Options of `njit` that change what is computed; the others are left out.
OPTIONS = ("fastmath", "error_model", "boundscheck", "locals", "inline")


def options_of(dispatcher):
    return {key: value for key, value in dispatcher.targetoptions.items() if key in OPTIONS}


class Copies:
    """Copies that call each other."""

    def __init__(self, replaced=None):
        #: What stands in the place of a function, by the function.
        self.replaced = replaced or {}
        self.made = {}
        self.used = set()

    def of(self, dispatcher):
        """The copy of a function that Numba compiles."""
        if dispatcher in self.replaced:
            self.used.add(dispatcher)
            return self.replaced[dispatcher]
        if dispatcher not in self.made:
            return self.compiled(dispatcher.py_func, options_of(dispatcher), dispatcher)
        return self.made[dispatcher]

    def compiled(self, python, options, known=None):
        copy, fill = self._shell(python)
        made = numba.njit(**options)(copy)
        if known is not None:
            self.made[known] = made
        fill()
        return made

    def _shell(self, python):
        """A copy of a function, and what puts other functions into it: a function may call itself."""
        space = dict(python.__globals__)
        cells = tuple(python_types.CellType() for _ in python.__closure__ or ())
        copy = python_types.FunctionType(python.__code__, space, python.__name__, python.__defaults__, cells or None)
        copy.__kwdefaults__, copy.__qualname__, copy.__module__ = python.__kwdefaults__, python.__qualname__, python.__module__
        names = _names(python.__code__)

        def fill():
            for name in names:
                if name in space:
                    space[name] = self.value(space[name], names)
            for cell, given in zip(cells, python.__closure__ or ()):
                try:
                    cell.cell_contents = self.value(given.cell_contents, names)
                except ValueError:
                    pass  # A name that has no value yet.

        return copy, fill

    def value(self, value, names):
        if isinstance(value, Dispatcher):
            return self.of(value)
        if isinstance(value, tuple) and type(value) is tuple and any(isinstance(each, Dispatcher) for each in value):
            return tuple(self.value(each, names) for each in value)
        if isinstance(value, python_types.ModuleType):
            inside = {name: vars(value)[name] for name in names if isinstance(vars(value).get(name), Dispatcher)}
            if inside:
                copy = python_types.ModuleType(value.__name__)
                copy.__dict__.update(vars(value))
                copy.__dict__.update({name: self.of(each) for name, each in inside.items()})
                return copy
        return value


@global_compiler_lock
def code_of(dispatcher, kinds):
    """What Numba makes of a function for some types: its code for LLVM, without machine code and without what Python would call."""
    described, flags = dispatcher.targetdescr, Flags()
    described.options.parse_as_flags(flags, dispatcher.targetoptions)
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
    contexts = described.typing_context, described.target_context
    made = compile_extra(*contexts, dispatcher.py_func, args=kinds, return_type=None, flags=flags, locals={})
    made.library.finalize()
    return made


def _names(code):
    found = set(code.co_names)
    for each in code.co_consts:
        if isinstance(each, python_types.CodeType):
            found |= _names(each)
    return found


class without_vectors:
    """Numba compiles without vectorised loops."""

    def __enter__(self):
        self.before = config.LOOP_VECTORIZE, config.SLP_VECTORIZE
        config.LOOP_VECTORIZE = config.SLP_VECTORIZE = 0

    def __exit__(self, *_):
        config.LOOP_VECTORIZE, config.SLP_VECTORIZE = self.before
