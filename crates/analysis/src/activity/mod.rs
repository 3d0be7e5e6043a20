//! Which values carry derivatives, and which pointers have a shadow.
//!
//! A pointer is *constant* (what it points to has no shadow), *duplicated* (it has one), or *maybe*: which of the two
//! is known only at run time. The convention at run time is that the shadow of a pointer without a shadow is the
//! pointer itself; equality survives address arithmetic and trips through memory, and every access through a *maybe*
//! pointer compares the two before it touches shadow memory. Pointers read from memory are always *maybe*: users copy
//! structs, so a shadow struct may well hold primal pointers.
//!
//! A float is *varied* when it may depend on an active input, and *useful* when an active output may depend on it.
//! Both are optimistic fixpoints, so what is never reached is inactive.
//!
//! Mutable globals are duplicated: constant on entry of the outermost derivative call, private shadows within it.
//!
//! - `byte_moves`: integer operations that only move whole bytes;
//! - `carriers`: integers that carry floats or pointers;
//! - `fragments`: bytes of floats and pointers that travel in integers unrecognised;
//! - `useful`: which varied values an active output depends on.

mod byte_moves;
mod carriers;
mod fragments;
mod useful;

use crate::callee::{Callee, RuntimeCall, classify, linear_operation};
use crate::distances::{self, Measured};
use crate::marks;
use crate::types::Types;
pub use byte_moves::moves_bytes;
pub use fragments::{Assumed, AssumedInteger, Loss, Lost, Results, find_lost};
use std::collections::{HashMap, HashSet};
use zymase_library::{Device, Exception, Returned};
use zymase_llvm::{Function, Opcode, Value};

/// How an argument of a derivative call takes part.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// No derivative.
    Constant,
    /// A shadow is passed along: the tangent in forward mode, the memory of adjoints in reverse mode.
    Duplicated,
    /// A shadow is passed along that may be the pointer itself, which then has none.
    Uncertain,
    /// Reverse mode, floating point by value: the adjoint is returned.
    Active,
}

/// What is known of the shadow of a pointer; ordered by knowledge lost.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum PointerClass {
    /// Null, undefined, or not reached yet: fits anything.
    Neutral,
    Constant,
    Duplicated,
    Maybe,
}

impl PointerClass {
    fn join(self, other: PointerClass) -> PointerClass {
        match (self, other) {
            (PointerClass::Neutral, x) | (x, PointerClass::Neutral) => x,
            (a, b) if a == b => a,
            _ => PointerClass::Maybe,
        }
    }

    pub fn may_have_shadow(self) -> bool {
        matches!(self, PointerClass::Duplicated | PointerClass::Maybe)
    }
}

/// The result of the analysis.
pub struct Activity {
    varied: HashSet<Value>,
    useful: HashSet<Value>,
    classes: HashMap<Value, PointerClass>,
    /// Whether the function's floating-point result carries a derivative.
    pub return_active: bool,
    /// What is taken for integers although it comes from where other objects have numbers: neither has a derivative.
    pub assumed: Assumed,
    pub checked: Checked,
}

/// What is only known when a derivative runs: decided for it before it is emitted.
#[derive(Default)]
pub struct Checked {
    /// What is taken for granted about distances between pointers, by the instruction where the derivative checks it.
    pub distances: HashMap<Value, distances::Check>,
    /// Stores of integers to memory where there may be floats too: an integer of the caller's in the shadow stays.
    pub integers: HashSet<Value>,
}

/// Does a value of this type hold numbers with derivatives? Integers count only where the types say so.
pub fn holds_float(types: &Types, value: Value) -> bool {
    value.ty().contains_float() || !is_count(value) && types.carries_float(value) && !is_computed(types, value)
}

/// What integer arithmetic on memory finds there is an integer, such as a count of references, whatever else the
/// memory of such objects holds.
fn is_count(value: Value) -> bool {
    value.opcode() == Some(Opcode::LLVMAtomicRMW) && value.is_arithmetic_update()
}

/// The bits of a float that were computed with are none any more; where they are used as one again, [`find_lost`] sees it.
fn is_computed(types: &Types, value: Value) -> bool {
    use Opcode::*;
    let computes = matches!(
        value.opcode(),
        Some(LLVMXor | LLVMAnd | LLVMOr | LLVMShl | LLVMLShr | LLVMAShr | LLVMAdd | LLVMSub | LLVMMul)
    );
    computes && !moves_bytes(types, value)
}

