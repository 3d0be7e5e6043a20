//! Where virtual functions stand in the tables of their classes.
//!
//! A virtual call reads the address of its callee at a fixed place of a table that the object points to. A function
//! whose address is nowhere but in such tables is not reached by calls that read another place: of all functions with
//! the right type only few are left. Overriding functions and those of bases and parts keep their places. Rust's tables of
//! trait objects are such tables too.

use crate::marks::is_of_rust;
use std::collections::{HashMap, HashSet};
use zymase_library::NO_PLACE;
use zymase_llvm::{Function, Module, Opcode, Value};

/// Names of tables of virtual functions begin with these, also those that hold while an object is being made.
const TABLES: [&str; 2] = ["_ZTV", "_ZTC"];
/// And the names of Rust's, which nobody else uses for constants.
const RUST_TABLES: &str = "vtable.";
/// What rustc says of loads from such tables, and of no others.
const READ_FROM_TABLE: &str = "invariant.load";
/// Offsets that are added up to find where an address is read.
const MOST_OFFSETS: u32 = 8;

/// The functions whose address is in tables of virtual functions, with the bytes from where objects point to.
pub struct Virtuals {
    module: Module,
    places: HashMap<Function, HashSet<i64>>,
    /// Those whose address is nowhere else.
    only_virtual: HashSet<Function>,
}

/// Where a call takes its callee from.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    offset: i64,
    /// It is the place of a table, and not of any struct that holds an address.
    is_certain: bool,
}

/// What is written to a virtual call: which functions it means, where that is known.
const MEANT: &str = "zymase.meant";

/// Writes to the virtual calls of functions of GNU's C++ library which functions they mean: when they are inlined, nothing says it any more.
/// True if there is such a call.
pub fn write_what_is_meant(function: Function) -> bool {
    let (module, name) = (function.module(), function.name());
    let mut any = false;
    if !name.contains("St") {
        return any;
    }
    for call in function.instructions().into_iter().filter(|i| i.is_call() && i.called_function().is_none()) {
        let place = place_of(module, call).map_or(NO_PLACE, |place| place.offset);
        if let Some(words) = zymase_library::meant_by_virtual_call(&name, place) {
            call.set_text(MEANT, words);
            any = true;
        }
    }
    any
}

/// What was written to a call: words that the name of what it calls has in it.
pub fn meant(call: Value) -> Option<String> {
    call.text(MEANT)
}

impl Virtuals {
    pub fn of(module: Module) -> Virtuals {
        let mut found = Virtuals { module, places: HashMap::new(), only_virtual: HashSet::new() };
        for global in module.globals() {
            let Some(value) = global.initializer() else { continue };
            if is_rust_table(global) || has_shape_of_rust_table(module, global, value) {
                found.read_rust(value);
            } else if is_table(global) {
                found.read(value);
            }
        }
        let is_only_virtual = |function: &Function| is_only_in_tables(function.value(), Some(*function));
        found.only_virtual = found.places.keys().copied().filter(is_only_virtual).collect();
        found
    }

    /// The tables of one class: one for itself and one for each base that has its own.
    fn read(&mut self, value: Value) {
        if value.ty().is_struct() {
            return value.operands().into_iter().for_each(|table| self.read(table));
        }
        if !value.ty().is_array() || !value.is_constant_aggregate() {
            return;
        }
        // Offsets and the type come first; objects point behind them.
        let entries = value.operands();
        let is_head = |entry: &Value| entry.is_null() || entry.is_constant_expression() || entry.is_global_variable();
        let head = entries.iter().take_while(|entry| is_head(entry)).count();
        let size = self.module.allocation_size(value.ty().element()) as i64;
        for (index, entry) in entries[head..].iter().enumerate() {
            if let Some(function) = entry.as_function() {
                self.places.entry(function).or_default().insert(index as i64 * size);
            }
        }
    }

    /// A struct of what drops the object, sizes, and methods. Objects point to its start.
    fn read_rust(&mut self, table: Value) {
        for (index, entry) in table.operands().into_iter().enumerate() {
            if let Some(function) = entry.as_function() {
                let offset = self.module.field_offset(table.ty(), index as u32) as i64;
                self.places.entry(function).or_default().insert(offset);
            }
        }
    }

    /// The place of the table from which an indirect call takes its callee, if it may be a virtual one.
    pub fn place(&self, call: Value) -> Option<Place> {
        place_of(self.module, call)
    }

    /// Which of these functions a call that takes its callee from a place can reach.
    pub fn among(&self, functions: impl Iterator<Item = Function>, place: Option<Place>) -> Vec<Function> {
        let Some(place) = place else { return functions.collect() };
        let stands = |f: &Function| self.places.get(f).is_some_and(|places| places.contains(&place.offset));
        let may_be_elsewhere = |f: &Function| !place.is_certain && !self.only_virtual.contains(f);
        functions.filter(|f| stands(f) || may_be_elsewhere(f)).collect()
    }
}

/// The place of the table from which an indirect call takes its callee, if it may be a virtual one.
fn place_of(module: Module, call: Value) -> Option<Place> {
    let callee = call.called_value();
    let mut from = (callee.opcode()? == Opcode::LLVMLoad).then(|| callee.operand(0))?;
    let mut offset = 0i64;
    for _ in 0..MOST_OFFSETS {
        if from.opcode() != Some(Opcode::LLVMGetElementPtr) {
            break;
        }
        offset = offset.checked_add(from.constant_gep_offset(module)?)?;
        from = from.operand(0);
    }
    let is_place = !from.is_constant() && from.opcode() != Some(Opcode::LLVMGetElementPtr);
    let is_of_rust = || call.parent_function().is_some_and(is_of_rust);
    is_place.then(|| Place { offset, is_certain: callee.has_metadata(READ_FROM_TABLE) && is_of_rust() })
}

fn is_table(global: Value) -> bool {
    let name = global.name();
    TABLES.iter().any(|prefix| name.starts_with(prefix)) || is_rust_table(global)
}

fn is_rust_table(global: Value) -> bool {
    let is_struct =
        || global.initializer().is_some_and(|table| table.ty().is_struct() && table.is_constant_aggregate());
    global.name().starts_with(RUST_TABLES) && global.is_constant_global() && is_struct()
}

/// What drops the object, if anything does, its size and its alignment, then methods. Linkers leave these tables no name;
/// other constants may look so too.
fn has_shape_of_rust_table(module: Module, global: Value, value: Value) -> bool {
    if !global.is_constant_global() || !value.ty().is_struct() || !value.is_constant_aggregate() {
        return false;
    }
    let is_bytes = |entry: &Value, bytes: u64| entry.ty().is_array() && module.allocation_size(entry.ty()) == bytes;
    match &value.operands()[..] {
        [drop, sizes, ..] if drop.as_function().is_some() => is_bytes(sizes, 16),
        [sizes, ..] => is_bytes(sizes, 24),
        _ => false,
    }
}

/// Is a constant used in tables of virtual functions only, but for direct calls of the function that it is?
fn is_only_in_tables(constant: Value, function: Option<Function>) -> bool {
    constant.users().into_iter().all(|user| {
        let calls_it = || function.is_some() && user.is_call() && user.called_value() == constant;
        let is_argument = || user.arguments().contains(&constant);
        match () {
            _ if user.is_global_variable() => is_table(user),
            // Nobody uses it.
            _ if user.is_alias() => true,
            _ if user.is_constant_aggregate() => is_only_in_tables(user, None),
            _ => calls_it() && !is_argument(),
        }
    })
}
