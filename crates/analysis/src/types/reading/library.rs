//! Calls of foreign functions that are known.
use super::Constraints;
use crate::messages;
use crate::types::graph::kind::{FloatKind, Kind};
use crate::types::graph::{Address, Fact, Relation, Strength};
use zymase_library::{
    Element, Extent, Known, Linear, Mpi, ParameterKind, Precision, Provided, Returned, Size, element_of,
};
use zymase_llvm::Value;

/// Offsets of links in list and tree nodes of the C++ library, in pointers.
const LINKS: std::ops::Range<u64> = 0..4;

impl Constraints {
    pub fn read_library_call(&mut self, i: Value, known: Known) {
        let arguments = i.arguments();
        let argument = |index: usize| arguments.get(index).copied();
        match known {
            Known::Math(math) => {
                for &index in math.integer_outputs {
                    self.library_store(i, argument(index), Kind::Integer, 4);
                }
                self.library_integers(i, &arguments);
            }
            Known::SplitMath(math) => {
                for (index, _) in math.stored {
                    self.library_real(i, argument(*index), math.precision);
                }
            }
            Known::Inactive(inactive) => self.read_inactive_call(i, inactive, &arguments),
            Known::Allocate(allocate) => self.read_allocation(i, allocate, &arguments),
            Known::Reallocate(reallocate) => {
                self.library_integers(i, &arguments);
                if let (Some(old), Some(new)) = (argument(reallocate.pointer), self.address(i)) {
                    if let Some(old) = self.address(old) {
                        self.graph.view(new, old);
                        self.graph.view(old, new);
                    }
                    self.read_size(new, reallocate.new_size, &arguments);
                }
            }
            Known::Copy(copy) => {
                let operands = (argument(copy.destination), argument(copy.source), argument(copy.length));
                if let (Some(destination), Some(source), Some(length)) = operands {
                    self.read_copy(i, destination, source, length);
                    self.tie_result(i, destination);
                }
            }
            Known::Fill(fill) => {
                if let (Some(destination), Some(length)) = (argument(fill.destination), argument(fill.length)) {
                    self.read_fill(i, destination, fill.value.and_then(argument), length);
                    self.tie_result(i, destination);
                }
            }
            Known::Links => self.read_links(i, &arguments),
            Known::Callback(callback) => self.read_callback(i, callback.function, &arguments),
            Known::Linear(linear) => self.read_linear(i, linear, &arguments),
            Known::Mpi(mpi) => self.read_mpi(i, mpi, &arguments),
            Known::Complex(_) | Known::ComplexMath(_) | Known::Free(_) => {}
            Known::Exception(_) | Known::WrittenOut | Known::Unsupported(_) => self.read_unknown_call(i),
        }
    }

    fn tie_result(&mut self, i: Value, argument: Value) {
        if i.ty().is_pointer() {
            self.tie_value(i, argument, i.ty());
        }
    }

    fn library_integers(&mut self, i: Value, arguments: &[Value]) {
        for argument in arguments {
            if argument.ty().is_integer() {
                self.observe(*argument, Kind::Integer, i, "an integer argument of a library function");
            }
        }
        if i.ty().is_integer() {
            self.observe(i, Kind::Integer, i, "an integer result of a library function");
        }
    }

    fn library_store(&mut self, i: Value, pointer: Option<Value>, kind: Kind, size: u64) {
        if let Some(at) = pointer.and_then(|pointer| self.address(pointer)) {
            let source = self.source(i, "a library function stores it");
            self.graph.touch(at, Some(size));
            self.graph.fact(at, Fact { kind, size, strength: Strength::Observed, source });
        }
    }

    fn library_real(&mut self, i: Value, pointer: Option<Value>, precision: Precision) {
        let kind = match precision {
            Precision::Single => FloatKind::Single,
            Precision::Double => FloatKind::Double,
            // Quad where that is what `long double` means.
            Precision::Extended => {
                i.arguments().iter().find_map(|a| FloatKind::of(a.ty())).unwrap_or(FloatKind::Extended)
            }
        };
        self.library_store(i, pointer, Kind::Float(kind), kind.bytes());
    }