/// Does a value hold pointers?
pub fn holds_pointer(types: &Types, value: Value) -> bool {
    value.ty().contains_pointer() || types.carries_pointer(value)
}

impl Activity {
    /// May the value depend on an active input?
    pub fn is_varied(&self, value: Value) -> bool {
        self.varied.contains(&value)
    }

    /// The same where these are integers, and nothing but.
    pub fn assuming(mut self, assumed: Assumed) -> Activity {
        self.varied.retain(|value| !assumed.integers.contains(value));
        self.classes.extend(assumed.integers.iter().map(|value| (*value, PointerClass::Constant)));
        self.assumed = assumed;
        self
    }

    /// The same with what the derivative checks as it runs.
    pub fn checking(self, checked: Checked) -> Activity {
        Activity { checked, ..self }
    }

    /// Does the value have an adjoint in reverse mode?
    pub fn is_active(&self, value: Value) -> bool {
        self.varied.contains(&value) && self.useful.contains(&value)
    }

    pub fn class(&self, pointer: Value) -> PointerClass {
        class_of(&self.classes, pointer)
    }

    /// The distance that an address adds, if the shadows of its ends may lie otherwise: where one end alone has a shadow it
    /// is that of a range.
    pub fn measured(&self, address: Value) -> Option<Measured> {
        let has_shadow = |pointer: Value| self.class(pointer).may_have_shadow();
        distances::of(address).filter(|found| has_shadow(found.to) && (found.from_its_base || has_shadow(found.from)))
    }

    /// Is it a stack object into which only values without a derivative are stored, and that is otherwise only read, by
    /// loads and by routines of linear algebra? Its shadow is zero and stays so.
    pub fn holds_only_constants(&self, object: Value) -> bool {
        let harmless = |user: Value| match user.opcode() {
            Some(Opcode::LLVMLoad) => true,
            Some(Opcode::LLVMStore) => user.operand(0) != object && !self.is_varied(user.operand(0)),
            Some(Opcode::LLVMCall) => user.called_function().and_then(linear_operation).is_some_and(|linear| {
                let mut passed = linear.parameters().iter().zip(user.arguments());
                passed.all(|(parameter, argument)| argument != object || !parameter.written)
            }),
            _ => false,
        };
        object.opcode() == Some(Opcode::LLVMAlloca) && object.users().into_iter().all(harmless)
    }

    /// Analyses a function whose parameters have the given roles. `return_seeded`: the result may have a seed.
    pub fn analyse(function: Function, types: &Types, roles: &[Role], return_seeded: bool) -> Activity {
        let mut flow = Flow { types, varied: HashSet::new(), classes: HashMap::new(), changed: true };
        for (parameter, role) in function.parameters().into_iter().zip(roles) {
            flow.enter(parameter, *role);
        }
        let instructions = function.instructions();
        while flow.changed {
            flow.changed = false;
            for instruction in &instructions {
                flow.visit(*instruction);
            }
        }
        let Flow { varied, classes, .. } = flow;
        let (useful, assumed, checked) = (HashSet::new(), Assumed::default(), Checked::default());
        let mut activity = Activity { varied, useful, classes, return_active: return_seeded, assumed, checked };
        activity.useful = useful::analyse(&instructions, &activity, types);
        activity
    }

    /// One line per instruction, with its source line.
    pub fn print(&self, function: Function) -> Vec<(u32, String)> {
        let mut lines = Vec::new();
        for instruction in function.instructions() {
            if instruction.ty().is_void() {
                continue;
            }
            let class = self.classes.get(&instruction);
            let text = match (self.is_active(instruction), self.is_varied(instruction), class) {
                (true, _, _) => "active".to_owned(),
                (_, true, _) => "varied, but no active result depends on it".to_owned(),
                (_, _, Some(class)) => format!("{class:?} pointer").to_lowercase(),
                _ => "inactive".to_owned(),
            };
            let printed = instruction.to_string();
            let shown = printed.split(", !").next().unwrap_or_default();
            lines.push((instruction.line(), format!("{text}: {shown}")));
        }
        lines
    }
}

fn class_of(classes: &HashMap<Value, PointerClass>, pointer: Value) -> PointerClass {
    if let Some(class) = classes.get(&pointer) {
        return *class;
    }
    if pointer.is_constant() { class_of_constant(pointer) } else { PointerClass::Neutral }
}

