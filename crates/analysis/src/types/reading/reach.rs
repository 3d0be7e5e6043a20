//! Which functions are looked at: the one to be differentiated, what it calls, its caller, and their surroundings.
//!
//! The function itself and everything it may call are read whole. Callers, callers of callers and what those call give
//! more evidence, nearest first, until [`MOST_CONTEXT_INSTRUCTIONS`] have been read.
use crate::marks::{PREPARED, is_of_rust};
use crate::one_thread;
use crate::virtuals::Virtuals;
use std::collections::{HashMap, HashSet, VecDeque};
use zymase_llvm::{Function, Opcode, Type, Value};

/// How the names of copies of functions end that are only made to be inlined or differentiated.
pub const CONDENSED: &str = ".condensed";
/// Instructions of functions around the one to be differentiated that are read.
const MOST_CONTEXT_INSTRUCTIONS: usize = 20_000;
/// Instructions of the function and its callees that are read.
const MOST_INSTRUCTIONS: usize = 2_000_000;

pub struct Reach {
    /// In the order in which they are read.
    pub functions: Vec<Function>,
    pub candidates: Candidates,
    /// Functions with callers that are not read.
    pub has_unread_callers: Vec<Function>,
}

/// Which functions indirect calls may reach.
pub struct Candidates {
    by_type: HashMap<Type, Vec<Function>>,
    virtuals: Virtuals,
}

impl Candidates {
    pub fn of(&self, call: Value) -> Vec<Function> {
        let place = self.virtuals.place(call);
        let fitting = self.by_type.get(&call.called_type()).into_iter().flatten().copied();
        self.virtuals.among(fitting, place)
    }
}

/// The function of which this one is the prepared copy.
pub fn original_of(function: Function) -> Option<Function> {
    function.module().function(function.name().strip_prefix(PREPARED)?)
}

/// Finds the functions to read.
pub fn functions_to_read(function: Function, context: &[(Value, Value)]) -> Reach {
    let candidates = Candidates { by_type: address_taken(function), virtuals: Virtuals::of(function.module()) };
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut room = MOST_INSTRUCTIONS;
    let mut work = VecDeque::from([function]);
    while let Some(next) = work.pop_front() {
        if take(next, &mut found, &mut seen, &mut room) {
            work.extend(callees(next, Some(&candidates)));
        }
    }
    let mut room_around = MOST_CONTEXT_INSTRUCTIONS;
    let mut work: VecDeque<Function> = context.iter().filter_map(|(_, actual)| actual.parent_function()).collect();
    // rustc makes one function of those that do the same, whatever the types they do it with: what has nothing to do with what
    // is differentiated would tell lies.
    let is_shared = is_of_rust(function);
    if is_shared {
        work.extend(prepared_callers(function));
    } else {
        work.extend(found.iter().flat_map(|f| callers(*f)));
    }
    while let Some(next) = work.pop_front() {
        // The way by which the function is called is part of what is differentiated.
        let room = if is_shared { &mut room } else { &mut room_around };
        if !is_derivative(&next.name()) && take(next, &mut found, &mut seen, room) {
            work.extend(callees(next, is_shared.then_some(&candidates)));
            work.extend(if is_shared { prepared_callers(next) } else { callers(next) });
        }
    }
    // Callers in other files do not matter: they are not part of what is differentiated.
    let unread = |f: &Function| *f != function && !is_shared && callers(*f).iter().any(|c| !seen.contains(c));
    let has_unread_callers = found.iter().copied().filter(|f| unread(f) || address_escapes(*f)).collect();
    Reach { functions: found, candidates, has_unread_callers }
}

