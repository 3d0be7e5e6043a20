"""What a function does with the memory behind its pointers: how much of it it uses, in which shape, and whether what was there
before is read, found in its optimised code.

Addresses are taken from LLVM's ScalarEvolution. Where one is not known before the function runs, nothing is concluded from it.
"""

import re
from dataclasses import dataclass

from . import _evolution as evolution
from ._evolution import Opaque, add, as_constant, constant, divide, multiply, to_extent


@dataclass
class Access:
    reads: bool
    writes: bool
    block: str
    place: int
    #: The printed address, and the tree of it.
    text: str
    tree: tuple
    #: Bytes, as a polynomial; None if unknown.
    size: dict


@dataclass
class Finding:
    """What is known of the memory behind one pointer parameter."""

    is_read: bool = True
    is_written: bool = True
    #: Elements that are used at least, as an expression, or None.
    required: tuple = None
    #: Whether all uses are known.
    complete: bool = False
    #: The shape in which elements are used, a list of expressions, or None.
    shape: list = None


class Function:
    """The text of a function in LLVM IR."""

    def __init__(self, lines):
        self.header = lines[0]
        self.blocks, self.successors, self.conditions = {}, {}, {}
        name = None
        for line in lines[1:]:
            if match := re.match(r"^(\"[^\"]*\"|[-\w.$]+):", line):
                name = "%" + match.group(1)
                self.blocks[name] = []
                continue
            if name is None and line.strip():
                name = "%entry-block"
                self.blocks[name] = []
            text = line.strip()
            if text and not text.startswith(("#dbg", ";", "}")):
                self.blocks[name].append(text)
        self.entry = next(iter(self.blocks), None)
        self.comparisons = {}
        for name, body in self.blocks.items():
            for text in body:
                if match := re.match(r"(%[-\w.$]+) = icmp (.*?)(?:, !.*)?$", text):
                    self.comparisons[match.group(1)] = re.sub(r"^(samesign )", "", match.group(2))
            self.successors[name] = re.findall(r"label (%[-\w.$\"]+)", body[-1]) if body else []
            if body and (match := re.match(r"br i1 (%[-\w.$]+), ", body[-1])):
                self.conditions[name] = match.group(1)

    def parameters(self):
        """Names and attributes, in order."""
        start = self.header.index("(", self.header.index("@"))
        depth, parts, last = 0, [], start + 1
        for place in range(start, len(self.header)):
            letter = self.header[place]
            depth += (letter in "([{<") - (letter in ")]}>")
            if depth == 0 or (depth == 1 and letter == ","):
                parts.append(self.header[last:place].strip())
                last = place + 1
            if depth == 0:
                break
        return [(part.split()[-1], part) for part in parts if part and part != "..."]

    def always_before(self, first, second):
        """Whether every way to `second` goes through `first`. The same comparison comes out the same on one way."""
        if first == second:
            return True
        seen, stack = set(), [(self.entry, frozenset())]
        while stack:
            block, facts = stack.pop()
            if block == first or (block, facts) in seen:
                continue
            if block == second:
                return False
            seen.add((block, facts))
            if len(seen) > 4000:
                return False
            following = self.successors.get(block, [])
            text = self.comparisons.get(self.conditions.get(block))
            if text and len(following) == 2 and self.is_fixed(text):
                known = dict(facts)
                for value, target in zip((True, False), following):
                    if known.get(text, value) == value:
                        stack.append((target, facts | {(text, value)}))
            else:
                stack.extend((target, facts) for target in following)
        return True

    def is_fixed(self, comparison):
        """Whether all operands of a comparison are parameters or constants."""
        names = {name for name, _ in self.parameters()}
        return all(each in names for each in re.findall(r"%[-\w.$]+", comparison))

    def latches(self, header):
        """The blocks that go back to the header of a loop."""
        return [name for name, following in self.successors.items() if header in following and self.reaches(header, name)]

    def reaches(self, first, second):
        seen, stack = set(), [first]
        while stack:
            block = stack.pop()
            if block == second:
                return True
            if block not in seen:
                seen.add(block)
                stack.extend(self.successors.get(block, []))
        return False

    def in_loop(self, header, block):
        return block == header or any(self.reaches_within(header, block, latch) for latch in self.latches(header))

    def reaches_within(self, header, block, latch):
        """Whether `block` leads to `latch` without going through the header."""
        seen, stack = {header}, [block]
        while stack:
            current = stack.pop()
            if current == latch:
                return current != header or block == header
            if current not in seen:
                seen.add(current)
                stack.extend(self.successors.get(current, []))
        return False


