"""How addresses and trip counts evolve, as LLVM's ScalarEvolution prints them, and polynomials over parameters.

A polynomial is a mapping from products of atoms (sorted tuples) to integer coefficients. An atom is the number of a parameter,
or an expression that is no polynomial.
"""

import re

_TOKEN = re.compile(r"\s*(\{|\}|,\+,|\(|\)|%\"[^\"]*\"|[%@][-\w.$]+|-?\d+|[A-Za-z_/*+]+\w*)")


class Opaque(Exception):
    """Something that is not known before the function runs."""


def parse(text):
    """A printed expression as nested tuples."""
    tokens = []
    for match in re.finditer(r"<[^<>]*>|" + _TOKEN.pattern, text):
        token = match.group().strip()
        if token.startswith("<"):
            if token.startswith("<%"):
                tokens.append(token)
            continue
        tokens.append(token)
    tree, rest = _parse(tokens)
    if rest:
        raise Opaque(text)
    return tree


def _parse(tokens):
    if not tokens:
        raise Opaque("end")
    head, rest = tokens[0], tokens[1:]
    if head == "{":
        parts = []
        while True:
            part, rest = _parse(rest)
            parts.append(part)
            if not rest:
                raise Opaque("end")
            if rest[0] == "}":
                break
            if rest[0] != ",+,":
                raise Opaque(rest[0])
            rest = rest[1:]
        if len(parts) != 2 or len(rest) < 2 or not rest[1].startswith("<%"):
            raise Opaque("recurrence")
        return ("rec", parts[0], parts[1], rest[1][1:-1]), rest[2:]
    if head == "(":
        if rest and rest[0] in ("zext", "sext", "trunc", "ptrtoint"):
            inner, rest = _parse(rest[2:])
            if rest[:1] != ["to"] or rest[2:3] != [")"]:
                raise Opaque("cast")
            return inner, rest[3:]
        parts, operator = [], None
        while True:
            part, rest = _parse(rest)
            parts.append(part)
            if not rest:
                raise Opaque("end")
            if rest[0] == ")":
                break
            operator, rest = rest[0], rest[1:]
        names = {
            "+": "+", "*": "*", "/u": "/", "smax": "max", "umax": "max", "smin": "min", "umin": "min", "umin_seq": "min",
        }
        if operator is None:
            return parts[0], rest[1:]
        if operator not in names:
            raise Opaque(operator)
        return (names[operator], *parts), rest[1:]
    if re.fullmatch(r"-?\d+", head):
        return ("c", int(head)), rest
    if head[0] in "%@":
        return ("v", head), rest
    raise Opaque(head)


def add(left, right, factor=1):
    result = dict(left)
    for product, coefficient in right.items():
        result[product] = result.get(product, 0) + factor * coefficient
        if result[product] == 0:
            del result[product]
    return result


def multiply(left, right):
    result = {}
    for one, first in left.items():
        for two, second in right.items():
            result = add(result, {tuple(sorted(one + two, key=repr)): first * second})
    return result


def constant(value):
    return {(): value} if value else {}


def as_constant(polynomial):
    """The value of a polynomial without atoms, or None."""
    if not polynomial:
        return 0
    return polynomial[()] if set(polynomial) == {()} else None


def divide(polynomial, by):
    """The quotient by a polynomial of one term, or None."""
    if len(by) != 1:
        return None
    (product, factor), = by.items()
    result = {}
    for each, coefficient in polynomial.items():
        rest = list(each)
        for atom in product:
            if atom not in rest:
                return None
            rest.remove(atom)
        if coefficient % factor:
            return None
        result[tuple(rest)] = coefficient // factor
    return result