/// The function itself, what it calls directly, and the callers that the context names.
pub fn alone(function: Function, context: &[(Value, Value)]) -> Reach {
    let candidates = Candidates { by_type: HashMap::new(), virtuals: Virtuals::of(function.module()) };
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut room = MOST_INSTRUCTIONS;
    let mut work = VecDeque::from([function]);
    while let Some(next) = work.pop_front() {
        if take(next, &mut found, &mut seen, &mut room) {
            work.extend(callees(next, None));
        }
    }
    let has_unread_callers = found.iter().copied().filter(|f| *f != function).collect();
    let mut room = MOST_CONTEXT_INSTRUCTIONS;
    for caller in context.iter().filter_map(|(_, actual)| actual.parent_function()) {
        take(caller, &mut found, &mut seen, &mut room);
    }
    Reach { functions: found, candidates, has_unread_callers }
}

fn take(next: Function, found: &mut Vec<Function>, seen: &mut HashSet<Function>, room: &mut usize) -> bool {
    if next.is_declaration() || seen.contains(&next) {
        return false;
    }
    let size = one_thread::instructions(next).len();
    if size > *room {
        return false;
    }
    *room -= size;
    seen.insert(next);
    found.push(next);
    true
}

fn callees(function: Function, candidates: Option<&Candidates>) -> Vec<Function> {
    let mut found = Vec::new();
    for i in one_thread::instructions(function).into_iter().filter(|i| i.is_call()) {
        match i.called_value().as_function() {
            Some(callee) => {
                found.push(callee);
                // Functions that are handed to the library to be called.
                found.extend(i.arguments().into_iter().filter_map(Value::as_function));
            }
            None => found.extend(candidates.into_iter().flat_map(|candidates| candidates.of(i))),
        }
    }
    found
}

/// Functions of the program that call this one, and their prepared copies. What else was generated so far says nothing
/// that those do not, and there is ever more of it.
fn callers(function: Function) -> Vec<Function> {
    let calls = function.value().users().into_iter().filter(|user| user.is_call());
    let direct = calls.filter(|call| call.called_value() == function.value());
    let counts = |caller: &Function| {
        let name = caller.name();
        !is_derivative(&name) && (!name.ends_with(CONDENSED) || name.starts_with(PREPARED))
    };
    let mut found: Vec<Function> = direct.filter_map(Value::parent_function).filter(counts).collect();
    // The order of uses is not the order of the program.
    found.sort_by_key(|f| f.name());
    found.dedup();
    found
}

/// The prepared copies that call this one, or what it is the copy of.
fn prepared_callers(function: Function) -> Vec<Function> {
    let Some(original) = original_of(function) else { return Vec::new() };
    let both = callers(function).into_iter().chain(callers(original));
    both.filter(|caller| caller.name().starts_with(PREPARED)).collect()
}

/// Derivatives that were made before are no evidence: what the program says is.
fn is_derivative(name: &str) -> bool {
    ["zymase.forward.", "zymase.gradient.", "zymase.augmented.", "zymase.reverse."]
        .iter()
        .any(|kind| name.starts_with(kind))
}

fn address_escapes(function: Function) -> bool {
    let is_call = |user: Value| user.is_call() && user.called_value() == function.value();
    function.value().users().into_iter().any(|user| !is_call(user) && !user.is_alias())
}

/// Functions with bodies whose address is used other than in a direct call, by type.
fn address_taken(function: Function) -> HashMap<Type, Vec<Function>> {
    let mut found: HashMap<Type, Vec<Function>> = HashMap::new();
    for f in function.module().functions() {
        if !f.is_declaration() && f != function && address_escapes(f) && !zymase_library::is_job_of_rayon(&f.name()) {
            found.entry(f.function_type()).or_default().push(f);
        }
    }
    found
}

/// Whether an instruction is worth a line when types are printed: it moves bytes whose type it does not tell.
pub fn moves_untyped_bytes(i: Value) -> bool {
    match i.opcode() {
        Some(Opcode::LLVMLoad) => holds_integers(i.ty()),
        Some(Opcode::LLVMStore) => holds_integers(i.operand(0).ty()),
        _ => false,
    }
}

fn holds_integers(ty: Type) -> bool {
    ty.scalar().is_integer() || ty.is_aggregate()
}
