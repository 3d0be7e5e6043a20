//! What the program registers: globals of known names, and annotations.
//!
//! Each becomes a mark on a function or global (`analysis::marks`), which is all the analyses look at, or an entry of
//! the table of rules. The globals are only read: nothing of them is left in the program.
//!
//! - `annotations`: `__attribute__((annotate("enzyme_inactive")))` and its kin;
//! - `hide`: keeps registered functions out of the sight of the optimiser.

mod annotations;
mod hide;

pub use hide::{hide, reveal};
use zymase_analysis::marks;
use zymase_core::Failure;
use zymase_llvm::{Function, Module, Opcode, Value};
use zymase_providers::rules::{self, Rule, Rules};
use zymase_support::Diagnostic;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Registration {
    Gradient,
    Derivative,
    SplitDerivative,
    InactiveFunction,
    InactiveGlobal,
    NoFree,
    FunctionLike,
    AllocationLike,
    SparseAccumulate,
    ShouldRecompute,
}

/// Names of globals that register something, as they occur inside a name.
const REGISTRATIONS: [(&str, Registration); 10] = [
    ("__enzyme_register_gradient", Registration::Gradient),
    ("__enzyme_register_derivative", Registration::Derivative),
    ("__enzyme_register_splitderivative", Registration::SplitDerivative),
    ("__enzyme_inactivefn", Registration::InactiveFunction),
    ("__enzyme_inactive_global", Registration::InactiveGlobal),
    ("__enzyme_nofree", Registration::NoFree),
    ("__enzyme_function_like", Registration::FunctionLike),
    ("__enzyme_allocation_like", Registration::AllocationLike),
    ("__enzyme_sparse_accumulate", Registration::SparseAccumulate),
    ("__enzyme_shouldrecompute", Registration::ShouldRecompute),
];

/// The registering globals of a module.
fn all(module: Module) -> Vec<(Value, Registration)> {
    let kind_of = |name: &str| REGISTRATIONS.iter().find(|(part, _)| name.contains(part)).map(|(_, kind)| *kind);
    module.globals().into_iter().filter_map(|global| Some((global, kind_of(&global.name())?))).collect()
}

/// Does a module register anything by a global?
pub fn any(module: Module) -> bool {
    !all(module).is_empty()
}

/// Reads and removes every registration and annotation; what is wrong with one is reported.
pub fn read(module: Module) -> Rules {
    let mut rules = Rules::default();
    for (global, kind) in all(module) {
        let applied = match rule(global, kind) {
            Ok(Some((function, rule))) => rules.add(function, rule).map_err(|failure| within(global, failure)),
            Ok(None) => apply(global, kind).map_err(Failure::user),
            Err(diagnostic) => Err(Failure::user(diagnostic)),
        };
        if let Err(failure) = applied {
            failure.report(module, None);
        }
    }
    for (value, text) in annotations::of(module) {
        if let Err(diagnostic) = annotations::apply(value, &text) {
            Failure::User { at: value.as_function().map(Function::value), diagnostic }.report(module, None);
        }
    }
    erase(module);
    rules
}

/// Removes the registrations of a module that has no derivatives; rules of a wrong type are reported all the same.
pub fn discard(module: Module) -> bool {
    for (global, kind) in all(module) {
        if let Ok(Some((function, rule))) = rule(global, kind)
            && let Err(failure) = rules::check(function, rule)
        {
            within(global, failure).report(module, None);
        }
    }
    erase(module)
}

/// Says which registration a failure is about.
fn within(global: Value, failure: Failure) -> Failure {
    match failure {
        Failure::User { at, diagnostic } => {
            let message = format!("in the registration '{}': {}", global.name(), diagnostic.message);
            Failure::User { at, diagnostic: Diagnostic { message, ..diagnostic } }
        }
        internal => internal,
    }
}

/// The rule that a global registers, if it registers one.
fn rule(global: Value, kind: Registration) -> Result<Option<(Function, Rule)>, Diagnostic> {
    let (name, entries) = (global.name(), entries(global)?);
    let function = |k: usize| function_at(&name, &entries, k);
    Ok(match kind {
        Registration::Gradient => {
            Some((function(0)?, Rule::Gradient { augmented: function(1)?, reverse: function(2)? }))
        }
        Registration::Derivative => Some((function(0)?, Rule::Forward(function(1)?))),
        Registration::SplitDerivative => {
            Some((function(0)?, Rule::Split { augmented: function(1)?, forward: function(2)? }))
        }
        _ => None,
    })
}

/// Removes the globals that register something, where nothing but the lists of used symbols names them.
fn erase(module: Module) -> bool {
    let found = all(module);
    for (global, _) in &found {
        module.erase_from_used(*global);
        if global.users().is_empty() {
            global.erase_global();
        }
    }
    !found.is_empty()
}

