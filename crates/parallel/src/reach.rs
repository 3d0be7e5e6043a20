//! What code a region may run, and what that names: variables of a thread, variables of the file that change.
use std::collections::{HashMap, HashSet};
use zymase_llvm::{Function, Linkage, Module, Opcode, Value};

/// Why a region that names a function, or runs code that does, stays as it is.
fn obstacle(name: &str) -> Option<&'static str> {
    match name {
        // Pure to LLVM, and different in each thread.
        "__errno_location" | "___errno" | "__error" | "pthread_self" | "llvm.threadlocal.address.p0" => {
            Some(OF_A_THREAD)
        }
        // Means nothing outside of the function that LLVM found it in.
        "llvm.eh.typeid.for.p0" => Some("catches exceptions of some types"),
        _ => None,
    }
}

const OF_A_THREAD: &str = "reaches variables of a thread";

/// What the body of one function names.
#[derive(Default)]
struct Body {
    functions: HashSet<Function>,
    variables: HashSet<Value>,
    calls_unknown: bool,
    obstacle: Option<&'static str>,
}

/// What functions name, each looked at once.
pub struct Reach {
    bodies: HashMap<Function, Body>,
    address_taken: Vec<Function>,
}

/// What a region may come across.
pub struct Found {
    /// Why the region cannot be opened.
    pub obstacle: Option<&'static str>,
    /// Variables that no other file sees, and that something other than a load uses.
    pub variables: Vec<Value>,
    /// Functions of other files.
    pub declarations: Vec<Function>,
    /// Something is called by its address.
    pub calls_unknown: bool,
}

impl Reach {
    pub fn new(module: Module) -> Reach {
        let functions = module.functions().into_iter().filter(|f| !f.is_declaration() && f.has_address_taken());
        Reach { bodies: HashMap::new(), address_taken: functions.collect() }
    }

    /// Everything behind a function.
    pub fn from(&mut self, function: Function) -> Found {
        let mut seen = HashSet::from([function]);
        let mut work = vec![function];
        let mut found = Found { obstacle: None, variables: Vec::new(), declarations: Vec::new(), calls_unknown: false };
        let mut variables = HashSet::new();
        while let Some(function) = work.pop() {
            if function.is_declaration() {
                found.declarations.push(function);
                found.obstacle = found.obstacle.or_else(|| obstacle(&function.name()));
                continue;
            }
            let body = self.bodies.entry(function).or_insert_with(|| Body::of(function));
            found.obstacle = found.obstacle.or(body.obstacle);
            variables.extend(body.variables.iter().copied());
            let mut next: Vec<Function> = body.functions.iter().copied().collect();
            if body.calls_unknown && !found.calls_unknown {
                found.calls_unknown = true;
                next.extend(&self.address_taken);
            }
            work.extend(next.into_iter().filter(|function| seen.insert(*function)));
        }
        let mut variables: Vec<Value> = variables.into_iter().filter(|variable| may_change(*variable)).collect();
        variables.sort_by_key(|variable| variable.name());
        found.variables = variables;
        found
    }

    /// The function has other code now.
    pub fn forget(&mut self, function: Function) {
        self.bodies.remove(&function);
    }
}

impl Body {
    fn of(function: Function) -> Body {
        let mut body = Body::default();
        let mut seen = HashSet::new();
        for instruction in function.instructions() {
            body.calls_unknown |= instruction.is_call()
                && instruction.called_value().as_function().is_none()
                && !instruction.called_value().is_inline_assembly();
            if matches!(instruction.opcode(), Some(Opcode::LLVMIndirectBr | Opcode::LLVMCallBr)) {
                body.obstacle = Some("jumps to computed addresses");
            }
            for operand in instruction.operands() {
                body.note(operand, &mut seen);
            }
        }
        body
    }

    /// Takes note of what a constant names.
    fn note(&mut self, value: Value, seen: &mut HashSet<Value>) {
        if !value.is_constant() || !seen.insert(value) {
            return;
        }
        if let Some(function) = value.as_function() {
            self.functions.insert(function);
        } else if value.is_global_variable() {
            self.obstacle = self.obstacle.or(value.is_thread_local().then_some(OF_A_THREAD));
            self.variables.insert(value);
        } else if value.is_alias() || value.is_chosen_at_start() {
            // Whatever it stands for.
            self.calls_unknown = true;
        } else {
            value.operands().into_iter().for_each(|operand| self.note(operand, seen));
        }
    }
}

/// May the optimiser know all uses of a variable, one of which changes it?
fn may_change(variable: Value) -> bool {
    let local = matches!(variable.global_linkage(), Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage);
    local && !variable.is_constant_global() && !is_only_loaded(variable)
}

fn is_only_loaded(pointer: Value) -> bool {
    pointer.users().into_iter().all(|user| match user.opcode() {
        Some(Opcode::LLVMLoad) => true,
        Some(Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast) => is_only_loaded(user),
        _ => false,
    })
}
