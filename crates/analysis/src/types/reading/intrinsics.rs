//! Calls of LLVM intrinsics.
use super::Constraints;
use crate::types::graph::Strength;
use crate::types::graph::kind::Kind;
use zymase_library::{IntrinsicKnown, Masked, Shuffle};
use zymase_llvm::Value;

impl Constraints {
    pub fn read_intrinsic(&mut self, i: Value, name: &str) {
        let arguments = i.arguments();
        match zymase_library::intrinsic(name) {
            Some(IntrinsicKnown::Copy(copy)) => {
                self.read_copy(i, arguments[copy.destination], arguments[copy.source], arguments[copy.length]);
            }
            Some(IntrinsicKnown::Fill(fill)) => {
                let byte = fill.value.map(|value| arguments[value]);
                self.read_fill(i, arguments[fill.destination], byte, arguments[fill.length]);
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
        let at = if whole { self.address(pointer) } else { self.location(pointer).map(|lanes| self.graph.slot(lanes)) };
        let (Some(at), false) = (at, ty.is_scalable_vector()) else { return self.read_unknown_call(i) };
        let accessed = if whole { ty } else { ty.element() };
        self.graph.touch(at, Some(self.size_of(accessed)));
        let source = self.source(i, "the type of the access");
        self.observe_type(at, accessed, source);
        if ty.is_float_like() {
            return;
        }
        let Some(place) = self.location(value) else { return };
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
        let Some(to) = self.location(i) else { return };
        for argument in arguments.iter().filter(|a| a.ty().is_vector()) {
            let lane = self.size_of(argument.ty().element());
            if let Some(from) = self.location(*argument) {
                let (to, from) = (self.graph.element(to, lane), self.graph.element(from, lane));
                self.graph.copy(to, from, Some(lane));
            }
        }
    }
}
