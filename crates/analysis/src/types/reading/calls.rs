//! Calls: which function, and what its arguments and results are tied to.
//!
//! A function with a body that is read is seen once, whoever calls it. One without is looked up in the library; of one
//! that is not there, everything it is given is open: nothing that is missing can be concluded from silence.
use super::Constraints;
use crate::marks;
use crate::types::graph::kind::{FloatKind, Kind};
use crate::types::graph::{Fact, Strength};
use zymase_llvm::{Function, Value};

/// Functions that one indirect call is tied to; with more it is taken to call anything.
const MOST_INDIRECT_CALLEES: usize = 64;

impl Constraints {
    pub fn read_call(&mut self, i: Value) {
        if i.ty().is_pointer() {
            self.address(i);
        } else if !i.ty().is_float() {
            self.location(i);
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
        if let Some(known) = zymase_library::rust_allocator(&name) {
            // Also where it has a body: all memory there is would meet in it.
            return self.read_library_call(i, known);
        }
        if self.bodies.contains(&callee) {
            // What is differentiated has such functions inlined; elsewhere all vectors would meet in them.
            let is_shared = self.is_context && zymase_library::manages_untyped_memory(&name);
            if !is_shared && !self.read_swap(i, callee) {
                self.calls.push((i, vec![callee]));
            }
            return;
        }
        if let Some(place) = zymase_library::place_of_characters(&name) {
            self.read_text_member(i, place);
        }
        match marks::known_as(callee).and_then(|name| zymase_library::lookup(&name)) {
            Some(known) => self.read_library_call(i, known),
            None => self.read_unknown_call(i),
        }
    }

    /// A member of `std::string`: where its characters lie, or what it returns a pointer to.
    fn read_text_member(&mut self, i: Value, place: u64) {
        let object = i.arguments().first().and_then(|object| self.address(*object));
        let characters = object.map(|object| self.graph.slot(object.plus(place as i64)));
        let returned = if i.ty().is_pointer() { self.address(i) } else { None };
        for at in characters.into_iter().chain(returned) {
            let node = self.graph.find(at).node;
            self.graph.node_mut(node).text = true;
            self.graph.has_texts = true;
        }
    }

    fn read_indirect_call(&mut self, i: Value) {
        if i.called_value().is_inline_assembly() {
            return self.read_unknown_call(i);
        }
        let candidates = self.candidates.of(i);
        let closed = candidates.len() <= MOST_INDIRECT_CALLEES;
        let known: Vec<Function> = candidates.into_iter().filter(|f| self.bodies.contains(f)).collect();
        if closed && !known.is_empty() {
            self.calls.push((i, known));
        }
        // The address may also come from elsewhere.
        self.read_unknown_call(i);
    }

    pub fn read_unknown_call(&mut self, i: Value) {
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

    /// Ties the arguments and results of calls to the functions they run. What is differentiated is the copy of an
    /// `original`: where it calls itself, by whatever way, the copy takes its place.
    pub fn tie_calls(&mut self, original: Option<Function>, copy: Function) {
        for (call, mut callees) in std::mem::take(&mut self.calls) {
            if original.is_some_and(|original| callees.contains(&original)) {
                callees.push(copy);
            }
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
        // A derivative may be asked for of other functions too, and what it is asked for is looked at.
        self.read_unknown_call(i);
    }
}