    fn read_inactive_call(&mut self, i: Value, inactive: zymase_library::Inactive, arguments: &[Value]) {
        self.library_integers(i, arguments);
        for overwrite in inactive.overwrites {
            let pointer = arguments.get(overwrite.argument).copied();
            match overwrite.extent {
                Extent::Real(precision) => self.library_real(i, pointer, precision),
                Extent::Integers | Extent::Object(_) => {
                    if let Some(at) = pointer.and_then(|pointer| self.address(pointer)) {
                        self.only_bytes(i, at);
                    }
                }
                Extent::ForeignPointer => self.library_store(i, pointer, Kind::Pointer, self.pointer_bytes),
                Extent::PointerInto(base) => {
                    self.library_store(i, pointer, Kind::Pointer, self.pointer_bytes);
                    let out = pointer.and_then(|pointer| self.address(pointer));
                    let into = arguments.get(base).filter(|_| base != overwrite.argument);
                    if let (Some(out), Some(into)) = (out, into.and_then(|base| self.address(*base))) {
                        let slot = self.graph.slot(out);
                        self.graph.view(slot, into);
                    }
                }
                Extent::Bytes(_) | Extent::Product(..) | Extent::Vectors(_) => {}
                Extent::Result | Extent::Numbers => {}
                Extent::Scanned | Extent::ScannedList => {}
            }
        }
        if !i.ty().is_pointer() {
            return;
        }
        match inactive.returned {
            Returned::PointerInto(index) => {
                if let Some(argument) = arguments.get(index) {
                    self.tie_value(i, *argument, i.ty());
                }
            }
            Returned::Foreign | Returned::Fresh | Returned::Constant => {
                if let Some(at) = self.address(i) {
                    self.only_bytes(i, at);
                }
            }
        }
    }

    /// Memory that a library function says never holds reals.
    fn only_bytes(&mut self, i: Value, at: Address) {
        let source = self.source(i, "a library function keeps text or integers there");
        let element = self.graph.add_node(Some(i));
        self.graph.node_mut(element.node).frozen = true;
        self.graph.fact(element, Fact { kind: Kind::Integer, size: 1, strength: Strength::Faint, source });
        let array = self.graph.add_node(Some(i));
        self.graph.node_mut(array.node).frozen = true;
        self.graph.relate(array, Relation { start: 0, stride: 1, end: None, element, down: false });
        self.graph.view(at, array);
    }

    fn read_allocation(&mut self, i: Value, allocate: zymase_library::Allocate, arguments: &[Value]) {
        self.library_integers(i, arguments);
        let at = match allocate.provided {
            Provided::Returned => self.address(i),
            Provided::Stored(index) => arguments.get(index).and_then(|pointer| {
                let at = self.address(*pointer)?;
                self.library_store(i, Some(*pointer), Kind::Pointer, self.pointer_bytes);
                Some(self.graph.slot(at))
            }),
        };
        if let Some(at) = at {
            self.read_size(at, allocate.size, arguments);
        }
    }

    /// `n * 24` bytes are elements of 24 bytes.
    fn read_size(&mut self, at: Address, size: Size, arguments: &[Value]) {
        match size {
            Size::Argument(index) => {
                if let Some(bytes) = arguments.get(index) {
                    self.read_length(at, *bytes);
                }
            }
            Size::Product(count, size) => {
                if let Some(bytes) = arguments.get(size).and_then(|size| size.as_integer()).filter(|bytes| *bytes > 1) {
                    self.graph.element(at, bytes as u64);
                } else if let Some(count) = arguments.get(count) {
                    self.read_length(at, *count);
                }
            }
        }
    }