/// Marks what a global registers that is no rule.
fn apply(global: Value, kind: Registration) -> Result<(), Diagnostic> {
    let entries = entries(global)?;
    let name = global.name();
    let function = |k: usize| function_at(&name, &entries, k);
    match kind {
        Registration::Gradient | Registration::Derivative | Registration::SplitDerivative => {}
        Registration::FunctionLike => like(function(0)?, &text_at(&name, &entries, 1)?)?,
        Registration::AllocationLike => allocation(&name, &entries)?,
        Registration::InactiveGlobal => {
            for entry in &entries {
                if !entry.is_global_variable() {
                    return Err(not_a(&name, "a global variable", "{&g}"));
                }
                entry.mark_global(marks::INACTIVE);
            }
        }
        Registration::InactiveFunction => each(&name, &entries, |f| f.add_string_attribute(marks::INACTIVE, ""))?,
        Registration::NoFree => each(&name, &entries, |f| f.add_attribute("nofree"))?,
        Registration::ShouldRecompute => {
            each(&name, &entries, |f| f.add_string_attribute(marks::SHOULD_RECOMPUTE, ""))?;
        }
        // Says of a function that it adds to what it stores into, which changes no derivative.
        Registration::SparseAccumulate => {}
    }
    Ok(())
}

fn each(name: &str, entries: &[Value], mut mark: impl FnMut(Function)) -> Result<(), Diagnostic> {
    for k in 0..entries.len() {
        mark(function_at(name, entries, k)?);
    }
    Ok(())
}

/// A function is to differentiation what a library function is.
fn like(function: Function, model: &str) -> Result<(), Diagnostic> {
    if zymase_library::lookup(model).is_none() {
        let message = format!("'{}' is said to be like '{model}', which is not known", function.name());
        return Err(Diagnostic::new(message).with_help("name a function of the C mathematics library, such as log1p"));
    }
    function.add_string_attribute(marks::FUNCTION_LIKE, model);
    Ok(())
}

/// `{allocate, position of the size, "arguments of free, -1 for the pointer", free}`
fn allocation(name: &str, entries: &[Value]) -> Result<(), Diagnostic> {
    let allocate = function_at(name, entries, 0)?;
    let size = entries.get(1).and_then(|entry| if entry.is_null() { Some(0) } else { entry.as_integer() });
    let Some(size) = size.filter(|k| (0..allocate.parameters().len() as i64).contains(k)) else {
        return Err(not_a(name, "the position of the size among the arguments", ALLOCATION));
    };
    let list = text_at(name, entries, 2)?;
    let Some(pointer) = list.split(',').position(|entry| entry.trim() == "-1") else {
        return Err(not_a(name, "a list of arguments with -1 for the pointer", ALLOCATION));
    };
    let free = function_at(name, entries, 3)?;
    if pointer >= free.parameters().len() {
        return Err(not_a(name, "a list as long as the parameters of the function that frees", ALLOCATION));
    }
    allocate.add_string_attribute(marks::ALLOCATION_LIKE, &size.to_string());
    free.add_string_attribute(marks::DEALLOCATION_LIKE, &pointer.to_string());
    Ok(())
}

const ALLOCATION: &str = "{allocate, (void *)0, \"-1\", free}";

/// The entries of a registering global: the elements of an array or struct, or the one value.
fn entries(global: Value) -> Result<Vec<Value>, Diagnostic> {
    let parts = |value: Value| if value.is_constant_aggregate() { value.operands() } else { vec![value] };
    match global.initializer() {
        Some(value) if !value.is_null() => Ok(parts(value).into_iter().map(strip).collect()),
        _ => Err(Diagnostic::new(format!("the registration '{}' has no constant initialiser", global.name()))
            .with_help("initialise it with functions of this file and string literals, all constant")),
    }
}

/// What a constant is without casts.
fn strip(value: Value) -> Value {
    let mut at = value;
    while let Some(Opcode::LLVMBitCast | Opcode::LLVMIntToPtr | Opcode::LLVMPtrToInt | Opcode::LLVMAddrSpaceCast) =
        at.opcode()
    {
        at = at.operand(0);
    }
    at
}

fn function_at(name: &str, entries: &[Value], k: usize) -> Result<Function, Diagnostic> {
    let function = entries.get(k).and_then(|entry| entry.as_function());
    function.ok_or_else(|| not_a(name, &format!("a function as entry {}", k + 1), "{(void *)f, …}"))
}

fn text_at(name: &str, entries: &[Value], k: usize) -> Result<String, Diagnostic> {
    let text = entries.get(k).filter(|entry| entry.is_global_variable()).and_then(|entry| entry.initializer());
    text.and_then(Value::as_text).ok_or_else(|| not_a(name, &format!("a text as entry {}", k + 1), "\"log1p\""))
}

fn not_a(name: &str, what: &str, example: &str) -> Diagnostic {
    Diagnostic::new(format!("the registration '{name}' needs {what}")).with_help(format!("write it as {example}"))
}