/// A global that no derivative can be in. The declared type proves nothing: unions are declared as one member.
pub fn is_inactive_global(global: Value) -> bool {
    global.is_constant_global()
        || is_only_read_on_gpu(global)
        || zymase_library::is_foreign_stream(&global.name())
        || zymase_library::is_mpi_object(&global.name())
        || marks::is_inactive_global(global)
}

/// Address spaces of a GPU's variables in global and in constant memory.
const VARIABLES_OF_GPU: [u32; 2] = [1, 4];

/// A variable of a GPU that no code of it writes: what the host puts there is constant while kernels run.
fn is_only_read_on_gpu(global: Value) -> bool {
    if !VARIABLES_OF_GPU.contains(&global.ty().address_space()) {
        return false;
    }
    let (mut work, mut seen) = (global.users(), HashSet::new());
    while let Some(user) = work.pop() {
        if !seen.insert(user) {
            continue;
        }
        match user.opcode() {
            Some(Opcode::LLVMLoad) => {}
            _ if user.is_constant_expression() || user.is_constant_aggregate() || user.passes_pointer_on() => {
                work.extend(user.users());
            }
            // A list of what must not be removed.
            _ if user.is_global_variable() && user.name().starts_with("llvm.") => {}
            _ => return false,
        }
    }
    true
}

/// Constant data that holds addresses of globals which have shadows: these globals. None where the pointer is not
/// based on such data.
pub fn shadowed_globals_in_table(pointer: Value) -> Vec<Value> {
    let table = pointer.underlying_object();
    if !table.is_global_variable() || !table.is_constant_global() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut work: Vec<Value> = table.initializer().into_iter().collect();
    while let Some(value) = work.pop() {
        if value.is_global_variable() {
            if !is_inactive_global(value) && !found.contains(&value) {
                found.push(value);
            }
        } else if value.is_constant_aggregate() || value.is_constant_expression() {
            work.extend(value.operands());
        }
    }
    found
}

fn class_of_constant(pointer: Value) -> PointerClass {
    if pointer.is_null() || pointer.is_undef() {
        PointerClass::Neutral
    } else if pointer.is_global_variable() {
        if is_inactive_global(pointer) { PointerClass::Constant } else { PointerClass::Duplicated }
    } else if pointer.is_constant_expression() || pointer.is_constant_aggregate() {
        pointer.operands().into_iter().map(class_of_constant).fold(PointerClass::Neutral, PointerClass::join)
    } else if pointer.as_function().is_some() {
        PointerClass::Constant
    } else {
        PointerClass::Neutral
    }
}

/// The forward fixpoint.
struct Flow<'a> {
    types: &'a Types,
    varied: HashSet<Value>,
    classes: HashMap<Value, PointerClass>,
    changed: bool,
}