    /// A routine of linear algebra: arrays of numbers, and integers.
    fn read_linear(&mut self, i: Value, linear: Linear, arguments: &[Value]) {
        self.library_integers(i, arguments);
        for (parameter, argument) in linear.parameters().iter().zip(arguments) {
            if !argument.ty().is_pointer() {
                continue;
            }
            match parameter.kind {
                ParameterKind::Vector | ParameterKind::Matrix => {
                    let real =
                        if linear.precision == Precision::Single { FloatKind::Single } else { FloatKind::Double };
                    let kind = Kind::Float(real);
                    let Some(at) = self.address(*argument) else { continue };
                    let source = self.source(i, "a routine of linear algebra takes an array of numbers");
                    let element = self.graph.element(at, real.bytes());
                    self.graph.fact(element, Fact { kind, size: real.bytes(), strength: Strength::Observed, source });
                }
                ParameterKind::Real => self.library_real(i, Some(*argument), linear.precision),
                ParameterKind::Flag | ParameterKind::Layout => {
                    self.library_store(i, Some(*argument), Kind::Integer, 1);
                }
                _ => self.library_store(i, Some(*argument), Kind::Integer, linear.integer_bytes()),
            }
        }
    }

    /// A call of MPI: what a buffer holds is said by a datatype, if that is one that exists from the start.
    fn read_mpi(&mut self, i: Value, mpi: Mpi, arguments: &[Value]) {
        self.read_unknown_call(i);
        for &(buffer, ty) in mpi.typed {
            let element = messages::handle_of(arguments[ty]).and_then(|handle| element_of(handle.borrowed()));
            let Some(at) = self.address(arguments[buffer]).filter(|_| !arguments[buffer].is_constant()) else {
                continue;
            };
            let (kind, size) = match element {
                Some(Element::Real(Precision::Double)) => (Kind::Float(FloatKind::Double), 8),
                Some(Element::Real(Precision::Single)) => (Kind::Float(FloatKind::Single), 4),
                Some(Element::Integer(bytes)) => (Kind::Integer, bytes),
                _ => continue,
            };
            let source = self.source(i, "a message has elements of this type");
            let element = self.graph.element(at, size);
            self.graph.fact(element, Fact { kind, size, strength: Strength::Observed, source });
        }
    }

    /// List and tree operations: links of every node may lead to every other.
    fn read_links(&mut self, i: Value, arguments: &[Value]) {
        let mut all: Vec<Value> = arguments.iter().copied().filter(|a| a.ty().is_pointer()).collect();
        if i.ty().is_pointer() {
            all.push(i);
        }
        for &node in &all {
            let Some(at) = self.address(node) else { continue };
            for link in LINKS {
                let slot = self.graph.slot(at.plus((link * self.pointer_bytes) as i64));
                for &other in &all {
                    if let Some(to) = self.address(other) {
                        self.graph.view(slot, to);
                    }
                }
            }
        }
    }

    /// A function that is given to the library is called with pointers that the library is given beside it.
    fn read_callback(&mut self, i: Value, function: usize, arguments: &[Value]) {
        self.library_integers(i, arguments);
        let called = arguments.get(function).and_then(|f| f.as_function()).filter(|f| self.bodies.contains(f));
        let Some(called) = called else { return self.read_unknown_call(i) };
        let stride = arguments.get(2).and_then(|size| size.as_integer()).filter(|size| *size > 0);
        for argument in arguments.iter().filter(|a| a.ty().is_pointer() && a.as_function().is_none()) {
            let Some(mut at) = self.address(*argument) else { continue };
            if let Some(stride) = stride {
                at = self.graph.element(at, stride as u64);
            }
            for parameter in called.parameters().into_iter().filter(|p| p.ty().is_pointer()) {
                if let Some(low) = self.address(parameter) {
                    self.graph.view(low, at);
                }
            }
            self.tie_result(i, *argument);
        }
    }
}
