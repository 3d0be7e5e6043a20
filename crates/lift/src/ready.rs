//! Brings a function into the shape that is read: parameters named, fixed ones constant, everything inlined, loops not rotated.
//!
//! The function is changed in place: the module serves nothing else.

use crate::parameters::Parameter;
use crate::records;
use crate::request::{Refusal, Request};
use std::collections::HashMap;
use zymase_llvm::{DebugKind, DebugTypes, Function, Module, Opcode, Value};

/// Turns variables into values; what is folded then may make more calls direct.
const PROMOTE: &str = "sroa<modify-cfg>,early-cse<memssa>,simplifycfg";
/// No pass here rotates loops, peels iterations or makes calls of loops, and none combines comparisons beyond recognition.
const SIMPLIFY: &str = "lower-invoke,simplifycfg,lower-expect,sroa<modify-cfg>,early-cse<memssa>,sccp,simplifycfg,\
     loop-simplify,lcssa,loop-mssa(licm),sroa<modify-cfg>,early-cse<memssa>,adce,simplifycfg,lower-switch,mergereturn,\
     loop-simplify,lcssa";
/// Calls that are inlined at most.
const MOST_CALLS: usize = 4000;

/// The parameters, and what was taken to hold.
pub struct Ready {
    pub function: Function,
    pub parameters: Vec<Parameter>,
}

/// Finds the function: by its name, as Fortran spells it, or by what C++ makes of it.
pub fn find(module: Module, name: &str) -> Result<Function, Refusal> {
    let with_body = |function: &Function| !function.is_declaration();
    let spelled = [name.to_owned(), format!("{name}_"), format!("{}_", name.to_lowercase()), format!("_QP{name}")];
    if let Some(found) = spelled.iter().find_map(|name| module.function(name).filter(with_body)) {
        return Ok(found);
    }
    let mangled = format!("{}{name}", name.len());
    let fits = |function: &Function| {
        let symbol = function.name();
        // A plain name, or the last one of a nested name; Fortran's procedures of modules end in `Pname`.
        with_body(function)
            && (symbol.starts_with(&format!("_Z{mangled}"))
                || symbol.starts_with("_ZN") && symbol.contains(&format!("{mangled}E"))
                || symbol.starts_with("_QM") && symbol.ends_with(&format!("P{}", name.to_lowercase())))
    };
    let found: Vec<Function> = module.functions().into_iter().filter(fits).collect();
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(Refusal::new(format!("there is no function `{name}` with a body: check the name"))),
        several => {
            let names: Vec<String> = several.iter().map(|function| function.name()).collect();
            Err(Refusal::new(format!("`{name}` may be {}: give the mangled name", names.join(", "))))
        }
    }
}

/// What the debug information says of the parameters; names of LLVM's where it says nothing.
fn describe(function: Function) -> Vec<Parameter> {
    let debug = DebugTypes::of(function, &[]);
    let mut known: HashMap<Value, Parameter> = HashMap::new();
    for variable in &debug.variables {
        let holds = |user: &Value| user.opcode() == Some(Opcode::LLVMStore) && user.operand(1) == variable.value;
        let argument = if variable.value.is_argument() {
            variable.value
        } else {
            match variable.value.users().into_iter().find(holds).map(|store| store.operand(0)) {
                Some(value) if value.is_argument() => value,
                _ => continue,
            }
        };
        let fields = &debug.types[variable.ty].fields;
        let target = match fields.first().map(|field| field.kind) {
            Some(DebugKind::Pointer { target, .. }) if debug.types[variable.ty].scalar => &debug.types[target],
            _ => &debug.types[variable.ty],
        };
        let is_array = target.fields.iter().any(|field| matches!(field.kind, DebugKind::Array { .. }));
        let is_record = target.size > 0 && !target.scalar && !is_array || target.name.contains("complex");
        let record = is_record.then_some(target.size as i64);
        let parameter = Parameter { name: variable.name.clone(), record, ..Parameter::default() };
        known.entry(argument).or_insert(parameter);
    }
    let parameter = |(place, value): (usize, Value)| {
        let plain = if value.name().is_empty() { format!("arg{place}") } else { value.name() };
        let mut found = known.remove(&value).unwrap_or_default();
        if found.name.is_empty() {
            found.name = plain;
        }
        (found.is_own, found.order) = (true, vec![place]);
        found
    };
    function.parameters().into_iter().enumerate().map(parameter).collect()
}