def to_extent(polynomial):
    """A polynomial as an expression of :mod:`zymase._prototype`."""
    terms = []
    for product, coefficient in sorted(polynomial.items(), key=repr):
        factors = [("p", atom) if isinstance(atom, int) else atom for atom in product]
        if coefficient != 1 or not factors:
            factors.insert(0, ("c", coefficient))
        terms.append(factors[0] if len(factors) == 1 else ("*", *factors))
    if not terms:
        return ("c", 0)
    return terms[0] if len(terms) == 1 else ("+", *terms)


class Evolution:
    """Expressions of one function, over the numbers of its parameters."""

    def __init__(self, expressions, counts, numbers):
        #: Printed expressions of values, and how often loops go back.
        self.expressions = expressions
        self.counts = counts
        #: The number of the parameter that a value is.
        self.numbers = numbers

    def of(self, name):
        if name in self.expressions:
            return parse(self.expressions[name])
        if re.fullmatch(r"-?\d+", name):
            return ("c", int(name))
        return ("v", name)

    def count(self, loop):
        if loop not in self.counts:
            raise Opaque(loop)
        return parse(self.counts[loop])

    def bounds(self, tree):
        """The least and the largest value over all iterations of loops: two polynomials."""
        head = tree[0]
        if head == "c":
            return constant(tree[1]), constant(tree[1])
        if head == "v":
            if tree[1] not in self.numbers:
                raise Opaque(tree[1])
            atom = {(self.numbers[tree[1]],): 1}
            return atom, atom
        if head == "+":
            low, high = {}, {}
            for part in tree[1:]:
                one, two = self.bounds(part)
                low, high = add(low, one), add(high, two)
            return low, high
        if head == "*":
            return self.product_bounds(tree[1:])
        if head == "rec":
            low, high = self.bounds(tree[1])
            step_low, step_high = self.bounds(tree[2])
            _, count = self.bounds(self.count(tree[3]))
            if (fixed := as_constant(step_high)) is not None and fixed < 0:
                return add(low, multiply(step_low, count)), high
            return low, add(high, multiply(step_high, count))
        parts = [self.bounds(part) for part in tree[1:]]
        values = []
        for side in (0, 1):
            simple = [part[side] for part in parts]
            known = [as_constant(each) for each in simple]
            if head == "max" and None not in known:
                values.append(constant(max(known)))
                continue
            if head == "max" and len(simple) == 2 and 0 in known:
                values.append(simple[1 - known.index(0)])
                continue
            values.append({((head, *[to_extent(each) for each in simple]),): 1})
        return values[0], values[1]

    def product_bounds(self, parts):
        low, high = constant(1), constant(1)
        for part in parts:
            one, two = self.bounds(part)
            if (fixed := as_constant(one)) is not None and fixed == as_constant(two) and fixed < 0:
                low, high = multiply(high, one), multiply(low, one)
            else:
                low, high = multiply(low, one), multiply(high, two)
        return low, high

    def dimensions(self, tree):
        """The start of an address and its strides: [(stride, times, loop)], outermost first."""
        strides = []
        while tree[0] == "rec":
            _, stride = self.bounds(tree[2])
            _, times = self.bounds(self.count(tree[3]))
            strides.insert(0, (stride, times, tree[3]))
            tree = tree[1]
        return tree, strides


def read_report(text):
    """What `print<scalar-evolution>` says, by function: (expressions, counts)."""
    functions, current, name = {}, None, None
    for line in text.split("\n"):
        if match := re.match(r"Classifying expressions for: @\"?([^\"]*)\"?$", line):
            current = functions.setdefault(match.group(1), ({}, {}))
        elif current is None:
            continue
        elif match := re.match(r"  (%\"[^\"]*\"|%[-\w.$]+) = ", line):
            name = match.group(1)
        elif line.startswith("  -->  ") and name:
            current[0][name] = re.split(r"\s+U: |\s+S: ", line[7:])[0]
            name = None
        elif match := re.match(r"Loop (%[-\w.$\"]+): backedge-taken count is (.*)$", line):
            if "Unpredictable" not in match.group(2):
                current[1][match.group(1)] = match.group(2)
    return functions