impl Flow<'_> {
    fn enter(&mut self, parameter: Value, role: Role) {
        if holds_pointer(self.types, parameter) {
            let class = match role {
                Role::Constant => PointerClass::Constant,
                Role::Uncertain => PointerClass::Maybe,
                _ => PointerClass::Duplicated,
            };
            self.classes.insert(parameter, class);
        }
        if role != Role::Constant && holds_float(self.types, parameter) {
            self.varied.insert(parameter);
        }
    }

    fn class(&self, pointer: Value) -> PointerClass {
        class_of(&self.classes, pointer)
    }

    fn set_class(&mut self, value: Value, class: PointerClass) {
        let old = self.class(value);
        let new = old.join(class);
        if new != old {
            self.classes.insert(value, new);
            self.changed = true;
        }
    }

    fn set_varied(&mut self, value: Value, varied: bool) {
        if varied && holds_float(self.types, value) && self.varied.insert(value) {
            self.changed = true;
        }
    }

    fn visit(&mut self, i: Value) {
        use Opcode::*;
        match i.opcode().expect("an instruction") {
            LLVMAlloca => self.set_class(i, PointerClass::Duplicated),
            LLVMLoad => self.visit_load(i, i.operand(0)),
            LLVMCall | LLVMInvoke => self.visit_call(i),
            LLVMStore | LLVMBr | LLVMRet | LLVMUnreachable | LLVMICmp | LLVMFCmp | LLVMFPToSI | LLVMFPToUI
            | LLVMSIToFP | LLVMUIToFP | LLVMFence => {}
            LLVMAtomicRMW => {
                let varied = self.class(i.operand(0)).may_have_shadow();
                self.set_varied(i, varied);
            }
            LLVMGetElementPtr => {
                let class = self.class(i.operand(0));
                self.set_class(i, class);
                let to =
                    distances::of(i).filter(|measured| measured.from_its_base).map(|measured| self.class(measured.to));
                if let Some(class) = to.filter(|class| class.may_have_shadow()) {
                    self.set_class(i, class);
                }
            }
            LLVMIntToPtr if !self.types.carries_pointer(i.operand(0)) => self.set_class(i, PointerClass::Maybe),
            _ => self.visit_plain(i),
        }
    }

    /// Phi, select, casts, arithmetic: whatever flows in flows out.
    fn visit_plain(&mut self, i: Value) {
        let operands: Vec<Value> = match i.opcode() {
            Some(Opcode::LLVMPHI) => i.incoming().into_iter().map(|(value, _)| value).collect(),
            Some(Opcode::LLVMSelect) => vec![i.operand(1), i.operand(2)],
            _ => i.operands(),
        };
        let varied = operands.iter().any(|o| self.varied.contains(o));
        self.set_varied(i, varied);
        if holds_pointer(self.types, i) {
            let class = operands
                .iter()
                .filter(|o| holds_pointer(self.types, **o))
                .map(|o| self.class(*o))
                .fold(PointerClass::Neutral, PointerClass::join);
            self.set_class(i, class);
        }
    }

    fn visit_load(&mut self, i: Value, pointer: Value) {
        let class = self.class(pointer);
        self.set_varied(i, class.may_have_shadow());
        if holds_pointer(self.types, i) {
            match class {
                PointerClass::Neutral => {}
                PointerClass::Constant if shadowed_globals_in_table(pointer).is_empty() => {
                    self.set_class(i, PointerClass::Constant);
                }
                _ => self.set_class(i, PointerClass::Maybe),
            }
        }
    }

    fn visit_call(&mut self, i: Value) {
        let arguments = i.arguments();
        match classify(i) {
            Callee::Math { operands, .. } => {
                let varied = operands.iter().any(|k| arguments.get(*k).is_some_and(|a| self.varied.contains(a)));
                self.set_varied(i, varied);
            }
            Callee::Device(Device::Shuffle(_)) => {
                let varied = self.varied.contains(&arguments[1]);
                self.set_varied(i, varied);
            }
            Callee::Allocate(_) | Callee::Exception(Exception::Allocate) => {
                self.set_class(i, PointerClass::Duplicated);
            }
            // Thrown in the differentiated function or by a library.
            Callee::Exception(Exception::BeginCatch | Exception::Pointer) => self.set_class(i, PointerClass::Maybe),
            Callee::Reallocate(reallocate) => {
                let old = self.class(arguments[reallocate.pointer]);
                let class = if old == PointerClass::Neutral { PointerClass::Duplicated } else { old };
                self.set_class(i, class);
            }
            Callee::Runtime(RuntimeCall::CaughtShadow | RuntimeCall::GlobalPointer) => {
                self.set_class(i, PointerClass::Maybe);
            }
            Callee::Runtime(RuntimeCall::Members) => self.set_class(i, PointerClass::Constant),
            Callee::Runtime(RuntimeCall::Allocate | RuntimeCall::GlobalShadow | RuntimeCall::ThrownShadow) => {
                self.set_class(i, PointerClass::Duplicated);
            }
            Callee::Inactive(inactive) if i.ty().is_pointer() => match inactive.returned {
                Returned::PointerInto(k) => {
                    let class = arguments.get(k).map_or(PointerClass::Constant, |a| self.class(*a));
                    self.set_class(i, class);
                }
                _ => self.set_class(i, PointerClass::Constant),
            },
            Callee::SaidInactive if i.ty().contains_pointer() => self.set_class(i, PointerClass::Constant),
            Callee::Defined(_) => {
                let touched = arguments
                    .iter()
                    .any(|a| self.varied.contains(a) || a.ty().is_pointer() && self.class(*a).may_have_shadow());
                self.set_varied(i, touched || !i.does_not_access_memory());
                if i.ty().contains_pointer() {
                    self.set_class(i, PointerClass::Maybe);
                }
            }
            _ => {}
        }
    }
}
