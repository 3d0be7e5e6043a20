//! Calls: known library functions, intrinsics, functions with bodies, and everything else.
use super::constraints::Constraints;
use super::graph::{Address, Fact, Relation, Strength};
use super::kind::{FloatKind, Kind};
use zymase_library::{Extent, IntrinsicKnown, Known, Masked, Precision, Provided, Returned, Shuffle, Size};
use zymase_llvm::{Function, Value};

/// Functions that one indirect call is tied to; with more it is taken to call anything.
const MOST_INDIRECT_CALLEES: usize = 64;
/// Offsets of links in list and tree nodes of the C++ library, in pointers.
const LINKS: std::ops::Range<u64> = 0..4;

impl Constraints {
    pub fn read_call(&mut self, i: Value) {
        if i.ty().is_pointer() {
            self.address(i);
        } else if !i.ty().is_float() {
            self.place(i);
        }
        let Some(callee) = i.called_value().as_function() else {
            return self.read_indirect_call(i);
        };
        let name = callee.name();
        if callee.is_intrinsic() {
            return self.read_intrinsic(i, &name);
        }
        if name.contains("__enzyme_") {
            return self.read_own_call(i, &name);
        }
        if self.bodies.contains(&callee) {
            self.calls.push((i, vec![callee]));
            return;
        }
        match zymase_library::lookup(&name).filter(|_| callee.is_declaration()) {
            Some(known) => self.read_library_call(i, known),
            None => self.read_unknown_call(i),
        }
    }

    fn read_indirect_call(&mut self, i: Value) {
        if i.called_value().is_inline_assembly() {
            return self.read_unknown_call(i);
        }
        let candidates = self.candidates.get(&i.called_type()).cloned().unwrap_or_default();
        let closed = candidates.len() <= MOST_INDIRECT_CALLEES;
        let known: Vec<Function> = candidates.into_iter().filter(|f| self.bodies.contains(f)).collect();
        if closed && !known.is_empty() {
            self.calls.push((i, known));
        }
        // The address may also come from elsewhere.
        self.read_unknown_call(i);
    }

    fn read_unknown_call(&mut self, i: Value) {
        for argument in i.arguments() {
            self.open(argument);
            if argument.ty().is_integer() {
                self.judge(argument, Kind::Integer, Strength::Faint, i, "an integer argument");
            }
        }
        if !i.ty().is_void() {
            self.open(i);
        }
    }

    /// Ties the arguments and results of calls to the functions they run.
    pub fn tie_calls(&mut self) {
        for (call, callees) in std::mem::take(&mut self.calls) {
            for callee in callees {
                let parameters = callee.parameters();
                for (parameter, argument) in parameters.into_iter().zip(call.arguments()) {
                    if parameter.ty() == argument.ty() {
                        self.tie_value(parameter, argument, parameter.ty());
                    }
                }
                for value in self.returned.get(&callee).cloned().unwrap_or_default() {
                    if value.ty() == call.ty() {
                        self.tie_value(call, value, call.ty());
                    }
                }
            }
        }
    }

    // ---- the interface of this compiler ----

    /// Type hints in the body; other calls are no evidence.
    fn read_own_call(&mut self, i: Value, name: &str) {
        let arguments = i.arguments();
        let kind = [
            ("__enzyme_float", Kind::Float(FloatKind::Single)),
            ("__enzyme_double", Kind::Float(FloatKind::Double)),
            ("__enzyme_integer", Kind::Integer),
            ("__enzyme_pointer", Kind::Pointer),
        ];
        let Some((_, kind)) = kind.into_iter().find(|(hint, _)| name.contains(hint)) else {
            return self.read_operation(i, name);
        };
        let Some(at) = arguments.first().and_then(|pointer| self.address(*pointer)) else { return };
        let source = self.source(i, "a type hint");
        let size = match kind {
            Kind::Float(kind) => kind.bytes(),
            Kind::Pointer => self.pointer_bytes,
            _ => 1,
        };
        let fact = Fact { kind, size, strength: Strength::Observed, source };
        match arguments.get(1).and_then(|bytes| bytes.as_integer()) {
            Some(bytes) => self.repeat_fact(at, bytes.max(0) as u64, fact),
            None => {
                let element = self.graph.element(at, size);
                self.graph.fact(element, fact);
            }
        }
    }

    fn read_operation(&mut self, i: Value, name: &str) {
        if name.contains("__enzyme_ignore_derivatives")
            && let Some(operand) = i.arguments().first().filter(|operand| operand.ty() == i.ty())
        {
            return self.tie_value(i, *operand, i.ty());
        }
        if !i.ty().is_void() {
            self.open(i);
        }
    }

    // ---- intrinsics ----