/// A constant of the type of a value.
fn constant(like: Value, text: &str, name: &str) -> Result<Value, Refusal> {
    let ty = like.ty();
    let wrong = || Refusal::new(format!("--fix {name}={text}: the parameter is a {ty}"));
    if ty.is_integer() {
        let text = match text {
            "true" => "1",
            "false" => "0",
            other => other,
        };
        return Ok(Value::integer(ty, text.parse().map_err(|_| wrong())?));
    }
    if ty.is_float() && text.parse::<f64>().is_ok() {
        return Ok(Value::real_from_text(ty, text));
    }
    Err(wrong())
}

/// Puts the constant in the place of a number, or of what is read through a reference to it.
fn fix(function: Function, place: usize, name: &str, text: &str) -> Result<(), Refusal> {
    let parameter = function.parameter(place);
    if !parameter.ty().is_pointer() {
        parameter.replace_all_uses_with(constant(parameter, text, name)?);
        return Ok(());
    }
    for user in parameter.users() {
        match user.opcode() {
            Some(Opcode::LLVMLoad) => {
                user.replace_all_uses_with(constant(user, text, name)?);
                user.erase_instruction();
            }
            _ => {
                let text =
                    format!("--fix {name}: what it refers to is changed, or used in another way than by reading it");
                return Err(Refusal::at(user, text));
            }
        }
    }
    Ok(())
}

fn inline_everything(function: Function) -> Result<(), Refusal> {
    let mut left = MOST_CALLS;
    loop {
        let callable =
            |call: &Value| call.is_call() && call.called_function().is_some_and(|callee| !callee.is_declaration());
        let Some(call) = function.instructions().into_iter().find(callable) else { return Ok(()) };
        let callee = call.called_function().map(|callee| callee.name()).unwrap_or_default();
        if callee == function.name() || left == 0 {
            return Err(Refusal::at(call, format!("`{callee}` calls itself: recursion has no form with loops")));
        }
        left -= 1;
        if !call.inline_call() {
            return Err(Refusal::at(call, format!("the call of `{callee}` cannot be replaced by its body")));
        }
    }
}

fn run(function: Function, passes: &str) -> Result<(), Refusal> {
    function.run_passes(passes).map_err(|text| Refusal::new(format!("LLVM's passes failed: {text}")))
}

/// Refuses names that no parameter has.
fn check_names(parameters: &[Parameter], request: &Request) -> Result<(), Refusal> {
    for name in request.fixed.iter().map(|(name, _)| name).chain(request.shapes.iter().map(|(name, _)| name)) {
        let shown = || parameters.iter().filter(|parameter| !parameter.hidden);
        if !shown().any(|parameter| parameter.name == *name) {
            let known: Vec<&str> = shown().map(|parameter| parameter.name.as_str()).collect();
            let text = format!("`{}` has no parameter `{name}`; it has {}", request.function, known.join(", "));
            return Err(Refusal::new(text));
        }
    }
    Ok(())
}

/// Finds the function and makes it ready.
pub fn make(module: Module, request: &Request) -> Result<Ready, Refusal> {
    let function = find(module, request.symbol.as_ref().unwrap_or(&request.function))?;
    let parameters = describe(function);
    inline_everything(function)?;
    run(function, PROMOTE)?;
    inline_everything(function)?;
    let (function, parameters) = records::open(module, function, parameters, request)?;
    check_names(&parameters, request)?;
    for (place, parameter) in parameters.iter().enumerate() {
        if let Some(text) = request.fixed(&parameter.name).filter(|_| !parameter.hidden) {
            fix(function, place, &parameter.name, text)?;
        }
    }
    run(function, SIMPLIFY)?;
    function.forget_variables();
    crate::marks::settle_private_memory(function);
    Ok(Ready { function, parameters })
}