def functions_of(ir):
    """The functions of a module that have a body, by symbol."""
    found, current, name = {}, None, None
    for line in ir.split("\n"):
        if line.startswith("define "):
            name = re.search(r"@(\"[^\"]*\"|[-\w.$]+)\(", line).group(1).strip('"')
            current = [line]
        elif current is not None:
            if line.startswith("}"):
                found[name] = Function(current)
                current = None
            else:
                current.append(line)
    return found


_POINTER = r"ptr (?:[a-z_]+(?:\([^)]*\))? |align \d+ |dereferenceable\(\d+\) )*(%[-\w.$]+|%\"[^\"]*\"|@[-\w.$]+|null)"
_SIZES = {"double": 8, "float": 4, "i64": 8, "i32": 4, "i16": 2, "i8": 1, "i1": 1, "ptr": 8}


def _type_size(text):
    if match := re.match(r"<(\d+) x (\w+)>", text):
        return int(match.group(1)) * _SIZES.get(match.group(2), 8)
    return _SIZES.get(text.split()[0], 8)


class Analysis:
    """The accesses of a function through each of its pointer parameters."""

    def __init__(self, function, report, elements, scalars):
        """`elements`: (name, size of what it points to) of pointer parameters, by number; `scalars`: numbers of integer
        parameters, by name."""
        self.function = function
        self.elements = {number: size for number, (_, size) in elements.items()}
        self.pointers = {name: number for number, (name, _) in elements.items()}
        self.attributes = {self.pointers.get(name): text for name, text in function.parameters()}
        self.accesses = {number: [] for number in elements}
        #: Parameters used in ways that are not known.
        self.unknown = set()
        self.untraced_read = False
        self.untraced_write = False
        numbers = dict(scalars)
        for body in function.blocks.values():
            for text in body:
                if (match := re.match(r"(%[-\w.$]+) = load i\d+, ptr (%[-\w.$]+)", text)) and match.group(2) in scalars:
                    numbers[match.group(1)] = scalars[match.group(2)]
        self.evolution = evolution.Evolution(report[0], report[1], numbers)
        for block, body in function.blocks.items():
            for place, text in enumerate(body):
                self.instruction(block, place, text)

    def base(self, tree):
        """The parameter that an address starts from and the address without it; None if it starts elsewhere."""
        if tree[0] == "v":
            if tree[1] in self.pointers:
                return self.pointers[tree[1]], ("c", 0)
            raise Opaque(tree[1])
        if tree[0] == "rec":
            number, start = self.base(tree[1])
            return number, ("rec", start, *tree[2:])
        if tree[0] == "+":
            for place, part in enumerate(tree[1:], 1):
                try:
                    number, rest = self.base(part)
                except Opaque:
                    continue
                return number, ("+", *tree[1:place], rest, *tree[place + 1 :])
        raise Opaque("base")

    def access(self, block, place, pointer, size, reads, writes):
        text = self.evolution.expressions.get(pointer, pointer)
        try:
            number, tree = self.base(self.evolution.of(pointer))
        except Opaque:
            if mentioned := [each for each in re.findall(r"%[-\w.$]+", text) if each in self.pointers]:
                self.unknown.update(self.pointers[each] for each in mentioned)
            elif not self.is_elsewhere(pointer):
                self.untraced_read |= reads
                self.untraced_write |= writes
            return
        self.accesses[number].append(Access(reads, writes, block, place, text, tree, size))

    def is_elsewhere(self, pointer, depth=0):
        """Whether an address is in memory of the function itself, or of a global variable."""
        if pointer.startswith("@") or pointer == "null":
            return True
        if depth > 8:
            return False
        for body in self.function.blocks.values():
            for text in body:
                if text.startswith(pointer + " = "):
                    rest = text[len(pointer) + 3 :]
                    if rest.startswith("alloca") or re.search(r"call .*@(malloc|calloc|_Znwm|_Znam)\(", rest):
                        return True
                    if rest.startswith("getelementptr") and (match := re.search(_POINTER, rest)):
                        return self.is_elsewhere(match.group(1), depth + 1)
                    if rest.startswith("phi ptr"):
                        incoming = re.findall(r"\[ ([^,]+), ", rest)
                        return all(each == pointer or self.is_elsewhere(each, depth + 1) for each in incoming)
                    return False
        return False

    def instruction(self, block, place, text):
        if match := re.match(r"%\S+ = load (?:volatile )?(.+?), " + _POINTER, text):
            self.access(block, place, match.group(2), constant(_type_size(match.group(1))), True, False)
        elif match := re.match(r"store (?:volatile )?(<[^>]*>|\S+) .*?, " + _POINTER, text):
            self.access(block, place, match.group(2), constant(_type_size(match.group(1))), False, True)
            if (stored := re.match(r"store ptr (%[-\w.$]+),", text)) and stored.group(1) in self.pointers:
                self.unknown.add(self.pointers[stored.group(1)])
        elif match := re.search(r"call .*@llvm\.(memset|memcpy|memmove)[\w.]*\((.*)\)", text):
            self.block_operation(block, place, match.group(1), match.group(2))
        elif re.search(r"\b(call|invoke)\b", text) and "@llvm.lifetime" not in text:
            for pointer in re.findall(_POINTER, text):
                expression = self.evolution.expressions.get(pointer, pointer)
                for each in re.findall(r"%[-\w.$]+", expression):
                    if each in self.pointers:
                        self.unknown.add(self.pointers[each])

    def block_operation(self, block, place, kind, operands):
        parts = [part.strip() for part in re.split(r",(?![^(]*\))", operands)]
        size = None
        try:
            size = self.evolution.bounds(self.evolution.of(parts[2].split()[-1]))[1]
        except (Opaque, IndexError):
            pass
        targets = [(parts[0], False, True)] + ([(parts[1], True, False)] if kind != "memset" else [])
        for operand, reads, writes in targets:
            self.access(block, place, operand.split()[-1], size, reads, writes)

    def extent(self, access):
        """One past the last byte of an access, as a polynomial."""
        if access.size is None:
            raise Opaque("size")
        return add(self.evolution.bounds(access.tree)[1], access.size)

    def finding(self, number):
        attributes = self.attributes.get(number, "")
        accesses = self.accesses[number]
        result = Finding()
        unknown = number in self.unknown
        if re.search(r"\breadnone\b", attributes):
            result.is_read = result.is_written = False
        elif re.search(r"\breadonly\b", attributes):
            result.is_written = False
        elif re.search(r"\bwriteonly\b", attributes):
            result.is_read = False
        elif not unknown:
            result.is_written = self.untraced_write or any(each.writes for each in accesses)
            result.is_read = self.untraced_read or any(
                each.reads and not self.is_covered(each, accesses) for each in accesses
            )
        result.complete = not unknown and not self.untraced_read and not self.untraced_write
        self.measure(result, accesses, self.elements[number])
        return result

    def measure(self, result, accesses, element):
        """How many elements are used, and in which shape."""
        needed = []
        accesses = [self.whole(access, element) for access in accesses]
        for access in accesses:
            try:
                high = self.extent(access)
                trips = self.guards(access.tree)
            except Opaque:
                result.complete = False
                continue
            elements = divide(high, constant(element))
            extent = to_extent(elements) if elements is not None else ("/", to_extent(add(high, constant(element - 1))), ("c", element))
            if trips:
                extent = ("guard", extent, *trips)
            if extent not in needed:
                needed.append(extent)
        if needed:
            result.required = needed[0] if len(needed) == 1 else ("max", *needed)
        if result.complete and accesses:
            try:
                result.shape = self.shape(accesses, element)
            except Opaque:
                result.shape = None

    def whole(self, access, element):
        """An access of a part of an element, such as the imaginary part of a number, as one of the element."""
        size = as_constant(access.size) if access.size is not None else None
        if size is None or not 0 < size < element:
            return access
        try:
            low, _ = self.evolution.bounds(access.tree)
        except Opaque:
            return access
        rest = low.get((), 0) % element
        if rest + size > element:
            return access
        tree = _moved(access.tree, -rest)
        return Access(access.reads, access.writes, access.block, access.place, access.text, tree, constant(element))

    def guards(self, tree):
        """How often the loops around an access go back: negative if they do not run."""
        loops = _loops(tree)
        return [to_extent(self.evolution.bounds(self.evolution.count(loop))[1]) for loop in loops]

    def shape(self, accesses, element):
        described = []
        for access in accesses:
            start, strides = self.evolution.dimensions(access.tree)
            low, _ = self.evolution.bounds(start)
            strides = [(divide(stride, constant(element)), times) for stride, times, _ in strides]
            low = divide(low, constant(element))
            if low is None or any(stride is None or len(stride) != 1 for stride, _ in strides):
                return self.flat(accesses, element)
            length = divide(access.size, constant(element)) if access.size is not None else None
            if length is None:
                raise Opaque("size")
            described.append((low, strides, length))
        chain = []
        for _, strides, _ in described:
            for stride, _ in strides:
                if stride not in chain:
                    chain.append(stride)
        chain.sort(key=lambda stride: sum(len(product) for product in stride) * 10**6 + sum(stride.values()))
        if not chain or chain[0] != constant(1) or any(len(each[2]) == 0 or as_constant(each[2]) != 1 for each in described):
            return self.flat(accesses, element)
        inner = []
        for small, large in zip(chain, chain[1:]):
            ratio = divide(large, small)
            if ratio is None:
                return self.flat(accesses, element)
            inner.insert(0, ratio)
        if not self.is_within(described, chain):
            return self.flat(accesses, element)
        outer = self.outer(described, chain[-1])
        return [outer, *[to_extent(each) for each in inner]]

    def is_within(self, described, chain):
        """Whether inner indices stay inside their extents, as far as that can be compared."""
        for low, strides, _ in described:
            for stride, times in strides:
                place = chain.index(stride)
                if place + 1 < len(chain):
                    room = divide(chain[place + 1], stride)
                    rest = as_constant(add(add(room, times, -1), constant(1), -1)) if room is not None else None
                    if rest is None or rest < 0:
                        return False
        return True

    def outer(self, described, stride):
        candidates = []
        for low, strides, _ in described:
            first = self.coefficient(low, stride)
            last = first
            for each, times in strides:
                if each == stride:
                    last = add(last, times)
            candidates.append((first, add(last, constant(1))))
        best = candidates[0][1]
        least = candidates[0][0]
        for first, extent in candidates[1:]:
            difference = as_constant(add(extent, best, -1))
            if difference is None:
                return ("max", *[to_extent(each) for _, each in candidates])
            if difference > 0:
                best = extent
            if (below := as_constant(add(least, first, -1))) is not None and below > 0:
                least = first
        # What is left out at the beginning is left out at the end as well: rows of a boundary.
        symmetric = add(best, least)
        if as_constant(least) and list(symmetric.values()) == [1] and all(len(each) == 1 for each in symmetric):
            best = symmetric
        return to_extent(best)

    def coefficient(self, polynomial, stride):
        (product, factor), = stride.items()
        result = {}
        for each, value in polynomial.items():
            rest = list(each)
            if all(atom in rest for atom in product) and value % factor == 0:
                for atom in product:
                    rest.remove(atom)
                result = add(result, {tuple(rest): value // factor})
        return result

    def flat(self, accesses, element):
        best = None
        for access in accesses:
            extent = divide(self.extent(access), constant(element))
            if extent is None:
                raise Opaque("element")
            if best is None:
                best = extent
                continue
            difference = as_constant(add(extent, best, -1))
            if difference is None:
                raise Opaque("extents")
            best = extent if difference > 0 else best
        return [to_extent(best)]

    def is_covered(self, load, accesses):
        """Whether what a load reads has always been written by the function before."""
        for store in accesses:
            if not store.writes:
                continue
            if store.text == load.text and store.block == load.block:
                if store.place < load.place:
                    return True
            elif store.text == load.text and self.function.always_before(store.block, load.block):
                if all(self.function.in_loop(loop, store.block) for loop in _loops(load.tree)):
                    return True
            elif self.covers(store, load):
                return True
        return False

    def covers(self, store, load):
        """Whether a store fills everything from the start of the array to what a load may read, before it does."""
        try:
            start, strides = self.evolution.dimensions(store.tree)
            if as_constant(self.evolution.bounds(start)[0]) != 0 or store.size is None:
                return False
            filled, loops = store.size, []
            for stride, times, loop in reversed(strides):
                if stride != filled:
                    return False
                filled = multiply(filled, add(times, constant(1)))
                loops.append(loop)
            room = as_constant(add(filled, self.extent(load), -1))
        except Opaque:
            return False
        if room is None or room < 0:
            return False
        function = self.function
        for loop in loops:
            if function.in_loop(loop, load.block):
                return False
            if not all(self.is_every_time(loop, store.block, latch) for latch in function.latches(loop)):
                return False
        return function.always_before(loops[-1] if loops else store.block, load.block)

    def is_every_time(self, header, block, latch):
        """Whether an iteration cannot reach the latch without going through the block (or the loop within that has it)."""
        if block in (header, latch):
            return True
        seen, stack = {block}, [header]
        inner = [name for name in self.function.blocks if name != header and self.function.latches(name) and self.function.in_loop(name, block)]
        while stack:
            current = stack.pop()
            if current == latch:
                return False
            if current not in seen and current not in inner:
                seen.add(current)
                stack.extend(each for each in self.function.successors.get(current, []) if each != header)
        return True


def _moved(tree, bytes_more):
    """An address some bytes further on."""
    if tree[0] == "rec":
        return ("rec", _moved(tree[1], bytes_more), *tree[2:])
    return ("+", tree, ("c", bytes_more))


def _loops(tree):
    """The loops that an address evolves in."""
    if tree[0] == "rec":
        return _loops(tree[1]) + _loops(tree[2]) + [tree[3]]
    return [loop for part in tree[1:] if isinstance(part, tuple) for loop in _loops(part)]