    fn read_intrinsic(&mut self, i: Value, name: &str) {
        let arguments = i.arguments();
        match zymase_library::intrinsic(name) {
            Some(IntrinsicKnown::Copy(copy)) => {
                self.read_copy(i, arguments[copy.destination], arguments[copy.source], arguments[copy.length]);
            }
            Some(IntrinsicKnown::Fill(fill)) => {
                self.read_fill(i, arguments[fill.destination], arguments[fill.length]);
            }
            Some(IntrinsicKnown::PassThrough(index) | IntrinsicKnown::PointerInto(index)) => {
                if arguments[index].ty() == i.ty() {
                    self.tie_value(i, arguments[index], i.ty());
                }
            }
            Some(IntrinsicKnown::Masked(masked)) => self.read_masked(i, masked, &arguments),
            Some(IntrinsicKnown::Shuffle(shuffle)) => self.read_rearrangement(i, shuffle, &arguments),
            Some(IntrinsicKnown::Hint(_) | IntrinsicKnown::StackSave | IntrinsicKnown::StackRestore) => {}
            Some(IntrinsicKnown::Unsupported(_)) | None if i.may_read() || i.may_write() => self.read_unknown_call(i),
            _ => self.read_integer_intrinsic(i, name, &arguments),
        }
    }

    fn read_integer_intrinsic(&mut self, i: Value, name: &str, arguments: &[Value]) {
        let arithmetic =
            ["max", "min", "abs", "sat", "with.overflow", "ctpop", "ctlz", "cttz", "powi", "ldexp", "reduce.add"];
        let strength =
            if arithmetic.iter().any(|part| name.contains(part)) { Strength::Observed } else { Strength::Faint };
        for argument in arguments {
            if argument.ty().scalar().is_integer() {
                self.judge(*argument, Kind::Integer, strength, i, "an integer intrinsic");
            }
        }
        if i.ty().scalar().is_integer() {
            self.observe(i, Kind::Integer, i, "an integer intrinsic");
        }
    }

    fn read_masked(&mut self, i: Value, masked: Masked, arguments: &[Value]) {
        let Some(places) = masked.places(arguments.len()) else { return self.read_unknown_call(i) };
        let pointer = arguments[places.pointer];
        let value = places.value.map_or(i, |value| arguments[value]);
        let ty = value.ty();
        let whole = pointer.ty().is_pointer();
        let at = if whole { self.address(pointer) } else { self.place(pointer).map(|place| self.graph.slot(place)) };
        let (Some(at), false) = (at, ty.is_scalable_vector()) else { return self.read_unknown_call(i) };
        let accessed = if whole { ty } else { ty.element() };
        self.graph.touch(at, Some(self.size_of(accessed)));
        let source = self.source(i, "the type of the access");
        self.observe_type(at, accessed, source);
        if ty.is_float_like() {
            return;
        }
        let Some(place) = self.place(value) else { return };
        let lane = self.size_of(ty.element());
        let lanes = if whole { 1 } else { ty.element_count() };
        let size = if whole { self.size_of(ty) } else { lane };
        for index in 0..lanes {
            let part = place.plus((index * lane) as i64);
            if masked.is_load() { self.graph.copy(part, at, Some(size)) } else { self.graph.copy(at, part, Some(size)) }
        }
        if let Some(otherwise) = places.otherwise {
            self.tie_value(i, arguments[otherwise], ty);
        }
    }

    fn read_rearrangement(&mut self, i: Value, _shuffle: Shuffle, arguments: &[Value]) {
        if i.ty().is_float_like() {
            return;
        }
        // Lanes are alike in practice: every lane of the result may be any lane of an operand.
        let Some(to) = self.place(i) else { return };
        for argument in arguments.iter().filter(|a| a.ty().is_vector()) {
            let lane = self.size_of(argument.ty().element());
            if let Some(from) = self.place(*argument) {
                let (to, from) = (self.graph.element(to, lane), self.graph.element(from, lane));
                self.graph.copy(to, from, Some(lane));
            }
        }
    }

    // ---- the library ----

    fn read_library_call(&mut self, i: Value, known: Known) {
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
                    self.read_size(i, new, reallocate.new_size, &arguments);
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
                    self.read_fill(i, destination, length);
                    self.tie_result(i, destination);
                }
            }
            Known::Mirror => self.read_links(i, &arguments),
            Known::Callback(callback) => self.read_callback(i, callback.function, &arguments),
            Known::Complex(_) | Known::ComplexMath(_) | Known::Free(_) => {}
            Known::Exception(_) | Known::Unsupported(_) => self.read_unknown_call(i),
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
            Precision::Extended => i.arguments().iter().find_map(|a| FloatKind::of(a.ty())).unwrap_or(FloatKind::Extended),
        };
        self.library_store(i, pointer, Kind::Float(kind), kind.bytes());
    }

    fn read_inactive_call(&mut self, i: Value, inactive: zymase_library::Inactive, arguments: &[Value]) {
        self.library_integers(i, arguments);
        for overwrite in inactive.overwrites {
            let pointer = arguments.get(overwrite.argument).copied();
            match overwrite.extent {
                Extent::Real(precision) => self.library_real(i, pointer, precision),
                Extent::Integers => {
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
                Extent::Bytes(_) | Extent::Product(..) | Extent::Vectors(_) | Extent::Result => {}
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
        self.graph.relate(array, Relation { start: 0, stride: 1, end: None, element });
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
            self.read_size(i, at, allocate.size, arguments);
        }
    }

    /// `n * 24` bytes are elements of 24 bytes.
    fn read_size(&mut self, i: Value, at: Address, size: Size, arguments: &[Value]) {
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
        let _ = i;
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
