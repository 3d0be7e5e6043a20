//! Pointers and integers of structs behind parameters, promoted to parameters.
//!
//! `m->w` and `m->n` are known on entry as well as `m` is, where every call reads them and no call changes them. As parameters of the
//! version for memory that does not overlap they can be compared like all others, and trip counts are known. The version that is
//! general loads them again.

use std::collections::HashMap;
use zymase_analysis::activity::Role;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::choices;
use zymase_analysis::types::Types;
use zymase_core::signature::{Key, Signature};
use zymase_llvm::{Builder, Function, Linkage, Opcode, Type, Value};
use zymase_prepare::Prepared;

/// More than so many values are not passed.
const MOST_PROMOTED: usize = 128;

/// A value in memory that is promoted.
pub struct Place {
    /// The parameter that it lies behind.
    base: usize,
    offset: i64,
    ty: Type,
    alignment: u32,
    role: Role,
    /// The loads of the prepared function.
    loads: Vec<Value>,
}

/// The values of a function that can be promoted.
pub struct Promotion {
    places: Vec<Place>,
}

impl Promotion {
    /// None where there is nothing to promote.
    pub fn of(prepared: &Prepared, types: &Types, key: &Key) -> Option<Promotion> {
        let by_value =
            |k: usize| ["byval", "sret"].iter().any(|name| key.original.parameter_type_attribute(k, name).is_some());
        if (0..key.roles.len()).any(by_value) {
            return None;
        }
        let mut search = Search::new(prepared, types, key);
        for block in &prepared.blocks {
            for i in block.instructions() {
                search.look_at(i);
            }
        }
        // What is written through a pointer that is chosen may be any of the structs.
        if search.written.keys().any(|object| !choices::among(*object).is_empty()) {
            return None;
        }
        let places = search.places;
        (!places.is_empty() && places.len() <= MOST_PROMOTED).then_some(Promotion { places })
    }

    /// A copy of the prepared function that has the values as further parameters, and promises that pointers are apart. It
    /// still loads them, and uses what it is passed.
    pub fn copy(&self, prepared: &Prepared) -> Function {
        let function = prepared.function;
        let ty = function.function_type();
        let mut types = ty.function_parameters();
        let given = types.len();
        types.extend(self.places.iter().map(|place| place.ty));
        let name = format!("{}.apart", prepared.original.name());
        let copy = function.module().add_function(&name, Type::function(function.return_type(), &types, false));
        copy.set_linkage(Linkage::LLVMInternalLinkage);
        copy.copy_attributes(prepared.original);
        function.clone_body_into(copy, &copy.parameters()[..given]);
        let copies: HashMap<Value, Value> = function.instructions().into_iter().zip(copy.instructions()).collect();
        for (place, parameter) in self.places.iter().zip(&copy.parameters()[given..]) {
            place.loads.iter().for_each(|load| copies[load].replace_all_uses_with(*parameter));
        }
        for (index, parameter) in copy.parameters().into_iter().enumerate() {
            if parameter.ty().is_pointer() {
                copy.add_parameter_attribute(index, "noalias");
            }
        }
        copy
    }

    /// The roles of the parameters that are added.
    pub fn roles(&self) -> impl Iterator<Item = Role> {
        self.places.iter().map(|place| place.role)
    }

    /// Pairs of the parameters that are added to a copy and what would be passed, for type evidence.
    pub fn passed(&self, copy: Function) -> Vec<(Value, Value)> {
        let parameters = copy.parameters();
        let added = &parameters[parameters.len() - self.places.len()..];
        added.iter().zip(&self.places).map(|(parameter, place)| (*parameter, place.loads[0])).collect()
    }

    /// What a call of the version passes, from what the general one is passed.
    pub fn arguments(
        &self,
        builder: &Builder,
        given: &[Value],
        general: &Signature,
        version: &Signature,
    ) -> Vec<Value> {
        let lanes = |place: Option<usize>, lanes: usize| place.map_or(Vec::new(), |at| given[at..at + lanes].to_vec());
        let count = self.lanes(version);
        // Per place the value, and its shadow in every lane.
        let mut loaded: Vec<(Value, Vec<Value>)> = Vec::new();
        for place in &self.places {
            let k = place.base;
            let (base, shadows) = (given[general.places[k].0], lanes(general.places[k].1, count));
            let load = |base: Value| {
                let value = builder.load(place.ty, builder.constant_offset(base, place.offset));
                value.set_alignment(place.alignment);
                value
            };
            let value = load(base);
            let is_shadowed = matches!(place.role, Role::Duplicated | Role::Uncertain);
            let shadows = if is_shadowed { shadows.into_iter().map(load).collect() } else { Vec::new() };
            loaded.push((value, shadows));
        }
        let start = version.places[general.places.len()].0;
        let added = loaded.into_iter().flat_map(|(value, shadows)| std::iter::once(value).chain(shadows));
        given[..start].iter().copied().chain(added).chain(given[start..].iter().copied()).collect()
    }

