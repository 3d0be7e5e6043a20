//! Keeps functions the program says something about out of the optimiser's sight until derivatives have been made.
//!
//! Inlined, folded to a constant or dropped as having no effect, a call of such a function would lose its rule. So at
//! the start of the pipeline every use names a declaration instead, about which nothing is known, and a private pair
//! remembers which function it stands for. Pairs survive the linking of modules, and so does what they say.

use super::{Registration, all, annotations, entries};
use zymase_analysis::callee::IGNORE_DERIVATIVES;
use zymase_analysis::marks;
use zymase_llvm::{Builder, Function, Linkage, Module, Opcode, Type, Value};
use zymase_prepare::tasks;

const HIDDEN: &str = "zymase.hidden.";
const PAIR: &str = "zymase.pair.";

/// Hides every function with a rule, a mark or an annotation, and what derivatives have other code of; true when there was any.
pub fn hide(module: Module) -> bool {
    let registrations = all(module);
    let mut functions: Vec<Function> = Vec::new();
    let mut globals: Vec<Value> = Vec::new();
    for (global, kind) in &registrations {
        module.keep(*global);
        let named = entries(*global).unwrap_or_default();
        match kind {
            Registration::InactiveGlobal => globals.extend(named),
            Registration::Gradient | Registration::Derivative | Registration::SplitDerivative => {
                functions.extend(named.first().and_then(|entry| entry.as_function()));
            }
            _ => functions.extend(named.into_iter().filter_map(Value::as_function)),
        }
    }
    let annotated = annotations::of(module);
    for (value, _) in &annotated {
        match value.as_function() {
            Some(function) => functions.push(function),
            None => globals.push(*value),
        }
    }
    let is_replaced = |f: &Function| zymase_library::is_replaced(&f.name());
    functions.extend(module.functions().into_iter().filter(|f| marks::is_marked(*f) || is_replaced(f)));
    let with_twins = tasks::with_twins(module);
    functions.extend(&with_twins);
    functions.sort_by_key(|function| function.name());
    functions.dedup();
    let hidden: Vec<Value> =
        pairs(module).into_iter().filter_map(|pair| Some(pair.initializer()?.operand(1))).collect();
    let open = |f: &Function| !f.is_declaration() && !hidden.contains(&f.value());
    functions.into_iter().filter(open).for_each(|f| hide_function(module, f));
    let fields = annotations::of_fields_and_locals(module);
    let replaces = module.functions().iter().any(is_replaced);
    let any =
        !registrations.is_empty() || !annotated.is_empty() || !fields.is_empty() || replaces || !with_twins.is_empty();
    globals.into_iter().filter(|global| global.is_global_variable()).chain(fields).for_each(ignore_what_is_read);
    any
}

fn hide_function(module: Module, function: Function) {
    if !function.can_be_replaced() {
        function.add_attribute("noinline");
        return;
    }
    use Linkage::*;
    let name = function.name();
    // A name that only this file knows may occur in another one too.
    let file = match function.linkage() {
        LLVMInternalLinkage | LLVMPrivateLinkage => module.source_file_name(),
        _ => String::new(),
    };
    let stand_in = module.add_function(&format!("{HIDDEN}{file}.{name}"), function.function_type());
    stand_in.copy_attributes(function);
    // Whatever the front end knows of its effects belongs to the body.
    stand_in.remove_attribute("memory");
    stand_in.remove_attribute("willreturn");
    function.value().replace_all_uses_with(stand_in.value());
    let both = Value::constant_struct(module, &[stand_in.value(), function.value()]);
    let pair = module.add_global(&format!("{PAIR}{name}"), both.ty());
    pair.set_initializer(Some(both));
    pair.set_global_linkage(LLVMPrivateLinkage);
    module.keep(pair);
}

fn pairs(module: Module) -> Vec<Value> {
    module.globals().into_iter().filter(|global| global.name().starts_with(PAIR)).collect()
}

/// Puts the functions back where their stand-ins are; true when there were any.
pub fn reveal(module: Module) -> bool {
    let pairs = pairs(module);
    let mut seen: Vec<(Value, Value)> = Vec::new();
    for pair in &pairs {
        let Some(value) = pair.initializer() else { continue };
        let (stand_in, function) = (value.operand(0), value.operand(1));
        let known = seen.iter().find(|(known, _)| *known == stand_in).map(|(_, function)| *function);
        if known.is_none() {
            seen.push((stand_in, function));
        } else if known != Some(function) {
            let message = format!(
                "zymase: two functions '{}' with registered rules come from one source file compiled twice: make them \
                 visible to other files, or give them different names",
                function.name()
            );
            module.report(None, &message, false);
        }
    }
    for pair in &pairs {
        module.erase_from_used(*pair);
        // What it named is not named any more, even if it stays for a while.
        pair.set_initializer(pair.initializer().map(|both| Value::null(both.ty())));
        if pair.users().is_empty() {
            pair.erase_global();
        }
    }
    for (stand_in, function) in seen {
        stand_in.replace_all_uses_with(function);
        if let Some(function) = function.as_function() {
            // A result that is an argument would be replaced by it, and the call would be passed by.
            (0..function.parameters().len()).for_each(|index| function.remove_parameter_attribute(index, "returned"));
        }
        if let Some(declaration) = stand_in.as_function() {
            declaration.erase();
        }
    }
    reveal_imported(module) | !pairs.is_empty()
}

/// Code that was imported from another module names a stand-in without the pair: what it stands for is visible to
/// other files under its name.
fn reveal_imported(module: Module) -> bool {
    let mut any = false;
    for stand_in in module.functions().into_iter().filter(|f| f.is_declaration()) {
        let full = stand_in.name();
        if let Some(name) = full.strip_prefix(HIDDEN).and_then(|rest| rest.strip_prefix('.')) {
            stand_in.value().replace_all_uses_with(module.declare(name, stand_in.function_type()).value());
            stand_in.erase();
            any = true;
        }
    }
    any
}

/// What is read from memory that no derivative goes into is constant, even where the optimiser sees what was stored there
/// before.
fn ignore_what_is_read(memory: Value) {
    let mut work = vec![memory];
    while let Some(pointer) = work.pop() {
        for user in pointer.users() {
            match user.opcode() {
                Some(Opcode::LLVMGetElementPtr | Opcode::LLVMAddrSpaceCast) => work.push(user),
                Some(Opcode::LLVMLoad) if user.is_instruction() && carries_derivative(user.ty()) => ignore(user),
                _ => {}
            }
        }
    }
}

fn carries_derivative(ty: Type) -> bool {
    ty.is_float_like() || ty.is_pointer()
}

fn ignore(load: Value) {
    let function = load.block().expect("a placed load").function();
    let ty = load.ty();
    let name = format!("{IGNORE_DERIVATIVES}.zymase.{ty}");
    let ignore = function.module().declare(&name, Type::function(ty, &[ty], false));
    ignore.mark_pure();
    let builder = Builder::before(load.next_instruction().expect("a load is no terminator"));
    let call = builder.call(ignore, &[load]);
    load.replace_all_uses_with(call);
    call.set_operand(0, load);
}