    /// Shadows of one parameter, counted where they are passed.
    fn lanes(&self, version: &Signature) -> usize {
        let starts: Vec<usize> = version.places.iter().map(|(at, _)| *at).collect();
        let shadowed = version.places.iter().position(|(_, shadow)| shadow.is_some());
        let end = version.seed.or(version.tape).or(version.context).unwrap_or(version.function.parameters().len());
        shadowed.map_or(0, |k| starts.get(k + 1).copied().unwrap_or(end) - starts[k] - 1)
    }
}

struct Search<'a> {
    prepared: &'a Prepared,
    types: &'a Types,
    key: &'a Key,
    places: Vec<Place>,
    known: HashMap<(usize, i64), usize>,
    /// What a pointer is that memory is reached from.
    bases: HashMap<Value, usize>,
    /// By base: the bytes from its start that every call reaches.
    reached: HashMap<usize, i64>,
    /// By base: where it is written, from and to; None: anywhere.
    written: HashMap<Value, Vec<Option<(i64, i64)>>>,
}

impl<'a> Search<'a> {
    fn new(prepared: &'a Prepared, types: &'a Types, key: &'a Key) -> Search<'a> {
        let parameters = prepared.function.parameters();
        let bases = parameters.iter().enumerate().filter(|(_, p)| p.ty().is_pointer());
        let bases = bases.map(|(k, parameter)| (*parameter, k)).collect();
        let mut search = Search {
            prepared,
            types,
            key,
            places: Vec::new(),
            known: HashMap::new(),
            bases,
            reached: HashMap::new(),
            written: HashMap::new(),
        };
        prepared.function.instructions().into_iter().for_each(|i| search.take_note_of_write(i));
        search
    }

    fn take_note_of_write(&mut self, i: Value) {
        let (pointer, bytes) = match i.opcode() {
            Some(Opcode::LLVMStore) => (i.operand(1), Some(self.bytes(i.operand(0).ty()))),
            Some(Opcode::LLVMCall) => match classify(i) {
                Callee::Copy(copy) => (i.arguments()[copy.destination], None),
                Callee::Fill { .. } => (i.arguments()[0], None),
                _ => return,
            },
            _ => return,
        };
        let (object, offset) = self.object_and_offset(pointer);
        let range = offset.zip(bytes).map(|(offset, bytes)| (offset, offset + bytes));
        self.written.entry(object).or_default().push(range);
    }

    fn bytes(&self, ty: Type) -> i64 {
        self.prepared.function.module().store_size(ty) as i64
    }

    /// What a pointer leads into, and how far from its start if that is known.
    fn object_and_offset(&self, mut pointer: Value) -> (Value, Option<i64>) {
        let object = pointer.underlying_object();
        let mut offset = 0;
        while pointer != object {
            if pointer.opcode() != Some(Opcode::LLVMGetElementPtr) {
                return (object, None);
            }
            match pointer.constant_gep_offset(self.prepared.function.module()) {
                Some(constant) => offset += constant,
                None => return (object, None),
            }
            pointer = pointer.operand(0);
        }
        (object, Some(offset))
    }

    fn look_at(&mut self, i: Value) {
        let pointer = match i.opcode() {
            Some(Opcode::LLVMLoad) if !i.is_volatile() && !i.is_atomic() => i.operand(0),
            Some(Opcode::LLVMStore) => i.operand(1),
            _ => return,
        };
        let (object, Some(offset)) = self.object_and_offset(pointer) else { return };
        let Some(base) = self.bases.get(&object).copied().filter(|_| offset >= 0) else { return };
        let ty = if i.ty().is_void() { i.operand(0).ty() } else { i.ty() };
        let end = offset + self.bytes(ty);
        let is_always_run = self
            .prepared
            .return_block
            .is_some_and(|end| i.block().is_some_and(|block| self.prepared.analyses.dominates(block, end)));
        let reached = self.reached.entry(base).or_default();
        if is_always_run {
            *reached = end.max(*reached);
        }
        let is_wanted = ty.is_pointer() || ty.is_integer() && [8, 16, 32, 64].contains(&ty.integer_bits());
        if i.opcode() != Some(Opcode::LLVMLoad) || !is_wanted || end > *reached || self.is_written(object, offset, end)
        {
            return;
        }
        match self.known.get(&(base, offset)) {
            Some(&known) if self.places[known].ty == ty => {
                self.places[known].loads.push(i);
            }
            Some(_) => {}
            None => self.promote(i, base, offset),
        }
    }

    fn promote(&mut self, load: Value, base: usize, offset: i64) {
        let ty = load.ty();
        let of_base = self.key.roles[base];
        // Integers have no shadow, nor has memory that holds nothing else.
        let is_plain = !ty.is_pointer()
            || self.types.of_memory(load, None).is_ok_and(|layout| !layout.has_float() && !layout.has_pointer());
        let role = if is_plain { Role::Constant } else { of_base };
        let number = self.places.len();
        self.places.push(Place { base, offset, ty, alignment: load.alignment(), role, loads: vec![load] });
        self.known.insert((base, offset), number);
    }

    fn is_written(&self, object: Value, offset: i64, end: i64) -> bool {
        let overlaps = |range: &Option<(i64, i64)>| range.is_none_or(|(from, to)| from < end && offset < to);
        self.written.get(&object).is_some_and(|ranges| ranges.iter().any(overlaps))
    }
}
